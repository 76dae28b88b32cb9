//! `tengen tables`: the solver and its rivals on a file of problems, as tables in Markdown and plots in SVG.
//!
//! The tables are those of Yoshizoe, Kishimoto, Müller: Lambda depth-first proof number search and its application to
//! Go, 2007 (Table 1, Figure 5), and of Zhang, Chen: Using different search algorithms to solve computer Go capturing
//! problems, 2007 (Table 1, Figures 3 to 5, the prediction from root numbers).

mod plot;
mod report;
mod trial;

use super::compare::progress;
use super::question::{CaptureQuestion, QuestionError, load};
use super::solve::naming;
use crate::rng::Rng;
use crate::solver::{Algorithm, Generator, Recurrence, SolverParams, Start};
use clap::Args;
use rand::RngExt;
use std::io::{self, Write};
use std::path::PathBuf;
use trial::{Trial, Trials};

#[derive(Args, Debug)]
pub(super) struct TableOptions {
    /// File of problems with their values, as `tengen problems` writes it.
    #[arg(long, value_name = "FILE")]
    problems: PathBuf,
    /// Folder for tables.md and the plots; it is made if need be.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Problems in the tables of generators, first numbers and guesses, drawn evenly from the file; all if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    draw: Option<u64>,
    /// States to enter at most for each problem in the tables of generators.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// States to enter at most for each problem in the tables of times.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    time_nodes: u64,
    /// Problems in the tables of times; drawn evenly from the file.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    sample: u64,
    /// Where the draw comes from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Generators with their names.
const GENERATORS: [(&str, Generator); 4] = [
    ("heuristic", Generator::Heuristic),
    ("heuristic+", Generator::HeuristicPlus),
    ("full board", Generator::Full),
    ("zone", Generator::Zone),
];

/// The problems of the file.
///
/// # Errors
/// As for [`load`].
pub(super) fn questions(options: &TableOptions) -> Result<Vec<CaptureQuestion>, QuestionError> {
    load(&options.problems)
}

/// Runs all searches and writes the files.
pub(super) fn run(
    options: &TableOptions,
    questions: &[CaptureQuestion],
    out: &mut impl Write,
) -> io::Result<()> {
    std::fs::create_dir_all(&options.out).map_err(|error| naming(&options.out, &error))?;
    let sample = drawn(questions, options.sample, options.seed);
    let file = questions;
    let questions = &match options.draw {
        Some(count) => drawn(file, count, options.seed),
        None => file.to_vec(),
    };
    let both: Vec<CaptureQuestion> = questions
        .iter()
        .flat_map(|question| [Some(question.clone()), question.answered()])
        .flatten()
        .collect();
    let jobs = Jobs::new(options.nodes, options.time_nodes);
    let searches = (jobs.paper.len() + jobs.starts.len()) * questions.len()
        + jobs.guesses.len() * both.len()
        + jobs.timed.len() * sample.len();
    let bar = progress(searches);
    let on = |trials: Vec<Trial>, questions| Trials::run(trials, questions, &bar);
    let paper = on(jobs.paper, questions)?;
    let starts = on(jobs.starts, questions)?;
    let guesses = on(jobs.guesses, &both)?;
    let timed = on(jobs.timed, &sample)?;
    bar.finish_and_clear();
    let mut text = String::new();
    report::strata(&mut text, file);
    report::generators(&mut text, &paper, options.nodes);
    report::starts(&mut text, &starts, options.nodes);
    report::times(&mut text, &timed, options.time_nodes, options.seed);
    report::guesses(&mut text, &guesses);
    let table = options.out.join("tables.md");
    std::fs::write(&table, &text).map_err(|error| naming(&table, &error))?;
    plot::scatter(&options.out.join("scatter.svg"), &paper).map_err(io::Error::other)?;
    plot::solved(&options.out.join("solved.svg"), &timed).map_err(io::Error::other)?;
    write!(out, "{text}")
}

/// All trials, in the order of the tables.
struct Jobs {
    paper: Vec<Trial>,
    starts: Vec<Trial>,
    guesses: Vec<Trial>,
    timed: Vec<Trial>,
}

impl Jobs {
    fn new(nodes: u64, time_nodes: u64) -> Jobs {
        let mut jobs = Jobs { paper: Vec::new(), starts: Vec::new(), guesses: Vec::new(), timed: Vec::new() };
        let paper = Recurrence::Paper;
        for (_, generator) in GENERATORS {
            let options = SolverParams { nodes, generator, ..SolverParams::default() };
            for (name, algorithm) in [
                ("LDFPN", Algorithm::Ldfpn),
                ("DFPN+ (distance)", Algorithm::Dfpn(Start::Distance)),
                ("DFPN+ (E)", Algorithm::Dfpn(Start::Evaluation)),
                ("pseudo-λ", Algorithm::PSEUDO_LAMBDA),
            ] {
                jobs.paper.push(Trial { name, algorithm, options });
            }
            let published = SolverParams { recurrence: paper, ..options };
            for (name, algorithm) in [
                ("LDFPN, published recurrence", Algorithm::Ldfpn),
                ("pseudo-λ, published recurrence", Algorithm::PSEUDO_LAMBDA),
            ] {
                jobs.paper.push(Trial { name, algorithm, options: published });
            }
            let bare = SolverParams { ladders: false, ..options };
            for (name, algorithm) in [
                ("LDFPN, no ladders", Algorithm::Ldfpn),
                ("DFPN+ (distance), no ladders", Algorithm::Dfpn(Start::Distance)),
            ] {
                jobs.paper.push(Trial { name, algorithm, options: bare });
            }
        }
        for (_, generator) in START_GENERATORS {
            for order in [3, 5] {
                let options = SolverParams { order, nodes, generator, ..SolverParams::default() };
                for base in BASES {
                    for start in [Start::Lowest(base), Start::Orders(base)] {
                        jobs.starts.push(Trial { name: "", algorithm: Algorithm::Lambda(start), options });
                    }
                }
            }
        }
        for nodes in GUESS_NODES {
            for (name, algorithm, generator) in [
                ("LDFPN, zone", Algorithm::Ldfpn, Generator::Zone),
                ("LDFPN, full board", Algorithm::Ldfpn, Generator::Full),
                ("df-pn, heuristic", Algorithm::Dfpn(Start::Unit), Generator::Heuristic),
                ("df-pn+, heuristic", Algorithm::Dfpn(Start::Evaluation), Generator::Heuristic),
                ("pn, heuristic", Algorithm::Pn(Start::Unit), Generator::Heuristic),
            ] {
                let options = SolverParams { nodes, generator, ..SolverParams::default() };
                jobs.guesses.push(Trial { name, algorithm, options });
            }
        }
        let named = |name| Algorithm::named(name).map(|algorithm| (name, algorithm));
        let options =
            SolverParams { generator: Generator::Heuristic, nodes: time_nodes, ..SolverParams::default() };
        for (name, algorithm) in ["alpha-beta", "alpha-beta-table", "pn", "pn+", "df-pn", "df-pn+", "ldfpn"]
            .into_iter()
            .filter_map(named)
        {
            jobs.timed.push(Trial { name, algorithm, options });
        }
        let zone = SolverParams { generator: Generator::Zone, ..options };
        jobs.timed.push(Trial { name: "ldfpn, zone", algorithm: Algorithm::Ldfpn, options: zone });
        jobs
    }
}

/// The generators under which first numbers are compared.
const START_GENERATORS: [(&str, Generator); 3] =
    [("heuristic", Generator::Heuristic), ("full board", Generator::Full), ("zone", Generator::Zone)];

/// By what one order more multiplies the first numbers.
const BASES: [u32; 5] = [1, 2, 4, 16, 256];

/// After how many nodes the numbers of the root are asked for a guess.
const GUESS_NODES: [u64; 3] = [30, 100, 300];

/// So many of the problems at even distances. The file goes by order and difficulty, so each has its share.
fn drawn(questions: &[CaptureQuestion], count: u64, seed: u64) -> Vec<CaptureQuestion> {
    // An odd step, since the sides to move first take turns in the file.
    let step = (questions.len() as u64).div_ceil(count) | 1;
    let first = Rng::new(seed, 0).random_range(0..step);
    questions.iter().skip(first as usize).step_by(step as usize).cloned().collect()
}
