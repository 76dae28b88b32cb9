//! What a record of the engine's game says beside the moves.

use super::{Engine, NAME};
use crate::board::Color;
use crate::game::GameInfo;
use jiff::Timestamp;

impl Engine {
    /// What is known of its game: what the record says from which it was read, the engine's name where it has chosen moves, the
    /// rules, and how the game has ended. A game that was read from no record is dated today.
    pub fn info(&self) -> GameInfo {
        let recorded = self.game.info();
        let date = recorded.as_ref().map_or_else(|| Some(today()), |info| info.date.clone());
        let GameInfo { players, rules, result, .. } = recorded.unwrap_or_default();
        let [black, white] = players;
        let player = |color, name: Option<String>| {
            if self.game.is_chosen(color) { Some(self.player_name()) } else { name }
        };
        GameInfo {
            players: [player(Color::Black, black), player(Color::White, white)],
            date,
            rules: rules.or_else(|| Some(self.rule_set().to_string())),
            result: result.or_else(|| self.result().map(|result| result.to_string())),
        }
    }

    /// What it is called as a player: its name, and the level that it plays at.
    pub fn player_name(&self) -> String {
        match self.level() {
            None => NAME.to_owned(),
            Some(level) => format!("{NAME}, level {}", level.number()),
        }
    }
}

/// This day in UTC, as records write it: `2026-02-28`.
fn today() -> String {
    Timestamp::now().strftime("%Y-%m-%d").to_string()
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
