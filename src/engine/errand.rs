//! All that a search needs to know of a game, so that it can be run somewhere else too.

use super::tree_key::TreeKey;
use crate::board::{Board, Hash, Move, PointSet, Position};
use crate::params::Parameters as _;
use crate::search::{Lead, Question};
use serde::{Deserialize, Serialize};

/// All that a search needs to know of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Errand {
    pub(super) key: TreeKey,
    pub(super) position: Position,
    /// Empty points where the game allows no stone now, by superko or any other rule.
    pub(super) forbidden: PointSet,
    /// The positions that must not come back.
    pub(super) history: Vec<Hash>,
    /// Is the first move no pass while there is another?
    pub(super) no_pass: bool,
    /// Points by which Black is ahead if a pass ends the game now.
    pub(super) end: Option<f32>,
    /// The moves of the last two turns, the last one first.
    pub(super) last: [Option<Move>; 2],
    /// Where its randomness comes from.
    pub(super) seed: u64,
    /// Is nothing known from before?
    pub(super) fresh: bool,
    /// Playouts after which it ends, if there is such a limit.
    pub playouts: Option<u64>,
}

impl Errand {
    /// The board that it is about; `None` where bytes that are no errand have been read as one.
    fn board(&self) -> Option<Board> {
        self.position.board(self.key.size)
    }

    /// Can there be such a game and such params? Not of every errand that has arrived. The komi that is searched with may be
    /// greater than that of any game: handicaps are in it, and stones and captures where territory counts.
    pub fn is_possible(&self) -> bool {
        self.board().is_some() && self.key.komi.is_finite() && self.key.params.is_in_range()
    }

    /// What is asked of the search; the errand must be [possible](Errand::is_possible).
    pub(super) fn question(&self) -> Question<'_> {
        Question {
            board: self.board().expect("an errand is of a game"),
            forbidden: self.forbidden,
            history: &self.history,
            restrictions: &self.key.restrictions,
            no_pass: self.no_pass,
            last: self.last,
            komi: self.key.komi,
            end: self.end,
        }
    }

    /// Is there one tree, for which others evaluate positions?
    pub fn wants_evaluators(&self) -> bool {
        let params = &self.key.params;
        params.share.share_evaluations && Lead::of(&self.question().board, params.tree.lead) == Lead::Network
    }

    /// Makes it an errand that has been begun: what is known from before stays.
    pub fn carry_on(&mut self) {
        self.fresh = false;
    }
}
