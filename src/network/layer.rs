//! One layer of the network: a convolution of 3×3 points over the board.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over constant ranges are unrolled, and sums stay in registers"
)]

use super::{CHANNELS, HEIGHT};
use wide::f32x16;

/// Floats in a vector.
pub(super) const LANES: usize = 16;

/// The channels of a point, in vectors.
pub(super) type Channels<const V: usize> = [f32x16; V];

/// Vectors that a layer puts out for a point.
pub(super) const OUT: usize = CHANNELS / LANES;

/// The channels of every point of the board and of a border of one point around it, row by row. The border is zero.
pub(super) type Image<const V: usize> = [Channels<V>; WIDTH * WIDTH];

/// Points of a row with its border.
pub(super) const WIDTH: usize = HEIGHT + 2;

/// Points in a row of a tile.
const TILE: usize = 3;

/// Tiles in a row of the board.
const ACROSS: usize = HEIGHT / TILE;

const TILES: usize = ACROSS * ACROSS;

/// Points in a row of what a tile depends on, and of a transformed tile.
const PATCH: usize = TILE + 2;

/// Transformed tiles: by place in the tile, then by tile.
type Tiles<const V: usize> = [[Channels<V>; TILES]; PATCH * PATCH];

/// Room for the work of a layer; to clear it for each layer would take a tenth of the time.
pub(super) struct Bench<const V: usize> {
    tiles: Tiles<V>,
    sums: Tiles<OUT>,
}

impl<const V: usize> Bench<V> {
    pub(super) fn new() -> Bench<V> {
        Bench {
            tiles: [[[f32x16::ZERO; V]; TILES]; PATCH * PATCH],
            sums: [[[f32x16::ZERO; OUT]; TILES]; PATCH * PATCH],
        }
    }
}

/// A layer with `16 · V` channels before it and [`CHANNELS`] after it.
///
/// A tile of 3×3 points takes 25 multiplications for each pair of channels instead of 81.
///
/// Source: Lavin, Gray: Fast algorithms for convolutional neural networks, 2016: F(3×3, 3×3), with the points 0, 1,
/// −1, 2 and infinity.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layer<const V: usize> {
    /// By place in the transformed tile, then by channel before the layer.
    weights: Box<[[[Channels<OUT>; LANES]; V]]>,
    bias: Channels<OUT>,
}

/// One dimension of the transform of the weights: three of them become five.
fn spread([a, b, c]: [f32; 3]) -> [f32; PATCH] {
    [a / 2.0, -(a + b + c) / 2.0, (b - a - c) / 6.0, (a + 2.0 * b + 4.0 * c) / 6.0, c]
}

/// One dimension of the transform of a patch.
#[inline(always)]
fn transform([a, b, c, d, e]: [f32x16; PATCH]) -> [f32x16; PATCH] {
    let (two, three) = (f32x16::splat(2.0), f32x16::splat(3.0));
    let bd = d - b;
    [two * (a - c) + bd, d - c - two * b, two * b - three * c + d, bd, two * (b - d) + e - c]
}

/// One dimension of the way back: five sums become three.
#[inline(always)]
fn gather([a, b, c, d, e]: [f32x16; PATCH]) -> [f32x16; TILE] {
    let (two, four) = (f32x16::splat(2.0), f32x16::splat(4.0));
    [a + b + c + d, b - c + two * d, b + c + four * d + e]
}

impl<const V: usize> Layer<V> {
    /// The layer of these weights: `weight(row, column, before, after)` for the 3×3 points, which are read from the
    /// upper left one on, and channels before and after it.
    pub(super) fn new(weight: impl Fn(usize, usize, usize, usize) -> f32, bias: [f32; CHANNELS]) -> Layer<V> {
        let mut weights = vec![[[[f32x16::ZERO; OUT]; LANES]; V]; PATCH * PATCH].into_boxed_slice();
        for before in 0..V * LANES {
            for after in 0..CHANNELS {
                let rows: [[f32; PATCH]; 3] = std::array::from_fn(|row| {
                    spread(std::array::from_fn(|column| weight(row, column, before, after)))
                });
                for column in 0..PATCH {
                    let all = spread(std::array::from_fn(|row| rows[row][column]));
                    for (row, value) in all.into_iter().enumerate() {
                        let place = &mut weights[row * PATCH + column][before / LANES][before % LANES];
                        place[after / LANES].as_mut_array()[after % LANES] = value;
                    }
                }
            }
        }
        Layer { weights, bias: vectors(&bias) }
    }

    /// What comes after the layer; nothing is below zero. What was on the bench or in `after`, but for its border, does not
    /// matter.
    pub(super) fn apply(&self, before: &Image<V>, bench: &mut Bench<V>, after: &mut Image<OUT>) {
        self.sum(before, bench);
        self.leave(&bench.sums, after, |_| f32x16::ZERO);
    }

    /// The same, added to what is in `after`.
    pub(super) fn add(&self, before: &Image<V>, bench: &mut Bench<V>, after: &mut Image<OUT>) {
        self.sum(before, bench);
        self.leave(&bench.sums, after, |skipped| skipped);
    }

    fn sum(&self, before: &Image<V>, bench: &mut Bench<V>) {
        enter(before, &mut bench.tiles);
        for ((weights, tiles), sums) in self.weights.iter().zip(&bench.tiles).zip(&mut bench.sums) {
            multiply(weights, tiles, sums);
        }
    }

    #[inline(never)]
    fn leave(&self, sums: &Tiles<OUT>, after: &mut Image<OUT>, kept: impl Fn(f32x16) -> f32x16) {
        for tile in 0..TILES {
            let corner = (tile / ACROSS * TILE + 1) * WIDTH + tile % ACROSS * TILE + 1;
            for v in 0..OUT {
                let rows: [[f32x16; TILE]; PATCH] = std::array::from_fn(|row| {
                    gather(std::array::from_fn(|column| sums[row * PATCH + column][tile][v]))
                });
                for column in 0..TILE {
                    let all = gather(std::array::from_fn(|row| rows[row][column]));
                    for (row, sum) in all.into_iter().enumerate() {
                        let place = &mut after[corner + row * WIDTH + column][v];
                        *place = (sum + self.bias[v] + kept(*place)).max(f32x16::ZERO);
                    }
                }
            }
        }
    }
}

/// The transformed tiles of an image.
#[inline(never)]
fn enter<const V: usize>(image: &Image<V>, tiles: &mut Tiles<V>) {
    for tile in 0..TILES {
        let corner = tile / ACROSS * TILE * WIDTH + tile % ACROSS * TILE;
        for v in 0..V {
            let rows: [[f32x16; PATCH]; PATCH] = std::array::from_fn(|row| {
                transform(std::array::from_fn(|column| image[corner + row * WIDTH + column][v]))
            });
            for column in 0..PATCH {
                let all = transform(std::array::from_fn(|row| rows[row][column]));
                for (row, value) in all.into_iter().enumerate() {
                    tiles[row * PATCH + column][tile][v] = value;
                }
            }
        }
    }
}

/// For one place of all tiles: the channels times the weights. The sums stay in registers.
#[inline(never)]
fn multiply<const V: usize>(
    weights: &[[Channels<OUT>; LANES]; V],
    tiles: &[Channels<V>; TILES],
    out: &mut [Channels<OUT>; TILES],
) {
    let mut sums = [[f32x16::ZERO; OUT]; TILES];
    for v in 0..V {
        for lane in 0..LANES {
            let weights = weights[v][lane];
            for tile in 0..TILES {
                let channel = f32x16::splat(tiles[tile][v].as_array()[lane]);
                for (sum, weight) in sums[tile].iter_mut().zip(weights) {
                    *sum = channel.mul_add(weight, *sum);
                }
            }
        }
    }
    *out = sums;
}

/// The floats in vectors.
pub(super) fn vectors(floats: &[f32; CHANNELS]) -> Channels<OUT> {
    std::array::from_fn(|v| std::array::from_fn(|lane| floats[v * LANES + lane]).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn noise(rng: &mut Rng) -> f32 {
        rng.below(2001) as f32 / 1000.0 - 1.0
    }

    /// Against the sum that defines a convolution, with and without what is skipped.
    #[test]
    fn a_layer_is_a_convolution() {
        let mut rng = Rng::new(1, 0);
        let weights: Vec<f32> = (0..9 * LANES * CHANNELS).map(|_| noise(&mut rng)).collect();
        let weight = |row: usize, column: usize, before: usize, after: usize| {
            weights[((row * 3 + column) * LANES + before) * CHANNELS + after]
        };
        let bias: [f32; CHANNELS] = std::array::from_fn(|_| noise(&mut rng));
        let layer = Layer::<1>::new(weight, bias);
        let mut before: Image<1> = [[f32x16::ZERO]; WIDTH * WIDTH];
        let mut skipped: Image<OUT> = [[f32x16::ZERO; OUT]; WIDTH * WIDTH];
        for row in 1..=HEIGHT {
            for column in 1..=HEIGHT {
                let point = row * WIDTH + column;
                before[point][0] = std::array::from_fn(|_| noise(&mut rng)).into();
                skipped[point] = std::array::from_fn(|_| std::array::from_fn(|_| noise(&mut rng)).into());
            }
        }
        let mut bench = Bench::new();
        for skips in [false, true] {
            let mut after = skipped;
            match skips {
                true => layer.add(&before, &mut bench, &mut after),
                false => layer.apply(&before, &mut bench, &mut after),
            }
            for row in 1..=HEIGHT {
                for column in 1..=HEIGHT {
                    let point = row * WIDTH + column;
                    for channel in 0..CHANNELS {
                        let mut sum = bias[channel];
                        for (place, from) in (0..9).map(|i| (i, point + i / 3 * WIDTH + i % 3 - WIDTH - 1)) {
                            for lane in 0..LANES {
                                sum += before[from][0].as_array()[lane]
                                    * weight(place / 3, place % 3, lane, channel);
                            }
                        }
                        let (v, lane) = (channel / LANES, channel % LANES);
                        sum += if skips { skipped[point][v].as_array()[lane] } else { 0.0 };
                        let told = after[point][v].as_array()[lane];
                        assert!((told - sum.max(0.0)).abs() < 1e-4, "{told} {sum}");
                    }
                }
            }
        }
    }
}
