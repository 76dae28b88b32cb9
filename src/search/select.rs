//! Which move of a node to try next.

use super::node::{Node, View};
use crate::board::PointSet;
use crate::params::Params;
use crate::rng::Rng;
use libm::logf;

/// Sums that are taken at once, as a vector.
const LANES: usize = 16;

/// Room for the moves of a node: 81 points, the pass, and up to a multiple of the lanes.
const ROOM: usize = 96;

/// The most promising move of the node that is not to be avoided. Of equal moves the first after a random start is taken.
pub(super) fn select(node: &Node, avoided: PointSet, params: &Params, rng: &mut Rng) -> usize {
    let len = node.len();
    let mut tried = Tried { mean: [0.0; ROOM], weight: [0.0; ROOM] };
    for (first, values) in node.values() {
        for (i, stats) in values.iter().enumerate() {
            let estimate = stats.get();
            (tried.mean[first + i], tried.weight[first + i]) = (estimate.mean, estimate.weight);
        }
    }
    let mut urgency = match node.view() {
        Some(view) => by_odds(view, &tried, params),
        None => by_rave(node, &tried, params),
    };
    for point in node.plays() & avoided {
        urgency[node.plays().rank(point) as usize] = f32::NEG_INFINITY;
    }
    let Tried { mean, weight } = tried;
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

/// What has come of the moves of a node.
struct Tried {
    mean: [f32; ROOM],
    weight: [f32; ROOM],
}

/// How much the moves promise by their values and RAVE.
///
/// ```text
/// w       = r / (n · (1 / rave_initial + r / rave_final) + r)      n, r: weights of value and RAVE
/// urgency = w · rave + (1 − w) · mean
/// ```
///
/// With `rave_initial` = 1 that is the minimum-MSE schedule. A move without either has the first-play
/// urgency.
///
/// Source: Gelly, Silver: Monte-Carlo tree search and rapid action value estimation in computer Go,
/// Artificial Intelligence 175, 2011.
#[inline]
fn by_rave(node: &Node, Tried { mean, weight }: &Tried, params: &Params) -> [f32; ROOM] {
    let mut rave_mean = [0.0; ROOM];
    let mut rave_weight = [0.0; ROOM];
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
        let all = (0..node.len()).map(|i| node.visits(i)).sum::<u32>().max(1);
        for (urgency, weight) in urgency.iter_mut().zip(weight) {
            *urgency += params.ucb * (logf(all as f32) / (weight + 1.0)).sqrt();
        }
    }
    urgency
}

/// How much the moves promise by their values and the odds of the network.
///
/// ```text
/// urgency = mean + puct · odds · √(1 + n₁ + n₂ + …) / (1 + n)      n: weight of the value
/// ```
///
/// A move that has not been tried has the mean of those that have, less `puct_fall` times the root of their odds. Where all
/// that have been tried look lost, the pass gets one in [`PASS_INTERVAL`] visits at least: in a seki it may be the only move
/// that loses nothing, and the network does not know it.
///
/// Source: Silver and others: Mastering the game of Go without human knowledge, 2017 (PUCT).
#[inline]
fn by_odds(view: &View, Tried { mean, weight }: &Tried, params: &Params) -> [f32; ROOM] {
    let mut odds = [0.0; ROOM];
    odds[..view.odds.len()].copy_from_slice(&view.odds);
    let [mut rewards, mut weights, mut chances] = [[0.0; LANES]; 3];
    for first in (0..ROOM).step_by(LANES) {
        for lane in 0..LANES {
            let i = first + lane;
            let open = weight[i] > 0.0 && weight[i] < f32::INFINITY;
            rewards[lane] += if open { mean[i] * weight[i] } else { 0.0 };
            weights[lane] += if open { weight[i] } else { 0.0 };
            chances[lane] += if open { odds[i] } else { 0.0 };
        }
    }
    let [rewards, weights, chances] = [rewards, weights, chances].map(|lanes| lanes.into_iter().sum::<f32>());
    let so_far = if weights > 0.0 { rewards / weights } else { view.worth };
    let first = so_far - params.puct_fall * chances.sqrt();
    let scale = params.puct * (1.0 + weights).sqrt();
    let mut urgency = [0.0; ROOM];
    for i in 0..ROOM {
        let value = if weight[i] > 0.0 { mean[i] } else { first };
        urgency[i] = value + scale * odds[i] / (1.0 + weight[i]);
    }
    let pass = view.odds.len() - 1;
    if so_far < params.pass_rate && weights >= PASS_INTERVAL * (1.0 + weight[pass]) {
        urgency[pass] = PROVEN;
    }
    urgency
}

/// Visits to one of the pass where it is the last hope.
const PASS_INTERVAL: f32 = 20.0;

/// More than any urgency that a move can have.
const PROVEN: f32 = 4.0;

/// The first of the greatest, counted from `start` round to it.
fn greatest(urgency: &[f32], start: usize) -> usize {
    let mut most = [f32::NEG_INFINITY; LANES];
    let (lanes, rest) = urgency.as_chunks::<LANES>();
    for lanes in lanes {
        for lane in 0..LANES {
            most[lane] = if lanes[lane] > most[lane] { lanes[lane] } else { most[lane] };
        }
    }
    let most = most.iter().chain(rest).copied().fold(f32::NEG_INFINITY, f32::max);
    let (before, after) = urgency.split_at(start);
    let first = |part: &[f32]| part.iter().position(|&urgency| urgency == most);
    first(after).map(|i| start + i).or_else(|| first(before)).unwrap_or(urgency.len() - 1)
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

    /// A node that the network has seen, worth a half; its moves have these odds and, if they have been tried, these
    /// (mean, weight).
    fn seen(moves: &[(f32, Option<(f32, f32)>)]) -> Node {
        let plays = (0..moves.len() - 1).map(|column| Point::new(column, 0)).collect();
        let odds = moves.iter().map(|&(odds, _)| odds).collect();
        let node = Node::seen(plays, true, View { worth: 0.5, odds });
        for (index, &(_, tried)) in moves.iter().enumerate() {
            if let Some((mean, weight)) = tried {
                node.hint(node.mv(index), Estimate { mean, weight });
            }
        }
        node
    }

    #[test]
    fn odds_count_less_with_every_visit() {
        let params = Params { puct: 1.0, puct_fall: 0.2, ..Params::default() };
        // Nothing is known but the odds.
        assert_eq!(chosen(&seen(&[(0.2, None), (0.5, None), (0.3, None)]), &params), [1]);
        // 0.5 + 0.5 · √9 / 9 = 0.667, and an untried move has 0.5 − 0.2 · √0.5 + odds · √9.
        let after = |odds| seen(&[(odds, None), (0.5, Some((0.5, 8.0))), (0.0, None)]);
        assert_eq!(chosen(&after(0.10), &params), [1]);
        assert_eq!(chosen(&after(0.11), &params), [0]);
    }

    #[test]
    fn the_pass_is_tried_now_and_then_where_all_else_looks_lost() {
        let params = Params { pass_rate: 0.2, ..Params::default() };
        let after = |mean, visits, pass| seen(&[(1.0, Some((mean, visits))), (0.0, pass)]);
        let tried = |node: &Node| chosen(node, &params) == [1];
        assert!(!tried(&after(0.1, PASS_INTERVAL - 1.0, None)));
        assert!(tried(&after(0.1, PASS_INTERVAL, None)));
        assert!(!tried(&after(0.1, 2.0 * PASS_INTERVAL - 2.0, Some((0.05, 1.0)))));
        assert!(tried(&after(0.1, 2.0 * PASS_INTERVAL - 1.0, Some((0.05, 1.0)))));
        assert!(!tried(&after(0.3, 10.0 * PASS_INTERVAL, None)));
        let lost = after(0.1, 10.0 * PASS_INTERVAL, None);
        _ = lost.open(1);
        lost.prove(1, 0.0);
        assert!(!tried(&lost));
    }

    #[test]
    fn what_is_proven_counts_as_such_with_odds_too() {
        let node = seen(&[(0.5, None), (0.3, None), (0.2, None)]);
        (0..3).for_each(|index| _ = node.open(index));
        node.prove(0, 0.0);
        assert_eq!(chosen(&node, &Params::default()), [1]);
        node.prove(2, 1.0);
        assert_eq!(chosen(&node, &Params::default()), [2]);
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
