//! Ladders, read to their end.

use super::Placement;
use super::atari::captures_among;
use crate::board::{Board, Color, Point, PointSet};
use std::fmt;

/// What reading says about a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is caught; by that move if it is the attacker's turn.
    Captured(Option<Point>),
    /// It gets away; with that move if it is its owner's turn and a move is needed.
    Escapes(Option<Point>),
    /// More positions than allowed.
    Unknown,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, point) = match self {
            Verdict::Captured(point) => ("captured", point),
            Verdict::Escapes(point) => ("escapes", point),
            Verdict::Unknown => ("unknown", &None),
        };
        f.write_str(name)?;
        point.map_or(Ok(()), |point| write!(f, " {point}"))
    }
}

/// Positions that settle nearly every ladder of a 9×9 board.
pub const LADDER_NODES: u32 = 400;

/// Moves along one line. It bounds the stack, since every move on the line keeps a board.
const LONGEST_LADDER_LINE: u32 = 100;

/// Is the chain on `prey` caught when its opponent moves?
///
/// The ladder game: the attacker plays on one of two liberties; the defender answers the atari by
/// extending on the last liberty or by capturing a chain in atari next to the prey. Three liberties, or
/// two on the defender's turn, are an escape. Simple ko holds for both; an attacker who could only go on
/// by taking back a ko has failed.
///
/// ```text
///  . X X . .
///  X O a . .     The attacker at a: the chain runs to b and down the stairs until it meets the edge
///  X b . . .     or a friend.
///  . . . . .
/// ```
///
/// [`Verdict::Unknown`] after `nodes` positions, and for a point without a stone.
pub fn attack(board: &Board, prey: Point, nodes: u32) -> Verdict {
    LadderReader::new(board, prey, nodes).map_or(Verdict::Unknown, |mut reader| reader.attack(board))
}

/// Does the chain on `prey` get away when its owner moves? The same game as [`attack`].
pub fn defend(board: &Board, prey: Point, nodes: u32) -> Verdict {
    LadderReader::new(board, prey, nodes).map_or(Verdict::Unknown, |mut reader| reader.defend(board))
}

/// Those of the `moves` of its owner after which the chain on `prey` is not caught in a ladder. What
/// cannot be read with `nodes` positions counts as safe.
pub fn ladder_proof(board: &Board, prey: Point, moves: PointSet, nodes: u32) -> PointSet {
    let (Some(owner), Some(chain)) = (board.color_at(prey), board.chain_at(prey)) else {
        return PointSet::EMPTY;
    };
    let holds = |&point: &Point| {
        Placement::of(board, owner, point).liberties_of(chain).len() >= 3
            || LadderReader::new(board, prey, nodes)
                .is_some_and(|mut reader| !matches!(reader.reply(board, owner, point), Verdict::Captured(_)))
    };
    (moves & board.legal_moves(owner)).iter().filter(holds).collect()
}

/// One reading of one ladder.
struct LadderReader {
    prey: Point,
    attacker: Color,
    nodes_left: u32,
    /// Moves on the line that is being read.
    depth: u32,
}

impl LadderReader {
    fn new(board: &Board, prey: Point, nodes: u32) -> Option<LadderReader> {
        Some(LadderReader { prey, attacker: !board.color_at(prey)?, nodes_left: nodes, depth: 0 })
    }

    /// The attacker is to move.
    fn attack(&mut self, board: &Board) -> Verdict {
        let Some(chain) = board.chain_at(self.prey) else { return Verdict::Unknown };
        let liberties = chain.liberties();
        let moves = liberties & board.legal_moves(self.attacker);
        match liberties.len() {
            1 => moves.first().map_or(Verdict::Escapes(None), |last| Verdict::Captured(Some(last))),
            2 => self.drive(board, liberties, moves),
            _ => Verdict::Escapes(None),
        }
    }

    /// The attacker tries the `moves` on the two `liberties`, first the one that leaves the prey less.
    fn drive(&mut self, board: &Board, liberties: PointSet, moves: PointSet) -> Verdict {
        let mut tries = [None; 2];
        for (slot, point) in tries.iter_mut().zip(moves) {
            *slot = Some((self.room_after(board, liberties, point), point));
        }
        if tries[1].is_some_and(|second| Some(second) < tries[0]) {
            tries.swap(0, 1);
        }
        let mut verdict = Verdict::Escapes(None);
        for (room, point) in tries.into_iter().flatten() {
            if room >= 3 {
                continue;
            }
            match self.reply(board, self.attacker, point) {
                Verdict::Captured(_) => return Verdict::Captured(Some(point)),
                Verdict::Escapes(_) => {}
                Verdict::Unknown => verdict = Verdict::Unknown,
            }
        }
        verdict
    }

    /// How many liberties the prey is sure to get by extending after the attacker's stone on `point`.
    ///
    /// Nothing is sure where the stone captures a friend of the prey, or where the extension would
    /// capture a chain that the stone may save.
    fn room_after(&self, board: &Board, liberties: PointSet, point: Point) -> u32 {
        let defender = !self.attacker;
        let stone = PointSet::of(point);
        if (PointSet::neighbors_of(point) & board.stones(defender)).intersects(board.in_atari()) {
            return 0;
        }
        (liberties - stone).first().map_or(0, |out| {
            let extended = Placement::of(board, defender, out);
            if extended.captured.is_empty() { (extended.liberties - stone).len() } else { 0 }
        })
    }

    /// The defender is to move.
    fn defend(&mut self, board: &Board) -> Verdict {
        let defender = !self.attacker;
        let Some(chain) = board.chain_at(self.prey) else { return Verdict::Unknown };
        if !chain.in_atari() {
            return Verdict::Escapes(None);
        }
        let captures = captures_among(board, defender, chain.stones().neighbors());
        let moves = (chain.liberties() | captures) & board.legal_moves(defender);
        // Left with one liberty the prey is taken, and no ko forbids it: it has two stones or more. A capture
        // elsewhere always gives it a second liberty.
        let mut unsettled = PointSet::EMPTY;
        for point in moves {
            match Placement::of(board, defender, point).liberties_of(chain).len() {
                0 | 1 => {}
                2 => unsettled |= PointSet::of(point),
                _ => return Verdict::Escapes(Some(point)),
            }
        }
        let mut verdict = Verdict::Captured(None);
        for point in unsettled {
            match self.reply(board, defender, point) {
                Verdict::Captured(_) => {}
                Verdict::Escapes(_) => return Verdict::Escapes(Some(point)),
                Verdict::Unknown => verdict = Verdict::Unknown,
            }
        }
        verdict
    }

    /// The verdict after a move. A function of its own, so that only frames of moves that are tried hold
    /// a board.
    #[inline(never)]
    fn reply(&mut self, board: &Board, color: Color, point: Point) -> Verdict {
        if self.nodes_left == 0 || self.depth == LONGEST_LADDER_LINE {
            return Verdict::Unknown;
        }
        self.nodes_left -= 1;
        self.depth += 1;
        let mut next = board.clone();
        next.play_legal(color, point);
        let verdict = if color == self.attacker { self.defend(&next) } else { self.attack(&next) };
        self.depth -= 1;
        verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::drawn::{DrawnImage, position};

    /// What [`attack`] and [`defend`] say, checked in all images: the verdicts are the same, and their moves
    /// do what they promise.
    fn verdicts(board: &Board, prey: Point) -> [String; 2] {
        let found = [attack, defend].map(|read| read(board, prey, LADDER_NODES));
        for image in DrawnImage::all(board) {
            let (board, prey) = (&image.board, image.point(prey));
            let Some(defender) = board.color_at(prey) else { unreachable!() };
            let after = |color: Color, point: Point| {
                let mut next = board.clone();
                next.play_legal(color, point);
                next
            };
            let [attacked, defended] = [attack, defend].map(|read| read(board, prey, LADDER_NODES));
            for (verdict, known) in [attacked, defended].iter().zip(&found) {
                assert_eq!(std::mem::discriminant(verdict), std::mem::discriminant(known), "{board}");
            }
            if let Verdict::Captured(point) = attacked {
                let next = after(!defender, point.unwrap());
                let gone = next.empty().contains(prey);
                assert!(gone || matches!(defend(&next, prey, LADDER_NODES), Verdict::Captured(None)));
            }
            if let Verdict::Escapes(Some(point)) = defended {
                let next = after(defender, point);
                assert!(matches!(attack(&next, prey, LADDER_NODES), Verdict::Escapes(None)));
            }
        }
        found.map(|verdict| verdict.to_string())
    }

    fn ladder(picture: &str, stone: &str) -> [String; 2] {
        let (board, _, prey) = position(picture, stone);
        verdicts(&board, prey)
    }

    const LADDER: &str = "
        . . . . . . .
        . . X . . . .
        . X O . . . .
        . X . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";

    /// The ladder with one more stone.
    fn ladder_with(color: Color, name: &str) -> Board {
        let (mut board, ..) = position(LADDER, "C5");
        board.play_legal(color, Point::parse(name, 7).unwrap());
        board
    }

    #[test]
    fn a_ladder_works_on_an_empty_board() {
        assert_eq!(ladder(LADDER, "C5"), ["captured D5", "escapes"]);
        let driven = ladder_with(Color::Black, "D5");
        assert_eq!(verdicts(&driven, Point::parse("C5", 7).unwrap()), ["captured C4", "captured"]);
    }

    #[test]
    fn a_friend_on_the_way_breaks_it() {
        let prey = Point::parse("C5", 7).unwrap();
        for name in ["E3", "D3", "E2", "F2", "D4"] {
            assert_eq!(verdicts(&ladder_with(Color::White, name), prey)[0], "escapes", "{name}");
        }
        for (color, name) in [(Color::White, "A1"), (Color::White, "F5"), (Color::Black, "E3")] {
            assert_eq!(verdicts(&ladder_with(color, name), prey)[0], "captured D5", "{color} {name}");
        }
    }

    #[test]
    fn who_is_in_atari_may_capture() {
        // White at B1 takes B2; then Black can play neither there nor at A1.
        let picture = ". . . . ./X . . . ./X O . . ./O X O . ./. . . . .";
        assert_eq!(ladder(picture, "A2"), ["captured A1", "escapes B1"]);
        // Without C2 there is nothing to take.
        assert_eq!(
            ladder(". . . . ./X . . . ./X O . . ./O X . . ./. . . . .", "A2"),
            ["captured A1", "captured"]
        );
    }

    #[test]
    fn a_stone_of_the_attacker_falls_on_the_way() {
        // D5 has one liberty left: when Black heads White off at C3, White takes it from D4.
        let picture = "
            . . . . . . .
            . . X O . . .
            . X O X O . .
            . X . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert_eq!(ladder(picture, "C5"), ["captured C4", "escapes C4"]);
    }

    #[test]
    fn the_edge_ends_a_ladder() {
        assert_eq!(
            ladder(". . . . ./. . . . ./. . . . ./. X X X ./. . O . .", "C1"),
            ["captured B1", "escapes"]
        );
        assert_eq!(
            ladder(". . . . ./. . . . ./. . . . ./. X X . ./. . O . .", "C1"),
            ["captured D1", "escapes"]
        );
        // Three liberties.
        assert_eq!(ladder(". . . . ./. . . . ./. . . . ./. X . . ./. . O . .", "C1"), ["escapes", "escapes"]);
    }

    #[test]
    fn a_ko_holds() {
        let (mut board, ..) = position(". . . . ./. O X . ./O X . X ./. O X . ./. . . . .", "B3");
        let [b3, c3] = ["B3", "C3"].map(|name| Point::parse(name, 5).unwrap());
        assert_eq!(verdicts(&board, b3), ["captured C3", "escapes C3"]);
        board.play_legal(Color::White, c3);
        assert_eq!(verdicts(&board, c3), ["escapes", "escapes B3"]);
        // Later Black may take back.
        board.pass(Color::Black);
        board.pass(Color::White);
        assert_eq!(verdicts(&board, c3)[0], "captured B3");
    }

    #[test]
    fn too_few_nodes_settle_nothing() {
        let (board, _, prey) = position(LADDER, "C5");
        assert_eq!(attack(&board, prey, 3), Verdict::Unknown);
        assert_eq!(attack(&board, Point::parse("A1", 7).unwrap(), LADDER_NODES), Verdict::Unknown);
        // What no reading is needed for is known.
        let (board, _, prey) = position(". . ./X . ./O . .", "A1");
        assert_eq!(attack(&board, prey, 0), Verdict::Captured(Some(Point::parse("B1", 3).unwrap())));
    }

    #[test]
    fn saves_that_die_in_the_ladder_are_struck_out() {
        let driven = ladder_with(Color::Black, "D5");
        let [prey, out] = ["C5", "C4"].map(|name| Point::parse(name, 7).unwrap());
        let proof = |board: &Board| ladder_proof(board, prey, PointSet::of(out), LADDER_NODES);
        assert!(proof(&driven).is_empty());
        let mut broken = driven.clone();
        broken.play_legal(Color::White, Point::parse("E3", 7).unwrap());
        assert_eq!(proof(&broken), PointSet::of(out));
        // What cannot be read counts as safe.
        assert_eq!(ladder_proof(&driven, prey, PointSet::of(out), 2), PointSet::of(out));
    }
}
