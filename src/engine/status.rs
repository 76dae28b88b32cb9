//! Dead stones and seki in a position that is about to be counted.

use crate::board::{Board, Chain, Color, Move, Point, PointSet};
use crate::params::Params;
use crate::playout::{Light, ownership};
use crate::rng::Rng;

/// The fate of the stones on a board; what is neither dead nor in seki is alive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Stones of dead chains.
    pub dead: PointSet,
    /// Stones of chains that live without territory, beside neutral points that nobody can fill.
    pub seki: PointSet,
}

impl Status {
    /// Every stone is alive.
    pub fn all_alive() -> Status {
        Status::default()
    }

    /// Judges every chain by playouts: it is dead if its points end as its color's too rarely.
    pub fn judge(board: &Board, params: &Params, seed: u64) -> Status {
        let mut rng = Rng::new(seed, u64::MAX);
        let share = ownership(&Light, board, &params.ends(0.0), params.status_playouts, &mut rng);
        let is_dead = |color: Color, chain: &&Chain| {
            let sum: f32 = chain.stones().iter().map(|point| share[point]).sum();
            let blacks = sum / chain.stones().len() as f32;
            let own = if color == Color::Black { blacks } else { 1.0 - blacks };
            own < params.dead_rate
        };
        let stones_of = |color: Color| {
            let dead = board.chains_of(board.stones(color)).filter(|chain| is_dead(color, chain));
            dead.fold(PointSet::EMPTY, |dead, chain| dead | chain.stones())
        };
        let dead = stones_of(Color::Black) | stones_of(Color::White);
        let status = Status { dead, seki: PointSet::EMPTY };
        Status { seki: in_seki(&final_board(board, &status)), ..status }
    }
}

/// The board without its dead stones.
///
/// # Panics
/// Never: taking stones off leaves every other chain its liberties.
pub fn final_board(board: &Board, status: &Status) -> Board {
    let [black, white] = Color::ALL.map(|color| board.stones(color) - status.dead);
    Board::from_stones(board.size(), black, white).expect("the rest keeps its liberties")
}

/// Stones of chains that touch no territory of their color, only neutral points that neither side can fill
/// without being in atari at once.
fn in_seki(board: &Board) -> PointSet {
    let neutral = board.empty() - board.area(Color::Black) - board.area(Color::White);
    let untouchable =
        |point: &Point| Color::ALL.into_iter().all(|color| puts_itself_in_atari(board, color, *point));
    let shared: PointSet = neutral.iter().filter(untouchable).collect();
    let chains = board.chains_of(PointSet::board(board.size()));
    chains
        .filter(|chain| (chain.liberties() - shared).is_empty())
        .fold(PointSet::EMPTY, |seki, chain| seki | chain.stones())
}

fn puts_itself_in_atari(board: &Board, color: Color, point: Point) -> bool {
    let mut next = board.clone();
    next.set_to_play(color);
    next.play(color, Move::Play(point)).is_err() || next.chain_at(point).is_none_or(Chain::in_atari)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(picture: &str) -> (Board, Status) {
        let board: Board = picture.parse().unwrap();
        let status = Status::judge(&board, &Params::default(), 1);
        (board, status)
    }

    #[test]
    fn a_stone_inside_a_live_territory_is_dead() {
        let (board, status) = judge(
            ". X . X O . O
             X X X X O O O
             . X X O O O .
             X X X O . O O
             . . X O O O O
             X X X X O O .
             . O X X O . O",
        );
        assert_eq!(status.dead, PointSet::of(Point::parse("B1", 7).unwrap()));
        assert!(status.seki.is_empty());
        assert_eq!(
            final_board(&board, &status).stones(Color::White).len(),
            board.stones(Color::White).len() - 1
        );
    }

    /// Black's four stones from C1 and White's three from E1 share D1 and D2, and who fills one is taken.
    #[test]
    fn chains_that_share_two_liberties_are_in_seki() {
        let board: Board = ". O O O X .
                            O O O O X X
                            . O O O X .
                            O O X X O X
                            O O X . O X
                            O O X . O X"
            .parse()
            .unwrap();
        let chain = |name: &str| board.chain_at(Point::parse(name, 6).unwrap()).unwrap().stones();
        assert_eq!(in_seki(&board), chain("C1") | chain("E1"));
    }

    #[test]
    fn stones_beside_open_points_are_in_no_seki() {
        let board: Board = ". . . . ./. X . . ./. . . . ./. . . O ./. . . . .".parse().unwrap();
        assert!(in_seki(&board).is_empty());
    }
}
