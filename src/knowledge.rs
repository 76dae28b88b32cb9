//! What the engine has learned before any game: shapes and a network.

use crate::network::Network;
use crate::patterns::PatternTable;
use std::sync::Arc;

/// What a search knows beside the rules.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// What is known of diamonds.
    pub patterns: Arc<PatternTable>,
    /// What looks at whole boards.
    pub network: Arc<Network>,
}

impl Knowledge {
    /// What the program comes with.
    pub fn embedded() -> Knowledge {
        Knowledge { patterns: PatternTable::embedded(), network: Network::embedded() }
    }
}
