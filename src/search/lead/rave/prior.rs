//! What is thought of a move before any playout.

use super::weights::WEIGHTS;
use super::{ByHandParams, RaveParams};
use crate::board::PointMap;
use crate::search::estimate::Estimate;
use crate::search::scene::Scene;
use libm::expf;

/// How likely a good player is to choose each play of the scene; they add up to one.
///
/// The weights of a play's features add up to the logarithm of its odds (a conditional logit model).
///
/// Source: Coulom: Computing Elo ratings of move patterns in the game of Go, 2007, for the idea.
pub fn prior_policy(scene: &Scene<'_>) -> PointMap<f32> {
    let weights = &*WEIGHTS;
    let mut shares = PointMap::filled(0.0f32);
    scene.features(|feature, points| {
        let weight = weights.of_feature(feature);
        for point in points {
            shares[point] += weight;
        }
    });
    scene.surroundings(|point, surroundings| shares[point] += weights.of_surroundings(&surroundings));
    let mut total = 0.0;
    for point in scene.plays {
        shares[point] = expf(shares[point]);
        total += shares[point];
    }
    for point in scene.plays {
        shares[point] /= total;
    }
    shares
}

/// Where a play has its prior from.
enum PriorSource {
    /// Nowhere.
    None,
    /// The policy that was fitted.
    Fitted(PointMap<f32>),
    /// Values by hand.
    ByHand(PointMap<f32>),
}

/// What the plays, in index order, and the pass are worth before they have been tried: equivalent visits with their mean, both
/// for the value and for RAVE. Weight 0 is no estimate.
///
/// Every move begins with `prior_even` visits of an even result; a play gets `prior_wins` wins more, times the root of its
/// share of the policy. Values by hand are the result of those visits instead.
pub(super) fn priors(
    scene: &Scene<'_>,
    params: &RaveParams,
    by_hand: &ByHandParams,
) -> impl Iterator<Item = Estimate> {
    let (even, scale) = (params.prior_even, params.prior_wins);
    let source = match (by_hand.by_hand, scale > 0.0) {
        (true, _) => PriorSource::ByHand(by_hand.values(scene)),
        (false, true) => PriorSource::Fitted(prior_policy(scene)),
        (false, false) => PriorSource::None,
    };
    let plays = scene.plays.iter().map(move |point| match &source {
        PriorSource::None => estimate(0.5, even, 0.0),
        PriorSource::Fitted(policy) => estimate(0.5, even, scale * policy[point].sqrt()),
        PriorSource::ByHand(values) => estimate(values[point], even, 0.0),
    });
    plays.chain(std::iter::once(estimate(params.prior_pass, even, 0.0)))
}

/// So many visits of that mean, and so many wins more.
fn estimate(mean: f32, visits: f32, wins: f32) -> Estimate {
    let weight = visits + wins;
    if weight > 0.0 {
        Estimate { mean: (mean * visits + wins) / weight, weight }
    } else {
        Estimate::default()
    }
}
