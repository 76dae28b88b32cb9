//! Lines and stones in words.

use crate::board::{Board, Move, Point, PointSet};
use crate::tactics::{LADDER_NODES, Verdict, attack, net};

/// A line up to its first pass: what follows only carries out what is clear.
pub(super) fn shown(line: &[Move]) -> Vec<Move> {
    line.iter().copied().take_while(|mv| *mv != Move::Pass).collect()
}

/// A line in words, with the name of the technique.
pub(super) fn described(board: &Board, target: Point, line: &[Move]) -> String {
    let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
    let technique = match technique(board, target, line) {
        Some(name) => format!(" ({name})"),
        None => String::new(),
    };
    format!("{}{technique}", moves.join(", "))
}

/// What a capture of two moves or more is called.
fn technique(board: &Board, target: Point, line: &[Move]) -> Option<&'static str> {
    let first = line.first()?.point()?;
    let owner = board.color_at(target)?;
    let liberties = board.chain_at(target)?.liberties();
    if liberties.len() != 2 || line.len() < 2 || !board.legal_moves(!owner).contains(first) {
        return None;
    }
    if attack(board, target, LADDER_NODES) == Verdict::Captured(Some(first)) {
        Some("ladder")
    } else if net(board, target, LADDER_NODES) == Some(first) {
        Some("net")
    } else {
        None
    }
}

/// "F7" or "the 3 stones at F7".
pub(super) fn the_stones(stones: PointSet) -> String {
    let Some(first) = stones.first() else { return String::new() };
    if stones.is_single() { first.to_string() } else { format!("the {} stones at {first}", stones.len()) }
}

pub(super) fn count(stones: PointSet) -> String {
    if stones.is_single() { "1 stone".to_owned() } else { format!("{} stones", stones.len()) }
}

pub(super) fn them(stones: PointSet) -> &'static str {
    if stones.is_single() { "it" } else { "them" }
}

pub(super) fn are(stones: PointSet) -> &'static str {
    if stones.is_single() { "is" } else { "are" }
}

pub(super) fn have(stones: PointSet) -> &'static str {
    if stones.is_single() { "has" } else { "have" }
}
