//! A position in few bytes, for histories.

use super::{Board, Color, PointSet};
use serde::{Deserialize, Serialize};

/// All of a board that does not follow from its stones: 64 bytes where a board has 4.3 KB.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    stones: [PointSet; 2],
    ko: PointSet,
    to_play: Color,
    captures: [u32; 2],
}

impl Board {
    /// The position on the board.
    pub fn position(&self) -> Position {
        let Board { stones, ko, to_play, captures, .. } = *self;
        Position { stones, ko, to_play, captures }
    }

    /// Puts a position that this board has had back on it.
    ///
    /// # Panics
    /// When the position has stones that are not on this board.
    pub fn restore(&mut self, position: &Position) {
        let [black, white] = position.stones;
        let board = Board::from_stones(self.size, black, white).expect("a position of this board is valid");
        let Position { to_play, ko, captures, .. } = *position;
        *self = Board { to_play, ko, captures, ..board };
    }
}
