//! Positions that wait for a worker, and those that have one.

use super::query::Query;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A position of a query.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    pub(super) query: Arc<Query>,
    /// The number of moves before it.
    pub(super) turn: usize,
    /// Threads that a worker may use for it.
    pub(super) threads: usize,
    /// How urgent it is.
    pub(super) priority: i64,
    /// Its place among all that have been asked for.
    number: u64,
    ended: Arc<AtomicBool>,
}

impl Assignment {
    /// Has somebody ended it?
    pub(super) fn is_ended(&self) -> bool {
        self.ended.load(Relaxed)
    }
}

/// Highest priority first, then the first to come.
type Key = (Reverse<i64>, u64);

#[derive(Debug)]
struct Desks {
    waiting: BTreeMap<Key, Assignment>,
    running: Vec<Assignment>,
    /// Threads that no running position has: below zero where one took all and others came.
    free: isize,
    /// How many positions have ever come.
    count: u64,
    closed: bool,
}

/// Positions that wait and run. One lock holds both, so that each is answered by one side: by whoever takes it out
/// of those that wait.
#[derive(Debug)]
pub(super) struct Queue {
    desks: Mutex<Desks>,
    changed: Condvar,
}

impl Queue {
    /// An empty queue for workers that have so many threads together.
    pub(super) fn new(threads: usize) -> Queue {
        let desks = Desks {
            waiting: BTreeMap::new(),
            running: Vec::new(),
            free: threads as isize,
            count: 0,
            closed: false,
        };
        Queue { desks: Mutex::new(desks), changed: Condvar::new() }
    }

    /// Lets all positions of a query wait.
    pub(super) fn add(&self, query: &Arc<Query>) {
        let mut desks = self.desks.lock();
        for &(turn, priority) in &query.turns {
            let number = desks.count;
            desks.count += 1;
            let (query, ended) = (Arc::clone(query), Arc::default());
            let assignment = Assignment { query, turn, threads: 1, priority, number, ended };
            desks.waiting.insert((Reverse(priority), number), assignment);
        }
        self.changed.notify_all();
    }

    /// The next position, as soon as there is one; `None` when there will be none any more.
    pub(super) fn wait(&self) -> Option<Assignment> {
        self.wait_until_some_wait().take()
    }

    /// Waits until positions wait or there will be none any more; are there some?
    pub(super) fn wait_for_some(&self) -> bool {
        !self.wait_until_some_wait().waiting.is_empty()
    }

    fn wait_until_some_wait(&self) -> MutexGuard<'_, Desks> {
        let mut desks = self.desks.lock();
        self.changed.wait_while(&mut desks, |desks| desks.waiting.is_empty() && !desks.closed);
        desks
    }

    /// The next position, if one waits, and one more urgent than that.
    pub(super) fn next_above(&self, priority: Option<i64>) -> Option<Assignment> {
        let mut desks = self.desks.lock();
        let (&(Reverse(most), _), _) = desks.waiting.first_key_value()?;
        if priority.is_none_or(|priority| most > priority) { desks.take() } else { None }
    }

    /// How many positions wait.
    pub(super) fn waiting(&self) -> usize {
        self.desks.lock().waiting.len()
    }

    /// Is there nothing to do and nothing being done?
    pub(super) fn is_idle(&self) -> bool {
        let desks = self.desks.lock();
        desks.waiting.is_empty() && desks.running.is_empty()
    }

    /// The position has been answered.
    pub(super) fn finish(&self, assignment: &Assignment) {
        let mut desks = self.desks.lock();
        desks.running.retain(|running| running.number != assignment.number);
        desks.free += assignment.threads as isize;
    }

    /// Ends the positions that are meant: those that run are answered by their workers, those that waited are returned.
    pub(super) fn terminate(&self, is_meant: impl Fn(&Assignment) -> bool) -> Vec<Assignment> {
        let mut desks = self.desks.lock();
        for assignment in desks.running.iter().filter(|assignment| is_meant(assignment)) {
            assignment.ended.store(true, Relaxed);
        }
        desks
            .waiting
            .extract_if(.., |_, assignment| is_meant(assignment))
            .map(|(_, assignment)| assignment)
            .collect()
    }

    /// No more positions come.
    pub(super) fn close(&self) {
        self.desks.lock().closed = true;
        self.changed.notify_all();
    }
}

impl Desks {
    /// The next position, which runs from now on. If it is the last one, it gets all threads that are free.
    fn take(&mut self) -> Option<Assignment> {
        let (_, mut assignment) = self.waiting.pop_first()?;
        assignment.threads = if self.waiting.is_empty() { self.free.max(1) as usize } else { 1 };
        self.free -= assignment.threads as isize;
        self.running.push(assignment.clone());
        Some(assignment)
    }
}

#[cfg(test)]
mod tests {
    use super::super::query::Defaults;
    use super::*;
    use crate::search::Limits;
    use serde_json::json;

    /// Adds a query about the first turns of a game, each with its priority.
    fn add(queue: &Queue, id: &str, priorities: &[i64]) {
        let turns: Vec<usize> = (0..priorities.len()).collect();
        let query = json!({
            "boardXSize": 9, "boardYSize": 9, "rules": "chinese", "moves": [["B", "E5"], ["W", "C3"]],
            "analyzeTurns": turns, "priorities": priorities,
        });
        let defaults = Defaults { limits: Limits::default(), level: None };
        let (query, _) = Query::parse(id, query.as_object().unwrap(), defaults).unwrap();
        queue.add(&Arc::new(query));
    }

    fn name(assignment: &Assignment) -> String {
        format!("{}{}", assignment.query.id, assignment.turn)
    }

    #[test]
    fn the_most_urgent_is_next_and_then_the_first_to_come() {
        let queue = Queue::new(2);
        add(&queue, "a", &[0, 1, 0]);
        add(&queue, "b", &[1, 2, -1]);
        queue.close();
        let order: Vec<_> = std::iter::from_fn(|| queue.wait()).map(|next| name(&next)).collect();
        assert_eq!(order, ["b1", "a1", "b0", "a0", "a2", "b2"]);
    }

    #[test]
    fn only_what_is_more_urgent_is_taken_above_something() {
        let queue = Queue::new(1);
        add(&queue, "a", &[0, 1]);
        assert!(queue.next_above(Some(1)).is_none());
        assert_eq!(queue.next_above(Some(0)).map(|next| name(&next)), Some("a1".to_owned()));
        assert!(queue.next_above(Some(0)).is_none());
        assert_eq!(queue.waiting(), 1);
        assert_eq!(queue.next_above(None).map(|next| name(&next)), Some("a0".to_owned()));
        assert!(queue.next_above(None).is_none());
    }

    #[test]
    fn the_last_one_that_waits_gets_all_threads_that_are_free() {
        let queue = Queue::new(4);
        let next = || queue.wait().unwrap();
        add(&queue, "a", &[0, 0, 0]);
        let [first, second, third] = [next(), next(), next()];
        assert_eq!([&first, &second, &third].map(|taken| taken.threads), [1, 1, 2]);
        queue.finish(&third);
        add(&queue, "b", &[0]);
        let fourth = next();
        assert_eq!(fourth.threads, 2);
        // Whoever comes when none is free has one all the same, and others have fewer until it is given back.
        add(&queue, "c", &[0]);
        let fifth = next();
        assert_eq!(fifth.threads, 1);
        queue.finish(&fourth);
        add(&queue, "d", &[0]);
        let sixth = next();
        assert_eq!(sixth.threads, 1);
        assert!(!queue.is_idle());
        [first, second, fifth, sixth].iter().for_each(|taken| queue.finish(taken));
        assert!(queue.is_idle());
        add(&queue, "e", &[0]);
        assert_eq!(next().threads, 4);
    }

    #[test]
    fn what_waits_is_given_back_and_what_runs_is_told_when_it_is_ended() {
        let queue = Queue::new(4);
        add(&queue, "a", &[1, 0, 0]);
        add(&queue, "b", &[1, 0]);
        let (a0, b0) = (queue.wait().unwrap(), queue.wait().unwrap());
        let given_back = queue.terminate(|one| one.query.id == "a" && one.turn != 1);
        assert_eq!(given_back.iter().map(name).collect::<Vec<_>>(), ["a2"]);
        assert_eq!((a0.is_ended(), b0.is_ended(), queue.waiting()), (true, false, 2));
        // Those that stay are as they were.
        let (a1, b1) = (queue.wait().unwrap(), queue.wait().unwrap());
        assert_eq!(
            [&a1, &b1].map(|taken| (name(taken), taken.threads, taken.is_ended())),
            [("a1".to_owned(), 1, false), ("b1".to_owned(), 1, false)]
        );
        // What has been ended is running until it is answered.
        [b0, a1, b1].iter().for_each(|taken| queue.finish(taken));
        assert!(!queue.is_idle());
        queue.finish(&a0);
        assert!(queue.is_idle());
    }
}
