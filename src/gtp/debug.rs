//! Questions to the engine for tests and for the curious.

use super::arguments::Arguments;
use super::standard::points_text;
use super::{CommandError, Handler, Reply, Session};
use crate::board::Move;
use crate::params::Params;
use std::fmt::Write;

pub(super) const COMMANDS: &[(&str, Handler)] =
    &[("tengen-params", params), ("tengen-stats", stats), ("tengen-pattern", pattern)];

/// `tengen-params [NAME [VALUE]]`: all parameters, one, or a change.
fn params(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let Some(name) = arguments.optional() else {
        let lines =
            Params::NAMES.iter().map(|name| Ok(format!("{name} {}", session.engine.params().get(name)?)));
        return lines.collect::<Result<Vec<_>, CommandError>>().map(|lines| lines.join("\n"));
    };
    match arguments.optional() {
        None => Ok(session.engine.params().get(name)?),
        Some(value) => {
            session.engine.set_param(name, value)?;
            Ok(String::new())
        }
    }
}

/// What the last search found.
fn stats(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    let Some(findings) = session.engine.findings() else { return Ok("no search yet".to_owned()) };
    let moves = |line: &[Move]| line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let mut text = format!(
        "playouts: {}\nseconds: {:.3}\ntree MiB: {:.1}\nline: {}\nmove visits value rave",
        findings.playouts,
        findings.time.as_secs_f64(),
        findings.tree_bytes as f64 / f64::from(1 << 20),
        moves(&findings.line),
    );
    for candidate in findings.candidates.iter().take(10) {
        let (value, rave) = (candidate.value.mean, candidate.rave.mean);
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{} {} {value:.3} {rave:.3}", candidate.mv, candidate.visits);
    }
    Ok(text)
}

/// `tengen-pattern COLOR V`: the classes of the diamond around an empty point as that color sees it, the
/// weight of a move there, and the points that settle a convertible eye.
fn pattern(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let (color, point) = (arguments.color()?, arguments.point()?);
    let board = session.engine.game().board();
    if !board.empty().contains(point) {
        return Err(CommandError::NotEmpty);
    }
    let entry = session.engine.patterns().entry(board, point, color);
    let points = points_text(entry.points(point, board.size()));
    Ok(format!("{}: weight {} {points}", entry.classes(), entry.weight()))
}
