//! What must hold of every level: repeatable, never senseless, and a game that ends when nothing is left.

use super::search::playouts;
use tengen::board::{Board, Color, Move, Point};
use tengen::engine::{Config, Decision, Engine, SkillLevel};
use tengen::game::{Game, HandicapBonus, RuleSet, Rules};
use tengen::search::Watch;
use tengen::tactics::{pass_alive_area, real_eyes};

fn engine(level: u32, size: usize, threads: usize, seed: u64) -> Engine {
    let mut config = Config { size, threads, seed, memory: 32 << 20, ..Config::default() };
    config.params.engine.level = level;
    Engine::new(config)
}

/// A game of two levels up to two passes, a resignation or so many moves; `look` sees each position and the move in it.
fn play_game(
    levels: [u32; 2],
    size: usize,
    seed: u64,
    most: usize,
    mut look: impl FnMut(&Board, Move),
) -> Engine {
    let mut engine = engine(levels[0], size, 1, seed);
    for turn in 0..most {
        let color = Color::ALL[turn % 2];
        engine.set_param("level", &levels[turn % 2].to_string()).unwrap();
        let before = engine.game().board().clone();
        let Decision::Play(mv) = engine.genmove(color) else { break };
        look(&before, mv);
        if engine.game().is_over() {
            break;
        }
    }
    engine
}

fn moves_of(engine: &Engine) -> Vec<Move> {
    engine.game().turns().iter().map(|turn| turn.mv).collect()
}

#[test]
fn a_level_plays_the_same_game_for_a_seed_with_any_threads() {
    for level in [1, 8, 11] {
        let game = |threads, seed| {
            let mut engine = engine(level, 9, threads, seed);
            for turn in 0..12 {
                engine.genmove(Color::ALL[turn % 2]);
            }
            moves_of(&engine)
        };
        assert_eq!(game(1, 1), game(4, 1), "level {level}");
        assert_ne!(game(1, 1), game(1, 2), "level {level}");
    }
}

/// What was searched or analyzed before, or a limit of time, is not a level's.
#[test]
fn a_level_depends_on_the_position_alone() {
    for level in [3, 11] {
        let mut plain = engine(level, 9, 1, 5);
        let mut other = engine(level, 9, 2, 5);
        other.set_limits(playouts(300));
        for turn in 0..6 {
            let color = Color::ALL[turn % 2];
            other.advise(color, &mut Watch::default());
            assert_eq!(plain.genmove(color), other.genmove(color), "level {level}");
        }
    }
}

#[test]
fn weak_levels_fill_no_eyes_and_leave_alone_what_is_settled() {
    for seed in 0..18 {
        for size in [9, 7] {
            let levels = [1 + seed as u32 % 9, 1 + seed as u32 / 3 % 9];
            let engine = play_game(levels, size, seed, 300, |board, mv| {
                let color = board.to_play();
                let Move::Play(point) = mv else { return };
                let alive = Color::ALL.map(|owner| pass_alive_area(board, owner));
                assert!(!real_eyes(board, color).contains(point), "{color} {mv} fills an eye\n{board}");
                assert!(!(alive[0] | alive[1]).contains(point), "{color} {mv} is settled\n{board}");
            });
            assert!(engine.game().is_over(), "levels {levels:?}, seed {seed}\n{}", engine.game().board());
        }
    }
}

/// Strong players go on after the passes of weak ones, on a board where every stone counts and who was ahead must keep every
/// point; in one game of five at most somebody gains from it, who was thought dead.
#[test]
fn weak_levels_pass_when_nothing_is_left() {
    const GAMES: u64 = 24;
    let mut changed = Vec::new();
    for seed in 0..GAMES {
        let levels = [1 + seed as u32 % 9, 1 + seed as u32 / 3 % 9];
        let mut engine = play_game(levels, 9, seed, 300, |_, _| ());
        let counted = engine.final_score() + engine.game().komi();
        engine.set_param("level", "0").unwrap();
        engine.set_param("resign_rate", "0").unwrap();
        engine.set_limits(playouts(200));
        engine.set_rule_set(RuleSet { rules: Rules::TrompTaylor, bonus: HandicapBonus::None });
        let (komi, to_play) =
            if counted > 7.5 { (counted - 0.5, Color::White) } else { (counted + 0.5, Color::Black) };
        engine.set_game(Game::from_board(engine.game().board().clone(), komi));
        for turn in 0..100 {
            engine.genmove(if turn % 2 == 0 { to_play } else { !to_play });
            if engine.game().is_over() {
                break;
            }
        }
        let played_on = engine.game().board().area_score() as f32;
        if (played_on - counted).abs() > 2.0 {
            changed.push((levels, seed, counted, played_on));
        }
    }
    assert!(changed.len() as u64 * 5 <= GAMES, "{changed:?}");
}

/// What a beginner overlooks and others do not.
#[test]
fn a_higher_level_sees_an_atari_more_often() {
    // Black takes two stones at E4, which would run there and cut.
    let picture = ". . . . . . . . ./. . O . . . . . ./. . X . . O . . ./. . . X X . O . ./. . X O O X . . ./\
                   . . O X . . . . ./. . . O . . X . ./. . . . . . . . ./. . . . . . . . .";
    let board: Board = picture.parse().unwrap();
    let seen = |level: u32| {
        (0..60)
            .filter(|&seed| {
                let mut engine = engine(level, 9, 1, seed);
                engine.set_game(Game::from_board(board.clone(), 7.5));
                let e4 = Point::parse("E4", 9).map(Move::Play);
                matches!(engine.genmove(Color::Black), Decision::Play(mv) if Some(mv) == e4)
            })
            .count()
    };
    let seen: Vec<usize> = [1, 5, 9].into_iter().map(seen).collect();
    assert!(seen.is_sorted() && seen[0] + 10 < seen[1] && seen[1] + 10 < seen[2], "{seen:?}");
}

#[test]
fn every_number_from_1_to_the_highest_is_a_level() {
    let numbers: Vec<u32> = (0..20).filter(|&number| SkillLevel::new(number).is_some()).collect();
    assert_eq!(numbers, (1..=15).collect::<Vec<u32>>());
    let mut engine = engine(0, 9, 1, 0);
    assert_eq!(engine.set_param("level", "16").unwrap_err().to_string(), "level must be from 0 to 15");
}
