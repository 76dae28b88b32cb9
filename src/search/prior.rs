//! The first opinion of a move, before any playout.

use super::node::Estimate;
use crate::board::{Board, Color, PointSet};

/// What a move is worth before it has been tried: equivalent visits with their mean, once for the value
/// and once for RAVE. Weight 0 is no opinion.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prior {
    pub(super) value: Estimate,
    pub(super) rave: Estimate,
}

/// The priors of the plays in index order and of the pass.
///
/// No knowledge yet: every move starts with no opinion.
pub(super) fn priors(_board: &Board, _color: Color, plays: PointSet) -> impl Iterator<Item = Prior> {
    std::iter::repeat_n(Prior::default(), plays.len() as usize + 1)
}
