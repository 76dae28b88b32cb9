//! Templates as people write them; `patterns/README.md` describes the format.

use super::class::{Class, Classes};
use super::diamond::{POINTS, Part};
use super::error::{DrawingFault, PatternError};
use super::template::{Drawing, EMPTY_MARK, ENEMY_MARK, Mark, OFF_BOARD, ON_BOARD, OWN_MARK, Template};

/// Points in each line of a drawing.
const WIDTHS: [usize; 5] = [1, 3, 5, 3, 1];

/// Where the points of a drawing, read line by line from the top, are in the order of the offsets; the
/// center is none of them.
const TEXT_PLACES: [Option<usize>; POINTS + 1] = [
    Some(11),
    Some(8),
    Some(9),
    Some(10),
    Some(4),
    Some(5),
    None,
    Some(6),
    Some(7),
    Some(1),
    Some(2),
    Some(3),
    Some(0),
];

/// The greatest weight.
const MAX_WEIGHT: f32 = 1000.0;

/// Reads all templates of a file.
///
/// # Errors
/// The first line that is wrong, and why.
pub(super) fn parse(file: &str, text: &str) -> Result<Vec<Template>, PatternError> {
    let refuse =
        |line: usize, reason: DrawingFault| PatternError::Template { file: file.to_owned(), line, reason };
    let mut lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.starts_with("//"));
    let mut templates = Vec::new();
    while let Some((number, header)) = lines.by_ref().find(|(_, line)| !line.is_empty()) {
        let (classes, weight, name) = parse_header(header).map_err(|reason| refuse(number, reason))?;
        let mut symbols = Vec::with_capacity(POINTS + 1);
        for width in WIDTHS {
            let (number, line) = lines
                .next()
                .filter(|(_, line)| !line.is_empty())
                .ok_or_else(|| refuse(number, DrawingFault::Unfinished))?;
            let points: Vec<char> = line.chars().filter(|symbol| !symbol.is_whitespace()).collect();
            if points.len() != width {
                return Err(refuse(number, DrawingFault::Width { expected: width, found: points.len() }));
            }
            symbols.extend(points.into_iter().map(|symbol| (number, symbol)));
        }
        let mut drawing = Drawing { cells: [0; POINTS], points: 0 };
        for (place, (number, symbol)) in TEXT_PLACES.into_iter().zip(symbols) {
            match place {
                None if symbol == '*' => {}
                None => return Err(refuse(number, DrawingFault::Center(symbol))),
                Some(i) => {
                    let cell =
                        parse_symbol(symbol).ok_or_else(|| refuse(number, DrawingFault::Symbol(symbol)))?;
                    drawing.cells[i] = cell;
                    drawing.points |= Part::from("!@".contains(symbol)) << i;
                }
            }
        }
        if !drawing.is_possible() {
            return Err(refuse(number, DrawingFault::Impossible));
        }
        templates.push(Template { name: name.to_owned(), classes, weight, drawing });
    }
    Ok(templates)
}

/// `CLASS[,CLASS…] WEIGHT NAME`
fn parse_header(header: &str) -> Result<(Classes, f32, &str), DrawingFault> {
    let mut rest = header.trim();
    let mut next_word = || {
        let (word, others) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        rest = others.trim_start();
        word
    };
    let (names, text) = (next_word(), next_word());
    let mut classes = Classes::NONE;
    for name in names.split(',') {
        classes = classes.with(Class::parse(name).ok_or_else(|| DrawingFault::Class(name.to_owned()))?);
    }
    let weight = text.parse().ok().filter(|weight| (0.0..=MAX_WEIGHT).contains(weight));
    let weight = weight.ok_or_else(|| DrawingFault::Weight(text.to_owned()))?;
    if rest.is_empty() {
        return Err(DrawingFault::Name);
    }
    Ok((classes, weight, rest))
}

fn parse_symbol(symbol: char) -> Option<Mark> {
    Some(match symbol {
        'X' => OWN_MARK,
        'O' | '@' => ENEMY_MARK,
        '.' | '!' => EMPTY_MARK,
        'S' => OWN_MARK | ENEMY_MARK,
        'x' => OWN_MARK | EMPTY_MARK,
        'o' => ENEMY_MARK | EMPTY_MARK,
        '?' => ON_BOARD,
        '%' => ON_BOARD | OFF_BOARD,
        '#' => OFF_BOARD,
        _ => return None,
    })
}
