//! A chain: solidly connected stones of one color, and the tables that keep a board's chains.

use super::point_set::Mask;
use super::{Point, PointSet};
use std::ops::{Index, IndexMut};

/// Solidly connected stones and their exact liberties.
///
/// Two sets: merging is two unions, a liberty count is a popcount. The color is the board's. They are
/// kept as four words so that the compiler treats a chain as one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain([u64; 4]);

impl Chain {
    const NONE: Chain = Chain([0; 4]);

    pub(super) fn new(stones: PointSet, liberties: PointSet) -> Chain {
        let ([a, b], [c, d]) = (stones.words(), liberties.words());
        Chain([a, b, c, d])
    }

    /// The stones.
    #[inline]
    pub fn stones(&self) -> PointSet {
        PointSet::from_words([self.0[0], self.0[1]])
    }

    /// Empty points next to a stone.
    #[inline]
    pub fn liberties(&self) -> PointSet {
        PointSet::from_words([self.0[2], self.0[3]])
    }

    /// Has it exactly one liberty?
    #[inline]
    pub fn in_atari(&self) -> bool {
        self.0[2].count_ones() + self.0[3].count_ones() == 1
    }

    /// Takes the point from its liberties if it is one.
    #[inline]
    pub(super) fn lose_liberty(&mut self, point: PointSet) {
        let [low, high] = point.words();
        self.0[2] &= !low;
        self.0[3] &= !high;
    }

    /// Takes the other chain's stones and liberties in.
    #[inline]
    pub(super) fn absorb(&mut self, other: &Chain) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }

    /// Its stones, or none; without a branch.
    #[inline]
    pub(super) fn stones_if(&self, condition: Mask) -> PointSet {
        self.stones().only_if(condition)
    }

    /// Adds those of the newly empty points that are next to it.
    #[inline]
    pub(super) fn gain_liberties(&mut self, emptied: PointSet) {
        *self = Chain::new(self.stones(), self.liberties() | self.stones().neighbors() & emptied);
    }
}

/// The name of a chain on a board: the index of one of its points, or 0 for no chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Root(u8);

impl Root {
    pub(super) const NONE: Root = Root(0);

    #[inline]
    pub(super) fn of(point: Point) -> Root {
        Root(point.index() as u8)
    }

    /// `other` where this is no chain.
    #[inline]
    pub(super) fn or(self, other: Root) -> Root {
        if self == Root::NONE { other } else { self }
    }
}

/// The root of every point; [`Root::NONE`] where there is no stone.
#[derive(Clone, Debug)]
pub(super) struct RootMap([u8; 128]);

impl RootMap {
    pub(super) fn new() -> RootMap {
        RootMap([0; 128])
    }

    /// The root of the set's first point, or of no chain if the set is empty; without a branch.
    #[inline]
    pub(super) fn of_first(&self, points: PointSet) -> Root {
        Root(self.0[points.first_index() as usize & 127])
    }

    #[inline]
    pub(super) fn get(&self, point: Point) -> Root {
        Root(self.0[point.index() & 127])
    }

    #[inline]
    pub(super) fn set(&mut self, point: Point, root: Root) {
        self.0[point.index() & 127] = root.0;
    }

    /// Renames a chain. Looking at all points in a loop without branches becomes a few vector
    /// instructions, cheaper than visiting its stones.
    #[inline]
    pub(super) fn replace(&mut self, old: Root, new: Root) {
        for root in &mut self.0 {
            *root = if *root == old.0 { new.0 } else { *root };
        }
    }
}

/// The chain of every root; the chain of [`Root::NONE`] is empty and stays so.
#[derive(Clone, Debug)]
pub(super) struct ChainMap([Chain; 128]);

impl ChainMap {
    pub(super) fn new() -> ChainMap {
        ChainMap([Chain::NONE; 128])
    }
}

impl Index<Root> for ChainMap {
    type Output = Chain;
    #[inline]
    fn index(&self, root: Root) -> &Chain {
        &self.0[usize::from(root.0) & 127]
    }
}

impl IndexMut<Root> for ChainMap {
    #[inline]
    fn index_mut(&mut self, root: Root) -> &mut Chain {
        &mut self.0[usize::from(root.0) & 127]
    }
}
