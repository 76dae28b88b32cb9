//! What is thought of a move before any playout.

use super::feature::Feature;
use super::weights::{TermSum, WEIGHTS};
use super::{ByHandParams, RaveParams};
use crate::board::PointMap;
use crate::network::softmax;
use crate::patterns::Extent;
use crate::search::estimate::Estimate;
use crate::search::scene::Scene;

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
    let mut shares = PointMap::filled(0.0);
    for point in scene.plays {
        shares[point] = sums[point].log_odds(&of_scene);
    }
    softmax(&mut shares, scene.plays, f32::NEG_INFINITY);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Move, Point, PointSet, Symmetry};
    use crate::knowledge::Knowledge;
    use libm::logf;

    /// Whoever moves first, E5 decides about White's three stones.
    const THREE_IN_ATARI: &str = "......./.XXX.../XOOO.../.XXX.../......./....O../.......";

    /// Eyes, weak chains of both colors and room for more.
    const FIGHT: &str = ".X.X.../XXXX.../OOOO..O/.O.XX../.OXX.O./..O..../.......";

    fn boards() -> [Board; 4] {
        let drawn = |picture: &str| picture.parse().unwrap();
        [Board::new(9), Board::new(2), drawn(THREE_IN_ATARI), drawn(FIGHT)]
    }

    /// The plays of a position and their shares.
    fn policy(board: &Board) -> (PointSet, PointMap<f32>) {
        let knowledge = Knowledge::embedded();
        let scene = Scene::new(board, [None; 2], &knowledge);
        (scene.plays, prior_policy(&scene))
    }

    /// What the moves of a position begin with.
    fn estimates(board: &Board, params: &RaveParams, by_hand: &ByHandParams) -> Vec<Estimate> {
        let knowledge = Knowledge::embedded();
        let scene = Scene::new(board, [None; 2], &knowledge);
        priors(&scene, params, by_hand).collect()
    }

    fn is_near(a: f32, b: f32) -> bool {
        (a - b).abs() <= 1e-4 * a.abs().max(b.abs())
    }

    #[test]
    fn shares_add_up_to_one_and_only_plays_have_one() {
        for board in boards() {
            let (plays, shares) = policy(&board);
            let total: f32 = plays.iter().map(|point| shares[point]).sum();
            assert!(is_near(total, 1.0), "{total}\n{board}");
            for point in PointSet::board(board.size()) {
                assert_eq!(shares[point] > 0.0, plays.contains(point), "{point}\n{board}");
            }
        }
    }

    #[test]
    fn points_that_a_symmetry_exchanges_have_the_same_share() {
        let picture =
            "........./........./..X...X../........./....O..../........./..X...X../........./.........";
        let board: Board = picture.parse().unwrap();
        let (plays, shares) = policy(&board);
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.board(&board).to_string(), board.to_string());
            for point in plays {
                let image = symmetry.point(point, board.size());
                let both = (shares[point], shares[image]);
                assert!(is_near(both.0, both.1), "{point} {image} {both:?}");
            }
        }
        let all: Vec<f32> = plays.iter().map(|point| shares[point]).collect();
        let (least, most) =
            (all.iter().copied().fold(1.0, f32::min), all.iter().copied().fold(0.0, f32::max));
        assert!(most > 10.0 * least, "the same share everywhere would be symmetric too: {least} {most}");
    }

    #[test]
    fn shares_know_no_color() {
        for board in boards() {
            let exchanged = board.with_colors_exchanged();
            let ((plays, shares), (other_plays, others)) = (policy(&board), policy(&exchanged));
            assert_eq!(plays, other_plays, "\n{board}");
            for point in plays {
                assert!(is_near(shares[point], others[point]), "{point}\n{board}");
            }
        }
    }

    /// The odds of two plays are those of their features and surroundings, each alone and all together with the
    /// features of the scene; here one play after the other.
    #[test]
    fn odds_are_those_of_all_that_is_said_of_a_play() {
        let knowledge = Knowledge::embedded();
        for board in boards() {
            let scene = Scene::new(&board, [None; 2], &knowledge);
            let shares = prior_policy(&scene);
            let mut present = Vec::new();
            scene.features(|feature, _| present.push(feature as usize));
            present.sort_unstable();
            present.dedup();
            let mut of_scene = TermSum::default();
            for number in present {
                of_scene.add_factors(WEIGHTS.of_scene(Feature::ALL[number]));
            }
            let log_odds = |play: Point| {
                let mut sum = TermSum::default();
                scene.features(|feature, points| {
                    if points.contains(play) {
                        sum.add(WEIGHTS.of_feature(feature));
                    }
                });
                let mut wanted = Vec::new();
                scene.surroundings(|point, surroundings| wanted.push((point, surroundings.key())));
                wanted.retain(|&(point, _)| point == play);
                WEIGHTS.of_surroundings(&wanted, |_, term| sum.add(term));
                sum.log_odds(&of_scene)
            };
            let first = scene.plays.first().unwrap();
            for play in scene.plays {
                let (told, expected) = (logf(shares[play] / shares[first]), log_odds(play) - log_odds(first));
                assert!((told - expected).abs() < 1e-3, "{play}: {told} {expected}\n{board}");
            }
        }
    }

    #[test]
    fn three_stones_in_atari_come_first_for_both_colors() {
        let mut board: Board = THREE_IN_ATARI.parse().unwrap();
        for color in Color::ALL {
            board.set_to_play(color);
            let (plays, shares) = policy(&board);
            let likeliest = plays.iter().max_by(|&a, &b| shares[a].total_cmp(&shares[b]));
            assert_eq!(likeliest, Point::parse("E5", 7), "{color}");
        }
    }

    #[test]
    fn the_last_move_matters() {
        let (board, knowledge) = (FIGHT.parse::<Board>().unwrap(), Knowledge::embedded());
        let after = |name: &str| {
            let last = Point::parse(name, board.size()).map(Move::Play);
            prior_policy(&Scene::new(&board, [last, None], &knowledge))
        };
        let (left, right) = (after("C2"), after("G5"));
        let changes = board.empty().iter().map(|point| (left[point] - right[point]).abs());
        let greatest = changes.fold(0.0, f32::max);
        assert!(greatest > 1e-3, "{greatest}");
    }

    #[test]
    fn a_play_wins_in_proportion_to_the_root_of_its_share() {
        let params = RaveParams { prior_even: 10.0, prior_wins: 100.0, ..RaveParams::default() };
        for board in boards() {
            let (plays, shares) = policy(&board);
            let all = estimates(&board, &params, &ByHandParams::default());
            let (pass, of_plays) = all.split_last().unwrap();
            assert!(is_near(pass.mean, params.prior_pass) && pass.weight == 10.0, "{pass:?}");
            assert_eq!(of_plays.len(), plays.len() as usize);
            for (point, estimate) in plays.iter().zip(of_plays) {
                let wins = 100.0 * shares[point].sqrt();
                assert!(is_near(estimate.weight, 10.0 + wins), "{point} {estimate:?}");
                assert!(is_near(estimate.mean * estimate.weight, 5.0 + wins), "{point} {estimate:?}");
            }
            // Shares add up to one, and so do the squares of their roots.
            let squares: f32 = of_plays.iter().map(|estimate| (estimate.weight - 10.0).powi(2)).sum();
            assert!((squares / 1e4 - 1.0).abs() < 1e-3, "{squares}");
        }
    }

    #[test]
    fn without_wins_plays_begin_even_and_without_visits_nothing_is_known() {
        let board: Board = FIGHT.parse().unwrap();
        let begin = |prior_even| {
            let params = RaveParams { prior_even, prior_wins: 0.0, ..RaveParams::default() };
            estimates(&board, &params, &ByHandParams::default())
        };
        let even = begin(4.0);
        let (pass, of_plays) = even.split_last().unwrap();
        assert!(of_plays.iter().all(|&estimate| estimate == Estimate { mean: 0.5, weight: 4.0 }));
        assert!(pass.mean < 0.5 && pass.weight == 4.0, "{pass:?}");
        assert!(begin(0.0).iter().all(|&estimate| estimate == Estimate::default()));
    }

    #[test]
    fn values_by_hand_take_the_place_of_the_policy() {
        let knowledge = Knowledge::embedded();
        let by_hand = ByHandParams { by_hand: true, ..ByHandParams::default() };
        let params = RaveParams { prior_even: 10.0, prior_wins: 100.0, ..RaveParams::default() };
        let (mut least, mut most) = (1.0f32, 0.0f32);
        for board in boards() {
            let scene = Scene::new(&board, [None; 2], &knowledge);
            let values = by_hand.values(&scene);
            for (point, estimate) in scene.plays.iter().zip(estimates(&board, &params, &by_hand)) {
                let value = values[point];
                assert!(is_near(estimate.mean, value) && estimate.weight == 10.0, "{point} {estimate:?}");
                (least, most) = (least.min(value), most.max(value));
            }
        }
        assert!(least < 0.5 && most > 0.5, "something speaks against plays and for some: {least} {most}");
    }
}
