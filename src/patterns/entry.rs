//! What the table knows of a diamond.

use super::class::{Class, Classes};
use super::diamond::{self, OFFSETS, Part};
use crate::board::{Point, PointSet};

/// What the table knows of one diamond, as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    weight: f32,
    classes: Classes,
    points: Part,
    neighbors: Neighbors,
}

/// The urgency of a weight of 1.
pub const URGENCY_UNIT: f32 = 16.0;

/// How many of the points next to the center hold what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Neighbors {
    /// Stones of the player to move.
    pub own: u8,
    /// Stones of the opponent.
    pub enemy: u8,
    /// Empty points.
    pub empty: u8,
}

impl Entry {
    /// An entry that no template matches.
    pub(super) fn plain(neighbors: Neighbors) -> Entry {
        Entry { weight: 1.0, classes: Classes::NONE, points: 0, neighbors }
    }

    /// The entry when one more template matches: classes and points add up, the greatest weight counts.
    pub(super) fn matched(self, classes: Classes, points: Part, weight: f32) -> Entry {
        Entry {
            weight: if self.classes.is_empty() { weight } else { weight.max(self.weight) },
            classes: self.classes.union(classes),
            points: self.points | points,
            ..self
        }
    }

    /// The classes of all templates that match.
    #[inline]
    pub fn classes(&self) -> Classes {
        self.classes
    }

    /// Does a template of that class match?
    #[inline]
    pub fn is(&self, class: Class) -> bool {
        self.classes.contains(class)
    }

    /// Does a template of good shape match?
    #[inline]
    pub fn is_good_shape(&self) -> bool {
        self.classes.intersects(Classes::GOOD_SHAPE)
    }

    /// Does a template of a one-stone sacrifice match?
    #[inline]
    pub fn is_sacrifice(&self) -> bool {
        self.classes.intersects(Classes::SACRIFICE)
    }

    /// How urgent a move here is: 1 where no template matches, else the greatest weight of those that do.
    #[inline]
    pub fn weight(&self) -> f32 {
        self.weight
    }

    /// The weight as a byte if a template of good shape matches, 0 if none does.
    pub(super) fn urgency(&self) -> u8 {
        if self.is_good_shape() { (self.weight * URGENCY_UNIT).clamp(1.0, 255.0) as u8 } else { 0 }
    }

    /// What is next to the center.
    #[inline]
    pub fn neighbors(&self) -> Neighbors {
        self.neighbors
    }

    /// The points that settle a [`Class::ConvertibleEye`] around `center`: a move on an empty one or the
    /// capture of the enemy stone on one makes the eye real.
    pub fn points(&self, center: Point, size: usize) -> PointSet {
        let marked = (0..OFFSETS.len()).filter(|i| self.points >> i & 1 != 0);
        marked.filter_map(|i| diamond::neighbor(center, OFFSETS[i], size)).collect()
    }
}
