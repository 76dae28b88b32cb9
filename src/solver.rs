//! Searches for a proof: can a chain be captured?
//!
//! [`Solver`] answers for one chain of a board; the rest are its parts, which know nothing of each other's
//! trade: [`Problem`] is any two-valued game, [`Dfpn`] searches one, [`Capture`] is the one about a chain.

mod answer;
mod capture;
mod dfpn;
mod fight;
mod generator;
mod ladder;
mod problem;
mod table;
mod zone;

pub use answer::{Answer, Codes, Options, Role, Solver, Unsolvable};
pub use capture::{Capture, Edge, Recurrence};
pub use dfpn::{Dfpn, Outcome};
pub use fight::{Fight, KoModel};
pub use generator::Generator;
pub use problem::{Estimate, INFINITE, Kind, Numbers, Problem, Solved};
pub use table::Table;
pub use zone::Zone;
