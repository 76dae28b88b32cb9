//! The command line.

mod compare;
mod problems;
mod solve;

use crate::bench;
use crate::board::{Board, MAX_SIZE, MIN_SIZE, perft};
use crate::engine::{Config, Engine};
use crate::game::Rules;
use crate::gtp;
use crate::params::{ParamError, Params};
use crate::patterns::{PatternError, PatternTable};
use crate::search::Limits;
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// A 9×9 Monte-Carlo Go engine that speaks GTP.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    gtp: GtpOptions,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak GTP on standard input and output; this is what happens without a command.
    Gtp(GtpOptions),
    /// Measure speeds and the behavior signature.
    Bench(BenchOptions),
    /// Count the legal sequences of stones.
    Perft(PerftOptions),
    /// Search whether chains can be captured.
    Solve(solve::SolveOptions),
    /// Find capture problems in games of the engine against itself; one a line, as `solve --problems` reads them.
    Problems(problems::ProblemOptions),
}

#[derive(Args, Debug)]
struct GtpOptions {
    /// Search threads; all cores if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Playouts of every move, instead of a time.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Seconds of every move.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = positive_seconds)]
    time: f64,
    /// Memory of the search tree in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    memory: u32,
    /// Where all randomness comes from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Points added to White's area.
    #[arg(long, value_name = "K", default_value_t = 7.5, value_parser = finite, allow_negative_numbers = true)]
    komi: f32,
    /// How a game is counted.
    #[arg(long, value_enum, value_name = "RULES", default_value_t = RuleName::Chinese)]
    rules: RuleName,
    /// Resign when winning less often than this, from 0 (never) to 1.
    #[arg(long, value_name = "RATE", value_parser = rate)]
    resign: Option<f32>,
    /// Folder of the diamond patterns (*.pat) instead of those that are built in.
    #[arg(long, value_name = "DIR")]
    patterns: Option<PathBuf>,
    /// Value of a parameter that `tengen-params` lists; can be given more than once.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    settings: Vec<(String, String)>,
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it is no NAME=VALUE")?;
    Params::default().set(name, value).map_err(|error| error.to_string())?;
    Ok((name.to_owned(), value.to_owned()))
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RuleName {
    /// Area; dead stones are taken off.
    Chinese,
    /// Area; every stone on the board is alive.
    TrompTaylor,
}

#[derive(Args, Debug)]
struct BenchOptions {
    /// Seconds of each measurement.
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = positive_seconds)]
    seconds: f64,
    /// Threads of the parallel measurement; all cores if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Args, Debug)]
struct PerftOptions {
    /// Points along one side of the board.
    #[arg(long, value_name = "N", default_value_t = MAX_SIZE as u8, value_parser = clap::value_parser!(u8).range(MIN_SIZE as i64..=MAX_SIZE as i64))]
    size: u8,
    /// Stones of the longest sequences.
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
}

/// Runs the program with the arguments of its process.
///
/// Wrong arguments get one sentence on standard error and exit status 2.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            // A closed pipe is the reader's choice.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => return refuse(&first_line(&error.to_string())),
    };
    env_logger::init();
    let done = match cli.command.unwrap_or(Command::Gtp(cli.gtp)) {
        Command::Gtp(options) => match config(&options) {
            Ok(config) => gtp::run(Engine::new(config), io::stdin(), io::stdout()),
            Err(error) => return refuse(&format!("error: {error}")),
        },
        Command::Bench(options) => run_bench(&options, &mut io::stdout()),
        Command::Perft(options) => run_perft(&options, &mut io::stdout()),
        Command::Solve(options) => match solve::questions(&options) {
            Ok(questions) => solve::run(&options, &questions, &mut io::stdout()),
            Err(error) => return refuse(&format!("error: {error}")),
        },
        Command::Problems(options) => problems::run(&options, &mut io::stdout()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => refuse(&format!("error: {error}")),
    }
}

fn refuse(sentence: &str) -> ExitCode {
    // Nobody is left to tell if standard error is closed.
    let _ = writeln!(io::stderr(), "{sentence}");
    ExitCode::from(2)
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// Why the engine cannot be set up.
#[derive(Debug, Error)]
enum ConfigError {
    #[error(transparent)]
    Pattern(#[from] PatternError),
    #[error(transparent)]
    Param(#[from] ParamError),
}

fn config(options: &GtpOptions) -> Result<Config, ConfigError> {
    let mut params = Params::default();
    for (name, value) in &options.settings {
        params.set(name, value)?;
    }
    if let Some(rate) = options.resign {
        params.resign_rate = rate;
    }
    let time = options.playouts.is_none().then(|| Duration::from_secs_f64(options.time));
    let patterns =
        options.patterns.as_deref().map_or_else(|| Ok(PatternTable::embedded()), PatternTable::read)?;
    Ok(Config {
        size: MAX_SIZE,
        komi: options.komi,
        rules: match options.rules {
            RuleName::Chinese => Rules::Chinese,
            RuleName::TrompTaylor => Rules::TrompTaylor,
        },
        threads: options.threads.map_or_else(all_cores, usize::from),
        limits: Limits { playouts: options.playouts, time },
        memory: (options.memory as usize) << 20,
        seed: options.seed,
        params,
        patterns: Arc::new(patterns),
    })
}

fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn run_bench(options: &BenchOptions, out: &mut impl Write) -> io::Result<()> {
    let threads = options.threads.map_or_else(all_cores, usize::from);
    let seconds = options.seconds;
    writeln!(out, "light_playouts_per_second: {:.0}", bench::light_playouts_per_second(seconds))?;
    writeln!(out, "policy_playouts_per_second: {:.0}", bench::policy_playouts_per_second(seconds))?;
    writeln!(out, "search_playouts_per_second: {:.0}", bench::search_playouts_per_second(seconds, 1))?;
    let parallel = bench::search_playouts_per_second(seconds, threads);
    writeln!(out, "search_playouts_per_second_{threads}: {parallel:.0}")?;
    writeln!(out, "solver_nodes_per_second: {:.0}", bench::solver_nodes_per_second(seconds))?;
    writeln!(out, "bytes_per_child: {}", bench::bytes_per_child())?;
    writeln!(out, "Bench: {}", bench::signature())
}

fn run_perft(options: &PerftOptions, out: &mut impl Write) -> io::Result<()> {
    let board = Board::new(usize::from(options.size));
    (1..=options.depth).try_for_each(|depth| writeln!(out, "{depth}: {}", perft(&board, depth)))
}

fn positive_seconds(text: &str) -> Result<f64, String> {
    /// A day a move is long enough, and no duration overflows.
    const LONGEST: f64 = 86_400.0;
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= LONGEST => Ok(seconds),
        _ => Err(format!("not a number of seconds above 0 and up to {LONGEST}")),
    }
}

fn rate(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate)).ok_or_else(|| "not from 0 to 1".to_owned())
}

fn finite(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|number: &f32| number.is_finite()).ok_or_else(|| "not a number".to_owned())
}
