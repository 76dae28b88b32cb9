//! What a stone would bring about, found with sets instead of playing it.

use crate::board::{Board, Chain, Color, Point, PointSet};

/// The chain that a stone would belong to, with its captures made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The stones of the chain, the new one included.
    pub stones: PointSet,
    /// Its liberties; none if the stone may not be played because it is suicide.
    pub liberties: PointSet,
    /// Enemy stones that leave the board.
    pub captured: PointSet,
}

impl Placement {
    /// What a stone of `color` on the empty `point` would bring about. Ko is not looked at.
    #[inline]
    pub fn of(board: &Board, color: Color, point: Point) -> Placement {
        let near = PointSet::neighbors_of(point);
        let mut stones = PointSet::of(point);
        let mut liberties = near & board.empty();
        for friend in board.chains_of(near & board.stones(color)) {
            stones |= friend.stones();
            liberties |= friend.liberties();
        }
        let mut captured = PointSet::EMPTY;
        for enemy in board.chains_of(near & board.stones(!color) & board.in_atari()) {
            captured |= enemy.stones();
        }
        if !captured.is_empty() {
            liberties |= captured & stones.neighbors();
        }
        Placement { stones, liberties: liberties - PointSet::of(point), captured }
    }

    /// The liberties that `chain`, of the same color, would have: as a part of the new chain or beside it.
    #[inline]
    pub(super) fn liberties_of(&self, chain: &Chain) -> PointSet {
        if self.stones.intersects(chain.stones()) {
            self.liberties
        } else {
            chain.liberties() | (self.captured & chain.stones().neighbors())
        }
    }

    /// Does the stone take a ko: one stone for one, where only the rule forbids taking it back?
    #[inline]
    pub fn takes_ko(&self) -> bool {
        self.captured.is_single() && self.stones.is_single() && self.liberties == self.captured
    }
}
