//! Dead stones and seki in a position that is about to be counted.

use super::Params;
use crate::board::{Board, Chain, Color, Move, Point, PointMap, PointSet};
use crate::knowledge::Knowledge;
use crate::network::{Network, Sight};
use crate::playout::{Guided, ownership};
use crate::rng::Rng;
use crate::search::Lead;
use crate::solver::{Fate, KoModel, LifeParams, LifeSolver, Role};
use crate::tactics::{fates, is_self_atari};

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
    pub(super) fn all_alive() -> Status {
        Status::default()
    }

    /// Judges what is known for certain first, then what the solver proves of closed groups, then every other chain by the
    /// network where it leads, else by playouts: it is dead if its points end as its color's too rarely.
    pub(super) fn judge(board: &Board, params: &Params, knowledge: &Knowledge, seed: u64) -> Status {
        let fates = fates(board);
        let open = board.occupied() - fates.alive - fates.dead;
        let (alive, killed) = proven(board, open);
        let (open, known) = (open - alive - killed, fates.dead | killed);
        let dead =
            if open.is_empty() { known } else { known | unlikely(board, open, params, knowledge, seed) };
        // What would stand in its own area when the dead are gone is not dead: its captors are.
        let last = final_board(board, dead);
        let kept = Color::ALL.map(|color| board.stones(color) & last.area(color));
        let dead = dead - (kept[0] | kept[1]);
        let seki = (fates.seki | in_seki(&final_board(board, dead))) - dead;
        Status { dead, seki }
    }
}

/// Which of these stones are alive though their enemy moves first and wins every ko, and which are dead though their owner
/// does: of the groups whose regions are closed.
fn proven(board: &Board, stones: PointSet) -> (PointSet, PointSet) {
    /// Of a question; settled shapes up to six points take less.
    const STATUS_NODES: u64 = 500;
    const STATUS_TABLE_BYTES: usize = 1 << 20;
    let (mut alive, mut dead) = (PointSet::EMPTY, PointSet::EMPTY);
    if stones.is_empty() {
        return (alive, dead);
    }
    let mut solver = LifeSolver::new(STATUS_TABLE_BYTES);
    for chain in board.chains_of(stones) {
        let Some(target) = chain.stones().first().filter(|target| !alive.contains(*target)) else { continue };
        let mut ask = |role, ko, fate| {
            let answer = solver.solve(board, target, role, &LifeParams { nodes: STATUS_NODES, ko });
            answer.ok().filter(|answer| answer.fate == fate).map(|answer| answer.group)
        };
        if let Some(group) = ask(Role::Attack, KoModel::AttackerFree, Fate::Alive) {
            alive |= group & stones;
        } else if let Some(group) = ask(Role::Defend, KoModel::DefenderFree, Fate::Dead) {
            dead |= group & stones;
        }
    }
    (alive, dead)
}

/// The stones among `stones` whose points end as their color's too rarely.
fn unlikely(board: &Board, stones: PointSet, params: &Params, knowledge: &Knowledge, seed: u64) -> PointSet {
    let share = match Lead::of(board, params.search.tree.lead) {
        Lead::Network => shares_by_network(board, &knowledge.network),
        Lead::Rave => {
            let mut policy = Guided::new(&params.search.playout, &knowledge.patterns);
            let (ends, count) = (params.search.playout.ends(0.0), params.engine.status_playouts);
            ownership(&mut policy, board, &ends, count, &mut Rng::new(seed, u64::MAX))
        }
    };
    let is_dead = |color: Color, chain: &&Chain| {
        let sum: f32 = chain.stones().iter().map(|point| share[point]).sum();
        let blacks = sum / chain.stones().len() as f32;
        color.share_of(blacks) < params.engine.dead_rate
    };
    let dead_of = |color: Color| {
        let chains = board.chains_of(board.stones(color) & stones);
        chains.filter(|chain| is_dead(color, chain)).map(Chain::stones).collect::<PointSet>()
    };
    Color::ALL.map(dead_of).into_iter().collect()
}

/// Black's share of each point as the network sees it: the mean over who moves next, where the game ends with a pass. With
/// such a komi the game is even, so that neither color plays on for stones that it does not need.
fn shares_by_network(board: &Board, network: &Network) -> PointMap<f32> {
    let mut shares = PointMap::filled(0.0);
    for color in Color::ALL {
        let mut board = board.clone();
        board.set_to_play(color);
        let sight = Sight::new(&board, [Some(Move::Pass), None], board.area_score() as f32);
        let owner = network.evaluate_fully(&sight, PointSet::EMPTY).owner;
        for point in PointSet::board(board.size()) {
            shares[point] += (1.0 + color.lead_of(owner[point])) / 4.0;
        }
    }
    shares
}

/// The board without these stones, which are dead.
///
/// # Panics
/// Never: taking stones off leaves every other chain its liberties.
pub(super) fn final_board(board: &Board, dead: PointSet) -> Board {
    let [black, white] = Color::ALL.map(|color| board.stones(color) - dead);
    Board::from_stones(board.size(), black, white).expect("the rest keeps its liberties")
}

/// Stones of chains that touch no territory of their color, only neutral points that neither side can fill
/// without being in atari at once, if at all.
fn in_seki(board: &Board) -> PointSet {
    let neutral = board.empty() - board.area(Color::Black) - board.area(Color::White);
    let untouchable = |&point: &Point| Color::ALL.into_iter().all(|color| is_self_atari(board, color, point));
    let shared: PointSet = neutral.iter().filter(untouchable).collect();
    let chains = board.chains_of(PointSet::board(board.size()));
    chains.filter(|chain| (chain.liberties() - shared).is_empty()).map(Chain::stones).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{Light, Policy as _};

    fn judge(picture: &str) -> (Board, Status) {
        let board: Board = picture.parse().unwrap();
        let status = Status::judge(&board, &Params::default(), &Knowledge::embedded(), 1);
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
            final_board(&board, status.dead).stones(Color::White).len(),
            board.stones(Color::White).len() - 1
        );
    }

    /// More than twenty moves are needed to take the group: the reading of knots does not see that it falls.
    #[test]
    fn a_capture_that_takes_many_moves_is_one() {
        let (board, status) = judge(
            ". O . O O O O O O
             O O O O O O O O O
             O O O O O O O O O
             O O O O O O O O O
             O O O O O O O O O
             O O O O O O O O O
             O O X X X X . O O
             O O X . . X X O O
             O O X . O . X O O",
        );
        assert_eq!(status.dead, board.stones(Color::Black));
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

    fn points(names: &str) -> PointSet {
        names.split_whitespace().map(|name| crate::board::Point::parse(name, 9).unwrap()).collect()
    }

    #[test]
    fn seki_with_two_shared_liberties() {
        let (board, status) = judge(
            ". . . . . . . .
             . . . . . . . .
             . . . . . . . .
             O O O O O O O O
             . O . O . O . O
             O O O O O O O O
             X X X X X X X X
             X . O O O O . X",
        );
        assert_eq!(status.dead, PointSet::EMPTY);
        assert_eq!(status.seki, board.stones(Color::Black) | points("C1 D1 E1 F1"));
    }

    #[test]
    fn a_shape_that_kills_is_no_seki() {
        let (board, status) = judge(
            ". . . . . .
             O O O O O O
             . O . O . O
             O O O O O O
             X X X X X X
             X . O O . X",
        );
        assert_eq!(status, Status { dead: board.stones(Color::Black), seki: PointSet::EMPTY });
    }

    #[test]
    fn seki_with_an_eye_each() {
        let (_, status) = judge(
            ". . . O X X X
             O O O O X . X
             O O O O X X X
             . O . O X X .
             O O O O X X X
             X X X X O O O
             . X X . O O .",
        );
        assert_eq!(status.dead, PointSet::EMPTY);
        assert_eq!(status.seki, points("B1 C1 A2 B2 C2 D2 E1 F1 E2 F2 G2"));
    }

    #[test]
    fn bent_four_in_the_corner_is_dead() {
        let (board, status) = judge(
            "O O O O O O
             . O . O . O
             O O O O O O
             X X O O O O
             . X X X X O
             O O O . X O",
        );
        assert_eq!(status, Status { dead: board.stones(Color::Black), seki: PointSet::EMPTY });
    }

    #[test]
    fn one_large_eye_lives_and_three_points_with_a_stone_in_the_middle_die() {
        let large = ". . . . . . ./. . . . . . ./O O O O O O O/. O . O . O ./O O O O O O O/X X X X X X X/X . . . . . X";
        assert_eq!(judge(large).1, Status::default());
        let three = large.replace("X . . . . . X", "X . O . X X X");
        let (board, status) = judge(&three);
        assert_eq!(status, Status { dead: board.stones(Color::Black), seki: PointSet::EMPTY });
    }

    /// White's H1 among Black's dead stones: taking both off would make it White's point all the same.
    #[test]
    fn a_stone_among_dead_enemies_is_not_dead() {
        let (board, status) = judge(
            ". . . . . . X O O
             . X X X . X X X O
             X . O . X . X O O
             . X X . . X O O O
             . . O X . X X O .
             X . X X X O O O O
             X X X X O O . . X
             X O O O O X X X .
             O O . . O O X O .",
        );
        let h1 = Point::parse("H1", 9).unwrap();
        assert!(board.stones(Color::White).contains(h1) && !status.dead.contains(h1));
        assert!(status.dead.contains(Point::parse("H2", 9).unwrap()));
    }

    #[test]
    fn stones_in_an_unconditional_area_are_dead() {
        let (_, status) = judge(". O . X ./X X X X X/O O O O O/. O . O ./O O O O O");
        assert_eq!(status, Status { dead: points("B5"), seki: PointSet::EMPTY });
    }

    /// At the end of random games, by the network and by playouts.
    #[test]
    fn the_fate_of_stones_knows_no_color() {
        let (knowledge, mut rng, mut params) = (Knowledge::embedded(), Rng::new(5, 0), Params::default());
        params.engine.status_playouts = 203;
        let judge = |board: &Board| Status::judge(board, &params, &knowledge, 1);
        let mut dead = [0; 2];
        for (size, count) in [(5, 12), (7, 8), (9, 12)] {
            for _ in 0..count {
                let mut board = Board::new(size);
                for _ in 0..size * size {
                    let color = board.to_play();
                    match Light.choose(&board, color, None, &mut rng) {
                        Some(point) => board.play_legal(color, point),
                        None => board.pass(color),
                    }
                }
                let status = judge(&board);
                assert_eq!(judge(&board.with_colors_exchanged()), status, "\n{board}");
                for color in Color::ALL {
                    dead[color.index()] += u32::from(status.dead.intersects(board.stones(color)));
                }
            }
        }
        assert!(dead.iter().all(|&count| count > 2), "{dead:?}");
    }
}
