//! A drawn diamond with its class and weight.

use super::class::Classes;
use super::diamond::{OFFSETS, POINTS, SHAPES, Shape};

/// What a point of a template may be, as a set of these bits.
type Mark = u8;

pub(super) const EMPTY_MARK: Mark = 1;
pub(super) const OWN_MARK: Mark = 2;
pub(super) const ENEMY_MARK: Mark = 4;
pub(super) const OFF_BOARD: Mark = 8;

/// The digits of an index in the order of the bits above.
const MARK_DIGITS: [(Mark, u32); 3] = [(EMPTY_MARK, 0), (OWN_MARK, 1), (ENEMY_MARK, 2)];

/// The cells of a diamond in the order of [`OFFSETS`], and which of them are the points meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    pub(super) cells: [Mark; POINTS],
    pub(super) points: u16,
}

/// A drawing, what it says and how strongly.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    pub(super) name: String,
    pub(super) classes: Classes,
    pub(super) weight: f32,
    pub(super) drawing: Drawing,
}

impl Template {
    /// What the author calls it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it says of a center that it matches.
    pub fn classes(&self) -> Classes {
        self.classes
    }
}

impl Drawing {
    /// The drawing in all its different orientations.
    pub(super) fn orientations(&self) -> Vec<Drawing> {
        let mut all = vec![*self];
        for turned in (1..8).map(|n| self.turned(n)) {
            if !all.contains(&turned) {
                all.push(turned);
            }
        }
        all
    }

    /// Bit 0 of `how` mirrors the columns, bit 1 the rows, bit 2 exchanges rows and columns.
    fn turned(&self, how: u8) -> Drawing {
        let mut turned = Drawing { cells: [0; POINTS], points: 0 };
        for (i, &(column, row)) in OFFSETS.iter().enumerate() {
            let column = if how & 1 != 0 { -column } else { column };
            let row = if how & 2 != 0 { -row } else { row };
            let image = if how & 4 != 0 { (row, column) } else { (column, row) };
            let to = OFFSETS.iter().position(|&offset| offset == image).expect("a diamond is symmetrical");
            turned.cells[to] = self.cells[i];
            turned.points |= (self.points >> i & 1) << to;
        }
        turned
    }

    /// The indices of the shape's diamonds that match.
    pub(super) fn indices(&self, shape: Shape) -> Vec<u32> {
        let mut indices = vec![shape.base];
        let mut power = 1;
        for (i, &cell) in self.cells.iter().enumerate() {
            if shape.on_board >> i & 1 == 0 {
                if cell & OFF_BOARD == 0 {
                    return Vec::new();
                }
                continue;
            }
            let digits = MARK_DIGITS.iter().filter(|(content, _)| cell & content != 0);
            let worth: Vec<u32> = digits.map(|&(_, digit)| digit * power).collect();
            indices =
                worth.iter().flat_map(|&worth| indices.iter().map(move |&index| index + worth)).collect();
            power *= 3;
        }
        indices
    }

    /// Can any diamond on any board match?
    pub(super) fn is_possible(&self) -> bool {
        SHAPES.iter().any(|&shape| {
            (0..POINTS).all(|i| {
                let on_board = shape.on_board >> i & 1 != 0;
                self.cells[i] & if on_board { !OFF_BOARD } else { OFF_BOARD } != 0
            })
        })
    }
}
