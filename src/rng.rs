//! Randomness is an argument: same seed, same game, always.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// The generator behind every random choice; it is always created from a seed.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// A generator for one of many independent streams (a worker, a game) of a base `seed`.
    pub fn new(seed: u64, stream: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed ^ stream.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// A number in `0..bound`; `bound` is positive.
    ///
    /// Multiply and shift without the rejection step: the bias is below `bound` / 2³².
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(bound)) >> 32) as u32
    }

    /// A number from 0 up to 1, without it.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 / (1 << 24) as f32
    }

    /// 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// 32 random bits.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        (self.0.next_u64() >> 32) as u32
    }
}
