//! Hash keys of stones.

use super::color::Color;
use super::point::{Point, PointMap};
use crate::rng::GOLDEN;

/// A 64-bit hash of the stones on a board: the exclusive or of one key per stone.
///
/// Whose turn it is and the ko are not part of it, as positional superko wants it.
///
/// Source: Zobrist: A new hashing method with application for game playing, 1970.
pub type Hash = u64;

const KEYS: [PointMap<Hash>; 2] = [keys(1), keys(2)];

/// 128 outputs of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
const fn keys(seed: u64) -> PointMap<Hash> {
    let mut keys = [0; 128];
    let mut state = seed << 32;
    let mut i = 0;
    while i < keys.len() {
        state = state.wrapping_add(GOLDEN);
        let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        keys[i] = z ^ (z >> 31);
        i += 1;
    }
    PointMap::from_array(keys)
}

/// The key of a stone.
#[inline]
pub(super) fn key(color: Color, point: Point) -> Hash {
    KEYS[color.index()][point]
}
