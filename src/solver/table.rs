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

/// Buckets of a table that has not grown yet, some two mebibytes: about what a processor has near it.
const FIRST_BUCKETS: usize = 1 << 13;

/// A table of bounded size from states to what is known of them.
///
/// Keys are compared whole: an entry is never taken for another state. Losing one costs time only. The table is as
/// large as what has been found needs, since most of the time of a small search in a large one is waiting for memory.
#[derive(Debug)]
pub(super) struct Table<P: Problem> {
    /// A power of two of them.
    labels: Vec<[Label; BUCKET]>,
    /// Of each bucket in turn; nothing before the first is written.
    entries: Vec<Option<TableEntry<P>>>,
    most_buckets: usize,
    /// Raised by every search: entries of earlier searches make room first.
    generation: u8,
    /// Slots with an entry.
    filled: usize,
}

impl<P: Problem> Table<P> {
    /// A table of at most that many bytes, but at least a handful of entries.
    pub(super) fn with_bytes(bytes: usize) -> Table<P> {
        let buckets = bytes / (BUCKET * (size_of::<Option<TableEntry<P>>>() + size_of::<Label>()));
        let most_buckets = 1 << buckets.max(1).ilog2();
        let mut table =
            Table { labels: Vec::new(), entries: Vec::new(), most_buckets, generation: 1, filled: 0 };
        table.widen(most_buckets.min(FIRST_BUCKETS));
        table
    }

    /// Forgets everything, and is small again.
    pub(super) fn clear(&mut self) {
        self.labels.truncate(FIRST_BUCKETS);
        self.entries.truncate(FIRST_BUCKETS * BUCKET);
        // Without their labels entries are forgotten.
        self.labels.fill([Label::default(); BUCKET]);
        self.filled = 0;
    }

    /// Begins a new search: what earlier ones left is still found, but goes first.
    pub(super) fn age(&mut self) {
        self.generation = self.generation % u8::MAX + 1;
    }

    fn widen(&mut self, buckets: usize) {
        self.labels.resize(buckets, [Label::default(); BUCKET]);
        self.entries.resize(buckets * BUCKET, None);
    }

    /// Twice the buckets: each gives those of its entries away whose hash says so.
    #[cold]
    fn grow(&mut self) {
        let buckets = self.labels.len();
        self.widen(2 * buckets);
        for from in 0..buckets * BUCKET {
            let Some(key) = self.entries[from].as_ref().map(|entry| entry.key) else { continue };
            let (bucket, slot) = (from / BUCKET, from % BUCKET);
            let (place, _) = self.place(&key);
            if place != bucket {
                // One that was forgotten goes with its empty label.
                self.labels[place][slot] = std::mem::take(&mut self.labels[bucket][slot]);
                self.entries.swap(from, place * BUCKET + slot);
            }
        }
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
        // The labels decide without a branch for each: hardly ever more than one of them agrees.
        let labels = &self.labels[bucket];
        let agrees = |slot: usize| u32::from(labels[slot].tag == tag && labels[slot].generation > 0) << slot;
        let mut agreeing = (0..BUCKET).map(agrees).sum::<u32>();
        while agreeing > 0 {
            let slot = agreeing.trailing_zeros() as usize;
            if self.entries[bucket * BUCKET + slot].as_ref().is_some_and(|entry| entry.key == *key) {
                return Some(slot);
            }
            agreeing &= agreeing - 1;
        }
        None
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
        if self.filled > self.labels.len() * BUCKET / 2 && self.labels.len() < self.most_buckets {
            self.grow();
        }
        let (bucket, tag) = self.place(&key);
        let generation = self.generation;
        let known = self.find(bucket, tag, &key);
        let labels = &mut self.labels[bucket];
        // As one number, which is compared without a branch.
        let cost = |label: &Label| {
            u32::from(label.generation > 0) << 9
                | u32::from(label.generation == generation) << 8
                | u32::from(label.work)
        };
        let slot = known.or_else(|| (0..BUCKET).min_by_key(|&slot| cost(&labels[slot])));
        if let Some(slot) = slot {
            self.filled += usize::from(labels[slot].generation == 0);
            labels[slot] = Label { tag, generation, work: work.max(1).ilog2() as u8 };
            self.entries[bucket * BUCKET + slot] = Some(TableEntry { key, reason, numbers, edge });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::capture::Capture;
    use crate::solver::fight::FightKey;
    use crate::solver::zone::Zone;

    #[test]
    fn a_table_grows_and_keeps_what_it_knows() {
        const BYTES: usize = 16 << 20;
        const STATES: u64 = 20_000;
        let key = |state: u64| FightKey::new([state, 0], state & 0xFFFFFF, [state.reverse_bits(), 0], 7);
        let mut table: Table<Capture> = Table::with_bytes(BYTES);
        let first_buckets = table.labels.len();
        for state in 0..STATES {
            // Searches that go on where others ended.
            if state % 100 == 0 {
                table.age();
            }
            table.insert(key(state), Numbers::new(state as u32, 1), Zone::default(), None, 1);
        }
        assert!(table.labels.len() > first_buckets);
        let known = |table: &Table<Capture>| {
            (0..STATES)
                .filter_map(|state| Some((state, table.get(&key(state))?)))
                .inspect(|(state, entry)| assert_eq!(u64::from(entry.numbers.pn()), *state))
                .count()
        };
        // Only buckets that are full lose something.
        assert!(known(&table) > STATES as usize * 9 / 10, "{}", known(&table));
        table.clear();
        assert_eq!((known(&table), table.labels.len()), (0, first_buckets));
    }

    #[test]
    fn a_table_stays_within_its_bytes() {
        for bytes in [0, 1 << 12, 1 << 20] {
            let mut table: Table<Capture> = Table::with_bytes(bytes);
            for state in 0..50_000 {
                table.insert(
                    FightKey::new([state, 0], 0, [0; 2], 0),
                    Numbers::new(1, 1),
                    Zone::default(),
                    None,
                    1,
                );
            }
            let size = size_of_val(&*table.labels) + size_of_val(&*table.entries);
            assert!(size <= bytes.max(BUCKET * 100), "{size} of {bytes}");
        }
    }
}
