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
        let mut board = self.picture.lines();
        let mut below = folded(said.trim_end().lines(), width);
        let beside = self.picture.width() + 2;
        let is_wide = width >= beside + NARROWEST;
        let space = if is_wide { width - beside } else { width };
        let mut facts = folded(self.facts.iter().map(String::as_str), space);
        let mut thinking = folded(thinking.iter().map(String::as_str), space);
        let missing = thinking_rows(space).saturating_sub(thinking.len());
        if is_wide {
            if !thinking.is_empty() {
                thinking.extend(vec![String::new(); missing]);
            }
            let curve = graph(&self.rates, space, GRAPH_LINES, !self.picture.colored);
            let told = facts.len() + thinking.len();
            let tall = board.len().max(told + 1 + curve.len());
            if !curve.is_empty() && tall + 1 + below.len() <= room {
                thinking.resize(tall - curve.len() - 1 - facts.len(), String::new());
                thinking.push("Your chances:".to_owned());
                thinking.extend(curve);
            }
        }
        let tall =
            if is_wide { board.len().max(facts.len() + thinking.len()) } else { board.len() + facts.len() };
        if tall + below.len() > room && below.len() > 3 && thinking.is_empty() {
            return below;
        }
        if !is_wide && !thinking.is_empty() {
            below.append(&mut thinking);
            let spare = room.saturating_sub(tall + below.len());
            below.extend(vec![String::new(); missing.min(spare)]);
        }
        if tall + below.len() < room {
            below.insert(0, String::new());
        }
        // The thinking and what is said matter more than the rest, and rows more than their letters.
        let above = room.saturating_sub(below.len());
        if board.len() > above {
            board.pop();
        }
        if board.len() > above {
            board.remove(0);
        }
        let taken = if is_wide { thinking.len() } else { board.len() };
        facts.truncate(above.saturating_sub(taken));
        facts.extend(thinking);
        let mut lines = if is_wide { side_by_side(&board, &facts, beside) } else { [board, facts].concat() };
        lines.truncate(above);
        lines.extend(below);
        if lines.len() > room {
            lines.drain(..lines.len() - room);
        }
        lines
    }
}

/// Rows that the thinking takes at most, and always where there is room: what is typed below must stay in its place.
fn thinking_rows(width: usize) -> usize {
    const LONGEST: [&str; 2] =
        ["Thinking: 1234567 playouts, pass 100 %. Enter: move now.", "Line: E5 E5 E5 E5 E5 E5 E5 E5"];
    folded(LONGEST.into_iter(), width).len()
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

fn folded<'a>(lines: impl Iterator<Item = &'a str>, width: usize) -> Vec<String> {
    lines.flat_map(|line| wrapped(line, width)).collect()
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

    /// The lines on a terminal of that size.
    fn drawn(size: (usize, usize), said: &str, thinking: &[&str]) -> Vec<String> {
        let facts = ["You: White. Tengen: Black, level 10", "Captured by Black 12, by White 11; komi 7.5"];
        let facts = facts.map(str::to_owned).to_vec();
        let thinking: Vec<String> = thinking.iter().map(|&line| line.to_owned()).collect();
        Screen { facts, ..screen() }.lines(size, said, &thinking)
    }

    /// What a person reads there.
    fn seen(size: (usize, usize), said: &str, thinking: &[&str]) -> String {
        anstream::adapter::strip_str(&drawn(size, said, thinking).join("\n")).to_string()
    }

    const THINKING: [&str; 2] =
        ["Thinking: 54321 playouts, E5 52 %. Enter: move now.", "Line: E5 C3 G7 C7 G3 E3"];

    /// The words, wherever their lines break and whatever stands beside them.
    fn has_words(text: &str, words: &str) -> bool {
        let mut rest = text;
        words.split(' ').all(|word| {
            rest.split_once(word).is_some_and(|(_, after)| {
                rest = after;
                true
            })
        })
    }

    #[test]
    fn no_fact_is_cut_where_there_is_room() {
        for width in 24..=80 {
            let text = seen((width, 24), "Tengen plays E5.", &THINKING);
            for words in
                ["You: White. Tengen: Black, level 10", "komi 7.5", "E5 52 %. Enter: move now.", "G3 E3"]
            {
                assert!(has_words(&text, words), "{words} at {width}:\n{text}");
            }
        }
    }

    #[test]
    fn rows_and_thinking_stay_on_a_low_terminal() {
        let has_all_rows =
            |text: &str| (1..=9).all(|row| format!("\n{text}").contains(&format!("\n {row} ")));
        for width in [40, 52, 80] {
            for height in [11, 12, 13] {
                let text = seen((width, height), "Tengen plays E5.", &[]);
                assert!(has_all_rows(&text) && text.contains("plays E5"), "{width} by {height}:\n{text}");
            }
            for height in [8, 12] {
                let text = seen((width, height), "", &THINKING);
                assert!(has_words(&text, "E5 52 %. Enter: move now."), "{width} by {height}:\n{text}");
            }
        }
    }

    #[test]
    fn what_is_typed_stays_in_its_place_while_it_thinks() {
        for size in [(24, 24), (40, 12), (40, 20), (52, 24), (80, 12), (80, 24)] {
            let rows = |thinking: &[&str]| drawn(size, "One.", thinking).len();
            assert_eq!(rows(&["Thinking", ""]), rows(&THINKING), "{size:?}");
        }
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrapped("", 3), [""]);
    }
}
