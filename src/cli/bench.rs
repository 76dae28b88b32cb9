//! Speeds and the behavior signature.

use super::options::{all_cores, positive_seconds};
use crate::bench;
use crate::engine::MOST_THREADS;
use crate::network::{self, Vectors};
use crate::search::BYTES_PER_CHILD;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};

#[derive(Args, Debug)]
pub(super) struct BenchOptions {
    /// Seconds of each measurement.
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = positive_seconds, allow_negative_numbers = true)]
    seconds: f64,
    /// Threads of the parallel measurement; all cores if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS as i64))]
    threads: Option<u16>,
}

pub(super) fn run(options: &BenchOptions, out: &mut impl Write) -> io::Result<()> {
    let threads = options.threads.map_or_else(all_cores, usize::from);
    let seconds = options.seconds;
    let progress = Progress::new(7);
    progress.step("light playouts");
    writeln!(out, "light_playouts_per_second: {:.0}", bench::light_playouts_per_second(seconds))?;
    progress.step("playouts with the policy");
    writeln!(out, "policy_playouts_per_second: {:.0}", bench::policy_playouts_per_second(seconds))?;
    progress.step("network");
    let vectors = network::vectors();
    writeln!(out, "network_vectors: {vectors}")?;
    let positions = bench::network_positions_per_second(seconds, vectors);
    writeln!(out, "network_positions_per_second: {positions:.0}")?;
    // What a processor without the widest vectors of this one would do.
    for lesser in Vectors::ALL.into_iter().filter(|&lesser| lesser < vectors) {
        let positions = bench::network_positions_per_second(seconds, lesser);
        writeln!(out, "network_positions_per_second_{lesser}: {positions:.0}")?;
    }
    let share = bench::network_share_of_bare_loop(seconds, vectors);
    writeln!(out, "network_share_of_bare_loop: {share:.2}")?;
    progress.step("search on one thread");
    writeln!(out, "search_playouts_per_second: {:.0}", bench::search_playouts_per_second(seconds, 1))?;
    progress.step("search on all threads");
    let parallel = bench::search_playouts_per_second(seconds, threads);
    writeln!(out, "search_playouts_per_second_{threads}: {parallel:.0}")?;
    progress.step("capture solver");
    writeln!(out, "solver_nodes_per_second: {:.0}", bench::solver_nodes_per_second(seconds))?;
    writeln!(out, "bytes_per_child: {BYTES_PER_CHILD}")?;
    progress.step("signature");
    writeln!(out, "Bench: {}", bench::signature())
}

/// What is being measured, on standard error where that is a terminal.
struct Progress(ProgressBar);

impl Progress {
    fn new(steps: u64) -> Progress {
        let style = ProgressStyle::with_template("{pos}/{len} {msg}");
        let bar = ProgressBar::new(steps);
        Progress(style.map_or(bar.clone(), |style| bar.with_style(style)))
    }

    fn step(&self, what: &str) {
        self.0.set_message(what.to_owned());
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
