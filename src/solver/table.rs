//! The transposition table of a proof search: bounded memory, exact comparison.

use super::problem::{Numbers, Problem};

/// What is known of a state.
#[derive(Debug)]
pub(super) struct Entry<P: Problem> {
    key: P::Key,
    /// Meaningful when solved.
    pub(super) reason: P::Reason,
    pub(super) numbers: Numbers,
    /// Nodes that went into it: what losing it costs.
    work: u32,
    /// The edge that wins, when solved for the chooser.
    pub(super) edge: Option<P::Edge>,
    generation: u8,
}

impl<P: Problem> Clone for Entry<P> {
    fn clone(&self) -> Entry<P> {
        *self
    }
}
impl<P: Problem> Copy for Entry<P> {}

/// Entries that share a place: the cheapest of the oldest makes room.
const BUCKET: usize = 4;

/// A table of fixed size from states to what is known of them.
///
/// Keys are compared whole: an entry is never taken for another state. Losing one costs time only.
#[derive(Debug)]
pub struct Table<P: Problem> {
    entries: Vec<Option<Entry<P>>>,
    /// Raised by every search: entries of earlier searches make room first.
    generation: u8,
}

impl<P: Problem> Table<P> {
    /// A table of at most that many bytes, but at least a handful of entries.
    pub fn with_bytes(bytes: usize) -> Table<P> {
        let buckets = (bytes / (BUCKET * size_of::<Option<Entry<P>>>())).max(1);
        let buckets = if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        Table { entries: vec![None; buckets * BUCKET], generation: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(None);
    }

    /// Begins a new search: what earlier ones left is still found, but goes first.
    pub(super) fn age(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    #[inline]
    fn bucket(&self, hash: u64) -> std::ops::Range<usize> {
        let start = (hash as usize & (self.entries.len() / BUCKET - 1)) * BUCKET;
        start..start + BUCKET
    }

    #[inline]
    pub(super) fn get(&self, key: &P::Key) -> Option<&Entry<P>> {
        let bucket = self.bucket(P::hash(key));
        self.entries[bucket].iter().flatten().find(|entry| entry.key == *key)
    }

    pub(super) fn insert(
        &mut self,
        key: P::Key,
        numbers: Numbers,
        reason: P::Reason,
        edge: Option<P::Edge>,
        work: u32,
    ) {
        let generation = self.generation;
        let bucket = self.bucket(P::hash(&key));
        let slots = &mut self.entries[bucket];
        let same = slots.iter().position(|slot| slot.as_ref().is_some_and(|entry| entry.key == key));
        let cost = |slot: &Option<Entry<P>>| match slot {
            None => (false, false, 0),
            Some(entry) => (true, entry.generation == generation, entry.work),
        };
        let place = same.or_else(|| (0..BUCKET).min_by_key(|&i| cost(&slots[i])));
        if let Some(place) = place {
            slots[place] = Some(Entry { key, reason, numbers, work, edge, generation });
        }
    }
}
