//! A review as JSON.

use super::{Grade, Reason, Review, ReviewedMove, Standing};
use crate::board::{Color, Move};
use serde_json::{Map, Value, json};

/// The review as one JSON object; `docs/review.md` describes it.
pub fn to_json(review: &Review) -> Value {
    let [black, white] = review.info.players.clone();
    let player = |name: Option<String>, color: Color| {
        let counts = Grade::ALL.map(|grade| (grade.to_string(), json!(review.count(color, grade))));
        json!({
            "name": name,
            "accuracy": review.accuracy(color).map(|value| rounded(value, 1)),
            "moves": Map::from_iter(counts),
        })
    };
    let turning: Vec<usize> = review.turning_points().into_iter().map(|at| at + 1).collect();
    let moves: Vec<Value> =
        review.moves.iter().enumerate().map(|(at, one)| move_json(review, at, one)).collect();
    json!({
        "size": review.start.size(),
        "komi": rounded(review.komi, 2),
        "date": review.info.date,
        "rules": review.info.rules,
        "result": review.info.result,
        "black": player(black, Color::Black),
        "white": player(white, Color::White),
        "start": stones(review, 0),
        "opening": standing(review.opening),
        "turning_points": turning,
        "moves": moves,
    })
}

fn move_json(review: &Review, at: usize, one: &ReviewedMove) -> Value {
    json!({
        "number": at + 1,
        "color": one.color.to_string().to_lowercase(),
        "move": one.mv.to_string(),
        "grade": one.grade().to_string(),
        "loss": rounded(one.loss(), 4),
        "points_lost": rounded(one.points_lost(), 1),
        "better": names(&one.better),
        "line": names(&one.line),
        "best": standing(one.best),
        "played": standing(one.played),
        "black": standing(one.black()),
        "reasons": one.reasons.iter().map(reason_json).collect::<Vec<_>>(),
        "stones": stones(review, at + 1),
    })
}

fn reason_json(reason: &Reason) -> Value {
    let points: Vec<String> = reason.points.iter().map(|point| point.to_string()).collect();
    json!({
        "theme": reason.theme.name(),
        "text": reason.text,
        "points": points,
        "line": names(&reason.line),
        "nodes": reason.nodes(),
    })
}

fn standing(standing: Standing) -> Value {
    json!({ "rate": rounded(standing.rate, 4), "points": rounded(standing.points, 1) })
}

fn names(line: &[Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

/// The position after so many moves: rows from the top, `X` for Black, `O` for White.
fn stones(review: &Review, moves: usize) -> Vec<String> {
    review.board_after(moves).rows().collect()
}

/// A number for people, with so many decimals; never -0, which would be written so.
pub(crate) fn rounded(value: f32, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    (f64::from(value) * scale).round() / scale + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Point};
    use crate::game::GameInfo;
    use crate::review::to_sgf;

    /// Moves of both colors as far as a review knows them: what each player could have had and what it has.
    fn review() -> Review {
        let at = |rate, points| Standing { rate, points };
        let moves = [
            ("E5", at(0.625, 3.5), at(0.5, 1.0)),
            ("C7", at(0.25, -1.0), at(0.25, -1.0)),
            ("G3", at(0.5, 1.0), at(0.0625, -8.5)),
            ("pass", at(0.9375, 8.5), at(0.6875, 9.0)),
            ("A9", at(0.3125, -9.0), at(0.3125, -10.0)),
        ];
        let moves = moves.into_iter().enumerate().map(|(at, (name, best, played))| ReviewedMove {
            color: Color::Black.after(at),
            mv: Point::parse(name, 9).map_or(Move::Pass, Move::Play),
            better: vec![Move::Play(Point::new(4, 2))],
            line: Vec::new(),
            best,
            played,
            reasons: Vec::new(),
        });
        let (info, start, opening) = (GameInfo::default(), Board::new(9), at(0.5625, 2.0));
        Review { info, komi: 7.5, start, opening, moves: moves.collect() }
    }

    #[test]
    fn losses_are_the_players_and_standings_blacks() {
        let told = to_json(&review());
        let each = |key: &str, part: Option<&str>| -> Value {
            let moves = told["moves"].as_array().unwrap().iter();
            moves.map(|one| part.map_or(&one[key], |part| &one[key][part]).clone()).collect()
        };
        assert_eq!(told["turning_points"], json!([3, 4, 1]), "the largest loss first");
        assert_eq!(each("grade", None), json!(["mistake", "good", "blunder", "blunder", "good"]));
        assert_eq!(each("loss", None), json!([0.125, 0.0, 0.4375, 0.25, 0.0]));
        assert_eq!(each("points_lost", None), json!([2.5, 0.0, 9.5, 0.0, 0.0]));
        assert_eq!(each("black", Some("rate")), json!([0.5, 0.75, 0.0625, 0.3125, 0.3125]));
        assert_eq!(each("black", Some("points")), json!([1.0, 1.0, -8.5, -9.0, -10.0]));
        let counts = |color: &str| {
            let moves = &told[color]["moves"];
            ["good", "inaccuracy", "mistake", "blunder"].map(|grade| moves[grade].as_u64().unwrap())
        };
        assert_eq!(["black", "white"].map(counts), [[1, 0, 1, 1], [1, 0, 0, 1]]);
    }

    #[test]
    fn a_record_has_the_figures_of_black_and_marks_the_worst_move() {
        let record = to_sgf(&review(), b"(;SZ[9];B[ee];W[cc];B[gg];W[];B[aa])").unwrap();
        let record = String::from_utf8(record).unwrap();
        for part in [
            "SBKV[56.25]V[2.0]",
            "SBKV[50.00]V[1.0]BM[1]LB[eg:A]",
            "SBKV[75.00]V[1.0]",
            "SBKV[6.25]V[-8.5]BM[2]HO[2]LB[eg:A]",
            "SBKV[31.25]V[-9.0]BM[2]LB[eg:A]",
            "SBKV[31.25]V[-10.0]",
            "Blunder: loses 25.0 % and 0.0 points.",
            "Black wins 31 %, White ahead by 9.0.",
            "Better: White wins 94 %.",
        ] {
            assert!(record.contains(part), "{part}: {record}");
        }
        assert_eq!((record.matches("SBKV[").count(), record.matches("HO[").count()), (6, 1));
    }
}
