//! What was learned of the features of moves and of what lies around them.

use super::feature::Feature;
use crate::board::Symmetry;
use crate::patterns::Surroundings;
use std::sync::LazyLock;

/// The weights that the program comes with: what each feature, and each drawing of surroundings, adds to the logarithm of a
/// move's odds. `patterns/README.md` describes the file, `scripts/train/fit_prior.py` writes it.
pub(super) static WEIGHTS: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(include_str!("../../../../patterns/moves.prior")));

/// Weights of features and of surroundings.
pub(super) struct Weights {
    features: Vec<f32>,
    /// Open addressing by the upper bits of the key; the lower half of the key tells entries apart, 0 is none.
    slots: Box<[(u32, f32)]>,
}

impl Weights {
    /// The weights of a text: a name or a drawing and a number on each line. What is not mentioned weighs nothing; a
    /// line of something unknown is left out.
    fn read(text: &str) -> Weights {
        let lines = text.lines().filter_map(|line| {
            let (name, weight) = line.split_once(' ')?;
            Some((name, weight.trim().parse::<f32>().ok()?))
        });
        let mut features = vec![0.0; Feature::ALL.len()];
        let mut images = Vec::new();
        for (name, weight) in lines {
            if let Some(drawn) = Surroundings::parse(name) {
                let mut keys = Symmetry::ALL.map(|symmetry| drawn.image(symmetry).key());
                keys.sort_unstable();
                let mut last = None;
                images.extend(keys.into_iter().filter(|&key| last.replace(key) != Some(key)).map(|key| (key, weight)));
            } else if let Some(feature) = Feature::ALL.iter().find(|feature| feature.name() == name) {
                features[*feature as usize] = weight;
            }
        }
        let size = (2 * images.len()).next_power_of_two().max(2);
        let mut weights = Weights { features, slots: vec![(0, 0.0); size].into_boxed_slice() };
        for (key, weight) in images {
            let slot = weights.slot(key);
            weights.slots[slot] = (tag(key), weight);
        }
        weights
    }

    /// What a feature adds.
    #[inline]
    pub(super) fn of_feature(&self, feature: Feature) -> f32 {
        self.features[feature as usize]
    }

    /// What surroundings add.
    #[inline]
    pub(super) fn of_surroundings(&self, surroundings: &Surroundings) -> f32 {
        self.slots[self.slot(surroundings.key())].1
    }

    /// Where a key is, or where it would be.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (key >> 32) as usize & mask;
        while self.slots[slot].0 != 0 && self.slots[slot].0 != tag(key) {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// The part of a key that a slot keeps; never 0.
#[inline]
fn tag(key: u64) -> u32 {
    key as u32 | 1
}
