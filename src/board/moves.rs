//! A turn.

use super::point::Point;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a player does in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Move {
    /// No stone.
    Pass,
    /// A stone on that point.
    Play(Point),
}

const _: () = assert!(size_of::<Move>() == 1);

impl Move {
    /// The point that is played, if any.
    #[inline]
    pub fn point(self) -> Option<Point> {
        match self {
            Move::Pass => None,
            Move::Play(point) => Some(point),
        }
    }

    /// Reads `pass` or the name of a point of a board of that size, in letters of any case; `None` if it is neither.
    pub fn parse(name: &str, size: usize) -> Option<Move> {
        if name.eq_ignore_ascii_case("pass") {
            Some(Move::Pass)
        } else {
            Point::parse(name, size).map(Move::Play)
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pass => f.write_str("pass"),
            Move::Play(point) => point.fmt(f),
        }
    }
}
