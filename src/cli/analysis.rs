//! `tengen analysis`: KataGo's analysis protocol on standard input and output.

use crate::analysis;
use crate::engine::Config;
use std::io;

/// Answers queries until the input ends.
pub(super) fn run(config: Config) -> io::Result<()> {
    analysis::run(config, io::stdin(), io::stdout())
}
