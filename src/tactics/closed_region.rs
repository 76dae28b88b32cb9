//! Closed regions: small enclosed regions that are worth an eye, and the chains that two of them make safe.
//!
//! Source: "A Design of Monte-Carlo Computer Go Program" (thesis, 2010), sections 3.2.2 and 3.2.4.2.
//! Regions with enemy stones inside are what the thesis leaves open.

use super::region::{Regions, is_vital};
use crate::board::{Board, Chain, Color, PointSet};

/// The most points of a closed region: in nine points the enemy may live.
pub const LARGEST_REGION: u32 = 8;

/// What a color need not defend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Safety {
    /// Stones of the chains with two eyes.
    pub stones: PointSet,
    /// The eyes between them, enemy stones inside included.
    pub eyes: PointSet,
}

/// The chains of `color` that have two closed regions, or regions vital in Benson's sense, and these
/// regions.
///
/// Larger than what is unconditionally alive, and nearly as sure if the owner answers;
/// `docs/history/playouts.md` has the error rate. If nobody plays in the eyes the answer stays right while a
/// game goes on: a playout that keeps out of them need not ask again, except to find more.
///
/// ```text
///  . . X . X O      Two points and one point, without a broken corner: two eyes. The chain is safe though
///  X X X X X O      the enemy may play in the left region: nothing in it can live.
///  O O O O O O
/// ```
pub fn safety(board: &Board, color: Color) -> Safety {
    let own = board.stones(color);
    let closed = |region: PointSet| is_closed(board, color, region);
    let regions = Regions::of(board, color, closed);
    let eyes_of = |region: PointSet, chain: &Chain| {
        chain.liberties().intersects(region) && (is_vital(board, region, chain) || closed(region))
    };
    let stones = regions.living(board, color, eyes_of);
    if stones.is_empty() {
        return Safety::default();
    }
    let beside_others = (own - stones).neighbors();
    let inside = regions.iter().filter(|region| !region.intersects(beside_others));
    Safety { stones, eyes: inside.collect() }
}

/// The empty points that `color` need not fill and its enemy need not enter.
pub fn safe_points(board: &Board, color: Color) -> PointSet {
    safety(board, color).eyes & board.empty()
}

/// Is the region of `color`, whatever the enemy does there, worth an eye?
///
/// A corner of a point is broken when the stones on both sides of it are not joined by a third: the
/// diagonal point is empty or the enemy's. No corner may be broken (C0 in the thesis); one may be (C1) if the
/// region has no empty point on the first line.
fn is_closed(board: &Board, color: Color, region: PointSet) -> bool {
    if region.len() > LARGEST_REGION {
        return false;
    }
    let own = board.stones(color);
    let broken = region.broken_corners(own, PointSet::board(board.size()) - own);
    let firm = broken == 0 || broken == 1 && !region.intersects(board.edge() & board.empty());
    firm && !(region.intersects(board.stones(!color)) && may_hold_an_eye(board, color, region))
}

/// Can the enemy get an eye of its own in the region? Only around a point that no stone of `color` touches.
fn may_hold_an_eye(board: &Board, color: Color, region: PointSet) -> bool {
    !(region - board.stones(color).neighbors()).is_empty()
}
