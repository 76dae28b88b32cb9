//! Who played where, in order.

use crate::board::Point;

/// The moves from the root of the tree to the end of a playout; colors alternate.
#[derive(Clone, Debug)]
pub struct Trace {
    len: usize,
    moves: [Option<Point>; Trace::CAPACITY],
}

impl Default for Trace {
    fn default() -> Trace {
        Trace::new()
    }
}

impl Trace {
    /// Room for the moves of the deepest descent through the tree and of the longest playout; a power of
    /// two, so that an index costs no bounds check.
    pub const CAPACITY: usize = 1024;

    /// An empty trace.
    pub fn new() -> Trace {
        Trace { len: 0, moves: [None; Trace::CAPACITY] }
    }

    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Notes a move; `None` is a pass. There is room for the longest descent and playout.
    #[inline]
    pub fn push(&mut self, mv: Option<Point>) {
        self.moves[self.len % Trace::CAPACITY] = mv;
        self.len += 1;
    }

    /// The point of the last move; `None` at the beginning and after a pass.
    #[inline]
    pub fn last(&self) -> Option<Point> {
        self.moves().last().copied().flatten()
    }

    /// The moves in order; `None` is a pass.
    #[inline]
    pub fn moves(&self) -> &[Option<Point>] {
        &self.moves[..self.len]
    }
}
