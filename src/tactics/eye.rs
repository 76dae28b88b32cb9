//! Real and false one-point eyes.

use crate::board::{Board, Color, PointSet};

/// The empty points that are real eyes of `color`: every neighbor is its stone, and the enemy holds at
/// most one diagonal point, none if the point is on the first line.
///
/// ```text
///  X X O      O X O      | X O
///  X * X      X * X      | * X
///  X X X      X X X      | X X
///  real       false      false: on the first line one enemy diagonal is enough
/// ```
///
/// A cheap test for playouts: the chains around the point may still be captured.
#[inline]
pub fn real_eyes(board: &Board, color: Color) -> PointSet {
    let enemy = board.stones(!color);
    let eyes = board.empty() - (board.empty() | enemy).neighbors();
    if eyes.is_empty() {
        return eyes;
    }
    let (touched, broken) = eyes.with_diagonals(enemy);
    eyes - broken - (touched & board.edge())
}

/// Stones of chains that have two real one-point eyes for good, with those eyes.
///
/// Benson's condition on one-point regions: each chain touches two eyes, and each eye is enclosed by such
/// chains only. It never ends where a larger eye counts, but costs little, and in a playout, where nobody
/// fills a real eye, such stones stay.
///
/// Source: Benson, Life in the game of Go, Information Sciences 10, 1976.
pub fn safe_area(board: &Board, color: Color) -> PointSet {
    let mut eyes = real_eyes(board, color);
    let mut stones = board.stones(color);
    loop {
        let safe = board
            .chains_of(stones)
            .filter(|chain| (chain.liberties() & eyes).len() >= 2)
            .fold(PointSet::EMPTY, |safe, chain| safe | chain.stones());
        if safe == stones {
            return stones | eyes;
        }
        stones = safe;
        eyes -= (PointSet::board(board.size()) - stones).neighbors();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Symmetry};

    /// The real eyes of X in a picture, checked in all symmetries and for both colors.
    fn eyes(picture: &str) -> Vec<String> {
        let board: Board = picture.parse().unwrap();
        let found = real_eyes(&board, Color::Black);
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(&board);
            assert_eq!(real_eyes(&image, Color::Black), symmetry.points(found, board.size()), "{image}");
            assert_eq!(
                real_eyes(&image.with_colors_exchanged(), Color::White),
                symmetry.points(found, board.size())
            );
        }
        found.iter().map(|point| point.to_string()).collect()
    }

    #[test]
    fn eyes_are_real_or_false_by_their_diagonals() {
        assert_eq!(eyes(". . . . ./. X X O ./. X . X ./. X X X ./. . . . ."), ["C3"]);
        assert!(eyes(". . . . ./. O X O ./. X . X ./. X X X ./. . . . .").is_empty());
        assert_eq!(eyes(". . . . ./X X . . ./. X . . ./X X . . ./. . . . ."), ["A3"]);
        assert!(eyes(". . . . ./X O . . ./. X . . ./X X . . ./. . . . .").is_empty());
        assert_eq!(eyes(". X . . ./X X . . ./. . . . ./. . . . ./. . . . ."), ["A5"]);
        assert!(eyes(". X . . ./X O . . ./. . . . ./. . . . ./. . . . .").is_empty());
        assert!(eyes(". . X . ./. X X . ./X X . . ./. . . . ./. . . . .").is_empty());
    }

    #[test]
    fn two_eyes_are_safe_and_one_is_not() {
        let two: Board = ". X . X ./X X X X ./. . . . ./. . . . ./. . . . O".parse().unwrap();
        assert_eq!(safe_area(&two, Color::Black).len(), 8);
        assert!(safe_area(&two, Color::White).is_empty());
        let one: Board = ". X . . ./X X X X ./. . . . ./. . . . ./. . . . O".parse().unwrap();
        assert!(safe_area(&one, Color::Black).is_empty());
        // Two chains that share both their eyes are safe together.
        let joined: Board = ". X . . ./X X X . ./X . X . ./. X X . ./. . . . .".parse().unwrap();
        assert!(!safe_area(&joined, Color::Black).contains(Point::new(4, 4)));
    }
}
