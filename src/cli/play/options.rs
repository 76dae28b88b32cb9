//! What a game in the terminal is started with.

use super::Play;
use super::new_game::{HANDICAP_KOMI, handicap, most_handicap};
use crate::board::{Color, MAX_SIZE, MIN_SIZE};
use crate::cli::console::Console;
use crate::cli::options::EngineOptions;
use crate::engine::Engine;
use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};
use std::io;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(in crate::cli) struct PlayOptions {
    #[command(flatten)]
    pub(in crate::cli) engine: EngineOptions,
    /// Your color.
    #[arg(long, value_enum, value_name = "COLOR", default_value_t = ColorName::Black)]
    color: ColorName,
    /// Points along one side of the board.
    #[arg(long, value_name = "N", default_value_t = MAX_SIZE as u8, value_parser = clap::value_parser!(u8).range(MIN_SIZE as i64..=MAX_SIZE as i64))]
    size: u8,
    /// Handicap stones of Black; komi is 0.5 then if none is given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=9))]
    handicap: Option<u8>,
    /// A saved game to go on with, of its own size, handicap and colors: what it says of komi, rules, players and
    /// level is stronger than options.
    #[arg(value_name = "FILE", conflicts_with_all = ["color", "size", "handicap"])]
    file: Option<PathBuf>,
    /// Say what each of your moves costs, and give hints in steps.
    #[arg(long)]
    teach: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ColorName {
    /// You move first.
    Black,
    /// The engine moves first.
    White,
}

/// Plays the game that the options describe until the person leaves.
pub(in crate::cli) fn run(options: &PlayOptions, mut engine: Engine) -> io::Result<()> {
    let person = match options.color {
        ColorName::Black => Color::Black,
        ColorName::White => Color::White,
    };
    let size = usize::from(options.size);
    engine.start(size);
    let komi = engine.game().komi();
    let handicap_komi = if options.engine.names_komi() { komi } else { HANDICAP_KOMI };
    if let Some(stones) = options.handicap {
        let stones = handicap(size, stones.into()).ok_or_else(|| {
            let most = most_handicap(size);
            io::Error::other(format!("--handicap is 2 to {most} on a board of {size}×{size}"))
        })?;
        engine.place_handicap(stones);
        engine.set_komi(handicap_komi);
    }
    let colored = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let mut play = Play::new(engine, komi, person, options.teach, colored);
    if let Some(file) = &options.file {
        play.resume(file, handicap_komi).map_err(io::Error::other)?;
    }
    play.run(&mut Console::open()?)
}
