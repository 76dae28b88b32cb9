//! The commands of the protocol draft that play a game.

use super::arguments::{Arguments, whole_number};
use super::command::Command;
use super::gogui::{LIVE_INTERVAL, clear_graphics, live_graphics};
use super::{CommandError, Reply, Session, commands};
use crate::board::{Color, MAX_SIZE, MIN_SIZE, Move, PointSet};
use crate::engine::{Decision, Wishes};
use crate::game::{MOST_KOMI, Turn, is_komi};
use crate::search::{Findings, Ply, Watch};

pub(super) const STANDARD_COMMANDS: &[Command] = &[
    Command::new("protocol_version", "", "`2`", |_, _| Ok("2".to_owned())),
    Command::new("name", "", "`Tengen`", |_, _| Ok("Tengen".to_owned())),
    Command::new("version", "", "the version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    Command::new("known_command", "NAME", "`true` or `false`", |session, arguments| {
        Ok(session.find(arguments.word("a command name")?).is_some().to_string())
    }),
    Command::new("list_commands", "", "all commands, one a line", |session, _| {
        Ok(commands(session.chat).map(|command| command.name).collect::<Vec<_>>().join("\n"))
    }),
    Command::new(
        "help",
        "",
        "all commands with their arguments and what they do, one a line",
        |session, _| Ok(commands(session.chat).map(Command::explained).collect::<Vec<_>>().join("\n")),
    ),
    Command::new("quit", "", "ends the program", quit),
    Command::new("boardsize", "N", "empties the board and makes it N by N, 2 to 9", boardsize),
    Command::new("clear_board", "", "begins a new game", clear_board),
    Command::new("komi", "K", "sets the komi", komi),
    Command::new("get_komi", "", "the komi", |session, _| Ok(session.engine.game().komi().to_string())),
    Command::new("play", "COLOR MOVE", "plays a vertex or `pass`", play),
    Command::new("genmove", "COLOR", "chooses a move and plays it: a vertex, `pass` or `resign`", genmove),
    Command::new(
        "reg_genmove",
        "COLOR [SEED]",
        "chooses a move with nothing known from before and does not play it; always the same one with one thread and `--playouts`, if no clock cuts it short",
        reg_genmove,
    ),
    Command::new("undo", "", "takes the last move back", undo),
    Command::new("gg-undo", "[N]", "takes N moves back, or none", undo_many),
    Command::new("is_legal", "COLOR MOVE", "`1` or `0`", is_legal),
    Command::new("all_legal", "COLOR", "all legal points", all_legal),
    Command::new("list_stones", "COLOR", "all stones of a color", list_stones),
    Command::new("move_history", "", "all moves, the last one first", move_history),
    Command::new("last_move", "", "the last move", last_move),
    Command::new("showboard", "", "a picture of the position", showboard),
];

fn quit(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    session.over = true;
    Ok(String::new())
}

/// Accepts `9`, `9 9` and `9:9`. The board is empty afterwards; komi and time settings stay.
fn boardsize(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let word = arguments.word("a size")?;
    let (columns, rows) = word.split_once(':').unwrap_or((word, arguments.optional().unwrap_or(word)));
    let (columns, rows) = (whole_number(columns, i64::MAX)?, whole_number(rows, i64::MAX)?);
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
    if !is_komi(komi) {
        return Err(CommandError::Syntax(format!("the komi must be from -{MOST_KOMI} to {MOST_KOMI}")));
    }
    session.engine.set_komi(komi);
    Ok(String::new())
}

/// A resignation is no move: it is noted for the record and leaves the position as it is.
fn play(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    if arguments.peek().is_some_and(|word| word.eq_ignore_ascii_case("resign")) {
        session.engine.resign(color);
        return Ok(String::new());
    }
    let mv = arguments.mv()?;
    session.engine.play(color, mv).map_err(|reason| CommandError::IllegalMove { mv, reason })?;
    Ok(String::new())
}

fn genmove(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    Ok(think(session, color).to_string())
}

/// Lets the engine think until its move, an interrupt or the end of the conversation.
pub(super) fn think(session: &mut Session, color: Color) -> Decision {
    let stop = || session.leash.ends_thinking();
    let shows = session.engine.params().engine.live_graphics;
    let mut show = live_graphics();
    let report = shows.then_some((LIVE_INTERVAL, &mut show as &mut dyn FnMut(&Findings)));
    let mut watch = Watch { stop: Some(&stop), report, ..Watch::default() };
    let decision = session.engine.genmove_watched(color, &Wishes::default(), &mut watch);
    if shows {
        clear_graphics();
    }
    session.awaits_opponent = decision != Decision::Resign;
    decision
}

fn reg_genmove(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    let seed = session.engine.seed();
    if arguments.peek().is_some() {
        session.engine.set_seed(arguments.seed()?);
    }
    let stop = || session.leash.ends_thinking();
    let watch = &mut Watch { stop: Some(&stop), ..Watch::default() };
    let decision = session.engine.consider(color, &Wishes::default(), watch);
    session.engine.set_seed(seed);
    Ok(decision.to_string())
}

fn undo(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    if session.engine.undo() { Ok(String::new()) } else { Err(CommandError::CannotUndo) }
}

/// All moves or none.
fn undo_many(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let count = if arguments.peek().is_some() { arguments.number("the number of moves")? } else { 1 };
    if session.engine.game().turns().len() < count as usize {
        return Err(CommandError::CannotUndo);
    }
    for _ in 0..count {
        session.engine.undo();
    }
    Ok(String::new())
}

fn move_history(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    let turns = session.engine.game().turns().iter().rev();
    Ok(turns.map(turn_text).collect::<Vec<_>>().join("\n"))
}

fn last_move(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    session.engine.game().turns().last().map(turn_text).ok_or(CommandError::NoMove)
}

fn turn_text(turn: &Turn) -> String {
    format!("{} {}", turn.color.to_string().to_ascii_lowercase(), turn.mv)
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

/// Moves, single blanks between them.
pub(super) fn moves_text(moves: impl IntoIterator<Item = Move>) -> String {
    moves.into_iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

/// The moves of a line.
pub(super) fn line_text(line: &[Ply]) -> String {
    moves_text(line.iter().map(|ply| ply.mv))
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
