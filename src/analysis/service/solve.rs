//! The action `solve`: a proof that a chain can be captured, or that it can't.

use crate::analysis::fields::Fields;
use crate::analysis::refusal::Refusal;
use crate::board::{Board, Move, Point};
use crate::pause::Pauses;
use crate::solver::{MAX_ORDER, Role, Solver, SolverParams};
use serde_json::{Value, json};

/// A question to the solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::analysis) struct SolveQuery {
    /// A stone of the chain.
    target: Point,
    /// Who moves first, whoever's turn it is.
    role: Role,
    /// How it is searched.
    params: SolverParams,
}

/// Nodes at most, some minutes of reading.
const MOST_PROOF_NODES: i64 = 10_000_000;

/// Memory of the table in bytes; the tree of a search is empty while the solver reads.
const PROOF_TABLE: usize = 16 << 20;

impl SolveQuery {
    pub(super) fn parse(fields: &Fields<'_>, size: usize) -> Result<SolveQuery, Refusal> {
        /// If the query does not say how many.
        const NODES: i64 = 200_000;
        let target = fields.point("target", size)?;
        let target = target.ok_or_else(|| Refusal::new("target", "must be there: a stone of the chain"))?;
        let role = match fields.get("first").map(|value| value.as_str().map(str::parse)) {
            None => Role::Attack,
            Some(Some(Ok(role))) => role,
            Some(_) => return Err(Refusal::new("first", "must be \"attack\" or \"defend\"")),
        };
        let nodes = fields.whole("maxNodes", 1..=MOST_PROOF_NODES)?.unwrap_or(NODES).unsigned_abs();
        let usual = SolverParams::default();
        let order = fields.whole("maxOrder", 1..=i64::from(MAX_ORDER))?;
        let order = order.map_or(usual.order, |order| order as u8);
        Ok(SolveQuery { target, role, params: SolverParams { order, nodes, line: true, ..usual } })
    }

    /// Is there something to capture?
    pub(in crate::analysis) fn check(&self, board: &Board, turn: usize) -> Result<(), Refusal> {
        let is_empty = board.empty().contains(self.target);
        let wrong = || Refusal::new("target", format!("there is no stone on {} at turn {turn}", self.target));
        if is_empty { Err(wrong()) } else { Ok(()) }
    }

    /// Reads the position until `stop` says so, and tells what has been proven; `None` if there is nothing to capture.
    /// `memory` in bytes is what it may take at most.
    pub(in crate::analysis) async fn answer(
        &self,
        board: &Board,
        memory: usize,
        stop: &dyn Fn() -> bool,
        pauses: Option<&Pauses>,
    ) -> Option<Value> {
        let mut solver = Solver::new(PROOF_TABLE.min(memory));
        let SolveQuery { target, role, params } = self;
        let answer = solver.solve_pausing(board, *target, *role, params, stop, pauses).await.ok()?;
        let zone = answer.zone();
        let points = zone.map(|zone| zone.points().iter().map(|point| point.to_string()).collect::<Vec<_>>());
        // A move that is only promising is no line.
        let line = if zone.is_some() { answer.moves() } else { Vec::new() };
        Some(json!({
            "captured": answer.captured(),
            "order": answer.order(),
            "pv": line.iter().map(Move::to_string).collect::<Vec<_>>(),
            "ko": answer.used_ko(),
            "zone": points,
            "nodes": solver.nodes(),
        }))
    }
}
