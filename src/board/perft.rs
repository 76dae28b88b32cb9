//! Counting legal sequences: a proof of the rules.

use super::Board;

/// Number of legal sequences of `depth` stones of alternating colors: no pass, simple ko, no suicide.
pub fn perft(board: &Board, depth: u32) -> u64 {
    let color = board.to_play();
    let moves = board.legal_moves(color);
    match depth {
        0 => 1,
        1 => u64::from(moves.len()),
        _ => moves
            .iter()
            .map(|point| {
                let mut next = board.clone();
                next.play_legal(color, point);
                perft(&next, depth - 1)
            })
            .sum(),
    }
}
