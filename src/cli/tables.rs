//! `tengen tables`: the solver and its rivals on a file of problems, as tables in Markdown and plots in SVG.
//!
//! The tables are those of Yoshizoe, Kishimoto, Müller: Lambda depth-first proof number search and its application to
//! Go, 2007 (Table 1, Figure 5), and of Zhang, Chen: Using different search algorithms to solve computer Go capturing
//! problems, 2007 (Table 1, Figures 3 to 5, the prediction from root numbers).

mod kept;
mod plot;
mod report;
mod trial;

use super::files;
use super::pool::progress;
use super::question::{CaptureQuestion, load};
use crate::rng::Rng;
use crate::solver::{Algorithm, Generator, MAX_ORDER, Recurrence, SolverParams, Start};
use clap::{Args, ValueEnum};
use kept::KeptFindings;
use rand::RngExt;
use std::io::{self, Write};
use std::path::PathBuf;
use trial::{Trial, Trials};

#[derive(Args, Debug)]
pub(super) struct TableOptions {
    /// File of problems with their values, as `tengen problems` writes it.
    #[arg(long, value_name = "FILE")]
    problems: PathBuf,
    /// Folder for tables.md, the plots and what each search has found, findings.jsonl; it is made if need be.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Search only what findings.jsonl in that folder does not hold: a run that was stopped goes on. The solver and its rivals
    /// must be the same.
    #[arg(long)]
    resume: bool,
    /// Problems in the tables of generators, first numbers and guesses at most, drawn evenly from the file; all if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    draw: Option<u64>,
    /// States to enter at most for each problem in the tables of generators.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// States to enter at most for each problem in the tables of times.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    time_nodes: u64,
    /// Problems in the tables of times at most; drawn evenly from the file.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    sample: u64,
    /// Where the draw comes from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The highest order of threats, and what bounds a chain for searches that know no orders.
    #[arg(long, value_name = "L", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_ORDER)))]
    order: u8,
    /// Which tables to make; all if not given.
    #[arg(long, value_name = "TABLE", value_enum, num_args = 1..)]
    tables: Vec<Section>,
}

/// A group of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Section {
    Generators,
    Starts,
    Times,
    Guesses,
}

/// Generators with their names.
const GENERATORS: [(&str, Generator); 5] = [
    ("heuristic", Generator::Heuristic),
    ("heuristic+", Generator::HeuristicPlus),
    ("full board", Generator::Full),
    ("zone", Generator::Zone),
    ("crucial", Generator::Crucial),
];

/// Runs all searches and writes the files.
pub(super) fn run(options: &TableOptions, out: &mut impl Write) -> io::Result<()> {
    let file = load(&options.problems).map_err(io::Error::other)?;
    files::make_folder(&options.out)?;
    let sample = drawn(&file, options.sample, options.seed);
    let questions = &match options.draw {
        Some(count) => drawn(&file, count, options.seed),
        None => file.clone(),
    };
    let both: Vec<CaptureQuestion> = questions
        .iter()
        .flat_map(|question| [Some(question.clone()), question.answered()])
        .flatten()
        .collect();
    let makes = |section| options.tables.is_empty() || options.tables.contains(&section);
    let jobs = |section, trials: fn(&TableOptions) -> Vec<Trial>| {
        if makes(section) { trials(options) } else { Vec::new() }
    };
    let paper = jobs(Section::Generators, of_generators);
    let starts = jobs(Section::Starts, of_starts);
    let guesses = jobs(Section::Guesses, of_guesses);
    let timed = jobs(Section::Times, of_times);
    let searches = (paper.len() + starts.len()) * questions.len()
        + guesses.len() * both.len()
        + timed.len() * sample.len();
    let bar = progress(searches);
    let kept = KeptFindings::open(options.out.join("findings.jsonl"), options.resume)?;
    let on = |trials: Vec<Trial>, questions| Trials::run(trials, questions, &kept, &bar);
    let mut text = String::new();
    report::strata(&mut text, &file);
    if makes(Section::Generators) {
        let paper = on(paper, questions)?;
        report::generators(&mut text, &paper, options.nodes);
        plot::write(&options.out.join("scatter.svg"), |svg| plot::scatter(svg, &paper))?;
    }
    if makes(Section::Starts) {
        report::starts(&mut text, &on(starts, questions)?, options.nodes);
    }
    if makes(Section::Times) {
        let timed = on(timed, &sample)?;
        report::times(&mut text, &timed, options.time_nodes, options.seed);
        plot::write(&options.out.join("solved.svg"), |svg| plot::solved(svg, &timed))?;
    }
    if makes(Section::Guesses) {
        report::guesses(&mut text, &on(guesses, &both)?);
    }
    bar.finish_and_clear();
    files::replace(&options.out.join("tables.md"), text.as_bytes())?;
    write!(out, "{text}")
}

impl TableOptions {
    fn params(&self, nodes: u64, generator: Generator) -> SolverParams {
        SolverParams { order: self.order, nodes, generator, ..SolverParams::default() }
    }
}

/// Every algorithm that is compared, with every generator.
fn of_generators(table: &TableOptions) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (_, generator) in GENERATORS {
        let options = table.params(table.nodes, generator);
        let published = SolverParams { recurrence: Recurrence::Paper, ..options };
        let bare = SolverParams { ladders: false, ..options };
        let rows = [
            ("LDFPN", Algorithm::Ldfpn, options),
            ("DFPN+ (distance)", Algorithm::Dfpn(Start::Distance), options),
            ("DFPN+ (E)", Algorithm::Dfpn(Start::Evaluation), options),
            ("pseudo-λ", Algorithm::PSEUDO_LAMBDA, options),
            ("LDFPN, order + distance", Algorithm::Lambda(Start::Sum(2)), options),
            ("LDFPN, order · (1 + distance)", Algorithm::Lambda(Start::Product(2)), options),
            ("LDFPN, published recurrence", Algorithm::Ldfpn, published),
            ("pseudo-λ, published recurrence", Algorithm::PSEUDO_LAMBDA, published),
            ("LDFPN, no ladders", Algorithm::Ldfpn, bare),
            ("DFPN+ (distance), no ladders", Algorithm::Dfpn(Start::Distance), bare),
        ];
        trials.extend(rows.map(|(name, algorithm, options)| Trial { name, algorithm, options }));
    }
    trials
}

/// The lambda search with other first numbers.
fn of_starts(table: &TableOptions) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (_, generator) in START_GENERATORS {
        for order in [3, 5] {
            let options = SolverParams { order, ..table.params(table.nodes, generator) };
            for base in BASES {
                for start in [Start::Lowest(base), Start::Orders(base)] {
                    trials.push(Trial { name: "", algorithm: Algorithm::Lambda(start), options });
                }
            }
        }
    }
    trials
}

/// Searches that are cut short.
fn of_guesses(table: &TableOptions) -> Vec<Trial> {
    let mut trials = Vec::new();
    for nodes in GUESS_NODES {
        for (name, algorithm, generator) in [
            ("LDFPN, zone", Algorithm::Ldfpn, Generator::Zone),
            ("LDFPN, full board", Algorithm::Ldfpn, Generator::Full),
            ("df-pn, heuristic", Algorithm::Dfpn(Start::Unit), Generator::Heuristic),
            ("df-pn+, heuristic", Algorithm::Dfpn(Start::Evaluation), Generator::Heuristic),
            ("pn, heuristic", Algorithm::Pn(Start::Unit), Generator::Heuristic),
        ] {
            trials.push(Trial { name, algorithm, options: table.params(nodes, generator) });
        }
    }
    trials
}

/// Zhang and Chen's searches, with their generator and with that of Yoshizoe; and the solver.
fn of_times(table: &TableOptions) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (_, generator) in TIME_GENERATORS {
        let options = table.params(table.time_nodes, generator);
        let named = |name| Algorithm::named(name).map(|algorithm| (name, algorithm));
        for (name, algorithm) in TIMED.into_iter().filter_map(named) {
            trials.push(Trial { name, algorithm, options });
        }
        let options = table.params(table.time_nodes, Generator::Zone);
        trials.push(Trial { name: "ldfpn, zone", algorithm: Algorithm::Ldfpn, options });
    }
    trials
}

/// The generators under which times are compared.
const TIME_GENERATORS: [(&str, Generator); 2] =
    [("crucial", Generator::Crucial), ("heuristic", Generator::Heuristic)];

/// The searches whose times are compared, those of the paper first.
const TIMED: [&str; 14] = [
    "alpha-beta",
    "alpha-beta-table",
    "pn",
    "pn+",
    "df-pn",
    "df-pn+",
    "ldfpn",
    "pn2",
    "alpha-beta-blunt",
    "alpha-beta-null",
    "alpha-beta-extended",
    "alpha-beta-two",
    "alpha-beta-all",
    "db",
];

/// The generators under which first numbers are compared.
const START_GENERATORS: [(&str, Generator); 3] =
    [("heuristic", Generator::Heuristic), ("full board", Generator::Full), ("zone", Generator::Zone)];

/// By what one order more multiplies the first numbers.
const BASES: [u32; 5] = [1, 2, 4, 16, 256];

/// After how many nodes the numbers of the root are asked for a guess.
const GUESS_NODES: [u64; 3] = [30, 100, 300];

/// So many of the problems at most, at even distances. The file goes by order and difficulty, so each has its share.
fn drawn(questions: &[CaptureQuestion], count: u64, seed: u64) -> Vec<CaptureQuestion> {
    // An odd step, since the sides to move first take turns in the file.
    let step = (questions.len() as u64).div_ceil(count) | 1;
    // A short file has fewer problems than a step is wide, and one of them is drawn all the same.
    let first = Rng::new(seed, 0).random_range(0..step.min(questions.len() as u64).max(1));
    questions.iter().skip(first as usize).step_by(step as usize).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Point};
    use crate::solver::Role;

    #[test]
    fn a_draw_is_no_larger_than_wanted_and_of_both_sides() {
        let board: Board = ". X O/. X ./. . .".parse().unwrap();
        let target = Point::parse("C3", 3).unwrap();
        let sides =
            [Role::Attack, Role::Defend].map(|role| CaptureQuestion::new(board.clone(), target, role));
        for (problems, count) in [(1, 1), (2, 1), (3, 200), (4, 2), (9, 4), (400, 200), (530, 200)] {
            let file: Vec<CaptureQuestion> = sides.iter().cycle().take(problems).cloned().collect();
            for seed in 0..10 {
                let drawn = drawn(&file, count, seed);
                assert!((1..=count).contains(&(drawn.len() as u64)), "{} of {problems}", drawn.len());
                let first = drawn.iter().filter(|question| question.role == Role::Attack).count();
                assert!(first.abs_diff(drawn.len() - first) <= 1, "{first} of {}", drawn.len());
            }
        }
    }
}
