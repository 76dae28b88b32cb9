//! One question about one chain, and its answer.

use super::capture::{Capture, Edge, Recurrence};
use super::dfpn::Dfpn;
use super::fight::{Fight, Ground, KoModel};
use super::first_numbers::FirstNumbers;
use super::generator::Generator;
use super::known_ladders::KnownLadders;
use super::params::{MAX_ORDER, SolverParams};
use super::problem::{Numbers, Problem, Solved};
use super::recall::Recall;
use super::role::Role;
use super::zone::Zone;
use crate::board::{Board, Move, Point, PointSet};
use crate::pause::Pauses;
use std::fmt;
use thiserror::Error;

/// Lines end here at the latest.
const LONGEST_LINE: usize = 60;

/// What a search of a target found.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The target is captured, even if its owner answers as well as can be.
    Captured {
        /// The order of the threats needed.
        order: u8,
        /// The capturing side's first move; `None` when the owner moves first, or if the nodes were not enough to find
        /// it again where a zone tells the value.
        first: Option<Point>,
        /// Moves of both sides as the search expects them.
        line: Vec<Move>,
        /// Where nothing may change for this to stay true, and whether a ko was needed.
        zone: Zone,
    },
    /// Threats up to that order do not capture it. Threats of a higher order may.
    NotWithinOrder {
        /// The order.
        order: u8,
        /// Where nothing may change for this to stay true.
        zone: Zone,
        /// When the owner moves first: its saving move, or a pass where none is needed; `None` if the nodes were not
        /// enough to tell it.
        refutation: Option<Move>,
    },
    /// The nodes were not enough.
    Unknown {
        /// The order that was being searched.
        order: u8,
        /// Where the search stood.
        numbers: Numbers,
        /// The most promising first move.
        best: Option<Point>,
    },
}

impl Answer {
    /// `Some(true)` when captured, `Some(false)` when not within the order.
    pub fn captured(&self) -> Option<bool> {
        match self {
            Answer::Captured { .. } => Some(true),
            Answer::NotWithinOrder { .. } => Some(false),
            Answer::Unknown { .. } => None,
        }
    }

    /// The order of the threats that capture, of those that do not, or of those that were being searched.
    pub fn order(&self) -> u8 {
        match self {
            Answer::Captured { order, .. }
            | Answer::NotWithinOrder { order, .. }
            | Answer::Unknown { order, .. } => *order,
        }
    }

    /// The moves that go with it: of a capture, the one that saves, or the most promising one where nothing is known.
    pub fn moves(&self) -> Vec<Move> {
        match self {
            Answer::Captured { line, .. } => line.clone(),
            Answer::NotWithinOrder { refutation, .. } => refutation.iter().copied().collect(),
            Answer::Unknown { best, .. } => best.map(Move::Play).into_iter().collect(),
        }
    }

    /// Does the side that moves first succeed by a move that is not known?
    fn lacks_move(&self, role: Role) -> bool {
        match self {
            Answer::Captured { first, .. } => role == Role::Attack && first.is_none(),
            Answer::NotWithinOrder { refutation, .. } => role == Role::Defend && refutation.is_none(),
            Answer::Unknown { .. } => false,
        }
    }

    /// Where nothing may change for it to stay true; `None` if nothing is known.
    pub fn zone(&self) -> Option<Zone> {
        match self {
            Answer::Captured { zone, .. } | Answer::NotWithinOrder { zone, .. } => Some(*zone),
            Answer::Unknown { .. } => None,
        }
    }

    /// Did a ko take part in what is known?
    pub fn used_ko(&self) -> bool {
        self.zone().is_some_and(Zone::used_ko)
    }
}

impl fmt::Display for Answer {
    /// Its value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Captured { .. } => "captured",
            Answer::NotWithinOrder { .. } => "not captured",
            Answer::Unknown { .. } => "unknown",
        })
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unsolvable {
    /// There is nothing to capture.
    #[error("the point is empty")]
    NoStone,
    /// The order is out of range.
    #[error("the order must be from 1 to {MAX_ORDER}")]
    Order,
}

/// GNU Go's result codes: 0 fails, 1 succeeds, 2 succeeds in a ko that the mover takes first, 3 in a ko for which
/// the mover needs the first threat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GnuGoCode {
    /// The code; `None` when the nodes were not enough.
    pub code: Option<u8>,
    /// The move that does it; a pass where nothing needs to be done.
    pub mv: Option<Move>,
}

/// A capture search with its table, to be used for many questions.
#[derive(Debug)]
pub struct Solver {
    pub(super) search: Dfpn<Capture>,
    recall: Recall,
    known_ladders: KnownLadders,
    first_numbers: FirstNumbers,
    /// Of the boards of the last questions.
    size: usize,
    nodes: u64,
}

impl Solver {
    /// A solver with a table of at most that many bytes; the values recalled by zone take an eighth more at most, ladders 64 KB.
    pub fn new(table_bytes: usize) -> Solver {
        let (search, recall) = (Dfpn::new(table_bytes), Recall::beside(table_bytes));
        let first_numbers = FirstNumbers::embedded().clone();
        Solver { search, recall, known_ladders: KnownLadders::with_room(), first_numbers, size: 0, nodes: 0 }
    }

    /// The same with other numbers of new states. They decide how many nodes an answer takes, and nothing of it.
    pub fn with_first_numbers(self, first_numbers: FirstNumbers) -> Solver {
        Solver { first_numbers, ..self }
    }

    /// Forgets what earlier questions left in the table. Never needed for correctness.
    pub fn clear(&mut self) {
        self.search.clear();
        self.recall.clear();
        self.known_ladders.clear();
    }

    /// States entered by the last question.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches whether the chain on `target` is captured. A ko that the board forbids stays forbidden if the side
    /// that moves first is the side that it binds.
    ///
    /// Orders are searched from the lowest, so that the answer's order is the least.
    ///
    /// # Errors
    /// There is no stone on the point, or no such order.
    pub fn solve(
        &mut self,
        board: &Board,
        target: Point,
        role: Role,
        params: &SolverParams,
    ) -> Result<Answer, Unsolvable> {
        self.nodes = 0;
        if !(1..=MAX_ORDER).contains(&params.order) {
            return Err(Unsolvable::Order);
        }
        let (mut capture, fight) = question(board, target, role, params)?;
        if self.size != board.size() {
            // What is known of one board means nothing on another.
            self.clear();
            self.size = board.size();
        }
        capture.first_numbers = self.first_numbers.clone();
        capture.recall = std::mem::take(&mut self.recall);
        capture.known_ladders = std::mem::take(&mut self.known_ladders);
        let answer = self.answer(&mut capture, fight, role, params);
        self.recall = capture.recall;
        self.known_ladders = capture.known_ladders;
        answer.ok_or(Unsolvable::Order)
    }

    /// The same until `stop` says so; with pauses, if there are some. Hardly more nodes are needed than for one search
    /// of all: what is known when it looks up stays in the table, and it goes on from there, also where a value is known
    /// and the move that goes with it is not.
    ///
    /// # Errors
    /// Those of [`Solver::solve`].
    pub async fn solve_pausing(
        &mut self,
        board: &Board,
        target: Point,
        role: Role,
        params: &SolverParams,
        stop: &dyn Fn() -> bool,
        pauses: Option<&Pauses>,
    ) -> Result<Answer, Unsolvable> {
        /// Nodes between two looks whether to go on, about a hundredth of a second at most.
        const NODES_AT_A_TIME: u64 = 1_000;
        let (mut nodes, mut known) = (0, None);
        loop {
            let next = SolverParams { nodes: NODES_AT_A_TIME.min(params.nodes - nodes), ..*params };
            let answer = self.solve(board, target, role, &next)?;
            nodes += self.nodes;
            let is_known = answer.captured().is_some();
            let is_whole = is_known && !answer.lacks_move(role);
            if is_whole || self.nodes == 0 || nodes >= params.nodes || stop() {
                self.nodes = nodes;
                return Ok(if is_known { answer } else { known.unwrap_or(answer) });
            }
            // A value that a zone tells is true, though the search for its move leaves the state open.
            if is_known {
                known = Some(answer);
            }
            Pauses::here(pauses).await;
        }
    }

    /// Searches one order after the other; `None` if there is none.
    fn answer(
        &mut self,
        capture: &mut Capture,
        mut fight: Fight,
        role: Role,
        params: &SolverParams,
    ) -> Option<Answer> {
        for order in 1..=params.order {
            fight.order = order;
            let found = self.search.search(capture, &fight, params.nodes.saturating_sub(self.nodes));
            self.nodes += found.nodes;
            let edge = found.edge;
            match found.solved {
                None => {
                    let best = edge.and_then(Edge::point);
                    return Some(Answer::Unknown { order, numbers: found.numbers, best });
                }
                Some(Solved { value: true, reason }) => {
                    let longest = if params.line { LONGEST_LINE } else { 1 };
                    let line = self.line(capture, fight, longest);
                    let first = line.first().and_then(|mv| mv.point()).filter(|_| role == Role::Attack);
                    return Some(Answer::Captured { order, first, line, zone: reason });
                }
                Some(Solved { value: false, reason }) if order == params.order => {
                    let refutation = match (role, edge) {
                        (Role::Attack, _) => None,
                        (Role::Defend, Some(Edge::Move(point))) => Some(Move::Play(point)),
                        // What was remembered without a move was not looked at again.
                        (Role::Defend, None) if capture.terminal(&fight).is_none() => None,
                        (Role::Defend, _) => Some(Move::Pass),
                    };
                    return Some(Answer::NotWithinOrder { order, zone: reason, refutation });
                }
                Some(_) => {}
            }
        }
        None
    }

    /// The moves of a proven state: the attacker's that win, the defender's that hold out longest by the count of
    /// liberties, as far as small searches find them again, whose nodes are not counted.
    fn line(&mut self, capture: &mut Capture, mut fight: Fight, longest: usize) -> Vec<Move> {
        let mut line = Vec::new();
        while line.len() < longest {
            if let Some(last) = capture.capturing_point(&fight) {
                line.push(Move::Play(last));
                break;
            }
            let edge = if fight.attacks {
                self.winning_edge(capture, &fight)
            } else {
                Some(longest_defence(capture, &fight))
            };
            let Some(edge) = edge else { break };
            if edge != Edge::Lower {
                line.push(edge.mv());
            }
            fight = capture.child(&fight, edge);
        }
        line
    }

    /// How the attacker, to move in a proven state, goes on, if a small search finds it again.
    fn winning_edge(&mut self, capture: &mut Capture, fight: &Fight) -> Option<Edge> {
        /// What a proven state may cost to be found again.
        const LINE_NODES: u64 = 2_000;
        let found = self.search.search(capture, fight, LINE_NODES);
        found.edge.filter(|_| found.solved.is_some_and(|solved| solved.value))
    }

    /// GNU Go's code for an attack or a defence, by one search, or two with different rules for kos; the node limit
    /// holds for each.
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn code(
        &mut self,
        board: &Board,
        target: Point,
        role: Role,
        params: &SolverParams,
    ) -> Result<GnuGoCode, Unsolvable> {
        // Worst for the mover first.
        let models = match role {
            Role::Attack => [KoModel::DefenderFree, KoModel::AttackerFree],
            Role::Defend => [KoModel::AttackerFree, KoModel::DefenderFree],
        };
        let mut nodes = 0;
        let mut ask = |solver: &mut Solver, ko| {
            let answer = solver.solve(board, target, role, &SolverParams { ko, ..*params });
            nodes += solver.nodes;
            solver.nodes = nodes;
            answer
        };
        let success = |answer: &Answer| answer.captured().map(|captured| captured == (role == Role::Attack));
        let plain = ask(self, KoModel::Plain)?;
        let code = |code, answer: &Answer| GnuGoCode { code: Some(code), mv: best_of(answer) };
        let Some(succeeds) = success(&plain) else {
            return Ok(GnuGoCode { code: None, mv: best_of(&plain) });
        };
        // Where no ko took part it does not matter whom the ban binds.
        if !plain.used_ko() {
            return Ok(if succeeds { code(1, &plain) } else { GnuGoCode { code: Some(0), mv: None } });
        }
        let other = ask(self, if succeeds { models[0] } else { models[1] })?;
        Ok(match (succeeds, success(&other)) {
            (true, Some(true)) => code(1, &other),
            // Without more nodes the success in a ko is what is certain.
            (true, Some(false) | None) => code(2, &plain),
            (false, Some(true)) => code(3, &other),
            (false, Some(false)) => GnuGoCode { code: Some(0), mv: None },
            (false, None) => GnuGoCode { code: None, mv: best_of(&other) },
        })
    }
}

/// The defender's move that leaves the target most liberties; a pass where none leaves it more than it has.
fn longest_defence(capture: &Capture, fight: &Fight) -> Edge {
    let ground = &capture.ground;
    let liberties = ground.liberties(fight);
    let near = liberties | liberties.neighbors() | ground.candidates(fight, Generator::Heuristic);
    let liberties_after = |point: Point| ground.liberties(&ground.play(fight, point)).len();
    let best = ground.legal(fight, near).iter().max_by_key(|&point| liberties_after(point));
    best.filter(|&point| liberties_after(point) > liberties.len()).map_or(Edge::Pass, Edge::Move)
}

/// The first move that an answer names.
fn best_of(answer: &Answer) -> Option<Move> {
    match answer {
        Answer::Captured { first, .. } => first.map(Move::Play),
        Answer::NotWithinOrder { refutation, .. } => *refutation,
        Answer::Unknown { best, .. } => best.map(Move::Play),
    }
}

/// The problem and its root, with order 0.
pub(super) fn question(
    board: &Board,
    target: Point,
    role: Role,
    params: &SolverParams,
) -> Result<(Capture, Fight), Unsolvable> {
    let (ground, fight) = root_of(board, target, role, params.ko)?;
    let SolverParams { generator, recurrence, ladders, .. } = *params;
    // Only the values of exact searches rest on zones.
    let recalls = params.recall && generator == Generator::Zone && recurrence == Recurrence::Sound;
    let capture = Capture {
        ground,
        generator,
        recurrence,
        first_numbers: FirstNumbers::embedded().clone(),
        ladders,
        recalls,
        ladder_nodes: 0,
        recall: Recall::default(),
        known_ladders: KnownLadders::default(),
    };
    Ok((capture, fight))
}

/// The chain on `target` and all stones around it, with order 0. A ko that the board forbids stays forbidden if the side that
/// moves first is the side that it binds.
pub(super) fn root_of(
    board: &Board,
    target: Point,
    role: Role,
    ko: KoModel,
) -> Result<(Ground, Fight), Unsolvable> {
    let chain = board.chain_at(target).ok_or(Unsolvable::NoStone)?;
    let (owner, anchor) = board.color_at(target).zip(chain.stones().first()).ok_or(Unsolvable::NoStone)?;
    let bound = match ko {
        KoModel::Plain => true,
        KoModel::DefenderFree => role == Role::Attack,
        KoModel::AttackerFree => role == Role::Defend,
    };
    let banned = board.ko().filter(|_| bound && role.mover(owner) == board.to_play());
    let fight = Fight {
        attacker: board.stones(!owner),
        defender: board.stones(owner),
        ko: PointSet::from_iter(banned),
        target: chain.stones(),
        liberties: chain.liberties(),
        attacks: role == Role::Attack,
        order: 0,
        root: role == Role::Defend,
    };
    Ok((Ground { board: PointSet::board(board.size()), anchor, ko }, fight))
}
