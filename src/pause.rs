//! Long work on a thread that has more to do: it pauses now and then, and goes on where it was.
//!
//! A page's worker hears nothing while it computes. What may take long there is an `async fn`, and whoever polls it does
//! what else there is to do in its pauses. On a thread of its own nothing pauses, and [`at_once`] runs it like any function.

use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use web_time::{Duration, Instant};

/// When work pauses.
#[derive(Debug)]
pub struct Pauses {
    every: Duration,
    since: Cell<Instant>,
}

impl Pauses {
    /// A pause whenever so much time has passed since the last one.
    pub fn new(every: Duration) -> Pauses {
        Pauses { every, since: Cell::new(Instant::now()) }
    }

    /// Is it time for one?
    fn are_due(&self) -> bool {
        self.since.get().elapsed() >= self.every
    }

    /// Pauses: what is polled next goes on from here. Nobody is woken, since the one who polls never sleeps.
    pub async fn pause(&self) {
        let mut paused = false;
        poll_fn(|_| if std::mem::replace(&mut paused, true) { Poll::Ready(()) } else { Poll::Pending }).await;
        self.since.set(Instant::now());
    }

    /// Pauses if it is time and if there are pauses at all.
    pub async fn here(pauses: Option<&Pauses>) {
        if let Some(pauses) = pauses.filter(|pauses| pauses.are_due()) {
            pauses.pause().await;
        }
    }
}

/// Runs what makes no pauses.
///
/// # Panics
/// It pauses all the same.
pub fn at_once<T>(work: impl Future<Output = T>) -> T {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => panic!("work that nobody goes on with has paused"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_goes_on_where_it_paused() {
        let pauses = Pauses::new(Duration::ZERO);
        let mut work = pin!(async {
            let mut sum = 0;
            for number in 1..=3 {
                sum += number;
                Pauses::here(Some(&pauses)).await;
            }
            sum
        });
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..3 {
            assert_eq!(work.as_mut().poll(&mut context), Poll::Pending);
        }
        assert_eq!(work.as_mut().poll(&mut context), Poll::Ready(6));
    }

    #[test]
    fn without_pauses_it_is_done_at_once() {
        let long = Pauses::new(Duration::MAX);
        assert_eq!(at_once(async { [Pauses::here(None).await, Pauses::here(Some(&long)).await].len() }), 2);
    }
}
