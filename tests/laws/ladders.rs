//! The ladder reader against a naive reading of the same game on small random boards.

use tengen::board::{Board, Color, Move, Point, PointSet};
use tengen::rng::Rng;
use tengen::tactics::{Verdict, attack, defend};

/// The liberties of the chain on a point, found from the stones alone; none if there is no stone.
fn liberties(board: &Board, point: Point) -> PointSet {
    let Some(color) = board.color_at(point) else { return PointSet::EMPTY };
    chain(board, color, point).neighbors() & board.empty()
}

fn chain(board: &Board, color: Color, point: Point) -> PointSet {
    board.stones(color).flood(PointSet::of(point))
}

fn after(board: &Board, color: Color, point: Point) -> Option<Board> {
    let mut next = board.clone();
    next.play(color, Move::Play(point)).is_ok().then_some(next)
}

/// Does the attacker, who moves, catch the chain on `prey` within so many moves?
fn caught(board: &Board, prey: Point, defender: Color, moves_left: u32) -> bool {
    assert!(moves_left > 0, "the game does not end\n{board}");
    let liberties = liberties(board, prey);
    liberties.len() <= 2
        && liberties
            .iter()
            .filter_map(|point| after(board, !defender, point))
            .any(|next| next.empty().contains(prey) || !gets_away(&next, prey, defender, moves_left - 1))
}

/// Does the chain on `prey` get away when its owner moves?
fn gets_away(board: &Board, prey: Point, defender: Color, moves_left: u32) -> bool {
    assert!(moves_left > 0, "the game does not end\n{board}");
    let extension = liberties(board, prey);
    if extension.len() >= 2 {
        return true;
    }
    let enemies = chain(board, defender, prey).neighbors() & board.stones(!defender);
    let captures = enemies.iter().map(|enemy| liberties(board, enemy)).filter(|last| last.is_single());
    let moves = captures.fold(extension, |moves, last| moves | last);
    moves
        .iter()
        .filter_map(|point| after(board, defender, point))
        .any(|next| !caught(&next, prey, defender, moves_left - 1))
}

/// Reads one chain both ways and counts captures and escapes, first with the attacker to move.
fn compare(board: &Board, prey: Point, seen: &mut [u32; 4]) {
    const NODES: u32 = 1_000_000;
    const LONGEST: u32 = 90;
    let defender = board.color_at(prey).unwrap();
    match attack(board, prey, NODES) {
        Verdict::Captured(Some(point)) => {
            seen[0] += 1;
            let next = after(board, !defender, point).expect("a legal move");
            let gone = next.empty().contains(prey);
            assert!(gone || !gets_away(&next, prey, defender, LONGEST), "{prey} {point}\n{board}");
        }
        Verdict::Escapes(None) => {
            seen[1] += 1;
            assert!(!caught(board, prey, defender, LONGEST), "{prey}\n{board}");
        }
        verdict => panic!("{prey}: {verdict}\n{board}"),
    }
    match defend(board, prey, NODES) {
        Verdict::Captured(None) => {
            seen[2] += 1;
            assert!(!gets_away(board, prey, defender, LONGEST), "{prey}\n{board}");
        }
        Verdict::Escapes(Some(point)) => {
            seen[3] += 1;
            let next = after(board, defender, point).expect("a legal move");
            assert!(!caught(&next, prey, defender, LONGEST), "{prey} {point}\n{board}");
        }
        Verdict::Escapes(None) => assert!(liberties(board, prey).len() >= 2, "{prey}\n{board}"),
        verdict => panic!("{prey}: {verdict}\n{board}"),
    }
}

/// In positions of random games, for every chain with one or two liberties, whoever is to move; the ko of the
/// game holds. Moves that the reader names have to do what it says.
#[test]
fn verdicts_are_those_of_a_naive_reading() {
    let mut rng = Rng::new(1, 0);
    let mut seen = [0; 4];
    for game in 0..600 {
        let mut board = Board::new(4 + game % 3);
        for _ in 0..60 {
            let Some(point) = board.legal_moves(board.to_play()).pick(&mut rng) else { break };
            board.play_legal(board.to_play(), point);
            for color in Color::ALL {
                for chain in board.chains_of(board.stones(color)) {
                    if chain.liberties().len() <= 2 {
                        compare(&board, chain.stones().first().expect("a stone"), &mut seen);
                    }
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 3_000), "{seen:?}");
}
