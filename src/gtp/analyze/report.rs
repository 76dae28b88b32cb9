//! What a search has found, as the lines that analysis programs read.
//!
//! Source: the formats of Leela Zero's `lz-analyze` and KataGo's `kata-analyze`. All candidates stand in one
//! line, and a candidate ends with its line of play, because some programs read to the next `info`.

use super::wishes::AnalysisRequest;
use crate::board::Point;
use crate::engine::{Analysis, AnalyzedMove, Forecast};
use crate::gtp::standard::line_text;
use crate::search::{Findings, PolicyMap};
use serde_json::json;
use std::fmt::Write;

/// The two ways to write the same figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Leela Zero's: rates are whole ten-thousandths.
    Leela,
    /// KataGo's: rates from 0 to 1, and points.
    Kata,
}

/// Writes reports about the searches of one command.
pub(super) struct Reporter {
    pub(super) dialect: Dialect,
    pub(super) request: AnalysisRequest,
    pub(super) forecast: Forecast,
    /// How likely the search thinks each move at first.
    pub(super) policy: PolicyMap,
    pub(super) size: usize,
}

impl Reporter {
    fn analysis(&mut self, findings: &Findings) -> Analysis {
        Analysis::new(findings, &mut self.forecast, &self.policy, self.request.least_moves)
    }

    /// The mean owner of every point, in reading order.
    fn owners(&self, analysis: &Analysis) -> impl Iterator<Item = f32> {
        Point::reading_order(self.size).map(|point| analysis.mean(|one| one.owner(point)))
    }

    /// One line with all candidates.
    pub(super) fn line(&mut self, findings: &Findings) -> String {
        let analysis = self.analysis(findings);
        let mut text = String::new();
        for (order, one) in analysis.moves.iter().take(self.request.most_moves).enumerate() {
            if order > 0 {
                text.push(' ');
            }
            self.candidate(&mut text, order, one);
        }
        if self.request.root_info {
            root_info(&mut text, &analysis);
        }
        if self.request.ownership {
            numbers(&mut text, "ownership", self.owners(&analysis));
        }
        if self.request.ownership_deviation {
            let deviations =
                Point::reading_order(self.size).map(|point| analysis.mean(|one| one.owner_deviation(point)));
            numbers(&mut text, "ownershipStdev", deviations);
        }
        text
    }

    // Writing to a string cannot fail.
    fn candidate(&self, text: &mut String, order: usize, one: &AnalyzedMove) {
        let &AnalyzedMove { mv, visits, rate, policy, .. } = one;
        let bound = one.bound();
        let _ = match self.dialect {
            Dialect::Leela => {
                let whole = |rate: f32| (10_000.0 * rate).round() as i32;
                write!(
                    text,
                    "info move {mv} visits {visits} winrate {} prior {} lcb {} order {order}",
                    whole(rate),
                    whole(policy),
                    whole(bound)
                )
            }
            Dialect::Kata => {
                let (score, deviation) = (one.score(), one.deviation());
                write!(
                    text,
                    "info move {mv} visits {visits} edgeVisits {visits} utility {:.6} winrate {rate:.6} \
                     scoreMean {score:.3} scoreStdev {deviation:.3} scoreLead {score:.3} scoreSelfplay {score:.3} \
                     prior {policy:.6} lcb {bound:.6} utilityLcb {:.6} weight {visits}.0 order {order}",
                    2.0 * rate - 1.0,
                    2.0 * bound - 1.0
                )
            }
        };
        if self.request.no_result {
            text.push_str(" noResultValue 0.0");
        }
        let _ = write!(text, " pv {}", line_text(&one.line));
        // Visits of edges and of nodes are the same number here.
        for (key, wanted) in
            [("pvVisits", self.request.line_visits), ("pvEdgeVisits", self.request.line_edge_visits)]
        {
            if wanted {
                let _ = write!(text, " {key}");
                for ply in &one.line {
                    let _ = write!(text, " {}", ply.visits);
                }
            }
        }
        let points = || Point::reading_order(self.size);
        if self.request.moves_ownership {
            numbers(text, "movesOwnership", points().map(|point| one.owner(point)));
        }
        if self.request.moves_ownership_deviation {
            numbers(text, "movesOwnershipStdev", points().map(|point| one.owner_deviation(point)));
        }
    }

    /// The same as one JSON object in one line, for CGOS. Owners are one character a point, from `A` (0, the
    /// opponent's) to `+` (62, the mover's).
    pub(super) fn json(&mut self, findings: &Findings) -> String {
        const BASE_64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let analysis = self.analysis(findings);
        let one = |one: &AnalyzedMove| {
            json!({
                "move": one.mv.to_string(),
                "winrate": one.rate,
                "score": one.score(),
                "prior": one.policy,
                "visits": one.visits,
                "pv": line_text(&one.line),
            })
        };
        let digit = |owner: f32| {
            let index = ((owner.clamp(-1.0, 1.0) + 1.0) * 31.0).round() as usize;
            BASE_64.get(index).map_or('A', |&digit| char::from(digit))
        };
        json!({
            "winrate": analysis.mean(|one| one.rate),
            "score": analysis.mean(AnalyzedMove::score),
            "visits": findings.playouts,
            "moves": analysis.moves.iter().map(one).collect::<Vec<_>>(),
            "ownership": self.owners(&analysis).map(digit).collect::<String>(),
        })
        .to_string()
    }
}

/// The figures of the position: means of its moves, by visits, whether they are all reported or not.
fn root_info(text: &mut String, analysis: &Analysis) {
    let (visits, rate) = (analysis.visits, analysis.mean(|one| one.rate));
    let (score, deviation) = (analysis.mean(AnalyzedMove::score), analysis.mean(AnalyzedMove::deviation));
    let _ = write!(
        text,
        " rootInfo visits {visits} utility {:.6} winrate {rate:.6} scoreMean {score:.3} scoreStdev {deviation:.3} \
         scoreLead {score:.3} scoreSelfplay {score:.3} weight {visits}.0",
        2.0 * rate - 1.0
    );
}

fn numbers(text: &mut String, key: &str, values: impl Iterator<Item = f32>) {
    let _ = write!(text, " {key}");
    for value in values {
        let _ = write!(text, " {value:.4}");
    }
}
