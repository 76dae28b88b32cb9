//! All that a search needs to know of a game, so that it can be run somewhere else too.

use super::tree_key::TreeKey;
use crate::board::{Board, Hash, Move, PointSet, Position};
use crate::knowledge::Knowledge;
use crate::search::{Findings, Limits, Question, Search, Tree, Watch};
use serde::{Deserialize, Serialize};

/// All that a search needs to know of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Errand {
    pub(super) key: TreeKey,
    pub(super) position: Position,
    /// Points that positional superko forbids now.
    pub(super) forbidden: PointSet,
    /// The positions that must not come back.
    pub(super) history: Vec<Hash>,
    /// Is the first move no pass while there is another?
    pub(super) no_pass: bool,
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
    /// The same once it has been begun: what is known of it stays.
    pub fn carry_on(&mut self) {
        self.fresh = false;
    }
}

/// What an errand is run with.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// Shapes and the network.
    pub knowledge: &'a Knowledge,
    /// When it ends.
    pub limits: Limits,
    /// Threads that search.
    pub threads: usize,
    /// Who runs it: 0 for the engine, and a number of its own for each that helps. Each draws other random numbers.
    pub rank: usize,
}

/// A tree, and what it has been grown for.
#[derive(Debug)]
pub struct GameTree {
    tree: Tree,
    key: Option<TreeKey>,
}

impl GameTree {
    /// An empty one that may take so many bytes.
    pub fn new(memory: usize) -> GameTree {
        GameTree { tree: Tree::new(memory), key: None }
    }

    /// Forgets all that has been searched.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.key = None;
    }

    /// What it has been grown for.
    pub(super) fn key(&self) -> Option<&TreeKey> {
        self.key.as_ref()
    }

    /// Makes it one for that key: its moves are made in the tree, or all is forgotten.
    pub(super) fn follow(&mut self, key: TreeKey) {
        match self.key.as_ref().and_then(|known| known.moves_to(&key)) {
            Some(moves) => moves.into_iter().for_each(|mv| self.tree.advance(mv)),
            None => self.tree.clear(),
        }
        self.key = Some(key);
    }

    /// Has the last search left nothing that the next one can use?
    pub(super) fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    /// Searches.
    pub async fn search(&mut self, errand: &Errand, means: &Means<'_>, watch: &mut Watch<'_>) -> Findings {
        if errand.fresh {
            self.clear();
        }
        self.follow(errand.key.clone());
        let mut board = Board::new(errand.key.size());
        board.restore(&errand.position);
        let question = Question {
            board,
            forbidden: errand.forbidden,
            history: &errand.history,
            restrictions: errand.key.restrictions(),
            no_pass: errand.no_pass,
            last: errand.last,
            komi: errand.key.komi(),
        };
        let &Means { knowledge, limits, threads, rank } = means;
        let seed = errand.seed ^ (rank as u64).wrapping_mul(0x8CB9_2BA7_2F3D_8DD7);
        let search =
            Search { question: &question, params: errand.key.params(), knowledge, limits, threads, seed };
        search.run_watched(&mut self.tree, watch).await
    }
}
