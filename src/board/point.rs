//! One intersection, and arrays with one value per intersection.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::NonZeroU8;
use std::ops::{Index, IndexMut};
use thiserror::Error;

/// The largest board.
pub const MAX_SIZE: usize = 9;

/// Distance between the indices of a point and the point above it.
pub(super) const STRIDE: usize = MAX_SIZE + 1;

/// An intersection of the board.
///
/// ```text
///  row 9 | 91 92 93 94 95 96 97 98 99 |    index = (row + 1) * 10 + column + 1   (row, column from 0)
///   ...  |                            |    0 is never a point  → Option<Point> is one byte
///  row 1 | 11 12 13 14 15 16 17 18 19 |    10, 20, … are guards → neighbors never wrap
/// ```
///
/// All indices are below 128: the same number addresses a [`PointMap`] and a bit of a
/// [`PointSet`](super::PointSet). Smaller boards use the lower left corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Point(NonZeroU8);

const _: () = assert!(size_of::<Option<Point>>() == 1);

/// Column names: there is no column I.
const COLUMNS: [u8; MAX_SIZE] = *b"ABCDEFGHJ";

impl Point {
    /// The point in that column and row, both counted from 0 at the lower left corner.
    ///
    /// # Panics
    /// When one of them is not below [`MAX_SIZE`].
    pub const fn new(column: usize, row: usize) -> Point {
        assert!(column < MAX_SIZE && row < MAX_SIZE);
        match NonZeroU8::new(((row + 1) * STRIDE + column + 1) as u8) {
            Some(index) => Point(index),
            None => unreachable!(),
        }
    }

    /// The points of a board of that size in rows from the top, each from the left.
    pub fn rows(size: usize) -> impl Iterator<Item = impl Iterator<Item = Point>> {
        (0..size).rev().map(move |row| (0..size).map(move |column| Point::new(column, row)))
    }

    /// The points of a board of that size as one reads: rows from the top, each from the left.
    pub fn reading_order(size: usize) -> impl Iterator<Item = Point> {
        Point::rows(size).flatten()
    }

    /// The point with this index; the caller has it from a [`PointSet`](super::PointSet).
    #[inline]
    pub(super) const fn from_index(index: u32) -> Point {
        match NonZeroU8::new(index as u8) {
            Some(index) => Point(index),
            None => Point::new(0, 0),
        }
    }

    /// Index into arrays of 128 and bit number in sets.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// Column from 0 at the left.
    pub const fn column(self) -> usize {
        self.index() % STRIDE - 1
    }

    /// Row from 0 at the bottom.
    pub const fn row(self) -> usize {
        self.index() / STRIDE - 1
    }

    /// Reads a name such as `E5` or `e5` on a board of that size; `None` if it is no such name.
    ///
    /// ```
    /// use tengen::board::Point;
    /// assert_eq!(Point::parse("j9", 9), Some(Point::new(8, 8)));
    /// assert_eq!(Point::parse("I5", 9), None);
    /// assert_eq!(Point::parse("E05", 9), None);
    /// ```
    pub fn parse(name: &str, size: usize) -> Option<Point> {
        let (&letter, digits) = name.as_bytes().split_first()?;
        let column = COLUMNS.iter().position(|&c| c == letter.to_ascii_uppercase())?;
        let &[digit @ b'1'..=b'9'] = digits else { return None };
        let row = usize::from(digit - b'1');
        (column < size && row < size).then(|| Point::new(column, row))
    }
}

/// Why a number is no point, or no set of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no board has such a point")]
pub struct NoPoint;

impl TryFrom<u8> for Point {
    type Error = NoPoint;

    /// The point with this index.
    fn try_from(index: u8) -> Result<Point, NoPoint> {
        let (row, column) = (usize::from(index) / STRIDE, usize::from(index) % STRIDE);
        let is_point = [row, column].iter().all(|line| (1..=MAX_SIZE).contains(line));
        if is_point { Ok(Point::new(column - 1, row - 1)) } else { Err(NoPoint) }
    }
}

impl From<Point> for u8 {
    fn from(point: Point) -> u8 {
        point.0.get()
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_name(self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The letter of a column, counted from 0.
pub(super) fn column_name(column: usize) -> char {
    char::from(COLUMNS[column])
}

/// One value per point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointMap<T>([T; 128]);

impl<T: Copy> PointMap<T> {
    /// The same value everywhere.
    pub const fn filled(value: T) -> PointMap<T> {
        PointMap([value; 128])
    }
}

impl<T> PointMap<T> {
    pub(crate) const fn from_array(values: [T; 128]) -> PointMap<T> {
        PointMap(values)
    }
}

impl<T> Index<Point> for PointMap<T> {
    type Output = T;
    /// Masking the index costs less than a bounds check and is never wrong: indices are below 128.
    #[inline]
    fn index(&self, point: Point) -> &T {
        &self.0[point.index() & 127]
    }
}

impl<T> IndexMut<Point> for PointMap<T> {
    #[inline]
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.0[point.index() & 127]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for row in 0..MAX_SIZE {
            for column in 0..MAX_SIZE {
                let point = Point::new(column, row);
                assert_eq!(Point::parse(&point.to_string(), MAX_SIZE), Some(point));
                assert_eq!((point.column(), point.row()), (column, row));
            }
        }
    }

    #[test]
    fn numbers_that_are_no_points_are_refused() {
        let known: Vec<u8> = (0..=u8::MAX).filter(|&index| Point::try_from(index).is_ok()).collect();
        let rows = (0..MAX_SIZE).flat_map(|row| (0..MAX_SIZE).map(move |column| Point::new(column, row)));
        assert!(known.iter().copied().eq(rows.map(u8::from)));
        for index in 0..=u8::MAX {
            let told = serde_json::from_str::<Point>(&index.to_string()).ok();
            assert_eq!(told, Point::try_from(index).ok());
            assert_eq!(told.map(|point| serde_json::to_value(point).unwrap()), told.map(|_| index.into()));
        }
    }

    #[test]
    fn names_off_the_board_are_refused() {
        for name in ["", "A", "5", "A0", "K1", "I5", "A10", "é5", "AA1", "E05", "e 5", "F1"] {
            assert_eq!(Point::parse(name, 5), None, "{name}");
        }
    }
}
