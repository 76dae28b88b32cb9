//! Randomness is an argument: same seed, same game, always.

use rand::{Rng as _, SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::convert::Infallible;

/// Spreads the bits of a seed or a hash: 2⁶⁴ over the golden ratio.
pub(crate) const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The generator behind every random choice; it is always created from a seed.
///
/// Playouts and the search draw by the methods below, which are fast and whose draws never change. All others have the
/// interface of `rand`: ranges, shuffles, weighted draws.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// A generator for one of many independent streams (a worker, a game) of a base `seed`.
    pub fn new(seed: u64, stream: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed ^ stream.wrapping_mul(GOLDEN)))
    }

    /// A number in `0..bound`; `bound` is positive.
    ///
    /// Multiply and shift without the rejection step: the bias is below `bound` / 2³².
    ///
    /// Source: Lemire: Fast random integer generation in an interval, 2019.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(bound)) >> 32) as u32
    }

    /// A number from 0 up to 1, without it.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 / (1 << 24) as f32
    }

    /// The number of one of these shares, each as likely as its part of their sum; `None` if there are none.
    #[inline]
    pub fn draw(&mut self, shares: impl Iterator<Item = f32> + Clone) -> Option<usize> {
        let mut left = self.unit() * shares.clone().sum::<f32>();
        let drawn = shares.clone().position(|share| {
            left -= share;
            left < 0.0
        });
        // Sums are rounded.
        drawn.or_else(|| shares.count().checked_sub(1))
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

impl TryRng for Rng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.bits())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.word())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_drawn_by_their_parts() {
        let mut rng = Rng::new(1, 0);
        assert_eq!(rng.draw(std::iter::empty()), None);
        let mut drawn = [0; 4];
        for _ in 0..10_000 {
            drawn[rng.draw([0.0, 1.0, 0.0, 3.0].into_iter()).unwrap()] += 1;
        }
        assert!(drawn[0] == 0 && drawn[2] == 0 && (2_300..2_700).contains(&drawn[1]), "{drawn:?}");
    }
}
