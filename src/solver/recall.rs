//! Values recalled by zone: what was solved in one position holds in all that agree with it on the zone.
//!
//! Sources: Kawano: Using similar positions to search game trees, 1996, replays a proof in a similar position;
//! Cazenave: Abstract proof search, 2000, and Shih, Wu, Wei, Wu: A novel approach to solving goal-achieving problems for
//! board games, 2022, keep what a value rests on. Here nothing is replayed: that the value is the same is what a zone means.

use super::GOLDEN;
use super::fight::{Fight, KoModel};
use super::problem::Solved;
use super::zone::Zone;
use crate::board::{Point, PointSet};

/// Records that share a place, those of one target mostly. More are found more often, but each question reads
/// them all.
const WAYS: usize = 64;

/// More records serve positions too far away.
const MOST_BYTES: usize = 1 << 20;

/// Solved states in which no retaking was forbidden, on one board size.
#[derive(Clone, Debug, Default)]
pub(super) struct Recall {
    records: Vec<Record>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    /// A stone of the target, all of which is in the zone.
    anchor: Point,
    attacker: PointSet,
    defender: PointSet,
    found: Solved<Zone>,
    attacks: bool,
    root: bool,
    order: u8,
    ko: KoModel,
}

impl Record {
    /// Tells nothing: there are no stones outside of the zone.
    const NONE: Record = Record {
        anchor: Point::new(0, 0),
        attacker: PointSet::board(1),
        defender: PointSet::EMPTY,
        found: Solved { value: false, reason: Zone { points: PointSet::EMPTY, used_ko: false } },
        attacks: false,
        root: false,
        order: 0,
        ko: KoModel::Plain,
    };

    /// A capture takes threats of at least the order, an escape those of at most the order.
    #[inline]
    fn tells(&self, fight: &Fight, ko: KoModel) -> bool {
        fight.target.contains(self.anchor)
            && (fight.attacker & self.found.reason.points) == self.attacker
            && (fight.defender & self.found.reason.points) == self.defender
            && (self.attacks, self.root, self.ko) == (fight.attacks, fight.root, ko)
            && if self.found.value { self.order <= fight.order } else { self.order >= fight.order }
    }
}

impl Recall {
    /// As much as is useful beside a table of that many bytes, and a quarter of it at most.
    pub(super) fn beside(table_bytes: usize) -> Recall {
        let bytes = (table_bytes / 4).min(MOST_BYTES);
        let buckets = 1 << (bytes / (WAYS * size_of::<Record>())).max(1).ilog2();
        Recall { records: vec![Record::NONE; buckets * WAYS] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.records.fill(Record::NONE);
    }

    #[inline]
    fn bucket(&mut self, fight: &Fight) -> &mut [Record] {
        if self.records.is_empty() {
            return &mut [];
        }
        let [low, high] = fight.target.words();
        let mixed = low.wrapping_mul(GOLDEN) ^ high ^ u64::from(fight.attacks);
        let start = ((mixed.wrapping_mul(GOLDEN) >> 32) as usize & (self.records.len() / WAYS - 1)) * WAYS;
        &mut self.records[start..start + WAYS]
    }

    /// The value of a state without a ban, if one is known that rests on nothing that is different here.
    pub(super) fn get(&mut self, fight: &Fight, ko: KoModel) -> Option<Solved<Zone>> {
        let bucket = self.bucket(fight);
        let place = bucket.iter().position(|record| record.tells(fight, ko))?;
        let before = place.saturating_sub(1);
        bucket.swap(place, before);
        Some(bucket[before].found)
    }

    /// Keeps a value; of those in its place the one that was asked for least goes.
    pub(super) fn insert(&mut self, fight: &Fight, ko: KoModel, found: Solved<Zone>) {
        let bucket = self.bucket(fight);
        let Some(anchor) = fight.target.first().filter(|_| !bucket.is_empty()) else { return };
        bucket.rotate_right(1);
        let points = found.reason.points;
        bucket[0] = Record {
            anchor,
            attacker: fight.attacker & points,
            defender: fight.defender & points,
            found,
            attacks: fight.attacks,
            root: fight.root,
            order: fight.order,
            ko,
        };
    }
}
