//! One algorithm on many problems, on all cores.

use super::pool::{on_all_cores, progress};
use super::question::CaptureQuestion;
use crate::solver::{Algorithm, Finding, SolverParams};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Bytes of the table for each node that may be entered: more than a node takes, so that little is lost.
const BYTES_PER_NODE: u64 = 512;
/// As in the literature.
const MOST_TABLE_BYTES: u64 = 200_000_000;

/// What an algorithm finds of a problem.
pub(super) fn search(
    algorithm: Algorithm,
    options: &SolverParams,
    CaptureQuestion { board, target, role, .. }: &CaptureQuestion,
) -> io::Result<Finding> {
    let table = table_bytes(options.nodes);
    algorithm.find(board, *target, *role, options, table).map_err(io::Error::other)
}

/// Searches all problems and prints what was found: a line of JSON for each problem, or one line about all of them.
pub(super) fn run(
    name: &str,
    algorithm: Algorithm,
    options: &SolverParams,
    questions: &[CaptureQuestion],
    json: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let bar = progress(questions.len());
    let find = |question| {
        let found = search(algorithm, options, question);
        bar.inc(1);
        found
    };
    let found: Vec<Finding> = on_all_cores(|| questions.par_iter().map(find).collect::<io::Result<_>>())?;
    bar.finish_and_clear();
    if json {
        let mut lines = questions.iter().zip(&found).map(|(question, finding)| line(name, question, finding));
        return lines.try_for_each(|line| writeln!(out, "{line}"));
    }
    let (mut solved, mut wrong, mut nodes, mut seconds, mut depth) = (0, 0, 0, 0.0, 0);
    for (CaptureQuestion { label, .. }, finding) in questions.iter().zip(&found) {
        let Some(captured) = finding.captured else { continue };
        solved += 1;
        nodes += finding.nodes;
        seconds += finding.seconds;
        depth += finding.depth;
        let agrees = label.agrees(captured, options.order, algorithm.knows_orders());
        wrong += u32::from(agrees == Some(false));
    }
    let mean = |sum: f64| sum / f64::from(solved).max(1.0);
    writeln!(
        out,
        "{name}: {solved} of {} solved, {wrong} unlike the file; of the solved {:.0} nodes, {:.2} ms, depth {:.1}",
        questions.len(),
        mean(nodes as f64),
        1000.0 * mean(seconds),
        mean(depth as f64)
    )
}

/// What an algorithm of that name has found of a problem.
fn line(name: &str, CaptureQuestion { target, .. }: &CaptureQuestion, finding: &Finding) -> Value {
    let Finding { captured, first, numbers, nodes, depth, seconds, course, .. } = finding;
    json!({
        "algorithm": name,
        "target": target.to_string(),
        "value": captured.map_or("unknown", |captured| if captured { "captured" } else { "safe" }),
        "move": first.map(|mv| mv.to_string()),
        "nodes": nodes,
        "depth": depth,
        "seconds": seconds,
        "pn": numbers.pn(),
        "dn": numbers.dn(),
        "course": course,
    })
}

/// Bytes of a table for searches of so many nodes.
pub(super) fn table_bytes(nodes: u64) -> usize {
    nodes.saturating_mul(BYTES_PER_NODE).min(MOST_TABLE_BYTES) as usize
}
