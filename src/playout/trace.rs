//! Who played where, in order.

use crate::board::{Color, Point};

/// Room for the moves of a descent through the tree and of the longest playout.
pub(crate) const CAPACITY: usize = 1024;

/// The moves from the root of the tree to the end of a playout; colors alternate.
#[derive(Clone, Debug)]
pub struct Trace {
    first: Color,
    len: usize,
    moves: [Option<Point>; CAPACITY],
}

impl Trace {
    /// An empty trace; `first` makes its first move.
    pub fn new(first: Color) -> Trace {
        Trace { first, len: 0, moves: [None; CAPACITY] }
    }

    /// Forgets all moves.
    pub fn restart(&mut self, first: Color) {
        self.first = first;
        self.len = 0;
    }

    /// Notes a move; `None` is a pass. Moves past the capacity are not kept.
    #[inline]
    pub fn push(&mut self, mv: Option<Point>) {
        self.moves[self.len % CAPACITY] = mv;
        self.len += 1;
    }

    /// The moves in order; `None` is a pass.
    #[inline]
    pub fn moves(&self) -> &[Option<Point>] {
        &self.moves[..self.len]
    }
}
