//! What the game is worth when it ends now.

use super::arguments::Arguments;
use super::command::Command;
use super::gogui::board_text;
use super::standard::points_text;
use super::{CommandError, Reply, Session};
use crate::board::{Color, Point, PointSet};
use crate::game::GameResult;

pub(super) const SCORE_COMMANDS: &[Command] = &[
    Command::new("final_score", "", "`B+3.5`, `W+0.5` or `0`", final_score),
    Command::new(
        "final_status_list",
        "alive | dead | seki | white_territory | black_territory | dame",
        "the stones of that fate, one chain a line, or those points",
        final_status_list,
    ),
    Command::new(
        "final_status",
        "VERTEX",
        "`alive`, `dead`, `seki`, `white_territory`, `black_territory` or `dame`",
        final_status,
    ),
    Command::new(
        "tengen-territory",
        "",
        "the territory of both colors as rows of `b`, `w` and `?`",
        territory,
    ),
];

fn final_score(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    Ok(GameResult::Counted(session.engine.final_score()).to_string())
}

/// Chains stand one a line, other points all in one.
fn final_status_list(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let word = arguments.word("alive, dead or seki")?;
    let board = session.engine.game().board();
    let chains = |stones: PointSet| {
        board.chains_of(stones).map(|chain| points_text(chain.stones())).collect::<Vec<_>>().join("\n")
    };
    let fates = fates(session);
    match FATES.iter().position(|fate| *fate == word) {
        Some(index @ 0..3) => Ok(chains(fates.get(index).copied().unwrap_or_default())),
        Some(index) => Ok(points_text(fates.get(index).copied().unwrap_or_default())),
        None => Err(CommandError::Syntax(format!("'{word}' is none of {}", FATES.join(", ")))),
    }
}

fn final_status(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let point = arguments.point()?;
    let fates = fates(session);
    let mut named = FATES.iter().zip(fates).filter(|(_, points)| points.contains(point));
    let (name, _) = named.next().unwrap_or((&"dame", PointSet::EMPTY));
    Ok((*name).to_owned())
}

/// What can become of a point.
const FATES: [&str; 6] = ["alive", "dead", "seki", "black_territory", "white_territory", "dame"];

/// The points of every fate; together the whole board, each point once.
fn fates(session: &Session) -> [PointSet; 6] {
    let engine = &session.engine;
    let board = engine.game().board();
    let status = engine.status();
    let stones = board.occupied();
    let [black, white] = Color::ALL.map(|color| engine.territory(&status, color) & board.empty());
    let alive = stones - status.dead - status.seki;
    [alive, status.dead, status.seki, black, white, board.empty() - black - white]
}

/// Rows from the top, as GoGui's boards of black and white.
fn territory(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    let engine = &session.engine;
    let board = engine.game().board();
    let status = engine.status();
    let [black, white] = Color::ALL.map(|color| engine.territory(&status, color));
    let owner = |point: Point| match board.color_at(point) {
        Some(color) if status.dead.contains(point) => Some(!color),
        Some(color) => Some(color),
        None if black.contains(point) => Some(Color::Black),
        None if white.contains(point) => Some(Color::White),
        None => None,
    };
    Ok(board_text(board.size(), |point| match owner(point) {
        Some(Color::Black) => "b",
        Some(Color::White) => "w",
        None => "?",
    }))
}
