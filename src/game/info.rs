//! What is said of a game beside its moves.

use super::RuleSet;
use crate::board::Color;
use std::fmt;

/// What a record says of a game beside its moves; `None` is nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInfo {
    /// Black's name and White's.
    pub players: [Option<String>; 2],
    /// The day.
    pub date: Option<String>,
    /// The rules, as the record calls them.
    pub rules: Option<String>,
    /// How the game ended.
    pub result: Option<String>,
}

impl GameInfo {
    /// The rules, if they are known here.
    pub fn known_rules(&self) -> Option<RuleSet> {
        self.rules.as_deref()?.parse().ok()
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameResult {
    /// It was counted: Black's points minus White's minus the komi.
    Counted(f32),
    /// That color has resigned.
    Resigned(Color),
}

impl fmt::Display for GameResult {
    /// As GTP and records write it: `B+3.5`, `W+R` or `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            GameResult::Resigned(Color::White) => f.write_str("B+R"),
            GameResult::Resigned(Color::Black) => f.write_str("W+R"),
            GameResult::Counted(0.0) => f.write_str("0"),
            GameResult::Counted(score) => {
                let winner = if score > 0.0 { 'B' } else { 'W' };
                let points = score.abs();
                // One decimal for the usual komi, two for an unusual one: what is behind them is a rounding of binary numbers.
                let decimals = if (points * 10.0).fract() == 0.0 { 1 } else { 2 };
                write!(f, "{winner}+{points:.decimals$}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_written_as_in_records() {
        for (result, text) in [
            (GameResult::Counted(3.5), "B+3.5"),
            (GameResult::Counted(-12.0), "W+12.0"),
            (GameResult::Counted(0.25), "B+0.25"),
            (GameResult::Counted(81.0 - 80.3), "B+0.70"),
            (GameResult::Counted(-0.0), "0"),
            (GameResult::Resigned(Color::White), "B+R"),
        ] {
            assert_eq!(result.to_string(), text);
        }
    }
}
