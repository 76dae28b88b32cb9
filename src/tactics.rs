//! What is true of a position: facts that playouts, priors and final status share.

mod atari;
mod benson;
mod closed_region;
#[cfg(test)]
mod drawn;
mod eye;
mod knot;
mod ladder;
mod nakade;
mod net;
mod placement;
mod region;
mod self_atari;
mod staircase;
mod two_liberties;

pub use atari::{captures, captures_among, is_self_atari, liberties_after, saves};
pub use benson::{owned_area, pass_alive, pass_alive_area};
pub use closed_region::{LARGEST_REGION, Safety, safe_points, safety};
pub use eye::{Eyes, eyes, real_eyes, two_eyed_area};
pub use knot::{Fates, fates, is_capturable};
pub use ladder::{LADDER_NODES, Verdict, attack, defend, ladder_proof};
pub use nakade::{enclosed_vital_point, has_other_eye_space};
pub use net::net;
pub use placement::Placement;
pub use self_atari::{SelfAtari, self_atari};
pub use staircase::{runs_into_ladder, staircase_catches};
pub use two_liberties::{driving_moves, gaining_moves};
