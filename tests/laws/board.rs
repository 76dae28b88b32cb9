//! What must hold in every position: random games against recomputed state, symmetries and pictures.

use std::ops::RangeInclusive;
use tengen::board::{Board, Color, Illegal, MAX_SIZE, MIN_SIZE, Move, Point, PointSet, Symmetry};
use tengen::rng::Rng;

/// Plays random legal moves, passes and repeated turns on boards of all sizes and shows every position.
/// A game lasts three moves for each point, long enough for captures and kos of many kinds.
pub(super) fn random_positions(moves: usize, seed: u64, look: impl FnMut(&Board)) {
    random_positions_of(MIN_SIZE..=MAX_SIZE, moves, seed, look);
}

/// The same on boards of some sizes alone.
pub(super) fn random_positions_of(
    sizes: RangeInclusive<usize>,
    moves: usize,
    seed: u64,
    mut look: impl FnMut(&Board),
) {
    let mut rng = Rng::new(seed, 0);
    let mut left = moves;
    while left > 0 {
        let size = sizes.start() + rng.below((sizes.end() - sizes.start() + 1) as u32) as usize;
        let mut board = Board::new(size);
        for _ in 0..(3 * size * size).min(left) {
            let color = if rng.below(20) == 0 { !board.to_play() } else { board.to_play() };
            match board.legal_moves(color).pick(&mut rng) {
                Some(point) if rng.below(50) > 0 => board.play_legal(color, point),
                _ => board.pass(color),
            }
            look(&board);
            left -= 1;
        }
    }
}

/// Legality by the letter of the rules: put the stone down, lift what has no liberty, look again.
fn legal_by_definition(board: &Board, color: Color, point: Point) -> Result<(), Illegal> {
    if !board.empty().contains(point) {
        return Err(Illegal::Occupied);
    }
    if board.ko() == Some(point) && color == board.to_play() {
        return Err(Illegal::Ko);
    }
    let all = PointSet::board(board.size());
    let own = board.stones(color) | PointSet::of(point);
    let enemy = board.stones(!color);
    let breathes = |stones: PointSet| stones.neighbors().intersects(all - own - enemy);
    let captures = enemy.regions().any(|chain| !breathes(chain));
    let lives = breathes(own.flood(PointSet::of(point)));
    if captures || lives { Ok(()) } else { Err(Illegal::Suicide) }
}

#[test]
fn incremental_state_equals_recomputed_state() {
    random_positions(200_000, 1, |board| assert_eq!(board.validate(), Ok(())));
}

#[test]
fn legal_moves_are_those_of_the_definition() {
    random_positions(20_000, 2, |board| {
        for color in Color::ALL {
            for point in PointSet::board(board.size()) {
                let legality = board.legality(color, point);
                assert_eq!(legality, legal_by_definition(board, color, point), "{color} {point}\n{board}");
                assert_eq!(legality.is_ok(), board.legal_moves(color).contains(point));
            }
        }
    });
}

#[test]
fn an_illegal_move_changes_nothing() {
    random_positions(5_000, 3, |board| {
        for point in PointSet::board(board.size()) - board.legal_moves(board.to_play()) {
            let mut same = board.clone();
            assert!(same.play(board.to_play(), Move::Play(point)).is_err());
            assert_eq!(same.validate(), Ok(()));
            assert_same(&same, board);
        }
    });
}

#[test]
fn play_commutes_with_symmetry_and_color() {
    let mut rng = Rng::new(7, 0);
    random_positions(10_000, 4, |board| {
        let color = board.to_play();
        let Some(point) = board.legal_moves(color).pick(&mut rng) else { return };
        let mut next = board.clone();
        next.play_legal(color, point);
        for symmetry in Symmetry::ALL {
            let mut image = symmetry.board(board);
            image.play_legal(color, symmetry.point(point, board.size()));
            assert_same(&image, &symmetry.board(&next));
            assert_eq!(image.area_score(), next.area_score());
        }
        let mut exchanged = board.with_colors_exchanged();
        exchanged.play_legal(!color, point);
        assert_same(&exchanged, &next.with_colors_exchanged());
        assert_eq!(exchanged.area_score(), -next.area_score());
    });
}

/// To give the turn to whoever has it changes nothing, to give it to the other one is as good as a pass.
#[test]
fn a_turn_that_is_given_away_lifts_a_ban() {
    let mut bans = 0;
    random_positions(20_000, 8, |board| {
        bans += u32::from(board.ko().is_some());
        for color in Color::ALL {
            let (mut given, mut expected) = (board.clone(), board.clone());
            given.set_to_play(color);
            if color != board.to_play() {
                expected.pass(board.to_play());
            }
            assert_eq!(given.validate(), Ok(()));
            assert_same(&given, &expected);
        }
    });
    assert!(bans > 50, "{bans}");
}

#[test]
fn pictures_round_trip() {
    random_positions(5_000, 5, |board| {
        let read: Board = board.to_string().parse().unwrap();
        assert_eq!(Color::ALL.map(|c| read.stones(c)), Color::ALL.map(|c| board.stones(c)));
        assert_eq!(read.hash(), board.hash());
    });
}

#[test]
fn captured_stones_balance() {
    let mut rng = Rng::new(6, 0);
    for _ in 0..200 {
        let mut board = Board::new(9);
        let mut played = [0; 2];
        for _ in 0..300 {
            let color = board.to_play();
            let Some(point) = board.legal_moves(color).pick(&mut rng) else { break };
            board.play_legal(color, point);
            played[color.index()] += 1;
        }
        for color in Color::ALL {
            assert_eq!(played[color.index()] - board.captures(!color), board.stones(color).len());
        }
    }
}

fn assert_same(a: &Board, b: &Board) {
    assert_eq!(a.to_string(), b.to_string());
    assert_eq!((a.hash(), a.ko(), a.to_play()), (b.hash(), b.ko(), b.to_play()), "{a}");
}
