//! Searches for a proof: can a chain be captured, does a closed group live?
//!
//! [`Solver`] answers for one chain of a board. Its parts know nothing of each other's trade: `problem` is any two-valued
//! game, `dfpn` searches one, `capture` is the one about a chain. [`Algorithm`] names the searches of `rivals` that are
//! compared with it, on that problem or on `plain`, the same without orders of threats; they are there with the feature `cli`.

#[cfg(feature = "cli")]
mod algorithm;
mod answer;
mod capture;
mod chance;
#[cfg(feature = "cli")]
mod critical;
mod dfpn;
mod fate;
mod fight;
mod first_numbers;
mod generator;
#[cfg(test)]
mod graph;
mod known_ladders;
mod ladder;
mod life;
#[cfg(feature = "cli")]
mod measure;
mod params;
#[cfg(feature = "cli")]
mod plain;
mod problem;
mod proof;
mod recall;
#[cfg(feature = "cli")]
mod rivals;
mod role;
mod siege;
mod table;
mod yard;
mod zone;

#[cfg(feature = "cli")]
pub use algorithm::{Algorithm, Finding};
pub use answer::{Answer, GnuGoCode, Solver, Unsolvable};
pub use capture::Recurrence;
#[cfg(feature = "cli")]
pub use critical::Critical;
pub use fate::{Fate, LifeAnswer, LifeParams, LifeSolver};
pub use fight::KoModel;
pub use first_numbers::{FirstNumbers, FirstNumbersError};
pub use generator::Generator;
pub use params::{MAX_ORDER, SolverParams};
pub use problem::Numbers;
pub use proof::{End, Proof, Step};
#[cfg(feature = "cli")]
pub use rivals::{Parts, Start};
pub use role::Role;
pub use zone::Zone;
