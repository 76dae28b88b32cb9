//! The game on a terminal's screen.

use super::graph::{Rates, graph};
use super::picture::Picture;

/// What a screen of the game shows beside what is said.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Screen {
    pub(super) picture: Picture,
    /// Players, captures, the last move.
    pub(super) facts: Vec<String>,
    /// The person's.
    pub(super) rates: Rates,
}

impl Screen {
    /// Its lines, above which and beside which there is nothing else on a terminal of that size; the last line of the
    /// terminal is left to whoever types. What does not fit under the board stands alone.
    pub(in crate::cli) fn lines(
        &self,
        (width, height): (usize, usize),
        said: &str,
        thinking: &[String],
    ) -> Vec<String> {
        /// The narrowest column of facts beside the board.
        const NARROWEST: usize = 24;
        const GRAPH_LINES: usize = 4;
        // A full line would make the next one begin after an empty one on some terminals.
        let (width, room) = (width.saturating_sub(1).max(1), height.saturating_sub(1).max(1));
        let board = self.picture.lines();
        let said: Vec<String> = said.trim_end().lines().flat_map(|line| wrapped(line, width)).collect();
        let beside = self.picture.width() + 2;
        let is_wide = width >= beside + NARROWEST;
        let space = if is_wide { width - beside } else { width };
        let mut facts: Vec<String> =
            self.facts.iter().chain(thinking).map(|line| clipped(line, space)).collect();
        let curve = graph(&self.rates, space, GRAPH_LINES, !self.picture.colored);
        let mut below = vec![String::new()];
        if is_wide {
            let tall = board.len().max(facts.len() + 1 + curve.len());
            if !curve.is_empty() && tall + 1 + said.len() <= room {
                facts.resize(tall - curve.len() - 1, String::new());
                facts.push("Your chances:".to_owned());
                facts.extend(curve);
            }
        }
        let mut lines = if is_wide { side_by_side(&board, &facts, beside) } else { [board, facts].concat() };
        below.extend(said.iter().cloned());
        if lines.len() + below.len() > room && !said.is_empty() {
            below.remove(0);
        }
        if lines.len() + below.len() > room {
            if said.len() > 3 {
                return said;
            }
            // The thinking and what is said matter more than the rest.
            lines.truncate(room.saturating_sub(below.len()));
        }
        lines.extend(below);
        if lines.len() > room {
            lines.drain(..lines.len() - room);
        }
        lines
    }
}

fn side_by_side(left: &[String], right: &[String], column: usize) -> Vec<String> {
    let at = |lines: &[String], index: usize| lines.get(index).cloned().unwrap_or_default();
    let count = left.len().max(right.len());
    (0..count)
        .map(|index| match at(right, index) {
            text if text.is_empty() => at(left, index),
            // Styles take no columns, so the column is named, and what stood before it goes.
            text => format!("{}\x1b[K\x1b[{}G{text}", at(left, index), column + 1),
        })
        .collect()
}

fn clipped(line: &str, width: usize) -> String {
    line.chars().take(width).collect()
}

/// The line in lines of at most so many columns, broken between words where that is possible.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest: Vec<char> = line.chars().collect();
    while rest.len() > width {
        let space = rest[..=width].iter().rposition(|&c| c == ' ').filter(|&at| at > 0);
        let tail = rest.split_off(space.unwrap_or(width));
        lines.push(rest.into_iter().collect());
        rest = tail.into_iter().skip(usize::from(space.is_some())).collect();
    }
    lines.push(rest.into_iter().collect());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    fn screen() -> Screen {
        let picture = Picture { board: Board::new(9), last: None, owners: None, colored: true };
        let facts = vec!["You are Black.".to_owned(), "A long fact. ".repeat(9)];
        Screen { picture, facts, rates: (0..200).map(|at| (at, 0.5)).collect() }
    }

    /// Columns without styles, beginning at the last jump.
    fn columns(line: &str) -> usize {
        let (jump, text) = line
            .rsplit_once('G')
            .filter(|(jump, _)| jump.ends_with(|c: char| c.is_ascii_digit()))
            .map_or((0, line), |(before, text)| {
                let column = before.rsplit('[').next().and_then(|column| column.parse::<usize>().ok());
                column.map_or((0, line), |column| (column - 1, text))
            });
        jump + anstream::adapter::strip_str(text).to_string().chars().count()
    }

    #[test]
    fn no_size_of_terminal_is_overfull() {
        let thinking = ["Thinking: ".repeat(20), "Line".to_owned()];
        for width in [24, 40, 52, 53, 80, 120] {
            for height in [1, 2, 5, 12, 15, 20, 24, 40] {
                for said in ["", "Tengen plays E5.", "One.\nTwo."] {
                    let lines = screen().lines((width, height), said, &thinking);
                    assert!(lines.len() < height.max(2), "{width} by {height}: {lines:#?}");
                    assert!(lines.iter().all(|line| columns(line) < width), "{width}: {lines:#?}");
                }
            }
        }
    }

    #[test]
    fn the_graph_stands_beside_the_board_where_there_is_room() {
        let has_graph = |size| screen().lines(size, "", &[]).iter().any(|line| line.contains('█'));
        assert!(has_graph((80, 24)) && !has_graph((40, 20)));
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrapped("", 3), [""]);
    }
}
