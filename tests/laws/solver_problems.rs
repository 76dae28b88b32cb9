//! The problems that come with the program: the solver finds every value again, and the same order.

use tengen::board::{Board, Point};
use tengen::solver::{Answer, Role, Solver, SolverParams};

#[test]
fn every_problem_has_the_value_of_its_file() {
    let mut solver = Solver::new(16 << 20);
    let options = SolverParams { nodes: 100_000, ..SolverParams::default() };
    let problems = include_str!("../problems/captures.txt").lines().filter(|line| !line.starts_with('#'));
    let mut counts = [0; 2];
    for line in problems {
        let words: Vec<&str> = line.split(' ').collect();
        let [picture, first, target, value, order, ..] = words[..] else { panic!("{line}") };
        let board: Board = picture.parse().unwrap();
        let target = Point::parse(target, board.size()).unwrap();
        let role = if first == "attack" { Role::Attack } else { Role::Defend };
        // A new table for each, so that no problem leans on another one.
        solver.clear();
        match solver.solve(&board, target, role, &options).unwrap() {
            Answer::Captured { order: found, .. } => {
                assert_eq!((value, order), ("captured", found.to_string().as_str()), "{line}");
                counts[0] += 1;
            }
            Answer::NotWithinOrder { .. } => {
                assert_eq!(value, "safe", "{line}");
                counts[1] += 1;
            }
            Answer::Unknown { .. } => panic!("not solved: {line}"),
        }
    }
    assert!(counts.iter().all(|&count| count >= 1_000), "{counts:?}");
}
