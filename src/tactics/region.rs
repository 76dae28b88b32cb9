//! The regions of a color: connected points without its stones, whatever else is on them.

use crate::board::{Board, Chain, Color, PointSet};

/// More regions than this a board of 81 points cannot have: each takes one point of a checkerboard.
const MOST_REGIONS: usize = 41;

/// Some regions of one color, on the stack: playouts ask for them.
pub(super) struct Regions {
    len: usize,
    points: [PointSet; MOST_REGIONS],
}

impl Regions {
    /// The regions of `color` that can be an eye: those that `is_eye` accepts and those that are small in
    /// Benson's sense, with every empty point a liberty of `color`.
    ///
    /// Wide regions go first, all at once: an empty point in the middle of a block without own stones is no
    /// liberty, and its region has more than eight points. So `is_eye` is never asked about those.
    #[inline]
    pub(super) fn of(board: &Board, color: Color, is_eye: impl Fn(PointSet) -> bool) -> Regions {
        let own = board.stones(color);
        let outside = PointSet::board(board.size()) - own;
        let far = board.empty() - own.neighbors();
        let narrow = outside - outside.flood(outside.block_centers() & board.empty());
        let mut regions = Regions { len: 0, points: [PointSet::EMPTY; MOST_REGIONS] };
        for region in narrow.regions() {
            if !region.intersects(far) || is_eye(region) {
                regions.points[regions.len] = region;
                regions.len += 1;
            }
        }
        regions
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = PointSet> {
        self.points[..self.len].iter().copied()
    }

    /// The stones of `color` whose chains have two eyes among the regions, each enclosed by such chains
    /// only.
    ///
    /// Benson's iteration: chains with fewer eyes go, then the regions that touched them, until nothing
    /// changes.
    #[inline]
    pub(super) fn living(
        &self,
        board: &Board,
        color: Color,
        is_eye_of: impl Fn(PointSet, &Chain) -> bool,
    ) -> PointSet {
        let mut living = if self.len < 2 { PointSet::EMPTY } else { board.stones(color) };
        let mut gone = PointSet::EMPTY;
        loop {
            let beside_gone = gone.neighbors();
            let eyes = |chain: &Chain| {
                let enclosed = self.iter().filter(|region| !region.intersects(beside_gone));
                enclosed.filter(|&region| is_eye_of(region, chain)).take(2).count()
            };
            let next = board.chains_of(living).filter(|chain| eyes(chain) == 2).map(Chain::stones).collect();
            if next == living {
                return living;
            }
            living = next;
            gone = board.stones(color) - living;
        }
    }
}

/// Is the region vital to the chain: is every empty point of it a liberty of the chain?
#[inline]
pub(super) fn is_vital(board: &Board, region: PointSet, chain: &Chain) -> bool {
    ((region & board.empty()) - chain.liberties()).is_empty()
}
