//! When answers come while a position is searched.

use web_time::{Duration, Instant};

/// How often a query wants to hear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pulse {
    pub(super) first: Duration,
    /// If there is more than one.
    pub(super) every: Option<Duration>,
}

/// The longest time between two questions whether an answer is due, where answers do not come evenly.
const TICK: Duration = Duration::from_millis(50);

/// Tells when the next answer during a search is due.
pub(super) struct Beat {
    /// Between two questions whether an answer is due.
    pub(super) interval: Duration,
    every: Option<Duration>,
    next: Option<Instant>,
}

impl Beat {
    pub(super) fn new(Pulse { first, every }: Pulse) -> Beat {
        let uneven = every.filter(|&every| every != first);
        let interval = uneven.map_or(first, |every| every.min(first).min(TICK));
        Beat { interval, every, next: Some(Instant::now() + first) }
    }

    pub(super) fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let due = self.next.is_some_and(|next| now >= next);
        if due {
            self.next = self.every.map(|every| now + every);
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_not_waited_for_longer_than_a_tick() {
        let [short, long] = [1, 5].map(Duration::from_secs);
        let interval = |first, every| Beat::new(Pulse { first, every }).interval;
        assert_eq!([interval(long, Some(long)), interval(short, None)], [long, short]);
        assert_eq!([interval(long, Some(short)), interval(short, Some(long))], [TICK; 2]);
    }
}
