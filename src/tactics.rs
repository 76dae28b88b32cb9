//! What is true of a position: facts that playouts, priors and final status share.

mod eye;

pub use eye::{real_eyes, safe_area};
