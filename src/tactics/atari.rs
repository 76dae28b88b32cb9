//! Chains in atari: what takes them, what saves them, and which move would make one.
//!
//! Nothing here reads ahead; [`ladder_proof`](super::ladder_proof) strikes out the saves that die in a
//! ladder.

use crate::board::{Board, Chain, Color, Point, PointSet};

/// All points where `color` takes something: the last liberties of enemy chains. A ko may forbid one.
///
/// A chain in atari has one empty neighbor, so one look around all of them finds every last liberty.
#[inline]
pub fn captures(board: &Board, color: Color) -> PointSet {
    (board.stones(!color) & board.in_atari()).neighbors() & board.empty()
}

/// The last liberties of those enemy chains among `prey` that are in atari: playing there takes them.
#[inline]
pub fn captures_among(board: &Board, color: Color, prey: PointSet) -> PointSet {
    let taken = prey & board.stones(!color) & board.in_atari();
    if taken.is_empty() {
        return taken;
    }
    board.chains_of(taken).map(Chain::liberties).collect()
}

/// Moves after which the `chain` of `color`, which is in atari, has two liberties or more: it extends or connects. And those that
/// capture an attacker, even if one liberty is all that they bring.
///
/// ```text
///  . X X . .
///  X O * . .     White at * has two liberties
///  . X . . .
/// ```
#[inline]
pub fn saves(board: &Board, color: Color, chain: &Chain) -> PointSet {
    let extends = chain.liberties().iter().filter(|&point| liberties_after(board, color, point).len() >= 2);
    extends.collect::<PointSet>() | captures_among(board, color, chain.stones().neighbors())
}

/// The liberties that the chain of a new stone of `color` on `point` would have.
///
/// Exact as long as fewer than two of them are next to the stone itself; otherwise those are enough to
/// know that it is no self-atari, and the rest is not looked up.
#[inline]
pub fn liberties_after(board: &Board, color: Color, point: Point) -> PointSet {
    let near = PointSet::neighbors_of(point);
    let mut liberties = near & board.empty();
    if liberties.len() >= 2 {
        return liberties;
    }
    let mut stones = PointSet::of(point);
    for chain in board.chains_of(near & board.stones(color)) {
        liberties |= chain.liberties();
        stones |= chain.stones();
    }
    let taken = board.chains_of(near & board.stones(!color) & board.in_atari());
    liberties |= taken.map(Chain::stones).collect::<PointSet>() & stones.neighbors();
    liberties - PointSet::of(point)
}

/// Would a stone of `color` on `point` be in atari at once?
#[inline]
pub fn is_self_atari(board: &Board, color: Color, point: Point) -> bool {
    liberties_after(board, color, point).len() < 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::rng::Rng;

    fn points(names: &[&str]) -> PointSet {
        names.iter().map(|name| Point::parse(name, 5).unwrap()).collect()
    }

    #[test]
    fn captures_and_saves_of_a_chain_in_atari() {
        // White's C3 is in atari at D3, Black's B3 at A3.
        let board: Board = ". . . . ./. O X . ./. X O . ./. O X . ./. . . . .".parse().unwrap();
        assert_eq!(captures(&board, Color::Black), points(&["D3"]));
        let b3 = board.chain_at(Point::parse("B3", 5).unwrap()).unwrap();
        assert_eq!(saves(&board, Color::Black, b3), points(&["A3", "D3"]));
    }

    #[test]
    fn an_extension_that_stays_in_atari_saves_nothing() {
        let board: Board = "X . O . ./O O . . ./. . . . ./. . . . ./. . . . .".parse().unwrap();
        let corner = board.chain_at(Point::parse("A5", 5).unwrap()).unwrap();
        assert!(saves(&board, Color::Black, corner).is_empty());
    }

    /// Against the board itself, over random positions, moves and colors.
    #[test]
    fn liberties_after_are_those_of_the_played_stone() {
        let mut rng = Rng::new(1, 0);
        let mut seen = [0; 2];
        for _ in 0..200 {
            let mut board = Board::new(7);
            for _ in 0..100 {
                let color = board.to_play();
                for point in board.legal_moves(color) {
                    let mut next = board.clone();
                    next.play(color, Move::Play(point)).unwrap();
                    let exact = next.chain_at(point).unwrap().liberties();
                    let told = liberties_after(&board, color, point);
                    assert!(
                        told == exact || told.len() >= 2 && (told - exact).is_empty(),
                        "{color} {point}\n{board}"
                    );
                    assert_eq!(is_self_atari(&board, color, point), exact.is_single());
                    seen[usize::from(exact.is_single())] += 1;
                }
                let Some(point) = board.legal_moves(color).pick(&mut rng) else { break };
                board.play_legal(color, point);
            }
        }
        assert!(seen[0] > 100_000 && seen[1] > 10_000, "{seen:?}");
    }
}
