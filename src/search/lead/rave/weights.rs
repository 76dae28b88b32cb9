//! What was learned of the features of moves and of what lies around them.

use super::feature::Feature;
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
                let mut keys = drawn.images().map(|image| image.key());
                keys.sort_unstable();
                let mut last = None;
                images.extend(
                    keys.into_iter().filter(|&key| last.replace(key) != Some(key)).map(|key| (key, weight)),
                );
            } else if let Some(feature) = Feature::ALL.iter().find(|feature| feature.name() == name) {
                features[*feature as usize] = weight;
            }
        }
        // Two in five slots at least stay empty, so that what is not there is soon missed.
        let size = (images.len() * 5 / 3).next_power_of_two().max(2);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Point, Symmetry};
    use crate::patterns::Neighborhood;

    #[test]
    fn every_line_of_the_file_is_known_once() {
        let names: Vec<&str> = include_str!("../../../../patterns/moves.prior")
            .lines()
            .filter_map(|line| line.split(' ').next())
            .collect();
        let features = Feature::ALL.iter().filter(|feature| names.contains(&feature.name())).count();
        let drawings: Vec<_> = names.iter().filter_map(|name| Surroundings::parse(name)).collect();
        assert_eq!((features, features + drawings.len()), (Feature::ALL.len(), names.len()));
        let different: std::collections::HashSet<_> = drawings.iter().map(Surroundings::canonical).collect();
        assert_eq!(different.len(), drawings.len());
    }

    #[test]
    fn surroundings_weigh_what_their_line_says_in_every_image() {
        let weights = Weights::read("capture-1 0.5\nS...X.XoO -1.25\nno-such-name 7\n");
        assert_eq!(weights.of_feature(Feature::Capture1), 0.5);
        assert_eq!(weights.of_feature(Feature::Capture2), 0.0);
        let board: Board = ". . . . ./. X O O ./. X . . ./. . . . ./. . . . .".parse().unwrap();
        for symmetry in Symmetry::ALL {
            for (image, color) in [
                (symmetry.board(&board), Color::Black),
                (symmetry.board(&board).with_colors_exchanged(), Color::White),
            ] {
                let at = |name: &str| Point::parse(name, 5).map(|point| symmetry.point(point, 5)).unwrap();
                let mut sum = 0.0;
                let neighborhood = Neighborhood::new(&image, color, Some(at("C4")));
                neighborhood.around(at("C3"), |surroundings| sum += weights.of_surroundings(&surroundings));
                assert_eq!(sum, -1.25, "{image}");
            }
        }
    }
}
