//! Text pictures of boards.

use super::point::column_name;
use super::{Board, Color, MAX_SIZE, MIN_SIZE, Point, PointSet};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Why a picture is no board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// A character that is neither cell nor label.
    #[error("'{0}' is no cell: use X, O or .")]
    Cell(char),
    /// Not square or too small or large.
    #[error("a board has 2 to 9 rows of as many cells; this one has {rows}, one of them with {cells}")]
    Shape {
        /// Number of rows.
        rows: usize,
        /// Number of cells in the first row that does not fit.
        cells: usize,
    },
    /// A chain has no liberty.
    #[error("a chain has no liberty")]
    NoLiberty,
}

impl FromStr for Board {
    type Err = DiagramError;

    /// Reads a picture: rows from the top, `X` Black, `O` White, `.` empty. Rows are separated by line
    /// breaks or `/`; blanks, row numbers and the line of column letters are passed over. Black is to
    /// move.
    ///
    /// ```
    /// use tengen::board::{Board, Color};
    /// let board: Board = ". X ./X O X/. . .".parse().unwrap();
    /// assert_eq!(board.stones(Color::Black).len(), 3);
    /// ```
    fn from_str(picture: &str) -> Result<Board, DiagramError> {
        let mut rows: Vec<Vec<char>> = Vec::new();
        for line in picture.split(['\n', '/']) {
            let cells: Vec<char> =
                line.chars().filter(|c| !c.is_whitespace() && !c.is_ascii_digit()).collect();
            let is_column_letters = cells.iter().all(|c| ('A'..='J').contains(c));
            if !is_column_letters {
                rows.push(cells);
            }
        }
        let size = rows.len();
        let misfit = rows.iter().map(Vec::len).find(|&cells| cells != size);
        if misfit.is_some() || !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(DiagramError::Shape { rows: size, cells: misfit.unwrap_or(size) });
        }
        let mut stones = [PointSet::EMPTY; 2];
        for (from_top, cells) in rows.iter().enumerate() {
            for (column, &cell) in cells.iter().enumerate() {
                let point = PointSet::of(Point::new(column, size - 1 - from_top));
                match cell {
                    'X' => stones[0] |= point,
                    'O' => stones[1] |= point,
                    '.' => {}
                    other => return Err(DiagramError::Cell(other)),
                }
            }
        }
        Board::from_stones(size, stones[0], stones[1]).ok_or(DiagramError::NoLiberty)
    }
}

impl Board {
    /// The rows of a picture from the top, without anything between the signs: `X` Black, `O` White, `.` empty.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        let sign = |point| match self.color_at(point) {
            None => '.',
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
        };
        Point::rows(self.size).map(move |row| row.map(sign).collect())
    }
}

impl fmt::Display for Board {
    /// The picture with row numbers and column letters; the last line has no line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in (1..=self.size).rev().zip(self.rows()) {
            write!(f, "{number}")?;
            row.chars().try_for_each(|sign| write!(f, " {sign}"))?;
            writeln!(f)?;
        }
        write!(f, " ")?;
        (0..self.size).try_for_each(|column| write!(f, " {}", column_name(column)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_round_trip() {
        let picture = "3 . X O\n2 X O .\n1 . . .\n  A B C";
        let board: Board = picture.parse().unwrap();
        assert_eq!(board.to_string(), picture);
        assert_eq!(board.stones(Color::White).len(), 2);
    }

    #[test]
    fn bad_pictures_are_refused() {
        let refusal = |picture: &str| picture.parse::<Board>().unwrap_err();
        assert_eq!(refusal("..\n.?"), DiagramError::Cell('?'));
        assert_eq!(refusal("..\n..."), DiagramError::Shape { rows: 2, cells: 3 });
        assert_eq!(refusal(""), DiagramError::Shape { rows: 0, cells: 0 });
        assert_eq!(refusal("."), DiagramError::Shape { rows: 1, cells: 1 });
        assert_eq!(refusal("XO/O."), DiagramError::NoLiberty);
    }
}
