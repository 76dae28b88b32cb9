//! Relevance zones: the points that a value rests on.
//!
//! Every position with the same side to move and the same order that agrees with a solved one on its zone has the
//! same value. Ideas: Thomsen: Lambda-search in game trees with application to Go, 2000 (relevance zones); Shih,
//! Wu, Wei, Wu: A novel approach to solving goal-achieving problems for board games, 2022. The rules for the two
//! values of a capture are our own; `tests/laws/solver_laws.rs` refills the board outside and looks again.

use super::fight::{Fight, Ground};
use crate::board::{Board, Color, Point, PointSet};
use std::fmt;
use std::ops::BitOr;

/// The points a value rests on, and whether a ko was needed. The union of two says both.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Zone(PointSet);

/// The bit in the set of a zone that says that a ko was needed. No board has a point there, and a flag beside the set would
/// double the size of a zone.
const KO: PointSet = PointSet::from_words([0, 1 << 63]);

impl Zone {
    #[inline]
    pub(super) fn new(points: PointSet, used_ko: bool) -> Zone {
        Zone(if used_ko { points | KO } else { points })
    }

    /// Of points, without a ko.
    #[inline]
    pub(super) fn of(points: PointSet) -> Zone {
        Zone(points)
    }

    /// The points.
    #[inline]
    pub fn points(self) -> PointSet {
        self.0 - KO
    }

    /// Where a stone of the other side may break what `winner` has proven on this board: in the zone, and where it takes a chain
    /// of `winner` that stands in it in part. Any other stone leaves the zone as it is.
    pub fn breakers(self, board: &Board, winner: Color) -> PointSet {
        let points = self.points();
        let in_danger = board.chains_of(points & board.stones(winner) & board.in_atari());
        in_danger.fold(points, |breakers, chain| breakers | chain.liberties())
    }

    /// Did a ban on retaking, or a capture that begins a ko, take part?
    #[inline]
    pub fn used_ko(self) -> bool {
        self.0.intersects(KO)
    }
}

impl BitOr for Zone {
    type Output = Zone;
    #[inline]
    fn bitor(self, other: Zone) -> Zone {
        Zone(self.0 | other.0)
    }
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zone").field("points", &self.points()).field("used_ko", &self.used_ko()).finish()
    }
}

/// Any `count` points of a set.
#[inline]
pub(super) fn some_of(points: PointSet, count: usize) -> PointSet {
    let mut rest = points;
    for _ in 0..count {
        rest -= rest.first_alone();
    }
    points - rest
}

impl Ground {
    /// The chain and one of its liberties among the empty points, one in the zone if there is one.
    fn with_liberty(&self, chain: PointSet, empty: PointSet, zone: PointSet) -> PointSet {
        let liberties = chain.neighbors() & empty;
        let known = if liberties.intersects(zone) { liberties & zone } else { liberties };
        chain | some_of(known, 1)
    }

    /// A zone and, for each chain of `winner` with stones in it, the chain and a liberty: no single stone of the
    /// other side outside takes any of these.
    pub(super) fn base(&self, fight: &Fight, zone: PointSet, winner: PointSet) -> PointSet {
        let empty = self.empty(fight);
        let mut base = zone;
        for chain in winner.regions_at(zone) {
            base |= self.with_liberty(chain, empty, base);
        }
        base
    }

    /// What has to be as it is for a stone of the side to move to have the same effect: its neighbors, and
    /// what it takes or does not take.
    pub(super) fn effect(&self, fight: &Fight, point: Point, zone: Zone) -> Zone {
        let empty = self.empty(fight);
        let (own, enemy) = fight.sides();
        let stone = PointSet::of(point);
        let near = PointSet::neighbors_of(point);
        let mut points = zone.points() | stone | (near & self.board);
        let captured = self.captured(empty, enemy, point);
        points |= captured | (captured.neighbors() & self.board);
        for chain in enemy.regions_at(near - captured) {
            points |= self.with_liberty(chain, empty - stone, points);
        }
        let begins_ko = self.begins_ko(empty, own, point, captured);
        Zone::new(points, zone.used_ko() | begins_ko)
    }

    /// What has to be as it is for a stone of the side to move to be legal, where it would touch no empty point
    /// and take nothing.
    pub(super) fn legality(&self, fight: &Fight, point: Point, zone: PointSet) -> PointSet {
        let empty = self.empty(fight);
        let (own, enemy) = fight.sides();
        let near = PointSet::neighbors_of(point);
        if near.intersects(empty) || !self.captured(empty, enemy, point).is_empty() {
            return PointSet::EMPTY;
        }
        let rest = empty - PointSet::of(point);
        let breathing = own.regions_at(near).map(|chain| (chain, chain.neighbors() & rest));
        let best = breathing
            .filter(|(_, liberties)| !liberties.is_empty())
            .min_by_key(|(chain, _)| (*chain - zone).len());
        best.map_or(PointSet::EMPTY, |(chain, _)| self.with_liberty(chain, rest, zone))
    }

    /// What has to be as it is for the stones of the side to move on empty points of `base` to be suicide where
    /// they are.
    pub(super) fn suicides(&self, fight: &Fight, base: PointSet, legal: PointSet) -> PointSet {
        let empty = self.empty(fight);
        let (own, enemy) = fight.sides();
        let mut points = PointSet::EMPTY;
        for point in (base & empty) - legal - fight.ko {
            let stone = PointSet::of(point);
            let would_be = (own | stone).flood(stone);
            points |= would_be | (would_be.neighbors() & self.board);
            for chain in enemy.regions_at(PointSet::neighbors_of(point)) {
                points |= self.with_liberty(chain, empty - stone, points | base);
            }
        }
        points
    }

    /// What has to be as it is for the capture of a single stone on its last liberty to be refused, or not.
    pub(super) fn refusal(&self, fight: &Fight, last: Point) -> PointSet {
        self.effect(fight, last, Zone::of(fight.target | (fight.target.neighbors() & self.board))).points()
    }
}
