//! What a search has found, as the lines that analysis programs read.
//!
//! Source: the formats of Leela Zero's `lz-analyze` and KataGo's `kata-analyze`. All candidates stand in one
//! line, and a candidate ends with its line of play, because some programs read to the next `info`.

use super::wishes::{Request, reading_order};
use crate::board::{Color, Move, PointMap};
use crate::engine::Outlook;
use crate::search::{Candidate, Findings, Step};
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
    pub(super) request: Request,
    pub(super) outlook: Outlook,
    /// How likely a good player is to choose each play.
    pub(super) odds: PointMap<f32>,
    pub(super) size: usize,
}

/// One move of a report, seen by the color that the analysis is for.
struct Row<'a> {
    mv: Move,
    visits: u32,
    /// How often it wins.
    rate: f32,
    line: &'a [Step],
    prior: f32,
    lead: f32,
    deviation: f32,
    /// Owners in reading order, from -1 to 1.
    owners: Vec<f32>,
    owner_deviations: Vec<f32>,
}

impl Row<'_> {
    /// A cautious estimate of the winning rate: the lower end of its 95 % interval.
    fn bound(&self) -> f32 {
        let weight = self.visits as f32 + SHRINKAGE;
        self.rate - 1.96 * (self.rate * (1.0 - self.rate) / weight).sqrt()
    }
}

/// Visits at the mean of all moves that every move gets besides its own: a move hardly tried is shown near the
/// mean, not at what chance or its prior made of it.
const SHRINKAGE: f32 = 20.0;

/// Playouts for the points and owners of one report, about five milliseconds.
const PLAYOUTS: usize = 400;

/// The wins and visits of a move in the search.
fn wins_and_visits(candidate: &Candidate) -> (f32, f32) {
    let visits = candidate.visits as f32;
    (candidate.value.mean * visits, visits)
}

impl Reporter {
    /// The moves that are worth showing, best first: those with at least a fiftieth of the visits of the
    /// best. Some programs show the highest rate of all, and that of a move hardly tried means nothing.
    fn rows<'a>(&mut self, findings: &'a Findings) -> Vec<Row<'a>> {
        let most = findings.candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
        let is_shown = |(index, candidate): &(usize, &Candidate)| {
            let tried = candidate.visits >= 2 && candidate.visits >= most / 50;
            *index < self.request.least_moves.max(1) || tried
        };
        let pass_is_avoided = self.request.wishes.no_pass && findings.candidates.len() > 1;
        let shown: Vec<(Candidate, &[Step])> = findings
            .candidates
            .iter()
            .enumerate()
            .filter(is_shown)
            .filter(|(_, candidate)| !pass_is_avoided || candidate.mv != Move::Pass)
            .zip(0..self.request.most_moves)
            .map(|((index, candidate), _)| {
                (*candidate, findings.lines.get(index).map_or(&[][..], Vec::as_slice))
            })
            .collect();
        let sign = if self.request.color == Color::Black { 1.0 } else { -1.0 };
        let playouts = (PLAYOUTS / shown.len().max(1)).max(8) as u32;
        let all = findings.candidates.iter().map(wins_and_visits);
        let (wins, visits) = all.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let mean = if visits > 0.0 { wins / visits } else { findings.best().value.mean };
        let rows: Vec<(Candidate, f32, &[Step])> = shown
            .into_iter()
            .map(|(candidate, line)| {
                let (wins, visits) = wins_and_visits(&candidate);
                (candidate, (wins + SHRINKAGE * mean) / (visits + SHRINKAGE), line)
            })
            .collect();
        let row = |(candidate, rate, line): (Candidate, f32, &'a [Step])| {
            let expectation = self.outlook.beyond(line, playouts);
            let points = || reading_order(self.size);
            Row {
                mv: candidate.mv,
                visits: candidate.visits,
                rate,
                line,
                prior: candidate.mv.point().map_or(0.0, |point| self.odds[point]),
                lead: sign * expectation.score(),
                deviation: expectation.deviation(),
                owners: points().map(|point| sign * expectation.owner(point)).collect(),
                owner_deviations: points().map(|point| expectation.owner_deviation(point)).collect(),
            }
        };
        rows.into_iter().map(row).collect()
    }

    /// One line with all candidates.
    pub(super) fn line(&mut self, findings: &Findings) -> String {
        let rows = self.rows(findings);
        let mut text = String::new();
        for (order, row) in rows.iter().enumerate() {
            if order > 0 {
                text.push(' ');
            }
            self.candidate(&mut text, order, row);
        }
        if self.request.root_info {
            root_info(&mut text, &rows, findings);
        }
        if self.request.ownership {
            numbers(&mut text, "ownership", mean(&rows, |row| &row.owners));
        }
        if self.request.ownership_deviation {
            numbers(&mut text, "ownershipStdev", mean(&rows, |row| &row.owner_deviations));
        }
        text
    }

    // Writing to a string cannot fail.
    fn candidate(&self, text: &mut String, order: usize, row: &Row<'_>) {
        let &Row { mv, visits, rate, prior, .. } = row;
        let bound = row.bound();
        let _ = match self.dialect {
            Dialect::Leela => {
                let whole = |rate: f32| (10_000.0 * rate).round() as i32;
                write!(
                    text,
                    "info move {mv} visits {visits} winrate {} prior {} lcb {} order {order}",
                    whole(rate),
                    whole(prior),
                    whole(bound)
                )
            }
            Dialect::Kata => {
                let (lead, deviation) = (row.lead, row.deviation);
                write!(
                    text,
                    "info move {mv} visits {visits} edgeVisits {visits} utility {:.6} winrate {rate:.6} \
                     scoreMean {lead:.3} scoreStdev {deviation:.3} scoreLead {lead:.3} scoreSelfplay {lead:.3} \
                     prior {prior:.6} lcb {bound:.6} utilityLcb {:.6} weight {visits}.0 order {order}",
                    2.0 * rate - 1.0,
                    2.0 * bound - 1.0
                )
            }
        };
        if self.request.no_result {
            text.push_str(" noResultValue 0.0");
        }
        text.push_str(" pv");
        for step in row.line {
            let _ = write!(text, " {}", step.mv);
        }
        if self.request.line_visits {
            text.push_str(" pvVisits");
            for step in row.line {
                let _ = write!(text, " {}", step.visits);
            }
        }
        if self.request.moves_ownership {
            numbers(text, "movesOwnership", row.owners.iter().copied());
        }
    }

    /// The same as one JSON object in one line, for CGOS. Owners are one character a point, from `A` (0, the
    /// opponent's) to `+` (62, the mover's).
    pub(super) fn json(&mut self, findings: &Findings) -> String {
        const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let rows = self.rows(findings);
        let names = |line: &[Step]| line.iter().map(|step| step.mv.to_string()).collect::<Vec<_>>().join(" ");
        let moves: Vec<_> = rows
            .iter()
            .map(|row| {
                json!({
                    "move": row.mv.to_string(),
                    "winrate": row.rate,
                    "score": row.lead,
                    "prior": row.prior,
                    "visits": row.visits,
                    "pv": names(row.line),
                })
            })
            .collect();
        let digit = |owner: f32| {
            let index = ((owner.clamp(-1.0, 1.0) + 1.0) * 31.0).round() as usize;
            DIGITS.get(index).map_or('A', |&digit| char::from(digit))
        };
        let root = Root::of(&rows);
        json!({
            "winrate": root.rate,
            "score": root.lead,
            "visits": findings.playouts,
            "moves": moves,
            "ownership": mean(&rows, |row| &row.owners).map(digit).collect::<String>(),
        })
        .to_string()
    }
}

/// The figures of the position: means of the moves, by visits.
struct Root {
    visits: u32,
    rate: f32,
    lead: f32,
    deviation: f32,
}

impl Root {
    fn of(rows: &[Row<'_>]) -> Root {
        let visits: u32 = rows.iter().map(|row| row.visits).sum();
        let mean = |figure: fn(&Row<'_>) -> f32| weighted(rows, figure);
        Root {
            visits,
            rate: mean(|row| row.rate),
            lead: mean(|row| row.lead),
            deviation: mean(|row| row.deviation),
        }
    }
}

/// The mean of a figure over the moves, by visits.
fn weighted(rows: &[Row<'_>], figure: impl Fn(&Row<'_>) -> f32) -> f32 {
    let weight = |row: &Row<'_>| row.visits.max(1) as f32;
    let total: f32 = rows.iter().map(weight).sum();
    rows.iter().map(|row| weight(row) * figure(row)).sum::<f32>() / total.max(1.0)
}

fn root_info(text: &mut String, rows: &[Row<'_>], findings: &Findings) {
    let Root { visits, rate, lead, deviation } = Root::of(rows);
    let visits = u64::from(visits).max(findings.playouts);
    let _ = write!(
        text,
        " rootInfo visits {visits} utility {:.6} winrate {rate:.6} scoreMean {lead:.3} scoreStdev {deviation:.3} \
         scoreLead {lead:.3} scoreSelfplay {lead:.3} weight {visits}.0",
        2.0 * rate - 1.0
    );
}

/// The mean of every point over the moves, by visits.
fn mean<'a>(
    rows: &'a [Row<'_>],
    values: impl Fn(&'a Row<'_>) -> &'a Vec<f32> + 'a,
) -> impl Iterator<Item = f32> + 'a {
    let points = rows.first().map_or(0, |row| row.owners.len());
    (0..points).map(move |point| {
        let total: f32 = rows.iter().map(|row| row.visits.max(1) as f32).sum();
        let sum = rows.iter().map(|row| {
            let value = values(row).get(point).copied().unwrap_or_default();
            row.visits.max(1) as f32 * value
        });
        sum.sum::<f32>() / total.max(1.0)
    })
}

fn numbers(text: &mut String, key: &str, values: impl Iterator<Item = f32>) {
    let _ = write!(text, " {key}");
    for value in values {
        let _ = write!(text, " {value:.4}");
    }
}
