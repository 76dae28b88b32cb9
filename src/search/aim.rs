//! What a search has left to find.

use super::estimate::Estimate;
use super::node::Node;
use super::question::Question;

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

/// A move that wins less often is lost, as it is to who gives games up (`resign_rate`) …
const LOST: f32 = 0.05;

/// … if it has been tried as often as this.
const OFTEN: u32 = 100;

impl Aim {
    /// While it is not proven who wins: a game looks lost if every open move that has been tried often is.
    pub(super) fn of_open(root: &Node, question: &Question<'_>) -> Aim {
        let often = question.allowed(root).filter(|&index| root.visits(index) >= OFTEN);
        let mut open = often.map(|index| root.result(index)).filter(|result| !result.is_proven()).peekable();
        let is_lost = open.peek().is_some() && open.all(|Estimate { mean, .. }| mean < LOST);
        if is_lost { Aim::LeastLoss } else { Aim::Winner }
    }

    /// Do points alone count?
    pub(super) fn is_points(self) -> bool {
        matches!(self, Aim::LeastLoss | Aim::Points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Point};
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
        assert_eq!(aim(&[]), Aim::Winner);
        assert_eq!(aim(&[(OFTEN, 0.04, None), (OFTEN - 1, 0.3, None)]), Aim::LeastLoss);
        assert_eq!(aim(&[(OFTEN, 0.04, None), (OFTEN, 0.3, None)]), Aim::Winner, "one may win");
        assert_eq!(aim(&[(OFTEN - 1, 0.04, None)]), Aim::Winner, "that is too early");
        assert_eq!(aim(&[(OFTEN, 0.3, Some(0.0)), (OFTEN, 0.04, None)]), Aim::LeastLoss);
        assert_eq!(
            aim(&[(OFTEN, 0.3, Some(0.0)), (OFTEN - 1, 0.04, None)]),
            Aim::Winner,
            "others are untried"
        );
    }
}
