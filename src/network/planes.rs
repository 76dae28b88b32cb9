//! What the network sees of a position: sets of points from the view of the player to move, and two numbers.

use super::image::{SIDE, WIDTH};
use crate::board::{Board, Color, Move, Point, PointSet};
use crate::tactics::{Verdict, attack, defend, pass_alive_area};

/// What is shown to the network.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// The position; its player to move looks at it.
    pub board: &'a Board,
    /// The points of the last two moves, the last one first; `None` is a pass or no move.
    pub last: [Option<Point>; 2],
    /// Was the last move a pass? Then another one ends the game.
    pub after_pass: bool,
    /// Points added to White's area.
    pub komi: f32,
}

/// Number of planes.
pub const PLANES: usize = 20;

/// The planes, in the order of the file of weights.
pub type Planes = [PointSet; PLANES];

/// Positions that a ladder is read with at most.
const SEEN_LADDER_NODES: u32 = 60;

impl<'a> Sight<'a> {
    /// A position after these last moves, the last one first.
    pub fn new(board: &'a Board, last: [Option<Move>; 2], komi: f32) -> Sight<'a> {
        let points = last.map(|mv| mv.and_then(Move::point));
        Sight { board, last: points, after_pass: last[0] == Some(Move::Pass), komi }
    }

    /// What komi gives the player to move, in points.
    pub fn gain(&self) -> f32 {
        -self.board.to_play().lead_of(self.komi)
    }

    /// What is shown of it beside planes.
    pub(super) fn numbers(&self) -> (f32, bool) {
        (self.gain(), self.after_pass)
    }

    /// The planes: own chains of one, two, three, and more liberties, those of the enemy, the last two moves, where a ko
    /// forbids, the board, where one may play, what is each color's for good, own chains that are caught in a ladder if the
    /// enemy moves first, and even if one does, enemy chains that are caught if one moves first, the moves that catch them,
    /// and the moves that save own chains.
    pub fn planes(&self) -> Planes {
        let Sight { board, last, .. } = *self;
        let color = board.to_play();
        let mut planes = [PointSet::EMPTY; PLANES];
        for (owner, first) in [(color, 0), (!color, 4)] {
            for chain in board.chains_of(board.stones(owner)) {
                planes[first + chain.liberties().len().min(4) as usize - 1] |= chain.stones();
            }
        }
        for (plane, point) in planes[8..].iter_mut().zip(last) {
            *plane = PointSet::from_iter(point);
        }
        planes[10] = PointSet::from_iter(board.ko());
        planes[11] = PointSet::board(board.size());
        planes[12] = board.legal_moves(color);
        planes[13] = pass_alive_area(board, color);
        planes[14] = pass_alive_area(board, !color);
        planes[15..].copy_from_slice(&self.ladders());
        planes
    }

    /// The last planes: what ladders catch, and which moves decide it.
    fn ladders(&self) -> [PointSet; 5] {
        let [mut in_danger, mut lost, mut prey, mut catches, mut saves] = [PointSet::EMPTY; 5];
        let board = self.board;
        let color = board.to_play();
        let weak = |owner: Color| {
            let few = board.chains_of(board.stones(owner)).filter(|chain| chain.liberties().len() <= 2);
            few.filter_map(|chain| Some((chain, chain.stones().first()?)))
        };
        for (chain, stone) in weak(color) {
            // In atari anybody can see that it is caught.
            let in_atari = chain.liberties().is_single();
            if in_atari || matches!(attack(board, stone, SEEN_LADDER_NODES), Verdict::Captured(_)) {
                in_danger |= chain.stones();
                match defend(board, stone, SEEN_LADDER_NODES) {
                    Verdict::Captured(_) => lost |= chain.stones(),
                    Verdict::Escapes(Some(point)) => saves |= PointSet::of(point),
                    Verdict::Escapes(None) | Verdict::Unknown => {}
                }
            }
        }
        for (chain, stone) in weak(!color) {
            let found = if chain.liberties().is_single() {
                chain.liberties()
            } else if let Verdict::Captured(point) = attack(board, stone, SEEN_LADDER_NODES) {
                PointSet::from_iter(point)
            } else {
                continue;
            };
            prey |= chain.stones();
            catches |= found;
        }
        [in_danger, lost, prey, catches, saves]
    }
}

/// The place of a point in rows from the upper left.
pub(super) fn reading_place(point: Point) -> usize {
    (SIDE - 1 - point.row()) * SIDE + point.column()
}

/// The place of a point in an image.
pub(super) fn image_place(point: Point) -> usize {
    (SIDE - point.row()) * WIDTH + point.column() + 1
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::Symmetry;
    use crate::rng::Rng;

    /// A board after up to 59 random moves, or the same with colors exchanged, and the last two points.
    pub(in crate::network) fn random_board(seed: u64, exchanged: bool) -> (Board, [Option<Point>; 2]) {
        let mut rng = Rng::new(seed, 0);
        let (mut board, mut last) = (Board::new(SIDE), [None; 2]);
        board.set_to_play(if exchanged { Color::White } else { Color::Black });
        for _ in 0..seed % 60 {
            let color = board.to_play();
            let Some(point) = board.legal_moves(color).pick(&mut rng) else { break };
            board.play_legal(color, point);
            last = [Some(point), last[0]];
        }
        (board, last)
    }

    pub(in crate::network) fn sight(board: &Board, last: [Option<Point>; 2], komi: f32) -> Sight<'_> {
        Sight { board, last, after_pass: false, komi }
    }

    #[test]
    fn what_is_seen_turns_with_the_board_and_changes_colors_with_it() {
        for seed in 0..60 {
            let (board, last) = random_board(seed, false);
            let seen = sight(&board, last, 6.5);
            let planes = seen.planes();
            for symmetry in Symmetry::ALL {
                let turned = |points: PointSet| symmetry.points(points, SIDE);
                let last = last.map(|point| point.and_then(|point| turned(PointSet::of(point)).first()));
                let board = symmetry.board(&board);
                let image = sight(&board, last, 6.5).planes();
                // Of several moves that save a chain or catch it the first is shown, and order turns with nothing.
                assert_eq!(image[..18], planes.map(turned)[..18]);
                let board = board.with_colors_exchanged();
                let exchanged = sight(&board, last, -6.5);
                assert_eq!((exchanged.planes(), exchanged.gain()), (image, seen.gain()));
            }
        }
    }

    /// White's C3 is caught in a ladder by C4; nobody else is in danger.
    #[test]
    fn a_ladder_is_seen_by_both() {
        let mut board: Board =
            ". . . . . . . . ./. . . . . . . . ./. . . . . . . . ./. . . . . . . . ./. . . . . . . . .
             /. . . . . . . . ./. X O . . . . . ./. X X X . . . . ./. . . . . . . . ."
                .parse()
                .unwrap();
        let stone = PointSet::of(Point::parse("C3", SIDE).unwrap());
        board.set_to_play(Color::Black);
        let planes = sight(&board, [None; 2], 0.0).planes();
        assert_eq!([planes[15], planes[17]], [PointSet::EMPTY, stone]);
        assert_eq!(planes[18], PointSet::of(Point::parse("C4", SIDE).unwrap()));
        board.set_to_play(Color::White);
        let planes = sight(&board, [None; 2], 0.0).planes();
        assert_eq!([planes[1], planes[15], planes[16]], [stone, stone, PointSet::EMPTY]);
    }

    /// What a plane of stones, moves and areas shows by its definition, chains found by flooding.
    fn defined(board: &Board, last: [Option<Point>; 2]) -> [PointSet; 15] {
        let own = board.to_play();
        let chains = |color: Color, few: u32, many: u32| -> PointSet {
            let liberties = |chain: &PointSet| (chain.neighbors() & board.empty()).len();
            board.stones(color).regions().filter(|chain| (few..=many).contains(&liberties(chain))).collect()
        };
        [
            chains(own, 1, 1),
            chains(own, 2, 2),
            chains(own, 3, 3),
            chains(own, 4, u32::MAX),
            chains(!own, 1, 1),
            chains(!own, 2, 2),
            chains(!own, 3, 3),
            chains(!own, 4, u32::MAX),
            last[0].into_iter().collect(),
            last[1].into_iter().collect(),
            board.ko().into_iter().collect(),
            PointSet::board(SIDE),
            board.legal_moves(own),
            pass_alive_area(board, own),
            pass_alive_area(board, !own),
        ]
    }

    #[test]
    fn every_plane_shows_what_it_is_called() {
        for seed in 0..200 {
            let (board, last) = random_board(seed, seed % 2 == 1);
            let planes = sight(&board, last, 6.5).planes();
            assert_eq!(planes[..15], defined(&board, last), "{board}");
            // Who is in atari is in danger, and who is in the enemy's prey.
            assert!((planes[0] - planes[15]).is_empty() && (planes[4] - planes[17]).is_empty(), "{board}");
            assert!((planes[16] - planes[15]).is_empty(), "{board}");
            assert!(((planes[4].neighbors() & board.empty()) - planes[18]).is_empty(), "{board}");
        }
        // White takes the ko at D5; Black lives for good above and White below.
        let mut board: Board =
            ". X . X . . . . ./X X X X . . . . ./. . . . . . . . ./. . . X O . . . ./. . X . X O . . .\
                                /. . . X O . . . ./. . . . . . . . ./. . . . . O O O O/. . . . . O . O ."
                .parse()
                .unwrap();
        let at = |name: &str| Point::parse(name, SIDE).unwrap();
        board.play_legal(Color::White, at("D5"));
        let last = [Some(at("D5")), Some(at("C5"))];
        let planes = sight(&board, last, 6.5).planes();
        assert_eq!(planes[..15], defined(&board, last));
        let lives = |names: [&str; 2]| names.map(at).into_iter().collect::<PointSet>();
        assert_eq!([planes[8], planes[10]], ["D5", "E5"].map(|name| PointSet::of(at(name))));
        assert!(
            (lives(["A9", "D8"]) - planes[13]).is_empty() && (lives(["G1", "J2"]) - planes[14]).is_empty()
        );
    }
}
