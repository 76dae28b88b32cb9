//! Sums of what visits bring, for many workers.

use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering::Relaxed};

/// What visits have brought a player, added up so that nothing is lost or rounded away.
#[derive(Debug, Default)]
pub(super) struct Account {
    /// The rewards of the visits, in units of [`REWARD_UNIT`].
    rewards: AtomicU64,
    /// The scores of the visits that have one, in units of [`SCORE_UNIT`].
    scores: AtomicI64,
    visits: AtomicU32,
    scored: AtomicU32,
}

/// The smallest part of a reward that is told from nothing.
const REWARD_UNIT: f64 = 1.0 / (1u64 << 32) as f64;

/// The smallest part of a point that is told from nothing.
const SCORE_UNIT: f64 = 1.0 / (1u64 << 16) as f64;

/// No score counts more than that; a komi can be any number, and sums have to stay within theirs.
const MOST_SCORE: f32 = 10_000.0;

/// Later visits are not counted any more: a search without a limit can go on for days, and sums have to stay within theirs.
const MOST_COUNTED: u32 = 1 << 31;

/// What visits of a move have brought its player, in the units in which a node adds it up, and what is proven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Gain {
    visits: u32,
    rewards: u64,
    scored: u32,
    scores: i64,
    pub(super) proven: Option<f32>,
}

impl Gain {
    /// That of so many visits that have brought half of what they could.
    #[cfg(test)]
    pub(super) fn of_visits(visits: u32) -> Gain {
        Gain { visits, rewards: u64::from(visits) << 31, ..Gain::default() }
    }

    /// What has come to it since it was `known`; `None` if it has become less. What has no visit yet is no gain.
    pub(super) fn since(&self, known: &Gain) -> Option<Gain> {
        let proven = self.proven.filter(|_| self.proven != known.proven);
        let visits = self.visits.checked_sub(known.visits)?;
        let rewards = self.rewards.checked_sub(known.rewards)?;
        let scored = self.scored.checked_sub(known.scored)?;
        if visits == 0 {
            return Some(Gain { proven, ..Gain::default() });
        }
        Some(Gain { visits, rewards, scored, scores: self.scores - known.scores, proven })
    }

    pub(super) fn add(&mut self, other: Gain) {
        self.visits = self.visits.saturating_add(other.visits);
        self.rewards = self.rewards.saturating_add(other.rewards);
        self.scored = self.scored.saturating_add(other.scored);
        self.scores = self.scores.saturating_add(other.scores);
        self.proven = other.proven.or(self.proven);
    }

    /// How many visits that are.
    pub(super) fn visits(&self) -> u32 {
        self.visits
    }

    /// The mean reward of the visits.
    pub(super) fn mean(&self) -> f32 {
        // Another worker may be between adding its visit and its reward, or have added them after the visits were read.
        (self.rewards as f64 * REWARD_UNIT / f64::from(self.visits.max(1))).min(1.0) as f32
    }

    /// The mean score of the visits that have one.
    pub(super) fn score(&self) -> Option<f32> {
        (self.scored > 0).then(|| (self.scores as f64 * SCORE_UNIT / f64::from(self.scored)) as f32)
    }
}

impl Account {
    /// The number of visits.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Counts a visit: its reward, 0 to 1, and its score in points, where that is known. How many there are now.
    #[inline]
    pub(super) fn count(&self, reward: f32, score: Option<f32>) -> u32 {
        if self.visits() >= MOST_COUNTED {
            return MOST_COUNTED;
        }
        let before = self.visits.fetch_add(1, Relaxed);
        self.rewards.fetch_add((f64::from(reward) / REWARD_UNIT) as u64, Relaxed);
        if let Some(score) = score {
            self.scored.fetch_add(1, Relaxed);
            let score = f64::from(score.clamp(-MOST_SCORE, MOST_SCORE));
            self.scores.fetch_add((score / SCORE_UNIT) as i64, Relaxed);
        }
        before + 1
    }

    /// Counts all visits of a gain.
    pub(super) fn add(&self, gain: Gain) {
        if u64::from(self.visits()) + u64::from(gain.visits) > u64::from(MOST_COUNTED) {
            return;
        }
        self.visits.fetch_add(gain.visits, Relaxed);
        self.rewards.fetch_add(gain.rewards, Relaxed);
        self.scored.fetch_add(gain.scored, Relaxed);
        self.scores.fetch_add(gain.scores, Relaxed);
    }

    /// What the visits have brought, and what is proven besides.
    #[inline]
    pub(super) fn gain(&self, proven: Option<f32>) -> Gain {
        Gain {
            visits: self.visits(),
            rewards: self.rewards.load(Relaxed),
            scored: self.scored.load(Relaxed),
            scores: self.scores.load(Relaxed),
            proven,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_without_end_are_counted_up_to_a_bound() {
        let account = Account::default();
        let most = Gain::of_visits(MOST_COUNTED - 1);
        account.add(most);
        for _ in 0..5 {
            account.count(1.0, Some(1.0));
            account.add(most);
        }
        let gain = account.gain(None);
        assert_eq!(gain.visits(), MOST_COUNTED);
        assert!((gain.mean() - 0.5).abs() < 1e-6);
    }

    #[test]
    fn what_is_known_and_what_has_come_since_are_what_there_is() {
        let account = Account::default();
        account.count(1.0, Some(2.0));
        let mut known = account.gain(None);
        account.count(0.25, None);
        account.count(0.5, Some(-3.5));
        let now = account.gain(Some(1.0));
        let new = now.since(&known).unwrap();
        assert_eq!((new.visits(), new.mean(), new.score(), new.proven), (2, 0.375, Some(-3.5), Some(1.0)));
        known.add(new);
        assert_eq!(known, now);
        assert_eq!(now.since(&known), Some(Gain::default()), "it is told once");
        assert_eq!(Gain::default().since(&known), None, "it has become less");
    }
}
