//! What is true of a position: facts that playouts, priors and final status share.

mod atari;
mod eye;

pub use atari::{captures, is_self_atari, liberties_after, saves};
pub use eye::{real_eyes, safe_area};
