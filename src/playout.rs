//! Plays a position to its end by random moves.

mod ownership;
mod policy;
mod trace;

pub use ownership::ownership;
pub use policy::{Guided, Light, PlayoutParams, Policy};
pub use trace::Trace;

use crate::board::{Board, Color, MAX_SIZE, PointSet};
use crate::rng::Rng;
use crate::tactics::two_eyed_area;
use std::cmp::Ordering;

/// When a playout stops before both players have passed.
///
/// Source: "A Design of Monte-Carlo Computer Go Program" (thesis, 2010), section 3.3.2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    /// Points added to White's area.
    pub komi: f32,
    /// Stop as soon as the winner is sure: a color that is sure of enough area, or is ahead by `captures_ahead`?
    pub early: bool,
    /// A color has won when it has captured this many stones more than its opponent since the playout began. If the
    /// komi asks more than the usual area of it, it must be farther ahead.
    pub captures_ahead: u32,
    /// A playout has at most so many moves for each point of the board.
    pub length_factor: u32,
}

/// Moves between two looks for an early end.
const LOOK_INTERVAL: usize = 8;

/// The outcome of a finished or decided game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// That color has won.
    Win(Color),
    /// Even areas under a whole komi.
    Draw,
}

impl Outcome {
    /// The outcome of an area score (Black's area minus White's) under that komi.
    pub fn of_score(score: i32, komi: f32) -> Outcome {
        Outcome::of_lead(score as f32 - komi)
    }

    /// The outcome when Black is so many points ahead, komi included.
    pub fn of_lead(lead: f32) -> Outcome {
        match lead.partial_cmp(&0.0) {
            Some(Ordering::Greater) => Outcome::Win(Color::Black),
            Some(Ordering::Less) => Outcome::Win(Color::White),
            Some(Ordering::Equal) | None => Outcome::Draw,
        }
    }

    /// The outcome that is worth so much to `color`.
    pub fn of_reward(reward: f32, color: Color) -> Outcome {
        match reward.total_cmp(&0.5) {
            Ordering::Greater => Outcome::Win(color),
            Ordering::Less => Outcome::Win(!color),
            Ordering::Equal => Outcome::Draw,
        }
    }

    /// What it is worth to `color`: 1 for a win, 0 for a loss, ½ for a draw.
    #[inline]
    pub fn reward(self, color: Color) -> f32 {
        match self {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) => f32::from(u8::from(winner == color)),
        }
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
            return Outcome::Win(winner);
        }
    }
    let [black, white] = final_areas(policy, board);
    Outcome::of_score(black.len() as i32 - white.len() as i32, ends.komi)
}

/// What each color owns at the end of a playout: its stones, one-point eyes and what the policy has left alone as its own.
#[inline]
pub fn final_areas<P: Policy>(policy: &P, end: &Board) -> [PointSet; 2] {
    let settled = policy.settled();
    Color::ALL.map(|color| (end.filled_area(color) - settled[(!color).index()]) | settled[color.index()])
}

/// Points above half of the board that Black needs under the usual komi. A color that needs more must be farther
/// ahead in captures too.
const USUAL_HANDICAP: u32 = 5;

/// The early ends of one playout.
struct EarlyEnds {
    points: u32,
    /// Black's captures minus White's when the playout began.
    lead: i32,
    /// How many captures ahead of the other each color has won.
    captures_ahead: [i32; 2],
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
            captures_ahead: winning_area.map(|area| {
                let more = 2 * area.saturating_sub(points / 2 + USUAL_HANDICAP);
                i32::try_from(ends.captures_ahead.saturating_add(more)).unwrap_or(i32::MAX)
            }),
            winning_area,
        }
    }

    /// The color that has captured enough stones or is sure of enough area, if there is one.
    fn winner(&self, board: &Board) -> Option<Color> {
        let lead = capture_lead(board) - self.lead;
        let ahead = if lead > 0 { Color::Black } else { Color::White };
        if lead.abs() >= self.captures_ahead[ahead.index()] {
            // Under an extreme komi no captures win: the whole board would not be enough.
            return (self.winning_area[ahead.index()] <= self.points).then_some(ahead);
        }
        Color::ALL.into_iter().find(|&color| {
            let winning = self.winning_area[color.index()];
            let own = board.stones(color);
            // Cheap tests first: a sure area is mostly stones, and never more than what is filled.
            own.len() * 4 >= winning * 3
                && board.filled_area(color).len() >= winning
                && two_eyed_area(board, color).len() >= winning
        })
    }
}

fn capture_lead(board: &Board) -> i32 {
    board.captures(Color::Black) as i32 - board.captures(Color::White) as i32
}

/// The most moves for each point of the board.
const MAX_LENGTH_FACTOR: u32 = 6;

/// The longest playout in moves.
pub(crate) const MAX_PLAYOUT: usize = MAX_SIZE * MAX_SIZE * MAX_LENGTH_FACTOR as usize;
