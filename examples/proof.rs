//! Which chains of a position can be captured, and by which moves: `cargo run --release --example proof`.

use tengen::board::Board;
use tengen::solver::{Answer, Role, Solver, SolverParams, Unsolvable};

const POSITION: &str = ". . . . . . . . ./. X X O . . . . ./. O O X X . . . ./. X . . . . O . ./. . . . . O X . ./\
                        . . . . . X O . ./. . . . . . O X ./. . O . . X X . ./. . . . . . . . .";

fn main() -> Result<(), Unsolvable> {
    let board: Board = POSITION.parse().expect("the picture is a position");
    println!("{board}");
    let mut solver = Solver::new(16 << 20);
    let params = SolverParams { nodes: 200_000, line: true, ..SolverParams::default() };
    for chain in board.chains_of(board.occupied()) {
        let Some(target) = chain.stones().first() else { continue };
        let said = match solver.solve(&board, target, Role::Attack, &params)? {
            Answer::Captured { order, line, .. } => {
                let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
                format!("captured by threats of order {order}: {}", moves.join(" "))
            }
            Answer::NotWithinOrder { order, .. } => format!("not captured by threats up to order {order}"),
            Answer::Unknown { .. } => "unknown".to_owned(),
        };
        println!("{target}: {said} ({} nodes)", solver.nodes());
    }
    Ok(())
}
