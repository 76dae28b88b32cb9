//! Real and false one-point eyes.

use crate::board::{Board, Color, PointSet};

/// The empty points that are real eyes of `color`: every neighbor is its stone, and the enemy holds at
/// most one diagonal point, none if the point is on the first line.
///
/// ```text
///  X X O      . X O      real in the center, even with one enemy diagonal;
///  X * X      * X .      real on the edge only if the enemy has no diagonal (here it has one: false)
///  X X X      X X X
/// ```
///
/// A cheap test for playouts: the chains around the point may still be captured.
#[inline]
pub fn real_eyes(board: &Board, color: Color) -> PointSet {
    let enemy = board.stones(!color);
    let eyes = board.empty() - (board.empty() | enemy).neighbors();
    if eyes.is_empty() {
        return eyes;
    }
    let (touched, broken) = eyes.with_diagonals(enemy);
    eyes - broken - (touched & board.edge())
}

/// Stones of chains that have two real one-point eyes for good, with those eyes.
///
/// Benson's condition on one-point regions: each chain touches two eyes, and each eye is enclosed by such
/// chains only. It never ends where a larger eye counts, but costs little, and in a playout, where nobody
/// fills a real eye, such stones stay.
///
/// Source: Benson, Life in the game of Go, Information Sciences 10, 1976.
pub fn safe_area(board: &Board, color: Color) -> PointSet {
    let mut eyes = real_eyes(board, color);
    let mut stones = board.stones(color);
    loop {
        let safe = board
            .chains_of(stones)
            .filter(|chain| (chain.liberties() & eyes).len() >= 2)
            .fold(PointSet::EMPTY, |safe, chain| safe | chain.stones());
        if safe == stones {
            return stones | eyes;
        }
        stones = safe;
        eyes -= (PointSet::board(board.size()) - stones).neighbors();
    }
}
