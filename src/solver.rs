//! Searches for a proof: can a chain be captured?

mod dfpn;
mod problem;
mod table;

pub use dfpn::{Dfpn, Outcome};
pub use problem::{Estimate, INFINITE, Kind, Numbers, Problem, Solved};
pub use table::Table;
