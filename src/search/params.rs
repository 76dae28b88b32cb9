//! The tunable numbers of a search.

use super::lead::{ByHandParams, LeadChoice, NetworkParams, RaveParams};
use super::reading::ReadingParams;
use super::share::ShareParams;
use crate::params::{parameter_groups, parameters};
use crate::playout::PlayoutParams;

parameters! {
    "tree", "The tree":
    /// What does not depend on who leads.
    pub struct TreeParams {
        /// Who leads the search: RAVE, or the network where it knows the board and else RAVE.
        lead: LeadChoice = LeadChoice::Network, ();
        /// Where the moves that have been tried win less often than this in the mean, the pass is tried now and then.
        pass_rate: f32 = 0.1, 0.0..=1.0;
        /// Weight of the loss that a playout counts as while it is under way, when there are several threads.
        virtual_loss: f32 = 1.0, 0.0..=100.0;
    }
}

parameter_groups! {
    /// All parameters of a search.
    pub struct SearchParams {
        /// What does not depend on who leads.
        tree: TreeParams,
        /// The network in the lead.
        network: NetworkParams,
        /// RAVE in the lead.
        rave: RaveParams,
        /// Values by hand in the place of its fitted prior.
        by_hand: ByHandParams,
        /// Capture searches in the tree.
        reading: ReadingParams,
        /// Several processes that search together.
        share: ShareParams,
        /// The playouts.
        playout: PlayoutParams,
    }
}
