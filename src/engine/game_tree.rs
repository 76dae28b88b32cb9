//! The tree of a game, which outlives its searches.

use super::errand::Errand;
use super::tree_key::TreeKey;
use crate::board::Move;
use crate::knowledge::Knowledge;
use crate::rng::Rng;
use crate::search::{Findings, Limits, Search, Tree, Watch};
use web_time::Instant;

/// What an errand is run with.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// Shapes and the network.
    pub knowledge: &'a Knowledge,
    /// When it ends.
    pub limits: Limits,
    /// Threads that search, one at least.
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

    /// Moves from its position to one that the tree has, each as likely as any other.
    pub(super) fn draw_line(&self, rng: &mut Rng) -> Vec<Move> {
        self.tree.draw_line(rng)
    }

    /// Searches. What it takes to make the tree one for the errand, as to free what nobody needs any more, counts as time of the
    /// search.
    pub async fn search(&mut self, errand: &Errand, means: &Means<'_>, watch: &mut Watch<'_>) -> Findings {
        let start = Instant::now();
        if errand.fresh {
            self.clear();
        }
        self.follow(errand.key.clone());
        let question = errand.question();
        let &Means { knowledge, limits, threads, rank } = means;
        let limits = limits.after(start.elapsed());
        let seed = errand.seed ^ (rank as u64).wrapping_mul(0x8CB9_2BA7_2F3D_8DD7);
        let search =
            Search { question: &question, params: &errand.key.params, knowledge, limits, threads, seed };
        search.run_watched(&mut self.tree, watch).await
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Color;
    use crate::engine::{Config, Engine, Wishes};
    use crate::search::{Limits, Watch};

    /// The network sees a position when a move first leads to it; all later visits of that move went on from there.
    #[test]
    fn what_was_searched_after_a_move_serves_the_next_search_unless_that_knows_nothing_from_before() {
        const PLAYOUTS: u32 = 100;
        let limits = Limits { playouts: Some(PLAYOUTS.into()), ..Limits::default() };
        let mut engine = Engine::new(Config { limits, memory: 16 << 20, ..Config::default() });
        let visits = |engine: &Engine| -> u32 {
            engine.findings().unwrap().candidates.iter().map(|candidate| candidate.visits).sum()
        };
        engine.genmove(Color::Black);
        assert_eq!(visits(&engine), PLAYOUTS);
        let kept = engine.findings().unwrap().best().visits - 1;
        assert!(kept > PLAYOUTS / 10, "{kept}");
        engine.genmove(Color::White);
        assert_eq!(visits(&engine), kept + PLAYOUTS);
        engine.consider(Color::Black, &Wishes::default(), &mut Watch::default());
        assert_eq!(visits(&engine), PLAYOUTS, "it knows nothing from before");
        engine.genmove(Color::Black);
        assert_eq!(visits(&engine), PLAYOUTS, "and leaves nothing to the next one");
    }

    /// To free a tree takes time that nobody counts between a move of the opponent and the search for the next one.
    #[test]
    fn a_move_of_the_opponent_frees_nothing() {
        let limits = Limits { playouts: Some(200), ..Limits::default() };
        let mut engine = Engine::new(Config { limits, ..Config::default() });
        let color = engine.game().board().to_play();
        engine.genmove(color);
        engine.drop_useless();
        let kept = engine.tree.tree.bytes();
        let reply = engine.game().legal_moves(!color).first().unwrap();
        engine.play(!color, crate::board::Move::Play(reply)).unwrap();
        assert_eq!(engine.tree.tree.bytes(), kept);
        engine.drop_useless();
        assert!(engine.tree.tree.bytes() < kept);
    }
}
