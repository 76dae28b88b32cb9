//! A review written into the record that it is of.

use super::summary::comment;
use super::{Grade, Review, ReviewedMove, rounded, to_text};
use crate::board::PointSet;
use crate::engine::NAME;
use crate::game::Turn;
use crate::sgf::{Annotation, SgfError, annotate, moves_of, point_name};

/// Moves of a better line that become a variation.
const VARIATION_MOVES: usize = 12;

/// The record with comments, marks, better lines as variations, and figures that viewers draw as a graph: `SBKV`,
/// Black's win rate in percent, and `V`, Black's lead in points. What the record held stays.
///
/// # Errors
/// It is no SGF.
pub fn to_sgf(review: &Review, record: &[u8]) -> Result<Vec<u8>, SgfError> {
    let size = review.start.size();
    let from = beginning(review, record)?.map_or(String::new(), |from| format!(", {from}"));
    let whole = Annotation {
        comment: format!("Review by {NAME}{from}: {}.", to_text(review)),
        properties: figures(review.opening.rate, review.opening.points),
        variation: None,
    };
    let worst = review.turning_points();
    let turns: Vec<Annotation> = review
        .moves
        .iter()
        .enumerate()
        .map(|(at, one)| annotation(one, worst.first() == Some(&at), size))
        .collect();
    annotate(record, size, &whole, &turns)
}

/// With which move of the record the review begins, if not with the first: where stones are set up in the middle, what was
/// played before is another game.
///
/// # Errors
/// It is no SGF.
pub fn beginning(review: &Review, record: &[u8]) -> Result<Option<String>, SgfError> {
    let skipped = moves_of(record)?.saturating_sub(review.moves.len());
    Ok((skipped > 0).then(|| format!("from move {} on, which counts as 1", skipped + 1)))
}

fn figures(rate: f32, points: f32) -> Vec<(&'static str, Vec<String>)> {
    let lead = rounded(points, 1);
    vec![("SBKV", vec![format!("{:.2}", 100.0 * rate)]), ("V", vec![format!("{lead:.1}")])]
}

fn annotation(one: &ReviewedMove, is_worst: bool, size: usize) -> Annotation {
    let black = one.black();
    let mut properties = figures(black.rate, black.points);
    match one.grade() {
        Grade::Good => {}
        Grade::Inaccuracy => properties.push(("DO", vec![String::new()])),
        Grade::Mistake => properties.push(("BM", vec!["1".to_owned()])),
        Grade::Blunder => properties.push(("BM", vec!["2".to_owned()])),
    }
    if is_worst {
        properties.push(("HO", vec!["2".to_owned()]));
    }
    let is_faulty = one.grade() > Grade::Good;
    let choice = one.better.first().and_then(|mv| mv.point()).filter(|_| is_faulty);
    if let Some(point) = choice {
        properties.push(("LB", vec![format!("{}:A", point_name(point, size))]));
    }
    let spoken: PointSet = one.reasons.iter().map(|reason| reason.points).collect();
    let marked: Vec<String> =
        spoken.iter().filter(|&point| Some(point) != choice).map(|point| point_name(point, size)).collect();
    if !marked.is_empty() {
        properties.push(("TR", marked));
    }
    let line = one.better.iter().take(VARIATION_MOVES).enumerate();
    let line: Vec<Turn> = line.map(|(at, &mv)| Turn { color: one.color.after(at), mv }).collect();
    let said = format!("Better: {} wins {:.0} %.", one.color, 100.0 * one.best.rate);
    Annotation { comment: comment(one), properties, variation: is_faulty.then_some((line, said)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_of_nothing_has_no_sign() {
        for points in [-0.0, -0.04, 0.04] {
            assert_eq!(figures(0.5, points)[1], ("V", vec!["0.0".to_owned()]), "{points}");
        }
    }
}
