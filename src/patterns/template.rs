//! A drawn diamond with its class and weight.

use super::class::Classes;
use super::diamond::{OFFSETS, POINTS, Part, SHAPES, TIP_PLACES, TIPS};

/// What a point of a template may be, as a set of these bits.
pub(super) type Mark = u8;

pub(super) const EMPTY_MARK: Mark = 1;
pub(super) const OWN_MARK: Mark = 2;
pub(super) const ENEMY_MARK: Mark = 4;
pub(super) const OFF_BOARD: Mark = 8;
pub(super) const ON_BOARD: Mark = EMPTY_MARK | OWN_MARK | ENEMY_MARK;

/// The digits of the bits above.
const MARK_DIGITS: [(Mark, usize); 3] = [(EMPTY_MARK, 0), (OWN_MARK, 1), (ENEMY_MARK, 2)];

/// The cells of a diamond in the order of [`OFFSETS`], and which of them settle a convertible eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    pub(super) cells: [Mark; POINTS],
    pub(super) points: Part,
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

    /// The same of the eight points around alone, whatever the tips of the diamond are: as far as patterns of 3×3
    /// points can say it.
    #[must_use]
    pub fn within_square(mut self) -> Template {
        for tip in (0..POINTS).filter(|i| TIP_PLACES >> i & 1 != 0) {
            self.drawing.cells[tip] = Drawing::FREE.cells[tip];
        }
        self
    }
}

impl Drawing {
    /// Matches everything.
    pub(super) const FREE: Drawing = Drawing { cells: [ON_BOARD | OFF_BOARD; POINTS], points: 0 };

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

    /// Can a diamond with those points on the board match?
    pub(super) fn fits(&self, on_board: Part) -> bool {
        let wanted = |i| if on_board >> i & 1 != 0 { !OFF_BOARD } else { OFF_BOARD };
        (0..POINTS).all(|i| self.cells[i] & wanted(i) != 0)
    }

    /// Can any diamond on any board match?
    pub(super) fn is_possible(&self) -> bool {
        SHAPES.iter().any(|&on_board| self.fits(on_board))
    }

    /// The numbers of the squares that match within their range, if those points are on the board and the drawing fits there.
    pub(super) fn squares(&self, on_board: Part) -> Vec<usize> {
        self.numbers(!TIP_PLACES, on_board, EMPTY_MARK)
    }

    /// The tips that match, as bits, if those points are on the board and the drawing fits there. What is at a tip off the board
    /// does not matter, so that tables of different shapes are the same more often.
    pub(super) fn tips(&self, on_board: Part) -> u128 {
        const { assert!(TIPS <= u128::BITS as usize) };
        let numbers = self.numbers(TIP_PLACES, on_board, ON_BOARD);
        numbers.iter().fold(0, |tips, &number| tips | 1 << number)
    }

    /// The numbers in base three of what matches at some places of the diamond.
    fn numbers(&self, places: Part, on_board: Part, off_board: Mark) -> Vec<usize> {
        let mut numbers = vec![0];
        let mut power = 1;
        for (i, &cell) in self.cells.iter().enumerate().filter(|(i, _)| places >> i & 1 != 0) {
            let cell = if on_board >> i & 1 != 0 { cell } else { off_board };
            let digits = MARK_DIGITS.iter().filter(|(content, _)| cell & content != 0);
            let worth: Vec<usize> = digits.map(|&(_, digit)| digit * power).collect();
            numbers =
                worth.iter().flat_map(|&worth| numbers.iter().map(move |&number| number + worth)).collect();
            power *= 3;
        }
        numbers
    }
}
