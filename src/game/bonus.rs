//! What White gets for a handicap beside the komi.

use super::{Rules, Turn, UnknownRules, plain_name};
use crate::board::{Board, Color, Move};
use std::fmt;
use std::str::FromStr;

/// Points for White where Black has handicap stones; servers add them when they count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HandicapBonus {
    /// None.
    #[default]
    None,
    /// A point a stone.
    Each,
    /// A point for each stone but one.
    EachButOne,
}

impl HandicapBonus {
    /// Its name in KataGo's rules.
    pub fn name(self) -> &'static str {
        match self {
            HandicapBonus::None => "0",
            HandicapBonus::Each => "N",
            HandicapBonus::EachButOne => "N-1",
        }
    }

    /// That of the name, if it is one.
    pub fn of_name(name: &str) -> Option<HandicapBonus> {
        [HandicapBonus::None, HandicapBonus::Each, HandicapBonus::EachButOne]
            .into_iter()
            .find(|bonus| bonus.name() == name)
    }

    /// That of the rules which servers and programs call so. Chinese and AGA rules have one, for stones count in the area.
    fn of_rules(name: &str) -> HandicapBonus {
        match plain_name(name).as_str() {
            "chinese" | "chineseogs" | "chinesekgs" => HandicapBonus::Each,
            "aga" | "bga" | "french" => HandicapBonus::EachButOne,
            _ => HandicapBonus::None,
        }
    }

    /// The points for so many stones.
    pub fn points(self, stones: u32) -> f32 {
        match self {
            HandicapBonus::None => 0.0,
            HandicapBonus::Each => stones as f32,
            HandicapBonus::EachButOne => stones.saturating_sub(1) as f32,
        }
    }
}

/// Rules with what they give White for a handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// How a game is counted.
    pub rules: Rules,
    /// What White gets.
    pub bonus: HandicapBonus,
}

impl Default for RuleSet {
    /// Chinese rules.
    fn default() -> RuleSet {
        RuleSet { rules: Rules::Chinese, bonus: HandicapBonus::Each }
    }
}

impl FromStr for RuleSet {
    type Err = UnknownRules;

    fn from_str(name: &str) -> Result<RuleSet, UnknownRules> {
        Ok(RuleSet { rules: name.parse()?, bonus: HandicapBonus::of_rules(name) })
    }
}

impl fmt::Display for RuleSet {
    /// The name that records give, from which the same is read again where there is such a name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleSet { rules: Rules::Chinese, bonus: HandicapBonus::EachButOne } => f.write_str("AGA"),
            RuleSet { rules: Rules::Chinese, bonus: HandicapBonus::None } => f.write_str("NZ"),
            RuleSet { rules, .. } => rules.fmt(f),
        }
    }
}

/// The stones that a bonus counts: Black's at the start, and what Black plays before White's first turn, as some
/// servers tell of a handicap. Where White has stones there are none, and one stone alone is no handicap; nor is it
/// one where the colors do not take turns after it, up to the first pass: some programs play all stones of a position,
/// Black's first.
pub fn handicap_stones(start: &Board, turns: impl IntoIterator<Item = Turn>) -> u32 {
    let is_ahead = |turn: &Turn| turn.color == Color::Black && turn.mv != Move::Pass;
    let (mut turns, mut played) = (turns.into_iter().peekable(), 0);
    while turns.next_if(is_ahead).is_some() {
        played += 1;
    }
    let mut to_a_pass = turns.take_while(|turn| turn.mv != Move::Pass).enumerate();
    let is_game = to_a_pass.all(|(number, turn)| turn.color == Color::White.after(number));
    match start.stones(Color::Black).len() + played {
        _ if played > 1 && !is_game => 0,
        stones if start.stones(Color::White).is_empty() && stones > 1 => stones,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    #[test]
    fn rules_are_read_again_by_their_names() {
        for name in ["Chinese", "AGA", "NZ", "Tromp-Taylor", "Japanese"] {
            assert_eq!(name.parse::<RuleSet>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn rules_have_the_names_that_programs_give_them() {
        use HandicapBonus::{EachButOne, None};
        for (name, rules, bonus) in [
            ("french", Rules::Chinese, EachButOne),
            ("GOE", Rules::Chinese, None),
            ("ancient-area", Rules::Chinese, None),
            ("ancient-territory", Rules::Japanese, None),
        ] {
            assert_eq!(name.parse(), Ok(RuleSet { rules, bonus }), "{name}");
        }
        assert!("aga-button".parse::<RuleSet>().is_err());
    }

    #[test]
    fn stones_of_a_handicap_are_placed_or_played() {
        let at = |column: usize| Move::Play(Point::new(column, 2));
        let [black, white] = Color::ALL;
        for (start, turns, stones) in [
            (". . ./. . ./. . .", vec![(black, at(0)), (white, at(2))], 0),
            (". . ./. . ./. . .", vec![(black, at(0)), (black, at(1)), (white, at(2)), (black, at(0))], 2),
            (". . ./. . ./. . .", vec![(black, at(0)), (black, Move::Pass), (black, at(1))], 0),
            (
                ". . ./. . ./. . .",
                vec![(black, at(0)), (black, at(1)), (white, at(2)), (white, Move::Play(Point::new(0, 0)))],
                0,
            ),
            (
                ". . ./. . ./. . .",
                vec![(black, at(0)), (black, at(1)), (white, at(2)), (black, Move::Pass), (black, at(0))],
                2,
            ),
            (". . ./. X ./. . .", vec![(white, at(2))], 0),
            (". . ./X X ./. . .", vec![(white, at(2))], 2),
            (". . ./X X ./. . .", vec![(black, at(0)), (white, at(2))], 3),
            (". . ./X X ./O . .", vec![(black, at(0))], 0),
        ] {
            let turns = turns.into_iter().map(|(color, mv)| Turn { color, mv });
            assert_eq!(handicap_stones(&start.parse().unwrap(), turns), stones, "{start}");
        }
    }
}
