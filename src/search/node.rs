//! One expanded position of the tree: its moves and what is known of each.

mod opened;

pub(super) use opened::{Opened, Payoff};

use super::account::{Account, Gain};
use super::estimate::{Estimate, Stats};
use super::lead::{NetworkParams, State, points};
use super::reading::Depth;
use crate::board::{Move, PointSet};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// An expanded position.
///
/// Its moves are the points of `plays` in index order, then the pass. What comes of them has no room before they are tried,
/// which most never are.
#[derive(Debug)]
pub(super) struct Node {
    plays: PointSet,
    /// Are the moves that it lacks worthless for sure?
    complete: bool,
    /// How deep its position has been read: a [`Depth`].
    read: AtomicU8,
    /// What the moves are worth, where all of them begin with a prior; else that is in their branches.
    values: Option<Box<[Stats]>>,
    groups: OnceLock<Groups>,
    state: State,
}

/// The branches of each group of moves, which get room when the first of them is tried.
type Groups = Box<[OnceLock<Box<[Branch; GROUP_MOVES]>>]>;

/// Moves of a group.
const GROUP_MOVES: usize = 4;

/// What has come of a move, and what is below it.
#[derive(Debug, Default)]
struct Branch {
    /// What the move is worth, unless its node has the values of all.
    value: Stats,
    /// What the visits have brought its player.
    account: Account,
    child: OnceLock<Box<Node>>,
}

/// Memory of one move that has not been tried, in bytes, in a node that RAVE leads.
pub const BYTES_PER_CHILD: usize = 2 * size_of::<Stats>();

/// What a memory allocator adds to a block: its header and rounding up to 16 bytes.
pub(super) const BYTES_PER_BLOCK: usize = 24;

/// Memory of a group, in bytes, without what is below.
const BYTES_PER_GROUP: usize = size_of::<[Branch; GROUP_MOVES]>() + BYTES_PER_BLOCK;

/// Memory of a block of so many things, in bytes.
pub(super) fn bytes_of<T>(block: &[T]) -> usize {
    size_of_val(block) + BYTES_PER_BLOCK
}

/// What is in the cell; if it is empty, this call fills it, unless another worker is faster. Was it this call?
#[inline]
fn fill<T>(cell: &OnceLock<T>, make: impl FnOnce() -> T) -> (&T, bool) {
    if let Some(content) = cell.get() {
        return (content, false);
    }
    // Made first, so that no worker waits for what another makes.
    let (made, mut is_ours) = (make(), false);
    let content = cell.get_or_init(|| {
        is_ours = true;
        made
    });
    (content, is_ours)
}

impl Node {
    /// A node with these moves and the pass, of which nothing has been tried.
    ///
    /// It is `complete` if every other legal move is worthless for sure.
    pub(super) fn new(plays: PointSet, complete: bool, state: State) -> Node {
        let read = AtomicU8::new(Depth::None as u8);
        Node { plays, complete, read, values: None, groups: OnceLock::new(), state }
    }

    /// The node, with moves that begin with these values.
    pub(super) fn with_values(self, values: Box<[Stats]>) -> Node {
        debug_assert_eq!(values.len(), self.len());
        Node { values: Some(values), ..self }
    }

    /// The move with room for what comes of it, and the bytes that this call took for that.
    #[inline]
    pub(super) fn open(&self, index: usize) -> (Opened<'_>, usize) {
        let empty = || std::iter::repeat_with(OnceLock::new).take(self.len().div_ceil(GROUP_MOVES));
        let (groups, is_first) = fill(&self.groups, || empty().collect());
        let (group, is_new) = fill(&groups[index / GROUP_MOVES], Box::default);
        let bytes = usize::from(is_first) * bytes_of(groups) + usize::from(is_new) * BYTES_PER_GROUP;
        let branch = &group[index % GROUP_MOVES];
        let stats = self.values.as_ref().map_or(&branch.value, |values| &values[index]);
        (Opened { node: self, stats, branch }, bytes)
    }

    /// What has come of the move, if there is room for it.
    #[inline]
    fn branch(&self, index: usize) -> Option<&Branch> {
        self.groups.get()?[index / GROUP_MOVES].get().map(|group| &group[index % GROUP_MOVES])
    }

    /// The groups of the moves that have been opened, each with the number of its first move.
    #[inline]
    fn opened_groups(&self) -> impl Iterator<Item = (usize, &[Branch; GROUP_MOVES])> {
        let groups = self.groups.get().into_iter().flatten().enumerate();
        groups.filter_map(|(i, group)| Some((i * GROUP_MOVES, group.get()?.as_ref())))
    }

    /// The branches of all groups that have room, those of moves that have not been tried among them.
    fn branches(&self) -> impl Iterator<Item = &Branch> {
        self.opened_groups().flat_map(|(_, group)| group)
    }

    /// What the move is worth by all that is known but RAVE; of a move of which nothing is known 0, at no weight.
    pub(super) fn value(&self, index: usize) -> Estimate {
        let stats = match &self.values {
            Some(values) => values.get(index),
            None => self.branch(index).map(|branch| &branch.value),
        };
        stats.map_or(Estimate::default(), Stats::get)
    }

    /// Calls `look` with the number and the value of every move of which something is known. Groups are whole: there
    /// may be moves among them of which nothing is known, and in the last group numbers that no move has.
    #[inline]
    pub(super) fn for_each_value(&self, mut look: impl FnMut(usize, &Stats)) {
        if let Some(values) = &self.values {
            for (index, value) in values.iter().enumerate() {
                look(index, value);
            }
            return;
        }
        for (first, group) in self.opened_groups() {
            for (i, branch) in group.iter().enumerate() {
                look(first + i, &branch.value);
            }
        }
    }

    /// The points that can be played.
    #[inline]
    pub(super) fn plays(&self) -> PointSet {
        self.plays
    }

    /// Number of moves, with the pass.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.plays.len() as usize + 1
    }

    /// The move with that number.
    #[inline]
    pub(super) fn mv(&self, index: usize) -> Move {
        self.plays.nth(index as u32).map_or(Move::Pass, Move::Play)
    }

    /// The number of a move; `None` if the node has no such move.
    pub(super) fn index_of(&self, mv: Move) -> Option<usize> {
        match mv {
            Move::Pass => Some(self.len() - 1),
            Move::Play(point) => self.plays.contains(point).then(|| self.plays.rank(point) as usize),
        }
    }

    #[inline]
    pub(super) fn visits(&self, index: usize) -> u32 {
        self.branch(index).map_or(0, |branch| branch.account.visits())
    }

    /// What the playouts say of that move, or what is proven; of a move without playouts what reading or the prior says it
    /// is worth, else 0, at no weight.
    ///
    /// Unlike [`Node::value`] it has nothing of the estimates that come before the playouts.
    pub(super) fn result(&self, index: usize) -> Estimate {
        let (gain, value) = (self.gain(index), self.value(index));
        if value.is_proven() {
            return value;
        }
        if gain.visits() == 0 {
            return Estimate { weight: 0.0, ..value };
        }
        Estimate { mean: gain.mean(), weight: gain.visits() as f32 }
    }

    /// What the playouts through the node say of it.
    pub(super) fn results(&self) -> Estimate {
        let mut all = Gain::default();
        self.branches().for_each(|branch| all.add(branch.account.gain(None)));
        Estimate { mean: all.mean(), weight: all.visits() as f32 }
    }

    /// The mean score of the playouts through that move, where they have one.
    pub(super) fn score(&self, index: usize) -> Option<f32> {
        self.gain(index).score()
    }

    /// What the points of the visits through that move count where a lead of so many is `expected`, and how many visits that is.
    /// A play that is lost without any visit is forbidden.
    pub(super) fn points(&self, index: usize, expected: f32, params: &NetworkParams) -> Estimate {
        let gain = self.gain(index);
        if gain.visits() == 0 && gain.proven == Some(0.0) && index < self.len() - 1 {
            return Estimate::proven(f32::NEG_INFINITY);
        }
        gain.score().map_or(Estimate::default(), |score| Estimate {
            mean: points(score, expected, params),
            weight: gain.visits() as f32,
        })
    }

    /// What has come of that move altogether.
    pub(super) fn gain(&self, index: usize) -> Gain {
        let Some(branch) = self.branch(index) else { return Gain::default() };
        let value = self.value(index);
        branch.account.gain(value.is_proven().then_some(value.mean))
    }

    /// Lets the worker that asks first read the position so deep; returns how deep it had been read before.
    #[inline]
    pub(super) fn claim_reading(&self, depth: Depth) -> Option<Depth> {
        let wanted = depth as u8;
        if self.read.load(Relaxed) >= wanted {
            return None;
        }
        let before = self.read.fetch_max(wanted, Relaxed);
        let shallow = before == Depth::Shallow as u8;
        (before < wanted).then_some(if shallow { Depth::Shallow } else { Depth::None })
    }

    /// Gives a claim to read the position so deep back: it has been read no deeper than before. If another worker has claimed it
    /// deeper since, that stays.
    pub(super) fn release_reading(&self, depth: Depth, before: Depth) {
        let _ = self.read.compare_exchange(depth as u8, before as u8, Relaxed, Relaxed);
    }

    /// What it knows beside the results of its moves.
    #[inline]
    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// Adds an estimate of the move, as of so many playouts that are not counted as visits; the bytes that it took, as
    /// for [`Node::open`].
    pub(super) fn hint(&self, mv: Move, estimate: Estimate) -> usize {
        let Some(index) = self.index_of(mv) else { return 0 };
        let (opened, bytes) = self.open(index);
        opened.stats.add(estimate.mean, estimate.weight);
        self.state.hint(index, estimate);
        bytes
    }

    /// What the position is worth to its player, if that is proven: one move wins, or no move is open.
    ///
    /// Source: Winands, Björnsson, Saito: Monte-Carlo tree search solver, 2008.
    pub(super) fn proven_value(&self) -> Option<f32> {
        let mut best = 0.0f32;
        let mut left = self.len();
        self.for_each_value(|_, value| {
            let value = value.get();
            if value.is_proven() {
                best = best.max(value.mean);
                left -= 1;
            }
        });
        let open = left > 0 || !self.complete;
        (best == 1.0 || !open).then_some(best)
    }

    /// The node after that move, if it has been expanded.
    #[inline]
    pub(super) fn child(&self, index: usize) -> Option<&Node> {
        self.branch(index)?.child.get().map(Box::as_ref)
    }

    /// Takes the node after that move out of the tree.
    pub(super) fn take_child(&mut self, index: usize) -> Option<Node> {
        let group = self.groups.get_mut()?[index / GROUP_MOVES].get_mut()?;
        group[index % GROUP_MOVES].child.take().map(|child| *child)
    }

    /// Memory of this node, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let values = self.values.as_deref().map_or(0, bytes_of);
        let groups = self.groups.get().map_or(0, |groups| bytes_of(groups));
        let opened = self.opened_groups().count() * BYTES_PER_GROUP;
        size_of::<Node>() + BYTES_PER_BLOCK + self.state.bytes() + values + groups + opened
    }

    /// The nodes below this one that have been expanded, each with the visits of its move.
    fn children(&self) -> impl Iterator<Item = (u32, &Node)> {
        self.branches().filter_map(|branch| Some((branch.account.visits(), branch.child.get()?.as_ref())))
    }

    /// Memory of this node and all below it, in bytes.
    pub(super) fn tree_bytes(&self) -> usize {
        self.bytes() + self.children().map(|(_, child)| child.tree_bytes()).sum::<usize>()
    }

    /// Adds the memory of the nodes below this one to that of all whose move has had as many visits. A node's move has
    /// never fewer than those below it.
    pub(super) fn tally(&self, sizes: &mut BTreeMap<u32, usize>) {
        for (visits, child) in self.children() {
            *sizes.entry(visits).or_default() += child.bytes();
            child.tally(sizes);
        }
    }

    /// Drops all nodes below this one whose move has had fewer visits.
    pub(super) fn prune(&mut self, visits: u32) {
        let groups = self.groups.get_mut().into_iter().flatten().filter_map(OnceLock::get_mut);
        for branch in groups.flat_map(|group| group.iter_mut()) {
            if branch.account.visits() < visits {
                branch.child.take();
            } else if let Some(child) = branch.child.get_mut() {
                child.prune(visits);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lead::with_priors;
    use super::opened::{CATCH_UP, ONE_BY_ONE};
    use super::*;
    use std::thread::scope;

    const WORKERS: usize = 4;
    const TURNS: usize = if cfg!(miri) { 50 } else { 5_000 };

    const LOSS: Payoff = Payoff { reward: 0.0, score: None, utility: 0.0 };

    fn node() -> Node {
        with_priors(PointSet::board(2), true, std::iter::repeat_n(Estimate::default(), 5))
    }

    /// Runs the body in so many threads at once and returns what each of them said.
    fn together<T: Send>(body: impl Fn(usize) -> T + Sync) -> Vec<T> {
        scope(|scope| {
            let body = &body;
            let workers: Vec<_> = (0..WORKERS).map(|id| scope.spawn(move || body(id))).collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).collect()
        })
    }

    #[test]
    fn no_reward_is_lost_and_no_virtual_loss_stays() {
        for virtual_loss in [0.0, 0.5, 1.0] {
            let node = node();
            let (opened, _) = node.open(0);
            together(|id| {
                for _ in 0..TURNS {
                    if virtual_loss > 0.0 {
                        opened.add_virtual_loss(virtual_loss);
                    }
                    let reward = (id % 2) as f32;
                    let payoff = Payoff { reward, score: Some(-0.5), utility: reward };
                    opened.add(payoff, virtual_loss);
                }
            });
            let Estimate { mean, weight } = node.value(0);
            assert_eq!(node.visits(0) as usize, WORKERS * TURNS);
            assert!((weight - (WORKERS * TURNS) as f32).abs() < 1.0, "{weight}");
            assert!((mean - 0.5).abs() < 0.02, "{mean}");
            assert_eq!(node.score(0), Some(-0.5));
        }
    }

    #[test]
    fn the_weight_of_a_move_grows_however_many_visits_it_has() {
        for virtual_loss in [0.0, 1.0] {
            let node = node();
            let (opened, _) = node.open(0);
            let visits = ONE_BY_ONE + CATCH_UP - 1;
            opened.learn(Gain::of_visits(visits), 0.5);
            let before = opened.value().weight;
            for _ in 0..=2 * CATCH_UP {
                if virtual_loss > 0.0 {
                    opened.add_virtual_loss(virtual_loss);
                }
                opened.add(Payoff { reward: 0.5, score: None, utility: 0.5 }, virtual_loss);
            }
            let Estimate { mean, weight } = opened.value();
            assert_eq!(opened.visits(), visits + 2 * CATCH_UP + 1);
            assert!(weight >= before + (2 * CATCH_UP - 2) as f32, "{before} {weight}");
            assert!((mean - 0.5).abs() < 0.001, "{mean}");
        }
    }

    #[test]
    fn of_workers_that_come_together_one_expands_and_one_reads() {
        for _ in 0..200 {
            let root = node();
            let expand = || root.open(1).0.set_child(node()).1;
            let ours = together(|_| (expand(), root.claim_reading(Depth::Deep).is_some()));
            assert_eq!(ours.iter().filter(|(expands, _)| *expands).count(), 1);
            assert_eq!(ours.iter().filter(|(_, reads)| *reads).count(), 1);
        }
        let root = node();
        assert_eq!(root.claim_reading(Depth::Shallow), Some(Depth::None));
        assert_eq!(root.claim_reading(Depth::Shallow), None);
        assert_eq!(root.claim_reading(Depth::Deep), Some(Depth::Shallow));
        root.release_reading(Depth::Shallow, Depth::None);
        assert_eq!(root.claim_reading(Depth::Deep), None, "it is another's, who reads deeper");
        root.release_reading(Depth::Deep, Depth::Shallow);
        assert_eq!(root.claim_reading(Depth::Deep), Some(Depth::Shallow));
    }

    #[test]
    fn what_is_proven_stays_so() {
        let node = node();
        let (opened, _) = node.open(2);
        opened.prove(1.0);
        together(|_| (0..TURNS).for_each(|_| opened.add(LOSS, 1.0)));
        assert_eq!(opened.value(), Estimate::proven(1.0));
        assert_eq!(node.proven_value(), Some(1.0));
    }
}
