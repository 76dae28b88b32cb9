//! Monte-Carlo tree search, led by the network or by RAVE: which move is best?

mod account;
mod aim;
mod estimate;
mod evaluators;
mod findings;
mod lead;
mod node;
mod params;
mod question;
mod reading;
mod scene;
mod select;
mod share;
mod time;
mod tree;
mod watch;
mod worker;

pub use estimate::Estimate;
pub use evaluators::Evaluators;
pub use findings::{Candidate, Findings, Ply};
pub use lead::{ByHandParams, Feature, Lead, LeadChoice, NetworkParams, PolicyMap, RaveParams, prior_policy};
pub use node::BYTES_PER_CHILD;
pub use params::{SearchParams, TreeParams};
pub use question::{Question, Restriction};
pub use reading::{ReadingParams, Readings};
pub use scene::Scene;
pub use share::{News, Partners, ShareParams, Top};
pub use time::{Budget, Clock, Margins, TimeSettings};

pub(crate) use time::LONGEST_TIME;
pub use tree::Tree;
pub use watch::{Listener, Watch};

use crate::board::Move;
use crate::knowledge::Knowledge;
use crate::pause::{Pauses, at_once};
use crate::playout::Outcome;
use crate::rng::Rng;
use aim::Aim;
use crossbeam::utils::CachePadded;
use evaluators::Seat;
use findings::Cost;
use node::Node;
use parking_lot::Mutex;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use web_time::{Duration, Instant};
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

    /// What is left of them after so much time.
    pub fn after(self, spent: Duration) -> Limits {
        let left = |time: Duration| time.saturating_sub(spent);
        let of_clock = |budget: Budget| Budget { usual: left(budget.usual), most: left(budget.most) };
        Limits { time: self.time.map(left), budget: self.budget.map(of_clock), ..self }
    }

    /// Is there one?
    fn are_set(&self) -> bool {
        self.playouts.is_some() || self.time.is_some() || self.budget.is_some()
    }
}

/// A search: a question, and what it is answered with.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// What is asked.
    pub question: &'a Question<'a>,
    /// The tunable numbers.
    pub params: &'a SearchParams,
    /// Shapes and the network.
    pub knowledge: &'a Knowledge,
    /// When it ends.
    pub limits: Limits,
    /// Threads that search, one at least.
    pub threads: usize,
    /// Where all randomness comes from.
    pub seed: u64,
}

impl<'a> Search<'a> {
    /// A search by one thread, with seed 0.
    pub fn new(
        question: &'a Question<'a>,
        params: &'a SearchParams,
        knowledge: &'a Knowledge,
        limits: Limits,
    ) -> Search<'a> {
        Search { question, params, knowledge, limits, threads: 1, seed: 0 }
    }

    /// Searches as [`Search::run_watched`] does, unwatched.
    pub fn run(&self, tree: &mut Tree) -> Findings {
        at_once(self.run_watched(tree, &mut Watch::default()))
    }

    /// Grows the tree, whose root is the question's position or which is empty, until a limit is reached or the watch ends
    /// the search. A search with a limit also ends when it is proven who wins; where the network leads, it looks for points first.
    /// The first worker reports between its playouts, and pauses there if it is the only one.
    ///
    /// With one thread and a limit of playouts the result depends on nothing but the search and the tree.
    pub async fn run_watched(&self, tree: &mut Tree, watch: &mut Watch<'_>) -> Findings {
        let start = Instant::now();
        let scene = Scene::new(&self.question.board, self.question.last, self.knowledge);
        let workers = self.threads + watch.evaluators.map_or(0, Evaluators::seats);
        tree.prepare(&scene, self.question.komi, self.params, workers);
        let counter = Counter::new(start, &self.limits, watch.stop);
        // Each has a cache line of its own: workers that write to the same line wait for each other (false sharing).
        let mut rngs: Vec<CachePadded<Rng>> =
            (0..workers as u64).map(|id| CachePadded::new(Rng::new(self.seed, id))).collect();
        let (mut reported, mut looks) = (Instant::now(), 0u32);
        loop {
            let shared = &*tree;
            let root = shared.root().expect("a prepared tree has a root");
            self.tell(shared, root);
            let mut between = || {
                if let Some(partners) = &mut watch.partners {
                    partners.meet(&self.top(shared, root, &counter));
                }
                looks += 1;
                if looks.is_multiple_of(PACE_INTERVAL) && counter.has_seen_enough(root, self.question) {
                    counter.finish();
                }
                if let Some((interval, report)) = &mut watch.report
                    && reported.elapsed() >= *interval
                {
                    report(&Findings::new(root, self.question, counter.cost(shared)));
                    reported = Instant::now();
                }
            };
            let over = || counter.is_done();
            let seats = watch.evaluators.map(|evaluators| Seat { evaluators, number: 0, over: &over });
            let virtual_loss = if workers > 1 { self.params.tree.virtual_loss } else { 0.0 };
            let task = Task { tree: shared, search: self, virtual_loss, seats };
            self.grow(task, root, &counter, &mut rngs, &mut between, watch.pauses).await;
            if counter.is_done() {
                if let Some(partners) = &mut watch.partners {
                    partners.part(&self.top(shared, root, &counter));
                }
                return Findings::new(root, self.question, counter.cost(shared));
            }
            // Nobody is in the tree now, so that nodes can be dropped without a lock on the way of a playout.
            tree.make_room();
        }
    }

    /// What partners see of the tree.
    fn top<'t>(&'t self, tree: &'t Tree, root: &'t Node, counter: &'t Counter<'_>) -> Top<'t> {
        let (playouts, heard) = (counter.playouts.load(Relaxed), &counter.heard);
        Top { tree, root, params: self.params, playouts, heard }
    }

    /// Tells the root what the question knows of its moves: one that is forbidden now is worth nothing, and a pass that ends
    /// the game is worth what the count says. An earlier search may have taken either for a move like any other.
    fn tell(&self, tree: &Tree, root: &Node) {
        if let Some(lead) = self.question.end {
            let reward = Outcome::of_lead(lead).reward(self.question.board.to_play());
            tree.open(root, root.len() - 1).prove(reward);
        }
        for point in root.plays() & self.question.forbidden {
            if let Some(index) = root.index_of(Move::Play(point)) {
                tree.open(root, index).prove(0.0);
            }
        }
    }

    /// Lets a worker for each generator grow the tree until the counter or the memory ends it; the first, on this thread,
    /// calls `between` after each of its playouts. Those beyond the threads sit in seats.
    async fn grow(
        &self,
        task: Task<'_>,
        root: &Node,
        counter: &Counter<'_>,
        rngs: &mut [CachePadded<Rng>],
        between: &mut dyn FnMut(),
        pauses: Option<&Pauses>,
    ) {
        let (own, others) = rngs.split_first_mut().expect("there is a thread");
        if others.is_empty() {
            return self.work(Worker::new(task, own, None), root, counter, between, pauses).await;
        }
        let work = |rng: &mut Rng, seat: Option<Seat<'_>>, between: &mut dyn FnMut()| {
            at_once(self.work(Worker::new(task, rng, seat), root, counter, between, None));
        };
        std::thread::scope(|scope| {
            for (rng, number) in others.iter_mut().zip(1..) {
                let seat =
                    |first| usize::checked_sub(number, self.threads).map(|number| Seat { number, ..first });
                let seat = task.seats.and_then(seat);
                let helper = std::thread::Builder::new();
                if let Err(error) = helper.spawn_scoped(scope, move || work(rng, seat, &mut || {})) {
                    warn_once(self.threads, &error);
                    break;
                }
            }
            work(own, None, between);
        });
    }

    /// A worker's part of it.
    async fn work<'t>(
        &self,
        mut worker: Worker<'t>,
        root: &'t Node,
        counter: &Counter<'_>,
        between: &mut dyn FnMut(),
        pauses: Option<&Pauses>,
    ) {
        let limited = self.limits.are_set();
        while worker.may_go_on() && counter.next() {
            match worker.iterate(root) {
                Aim::Points if limited && counter.has_enough_points() => counter.finish(),
                Aim::Winner | Aim::LeastLoss | Aim::Points => {}
                Aim::Nothing if limited => counter.finish(),
                // Who searches without a limit wants to look on, but there is nothing left to do.
                Aim::Nothing => match pauses {
                    Some(pauses) => pauses.pause().await,
                    None => std::thread::sleep(IDLE),
                },
            }
            between();
            if worker.tree().is_full() {
                break;
            }
            worker.give_way();
            Pauses::here(pauses).await;
        }
        counter.readings.lock().add(worker.finish());
    }
}

/// Says once that not all threads can be had; the search goes on with those there are.
fn warn_once(wanted: usize, error: &std::io::Error) {
    static SAID: Once = Once::new();
    SAID.call_once(|| log::warn!("fewer threads than the {wanted} wanted: {error}"));
}

/// How long a worker that has nothing to do waits before it looks again whether it may go.
const IDLE: Duration = Duration::from_millis(5);

/// Playouts that a game that is decided is worth: where only points are left to find a search with a limit needs no more.
const POINTS_PLAYOUTS: u64 = 1000;

/// Playouts of one worker between two looks at the pace of the search.
const PACE_INTERVAL: u32 = 64;

/// Hands out playouts until a limit is reached.
struct Counter<'a> {
    playouts: AtomicU64,
    /// Playouts of partners.
    heard: AtomicU64,
    done: AtomicBool,
    start: Instant,
    /// When the tree was ready for the first playout: to make room in a large one takes as long as many playouts.
    ready: Instant,
    limits: &'a Limits,
    stop: Option<&'a (dyn Fn() -> bool + Sync)>,
    readings: Mutex<Readings>,
    /// Playouts for points alone.
    for_points: AtomicU64,
}

impl<'a> Counter<'a> {
    /// For a search that began at `start`, and whose first playout is next.
    fn new(start: Instant, limits: &'a Limits, stop: Option<&'a (dyn Fn() -> bool + Sync)>) -> Counter<'a> {
        Counter {
            playouts: AtomicU64::new(0),
            heard: AtomicU64::new(0),
            done: AtomicBool::new(false),
            start,
            ready: Instant::now(),
            limits,
            stop,
            readings: Mutex::default(),
            for_points: AtomicU64::new(0),
        }
    }

    /// What the search has cost so far.
    fn cost(&self, tree: &Tree) -> Cost {
        Cost {
            playouts: self.all_playouts(),
            time: self.start.elapsed(),
            tree_bytes: tree.bytes(),
            readings: *self.readings.lock(),
        }
    }

    /// Playouts of this search and of its partners.
    fn all_playouts(&self) -> u64 {
        self.playouts.load(Relaxed) + self.heard.load(Relaxed)
    }

    fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }

    /// Is the rest of the clock's time better spent on later moves?
    fn has_seen_enough(&self, root: &Node, question: &Question<'_>) -> bool {
        // In a game that looks lost all moves are alike but for their points.
        let all_alike = Aim::of_open(root, question) == Aim::LeastLoss;
        let is_lost = |value: &Estimate| value.is_proven() && value.mean == 0.0;
        let moves = question
            .allowed(root)
            .map(|i| (root.visits(i), root.result(i)))
            .filter(|(_, value)| all_alike || !is_lost(value))
            .map(|(visits, value)| (visits, if all_alike { 0.0 } else { value.mean }));
        self.limits.budget.is_some_and(|budget| {
            time::has_seen_enough(budget, self.start.elapsed(), self.playouts_per_second(), moves)
        })
    }

    /// How fast the search goes on, as far as playouts have told.
    fn playouts_per_second(&self) -> f64 {
        self.all_playouts() as f64 / self.ready.elapsed().as_secs_f64().max(1e-6)
    }

    /// Counts a playout for points; have there been enough of them?
    fn has_enough_points(&self) -> bool {
        self.for_points.fetch_add(1, Relaxed) + 1 >= POINTS_PLAYOUTS
    }

    fn finish(&self) {
        self.done.store(true, Relaxed);
    }

    /// May another playout begin? The first one always may.
    fn next(&self) -> bool {
        /// Playouts between two looks at the clock.
        const CLOCK_INTERVAL: u64 = 8;
        if self.is_done() {
            return false;
        }
        let count = self.playouts.fetch_add(1, Relaxed);
        let enough = count > 0
            && (self.limits.playouts.is_some_and(|most| count >= most)
                || self.stop.is_some_and(|stop| stop())
                || count.is_multiple_of(CLOCK_INTERVAL)
                    && self.limits.longest().is_some_and(|most| self.start.elapsed() >= most));
        if enough {
            self.playouts.fetch_sub(1, Relaxed);
            self.finish();
        }
        !enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_shrink_by_what_is_spent() {
        let seconds = Duration::from_secs;
        let limits = |time, [usual, most]: [u64; 2]| Limits {
            playouts: Some(7),
            time: Some(seconds(time)),
            budget: Some(Budget { usual: seconds(usual), most: seconds(most) }),
        };
        let all = limits(5, [3, 4]);
        assert_eq!((all.after(seconds(2)), all.after(seconds(6))), (limits(3, [1, 2]), limits(0, [0, 0])));
        assert_eq!([all.longest(), limits(1, [3, 4]).longest()], [4, 1].map(|time| Some(seconds(time))));
        let no_clock = Limits { budget: None, ..all };
        assert_eq!((no_clock.longest(), no_clock.after(seconds(2)).budget), (Some(seconds(5)), None));
    }

    /// To make room in a large tree takes time before a search, in which there are no playouts.
    #[test]
    fn what_comes_before_the_first_playout_takes_time_and_is_not_in_the_pace() {
        let before = Duration::from_secs(3);
        let (start, limits) = (Instant::now().checked_sub(before).unwrap(), Limits::default());
        let counter = Counter::new(start, &limits, None);
        counter.playouts.store(300, Relaxed);
        let pace = counter.playouts_per_second();
        assert!(counter.start.elapsed() >= before && pace > 150.0, "{pace}");
    }
}
