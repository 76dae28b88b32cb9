//! Drawn positions for unit tests.

use crate::board::{Board, Color, Point, PointSet, Symmetry};

/// The drawn board, and the color and the point of the stone of that name.
pub(super) fn position(picture: &str, stone: &str) -> (Board, Color, Point) {
    let board: Board = picture.parse().unwrap();
    let point = Point::parse(stone, board.size()).unwrap();
    match board.color_at(point) {
        Some(color) => (board, color, point),
        None => panic!("no stone on {stone}\n{board}"),
    }
}

/// A position turned or mirrored, with the colors as they are or exchanged.
pub(super) struct DrawnImage {
    pub(super) board: Board,
    symmetry: Symmetry,
    exchanged: bool,
}

impl DrawnImage {
    /// All sixteen.
    pub(super) fn all(board: &Board) -> impl Iterator<Item = DrawnImage> {
        Symmetry::ALL.into_iter().flat_map(move |symmetry| {
            let turned = symmetry.board(board);
            let other = turned.with_colors_exchanged();
            [(turned, false), (other, true)].map(|(board, exchanged)| DrawnImage {
                board,
                symmetry,
                exchanged,
            })
        })
    }

    /// Where the point of the position is.
    pub(super) fn point(&self, point: Point) -> Point {
        self.symmetry.point(point, self.board.size())
    }

    /// Where the points of the position are.
    pub(super) fn points(&self, points: PointSet) -> PointSet {
        self.symmetry.points(points, self.board.size())
    }

    /// Who plays what the color plays in the position.
    pub(super) fn color(&self, color: Color) -> Color {
        if self.exchanged { !color } else { color }
    }
}
