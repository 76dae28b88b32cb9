//! What is thought of a move before any playout.

use super::feature::Feature;
use super::weights::{TermSum, WEIGHTS};
use super::{ByHandParams, RaveParams};
use crate::board::PointMap;
use crate::patterns::Extent;
use crate::search::estimate::Estimate;
use crate::search::scene::Scene;
use libm::expf;

// A bit each.
const _: () = assert!(Feature::ALL.len() <= u128::BITS as usize);

/// How likely a good player is to choose each play of the scene; they add up to one.
///
/// A conditional logit model of the features of a play: its log odds are
///
/// ```text
/// Σ weight + ½ · Σ ± (Σ factor of the play + Σ factor of the scene)²
/// ```
///
/// over its own features, and for the scene over those that any play has. So features count together what they do not
/// count alone.
///
/// Sources: Coulom: Computing Elo ratings of move patterns in the game of Go, 2007; Wistuba, Schmidt-Thieme: Move
/// prediction in Go, modelling feature interactions using latent factors, KI 2013; for the ideas.
pub fn prior_policy(scene: &Scene<'_>) -> PointMap<f32> {
    let weights = &*WEIGHTS;
    let mut sums = PointMap::filled(TermSum::default());
    let mut present = 0u128;
    scene.features(|feature, points| {
        present |= 1 << feature as u8;
        let term = weights.of_feature(feature);
        points.iter().for_each(|point| sums[point].add(term));
    });
    let mut wanted = Vec::with_capacity(Extent::ALL.len() * scene.plays.len() as usize);
    scene.surroundings(|point, surroundings| wanted.push((point, surroundings.key())));
    weights.of_surroundings(&wanted, |point, term| sums[point].add(term));
    let mut of_scene = TermSum::default();
    for &feature in Feature::ALL.iter().filter(|&&feature| present >> feature as u8 & 1 != 0) {
        of_scene.add_factors(weights.of_scene(feature));
    }
    let mut shares = PointMap::filled(0.0f32);
    let mut most = f32::NEG_INFINITY;
    for point in scene.plays {
        shares[point] = sums[point].log_odds(&of_scene);
        most = most.max(shares[point]);
    }
    let mut total = 0.0;
    for point in scene.plays {
        shares[point] = expf(shares[point] - most);
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
