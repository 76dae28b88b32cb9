//! The searches that the solver is compared with, on capture problems: where two of them know an answer, it is the same.

use super::solver_problems::{Problem, captures};
use tengen::board::{Board, Point};
use tengen::rng::Rng;
use tengen::solver::{Algorithm, Generator, Role, SolverParams};

const TABLE: usize = 1 << 20;

/// Random games on a small board, and a chain of each position.
pub(crate) fn problems(size: usize, count: usize, seed: u64) -> Vec<(Board, Point, Role)> {
    let mut rng = Rng::new(seed, 0);
    let mut problems = Vec::new();
    while problems.len() < count {
        let mut board = Board::new(size);
        for _ in 0..2 + rng.below((size * size) as u32) {
            let color = board.to_play();
            match board.legal_moves(color).pick(&mut rng) {
                Some(point) => board.play_legal(color, point),
                None => board.pass(color),
            }
        }
        let stones = board.occupied();
        if let Some(target) = stones.pick(&mut rng) {
            let role = if rng.below(2) == 0 { Role::Attack } else { Role::Defend };
            problems.push((board, target, role));
        }
    }
    problems
}

fn options(order: u8, nodes: u64, generator: Generator) -> SolverParams {
    SolverParams { order, nodes, generator, ..SolverParams::default() }
}

/// Without orders a capture by threats of any order counts, and escaping is the same for all.
#[test]
fn algorithms_agree_on_small_boards() {
    let mut both = [0; 2];
    for (board, target, role) in problems(3, 150, 11).into_iter().chain(problems(4, 50, 12)) {
        for order in [1, 2, 3] {
            for generator in [Generator::Full, Generator::Zone] {
                let options = options(order, 3_000, generator);
                let ask = |algorithm: Algorithm| {
                    algorithm.find(&board, target, role, &options, TABLE).unwrap().captured
                };
                let lambda = ask(Algorithm::Ldfpn);
                let answers = Algorithm::ALL.map(|(name, algorithm)| (name, algorithm, ask(algorithm)));
                let plain = answers.iter().filter(|(_, algorithm, _)| !algorithm.knows_orders());
                let known: Vec<bool> = plain.filter_map(|(_, _, answer)| *answer).collect();
                let context = || format!("{board} {target} {role:?} {order} {generator:?} {answers:?}");
                assert!(known.iter().all(|answer| *answer == known[0]), "{}", context());
                for (_, algorithm, answer) in answers {
                    if algorithm.knows_orders() {
                        assert!(answer.is_none() || lambda.is_none() || answer == lambda, "{}", context());
                    } else if lambda == Some(true) {
                        assert_ne!(answer, Some(false), "{}", context());
                    }
                }
                if let (Some(lambda), Some(plain)) = (lambda, known.first()) {
                    both[usize::from(*plain)] += 1;
                    // A capture by threats of some order is a capture.
                    assert!(*plain || !lambda, "{}", context());
                }
            }
        }
    }
    assert!(both.iter().all(|&count| count > 100), "{both:?}");
}

#[test]
fn more_nodes_never_change_an_answer() {
    let mut solved = 0;
    for (board, target, role) in problems(5, 30, 13) {
        for (name, algorithm) in Algorithm::ALL {
            let mut known = None;
            for nodes in [1, 10, 100, 1_000] {
                let options = options(2, nodes, Generator::Zone);
                let found = algorithm.find(&board, target, role, &options, TABLE).unwrap();
                assert!(found.nodes <= nodes, "{name}: {} of {nodes}", found.nodes);
                if let (Some(before), Some(now)) = (known, found.captured) {
                    assert_eq!(before, now, "{name} {board} {target}");
                }
                known = known.or(found.captured);
            }
            solved += u32::from(known.is_some());
        }
    }
    assert!(solved > 200, "{solved}");
}

/// The course of alpha-beta, and of nothing else, is that of its finished iterations: more nodes add to it, and the number of an
/// open answer is its end.
#[test]
fn more_nodes_make_a_course_longer() {
    let mut longer = 0;
    for (board, target, role) in problems(5, 30, 15) {
        for (name, algorithm) in Algorithm::ALL {
            let mut before = Vec::new();
            for nodes in [1, 10, 100, 1_000] {
                let options = options(2, nodes, Generator::Crucial);
                let found = algorithm.find(&board, target, role, &options, TABLE).unwrap();
                let course = found.course;
                let context = || format!("{name} {board} {target} {nodes} {before:?} {course:?}");
                assert_eq!(!course.is_empty(), matches!(algorithm, Algorithm::AlphaBeta(_)), "{}", context());
                assert!(course.starts_with(&before) && course.len() <= found.depth / 2 + 1, "{}", context());
                if let (None, Some(&last)) = (found.captured, course.last()) {
                    assert_eq!(found.numbers.pn(), last, "{}", context());
                }
                longer += usize::from(!before.is_empty() && course.len() > before.len());
                before = course;
            }
        }
    }
    assert!(longer > 100, "{longer}");
}

/// Dependency-based search says of no chain that it is captured that is not, and finds some captures beyond ladders.
#[test]
fn combined_threats_are_proven() {
    let mut found = 0;
    for Problem { line, board, target, role, value, .. } in captures().step_by(7) {
        let options = options(3, 1_000, Generator::Zone);
        if let Some(captured) = Algorithm::Db.find(&board, target, role, &options, TABLE).unwrap().captured {
            assert!(captured && value == "captured", "{line}");
            found += 1;
        }
    }
    assert!(found >= 30, "{found}");
}
