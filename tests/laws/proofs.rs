//! The search knows when a position is solved.
//!
//! Values of the small boards under area scoring and positional superko: 2×2 one point for Black, 3×3 nine
//! (Tromp, Farnebäck: Combinatorics of Go, 2007; van der Werf, van den Herik, Uiterwijk: Solving Go on small
//! boards, 2003).

use super::board::random_positions_of;
use super::search::playouts;
use tengen::board::{Board, Color, Move, Point};
use tengen::engine::{Config, Decision, Engine};
use tengen::game::Game;
use tengen::knowledge::Knowledge;
use tengen::search::{Candidate, Findings, Question, Search, SearchParams, Tree};

fn find(board: &Board, komi: f32, count: u64, threads: usize) -> Findings {
    let knowledge = Knowledge::embedded();
    let mut tree = Tree::new(512 << 20);
    let limits = playouts(count);
    let (question, params) = (Question::new(board.clone(), komi), SearchParams::default());
    let search = Search { threads, seed: 1, ..Search::new(&question, &params, &knowledge, limits) };
    search.run(&mut tree)
}

/// The proven value of the position for the player to move.
fn value(board: &Board, komi: f32, threads: usize) -> Option<f32> {
    let findings = find(board, komi, 2_000_000, threads);
    let best = findings.best().value;
    let all = findings.candidates.iter().all(|candidate| candidate.value.is_proven());
    (best.is_proven() && (best.mean == 1.0 || all)).then_some(best.mean)
}

#[test]
fn small_boards_have_the_values_of_the_literature() {
    for threads in [1, 2] {
        for (size, komi, black) in [(2, 0.5, 1.0), (2, 1.5, 0.0), (3, 8.5, 1.0), (3, 9.5, 0.0)] {
            let found = value(&Board::new(size), komi, threads);
            assert_eq!(found, Some(black), "size {size} komi {komi} on {threads} threads");
        }
    }
}

/// The same boards with the colors changed: White moves first.
#[test]
fn proofs_know_no_color() {
    for (size, komi, white) in [(2, -0.5, 1.0), (2, -1.5, 0.0), (3, -8.5, 1.0)] {
        let mut board = Board::new(size);
        board.set_to_play(Color::White);
        assert_eq!(value(&board, komi, 1), Some(white), "size {size} komi {komi}");
    }
}

#[test]
fn unconditional_life_decides() {
    // Black's chain with eyes at A9 and C9 owns 45 points and more: only points are left to play for, in a thousand playouts.
    let won = ". X . X . . . . ./X X X X X X X X X/X X X X X X X X X/X X X X X X X X X/X X X X X X X X X/\
               X X X X X X X X X/. . . . . . . . ./. . . . . . . . ./. . . . . . . . .";
    let findings = find(&won.parse().unwrap(), 7.5, 5000, 1);
    assert!(findings.playouts < 1100, "{}", findings.playouts);
    assert_eq!((findings.best().value.is_proven(), findings.best().value.mean), (true, 1.0));
}

/// White, who has lost, would not fill its eye at A1, which is no question that has to be answered.
#[test]
fn moves_that_nobody_makes_leave_nothing_open() {
    let lost = ". X . X . . . . ./X X X X X X X X X/X X X X X X X X X/X X X X X X X X X/X X X X X X X X X/\
                X X X X X X X X X/. . . . . . . . ./O O . . . . . . ./. O . . . . . . .";
    let mut board: Board = lost.parse().unwrap();
    board.set_to_play(Color::White);
    let findings = find(&board, 7.5, 5000, 1);
    assert!(findings.playouts < 1100, "{}", findings.playouts);
    assert_eq!((findings.best().value.is_proven(), findings.best().value.mean), (true, 0.0));
}

/// Black to play wins only at E9 (area 45 of 81); every other move lets White pass into a win.
#[test]
fn a_solved_game_is_answered_at_once() {
    let open = "X X X X . O O O O/X . X . X O . O ./X X X X X O O O O/X X X X X O O O O/X X X X X O O O O/\
                X X X X X O O O O/X X X X X O O O O/X . X . X O . O ./X X X X X O O O O";
    let board: Board = open.parse().unwrap();
    let findings = find(&board, 7.5, 100_000, 1);
    assert_eq!(findings.best().mv, Move::Play(Point::parse("E9", 9).unwrap()));
    assert!(findings.best().value.is_proven() && findings.playouts < 10_000, "{}", findings.playouts);
}

/// Proven losses come after everything that is open, however often they were visited before.
#[test]
fn what_is_lost_for_sure_is_never_preferred() {
    let mut visited_more = 0;
    random_positions_of(3..=3, 200, 1, |board| {
        for (komi, count) in
            [0.5, 3.5, 8.5].into_iter().flat_map(|komi| [300, 1000, 3000].map(|count| (komi, count)))
        {
            let found = find(board, komi, count, 1);
            let is_lost = |candidate: &Candidate| candidate.value.is_proven() && candidate.value.mean == 0.0;
            let open = found.candidates.iter().take_while(|candidate| !is_lost(candidate)).count();
            let (open, lost) = found.candidates.split_at(open);
            assert!(lost.iter().all(is_lost), "{board}, komi {komi}, {count} playouts");
            let most = open.iter().map(|candidate| candidate.visits).max();
            visited_more +=
                usize::from(most.is_some_and(|most| lost.iter().any(|candidate| candidate.visits > most)));
        }
    });
    assert!(visited_more >= 3, "{visited_more} of 1800 searches found such a loss");
}

/// The search answers a proven position with the proof, game after game to its end on a board that it can
/// solve: Black wins 3×3 by nine points against any play.
#[test]
fn a_proven_win_is_won() {
    let limits = playouts(100_000);
    for seed in 0..4 {
        let mut engine = Engine::new(Config { size: 3, komi: 8.5, limits, seed, ..Config::default() });
        engine.set_param("resign_rate", "0").unwrap();
        let mut rng = tengen::rng::Rng::new(seed, 7);
        while engine.game().passes() < 2 && engine.game().turns().len() < 60 {
            let color = engine.game().board().to_play();
            if color == Color::Black {
                assert!(matches!(engine.genmove(color), Decision::Play(_)));
                assert!(engine.findings().is_none_or(|found| found.best().value.mean > 0.5));
            } else {
                let mv = engine.game().legal_moves(color).pick(&mut rng).map_or(Move::Pass, Move::Play);
                engine.play(color, mv).unwrap();
            }
        }
        assert_eq!(engine.game().board().area_score(), 9, "seed {seed}");
    }
}

/// Black has moves left in its own area, which gain nothing but let a ko be taken back: without them all is lost, by repetition.
#[test]
fn what_only_another_move_than_the_ko_can_change_is_not_proven() {
    let seki = ". . X . X X/X X X X X X/O O O O O O/X O O O O ./. X . X X O/X X X X X X";
    let mut engine = Engine::new(Config { limits: playouts(150_000), ..Config::default() });
    engine.set_game(Game::from_board(seki.parse().unwrap(), 0.5));
    for (color, name) in [(Color::Black, "F3"), (Color::White, "A2")] {
        engine.play(color, Move::Play(Point::parse(name, 6).unwrap())).unwrap();
    }
    let decision = engine.genmove(Color::Black);
    let best = engine.findings().unwrap().best();
    assert!(!best.value.is_proven() || best.value.mean > 0.0, "{decision}");
    assert_ne!(decision, Decision::Resign);
}
