//! `tengen problems`: capture problems out of games that the engine plays against itself.
//!
//! Recipe: positions of every third move after the tenth; chains of two to four liberties that are critical by the
//! sound solver at every first move; one of each pattern on its zone, symmetries and colors aside. Or chains of games that are
//! given, drawn by a rule that knows no solver, and what can be proven of these.

mod draw;
mod label;

use super::pool::{on_all_cores, progress};
use super::question::{CaptureQuestion, ProblemLabel, QuestionError, load, picture};
use crate::board::{Board, Chain, Color, Move, Point};
use crate::engine::{Config, Engine};
use crate::params::Value as _;
use crate::rng::Rng;
use crate::search::Limits;
use crate::solver::{Critical, Generator, MAX_ORDER, Role, Solver, SolverParams};
use clap::Args;
use rayon::prelude::*;
use std::collections::HashSet;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use thiserror::Error;

#[derive(Args, Debug)]
pub(super) struct ProblemOptions {
    /// Games to play; with --from, to draw.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// Playouts of every move.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    playouts: u64,
    /// The least order of threats that a problem must need.
    #[arg(long, value_name = "L", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_ORDER)))]
    least_order: u8,
    /// The highest order that is searched.
    #[arg(long, value_name = "L", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_ORDER)))]
    order: u8,
    /// States to enter at most for each search.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Where all randomness comes from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// File of problems whose chains are looked at again, beside those of the games; may be given more than once.
    #[arg(long, value_name = "FILE")]
    add: Vec<PathBuf>,
    /// Keep at most this many chains of each order and each power of ten of nodes.
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Draw a chain of each of so many games of these files instead, by a rule that knows no solver: records (*.sgf), or
    /// games as `tengen positions` reads them; - is standard input.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["add", "most", "label", "playouts", "least_order", "order", "nodes"])]
    from: Vec<PathBuf>,
    /// Search the problems of this file that are open instead, and print all with what is known then.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["add", "most", "games", "playouts", "least_order", "seed"])]
    label: Option<PathBuf>,
    /// Which moves these searches look at: zone or full, which miss none. What escapes by many liberties needs no zone.
    #[arg(long, value_name = "G", default_value = "zone", value_parser = exact, requires = "label")]
    generator: Generator,
}

/// A generator that misses no move.
fn exact(text: &str) -> Result<Generator, &'static str> {
    let settings = |generator| SolverParams { generator, ..SolverParams::default() };
    let generator = Generator::read(text).filter(|&generator| settings(generator).is_exact());
    generator.ok_or("zone or full is wanted, since the others miss moves")
}

impl ProblemOptions {
    fn settings(&self) -> SolverParams {
        SolverParams {
            order: self.order,
            nodes: self.nodes,
            generator: self.generator,
            ..SolverParams::default()
        }
    }
}

/// Why no problems are looked for.
#[derive(Debug, Error)]
enum ProblemError {
    #[error(transparent)]
    Question(#[from] QuestionError),
    #[error(
        "a search up to order {highest} finds no problem that needs order {least}: see --order and --least-order"
    )]
    Orders { least: u8, highest: u8 },
}

/// The questions of the files to add or to label.
///
/// # Errors
/// As for [`load`], and where no game has a problem as it is wanted.
fn known(options: &ProblemOptions) -> Result<Vec<CaptureQuestion>, ProblemError> {
    if let Some(file) = &options.label {
        return Ok(load(file)?);
    }
    let (least, highest) = (options.least_order, options.order);
    // What is drawn is not searched.
    if options.from.is_empty() && least > highest {
        return Err(ProblemError::Orders { least, highest });
    }
    let files = options.add.iter().map(|file| load(file)).collect::<Result<Vec<_>, _>>()?;
    // Both sides of a chain come from one attack.
    Ok(files.into_iter().flatten().filter(|question| question.role == Role::Attack).collect())
}

/// Moves at random before the engine plays, for different games.
const RANDOM_MOVES: u32 = 4;
const FIRST_MOVE: usize = 10;
const EVERY: usize = 3;
const LONGEST_GAME: usize = 120;

/// Prints what the options ask for.
pub(super) fn run(options: &ProblemOptions, out: &mut impl Write) -> io::Result<()> {
    let known = known(options).map_err(io::Error::other)?;
    if !options.from.is_empty() {
        return draw::run(&options.from, options.games as usize, options.seed, out);
    }
    if options.label.is_some() {
        return label::run(&known, &options.settings(), out);
    }
    critical(options, &known, out)
}

/// Prints critical chains of games that are played for it, the easy ones of low orders first.
fn critical(options: &ProblemOptions, known: &[CaptureQuestion], out: &mut impl Write) -> io::Result<()> {
    let bar = progress(options.games as usize + known.len());
    let of_files = known.par_iter().flat_map_iter(|question| {
        bar.inc(1);
        of_targets(options, &question.board, vec![question.target])
    });
    let of_games = (0..options.games).into_par_iter().flat_map_iter(|game| {
        bar.inc(1);
        positions(options, game).into_iter().flat_map(|board| of_position(options, &board))
    });
    let found: Vec<(Board, Critical)> = on_all_cores(|| of_files.chain(of_games).collect());
    bar.finish_and_clear();
    let mut seen = HashSet::new();
    let mut unique: Vec<_> =
        found.into_iter().filter(|(board, critical)| seen.insert(critical.pattern(board))).collect();
    unique.sort_by_key(|(_, critical)| (critical.order, critical.nodes));
    if let Some(most) = options.most {
        unique = stratified(&unique, most);
    }
    writeln!(
        out,
        "# picture, who moves first, target, value, least order of the capture, nodes it took the solver,"
    )?;
    writeln!(out, "# and all first moves that capture the chain, or after which it is not captured")?;
    let highest = options.settings().order;
    for (board, critical) in unique {
        let picture = picture(&board);
        let Critical { target, order, nodes, attacks, defenses, .. } = critical;
        // A file looks at threats up to order 3: where those were not all looked at, nobody is safe.
        let saved = match ProblemLabel::not_captured(highest) {
            ProblemLabel::Safe { .. } => ProblemLabel::Safe { order },
            open => open,
        };
        let captured = ProblemLabel::Captured { order };
        for (role, label, firsts) in [("attack", captured, attacks), ("defend", saved, defenses)] {
            let (value, order) = label.words();
            let firsts: Vec<String> = firsts.iter().map(|point| point.to_string()).collect();
            writeln!(out, "{picture} {role} {target} {value} {order} {nodes} {}", firsts.join(","))?;
        }
    }
    Ok(())
}

/// At most so many of each order and each power of ten of nodes, at even distances.
fn stratified(sorted: &[(Board, Critical)], most: usize) -> Vec<(Board, Critical)> {
    let stratum = |(_, critical): &(Board, Critical)| (critical.order, critical.nodes.max(1).ilog10());
    let mut kept = Vec::new();
    for group in sorted.chunk_by(|a, b| stratum(a) == stratum(b)) {
        let count = group.len().min(most);
        kept.extend((0..count).map(|index| group[index * group.len() / count].clone()));
    }
    kept
}

/// Positions of one game.
fn positions(options: &ProblemOptions, game: u64) -> Vec<Board> {
    let limits = Limits { playouts: Some(options.playouts), ..Limits::default() };
    let seed = options.seed.wrapping_add(game);
    let mut engine = Engine::new(Config { limits, seed, memory: 16 << 20, ..Config::default() });
    let mut rng = Rng::new(options.seed, game);
    let mut positions = Vec::new();
    for number in 0..LONGEST_GAME {
        let color = engine.game().board().to_play();
        if number < RANDOM_MOVES as usize {
            if let Some(point) = engine.game().board().legal_moves(color).pick(&mut rng) {
                let _ = engine.play(color, Move::Play(point));
            }
            continue;
        }
        engine.genmove(color);
        if engine.game().is_over() {
            break;
        }
        let board = engine.game().board();
        if number >= FIRST_MOVE && number % EVERY == 0 && board.ko().is_none() {
            positions.push(board.clone());
        }
    }
    positions
}

/// The problems of one position.
fn of_position(options: &ProblemOptions, board: &Board) -> Vec<(Board, Critical)> {
    let targets = chains_with(board, 2..=4).filter_map(|chain| chain.stones().first()).collect();
    of_targets(options, board, targets)
}

/// The chains with so many liberties, Black's first.
fn chains_with(board: &Board, liberties: RangeInclusive<u32>) -> impl Iterator<Item = &Chain> {
    let chains = Color::ALL.into_iter().flat_map(move |color| board.chains_of(board.stones(color)));
    chains.filter(move |chain| liberties.contains(&chain.liberties().len()))
}

/// Those of these chains that are problems.
fn of_targets(options: &ProblemOptions, board: &Board, targets: Vec<Point>) -> Vec<(Board, Critical)> {
    const PROBLEMS_TABLE_BYTES: usize = 16 << 20;
    let settings = options.settings();
    let mut solver = Solver::new(PROBLEMS_TABLE_BYTES);
    let least = options.least_order;
    let find = |target| Critical::find(&mut solver, board, target, least, &settings);
    targets.into_iter().filter_map(find).map(|critical| (board.clone(), critical)).collect()
}
