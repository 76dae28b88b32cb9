//! The transposition table of a proof search: bounded memory, exact comparison.

use super::problem::{Numbers, Problem};

/// What is known of a state.
#[derive(Debug)]
pub(super) struct TableEntry<P: Problem> {
    key: P::Key,
    /// Meaningful when solved.
    pub(super) reason: P::Reason,
    pub(super) numbers: Numbers,
    /// The edge that wins, when solved for the chooser.
    pub(super) edge: Option<P::Edge>,
}

impl<P: Problem> Clone for TableEntry<P> {
    fn clone(&self) -> TableEntry<P> {
        *self
    }
}
impl<P: Problem> Copy for TableEntry<P> {}

/// What decides about an entry without a look at it: a state that is not in the table costs one access to
/// memory, not five.
#[derive(Clone, Copy, Debug, Default)]
struct Label {
    /// Bits of the hash that do not choose the bucket.
    tag: u16,
    /// Of the search that wrote the entry; 0 where there is none.
    generation: u8,
    /// The logarithm of the nodes that went into it: what losing it costs.
    work: u8,
}

/// Entries that share a place: the cheapest of the oldest makes room.
const BUCKET: usize = 4;

/// A table of fixed size from states to what is known of them.
///
/// Keys are compared whole: an entry is never taken for another state. Losing one costs time only.
#[derive(Debug)]
pub(super) struct Table<P: Problem> {
    labels: Vec<[Label; BUCKET]>,
    /// Of each bucket in turn; nothing before the first is written.
    entries: Vec<Option<TableEntry<P>>>,
    /// Raised by every search: entries of earlier searches make room first.
    generation: u8,
}

impl<P: Problem> Table<P> {
    /// A table of at most that many bytes, but at least a handful of entries.
    pub(super) fn with_bytes(bytes: usize) -> Table<P> {
        let buckets = bytes / (BUCKET * (size_of::<Option<TableEntry<P>>>() + size_of::<Label>()));
        let buckets = 1 << buckets.max(1).ilog2();
        Table {
            labels: vec![[Label::default(); BUCKET]; buckets],
            entries: vec![None; buckets * BUCKET],
            generation: 1,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.labels.fill([Label::default(); BUCKET]);
    }

    /// Begins a new search: what earlier ones left is still found, but goes first.
    pub(super) fn age(&mut self) {
        self.generation = self.generation % u8::MAX + 1;
    }

    /// The bucket of a state, and its tag there.
    #[inline]
    fn place(&self, key: &P::Key) -> (usize, u16) {
        let hash = P::hash(key);
        (hash as usize & (self.labels.len() - 1), (hash >> 48) as u16)
    }

    /// The slot of a state in its bucket.
    #[inline]
    fn find(&self, bucket: usize, tag: u16, key: &P::Key) -> Option<usize> {
        (0..BUCKET).find(|&slot| {
            let label = self.labels[bucket][slot];
            label.tag == tag
                && label.generation > 0
                && self.entries[bucket * BUCKET + slot].is_some_and(|entry| entry.key == *key)
        })
    }

    #[inline]
    pub(super) fn get(&self, key: &P::Key) -> Option<&TableEntry<P>> {
        let (bucket, tag) = self.place(key);
        let slot = self.find(bucket, tag, key)?;
        self.entries[bucket * BUCKET + slot].as_ref()
    }

    pub(super) fn insert(
        &mut self,
        key: P::Key,
        numbers: Numbers,
        reason: P::Reason,
        edge: Option<P::Edge>,
        work: u32,
    ) {
        let (bucket, tag) = self.place(&key);
        let generation = self.generation;
        let known = self.find(bucket, tag, &key);
        let labels = &mut self.labels[bucket];
        let cost = |label: &Label| (label.generation > 0, label.generation == generation, label.work);
        let slot = known.or_else(|| (0..BUCKET).min_by_key(|&slot| cost(&labels[slot])));
        if let Some(slot) = slot {
            labels[slot] = Label { tag, generation, work: work.max(1).ilog2() as u8 };
            self.entries[bucket * BUCKET + slot] = Some(TableEntry { key, reason, numbers, edge });
        }
    }
}
