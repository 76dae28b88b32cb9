//! One algorithm with its options on all problems.

use crate::cli::compare::search_all;
use crate::cli::pool::on_all_cores;
use crate::cli::solve::CaptureQuestion;
use crate::solver::{Algorithm, Answer, Finding, Solver, SolverParams};
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::io;

/// An algorithm and how it is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial {
    pub(super) name: &'static str,
    pub(super) algorithm: Algorithm,
    pub(super) options: SolverParams,
}

/// What a trial found of all problems.
pub(super) struct TrialResult {
    pub(super) trial: Trial,
    pub(super) found: Vec<Found>,
}

/// What a trial found of one problem.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) finding: Finding,
    /// What the file says.
    pub(super) label: Option<bool>,
    /// An answer that is not so.
    pub(super) wrong: bool,
}

impl Found {
    pub(super) fn is_solved(&self) -> bool {
        self.finding.captured.is_some()
    }

    /// Solved, and truly so.
    pub(super) fn is_right(&self) -> bool {
        self.is_solved() && !self.wrong
    }
}

/// Trials on the same problems.
pub(super) struct Trials(pub(super) Vec<TrialResult>);

impl Trials {
    /// Runs them one after the other, each on all cores.
    pub(super) fn run(
        trials: Vec<Trial>,
        questions: &[CaptureQuestion],
        bar: &ProgressBar,
    ) -> io::Result<Trials> {
        let mut tried = Vec::new();
        for trial in trials {
            let found = search_all(trial.algorithm, &trial.options, questions, bar)?;
            let judge = |(question, finding): (&CaptureQuestion, Finding)| Found {
                finding,
                label: question.captured,
                wrong: is_wrong(question, &trial, &finding),
            };
            let found = on_all_cores(|| questions.par_iter().zip(found).map(judge).collect());
            tried.push(TrialResult { trial, found });
        }
        Ok(Trials(tried))
    }

    /// The trials of one name.
    pub(super) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a TrialResult> {
        self.0.iter().filter(move |tried| tried.trial.name == name)
    }
}

/// Is the finding unlike the file, and not because it found a capture by threats of a higher order?
fn is_wrong(question: &CaptureQuestion, trial: &Trial, finding: &Finding) -> bool {
    /// The order of the file's labels.
    const ORDER: u8 = 3;
    const JUDGE_NODES: u64 = 200_000;
    const JUDGE_TABLE_BYTES: usize = 16 << 20;
    let unlike =
        finding.captured.is_some() && question.captured.is_some() && finding.captured != question.captured;
    let reaches = !trial.algorithm.knows_orders() || trial.options.order > ORDER;
    if !unlike || finding.captured == Some(false) || !reaches {
        return unlike;
    }
    if trial.options.is_exact() {
        return false;
    }
    let options = SolverParams { order: 5, nodes: JUDGE_NODES, ..SolverParams::default() };
    let answer =
        Solver::new(JUDGE_TABLE_BYTES).solve(&question.board, question.target, question.role, &options);
    !matches!(answer, Ok(Answer::Captured { .. }))
}
