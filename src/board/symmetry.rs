//! The eight symmetries of the board.

use super::{Board, Color, Point, PointSet};
use serde::{Deserialize, Serialize};

/// A rotation or reflection of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symmetry {
    mirror_columns: bool,
    mirror_rows: bool,
    transpose: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry { mirror_columns: false, mirror_rows: false, transpose: false }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry { mirror_columns: i & 1 != 0, mirror_rows: i & 2 != 0, transpose: i & 4 != 0 };
            i += 1;
        }
        all
    };

    /// Where a point of a board of that size goes.
    pub fn point(self, point: Point, size: usize) -> Point {
        let mirrored = |at: usize, mirror: bool| if mirror { size - 1 - at } else { at };
        let column = mirrored(point.column(), self.mirror_columns);
        let row = mirrored(point.row(), self.mirror_rows);
        if self.transpose { Point::new(row, column) } else { Point::new(column, row) }
    }

    /// Where a set of points goes.
    pub fn points(self, points: PointSet, size: usize) -> PointSet {
        points.iter().map(|point| self.point(point, size)).collect()
    }

    /// The transformed position: stones, ko and turn; nothing counts as captured yet.
    ///
    /// # Panics
    /// Never: the image of a valid board is valid.
    pub fn board(self, board: &Board) -> Board {
        let [black, white] = Color::ALL.map(|color| self.points(board.stones(color), board.size()));
        let mut image = Board::from_stones(board.size(), black, white)
            .expect("every chain of a valid board has a liberty");
        image.to_play = board.to_play;
        image.ko = self.points(board.ko, board.size());
        image
    }
}

impl Board {
    /// The same position with the colors exchanged, the turn too; nothing counts as captured yet.
    ///
    /// # Panics
    /// Never: the image of a valid board is valid.
    pub fn with_colors_exchanged(&self) -> Board {
        let [black, white] = self.stones;
        let mut image =
            Board::from_stones(self.size, white, black).expect("every chain of a valid board has a liberty");
        image.to_play = !self.to_play;
        image.ko = self.ko;
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_different_permutations() {
        let corner_side = [Point::new(0, 0), Point::new(1, 0)];
        let mut images = Vec::new();
        for symmetry in Symmetry::ALL {
            let board = PointSet::board(5);
            assert_eq!(symmetry.points(board, 5), board);
            images.push(corner_side.map(|point| symmetry.point(point, 5)));
        }
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 8);
    }
}
