//! Values recalled by zone: what was solved in one position holds in all that agree with it on the zone.
//!
//! Sources: Kawano: Using similar positions to search game trees, 1996, replays a proof in a similar position;
//! Cazenave: Abstract proof search, 2000, and Shih, Wu, Wei, Wu: A novel approach to solving goal-achieving problems for
//! board games, 2022, keep what a value rests on. Here nothing is replayed: that the value is the same is what a zone means.

use super::fight::{Fight, KoModel};
use super::problem::Solved;
use super::zone::Zone;
use crate::board::{Point, PointSet};
use crate::rng::GOLDEN;
use wide::u64x8;

/// Records that share a place, those of one target mostly. More are found more often, but each question compares
/// them all: eight at a time.
const WAYS: usize = 64;
const OCTET: usize = 8;

/// More records serve positions too far away.
const MOST_RECORD_BYTES: usize = 1 << 19;

/// Solved states in which no retaking was forbidden, on one board size.
#[derive(Clone, Debug, Default)]
pub(super) struct Recall {
    buckets: Vec<Bucket>,
}

/// Records by slots, and the slots in the order in which they were useful.
#[derive(Clone, Debug)]
struct Bucket {
    /// The words of the records, lane by lane.
    octets: [Octet; WAYS / OCTET],
    /// Octets with a record.
    used: usize,
    slots: [u8; WAYS],
    /// A stone of the target, all of which is in the zone.
    anchors: [Point; WAYS],
    values: u64,
    kos: u64,
}

/// Low and high words of the stones that eight records want, and where they want them. Points leave room in the high
/// words: there the attacker's have what must be the same beside the stones.
#[derive(Clone, Copy, Debug)]
struct Octet {
    attacker: [u64x8; 2],
    defender: [u64x8; 2],
    zone: [u64x8; 2],
}

/// Where the points of a high word end.
const POINT_BITS: u64 = (1 << 40) - 1;
/// The bits that must be the same.
const SAME: u64 = 0xF << 40;

/// A bit for each order, from the lowest.
const ORDERS: u32 = 48;

/// What must be the same beside the stones.
#[inline]
fn circumstances(fight: &Fight, ko: KoModel) -> u64 {
    (u64::from(fight.attacks) | u64::from(fight.root) << 1 | (ko as u64) << 2) << 40
}

impl Bucket {
    fn empty() -> Bucket {
        // The record of a state without an order: no state agrees with that.
        let nowhere = u64x8::splat(!POINT_BITS);
        let none = [u64x8::ZERO; 2];
        let octet = Octet { attacker: none, defender: none, zone: [u64x8::ZERO, nowhere] };
        Bucket {
            octets: [octet; WAYS / OCTET],
            used: 0,
            // The last slot is the next one to be written: the first one first.
            slots: std::array::from_fn(|place| (WAYS - 1 - place) as u8),
            anchors: [Point::new(0, 0); WAYS],
            values: 0,
            kos: 0,
        }
    }

    /// The slots whose records agree with a state.
    #[inline]
    fn agreeing(&self, fight: &Fight, ko: KoModel) -> u64 {
        let ([a, b], [c, d]) = (fight.attacker.words(), fight.defender.words());
        let b = b | circumstances(fight, ko) | 1 << (ORDERS + u32::from(fight.order));
        let (a, b, c, d) = (u64x8::splat(a), u64x8::splat(b), u64x8::splat(c), u64x8::splat(d));
        let mut agreeing = 0;
        for (index, octet) in self.octets.iter().enumerate().take(self.used) {
            let low = ((a ^ octet.attacker[0]) | (c ^ octet.defender[0])) & octet.zone[0];
            let high = ((b ^ octet.attacker[1]) | (d ^ octet.defender[1])) & octet.zone[1];
            let agrees = (low | high).simd_eq(u64x8::ZERO).to_bitmask();
            agreeing |= u64::from(agrees) << (index * OCTET);
        }
        agreeing
    }
}

impl Recall {
    /// As much as is useful beside a table of that many bytes, and an eighth of it at most.
    pub(super) fn beside(table_bytes: usize) -> Recall {
        let bytes = (table_bytes / 8).min(MOST_RECORD_BYTES);
        let buckets = 1 << (bytes / size_of::<Bucket>()).max(1).ilog2();
        Recall { buckets: vec![Bucket::empty(); buckets] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.iter_mut().filter(|bucket| bucket.used > 0).for_each(|bucket| *bucket = Bucket::empty());
    }

    #[inline]
    fn bucket(&mut self, fight: &Fight) -> Option<&mut Bucket> {
        let [low, high] = fight.target.words();
        let mixed = low.wrapping_mul(GOLDEN) ^ high ^ u64::from(fight.attacks);
        let place = (mixed.wrapping_mul(GOLDEN) >> 32) as usize & self.buckets.len().wrapping_sub(1);
        self.buckets.get_mut(place)
    }

    /// The value of a state without a ban, if one is known that rests on nothing that is different here.
    #[inline]
    pub(super) fn get(&mut self, fight: &Fight, ko: KoModel) -> Option<Solved<Zone>> {
        let bucket = self.bucket(fight)?;
        let agreeing = bucket.agreeing(fight, ko);
        if agreeing == 0 {
            return None;
        }
        let tells =
            |slot: u8| agreeing >> slot & 1 > 0 && fight.target.contains(bucket.anchors[usize::from(slot)]);
        let place = bucket.slots.iter().position(|&slot| tells(slot))?;
        let slot = usize::from(bucket.slots[place]);
        bucket.slots.swap(place, place.saturating_sub(1));
        let [low, high] = bucket.octets[slot / OCTET].zone.map(|words| words.to_array()[slot % OCTET]);
        let points = PointSet::from_words([low, high & POINT_BITS]);
        let reason = Zone::new(points, bucket.kos >> slot & 1 > 0);
        Some(Solved { value: bucket.values >> slot & 1 > 0, reason })
    }

    /// Keeps a value; of those in its place the one that was asked for least goes.
    pub(super) fn insert(&mut self, fight: &Fight, ko: KoModel, found: Solved<Zone>) {
        let Some((bucket, anchor)) = self.bucket(fight).zip(fight.target.first()) else { return };
        bucket.slots.rotate_right(1);
        let slot = usize::from(bucket.slots[0]);
        let (points, used_ko) = (found.reason.points(), found.reason.used_ko());
        // A capture takes threats of at least the order, an escape those of at most the order.
        let lower = (1 << (ORDERS + u32::from(fight.order))) - (1 << ORDERS);
        let higher = u64::MAX << (ORDERS + 1 + u32::from(fight.order));
        let others = if found.value { lower } else { higher };
        let ([a, b], [c, d]) = ((fight.attacker & points).words(), (fight.defender & points).words());
        let [low, high] = points.words();
        bucket.used = bucket.used.max(slot / OCTET + 1);
        let octet = &mut bucket.octets[slot / OCTET];
        let write = |words: &mut u64x8, word| words.as_mut_array()[slot % OCTET] = word;
        write(&mut octet.attacker[0], a);
        write(&mut octet.attacker[1], b | circumstances(fight, ko));
        write(&mut octet.defender[0], c);
        write(&mut octet.defender[1], d);
        write(&mut octet.zone[0], low);
        write(&mut octet.zone[1], high | SAME | others);
        bucket.anchors[slot] = anchor;
        let bit = 1 << slot;
        bucket.values = bucket.values & !bit | u64::from(found.value) << slot;
        bucket.kos = bucket.kos & !bit | u64::from(used_ko) << slot;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::solver::answer::question;
    use crate::solver::params::SolverParams;
    use crate::solver::role::Role;

    /// The attack on White's B2 by threats of that order.
    fn attack(picture: &str, order: u8) -> Fight {
        let board: Board = picture.parse().unwrap();
        let params = SolverParams::default();
        let (_, fight) = question(&board, Point::new(1, 1), Role::Attack, &params).unwrap();
        Fight { order, ..fight }
    }

    #[test]
    fn a_value_is_recalled_where_the_zone_agrees_and_the_order_suffices() {
        let picture = ". . . . ./. . . . ./. X . . ./X O . . ./. . . . .";
        let fight = attack(picture, 2);
        let found = |value| Solved { value, reason: Zone::new(fight.target | fight.liberties, true) };
        for value in [true, false] {
            let mut recall = Recall::beside(1 << 20);
            recall.insert(&fight, KoModel::Plain, found(value));
            assert_eq!(recall.get(&fight, KoModel::DefenderFree), None);
            let mut get = |picture: &str, order| recall.get(&attack(picture, order), KoModel::Plain);
            // A capture by threats of order 2 is one by order 3, an escape from them one from order 1.
            assert_eq!(get(picture, 1), (!value).then(|| found(value)));
            assert_eq!(get(picture, 2), Some(found(value)));
            assert_eq!(get(picture, 3), value.then(|| found(value)));
            // A stone outside the zone, and one on a liberty.
            assert_eq!(get(&picture.replacen('.', "O", 1), 2), Some(found(value)));
            assert_eq!(get(&picture.replacen("O .", "O X", 1), 2), None);
        }
    }
}
