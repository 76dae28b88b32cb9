//! The best moves of a position, by the network's lead and by RAVE's: `cargo run --release --example analysis`.

use std::time::Duration;
use tengen::board::Board;
use tengen::knowledge::Knowledge;
use tengen::search::{LeadChoice, Limits, Question, Search, SearchParams, Tree, TreeParams};

const POSITION: &str = ". . . . . . . . ./. . . . . . . . ./. . X . . . X . ./. . . . . . . . ./. . . O . . . . ./\
                        . . . . . . . . ./. . O . . . X . ./. . . . . . . . ./. . . . . . . . .";

fn main() {
    let board: Board = POSITION.parse().expect("the picture is a position");
    let (question, knowledge) = (Question::new(board, 7.5), Knowledge::embedded());
    println!("{}", question.board);
    for lead in [LeadChoice::Network, LeadChoice::Rave] {
        let tree_params = TreeParams { lead, ..TreeParams::default() };
        let params = SearchParams { tree: tree_params, ..SearchParams::default() };
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        let findings = Search::new(&question, &params, &knowledge, limits).run(&mut Tree::new(64 << 20));
        println!("{lead:?}: {} playouts", findings.playouts);
        for candidate in findings.candidates.iter().take(3) {
            let moves: Vec<String> = candidate.line.iter().take(6).map(|ply| ply.mv.to_string()).collect();
            let rate = 100.0 * candidate.value.mean;
            println!("  {rate:.1} % after {} visits: {}", candidate.visits, moves.join(" "));
        }
    }
}
