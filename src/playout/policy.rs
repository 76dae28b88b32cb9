//! Which move next.

mod dice;
mod params;
mod suggestions;

pub use params::PlayoutParams;
pub use suggestions::Guided;

use crate::board::{Board, Color, Point, PointSet};
use crate::rng::Rng;
use crate::tactics::real_eyes;

/// Chooses the moves of a playout.
pub trait Policy {
    /// Looks at the position that a playout begins with.
    fn begin(&mut self, _board: &Board) {}

    /// What each color owns without filling it, because hardly anybody plays there: it counts whatever is inside.
    fn settled(&self) -> [PointSet; 2] {
        [PointSet::EMPTY; 2]
    }

    /// The next move of `color` after the opponent's move `last`; `None` is a pass.
    fn choose(&mut self, board: &Board, color: Color, last: Option<Point>, rng: &mut Rng) -> Option<Point>;
}

/// Uniform over the legal moves that do not fill an own real eye.
#[derive(Clone, Copy, Debug, Default)]
pub struct Light;

impl Policy for Light {
    /// Always inlined, like the board's own move: as a call it slows playouts down.
    #[inline(always)]
    fn choose(&mut self, board: &Board, color: Color, _last: Option<Point>, rng: &mut Rng) -> Option<Point> {
        (board.legal_moves(color) - real_eyes(board, color)).pick(rng)
    }
}
