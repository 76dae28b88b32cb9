//! What can be proven of open problems.

use crate::board::Move;
use crate::cli::compare::table_bytes;
use crate::cli::pool::{on_all_cores, progress};
use crate::cli::question::{CaptureQuestion, ProblemLabel};
use crate::solver::{Answer, Solver, SolverParams};
use rayon::prelude::*;
use std::io::{self, Write};

/// Prints the problems, those that are open with what the solver finds of them.
pub(super) fn run(
    questions: &[CaptureQuestion],
    settings: &SolverParams,
    out: &mut impl Write,
) -> io::Result<()> {
    /// So many at a time: what is printed of a long run stays if it is stopped.
    const QUESTIONS_AT_ONCE: usize = 16;
    writeln!(out, "# picture, who moves first, target, value: captured, safe, or open;")?;
    writeln!(
        out,
        "# the least order of a capture, otherwise the highest order that is shown not to capture;"
    )?;
    writeln!(out, "# nodes it took the solver to find that; its first move, if there is one")?;
    let bar = progress(questions.len());
    for batch in questions.chunks(QUESTIONS_AT_ONCE) {
        let of = |question: &CaptureQuestion| {
            bar.inc(1);
            line(question, settings)
        };
        let lines: Vec<io::Result<String>> = on_all_cores(|| batch.par_iter().map(of).collect());
        for line in lines {
            writeln!(out, "{}", line?)?;
        }
        out.flush()?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// A problem as the file has it, or, if it is open, with what the solver finds of higher orders.
fn line(question: &CaptureQuestion, settings: &SolverParams) -> io::Result<String> {
    let CaptureQuestion { board, target, role, label, .. } = question;
    let &ProblemLabel::Open { excluded } = label else { return Ok(question.line.clone()) };
    if settings.order <= excluded {
        return Ok(question.line.clone());
    }
    let mut solver = Solver::new(table_bytes(settings.nodes));
    let answer = solver.solve(board, *target, *role, settings).map_err(io::Error::other)?;
    let (label, first) = match answer {
        Answer::Captured { order, first, .. } => (ProblemLabel::Captured { order }, first.map(Move::Play)),
        Answer::NotWithinOrder { order, refutation, .. } => (ProblemLabel::not_captured(order), refutation),
        Answer::Unknown { order, .. } => (ProblemLabel::Open { excluded: excluded.max(order - 1) }, None),
    };
    let (value, order) = label.words();
    let first = first.filter(|mv| mv.point().is_some()).map_or(String::new(), |mv| format!(" {mv}"));
    Ok(format!("{} {value} {order} {}{first}", question.words(), solver.nodes()))
}
