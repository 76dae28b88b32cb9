//! A policy that answers the last move: a chain of suggestions, the surest first.

use super::Policy;
use crate::board::{Board, Chain, Color, Point, PointSet};
use crate::rng::Rng;
use crate::tactics::{captures, is_self_atari, liberties_after, real_eyes, saves};

/// How often each suggestion is asked, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// Take the chain that has just moved into atari.
    pub punish: u32,
    /// Save a chain that the last move put in atari.
    pub save: u32,
    /// Attack or strengthen chains of two liberties beside the last move.
    pub two_liberties: u32,
    /// Play near the last move.
    pub near: u32,
    /// Take any chain in atari.
    pub capture: u32,
    /// Turn a self-atari down and draw again.
    pub refuse_self_atari: u32,
}

/// Reacts to the last move, then takes what can be taken, then plays at random.
#[derive(Clone, Copy, Debug)]
pub struct Guided {
    /// How often each suggestion is asked.
    pub chances: Chances,
}

impl Policy for Guided {
    #[inline]
    fn choose(&self, board: &Board, color: Color, last: Option<Point>, rng: &mut Rng) -> Option<Point> {
        let chances = &self.chances;
        let legal = board.legal_moves(color);
        let sensible = legal - real_eyes(board, color);
        let turn = Turn { board, color, legal, sensible };
        let reply = last.and_then(|last| {
            happens(chances.punish, rng)
                .then(|| turn.punish(last, rng))
                .flatten()
                .or_else(|| happens(chances.save, rng).then(|| turn.save(last, rng)).flatten())
                .or_else(|| {
                    happens(chances.two_liberties, rng).then(|| turn.two_liberties(last, rng)).flatten()
                })
                .or_else(|| happens(chances.near, rng).then(|| turn.near(last, rng)).flatten())
        });
        reply
            .or_else(|| happens(chances.capture, rng).then(|| turn.capture(rng)).flatten())
            .or_else(|| turn.any(chances.refuse_self_atari, rng))
    }
}

#[inline]
fn happens(percent: u32, rng: &mut Rng) -> bool {
    percent >= 100 || rng.below(100) < percent
}

/// A position and what may be played in it.
struct Turn<'a> {
    board: &'a Board,
    color: Color,
    legal: PointSet,
    /// Legal and no own real eye.
    sensible: PointSet,
}

impl Turn<'_> {
    /// The last move left its own chain in atari.
    #[inline]
    fn punish(&self, last: Point, rng: &mut Rng) -> Option<Point> {
        (captures(self.board, self.color, PointSet::of(last)) & self.legal).pick(rng)
    }

    /// The last move put own chains in atari.
    #[inline]
    fn save(&self, last: Point, rng: &mut Rng) -> Option<Point> {
        let threatened = PointSet::neighbors_of(last) & self.board.stones(self.color) & self.board.in_atari();
        if threatened.is_empty() {
            return None;
        }
        let chains = self.board.chains_of(threatened);
        let all = chains.fold(PointSet::EMPTY, |all, chain| all | saves(self.board, self.color, chain));
        (all & self.legal).pick(rng)
    }

    /// The chain of the last move has two liberties, or own chains beside it have.
    #[inline]
    fn two_liberties(&self, last: Point, rng: &mut Rng) -> Option<Point> {
        let (board, color) = (self.board, self.color);
        let mover = board.chain_at(last).map_or(PointSet::EMPTY, Chain::liberties);
        let mut points = if mover.len() == 2 { mover } else { PointSet::EMPTY };
        for chain in board.chains_of(PointSet::neighbors_of(last) & board.stones(color)) {
            if chain.liberties().len() == 2 {
                let grows = |&point: &Point| liberties_after(board, color, point).len() > 2;
                points |= chain.liberties().iter().filter(grows).collect();
            }
        }
        self.unless_self_atari((points & self.sensible).pick(rng))
    }

    /// A point within distance two of the last move.
    #[inline]
    fn near(&self, last: Point, rng: &mut Rng) -> Option<Point> {
        let near = PointSet::neighbors_of(last);
        self.unless_self_atari(((near | near.neighbors()) & self.sensible).pick(rng))
    }

    /// Any enemy chain in atari.
    #[inline]
    fn capture(&self, rng: &mut Rng) -> Option<Point> {
        (captures(self.board, self.color, PointSet::board(self.board.size())) & self.legal).pick(rng)
    }

    /// Any sensible move. A self-atari is turned down so often; when nothing else is left the player
    /// passes, which keeps sekis alive.
    #[inline]
    fn any(&self, refuse_self_atari: u32, rng: &mut Rng) -> Option<Point> {
        let mut left = self.sensible;
        loop {
            let point = left.pick(rng)?;
            if !is_self_atari(self.board, self.color, point) || !happens(refuse_self_atari, rng) {
                return Some(point);
            }
            left -= PointSet::of(point);
        }
    }

    #[inline]
    fn unless_self_atari(&self, point: Option<Point>) -> Option<Point> {
        point.filter(|&point| !is_self_atari(self.board, self.color, point))
    }
}
