//! Others that evaluate positions for a search that the network leads.

use super::scene::Scene;
use crate::board::{PointSet, Symmetry};
use crate::network::{Evaluation, Sight};
use std::fmt;

/// Others that evaluate positions for a search that the network leads. The search has a worker for each seat, which waits there
/// for what it has asked.
pub trait Evaluators: Sync + fmt::Debug {
    /// How many positions they can have in hand at once, and so how many seats there are.
    fn seats(&self) -> usize;

    /// Is there anybody to ask from that seat?
    fn is_open(&self, seat: usize) -> bool;

    /// What the network thinks of a position and of `plays` in it, when it is shown that image. `None` if nobody
    /// answers, or if the search is `over` before somebody does.
    fn ask(
        &self,
        seat: usize,
        sight: &Sight<'_>,
        plays: PointSet,
        image: Symmetry,
        over: &dyn Fn() -> bool,
    ) -> Option<Evaluation>;
}

/// A worker's seat.
#[derive(Clone, Copy)]
pub(super) struct Seat<'a> {
    pub(super) evaluators: &'a dyn Evaluators,
    pub(super) number: usize,
    /// Has the search ended? A full tree does not end it: who is silent is known by how long one question waits.
    pub(super) over: &'a (dyn Fn() -> bool + Sync),
}

impl Seat<'_> {
    pub(super) fn is_open(&self) -> bool {
        self.evaluators.is_open(self.number)
    }

    pub(super) fn ask(&self, scene: &Scene<'_>, komi: f32, image: Symmetry) -> Option<Evaluation> {
        self.evaluators.ask(self.number, &scene.sight(komi), scene.plays, image, self.over)
    }
}
