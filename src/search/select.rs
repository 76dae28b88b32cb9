//! Which move of a node to try next: what does not depend on who leads.

use super::node::Node;
use super::params::SearchParams;
use crate::board::{MAX_SIZE, PointSet};
use crate::rng::Rng;

/// Sums that are taken at once, as a vector.
pub(super) const SUMS_AT_ONCE: usize = 16;

/// Room for the moves of a node, the points of the largest board and the pass, up to a multiple of the lanes.
const MOVES_ROOM: usize = (MAX_SIZE * MAX_SIZE + 1).next_multiple_of(SUMS_AT_ONCE);

/// A number for each move of a node.
pub(super) type Lanes = [f32; MOVES_ROOM];

/// What has come of the moves of a node.
pub(super) struct Tried {
    pub(super) mean: Lanes,
    pub(super) weight: Lanes,
}

/// The moves of a node that are left out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Avoided {
    pub(super) points: PointSet,
    pub(super) pass: bool,
}

/// The most promising move of the node that is not to be avoided. Of equal moves the first after a random start is taken.
///
/// Where points alone count, those are given by which the node's player is expected to be ahead: then it goes by what moves have
/// brought. `pass_rate`: see [`State::urgency`](super::lead::State::urgency).
pub(super) fn select(
    node: &Node,
    avoided: Avoided,
    points: Option<f32>,
    pass_rate: f32,
    params: &SearchParams,
    rng: &mut Rng,
) -> usize {
    let len = node.len();
    let mut tried = Tried { mean: no_numbers(), weight: no_numbers() };
    node.for_each_value(|i, value| {
        let estimate = match points {
            None => value.get(),
            Some(expected) => node.points(i, expected, &params.network),
        };
        (tried.mean[i], tried.weight[i]) = (estimate.mean, estimate.weight);
    });
    let mut urgency = node.state().urgency(node, &tried, pass_rate, params);
    node.plays().for_each_in(avoided.points, |i, _| urgency[i] = f32::NEG_INFINITY);
    let Tried { mean, weight } = tried;
    let start = rng.below(len as u32) as usize;
    let pass = len - 1;
    if avoided.pass {
        urgency[pass] = f32::NEG_INFINITY;
    } else if start == 0 && weight[pass] < f32::INFINITY && node.state().tries_pass(node, params) {
        return pass;
    }
    let best = greatest(&urgency[..len], start);
    if weight[best] == f32::INFINITY && mean[best] < 1.0 && rng.below(2) == 0 {
        // A proven draw may hide a win that is not proven yet.
        for (urgency, weight) in urgency.iter_mut().zip(weight) {
            *urgency = if weight == f32::INFINITY { f32::NEG_INFINITY } else { *urgency };
        }
        let open = greatest(&urgency[..len], start);
        return if urgency[open] == f32::NEG_INFINITY { best } else { open };
    }
    best
}

/// Nothing for every move.
#[inline(always)]
pub(super) fn no_numbers() -> Lanes {
    [0.0; MOVES_ROOM]
}

/// The first of the greatest, counted from `start` round to it.
fn greatest(urgency: &[f32], start: usize) -> usize {
    let mut most = [f32::NEG_INFINITY; SUMS_AT_ONCE];
    let (lanes, rest) = urgency.as_chunks::<SUMS_AT_ONCE>();
    for lanes in lanes {
        for lane in 0..SUMS_AT_ONCE {
            most[lane] = if lanes[lane] > most[lane] { lanes[lane] } else { most[lane] };
        }
    }
    let most = most.iter().chain(rest).copied().fold(f32::NEG_INFINITY, f32::max);
    let (before, after) = urgency.split_at(start);
    let first = |part: &[f32]| part.iter().position(|&urgency| urgency == most);
    first(after).map(|i| start + i).or_else(|| first(before)).unwrap_or(urgency.len() - 1)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::Point;
    use crate::search::estimate::Estimate;
    use crate::search::lead::with_priors;
    use crate::search::node::Payoff;

    /// The numbers of the moves that are chosen in many selections.
    pub(in crate::search) fn chosen(node: &Node, params: &SearchParams) -> Vec<usize> {
        chosen_of(node, Avoided::default(), None, params)
    }

    fn chosen_of(node: &Node, avoided: Avoided, points: Option<f32>, params: &SearchParams) -> Vec<usize> {
        let mut rng = Rng::new(1, 0);
        let mut choose = || select(node, avoided, points, params.tree.pass_rate, params, &mut rng);
        let mut all: Vec<usize> = (0..200).map(|_| choose()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// A node whose moves A1, B1, … and the pass have these means, each of ten visits.
    fn node(means: &[f32]) -> Node {
        let plays = (0..means.len() - 1).map(|column| Point::new(column, 0)).collect();
        with_priors(plays, true, means.iter().map(|&mean| Estimate { mean, weight: 10.0 }))
    }

    #[test]
    fn what_is_avoided_is_not_chosen() {
        let (node, params) = (node(&[0.9, 0.8, 0.7, 0.6]), SearchParams::default());
        let without = |columns: usize, pass| {
            let points = (0..columns).map(|column| Point::new(column, 0)).collect();
            chosen_of(&node, Avoided { points, pass }, None, &params)
        };
        assert_eq!(without(0, false), [0]);
        assert_eq!(without(1, false), [1]);
        assert_eq!(without(2, true), [2]);
        assert_eq!(without(3, false), [3], "the pass is left");
    }

    #[test]
    fn a_proven_draw_is_doubted_while_something_is_open() {
        let (node, params) = (node(&[0.2, 0.3, 0.1]), SearchParams::default());
        node.open(0).0.prove(0.5);
        assert_eq!(chosen(&node, &params), [0, 1], "the draw, and the best of what is open");
        node.open(1).0.prove(0.0);
        node.open(2).0.prove(0.0);
        assert_eq!(chosen(&node, &params), [0], "nothing is open");
        node.open(2).0.prove(1.0);
        assert_eq!(chosen(&node, &params), [2], "a win is not doubted");
    }

    #[test]
    fn where_it_is_known_who_wins_points_decide() {
        let (node, params) = (node(&[0.5, 0.5, 0.5]), SearchParams::default());
        for (index, reward, score) in [(0, 1.0, 2.0), (1, 0.0, 9.0)] {
            node.open(index).0.add(Payoff { reward, score: Some(score), utility: reward }, 0.0);
        }
        assert_eq!(chosen(&node, &params), [0]);
        assert_eq!(chosen_of(&node, Avoided::default(), Some(0.0), &params), [1]);
    }
}
