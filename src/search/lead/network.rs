//! The network leads: its policy says which moves to try, its value is the reward of a position that it has just seen, and what
//! lies deeper is learned from these rewards alone.

mod evaluations;

pub(in crate::search) use evaluations::Evaluations;

use super::{LeafValue, PolicyMap, State};
use crate::board::PointMap;
use crate::network::Evaluation;
use crate::params::parameters;
use crate::search::node::{BYTES_PER_BLOCK, Node, bytes_of};
use crate::search::scene::Scene;
use crate::search::select::{Lanes, SUMS_AT_ONCE, Tried, no_numbers};
use libm::{atanf, powf};
use std::f32::consts::PI;

parameters! {
    "network", "The network in the lead":
    /// How a search that the network leads chooses and learns.
    pub struct NetworkParams {
        /// Power of the network's policy: less than 1 makes it more even.
        network_power: f32 = 0.85, 0.01..=10.0;
        /// Least share of a pass in the policy.
        network_pass: f32 = 0.005, 0.0..=1.0;
        /// Where all moves that have been tried look lost, one visit in so many is the pass's.
        network_pass_interval: f32 = 20.0, 1.0..=1e6;
        /// Share of the score in what counts when moves are chosen; the rest is the reward.
        score_share: f32 = 0.1, 0.0..=1.0;
        /// How far from the score expected at the root, in points, a score counts half as much as it ever does.
        score_scale: f32 = 9.0, 0.01..=1000.0;
        /// How much the policy of a move counts against what has come of it.
        puct: f32 = 0.6, 0.0..=100.0;
        /// How much less an untried move is thought to be worth, at most, than those that have been tried.
        puct_fall: f32 = 0.2, 0.0..=1.0;
    }
}

/// What the network thinks of a position.
#[derive(Debug, PartialEq)]
pub(in crate::search) struct PolicyAndValue {
    /// How likely each move is to be chosen, the pass last.
    policy: Box<[f32]>,
    /// What the position is worth to its player, 0 to 1.
    pub(super) value: f32,
    /// Points by which its player will be ahead, komi included.
    pub(super) score: f32,
}

/// The node of a scene, at which the network has to `evaluate` unless it has done so already.
pub(super) fn expand(
    scene: &Scene<'_>,
    evaluations: &Evaluations,
    evaluate: impl FnOnce() -> Evaluation,
    params: &NetworkParams,
) -> Node {
    let seen = evaluations.get_or_evaluate(scene, || PolicyAndValue::of(scene, &evaluate(), params));
    Node::new(scene.plays, scene.complete, State::Network(seen))
}

/// The policy of a scene.
pub(super) fn policy(scene: &Scene<'_>, komi: f32, params: &NetworkParams) -> PolicyMap {
    let PolicyAndValue { policy, .. } = PolicyAndValue::of(scene, &scene.evaluate(komi), params);
    let mut plays = PointMap::filled(0.0);
    for (point, &share) in scene.plays.iter().zip(&policy) {
        plays[point] = share;
    }
    // That of the pass is the last one.
    PolicyMap { plays, pass: policy.last().copied() }
}

impl PolicyAndValue {
    fn of(scene: &Scene<'_>, evaluation: &Evaluation, params: &NetworkParams) -> PolicyAndValue {
        let &Evaluation { ref policy, pass, value, score } = evaluation;
        let power = |share: f32| powf(share, params.network_power);
        let mut shares: Vec<f32> = scene.plays.iter().map(|point| power(policy[point])).collect();
        shares.push(power(pass));
        let total: f32 = shares.iter().sum();
        for share in &mut shares {
            *share /= total;
        }
        if let Some(pass) = shares.last_mut() {
            *pass = pass.max(params.network_pass);
        }
        PolicyAndValue { policy: shares.into(), value, score }
    }

    /// Memory, in bytes; each of the nodes that share it counts all of it.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self) + BYTES_PER_BLOCK + bytes_of(&self.policy) + Evaluations::BYTES_PER_EVALUATION
    }

    /// How much the moves promise by their values and the policy.
    ///
    /// ```text
    /// urgency = mean + puct · policy · √(1 + n₁ + n₂ + …) / (1 + n)      n: weight of the value
    /// ```
    ///
    /// A move that has not been tried has the mean of those that have, less `puct_fall` times the root of their share
    /// of the policy (first-play-urgency reduction). Where all that have been tried look lost, the pass gets one in
    /// `network_pass_interval` visits at least: in a seki it may be the only move that loses nothing, and the policy hardly
    /// knows it.
    ///
    /// Sources: Silver and others: Mastering the game of Go without human knowledge, 2017 (PUCT); Wu: Accelerating
    /// self-play learning in Go, 2020, section 2 (the reduction).
    #[inline]
    pub(super) fn urgency(
        &self,
        Tried { mean, weight }: &Tried,
        pass_rate: f32,
        params: &NetworkParams,
    ) -> Lanes {
        let [mut policy, mut urgency] = [no_numbers(); 2];
        policy[..self.policy.len()].copy_from_slice(&self.policy);
        let [mut rewards, mut weights, mut shares] = [[0.0; SUMS_AT_ONCE]; 3];
        for first in (0..policy.len()).step_by(SUMS_AT_ONCE) {
            for lane in 0..SUMS_AT_ONCE {
                let i = first + lane;
                let open = weight[i] > 0.0 && weight[i] < f32::INFINITY;
                rewards[lane] += if open { mean[i] * weight[i] } else { 0.0 };
                weights[lane] += if open { weight[i] } else { 0.0 };
                shares[lane] += if open { policy[i] } else { 0.0 };
            }
        }
        let [rewards, weights, shares] =
            [rewards, weights, shares].map(|lanes| lanes.into_iter().sum::<f32>());
        let so_far = if weights > 0.0 { rewards / weights } else { self.value };
        let first = so_far - params.puct_fall * shares.sqrt();
        let scale = params.puct * (1.0 + weights).sqrt();
        for i in 0..urgency.len() {
            let value = if weight[i] > 0.0 { mean[i] } else { first };
            urgency[i] = value + scale * policy[i] / (1.0 + weight[i]);
        }
        let pass = self.policy.len() - 1;
        if so_far < pass_rate && weights >= params.network_pass_interval * (1.0 + weight[pass]) {
            urgency[pass] = f32::INFINITY;
        }
        urgency
    }
}

/// What counts for Black when moves are chosen, 0 to 1: the reward, and of two that are alike the greater score, compared with
/// what is `expected` at the root. Where no score is known it is the reward alone.
///
/// ```text
/// utility = (1 - score_share) · reward + score_share · points
/// points  = ½ + atan((score - expected) / score_scale) / π
/// ```
///
/// Source: Wu: Accelerating self-play learning in Go, 2020, appendix F (score maximization).
#[inline]
pub(in crate::search) fn utility(value: LeafValue, expected: f32, params: &NetworkParams) -> f32 {
    let LeafValue { reward, score: Some(score) } = value else { return value.reward };
    (1.0 - params.score_share) * reward + params.score_share * points(score, expected, params)
}

/// What so many points ahead count beside those that are expected, 0 to 1; see [`utility`].
#[inline]
pub(in crate::search) fn points(score: f32, expected: f32, params: &NetworkParams) -> f32 {
    0.5 + atanf((score - expected) / params.score_scale) / PI
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Move, Point};
    use crate::knowledge::Knowledge;
    use crate::search::estimate::Estimate;
    use crate::search::params::{SearchParams, TreeParams};
    use crate::search::select::tests::chosen;
    use std::sync::Arc;

    fn with(network: NetworkParams) -> SearchParams {
        SearchParams { network, ..SearchParams::default() }
    }

    /// A node that the network has seen, worth a half; its moves have these shares of the policy and, if they have been tried,
    /// these (mean, weight).
    fn seen(moves: &[(f32, Option<(f32, f32)>)]) -> Node {
        let plays = (0..moves.len() - 1).map(|column| Point::new(column, 0)).collect();
        let policy = moves.iter().map(|&(share, _)| share).collect();
        let seen = Arc::new(PolicyAndValue { policy, value: 0.5, score: 0.0 });
        let node = Node::new(plays, true, State::Network(seen));
        for (index, &(_, tried)) in moves.iter().enumerate() {
            if let Some((mean, weight)) = tried {
                node.hint(node.mv(index), Estimate { mean, weight });
            }
        }
        node
    }

    #[test]
    fn the_policy_counts_less_with_every_visit() {
        let params = with(NetworkParams { puct: 1.0, puct_fall: 0.2, ..NetworkParams::default() });
        // Nothing is known but the policy.
        assert_eq!(chosen(&seen(&[(0.2, None), (0.5, None), (0.3, None)]), &params), [1]);
        // 0.5 + 0.5 · √9 / 9 = 0.667, and an untried move has 0.5 − 0.2 · √0.5 + policy · √9.
        let after = |share| seen(&[(share, None), (0.5, Some((0.5, 8.0))), (0.0, None)]);
        assert_eq!(chosen(&after(0.10), &params), [1]);
        assert_eq!(chosen(&after(0.11), &params), [0]);
    }

    #[test]
    fn the_pass_is_tried_now_and_then_where_all_else_looks_lost() {
        const INTERVAL: f32 = 20.0;
        let params = SearchParams {
            tree: TreeParams { pass_rate: 0.2, ..TreeParams::default() },
            network: NetworkParams { network_pass_interval: INTERVAL, ..NetworkParams::default() },
            ..SearchParams::default()
        };
        let after = |mean, visits, pass| seen(&[(1.0, Some((mean, visits))), (0.0, pass)]);
        let tried = |node: &Node| chosen(node, &params) == [1];
        assert!(!tried(&after(0.1, INTERVAL - 1.0, None)));
        assert!(tried(&after(0.1, INTERVAL, None)));
        assert!(!tried(&after(0.1, 2.0 * INTERVAL - 2.0, Some((0.05, 1.0)))));
        assert!(tried(&after(0.1, 2.0 * INTERVAL - 1.0, Some((0.05, 1.0)))));
        assert!(!tried(&after(0.3, 10.0 * INTERVAL, None)));
        let lost = after(0.1, 10.0 * INTERVAL, None);
        lost.open(1).0.prove(0.0);
        assert!(!tried(&lost));
    }

    #[test]
    fn what_is_proven_counts_as_such() {
        let node = seen(&[(0.5, None), (0.3, None), (0.2, None)]);
        node.open(0).0.prove(0.0);
        assert_eq!(chosen(&node, &SearchParams::default()), [1]);
        node.open(2).0.prove(1.0);
        assert_eq!(chosen(&node, &SearchParams::default()), [2]);
    }

    #[test]
    fn plays_share_the_policy() {
        let (board, knowledge) = (Board::new(9), Knowledge::embedded());
        let scene = Scene::new(&board, [None; 2], &knowledge);
        for network_power in [0.5, 1.0] {
            let params = NetworkParams { network_power, ..NetworkParams::default() };
            let seen = PolicyAndValue::of(&scene, &scene.evaluate(7.0), &params);
            let (pass, plays) = seen.policy.split_last().unwrap();
            assert_eq!(plays.len(), 81);
            assert!(*pass >= params.network_pass);
            let total = plays.iter().sum::<f32>();
            assert!(total < 1.0 + 1e-4 && total + *pass > 1.0 - 1e-4, "{total} and {pass}");
            let map = policy(&scene, 7.0, &params);
            assert!(scene.plays.iter().map(|point| map.plays[point]).eq(plays.iter().copied()));
        }
    }

    /// With the best play of both Black is seven points ahead, as after a first move in the middle, where White is to move.
    #[test]
    fn seven_points_are_a_fair_komi() {
        let (mut board, knowledge) = (Board::new(9), Knowledge::embedded());
        let middle = Point::new(4, 4);
        board.play_legal(Color::Black, middle);
        let scene = Scene::new(&board, [Some(Move::Play(middle)), None], &knowledge);
        let value = |komi| PolicyAndValue::of(&scene, &scene.evaluate(komi), &NetworkParams::default()).value;
        assert!(value(4.5) < 0.2 && value(5.5) < 0.4, "{} and {}", value(4.5), value(5.5));
        assert!((0.2..0.8).contains(&value(7.0)), "{}", value(7.0));
        assert!(value(8.5) > 0.6 && value(9.5) > 0.8, "{} and {}", value(8.5), value(9.5));
    }

    /// Of rewards that are alike the greater score counts more, and every win more than every loss.
    #[test]
    fn the_score_decides_between_moves_that_win_alike() {
        let params = NetworkParams::default();
        let of = |reward, score| utility(LeafValue { reward, score: Some(score) }, 3.0, &params);
        assert!(of(0.9, 5.0) > of(0.9, 4.0) && of(0.0, -30.0) > of(0.0, -31.0));
        assert!(of(0.0, 80.0) < of(1.0, -80.0));
        assert!((of(0.5, 3.0) - 0.5).abs() < 1e-6);
        assert!((of(0.5, 3.0 + params.score_scale) - 0.5 - params.score_share / 4.0).abs() < 1e-6);
        assert_eq!(utility(LeafValue { reward: 0.7, score: None }, 3.0, &params), 0.7);
    }
}
