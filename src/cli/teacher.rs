//! What is said to a person who is learning: what a move has cost, and hints that give away more each time.

use crate::board::{Board, Move, Point};
use crate::engine::MoveCost;
use crate::review::{Reason, Reasoner};
use crate::search::{Findings, Ply};

/// What a move on that board has cost, and why if that can be proven.
pub(super) fn remark(board: &Board, cost: &MoveCost) -> String {
    /// Less than this is what two searches of one position differ by.
    const NOTABLE_RATE: f32 = 0.02;
    /// Likewise in points.
    const NOTABLE_POINTS: f32 = 1.0;
    let mv = cost.mv;
    let subject = if mv == Move::Pass { "Passing".to_owned() } else { mv.to_string() };
    if cost.best() == mv {
        return format!("{subject} is Tengen's choice too.");
    }
    let rate = (cost.rate >= NOTABLE_RATE).then(|| format!("{:.0} %", 100.0 * cost.rate));
    let points = (cost.points >= NOTABLE_POINTS).then(|| match cost.points.round() {
        1.0 => "about a point".to_owned(),
        points => format!("about {points} points"),
    });
    let price: Vec<String> = rate.into_iter().chain(points).collect();
    let (best, done) = match cost.best() {
        Move::Play(point) => (point.to_string(), "played"),
        Move::Pass => ("passing".to_owned(), "done"),
    };
    if price.is_empty() {
        return format!("{subject} is as good as {best}, which Tengen would have {done}.");
    }
    let then: Vec<String> = cost.line.iter().map(|ply| ply.mv.to_string()).take(4).skip(1).collect();
    let then = if then.is_empty() { String::new() } else { format!(", then {}", then.join(" ")) };
    let why = why(board, cost).map_or(String::new(), |why| format!(" {why}"));
    format!("{subject} costs you {}: better is {best}{then}.{why} undo takes it back.", price.join(" and "))
}

/// The most telling reason why the move is worse than the best one.
fn why(board: &Board, cost: &MoveCost) -> Option<String> {
    let moves = |line: &[Ply]| line.iter().map(|ply| ply.mv).collect::<Vec<_>>();
    let reasons = Reasoner::new().reasons(board, &moves(&cost.expected), &moves(&cost.line));
    reasons.first().map(Reason::sentence)
}

/// What makes the move, behind "would".
pub(super) fn deed(mv: Move) -> String {
    match mv {
        Move::Play(point) => format!("play {point}"),
        Move::Pass => "pass".to_owned(),
    }
}

/// Hints for one position, each says more than the one before.
pub(super) struct Hints {
    steps: [String; 3],
    given: usize,
}

impl Hints {
    /// Hints at the move that a search has led to.
    pub(super) fn new(mv: Move, findings: Option<&Findings>, size: usize) -> Hints {
        let first = match mv {
            Move::Play(point) => format!("Look {}.", region(point, size)),
            Move::Pass => "Is anything left to play?".to_owned(),
        };
        let rate =
            findings.and_then(|findings| findings.of(mv)).map_or(0.5, |candidate| candidate.value.mean);
        let last = format!("Tengen would {} and give you {:.0} %.", deed(mv), 100.0 * rate);
        Hints { steps: [first, candidates(mv, findings), last], given: 0 }
    }

    /// The next of them; the last one for good.
    pub(super) fn next(&mut self) -> &str {
        let step = self.given.min(self.steps.len() - 1);
        self.given = step + 1;
        &self.steps[step]
    }
}

/// The moves that are worth a thought, in an order that does not tell which is best.
fn candidates(mv: Move, findings: Option<&Findings>) -> String {
    const MOST_CANDIDATES: usize = 4;
    let all = findings.map_or(&[][..], |findings| &findings.candidates);
    let most = all.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
    let worthy = all.iter().filter(|candidate| candidate.mv != mv && 20 * candidate.visits >= most.max(1));
    let worthy = worthy.take(MOST_CANDIDATES - 1).map(|candidate| candidate.mv);
    let mut moves: Vec<String> = worthy.chain([mv]).map(|mv| mv.to_string()).collect();
    moves.sort();
    match moves.split_last() {
        Some((last, others)) if !others.is_empty() => format!("Think of {} and {last}.", others.join(", ")),
        _ => format!("Think of {}.", moves.concat()),
    }
}

/// Where on the board a point is, in words.
fn region(point: Point, size: usize) -> &'static str {
    let third = |at: usize| 3 * at / size;
    match (third(point.row()), third(point.column())) {
        (2, 0) => "in the upper left corner",
        (2, 1) => "on the upper side",
        (2, _) => "in the upper right corner",
        (1, 0) => "on the left side",
        (1, 1) => "in the center",
        (1, _) => "on the right side",
        (_, 0) => "in the lower left corner",
        (_, 1) => "on the lower side",
        (_, _) => "in the lower right corner",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    fn point(name: &str) -> Move {
        Move::Play(Point::parse(name, 9).unwrap())
    }

    fn ply(name: &str) -> Ply {
        Ply { mv: point(name), visits: 1 }
    }

    fn said(mv: &str, rate: f32, points: f32) -> String {
        let line = ["C3", "D4"].map(ply).to_vec();
        remark(&Board::new(9), &MoveCost { mv: point(mv), expected: vec![ply(mv)], line, rate, points })
    }

    #[test]
    fn a_remark_gives_a_reason_that_is_proven() {
        let picture = ". . . . . . . . ./. . . . . . . . ./. . . . . . . . ./. . . . O . . . ./. . . O X O . . ./\
                       . . . . . . . . ./. . . X . X . . ./. . . . X . . . ./. . . . . . . . .";
        let board: Board = picture.parse().unwrap();
        let cost = MoveCost {
            mv: point("G7"),
            expected: vec![ply("G7")],
            line: vec![ply("E4")],
            rate: 0.3,
            points: 4.0,
        };
        assert_eq!(
            remark(&board, &cost),
            "G7 costs you 30 % and about 4 points: better is E4. E5 left in atari: E4. E4 saves it. undo takes it back."
        );
    }

    #[test]
    fn a_remark_names_the_price_and_the_better_line() {
        assert_eq!(said("C3", 0.0, 0.0), "C3 is Tengen's choice too.");
        assert_eq!(said("E5", 0.01, 0.4), "E5 is as good as C3, which Tengen would have played.");
        assert_eq!(
            said("E5", 0.12, 3.2),
            "E5 costs you 12 % and about 3 points: better is C3, then D4. undo takes it back."
        );
        assert_eq!(
            said("E5", 0.0, 1.2),
            "E5 costs you about a point: better is C3, then D4. undo takes it back."
        );
    }

    #[test]
    fn who_passes_plays_no_point() {
        let said = |mv: Move, best: Move, rate: f32| {
            let [expected, line] = [mv, best].map(|mv| vec![Ply { mv, visits: 1 }]);
            remark(&Board::new(9), &MoveCost { mv, expected, line, rate, points: 0.0 })
        };
        assert_eq!(said(Move::Pass, Move::Pass, 0.0), "Passing is Tengen's choice too.");
        assert_eq!(
            said(Move::Pass, point("C3"), 0.0),
            "Passing is as good as C3, which Tengen would have played."
        );
        let as_good = said(point("C3"), Move::Pass, 0.0);
        assert_eq!(as_good, "C3 is as good as passing, which Tengen would have done.");
        let dear = said(point("C3"), Move::Pass, 0.5);
        assert!(dear.starts_with("C3 costs you 50 %: better is passing."), "{dear}");
        assert_eq!([deed(Move::Pass), deed(point("C3"))], ["pass", "play C3"]);
    }

    #[test]
    fn hints_give_away_more_each_time() {
        let findings = Findings::of_one(Color::Black, point("C3"), 0.4, None);
        let mut hints = Hints::new(point("C3"), Some(&findings), 9);
        let given: Vec<String> = (0..4).map(|_| hints.next().to_owned()).collect();
        let last = "Tengen would play C3 and give you 40 %.";
        assert_eq!(given, ["Look in the lower left corner.", "Think of C3.", last, last]);
    }

    #[test]
    fn every_point_is_somewhere() {
        let at = |name: &str| region(Point::parse(name, 9).unwrap(), 9);
        assert_eq!(
            [at("A9"), at("E5"), at("J1"), at("E1")],
            ["in the upper left corner", "in the center", "in the lower right corner", "on the lower side"]
        );
    }
}
