//! What was learned of the features of moves and of what lies around them.

use super::feature::Feature;
use crate::board::Point;
use crate::patterns::Surroundings;
use std::sync::LazyLock;

/// What the program comes with: what each feature, and each drawing of surroundings, says of a move.
/// `patterns/README.md` describes the file, `scripts/train/fit_prior.py` writes it.
pub(super) static WEIGHTS: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(include_str!("../../../../patterns/moves.prior")));

/// Latent factors of a feature.
const FACTORS: usize = 16;

/// The first so many speak for a move, the others against it.
const FOR: usize = 12;

/// What a factor counts in.
const STEP: f32 = 1.0 / 32.0;

/// Numbers that tell what features are worth together, in [`STEP`]s.
pub(super) type Factors = [i8; FACTORS];

/// What a feature or surroundings say of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Term {
    weight: f32,
    factors: Factors,
}

/// What is said of a move in all.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TermSum {
    weight: f32,
    factors: [i16; FACTORS],
}

impl TermSum {
    /// Adds what one feature says.
    #[inline]
    pub(super) fn add(&mut self, term: &Term) {
        self.weight += term.weight;
        self.add_factors(&term.factors);
    }

    /// Adds factors alone.
    #[inline]
    pub(super) fn add_factors(&mut self, factors: &Factors) {
        for (sum, &number) in self.factors.iter_mut().zip(factors) {
            *sum += i16::from(number);
        }
    }

    /// The logarithm of the move's odds in a scene, of whose factors `scene` is the sum: the weights, and half of the
    /// squares of the factors' sums, for and against.
    #[inline]
    pub(super) fn log_odds(&self, scene: &TermSum) -> f32 {
        let mut squares = [0; FACTORS];
        for (square, (own, all)) in squares.iter_mut().zip(self.factors.iter().zip(&scene.factors)) {
            let number = i32::from(own + all);
            *square = number * number;
        }
        let (speak_for, against) = squares.split_at(FOR);
        let together = speak_for.iter().sum::<i32>() - against.iter().sum::<i32>();
        self.weight + together as f32 * (STEP * STEP / 2.0)
    }
}

/// What features and surroundings say.
pub(super) struct Weights {
    /// Of a move that has the feature, and of all moves of a scene where one has it.
    features: Vec<(Term, Factors)>,
    /// Open addressing by the upper bits of the key; the lower half of the key tells entries apart, 0 is none. Beside it the
    /// number of the term.
    slots: Box<[(u32, u32)]>,
    terms: Vec<Term>,
}

impl Weights {
    /// What a text says: on each line a name or a drawing, a weight, factors, and after a name the factors for the scene. What is
    /// not mentioned says nothing; a line of something unknown is left out.
    fn read(text: &str) -> Weights {
        let mut features = vec![(Term::default(), Factors::default()); Feature::ALL.len()];
        let (mut images, mut terms) = (Vec::new(), Vec::new());
        for line in text.lines() {
            let mut fields = line.split(' ');
            let name = fields.next().unwrap_or_default();
            let Some(weight) = fields.next().and_then(|weight| weight.parse().ok()) else { continue };
            let mut factors = || fields.next().and_then(factors_of).unwrap_or_default();
            let term = Term { weight, factors: factors() };
            if let Some(drawn) = Surroundings::parse(name) {
                let mut keys = drawn.images().map(|image| image.key());
                keys.sort_unstable();
                let mut last = None;
                let different = keys.into_iter().filter(|&key| last.replace(key) != Some(key));
                images.extend(different.map(|key| (key, terms.len() as u32)));
                terms.push(term);
            } else if let Some(feature) = Feature::ALL.iter().find(|feature| feature.name() == name) {
                features[*feature as usize] = (term, factors());
            }
        }
        // Two in five slots at least stay empty, so that what is not there is soon missed.
        let size = (images.len() * 5 / 3).next_power_of_two().max(2);
        let mut weights = Weights { features, slots: vec![(0, 0); size].into_boxed_slice(), terms };
        for (key, number) in images {
            let slot = weights.slot(key);
            weights.slots[slot] = (tag(key), number);
        }
        weights
    }

    /// What a feature says of a move.
    #[inline]
    pub(super) fn of_feature(&self, feature: Feature) -> &Term {
        &self.features[feature as usize].0
    }

    /// What a feature of any move says of all moves of the scene.
    #[inline]
    pub(super) fn of_scene(&self, feature: Feature) -> &Factors {
        &self.features[feature as usize].1
    }

    /// Calls `note` with each point whose surroundings, by their key, say something, in order.
    ///
    /// The table is larger than a core's own cache. So all first slots are read before any is judged: what has to come from
    /// farther away comes together, and no branch waits for it.
    #[inline]
    pub(super) fn of_surroundings(&self, wanted: &[(Point, u64)], mut note: impl FnMut(Point, &Term)) {
        let first: Vec<_> = wanted.iter().map(|&(_, key)| self.slots[self.first_slot(key)]).collect();
        for (first, &(point, key)) in first.into_iter().zip(wanted) {
            let slot = if first.0 == 0 || first.0 == tag(key) { first } else { self.slots[self.slot(key)] };
            if let (1.., number) = slot {
                note(point, &self.terms[number as usize]);
            }
        }
    }

    /// Where a key is looked for first.
    #[inline]
    fn first_slot(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.slots.len() - 1)
    }

    /// Where a key is, or where it would be.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = self.first_slot(key);
        while self.slots[slot].0 != 0 && self.slots[slot].0 != tag(key) {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// Factors by their characters, of which `P` is 0; `None` if there are not so many.
fn factors_of(text: &str) -> Option<Factors> {
    Some(<[u8; FACTORS]>::try_from(text.as_bytes()).ok()?.map(|byte| byte as i8 - b'P' as i8))
}

/// The part of a key that a slot keeps; never 0.
#[inline]
fn tag(key: u64) -> u32 {
    key as u32 | 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Symmetry};
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
    fn surroundings_say_what_their_line_says_in_every_image() {
        let term = |weight, first, last| {
            let mut term = Term { weight, ..Term::default() };
            (term.factors[0], term.factors[FACTORS - 1]) = (first, last);
            term
        };
        let weights = Weights::read(
            "capture-1 0.5 QPPPPPPPPPPPPPPP PPPPPPPPPPPPPPPR\nS...X.XoO -1.25 !PPPPPPPPPPPPPP~\nno-such-name 7\n",
        );
        assert_eq!(*weights.of_feature(Feature::Capture1), term(0.5, 1, 0));
        assert_eq!(*weights.of_scene(Feature::Capture1), term(0.0, 0, 2).factors);
        assert_eq!(*weights.of_feature(Feature::Capture2), Term::default());
        let board: Board = ". . . . ./. X O O ./. X . . ./. . . . ./. . . . .".parse().unwrap();
        for symmetry in Symmetry::ALL {
            for (image, color) in [
                (symmetry.board(&board), Color::Black),
                (symmetry.board(&board).with_colors_exchanged(), Color::White),
            ] {
                let at = |name: &str| Point::parse(name, 5).map(|point| symmetry.point(point, 5)).unwrap();
                let mut said: Vec<Term> = Vec::new();
                let neighborhood = Neighborhood::new(&image, color, Some(at("C4")));
                let mut wanted = Vec::new();
                neighborhood.around(at("C3"), |surroundings| wanted.push((at("C3"), surroundings.key())));
                weights.of_surroundings(&wanted, |_, term| said.push(*term));
                assert_eq!(said, [term(-1.25, -47, 46)], "{image}");
            }
        }
    }

    #[test]
    fn features_count_by_weight_and_together() {
        let term = Term { weight: 0.25, factors: factors_of("RPPPPPPPPPPPPPPQ").unwrap() };
        let (mut sum, mut scene) = (TermSum::default(), TermSum::default());
        sum.add(&term);
        sum.add(&term);
        scene.add_factors(&factors_of("PPPPPPPPPPPPPPPS").unwrap());
        // 2 · 2 for it, 2 · 1 + 3 against it.
        let together = (16.0 - 25.0) / 32.0 / 32.0 / 2.0;
        assert_eq!(sum.log_odds(&scene), 0.5 + together);
    }
}
