//! The file of weights.
//!
//! Lines of text: what it is, its shape (`planes 20 channels 64 blocks 8 pools 2`), where it comes from. Then numbers: what a
//! code stands for after the first layer and between the layers of each block, as `f32`, and the weights as halves of `f32`
//! (IEEE 754), all with the low byte first, in the order in which [`network`] takes them.

use super::conv::{Conv, PointConv};
use super::image::GROUP;
use super::planes::PLANES;
use super::{Block, Dense, HEAD, Layer, Network};
use std::ops::RangeInclusive;
use thiserror::Error;

/// What a file of weights begins with.
const MAGIC: &str = "tengen network 4";

/// The size of a code: ratios of two have to be finite. Today's are a thousandth to a hundredth.
const STEP_RANGE: RangeInclusive<f32> = 1e-6..=1e3;

/// The largest network that is read: more would be too slow for anything.
const MOST_CHANNELS: usize = 512;
const MOST_BLOCKS: usize = 100;
pub(super) const LARGEST_FILE: u64 = 1 << 30;

/// Numbers beside the planes: what komi gives the player to move, and whether the last move was a pass.
pub(super) const NUMBERS: usize = 2;

/// The code of one in the first image.
pub(super) const ONE: i16 = 100;

/// Why bytes are no network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// It begins otherwise.
    #[error("it is no network of this version ({MAGIC})")]
    Magic,
    /// The line with the shape.
    #[error("its shape cannot be used: '{0}'")]
    Shape(String),
    /// Too few numbers, or too many.
    #[error("it has {found} bytes of weights where its shape takes {expected}")]
    Length {
        /// Bytes that belong there.
        expected: usize,
        /// Bytes that are there.
        found: usize,
    },
    /// Not a number, or infinite.
    #[error("one of its weights is no number")]
    NotFinite,
    /// Far from what steps are.
    #[error("one of its steps is out of range")]
    Step,
}

/// A half of an `f32` as one.
fn from_half(half: u16) -> f32 {
    let (sign, exponent, fraction) =
        (u32::from(half >> 15), u32::from(half >> 10 & 31), u32::from(half & 1023));
    match exponent {
        0 => (if sign == 0 { 1.0 } else { -1.0 }) * fraction as f32 / (1 << 24) as f32,
        31 => f32::NAN,
        _ => f32::from_bits(sign << 31 | (exponent + 112) << 23 | fraction << 13),
    }
}

/// The shape of a network, as a line of the file says it.
#[derive(Clone, Copy, Debug)]
struct Shape {
    channels: usize,
    blocks: usize,
    /// The last one of so many blocks has a pool, and so on.
    pools: usize,
}

impl Shape {
    fn parse(line: &str) -> Option<Shape> {
        let words: Vec<&str> = line.split(' ').collect();
        let &["planes", planes, "channels", channels, "blocks", blocks, "pools", pools] = words.as_slice()
        else {
            return None;
        };
        let numbers = [planes, channels, blocks, pools].map(|word| word.parse().ok());
        let [Some(planes), Some(channels), Some(blocks), Some(pools)] = numbers else { return None };
        let fits = planes == PLANES
            && (GROUP..=MOST_CHANNELS).contains(&channels)
            && channels % GROUP == 0
            && (1..=MOST_BLOCKS).contains(&blocks)
            && pools > 0;
        fits.then_some(Shape { channels, blocks, pools })
    }

    /// Does the block with that index have a pool?
    fn has_pool(self, index: usize) -> bool {
        (index + 1).is_multiple_of(self.pools)
    }

    /// Channels of what the whole board says.
    fn pooled(self) -> usize {
        2 * self.channels
    }

    /// Codes whose sizes are in the file.
    fn steps(self) -> usize {
        1 + self.blocks
    }

    /// Weights and biases, in the order of the file.
    fn weights(self) -> usize {
        let Shape { channels, blocks, pools } = self;
        let layer = |before| (9 * before + 1) * channels;
        let biased = |before, after| (before + 1) * after;
        let trunk = layer(PLANES + NUMBERS) + 2 * blocks * layer(channels);
        let pool = blocks / pools * self.pooled() * channels;
        let moves = biased(channels, HEAD) + self.pooled() * HEAD + HEAD + biased(self.pooled(), 1);
        let fate = biased(channels, HEAD) + biased(HEAD, 1);
        trunk + pool + moves + fate + biased(2 * HEAD, 2 * HEAD) + biased(2 * HEAD, 4)
    }
}

/// The network that the bytes of a file describe.
///
/// # Errors
/// It is another file, of another shape, cut off or too long, or has weights that are no numbers.
pub(super) fn parse(bytes: &[u8]) -> Result<Network, WeightsError> {
    let mut lines = bytes.splitn(4, |&byte| byte == b'\n');
    let (magic, shape, origin) = (lines.next(), lines.next(), lines.next());
    let numbers = lines.next().filter(|_| magic == Some(MAGIC.as_bytes())).ok_or(WeightsError::Magic)?;
    let text = |line: Option<&[u8]>| String::from_utf8_lossy(line.unwrap_or_default()).into_owned();
    let line = text(shape);
    let shape = Shape::parse(&line).ok_or(WeightsError::Shape(line))?;
    let (steps, weights) = numbers_of(shape, numbers)?;
    Ok(network(text(origin), shape, &steps, &weights))
}

/// The steps and the weights in these bytes.
fn numbers_of(shape: Shape, bytes: &[u8]) -> Result<(Vec<f32>, Vec<f32>), WeightsError> {
    let expected = 4 * shape.steps() + 2 * shape.weights();
    if bytes.len() != expected {
        return Err(WeightsError::Length { expected, found: bytes.len() });
    }
    let (steps, halves) = bytes.split_at(4 * shape.steps());
    let steps: Vec<f32> = steps.as_chunks().0.iter().map(|step| f32::from_le_bytes(*step)).collect();
    let weights: Vec<f32> =
        halves.as_chunks().0.iter().map(|half| from_half(u16::from_le_bytes(*half))).collect();
    if !weights.iter().all(|weight| weight.is_finite()) {
        return Err(WeightsError::NotFinite);
    }
    if !steps.iter().all(|step| STEP_RANGE.contains(step)) {
        return Err(WeightsError::Step);
    }
    Ok((steps, weights))
}

/// The network of these steps and weights, as many as belong to its shape.
fn network(origin: String, shape: Shape, steps: &[f32], weights: &[f32]) -> Network {
    let (unit, units) = (steps[0], &steps[1..]);
    let channels = shape.channels;
    let mut reader = WeightReader { rest: weights };
    let first = reader.layer(PLANES + NUMBERS, channels, 1.0 / f32::from(ONE), unit);
    let blocks = units.iter().enumerate();
    let blocks = blocks.map(|(index, &inner)| reader.block(channels, shape.has_pool(index), unit, inner));
    let blocks = blocks.collect();
    let moves = reader.biased(channels, HEAD);
    let moves_pool = Dense { bias: moves.bias, ..reader.dense(shape.pooled(), HEAD) }.times(unit);
    let policy = reader.weights(HEAD);
    let pass_policy = reader.biased(shape.pooled(), 1).times(unit);
    let (fate, owner) = (reader.biased(channels, HEAD), reader.biased(HEAD, 1));
    let (sums, value) = (reader.biased(2 * HEAD, 2 * HEAD), reader.biased(2 * HEAD, 4));
    debug_assert!(reader.rest.is_empty());
    let heads = PointConv::new(channels, 2 * HEAD, unit, |before, after| match after.checked_sub(HEAD) {
        None => moves.weights[before * HEAD + after],
        Some(after) => fate.weights[before * HEAD + after],
    });
    Network {
        origin,
        channels,
        first,
        blocks,
        heads,
        moves_pool,
        policy,
        pass_policy,
        fate_bias: fate.bias,
        owner_bias: owner.bias[0],
        owner: owner.weights,
        sums,
        value,
    }
}

/// Takes the weights of a file in their order; their number has been checked.
struct WeightReader<'a> {
    rest: &'a [f32],
}

impl WeightReader<'_> {
    /// The next so many weights.
    fn weights(&mut self, count: usize) -> Vec<f32> {
        let (weights, rest) = self.rest.split_at(count);
        self.rest = rest;
        weights.to_vec()
    }

    /// Sums without biases.
    fn dense(&mut self, before: usize, after: usize) -> Dense {
        Dense { after, weights: self.weights(before * after), bias: vec![0.0; after] }
    }

    /// Sums and their biases.
    fn biased(&mut self, before: usize, after: usize) -> Dense {
        Dense { after, weights: self.weights(before * after), bias: self.weights(after) }
    }

    /// A layer: its weights by row, column, channel before and after it, then its biases, which become codes. The units are
    /// what a code before it and one after it stand for.
    fn layer(&mut self, before: usize, after: usize, unit_before: f32, unit_after: f32) -> Layer {
        let weights = self.weights(9 * before * after);
        let room = before.next_multiple_of(GROUP);
        let weight = |row: usize, column: usize, from: usize, to: usize| {
            if from < before { weights[((row * 3 + column) * before + from) * after + to] } else { 0.0 }
        };
        let conv = Conv::new(room, after, unit_before / unit_after, weight);
        let bias = self.weights(after).into_iter().map(|bias| bias / unit_after).collect();
        Layer { conv, bias }
    }

    /// A block; `inner` is what a code between its layers stands for, `unit` what one around them does.
    fn block(&mut self, channels: usize, has_pool: bool, unit: f32, inner: f32) -> Block {
        let one = self.layer(channels, channels, unit, inner);
        // From codes to codes.
        let pool = has_pool.then(|| self.dense(2 * channels, channels).times(unit / inner));
        let two = self.layer(channels, channels, inner, unit);
        Block { one, pool, two }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_read_to_the_last_bit() {
        let smallest = 1.0 / 16_777_216.0;
        for (half, number) in [
            (0x0000, 0.0),
            (0x0001, smallest),
            (0x8001, -smallest),
            (0x03FF, 1023.0 * smallest),
            (0x0400, 1024.0 * smallest),
            (0x3555, 0.333_251_95),
            (0x3C00, 1.0),
            (0x3C01, 1.000_976_6),
            (0xC000, -2.0),
            (0x7BFF, 65_504.0),
        ] {
            assert_eq!(from_half(half), number, "{half:04x}");
        }
        assert!(from_half(0x8000).is_sign_negative());
        for endless in [0x7C00, 0xFC00, 0x7C01, 0xFFFF] {
            assert!(!from_half(endless).is_finite(), "{endless:04x}");
        }
    }
}
