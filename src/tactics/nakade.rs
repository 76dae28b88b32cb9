//! Nakade: the shapes of an eye that one stone inside keeps from becoming two.

use super::real_eyes;
use crate::board::{Board, Chain, Color, Point, PointSet};

/// The largest shape that has a vital point.
const LARGEST_NAKADE: u32 = 6;

/// The point that decides between one eye and two in a region of that shape, whoever plays there first.
///
/// ```text
///  . * .    . *    . * .    . .      .       . .      * is vital
///             .      .      . *    . * .   . * .
///                           .        .       .
///  three    bent   T four   bulky  cross   rabbity
///           three           five   five    six
/// ```
///
/// It is the point with the most neighbors in the region, if the shape is right: a hub of two in three points,
/// of three in four, of four in five; with a square of four in the shape a hub of three is enough in five
/// points, and one of four in six. Every other shape of three to six points is two eyes or one, whoever
/// plays. What corners change is not looked at.
#[inline]
fn vital_point(region: PointSet) -> Option<Point> {
    let points = region.len();
    if !(3..=LARGEST_NAKADE).contains(&points) {
        return None;
    }
    let mut hub = (0, None);
    let mut degrees = 0;
    for point in region {
        let degree = (PointSet::neighbors_of(point) & region).len();
        degrees += degree;
        if degree > hub.0 {
            hub = (degree, Some(point));
        }
    }
    match (points, hub.0) {
        (3, 2) | (4, 3) | (5, 4) => hub.1,
        (5, 3) | (6, 4) if has_loop(points, degrees) => hub.1,
        _ => None,
    }
}

/// Stones of that shape, once captured, leave their captor one eye: one or two points, a square of four, or
/// a shape with a vital point, which is then the opponent's to play.
#[inline]
pub(super) fn kills(stones: PointSet) -> bool {
    let degrees = || stones.iter().map(|point| (PointSet::neighbors_of(point) & stones).len()).sum();
    match stones.len() {
        0 => false,
        1 => true,
        2 => degrees() == 2,
        4 if has_loop(4, degrees()) => true,
        _ => vital_point(stones).is_some(),
    }
}

/// Is there a loop in a shape? It has as many pairs of neighbors as points; counting from each
/// point, as `degrees` does, every pair comes twice. Below eight points a loop is a square of four.
#[inline]
fn has_loop(points: u32, degrees: u32) -> bool {
    degrees >= 2 * points
}

/// The vital point of the region around `point` that stones of `owner` enclose, with whatever the
/// opponent has inside; `None` if it has none, it is taken, or the region has more than six points.
pub fn enclosed_vital_point(board: &Board, owner: Color, point: Point) -> Option<Point> {
    let inside = PointSet::board(board.size()) - board.stones(owner);
    let mut region = inside & PointSet::of(point);
    // Most regions are large and are given up after a step or two.
    while region.len() <= LARGEST_NAKADE {
        let grown = region | (region.neighbors() & inside);
        if grown == region {
            return vital_point(region).filter(|&vital| board.empty().contains(vital));
        }
        region = grown;
    }
    None
}

/// Have the chains of `owner` around the eye space at `point` another one: a second small region without enemy stones, but
/// no false eye?
///
/// ```text
///  O O O O O O
///  O . * . O .      White has an eye at the upper right beside the three points: no vital point decides.
///  O O O O O O
/// ```
pub fn has_other_eye_space(board: &Board, owner: Color, point: Point) -> bool {
    let inside = PointSet::board(board.size()) - board.stones(owner);
    let space = inside.flood(PointSet::of(point));
    let walls = board.chains_of(space.neighbors() & board.stones(owner));
    let mut left = walls.map(Chain::liberties).collect::<PointSet>() - space;
    while let Some(first) = left.first() {
        let other = inside.flood_until(PointSet::of(first), |region| region.len() > LARGEST_NAKADE);
        let is_small = other.len() <= LARGEST_NAKADE && (other & board.stones(!owner)).is_empty();
        if is_small && (!other.is_single() || other.intersects(real_eyes(board, owner))) {
            return true;
        }
        left -= other;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vital point of the shape drawn with `X`, as a name.
    fn vital(picture: &str) -> Option<String> {
        let board: Board = picture.parse().unwrap();
        vital_point(board.stones(Color::Black)).map(|point| point.to_string())
    }

    #[test]
    fn shapes_with_a_vital_point() {
        for (picture, point) in [
            (". . ./X X X/. . .", "B2"),
            ("X X ./X . ./. . .", "A3"),
            ("X X X/. X ./. . .", "B3"),
            ("X X ./X X ./X . .", "A2"),
            (". X ./X X X/. X .", "B2"),
            ("X X ./X X X/. X .", "B2"),
        ] {
            assert_eq!(vital(picture).as_deref(), Some(point), "{picture}");
        }
    }

    #[test]
    fn shapes_without() {
        for picture in [
            "X . ./. . ./. . .",
            "X X ./. . ./. . .",
            "X X ./. . X/. . .",
            "X X ./X X ./. . .",
            "X . . ./X . . ./X X . ./. . . .",
            "X X X X/. . . ./. . . ./. . . .",
            "X X . ./. X X ./. . . ./. . . .",
            "X X X ./. X . ./. X . ./. . . .",
            "X X X/X X X/. . .",
            ". X . ./X X X X/. X . ./. . . .",
            "X X X/X X X/. X .",
        ] {
            assert_eq!(vital(picture), None, "{picture}");
        }
    }

    #[test]
    fn captured_shapes_that_kill() {
        let of = |picture: &str| kills(picture.parse::<Board>().unwrap().stones(Color::Black));
        assert!(of("X ./. ."));
        assert!(of("X X/. ."));
        assert!(!of("X . X/. . ./. . ."));
        assert!(of("X X ./X X ./. . ."));
        assert!(of("X X X/. . ./. . ."));
        assert!(!of("X X X X/. . . ./. . . ./. . . ."));
    }

    #[test]
    fn enclosed_regions() {
        let board: Board = "
            . . . X .
            X X X X .
            . . . . .
            O O O . O
            . . O . ."
            .parse()
            .unwrap();
        let point = |name| Point::parse(name, 5).unwrap();
        assert_eq!(enclosed_vital_point(&board, Color::Black, point("A5")), Some(point("B5")));
        assert_eq!(enclosed_vital_point(&board, Color::White, point("A1")), None);
        assert_eq!(enclosed_vital_point(&board, Color::White, point("E1")), None);
        assert_eq!(enclosed_vital_point(&board, Color::White, point("A5")), None);
    }
}
