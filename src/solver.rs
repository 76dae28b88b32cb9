//! Searches for a proof: can a chain be captured?

mod dfpn;
#[cfg(test)]
mod graph;
mod problem;
mod rivals;
mod table;

pub use dfpn::{Dfpn, Outcome};
pub use problem::{Estimate, INFINITE, Kind, Numbers, Problem, Solved};
pub use rivals::{AlphaBeta, Initial, Options, Pn, Pn2, Prover, Rated, Reached, Start};
pub use table::Table;
