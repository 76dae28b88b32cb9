//! `tengen perft`: how many legal sequences of stones there are.

use crate::board::{Board, MAX_SIZE, MIN_SIZE, perft};
use clap::Args;
use std::io::{self, Write};

#[derive(Args, Debug)]
pub(super) struct PerftOptions {
    /// Points along one side of the board.
    #[arg(long, value_name = "N", default_value_t = MAX_SIZE as u8, value_parser = clap::value_parser!(u8).range(MIN_SIZE as i64..=MAX_SIZE as i64))]
    size: u8,
    /// Stones of the longest sequences.
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
}

/// Prints their numbers, a line for each length.
pub(super) fn run(options: &PerftOptions, out: &mut impl Write) -> io::Result<()> {
    let board = Board::new(usize::from(options.size));
    (1..=options.depth).try_for_each(|depth| writeln!(out, "{depth}: {}", perft(&board, depth)))
}
