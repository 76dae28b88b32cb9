//! The commands of the protocol draft that play and score a game.

use super::arguments::Arguments;
use super::facts::ANALYZE_COMMANDS;
use super::{CommandError, Handler, Reply, Session, commands, find};
use crate::board::{Color, MAX_SIZE, MIN_SIZE, PointSet};
use crate::engine::Decision;
use crate::search::TimeSettings;
use std::time::Duration;

pub(super) const COMMANDS: &[(&str, Handler)] = &[
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("name", |_, _| Ok("Tengen".to_owned())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", |_, arguments| Ok(find(arguments.word("a command name")?).is_some().to_string())),
    ("list_commands", |_, _| Ok(commands().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))),
    ("quit", quit),
    ("boardsize", boardsize),
    ("clear_board", clear_board),
    ("komi", komi),
    ("get_komi", |session, _| Ok(session.engine.game().komi().to_string())),
    ("play", play),
    ("genmove", genmove),
    ("reg_genmove", reg_genmove),
    ("undo", undo),
    ("is_legal", is_legal),
    ("all_legal", all_legal),
    ("list_stones", list_stones),
    ("showboard", showboard),
    ("time_settings", time_settings),
    ("time_left", time_left),
    ("final_score", final_score),
    ("final_status_list", final_status_list),
    ("gogui-analyze_commands", |_, _| Ok(ANALYZE_COMMANDS.to_owned())),
];

fn quit(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    session.over = true;
    Ok(String::new())
}

/// Accepts `9`, `9 9` and `9:9`. The board is empty afterwards; komi and time settings stay.
fn boardsize(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let word = arguments.word("a size")?;
    let (columns, rows) = word.split_once(':').unwrap_or((word, arguments.optional().unwrap_or(word)));
    let read = |word: &str| {
        word.parse::<i64>().map_err(|_| CommandError::Syntax(format!("'{word}' is no whole number")))
    };
    let (columns, rows) = (read(columns)?, read(rows)?);
    match usize::try_from(columns) {
        Ok(size) if columns == rows && (MIN_SIZE..=MAX_SIZE).contains(&size) => {
            session.engine.start(size);
            Ok(String::new())
        }
        _ => Err(CommandError::UnacceptableSize),
    }
}

fn clear_board(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    session.engine.start(session.engine.game().board().size());
    Ok(String::new())
}

fn komi(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let komi = arguments.decimal("a komi")? as f32;
    if !komi.is_finite() {
        return Err(CommandError::Syntax("that komi is too large".to_owned()));
    }
    session.engine.set_komi(komi);
    Ok(String::new())
}

/// A resignation is no move: it is accepted and changes nothing.
fn play(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    if arguments.peek().is_some_and(|word| word.eq_ignore_ascii_case("resign")) {
        return Ok(String::new());
    }
    let mv = arguments.mv()?;
    session.engine.play(color, mv).map_err(|reason| CommandError::IllegalMove { mv, reason })?;
    Ok(String::new())
}

fn genmove(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    Ok(decision_text(session.engine.genmove(color)))
}

fn reg_genmove(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    Ok(decision_text(session.engine.consider(color)))
}

fn decision_text(decision: Decision) -> String {
    match decision {
        Decision::Play(mv) => mv.to_string(),
        Decision::Resign => "resign".to_owned(),
    }
}

fn undo(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    if session.engine.undo() { Ok(String::new()) } else { Err(CommandError::CannotUndo) }
}

fn is_legal(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    let mv = arguments.mv()?;
    let legal = session.engine.game().legality(color, mv).is_ok();
    Ok(u8::from(legal).to_string())
}

fn all_legal(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    Ok(points_text(session.engine.game().legal_moves(color)))
}

fn list_stones(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    Ok(points_text(session.engine.game().board().stones(color)))
}

/// The points in one line, single blanks between them.
pub(super) fn points_text(points: PointSet) -> String {
    points.iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}

fn showboard(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    let game = session.engine.game();
    let board = game.board();
    let last = game.turns().last().map_or("none".to_owned(), |turn| format!("{} {}", turn.color, turn.mv));
    Ok(format!(
        "\n{board}\nTo play: {}\nLast move: {last}\nCaptured by Black: {}\nCaptured by White: {}\nKomi: {}\nHash: {:016x}",
        board.to_play(),
        board.captures(Color::Black),
        board.captures(Color::White),
        game.komi(),
        board.hash(),
    ))
}

fn time_settings(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let (main, period) = (seconds(arguments, "the main time")?, seconds(arguments, "the overtime")?);
    let stones = arguments.number("the number of overtime moves")?;
    session.engine.set_time(TimeSettings::from_gtp(main, period, stones));
    Ok(String::new())
}

fn time_left(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    let left = seconds(arguments, "the time")?;
    let stones = arguments.number("the number of moves")?;
    session.engine.set_time_left(color, left, stones);
    Ok(String::new())
}

/// A time in seconds; a clock that has just run out may be reported as a negative one.
fn seconds(arguments: &mut Arguments<'_>, what: &str) -> Result<f64, CommandError> {
    Ok(arguments.decimal(what)?.clamp(0.0, Duration::from_hours(24 * 365).as_secs_f64()))
}

fn final_score(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    let score = session.engine.final_score();
    // One decimal for the usual komi; all of them for an unusual one.
    let points =
        |points: f32| if (points * 2.0).fract() == 0.0 { format!("{points:.1}") } else { points.to_string() };
    Ok(if score > 0.0 {
        format!("B+{}", points(score))
    } else if score < 0.0 {
        format!("W+{}", points(-score))
    } else {
        "0".to_owned()
    })
}

/// One chain a line.
fn final_status_list(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let word = arguments.word("alive, dead or seki")?;
    let status = session.engine.status();
    let board = session.engine.game().board();
    let stones = board.stones(Color::Black) | board.stones(Color::White);
    let wanted = match word {
        "alive" => stones - status.dead - status.seki,
        "dead" => status.dead,
        "seki" => status.seki,
        _ => return Err(CommandError::Syntax(format!("'{word}' is none of alive, dead and seki"))),
    };
    let chains = board.chains_of(wanted);
    Ok(chains.map(|chain| points_text(chain.stones())).collect::<Vec<_>>().join("\n"))
}
