//! One algorithm with its options on all problems.

use super::kept::KeptFindings;
use crate::cli::compare::search;
use crate::cli::pool::on_all_cores;
use crate::cli::question::{CaptureQuestion, ProblemLabel};
use crate::solver::{Algorithm, Finding, MAX_ORDER, Solver, SolverParams};
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

/// What a finding is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TrialVerdict {
    /// There is no answer.
    Open,
    /// True.
    Right,
    /// False.
    Wrong,
    /// A search that may miss moves says so, and nobody knows.
    Unproven,
}

impl TrialResult {
    /// How many findings are worth that.
    pub(super) fn count(&self, verdict: TrialVerdict) -> usize {
        self.found.iter().filter(|found| found.verdict == verdict).count()
    }
}

/// What a trial found of one problem.
pub(super) struct Found {
    pub(super) finding: Finding,
    /// What the file says.
    pub(super) label: ProblemLabel,
    pub(super) verdict: TrialVerdict,
}

impl Found {
    pub(super) fn is_solved(&self) -> bool {
        self.verdict != TrialVerdict::Open
    }

    pub(super) fn is_right(&self) -> bool {
        self.verdict == TrialVerdict::Right
    }
}

/// Trials on the same problems.
pub(super) struct Trials(pub(super) Vec<TrialResult>);

impl Trials {
    /// Runs them one after the other, each on all cores. What is kept of an earlier run is not searched again.
    pub(super) fn run(
        trials: Vec<Trial>,
        questions: &[CaptureQuestion],
        kept: &KeptFindings,
        bar: &ProgressBar,
    ) -> io::Result<Trials> {
        let mut tried = Vec::new();
        for trial in trials {
            let find = |question: &CaptureQuestion| {
                let Trial { algorithm, options, .. } = &trial;
                let (words, ko) = (question.words(), question.board.ko());
                let asked = format!("{words} {ko:?} {algorithm:?} {options:?}");
                let finding = kept.find(asked, || search(*algorithm, options, question))?;
                bar.inc(1);
                Ok(Found { verdict: verdict(question, &trial, &finding), finding, label: question.label })
            };
            let found = on_all_cores(|| questions.par_iter().map(find).collect::<io::Result<_>>())?;
            tried.push(TrialResult { trial, found });
        }
        Ok(Trials(tried))
    }

    /// The trials of one name.
    pub(super) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a TrialResult> {
        self.0.iter().filter(move |tried| tried.trial.name == name)
    }
}

/// Is it true? The file says it as far as it goes. Beyond that a search that misses no move is a proof, and of the captures
/// by others the solver is asked.
fn verdict(question: &CaptureQuestion, trial: &Trial, finding: &Finding) -> TrialVerdict {
    const JUDGE_NODES: u64 = 200_000;
    const JUDGE_TABLE_BYTES: usize = 16 << 20;
    let Some(captured) = finding.captured else { return TrialVerdict::Open };
    let Trial { algorithm, options, .. } = trial;
    let agrees = question.label.agrees(captured, options.order, algorithm.knows_orders());
    match agrees {
        Some(true) => return TrialVerdict::Right,
        Some(false) if !captured || algorithm.knows_orders() => return TrialVerdict::Wrong,
        _ if options.is_exact() => return TrialVerdict::Right,
        _ => {}
    }
    let order = if captured && !algorithm.knows_orders() { MAX_ORDER } else { options.order };
    let options = SolverParams { order, nodes: JUDGE_NODES, ..SolverParams::default() };
    let answer =
        Solver::new(JUDGE_TABLE_BYTES).solve(&question.board, question.target, question.role, &options);
    match (answer.map(|answer| answer.captured()), agrees) {
        (Ok(Some(truth)), _) if truth == captured => TrialVerdict::Right,
        (Ok(None), None) => TrialVerdict::Unproven,
        _ => TrialVerdict::Wrong,
    }
}
