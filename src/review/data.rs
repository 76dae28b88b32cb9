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
