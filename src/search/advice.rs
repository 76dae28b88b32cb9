//! What the network thinks of a position becomes an opinion of its moves, as if they had been tried.

use super::node::{Estimate, Node};
use crate::board::{Board, Move, Point};
use crate::network::Network;
use crate::params::Params;

/// Tells the node of this position what the network thinks of its moves: each play gets `network_odds` wins more, times
/// the root of its odds.
pub(super) fn advise(node: &Node, board: &Board, last: [Option<Point>; 2], komi: f32, params: &Params) {
    let odds = Network::embedded().odds(board, last, komi, node.plays());
    for point in node.plays() {
        let weight = params.network_odds * odds[point].sqrt();
        node.hint(Move::Play(point), Estimate { mean: 1.0, weight });
    }
}
