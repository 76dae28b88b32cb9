//! A position in few bytes, for histories.

use super::{Board, Color, MAX_SIZE, MIN_SIZE, PointSet};
use serde::{Deserialize, Serialize};

/// The stones of a board and what does not follow from them: 64 bytes where a board has 4.3 KB.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    stones: [PointSet; 2],
    ko: PointSet,
    to_play: Color,
    captures: [u32; 2],
}

impl Position {
    /// The board of that size that is in this position; `None` if none can be.
    pub fn board(&self, size: usize) -> Option<Board> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return None;
        }
        let Position { stones: [black, white], to_play, ko, captures } = *self;
        Some(Board { to_play, ko, captures, ..Board::from_stones(size, black, white)? })
    }
}

impl Board {
    /// The position on the board.
    pub fn position(&self) -> Position {
        let Board { stones, ko, to_play, captures, .. } = *self;
        Position { stones, ko, to_play, captures }
    }

    /// Puts the board back into a position that it has had.
    ///
    /// # Panics
    /// When the position has stones that are not on this board.
    pub fn restore(&mut self, position: &Position) {
        *self = position.board(self.size).expect("a position of this board is valid");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    #[test]
    fn positions_that_no_board_has_are_refused() {
        let corner = PointSet::from_iter([(0, 0), (0, 1), (1, 0)].map(|(x, y)| Point::new(x, y)));
        let on_first = PointSet::of(Point::new(0, 0));
        let position = |black, white| Position { stones: [black, white], ..Board::new(9).position() };
        let none = PointSet::EMPTY;
        assert!(position(corner, none).board(9).is_some());
        assert!(position(corner, none).board(2).is_some());
        assert!(position(corner, on_first).board(9).is_none(), "two stones on a point");
        assert!(position(corner - on_first, on_first).board(9).is_none(), "no liberty");
        assert!(position(PointSet::board(3), none).board(2).is_none(), "off the board");
        for size in [0, 1, 10, usize::MAX] {
            assert!(position(none, none).board(size).is_none(), "{size}");
        }
    }
}
