//! One search by several processes, each with a tree, threads and random numbers of its own.
//!
//! Process 0, the leader, plays the game. Whenever it searches, it sends the others the whole question, so that nothing that came before
//! can be missed: neither an undone move nor a changed parameter. While they search, all tell each other several times a second what is
//! new at the top of their trees (see [`crate::search::News`]), by messages that nobody waits for. Who has been silent for a second is
//! left out until it is heard again. When the leader's search ends, so do the others'.

mod circle;
mod follower;
mod leader;
mod lockstep;
mod message;
#[cfg(feature = "cluster")]
pub mod mpi;
mod post;

pub use follower::follow;
pub use leader::Leader;
pub use lockstep::Lockstep;
pub use post::Post;
