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
    let word = arguments.word("alive, dead, seki, white_territory, black_territory or dame")?;
    let board = session.engine.game().board();
    let chains = |stones: PointSet| {
        board.chains_of(stones).map(|chain| points_text(chain.stones())).collect::<Vec<_>>().join("\n")
    };
    let fates = fates(session);
    match fates.into_iter().find(|(fate, _)| *fate == word) {
        Some((_, points)) if points.intersects(board.occupied()) => Ok(chains(points)),
        Some((_, points)) => Ok(points_text(points)),
        None => {
            let names = fates.map(|(fate, _)| fate).join(", ");
            Err(CommandError::Syntax(format!("'{word}' is none of {names}")))
        }
    }
}

fn final_status(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let point = arguments.point()?;
    let fate = fates(session).into_iter().find(|(_, points)| points.contains(point));
    Ok(fate.map_or("dame", |(fate, _)| fate).to_owned())
}

/// What can become of a point, with all points of that fate; together the whole board, each point once.
fn fates(session: &Session) -> [(&'static str, PointSet); 6] {
    let engine = &session.engine;
    let board = engine.game().board();
    let status = engine.status();
    let stones = board.occupied();
    let [black, white] = Color::ALL.map(|color| engine.territory(&status, color) & board.empty());
    let alive = stones - status.dead - status.seki;
    [
        ("alive", alive),
        ("dead", status.dead),
        ("seki", status.seki),
        ("black_territory", black),
        ("white_territory", white),
        ("dame", board.empty() - black - white),
    ]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Config, Engine};

    #[test]
    fn every_point_has_one_fate() {
        let config = Config { threads: 1, memory: 16 << 20, ..Config::default() };
        let mut session = Session::new(Engine::new(config));
        for picture in [
            ".X.../XXXXX/.X.X./XXXXX/..O..",
            "......../......../......../OOOOOOOO/.O.O.O.O/OOOOOOOO/XXXXXXXX/X.OOOO.X",
            "...../.X.O./...../.X.O./.....",
        ] {
            session.answer(format!("tengen-setup {picture}").as_bytes()).unwrap();
            let fates = fates(&session).map(|(_, points)| points);
            let (all, board) = (PointSet::from_iter(fates), session.engine.game().board());
            let count: u32 = fates.into_iter().map(PointSet::len).sum();
            assert_eq!((all, count), (PointSet::board(board.size()), all.len()), "{board}");
        }
    }
}
