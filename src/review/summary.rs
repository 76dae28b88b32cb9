//! A review in a few words, for the terminal and for comments.

use super::reason::capitalized;
use super::{Grade, Review, ReviewedMove};
use crate::board::{Color, Move};

/// Turning points that a summary names.
const SUMMARY_POINTS: usize = 3;

/// Moves of a line that are shown.
const SHOWN_MOVES: usize = 8;

/// The accuracy of both players and the turning points, in one line.
pub fn to_text(review: &Review) -> String {
    let accuracy = |color: Color| match review.accuracy(color) {
        Some(value) => format!("{color} {value:.0} %"),
        None => format!("{color} has no move"),
    };
    let point = |&at: &usize| {
        let one = &review.moves[at];
        format!("{} {} {} (-{:.0} %)", at + 1, one.color, one.mv, 100.0 * one.loss())
    };
    let turning: Vec<String> = review.turning_points().iter().take(SUMMARY_POINTS).map(point).collect();
    let turning = if turning.is_empty() {
        "no mistakes".to_owned()
    } else {
        format!("turning points: {}", turning.join(", "))
    };
    format!("accuracy: {}, {}; {turning}", accuracy(Color::Black), accuracy(Color::White))
}

/// The summary and, in the order of the game, what is said of the worst moves: what they cost, what was better and why.
pub fn to_report(review: &Review) -> String {
    let mut worst: Vec<usize> = review.turning_points().into_iter().take(SUMMARY_POINTS).collect();
    worst.sort_unstable();
    let said = worst.into_iter().map(|at| {
        let one = &review.moves[at];
        format!("\n\nMove {}, {} {}\n{}", at + 1, one.color, one.mv, comment(one))
    });
    format!("{}.{}", capitalized(&to_text(review)), said.collect::<String>())
}

/// What is said of a move, in lines.
pub(super) fn comment(one: &ReviewedMove) -> String {
    let black = one.black();
    let mut lines = Vec::new();
    match one.grade() {
        Grade::Good if one.loss() == 0.0 => lines.push("Good.".to_owned()),
        grade => lines.push(format!(
            "{}: loses {:.1} % and {:.1} points.",
            capitalized(&grade.to_string()),
            100.0 * one.loss(),
            one.points_lost()
        )),
    }
    if one.grade() > Grade::Good {
        lines.push(format!("Better: {}.", line_text(&one.better)));
    }
    lines.extend(one.reasons.iter().map(|reason| {
        let proof = reason.nodes().map_or(String::new(), |nodes| {
            format!(" Proven in {nodes} {}.", if nodes == 1 { "node" } else { "nodes" })
        });
        format!("{}{proof}", reason.sentence())
    }));
    lines.push(format!("Black wins {:.0} %, {}.", 100.0 * black.rate, lead_text(black.points)));
    lines.join("\n")
}

/// The first moves of a line.
pub(super) fn line_text(line: &[Move]) -> String {
    line.iter().take(SHOWN_MOVES).map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn lead_text(points: f32) -> String {
    let leader = if points >= 0.0 { Color::Black } else { Color::White };
    format!("{leader} ahead by {:.1}", points.abs())
}
