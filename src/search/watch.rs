//! What the outside sees of a running search and how it ends or narrows it.

use super::{Evaluators, Findings, Partners};
use crate::pause::Pauses;
use std::fmt;
use std::time::Duration;

/// What hears of the findings of a running search.
pub type Listener<'a> = &'a mut dyn FnMut(&Findings);

/// The outside's hold on a running search; by default none.
#[derive(Default)]
pub struct Watch<'a> {
    /// Asked before every playout but the first; `true` ends the search.
    pub stop: Option<&'a (dyn Fn() -> bool + Sync)>,
    /// Called at this interval with what has been found so far.
    pub report: Option<(Duration, Listener<'a>)>,
    /// When a search by one thread lets others use that thread; never, if there is none.
    pub pauses: Option<&'a Pauses>,
    /// Searches elsewhere that share what they find.
    pub partners: Option<&'a mut (dyn Partners + 'a)>,
    /// Those that evaluate positions for a search that the network leads.
    pub evaluators: Option<&'a dyn Evaluators>,
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let interval = self.report.as_ref().map(|(interval, _)| interval);
        f.debug_struct("Watch").field("stop", &self.stop.is_some()).field("report", &interval).finish()
    }
}
