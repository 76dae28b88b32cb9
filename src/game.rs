//! A game: a board with its history, superko, komi, handicap and undo.

mod bonus;
mod info;
mod komi;
mod rule_keys;

pub use bonus::{HandicapBonus, RuleSet, handicap_stones};
pub use info::{GameInfo, GameResult};
pub use komi::{MOST_KOMI, is_komi, read_komi};
pub use rule_keys::{RuleKeyError, RuleKeys};

use crate::board::{Board, Color, Hash, Illegal, Move, Point, PointSet, Position};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How a finished game is counted. Suicide and positional repetition are illegal in all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// Area; dead stones are taken off first.
    #[default]
    Chinese,
    /// Area; every stone on the board counts as alive.
    TrompTaylor,
    /// Territory and prisoners; dead stones are agreed on, and there is no territory in seki.
    Japanese,
}

/// No rules have that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there are no rules '{0}'")]
pub struct UnknownRules(String);

/// The name of rules without what its writers do differently: capitals, blanks, hyphens.
pub(crate) fn plain_name(name: &str) -> String {
    name.to_ascii_lowercase().replace([' ', '-', '_'], "")
}

impl FromStr for Rules {
    type Err = UnknownRules;

    /// Reads a name as servers and programs give it; those that count alike are the same rules here. Points for a
    /// handicap are a [`HandicapBonus`]; that stone scoring and ancient rules take some for groups is left to the
    /// komi. AGA's rules with a button are unknown: who takes it could not be told.
    fn from_str(name: &str) -> Result<Rules, UnknownRules> {
        match plain_name(name).as_str() {
            "chinese" | "chineseogs" | "chinesekgs" | "aga" | "bga" | "french" | "newzealand" | "nz"
            | "goe" | "ing" | "ogs" | "area" | "ancientarea" | "stonescoring" => Ok(Rules::Chinese),
            "tromptaylor" | "cgos" => Ok(Rules::TrompTaylor),
            "japanese" | "korean" | "territory" | "ancientterritory" => Ok(Rules::Japanese),
            _ => Err(UnknownRules(name.to_owned())),
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rules::Chinese => "Chinese",
            Rules::TrompTaylor => "Tromp-Taylor",
            Rules::Japanese => "Japanese",
        })
    }
}

/// One turn of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Who moved.
    pub color: Color,
    /// The move.
    pub mv: Move,
}

/// A game from its first position to the present one.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    komi: f32,
    handicap: u32,
    turns: Vec<Turn>,
    /// The position before each turn.
    before: Vec<Position>,
    /// Hash of the first position and of each position that a stone has made.
    positions: Vec<Hash>,
    /// Who has given up.
    resigned: Option<Color>,
    /// Number of turns before the engine's first choice for each color.
    first_chosen: [Option<usize>; 2],
    /// What a record said of the game when it had so many turns.
    recorded: Option<(GameInfo, usize)>,
}

impl Game {
    /// The empty board and that komi.
    ///
    /// # Panics
    /// When `size` is not a board's.
    pub fn new(size: usize, komi: f32) -> Game {
        Game::from_board(Board::new(size), komi)
    }

    /// A game that begins with that position.
    pub fn from_board(start: Board, komi: f32) -> Game {
        Game {
            komi: komi + 0.0,
            handicap: 0,
            turns: Vec::new(),
            before: Vec::new(),
            positions: vec![start.hash()],
            resigned: None,
            first_chosen: [None; 2],
            recorded: None,
            board: start,
        }
    }

    /// The present position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Points added to White's area.
    pub fn komi(&self) -> f32 {
        self.komi
    }

    /// Changes the komi.
    pub fn set_komi(&mut self, komi: f32) {
        if komi != self.komi {
            self.forget_recorded(|info| info.result = None);
        }
        // Adding zero turns a negative zero, which compares as less than zero, into zero.
        self.komi = komi + 0.0;
    }

    /// Notes what a record says of the game as it stands.
    pub fn set_info(&mut self, info: GameInfo) {
        self.recorded = Some((info, self.turns.len()));
    }

    /// What a record said of the game, as far as it is still true; `None` if it comes from no record.
    pub fn info(&self) -> Option<GameInfo> {
        let (info, turns) = self.recorded.clone()?;
        let result = info.result.filter(|_| self.turns.len() == turns);
        Some(GameInfo { result, ..info })
    }

    /// The game goes on by other rules than those that it was recorded with.
    pub fn forget_rules(&mut self) {
        self.forget_recorded(|info| (info.rules, info.result) = (None, None));
    }

    fn forget_recorded(&mut self, forget: impl FnOnce(&mut GameInfo)) {
        if let Some((info, _)) = &mut self.recorded {
            forget(info);
        }
    }

    /// Gives the game up for `color`, until the next turn or until one is taken back.
    pub fn resign(&mut self, color: Color) {
        self.forget_recorded(|info| info.result = None);
        self.resigned = Some(color);
    }

    /// Who has given up.
    pub fn resigned(&self) -> Option<Color> {
        self.resigned
    }

    /// Has it ended, by a resignation or two passes? A record may have more passes than that.
    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.passes() >= 2
    }

    /// Takes a resignation back; `false` if there is none.
    pub fn take_resignation_back(&mut self) -> bool {
        self.resigned.take().is_some()
    }

    /// Notes that the engine itself has chosen what `color` does now.
    pub fn note_choice(&mut self, color: Color) {
        self.first_chosen[color.index()].get_or_insert(self.turns.len());
    }

    /// Has the engine chosen for `color` in this game?
    pub fn is_chosen(&self, color: Color) -> bool {
        self.first_chosen[color.index()].is_some()
    }

    /// Number of handicap stones.
    pub fn handicap(&self) -> u32 {
        self.handicap
    }

    /// Stones that a bonus for White counts; see [`handicap_stones`].
    pub fn stones_ahead(&self) -> u32 {
        handicap_stones(&self.start(), self.turns.iter().copied())
    }

    /// The positions that have been on the board, the present one among them; superko lets none come back.
    pub fn positions(&self) -> &[Hash] {
        &self.positions
    }

    /// All turns since the first position.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The moves of the last turn and of the one before it. After two passes there are none: who plays on begins anew,
    /// and a third pass is a first one again.
    pub fn last_moves(&self) -> [Option<Move>; 2] {
        let mut last = self.turns.iter().rev().map(|turn| turn.mv);
        match self.passes() {
            0 | 1 => [last.next(), last.next()],
            passes if passes.is_multiple_of(2) => [None; 2],
            _ => [last.next(), None],
        }
    }

    /// Does the next pass end it? After two passes a third is a first one again.
    pub fn ends_by_a_pass(&self) -> bool {
        !self.passes().is_multiple_of(2)
    }

    /// Number of passes since the last stone.
    pub fn passes(&self) -> usize {
        self.turns.iter().rev().take_while(|turn| turn.mv == Move::Pass).count()
    }

    /// All points where `color` may play: legal on the board and no repetition of a position
    /// (positional superko).
    pub fn legal_moves(&self, color: Color) -> PointSet {
        self.board.legal_moves(color).iter().filter(|&point| !self.repeats(color, point)).collect()
    }

    /// May `color` make this move?
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn legality(&self, color: Color, mv: Move) -> Result<(), Illegal> {
        let Move::Play(point) = mv else { return Ok(()) };
        self.board.legality(color, point)?;
        if self.repeats(color, point) { Err(Illegal::Superko) } else { Ok(()) }
    }

    /// Would this legal stone make a position that the game has had?
    fn repeats(&self, color: Color, point: Point) -> bool {
        let mut next = self.board.clone();
        next.play_legal(color, point);
        self.positions.contains(&next.hash())
    }

    /// Makes a move after checking it by all rules.
    ///
    /// # Errors
    /// The rule that forbids it; the game is unchanged then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        self.legality(color, mv)?;
        self.play_reported(color, mv)
    }

    /// Makes a move that somebody else has accepted, such as a server: repetitions pass, because its
    /// superko rule may be another one.
    ///
    /// # Errors
    /// Occupied, suicide or simple ko; the game is unchanged then.
    pub fn play_reported(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        let before = self.board.position();
        self.board.play(color, mv)?;
        self.resigned = None;
        self.before.push(before);
        self.turns.push(Turn { color, mv });
        if mv != Move::Pass {
            self.positions.push(self.board.hash());
        }
        Ok(())
    }

    /// The first position: after handicap and setup, before any turn.
    pub fn start(&self) -> Board {
        let mut board = self.board.clone();
        if let Some(first) = self.before.first() {
            board.restore(first);
        }
        board
    }

    /// Takes the last turn back; `false` at the first position.
    pub fn undo(&mut self) -> bool {
        let (Some(turn), Some(before)) = (self.turns.pop(), self.before.pop()) else { return false };
        if turn.mv != Move::Pass {
            self.positions.pop();
        }
        self.board.restore(&before);
        let turns = self.turns.len();
        self.resigned = None;
        self.first_chosen = self.first_chosen.map(|first| first.filter(|&first| first < turns));
        if self.recorded.as_ref().is_some_and(|&(_, recorded)| turns < recorded) {
            self.forget_recorded(|info| info.result = None);
        }
        true
    }

    /// Makes the stones a handicap of Black in a game that has not begun, White to move; `false` and
    /// unchanged if there are stones on the board or turns played.
    pub fn place_handicap(&mut self, stones: PointSet) -> bool {
        if !self.turns.is_empty() || self.board.empty() != PointSet::board(self.board.size()) {
            return false;
        }
        let Some(mut start) = Board::from_stones(self.board.size(), stones, PointSet::EMPTY) else {
            return false;
        };
        start.set_to_play(Color::White);
        *self = Game { handicap: stones.len(), ..Game::from_board(start, self.komi) };
        true
    }

    /// Gives the turn to `color`, as a setup does.
    pub fn set_to_play(&mut self, color: Color) {
        self.board.set_to_play(color);
    }
}

/// The fixed handicap points of the GTP version 2 draft (section 4.1.1); `None` if that number of stones
/// is not defined for the size.
pub fn fixed_handicap(size: usize, stones: u32) -> Option<PointSet> {
    let most = match size {
        9 => 9,
        7 | 8 => 4,
        _ => return None,
    };
    if !(2..=most).contains(&stones) {
        return None;
    }
    let (low, middle, high) = (2, size / 2, size - 3);
    let at = |column, row| Point::new(column, row);
    let mut points = vec![at(low, low), at(high, high), at(low, high), at(high, low)];
    points.truncate(stones.min(4) as usize);
    if stones >= 6 {
        points.extend([at(low, middle), at(high, middle)]);
    }
    if stones >= 8 {
        points.extend([at(middle, low), at(middle, high)]);
    }
    if stones % 2 == 1 && stones >= 5 {
        points.push(at(middle, middle));
    }
    Some(points.into_iter().collect())
}

/// A good place for that many handicap stones: the fixed points where they are defined, otherwise points
/// of one parity from the center outwards, of which there are no more than about half of the board's.
pub fn free_handicap(size: usize, stones: u32) -> PointSet {
    fixed_handicap(size, stones).unwrap_or_else(|| {
        let from_center = |at: usize| (2 * at + 1).abs_diff(size);
        let mut points: Vec<Point> =
            PointSet::board(size).iter().filter(|p| (p.column() + p.row()) % 2 == 0).collect();
        points.sort_by_key(|p| from_center(p.column()).max(from_center(p.row())));
        points.into_iter().take(stones as usize).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use std::collections::HashSet;

    fn play_all(game: &mut Game, moves: &[&str]) {
        for (i, name) in moves.iter().enumerate() {
            let color = Color::ALL[i % 2];
            let mv = Point::parse(name, game.board().size()).map_or(Move::Pass, Move::Play);
            game.play(color, mv).unwrap();
        }
    }

    /// Sending two, returning one: the stone that repeats the position takes nothing itself.
    #[test]
    fn a_move_without_capture_can_repeat_a_position() {
        let start: Board = ". . . . ./. . . . ./O O O . ./O O X . ./. . . X .".parse().unwrap();
        let mut game = Game::from_board(start, 0.0);
        let at = |name: &str| Point::parse(name, 5).map_or(Move::Pass, Move::Play);
        for (color, name) in [
            (Color::Black, "A1"),
            (Color::White, "pass"),
            (Color::Black, "B1"),
            (Color::White, "C1"),
            (Color::Black, "B1"),
            (Color::White, "pass"),
        ] {
            game.play(color, at(name)).unwrap();
        }
        assert_eq!(game.legality(Color::Black, at("A1")), Err(Illegal::Superko));
        assert!(!game.legal_moves(Color::Black).contains(Point::new(0, 0)));
    }

    /// Against a set of all pictures that the game has had.
    #[test]
    fn legal_moves_never_repeat_a_picture() {
        let mut rng = Rng::new(1, 0);
        let mut forbidden = 0;
        for _ in 0..300 {
            let mut game = Game::new(2 + rng.below(3) as usize, 0.0);
            let mut pictures = HashSet::from([game.board().to_string()]);
            for _ in 0..80 {
                let color = game.board().to_play();
                for point in game.board().legal_moves(color) {
                    let mut next = game.board().clone();
                    next.play_legal(color, point);
                    let repeats = pictures.contains(&next.to_string());
                    assert_eq!(game.legal_moves(color).contains(point), !repeats, "{color} {point}\n{next}");
                    forbidden += u32::from(repeats);
                }
                let mv = game.legal_moves(color).pick(&mut rng).map_or(Move::Pass, Move::Play);
                game.play(color, mv).unwrap();
                pictures.insert(game.board().to_string());
            }
        }
        assert!(forbidden > 1000, "{forbidden}");
    }

    #[test]
    fn a_ko_may_be_retaken_after_an_exchange_elsewhere() {
        let start: Board = ". X O . ./X . X O ./. X O . ./. . . . ./. . . . .".parse().unwrap();
        let mut game = Game::from_board(start, 0.0);
        game.set_to_play(Color::White);
        let (take, retake) = (Point::parse("B4", 5).unwrap(), Point::parse("C4", 5).unwrap());
        game.play(Color::White, Move::Play(take)).unwrap();
        assert_eq!(game.legality(Color::Black, Move::Play(retake)), Err(Illegal::Ko));
        game.play(Color::Black, Move::Pass).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        // Not a ko any more, but the position would be the first one again.
        assert_eq!(game.legality(Color::Black, Move::Play(retake)), Err(Illegal::Superko));
        assert!(!game.legal_moves(Color::Black).contains(retake));
        assert!(game.play_reported(Color::Black, Move::Play(retake)).is_ok());
    }

    #[test]
    fn every_second_pass_ends_a_game_and_what_comes_then_is_another() {
        let mut game = Game::new(5, 0.0);
        let (play, pass) = (Move::Play(Point::new(2, 2)), Move::Pass);
        let last = [
            (play, [Some(play), None]),
            (pass, [Some(pass), Some(play)]),
            (pass, [None, None]),
            (pass, [Some(pass), None]),
            (pass, [None, None]),
        ];
        for (turn, (mv, expected)) in last.into_iter().enumerate() {
            game.play(Color::Black.after(turn), mv).unwrap();
            assert_eq!(game.last_moves(), expected, "{turn}");
            assert_eq!(game.ends_by_a_pass(), expected[0] == Some(pass), "{turn}");
        }
    }

    #[test]
    fn undo_goes_back_to_the_start() {
        let mut game = Game::new(5, 0.0);
        let mut pictures = Vec::new();
        for _ in 0..60 {
            pictures.push((game.board().to_string(), game.board().ko(), game.passes()));
            let color = game.board().to_play();
            let mv = game.legal_moves(color).first().map_or(Move::Pass, Move::Play);
            game.play(color, mv).unwrap();
        }
        for picture in pictures.into_iter().rev() {
            assert!(game.undo());
            assert_eq!(picture, (game.board().to_string(), game.board().ko(), game.passes()));
        }
        assert!(!game.undo());
    }

    #[test]
    fn handicap_stones_are_placed_on_an_empty_board_only() {
        for stones in 2..=9 {
            assert_eq!(fixed_handicap(9, stones).unwrap().len(), stones);
        }
        for stones in 2..=20 {
            assert_eq!(free_handicap(9, stones).len(), stones);
        }
        assert_eq!(fixed_handicap(9, 10), None);
        assert_eq!(fixed_handicap(5, 2), None);
        let mut game = Game::new(9, 0.5);
        assert!(game.place_handicap(fixed_handicap(9, 2).unwrap()));
        assert!(!game.place_handicap(fixed_handicap(9, 2).unwrap()));
        assert_eq!((game.handicap(), game.board().to_play()), (2, Color::White));
        assert!(!game.undo());
        play_all(&mut game, &["E5", "E6"]);
        assert_eq!(game.turns().len(), 2);
    }
}
