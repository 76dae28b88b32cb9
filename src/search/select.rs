//! Which move of a node to try next.

use super::node::Node;
use crate::board::PointSet;
use crate::params::Params;
use crate::rng::Rng;

/// Room for the moves of a node: 81 points, the pass, and up to a multiple of the vector length.
const ROOM: usize = 96;

/// The most promising move of the node that is not forbidden.
///
/// ```text
/// w     = r / (n · (1 / rave_initial + r / rave_final) + r)      n, r: weights of value and RAVE
/// value = w · rave + (1 − w) · mean
/// ```
///
/// With `rave_initial` = 1 that is the minimum-MSE schedule. A move without either has the first-play
/// urgency. One selection in `rave_skip_interval` leaves RAVE out, which saves good moves that RAVE
/// undervalues for good. Of equal moves the first after a random start is taken.
///
/// Source: Gelly, Silver: Monte-Carlo tree search and rapid action value estimation in computer Go,
/// Artificial Intelligence 175, 2011; the skipping is Fuego's.
pub(super) fn select(node: &Node, forbidden: PointSet, params: &Params, rng: &mut Rng) -> usize {
    let len = node.len();
    let mut mean = [0.0; ROOM];
    let mut weight = [0.0; ROOM];
    let mut rave_mean = [0.0; ROOM];
    let mut rave_weight = [0.0; ROOM];
    for (i, stats) in node.values.iter().enumerate().take(ROOM) {
        let estimate = stats.get();
        (mean[i], weight[i]) = (estimate.mean, estimate.weight);
    }
    let skips_rave = params.rave_skip_interval > 0 && rng.below(params.rave_skip_interval) == 0;
    if !skips_rave {
        for (i, stats) in node.rave.iter().enumerate().take(ROOM) {
            let estimate = stats.get();
            (rave_mean[i], rave_weight[i]) = (estimate.mean, estimate.weight);
        }
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
    for point in node.plays() & forbidden {
        urgency[node.plays().rank(point) as usize] = f32::NEG_INFINITY;
    }
    let start = rng.below(len as u32) as usize;
    let best_of = |range: std::ops::Range<usize>| {
        range.fold(
            (f32::NEG_INFINITY, len - 1),
            |best, i| if urgency[i] > best.0 { (urgency[i], i) } else { best },
        )
    };
    let (after, before) = (best_of(start..len), best_of(0..start));
    if before.0 > after.0 { before.1 } else { after.1 }
}
