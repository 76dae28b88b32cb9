//! How a game has gone, as a graph in text.

/// What a player wins by the number of moves made, from 0 to 1, as far as it is known.
pub(super) type Rates = std::collections::BTreeMap<usize, f32>;

/// The graph in so many lines and at most so many columns, the latest moves if there are more; empty while nothing is
/// known. A move's column is as high as the rate.
pub(super) fn graph(rates: &Rates, width: usize, height: usize, plain: bool) -> Vec<String> {
    /// Columns of the axis.
    const AXIS: usize = 6;
    /// Parts of a cell that are filled.
    const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let Some(space) = width.checked_sub(AXIS).filter(|&space| space > 0 && height > 0) else {
        return Vec::new();
    };
    let shown: Vec<f32> = rates.values().copied().skip(rates.len().saturating_sub(space)).collect();
    if shown.is_empty() {
        return Vec::new();
    }
    let cell = |rate: f32, row: usize| {
        let eighths = (rate.clamp(0.0, 1.0) * (8 * height) as f32).round() as usize;
        let filled = eighths.saturating_sub(8 * row).min(8);
        match plain {
            true if filled >= 4 => '#',
            true => ' ',
            false => BLOCKS[filled],
        }
    };
    let bar = if plain { '|' } else { '│' };
    let line = |row: usize| {
        let label = match row {
            _ if row + 1 == height => "100 %",
            0 => "  0 %",
            _ => "     ",
        };
        let cells: String = shown.iter().map(|&rate| cell(rate, row)).collect();
        format!("{label}{bar}{cells}").trim_end().to_owned()
    };
    (0..height).rev().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rates(all: &[f32]) -> Rates {
        all.iter().copied().enumerate().collect()
    }

    #[test]
    fn a_column_is_as_high_as_the_rate() {
        let known = rates(&[0.0, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!(graph(&known, 40, 2, false), ["100 %│   ▄█", "  0 %│ ▄███"]);
        assert_eq!(graph(&known, 40, 2, true), ["100 %|   ##", "  0 %| ####"]);
    }

    #[test]
    fn the_latest_moves_are_shown_where_there_is_no_room_for_all() {
        assert_eq!(graph(&rates(&[1.0, 1.0, 0.0]), 8, 1, false), ["100 %│█"]);
        assert!(graph(&rates(&[1.0]), 6, 3, false).is_empty(), "no room at all");
        assert!(graph(&Rates::new(), 40, 3, false).is_empty(), "nothing is known");
    }
}
