//! Chances of a playout's suggestions.

use crate::board::{Mask, Point, PointSet};
use crate::rng::Rng;

/// Eight random bytes of one draw, a die each: a draw for each suggestion would take a tenth of a playout's time.
/// When they are used up, eight more are drawn.
pub(super) struct Dice {
    word: u64,
    left: u32,
}

impl Dice {
    const THROWN: u32 = 8;

    #[inline]
    pub(super) fn roll(rng: &mut Rng) -> Dice {
        Dice { word: rng.word(), left: Dice::THROWN }
    }

    /// Does the next one show a number below `percent`?
    #[inline]
    pub(super) fn show(&mut self, percent: u32, rng: &mut Rng) -> bool {
        if self.left == 0 {
            *self = Dice::roll(rng);
        }
        let shown = (self.word & 0xFF) as u32;
        self.word >>= 8;
        self.left -= 1;
        shown * 100 < percent * 256
    }

    /// What the suggestion says, if the next die shows a number below `percent`.
    #[inline]
    pub(super) fn ask(
        &mut self,
        percent: u32,
        rng: &mut Rng,
        suggestion: impl FnOnce(&mut Rng) -> Option<Point>,
    ) -> Option<Point> {
        if self.show(percent, rng) { suggestion(rng) } else { None }
    }

    /// What the suggestion says of these points, if there are some and the next die shows a number below `percent`.
    /// One branch for both: dice cannot be predicted, but that there are seldom such points can.
    #[inline]
    pub(super) fn ask_of(
        &mut self,
        points: PointSet,
        percent: u32,
        rng: &mut Rng,
        suggestion: impl FnOnce(PointSet, &mut Rng) -> Option<Point>,
    ) -> Option<Point> {
        let points = points.only_if(Mask::from(self.show(percent, rng)));
        if points.is_empty() { None } else { suggestion(points, rng) }
    }
}
