//! What has been found, as KataGo tells it. What the engine does not know is left out.

use super::query::Wanted;
use super::queue::Assignment;
use super::settings::View;
use crate::board::{Color, Move, Point, PointSet};
use crate::engine::{Analysis, AnalyzedMove, Forecast};
use crate::search::{Findings, PolicyMap};
use serde::Serialize;
use serde_json::{Value, json};

/// What is known of a position before its search.
pub(super) struct FirstSight {
    pub(super) color: Color,
    pub(super) size: usize,
    pub(super) legal: PointSet,
    /// How likely each move seems.
    pub(super) policy: PolicyMap,
    /// The network's evaluation: how often the player to move wins, and by how much on average.
    pub(super) value: Option<(f32, f32)>,
    pub(super) forecast: Forecast,
}

/// Makes answers about one position.
pub(super) struct Answerer<'a> {
    assignment: &'a Assignment,
    root: FirstSight,
    view: View,
}

/// The final answer about a position that has been ended before its search began.
pub(super) fn nothing(assignment: &Assignment) -> Value {
    of_service(assignment, false, json!({ "noResults": true }))
}

/// The answer about a position: what belongs to every answer, the action if one was asked for, and what is told.
pub(super) fn of_service(assignment: &Assignment, during_search: bool, told: Value) -> Value {
    let mut answer = json!({
        "id": assignment.query.id,
        "turnNumber": assignment.turn,
        "isDuringSearch": during_search,
    });
    if let Value::Object(answer) = &mut answer {
        let action = assignment.query.service.action();
        answer.extend(action.map(|action| ("action".to_owned(), action.into())));
        if let Value::Object(told) = told {
            answer.extend(told);
        }
    }
    answer
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PositionAnswer<'a> {
    id: &'a str,
    turn_number: usize,
    is_during_search: bool,
    move_infos: Vec<MoveInfo>,
    root_info: RootInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Vec<f32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership_stdev: Option<Vec<f32>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo {
    #[serde(rename = "move")]
    mv: String,
    order: usize,
    visits: u32,
    edge_visits: u32,
    winrate: f32,
    lcb: f32,
    utility: f32,
    utility_lcb: f32,
    score_lead: f32,
    score_mean: f32,
    score_selfplay: f32,
    score_stdev: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    prior: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_result_value: Option<f32>,
    pv: Vec<String>,
    #[serde(rename = "pvVisits", skip_serializing_if = "Option::is_none")]
    line_visits: Option<Vec<u32>>,
    #[serde(rename = "pvEdgeVisits", skip_serializing_if = "Option::is_none")]
    line_edge_visits: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership_stdev: Option<Vec<f32>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    current_player: &'static str,
    visits: u64,
    winrate: f32,
    utility: f32,
    score_lead: f32,
    score_selfplay: f32,
    score_stdev: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_winrate: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_lead: Option<f32>,
}

impl<'a> Answerer<'a> {
    pub(super) fn new(assignment: &'a Assignment, root: FirstSight) -> Answerer<'a> {
        let view = assignment.query.perspective.view(root.color);
        Answerer { assignment, root, view }
    }

    /// What the search has found so far, or in the end.
    pub(super) fn answer(&mut self, findings: &Findings, during_search: bool) -> String {
        let query = &self.assignment.query;
        let analysis = Analysis::new(findings, &mut self.root.forecast, &self.root.policy, 1);
        let Wanted { policy, ownership, ownership_deviation, .. } = query.wanted;
        let answered = PositionAnswer {
            id: &query.id,
            turn_number: self.assignment.turn,
            is_during_search: during_search,
            move_infos: analysis
                .moves
                .iter()
                .enumerate()
                .map(|(order, one)| self.move_info(order, one))
                .collect(),
            root_info: self.root_info(&analysis),
            policy: policy.then(|| self.policy()),
            ownership: ownership
                .then(|| self.points(|point| self.view.lead(analysis.mean(|one| one.owner(point))))),
            ownership_stdev: ownership_deviation
                .then(|| self.points(|point| analysis.mean(|one| one.owner_deviation(point)))),
        };
        // All of it can be written.
        serde_json::to_string(&answered).unwrap_or_default()
    }

    fn move_info(&self, order: usize, one: &AnalyzedMove) -> MoveInfo {
        let (view, wanted) = (self.view, self.assignment.query.wanted);
        let line = || one.line.iter().take(wanted.line_length);
        let line_visits = wanted.line_visits.then(|| line().map(|ply| ply.visits).collect::<Vec<_>>());
        let lead = view.lead(one.score());
        MoveInfo {
            mv: one.mv.to_string(),
            order,
            visits: one.visits,
            edge_visits: one.visits,
            winrate: view.rate(one.rate),
            lcb: view.rate(one.bound()),
            utility: view.lead(2.0 * one.rate - 1.0),
            utility_lcb: view.lead(2.0 * one.bound() - 1.0),
            score_lead: lead,
            score_mean: lead,
            score_selfplay: lead,
            score_stdev: one.deviation(),
            prior: if one.mv == Move::Pass { self.root.policy.pass } else { Some(one.policy) },
            // A position that comes back is illegal, so that every game ends.
            no_result_value: wanted.no_result.then_some(0.0),
            pv: line().map(|ply| ply.mv.to_string()).collect(),
            line_edge_visits: line_visits.clone(),
            line_visits,
            ownership: wanted.moves_ownership.then(|| self.points(|point| view.lead(one.owner(point)))),
            ownership_stdev: wanted
                .moves_ownership_deviation
                .then(|| self.points(|point| one.owner_deviation(point))),
        }
    }

    fn root_info(&self, analysis: &Analysis) -> RootInfo {
        let rate = analysis.mean(|one| one.rate);
        let lead = self.view.lead(analysis.mean(AnalyzedMove::score));
        RootInfo {
            current_player: self.root.color.letter(),
            visits: analysis.visits,
            winrate: self.view.rate(rate),
            utility: self.view.lead(2.0 * rate - 1.0),
            score_lead: lead,
            score_selfplay: lead,
            score_stdev: analysis.mean(AnalyzedMove::deviation),
            raw_winrate: self.root.value.map(|(value, _)| self.view.rate(value)),
            raw_lead: self.root.value.map(|(_, score)| self.view.lead(score)),
        }
    }

    /// Of every point and of the pass; -1 where a move is illegal. Where RAVE leads the pass has no share.
    fn policy(&self) -> Vec<f32> {
        let FirstSight { legal, policy, .. } = &self.root;
        let of = |point| if legal.contains(point) { policy.plays[point] } else { -1.0 };
        let mut all = self.points(of);
        all.push(policy.of(Move::Pass));
        all
    }

    /// A figure of each point, rows from the top, each from the left.
    fn points(&self, figure: impl Fn(Point) -> f32) -> Vec<f32> {
        Point::reading_order(self.root.size).map(figure).collect()
    }
}
