//! When answers come while a position is searched.

use web_time::{Duration, Instant};

/// How often a query wants to hear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pulse {
    pub(super) first: Duration,
    /// If there is more than one.
    pub(super) every: Option<Duration>,
}

/// Tells when the next answer during a search is due.
pub(super) struct Beat {
    /// Between two questions whether an answer is due.
    pub(super) interval: Duration,
    every: Option<Duration>,
    next: Option<Instant>,
}

impl Beat {
    pub(super) fn new(Pulse { first, every }: Pulse) -> Beat {
        let interval = every.map_or(first, |every| every.min(first));
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
