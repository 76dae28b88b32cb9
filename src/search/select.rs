//! Which move of a node to try next.

use super::node::Node;
use crate::board::PointSet;
use crate::params::Params;
use crate::rng::Rng;

/// Room for the moves of a node: 81 points, the pass, and up to a multiple of the vector length.
const ROOM: usize = 96;

/// The most promising move of the node that is not to be avoided.
///
/// ```text
/// w     = r / (n · (1 / rave_initial + r / rave_final) + r)      n, r: weights of value and RAVE
/// value = w · rave + (1 − w) · mean
/// ```
///
/// With `rave_initial` = 1 that is the minimum-MSE schedule. A move without either has the first-play
/// urgency. Of equal moves the first after a random start is taken.
///
/// Source: Gelly, Silver: Monte-Carlo tree search and rapid action value estimation in computer Go,
/// Artificial Intelligence 175, 2011.
pub(super) fn select(node: &Node, avoided: PointSet, params: &Params, rng: &mut Rng) -> usize {
    let len = node.len();
    let mut mean = [0.0; ROOM];
    let mut weight = [0.0; ROOM];
    let mut rave_mean = [0.0; ROOM];
    let mut rave_weight = [0.0; ROOM];
    for (i, stats) in node.values.iter().enumerate().take(ROOM) {
        let estimate = stats.get();
        (mean[i], weight[i]) = (estimate.mean, estimate.weight);
    }
    for (i, stats) in node.rave.iter().enumerate().take(ROOM) {
        let estimate = stats.get();
        (rave_mean[i], rave_weight[i]) = (estimate.mean, estimate.weight);
    }
    let (initial, last) = (1.0 / params.rave_initial, 1.0 / params.rave_final);
    let mut urgency = [0.0; ROOM];
    for i in 0..ROOM {
        let (n, r) = (weight[i], rave_weight[i]);
        let total = n * (initial + r * last) + r;
        let w = r / total;
        let value = w * rave_mean[i] + (1.0 - w) * mean[i];
        urgency[i] = if total > 0.0 { value } else { params.first_play_urgency };
    }
    if params.ucb > 0.0 {
        let all = (0..len).map(|i| node.visits(i)).sum::<u32>().max(1);
        for (urgency, weight) in urgency.iter_mut().zip(weight) {
            *urgency += params.ucb * ((all as f32).ln() / (weight + 1.0)).sqrt();
        }
    }
    for point in node.plays() & avoided {
        urgency[node.plays().rank(point) as usize] = f32::NEG_INFINITY;
    }
    let start = rng.below(len as u32) as usize;
    let best = greatest(&urgency[..len], start);
    if weight[best] == f32::INFINITY && mean[best] < 1.0 && rng.below(2) == 0 {
        // A proven draw may hide a win that is not proven yet.
        for (urgency, weight) in urgency.iter_mut().zip(weight) {
            *urgency -= if weight == f32::INFINITY { PROVEN } else { 0.0 };
        }
        return greatest(&urgency[..len], start);
    }
    best
}

/// More than any urgency that a proven move can have.
const PROVEN: f32 = 4.0;

/// The first of the greatest, counted from `start` round to it.
fn greatest(urgency: &[f32], start: usize) -> usize {
    let best_of = |range: std::ops::Range<usize>| {
        range.fold((f32::NEG_INFINITY, urgency.len() - 1), |best, i| {
            if urgency[i] > best.0 { (urgency[i], i) } else { best }
        })
    };
    let (after, before) = (best_of(start..urgency.len()), best_of(0..start));
    if before.0 > after.0 { before.1 } else { after.1 }
}

#[cfg(test)]
mod tests {
    use super::super::node::Estimate;
    use super::super::prior::Prior;
    use super::*;
    use crate::board::{Move, Point};

    /// A node whose moves A1, B1, … and the pass have these (mean, weight) of value and RAVE.
    fn node(moves: &[[(f32, f32); 2]]) -> Node {
        let plays = (0..moves.len() - 1).map(|column| Point::new(column, 0)).collect();
        let estimate = |(mean, weight)| Estimate { mean, weight };
        let priors =
            moves.iter().map(|&[value, rave]| Prior { value: estimate(value), rave: estimate(rave) });
        Node::new(plays, true, priors)
    }

    fn chosen(node: &Node, params: &Params) -> Vec<usize> {
        let mut rng = Rng::new(1, 0);
        let mut all: Vec<usize> = (0..200).map(|_| select(node, PointSet::EMPTY, params, &mut rng)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn rave_counts_a_third_when_both_weigh_rave_final() {
        // 0.5 · 2/3 + 0.8 · 1/3 = 0.600 against a mean of 0.599, and of 0.601.
        let known = [(0.5, 5000.0), (0.8, 5000.0)];
        let below = node(&[known, [(0.599, 1e9), (0.0, 0.0)], [(0.0, 1e9), (0.0, 0.0)]]);
        let above = node(&[known, [(0.601, 1e9), (0.0, 0.0)], [(0.0, 1e9), (0.0, 0.0)]]);
        assert_eq!(chosen(&below, &Params::default()), [0]);
        assert_eq!(chosen(&above, &Params::default()), [1]);
    }

    #[test]
    fn a_move_without_visits_has_its_rave_value_or_the_urgency() {
        let node = node(&[[(0.0, 0.0), (0.7, 2.0)], [(0.0, 0.0), (0.0, 0.0)], [(0.6, 9.0), (0.0, 0.0)]]);
        let urgent = |urgency| Params { first_play_urgency: urgency, ..Params::default() };
        assert_eq!(chosen(&node, &urgent(1.0)), [1]);
        assert_eq!(chosen(&node, &urgent(0.65)), [0]);
    }

    #[test]
    fn ties_are_broken_at_random_and_what_is_proven_counts_as_such() {
        let same = [(0.5, 9.0), (0.5, 9.0)];
        let node = node(&[same, same, same, same]);
        assert_eq!(chosen(&node, &Params::default()), [0, 1, 2, 3]);
        node.prove(1, 0.0);
        assert_eq!(chosen(&node, &Params::default()), [0, 2, 3]);
        node.prove(2, 1.0);
        assert_eq!(chosen(&node, &Params::default()), [2]);
        assert_eq!(node.mv(3), Move::Pass);
    }
}
