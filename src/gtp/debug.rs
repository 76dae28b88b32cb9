//! Questions to the engine for tests and for the curious.

use super::arguments::Arguments;
use super::command::Command;
use super::standard::{line_text, moves_text};
use super::{CommandError, Reply, Session};
use crate::engine::{Params, Share};
use crate::params::Parameters;
use crate::search::Candidate;
use std::fmt::Write;

pub(super) const DEBUG_COMMANDS: &[Command] = &[
    Command::new("tengen-params", "[NAME [VALUE]]", "shows the parameters, or one, or changes it", params),
    Command::new("tengen-stats", "", "what the last search found", stats),
    Command::new(
        "tengen-lines",
        "[N]",
        "moves from here to up to N positions of the tree, drawn evenly",
        lines,
    ),
    Command::new("tengen-playouts", "COLOR [N]", "how often a color wins N playouts, in percent", playouts),
];

fn params(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let Some(name) = arguments.optional() else {
        let params = session.engine.params();
        let line = |name: &str| Ok(format!("{name} {}", params.get(name)?));
        let lines = Params::list().into_iter().map(|parameter| line(parameter.name));
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

fn stats(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    let Some(findings) = session.engine.findings() else { return Ok("no search yet".to_owned()) };
    let readings = &findings.readings;
    let mut text = format!(
        "playouts: {}\nseconds: {:.3}\nreading: {:.3} seconds, {} positions, {} questions, {} nodes\n\
         tree MiB: {:.1}\nline: {}\nmove visits value",
        findings.playouts,
        findings.time.as_secs_f64(),
        readings.time.as_secs_f64(),
        readings.positions,
        readings.questions,
        readings.nodes,
        findings.tree_bytes as f64 / f64::from(1 << 20),
        line_text(findings.line()),
    );
    // Where the network leads there is no RAVE, and where RAVE leads no score.
    for (name, is_known) in [
        (" rave", findings.candidates.iter().any(|candidate| candidate.rave.is_some())),
        (" score", findings.candidates.iter().any(|candidate| candidate.score.is_some())),
    ] {
        text.push_str(if is_known { name } else { "" });
    }
    // Writing to a string cannot fail.
    for Candidate { mv, visits, value, score, rave, .. } in findings.candidates.iter().take(10) {
        let _ = write!(text, "\n{mv} {visits} {:.3}", value.mean);
        if let Some(rave) = rave {
            let _ = write!(text, " {:.3}", rave.mean);
        }
        if let Some(score) = score {
            let _ = write!(text, " {score:+.1}");
        }
    }
    let shares = session.engine.shares();
    if !shares.is_empty() {
        text.push_str("\nrank playouts messages bytes");
    }
    for (rank, Share { playouts, told, left_out }) in shares.into_iter().enumerate() {
        let note = if left_out { " left out" } else { "" };
        let _ = write!(text, "\n{rank} {playouts} {} {}{note}", told.messages, told.bytes);
    }
    Ok(text)
}

/// More than a tree has.
const MOST_DRAWN: u32 = 1_000_000;

/// `tengen-lines [N]`: moves from the present position to N positions of the tree (1 if not said), each drawn as likely as any
/// other. After `genmove` that is the tree below its move; where the tree has gone, as after `reg_genmove`, there are none.
fn lines(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let count = count(arguments, "the number of lines", 1, MOST_DRAWN)?;
    // That of the root has no moves, and an answer no empty line.
    let lines = session.engine.draw_lines(count).into_iter().filter(|line| !line.is_empty()).map(moves_text);
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// Some seconds.
const MOST_PLAYOUTS: u32 = 1_000_000;

/// `tengen-playouts COLOR [N]`: how often that color wins N playouts (500 if not said) that begin with its
/// move, in percent.
fn playouts(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    let count = count(arguments, "the number of playouts", 500, MOST_PLAYOUTS)?;
    Ok(format!("{:.2}", 100.0 * session.engine.mean_of_playouts(color, count)))
}

/// A number from 1 to `most`; `usual` if none is given.
fn count(arguments: &mut Arguments<'_>, what: &str, usual: u32, most: u32) -> Result<u32, CommandError> {
    let count = if arguments.peek().is_some() { arguments.number(what)? } else { usual };
    if (1..=most).contains(&count) {
        Ok(count)
    } else {
        Err(CommandError::Syntax(format!("{what} is from 1 to {most}")))
    }
}
