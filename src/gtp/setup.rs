//! Commands that set up a position: handicap, game records and pictures.

use super::arguments::Arguments;
use super::standard::points_text;
use super::{CommandError, Handler, Reply, Session};
use crate::board::{Board, Color, Point, PointSet};
use crate::game::{Game, fixed_handicap, free_handicap};
use crate::sgf;
use std::path::Path;

pub(super) const COMMANDS: &[(&str, Handler)] = &[
    ("fixed_handicap", set_fixed_handicap),
    ("place_free_handicap", place_free_handicap),
    ("set_free_handicap", set_free_handicap),
    ("loadsgf", loadsgf),
    ("tengen-setup", setup),
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

/// `loadsgf FILE [N]`: the main line of the first game, before its move N. Answers whose turn it is.
fn loadsgf(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let file = arguments.word("a file name")?;
    let before = arguments.optional().map(|word| {
        word.parse::<usize>().map_err(|_| CommandError::Syntax(format!("'{word}' is no move number")))
    });
    let game = sgf::load(Path::new(file), before.transpose()?, session.engine.game().komi())?;
    session.engine.set_game(game);
    Ok(to_play_text(session))
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

fn to_play_text(session: &Session) -> String {
    match session.engine.game().board().to_play() {
        Color::Black => "black".to_owned(),
        Color::White => "white".to_owned(),
    }
}
