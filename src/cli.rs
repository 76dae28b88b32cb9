//! The command line.

mod bench;
mod compare;
mod console;
mod features;
mod files;
mod help;
mod labelled;
mod options;
mod perft;
mod play;
mod pool;
mod positions;
mod problems;
mod question;
mod ranks;
mod review;
mod solve;
mod tables;
mod teacher;
mod web;

use crate::analysis;
use crate::engine::{Config, Engine, NAME, Params};
use crate::gtp;
use crate::params;
use bench::BenchOptions;
use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, Parser, Subcommand};
use clap_complete::Shell;
use env_logger::Env;
use options::{EngineOptions, GtpOptions};
use ranks::together;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// A 9×9 Monte-Carlo Go engine that speaks GTP.
///
/// Without a command it speaks GTP on standard input and output, as Go programs want it. `tengen play` is a
/// game in the terminal.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Job>,
    #[command(flatten)]
    gtp: GtpOptions,
}

#[derive(Debug, Subcommand)]
enum Job {
    /// Speak GTP on standard input and output; this is what happens without a command.
    Gtp(GtpOptions),
    /// Speak KataGo's analysis protocol on standard input and output: one JSON query a line.
    ///
    /// `--threads` and `--memory` are for all positions together, `--playouts` and `--time` for each that has no
    /// `maxVisits` or `maxTime` of its own (500 playouts if there is none of these). `--level` is that of the moves which the
    /// action `genmove` asks for. `--komi`, `--rules` and `--ponder` are refused: rules and komi stand in the queries.
    #[command(mut_arg("komi", hidden), mut_arg("rules", hidden), mut_arg("ponder", hidden))]
    #[command(mut_arg("playouts", visits_of_queries), mut_arg("time", time_of_queries))]
    Analysis(EngineOptions),
    /// Serve a page to play and study on, on this machine.
    ///
    /// It prints the address. `--threads` and `--memory` are for all that look at the page together.
    #[command(mut_arg("komi", hidden), mut_arg("rules", hidden), mut_arg("ponder", hidden))]
    #[command(mut_arg("playouts", visits_of_queries), mut_arg("time", time_of_queries))]
    Web(web::WebOptions),
    /// Play against the engine in the terminal.
    #[command(mut_arg("ponder", hidden))]
    #[command(mut_arg("playouts", playouts_of_play), mut_arg("time", time_of_play))]
    Play(play::PlayOptions),
    /// Print a parameter file in which everything is explained, for `--params`.
    Params,
    /// Print the table of all GTP commands, in Markdown.
    Commands,
    /// Measure speeds and the behavior signature.
    Bench(BenchOptions),
    /// Count the legal sequences of stones.
    Perft(perft::PerftOptions),
    /// Review games: what every move loses, what was better and why, as a record, data and a page.
    Review(review::ReviewOptions),
    /// Find out whether chains can be captured, or whether groups live.
    Solve(solve::SolveOptions),
    /// Find capture problems in games of the engine against itself; one a line, as `solve --problems` reads them.
    Problems(problems::ProblemOptions),
    /// Turn labelled games into the positions that the network is trained on.
    Positions(positions::PositionOptions),
    /// Turn labelled games into the features of all moves, from which the prior is fitted.
    Features(features::FeatureOptions),
    /// Compare the solver with its rivals on a file of problems: tables and plots.
    Tables(tables::TableOptions),
    /// Print the script with which a shell completes commands and options.
    Completions {
        /// The shell.
        #[arg(value_enum, value_name = "SHELL")]
        shell: Shell,
    },
    /// Write the manual pages: tengen.1 and one of each command.
    Manual {
        /// Folder for the pages; it is made if it is missing.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// What has no effect there and is refused with a sentence of its own.
fn hidden(option: Arg) -> Arg {
    option.hide(true)
}

/// What limits a query that has no limit of its own.
fn visits_of_queries(option: Arg) -> Arg {
    option.help("Visits of each position whose query has no `maxVisits`; 500 if nothing limits it")
}

/// The same in seconds.
fn time_of_queries(option: Arg) -> Arg {
    option.help("Seconds of each position at most whose query has no `maxTime`")
}

/// What limits a move where there is no clock.
fn playouts_of_play(option: Arg) -> Arg {
    option.help("Playouts of every move, instead of a time")
}

/// The same in seconds.
fn time_of_play(option: Arg) -> Arg {
    option.help("Seconds of every move at most; 1 if nothing limits it")
}

/// Runs the program with the arguments of its process.
///
/// Wrong arguments get one sentence on standard error and exit status 2.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            return ended(error.print().map(|()| ExitCode::SUCCESS));
        }
        Err(error) => return refuse(&in_one_line(&error)),
    };
    env_logger::init_from_env(Env::default().default_filter_or("warn"));
    if cli.command.is_none() && io::stdin().is_terminal() {
        greet();
    }
    ended(carry_out(cli.command.unwrap_or(Job::Gtp(cli.gtp))))
}

/// The status to which a job has led.
fn ended(result: io::Result<ExitCode>) -> ExitCode {
    match result {
        Ok(status) => status,
        // A closed pipe is the reader's choice.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => refuse(&format!("error: {error}")),
    }
}

fn carry_out(job: Job) -> io::Result<ExitCode> {
    match job {
        Job::Gtp(options) => {
            let (config, options) = options.configs().map_err(io::Error::other)?;
            together(config, |config| converse(config, options))?;
        }
        Job::Analysis(options) => {
            let config = options.config_of_queries().map_err(io::Error::other)?;
            together(config, |config| analysis::run(config, io::stdin(), io::stdout()))?;
        }
        Job::Web(options) => {
            web::run(&options, options.engine.config_of_queries().map_err(io::Error::other)?)?;
        }
        Job::Play(options) => {
            let config = options.engine.config_of_play().map_err(io::Error::other)?;
            play::run(&options, Engine::new(config))?;
        }
        Job::Params => write!(io::stdout(), "{}", params::to_toml(&Params::default()))?,
        Job::Commands => write!(io::stdout(), "{}", gtp::command_table())?,
        Job::Bench(options) => bench::run(&options, &mut io::stdout())?,
        Job::Perft(options) => perft::run(&options, &mut io::stdout())?,
        Job::Review(options) => {
            if !review::run(&options, &mut io::stdout())? {
                // Each file has got its sentence.
                return Ok(ExitCode::FAILURE);
            }
        }
        Job::Solve(options) => solve::run(&options, &mut io::stdout())?,
        Job::Problems(options) => problems::run(&options, &mut io::stdout())?,
        Job::Positions(options) => positions::run(&options, &mut io::stdout())?,
        Job::Features(options) => features::run(&options, &mut io::stdout())?,
        Job::Tables(options) => tables::run(&options, &mut io::stdout())?,
        Job::Completions { shell } => help::completions::<Cli>(shell, &mut io::stdout())?,
        Job::Manual { folder } => help::manual::<Cli>(&folder)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Tells a person who has started the program by hand what it is; standard output stays pure GTP.
fn greet() {
    let _ = writeln!(
        io::stderr(),
        "{NAME}, a 9×9 Go engine. It waits for GTP commands, such as genmove b, showboard or quit.\n\
         To play a game here: tengen play. More: tengen --help."
    );
}

/// Speaks GTP until the controller leaves or the process is told to end.
fn converse(config: Config, options: gtp::SessionOptions) -> io::Result<()> {
    let ending = gtp::Ending::default();
    let (handler, is_job) = (ending.clone(), config.crew.is_some());
    // Without a handler the signal ends the process just as well, only less politely. A handler without a thread that runs
    // it would swallow the signal.
    if std::thread::Builder::new().spawn(|| ()).is_ok_and(|thread| thread.join().is_ok()) {
        let _ = ctrlc::set_handler(move || {
            handler.end();
            std::thread::sleep(gtp::Ending::GRACE);
            if is_job {
                // Whoever started it should start it again.
                refuse(
                    "error: the MPI job has been ended from outside, or because one of its processes has died",
                );
                std::process::exit(1);
            }
            std::process::exit(0);
        });
    }
    gtp::run(Engine::new(config), options, &ending, io::stdin(), io::stdout())
}

fn refuse(sentence: &str) -> ExitCode {
    // Nobody is left to tell if standard error is closed.
    let _ = writeln!(io::stderr(), "{sentence}");
    ExitCode::from(2)
}

/// What clap complains about, and what there is instead, in one line; what follows is usage. A list of missing options takes
/// lines of its own.
fn in_one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = || text.lines().map(str::trim);
    let complaint = lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    // Another tip is how to give a value that looks like an option, which nobody has meant.
    let tip = lines().filter_map(|line| line.strip_prefix("tip: ")).find(|tip| tip.contains(" exist"));
    let is_before_command =
        error.kind() == ErrorKind::ArgumentConflict && error.get(ContextKind::InvalidSubcommand).is_some();
    match tip {
        Some(tip) => format!("{complaint}; {tip}"),
        None if is_before_command => format!("{complaint} before it; options stand behind the command"),
        None => complaint,
    }
}
