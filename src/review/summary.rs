//! A review in a few words, for the terminal and for comments.

use super::reason::{Reason, capitalized};
use super::{Grade, Review, ReviewedMove, rounded};
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

/// The summary and, in the order of the game, what the worst moves cost, what was better and why: little enough for the
/// screen of a terminal.
pub fn to_report(review: &Review) -> String {
    let mut worst: Vec<usize> = review.turning_points().into_iter().take(SUMMARY_POINTS).collect();
    worst.sort_unstable();
    let said = worst.into_iter().map(|at| {
        let one = &review.moves[at];
        let reason = one.reasons.first().map_or(String::new(), |reason| format!("\n{}", told(reason)));
        format!("\nMove {}, {} {}. {}\n{}{reason}", at + 1, one.color, one.mv, verdict(one), better(one))
    });
    format!("{}.{}", capitalized(&to_text(review)), said.collect::<String>())
}

/// What is said of a move, in lines.
pub(super) fn comment(one: &ReviewedMove) -> String {
    let black = one.black();
    let mut lines = Vec::new();
    lines.push(verdict(one));
    if one.grade() > Grade::Good {
        lines.push(better(one));
    }
    lines.extend(one.reasons.iter().map(told));
    lines.push(format!("Black wins {:.0} %, {}.", 100.0 * black.rate, lead_text(black.points)));
    lines.join("\n")
}

/// How good a move is and what it costs.
fn verdict(one: &ReviewedMove) -> String {
    match one.grade() {
        Grade::Good if one.loss() == 0.0 => "Good.".to_owned(),
        grade => format!(
            "{}: loses {:.1} % and {:.1} points.",
            capitalized(&grade.to_string()),
            100.0 * one.loss(),
            one.points_lost()
        ),
    }
}

fn better(one: &ReviewedMove) -> String {
    format!("Better: {}.", line_text(&one.better))
}

/// A reason, and how long its proof is.
fn told(reason: &Reason) -> String {
    let proof = reason.nodes().map_or(String::new(), |nodes| {
        format!(" Proven in {nodes} {}.", if nodes == 1 { "node" } else { "nodes" })
    });
    format!("{}{proof}", reason.sentence())
}

/// The first moves of a line.
fn line_text(line: &[Move]) -> String {
    line.iter().take(SHOWN_MOVES).map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn lead_text(points: f32) -> String {
    let leader = match rounded(points, 1) {
        0.0 => return "nobody ahead".to_owned(),
        lead if lead > 0.0 => Color::Black,
        _ => Color::White,
    };
    format!("{leader} ahead by {:.1}", points.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, PointSet};
    use crate::game::GameInfo;
    use crate::review::{Standing, Theme};

    #[test]
    fn nobody_is_ahead_by_nothing() {
        for points in [-0.04, 0.0, 0.04] {
            assert_eq!(lead_text(points), "nobody ahead", "{points}");
        }
        assert_eq!([1.5, -0.06].map(lead_text), ["Black ahead by 1.5", "White ahead by 0.1"]);
    }

    #[test]
    fn a_report_fits_on_a_screen() {
        let [best, played] = [0.9, 0.1].map(|rate| Standing { rate, points: 0.0 });
        let reason = Reason {
            theme: Theme::SelfAtari,
            text: "x".repeat(100),
            points: PointSet::EMPTY,
            line: Vec::new(),
            claims: Vec::new(),
        };
        let (color, mv, reasons) = (Color::Black, Move::Pass, vec![reason; 5]);
        let (better, line) = (vec![mv; 20], Vec::new());
        let blunder = ReviewedMove { color, mv, better, line, best, played, reasons };
        let (info, start) = (GameInfo::default(), Board::new(9));
        let review = Review { info, komi: 7.5, start, opening: best, moves: vec![blunder; 60] };
        let report = to_report(&review);
        assert_eq!(report.matches("Blunder: loses 80.0 % and 0.0 points.").count(), SUMMARY_POINTS);
        let rows: usize = report.lines().map(|line| line.chars().count().div_ceil(79)).sum();
        assert!(rows <= 20, "{rows} rows:\n{report}");
    }
}
