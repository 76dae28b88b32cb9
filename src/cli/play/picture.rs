//! The board as text.

use crate::board::{Board, Color, MAX_SIZE, Point, PointMap};
use anstyle::{Ansi256Color, AnsiColor, Style};
use std::fmt::Write as _;

/// What is drawn.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub(super) board: Board,
    /// It stands in parentheses.
    pub(super) last: Option<Point>,
    /// Who is likely to own the points, from -1 (White) to 1 (Black), if that is to be seen.
    pub(super) owners: Option<PointMap<f32>>,
    /// May it be coloured? Then stones are discs on wood, otherwise letters.
    pub(super) colored: bool,
}

impl Picture {
    /// Columns that it takes.
    pub(super) fn width(&self) -> usize {
        2 * self.board.size() + 5
    }

    /// Its lines, with coordinates on all sides.
    pub(super) fn lines(&self) -> Vec<String> {
        let size = self.board.size();
        let wood = Style::new().bg_color(Some(Ansi256Color(179).into()));
        let mark = wood.fg_color(Some(AnsiColor::Red.into())).bold();
        let letters: String =
            (0..size).map(|column| format!(" {}", &Point::new(column, 0).to_string()[..1])).collect();
        let letters = format!("   {letters}");
        let mut lines = vec![letters.clone()];
        for row in (0..size).rev() {
            let mut text = format!(" {} ", row + 1);
            let mut after_last = false;
            for column in 0..size {
                let point = Point::new(column, row);
                let is_last = self.last == Some(point);
                let gap = if is_last {
                    "("
                } else if after_last {
                    ")"
                } else {
                    " "
                };
                let (style, sign) = self.sign(point, wood);
                // Writing to a string cannot fail.
                let _ = if self.colored {
                    write!(text, "{mark}{gap}{mark:#}{style}{sign}{style:#}")
                } else {
                    write!(text, "{gap}{sign}")
                };
                after_last = is_last;
            }
            let end = if after_last { ")" } else { " " };
            let _ = if self.colored { write!(text, "{mark}{end}{mark:#}") } else { write!(text, "{end}") };
            let _ = write!(text, "{}", row + 1);
            lines.push(text);
        }
        lines.push(letters);
        lines
    }

    /// A point's sign; small ones are an owner's, on empty points and on stones of the other color.
    fn sign(&self, point: Point, wood: Style) -> (Style, &'static str) {
        let black = wood.fg_color(Some(Ansi256Color(16).into())).bold();
        let white = wood.fg_color(Some(Ansi256Color(231).into())).bold();
        let grid = wood.fg_color(Some(Ansi256Color(94).into()));
        let colored = |plain, colored| if self.colored { colored } else { plain };
        match (self.board.color_at(point), self.owner(point)) {
            (Some(Color::White) | None, Some(Color::Black)) => (black, colored("x", "▪")),
            (Some(Color::Black) | None, Some(Color::White)) => (white, colored("o", "▪")),
            (Some(Color::Black), _) => (black, colored("X", "●")),
            (Some(Color::White), _) => (white, colored("O", "●")),
            (None, _) if is_star(point, self.board.size()) => (grid, "+"),
            (None, _) => (grid, colored(".", "·")),
        }
    }

    /// Whose point it is rather surely.
    fn owner(&self, point: Point) -> Option<Color> {
        /// Less is open.
        const OWNER_SURE: f32 = 0.5;
        match self.owners.as_ref()?[point] {
            owner if owner >= OWNER_SURE => Some(Color::Black),
            owner if owner <= -OWNER_SURE => Some(Color::White),
            _ => None,
        }
    }
}

/// The points that a 9×9 board has dots on.
fn is_star(point: Point, size: usize) -> bool {
    let (column, row) = (point.column(), point.row());
    size == MAX_SIZE && ((column, row) == (4, 4) || [2, 6].contains(&column) && [2, 6].contains(&row))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(owners: Option<PointMap<f32>>) -> Picture {
        let board: Board = ". X ./O X ./. . .".parse().unwrap();
        Picture { board, last: Point::parse("B2", 3), owners, colored: false }
    }

    #[test]
    fn the_last_move_stands_in_parentheses() {
        let picture = picture(None);
        let lines = picture.lines();
        assert_eq!(lines, ["    A B C", " 3  . X . 3", " 2  O(X). 2", " 1  . . . 1", "    A B C"]);
        assert!(lines[1..4].iter().all(|line| line.chars().count() == picture.width()));
    }

    #[test]
    fn owners_are_small_letters_on_what_is_not_theirs() {
        let lines = picture(Some(PointMap::filled(0.9))).lines();
        assert_eq!(lines[1..4], [" 3  x X x 3", " 2  x(X)x 2", " 1  x x x 1"]);
        let lines = picture(Some(PointMap::filled(-0.4))).lines();
        assert_eq!(lines[1..4], [" 3  . X . 3", " 2  O(X). 2", " 1  . . . 1"]);
    }
}
