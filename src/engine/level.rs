//! Opponents of every strength: what a level may search and what it overlooks, and its rank.
//!
//! A level is made of playouts and of a policy, not of time, so that it is the same on every machine, as long as no clock cuts
//! a search short. How the levels were measured: `docs/levels.md`.

use std::fmt;
use std::str::FromStr;

/// How strong the engine plays, from 1, a beginner of a few games, to [`SkillLevel::HIGHEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SkillLevel(u8);

/// How a level chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Habits {
    /// Playouts of a move; with none the move is drawn from the policy.
    pub(super) playouts: u64,
    /// How even the policy is made where there is no search: its power is one by this.
    pub(super) temperature: f32,
    /// How often it overlooks in a position what a capture or a rescue needs to be read, by [`Oversight`]: what is deeper is
    /// overlooked at least as often.
    pub(super) overlooks: [f32; 3],
}

/// How far one has to read to see that a move takes or saves stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Oversight {
    /// An atari.
    Atari,
    /// A ladder of a few moves.
    ShortLadder,
    /// Any other ladder.
    LongLadder,
}

const fn draws(temperature: f32, overlooks: [f32; 3]) -> Habits {
    Habits { playouts: 0, temperature, overlooks }
}

const fn searches(playouts: u64) -> Habits {
    Habits { playouts, temperature: 0.0, overlooks: [0.0; 3] }
}

/// The levels from the first on, each with its rank as [`Rank`] counts.
const LEVELS: [(Habits, i8); 15] = [
    (draws(5.5, [0.6, 1.0, 1.0]), -18),
    (draws(3.8, [0.5, 0.9, 1.0]), -17),
    (draws(3.05, [0.4, 0.8, 1.0]), -16),
    (draws(2.35, [0.3, 0.68, 0.95]), -14),
    (draws(1.8, [0.2, 0.52, 0.9]), -11),
    (draws(1.38, [0.1, 0.35, 0.7]), -9),
    (draws(1.04, [0.05, 0.2, 0.4]), -8),
    (draws(0.69, [0.0, 0.1, 0.2]), -5),
    (draws(0.25, [0.0, 0.0, 0.1]), -3),
    (searches(8), -2),
    (searches(46), 0),
    (searches(125), 1),
    (searches(275), 2),
    (searches(900), 3),
    (searches(3000), 6),
];

impl SkillLevel {
    /// The strongest of them.
    pub const HIGHEST: SkillLevel = SkillLevel(LEVELS.len() as u8);

    /// The level of that number; `None` if there is none.
    pub fn new(number: u32) -> Option<SkillLevel> {
        u8::try_from(number)
            .ok()
            .filter(|number| (1..=SkillLevel::HIGHEST.0).contains(number))
            .map(SkillLevel)
    }

    /// All of them, the weakest first.
    pub fn all() -> impl Iterator<Item = SkillLevel> {
        (1..=SkillLevel::HIGHEST.0).map(SkillLevel)
    }

    /// The level that is nearest to a rank, the weaker of two.
    ///
    /// # Panics
    /// Never: there are levels.
    pub fn nearest(rank: Rank) -> SkillLevel {
        let nearest = SkillLevel::all().min_by_key(|level| level.rank().0.abs_diff(rank.0));
        nearest.expect("there are levels")
    }

    /// Its number, from 1 on.
    pub fn number(self) -> u8 {
        self.0
    }

    /// How strong it is, as people count; `docs/levels.md` says how sure that is.
    pub fn rank(self) -> Rank {
        Rank(LEVELS[usize::from(self.0) - 1].1)
    }

    pub(super) fn habits(self) -> Habits {
        LEVELS[usize::from(self.0) - 1].0
    }
}

/// A rank as people have: 30k to 1k, then 1d to 9d. It counts from 1k, which is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(i8);

impl FromStr for Rank {
    type Err = String;

    fn from_str(text: &str) -> Result<Rank, String> {
        let lower = text.to_ascii_lowercase();
        let number = |digits: &str, most: i8| {
            // A number of its own may have a sign.
            let unsigned = digits.starts_with(|first: char| first.is_ascii_digit());
            digits.parse().ok().filter(|number| unsigned && (1..=most).contains(number))
        };
        let kyu = lower.strip_suffix('k').and_then(|digits| number(digits, 30)).map(|kyu| Rank(1 - kyu));
        let dan = || lower.strip_suffix('d').and_then(|digits| number(digits, 9)).map(Rank);
        kyu.or_else(dan).ok_or_else(|| "not a rank from 30k to 1k or from 1d to 9d".to_owned())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 0 { write!(f, "{}d", self.0) } else { write!(f, "{}k", 1 - self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_read_and_written() {
        for text in ["30k", "12k", "1k", "1d", "9d"] {
            assert_eq!(text.parse::<Rank>().unwrap().to_string(), text);
        }
        assert_eq!("5K".parse::<Rank>().unwrap().to_string(), "5k");
        for text in ["", "k", "0k", "31k", "10d", "12", "-3k", "+5k", "1p", "12 k"] {
            assert_eq!(
                text.parse::<Rank>().unwrap_err(),
                "not a rank from 30k to 1k or from 1d to 9d",
                "{text}"
            );
        }
    }

    #[test]
    fn a_rank_gets_the_nearest_level() {
        for level in SkillLevel::all() {
            assert_eq!(SkillLevel::nearest(level.rank()), level);
        }
        assert_eq!(SkillLevel::nearest("30k".parse().unwrap()).number(), 1);
        assert_eq!(SkillLevel::nearest("9d".parse().unwrap()), SkillLevel::HIGHEST);
    }

    #[test]
    fn a_higher_level_reads_more_and_overlooks_less() {
        for ((lower, low), (higher, high)) in LEVELS.into_iter().zip(LEVELS.into_iter().skip(1)) {
            assert!(low < high && lower != higher);
            assert!(lower.playouts <= higher.playouts && lower.temperature >= higher.temperature);
            assert!(lower.overlooks.iter().zip(higher.overlooks).all(|(low, high)| *low >= high));
            assert!(lower.overlooks.is_sorted());
        }
    }

    #[test]
    fn the_document_has_the_habits_of_every_level() {
        let document = include_str!("../../docs/levels.md");
        for level in SkillLevel::all() {
            let Habits { playouts, temperature, overlooks } = level.habits();
            let row = if playouts == 0 {
                let overlooks = overlooks.map(|rate| format!("{:.0} %", 100.0 * rate)).join(", ");
                format!("| {} | – | {temperature} | {overlooks} |", level.number())
            } else {
                format!("| {} | {playouts} | – | – |", level.number())
            };
            assert!(document.lines().any(|line| line.starts_with(&row)), "{row}");
        }
    }
}
