//! One search by several processes. Process 0, the leader, plays the game.
//!
//! Where the network leads there is one tree, the leader's. Workers of its search walk down to new positions, which
//! the others evaluate (`seats`, `evaluation`).
//!
//! Elsewhere, or if it is wanted, each has a tree, threads and random numbers of its own. Whenever the leader
//! searches, it sends the others the whole question, so that nothing that came before can be missed: neither an undone
//! move nor a changed parameter. While they search, all tell each other several times a second what is new at the top
//! of their trees (see [`crate::search::News`]; `circle`). When the leader's search ends, so do the others'.
//!
//! Messages are sent and forgotten. Who has been silent for a second is left out until it is heard again.

mod circle;
mod evaluation;
mod follower;
mod leader;
mod lockstep;
mod message;
#[cfg(feature = "cluster")]
pub mod mpi;
mod post;
mod seats;
mod silence;

pub use follower::follow;
pub use leader::Leader;
pub use lockstep::Lockstep;
pub use post::Post;
