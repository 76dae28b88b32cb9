//! Alpha-beta with iterative deepening: the side that wants a proof makes the evaluation small, the other one large; 0 is
//! a proof and [`ESCAPED`] a disproof. Every other value says that nothing is known.
//!
//! Sources: Zhang, Chen: Using different search algorithms to solve computer Go capturing problems, 2007 (evaluation,
//! depths 2, 4, 6, …); Eppstein: Lecture notes on strategy and board game programming, 1999 (null move, extensions by
//! fractions of a ply).

use super::bounds::Bounds;
use super::{Prover, Rated};
use crate::solver::dfpn::{DfpnResult, LONGEST_PATH, NOWHERE};
use crate::solver::problem::{FirstLook, Kind, Numbers, Solved};

/// The value of a disproven state.
pub(super) const ESCAPED: u32 = u32::MAX - 1;

/// Depths are counted in fractions of a ply.
const PLY: u32 = 24;

/// How much less deep the search behind a null move is.
const NULL_MOVE: u32 = 3 * PLY;

/// The parts of an alpha-beta search that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Keep bounds in a transposition table.
    pub table: bool,
    /// Read forced moves to their end at the horizon.
    pub quiescence: bool,
    /// First ask whether the side that wants no proof needs to move at all.
    pub null_move: bool,
    /// Look deeper behind forcing moves.
    pub extensions: bool,
    /// Only ask whether there is a proof, not how near it is.
    pub two_valued: bool,
}

/// Alpha-beta with iterative deepening.
#[derive(Debug)]
pub(in crate::solver) struct AlphaBeta<P: Rated> {
    parts: Parts,
    table: Option<Bounds<P>>,
    path: Vec<P::Key>,
    /// The root's value before the first iteration, and after each that was finished and left it open.
    course: Vec<u32>,
    nodes: u64,
    limit: u64,
    stopped: bool,
}

/// What a search of a state found.
struct RatedVisit<P: Rated> {
    value: u32,
    /// Meaningful when solved.
    reason: P::Reason,
    edge: Option<P::Edge>,
    /// The least depth on the path that a solved value rests on.
    rests_on: u32,
}

impl<P: Rated> AlphaBeta<P> {
    /// A search with these parts; its table, if that is one of them, takes at most that many bytes.
    pub(in crate::solver) fn new(parts: Parts, table_bytes: usize) -> AlphaBeta<P> {
        let table = parts.table.then(|| Bounds::with_bytes(table_bytes));
        AlphaBeta { parts, table, path: Vec::new(), course: Vec::new(), nodes: 0, limit: 0, stopped: false }
    }

    /// Searches a state to a depth in 24ths of a ply, for a value between `low` and `high`. `rested` tells that the last
    /// move of the side that wants no proof was the null move.
    fn visit(
        &mut self,
        problem: &mut P,
        state: &P::State,
        depth: u32,
        (low, high): (u32, u32),
        rested: bool,
    ) -> RatedVisit<P> {
        if let Some(found) = problem.terminal(state) {
            return RatedVisit::solved(found);
        }
        let key = problem.key(state);
        if let Some(rests_on) = self.path.iter().position(|above| *above == key) {
            let reason = problem.reason_repeated();
            let visit = RatedVisit::solved(Solved { value: false, reason });
            return RatedVisit { rests_on: rests_on as u32, ..visit };
        }
        self.stopped |= self.nodes >= self.limit;
        if self.stopped {
            return RatedVisit::open(problem, state);
        }
        self.nodes += 1;
        let mut first = None;
        if let Some(entry) = self.table.as_ref().and_then(|table| table.get(&key)) {
            let good = entry.depth >= depth;
            if good && (entry.least >= high || entry.most <= low || entry.least == entry.most) {
                let value = if entry.least >= high { entry.least } else { entry.most };
                return RatedVisit { value, reason: entry.reason, edge: entry.edge, rests_on: NOWHERE };
            }
            first = entry.edge;
        }
        let known = match problem.estimate(state) {
            FirstLook::Solved(solved) => Some(solved),
            FirstLook::Open(_) if depth < PLY && self.parts.quiescence => problem.quiet(state),
            FirstLook::Open(_) => None,
        };
        if let Some(solved) = known {
            let visit = RatedVisit::solved(solved);
            self.keep(key, u32::MAX, (low, high), &visit);
            return visit;
        }
        if depth < PLY || self.path.len() >= LONGEST_PATH {
            return RatedVisit::open(problem, state);
        }
        let here = self.path.len() as u32;
        self.path.push(key);
        let mut visit = match self.rest(problem, state, depth, high, rested) {
            Some(visit) => visit,
            None => self.best_edge(problem, state, depth, (low, high), rested, first),
        };
        self.path.pop();
        if visit.rests_on >= here {
            visit.rests_on = NOWHERE;
            let depth = if visit.solved_value().is_some() { u32::MAX } else { depth };
            if !self.stopped || depth == u32::MAX {
                self.keep(key, depth, (low, high), &visit);
            }
        }
        visit
    }

    /// The null move: if even doing nothing is good enough in a shallower search, it is good enough.
    fn rest(
        &mut self,
        problem: &mut P,
        state: &P::State,
        depth: u32,
        high: u32,
        rested: bool,
    ) -> Option<RatedVisit<P>> {
        if !self.parts.null_move || rested || problem.kind(state) == Kind::Or || depth < NULL_MOVE {
            return None;
        }
        let edge = problem.pass(state)?;
        let below = problem.child(state, edge);
        let visit = self.visit(problem, &below, depth - NULL_MOVE, (high - 1, high), true);
        (visit.value >= high).then(|| {
            let reason = match visit.solved_value() {
                Some(_) => problem.reason_won(state, edge, &visit.reason),
                None => visit.reason,
            };
            RatedVisit { reason, edge: Some(edge), ..visit }
        })
    }

    /// The edges one after the other, the gate first, until the rest cannot matter.
    fn best_edge(
        &mut self,
        problem: &mut P,
        state: &P::State,
        depth: u32,
        (mut low, mut high): (u32, u32),
        rested: bool,
        first: Option<P::Edge>,
    ) -> RatedVisit<P> {
        let kind = problem.kind(state);
        let lost = if kind == Kind::Or { ESCAPED } else { 0 };
        let rested = rested && kind == Kind::Or;
        let mut edges = Vec::new();
        let gate = problem.gate(state);
        match gate {
            Some(edge) => edges.push(edge),
            None => self.order(problem, state, None, first, &mut edges),
        }
        let (mut value, mut best, mut at) = (lost, None, 0);
        let (mut reasons, mut rests_on) = (Vec::new(), NOWHERE);
        while let Some(&edge) = edges.get(at) {
            let below = problem.child(state, edge);
            let visit =
                self.visit(problem, &below, self.below(problem, state, edge, depth), (low, high), rested);
            if best.is_none() || (visit.value > value) == (kind == Kind::And) && visit.value != value {
                (value, best) = (visit.value, Some(edge));
            }
            if visit.value == ESCAPED - lost {
                let reason = problem.reason_won(state, edge, &visit.reason);
                return RatedVisit { value, reason, edge: best, rests_on: visit.rests_on };
            }
            match kind {
                Kind::And => low = low.max(value),
                Kind::Or => high = high.min(value),
            }
            if low >= high {
                break;
            }
            rests_on = rests_on.min(visit.rests_on);
            reasons.push((edge, visit.reason));
            at += 1;
            if at == 1 && gate.is_some() && value == lost {
                let reason = visit.reason;
                self.order(problem, state, Some(&reason), first, &mut edges);
            }
        }
        if value != lost {
            return RatedVisit { value, reason: problem.reason_repeated(), edge: best, rests_on: NOWHERE };
        }
        let (gate, others) = reasons.split_at(usize::from(gate.is_some()));
        let gate = gate.first().map(|(_, reason)| reason);
        let others = others.iter().map(|(edge, reason)| (*edge, reason));
        RatedVisit { value, reason: problem.reason_lost(state, gate, others), edge: None, rests_on }
    }

    /// Appends the edges, those that look best for the chooser first.
    fn order(
        &self,
        problem: &mut P,
        state: &P::State,
        gate: Option<&P::Reason>,
        first: Option<P::Edge>,
        edges: &mut Vec<P::Edge>,
    ) {
        let known = edges.len();
        problem.edges(state, gate, edges);
        let sign = if problem.kind(state) == Kind::Or { 1 } else { -1 };
        edges[known..].sort_by_cached_key(|&edge| {
            let evaluation = i64::from(problem.evaluation(&problem.child(state, edge)));
            (first != Some(edge), sign * evaluation)
        });
    }

    /// How deep the search behind an edge is.
    fn below(&self, problem: &P, state: &P::State, edge: P::Edge, depth: u32) -> u32 {
        let extension = if self.parts.extensions { problem.extension(state, edge) } else { 0 };
        depth - PLY + extension.min(PLY - 1)
    }

    /// Puts a value into the table, as what it is for that window.
    fn keep(&mut self, key: P::Key, depth: u32, (low, high): (u32, u32), visit: &RatedVisit<P>) {
        let Some(table) = &mut self.table else { return };
        let value = visit.value;
        let least = if value <= low && value > 0 { 0 } else { value };
        let most = if value >= high && value < ESCAPED { ESCAPED } else { value };
        table.insert(key, depth, (least, most), visit.edge, visit.reason);
    }
}

impl<P: Rated> RatedVisit<P> {
    fn solved(Solved { value, reason }: Solved<P::Reason>) -> RatedVisit<P> {
        RatedVisit { value: if value { 0 } else { ESCAPED }, reason, edge: None, rests_on: NOWHERE }
    }

    /// Of a state that is searched no deeper.
    fn open(problem: &P, state: &P::State) -> RatedVisit<P> {
        let value = problem.evaluation(state).clamp(1, ESCAPED - 1);
        RatedVisit { value, reason: problem.reason_repeated(), edge: None, rests_on: NOWHERE }
    }

    fn solved_value(&self) -> Option<bool> {
        match self.value {
            0 => Some(true),
            ESCAPED => Some(false),
            _ => None,
        }
    }
}

impl<P: Rated> Prover<P> for AlphaBeta<P> {
    fn prove(&mut self, problem: &mut P, root: &P::State, limit: u64) -> DfpnResult<P> {
        if let Some(table) = self.table.as_mut().filter(|_| self.nodes > 0) {
            table.clear();
        }
        (self.nodes, self.limit, self.stopped) = (0, limit, false);
        let mut last = problem.evaluation(root).clamp(1, ESCAPED - 1);
        self.course = vec![last];
        let window = (0, if self.parts.two_valued { 1 } else { ESCAPED });
        let mut plies = 0;
        loop {
            plies += 2;
            let visit = self.visit(problem, root, plies * PLY, window, false);
            let value = visit.solved_value();
            // An iteration that is cut short says little of the value.
            if value.is_none() && !self.stopped {
                last = visit.value;
                self.course.push(last);
            }
            if value.is_some() || self.stopped || plies as usize >= LONGEST_PATH {
                return DfpnResult {
                    numbers: value.map_or(Numbers::new(last, 1), Numbers::solved),
                    solved: value.map(|value| Solved { value, reason: visit.reason }),
                    edge: visit.edge,
                    nodes: self.nodes,
                    depth: plies as usize,
                };
            }
        }
    }

    fn course(&self) -> &[u32] {
        &self.course
    }
}
