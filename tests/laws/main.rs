//! What must hold in every position, and where the folders' arrows point: one program, linked once.

mod board;
mod closed_regions;
mod cluster;
mod features;
mod ladders;
mod layers;
mod levels;
mod names;
mod patterns;
mod perft;
mod playout_signature;
mod proofs;
mod records;
mod review_reasons;
mod search;
mod solver_laws;
mod solver_life;
mod solver_oracle;
mod solver_problems;
mod solver_proofs;
mod solver_records;
mod solver_rivals;
