//! Commands that set up a position: handicap, stones, moves and pictures.

use super::arguments::Arguments;
use super::command::Command;
use super::standard::points_text;
use super::{CommandError, Reply, Session};
use crate::board::{Board, Color, Point, PointSet};
use crate::game::{Game, Turn, fixed_handicap, free_handicap};

pub(super) const SETUP_COMMANDS: &[Command] = &[
    Command::new("fixed_handicap", "N", "places N handicap stones on their usual points", set_fixed_handicap),
    Command::new("place_free_handicap", "N", "places N handicap stones where it likes", place_free_handicap),
    Command::new("set_free_handicap", "VERTEX VERTEX …", "places these handicap stones", set_free_handicap),
    Command::new("gogui-setup", "COLOR VERTEX …", "places stones on the empty board", gogui_setup),
    Command::new(
        "set_position",
        "[COLOR VERTEX …]",
        "begins a new game from these stones, Black to play",
        set_position,
    ),
    Command::new("gogui-setup_player", "COLOR", "gives the turn to a color", setup_player),
    Command::new("gogui-play_sequence", "COLOR MOVE …", "plays all these moves or none", play_sequence),
    Command::new(
        "tengen-setup",
        "PICTURE [COLOR]",
        "sets up rows from the top of `X`, `O` and `.` with `/` between",
        setup,
    ),
];

fn set_fixed_handicap(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let stones = arguments.number("the number of stones")?;
    let size = session.engine.game().board().size();
    place(session, fixed_handicap(size, stones).ok_or(CommandError::InvalidHandicap)?)
}

fn place_free_handicap(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let stones = arguments.number("the number of stones")?;
    let size = session.engine.game().board().size();
    if stones < 2 || stones as usize >= size * size {
        return Err(CommandError::InvalidHandicap);
    }
    place(session, free_handicap(size, stones))
}

fn set_free_handicap(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let size = session.engine.game().board().size();
    let words: Vec<&str> = arguments.rest().collect();
    let points: Option<PointSet> = words.iter().map(|word| Point::parse(word, size)).collect();
    let points = points.filter(|points| words.len() >= 2 && points.len() as usize == words.len());
    let all = PointSet::board(size);
    let points = points.filter(|&points| points != all).ok_or(CommandError::BadVertexList)?;
    place(session, points).map(|_| String::new())
}

fn place(session: &mut Session, stones: PointSet) -> Reply {
    if session.engine.place_handicap(stones) {
        Ok(points_text(stones))
    } else {
        Err(CommandError::BoardNotEmpty)
    }
}

fn gogui_setup(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let game = session.engine.game();
    if !game.turns().is_empty() || game.board().empty() != PointSet::board(game.board().size()) {
        return Err(CommandError::BoardNotEmpty);
    }
    let game = game_from(session, &stones(arguments)?)?;
    session.engine.set_game(game);
    Ok(String::new())
}

/// No point may be named twice; without stones it is `clear_board`.
fn set_position(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let stones = stones(arguments)?;
    let points: PointSet = stones.iter().map(|&(_, point)| point).collect();
    if points.len() as usize != stones.len() {
        return Err(CommandError::BadVertexList);
    }
    let game = game_from(session, &stones)?;
    session.engine.start(game.board().size());
    session.engine.set_game(game);
    Ok(String::new())
}

/// The colors and points of stones, to the end of the arguments.
fn stones(arguments: &mut Arguments<'_>) -> Result<Vec<(Color, Point)>, CommandError> {
    let mut stones = Vec::new();
    while arguments.peek().is_some() {
        stones.push((arguments.color()?, arguments.point()?));
    }
    Ok(stones)
}

/// A game from these stones; of two on a point the later one stays.
fn game_from(session: &Session, stones: &[(Color, Point)]) -> Result<Game, CommandError> {
    let game = session.engine.game();
    let board = Board::set_up(game.board().size(), stones.iter().copied()).ok_or(CommandError::NoLiberty)?;
    Ok(Game::from_board(board, game.komi()))
}

fn setup_player(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    session.engine.set_to_play(color);
    Ok(String::new())
}

fn play_sequence(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let mut turns = Vec::new();
    while arguments.peek().is_some() {
        turns.push(Turn { color: arguments.color()?, mv: arguments.mv()? });
    }
    session.engine.play_all(&turns).map_err(|(mv, reason)| CommandError::IllegalMove { mv, reason })?;
    Ok(String::new())
}

/// `tengen-setup PICTURE [COLOR]`: rows from the top, separated by `/`, of `X`, `O` and `.`; the board
/// takes the picture's size.
fn setup(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let mut board: Board = arguments.word("a picture")?.parse()?;
    if arguments.peek().is_some() {
        board.set_to_play(arguments.color()?);
    }
    let komi = session.engine.game().komi();
    session.engine.set_game(Game::from_board(board, komi));
    Ok(to_play_text(session))
}

pub(super) fn to_play_text(session: &Session) -> String {
    session.engine.game().board().to_play().to_string().to_lowercase()
}
