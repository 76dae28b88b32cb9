//! Monte-Carlo tree search with RAVE: which move is best?

mod clock;
mod feature;
mod node;
mod prior;
mod select;
mod tree;
mod worker;

pub use clock::{Clock, TimeSettings};
pub use feature::{Feature, Scene};
pub use node::{BYTES_PER_CHILD, Estimate};
pub use prior::odds;
pub use tree::Tree;

use crate::board::{Board, Hash, Move, Point, PointSet};
use crate::params::Params;
use crate::patterns::PatternTable;
use crate::rng::Rng;
use node::Node;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use worker::{Task, Worker};

/// When a search ends: at whichever limit is reached first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Number of playouts, those of a reused tree not counted.
    pub playouts: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

/// The position to search and what the game adds to it.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position; its player to move is the one to search for.
    pub board: &'a Board,
    /// Points that positional superko forbids now.
    pub forbidden: PointSet,
    /// The positions that must not come back, the present one among them.
    pub history: &'a [Hash],
    /// The points of the last two turns, the last one first; `None` is a pass or no turn.
    pub last: [Option<Point>; 2],
    /// Was the last turn a pass? Then another one ends the game.
    pub after_pass: bool,
    /// Points added to White's area.
    pub komi: f32,
    /// What is known of diamonds.
    pub patterns: &'a PatternTable,
}

impl<'a> Question<'a> {
    /// A position that has no history.
    pub fn new(board: &'a Board, komi: f32, patterns: &'a PatternTable) -> Question<'a> {
        let (forbidden, last) = (PointSet::EMPTY, [None; 2]);
        Question { board, forbidden, history: &[], last, after_pass: false, komi, patterns }
    }
}

/// What is known of one move of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Playouts that went through it.
    pub visits: u32,
    /// Mean reward, for the player to move.
    pub value: Estimate,
    /// RAVE estimate.
    pub rave: Estimate,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// All allowed moves, best first: proven wins, moves that are open, proven draws and losses; then most
    /// visits, higher mean, and point order with the pass last.
    /// Never empty.
    pub candidates: Vec<Candidate>,
    /// Playouts of this search.
    pub playouts: u64,
    /// Time of this search.
    pub time: Duration,
    /// The line of most visits from the root.
    pub line: Vec<Move>,
    /// Bytes that the tree takes.
    pub tree_bytes: usize,
}

impl Findings {
    /// The best move.
    pub fn best(&self) -> Candidate {
        self.candidates[0]
    }

    /// What is known of that move; `None` if it is not allowed.
    pub fn of(&self, mv: Move) -> Option<Candidate> {
        self.candidates.iter().find(|candidate| candidate.mv == mv).copied()
    }
}

/// Searches the position with so many threads and grows the tree, whose root it must be.
///
/// With one thread and a limit of playouts the result depends on nothing but the arguments and the tree.
pub fn search(
    tree: &mut Tree,
    question: &Question<'_>,
    params: &Params,
    limits: &Limits,
    threads: usize,
    seed: u64,
) -> Findings {
    let start = Instant::now();
    tree.prepare(&Scene::new(question.board, question.last, question.patterns), params);
    let counter = Counter { playouts: AtomicU64::new(0), done: AtomicBool::new(false), start, limits };
    let mut rngs: Vec<Rng> = (0..threads as u64).map(|id| Rng::new(seed, id)).collect();
    let virtual_loss = if threads > 1 { params.virtual_loss } else { 0.0 };
    loop {
        let root = tree.root().expect("a prepared tree has a root");
        for point in root.plays() & question.forbidden {
            root.index_of(Move::Play(point)).inspect(|&index| root.prove(index, 0.0));
        }
        let &Question { board, history, last, after_pass, komi, patterns, .. } = question;
        let task = Task { tree, board, history, last, after_pass, params, komi, virtual_loss, patterns };
        let work = |rng| {
            let mut worker = Worker::new(task, rng);
            while counter.next() {
                if worker.iterate(root) {
                    counter.stop();
                }
                if tree.is_full() {
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            let (own, others) = rngs.split_first_mut().expect("there is a thread");
            for rng in others {
                scope.spawn(move || work(rng));
            }
            work(own);
        });
        if counter.is_done() {
            return findings(root, question, &counter, tree);
        }
        // Nobody is in the tree now, so that nodes can be dropped without a lock on the way of a playout.
        tree.make_room();
    }
}

/// Hands out playouts until a limit is reached.
struct Counter<'a> {
    playouts: AtomicU64,
    done: AtomicBool,
    start: Instant,
    limits: &'a Limits,
}

impl Counter<'_> {
    fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }

    fn stop(&self) {
        self.done.store(true, Relaxed);
    }

    /// May another playout begin? The first one always may.
    fn next(&self) -> bool {
        /// Playouts between two looks at the clock.
        const LOOK_INTERVAL: u64 = 8;
        if self.is_done() {
            return false;
        }
        let count = self.playouts.fetch_add(1, Relaxed);
        let enough = count > 0
            && (self.limits.playouts.is_some_and(|most| count >= most)
                || count.is_multiple_of(LOOK_INTERVAL)
                    && self.limits.time.is_some_and(|most| self.start.elapsed() >= most));
        if enough {
            self.playouts.fetch_sub(1, Relaxed);
            self.stop();
        }
        !enough
    }
}

fn findings(root: &Node, question: &Question<'_>, counter: &Counter<'_>, tree: &Tree) -> Findings {
    let allowed = |mv: Move| mv.point().is_none_or(|point| !question.forbidden.contains(point));
    let mut candidates: Vec<Candidate> = (0..root.len())
        .map(|i| Candidate {
            mv: root.mv(i),
            visits: root.visits(i),
            value: root.values[i].get(),
            rave: root.rave[i].get(),
        })
        .filter(|candidate| allowed(candidate.mv))
        .collect();
    // What is proven comes before all that is open if it wins, and after it if it does not.
    let rank = |candidate: &Candidate| match candidate.value.is_proven() {
        true => candidate.value.mean,
        false => 0.75,
    };
    candidates.sort_by(|a, b| {
        let by_visits = b.visits.cmp(&a.visits).then(b.value.mean.total_cmp(&a.value.mean));
        rank(b).total_cmp(&rank(a)).then(by_visits)
    });
    let line = best_line(root, candidates[0].mv);
    Findings {
        candidates,
        playouts: counter.playouts.load(Relaxed),
        time: counter.start.elapsed(),
        line,
        tree_bytes: tree.bytes(),
    }
}

/// The line of most visits that begins with that move of the root.
fn best_line(root: &Node, first: Move) -> Vec<Move> {
    let mut line = vec![first];
    let mut next = root.index_of(first).and_then(|index| root.child(index));
    while let Some(node) = next {
        let Some(best) = (0..node.len()).rev().max_by_key(|&i| node.visits(i)) else { break };
        if node.visits(best) == 0 {
            break;
        }
        line.push(node.mv(best));
        next = node.child(best);
    }
    line
}
