//! Proof-number search: best first, with the tree in memory. Of two levels, a leaf of the first is judged by a second search,
//! of which only the root's children are kept: it takes the memory of about the square root of the tree that it looks at.
//!
//! Sources: Allis, van der Meulen, van den Herik: Proof-number search, 1994. The next descent begins where the last one
//! changed no numbers, solved states lose their subtrees, and the second search may become as large as the first is (Allis:
//! Searching for solutions in games and artificial intelligence, 1994).

use super::{Prover, first_look};
use crate::solver::dfpn::{DfpnResult, LONGEST_PATH};
use crate::solver::problem::{INFINITE, Kind, Numbers, Problem, Solved, clip};

/// Proof-number search with a tree, or two, of at most so many bytes.
#[derive(Debug)]
pub(in crate::solver) struct Pn {
    has_two_levels: bool,
    most: usize,
    /// Bytes of all that was in memory when that was most.
    taken: usize,
}

impl Pn {
    pub(in crate::solver) fn new(bytes: usize) -> Pn {
        Pn { has_two_levels: false, most: bytes, taken: 0 }
    }

    pub(in crate::solver) fn of_two_levels(bytes: usize) -> Pn {
        Pn { has_two_levels: true, ..Pn::new(bytes) }
    }
}

impl<P: Problem> Prover<P> for Pn {
    fn prove(&mut self, problem: &mut P, root: &P::State, limit: u64) -> DfpnResult<P> {
        let mut growth = Growth::new(limit, self.most);
        let found = if self.has_two_levels {
            growth.prove(problem, root, &mut Growth::expand_by_search)
        } else {
            growth.prove(problem, root, &mut Growth::expand)
        };
        self.taken = growth.taken();
        found
    }

    fn taken(&self) -> Option<usize> {
        Some(self.taken)
    }
}

/// A state of the tree; the states themselves are made again on every descent, which saves most of the memory.
#[derive(Debug)]
struct PnNode<P: Problem> {
    edge: Option<P::Edge>,
    numbers: Numbers,
    reason: P::Reason,
    /// The best edge.
    reply: Option<P::Edge>,
    children: Vec<PnNode<P>>,
    /// Only the gate has been looked at.
    behind_gate: bool,
}

/// The growth of one tree.
#[derive(Debug)]
struct Growth<P: Problem> {
    /// The states above the one being looked at.
    path: Vec<P::Key>,
    /// States expanded.
    nodes: u64,
    limit: u64,
    /// Nodes of the first level that are in memory, or would be if solved ones were kept.
    size: u64,
    /// Nodes that are in memory, the most there have been, and the most there may be.
    living: usize,
    most_living: usize,
    room: usize,
    deepest: usize,
    stopped: bool,
}

/// What makes a leaf grow.
trait Grow<P: Problem>: FnMut(&mut Growth<P>, &mut P, &mut PnNode<P>, &P::State) {}
impl<P: Problem, F: FnMut(&mut Growth<P>, &mut P, &mut PnNode<P>, &P::State)> Grow<P> for F {}

impl<P: Problem> Growth<P> {
    /// A growth to at most so many expanded states and bytes.
    fn new(limit: u64, bytes: usize) -> Growth<P> {
        Growth {
            path: Vec::new(),
            nodes: 0,
            limit,
            size: 0,
            living: 0,
            most_living: 0,
            room: bytes / size_of::<PnNode<P>>(),
            deepest: 0,
            stopped: false,
        }
    }

    /// Bytes of the tree when it was largest.
    fn taken(&self) -> usize {
        self.most_living * size_of::<PnNode<P>>()
    }

    /// Takes what is below a node out of memory.
    fn fell(&mut self, node: &mut PnNode<P>) {
        self.living -= node.below();
        node.children = Vec::new();
    }

    /// Grows a tree from a root until it is solved or the limit is reached.
    fn prove(&mut self, problem: &mut P, root: &P::State, grow: &mut impl Grow<P>) -> DfpnResult<P> {
        let mut node = self.leaf(problem, root, None);
        self.develop(problem, &mut node, root, self.limit, grow);
        DfpnResult {
            numbers: node.numbers,
            solved: node.numbers.value().map(|value| Solved { value, reason: node.reason }),
            edge: node.reply,
            nodes: self.nodes,
            depth: self.deepest,
        }
    }

    /// Grows the tree below a node until it is solved or so many nodes are expanded in all.
    fn develop(
        &mut self,
        problem: &mut P,
        node: &mut PnNode<P>,
        state: &P::State,
        limit: u64,
        grow: &mut impl Grow<P>,
    ) {
        while node.numbers.value().is_none() && self.nodes < limit && !self.stopped {
            self.descend(problem, node, state, limit, grow);
        }
    }

    /// Goes to the most proving leaves below a node until its numbers change.
    fn descend(
        &mut self,
        problem: &mut P,
        node: &mut PnNode<P>,
        state: &P::State,
        limit: u64,
        grow: &mut impl Grow<P>,
    ) {
        let before = node.numbers;
        if node.children.is_empty() {
            self.stopped |= self.path.len() >= LONGEST_PATH || self.living >= self.room;
            if !self.stopped {
                grow(self, problem, node, state);
            }
            return;
        }
        let kind = problem.kind(state);
        self.path.push(problem.key(state));
        while node.numbers == before && self.nodes < limit && !self.stopped {
            let child = node.children.iter_mut().min_by_key(|child| child.numbers.win(kind));
            if let Some((child, edge)) = child.and_then(|child| child.edge.map(|edge| (child, edge))) {
                let below = problem.child(state, edge);
                self.descend(problem, child, &below, limit, grow);
            }
            self.update(problem, node, state, kind);
        }
        self.path.pop();
    }

    /// Gives a leaf its children.
    fn expand(&mut self, problem: &mut P, node: &mut PnNode<P>, state: &P::State) {
        self.nodes += 1;
        self.deepest = self.deepest.max(self.path.len() + 1);
        self.path.push(problem.key(state));
        let gate = problem.gate(state);
        node.behind_gate = gate.is_some();
        match gate {
            Some(edge) => self.add(problem, node, state, edge),
            None => self.add_edges(problem, node, state, None),
        }
        self.update(problem, node, state, problem.kind(state));
        self.path.pop();
    }

    /// Gives a leaf its children as a search of its own judges them.
    fn expand_by_search(&mut self, problem: &mut P, leaf: &mut PnNode<P>, state: &P::State) {
        let size = self.size;
        let limit = self.limit.min(self.nodes + size);
        self.expand(problem, leaf, state);
        self.develop(problem, leaf, state, limit, &mut Growth::expand);
        for child in &mut leaf.children {
            self.fell(child);
        }
        self.size = size + leaf.children.len() as u64;
    }

    /// A node for a state that has not been looked at; on a path that returns to itself nothing is proven.
    fn leaf(&mut self, problem: &mut P, state: &P::State, edge: Option<P::Edge>) -> PnNode<P> {
        self.size += 1;
        self.living += 1;
        self.most_living = self.most_living.max(self.living);
        let (numbers, reason) = if self.path.contains(&problem.key(state)) {
            (Numbers::DISPROVEN, problem.reason_repeated())
        } else {
            first_look(problem, state)
        };
        PnNode { edge, numbers, reason, reply: None, children: Vec::new(), behind_gate: false }
    }

    fn add(&mut self, problem: &mut P, node: &mut PnNode<P>, state: &P::State, edge: P::Edge) {
        let child = self.leaf(problem, &problem.child(state, edge), Some(edge));
        node.children.push(child);
    }

    fn add_edges(
        &mut self,
        problem: &mut P,
        node: &mut PnNode<P>,
        state: &P::State,
        gate: Option<&P::Reason>,
    ) {
        let mut edges = Vec::new();
        problem.edges(state, gate, &mut edges);
        node.children.reserve_exact(edges.len());
        for edge in edges {
            self.add(problem, node, state, edge);
        }
    }

    /// Computes a node's numbers from its children's; lets the others in when the gate is lost.
    fn update(&mut self, problem: &mut P, node: &mut PnNode<P>, state: &P::State, kind: Kind) {
        let (mut win, mut loss) = node.sums(problem, kind);
        if loss == 0 && win > 0 && node.behind_gate {
            node.behind_gate = false;
            let reason = node.children.first().map(|gate| gate.reason);
            self.add_edges(problem, node, state, reason.as_ref());
            (win, loss) = node.sums(problem, kind);
        }
        node.numbers = Numbers::of(kind, win, loss);
        let best = node.children.iter().min_by_key(|child| child.numbers.win(kind));
        node.reply = best.and_then(|child| child.edge);
        if win == 0 {
            if let Some((edge, reason)) = best.and_then(|child| Some((child.edge?, child.reason))) {
                node.reason = problem.reason_won(state, edge, &reason);
            }
        } else if loss == 0 {
            node.reply = None;
            let gated = usize::from(problem.gate(state).is_some());
            let (gate, others) = node.children.split_at(gated.min(node.children.len()));
            let others = others.iter().filter_map(|child| Some((child.edge?, &child.reason)));
            node.reason = problem.reason_lost(state, gate.first().map(|gate| &gate.reason), others);
        }
        if win == 0 || loss == 0 {
            self.fell(node);
        }
    }
}

impl<P: Problem> PnNode<P> {
    /// The nodes below this one.
    fn below(&self) -> usize {
        self.children.iter().map(|child| 1 + child.below()).sum()
    }

    /// The least number to win and the sum of those to lose.
    fn sums(&self, problem: &P, kind: Kind) -> (u32, u32) {
        let win = self.children.iter().map(|child| child.numbers.win(kind)).min().unwrap_or(INFINITE);
        let counted =
            self.children.iter().filter(|child| child.edge.is_some_and(|edge| problem.counts(edge)));
        let loss: u64 = counted.map(|child| u64::from(child.numbers.loss(kind))).sum();
        (win, if win == 0 { INFINITE } else { clip(loss) })
    }
}
