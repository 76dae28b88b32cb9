//! The transposition table of alpha-beta: bounds of values and the depth they are good for.

use crate::solver::problem::Problem;

/// What a search found of a state: a value between 0 and [`super::alpha_beta::ESCAPED`], or a bound of it.
pub(super) struct BoundEntry<P: Problem> {
    key: P::Key,
    /// In 24ths of a ply; the largest number for what is solved.
    pub(super) depth: u32,
    /// The value is at least this,
    pub(super) least: u32,
    /// and at most that.
    pub(super) most: u32,
    pub(super) edge: Option<P::Edge>,
    pub(super) reason: P::Reason,
}

/// A table of fixed size; a new entry takes the place of the old one, unless the old one is solved and the new one not.
pub(super) struct Bounds<P: Problem>(Vec<Option<BoundEntry<P>>>);

impl<P: Problem> std::fmt::Debug for Bounds<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bounds({} entries)", self.0.len())
    }
}

impl<P: Problem> Bounds<P> {
    pub(super) fn with_bytes(bytes: usize) -> Bounds<P> {
        let size = 1usize << (bytes / size_of::<Option<BoundEntry<P>>>()).max(1).ilog2();
        Bounds((0..size).map(|_| None).collect())
    }

    pub(super) fn clear(&mut self) {
        self.0.fill_with(|| None);
    }

    pub(super) fn get(&self, key: &P::Key) -> Option<&BoundEntry<P>> {
        self.0[self.place(key)].as_ref().filter(|entry| entry.key == *key)
    }

    pub(super) fn insert(
        &mut self,
        key: P::Key,
        depth: u32,
        (least, most): (u32, u32),
        edge: Option<P::Edge>,
        reason: P::Reason,
    ) {
        let place = self.place(&key);
        let kept = self.0[place].as_ref().is_some_and(|old| old.depth == u32::MAX && depth < u32::MAX);
        if !kept {
            self.0[place] = Some(BoundEntry { key, depth, least, most, edge, reason });
        }
    }

    fn place(&self, key: &P::Key) -> usize {
        P::hash(key) as usize & (self.0.len() - 1)
    }
}
