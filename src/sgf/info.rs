//! Names, date, rules and result: what a record says beside the moves.

use super::main_line::RecordNode;
use super::properties;
use crate::board::Color;
use crate::engine::{Engine, NAME};
use crate::game::GameInfo;
use jiff::Timestamp;
use sgf_parse::go::Prop;
use sgf_parse::{SgfProp as _, SimpleText};

const INFO_PROPERTIES: [&str; 5] = ["PB", "PW", "DT", "RU", "RE"];

/// What is known of the engine's game: what the record says that it was read from, the engine's name where it has
/// chosen moves, the rules, and how the game has ended. A game that was read from no record is of this day.
pub fn known_info(engine: &Engine) -> GameInfo {
    let game = engine.game();
    let recorded = game.info();
    let date = recorded.as_ref().map_or_else(|| Some(today()), |info| info.date.clone());
    let GameInfo { players, rules, result, .. } = recorded.unwrap_or_default();
    let [black, white] = players;
    let player =
        |color, name: Option<String>| if game.is_chosen(color) { Some(player_name(engine)) } else { name };
    GameInfo {
        players: [player(Color::Black, black), player(Color::White, white)],
        date,
        rules: rules.or_else(|| Some(engine.rule_set().to_string())),
        result: result.or_else(|| engine.result().map(|result| result.to_string())),
    }
}

/// What the engine is called as a player: its name, and the level that it plays at.
pub fn player_name(engine: &Engine) -> String {
    match engine.level() {
        None => NAME.to_owned(),
        Some(level) => format!("{NAME}, level {}", level.number()),
    }
}

/// This day in UTC, as records write it: `2026-02-28`.
fn today() -> String {
    Timestamp::now().strftime("%Y-%m-%d").to_string()
}

pub(super) fn read_info(root: RecordNode<'_>) -> GameInfo {
    let mut info = GameInfo::default();
    for property in properties(root, &INFO_PROPERTIES).flatten() {
        let (place, text) = match property {
            Prop::PB(text) => (&mut info.players[0], text),
            Prop::PW(text) => (&mut info.players[1], text),
            Prop::DT(text) => (&mut info.date, text),
            Prop::RU(text) => (&mut info.rules, text),
            Prop::RE(text) => (&mut info.result, text),
            _ => continue,
        };
        *place = in_one_line(&text);
    }
    info
}

/// The text without line breaks; `None` if it is blank.
fn in_one_line(text: &SimpleText) -> Option<String> {
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    let line = text.text.replace(is_blank, " ");
    Some(line.trim().to_owned()).filter(|line| !line.is_empty())
}

pub(super) fn info_properties(info: &GameInfo) -> impl Iterator<Item = Prop> {
    let GameInfo { players: [black, white], date, rules, result } = info;
    let texts = INFO_PROPERTIES.into_iter().zip([black, white, date, rules, result]);
    texts.filter_map(|(name, text)| Some(Prop::new(name.to_owned(), vec![text.clone()?])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_has_year_month_and_day() {
        let lengths: Vec<usize> = today().split('-').map(str::len).collect();
        assert_eq!(lengths, [4, 2, 2]);
    }
}
