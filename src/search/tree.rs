//! The tree of a game: its root, its reuse between moves and its memory.

use super::feature::Scene;
use super::node::Node;
use super::prior::priors;
use super::reading::{BYTES_PER_DESK, Desk};
use super::view::view;
use crate::board::Move;
use crate::network;
use crate::params::Params;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The search tree of the present position.
#[derive(Debug)]
pub struct Tree {
    root: Option<Node>,
    bytes: AtomicUsize,
    budget: usize,
    /// What the workers and the gaps of the heap leave of the budget to the nodes.
    room: usize,
    /// Of the workers that are not at work: what they know of zones holds in the next search too.
    desks: Mutex<Vec<Desk>>,
}

/// The share of the memory that is in use after the tree has been pruned.
const KEPT: f64 = 0.5;

/// The share of the budget that the nodes get: blocks of unlike sizes leave gaps, which make a heap larger than what it
/// holds.
const USED: f64 = 0.9;

/// The same for more than one worker. What one thread frees another cannot use, so that the heap grows whenever a pruned
/// tree is grown again mostly by one of them, as on a busy machine.
const USED_BY_MANY: f64 = 0.8;

/// What a worker has of its own, in bytes.
const BYTES_PER_WORKER: usize = BYTES_PER_DESK + network::BYTES_PER_THREAD;

impl Tree {
    /// An empty tree that may take so many bytes.
    pub fn new(budget: usize) -> Tree {
        Tree { root: None, bytes: AtomicUsize::new(0), budget, room: budget, desks: Mutex::default() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.set_root(None);
        self.desks.lock().clear();
    }

    pub(super) fn take_desk(&self) -> Option<Desk> {
        self.desks.lock().pop()
    }

    pub(super) fn keep_desk(&self, desk: Desk) {
        self.desks.lock().push(desk);
    }

    /// Makes the node after `mv` the root: what was learned of it stays, the rest goes.
    pub fn advance(&mut self, mv: Move) {
        let next = self.root.take().and_then(|mut root| {
            let index = root.index_of(mv)?;
            root.take_child(index)
        });
        self.set_root(next);
    }

    /// Bytes that the tree takes.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    fn set_root(&mut self, root: Option<Node>) {
        self.bytes = AtomicUsize::new(root.as_ref().map_or(0, Node::tree_bytes));
        self.root = root;
    }

    /// Makes ready for a search of the scene by so many workers: there is a root, and at least half of the memory
    /// is free; the least visited nodes go first. What workers beyond the first need comes out of the budget, at
    /// most half of it.
    pub(super) fn prepare(&mut self, scene: &Scene<'_>, komi: f32, params: &Params, workers: usize) {
        let left = self.budget.saturating_sub((workers - 1) * BYTES_PER_WORKER).max(self.budget / 2);
        self.room = (left as f64 * if workers > 1 { USED_BY_MANY } else { USED }) as usize;
        if self.root.is_none() {
            self.set_root(Some(expand(scene, komi, params)));
        }
        self.make_room();
    }

    /// Is the memory used up?
    pub(super) fn is_full(&self) -> bool {
        self.bytes() >= self.room
    }

    /// Drops the least visited nodes until half of the memory is free.
    pub(super) fn make_room(&mut self) {
        let most = (self.room as f64 * KEPT) as usize;
        if self.bytes() <= most {
            return;
        }
        let Some(mut root) = self.root.take() else { return };
        let mut sizes = BTreeMap::new();
        root.tally(&mut sizes);
        let (mut bytes, mut least) = (root.bytes(), u32::MAX);
        for (&visits, &size) in sizes.iter().rev() {
            bytes += size;
            if bytes > most {
                break;
            }
            least = visits;
        }
        root.prune(least);
        self.set_root(Some(root));
    }

    pub(super) fn root(&self) -> Option<&Node> {
        self.root.as_ref()
    }

    /// Counts memory that a node took.
    #[inline]
    pub(super) fn count(&self, bytes: usize) {
        if bytes > 0 {
            self.bytes.fetch_add(bytes, Relaxed);
        }
    }

    /// Expands the scene after move `index` of `parent`, unless the memory is used up.
    pub(super) fn grow<'a>(
        &self,
        parent: &'a Node,
        index: usize,
        scene: &Scene<'_>,
        komi: f32,
        params: &Params,
    ) -> Option<&'a Node> {
        if self.is_full() {
            return None;
        }
        let node = expand(scene, komi, params);
        let bytes = node.bytes();
        if parent.set_child(index, node) {
            self.count(bytes);
        }
        parent.child(index)
    }
}

/// The node of a scene: with the view of the network, or with priors.
fn expand(scene: &Scene<'_>, komi: f32, params: &Params) -> Node {
    match view(scene, komi, params) {
        Some(view) => Node::seen(scene.plays, scene.complete, view),
        None => Node::new(scene.plays, scene.complete, priors(scene, params)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, Question, search};
    use super::*;
    use crate::board::Board;
    use crate::patterns::PatternTable;

    fn grown(playouts: u64) -> (Tree, Move) {
        let mut tree = Tree::new(1 << 26);
        let (board, patterns) = (Board::new(5), PatternTable::embedded());
        let question = Question::new(&board, 0.5, &patterns);
        let limits = Limits { playouts: Some(playouts), ..Limits::default() };
        let findings = search(&mut tree, &question, &Params::default(), &limits, 1, 1);
        (tree, findings.best().mv)
    }

    #[test]
    fn advancing_keeps_what_is_known_of_the_move() {
        let (mut tree, best) = grown(3000);
        let root = tree.root().unwrap();
        let index = root.index_of(best).unwrap();
        let kept: Vec<u32> =
            root.child(index).map(|node| (0..node.len()).map(|i| node.visits(i)).collect()).unwrap();
        tree.advance(best);
        let root = tree.root().unwrap();
        assert_eq!(kept, (0..root.len()).map(|i| root.visits(i)).collect::<Vec<_>>());
        assert!(kept.iter().sum::<u32>() > 500);
        assert_eq!(tree.bytes(), root.tree_bytes());
    }

    /// What workers add to the tree is what there is in it, and the moves of a node that the network has seen have no
    /// room before they are tried.
    #[test]
    fn bytes_are_counted_right() {
        let patterns = PatternTable::embedded();
        for (size, threads) in [(9, 1), (9, 4), (6, 4)] {
            let (board, mut tree) = (Board::new(size), Tree::new(1 << 26));
            let question = Question::new(&board, 7.5, &patterns);
            let limits = Limits { playouts: Some(3000), ..Limits::default() };
            let findings = search(&mut tree, &question, &Params::default(), &limits, threads, 1);
            assert!(findings.readings.positions > 0);
            assert_eq!(tree.bytes(), tree.root().unwrap().tree_bytes());
            assert!(tree.bytes() < 3000 * 1500, "{}", tree.bytes());
        }
    }

    #[test]
    fn pruning_drops_the_least_visited() {
        let (mut tree, _) = grown(3000);
        let best = |tree: &Tree| {
            let root = tree.root().unwrap();
            let index = (0..root.len()).max_by_key(|&i| root.visits(i)).unwrap();
            (root.visits(index), root.child(index).is_some())
        };
        let before = (tree.bytes(), best(&tree));
        tree.budget = tree.bytes();
        let (board, patterns) = (Board::new(5), PatternTable::embedded());
        tree.prepare(&Scene::new(&board, [None; 2], &patterns), 0.5, &Params::default(), 1);
        assert!(tree.bytes() <= before.0 / 2);
        assert_eq!(best(&tree), before.1);
    }

    /// The priors and the playouts are all that is left, with many more workers than cores too.
    #[test]
    fn no_virtual_loss_stays_behind() {
        let params = Params { read_share: 0.0, network: 0, ..Params::default() };
        let (board, patterns) = (Board::new(9), PatternTable::embedded());
        let question = Question::new(&board, 7.5, &patterns);
        let limits = Limits { playouts: Some(5_000), ..Limits::default() };
        for threads in [8, 64] {
            let mut tree = Tree::new(128 << 20);
            search(&mut tree, &question, &params, &limits, threads, 7);
            let root = tree.root().unwrap();
            for (index, prior) in priors(&Scene::new(&board, [None; 2], &patterns), &params).enumerate() {
                let added = root.stats(index).get().weight - prior.value.weight;
                assert!((added - root.visits(index) as f32).abs() < 0.5, "{threads}: {}", root.mv(index));
            }
        }
    }

    #[test]
    fn an_unknown_move_leaves_nothing() {
        let (mut tree, _) = grown(10);
        tree.advance(Move::Pass);
        tree.advance(Move::Pass);
        assert_eq!((tree.root().is_none(), tree.bytes()), (true, 0));
    }
}
