//! What a search has found.

use super::aim::Aim;
use super::estimate::Estimate;
use super::node::Node;
use super::question::Question;
use super::reading::Readings;
use crate::board::{Color, Move};
use std::time::Duration;

/// What is known of one move of the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Playouts that went through it.
    pub visits: u32,
    /// Mean reward of its playouts for the player to move, or what is proven; of a move without playouts what reading
    /// or RAVE's prior says it is worth, else 0.
    pub value: Estimate,
    /// Points by which the player to move will be ahead after it, komi included: in the mean of its playouts, where the network
    /// leads, or as the game says of a pass that ends it.
    pub score: Option<f32>,
    /// RAVE estimate, where RAVE leads.
    pub rave: Option<Estimate>,
    /// The line of most visits that begins with the move.
    pub line: Vec<Ply>,
}

/// A move of a line and the playouts that went through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Playouts that went through it.
    pub visits: u32,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Whose move was searched for.
    pub color: Color,
    /// All moves that may be chosen, best first; never empty:
    ///
    /// 1. proven wins, and where there are such the open moves that win alike, if their points are known,
    /// 2. other open moves, and in a game that looks lost the proven losses whose points are known,
    /// 3. proven draws,
    /// 4. where there are such, the open moves that promise no more in playouts, or have had none,
    /// 5. other proven losses.
    ///
    /// Of these, each time, first those of most visits, then of the higher mean, then in the order of points, the pass last.
    pub candidates: Vec<Candidate>,
    /// Playouts of this search, those of its partners among them.
    pub playouts: u64,
    /// Time of this search.
    pub time: Duration,
    /// Bytes that the tree takes.
    pub tree_bytes: usize,
    /// What capture searches have cost.
    pub readings: Readings,
}

/// Where a move is proven to win, an open one that wins at least so often counts as a win too, and points may choose
/// it. Little is risked: in 204 lost games of a match no win had ever been proven.
const WINS_ALIKE: f32 = 0.95;

/// What a search has cost so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    pub(super) playouts: u64,
    pub(super) time: Duration,
    pub(super) tree_bytes: usize,
    pub(super) readings: Readings,
}

impl Findings {
    /// What the root says of the question.
    pub(super) fn new(root: &Node, question: &Question<'_>, cost: Cost) -> Findings {
        let color = question.board.to_play();
        let mut candidates: Vec<Candidate> = question
            .allowed(root)
            .map(|i| {
                let first = Ply { mv: root.mv(i), visits: root.visits(i) };
                Candidate {
                    mv: first.mv,
                    visits: first.visits,
                    value: root.result(i),
                    // The game tells what a pass that ends it is worth, where the search would play on.
                    score: match question.end {
                        Some(lead) if first.mv == Move::Pass => Some(color.lead_of(lead)),
                        _ => root.score(i),
                    },
                    rave: root.state().rave(i),
                    line: best_line(first, root.child(i)),
                }
            })
            .collect();
        // What is proven comes before all that is open if it wins, and after it if it does not; but nobody risks a draw for
        // what promises less, or for a mere prior, and in a game that looks lost a proven loss is as good as one that is not.
        let any_proven =
            |reward| candidates.iter().any(|candidate| candidate.value == Estimate::proven(reward));
        let (wins, draws) = (any_proven(1.0), any_proven(0.5));
        let lost = Aim::of_open(root, question) == Aim::LeastLoss;
        let rank = |candidate: &Candidate| match candidate.value {
            value if lost && candidate.score.is_some() && value == Estimate::proven(0.0) => 0.75,
            value if value.is_proven() => value.mean,
            value if wins && candidate.score.is_some() && value.mean >= WINS_ALIKE => 1.0,
            value if draws && (candidate.visits == 0 || value.mean <= 0.5) => 0.25,
            _ => 0.75,
        };
        candidates.sort_by(|a, b| {
            let by_visits = b.visits.cmp(&a.visits).then(b.value.mean.total_cmp(&a.value.mean));
            rank(b).total_cmp(&rank(a)).then(by_visits)
        });
        let Cost { playouts, time, tree_bytes, readings } = cost;
        Findings { color, candidates, playouts, time, tree_bytes, readings }
    }

    /// The only move that has been looked at, what it is worth, and by how many points its player is ahead after it, if that is
    /// known.
    pub fn of_one(color: Color, mv: Move, mean: f32, score: Option<f32>) -> Findings {
        Findings {
            color,
            candidates: vec![Candidate {
                mv,
                visits: 1,
                value: Estimate { mean, weight: 1.0 },
                score,
                rave: None,
                line: vec![Ply { mv, visits: 1 }],
            }],
            playouts: 0,
            time: Duration::ZERO,
            tree_bytes: 0,
            readings: Readings::default(),
        }
    }

    /// The best move.
    pub fn best(&self) -> &Candidate {
        &self.candidates[0]
    }

    /// The line of most visits.
    pub fn line(&self) -> &[Ply] {
        &self.best().line
    }

    /// What is known of that move; `None` if it is not allowed.
    pub fn of(&self, mv: Move) -> Option<&Candidate> {
        self.candidates.iter().find(|candidate| candidate.mv == mv)
    }
}

/// The line of most visits that begins with that move, after which the next node comes.
fn best_line(first: Ply, mut next: Option<&Node>) -> Vec<Ply> {
    let mut line = vec![first];
    while let Some(node) = next {
        let Some(best) = (0..node.len()).rev().max_by_key(|&i| node.visits(i)) else { break };
        if node.visits(best) == 0 {
            break;
        }
        line.push(Ply { mv: node.mv(best), visits: node.visits(best) });
        next = node.child(best);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Point};
    use crate::search::lead::with_priors;
    use crate::search::node::Payoff;

    /// What is found of a root without a history.
    fn findings(root: &Node) -> Findings {
        let cost = Cost { playouts: 30, time: Duration::ZERO, tree_bytes: 0, readings: Readings::default() };
        Findings::new(root, &Question::new(Board::new(9), 7.0), cost)
    }

    fn best(root: &Node) -> Move {
        findings(root).best().mv
    }

    #[test]
    fn the_best_come_first_and_the_pass_after_its_equals() {
        let points = [0, 1, 2, 3, 4, 5].map(|column| Point::new(column, 0));
        let root = with_priors(points.into_iter().collect(), true, [Estimate::default(); 7].into_iter());
        // Wins and visits, and what is proven.
        let moves = [
            (9, 9, Some(0.0)),
            (3, 8, None),
            (0, 0, Some(0.5)),
            (3, 5, None),
            (4, 5, None),
            (0, 1, Some(1.0)),
            (4, 5, None),
        ];
        for (index, (wins, visits, proven)) in moves.into_iter().enumerate() {
            let (opened, _) = root.open(index);
            for visit in 0..visits {
                let reward = if visit < wins { 1.0 } else { 0.0 };
                opened.add(Payoff { reward, score: None, utility: reward }, 0.0);
            }
            if let Some(reward) = proven {
                opened.prove(reward);
            }
        }
        let found = findings(&root).candidates;
        let order: Vec<_> = found.iter().map(|candidate| root.index_of(candidate.mv)).collect();
        assert_eq!(order, [5, 4, 6, 3, 2, 1, 0].map(Some));
    }

    /// The best of a proven move, an open one and a pass that nobody has tried: the first has that value, the second this mean, each
    /// after so many visits with this score.
    fn best_of_two(proven: f32, reward: f32, visits: [u32; 2], score: Option<f32>) -> usize {
        let points = [0, 1].map(|column| Point::new(column, 0));
        let root = with_priors(points.into_iter().collect(), true, [Estimate::default(); 3].into_iter());
        for (index, reward) in [proven, reward].into_iter().enumerate() {
            let payoff = Payoff { reward, score, utility: reward };
            (0..visits[index]).for_each(|_| root.open(index).0.add(payoff, 0.0));
        }
        root.open(0).0.prove(proven);
        root.index_of(best(&root)).unwrap()
    }

    const PROVEN: usize = 0;
    const OPEN: usize = 1;

    #[test]
    fn a_move_that_wins_as_well_comes_before_a_proven_win_if_points_say_so() {
        let best_beside = |reward, score| best_of_two(1.0, reward, [0, 10], score);
        assert_eq!(best_beside(WINS_ALIKE + 0.01, Some(9.0)), OPEN);
        assert_eq!(best_beside(WINS_ALIKE - 0.01, Some(9.0)), PROVEN);
        assert_eq!(best_beside(WINS_ALIKE + 0.01, None), PROVEN);
    }

    #[test]
    fn a_proven_loss_is_like_others_where_all_looks_lost() {
        let best_beside = |reward, score| best_of_two(0.0, reward, [200, 150], score);
        assert_eq!(best_beside(0.04, Some(-2.0)), PROVEN);
        assert_eq!(best_beside(0.06, Some(-2.0)), OPEN, "there is hope");
        assert_eq!(best_beside(0.04, None), OPEN, "nobody counts points");
    }

    #[test]
    fn a_draw_is_better_than_what_promises_less() {
        let points = [0, 1].map(|column| Point::new(column, 0));
        let best_of = |means: [f32; 3], visits: u32, drawn: Option<usize>| {
            let estimates = means.map(|mean| Estimate { mean, weight: 10.0 });
            let root = with_priors(points.into_iter().collect(), true, estimates.into_iter());
            for (index, reward) in means.into_iter().enumerate() {
                let payoff = Payoff { reward, score: None, utility: reward };
                (0..visits).for_each(|_| root.open(index).0.add(payoff, 0.0));
            }
            if let Some(index) = drawn {
                root.open(index).0.prove(0.5);
            }
            best(&root)
        };
        assert_eq!(best_of([0.3, 0.2, 0.1], 10, Some(2)), Move::Pass);
        assert_eq!(best_of([0.3, 0.6, 0.1], 10, Some(2)), Move::Play(points[1]));
        assert_eq!(best_of([0.3, 0.2, 0.1], 10, None), Move::Play(points[0]));
        assert_eq!(best_of([0.3, 0.6, 0.1], 0, Some(2)), Move::Pass, "a prior is no promise");
    }
}
