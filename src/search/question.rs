//! What is asked of a search: a position, and what the game and the outside add to it.

use crate::board::{Board, Color, Hash, Move, PointSet};
use serde::{Deserialize, Serialize};

/// The position to search and what the game adds to it.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The position; its player to move is the one to search for.
    pub board: Board,
    /// Points that positional superko forbids now.
    pub forbidden: PointSet,
    /// The positions that must not come back, the present one among them.
    pub history: &'a [Hash],
    /// Points that the outside wants left out.
    pub restrictions: &'a [Restriction],
    /// Is the first move no pass while there is another?
    pub no_pass: bool,
    /// The moves of the last two turns, the last one first. After a pass another one ends the game.
    pub last: [Option<Move>; 2],
    /// Points added to White's area.
    pub komi: f32,
}

impl Question<'_> {
    /// A position that has no history.
    pub fn new(board: Board, komi: f32) -> Question<'static> {
        Question {
            board,
            forbidden: PointSet::EMPTY,
            history: &[],
            restrictions: &[],
            no_pass: false,
            last: [None; 2],
            komi,
        }
    }

    /// The points that the outside wants left out by `color` after so many moves.
    pub(super) fn avoided(&self, color: Color, depth: usize) -> PointSet {
        let holds = |one: &&Restriction| one.color == color && depth < one.depth;
        self.restrictions.iter().filter(holds).fold(PointSet::EMPTY, |points, one| points | one.points)
    }
}

/// Points that a color must not play in the first moves of every line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restriction {
    /// Whose moves are restricted.
    pub color: Color,
    /// The points left out.
    pub points: PointSet,
    /// How many moves deep, of both colors together; 1 restricts the root alone.
    pub depth: usize,
}
