//! Moves that put the own chain in atari, and which of them are worth it.

use super::Placement;
use super::nakade::kills;
use crate::board::{Board, Color, Point, PointSet};
use std::fmt;

/// What a self-atari is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfAtari {
    /// Nothing: the enemy takes the chain and has lost nothing by it. A seki falls this way.
    Bad,
    /// It takes a ko, or the enemy can only take it by a ko.
    Ko,
    /// It takes at least as many stones as it can lose.
    Capture,
    /// Whoever takes it is in atari then and loses more stones in all than it took.
    Snapback,
    /// One stone on a point that will be a false eye, because the enemy had to fill the point beside it.
    ThrowIn,
    /// A race: one or two stones that leave a larger chain, once it took them, fewer liberties than it had.
    Squeeze,
    /// The last stone but one in an eye, in a shape that stays one eye when it is taken. A move that ends a
    /// seki by killing is of this kind.
    Nakade,
}

impl fmt::Display for SelfAtari {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SelfAtari::Bad => "bad",
            SelfAtari::Ko => "ko",
            SelfAtari::Capture => "capture",
            SelfAtari::Snapback => "snapback",
            SelfAtari::ThrowIn => "throw-in",
            SelfAtari::Squeeze => "squeeze",
            SelfAtari::Nakade => "nakade",
        })
    }
}

/// The kind of self-atari that a legal stone of `color` on `point` would be, `None` if its chain would have
/// two liberties or more.
///
/// Shapes decide, nothing is read. Most points are settled by a count of their empty neighbors.
///
/// ```text
///  . X O . .     X X X . .     O O X . .     X X X X .     X X X X X
///  X . * O .     O O O X .     . * O . .     O O O O .     X O * . X
///  . X O . .     O * . X .     O O X . .     O * . O X     X X X X X
///     Ko         Snapback       ThrowIn       Squeeze       Nakade
/// ```
#[inline]
pub fn self_atari(board: &Board, color: Color, point: Point) -> Option<SelfAtari> {
    if (PointSet::neighbors_of(point) & board.empty()).len() >= 2 {
        return None;
    }
    let placed = Placement::of(board, color, point);
    placed.liberties.is_single().then(|| Exchange::of(board, color, point, &placed).kind(board, color))
}

/// A stone that leaves its chain one liberty, and the enemy's stone on that liberty.
struct Exchange<'a> {
    point: Point,
    placed: &'a Placement,
    /// All stones that the enemy takes: the placed chain, and others that were in atari on that liberty.
    lost: PointSet,
    /// The chain that takes them.
    taker: PointSet,
    taker_liberties: PointSet,
}

impl<'a> Exchange<'a> {
    fn of(board: &Board, color: Color, point: Point, placed: &'a Placement) -> Exchange<'a> {
        let last = placed.liberties;
        let near = last.neighbors();
        let mut lost = placed.stones;
        // Chains that joined the placed one are in it, and those that it freed by a capture touch that.
        let freed = placed.captured.neighbors();
        for other in board.chains_of((near & board.stones(color) & board.in_atari()) - lost) {
            if other.liberties() == last && !other.stones().intersects(freed) {
                lost |= other.stones();
            }
        }
        let mut taker = last;
        let mut taker_liberties = near & (board.empty() | placed.captured);
        for friend in board.chains_of((near & board.stones(!color)) - placed.captured) {
            taker |= friend.stones();
            taker_liberties |= friend.liberties();
        }
        // What was lost leaves the board; that opens the point again where the taker touches it.
        taker_liberties = (taker_liberties | taker.neighbors() & lost) - last;
        Exchange { point, placed, lost, taker, taker_liberties }
    }

    fn kind(&self, board: &Board, color: Color) -> SelfAtari {
        let (lost, won) = (self.lost.len(), self.placed.captured.len());
        let in_atari = self.taker_liberties.is_single();
        let by_ko = lost == 1 && self.taker.is_single() && in_atari;
        if self.placed.takes_ko() || by_ko {
            SelfAtari::Ko
        } else if won >= lost {
            SelfAtari::Capture
        } else if in_atari && won + self.taker.len() > lost {
            SelfAtari::Snapback
        } else if lost == 1 && self.falsifies_eye(board, color) {
            SelfAtari::ThrowIn
        } else if lost >= 2 && self.is_nakade(board, color) {
            SelfAtari::Nakade
        } else if lost <= 2 && self.squeezes(board, color) {
            SelfAtari::Squeeze
        } else {
            SelfAtari::Bad
        }
    }

    /// Is the point, with the enemy all around, a false eye, and could its last liberty have been a real one?
    ///
    /// Where an own stone is beside that liberty, the eye is taken there without a sacrifice.
    fn falsifies_eye(&self, board: &Board, color: Color) -> bool {
        let enclosed = (around(board, self.lost) - board.stones(!color) - self.placed.liberties).is_empty();
        let contested = self.placed.liberties.neighbors().intersects(board.stones(color));
        let (one, two) = PointSet::of(self.point).with_diagonals(board.stones(color));
        enclosed && !contested && !(one & board.edge() | two).is_empty()
    }

    /// Is the placed chain, but for its last liberty, all that is in an enemy eye, and will the eye stay one?
    fn is_nakade(&self, board: &Board, color: Color) -> bool {
        let eye = self.lost | self.placed.liberties;
        let wall = board.stones(!color) - self.placed.captured;
        (around(board, eye) - wall).is_empty() && kills(self.lost)
    }

    /// Does the exchange leave a larger chain only two liberties, where it had more or where they are the
    /// eye in which it took two stones?
    fn squeezes(&self, board: &Board, color: Color) -> bool {
        let in_eye = self.taker_liberties == self.lost;
        self.taker_liberties.len() == 2
            && board.chains_of(self.taker & board.stones(!color)).any(|chain| {
                chain.stones().len() >= self.lost.len() + 2 && (in_eye || chain.liberties().len() > 2)
            })
    }
}

/// The points of the board around a set.
fn around(board: &Board, points: PointSet) -> PointSet {
    (points.neighbors() & PointSet::board(board.size())) - points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::rng::Rng;
    use crate::tactics::drawn::DrawnImage;

    /// The kind that a stone on the point would be, for the color, in all images.
    fn kind(picture: &str, color: Color, point: &str) -> Option<SelfAtari> {
        let board: Board = picture.parse().unwrap();
        let point = Point::parse(point, board.size()).unwrap();
        let kind = self_atari(&board, color, point);
        for image in DrawnImage::all(&board) {
            let (board, color, point) = (&image.board, image.color(color), image.point(point));
            assert_eq!(self_atari(board, color, point), kind, "{color} {point}\n{board}");
        }
        kind
    }

    /// Like [`kind`], for Black.
    fn black(picture: &str, point: &str) -> Option<SelfAtari> {
        kind(picture, Color::Black, point)
    }

    #[test]
    fn two_liberties_are_no_self_atari() {
        assert_eq!(black(". . ./. . ./. . .", "A1"), None);
        assert_eq!(black(". . O ./O O O ./. . . ./. . . .", "A4"), Some(SelfAtari::Bad));
        // Connected to a chain with liberties elsewhere.
        assert_eq!(black(". O . ./X . . ./. . . ./. . . .", "A4"), None);
        assert_eq!(black(". O . ./X O . ./. . . ./. . . .", "A4"), Some(SelfAtari::Bad));
    }

    #[test]
    fn ko() {
        let offered = ". . . . ./. X O . ./X . . O ./. X O . ./. . . . .";
        assert_eq!(black(offered, "C3"), Some(SelfAtari::Ko));
        let taken = ". . . . ./. X O . ./X O . O ./. X O . ./. . . . .";
        assert_eq!(black(taken, "C3"), Some(SelfAtari::Ko));
        // White takes at B3 too, but what takes there is no single stone.
        let none = ". . . . ./. X O . ./O . . O ./. X O . ./. . . . .";
        assert_eq!(black(none, "C3"), Some(SelfAtari::Bad));
    }

    #[test]
    fn captures_make_up_for_the_stones_that_are_lost() {
        // Two for one: White takes back only the stone that took them.
        assert_eq!(
            black("O O . O ./X X O . ./. . . . ./. . . . ./. . . . .", "C5"),
            Some(SelfAtari::Capture)
        );
        // One for two: White takes both back from A5.
        assert_eq!(black("O . X O ./X O O . ./. . . . ./. . . . ./. . . . .", "B5"), Some(SelfAtari::Bad));
    }

    #[test]
    fn snapback() {
        assert_eq!(
            black(". . . . ./. . . . ./X X X . ./O O O X ./O . . X .", "B1"),
            Some(SelfAtari::Snapback)
        );
        // With a liberty at A3 White is not in atari after the capture, but has lost one of three.
        assert_eq!(
            black(". . . . ./. . . . ./. X X . ./O O O X ./O . . X .", "B1"),
            Some(SelfAtari::Squeeze)
        );
        // With another one at B3 he has enough.
        assert_eq!(black(". . . . ./. . . . ./. . X . ./O O O X ./O . . X .", "B1"), Some(SelfAtari::Bad));
    }

    #[test]
    fn a_throw_in_makes_an_eye_false() {
        let throw_in = ". . . . ./O O X . ./. . O . ./O O X . ./. . . . .";
        assert_eq!(black(throw_in, "B3"), Some(SelfAtari::ThrowIn));
        // With White on the diagonals the eye is real.
        let real = ". . . . ./O O O . ./. . O . ./O O X . ./. . . . .";
        assert_eq!(black(real, "B3"), Some(SelfAtari::Bad));
        let edge = ". . . . ./. . . . ./. . . . ./O O X . ./. . O . .";
        assert_eq!(black(edge, "B1"), Some(SelfAtari::ThrowIn));
        // Black beside the last liberty: that is where to play.
        let contested = ". . . . ./. . . . ./. X X X ./. X O O ./. O . . X";
        assert_eq!(black(contested, "C1"), Some(SelfAtari::Bad));
    }

    #[test]
    fn a_squeeze_costs_a_larger_chain_a_liberty() {
        let squeeze = ". . . . ./. . . . ./X X X X ./O O O O ./O . . O X";
        assert_eq!(black(squeeze, "B1"), Some(SelfAtari::Squeeze));
        let too_free = ". . . . ./. . . . ./X X X . ./O O O O ./O . . O X";
        assert_eq!(black(too_free, "B1"), Some(SelfAtari::Bad));
        // White takes two stones and has only their points.
        let two = ". . . . ./. . . . ./X X X X X/O O O O X/O X . . X";
        assert_eq!(black(two, "C1"), Some(SelfAtari::Squeeze));
    }

    #[test]
    fn nakade() {
        let full = "X X X X X/X O O . X/X X X X X/. . . . ./. . . . .";
        assert_eq!(kind(full, Color::White, "D4"), None);
        let three = "X X X X X/X O . . X/X X X X X/. . . . ./. . . . .";
        assert_eq!(kind(three, Color::White, "C4"), Some(SelfAtari::Nakade));
        // Four in a row become two eyes.
        let row = "X X X X X X X/X O O O . . X/X X X X X X X/. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . .";
        assert_eq!(kind(row, Color::White, "E6"), Some(SelfAtari::Bad));
        // Black takes three stones from the corner, where White took one.
        let corner = ". . . . ./. . . . ./X X X . ./O O X . ./X . X . .";
        assert_eq!(kind(corner, Color::White, "B1"), Some(SelfAtari::Nakade));
    }

    #[test]
    fn filling_one_of_two_shared_liberties_is_bad() {
        let seki = "
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            O O O O O O O O
            . O . O . O . O
            O O O O O O O O
            X X X X X X X X
            X . O O O O . X";
        assert_eq!(kind(seki, Color::White, "B1"), Some(SelfAtari::Bad));
        assert_eq!(kind(seki, Color::Black, "B1"), Some(SelfAtari::Bad));
        // Three of four points: when they are taken White plays in the middle.
        let nakade = seki.replace("X . O O O O . X", "X X . O O . X X");
        assert_eq!(kind(&nakade, Color::White, "C1"), Some(SelfAtari::Nakade));
    }

    /// Both stones are played on the board, over random positions, moves and colors.
    #[test]
    fn an_exchange_is_what_two_moves_bring_about() {
        let mut rng = Rng::new(2, 0);
        let mut seen = [0; 3];
        for game in 0..600 {
            let mut board = Board::new(4 + game % 4);
            for _ in 0..100 {
                let color = board.to_play();
                for point in board.legal_moves(color) {
                    let placed = Placement::of(&board, color, point);
                    let mut next = board.clone();
                    next.play(color, Move::Play(point)).unwrap();
                    let chain = next.chain_at(point).unwrap();
                    assert_eq!((placed.stones, placed.liberties), (chain.stones(), chain.liberties()));
                    assert_eq!(placed.captured, board.stones(!color) - next.stones(!color));
                    assert_eq!(placed.takes_ko(), next.ko().is_some());
                    if !chain.in_atari() {
                        assert_eq!(self_atari(&board, color, point), None);
                        continue;
                    }
                    let exchange = Exchange::of(&board, color, point, &placed);
                    let last = placed.liberties.first().unwrap();
                    let before = next.stones(color);
                    // The enemy may take a ko back here.
                    next.set_to_play(color);
                    next.play(!color, Move::Play(last)).unwrap();
                    let taker = next.chain_at(last).unwrap();
                    assert_eq!(exchange.lost, before - next.stones(color), "{color} {point}\n{board}");
                    assert_eq!(exchange.taker, taker.stones(), "{color} {point}\n{board}");
                    assert_eq!(exchange.taker_liberties, taker.liberties(), "{color} {point}\n{board}");
                    seen[0] += 1;
                    seen[1] += usize::from(exchange.lost != placed.stones);
                    seen[2] += usize::from(!placed.captured.is_empty());
                }
                let Some(point) = board.legal_moves(color).pick(&mut rng) else { break };
                board.play_legal(color, point);
            }
        }
        assert!(seen[0] > 30_000 && seen[1] > 300 && seen[2] > 2_000, "{seen:?}");
    }
}
