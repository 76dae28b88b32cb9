//! The diamond: the twelve points within distance two of a point, as two numbers in base three.

use crate::board::{Board, Color, MAX_SIZE, MIN_SIZE, Point, PointMap, around_mask};

/// Points of a diamond without its center.
pub const POINTS: usize = 12;

/// Different tips: four digits in base three.
pub const TIPS: usize = 81;

/// Different squares on one shape: eight digits in base three.
pub(super) const SQUARES_OF_SHAPE: usize = 6561;

/// Columns to the right and rows up from the center.
///
/// ```text
///         11            the order of the points is that of their indices: row by row from the bottom, so
///      8   9  10        that extracting bits keeps it
///  4   5   *   6   7
///      1   2   3
///          0
/// ```
pub const OFFSETS: [(i8, i8); POINTS] =
    [(0, -2), (-1, -1), (0, -1), (1, -1), (-2, 0), (-1, 0), (1, 0), (2, 0), (-1, 1), (0, 1), (1, 1), (0, 2)];

/// Bits of the points next to the center.
pub(super) const NEIGHBOR_PLACES: Part = 1 << 2 | 1 << 5 | 1 << 6 | 1 << 9;

/// Bits of the points at distance two in a line.
pub(super) const TIP_PLACES: Part = 1 | 1 << 4 | 1 << 7 | 1 << 11;

/// Some points of a diamond: bit `i` is the point at `OFFSETS[i]`.
pub(super) type Part = u16;

/// Parts of a diamond that can be on a board: the 25 of the large boards, nine more of sizes 2 and 3.
const SHAPE_COUNT: usize = 34;

/// The parts of a diamond that can be on a board, those of the 9×9 board first.
pub(super) const SHAPES: [Part; SHAPE_COUNT] = shapes();

/// Squares of all shapes.
pub const SQUARES: usize = SHAPE_COUNT * SQUARES_OF_SHAPE;

/// The first square of the shape that a diamond has in the place of its center, on the board of each size, as a pair of
/// [`BASE_THREE`].
static FIRST_PAIRS: [PointMap<u32>; MAX_SIZE + 1] = first_pairs();

/// The points of a whole diamond for [`PointSet::extract_around`](crate::board::PointSet::extract_around).
const DIAMOND_MASK: u64 = around_mask(&OFFSETS);

/// Bits for the digits of the tips.
const TIP_BITS: u32 = 7;

/// The numbers that have the bits of an index as digits in base three: above [`TIP_BITS`] bits for that of the tips that of the
/// square. One pair and twice another, of other points, add up without a carry.
const BASE_THREE: [u32; 1 << POINTS] = {
    let mut pairs = [0; 1 << POINTS];
    let mut bits = 0;
    while bits < pairs.len() {
        let (mut square, mut tips, mut i) = (0, 0, POINTS);
        while i > 0 {
            i -= 1;
            let digit = (bits >> i & 1) as u32;
            if TIP_PLACES >> i & 1 != 0 {
                tips = 3 * tips + digit;
            } else {
                square = 3 * square + digit;
            }
        }
        pairs[bits] = square << TIP_BITS | tips;
        bits += 1;
    }
    pairs
};

/// What is around a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diamond {
    /// The eight points around the center, and which of the twelve are on the board; below [`SQUARES`].
    pub square: usize,
    /// The four points at distance two in a line; below [`TIPS`].
    pub tips: usize,
}

impl Diamond {
    /// The diamond around `point` as `color` sees it.
    ///
    /// Every point is a digit of one of the two numbers, from the last point in [`OFFSETS`] to the first: 0 empty or
    /// off the board, 1 a stone of `color`, 2 one of its opponent. Which of them are on the board chooses the range of
    /// squares.
    #[inline]
    pub fn around(board: &Board, point: Point, color: Color) -> Diamond {
        let digits = |color: Color| {
            let bits = board.stones(color).extract_around(point, DIAMOND_MASK);
            BASE_THREE[bits as usize & (BASE_THREE.len() - 1)]
        };
        let pair = FIRST_PAIRS[board.size()][point] + digits(color) + 2 * digits(!color);
        Diamond { square: (pair >> TIP_BITS) as usize, tips: (pair & ((1 << TIP_BITS) - 1)) as usize }
    }
}

/// The point at an offset from the center; `None` off the board.
pub(super) const fn neighbor(center: Point, offset: (i8, i8), size: usize) -> Option<Point> {
    let column = center.column() as i8 + offset.0;
    let row = center.row() as i8 + offset.1;
    let last = size as i8 - 1;
    if column < 0 || row < 0 || column > last || row > last {
        return None;
    }
    Some(Point::new(column as usize, row as usize))
}

const fn on_board(center: Point, size: usize) -> Part {
    let mut part = 0;
    let mut i = 0;
    while i < POINTS {
        if neighbor(center, OFFSETS[i], size).is_some() {
            part |= 1 << i;
        }
        i += 1;
    }
    part
}

const fn find(shapes: &[Part; SHAPE_COUNT], count: usize, part: Part) -> Option<usize> {
    let mut i = 0;
    while i < count {
        if shapes[i] == part {
            return Some(i);
        }
        i += 1;
    }
    None
}

const fn shapes() -> [Part; SHAPE_COUNT] {
    let mut shapes = [0; SHAPE_COUNT];
    let mut count = 0;
    let mut size = MAX_SIZE;
    while size >= MIN_SIZE {
        let mut i = 0;
        while i < size * size {
            let part = on_board(Point::new(i % size, i / size), size);
            if find(&shapes, count, part).is_none() {
                shapes[count] = part;
                count += 1;
            }
            i += 1;
        }
        size -= 1;
    }
    assert!(count == SHAPE_COUNT);
    shapes
}

const fn first_pairs() -> [PointMap<u32>; MAX_SIZE + 1] {
    let mut boards = [PointMap::filled(0); MAX_SIZE + 1];
    let mut size = MIN_SIZE;
    while size <= MAX_SIZE {
        let mut pairs = [0; 128];
        let mut i = 0;
        while i < size * size {
            let point = Point::new(i % size, i / size);
            if let Some(shape) = find(&SHAPES, SHAPE_COUNT, on_board(point, size)) {
                pairs[point.index()] = ((shape * SQUARES_OF_SHAPE) << TIP_BITS) as u32;
            }
            i += 1;
        }
        boards[size] = PointMap::from_array(pairs);
        size += 1;
    }
    boards
}
