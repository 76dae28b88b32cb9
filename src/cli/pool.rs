//! All cores for one job, and how far it is.

use indicatif::ProgressBar;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::OnceLock;

/// Runs a job whose parallel iterators use all cores, or this thread alone where no others can be had.
pub(super) fn on_all_cores<T: Send>(job: impl FnOnce() -> T + Send) -> T {
    static POOL: OnceLock<ThreadPool> = OnceLock::new();
    let pool = POOL.get_or_init(|| {
        ThreadPoolBuilder::new().build().unwrap_or_else(|error| {
            log::warn!("one thread instead of one for each core: {error}");
            let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
            alone.expect("this thread is there and in no other pool")
        })
    });
    pool.install(job)
}

/// A bar on standard error if that is a terminal, otherwise nothing.
pub(super) fn progress(length: usize) -> ProgressBar {
    ProgressBar::new(length as u64)
}
