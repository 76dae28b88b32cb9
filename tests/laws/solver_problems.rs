//! The problems that come with the program: the solver finds every value again, and the same order.

use tengen::board::{Board, Point};
use tengen::solver::{Answer, Generator, Role, Solver, SolverParams};

/// A line of a file of problems, and what it says.
pub(super) struct Problem {
    pub(super) line: &'static str,
    pub(super) board: Board,
    pub(super) target: Point,
    pub(super) role: Role,
    pub(super) value: &'static str,
    order: &'static str,
    nodes: u64,
}

impl Problem {
    fn read(line: &'static str) -> Problem {
        let words: Vec<&str> = line.split(' ').collect();
        let [picture, role, target, value, order, nodes, ..] = words[..] else { panic!("{line}") };
        let board: Board = picture.parse().unwrap();
        let target = Point::parse(target, board.size()).unwrap();
        let (role, nodes) = (role.parse().unwrap(), nodes.parse().unwrap());
        Problem { line, board, target, role, value, order, nodes }
    }

    fn all(file: &'static str) -> impl Iterator<Item = Problem> {
        file.lines().filter(|line| !line.starts_with('#')).map(Problem::read)
    }
}

/// The problems that come with the program.
pub(super) fn captures() -> impl Iterator<Item = Problem> {
    Problem::all(include_str!("../problems/captures.txt"))
}

#[test]
fn every_problem_has_the_value_of_its_file() {
    let mut solver = Solver::new(16 << 20);
    let options = SolverParams { nodes: 100_000, ..SolverParams::default() };
    let mut counts = [0; 2];
    for Problem { line, board, target, role, value, order, .. } in captures() {
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

/// The chains of games are labelled up to order 5; those that few nodes label, with zones or on the full board, get the same label
/// again.
#[test]
fn chains_of_games_have_the_labels_of_their_file() {
    const FEW_NODES: u64 = 3_000;
    let mut solver = Solver::new(8 << 20);
    let options =
        |generator| SolverParams { order: 5, nodes: FEW_NODES, generator, ..SolverParams::default() };
    let (mut lines, mut counts) = (0, [0; 2]);
    for Problem { line, board, target, role, value, order, nodes } in
        Problem::all(include_str!("../problems/chains.txt"))
    {
        lines += 1;
        if value == "open" || nodes > FEW_NODES {
            continue;
        }
        let mut found = |generator| {
            solver.clear();
            match solver.solve(&board, target, role, &options(generator)).unwrap() {
                Answer::Captured { order, .. } => Some(("captured", order)),
                Answer::NotWithinOrder { order, .. } => Some(("safe", order)),
                Answer::Unknown { .. } => None,
            }
        };
        let found = found(Generator::Zone).or_else(|| found(Generator::Full)).expect(line);
        assert_eq!((value, order), (found.0, found.1.to_string().as_str()), "{line}");
        counts[usize::from(value == "captured")] += 1;
    }
    assert!(lines >= 500 && counts[0] >= 40 && counts[1] >= 50, "{counts:?}");
}
