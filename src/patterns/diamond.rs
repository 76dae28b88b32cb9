//! The diamond: the twelve points within distance two of a point, and their index in base three.

use crate::board::{AROUND, Board, Color, MAX_SIZE, MIN_SIZE, Point, PointMap, STRIDE};

/// Points of a diamond without its center.
pub const POINTS: usize = 12;

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
pub(super) const NEIGHBOR_PLACES: u16 = 1 << 2 | 1 << 5 | 1 << 6 | 1 << 9;

/// Some points of a diamond: bit `i` is the point at `OFFSETS[i]`.
type Part = u16;

/// Parts of a diamond that can be on a board: the 25 of the large boards, nine more of sizes 2 and 3.
const SHAPE_COUNT: usize = 34;

/// The shapes in the order of their entries, those of the 9×9 board first.
pub(super) const SHAPES: [Shape; SHAPE_COUNT] = shapes();

/// Entries of all shapes.
pub const ENTRIES: usize = SHAPES[SHAPE_COUNT - 1].end();

/// What a diamond is in the place of its center on the board of each size.
static PLACES: [PointMap<Place>; MAX_SIZE + 1] = places();

/// The number in base three that has the same digits as the index has bits.
const BASE_THREE: [u32; 1 << POINTS] = {
    let mut numbers = [0; 1 << POINTS];
    let mut bits = 1;
    while bits < numbers.len() {
        numbers[bits] = 3 * numbers[bits >> 1] + (bits & 1) as u32;
        bits += 1;
    }
    numbers
};

/// The part of a diamond that is on the board, and where its entries begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) on_board: Part,
    pub(super) base: u32,
}

impl Shape {
    const fn end(self) -> usize {
        self.base as usize + 3usize.pow(self.on_board.count_ones())
    }
}

#[derive(Clone, Copy, Debug)]
struct Place {
    /// The points on the board as bits of [`PointSet::extract_around`](crate::board::PointSet).
    mask: u64,
    base: u32,
}

/// The index of the diamond around `point` as `color` sees it; below [`ENTRIES`].
///
/// Every point on the board is a digit, from the last point in [`OFFSETS`] to the first: 0 empty, 1 a
/// stone of `color`, 2 one of its opponent. What is off the board takes no digit; the points that are on
/// it choose the range of indices.
#[inline]
pub fn index(board: &Board, point: Point, color: Color) -> usize {
    let place = &PLACES[board.size()][point];
    let digits = |color: Color| {
        let bits = board.stones(color).extract_around(point, place.mask);
        BASE_THREE[bits as usize & (BASE_THREE.len() - 1)]
    };
    (place.base + digits(color) + 2 * digits(!color)) as usize
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

const fn find(shapes: &[Shape; SHAPE_COUNT], count: usize, part: Part) -> Option<usize> {
    let mut i = 0;
    while i < count {
        if shapes[i].on_board == part {
            return Some(i);
        }
        i += 1;
    }
    None
}

const fn shapes() -> [Shape; SHAPE_COUNT] {
    let mut shapes = [Shape { on_board: 0, base: 0 }; SHAPE_COUNT];
    let (mut count, mut end) = (0, 0);
    let mut size = MAX_SIZE;
    while size >= MIN_SIZE {
        let mut i = 0;
        while i < size * size {
            let part = on_board(Point::new(i % size, i / size), size);
            if find(&shapes, count, part).is_none() {
                shapes[count] = Shape { on_board: part, base: end };
                end = shapes[count].end() as u32;
                count += 1;
            }
            i += 1;
        }
        size -= 1;
    }
    assert!(count == SHAPE_COUNT);
    shapes
}

const fn places() -> [PointMap<Place>; MAX_SIZE + 1] {
    let mut boards = [PointMap::filled(Place { mask: 0, base: 0 }); MAX_SIZE + 1];
    let mut size = MIN_SIZE;
    while size <= MAX_SIZE {
        let mut places = [Place { mask: 0, base: 0 }; 128];
        let mut i = 0;
        while i < size * size {
            let point = Point::new(i % size, i / size);
            let part = on_board(point, size);
            if let Some(shape) = find(&SHAPES, SHAPE_COUNT, part) {
                places[point.index()] = Place { mask: mask(part), base: SHAPES[shape].base };
            }
            i += 1;
        }
        boards[size] = PointMap::from_array(places);
        size += 1;
    }
    boards
}

const fn mask(part: Part) -> u64 {
    let mut mask = 0;
    let mut i = 0;
    while i < POINTS {
        if part >> i & 1 != 0 {
            let (column, row) = OFFSETS[i];
            mask |= 1 << (AROUND as i32 + STRIDE as i32 * row as i32 + column as i32);
        }
        i += 1;
    }
    mask
}
