//! Ladders by the staircase alone: cheap enough for playouts, blind to what is captured on the way.
//!
//! Source: "A Design of Monte-Carlo Computer Go Program" (thesis, 2010), section 3.2.3.2. [`attack`](super::attack) reads
//! ladders exactly.

use super::Placement;
use crate::board::{Board, Chain, Color, Point, PointSet};

/// Steps from one corner of the board to the other and back.
const LONGEST_STAIRCASE: u32 = 40;

/// Does a stone of `color` on `point` only lengthen a chain that a ladder catches? A stone that takes something, or
/// leaves an enemy chain beside it in atari, does more.
///
/// ```text
///  . O O . . .
///  O X * . . .     White chases X down the stairs to the edge; with a friend of X on the stairs, or beside
///  . O . . . .     them, it gets away.
///  . . . . . .
/// ```
pub fn runs_into_ladder(board: &Board, color: Color, point: Point) -> bool {
    let placed = Placement::of(board, color, point);
    if !placed.captured.is_empty() || placed.liberties.len() != 2 {
        return false;
    }
    let stone = PointSet::of(point);
    let mut enemies = board.chains_of(placed.stones.neighbors() & board.stones(!color));
    if enemies.any(|enemy| (enemy.liberties() - stone).is_single()) {
        return false;
    }
    Staircase {
        friends: board.stones(color) - placed.stones,
        enemy: board.stones(!color),
        empty: board.empty() - stone,
    }
    .catches(placed.liberties, LONGEST_STAIRCASE)
}

/// Does a ladder catch the `chain`, which has two liberties, when its opponent moves? Not where it could take something.
pub fn staircase_catches(board: &Board, chain: &Chain) -> bool {
    let owner =
        if chain.stones().intersects(board.stones(Color::Black)) { Color::Black } else { Color::White };
    let enemy = board.stones(!owner);
    chain.liberties().len() == 2
        && !(chain.stones().neighbors() & enemy).intersects(board.in_atari())
        && Staircase { friends: board.stones(owner) - chain.stones(), enemy, empty: board.empty() }
            .catches(chain.liberties(), LONGEST_STAIRCASE)
}

/// What is around a chain on the run.
#[derive(Clone, Copy)]
struct Staircase {
    /// Its friends' stones.
    friends: PointSet,
    /// Its enemy's stones.
    enemy: PointSet,
    empty: PointSet,
}

impl Staircase {
    /// The chain has these two liberties and its enemy is to move.
    fn catches(self, liberties: PointSet, steps: u32) -> bool {
        let chases = |chaser: Point| {
            let stone = PointSet::of(chaser);
            let out = liberties - stone;
            // The stone must not be in atari itself.
            let falls = ((stone.neighbors() & self.empty) - out).is_empty()
                && !stone.neighbors().intersects(self.enemy);
            if falls || out.neighbors().intersects(self.friends) {
                return false;
            }
            let room = (out.neighbors() & self.empty) - stone;
            match room.len() {
                0 | 1 => true,
                2 if steps > 0 => {
                    Staircase { enemy: self.enemy | stone, empty: self.empty - liberties, ..self }
                        .catches(room, steps - 1)
                }
                _ => false,
            }
        };
        liberties.iter().any(chases)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::tactics::drawn::DrawnImage;
    use crate::tactics::{LADDER_NODES, Verdict, attack};

    /// Does Black's stone run into a ladder? Checked in all images.
    fn runs(picture: &str, point: &str) -> bool {
        let board: Board = picture.parse().unwrap();
        let point = Point::parse(point, board.size()).unwrap();
        let found = runs_into_ladder(&board, Color::Black, point);
        for image in DrawnImage::all(&board) {
            let color = image.color(Color::Black);
            assert_eq!(runs_into_ladder(&image.board, color, image.point(point)), found, "{}", image.board);
        }
        found
    }

    #[test]
    fn a_chain_on_the_stairs_is_caught_unless_a_friend_waits() {
        let caught = ". . O O . . ./. O X . . . ./. . O . . . ./. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . .";
        assert!(runs(caught, "D6"));
        let friend = caught.replacen("/. . . . . . .", "/. . . . . X .", 1);
        assert!(!runs(&friend, "D6"));
        // On the first line there are no stairs, but a straight way into the corner.
        assert!(runs(". . . . ./. . . . ./. . . . ./O O . . ./O X . . .", "C1"));
        // Three liberties are too many.
        assert!(!runs(&caught.replacen("O O", "O .", 1), "D6"));
    }

    #[test]
    fn a_stone_that_threatens_to_take_does_not_only_run() {
        // It leaves the two White stones on the first line one liberty.
        let threatens = ". X O O . . ./. O X . . . ./. . O . . . ./. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . .";
        assert!(!runs(threatens, "D6"));
    }

    /// Against reading, over random positions: the staircase says it of few chains that get away, and finds most that do not.
    #[test]
    fn staircases_agree_with_reading() {
        let mut rng = Rng::new(3, 0);
        let mut seen = [[0; 2]; 2];
        for _ in 0..1000 {
            let mut board = Board::new(9);
            for _ in 0..60 {
                let Some(point) = board.legal_moves(board.to_play()).pick(&mut rng) else { break };
                board.play_legal(board.to_play(), point);
                for chain in board.chains_of(board.occupied()) {
                    if chain.liberties().len() == 2 {
                        let read = attack(&board, chain.stones().first().unwrap(), LADDER_NODES);
                        let caught = matches!(read, Verdict::Captured(_));
                        seen[usize::from(staircase_catches(&board, chain))][usize::from(caught)] += 1;
                    }
                }
            }
        }
        let [[_, missed], [wrong, right]] = seen;
        assert!(right > 7 * wrong && right > missed, "{seen:?}");
    }
}
