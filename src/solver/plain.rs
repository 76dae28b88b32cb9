//! Capture without orders of threats: the problem of the searches that know no lambda.
//!
//! The defender may pass, and a chain has escaped when it has so many liberties that no threat of the order reaches
//! it: that is how Yoshizoe, Kishimoto, Müller: Lambda depth-first proof number search and its application to
//! Go, 2007, makes both kinds comparable. A proof is a capture, by threats of whatever order; a disproof says that
//! the target gets `order + 2` liberties, or lives.

use super::capture::{Capture, Edge};
use super::fight::{Fight, FightKey};
use super::generator::Generator;
use super::problem::{FirstLook, Kind, Numbers, Problem, Solved};
use super::zone::Zone;
use crate::board::{Point, PointSet};

/// The capture problem of one target, without orders.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    pub(super) capture: Capture,
    /// Where the attacker may play: if that is not everywhere, a capture is one, and an escape means nothing.
    pub(super) allowed: PointSet,
}

/// A state of it, and the move that led there: what one generator chooses by, and nothing else.
#[derive(Clone, Debug)]
pub(super) struct PlainState {
    pub(super) fight: Fight,
    last: Option<Point>,
}

impl Plain {
    /// A state of a capture problem, as one of this.
    pub(super) fn state(fight: Fight, last: Option<Point>) -> PlainState {
        // A pass of the defender costs no order at a root.
        PlainState { fight: Fight { root: true, ..fight }, last }
    }

    /// Does a defender's move leave the target to a ladder?
    fn falls(&mut self, fight: &Fight, point: Point) -> bool {
        let after = self.capture.ground.play(fight, point);
        self.ladder(&after).is_some()
    }

    /// A capture by a ladder is one; a chain that outruns a ladder may be captured all the same.
    pub(super) fn ladder(&mut self, fight: &Fight) -> Option<Solved<Zone>> {
        let ladder = Fight { order: 1, root: false, ..*fight };
        let liberties = self.capture.ground.liberties(fight).len();
        let is_one = self.capture.ladders && liberties == 1 + u32::from(fight.attacks);
        is_one.then(|| self.capture.ladder(&ladder)).flatten().filter(|solved| solved.value)
    }
}

impl Problem for Plain {
    type State = PlainState;
    type Edge = Edge;
    type Key = FightKey;
    type Reason = Zone;

    fn kind(&self, state: &PlainState) -> Kind {
        self.capture.kind(&state.fight)
    }

    fn key(&self, state: &PlainState) -> FightKey {
        self.capture.key(&state.fight)
    }

    fn hash(key: &FightKey) -> u64 {
        key.hash()
    }

    fn terminal(&self, state: &PlainState) -> Option<Solved<Zone>> {
        self.capture.terminal(&state.fight)
    }

    fn estimate(&mut self, PlainState { fight, .. }: &PlainState) -> FirstLook<Zone> {
        let ladder = if fight.attacks { self.ladder(fight) } else { None };
        ladder.map_or(FirstLook::Open(Numbers::new(1, 1)), FirstLook::Solved)
    }

    /// A pass of the defender says which of its moves matter. For the attacker there is no such gate: without orders a
    /// pass of both sides repeats the position.
    fn gate(&self, PlainState { fight, .. }: &PlainState) -> Option<Edge> {
        (self.capture.generator == Generator::Zone && !fight.attacks).then_some(Edge::Pass)
    }

    fn edges(&mut self, state: &PlainState, gate: Option<&Zone>, edges: &mut Vec<Edge>) {
        let PlainState { fight, last } = state;
        let ground = self.capture.ground;
        if self.capture.generator == Generator::Crucial {
            let mut ranked = ground.ranked(fight, *last);
            if fight.attacks {
                ranked.retain(|point| self.allowed.contains(*point));
            } else {
                ranked.retain(|point| !self.falls(fight, *point));
            }
            edges.extend(ranked.into_iter().map(Edge::Move));
        } else {
            let points = match gate {
                Some(zone) => ground.base(fight, zone.points(), fight.attacker),
                None if fight.attacks => ground.candidates(fight, self.capture.generator) & self.allowed,
                None => ground.candidates(fight, self.capture.generator),
            };
            let moves = ground.near_first(fight, ground.legal(fight, points));
            edges.extend(moves.map(Edge::Move));
        }
        if gate.is_none() && !fight.attacks {
            edges.push(Edge::Pass);
        }
    }

    fn child(&self, state: &PlainState, edge: Edge) -> PlainState {
        Plain::state(self.capture.child(&state.fight, edge), edge.point())
    }

    fn reason_won(&mut self, state: &PlainState, edge: Edge, zone: &Zone) -> Zone {
        self.capture.reason_won(&state.fight, edge, zone)
    }

    fn reason_lost<'a>(
        &mut self,
        PlainState { fight, .. }: &PlainState,
        gate: Option<&'a Zone>,
        edges: impl Iterator<Item = (Edge, &'a Zone)>,
    ) -> Zone {
        if fight.attacks { self.capture.whole_board() } else { self.capture.reason_lost(fight, gate, edges) }
    }

    fn reason_repeated(&self) -> Zone {
        self.capture.whole_board()
    }
}
