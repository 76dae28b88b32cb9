//! One layer of the network: a convolution of 3×3 points over the board.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over constant ranges are unrolled, and sums stay in registers"
)]

use super::{CHANNELS, HEIGHT};
use wide::{f32x16, i16x32, i32x16};

/// Floats in a vector.
pub(super) const LANES: usize = 16;

/// Vectors that a layer puts out for a point.
pub(super) const OUT: usize = CHANNELS / LANES;

/// The channels of a point, in vectors.
pub(super) type Channels = [f32x16; OUT];

/// The channels of every point of the board and of a border of one point around it, row by row. The border is zero.
pub(super) type Image = [Channels; WIDTH * WIDTH];

/// The channels of a point as whole numbers: pair `k` are the channels `k` and `k + LANES`.
pub(super) type PairCodes = i16x32;

/// Points of a row with its border.
pub(super) const WIDTH: usize = HEIGHT + 2;

/// Points in a row of a tile.
const TILE: usize = 3;

/// Tiles in a row of the board.
const ACROSS: usize = HEIGHT / TILE;

const TILES: usize = ACROSS * ACROSS;

/// Points in a row of what a tile depends on, and of a transformed tile.
const PATCH: usize = TILE + 2;

/// The greatest code if none is below zero: transformed tiles have up to 18 times as much. Half of it if there are
/// such codes.
pub(super) const MOST_CODE: i16 = i16::MAX / 18;

/// What a layer looks at, and room for its work.
pub(super) struct Workbench {
    /// The codes of an image.
    pub(super) codes: [PairCodes; WIDTH * WIDTH],
    /// What a code of one stands for.
    pub(super) unit: f32,
    /// By place in the tile, then by tile.
    tiles: [[PairCodes; TILES]; PATCH * PATCH],
    sums: [[[i32x16; OUT]; TILES]; PATCH * PATCH],
}

impl Workbench {
    pub(super) fn new() -> Workbench {
        Workbench {
            codes: [i16x32::ZERO; WIDTH * WIDTH],
            unit: 1.0,
            tiles: [[i16x32::ZERO; TILES]; PATCH * PATCH],
            sums: [[[i32x16::ZERO; OUT]; TILES]; PATCH * PATCH],
        }
    }

    /// Puts an image that has nothing below zero on the bench.
    #[inline(never)]
    pub(super) fn put(&mut self, image: &Image) {
        // One for each column, so that none waits for the one before it. More than zero, for an image of zeros.
        let mut columns = [[f32x16::splat(1e-30); OUT]; WIDTH];
        for row in image.chunks_exact(WIDTH) {
            for column in 0..WIDTH {
                for v in 0..OUT {
                    columns[column][v] = columns[column][v].fast_max(row[column][v]);
                }
            }
        }
        let most = columns.into_iter().flatten().fold(f32x16::ZERO, f32x16::fast_max);
        let most = most.to_array().into_iter().fold(0.0, f32::max);
        self.unit = most / f32::from(MOST_CODE);
        let scale = f32x16::splat(f32::from(MOST_CODE) / most);
        for (codes, &[low, high]) in self.codes.iter_mut().zip(image) {
            let (low, high) = ((low * scale).fast_round_int(), (high * scale).fast_round_int());
            *codes = bytemuck::cast(low | (high << 16u32));
        }
    }
}

/// A layer with `2 · PAIRS` channels before it and [`CHANNELS`] after it.
///
/// A tile of 3×3 points takes 25 multiplications for each channel before and after it instead of 81, and these are of
/// whole numbers of 16 bits, 32 by one instruction. What that rounds off is a thousandth of what a layer puts out.
///
/// Source: Lavin, Gray: Fast algorithms for convolutional neural networks, 2016: F(3×3, 3×3), with the points 0, 1,
/// −1, 2 and infinity.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layer<const PAIRS: usize> {
    /// By place in the transformed tile, then by pair of channels before the layer.
    weights: Box<[[[PairCodes; OUT]; PAIRS]]>,
    /// What a code of one stands for, by place.
    units: Box<[Channels]>,
    bias: Channels,
}

/// One dimension of the transform of the weights: three of them become five.
fn spread([a, b, c]: [f32; 3]) -> [f32; PATCH] {
    [a / 2.0, -(a + b + c) / 2.0, (b - a - c) / 6.0, (a + 2.0 * b + 4.0 * c) / 6.0, c]
}

/// One dimension of the transform of a patch.
#[inline(always)]
fn transform([a, b, c, d, e]: [PairCodes; PATCH]) -> [PairCodes; PATCH] {
    let (ac, bd, bc) = (a - c, d - b, b - c);
    [ac + ac + bd, bd - b - c, bc + bc - c + d, bd, e - c - bd - bd]
}

/// One dimension of the way back: five sums become three.
#[inline(always)]
fn gather([a, b, c, d, e]: [f32x16; PATCH]) -> [f32x16; TILE] {
    let (two, four) = (f32x16::splat(2.0), f32x16::splat(4.0));
    [a + b + c + d, b - c + two * d, b + c + four * d + e]
}

impl<const PAIRS: usize> Layer<PAIRS> {
    /// The layer of these weights: `weight(row, column, before, after)` for the 3×3 points, which are read from the
    /// upper left one on, and channels before and after it.
    pub(super) fn new(
        weight: impl Fn(usize, usize, usize, usize) -> f32,
        bias: [f32; CHANNELS],
    ) -> Layer<PAIRS> {
        let mut weights = vec![[[i16x32::ZERO; OUT]; PAIRS]; PATCH * PATCH].into_boxed_slice();
        let mut units = vec![[f32x16::ZERO; OUT]; PATCH * PATCH].into_boxed_slice();
        for after in 0..CHANNELS {
            let spread: Vec<[[f32; PATCH]; PATCH]> = (0..2 * PAIRS)
                .map(|before| {
                    let rows: [[f32; PATCH]; 3] = std::array::from_fn(|row| {
                        spread(std::array::from_fn(|column| weight(row, column, before, after)))
                    });
                    std::array::from_fn(|column| spread(std::array::from_fn(|row| rows[row][column])))
                })
                .collect();
            for place in 0..PATCH * PATCH {
                let all = || spread.iter().map(|all| all[place % PATCH][place / PATCH]);
                // Whatever is in the tiles, a weight stays within 16 bits and a sum within 32.
                let sum: f32 = all().map(f32::abs).sum();
                let most = all().map(f32::abs).fold(f32::MIN_POSITIVE, f32::max);
                let scale = (65_000.0 / sum).min(32_000.0 / most);
                units[place][after / LANES].as_mut_array()[after % LANES] = 1.0 / scale;
                for (before, value) in all().enumerate() {
                    let lane = 2 * (after % LANES) + before / PAIRS;
                    weights[place][before % PAIRS][after / LANES].as_mut_array()[lane] =
                        (value * scale).round() as i16;
                }
            }
        }
        Layer { weights, units, bias: vectors(&bias) }
    }

    /// What comes after what is on the bench; nothing is below zero. What was in `after`, but for its border, does not
    /// matter.
    pub(super) fn apply(&self, bench: &mut Workbench, after: &mut Image) {
        self.sum(bench);
        self.leave(bench, after, |_| f32x16::ZERO);
    }

    /// The same, added to what is in `after`.
    pub(super) fn add(&self, bench: &mut Workbench, after: &mut Image) {
        self.sum(bench);
        self.leave(bench, after, |skipped| skipped);
    }

    fn sum(&self, bench: &mut Workbench) {
        enter(&bench.codes, &mut bench.tiles);
        for ((weights, tiles), sums) in self.weights.iter().zip(&bench.tiles).zip(&mut bench.sums) {
            multiply(weights, tiles, sums);
        }
    }

    #[inline(never)]
    fn leave(&self, bench: &Workbench, after: &mut Image, kept: impl Fn(f32x16) -> f32x16) {
        let unit = f32x16::splat(bench.unit);
        for tile in 0..TILES {
            let corner = (tile / ACROSS * TILE + 1) * WIDTH + tile % ACROSS * TILE + 1;
            for v in 0..OUT {
                let sum = |place: usize| bench.sums[place][tile][v].round_float() * self.units[place][v];
                let mut rows = [[f32x16::ZERO; TILE]; PATCH];
                for row in 0..PATCH {
                    let at = row * PATCH;
                    rows[row] = gather([sum(at), sum(at + 1), sum(at + 2), sum(at + 3), sum(at + 4)]);
                }
                for column in 0..TILE {
                    let [a, b, c, d, e] = &rows;
                    let all = gather([a[column], b[column], c[column], d[column], e[column]]);
                    for row in 0..TILE {
                        let place = &mut after[corner + row * WIDTH + column][v];
                        *place = (all[row] * unit + self.bias[v] + kept(*place)).fast_max(f32x16::ZERO);
                    }
                }
            }
        }
    }
}

/// The transformed tiles of an image.
#[inline(never)]
fn enter(image: &[PairCodes; WIDTH * WIDTH], tiles: &mut [[PairCodes; TILES]; PATCH * PATCH]) {
    for tile in 0..TILES {
        let corner = tile / ACROSS * TILE * WIDTH + tile % ACROSS * TILE;
        let mut rows = [[i16x32::ZERO; PATCH]; PATCH];
        for row in 0..PATCH {
            let at = corner + row * WIDTH;
            rows[row] = transform([image[at], image[at + 1], image[at + 2], image[at + 3], image[at + 4]]);
        }
        for column in 0..PATCH {
            let [a, b, c, d, e] = &rows;
            let all = transform([a[column], b[column], c[column], d[column], e[column]]);
            for row in 0..PATCH {
                tiles[row * PATCH + column][tile] = all[row];
            }
        }
    }
}

/// For one place of all tiles: the channels times the weights. The sums stay in registers.
#[inline(never)]
fn multiply<const PAIRS: usize>(
    weights: &[[PairCodes; OUT]; PAIRS],
    tiles: &[PairCodes; TILES],
    out: &mut [[i32x16; OUT]; TILES],
) {
    let mut sums = [[i32x16::ZERO; OUT]; TILES];
    let tiles: &[[i32; LANES]; TILES] = bytemuck::cast_ref(tiles);
    for pair in 0..PAIRS {
        let weights = weights[pair];
        for tile in 0..TILES {
            let pair: PairCodes = bytemuck::cast(i32x16::splat(tiles[tile][pair]));
            for (sum, weight) in sums[tile].iter_mut().zip(weights) {
                *sum += pair.dot(weight);
            }
        }
    }
    *out = sums;
}

/// The floats in vectors.
pub(super) fn vectors(floats: &[f32; CHANNELS]) -> Channels {
    std::array::from_fn(|v| std::array::from_fn(|lane| floats[v * LANES + lane]).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Against the sum that defines a convolution, with and without what is skipped. The second time all numbers are as
    /// great as they can be.
    #[test]
    fn a_layer_is_a_convolution() {
        let mut rng = Rng::new(1, 0);
        for great in [false, true] {
            let mut noise = || {
                let noise = rng.below(2001) as f32 / 1000.0 - 1.0;
                if great { noise.signum() } else { noise }
            };
            let weights: Vec<f32> = (0..9 * CHANNELS * CHANNELS).map(|_| noise()).collect();
            let weight = |row: usize, column: usize, before: usize, after: usize| {
                weights[((row * 3 + column) * CHANNELS + before) * CHANNELS + after]
            };
            let bias: [f32; CHANNELS] = std::array::from_fn(|_| noise());
            let layer = Layer::<LANES>::new(weight, bias);
            let mut before: Image = [[f32x16::ZERO; OUT]; WIDTH * WIDTH];
            let mut skipped = before;
            for row in 1..=HEIGHT {
                for column in 1..=HEIGHT {
                    let point = row * WIDTH + column;
                    before[point] = vectors(&std::array::from_fn(|_| noise().max(0.0)));
                    skipped[point] = vectors(&std::array::from_fn(|_| noise()));
                }
            }
            let mut bench = Workbench::new();
            bench.put(&[[f32x16::ZERO; OUT]; WIDTH * WIDTH]);
            assert_eq!(bench.codes, [i16x32::ZERO; WIDTH * WIDTH]);
            bench.put(&before);
            for skips in [false, true] {
                let mut after = skipped;
                match skips {
                    true => layer.add(&mut bench, &mut after),
                    false => layer.apply(&mut bench, &mut after),
                }
                let mut most = 0.0f32;
                for row in 1..=HEIGHT {
                    for column in 1..=HEIGHT {
                        let point = row * WIDTH + column;
                        for channel in 0..CHANNELS {
                            let at = |image: &Image, point: usize, channel: usize| {
                                image[point][channel / LANES].as_array()[channel % LANES]
                            };
                            let mut sum = bias[channel];
                            for (place, from) in
                                (0..9).map(|i| (i, point + i / 3 * WIDTH + i % 3 - WIDTH - 1))
                            {
                                for lane in 0..CHANNELS {
                                    sum +=
                                        at(&before, from, lane) * weight(place / 3, place % 3, lane, channel);
                                }
                            }
                            if skips {
                                sum += at(&skipped, point, channel);
                            }
                            let told = at(&after, point, channel);
                            most = most.max(sum);
                            assert!((told - sum.max(0.0)).abs() < 0.03, "{told} {sum}");
                        }
                    }
                }
                assert!(most > 10.0, "{most}");
            }
        }
    }
}
