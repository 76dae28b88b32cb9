//! RAVE leads: moves begin with priors from their features, and every playout teaches the value of all moves in it.

mod by_hand;
mod facts;
mod feature;
mod prior;
mod weights;

pub use by_hand::ByHandParams;
pub use feature::Feature;
pub use prior::prior_policy;

use super::{Lesson, State};
use crate::board::{PointMap, PointSet};
use crate::params::parameters;
use crate::search::estimate::{Estimate, Stats};
use crate::search::node::{Node, Opened, bytes_of};
use crate::search::scene::Scene;
use crate::search::select::{Lanes, Tried, no_numbers};
use libm::logf;

parameters! {
    "rave", "RAVE in the lead":
    /// How a search that RAVE leads chooses and learns.
    pub struct RaveParams {
        /// RAVE weight that RAVE never outgrows: where visits and RAVE weight both equal it, RAVE counts a third.
        rave_final: f32 = 2500.0, 1.0..=1e9;
        /// Do playouts teach RAVE? Without it, without priors and with ucb the search is plain UCT.
        rave_learns: bool = true, ();
        /// Weight of a RAVE update whose move was played at once.
        rave_update_first: f32 = 2.0, 0.001..=100.0;
        /// Weight of a RAVE update whose move was the last of the playout; between the two it falls evenly.
        rave_update_last: f32 = 0.4, 0.001..=100.0;
        /// Value of a move that nothing is known of, where moves begin without priors, as in the plain UCT of the thesis's
        /// table 6.
        first_play_urgency: f32 = 1.0, 0.0..=1000.0;
        /// Constant of the UCB exploration term. 0 is best; the plain UCT of the thesis's table 6 has one.
        ucb: f32 = 0.0, 0.0..=10.0;
        /// A move gets a node when it has had so many visits.
        expand_visits: u32 = 3, 1..=1_000_000;
        /// Visits with an even result that every move begins with.
        prior_even: f32 = 16.0, 0.0..=10000.0;
        /// Wins that a play begins with besides, times the root of its share of the prior policy.
        prior_wins: f32 = 140.0, 0.0..=10000.0;
        /// Value of a pass before it has been tried.
        prior_pass: f32 = 0.1, 0.0..=1.0;
        /// Where all moves look lost, one visit in so many is the pass's: more than where the network leads, which sees a
        /// won seki at once.
        rave_pass_interval: f32 = 5.0, 1.0..=1e6;
    }
}

/// What RAVE says of the moves of a node.
#[derive(Debug)]
pub(in crate::search) struct Rave(Box<[Stats]>);

/// The node of a scene, whose moves begin with their priors.
pub(super) fn expand(scene: &Scene<'_>, params: &RaveParams, by_hand: &ByHandParams) -> Node {
    with_priors(scene.plays, scene.complete, prior::priors(scene, params, by_hand))
}

/// A node whose moves begin with these estimates, for their own value and for RAVE.
pub(in crate::search) fn with_priors(
    plays: PointSet,
    complete: bool,
    priors: impl Iterator<Item = Estimate>,
) -> Node {
    let values: Box<[Stats]> = priors.map(Stats::new).collect();
    let rave = values.iter().map(|value| Stats::new(value.get())).collect();
    Node::new(plays, complete, State::Rave(Rave(rave))).with_values(values)
}

/// Have the moves of the node won less often than `rate`, and the pass been tried at less than one visit in
/// `rave_pass_interval`? It may be the only move that loses nothing, as in a seki, and its prior would have it tried too late.
pub(super) fn tries_pass(node: &Node, rate: f32, params: &RaveParams) -> bool {
    let Estimate { mean, weight } = node.results();
    let passes = node.visits(node.len() - 1) as f32;
    mean < rate && weight >= params.rave_pass_interval * (1.0 + passes)
}

impl Rave {
    pub(super) fn get(&self, index: usize) -> Estimate {
        self.0[index].get()
    }

    pub(super) fn hint(&self, index: usize, Estimate { mean, weight }: Estimate) {
        self.0[index].add_lossy(mean, weight);
    }

    pub(super) fn bytes(&self) -> usize {
        bytes_of(&self.0)
    }

    /// How much the moves promise by their values and RAVE.
    ///
    /// ```text
    /// w       = r / (n · (1 + r / rave_final) + r)      n, r: weights of value and RAVE
    /// urgency = w · rave + (1 − w) · mean
    /// ```
    ///
    /// That is the minimum-MSE schedule. A move without either has the first-play urgency. With a constant `ucb` the
    /// UCB term `ucb · √(ln N / (n + 1))` is added, with the visits `N` of all moves.
    ///
    /// Sources: Gelly, Silver: Monte-Carlo tree search and rapid action value estimation in computer Go, Artificial
    /// Intelligence 175, 2011; Kocsis, Szepesvári: Bandit based Monte-Carlo planning, 2006 (UCB in a tree).
    #[inline]
    pub(super) fn urgency(&self, node: &Node, Tried { mean, weight }: &Tried, params: &RaveParams) -> Lanes {
        let [mut rave_mean, mut rave_weight, mut urgency] = [no_numbers(); 3];
        for ((stats, mean), weight) in self.0.iter().zip(&mut rave_mean).zip(&mut rave_weight) {
            let estimate = stats.get();
            (*mean, *weight) = (estimate.mean, estimate.weight);
        }
        let last = 1.0 / params.rave_final;
        for i in 0..urgency.len() {
            let (n, r) = (weight[i], rave_weight[i]);
            let total = n * (1.0 + r * last) + r;
            let w = r / total;
            let value = w * rave_mean[i] + (1.0 - w) * mean[i];
            urgency[i] = if total > 0.0 { value } else { params.first_play_urgency };
        }
        if params.ucb > 0.0 {
            let all = (0..node.len()).map(|i| u64::from(node.visits(i))).sum::<u64>().max(1);
            for (urgency, weight) in urgency.iter_mut().zip(weight) {
                *urgency += params.ucb * (logf(all as f32) / (weight + 1.0)).sqrt();
            }
        }
        urgency
    }
}

/// Tells every node of the path of all moves that its color played later before the opponent played there. Early plays
/// weigh more.
///
/// One walk backwards through the moves: `first` is the first turn on a point from here on, `by` the points that each
/// color played first.
///
/// Sources: Gelly, Silver, as in [`Rave::urgency`], for the updates; their weights fall as in Fuego
/// (`SgUctSearch::WeightRaveUpdates`), there from 2 to 0.
pub(super) fn learn(lesson: &Lesson<'_>, params: &RaveParams) {
    if !params.rave_learns {
        return;
    }
    let &Lesson { path, moves, first: first_color, black } = lesson;
    let mut first = PointMap::filled(0u16);
    let mut by = [PointSet::EMPTY; 2];
    for turn in (0..moves.len()).rev() {
        let color = first_color.after(turn);
        if let Some(point) = moves[turn] {
            first[point] = turn as u16;
            by[color.index()] |= PointSet::of(point);
            by[(!color).index()] -= PointSet::of(point);
        }
        let Some(Opened { node, .. }) = path.get(turn) else { continue };
        let State::Rave(Rave(rave)) = node.state() else { continue };
        let reward = color.share_of(black);
        let fall = (params.rave_update_first - params.rave_update_last) / (moves.len() - turn) as f32;
        node.plays().for_each_in(by[color.index()], |index, point| {
            let weight = params.rave_update_first - fall * f32::from(first[point] - turn as u16);
            rave[index].add_lossy(reward, weight);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Point};
    use crate::search::node::Payoff;
    use crate::search::params::{SearchParams, TreeParams};
    use crate::search::select::tests::chosen;

    /// A node whose moves A1, B1, … and the pass have these (mean, weight) of value and RAVE.
    fn node(moves: &[[(f32, f32); 2]]) -> Node {
        let plays = (0..moves.len() - 1).map(|column| Point::new(column, 0)).collect();
        let estimates = moves.iter().map(|both| both.map(|(mean, weight)| Estimate { mean, weight }));
        let values = estimates.clone().map(|[value, _]| Stats::new(value)).collect();
        let rave = estimates.map(|[_, rave]| Stats::new(rave)).collect();
        Node::new(plays, true, State::Rave(Rave(rave))).with_values(values)
    }

    #[test]
    fn rave_counts_a_third_when_both_weigh_rave_final() {
        // 0.5 · 2/3 + 0.8 · 1/3 = 0.600 against a mean of 0.599, and of 0.601.
        let rave_final = RaveParams::default().rave_final;
        let known = [(0.5, rave_final), (0.8, rave_final)];
        let below = node(&[known, [(0.599, 1e9), (0.0, 0.0)], [(0.0, 1e9), (0.0, 0.0)]]);
        let above = node(&[known, [(0.601, 1e9), (0.0, 0.0)], [(0.0, 1e9), (0.0, 0.0)]]);
        assert_eq!(chosen(&below, &SearchParams::default()), [0]);
        assert_eq!(chosen(&above, &SearchParams::default()), [1]);
    }

    #[test]
    fn a_move_without_visits_has_its_rave_value_or_the_urgency() {
        let node = node(&[[(0.0, 0.0), (0.7, 2.0)], [(0.0, 0.0), (0.0, 0.0)], [(0.6, 9.0), (0.0, 0.0)]]);
        let urgent = |first_play_urgency| SearchParams {
            rave: RaveParams { first_play_urgency, ..RaveParams::default() },
            ..SearchParams::default()
        };
        assert_eq!(chosen(&node, &urgent(1.0)), [1]);
        assert_eq!(chosen(&node, &urgent(0.65)), [0]);
    }

    #[test]
    fn the_pass_is_tried_now_and_then_where_all_else_looks_lost() {
        const PLAY: usize = 0;
        const PASS: usize = 1;
        let params = SearchParams {
            tree: TreeParams { pass_rate: 0.2, ..TreeParams::default() },
            rave: RaveParams { rave_pass_interval: 5.0, ..RaveParams::default() },
            ..SearchParams::default()
        };
        let node = node(&[[(0.9, 1e9); 2], [(0.1, 1e9); 2]]);
        let visit = |index, reward, times| {
            let payoff = Payoff { reward, score: None, utility: reward };
            (0..times).for_each(|_| node.open(index).0.add(payoff, 0.0));
        };
        visit(PLAY, 0.0, 4);
        assert_eq!(chosen(&node, &params), [PLAY]);
        visit(PLAY, 0.0, 1);
        assert_eq!(chosen(&node, &params), [PLAY, PASS]);
        visit(PASS, 0.0, 1);
        visit(PLAY, 0.0, 3);
        assert_eq!(chosen(&node, &params), [PLAY], "one visit in nine");
        visit(PLAY, 0.0, 1);
        assert_eq!(chosen(&node, &params), [PLAY, PASS], "one visit in ten");
        visit(PLAY, 1.0, 3);
        assert_eq!(chosen(&node, &params), [PLAY], "three in thirteen are won");
    }

    #[test]
    fn ties_are_broken_at_random_and_what_is_proven_counts_as_such() {
        let same = [(0.5, 9.0), (0.5, 9.0)];
        let node = node(&[same, same, same, same]);
        assert_eq!(chosen(&node, &SearchParams::default()), [0, 1, 2, 3]);
        node.open(1).0.prove(0.0);
        assert_eq!(chosen(&node, &SearchParams::default()), [0, 2, 3]);
        node.open(2).0.prove(1.0);
        assert_eq!(chosen(&node, &SearchParams::default()), [2]);
        assert_eq!(node.mv(3), Move::Pass);
    }
}
