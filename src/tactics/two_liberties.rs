//! Chains with two liberties, one move before atari: how the enemy attacks them and how they get out.

use super::{Placement, captures_among};
use crate::board::{Board, Chain, Color, Point, PointSet};

/// Moves after which the `chain` of `color` has three liberties or more: it extends, connects, or captures
/// an attacker.
#[inline]
pub fn gaining_moves(board: &Board, color: Color, chain: &Chain) -> PointSet {
    let captures = captures_among(board, color, chain.stones().neighbors());
    let moves = (chain.liberties() | captures) & board.legal_moves(color);
    let liberties_after = |point| Placement::of(board, color, point).liberties_of(chain).len();
    moves.iter().filter(|&point| liberties_after(point) >= 3).collect()
}

/// Ataris of `color` on the enemy `chain`, which has two liberties, worth trying without reading: the stone
/// is not in atari itself, and the chain does not get three liberties by extending at once.
///
/// ```text
///  . X X . .
///  X O o . .     Black at o leaves White three liberties below; Black at * drives it to the right,
///  . * . . .     where it gets two at most
///  . . . . .
/// ```
pub fn driving_moves(board: &Board, color: Color, chain: &Chain) -> PointSet {
    let drives = |point: &Point| {
        let stone = PointSet::of(*point);
        let way_out = chain.liberties() - stone;
        let liberties_at = |out| (Placement::of(board, !color, out).liberties - stone).len();
        Placement::of(board, color, *point).liberties.len() >= 2
            && way_out.iter().all(|out| liberties_at(out) < 3)
    };
    (chain.liberties() & board.legal_moves(color)).iter().filter(drives).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::drawn::{DrawnImage, position};

    type Moves = fn(&Board, Color, &Chain) -> PointSet;

    /// The moves for a color, as names; checked in all images.
    fn moves(list: Moves, board: &Board, color: Color, stone: Point) -> String {
        let found = list(board, color, board.chain_at(stone).unwrap());
        for image in DrawnImage::all(board) {
            let chain = image.board.chain_at(image.point(stone)).unwrap();
            assert_eq!(list(&image.board, image.color(color), chain), image.points(found), "{}", image.board);
        }
        format!("{found:?}")
    }

    fn gains(picture: &str, stone: &str) -> String {
        let (board, color, stone) = position(picture, stone);
        moves(gaining_moves, &board, color, stone)
    }

    fn drives(picture: &str, stone: &str) -> String {
        let (board, color, stone) = position(picture, stone);
        moves(driving_moves, &board, !color, stone)
    }

    #[test]
    fn a_chain_gains_liberties_by_extending_connecting_and_capturing() {
        assert_eq!(gains(". . . . ./. X X . ./X O . . ./. . . . ./. . . . .", "B3"), "{B2, C3}");
        // Along the first line it gets to two liberties, up to three.
        assert_eq!(gains(". . . . ./. . . . ./. . . . ./X X X . ./. O . . .", "B1"), "{}");
        assert_eq!(gains(". . . . ./. . . . ./. . . . ./X X . . ./X O . . .", "B1"), "{}");
        // A3 connects. Black B4 is in atari at B5; taking it gives White B3 a third liberty.
        assert_eq!(gains(". . . . ./O X O . ./. O X . ./. . . . ./. . . . .", "B3"), "{B2, A3, B5}");
    }

    #[test]
    fn driving_moves_leave_no_way_into_the_open() {
        assert_eq!(drives(". . . . ./. X X . ./X O . . ./. . . . ./. . . . .", "B3"), "{B2}");
        // Neither way is open.
        assert_eq!(drives(". . . . ./. X X . ./X O . . ./X . . . ./. X . . .", "B3"), "{B2, C3}");
        // A1 is suicide.
        assert_eq!(drives(". . . . ./. . . . ./. . . . ./O X X . ./. O . . .", "B1"), "{C1}");
    }
}
