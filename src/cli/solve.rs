//! `tengen solve`: capture problems from a record or a file of problems.

use super::compare;
use super::files;
use super::question::{CaptureQuestion, QuestionError, load};
use crate::board::{Move, Point};
use crate::file::{self, FileError};
use crate::params::{ParamError, Parameters};
use crate::sgf::{self, RECORD_BYTES, SgfError};
use crate::solver::{
    Algorithm, Answer, FirstNumbers, FirstNumbersError, GnuGoCode, LifeAnswer, LifeParams, LifeSolver,
    Numbers, Role, Solver, SolverParams,
};
use clap::{ArgGroup, Args, ValueEnum};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use thiserror::Error;

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("questions").required(true).args(["problems", "sgf"])))]
pub(super) struct SolveOptions {
    /// File of problems, one a line: a picture with rows from the top and `/` between them, who moves first (`attack`
    /// or `defend`) and the target, as in `.XO/.X./... attack C3`. The value may follow, `captured`, `safe` or `open`,
    /// and what more `tengen problems` writes. A line that begins with # is a comment.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["before", "target", "defend", "attack"])]
    problems: Option<PathBuf>,
    /// Game record with the position.
    #[arg(long, value_name = "FILE", requires = "target")]
    sgf: Option<PathBuf>,
    /// The position before this move, counted from 1; the last one if not given.
    #[arg(long = "move", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    before: Option<u32>,
    /// A stone of the chain.
    #[arg(long, value_name = "V")]
    target: Option<String>,
    /// The enemy of the chain moves first; this is the default.
    #[arg(long, conflicts_with = "defend")]
    attack: bool,
    /// The owner of the chain moves first.
    #[arg(long)]
    defend: bool,
    /// What is asked: is the chain captured by threats up to the order, or is its group, closed as it is, alive or dead?
    #[arg(long, value_name = "GOAL", value_enum, default_value_t = Goal::Capture)]
    goal: Goal,
    /// How moves are chosen: zone, full, heuristic, heuristic+ or crucial.
    #[arg(long, value_name = "G", default_value = "zone")]
    generator: String,
    /// Which recurrence: sound or paper.
    #[arg(long, value_name = "R", default_value = "sound")]
    recurrence: String,
    /// The highest order of threats, 1 to 5.
    #[arg(long, value_name = "L", default_value = "3")]
    order: String,
    /// States to enter at most.
    #[arg(long, value_name = "N", default_value = "1000000")]
    nodes: String,
    /// What is answered: the value under plain ko rules, or GNU Go's code.
    #[arg(long, value_name = "KO", value_enum, default_value_t = KoAnswer::Plain)]
    ko: KoAnswer,
    /// Search with this algorithm instead of the solver; its name or `all`: ldfpn, ldfpn+distance, ldfpn*distance,
    /// pseudo-lambda, df-pn, df-pn+, df-pn+distance, pn, pn+, pn2, db, alpha-beta, alpha-beta-table, -blunt, -null,
    /// -extended, -two, -all.
    #[arg(long, value_name = "A", value_parser = algorithms, conflicts_with = "ko")]
    algorithm: Option<Algorithms>,
    /// Numbers that new states begin with under the generator zone, in the form of `patterns/captures.numbers`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["algorithm", "proof"])]
    first_numbers: Option<PathBuf>,
    /// One line of JSON for each problem.
    #[arg(long)]
    json: bool,
    /// Write the proof tree of a single question to this file, as a game record with variations.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["algorithm", "ko"])]
    proof: Option<PathBuf>,
}

/// What is asked of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Goal {
    Capture,
    Life,
}

/// How an answer tells of kos.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KoAnswer {
    Plain,
    Codes,
}

/// Algorithms with their names.
#[derive(Clone, Debug)]
struct Algorithms(Vec<(&'static str, Algorithm)>);

fn algorithms(name: &str) -> Result<Algorithms, String> {
    let chosen: Vec<_> =
        Algorithm::ALL.into_iter().filter(|(known, _)| name == "all" || name == *known).collect();
    if chosen.is_empty() {
        let names = Algorithm::ALL.into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
        return Err(format!("neither all nor one of {names}"));
    }
    Ok(Algorithms(chosen))
}

/// Why there is nothing to solve.
#[derive(Debug, Error)]
enum SolveError {
    #[error(transparent)]
    Question(#[from] QuestionError),
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("{} has no move {before}: its last one is move {moves}", file.display())]
    NoMove { file: PathBuf, moves: usize, before: usize },
    #[error("'{0}' is no point of the board")]
    Target(String),
    #[error("there is no stone on {0}")]
    NoStone(Point),
    #[error("a proof is written of one question, not of {0}")]
    Many(usize),
    #[error("a proof needs the generator zone or full and the recurrence sound: the others may miss moves")]
    Inexact,
    #[error(
        "--goal life goes with none of --proof, --algorithm, --first-numbers, --ko codes, --generator, --recurrence and --order"
    )]
    LifeAlone,
}

/// The questions that the options ask, if they can be solved so.
fn questions(options: &SolveOptions, params: &SolverParams) -> Result<Vec<CaptureQuestion>, SolveError> {
    let for_captures = options.proof.is_some()
        || options.algorithm.is_some()
        || options.first_numbers.is_some()
        || options.ko == KoAnswer::Codes
        || *params != SolverParams { nodes: params.nodes, ..SolverParams::default() };
    if options.goal == Goal::Life && for_captures {
        return Err(SolveError::LifeAlone);
    }
    let found = read_questions(options)?;
    match options.proof {
        Some(_) if !params.is_exact() => Err(SolveError::Inexact),
        Some(_) if found.len() != 1 => Err(SolveError::Many(found.len())),
        _ => Ok(found),
    }
}

fn read_questions(options: &SolveOptions) -> Result<Vec<CaptureQuestion>, SolveError> {
    if let Some(file) = &options.problems {
        return Ok(load(file)?);
    }
    let file = options.sgf.clone().unwrap_or_default();
    let broken = |reason: SgfError| files::unreadable(&file, reason);
    let record = file::read(&file, RECORD_BYTES).map_err(|reason| broken(reason.into()))?;
    let before = options.before.map(|before| before as usize);
    let game = sgf::read_game(&sgf::text_of(&record), before, 0.0).map_err(broken)?;
    if let Some(before) = before {
        let moves = sgf::moves_of(&record).map_err(broken)?;
        // The last position is that before a move that nobody has made yet.
        if before > moves + 1 {
            return Err(SolveError::NoMove { file, moves, before });
        }
    }
    let board = game.board().clone();
    let name = options.target.clone().unwrap_or_default();
    let target = Point::parse(&name, board.size()).ok_or(SolveError::Target(name))?;
    if board.empty().contains(target) {
        return Err(SolveError::NoStone(target));
    }
    let role = if options.defend { Role::Defend } else { Role::Attack };
    Ok(vec![CaptureQuestion::new(board, target, role)])
}

fn solver_params(options: &SolveOptions) -> Result<SolverParams, ParamError> {
    let mut found = SolverParams::default();
    found.set("generator", &options.generator)?;
    found.set("recurrence", &options.recurrence)?;
    found.set("order", &options.order)?;
    found.set("nodes", &options.nodes)?;
    Ok(found)
}

/// The numbers of new states that a file has.
fn first_numbers(file: &Path) -> Result<FirstNumbers, FileError<FirstNumbersError>> {
    /// The largest file that is read.
    const NUMBER_BYTES: u64 = 1 << 16;
    file::parsed(file, NUMBER_BYTES, |bytes| String::from_utf8_lossy(bytes).parse())
}

/// Solves and prints, one line for each question.
pub(super) fn run(options: &SolveOptions, out: &mut impl Write) -> io::Result<()> {
    let params = solver_params(options).map_err(io::Error::other)?;
    let questions = questions(options, &params).map_err(io::Error::other)?;
    if options.goal == Goal::Life {
        return solve_lives(&questions, params.nodes, options.json, out);
    }
    if let Some(Algorithms(algorithms)) = &options.algorithm {
        return algorithms.iter().try_for_each(|(name, algorithm)| {
            compare::run(name, *algorithm, &params, &questions, options.json, out)
        });
    }
    let mut solver = Solver::new(SOLVE_TABLE_BYTES);
    if let Some(file) = &options.first_numbers {
        solver = solver.with_first_numbers(first_numbers(file).map_err(io::Error::other)?);
    }
    let mut last = None;
    for question in &questions {
        // What is known of one position helps little in another, and a small table is a fast one.
        if last.replace(question.board.hash()) != Some(question.board.hash()) {
            solver.clear();
        }
        let found = solve_capture(&mut solver, question, &params, options.ko == KoAnswer::Codes)?;
        if options.json {
            writeln!(out, "{}", found.json(question))?;
        } else {
            writeln!(out, "{}", found.sentence(question))?;
        }
    }
    match (&options.proof, questions.as_slice()) {
        (Some(file), [question]) => write_proof(&mut solver, question, &params, file),
        _ => Ok(()),
    }
}

/// Larger than the node limits of most questions need.
const SOLVE_TABLE_BYTES: usize = 64 << 20;

/// What is found of a capture.
struct Solution {
    /// `captured`, `not captured`, `unknown`, or GNU Go's code.
    value: String,
    order: u8,
    mv: Option<Move>,
    /// Where the search stood if the nodes did not suffice, and how likely the capture is by an estimate.
    open: Option<(Numbers, Option<f64>)>,
    nodes: u64,
    seconds: f64,
}

fn solve_capture(
    solver: &mut Solver,
    question: &CaptureQuestion,
    params: &SolverParams,
    by_code: bool,
) -> io::Result<Solution> {
    let CaptureQuestion { board, target, role, .. } = question;
    let start = Instant::now();
    let (value, order, mv, open) = if by_code {
        let GnuGoCode { code, mv } = solver.code(board, *target, *role, params).map_err(io::Error::other)?;
        (code.map_or("unknown".to_owned(), |code| code.to_string()), params.order, mv, None)
    } else {
        let answer = solver.solve(board, *target, *role, params).map_err(io::Error::other)?;
        let open = match answer {
            Answer::Unknown { numbers, .. } => Some((numbers, answer.chance(params, solver.nodes()))),
            _ => None,
        };
        (answer.to_string(), answer.order(), answer.moves().first().copied(), open)
    };
    Ok(Solution { value, order, mv, open, nodes: solver.nodes(), seconds: start.elapsed().as_secs_f64() })
}

impl Solution {
    fn json(&self, CaptureQuestion { target, role, .. }: &CaptureQuestion) -> Value {
        let mut line = json!({
            "target": target.to_string(),
            "first": role.to_string(),
            "value": self.value,
            "order": self.order,
            "move": self.mv.map(|mv| mv.to_string()),
            "nodes": self.nodes,
            "seconds": self.seconds,
        });
        if let Some((numbers, chance)) = self.open {
            (line["estimate"], line["pn"], line["dn"]) =
                (json!(chance), json!(numbers.pn()), json!(numbers.dn()));
        }
        line
    }

    fn sentence(&self, CaptureQuestion { target, role, .. }: &CaptureQuestion) -> String {
        let Solution { value, order, nodes, seconds, .. } = self;
        let estimate = self.open.map_or(String::new(), |(numbers, chance)| {
            let chance = chance.map_or(String::new(), |chance| {
                format!(", captured with {:.0} % by an estimate", 100.0 * chance)
            });
            format!("{chance} (pn {}, dn {})", numbers.pn(), numbers.dn())
        });
        let mv = after_space(self.mv);
        format!("{role} {target}: {value}{estimate}{mv}, order {order}, {nodes} nodes, {seconds:.3} s")
    }
}

fn after_space(mv: Option<Move>) -> String {
    mv.map_or(String::new(), |mv| format!(" {mv}"))
}

/// Solves questions of life and prints a line for each.
fn solve_lives(
    questions: &[CaptureQuestion],
    nodes: u64,
    as_json: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let params = LifeParams { nodes, ..LifeParams::default() };
    let mut solver = LifeSolver::new(SOLVE_TABLE_BYTES);
    for CaptureQuestion { board, target, role, .. } in questions {
        let start = Instant::now();
        let answer = solver.solve(board, *target, *role, &params).map_err(io::Error::other)?;
        let seconds = start.elapsed().as_secs_f64();
        let LifeAnswer { fate, first: mv, zone, nodes, .. } = answer;
        if as_json {
            let line = json!({
                "target": target.to_string(),
                "first": role.to_string(),
                "value": fate.to_string(),
                "move": mv.map(|mv| mv.to_string()),
                "ko": zone.used_ko(),
                "nodes": nodes,
                "seconds": seconds,
            });
            writeln!(out, "{line}")?;
        } else {
            let ko = if zone.used_ko() { ", in a ko" } else { "" };
            let mv = after_space(mv);
            writeln!(out, "{role} {target}: {fate}{mv}{ko}, {nodes} nodes, {seconds:.3} s")?;
        }
    }
    Ok(())
}

/// Writes the proof tree of a question as a game record.
fn write_proof(
    solver: &mut Solver,
    question: &CaptureQuestion,
    params: &SolverParams,
    file: &Path,
) -> io::Result<()> {
    /// Positions of it at most.
    const MOST_STEPS: usize = 10_000;
    let CaptureQuestion { board, target, role, .. } = question;
    let proof = solver.proof(board, *target, *role, params, MOST_STEPS).map_err(io::Error::other)?;
    files::replace(file, sgf::write_proof(board, *target, *role, &proof).as_bytes())
}
