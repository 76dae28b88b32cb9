//! A new game: its size, its komi and a handicap.

use super::Play;
use super::graph::Rates;
use super::record::Shelved;
use crate::board::{MAX_SIZE, MIN_SIZE, PointSet};
use crate::cli::console::Console;
use crate::game::{Game, free_handicap, read_komi};
use std::io;

/// Komi of a handicap game if nobody says another: no draw.
pub(in crate::cli) const HANDICAP_KOMI: f32 = 0.5;

/// The largest handicap on a board of that size.
pub(super) fn most_handicap(size: usize) -> u32 {
    free_handicap(size, 9).len()
}

/// A handicap of so many stones; `None` if there is none.
pub(super) fn handicap(size: usize, stones: u32) -> Option<PointSet> {
    (2..=most_handicap(size)).contains(&stones).then(|| free_handicap(size, stones))
}

impl Play {
    /// Begins a game of the size and the komi that are named, or of the present ones.
    pub(super) fn begin(&mut self, rest: &str, console: &mut Console) -> io::Result<()> {
        let mut words = rest.split_whitespace();
        let present = self.engine.game();
        let size = words.next().map_or(Some(present.board().size()), |word| word.parse().ok());
        let komi = words.next().map_or(Some(self.even_komi()), read_komi);
        let size = size.filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
        let (Some(size), Some(komi), None) = (size, komi, words.next()) else {
            let sentence =
                format!("A new game is, say, new 9 7.5: the size, {MIN_SIZE} to {MAX_SIZE}, and the komi.");
            return console.say(&sentence);
        };
        self.start(Game::new(size, komi), console)
    }

    /// Begins a game with so many stones for Black, and a komi if one is named.
    pub(super) fn begin_handicap(&mut self, rest: &str, console: &mut Console) -> io::Result<()> {
        let size = self.engine.game().board().size();
        let mut words = rest.split_whitespace();
        let stones = words.next().and_then(|word| handicap(size, word.parse().ok()?));
        let komi = words.next().map_or(Some(HANDICAP_KOMI), read_komi);
        let (Some(stones), Some(komi), None) = (stones, komi, words.next()) else {
            let most = most_handicap(size);
            return console.say(&format!(
                "A handicap is 2 to {most} stones here, say handicap 2, and a komi if it is not {HANDICAP_KOMI}."
            ));
        };
        let mut game = Game::new(size, komi);
        game.place_handicap(stones);
        self.start(game, console)
    }

    fn start(&mut self, game: Game, console: &mut Console) -> io::Result<()> {
        let (rules, level) = (self.engine.rule_set(), self.engine.level());
        let before = self.take_up(Shelved { game, person: self.person, rules, level, rates: Rates::new() });
        let kept = if before.is_begun() { " undo brings the last one back." } else { "" };
        self.before = Some(before);
        console.say(&format!("A new game: you are {}.{kept}", self.person))?;
        self.reply(console)
    }
}
