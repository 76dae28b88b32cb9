//! The first opinion of a move, before any playout.

use super::feature::Scene;
use super::node::Estimate;
use crate::board::PointMap;
use crate::params::Params;
use libm::expf;

/// What a move is worth before it has been tried: equivalent visits with their mean, once for the value
/// and once for RAVE. Weight 0 is no opinion.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prior {
    /// Of the move itself.
    pub(super) value: Estimate,
    /// Of the point, whenever it is played.
    pub(super) rave: Estimate,
}

/// How likely a good player is to choose each play of the scene; they add up to one.
///
/// The weights of a play's features add up to the logarithm of its odds (a conditional logit model).
///
/// Source: Coulom: Computing Elo ratings of move patterns in the game of Go, 2007, for the idea.
pub fn odds(scene: &Scene<'_>) -> PointMap<f32> {
    let mut sums = PointMap::filled(0.0f32);
    scene.features(|feature, points| {
        let weight = feature.weight();
        for point in points {
            sums[point] += weight;
        }
    });
    let mut total = 0.0;
    for point in scene.plays {
        sums[point] = expf(sums[point]);
        total += sums[point];
    }
    for point in scene.plays {
        sums[point] /= total;
    }
    sums
}

/// The priors of the plays in index order and of the pass.
///
/// Every move begins with `prior_even` visits of an even result; a play gets `prior_odds` wins more, times the
/// root of its odds.
pub(super) fn priors(scene: &Scene<'_>, params: &Params) -> impl Iterator<Item = Prior> {
    let odds = odds(scene);
    let (even, scale, rave) = (params.prior_even, params.prior_odds, params.prior_rave);
    let plays = scene.plays.iter().map(move |point| {
        let wins = scale * odds[point].sqrt();
        estimate(0.5, even, wins, rave)
    });
    plays.chain(std::iter::once(estimate(params.prior_pass, even, 0.0, rave)))
}

fn estimate(mean: f32, weight: f32, wins: f32, rave: f32) -> Prior {
    let total = weight + wins;
    if total <= 0.0 {
        return Prior::default();
    }
    let mean = (mean * weight + wins) / total;
    Prior { value: Estimate { mean, weight: total }, rave: Estimate { mean, weight: total * rave } }
}
