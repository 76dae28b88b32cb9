//! Death as an AND/OR problem: the capture of a chain on the whole board, whatever order its threats have.
//!
//! The attacker plays in the yard and near the liberties outside of it only, the defender wherever a move touches what
//! its capture after a pass rests on, as in [`Capture`]. So a capture is one on the whole board, with surrounding chains that
//! may be captured, too; that none is found means nothing.

use super::capture::{Capture, Edge};
use super::fight::Fight;
use super::problem::{FirstLook, Kind, Numbers, Problem, Solved};
use super::zone::Zone;
use crate::board::PointSet;

/// The capture of a chain by moves among some points.
#[derive(Clone, Debug)]
pub(super) struct Siege {
    pub(super) capture: Capture,
    /// Where the attacker plays.
    pub(super) reach: PointSet,
}

impl Siege {
    /// A state; chains that get more than that many liberties have escaped.
    pub(super) fn root(fight: &Fight, liberties: u8) -> Fight {
        // A pass of the defender costs no order at a root.
        Fight { order: liberties, root: true, ..*fight }
    }
}

impl Problem for Siege {
    type State = Fight;
    type Edge = Edge;
    type Key = [u64; 4];
    type Reason = Zone;

    fn kind(&self, fight: &Fight) -> Kind {
        self.capture.kind(fight)
    }

    fn key(&self, fight: &Fight) -> [u64; 4] {
        self.capture.key(fight)
    }

    fn hash(key: &[u64; 4]) -> u64 {
        Capture::hash(key)
    }

    fn terminal(&self, fight: &Fight) -> Option<Solved<Zone>> {
        self.capture.terminal(fight)
    }

    fn estimate(&mut self, fight: &Fight) -> FirstLook<Zone> {
        if self.capture.may_recall(fight)
            && let Some(solved) = self.capture.recall.get(fight, self.capture.ground.ko)
        {
            return FirstLook::Solved(solved);
        }
        let liberties = self.capture.ground.liberties(fight).len();
        FirstLook::Open(Numbers { pn: liberties, dn: 1 })
    }

    /// A pass says which of the defender's moves matter. Without orders the attacker has no such gate.
    fn gate(&self, fight: &Fight) -> Option<Edge> {
        (!fight.attacks).then_some(Edge::Pass)
    }

    fn edges(&mut self, fight: &Fight, gate: Option<&Zone>, edges: &mut Vec<Edge>) {
        let points = if fight.attacks { self.reach } else { self.capture.relevant(fight, gate) };
        let legal = self.capture.ground.legal(fight, points);
        edges.extend(self.capture.ground.near_first(fight, legal).map(Edge::Move));
    }

    fn child(&self, fight: &Fight, edge: Edge) -> Fight {
        Fight { root: true, ..self.capture.child(fight, edge) }
    }

    fn reason_won(&mut self, fight: &Fight, edge: Edge, zone: &Zone) -> Zone {
        self.capture.reason_won(fight, edge, zone)
    }

    fn reason_lost<'a>(
        &mut self,
        fight: &Fight,
        gate: Option<&'a Zone>,
        edges: impl Iterator<Item = (Edge, &'a Zone)>,
    ) -> Zone {
        if fight.attacks { self.capture.whole_board() } else { self.capture.reason_lost(fight, gate, edges) }
    }

    fn learn(&mut self, fight: &Fight, solved: Solved<Zone>) {
        // An escape is one from the attacker's few points only.
        if solved.value {
            self.capture.learn(fight, solved);
        }
    }

    fn reason_repeated(&self) -> Zone {
        self.capture.whole_board()
    }
}
