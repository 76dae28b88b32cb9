//! Who leads a search. Three verbs differ: what a new node begins with (expand), which of its moves to try (urgency), and
//! what a playout teaches beside who won (learn).

mod network;
mod rave;

pub use network::NetworkParams;
pub use rave::{ByHandParams, Feature, RaveParams, prior_policy};

use super::estimate::Estimate;
use super::node::{Node, Opened};
use super::params::SearchParams;
use super::scene::Scene;
use super::select::{Lanes, Tried};
use crate::board::{Board, Color, Move, Point, PointMap};
use crate::network as net;
use crate::params::choices;
use network::PolicyAndValue;
use rave::Rave;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub(super) use network::{Evaluations, points, utility};
#[cfg(test)]
pub(super) use rave::with_priors;

/// Who leads the search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// RAVE, and priors from features of the moves.
    Rave,
    /// The network: its policy and value.
    Network,
}

/// Who is to lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LeadChoice {
    /// The network where it knows the board, else RAVE.
    #[default]
    Network,
    /// RAVE everywhere.
    Rave,
}

choices! {
    LeadChoice: "network" Network, "rave" Rave;
}

impl Lead {
    /// Who leads on that board.
    pub fn of(board: &Board, choice: LeadChoice) -> Lead {
        match choice {
            LeadChoice::Network if net::knows(board) => Lead::Network,
            LeadChoice::Network | LeadChoice::Rave => Lead::Rave,
        }
    }

    /// The node of a scene, at which the network has to `evaluate` if it leads and has not done so in this tree.
    pub(super) fn expand(
        self,
        scene: &Scene<'_>,
        evaluations: &Evaluations,
        evaluate: impl FnOnce() -> net::Evaluation,
        params: &SearchParams,
    ) -> Node {
        match self {
            Lead::Rave => rave::expand(scene, &params.rave, &params.by_hand),
            Lead::Network => network::expand(scene, evaluations, evaluate, &params.network),
        }
    }

    /// The visits at which a move gets a node of its own. The network is asked at the first one.
    pub(super) fn expand_visits(self, params: &SearchParams) -> u32 {
        match self {
            Lead::Rave => params.rave.expand_visits,
            Lead::Network => 1,
        }
    }

    /// The policy that a search of the scene begins with.
    pub fn policy(self, scene: &Scene<'_>, komi: f32, params: &SearchParams) -> PolicyMap {
        match self {
            Lead::Rave => PolicyMap { plays: prior_policy(scene), pass: None },
            Lead::Network => network::policy(scene, komi, &params.network),
        }
    }

    /// Takes what a playout teaches beside its reward; see [`Lesson`].
    #[inline]
    pub(super) fn learn(self, lesson: &Lesson<'_>, params: &SearchParams) {
        match self {
            Lead::Rave => rave::learn(lesson, &params.rave),
            Lead::Network => {}
        }
    }
}

/// How likely a good player is to choose each move.
#[derive(Clone, Copy, Debug)]
pub struct PolicyMap {
    /// Each play.
    pub plays: PointMap<f32>,
    /// The pass, where that is known.
    pub pass: Option<f32>,
}

impl PolicyMap {
    /// The share of a move, 0 where none is known.
    pub fn of(&self, mv: Move) -> f32 {
        match mv {
            Move::Play(point) => self.plays[point],
            Move::Pass => self.pass.unwrap_or(0.0),
        }
    }
}

/// What the position at the end of a descent is worth to Black.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeafValue {
    /// How likely Black is to win, 0 to 1.
    pub(super) reward: f32,
    /// Points by which Black will be ahead, komi included, where they are known.
    pub(super) score: Option<f32>,
}

impl LeafValue {
    /// What the network has told of a position with that player to move.
    pub(super) fn told(value: f32, score: f32, color: Color) -> LeafValue {
        LeafValue { reward: color.share_of(value), score: Some(color.lead_of(score)) }
    }
}

/// A playout through the tree that has ended.
pub(super) struct Lesson<'a> {
    /// The moves that were taken from the root on.
    pub(super) path: &'a [Opened<'a>],
    /// All moves from the root to the end; `None` is a pass.
    pub(super) moves: &'a [Option<Point>],
    /// Who made the first of them.
    pub(super) first: Color,
    /// The reward for Black.
    pub(super) black: f32,
}

/// What a node knows beside the results of its moves, by who leads.
#[derive(Debug)]
pub(super) enum State {
    Rave(Rave),
    /// Nodes of which the network has been shown the same share what it has told.
    Network(Arc<PolicyAndValue>),
}

impl State {
    /// Is it time to try the pass, whatever the moves promise? Asked at one visit of many.
    pub(super) fn tries_pass(&self, node: &Node, params: &SearchParams) -> bool {
        match self {
            State::Rave(_) => rave::tries_pass(node, params.tree.pass_rate, &params.rave),
            // It has a rule of its own.
            State::Network(_) => false,
        }
    }

    /// How much each move of the node promises. Where the network leads, the pass gets its visits if what has been tried wins less
    /// often than `pass_rate`.
    #[inline]
    pub(super) fn urgency(&self, node: &Node, tried: &Tried, pass_rate: f32, params: &SearchParams) -> Lanes {
        match self {
            State::Rave(rave) => rave.urgency(node, tried, &params.rave),
            State::Network(seen) => seen.urgency(tried, pass_rate, &params.network),
        }
    }

    /// The RAVE estimate of a move, where there are such.
    pub(super) fn rave(&self, index: usize) -> Option<Estimate> {
        match self {
            State::Rave(rave) => Some(rave.get(index)),
            State::Network(_) => None,
        }
    }

    /// Takes an estimate of a move, as of so many playouts.
    pub(super) fn hint(&self, index: usize, estimate: Estimate) {
        if let State::Rave(rave) = self {
            rave.hint(index, estimate);
        }
    }

    /// What the position is worth to Black, where the network has told it of `color`, who is to move.
    #[inline]
    pub(super) fn value(&self, color: Color) -> Option<LeafValue> {
        match self {
            State::Rave(_) => None,
            State::Network(seen) => Some(LeafValue::told(seen.value, seen.score, color)),
        }
    }

    /// Points by which the player to move will be ahead, as the network has told; where it has not, 0.
    pub(super) fn expected(&self) -> f32 {
        match self {
            State::Rave(_) => 0.0,
            State::Network(seen) => seen.score,
        }
    }

    /// Memory on the heap, in bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            State::Rave(rave) => rave.bytes(),
            State::Network(seen) => seen.bytes(),
        }
    }
}
