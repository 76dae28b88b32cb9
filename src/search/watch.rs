//! What the outside sees of a running search and how it ends or narrows it.

use super::Findings;
use crate::board::{Color, PointSet};
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
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let interval = self.report.as_ref().map(|(interval, _)| interval);
        f.debug_struct("Watch").field("stop", &self.stop.is_some()).field("report", &interval).finish()
    }
}

/// Points that a color must not play in the first moves of every line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// Whose moves are restricted.
    pub color: Color,
    /// The points left out.
    pub points: PointSet,
    /// How many moves deep, of both colors together; 1 restricts the root alone.
    pub depth: usize,
}

impl Restriction {
    /// All points that `color` must not play after so many moves.
    pub(super) fn points(all: &[Restriction], color: Color, depth: usize) -> PointSet {
        let holds = |one: &&Restriction| one.color == color && depth < one.depth;
        all.iter().filter(holds).fold(PointSet::EMPTY, |points, one| points | one.points)
    }
}
