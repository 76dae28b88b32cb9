//! A position as the player to move sees it before the search.

use crate::board::{Board, Chain, Color, Move, Point, PointSet, Symmetry};
use crate::knowledge::Knowledge;
use crate::network::{Evaluation, FullEvaluation, Sight};
use crate::playout::Outcome;
use crate::tactics::{Placement, owned_area, pass_alive_area, real_eyes};

/// A position as the player to move sees it before the search.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The position.
    pub board: &'a Board,
    /// Who is to move.
    pub color: Color,
    /// The moves to judge.
    pub plays: PointSet,
    /// Are all other legal moves worthless for sure?
    pub complete: bool,
    /// Where each color lives for good, and the enemy cannot as long as none of its stones there are taken (Benson's
    /// unconditional life).
    alive: [PointSet; 2],
    /// The moves of the last two turns, the last one first.
    pub last: [Option<Move>; 2],
    /// Shapes and the network.
    pub knowledge: &'a Knowledge,
}

impl<'a> Scene<'a> {
    /// The board's player is to move; the legal moves that promise anything are judged.
    pub fn new(board: &'a Board, last: [Option<Move>; 2], knowledge: &'a Knowledge) -> Scene<'a> {
        let color = board.to_play();
        let alive = Color::ALL.map(|owner| pass_alive_area(board, owner));
        let (legal, worthless) = (board.legal_moves(color), worthless(board, color, alive));
        let (idle, legal) = (legal & worthless, legal - worthless);
        // Nobody fills a real eye where there is room for two; on a tiny board that can be the best move.
        let eyes = if board.size() > TINY { real_eyes(board, color) & legal } else { PointSet::EMPTY };
        // A move that gains nothing by itself is no pass: after it a ko may be taken back without repeating a
        // position.
        let waits = !idle.is_empty() && has_ko(board);
        let waiting = if waits { (idle - real_eyes(board, color)).first() } else { None };
        Scene {
            board,
            color,
            plays: (legal - eyes) | waiting.into_iter().collect(),
            complete: eyes.is_empty() && !waits,
            alive,
            last,
            knowledge,
        }
    }

    /// What the network thinks of it; the board is one that the network knows.
    pub fn evaluate(&self, komi: f32) -> Evaluation {
        self.knowledge.network.evaluate(&self.sight(komi), self.plays)
    }

    /// The same with owners and errors.
    pub fn evaluate_fully(&self, komi: f32) -> FullEvaluation {
        self.knowledge.network.evaluate_fully(&self.sight(komi), self.plays)
    }

    /// What the network thinks of it if it is shown an image of the board.
    pub(super) fn evaluate_image(&self, komi: f32, symmetry: Symmetry) -> Evaluation {
        self.knowledge.network.evaluate_image(&self.sight(komi), self.plays, symmetry)
    }

    /// What the network is shown of it.
    pub(super) fn sight(&self, komi: f32) -> Sight<'a> {
        Sight::new(self.board, self.last, komi)
    }

    /// The points of the last two moves, the last one first; `None` is a pass or no move.
    pub(super) fn last_points(&self) -> [Option<Point>; 2] {
        self.last.map(|mv| mv.and_then(Move::point))
    }

    /// Who has won already, because enough points are its own whatever happens.
    pub(super) fn sure_winner(&self, komi: f32) -> Option<Color> {
        let suffices = |color: Color, sure: PointSet| {
            let (points, sure) = ((self.board.size() * self.board.size()) as i32, sure.len() as i32);
            // The worst end: all other points are the opponent's.
            let score = if color == Color::Black { 2 * sure - points } else { points - 2 * sure };
            Outcome::of_score(score, komi) == Outcome::Win(color)
        };
        Color::ALL.into_iter().find(|&color| {
            suffices(color, self.alive[color.index()]) && suffices(color, owned_area(self.board, color))
        })
    }
}

/// The size of the largest boards on which own eyes are moves like any other.
const TINY: usize = 5;

/// Could a stone of either color be taken in a ko, now or later?
fn has_ko(board: &Board) -> bool {
    let takes = |chain: &Chain| {
        let owner = board.color_at(chain.stones().first()?)?;
        Some(Placement::of(board, !owner, chain.liberties().first()?))
    };
    board.chains_of(board.in_atari()).filter_map(takes).any(|placement| placement.takes_ko())
}

/// Points where `color` gains nothing: where the enemy lives for good and it cannot as long as its stones there are
/// not taken, and what is its own for good unless stones wait there to be taken.
fn worthless(board: &Board, color: Color, alive: [PointSet; 2]) -> PointSet {
    let own = alive[color.index()] - board.stones(color);
    let prey = own.flood(own & board.stones(!color));
    (own - prey) | alive[(!color).index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black owns 10 of 25 points for good, and 12 of 36 where White's stones between the living ones leave room for eyes when
    /// they are taken.
    #[test]
    fn who_owns_enough_has_won_whatever_becomes_of_the_rest() {
        let knowledge = Knowledge::embedded();
        let ten = ". X . O ./X X X X X/O O O O O/. . . . ./. . . . .";
        let twelve = "O O O O X X/O O O O X ./O O O . X X/O O O O X X/O O O O X ./O O O O X X";
        for (picture, komi, wins) in [
            (ten, -5.5, true),
            (ten, -5.0, false),
            (ten, -4.5, false),
            (twelve, -12.5, true),
            (twelve, -12.0, false),
            (twelve, -11.5, false),
        ] {
            let board: Board = picture.parse().unwrap();
            let exchanged = board.with_colors_exchanged();
            for (board, komi, color) in [(&board, komi, Color::Black), (&exchanged, -komi, Color::White)] {
                let scene = Scene::new(board, [None; 2], &knowledge);
                assert_eq!(scene.sure_winner(komi), wins.then_some(color), "komi {komi}\n{board}");
            }
        }
    }
}
