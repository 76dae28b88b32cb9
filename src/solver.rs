//! Searches for a proof: can a chain be captured?
//!
//! [`Solver`] answers for one chain of a board; the rest are its parts, which know nothing of each other's
//! trade: [`Problem`] is any two-valued game, [`Dfpn`] searches one, [`Capture`] is the one about a chain.
//! [`Algorithm`] names the searches that are compared with it, [`Prover`]s of that problem or of [`Plain`], the
//! same without orders of threats.

mod algorithm;
mod answer;
mod capture;
mod critical;
mod dfpn;
mod fight;
mod generator;
#[cfg(test)]
mod graph;
mod ladder;
mod measure;
mod params;
mod plain;
mod problem;
mod proof;
mod recall;
mod rivals;
mod table;
mod zone;

pub use algorithm::{Algorithm, Finding};
pub use answer::{Answer, GnuGoCode, Role, Solver, Unsolvable};
pub use capture::{Capture, Edge, Recurrence};
pub use critical::Critical;
pub use dfpn::{Dfpn, DfpnResult};
pub use fight::{Fight, KoModel};
pub use generator::Generator;
pub use params::SolverParams;
pub use plain::Plain;
pub use problem::{FirstLook, INFINITE, Kind, Numbers, Problem, Solved};
pub use proof::{End, Proof, Step};
pub use rivals::{AlphaBeta, Initial, Parts, Pn, Pn2, Prover, Rated, Reached, Start};
pub use table::Table;
pub use zone::Zone;

/// Spreads the bits of a hash: 2⁶⁴ over the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
