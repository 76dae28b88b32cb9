//! Monte-Carlo tree search, with RAVE or led by the network: which move is best?

mod clock;
mod feature;
mod node;
mod pace;
mod prior;
mod reading;
mod select;
mod tree;
mod view;
mod watch;
mod worker;

pub use clock::{Clock, Margins, TimeSettings};
pub use feature::{Feature, Scene};
pub use node::{BYTES_PER_CHILD, Estimate};
pub use pace::Budget;
pub use prior::odds;
pub use reading::Readings;
pub use tree::Tree;
pub use view::first_odds;
pub use watch::{Listener, Restriction, Watch};

use crate::board::{Board, Color, Hash, Move, Point, PointSet};
use crate::params::Params;
use crate::patterns::PatternTable;
use crate::rng::Rng;
use crossbeam::utils::CachePadded;
use node::{Node, Stats};
use parking_lot::Mutex;
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
    /// What the clock allows.
    pub budget: Option<Budget>,
}

impl Limits {
    /// The time that is never passed.
    pub fn longest(&self) -> Option<Duration> {
        [self.time, self.budget.map(|budget| budget.most)].into_iter().flatten().min()
    }

    /// Is there one?
    fn are_set(&self) -> bool {
        self.playouts.is_some() || self.time.is_some() || self.budget.is_some()
    }
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
    /// Points that the outside wants left out.
    pub restrictions: &'a [Restriction],
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
        Question {
            board,
            forbidden: PointSet::EMPTY,
            history: &[],
            restrictions: &[],
            last: [None; 2],
            after_pass: false,
            komi,
            patterns,
        }
    }
}

/// What is known of one move of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Playouts that went through it.
    pub visits: u32,
    /// Mean reward of its playouts for the player to move, or what is proven; of a move without playouts, what it is
    /// thought to be worth.
    pub value: Estimate,
    /// RAVE estimate.
    pub rave: Estimate,
}

/// A move of a line and the playouts that went through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// Playouts that went through it.
    pub visits: u32,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Whose move was searched for.
    pub color: Color,
    /// All allowed moves, best first: proven wins, moves that are open, proven draws and losses; then most
    /// visits, higher mean, and point order with the pass last.
    /// Never empty.
    pub candidates: Vec<Candidate>,
    /// Playouts of this search.
    pub playouts: u64,
    /// Time of this search.
    pub time: Duration,
    /// The line of most visits that begins with each candidate, in their order.
    pub lines: Vec<Vec<Step>>,
    /// Bytes that the tree takes.
    pub tree_bytes: usize,
    /// What capture searches have cost.
    pub readings: Readings,
}

impl Findings {
    /// The best move.
    pub fn best(&self) -> Candidate {
        self.candidates[0]
    }

    /// The line of most visits.
    pub fn line(&self) -> &[Step] {
        self.lines.first().map_or(&[], Vec::as_slice)
    }

    /// A move that needs no search, because it ends the game and wins.
    pub fn certain(color: Color, mv: Move) -> Findings {
        let value = Estimate { mean: 1.0, weight: 1.0 };
        Findings {
            color,
            candidates: vec![Candidate { mv, visits: 1, value, rave: value }],
            playouts: 0,
            time: Duration::ZERO,
            lines: vec![vec![Step { mv, visits: 1 }]],
            tree_bytes: 0,
            readings: Readings::default(),
        }
    }

    /// What is known of that move; `None` if it is not allowed.
    pub fn of(&self, mv: Move) -> Option<Candidate> {
        self.candidates.iter().find(|candidate| candidate.mv == mv).copied()
    }
}

/// Searches the position as [`search_watched`] does, unwatched.
pub fn search(
    tree: &mut Tree,
    question: &Question<'_>,
    params: &Params,
    limits: &Limits,
    threads: usize,
    seed: u64,
) -> Findings {
    search_watched(tree, question, params, limits, threads, seed, &mut Watch::default())
}

/// Searches the position with so many threads and grows the tree, whose root it must be, until a limit is
/// reached or the watch ends it. The first worker reports between its playouts.
///
/// With one thread and a limit of playouts the result depends on nothing but the arguments and the tree.
pub fn search_watched(
    tree: &mut Tree,
    question: &Question<'_>,
    params: &Params,
    limits: &Limits,
    threads: usize,
    seed: u64,
    watch: &mut Watch<'_>,
) -> Findings {
    let start = Instant::now();
    let scene = Scene::new(question.board, question.last, question.patterns);
    tree.prepare(&scene, question.komi, params, threads);
    let counter = Counter {
        playouts: AtomicU64::new(0),
        done: AtomicBool::new(false),
        start,
        limits,
        stop: watch.stop,
        readings: Mutex::default(),
    };
    // Workers that draw from neighbors in memory would wait for each other.
    let mut rngs: Vec<CachePadded<Rng>> =
        (0..threads as u64).map(|id| CachePadded::new(Rng::new(seed, id))).collect();
    let virtual_loss = if threads > 1 { params.virtual_loss } else { 0.0 };
    let mut reported = Instant::now();
    loop {
        let shared = &*tree;
        let root = shared.root().expect("a prepared tree has a root");
        for point in root.plays() & question.forbidden {
            if let Some(index) = root.index_of(Move::Play(point)) {
                shared.count(root.open(index));
                root.prove(index, 0.0);
            }
        }
        let &Question { board, history, restrictions, last, after_pass, komi, patterns, .. } = question;
        let task = Task {
            tree: shared,
            board,
            history,
            restrictions,
            last,
            after_pass,
            params,
            komi,
            virtual_loss,
            patterns,
        };
        let work = |rng: &mut Rng, between: &mut dyn FnMut()| {
            let mut worker = Worker::new(task, rng);
            while counter.next() {
                if worker.iterate(root) {
                    if limits.are_set() {
                        counter.finish();
                    } else {
                        // Who searches without a limit wants to look on, but there is nothing left to do.
                        std::thread::sleep(IDLE);
                    }
                }
                if shared.is_full() {
                    break;
                }
                between();
            }
            counter.readings.lock().add(worker.finish());
        };
        let mut looks = 0u32;
        std::thread::scope(|scope| {
            let (own, others) = rngs.split_first_mut().expect("there is a thread");
            for rng in others {
                scope.spawn(move || work(rng, &mut || {}));
            }
            work(own, &mut || {
                looks += 1;
                if looks.is_multiple_of(PACE_INTERVAL) && counter.has_seen_enough(root) {
                    counter.finish();
                }
                if let Some((interval, report)) = &mut watch.report
                    && reported.elapsed() >= *interval
                {
                    report(&findings(root, question, &counter, shared));
                    reported = Instant::now();
                }
            });
        });
        if counter.is_done() {
            return findings(root, question, &counter, shared);
        }
        // Nobody is in the tree now, so that nodes can be dropped without a lock on the way of a playout.
        tree.make_room();
    }
}

/// How long a worker of a solved position waits before it looks again whether it may go.
const IDLE: Duration = Duration::from_millis(5);

/// Playouts of one worker between two looks at the pace of the search.
const PACE_INTERVAL: u32 = 64;

/// Hands out playouts until a limit is reached.
struct Counter<'a> {
    playouts: AtomicU64,
    done: AtomicBool,
    start: Instant,
    limits: &'a Limits,
    stop: Option<&'a (dyn Fn() -> bool + Sync)>,
    readings: Mutex<Readings>,
}

impl Counter<'_> {
    fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }

    /// Is the rest of the clock's time better spent on later moves?
    fn has_seen_enough(&self, root: &Node) -> bool {
        let moves = (0..root.len()).map(|i| (root.visits(i), root.result(i).mean));
        self.limits.budget.is_some_and(|budget| {
            pace::has_seen_enough(budget, self.start.elapsed(), self.playouts.load(Relaxed), moves)
        })
    }

    fn finish(&self) {
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
                || self.stop.is_some_and(|stop| stop())
                || count.is_multiple_of(LOOK_INTERVAL)
                    && self.limits.longest().is_some_and(|most| self.start.elapsed() >= most));
        if enough {
            self.playouts.fetch_sub(1, Relaxed);
            self.finish();
        }
        !enough
    }
}

fn findings(root: &Node, question: &Question<'_>, counter: &Counter<'_>, tree: &Tree) -> Findings {
    let forbidden =
        question.forbidden | Restriction::points(question.restrictions, question.board.to_play(), 0);
    let allowed = |mv: Move| mv.point().is_none_or(|point| !forbidden.contains(point));
    let mut candidates: Vec<Candidate> = (0..root.len())
        .map(|i| Candidate {
            mv: root.mv(i),
            visits: root.visits(i),
            value: root.result(i),
            rave: root.rave.get(i).map_or(Estimate::default(), Stats::get),
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
    let lines = candidates.iter().map(|candidate| best_line(root, candidate)).collect();
    Findings {
        color: question.board.to_play(),
        candidates,
        playouts: counter.playouts.load(Relaxed),
        time: counter.start.elapsed(),
        lines,
        tree_bytes: tree.bytes(),
        readings: *counter.readings.lock(),
    }
}

/// The line of most visits that begins with that move of the root.
fn best_line(root: &Node, first: &Candidate) -> Vec<Step> {
    let mut line = vec![Step { mv: first.mv, visits: first.visits }];
    let mut next = root.index_of(first.mv).and_then(|index| root.child(index));
    while let Some(node) = next {
        let Some(best) = (0..node.len()).rev().max_by_key(|&i| node.visits(i)) else { break };
        if node.visits(best) == 0 {
            break;
        }
        line.push(Step { mv: node.mv(best), visits: node.visits(best) });
        next = node.child(best);
    }
    line
}
