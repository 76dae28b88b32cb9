//! A move for which there is room, so that something can come of it.

use super::{Branch, Node, fill};
use crate::search::account::Gain;
use crate::search::estimate::{Estimate, Stats};

/// A move for which there is room, so that something can come of it.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Opened<'a> {
    /// The node whose move it is.
    pub(in crate::search) node: &'a Node,
    /// What the move is worth by all that is known but RAVE.
    pub(super) stats: &'a Stats,
    pub(super) branch: &'a Branch,
}

/// What a visit brings the player of a move.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Payoff {
    /// From 0, a loss, to 1, a win.
    pub(in crate::search) reward: f32,
    /// Points ahead in the end, komi included, where they are known.
    pub(in crate::search) score: Option<f32>,
    /// What counts when moves are chosen, 0 to 1.
    pub(in crate::search) utility: f32,
}

/// Up to here an `f32` can grow by ones. A weight beyond would stay the same however often its move is visited, and
/// no other move would ever become more urgent; so it is set to the number of visits now and then.
pub(super) const ONE_BY_ONE: u32 = 1 << f32::MANTISSA_DIGITS;
pub(super) const CATCH_UP: u32 = 1 << 16;

impl<'a> Opened<'a> {
    /// See [`Node::value`].
    #[inline]
    pub(in crate::search) fn value(self) -> Estimate {
        self.stats.get()
    }

    #[inline]
    pub(in crate::search) fn visits(self) -> u32 {
        self.branch.account.visits()
    }

    /// Counts a playout that has just begun as a loss of that weight.
    #[inline]
    pub(in crate::search) fn add_virtual_loss(self, weight: f32) {
        self.stats.add_virtual_loss(weight);
    }

    /// Takes the loss of a playout back that came to nothing.
    pub(in crate::search) fn remove_virtual_loss(self, weight: f32) {
        self.stats.remove_virtual_loss(weight);
    }

    /// Notes a playout that went through the move and had this virtual loss there.
    #[inline]
    pub(in crate::search) fn add(self, payoff: Payoff, virtual_loss: f32) {
        let visits = self.branch.account.count(payoff.reward, payoff.score);
        if virtual_loss > 0.0 {
            self.stats.replace_virtual_loss(virtual_loss, payoff.utility);
        } else {
            self.stats.add(payoff.utility, 1.0);
        }
        if visits > ONE_BY_ONE && visits.is_multiple_of(CATCH_UP) {
            self.stats.weigh(visits as f32);
        }
    }

    /// Notes what another search has had of the move, and what that counts when moves are chosen.
    pub(in crate::search) fn learn(self, gain: Gain, utility: f32) {
        self.branch.account.add(gain);
        if gain.visits() > 0 {
            self.stats.add(utility, gain.visits() as f32);
        }
        if let Some(reward) = gain.proven {
            self.prove(reward);
        }
    }

    /// Notes that the move is worth exactly so much.
    pub(in crate::search) fn prove(self, reward: f32) {
        self.stats.set(Estimate::proven(reward));
    }

    /// The node after the move, if it has been expanded.
    #[inline]
    pub(in crate::search) fn child(self) -> Option<&'a Node> {
        self.branch.child.get().map(Box::as_ref)
    }

    /// Puts a node after the move; if another worker was faster, its node stays. The node that is there, and whether it is ours.
    pub(in crate::search) fn set_child(self, child: Node) -> (&'a Node, bool) {
        let (node, is_ours) = fill(&self.branch.child, || Box::new(child));
        (node, is_ours)
    }
}
