//! Tengen
pub mod board;
pub mod rng;
pub mod tactics;
pub mod playout;
