//! Which move next.

use crate::board::{Board, Color, Point};
use crate::rng::Rng;
use crate::tactics::real_eyes;

/// Chooses the moves of a playout.
pub trait Policy {
    /// The next move of `color`; `None` is a pass.
    fn choose(&self, board: &Board, color: Color, rng: &mut Rng) -> Option<Point>;
}

/// Uniform over the legal moves that do not fill an own real eye.
#[derive(Clone, Copy, Debug, Default)]
pub struct Light;

impl Policy for Light {
    #[inline(always)]
    fn choose(&self, board: &Board, color: Color, rng: &mut Rng) -> Option<Point> {
        (board.legal_moves(color) - real_eyes(board, color)).pick(rng)
    }
}
