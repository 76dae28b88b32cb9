//! Plays a position to its end by random moves.

mod ownership;
mod policy;
mod trace;

pub use ownership::ownership;
pub use policy::{Chances, Guided, Light, Policy};
pub use trace::Trace;

use crate::board::{Board, Color, MAX_SIZE};
use crate::rng::Rng;
use crate::tactics::safe_area;
use std::cmp::Ordering;

/// When a playout stops before both players have passed.
///
/// Source: "A Design of Monte-Carlo Computer Go Program" (thesis, 2010), section 3.3.2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    /// Points added to White's area.
    pub komi: f32,
    /// Stop as soon as the winner is sure? A color has won that is sure of enough area, or is ahead by
    /// `captures_ahead`.
    pub early: bool,
    /// Captured stones more than the opponent's, since the playout began, that win.
    pub captures_ahead: u32,
    /// A playout has at most so many moves for each point of the board.
    pub length_factor: u32,
}

/// Moves between two looks for an early end.
const LOOK_INTERVAL: usize = 8;

/// The outcome of a finished or decided game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// `None` for even areas under a whole komi.
    pub winner: Option<Color>,
    /// Black's area minus White's minus the komi; of a game that has ended early as it stood then.
    pub margin: f32,
}

impl Outcome {
    /// The outcome of an area score (Black's area minus White's) under that komi.
    pub fn of_score(score: i32, komi: f32) -> Outcome {
        let margin = score as f32 - komi;
        let winner = match margin.total_cmp(&0.0) {
            Ordering::Greater => Some(Color::Black),
            Ordering::Less => Some(Color::White),
            Ordering::Equal => None,
        };
        Outcome { winner, margin }
    }

    /// What it is worth to `color`, from 0 to 1: 1 for a win, 0 for a loss, ½ for a draw.
    #[inline]
    pub fn reward(self, color: Color) -> f32 {
        match self.winner {
            None => 0.5,
            Some(winner) => f32::from(u8::from(winner == color)),
        }
    }

    /// The reward when the margin counts, too: it shifts it by at most half of `share`, so that of two ways to win
    /// the larger one is better, and never as much as winning.
    #[inline]
    pub fn reward_with_margin(self, color: Color, share: f32) -> f32 {
        const WHOLE_BOARD: f32 = (MAX_SIZE * MAX_SIZE) as f32;
        let margin = if color == Color::Black { self.margin } else { -self.margin };
        let by_margin = 0.5 + (margin / (2.0 * WHOLE_BOARD)).clamp(-0.5, 0.5);
        self.reward(color) * (1.0 - share) + by_margin * share
    }
}

/// Plays `board` to its end, noting every move in `trace`.
///
/// It ends with two passes, with the length cap or with one of the early `ends`; the area is counted
/// with one-point eyes.
pub fn play_out<P: Policy>(
    policy: &mut P,
    board: &mut Board,
    ends: &Ends,
    rng: &mut Rng,
    trace: &mut Trace,
) -> Outcome {
    let early = EarlyEnds::new(board, ends);
    let longest = board.size() * board.size() * ends.length_factor.min(MAX_LENGTH_FACTOR) as usize;
    let mut passed = false;
    policy.begin(board);
    for length in 1..=longest {
        let color = board.to_play();
        let last = trace.last();
        let point = policy.choose(board, color, last, rng);
        trace.push(point);
        match point {
            Some(point) => board.play_legal(color, point),
            None if passed => break,
            None => board.pass(color),
        }
        passed = point.is_none();
        if ends.early
            && length % LOOK_INTERVAL == 0
            && let Some(winner) = early.winner(board)
        {
            return Outcome { winner: Some(winner), ..Outcome::of_score(board.filled_score(), ends.komi) };
        }
    }
    Outcome::of_score(board.filled_score(), ends.komi)
}

/// The early ends of one playout.
struct EarlyEnds {
    points: u32,
    /// Black's captures minus White's when the playout began.
    lead: i32,
    captures_ahead: i32,
    /// The area with which each color has won.
    winning_area: [u32; 2],
}

impl EarlyEnds {
    fn new(board: &Board, ends: &Ends) -> EarlyEnds {
        let points = (board.size() * board.size()) as u32;
        let winning_area = [ends.komi, -ends.komi]
            .map(|handicap| (((points as f32 + handicap) / 2.0).floor() + 1.0).clamp(1.0, 128.0) as u32);
        EarlyEnds {
            points,
            lead: capture_lead(board),
            captures_ahead: ends.captures_ahead as i32,
            winning_area,
        }
    }

    /// The color that has captured enough stones or is sure of enough area, if there is one.
    fn winner(&self, board: &Board) -> Option<Color> {
        let lead = capture_lead(board) - self.lead;
        if lead.abs() >= self.captures_ahead {
            let ahead = if lead > 0 { Color::Black } else { Color::White };
            // Under an extreme komi no captures win: the whole board would not be enough.
            return (self.winning_area[ahead.index()] <= self.points).then_some(ahead);
        }
        Color::ALL.into_iter().find(|&color| {
            let winning = self.winning_area[color.index()];
            let own = board.stones(color);
            // Cheap tests first: a sure area is mostly stones, and never more than what is filled.
            own.len() * 4 >= winning * 3
                && board.filled_area(color).len() >= winning
                && safe_area(board, color).len() >= winning
        })
    }
}

fn capture_lead(board: &Board) -> i32 {
    board.captures(Color::Black) as i32 - board.captures(Color::White) as i32
}

/// The most moves for each point of the board.
const MAX_LENGTH_FACTOR: u32 = 6;

/// The longest playout in moves.
pub const MAX_PLAYOUT: usize = MAX_SIZE * MAX_SIZE * MAX_LENGTH_FACTOR as usize;
