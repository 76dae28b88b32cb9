//! Stones around a target: who attacks, who defends, and what a move changes.

use super::problem::Kind;
use crate::board::{Move, Point, PointSet};
use crate::rng::GOLDEN;
use serde::{Deserialize, Serialize};

/// Whom the ban on retaking a ko binds. Threats elsewhere are not part of the search: a side with more of them
/// than it needs is a side without the ban.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum KoModel {
    /// Both.
    Plain,
    /// The attacker only; and taking a single stone in a ko that can be retaken is no capture.
    DefenderFree,
    /// The defender only.
    AttackerFree,
}

/// What does not change while a target is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    /// All points of the board.
    pub(super) board: PointSet,
    /// A stone of the target: chains only grow or disappear, so it names the target to the end.
    pub(super) anchor: Point,
    pub(super) ko: KoModel,
}

/// A state of the capture problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fight {
    pub(super) attacker: PointSet,
    pub(super) defender: PointSet,
    /// Where the side to move may not retake: a point or nothing.
    pub(super) ko: PointSet,
    /// The target's stones.
    pub(super) target: PointSet,
    /// The target's liberties.
    pub(super) liberties: PointSet,
    pub(super) attacks: bool,
    /// Of the threats that the attacker may use.
    pub(super) order: u8,
    /// Is a pass of the defender answered by threats of the same order? So at the root of a defence only.
    pub(super) root: bool,
}

/// A state in a table.
// Not an array: arrays are compared as vectors, and to load a vector of words that have just been stored one by one
// stalls the processor (store forwarding fails).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FightKey(u64, u64, u64, u64);

impl FightKey {
    /// The words of both sides' stones; points have indices below 100, so that there is room for 24 bits beside them.
    #[inline]
    pub(super) fn new(
        [a, b]: [u64; 2],
        beside_attacker: u64,
        [c, d]: [u64; 2],
        beside_defender: u64,
    ) -> FightKey {
        FightKey(a, b | beside_attacker << 40, c, d | beside_defender << 40)
    }

    /// Well mixed.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let mix = |hash: u64, word: u64| (hash.rotate_left(29) ^ word).wrapping_mul(GOLDEN);
        let hash = mix(mix(mix(mix(0, self.0), self.1), self.2), self.3);
        hash ^ (hash >> 32)
    }
}

impl Fight {
    /// All that tells it from other states of a problem with that name, which has 24 bits at most.
    #[inline]
    pub(super) fn key(&self, name: u64) -> FightKey {
        let ko = self.ko.first().map_or(0, Point::index) as u64;
        let state =
            ko << 8 | u64::from(self.order) << 2 | u64::from(self.attacks) << 1 | u64::from(self.root);
        FightKey::new(self.attacker.words(), state, self.defender.words(), name)
    }

    /// Who chooses.
    #[inline]
    pub(super) fn kind(&self) -> Kind {
        if self.attacks { Kind::Or } else { Kind::And }
    }

    /// After a pass of the side to move.
    fn passed(&self) -> Fight {
        Fight { attacks: !self.attacks, ko: PointSet::EMPTY, ..*self }
    }

    /// Stones of the side to move, and of the other.
    #[inline]
    pub(super) fn sides(&self) -> (PointSet, PointSet) {
        if self.attacks { (self.attacker, self.defender) } else { (self.defender, self.attacker) }
    }
}

/// Of these stones of a color those whose chains are without a liberty, as whole chains; `near_liberties` is all that
/// is next to one.
#[inline]
fn breathless(stones: PointSet, of: PointSet, near_liberties: PointSet) -> PointSet {
    let mut rest = (of & stones) - near_liberties;
    let mut breathless = PointSet::EMPTY;
    while !rest.is_empty() {
        let chain = stones.flood_until(rest.first_alone(), |reached| reached.intersects(near_liberties));
        rest -= chain;
        if !chain.intersects(near_liberties) {
            breathless |= chain;
        }
    }
    breathless
}

impl Ground {
    #[inline]
    pub(super) fn empty(&self, fight: &Fight) -> PointSet {
        self.board - fight.attacker - fight.defender
    }

    /// Liberties of the target.
    #[inline]
    pub(super) fn liberties(&self, fight: &Fight) -> PointSet {
        debug_assert_eq!(fight.liberties, fight.target.neighbors() & self.empty(fight));
        fight.liberties
    }

    /// The chains of `enemy` that a stone on the point takes: those without another liberty.
    #[inline]
    pub(super) fn captured(&self, empty: PointSet, enemy: PointSet, point: Point) -> PointSet {
        let near = PointSet::neighbors_of(point) & enemy;
        if near.is_empty() {
            return near;
        }
        breathless(enemy, near, (empty - PointSet::of(point)).neighbors())
    }

    /// Does a stone on the point that takes exactly these stones begin a ko?
    #[inline]
    pub(super) fn begins_ko(&self, empty: PointSet, own: PointSet, point: Point, captured: PointSet) -> bool {
        captured.is_single() && !PointSet::neighbors_of(point).intersects(own | empty)
    }

    /// Does a stone of the side to move begin a ko there?
    pub(super) fn starts_ko(&self, fight: &Fight, point: Point) -> bool {
        let (own, enemy) = fight.sides();
        let empty = self.empty(fight);
        self.begins_ko(empty, own, point, self.captured(empty, enemy, point))
    }

    /// Where among these points the side to move may play.
    #[inline]
    pub(super) fn legal(&self, fight: &Fight, among: PointSet) -> PointSet {
        let empty = self.empty(fight);
        let (own, enemy) = fight.sides();
        let among = empty & among;
        let mut legal = among & empty.neighbors();
        for point in among - legal {
            let near = PointSet::neighbors_of(point);
            let near_liberties = (empty - PointSet::of(point)).neighbors();
            if (near & own).intersects(near_liberties)
                || !breathless(enemy, near, near_liberties).is_empty()
                || near.intersects(own - breathless(own, near, near_liberties))
            {
                legal |= PointSet::of(point);
            }
        }
        legal -= fight.ko;
        if fight.attacks {
            // A capture that counted would have ended the search.
            let last = self.liberties(fight);
            if last.is_single() {
                legal -= last;
            }
        }
        legal
    }

    /// Is taking the target on its last liberty no capture, since the defender retakes?
    pub(super) fn is_refused(&self, fight: &Fight, last: Point) -> bool {
        self.ko == KoModel::DefenderFree && self.leaves_ko(fight, last)
    }

    /// Does taking the target on its last liberty, the attacker to move, leave a ko?
    pub(super) fn leaves_ko(&self, fight: &Fight, last: Point) -> bool {
        fight.target.is_single() && self.starts_ko(fight, last)
    }

    /// After a legal move of the side to move.
    pub(super) fn after(&self, fight: &Fight, mv: Move) -> Fight {
        match mv {
            Move::Play(point) => self.play(fight, point),
            Move::Pass => fight.passed(),
        }
    }

    /// After a legal stone of the side to move.
    #[inline]
    pub(super) fn play(&self, fight: &Fight, point: Point) -> Fight {
        let empty = self.empty(fight);
        let (own, enemy) = fight.sides();
        let stone = PointSet::of(point);
        let captured = self.captured(empty, enemy, point);
        let free = if fight.attacks { KoModel::DefenderFree } else { KoModel::AttackerFree };
        let ko = if self.ko != free && self.begins_ko(empty, own, point, captured) {
            captured
        } else {
            PointSet::EMPTY
        };
        let (own, enemy) = (own | stone, enemy - captured);
        let mut next = Fight { ko, attacks: !fight.attacks, root: false, ..*fight };
        if fight.attacks {
            (next.attacker, next.defender) = (own, enemy);
            // What is captured does not touch the target: it would be part of it.
            next.liberties -= stone;
        } else {
            (next.attacker, next.defender) = (enemy, own);
            let near = PointSet::neighbors_of(point);
            if near.intersects(fight.target) {
                let joins = near.intersects(own - fight.target);
                next.target = if joins { own.flood(fight.target | stone) } else { fight.target | stone };
                next.liberties = next.target.neighbors() & ((empty ^ stone) | captured);
            } else if !captured.is_empty() {
                next.liberties |= next.target.neighbors() & captured;
            }
        }
        next
    }
}
