//! Nets: a loose move that leaves a chain with two liberties no way out.

use super::{Verdict, ladder};
use crate::board::{Board, Point, PointSet};

/// Where the opponent of the chain on `prey`, which has two liberties, catches it in a net.
///
/// The shape test: an empty point next to both liberties, not next to the chain. It is verified by
/// reading: whatever the defender plays within three steps of the chain, a ladder of at most `nodes`
/// positions catches it. Defenses from farther away are not looked at.
///
/// ```text
///  . X X X .
///  X O O . .     Black at * : White cannot get out on either side
///  . X . * .
///  . . . . .
/// ```
pub fn net(board: &Board, prey: Point, nodes: u32) -> Option<Point> {
    let defender = board.color_at(prey)?;
    let chain = board.chain_at(prey).filter(|chain| chain.liberties().len() == 2)?;
    let beside_both = chain
        .liberties()
        .iter()
        .fold(board.legal_moves(!defender), |points, liberty| points & PointSet::neighbors_of(liberty));
    (beside_both - chain.liberties()).iter().find(|&point| {
        let mut netted = board.clone();
        netted.play_legal(!defender, point);
        holds(&netted, prey, nodes)
    })
}

/// Is the chain on `prey` caught whatever its owner plays near it?
fn holds(board: &Board, prey: Point, nodes: u32) -> bool {
    let (Some(defender), Some(chain)) = (board.color_at(prey), board.chain_at(prey)) else { return false };
    let caught = |board: &Board| matches!(ladder::attack(board, prey, nodes), Verdict::Captured(_));
    let mut near = chain.stones();
    for _ in 0..3 {
        near |= near.neighbors();
    }
    (near & board.legal_moves(defender)).iter().all(|point| {
        let mut next = board.clone();
        next.play_legal(defender, point);
        caught(&next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::drawn::{DrawnImage, position};

    fn net_of(picture: &str, prey: &str) -> Option<String> {
        let (board, _, prey) = position(picture, prey);
        let found = net(&board, prey, ladder::LADDER_NODES);
        for image in DrawnImage::all(&board) {
            let other = net(&image.board, image.point(prey), ladder::LADDER_NODES);
            assert_eq!(other, found.map(|point| image.point(point)), "{}", image.board);
        }
        found.map(|point| point.to_string())
    }

    #[test]
    fn the_point_beside_both_liberties_catches() {
        let picture = ". . . . . . .
                       . . . . . . .
                       . . X X . . .
                       . X O . . . .
                       . X . . . . .
                       . . . . . . .
                       . . . . . . .";
        assert_eq!(net_of(picture, "C4"), Some("D3".to_owned()));
    }

    #[test]
    fn a_friend_of_the_prey_breaks_the_net() {
        let picture = ". . . . . . .
                       . . . . . . .
                       . . X X . . .
                       . X O . O . .
                       . X . . . . .
                       . . . . . . .
                       . . . . . . .";
        assert_eq!(net_of(picture, "C4"), None);
    }

    #[test]
    fn three_liberties_are_too_many() {
        assert_eq!(net_of(". . . . ./. . . . ./. X O . ./. . . . ./. . . . .", "C3"), None);
    }
}
