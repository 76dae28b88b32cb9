//! What is around a point, as bits of a word.

use super::PointSet;
use crate::board::point::{MAX_SIZE, Point, PointMap, STRIDE};

/// The bit of the point in [`PointSet::around`].
const AROUND: usize = 2 * STRIDE + 1;

/// The bits in [`PointSet::around`] of the points so many columns to the right and rows up.
pub(crate) const fn around_mask(offsets: &[(i8, i8)]) -> u64 {
    let mut mask = 0;
    let mut i = 0;
    while i < offsets.len() {
        let (column, row) = offsets[i];
        mask |= 1 << (AROUND as i32 + STRIDE as i32 * row as i32 + column as i32);
        i += 1;
    }
    mask
}

/// The bits of [`PointSet::around`] that are points of the largest board. Beyond its left and right edge there would be points of
/// other rows.
static WITHIN_EDGES: PointMap<u64> = {
    const LAST: i8 = MAX_SIZE as i8 - 1;
    let mut masks = [0; 128];
    let mut place = 0;
    while place < 25 * MAX_SIZE * MAX_SIZE {
        let (point, offset) = (Point::new(place / 25 % MAX_SIZE, place / 25 / MAX_SIZE), (place % 25) as i8);
        let (right, up) = (offset % 5 - 2, offset / 5 - 2);
        let (column, row) = (point.column() as i8 + right, point.row() as i8 + up);
        let is_corner = right * right * up * up == 16;
        if !is_corner && 0 <= column && column <= LAST && 0 <= row && row <= LAST {
            masks[point.index()] |= around_mask(&[(right, up)]);
        }
        place += 1;
    }
    PointMap::from_array(masks)
};

impl PointSet {
    /// The points around a point as bits of a word, the point itself as bit `AROUND`: the square of five rows and columns but for
    /// its corners. What would lie beyond an edge of the largest board is not in the set.
    #[inline]
    fn around(self, point: Point) -> u64 {
        /// Room for what is below A1, whose index is 11.
        const ROOM: usize = AROUND - 11;
        ((self.0 << ROOM) >> ((point.index() - 11) & 127)) as u64 & WITHIN_EDGES[point]
    }

    /// The points of `mask` around a point, squeezed together in index order: bit 0 of the answer is the
    /// first point of the mask.
    ///
    /// Bit 0 of the mask is one column to the left of the point and two rows below it, as in `around_mask`.
    #[inline]
    pub fn extract_around(self, point: Point, mask: u64) -> u64 {
        extract_bits(self.around(point), mask)
    }
}

/// The bits of `word` at the set bits of `mask`, squeezed together.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline]
fn extract_bits(word: u64, mask: u64) -> u64 {
    safe_arch::population_extract_u64(word, mask)
}

/// The bits of `word` at the set bits of `mask`, squeezed together.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline]
fn extract_bits(word: u64, mask: u64) -> u64 {
    let (mut rest, mut bits, mut at) = (mask, 0, 0);
    while rest != 0 {
        bits |= (word >> rest.trailing_zeros() & 1) << at;
        rest &= rest - 1;
        at += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_around_a_point_from_beyond_an_edge() {
        let board = PointSet::board(MAX_SIZE);
        for point in board {
            let is_near = |other: &Point| {
                let (columns, rows) =
                    (point.column().abs_diff(other.column()), point.row().abs_diff(other.row()));
                columns.max(rows) <= 2 && columns + rows < 4
            };
            assert_eq!(board.around(point).count_ones() as usize, board.iter().filter(is_near).count());
        }
    }
}
