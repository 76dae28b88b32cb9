//! Sets of points as 128-bit words.

mod around;

pub(crate) use around::around_mask;

use super::point::{MAX_SIZE, NoPoint, Point, PointMap, STRIDE};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};
use wide::u64x2;

/// A set of points; operators mean union, intersection, symmetric difference and difference.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u128", into = "u128")]
pub struct PointSet(u128);

/// All points of the board of each size.
const BOARDS: [PointSet; MAX_SIZE + 1] = {
    let mut boards = [PointSet::EMPTY; MAX_SIZE + 1];
    let mut size = 1;
    while size <= MAX_SIZE {
        boards[size] = square(0, size);
        size += 1;
    }
    boards
};

/// The first line of the board of each size.
const EDGES: [PointSet; MAX_SIZE + 1] = {
    let mut edges = BOARDS;
    let mut size = 2;
    while size <= MAX_SIZE {
        edges[size].0 &= !square(1, size - 1).0;
        size += 1;
    }
    edges
};

/// Steps to diagonal neighbors.
const UP_RIGHT: usize = STRIDE + 1;
const UP_LEFT: usize = STRIDE - 1;

/// Neighbors of each point on the largest board.
const NEIGHBORS: PointMap<PointSet> = {
    let mut map = [PointSet::EMPTY; 128];
    let mut i = 0;
    while i < MAX_SIZE * MAX_SIZE {
        let point = Point::new(i % MAX_SIZE, i / MAX_SIZE);
        map[point.index()] = {
            let s: u128 = 1 << point.index();
            PointSet((s << 1 | s >> 1 | s << STRIDE | s >> STRIDE) & BOARDS[MAX_SIZE].0)
        };
        i += 1;
    }
    PointMap::from_array(map)
};

const fn square(from: usize, to: usize) -> PointSet {
    let mut bits = 0;
    let mut row = from;
    while row < to {
        let mut column = from;
        while column < to {
            bits |= 1 << Point::new(column, row).index();
            column += 1;
        }
        row += 1;
    }
    PointSet(bits)
}

impl PointSet {
    /// No point.
    pub const EMPTY: PointSet = PointSet(0);

    /// All points of a board of that size.
    ///
    /// # Panics
    /// When `size` is above [`MAX_SIZE`].
    #[inline]
    pub const fn board(size: usize) -> PointSet {
        BOARDS[size]
    }

    /// The first line of a board of that size.
    ///
    /// # Panics
    /// When `size` is above [`MAX_SIZE`].
    #[inline]
    pub const fn edge(size: usize) -> PointSet {
        EDGES[size]
    }

    /// Only that point.
    #[inline]
    pub const fn of(point: Point) -> PointSet {
        // Not a shift of all 128 bits: to set such a bit in memory the compiler stores one half of the set, and a read of the whole
        // set right after has to wait for that store.
        let bit = 1 << (point.index() & 63);
        PointSet::from_words(if point.index() & 64 == 0 { [bit, 0] } else { [0, bit] })
    }

    /// Is there no point in it?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of points.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Is it exactly one point?
    #[inline]
    pub const fn is_single(self) -> bool {
        self.0 != 0 && self.0 & (self.0 - 1) == 0
    }

    /// Is the point in it?
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> (point.index() & 127) & 1 != 0
    }

    /// Do they share a point?
    #[inline]
    pub const fn intersects(self, other: PointSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The lowest index in the set; 128 if it is empty.
    #[inline]
    pub(super) const fn first_index(self) -> u32 {
        self.0.trailing_zeros()
    }

    /// The point with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Point> {
        if self.0 == 0 { None } else { Some(Point::from_index(self.0.trailing_zeros())) }
    }

    /// The point of a set of exactly one.
    #[inline]
    pub const fn only(self) -> Option<Point> {
        if self.is_single() { self.first() } else { None }
    }

    /// The point with the lowest index as a set; nothing if there is none.
    #[inline]
    pub(crate) const fn first_alone(self) -> PointSet {
        PointSet(self.0 & self.0.wrapping_neg())
    }

    /// The `n`-th point, counted from 0 in index order; `None` past the end.
    #[inline]
    pub fn nth(self, n: u32) -> Option<Point> {
        (n < self.len()).then(|| self.nth_present(n))
    }

    /// The `n`-th point; the set has more than `n`.
    #[inline]
    fn nth_present(self, n: u32) -> Point {
        let [low, high] = self.words();
        let below = low.count_ones();
        let (word, n, offset) = if n < below { (low, n, 0) } else { (high, n - below, u64::BITS) };
        Point::from_index(offset + nth_bit(word, n))
    }

    /// How many points of the set come before this one in index order.
    #[inline]
    pub const fn rank(self, point: Point) -> u32 {
        (self.0 & ((1 << (point.index() & 127)) - 1)).count_ones()
    }

    /// Visits the points that the other set has too, in index order, each with its [rank](PointSet::rank) in this one. Faster
    /// than to ask for each rank, which looks at both words.
    #[inline]
    pub fn for_each_in(self, other: PointSet, mut visit: impl FnMut(usize, Point)) {
        let (mut offset, mut before) = (0, 0);
        for (word, other) in self.words().into_iter().zip(other.words()) {
            let mut rest = word & other;
            while rest != 0 {
                let up_to_it = rest ^ (rest - 1);
                let rank = before + (word & (up_to_it >> 1)).count_ones();
                visit(rank as usize, Point::from_index(offset + rest.trailing_zeros()));
                rest &= rest - 1;
            }
            offset += u64::BITS;
            before += word.count_ones();
        }
    }

    /// A uniformly drawn point; `None` if the set is empty.
    #[inline]
    pub fn pick(self, rng: &mut Rng) -> Option<Point> {
        (!self.is_empty()).then(|| self.nth_present(rng.below(self.len())))
    }

    /// Points next to a point of the set, on the largest board; they may be in the set too.
    #[inline]
    pub fn neighbors(self) -> PointSet {
        let board = u64x2::new(BOARDS[MAX_SIZE].words());
        PointSet::from_words((beside(u64x2::new(self.words())) & board).to_array())
    }

    /// The neighbors of one point on the largest board, by table.
    #[inline]
    pub fn neighbors_of(point: Point) -> PointSet {
        NEIGHBORS[point]
    }

    /// The set, or nothing; without a branch.
    #[inline]
    pub(crate) const fn only_if(self, condition: Mask) -> PointSet {
        let [low, high] = self.words();
        PointSet::from_words([low & condition.0, high & condition.0])
    }

    /// The low and the high half.
    #[inline]
    pub(crate) const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    #[inline]
    pub(crate) const fn from_words([low, high]: [u64; 2]) -> PointSet {
        PointSet((high as u128) << 64 | low as u128)
    }

    /// Points of `self` that have at least one, and at least two, diagonal neighbors in `stones`.
    #[inline]
    pub(crate) const fn with_diagonals(self, stones: PointSet) -> (PointSet, PointSet) {
        let s = stones.0;
        let (a, b, c, d) = (s << UP_RIGHT, s >> UP_RIGHT, s << UP_LEFT, s >> UP_LEFT);
        let two = (a & b) | (c & d) | ((a | b) & (c | d));
        (PointSet((a | b | c | d) & self.0), PointSet(two & self.0))
    }

    /// Corners of points of `self` where both sides are in `walls` but the diagonal point is in `gaps`.
    #[inline]
    pub(crate) const fn broken_corners(self, walls: PointSet, gaps: PointSet) -> u32 {
        let (p, w, g) = (self.0, walls.0, gaps.0);
        let (right, left, up, down) = (w >> 1, w << 1, w >> STRIDE, w << STRIDE);
        (p & up & right & g >> UP_RIGHT).count_ones()
            + (p & up & left & g >> UP_LEFT).count_ones()
            + (p & down & right & g << UP_LEFT).count_ones()
            + (p & down & left & g << UP_RIGHT).count_ones()
    }

    /// Points whose whole 3x3 block, nine points, is in the set.
    #[inline]
    pub(crate) const fn block_centers(self) -> PointSet {
        let rows = self.0 & self.0 << 1 & self.0 >> 1;
        PointSet(rows & rows << STRIDE & rows >> STRIDE)
    }

    /// All points of `self` that are connected to `seed` through points of `self`.
    pub fn flood(self, seed: PointSet) -> PointSet {
        self.flood_until(seed, |_| false)
    }

    /// What a flood has reached when it is done, or when `enough` says so of it.
    #[inline]
    pub(crate) fn flood_until(self, seed: PointSet, enough: impl Fn(PointSet) -> bool) -> PointSet {
        let mask = u64x2::new(self.words());
        let mut filled = u64x2::new((seed & self).words());
        loop {
            let next = (filled | beside(filled)) & mask;
            let set = PointSet::from_words(next.to_array());
            if next == filled || enough(set) {
                return set;
            }
            filled = next;
        }
    }

    /// The connected parts of the set.
    pub fn regions(self) -> impl Iterator<Item = PointSet> {
        self.regions_at(self)
    }

    /// The connected parts of the set that have a point of `seeds`, each once.
    #[inline]
    pub fn regions_at(self, seeds: PointSet) -> impl Iterator<Item = PointSet> {
        let mut rest = self & seeds;
        std::iter::from_fn(move || {
            let region = self.flood(PointSet::of(rest.first()?));
            rest -= region;
            Some(region)
        })
    }

    /// The points in index order: row by row from A1.
    #[inline]
    pub fn iter(self) -> Points {
        Points(self)
    }
}

/// All that is next to a point of a set, on the board or off it.
#[inline]
fn beside(set: u64x2) -> u64x2 {
    const ROW: u32 = STRIDE as u32;
    let [low, high] = set.to_array();
    let (up, down) = (u64x2::new([0, low]), u64x2::new([high, 0]));
    let right = (set << 1u32) | (up >> 63u32);
    let left = (set >> 1u32) | (down << 63u32);
    let above = (set << ROW) | (up >> (64 - ROW));
    let below = (set >> ROW) | (down << (64 - ROW));
    right | left | above | below
}

/// Index of the `n`-th set bit of `bits`, which has more than `n`.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline]
fn nth_bit(bits: u64, n: u32) -> u32 {
    safe_arch::population_deposit_u64(1 << n, bits).trailing_zeros()
}

/// Index of the `n`-th set bit of `bits`, which has more than `n`.
///
/// Halves the word by popcount six times; compiles to selects, no branch.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline]
fn nth_bit(bits: u64, n: u32) -> u32 {
    let (mut rest, mut n, mut at, mut width) = (bits, n, 0, 32);
    while width > 0 {
        let below = (rest & ((1 << width) - 1)).count_ones();
        let up = (n >= below) as u32;
        n -= below * up;
        rest >>= width * up;
        at += width * up;
        width /= 2;
    }
    at
}

/// A condition as a word of ones or zeros, for choices without a branch.
#[derive(Clone, Copy)]
pub(crate) struct Mask(u64);

impl From<bool> for Mask {
    #[inline]
    fn from(condition: bool) -> Mask {
        Mask(u64::from(condition).wrapping_neg())
    }
}

/// Iterator over the points of a set.
#[derive(Clone, Debug)]
pub struct Points(PointSet);

impl Iterator for Points {
    type Item = Point;
    #[inline]
    fn next(&mut self) -> Option<Point> {
        let point = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(point)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Points {}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;
    #[inline]
    fn into_iter(self) -> Points {
        self.iter()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        points.into_iter().fold(PointSet::EMPTY, |set, point| set | PointSet::of(point))
    }
}

impl FromIterator<PointSet> for PointSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = PointSet>>(sets: I) -> PointSet {
        sets.into_iter().fold(PointSet::EMPTY, |union, set| union | set)
    }
}

impl TryFrom<u128> for PointSet {
    type Error = NoPoint;

    /// The points whose bits are set.
    fn try_from(bits: u128) -> Result<PointSet, NoPoint> {
        if bits & !BOARDS[MAX_SIZE].0 == 0 { Ok(PointSet(bits)) } else { Err(NoPoint) }
    }
}

impl From<PointSet> for u128 {
    fn from(points: PointSet) -> u128 {
        points.0
    }
}

macro_rules! set_operator {
    ($trait:ident $method:ident $assign:ident $assign_method:ident |$a:ident, $b:ident| $body:expr) => {
        impl $trait for PointSet {
            type Output = PointSet;
            #[inline]
            fn $method(self, other: PointSet) -> PointSet {
                let ($a, $b) = (self.0, other.0);
                PointSet($body)
            }
        }
        impl $assign for PointSet {
            #[inline]
            fn $assign_method(&mut self, other: PointSet) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

set_operator!(BitOr bitor BitOrAssign bitor_assign |a, b| a | b);
set_operator!(BitAnd bitand BitAndAssign bitand_assign |a, b| a & b);
set_operator!(BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b);
set_operator!(Sub sub SubAssign sub_assign |a, b| a & !b);

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbor_counts_on_the_full_board() {
        let mut with = [0; 5];
        for point in PointSet::board(9) {
            with[PointSet::neighbors_of(point).len() as usize] += 1;
            assert_eq!(PointSet::neighbors_of(point), PointSet::of(point).neighbors());
        }
        assert_eq!(with, [0, 0, 4, 28, 49]);
    }

    #[test]
    fn a_flood_from_the_center_fills_the_board() {
        for size in 2..=9 {
            let seed = PointSet::of(Point::new(size / 2, size / 2));
            assert_eq!(PointSet::board(size).flood(seed), PointSet::board(size));
            assert_eq!(PointSet::board(size).len() as usize, size * size);
            assert_eq!(PointSet::edge(size).len() as usize, 4 * (size - 1));
        }
    }

    #[test]
    fn bits_that_are_no_points_are_refused() {
        for index in 0..128u8 {
            let bits = 1 << index | PointSet::board(5).0;
            let told = serde_json::from_str::<PointSet>(&bits.to_string()).ok();
            assert_eq!(told.map(u128::from), Point::try_from(index).ok().map(|_| bits));
        }
    }

    #[test]
    fn nth_and_rank_agree_with_iteration() {
        let mut rng = Rng::new(1, 0);
        for _ in 0..1000 {
            let set: PointSet = PointSet::board(9).iter().filter(|_| rng.below(3) == 0).collect();
            for (n, point) in set.iter().enumerate() {
                assert_eq!(set.nth(n as u32), Some(point));
                assert_eq!(set.rank(point), n as u32);
            }
            assert_eq!(set.nth(set.len()), None);
            let other: PointSet = PointSet::board(9).iter().filter(|_| rng.below(2) == 0).collect();
            let mut seen = Vec::new();
            set.for_each_in(other, |rank, point| seen.push((rank as u32, point)));
            assert!(seen.into_iter().eq((set & other).iter().map(|point| (set.rank(point), point))));
        }
    }
}
