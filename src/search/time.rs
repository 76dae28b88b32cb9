//! How long a search takes: the clocks of the game, and the pace within what they allow.

mod clock;
mod pace;

pub use clock::{Clock, Margins, TimeSettings};
pub use pace::Budget;

pub(crate) use clock::LONGEST_TIME;
pub(super) use pace::has_seen_enough;
