//! Death as an AND/OR problem: the capture of a chain in its yard and on the liberties outside, by stones that stay.
//!
//! The arena is where both sides play: the yard, its walls, which may be captured, and their liberties outside. The
//! attacker's chains around it, the captors, have to stay; the defender has escaped when a stone of it touches
//! anything else. What it plays elsewhere is a pass here: a captor outlasts that if it is unconditionally alive, or if
//! it has five liberties elsewhere and more than the capture takes moves. Any other captor counts as one without a
//! liberty elsewhere. So a capture here is one on the whole board.

use super::dfpn::Dfpn;
use super::fight::{Fight, FightKey, Ground};
use super::life::Life;
use super::problem::{FirstLook, Kind, Numbers, Problem, Solved};
use super::yard::Yard;
use crate::board::{Board, Color, Move, PointSet};
use crate::tactics::{pass_alive, pass_alive_area};

/// Where a siege is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arena {
    /// Where both sides play.
    inside: PointSet,
    /// The attacker's stones that have to stay.
    captors: PointSet,
    /// Those of them that stay for reasons outside.
    firm: PointSet,
    /// What counts as the defender's stones, so that captors have no liberty there.
    lost: PointSet,
    /// A capture may take this number of the attacker's moves.
    pub(super) patience: u32,
    /// What has to be as it is for a capture to be true.
    pub(super) points: PointSet,
}

/// A captor with fewer liberties elsewhere gets none.
const FIRM_LIBERTIES: u32 = 5;

impl Arena {
    /// Around a yard; `None` where stones outside have no room.
    pub(super) fn around(board: &Board, attacker: Color, yard: &Yard) -> Option<Arena> {
        let (own, all) = (board.stones(attacker), PointSet::board(board.size()));
        let core = yard.inside | yard.walls;
        let inside = core | (yard.walls.neighbors() & board.empty());
        let alive = pass_alive(board, attacker);
        let rest = all - inside;
        let (mut captors, mut firm, mut lost) = (PointSet::EMPTY, PointSet::EMPTY, PointSet::EMPTY);
        let mut patience = u32::MAX;
        let mut points = inside;
        for chain in board.chains_of(inside.neighbors() & own | (inside & own)) {
            let stones = chain.stones();
            if (stones - yard.inside).is_empty() {
                continue;
            }
            captors |= stones;
            let elsewhere = chain.liberties() & rest;
            if stones.intersects(alive) {
                firm |= stones;
                points |= pass_alive_area(board, attacker);
            } else if elsewhere.len() >= FIRM_LIBERTIES {
                firm |= stones;
                points |= elsewhere;
                patience = patience.min(elsewhere.len() - 1);
            } else {
                lost |= stones.neighbors() & (rest - own);
            }
        }
        points |= captors;
        // A firm captor needs a liberty that is none of the lost points, and these one of their own.
        let open = rest - captors - lost;
        let has_room = |stones: PointSet| stones.regions().all(|chain| chain.neighbors().intersects(open));
        (has_room(firm) && has_room(lost)).then_some(Arena { inside, captors, firm, lost, patience, points })
    }
}

/// What a value of a siege rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Toll {
    /// Did a ko take part?
    pub(super) used_ko: bool,
    /// Of the attacker, at most, until the capture.
    pub(super) moves: u32,
}

/// The siege of one chain.
#[derive(Debug)]
pub(super) struct Siege {
    ground: Ground,
    arena: Arena,
    /// Points of the arena beside the outside that touch no firm captor: a stone of the attacker would have a liberty
    /// outside, so that only the defender plays there.
    shore: PointSet,
    /// Life in the yard, which is looked at first: who lives in it without a liberty outside is not captured.
    life: Life,
    pub(super) life_search: Dfpn<Life>,
    /// States of the yard that may still be entered.
    pub(super) left: u64,
}

/// States to enter at most for a look at the yard.
const GLANCE_NODES: u64 = 300;

impl Siege {
    /// The problem.
    pub(super) fn new(arena: Arena, ground: Ground, life: Life, life_search: Dfpn<Life>, left: u64) -> Siege {
        let elsewhere = ground.board - arena.inside - arena.captors;
        let shore = arena.inside & (elsewhere.neighbors() - arena.firm.neighbors());
        Siege { ground, arena, shore, life, life_search, left }
    }

    /// The state of the arena in a position; `None` where a captor has no liberty in it.
    pub(super) fn root(&self, now: &Fight) -> Option<Fight> {
        let Arena { inside, captors, lost, .. } = self.arena;
        let attacker = captors | (now.attacker & inside);
        let defender = lost | (now.defender & inside);
        let fight = Fight { attacker, defender, ko: now.ko & inside, order: 0, root: false, ..*now };
        let empty = self.ground.empty(&fight);
        let breathes = |chain: PointSet| chain.neighbors().intersects(empty);
        attacker.regions().all(breathes).then_some(fight)
    }

    /// Has the defender got out, or taken a captor?
    fn has_escaped(&self, fight: &Fight) -> bool {
        let Arena { inside, captors, .. } = self.arena;
        let elsewhere = self.ground.board - inside - captors;
        !(captors - fight.attacker).is_empty() || (fight.defender & inside).neighbors().intersects(elsewhere)
    }

    /// Is a wall of the yard captured if no wall has a liberty outside?
    fn glance(&mut self, fight: &Fight) -> Option<bool> {
        let state = self.life.state(fight)?;
        let found = self.life_search.search(&mut self.life, &state, self.left.min(GLANCE_NODES));
        self.left -= found.nodes;
        found.numbers.value()
    }

    fn uses_ko(&self, fight: &Fight, mv: Move) -> bool {
        matches!(mv, Move::Play(point) if self.ground.starts_ko(fight, point))
    }
}

impl Problem for Siege {
    type State = Fight;
    type Edge = Move;
    type Key = FightKey;
    type Reason = Toll;

    fn kind(&self, fight: &Fight) -> Kind {
        fight.kind()
    }

    fn key(&self, fight: &Fight) -> FightKey {
        fight.key(0)
    }

    fn hash(key: &FightKey) -> u64 {
        key.hash()
    }

    fn terminal(&self, fight: &Fight) -> Option<Solved<Toll>> {
        if self.has_escaped(fight) {
            return Some(Solved { value: false, reason: self.reason_repeated() });
        }
        let last = fight.liberties.only().filter(|_| fight.attacks)?;
        let takes = !fight.ko.contains(last) && !self.ground.is_refused(fight, last);
        let used_ko = self.ground.leaves_ko(fight, last);
        takes.then_some(Solved { value: true, reason: Toll { used_ko, moves: 1 } })
    }

    fn estimate(&mut self, fight: &Fight) -> FirstLook<Toll> {
        let falls = self.glance(fight);
        if falls == Some(false) {
            return FirstLook::Solved(Solved { value: false, reason: self.reason_repeated() });
        }
        let pn = fight.liberties.len() * if falls.is_some() { 1 } else { 2 };
        FirstLook::Open(Numbers::new(pn, 1))
    }

    fn edges(&mut self, fight: &Fight, _gate: Option<&Toll>, edges: &mut Vec<Move>) {
        if !fight.attacks {
            edges.push(Move::Pass);
        }
        // A stone of the attacker that touches the outside would have a liberty there that it may not have.
        let reach = if fight.attacks { self.arena.inside - self.shore } else { self.arena.inside };
        let legal = self.ground.legal(fight, reach);
        edges.extend(self.ground.near_first(fight, legal).map(Move::Play));
    }

    fn child(&self, fight: &Fight, mv: Move) -> Fight {
        self.ground.after(fight, mv)
    }

    fn reason_won(&mut self, fight: &Fight, mv: Move, toll: &Toll) -> Toll {
        let moves = toll.moves + u32::from(fight.attacks);
        Toll { used_ko: toll.used_ko || self.uses_ko(fight, mv), moves }
    }

    fn reason_lost<'a>(
        &mut self,
        fight: &Fight,
        _gate: Option<&'a Toll>,
        edges: impl Iterator<Item = (Move, &'a Toll)>,
    ) -> Toll {
        let mut toll = Toll { used_ko: !fight.ko.is_empty(), moves: 0 };
        for (mv, other) in edges {
            toll.used_ko |= other.used_ko || self.uses_ko(fight, mv);
            toll.moves = toll.moves.max(other.moves);
        }
        toll
    }

    /// Where no capture is found, nothing is asked further.
    fn reason_repeated(&self) -> Toll {
        Toll { used_ko: true, moves: 0 }
    }
}
