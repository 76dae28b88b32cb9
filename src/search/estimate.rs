//! Running means, for one worker and for many.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A running mean and its weight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Mean of the rewards, 0 to 1, for the player who moves.
    pub mean: f32,
    /// How many rewards that is worth.
    pub weight: f32,
}

impl Estimate {
    /// The most rewards that a mean is of; of more, the last ones count most. The mean of a million rounds to nothing what
    /// the next one would move it by, and a long analysis would learn no more.
    const MOST_REWARDS: f32 = 65_536.0;

    /// The estimate with one more reward.
    #[inline]
    fn with(self, reward: f32, weight: f32) -> Estimate {
        if self.is_proven() {
            return self;
        }
        let total = self.weight + weight;
        let share = (weight / total.min(Estimate::MOST_REWARDS)).min(1.0);
        Estimate { mean: self.mean + (reward - self.mean) * share, weight: total }
    }

    /// The estimate without a loss of that weight.
    fn without_loss(self, weight: f32) -> Estimate {
        if self.is_proven() {
            return self;
        }
        let rewards = self.weight.min(Estimate::MOST_REWARDS);
        let left = rewards - weight;
        let mean = if left > 0.0 { (self.mean * (rewards / left)).min(1.0) } else { 0.0 };
        Estimate { mean, weight: (self.weight - weight).max(0.0) }
    }

    /// The estimate of what is known for sure: nothing that is added changes it.
    pub(super) fn proven(mean: f32) -> Estimate {
        Estimate { mean, weight: f32::INFINITY }
    }

    /// Is the mean known for sure?
    #[inline]
    pub fn is_proven(self) -> bool {
        self.weight == f32::INFINITY
    }

    fn to_bits(self) -> u64 {
        u64::from(self.mean.to_bits()) << 32 | u64::from(self.weight.to_bits())
    }

    fn from_bits(bits: u64) -> Estimate {
        Estimate { mean: f32::from_bits((bits >> 32) as u32), weight: f32::from_bits(bits as u32) }
    }
}

/// An [`Estimate`] that many workers update.
///
/// Mean and weight share one word, so nobody sees one without the other. Relaxed is enough: the numbers
/// guard no other memory.
#[derive(Debug, Default)]
pub(super) struct Stats(AtomicU64);

impl Stats {
    pub(super) fn new(estimate: Estimate) -> Stats {
        Stats(AtomicU64::new(estimate.to_bits()))
    }

    /// Puts the estimate in the place of what there is.
    pub(super) fn set(&self, estimate: Estimate) {
        self.0.store(estimate.to_bits(), Relaxed);
    }

    #[inline]
    pub(super) fn get(&self) -> Estimate {
        Estimate::from_bits(self.0.load(Relaxed))
    }

    /// Adds a reward; none is ever lost.
    #[inline]
    pub(super) fn add(&self, reward: f32, weight: f32) {
        let add = |bits| Some(Estimate::from_bits(bits).with(reward, weight).to_bits());
        let _ = self.0.fetch_update(Relaxed, Relaxed, add);
    }

    /// Makes the weight that of so many rewards, which have all been added, if it is less.
    pub(super) fn weigh(&self, rewards: f32) {
        let weigh = |bits| {
            let Estimate { mean, weight } = Estimate::from_bits(bits);
            Some(Estimate { mean, weight: weight.max(rewards) }.to_bits())
        };
        let _ = self.0.fetch_update(Relaxed, Relaxed, weigh);
    }

    /// Counts a playout that has just begun as a loss of that weight, so that other workers look elsewhere.
    ///
    /// Source: Chaslot, Winands, van den Herik: Parallel Monte-Carlo tree search, 2008, section 3.3.
    #[inline]
    pub(super) fn add_virtual_loss(&self, weight: f32) {
        self.add(0.0, weight);
    }

    /// Puts the reward of the playout in the place of its virtual loss.
    #[inline]
    pub(super) fn replace_virtual_loss(&self, weight: f32, reward: f32) {
        let replace = |bits| Some(Estimate::from_bits(bits).without_loss(weight).with(reward, 1.0).to_bits());
        let _ = self.0.fetch_update(Relaxed, Relaxed, replace);
    }

    /// Takes a virtual loss back.
    pub(super) fn remove_virtual_loss(&self, weight: f32) {
        let remove = |bits| Some(Estimate::from_bits(bits).without_loss(weight).to_bits());
        let _ = self.0.fetch_update(Relaxed, Relaxed, remove);
    }

    /// Adds a reward; of two at the same instant one may be lost. A playout makes hundreds of RAVE
    /// updates, and an atomic exchange for each would cost more than the playout.
    ///
    /// Source: Enzenberger, Müller: A lock-free multithreaded Monte-Carlo tree search algorithm, 2009.
    #[inline]
    pub(super) fn add_lossy(&self, reward: f32, weight: f32) {
        self.0.store(self.get().with(reward, weight).to_bits(), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After so many visits as a day of analysis brings, with rewards that are close to the mean or far on one side of it.
    #[test]
    fn a_mean_learns_however_many_rewards_it_is_of() {
        for virtual_loss in [0.0, 1.0] {
            let stats = Stats::new(Estimate { mean: 0.5, weight: 16_777_216.0 });
            let learn = |reward| {
                if virtual_loss > 0.0 {
                    stats.add_virtual_loss(virtual_loss);
                    stats.replace_virtual_loss(virtual_loss, reward);
                } else {
                    stats.add(reward, 1.0);
                }
            };
            (0..500_000).for_each(|_| learn(0.48));
            assert!((stats.get().mean - 0.48).abs() < 0.001, "{}", stats.get().mean);
            (0..500_000).for_each(|turn| learn(if turn % 10 > 0 { 0.52 } else { 0.32 }));
            assert!((stats.get().mean - 0.5).abs() < 0.001, "{}", stats.get().mean);
        }
    }

    #[test]
    fn a_greater_part_than_all_counts_as_all() {
        let stats = Stats::new(Estimate { mean: 0.5, weight: 100.0 });
        stats.add(0.9, 1e6);
        assert_eq!(stats.get(), Estimate { mean: 0.9, weight: 1e6 + 100.0 });
    }
}
