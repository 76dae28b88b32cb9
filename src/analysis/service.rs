//! What is wanted of a game: an analysis, as KataGo gives it, or one of Tengen's own actions.

mod genmove;
mod review;
mod solve;

use super::fields::Fields;
use super::refusal::Refusal;
use crate::engine::SkillLevel;
use genmove::Genmove;
pub(super) use review::review;
use serde_json::Value;
use solve::SolveQuery;

/// What is to be done with a game.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Service {
    /// Tell what a search finds at some of its turns.
    Analyze,
    /// Choose a move at some of its turns.
    Genmove(Genmove),
    /// Give every move a verdict.
    Review,
    /// Prove whether a chain can be captured at some of its turns.
    Solve(SolveQuery),
}

impl Service {
    /// The actions that are services.
    pub(super) const ACTIONS: [&str; 3] = ["genmove", "review", "solve"];

    /// Reads what a query asks for on a board of that size; `level` is that of a move that names none.
    pub(super) fn parse(
        fields: &Fields<'_>,
        size: usize,
        level: Option<SkillLevel>,
    ) -> Result<Service, Refusal> {
        Ok(match fields.get("action").and_then(Value::as_str) {
            Some("genmove") => Service::Genmove(Genmove::parse(fields, level)?),
            Some("review") => Service::Review,
            Some("solve") => Service::Solve(SolveQuery::parse(fields, size)?),
            _ => Service::Analyze,
        })
    }

    /// The action's name; an analysis is none.
    pub(super) fn action(&self) -> Option<&'static str> {
        match self {
            Service::Analyze => None,
            Service::Genmove(_) => Some("genmove"),
            Service::Review => Some("review"),
            Service::Solve(_) => Some("solve"),
        }
    }

    /// The fields of a query that mean something for this service alone.
    pub(super) fn fields(&self) -> &'static [&'static str] {
        match self {
            Service::Analyze | Service::Review => &[],
            Service::Genmove(_) => &["level", "rank", "seed"],
            Service::Solve(_) => &["first", "maxNodes", "maxOrder", "target"],
        }
    }
}
