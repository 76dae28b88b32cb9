//! The tree of a game: its root, its reuse between moves and its memory.

use super::lead::{Evaluations, Lead};
use super::node::{Node, Opened};
use super::params::SearchParams;
use super::reading::{BYTES_PER_DESK, Desk};
use super::scene::Scene;
use super::share::Ledger;
use crate::board::Move;
use crate::rng::Rng;
use parking_lot::{Mutex, MutexGuard};
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
    /// What partners know of it.
    ledger: Mutex<Ledger>,
    /// What the network has told of its positions.
    evaluations: Evaluations,
}

/// The share of the memory that is in use after the tree has been pruned.
const KEPT: f64 = 0.5;

/// The share of the budget that the nodes get: blocks of unlike sizes leave gaps, which make a heap larger than what it
/// holds.
const USED: f64 = 0.9;

/// The same for more than one worker. What one thread frees another cannot use, so that the heap grows whenever a pruned
/// tree is grown again mostly by one of them, as on a busy machine.
const USED_BY_MANY: f64 = 0.8;

impl Tree {
    /// An empty tree that may take so many bytes.
    pub fn new(budget: usize) -> Tree {
        Tree {
            root: None,
            bytes: AtomicUsize::new(0),
            budget,
            room: budget,
            desks: Mutex::default(),
            ledger: Mutex::default(),
            evaluations: Evaluations::default(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.set_root(None);
        self.desks.lock().clear();
        *self.ledger.get_mut() = Ledger::default();
        self.evaluations = Evaluations::default();
    }

    /// Is there nothing in it?
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Moves from the root to one of its positions, each about as likely as a playout was to end there: where the network leads,
    /// all alike.
    pub fn draw_line(&self, rng: &mut Rng) -> Vec<Move> {
        let (mut line, mut next) = (Vec::new(), self.root.as_ref());
        while let Some(node) = next {
            let below = |index| if node.child(index).is_some() { node.visits(index) as f32 } else { 0.0 };
            // Each visit of a move has led to a position more, the first one to that after it; the last share is the node's own.
            let shares = (0..node.len()).map(below).chain([1.0]);
            next = rng.draw(shares).filter(|&index| index < node.len()).and_then(|index| {
                line.push(node.mv(index));
                node.child(index)
            });
        }
        line
    }

    pub(super) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock()
    }

    pub(super) fn evaluations(&self) -> &Evaluations {
        &self.evaluations
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
            self.ledger.get_mut().advance(index);
            root.take_child(index)
        });
        if next.is_none() {
            *self.ledger.get_mut() = Ledger::default();
        }
        self.set_root(next);
    }

    /// Bytes that the tree takes.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    fn set_root(&mut self, root: Option<Node>) {
        self.bytes = AtomicUsize::new(root.as_ref().map_or(0, Node::tree_bytes));
        self.root = root;
        self.evaluations.sweep();
    }

    /// Makes ready for a search of the scene by so many workers: there is a root, and at least half of the memory
    /// is free; the least visited nodes go first. What workers beyond the first need comes out of the budget, at
    /// most half of it; desks of more workers go.
    pub(super) fn prepare(&mut self, scene: &Scene<'_>, komi: f32, params: &SearchParams, workers: usize) {
        let bytes_per_worker = BYTES_PER_DESK + scene.knowledge.network.bytes_per_thread();
        let left = self.budget.saturating_sub((workers - 1) * bytes_per_worker).max(self.budget / 2);
        self.desks.get_mut().truncate(workers);
        self.room = (left as f64 * if workers > 1 { USED_BY_MANY } else { USED }) as usize;
        if self.root.is_none() {
            let lead = Lead::of(scene.board, params.tree.lead);
            let evaluate = || scene.evaluate(komi);
            self.set_root(Some(lead.expand(scene, &self.evaluations, evaluate, params)));
        }
        self.ledger.get_mut().begin();
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

    /// Opens a move of a node.
    #[inline]
    pub(super) fn open<'a>(&self, node: &'a Node, index: usize) -> Opened<'a> {
        let (opened, bytes) = node.open(index);
        self.count(bytes);
        opened
    }

    /// Puts a node after a move, unless the memory is used up.
    pub(super) fn grow<'a>(&self, opened: Opened<'a>, expand: impl FnOnce() -> Node) -> Option<&'a Node> {
        if self.is_full() {
            return None;
        }
        let node = expand();
        let bytes = node.bytes();
        let (child, is_ours) = opened.set_child(node);
        if is_ours {
            self.count(bytes);
        }
        Some(child)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LeadChoice, Limits, Question, ReadingParams, Search, TreeParams};
    use super::*;
    use crate::board::Board;
    use crate::knowledge::Knowledge;

    fn with_lead(lead: LeadChoice) -> SearchParams {
        SearchParams { tree: TreeParams { lead, ..TreeParams::default() }, ..SearchParams::default() }
    }

    const LEADS: [LeadChoice; 2] = [LeadChoice::Network, LeadChoice::Rave];

    /// Searches the empty board of that size; the best move.
    fn grow(tree: &mut Tree, size: usize, params: &SearchParams, playouts: u64, threads: usize) -> Move {
        let (question, knowledge) = (Question::new(Board::new(size), 7.5), Knowledge::embedded());
        let limits = Limits { playouts: Some(playouts), ..Limits::default() };
        let search = Search { threads, seed: 1, ..Search::new(&question, params, &knowledge, limits) };
        search.run(tree).best().mv
    }

    fn grown(lead: LeadChoice, playouts: u64) -> (Tree, Move) {
        let mut tree = Tree::new(1 << 26);
        let best = grow(&mut tree, 9, &with_lead(lead), playouts, 1);
        (tree, best)
    }

    #[test]
    fn advancing_keeps_what_is_known_of_the_move() {
        for lead in LEADS {
            let (mut tree, best) = grown(lead, 3000);
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
    }

    #[test]
    fn lines_lead_to_all_positions_alike() {
        fn count(node: &Node) -> usize {
            1 + (0..node.len()).filter_map(|index| node.child(index)).map(count).sum::<usize>()
        }
        const EACH: usize = 50;
        let (tree, _) = grown(LeadChoice::Network, 200);
        let (positions, mut rng, mut drawn) = (count(tree.root().unwrap()), Rng::new(1, 0), BTreeMap::new());
        for _ in 0..EACH * positions {
            let line: Vec<String> = tree.draw_line(&mut rng).iter().map(Move::to_string).collect();
            *drawn.entry(line).or_insert(0) += 1;
        }
        assert_eq!(drawn.len(), positions);
        assert!(drawn.values().all(|times| (EACH / 3..2 * EACH).contains(times)), "{drawn:?}");
    }

    /// What workers add to the tree is what there is in it, and the moves of a node that the network has seen have no
    /// room before they are tried.
    #[test]
    fn bytes_are_counted_right() {
        for lead in LEADS {
            for threads in [1, 4] {
                let mut tree = Tree::new(1 << 26);
                grow(&mut tree, 9, &with_lead(lead), 3000, threads);
                assert_eq!(tree.bytes(), tree.root().unwrap().tree_bytes());
                let most = if lead == LeadChoice::Network { 1200 } else { 3000 };
                assert!(tree.bytes() < 3000 * most, "{lead:?}: {}", tree.bytes());
            }
        }
    }

    #[test]
    fn pruning_drops_the_least_visited() {
        /// The visits of all nodes below this one.
        fn visits(node: &Node) -> Vec<u32> {
            let below = (0..node.len()).filter_map(|index| Some((node.visits(index), node.child(index)?)));
            below.flat_map(|(own, child)| [vec![own], visits(child)].concat()).collect()
        }
        let sorted = |tree: &Tree| {
            let mut all = visits(tree.root().unwrap());
            all.sort_unstable();
            all
        };
        for lead in LEADS {
            let (mut tree, _) = grown(lead, 3000);
            let all = sorted(&tree);
            let best = |tree: &Tree| {
                let root = tree.root().unwrap();
                let index = (0..root.len()).max_by_key(|&i| root.visits(i)).unwrap();
                (root.visits(index), root.child(index).is_some())
            };
            let before = (tree.bytes(), best(&tree));
            tree.budget = tree.bytes();
            let (board, knowledge) = (Board::new(9), Knowledge::embedded());
            tree.prepare(&Scene::new(&board, [None; 2], &knowledge), 7.5, &with_lead(lead), 1);
            assert!(tree.bytes() <= before.0 / 2);
            assert_eq!(best(&tree), before.1);
            let kept = sorted(&tree);
            let (dropped, rest) = all.split_at(all.len() - kept.len());
            assert!(rest == kept && dropped.last() < kept.first(), "{lead:?}: {dropped:?} {kept:?}");
        }
    }

    /// What a move began with and its playouts are all that is left, with many more workers than cores too.
    #[test]
    fn no_virtual_loss_stays_behind() {
        let (board, knowledge) = (Board::new(9), Knowledge::embedded());
        for lead in LEADS {
            let reading = ReadingParams { read_share: 0.0, ..ReadingParams::default() };
            let params = SearchParams { reading, ..with_lead(lead) };
            let scene = Scene::new(&board, [None; 2], &knowledge);
            let fresh = Lead::of(&board, lead).expand(
                &scene,
                &Evaluations::default(),
                || scene.evaluate(7.5),
                &params,
            );
            for threads in [8, 64] {
                let mut tree = Tree::new(128 << 20);
                grow(&mut tree, 9, &params, 5_000, threads);
                let root = tree.root().unwrap();
                for index in (0..root.len()).filter(|&index| root.visits(index) > 0) {
                    let added = root.value(index).weight - fresh.value(index).weight;
                    assert!((added - root.visits(index) as f32).abs() < 0.5, "{threads}: {}", root.mv(index));
                }
            }
        }
    }

    #[test]
    fn an_unknown_move_leaves_nothing() {
        let (mut tree, _) = grown(LeadChoice::Network, 10);
        tree.advance(Move::Pass);
        tree.advance(Move::Pass);
        assert_eq!((tree.root().is_none(), tree.bytes()), (true, 0));
    }
}
