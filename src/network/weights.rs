//! The file of weights.
//!
//! Lines of text: what it is, its shape (`planes 20 channels 64 blocks 8 pools 2`), where it comes from. Then numbers: what a
//! code stands for after the first layer and between the layers of each block, as `f32`, and the weights as halves of `f32`
//! (IEEE 754), all with the low byte first, in the order in which [`parse`] takes them.

use super::conv::{Conv, PointConv};
use super::image::GROUP;
use super::planes::PLANES;
use super::{Block, Dense, HEAD, Network};
use crate::file::{self, ReadError};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What a file of weights begins with.
const MAGIC: &str = "tengen network 4";

/// What a step between two whole numbers of a layer may be: their ratios have to be numbers too. Today's are a thousandth to a hundredth.
const STEP_RANGE: RangeInclusive<f32> = 1e-6..=1e3;

/// The largest network that is read: more would be too slow for anything.
const MOST_CHANNELS: usize = 512;
const MOST_BLOCKS: usize = 100;
const LARGEST_FILE: u64 = 1 << 30;

/// Numbers beside the planes: what komi gives the player to move, and whether the last move was a pass.
pub(super) const NUMBERS: usize = 2;

/// The code of one in the first image.
pub(super) const ONE: i16 = 100;

/// Why a file cannot be used as a network.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// It cannot be read.
    #[error("{}: {reason}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why not.
        reason: ReadError,
    },
    /// It is no file of weights.
    #[error("{}: {reason}", file.display())]
    Weights {
        /// The file.
        file: PathBuf,
        /// Why not.
        reason: WeightsError,
    },
}

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

    fn dense(&mut self, before: usize, after: usize, biased: bool) -> Dense {
        let weights = self.weights(before * after);
        Dense { after, weights, bias: if biased { self.weights(after) } else { vec![0.0; after] } }
    }
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

/// The shape in a line of the file.
fn shape(line: &str) -> Option<[usize; 4]> {
    let words: Vec<&str> = line.split(' ').collect();
    let &["planes", planes, "channels", channels, "blocks", blocks, "pools", pools] = words.as_slice() else {
        return None;
    };
    let numbers = [planes, channels, blocks, pools].map(|word| word.parse().ok());
    let [Some(planes), Some(channels), Some(blocks), Some(pools)] = numbers else { return None };
    let fits = planes == PLANES
        && (GROUP..=MOST_CHANNELS).contains(&channels)
        && channels % GROUP == 0
        && (1..=MOST_BLOCKS).contains(&blocks)
        && pools > 0;
    fits.then_some([planes, channels, blocks, pools])
}

/// The network of a file.
pub(super) fn read(file: &Path) -> Result<Network, NetworkError> {
    let named = || file.to_owned();
    let bytes = file::read(file, LARGEST_FILE)
        .map_err(|reason| NetworkError::Unreadable { file: named(), reason })?;
    parse(&bytes).map_err(|reason| NetworkError::Weights { file: named(), reason })
}

/// The network that the bytes of a file describe.
///
/// # Errors
/// It is another file, of another shape, cut off or too long, or has weights that are no numbers.
pub(super) fn parse(bytes: &[u8]) -> Result<Network, WeightsError> {
    let mut lines = bytes.splitn(4, |&byte| byte == b'\n');
    let (magic, shape_line, origin) = (lines.next(), lines.next(), lines.next());
    let bytes = lines.next().filter(|_| magic == Some(MAGIC.as_bytes())).ok_or(WeightsError::Magic)?;
    let shape_line = String::from_utf8_lossy(shape_line.unwrap_or_default()).into_owned();
    let Some([_, channels, blocks, pools]) = shape(&shape_line) else {
        return Err(WeightsError::Shape(shape_line));
    };
    let layer = |before: usize| (9 * before + 1) * channels;
    let pooled = 2 * channels;
    let pool = blocks / pools * pooled * channels;
    let heads = 2 * (channels + 1) * HEAD
        + pooled * HEAD
        + HEAD
        + pooled
        + 1
        + HEAD
        + 1
        + (2 * HEAD + 1) * 2 * HEAD
        + (2 * HEAD + 1) * 4;
    let weights = layer(PLANES + NUMBERS) + 2 * blocks * layer(channels) + pool + heads;
    let expected = 4 * (1 + blocks) + 2 * weights;
    if bytes.len() != expected {
        return Err(WeightsError::Length { expected, found: bytes.len() });
    }
    let (steps, halves) = bytes.split_at(4 * (1 + blocks));
    let steps: Vec<f32> = steps.as_chunks().0.iter().map(|step| f32::from_le_bytes(*step)).collect();
    let all: Vec<f32> =
        halves.as_chunks().0.iter().map(|half| from_half(u16::from_le_bytes(*half))).collect();
    if !all.iter().all(|weight| weight.is_finite()) {
        return Err(WeightsError::NotFinite);
    }
    if !steps.iter().all(|step| STEP_RANGE.contains(step)) {
        return Err(WeightsError::Step);
    }
    let (unit, units) = (steps[0], &steps[1..]);
    let mut numbers = WeightReader { rest: &all };
    let first = layer_of(&mut numbers, PLANES + NUMBERS, channels, 1.0 / f32::from(ONE), unit);
    let blocks = (0..blocks)
        .map(|block| {
            let one = layer_of(&mut numbers, channels, channels, unit, units[block]);
            let pool = (block % pools == pools - 1).then(|| {
                // From codes to codes.
                let mut dense = numbers.dense(pooled, channels, false);
                dense.weights.iter_mut().for_each(|weight| *weight *= unit / units[block]);
                dense
            });
            let two = layer_of(&mut numbers, channels, channels, units[block], unit);
            Block { one: one.0, one_bias: one.1, pool, two: two.0, two_bias: two.1 }
        })
        .collect();
    let point = |numbers: &mut WeightReader<'_>| (numbers.weights(channels * HEAD), numbers.weights(HEAD));
    let (moves, moves_bias) = point(&mut numbers);
    let in_codes = |mut dense: Dense| {
        dense.weights.iter_mut().for_each(|weight| *weight *= unit);
        dense
    };
    let moves_pool = in_codes(Dense { bias: moves_bias, ..numbers.dense(pooled, HEAD, false) });
    let policy = numbers.weights(HEAD);
    let pass_policy = in_codes(numbers.dense(pooled, 1, true));
    let (fate, fate_bias) = point(&mut numbers);
    let (owner, owner_bias) = (numbers.weights(HEAD), numbers.weights(1)[0]);
    let (sums, value) = (numbers.dense(2 * HEAD, 2 * HEAD, true), numbers.dense(2 * HEAD, 4, true));
    let heads = PointConv::new(channels, 2 * HEAD, unit, |before, after| match after.checked_sub(HEAD) {
        None => moves[before * HEAD + after],
        Some(after) => fate[before * HEAD + after],
    });
    Ok(Network {
        origin: String::from_utf8_lossy(origin.unwrap_or_default()).into_owned(),
        first: first.0,
        first_bias: first.1,
        blocks,
        heads,
        moves_pool,
        policy,
        pass_policy,
        fate_bias,
        owner,
        owner_bias,
        sums,
        value,
        channels,
    })
}

/// A layer: its weights by row, column, channel before and after it, then its biases, which become codes.
fn layer_of(
    numbers: &mut WeightReader<'_>,
    before: usize,
    after: usize,
    unit_before: f32,
    unit_after: f32,
) -> (Conv, Vec<f32>) {
    let weights = numbers.weights(9 * before * after);
    let room = before.next_multiple_of(GROUP);
    let weight = |row: usize, column: usize, from: usize, to: usize| {
        if from < before { weights[((row * 3 + column) * before + from) * after + to] } else { 0.0 }
    };
    let conv = Conv::new(room, after, unit_before / unit_after, weight);
    let bias = numbers.weights(after).into_iter().map(|bias| bias / unit_after).collect();
    (conv, bias)
}
