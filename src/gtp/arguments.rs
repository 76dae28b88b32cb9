//! Typed readers for the arguments of a command.

use super::CommandError;
use super::request::split_word;
use crate::board::{Color, Move, Point};
use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

/// The arguments of a command that have not been read yet. Words too many are ignored.
#[derive(Debug)]
pub(super) struct Arguments<'a> {
    text: &'a str,
    size: usize,
}

impl<'a> Arguments<'a> {
    /// Arguments that speak of a board of that size.
    pub(super) fn new(text: &'a str, size: usize) -> Arguments<'a> {
        Arguments { text, size }
    }

    /// Points along one side of the board.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The next word without reading it.
    pub(super) fn peek(&self) -> Option<&'a str> {
        split_word(self.text).map(|(word, _)| word)
    }

    /// The next word, if there is one.
    pub(super) fn optional(&mut self) -> Option<&'a str> {
        let (word, rest) = split_word(self.text)?;
        self.text = rest;
        Some(word)
    }

    /// The next word.
    pub(super) fn word(&mut self, what: &str) -> Result<&'a str, CommandError> {
        self.optional().ok_or_else(|| CommandError::Syntax(format!("{what} is missing")))
    }

    /// All words that are left.
    pub(super) fn rest(&mut self) -> impl Iterator<Item = &'a str> + use<'_, 'a> {
        std::iter::from_fn(move || self.optional())
    }

    /// All that is left, as it was sent.
    pub(super) fn text(&mut self) -> &'a str {
        std::mem::take(&mut self.text).trim()
    }

    /// The words that are left, single blanks between them.
    pub(super) fn joined(&mut self) -> String {
        self.rest().collect::<Vec<_>>().join(" ")
    }

    pub(super) fn color(&mut self) -> Result<Color, CommandError> {
        let word = self.word("a color")?;
        Color::parse(word).ok_or_else(|| CommandError::Syntax(format!("'{word}' is no color")))
    }

    pub(super) fn mv(&mut self) -> Result<Move, CommandError> {
        let word = self.word("a move")?;
        self.as_move(word)
    }

    /// Reads a word as a move.
    pub(super) fn as_move(&self, word: &str) -> Result<Move, CommandError> {
        Move::parse(word, self.size).ok_or_else(|| no_point(word))
    }

    pub(super) fn point(&mut self) -> Result<Point, CommandError> {
        let word = self.word("a point")?;
        Point::parse(word, self.size).ok_or_else(|| no_point(word))
    }

    pub(super) fn number(&mut self, what: &str) -> Result<u32, CommandError> {
        whole_number(self.word(what)?, u32::MAX)
    }

    /// Where randomness comes from.
    pub(super) fn seed(&mut self) -> Result<u64, CommandError> {
        let word = self.word("a seed")?;
        word.parse().map_err(|_| CommandError::Syntax(format!("'{word}' is no seed")))
    }

    /// A finite number with or without decimals.
    pub(super) fn decimal(&mut self, what: &str) -> Result<f64, CommandError> {
        let word = self.word(what)?;
        match word.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            // Digits make an infinity that has not been asked for by name.
            Ok(_) if word.contains(|c: char| c.is_ascii_digit()) => {
                Err(CommandError::Syntax(format!("'{word}' is too large")))
            }
            _ => Err(CommandError::Syntax(format!("'{word}' is no number"))),
        }
    }
}

/// Reads a whole number; what the type cannot hold is `most`, which is as much too large as that.
pub(super) fn whole_number<N: FromStr<Err = ParseIntError>>(word: &str, most: N) -> Result<N, CommandError> {
    word.parse().or_else(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => Ok(most),
        _ => Err(CommandError::Syntax(format!("'{word}' is no whole number"))),
    })
}

fn no_point(word: &str) -> CommandError {
    CommandError::Syntax(format!("'{word}' is no point of this board"))
}
