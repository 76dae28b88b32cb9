//! Real, false and convertible one-point eyes.

use super::captures;
use crate::board::{Board, Chain, Color, Point, PointSet};

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
    let eyes = board.one_point_eyes(color);
    if eyes.is_empty() { eyes } else { real_among(board, eyes, board.stones(!color)) }
}

/// Those of the one-point `eyes` that are real while the enemy has these stones.
#[inline]
fn real_among(board: &Board, eyes: PointSet, enemy: PointSet) -> PointSet {
    let (touched, broken) = eyes.with_diagonals(enemy);
    eyes - broken - (touched & board.edge())
}

/// The one-point eyes of a color: empty points with nothing but its stones around.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Eyes {
    /// See [`real_eyes`].
    pub real: PointSet,
    /// Not real, but one move makes them so: it captures the stones on the diagonals.
    pub convertible: PointSet,
    /// All others.
    pub false_: PointSet,
}

/// The one-point eyes of `color`, by kind.
pub fn eyes(board: &Board, color: Color) -> Eyes {
    let enemy = board.stones(!color);
    let all = board.one_point_eyes(color);
    let real = real_among(board, all, enemy);
    // A capture is legal unless it retakes a ko, and its stone must not fill the eye.
    let captures = captures(board, color) & board.legal_moves(color);
    let after = |point: Point| {
        let taken = board.chains_of(PointSet::neighbors_of(point) & enemy & board.in_atari());
        taken.fold(enemy, |left, chain| left - chain.stones())
    };
    let made = |point: Point| real_among(board, all, after(point)) - PointSet::of(point);
    let convertible = captures.iter().map(made).collect::<PointSet>() - real;
    Eyes { real, convertible, false_: all - real - convertible }
}

/// Stones of chains that have two real one-point eyes for good, with those eyes.
///
/// Benson's condition on one-point regions: each chain touches two eyes, and each eye is enclosed by such
/// chains only: a part of [`pass_alive_area`](super::pass_alive_area). It misses chains with a larger eye,
/// but costs little, and in a playout, where nobody fills a real eye, such stones stay.
///
/// Source: Benson, Life in the game of Go, Information Sciences 10, 1976.
pub fn two_eyed_area(board: &Board, color: Color) -> PointSet {
    let mut eyes = real_eyes(board, color);
    let mut stones = board.stones(color);
    loop {
        let safe = board
            .chains_of(stones)
            .filter(|chain| (chain.liberties() & eyes).len() >= 2)
            .map(Chain::stones)
            .collect();
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
    use crate::board::Symmetry;

    /// The real eyes of X in a picture, checked in all symmetries and for both colors.
    fn real(picture: &str) -> Vec<String> {
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
        assert_eq!(real(". . . . ./. X X O ./. X . X ./. X X X ./. . . . ."), ["C3"]);
        assert!(real(". . . . ./. O X O ./. X . X ./. X X X ./. . . . .").is_empty());
        assert_eq!(real(". . . . ./X X . . ./. X . . ./X X . . ./. . . . ."), ["A3"]);
        assert!(real(". . . . ./X O . . ./. X . . ./X X . . ./. . . . .").is_empty());
        assert_eq!(real(". X . . ./X X . . ./. . . . ./. . . . ./. . . . ."), ["A5"]);
        assert!(real(". X . . ./X O . . ./. . . . ./. . . . ./. . . . .").is_empty());
        assert!(real(". . X . ./. X X . ./X X . . ./. . . . ./. . . . .").is_empty());
    }

    #[test]
    fn two_eyes_are_safe_and_one_is_not() {
        let two: Board = ". X . X ./X X X X ./. . . . ./. . . . ./. . . . O".parse().unwrap();
        assert_eq!(two_eyed_area(&two, Color::Black).len(), 8);
        assert!(two_eyed_area(&two, Color::White).is_empty());
        let one: Board = ". X . . ./X X X X ./. . . . ./. . . . ./. . . . O".parse().unwrap();
        assert!(two_eyed_area(&one, Color::Black).is_empty());
        // Two chains that share both their eyes are safe together: nine stones, and the one at C4.
        let joined: Board = "X X O . ./X . X O ./X X . X O/O X X X O/. O O O .".parse().unwrap();
        assert_eq!(two_eyed_area(&joined, Color::Black).len(), 12);
    }

    fn black(picture: &str) -> Eyes {
        eyes(&picture.parse().unwrap(), Color::Black)
    }

    fn points(names: &str) -> PointSet {
        names.split_whitespace().map(|name| Point::parse(name, 9).unwrap()).collect()
    }

    #[test]
    fn diagonals_make_an_eye_false() {
        let center = black(". . . . ./. X X O ./. X . X ./. O X X ./. . . . .");
        assert_eq!(center, Eyes { false_: points("C3"), ..Eyes::default() });
        let center = black(". . . . ./. X X X ./. X . X ./. O X X ./. . . . .");
        assert_eq!(center, Eyes { real: points("C3"), ..Eyes::default() });
        let side = black(". X O . ./X . X . ./X X . . ./. . . . ./. . . . .");
        assert_eq!(side, Eyes { real: points("A5 B4"), ..Eyes::default() });
        let corner = black(". . . . ./. . . . ./. . . . ./X O . . ./. X . . .");
        assert_eq!(corner, Eyes { false_: points("A1"), ..Eyes::default() });
    }

    #[test]
    fn a_capture_on_the_diagonal_converts() {
        let edge = black(". . . . ./. . . . ./. . . . ./X O X X ./. X . X .");
        assert_eq!(edge, Eyes { convertible: points("A1 C1"), ..Eyes::default() });
        let not_enough = black(". . X . ./X O X O ./. X . X ./. X X O ./. . . . .");
        assert_eq!(not_enough, Eyes { false_: points("C3"), ..Eyes::default() });
    }
}
