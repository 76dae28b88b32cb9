//! Capture as an AND/OR problem: lambda search.
//!
//! A state is a position with an order. With the attacker to move it is proven at order `l` if it is at a lower
//! order, or if a move leads to a proven one with the defender to move. That is proven if it is after a pass at
//! order `l - 1`, so that the move was a threat, and after all moves at order `l`. Order 0 is a capture in one
//! move. A chain with `l + 2` liberties or more is out of reach of the attacker to move at order `l`, since
//! passes fill nothing and moves one liberty; `l + 1` are enough with the defender to move.
//!
//! Sources: Thomsen: Lambda-search in game trees with application to Go, 2000; Yoshizoe, Kishimoto, Müller: Lambda
//! depth-first proof number search and its application to Go, 2007. That paper leaves the pass out of the defender's
//! proof number, and calls a chain captured whose owner has no good move but to pass (seki); so does
//! [`Recurrence::Paper`], for comparison.

use super::fight::{Fight, FightKey, Ground};
use super::first_numbers::FirstNumbers;
use super::generator::Generator;
use super::known_ladders::KnownLadders;
use super::problem::{FirstLook, Kind, Numbers, Problem, Solved, usual_tolerance};
use super::recall::Recall;
use super::zone::{Zone, some_of};
use crate::board::{Move, Point, PointSet};
use serde::{Deserialize, Serialize};

/// An edge of the capture problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// A stone.
    Move(Point),
    /// The defender passes and the attacker goes on with threats of the next lower order.
    Pass,
    /// The attacker does with threats of the next lower order.
    Lower,
}

impl Edge {
    /// Where the stone is put, if it is one.
    pub(super) fn point(self) -> Option<Point> {
        match self {
            Edge::Move(point) => Some(point),
            Edge::Pass | Edge::Lower => None,
        }
    }

    /// What is done on the board.
    pub(super) fn mv(self) -> Move {
        self.point().map_or(Move::Pass, Move::Play)
    }
}

/// What enters a state's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Recurrence {
    /// Every edge. Exact.
    Sound,
    /// As published: a pass need not be lost for the defender to be lost.
    Paper,
}

/// The capture problem of one target.
#[derive(Clone, Debug)]
pub(super) struct Capture {
    pub(super) ground: Ground,
    pub(super) generator: Generator,
    pub(super) recurrence: Recurrence,
    /// Of states under the generator [zone](Generator::Zone).
    pub(super) first_numbers: FirstNumbers,
    /// Read ladders by a routine of their own?
    pub(super) ladders: bool,
    /// Take over values by zone?
    pub(super) recalls: bool,
    /// Positions of the ladder that is being read.
    pub(super) ladder_nodes: u32,
    /// Values found before.
    pub(super) recall: Recall,
    /// Ladders read before.
    pub(super) known_ladders: KnownLadders,
}

impl Capture {
    pub(super) fn whole_board(&self) -> Zone {
        Zone::new(self.ground.board, true)
    }

    /// With one liberty more than the order only filling liberties makes a threat.
    fn is_tight(&self, fight: &Fight) -> bool {
        fight.attacks && self.ground.liberties(fight).len() == u32::from(fight.order) + 1
    }

    /// The lowest order of threats that the liberties leave possible.
    pub(super) fn least_order(&self, fight: &Fight) -> u32 {
        let liberties = self.ground.liberties(fight).len();
        (liberties - u32::from(fight.attacks)).clamp(1, u32::from(fight.order).max(1))
    }

    /// May the value of the state be that of one that looks the same on a zone?
    fn may_recall(&self, fight: &Fight) -> bool {
        self.recalls && fight.ko.is_empty()
    }

    /// Among which points the loser's moves have to be looked at, given why the gate is lost.
    pub(super) fn relevant(&self, fight: &Fight, gate: Option<&Zone>) -> PointSet {
        if self.is_tight(fight) {
            return fight.target | self.ground.liberties(fight);
        }
        let (_, winner) = fight.sides();
        gate.map_or(self.ground.board, |zone| self.ground.base(fight, zone.points(), winner))
    }

    /// The target's last liberty, where the attacker is to move and takes it there.
    pub(super) fn capturing_point(&self, fight: &Fight) -> Option<Point> {
        let last = self.ground.liberties(fight).only()?;
        self.terminal(fight).is_some_and(|solved| solved.value).then_some(last)
    }

    /// The value of an attack on the last liberty; `None` where it may not be taken now, but a threat may still do it.
    fn take(&self, fight: &Fight, last: Point) -> Option<Solved<Zone>> {
        let around = fight.target | (fight.target.neighbors() & self.ground.board);
        let leaves_ko = self.ground.leaves_ko(fight, last);
        let capture = !fight.ko.contains(last) && !self.ground.is_refused(fight, last);
        let points = if fight.target.is_single() { self.ground.refusal(fight, last) } else { around };
        let reason = Zone::new(points, leaves_ko || fight.ko.contains(last));
        (capture || fight.order == 0).then_some(Solved { value: capture, reason })
    }
}

impl Problem for Capture {
    type State = Fight;
    type Edge = Edge;
    type Key = FightKey;
    type Reason = Zone;

    #[inline]
    fn kind(&self, fight: &Fight) -> Kind {
        fight.kind()
    }

    #[inline]
    fn key(&self, fight: &Fight) -> FightKey {
        let problem = (self.ground.anchor.index() as u64) << 8
            | (self.ground.ko as u64) << 4
            | (self.generator as u64) << 1
            | self.recurrence as u64;
        fight.key(problem)
    }

    #[inline]
    fn hash(key: &FightKey) -> u64 {
        key.hash()
    }

    #[inline]
    fn terminal(&self, fight: &Fight) -> Option<Solved<Zone>> {
        let liberties = self.ground.liberties(fight);
        let order = u32::from(fight.order);
        if fight.attacks
            && let Some(last) = liberties.only()
        {
            return self.take(fight, last);
        }
        let enough = order + 1 + u32::from(fight.attacks || fight.root);
        (liberties.len() >= enough).then(|| {
            let reason = Zone::of(fight.target | some_of(liberties, enough as usize));
            Solved { value: false, reason }
        })
    }

    fn estimate(&mut self, fight: &Fight) -> FirstLook<Zone> {
        if self.may_recall(fight)
            && let Some(solved) = self.recall.get(fight, self.ground.ko)
        {
            return FirstLook::Solved(solved);
        }
        if self.ladders
            && fight.attacks
            && fight.order == 1
            && let Some(solved) = self.ladder(fight)
        {
            self.learn(fight, solved);
            return FirstLook::Solved(solved);
        }
        FirstLook::Open(match self.generator {
            Generator::Zone => self.first_numbers.of(&self.ground, fight, self.least_order(fight)),
            _ => {
                // As published. What tells moves apart at every order alike makes the higher order do the work of the lower,
                // where lower orders do not go first anyhow (docs/history/solver.md).
                let weight = 1 << u32::from(fight.order).saturating_sub(1);
                Numbers::new(weight, weight)
            }
        })
    }

    fn gate(&self, fight: &Fight) -> Option<Edge> {
        match self.generator {
            Generator::Zone if !fight.attacks => Some(Edge::Pass),
            Generator::Zone if fight.ko.is_empty() && !self.is_tight(fight) => Some(Edge::Lower),
            _ => None,
        }
    }

    fn edges(&mut self, fight: &Fight, gate: Option<&Zone>, edges: &mut Vec<Edge>) {
        let tight = self.is_tight(fight);
        let points = if self.generator == Generator::Zone || tight {
            self.relevant(fight, gate)
        } else {
            self.ground.candidates(fight, self.generator)
        };
        let moves = self.ground.legal(fight, points);
        if gate.is_none() && !tight {
            edges.push(if fight.attacks { Edge::Lower } else { Edge::Pass });
        }
        self.ground.near_first(fight, moves).for_each(|point| edges.push(Edge::Move(point)));
    }

    #[inline]
    fn child(&self, fight: &Fight, edge: Edge) -> Fight {
        match edge {
            Edge::Move(point) => self.ground.play(fight, point),
            Edge::Lower => Fight { order: fight.order - 1, ..*fight },
            Edge::Pass => {
                let order = if fight.root { fight.order } else { fight.order - 1 };
                Fight { order, attacks: true, root: false, ko: PointSet::EMPTY, ..*fight }
            }
        }
    }

    fn counts(&self, edge: Edge) -> bool {
        self.recurrence == Recurrence::Sound || matches!(edge, Edge::Move(_))
    }

    fn reason_won(&mut self, fight: &Fight, edge: Edge, zone: &Zone) -> Zone {
        match edge {
            _ if self.generator != Generator::Zone => self.whole_board(),
            Edge::Pass | Edge::Lower => *zone,
            Edge::Move(point) => {
                let zone = self.ground.effect(fight, point, *zone);
                zone | Zone::of(self.ground.legality(fight, point, zone.points()))
            }
        }
    }

    fn reason_lost<'a>(
        &mut self,
        fight: &Fight,
        gate: Option<&'a Zone>,
        edges: impl Iterator<Item = (Edge, &'a Zone)>,
    ) -> Zone {
        if self.generator != Generator::Zone || gate.is_none() && !self.is_tight(fight) {
            return self.whole_board();
        }
        let base = self.relevant(fight, gate);
        let legal = self.ground.legal(fight, base);
        let used_ko = gate.is_some_and(|zone| zone.used_ko()) || fight.ko.intersects(base);
        let mut zone = Zone::new(base | self.ground.suicides(fight, base, legal), used_ko);
        if fight.attacks
            && let Some(last) = self.ground.liberties(fight).only()
        {
            zone = zone | Zone::new(self.ground.refusal(fight, last), true);
        }
        for (edge, reason) in edges {
            if let Edge::Move(point) = edge {
                zone = zone | self.ground.effect(fight, point, *reason);
            }
        }
        zone
    }

    fn tolerance(&self, kind: Kind, second: u32) -> u32 {
        match self.generator {
            Generator::Zone => self.first_numbers.tolerance(kind, second),
            _ => usual_tolerance(second),
        }
    }

    fn learn(&mut self, fight: &Fight, solved: Solved<Zone>) {
        if self.may_recall(fight) {
            self.recall.insert(fight, self.ground.ko, solved);
        }
    }

    fn reason_repeated(&self) -> Zone {
        self.whole_board()
    }
}
