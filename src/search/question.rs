//! What is asked of a search: a position, and what the game and the outside add to it.

use super::estimate::Estimate;
use super::node::Node;
use super::select::Avoided;
use crate::board::{Board, Color, Hash, Move, PointSet};
use serde::{Deserialize, Serialize};

/// The position to search and what the game adds to it.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The position; its player to move is the one to search for.
    pub board: Board,
    /// Points where the game allows no stone now: at least those that positional superko forbids, which the board does not know.
    pub forbidden: PointSet,
    /// The positions that must not come back, the present one among them.
    pub history: &'a [Hash],
    /// Points that the outside wants left out.
    pub restrictions: &'a [Restriction],
    /// Is the first move no pass while there is another?
    pub no_pass: bool,
    /// The moves of the last two turns, the last one first. After a pass another one ends the game.
    pub last: [Option<Move>; 2],
    /// Points added to White's area.
    pub komi: f32,
    /// Points by which Black is ahead if the first move is a pass that ends the game: there rules and agreements count, which the
    /// search does not know. `None` after a play.
    pub end: Option<f32>,
}

impl Question<'_> {
    /// A position that has no history.
    pub fn new(board: Board, komi: f32) -> Question<'static> {
        Question {
            board,
            forbidden: PointSet::EMPTY,
            history: &[],
            restrictions: &[],
            no_pass: false,
            last: [None; 2],
            komi,
            end: None,
        }
    }

    /// What is left out of a node with these plays for `color` after so many moves.
    pub(super) fn avoided(&self, plays: PointSet, color: Color, depth: usize) -> Avoided {
        let points = Restriction::points_of(self.restrictions, color, depth);
        let pass = self.no_pass && depth == 0 && !(plays - points - self.forbidden).is_empty();
        Avoided { points, pass }
    }

    /// The moves of the root that may be chosen, by their numbers; there is one at least. In a tree that has served
    /// another question others may have been tried too.
    pub(super) fn allowed(&self, root: &Node) -> impl Iterator<Item = usize> + Clone {
        let Avoided { points, pass } = self.avoided(root.plays(), self.board.to_play(), 0);
        let left_out = points | self.forbidden;
        (0..root.len()).filter(move |&index| match root.mv(index) {
            Move::Play(point) => !left_out.contains(point),
            Move::Pass => !pass,
        })
    }

    /// Is it proven what the best of the moves that may be chosen is worth, at a root of which that is proven?
    pub(super) fn is_solved(&self, root: &Node) -> bool {
        let mut results = self.allowed(root).map(|index| root.result(index));
        results.clone().any(|result| result.is_proven() && result.mean == 1.0)
            || results.all(Estimate::is_proven)
    }
}

/// Points that a color must not play in the first moves of every line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restriction {
    /// Whose moves are restricted.
    pub color: Color,
    /// The points left out.
    pub points: PointSet,
    /// How many moves deep, of both colors together; 1 restricts the root alone.
    pub depth: usize,
}

impl Restriction {
    /// The points that some restrictions leave out for `color` after so many moves.
    pub fn points_of(restrictions: &[Restriction], color: Color, depth: usize) -> PointSet {
        let hold = restrictions.iter().filter(|one| one.color == color && depth < one.depth);
        hold.map(|one| one.points).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use crate::search::lead::with_priors;

    #[test]
    fn points_are_left_out_for_a_color_and_down_to_a_depth() {
        let [one, two, three] = [0, 1, 2].map(|column| PointSet::of(Point::new(column, 0)));
        let restrictions = [(Color::Black, one, 1), (Color::Black, two, 3), (Color::White, three, 2)]
            .map(|(color, points, depth)| Restriction { color, points, depth });
        let left_out = |color| [0, 1, 2, 3].map(|depth| Restriction::points_of(&restrictions, color, depth));
        assert_eq!(left_out(Color::Black), [one | two, two, two, PointSet::EMPTY]);
        assert_eq!(left_out(Color::White), [three, three, PointSet::EMPTY, PointSet::EMPTY]);
        let question =
            Question { restrictions: &restrictions, no_pass: true, ..Question::new(Board::new(9), 7.5) };
        let avoids_pass = |plays, depth| question.avoided(plays, Color::Black, depth).pass;
        assert!(avoids_pass(one | three, 0) && !avoids_pass(one | three, 1), "the first move alone");
        assert!(!avoids_pass(one | two, 0), "there is no other move");
    }

    /// Of a root that has served another question, too.
    #[test]
    fn what_is_left_out_decides_nothing() {
        let points = [0, 1, 2].map(|column| Point::new(column, 0));
        let root = with_priors(points.into_iter().collect(), true, [Estimate::default(); 4].into_iter());
        let asked = |left_out: &[Point], no_pass: bool| {
            let points = left_out.iter().copied().collect();
            let restrictions = [Restriction { color: Color::Black, points, depth: 1 }];
            let question =
                Question { restrictions: &restrictions, no_pass, ..Question::new(Board::new(9), 7.5) };
            (question.allowed(&root).collect::<Vec<_>>(), question.is_solved(&root))
        };
        assert_eq!(asked(&[], false), (vec![0, 1, 2, 3], false));
        root.open(0).0.prove(1.0);
        assert_eq!(asked(&[], false), (vec![0, 1, 2, 3], true));
        assert_eq!(asked(&points[..1], true), (vec![1, 2], false));
        [1, 2].into_iter().for_each(|index| root.open(index).0.prove(0.0));
        assert_eq!(asked(&points[..1], false), (vec![1, 2, 3], false));
        assert_eq!(asked(&points[..1], true), (vec![1, 2], true));
        assert_eq!(asked(&points, true), (vec![3], false));
    }
}
