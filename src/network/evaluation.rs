//! The network's evaluation of a position: from planes through all layers to policy and value.

use super::conv::Workbench;
use super::image::{self, GROUP, Image, MOST_CODE, SIDE};
use super::level::{self, Level, Vectors};
use super::planes::{self, PLANES, Planes};
use super::weights::{NUMBERS, ONE};
use super::{Evaluation, FullEvaluation, HEAD, Network};
use crate::board::{PointMap, PointSet};
use libm::{expf, tanhf};
use std::cell::RefCell;

/// Points that the network counts as one: of a lead, of its error and of what komi gives.
const POINTS_UNIT: f32 = 10.0;

/// Room for the work of a thread.
#[derive(Clone, Debug)]
struct Workspace {
    input: Image,
    image: Image,
    between: Image,
    bench: Workbench,
    pooled: Vec<f32>,
    bias: Vec<f32>,
    /// The channels of the heads, by head and point.
    heads: Vec<[f32; GROUP]>,
}

impl Workspace {
    fn new(channels: usize) -> Workspace {
        let input = (PLANES + NUMBERS).next_multiple_of(GROUP);
        Workspace {
            input: Image::new(input),
            image: Image::new(channels),
            between: Image::new(channels),
            bench: Workbench::new(channels.max(input)),
            pooled: vec![0.0; 2 * channels],
            bias: vec![0.0; channels],
            heads: vec![[0.0; GROUP]; 2 * SIDE * SIDE],
        }
    }
}

impl Network {
    /// The same as [`Network::evaluate_fully`] from planes and numbers, with these vectors or lesser ones if the processor lacks
    /// them.
    pub(super) fn evaluate_planes_fully(
        &self,
        vectors: Vectors,
        planes: &Planes,
        numbers: (f32, bool),
        plays: PointSet,
    ) -> FullEvaluation {
        self.see(vectors, planes, numbers, |raw, heads| {
            let [.., win_error, lead_error] = raw.value;
            let error = |raw: f32| libm::log1pf(expf(raw.min(30.0))).sqrt();
            let mut owner = PointMap::filled(0.0);
            for point in PointSet::board(SIDE) {
                let fate = &heads.fate[planes::reading_place(point)];
                owner[point] = tanhf(sum(fate, &self.owner) + self.owner_bias);
            }
            FullEvaluation {
                evaluation: self.conclude(raw, heads, plays),
                value_error: error(win_error),
                score_error: POINTS_UNIT * error(lead_error),
                owner,
            }
        })
    }

    /// The same as [`Network::evaluate`] from planes and numbers, with these vectors or lesser ones if the processor lacks them.
    pub(super) fn evaluate_planes(
        &self,
        vectors: Vectors,
        planes: &Planes,
        numbers: (f32, bool),
        plays: PointSet,
    ) -> Evaluation {
        self.see(vectors, planes, numbers, |raw, heads| self.conclude(raw, heads, plays))
    }

    /// Runs the network and returns what `told` makes of its raw outputs.
    fn see<T>(
        &self,
        vectors: Vectors,
        planes: &Planes,
        (gain, after_pass): (f32, bool),
        told: impl FnOnce(Raw, Heads<'_>) -> T,
    ) -> T {
        thread_local! {
            static WORKSPACE: RefCell<Option<(usize, Box<Workspace>)>> = const { RefCell::new(None) };
        }
        WORKSPACE.with_borrow_mut(|kept| {
            if kept.as_ref().is_none_or(|(channels, _)| *channels != self.channels) {
                *kept = Some((self.channels, Box::new(Workspace::new(self.channels))));
            }
            let Some((_, space)) = kept else { unreachable!() };
            show(planes, gain, after_pass, &mut space.input);
            let raw = level::run(vectors, Forward { network: self, space });
            let (moves, fate) = space.heads.split_at(SIDE * SIDE);
            told(raw, Heads { moves, fate })
        })
    }

    /// The way through all layers. Leaves the channels of both heads in `space` and returns the other outputs: the
    /// log odds of the pass and the numbers of the value.
    #[inline(always)]
    fn forward<L: Level>(&self, level: L, space: &mut Workspace) -> Raw {
        let Workspace { input, image, between, bench, pooled, bias, heads } = space;
        self.first.conv.apply(level, input, image, &self.first.bias, false, bench);
        for block in &self.blocks {
            let bias = match &block.pool {
                None => &block.one.bias,
                Some(pool) => {
                    image.pool(pooled);
                    pool.apply(pooled, bias);
                    bias.iter_mut().zip(&block.one.bias).for_each(|(sum, bias)| *sum += bias);
                    &*bias
                }
            };
            block.one.conv.apply(level, image, between, bias, false, bench);
            block.two.conv.apply(level, between, image, &block.two.bias, true, bench);
        }
        image.pool(pooled);
        self.heads.apply(level, image, heads);
        let (moves, fate) = heads.split_at_mut(SIDE * SIDE);
        let mut moves_bias = [0.0; HEAD];
        self.moves_pool.apply(pooled, &mut moves_bias);
        raise(moves, &moves_bias);
        raise(fate, &self.fate_bias);
        let mut pass = [0.0];
        self.pass_policy.apply(pooled, &mut pass);
        let mut fates = [0.0; 2 * HEAD];
        let (means, greatest) = fates.split_at_mut(HEAD);
        for channels in fate.iter() {
            for ((mean, most), channel) in means.iter_mut().zip(greatest.iter_mut()).zip(channels) {
                *mean += channel;
                *most = if *channel > *most { *channel } else { *most };
            }
        }
        means.iter_mut().for_each(|mean| *mean /= (SIDE * SIDE) as f32);
        let (mut sums, mut value) = ([0.0; 2 * HEAD], [0.0; 4]);
        self.sums.apply(&fates, &mut sums);
        sums.iter_mut().for_each(|sum| *sum = if *sum > 0.0 { *sum } else { 0.0 });
        self.value.apply(&sums, &mut value);
        Raw { pass: pass[0], value }
    }

    /// An evaluation from the raw outputs.
    fn conclude(&self, Raw { pass, value }: Raw, heads: Heads<'_>, plays: PointSet) -> Evaluation {
        let mut policy = PointMap::filled(0.0);
        for point in plays {
            policy[point] = sum(&heads.moves[planes::reading_place(point)], &self.policy);
        }
        let pass = softmax(&mut policy, plays, pass);
        let [win, lead, ..] = value;
        Evaluation { policy, pass, value: 1.0 / (1.0 + expf(-win)), score: POINTS_UNIT * lead }
    }
}

/// Softmax: turns the log odds of points, and of one more choice, into shares that add up to one. Returns the share
/// of that choice; if there is none, its log odds are negative infinity.
///
/// The greatest is taken off all of them first, so that no exponential overflows.
pub(crate) fn softmax(odds: &mut PointMap<f32>, points: PointSet, other: f32) -> f32 {
    let most = points.iter().fold(other, |most, point| most.max(odds[point]));
    let mut total = 0.0;
    for point in points {
        odds[point] = expf(odds[point] - most);
        total += odds[point];
    }
    let other = expf(other - most);
    total += other;
    for point in points {
        odds[point] /= total;
    }
    other / total
}

/// The channels of the heads, by point.
#[derive(Clone, Copy, Debug)]
struct Heads<'a> {
    moves: &'a [[f32; GROUP]],
    fate: &'a [[f32; GROUP]],
}

/// The raw outputs of the network beside the channels of its heads.
#[derive(Clone, Copy, Debug)]
struct Raw {
    pass: f32,
    /// Win, lead, and the errors of both.
    value: [f32; 4],
}

/// [`Network::forward`] as work that is compiled for the vectors of the processor.
struct Forward<'a> {
    network: &'a Network,
    space: &'a mut Workspace,
}

impl level::Work for Forward<'_> {
    type Output = Raw;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Raw {
        self.network.forward(level, self.space)
    }
}

/// Adds the biases; what is below zero becomes zero (ReLU).
#[inline(always)]
fn raise(points: &mut [[f32; GROUP]], bias: &[f32]) {
    for channels in points {
        for (channel, bias) in channels.iter_mut().zip(bias) {
            let sum = *channel + bias;
            *channel = if sum > 0.0 { sum } else { 0.0 };
        }
    }
}

/// The sum of the channels of a point, each times its weight: halves of them are added to each other until one is left.
fn sum(channels: &[f32; GROUP], weights: &[f32]) -> f32 {
    let mut products = *channels;
    products.iter_mut().zip(weights).for_each(|(product, weight)| *product *= weight);
    let mut half = GROUP / 2;
    while half > 0 {
        for lane in 0..half {
            products[lane] += products[lane + half];
        }
        half /= 2;
    }
    products[0]
}

/// Writes the input image: the planes, then `gain` and `after_pass` at every point.
fn show(planes: &Planes, gain: f32, after_pass: bool, image: &mut Image) {
    image.clear();
    for (plane, &points) in planes.iter().enumerate() {
        for point in points {
            image.put(planes::image_place(point), plane, ONE);
        }
    }
    let most = f32::from(MOST_CODE / 2);
    let gain = (gain / POINTS_UNIT * f32::from(ONE)).round().clamp(-most, most) as i16;
    let after_pass = if after_pass { ONE } else { 0 };
    for place in image::points() {
        image.put(place, PLANES, gain);
        image.put(place, PLANES + 1, after_pass);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use libm::logf;

    #[test]
    fn shares_have_the_odds_that_they_are_made_of() {
        let points = [0, 1, 2].map(|column| Point::new(column, 0));
        let three_to_one = |lowest: f32, other| {
            let mut odds = PointMap::filled(lowest);
            odds[points[0]] = lowest + logf(3.0);
            let other = softmax(&mut odds, PointSet::from_iter([points[0], points[1]]), other);
            assert_eq!(odds[points[2]], lowest, "what was not asked for stays");
            [odds[points[0]], odds[points[1]], other]
        };
        // Numbers whose exponentials are all zero or infinite make no difference.
        for (lowest, rounding) in [(0.0, 1e-6), (1000.0, 1e-3), (-1000.0, 1e-3)] {
            for (other, expected) in [(lowest, [0.6f32, 0.2, 0.2]), (f32::NEG_INFINITY, [0.75, 0.25, 0.0])] {
                let shares = three_to_one(lowest, other);
                let far = shares.iter().zip(expected).any(|(share, right)| (share - right).abs() > rounding);
                assert!(!far, "{lowest} {other}: {shares:?}");
            }
        }
    }
}
