//! What the outside asks of a search beside its position.

use crate::board::{Color, Move, PointSet};
use crate::search::Restriction;

/// What the outside asks of a search beside its position.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Points to leave out.
    pub restrictions: Vec<Restriction>,
    /// Leave out the pass while there is another move.
    pub no_pass: bool,
}

impl Wishes {
    /// That a search for `to_play` leaves all these moves out.
    pub fn without(left_out: &[EarlyMoves], to_play: Color) -> Wishes {
        let restriction =
            |&EarlyMoves { color, points, depth, .. }: &EarlyMoves| Restriction { color, points, depth };
        Wishes {
            restrictions: left_out.iter().map(restriction).collect(),
            no_pass: left_out.iter().any(|moves| moves.pass && moves.color == to_play),
        }
    }
}

/// Moves of a color early in every line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlyMoves {
    /// Whose moves.
    pub color: Color,
    /// The plays among them.
    pub points: PointSet,
    /// Is the pass among them? It is meant as the first move of a line alone.
    pub pass: bool,
    /// How many moves deep; see [`Restriction::depth`].
    pub depth: usize,
}

impl EarlyMoves {
    /// The moves of a list.
    pub fn new(color: Color, moves: &[Move], depth: usize) -> EarlyMoves {
        let points = moves.iter().filter_map(|mv| mv.point()).collect();
        EarlyMoves { color, points, pass: moves.contains(&Move::Pass), depth }
    }

    /// All others of the color, as deep, on a board of that size.
    #[must_use]
    pub fn others(self, size: usize) -> EarlyMoves {
        EarlyMoves { points: PointSet::board(size) - self.points, pass: !self.pass, ..self }
    }
}
