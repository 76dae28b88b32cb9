//! What the network thinks of a position becomes an opinion of its moves, as if they had been tried, and of what it is
//! worth.

use super::node::{Estimate, Node};
use crate::board::{Board, Move, Point};
use crate::network::{Network, Opinion};
use crate::params::Params;

/// Tells the node of this position what the network thinks of its moves: each play gets `network_odds` wins more, times
/// the root of its odds. The position is worth a logistic function of the lead over its spread.
pub(super) fn advise(node: &Node, board: &Board, last: [Option<Point>; 2], komi: f32, params: &Params) {
    let Opinion { odds, lead, spread } = Network::embedded().opinion(board, last, komi, node.plays());
    node.set_worth(1.0 / (1.0 + (-params.network_slope * lead / spread).exp()));
    for point in node.plays() {
        let weight = params.network_odds * odds[point].sqrt();
        node.hint(Move::Play(point), Estimate { mean: 1.0, weight });
    }
}
