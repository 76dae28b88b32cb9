//! The two colors.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Not;

/// A player, and the color of that player's stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Color {
    /// Moves first.
    Black = 0,
    /// Gets the komi.
    White = 1,
}

impl Color {
    /// Both colors, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// 0 for Black, 1 for White: the index of per-color arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The color that moves after so many turns, if this one moves first.
    #[inline]
    pub fn after(self, turns: usize) -> Color {
        if turns.is_multiple_of(2) { self } else { !self }
    }

    /// `B` or `W`, as records and protocols write it.
    pub const fn letter(self) -> &'static str {
        match self {
            Color::Black => "B",
            Color::White => "W",
        }
    }

    /// Reads `b`, `black`, `w` or `white` in letters of any case; `None` if it is no such name.
    pub fn parse(name: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|color| {
            name.eq_ignore_ascii_case(color.letter()) || name.eq_ignore_ascii_case(&color.to_string())
        })
    }

    /// Black's share or chance as this color's: the same for Black, 1 minus it for White. It converts both ways.
    #[inline]
    pub const fn share_of(self, black: f32) -> f32 {
        match self {
            Color::Black => black,
            Color::White => 1.0 - black,
        }
    }

    /// Black's lead in points as this color's: negative where the other one leads. It converts both ways.
    #[inline]
    pub const fn lead_of(self, black: f32) -> f32 {
        match self {
            Color::Black => black,
            Color::White => -black,
        }
    }
}

impl Not for Color {
    type Output = Color;
    #[inline]
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}
