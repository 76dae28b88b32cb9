//! Typed readers for the arguments of a command.

use super::CommandError;
use crate::board::{Color, Move, Point};

/// The arguments of a command that have not been read yet. Words too many are ignored.
#[derive(Debug)]
pub(super) struct Arguments<'a> {
    words: std::slice::Iter<'a, String>,
    size: usize,
}

impl<'a> Arguments<'a> {
    /// Arguments that speak of a board of that size.
    pub(super) fn new(words: &'a [String], size: usize) -> Arguments<'a> {
        Arguments { words: words.iter(), size }
    }

    /// Points along one side of the board.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The next word without reading it.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.words.clone().next().map(String::as_str)
    }

    /// The next word, if there is one.
    pub(super) fn optional(&mut self) -> Option<&'a str> {
        self.words.next().map(String::as_str)
    }

    /// The next word.
    pub(super) fn word(&mut self, what: &str) -> Result<&'a str, CommandError> {
        self.optional().ok_or_else(|| CommandError::Syntax(format!("{what} is missing")))
    }

    /// All words that are left.
    pub(super) fn rest(&mut self) -> impl Iterator<Item = &'a str> {
        std::mem::take(&mut self.words).map(String::as_str)
    }

    pub(super) fn color(&mut self) -> Result<Color, CommandError> {
        let word = self.word("a color")?;
        match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Color::Black),
            "w" | "white" => Ok(Color::White),
            _ => Err(CommandError::Syntax(format!("'{word}' is no color"))),
        }
    }

    pub(super) fn mv(&mut self) -> Result<Move, CommandError> {
        let word = self.word("a move")?;
        self.as_move(word)
    }

    /// Reads a word as a move.
    pub(super) fn as_move(&self, word: &str) -> Result<Move, CommandError> {
        if word.eq_ignore_ascii_case("pass") { Ok(Move::Pass) } else { self.as_point(word).map(Move::Play) }
    }

    /// A point.
    pub(super) fn point(&mut self) -> Result<Point, CommandError> {
        let word = self.word("a point")?;
        self.as_point(word)
    }

    fn as_point(&self, word: &str) -> Result<Point, CommandError> {
        Point::parse(word, self.size)
            .ok_or_else(|| CommandError::Syntax(format!("'{word}' is no point of this board")))
    }

    pub(super) fn number(&mut self, what: &str) -> Result<u32, CommandError> {
        let word = self.word(what)?;
        word.parse().map_err(|_| CommandError::Syntax(format!("'{word}' is no whole number")))
    }

    /// A finite number with or without decimals.
    pub(super) fn decimal(&mut self, what: &str) -> Result<f64, CommandError> {
        let word = self.word(what)?;
        let number = word.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| CommandError::Syntax(format!("'{word}' is no number")))
    }
}
