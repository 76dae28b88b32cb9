//! What a search has left to find.

use super::node::Node;
use super::params::TreeParams;
use super::question::Question;
use crate::board::Color;

/// What is left to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// Who wins.
    Winner,
    /// The game looks lost, and the network tells by how much: which moves lose fewest points? A win is found on the way.
    LeastLoss,
    /// It is proven who wins, and the network tells by how much: which moves bring most points?
    Points,
    /// Nothing.
    Nothing,
}

/// A move that wins less often is lost, as it is to who gives games up (`resign_rate`).
const LOST: f32 = 0.05;

/// A game looks lost only after a move has been tried so often …
const OFTEN: u32 = 100;

/// … and while none wins more often that has been tried so often.
const SOMETIMES: u32 = 10;

impl Aim {
    /// While it is not proven who wins: a game looks lost if every open move that has been tried at all is, one of them often,
    /// and nothing better is proven.
    pub(super) fn of_open(root: &Node, question: &Question<'_>) -> Aim {
        let mut often = false;
        for index in question.allowed(root) {
            let (result, visits) = (root.result(index), root.visits(index));
            if result.mean >= LOST && (result.is_proven() || visits >= SOMETIMES) {
                return Aim::Winner;
            }
            often |= visits >= OFTEN && !result.is_proven();
        }
        if often { Aim::LeastLoss } else { Aim::Winner }
    }

    /// Do points alone count at a node of `color`, where `first` moves at the root? Who looks lost plays for points, and who
    /// wins does so where that is proven: what is only likely is not risked, for the opponent's search may go on with the same tree.
    pub(super) fn is_points_at(self, node: &Node, color: Color, first: Color) -> bool {
        self == Aim::Points || self == Aim::LeastLoss && (color == first || node.proven_value() == Some(1.0))
    }

    /// What wins less often looks lost at a node of which it is known whether points alone count.
    pub(super) fn pass_rate(self, for_points: bool, params: &TreeParams) -> f32 {
        if self == Aim::LeastLoss && for_points { f32::INFINITY } else { params.pass_rate }
    }

    /// Do points alone count somewhere?
    pub(super) fn is_points(self) -> bool {
        matches!(self, Aim::LeastLoss | Aim::Points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Point};
    use crate::search::estimate::Estimate;
    use crate::search::lead::with_priors;
    use crate::search::node::Payoff;

    #[test]
    fn a_game_looks_lost_if_all_that_was_tried_often_loses() {
        let points = [0, 1, 2].map(|column| Point::new(column, 0));
        let question = Question::new(Board::new(9), 7.5);
        // Visits, the mean of their rewards, and what is proven.
        let aim = |moves: &[(u32, f32, Option<f32>)]| {
            let root = with_priors(points.into_iter().collect(), true, [Estimate::default(); 4].into_iter());
            for (index, &(visits, reward, proven)) in moves.iter().enumerate() {
                let (opened, _) = root.open(index);
                (0..visits).for_each(|_| opened.add(Payoff { reward, score: None, utility: reward }, 0.0));
                proven.into_iter().for_each(|reward| opened.prove(reward));
            }
            Aim::of_open(&root, &question)
        };
        let lost = (OFTEN, 0.04, None);
        assert_eq!(aim(&[]), Aim::Winner);
        assert_eq!(aim(&[lost]), Aim::LeastLoss);
        assert_eq!(aim(&[(OFTEN - 1, 0.04, None)]), Aim::Winner, "that is too early");
        assert_eq!(aim(&[lost, (SOMETIMES, 0.3, None)]), Aim::Winner, "one may win");
        assert_eq!(aim(&[lost, (SOMETIMES - 1, 0.3, None)]), Aim::LeastLoss, "that is only a guess");
        assert_eq!(aim(&[lost, (OFTEN, 0.3, Some(0.0))]), Aim::LeastLoss);
        assert_eq!(
            aim(&[(OFTEN, 0.3, Some(0.0)), (SOMETIMES, 0.04, None)]),
            Aim::Winner,
            "others are untried"
        );
        assert_eq!(aim(&[lost, (0, 0.0, Some(0.5))]), Aim::Winner, "a draw is better");
        assert_eq!(aim(&[lost, (0, 0.0, Some(1.0))]), Aim::Winner);
    }

    #[test]
    fn who_only_looks_like_the_winner_risks_nothing_for_points() {
        let plays = [0, 1].map(|column| Point::new(column, 0)).into_iter().collect();
        let node = with_priors(plays, true, [Estimate::default(); 3].into_iter());
        let counts = |aim: Aim, color| aim.is_points_at(&node, color, Color::Black);
        assert_eq!(Color::ALL.map(|color| counts(Aim::LeastLoss, color)), [true, false]);
        assert_eq!(Color::ALL.map(|color| counts(Aim::Winner, color)), [false; 2]);
        assert_eq!(Color::ALL.map(|color| counts(Aim::Points, color)), [true; 2]);
        node.open(0).0.prove(1.0);
        assert!(counts(Aim::LeastLoss, Color::White), "the win is sure");
    }
}
