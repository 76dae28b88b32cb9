//! What GoGui asks beyond the protocol: its analyze window, live graphics and parameter dialogs.
//!
//! No `gogui-rules_` command is among them: GoGui would take the engine for a referee of other games.

use super::arguments::Arguments;
use super::command::Command;
use super::facts::with_priors;
use super::standard::line_text;
use super::{CommandError, Reply, Session};
use crate::board::{Color, Move, Point};
use crate::engine::Params;
use crate::params::{Parameter, Parameters};
use crate::search::{Candidate, Findings, prior_policy};
use std::borrow::Borrow;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::time::Duration;

pub(super) const GOGUI_COMMANDS: &[Command] = &[
    Command::new("gogui-analyze_commands", "", "what GoGui lists in its analyze window", |_, _| {
        Ok(ANALYZE_WINDOW.to_owned())
    }),
    Command::new("gogui-interrupt", "", "nothing: the line `# interrupt` ends a command early", |_, _| {
        Ok(String::new())
    }),
    Command::new("gogui-version", "VERSION", "nothing", |_, _| Ok(String::new())),
    Command::new("gogui-title", "", "the title of GoGui's window", title),
    Command::new(
        "tengen-overview",
        "",
        "the last search as GoGui graphics: visits, values, line",
        |session, _| Ok(session.engine.findings().map_or_else(|| "TEXT no search yet".to_owned(), graphics)),
    ),
    Command::new("tengen-line", "", "the principal variation of the last search", line),
    Command::new("tengen-visits", "", "visits of the moves in the last search", |session, _| {
        pairs(session, |candidate| candidate.visits.to_string())
    }),
    Command::new(
        "tengen-rates",
        "",
        "winning rates of the moves in the last search, in percent",
        |session, _| pairs(session, |candidate| format!("{:.0}", 100.0 * candidate.value.mean)),
    ),
    Command::new(
        "tengen-rave",
        "",
        "RAVE values of the last search's moves as rows of a board, where RAVE leads",
        rave,
    ),
    Command::new(
        "tengen-prior_board",
        "COLOR",
        "priors of the moves in percent as rows of a board, where RAVE leads",
        prior_board,
    ),
    Command::new("tengen-ownership", "", "who will own each point, from -1 (White) to 1 (Black)", ownership),
    Command::new(
        "tengen-params_tree",
        "[NAME VALUE]",
        "the parameters of the tree as a dialog",
        |session, arguments| dialog(session, arguments, "tree"),
    ),
    Command::new(
        "tengen-params_network",
        "[NAME VALUE]",
        "those of the network's lead",
        |session, arguments| dialog(session, arguments, "network"),
    ),
    Command::new("tengen-params_rave", "[NAME VALUE]", "those of RAVE's lead", |session, arguments| {
        dialog(session, arguments, "rave")
    }),
    Command::new(
        "tengen-params_reading",
        "[NAME VALUE]",
        "those of the capture searches in the tree",
        |session, arguments| dialog(session, arguments, "reading"),
    ),
    Command::new("tengen-params_playout", "[NAME VALUE]", "those of the playouts", |session, arguments| {
        dialog(session, arguments, "playout")
    }),
    Command::new(
        "tengen-params_engine",
        "[NAME VALUE]",
        "those of passing, resigning, time and pondering",
        |session, arguments| dialog(session, arguments, "engine"),
    ),
];

/// Type, label and command of each entry of the analyze window.
const ANALYZE_WINDOW: &str = "\
gfx/Search Overview/tengen-overview
var/Principal Variation/tengen-line
pspairs/Visits/tengen-visits
pspairs/Win Rates/tengen-rates
dboard/Ownership/tengen-ownership
bwboard/Territory/tengen-territory
plist/Dead Stones/final_status_list dead
plist/Seki Stones/final_status_list seki
string/Final Score/final_score
hstring/Search Statistics/tengen-stats
sboard/RAVE/tengen-rave
sboard/Priors/tengen-prior_board %c
pspairs/Network/tengen-network %c
varc/Generate Move/reg_genmove %c
plist/Legal Moves/all_legal %c
pspairs/Eyes/tengen-eyes %c
plist/Safe Regions/tengen-safe %c
string/Ladder/tengen-ladder %p
string/Attack/attack %p
string/Defend/defend %p
hstring/Capture Solver/tengen-solve %p
string/Self-Atari/tengen-self_atari %c %p
string/Pattern/tengen-pattern %c %p
hstring/Features/tengen-features %c
string/Mean of Playouts/tengen-playouts %c
param/Tree Parameters/tengen-params_tree
param/Network Parameters/tengen-params_network
param/RAVE Parameters/tengen-params_rave
param/Reading Parameters/tengen-params_reading
param/Playout Parameters/tengen-params_playout
param/Engine Parameters/tengen-params_engine
none/Clear Search Tree/clear_cache";

fn title(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    let engine = &session.engine;
    Ok(format!("Tengen ({} rules, komi {})", engine.rule_set(), engine.game().komi()))
}

/// Moves with fewer visits are not shown: their figures would only hide the others.
const LEAST_VISITS: u32 = 10;

fn shown(findings: &Findings) -> impl Iterator<Item = (Point, &Candidate)> {
    let tried = findings.candidates.iter().filter(|candidate| candidate.visits >= LEAST_VISITS);
    tried.filter_map(|candidate| Some((candidate.mv.point()?, candidate)))
}

/// The search as GoGui's drawing commands: visits as labels, values as influence, the line as a variation.
fn graphics(findings: &Findings) -> String {
    let best = findings.best();
    let black_moves = findings.color == Color::Black;
    let colors = if black_moves { ["b", "w"] } else { ["w", "b"] };
    let sign = if black_moves { 1.0 } else { -1.0 };
    let mut text = String::from("VAR");
    // Writing to a string cannot fail.
    for (step, color) in findings.line().iter().zip(colors.into_iter().cycle()) {
        let _ = write!(text, " {color} {}", step.mv);
    }
    text.push_str("\nINFLUENCE");
    for (point, candidate) in shown(findings) {
        let _ = write!(text, " {point} {:.2}", sign * (2.0 * candidate.value.mean - 1.0));
    }
    text.push_str("\nLABEL");
    for (point, candidate) in shown(findings) {
        let _ = write!(text, " {point} {}", candidate.visits);
    }
    let _ = write!(
        text,
        "\nTEXT {} wins {:.1} % after {} playouts",
        best.mv,
        100.0 * best.value.mean,
        findings.playouts
    );
    text
}

/// Time between two pictures while the engine thinks.
pub(super) const LIVE_INTERVAL: Duration = Duration::from_millis(500);

/// Draws what has been found so far in GoGui, which reads standard error for that.
pub(super) fn live_graphics() -> impl FnMut(&Findings) {
    // Nobody may be reading it.
    |findings| drop(writeln!(io::stderr(), "gogui-gfx:\n{}\n", graphics(findings)))
}

/// Takes the drawing away; GoGui ignores what comes after the answer.
pub(super) fn clear_graphics() {
    let _ = writeln!(io::stderr(), "gogui-gfx: CLEAR");
}

fn line(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    Ok(session.engine.findings().map_or(String::new(), |findings| line_text(findings.line())))
}

fn pairs(session: &Session, label: impl Fn(&Candidate) -> String) -> Reply {
    let Some(findings) = session.engine.findings() else { return Ok(String::new()) };
    let pairs = shown(findings).map(|(point, candidate)| format!("{point} {}", label(candidate)));
    Ok(pairs.collect::<Vec<_>>().join(" "))
}

/// A board of texts: rows from the top; `""` is nothing.
pub(super) fn board_text<T: Borrow<str>>(size: usize, text: impl Fn(Point) -> T) -> String {
    let rows = Point::rows(size).map(|row| row.map(&text).collect::<Vec<_>>().join(" "));
    format!("\n{}", rows.collect::<Vec<_>>().join("\n"))
}

const NOTHING: &str = "\"\"";

fn rave(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    with_priors(session)?;
    let size = session.engine.game().board().size();
    let findings = session.engine.findings();
    let value = |point| {
        let rave = findings?.of(Move::Play(point))?.rave?;
        (rave.weight > 0.0).then(|| format!("{:.2}", rave.mean))
    };
    Ok(board_text(size, |point| value(point).unwrap_or_else(|| NOTHING.to_owned())))
}

fn prior_board(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    with_priors(session)?;
    Ok(session.engine.show_scene(color, |scene, _| {
        let policy = prior_policy(scene);
        board_text(scene.board.size(), |point| {
            let percent = 100.0 * policy[point];
            let shown = scene.plays.contains(point) && percent >= 0.1;
            if shown { format!("{percent:.1}") } else { NOTHING.to_owned() }
        })
    }))
}

fn ownership(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    /// Enough for two decimals, in a tenth of a second.
    const OWNERSHIP_PLAYOUTS: u32 = 2000;
    let engine = &session.engine;
    let board = engine.game().board();
    let mut forecast = engine.forecast(board.to_play());
    let expectation = forecast.beyond(&[], OWNERSHIP_PLAYOUTS);
    Ok(board_text(board.size(), |point| format!("{:.2}", expectation.owner(point))))
}

/// The parameters of a group, or a change of one, as GoGui's dialog wants them.
fn dialog(session: &mut Session, arguments: &mut Arguments<'_>, group: &str) -> Reply {
    if let Some(name) = arguments.optional() {
        session.engine.set_param(name, arguments.word("a value")?)?;
        return Ok(String::new());
    }
    let params = session.engine.params();
    let mut group: Vec<_> = Params::list().into_iter().filter(|parameter| parameter.group == group).collect();
    group.sort_by_key(|parameter| !parameter.is_switch);
    let line = |parameter: &Parameter| {
        let kind = if parameter.is_switch { "bool" } else { "string" };
        Ok(format!("[{kind}] {} {}", parameter.name, params.get(parameter.name)?))
    };
    group.iter().map(line).collect::<Result<Vec<_>, CommandError>>().map(|lines| lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Ply;

    /// What is good for White is drawn in its color, and its line begins with White.
    #[test]
    fn a_search_is_drawn_in_the_colors_of_both_players() {
        let [mv, reply] = [(4, 4), (2, 6)].map(|(column, row)| Move::Play(Point::new(column, row)));
        for (color, drawn) in [
            (Color::Black, "VAR b E5 w C7 b pass\nINFLUENCE E5 0.50\nLABEL E5 20\n"),
            (Color::White, "VAR w E5 b C7 w pass\nINFLUENCE E5 -0.50\nLABEL E5 20\n"),
        ] {
            let mut findings = Findings::of_one(color, mv, 0.75, None);
            findings.candidates[0].visits = 20;
            findings.candidates[0].line =
                [mv, reply, Move::Pass].map(|mv| Ply { mv, visits: LEAST_VISITS }).to_vec();
            // A move that has hardly been tried is not drawn.
            let tried = Findings::of_one(color, reply, 0.25, None).candidates;
            findings.candidates.extend(tried);
            let text = "TEXT E5 wins 75.0 % after 0 playouts";
            assert_eq!(graphics(&findings), format!("{drawn}{text}"));
        }
    }
}
