//! Unconditional life against brute force, and how often closed regions err.

use std::collections::HashSet;
use tengen::board::{Board, Color, Move, Point, PointSet, Symmetry};
use tengen::playout::{Light, Policy};
use tengen::rng::Rng;
use tengen::tactics::{
    Fates, eyes, fates, is_capturable, owned_area, pass_alive, pass_alive_area, safe_points, safety,
};

/// A board with random stones, mostly Black's; `None` if a chain has no liberty.
fn random_board(size: usize, rng: &mut Rng) -> Option<Board> {
    let empties = 2 + rng.below(5);
    let whites = rng.below(5);
    let mut board = Board::new(size);
    for point in PointSet::board(size) {
        let color = match rng.below(12) {
            n if n < empties => continue,
            n if n < empties + whites => Color::White,
            _ => Color::Black,
        };
        board.play(color, Move::Play(point)).ok()?;
    }
    Some(board)
}

/// Positions of random games that keep their real eyes, on boards of that size.
fn game_positions(size: usize, count: usize, seed: u64, mut look: impl FnMut(&Board)) {
    let mut rng = Rng::new(seed, 0);
    let mut left = count;
    while left > 0 {
        let mut board = Board::new(size);
        for length in 0..2 * size * size {
            let color = board.to_play();
            match Light.choose(&board, color, None, &mut rng) {
                Some(point) => board.play_legal(color, point),
                None => board.pass(color),
            }
            if length > size * size / 2 && left > 0 {
                look(&board);
                left -= 1;
            }
        }
    }
}

/// The stones of `color` that its enemy can capture when nobody else moves: all sequences are tried.
fn lost_alone(board: &Board, color: Color) -> PointSet {
    let mut lost = PointSet::EMPTY;
    let mut seen = HashSet::new();
    let mut open = vec![board.clone()];
    while let Some(mut board_now) = open.pop() {
        // Two turns: the owner's pass ends a ko.
        board_now.pass(color);
        for point in board_now.legal_moves(!color) {
            let mut next = board_now.clone();
            next.play_legal(!color, point);
            lost |= board.stones(color) - next.stones(color);
            if seen.insert((next.stones(Color::Black), next.stones(Color::White))) {
                open.push(next);
            }
        }
    }
    lost
}

#[test]
fn unconditional_life_is_what_the_enemy_alone_cannot_capture() {
    let mut rng = Rng::new(11, 0);
    let (mut positions, mut lives) = (0, 0);
    for round in 0..12_000 {
        let size = if round % 3 == 0 { 3 } else { 4 };
        let Some(board) = random_board(size, &mut rng) else { continue };
        if board.empty().len() > 9 {
            continue;
        }
        let alive = pass_alive(&board, Color::Black);
        assert_eq!(board.stones(Color::Black) - lost_alone(&board, Color::Black), alive, "\n{board}");
        positions += 1;
        lives += usize::from(!alive.is_empty());
    }
    println!("{positions} positions, {lives} with unconditional life");
    assert!(positions > 5_000 && lives > 500, "{positions} {lives}");
}

#[test]
fn unconditional_life_survives_an_enemy_who_plays_alone() {
    let mut rng = Rng::new(12, 0);
    let mut lives = 0;
    for size in [5, 7, 9] {
        game_positions(size, 8_000, 12, |board| {
            for color in Color::ALL {
                let alive = pass_alive(board, color);
                let area = pass_alive_area(board, color);
                assert!((alive - area).is_empty());
                if alive.is_empty() {
                    continue;
                }
                lives += 1;
                let mut next = board.clone();
                for _ in 0..3 * size * size {
                    next.set_to_play(!color);
                    let Some(point) = next.legal_moves(!color).pick(&mut rng) else { break };
                    next.play_legal(!color, point);
                    assert!((alive - next.stones(color)).is_empty(), "\n{board}\n{next}");
                    assert!(!pass_alive_area(&next, !color).intersects(area), "\n{board}\n{next}");
                }
            }
        });
    }
    assert!(lives > 5_000, "{lives}");
}

#[test]
fn no_enemy_lives_in_an_owned_area_though_its_stones_are_taken() {
    let mut rng = Rng::new(14, 0);
    let mut taken = 0;
    for size in [5, 7, 9] {
        game_positions(size, 8_000, 15, |board| {
            for color in Color::ALL {
                let (alive, area) = (pass_alive(board, color), owned_area(board, color));
                assert!((area - pass_alive_area(board, color)).is_empty());
                if !area.intersects(board.stones(!color)) {
                    continue;
                }
                let mut next = board.clone();
                for _ in 0..size * size {
                    next.set_to_play(color);
                    let takes = |point: &Point| {
                        let mut after = next.clone();
                        after.play_legal(color, *point);
                        let fewer = (after.stones(!color) & area) != (next.stones(!color) & area);
                        fewer && (alive - pass_alive(&after, color)).is_empty()
                    };
                    if let Some(point) = next.legal_moves(color).iter().find(takes) {
                        next.play_legal(color, point);
                        taken += 1;
                    }
                    next.set_to_play(!color);
                    let Some(point) = next.legal_moves(!color).pick(&mut rng) else { break };
                    next.play_legal(!color, point);
                    assert!(!pass_alive(&next, !color).intersects(area), "\n{board}\n{next}");
                }
            }
        });
    }
    assert!(taken > 1_000, "{taken}");
}

/// Everything that is said of a position, for Black and White.
fn verdicts(board: &Board) -> Vec<[PointSet; 2]> {
    let Fates { alive, dead, seki, judged } = fates(board);
    let of = |answer: &dyn Fn(Color) -> PointSet| Color::ALL.map(answer);
    vec![
        of(&|color| pass_alive(board, color)),
        of(&|color| pass_alive_area(board, color)),
        of(&|color| owned_area(board, color)),
        of(&|color| safety(board, color).stones),
        of(&|color| safety(board, color).eyes),
        of(&|color| safe_points(board, color)),
        of(&|color| eyes(board, color).real),
        of(&|color| eyes(board, color).convertible),
        of(&|color| eyes(board, color).false_),
        of(&|color| alive & board.stones(color)),
        of(&|color| dead & board.stones(color)),
        of(&|color| seki & board.stones(color)),
        of(&|color| judged & board.stones(color)),
    ]
}

#[test]
fn verdicts_do_not_depend_on_symmetry_or_color() {
    for size in [2, 4, 5, 7, 9] {
        let mut round = 0;
        game_positions(size, 400, 13, |board| {
            round += 1;
            if round % 5 != 0 {
                return;
            }
            let said = verdicts(board);
            for symmetry in Symmetry::ALL {
                let image = said.iter().map(|pair| pair.map(|points| symmetry.points(points, size)));
                assert_eq!(verdicts(&symmetry.board(board)), image.collect::<Vec<_>>(), "\n{board}");
            }
            let exchanged: Vec<_> = said.iter().map(|[black, white]| [*white, *black]).collect();
            assert_eq!(verdicts(&board.with_colors_exchanged()), exchanged, "\n{board}");
        });
    }
}

#[test]
fn unconditional_life_is_safe() {
    game_positions(9, 20_000, 14, |board| {
        for color in Color::ALL {
            let safety = safety(board, color);
            assert!((pass_alive(board, color) - safety.stones).is_empty(), "\n{board}");
            assert!(!safety.eyes.intersects(board.stones(color)), "\n{board}");
        }
    });
}

/// Black's chains that White can take at once.
fn in_atari(board: &Board) -> impl Iterator<Item = Point> {
    let mut white = board.clone();
    white.set_to_play(Color::White);
    let takes = white.legal_moves(Color::White);
    board
        .chains_of(board.stones(Color::Black))
        .filter(move |chain| chain.liberties().len() == 1 && takes.intersects(chain.liberties()))
        .filter_map(|chain| chain.stones().first())
}

/// How often closed regions err, by reading. Black has most of the stones, so that eyes are many.
#[test]
fn closed_regions_hardly_ever_err() {
    const BOARDS: usize = 100_000;
    let mut rng = Rng::new(21, 0);
    for size in [4, 5, 6] {
        let (mut chains, mut captured, mut open, mut taken) = (0, 0, 0, 0);
        for _ in 0..BOARDS {
            let mut board = Board::new(size);
            for point in PointSet::board(size) {
                match rng.below(12) {
                    0..3 => {}
                    3..5 => _ = board.play(Color::White, Move::Play(point)),
                    _ => _ = board.play(Color::Black, Move::Play(point)),
                }
            }
            if board.empty().len() > 9 {
                continue;
            }
            // A reader that finds nothing would find no error either.
            for stone in in_atari(&board) {
                assert_eq!(is_capturable(&board, stone), Some(true), "{stone}\n{board}");
                taken += 1;
            }
            let sure = safety(&board, Color::Black).stones - pass_alive(&board, Color::Black);
            for chain in board.chains_of(sure) {
                chains += 1;
                match chain.stones().first().and_then(|stone| is_capturable(&board, stone)) {
                    Some(lost) => captured += usize::from(lost),
                    None => open += 1,
                }
            }
        }
        println!("{size}x{size}: {chains} chains, {captured} captured, {open} not read to the end");
        assert!(chains > 300 && captured * 100 <= chains, "{size}x{size}: {captured} of {chains}");
        assert!(open * 4 <= chains, "{size}x{size}: {open} of {chains} not read to the end");
        assert!(taken > 300, "{size}x{size}: {taken} in atari");
    }
}

/// Black's chain has one liberty but can take E2 first, in a ko that is not White's alone to begin: White's stones at
/// A2 are no four bent in a corner, but a chain of its own.
#[test]
fn a_ko_that_either_can_begin_kills_nobody() {
    let board: Board = "OOOOOOO/O.O.OOO/OOOOOOO/OOXXXOO/XXX.XXO/OOXXOXO/.OOO.OO".parse().unwrap();
    let stone = Point::parse("C4", 7).unwrap();
    assert!(board.chain_at(stone).is_some_and(|chain| chain.stones().len() == 11));
    let Fates { alive, dead, judged, .. } = fates(&board);
    assert!(!dead.contains(stone) && !alive.contains(stone) && judged.contains(stone));
}
