//! Others that search with the engine, each with a tree of its own, or evaluate positions for it.

use super::Errand;
use crate::search::{Evaluators, Partners};
use std::fmt;
use std::sync::Arc;

/// Others that search with the engine, each with a tree of its own, or evaluate positions for it.
///
/// From its beginning to its end a search meets them as its [`Partners`].
pub trait Crew: Partners + fmt::Debug + Send {
    /// They begin to search for it.
    fn begin(&mut self, errand: &Errand);

    /// Those of them that evaluate positions for the search that has begun, where the network leads.
    fn evaluators(&self) -> Option<Arc<dyn Evaluators + Send>> {
        None
    }

    /// They stop.
    fn end(&mut self);

    /// What each did in the last search, the engine first.
    fn shares(&self) -> Vec<Share>;
}

/// What one of those did that searched together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Its playouts, as far as the others know.
    pub playouts: u64,
    /// What it told the others.
    pub told: Traffic,
    /// Has it been silent for so long that the search went on without it?
    pub left_out: bool,
}

/// What was sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Traffic {
    /// Number of messages.
    pub messages: u64,
    /// Their length together.
    pub bytes: u64,
}
