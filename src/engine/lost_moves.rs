//! For how long a game has looked lost.

use super::score::Terms;
use crate::board::{Color, Hash};
use crate::game::Game;

/// At how many of its moves in a row each color has looked lost. That holds for the game that goes on from there, of which
/// some controllers tell all moves anew before each of ours; another one begins anew, and one that is counted otherwise.
#[derive(Debug, Default)]
pub(super) struct LostMoves {
    counts: [u32; 2],
    /// The game after the last of these moves: size, how it is counted and its positions.
    game: Option<(usize, Terms, Vec<Hash>)>,
}

impl LostMoves {
    /// Forgets the moves if they are of another game than this one.
    pub(super) fn begin(&mut self, game: &Game, terms: Terms) {
        let is_same = self.game.as_ref().is_some_and(|(size, counted, positions)| {
            (*size, *counted) == (game.board().size(), terms) && game.positions().starts_with(positions)
        });
        if !is_same {
            *self = LostMoves::default();
        }
    }

    /// How many of its moves in a row looked lost to the color.
    pub(super) fn of(&self, color: Color) -> u32 {
        self.counts[color.index()]
    }

    /// The color has made another move, which has led to this.
    pub(super) fn note(&mut self, color: Color, looks_lost: bool, game: &Game, terms: Terms) {
        let count = &mut self.counts[color.index()];
        *count = if looks_lost { *count + 1 } else { 0 };
        self.game = Some((game.board().size(), terms, game.positions().to_vec()));
    }
}
