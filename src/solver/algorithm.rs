//! The searches that are compared, by name, all asked the same question.

use super::answer::{Unsolvable, question};
use super::capture::{Capture, Edge};
use super::dfpn::{Dfpn, DfpnResult};
use super::known_ladders::KnownLadders;
use super::params::{MAX_ORDER, SolverParams};
use super::plain::Plain;
use super::problem::{Numbers, Problem};
use super::recall::Recall;
use super::rivals::{AlphaBeta, Db, Initial, Parts, Pn, Prover, Start};
use super::role::Role;
use super::zone::Zone;
use crate::board::{Board, Move, Point, PointSet};
use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};

/// A search with the problem and the first numbers that it is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Lambda depth-first proof-number search.
    Ldfpn,
    /// The same with first numbers of this kind; those that grow fast make it go through one order after the other.
    Lambda(Start),
    /// Depth-first proof-number search, first numbers of this kind.
    Dfpn(Start),
    /// Proof-number search, first numbers of this kind.
    Pn(Start),
    /// Proof-number search of two levels.
    Pn2,
    /// Dependency-based search, which finds captures alone.
    Db,
    /// Alpha-beta with iterative deepening, and with these parts.
    AlphaBeta(Parts),
}

/// Alpha-beta with nothing but reading forced moves at the horizon.
const BARE: Parts =
    Parts { table: false, quiescence: true, null_move: false, extensions: false, two_valued: false };
const TABLE: Parts = Parts { table: true, ..BARE };

impl Algorithm {
    /// Lambda search in all but name: 256 times more for each order.
    pub const PSEUDO_LAMBDA: Algorithm = Algorithm::Lambda(Start::Orders(256));

    /// All of them, with their names.
    pub const ALL: [(&str, Algorithm); 18] = [
        ("ldfpn", Algorithm::Ldfpn),
        ("ldfpn+distance", Algorithm::Lambda(Start::Sum(2))),
        ("ldfpn*distance", Algorithm::Lambda(Start::Product(2))),
        ("pseudo-lambda", Algorithm::PSEUDO_LAMBDA),
        ("df-pn", Algorithm::Dfpn(Start::Unit)),
        ("df-pn+", Algorithm::Dfpn(Start::Evaluation)),
        ("df-pn+distance", Algorithm::Dfpn(Start::Distance)),
        ("pn", Algorithm::Pn(Start::Unit)),
        ("pn+", Algorithm::Pn(Start::Evaluation)),
        ("pn2", Algorithm::Pn2),
        ("db", Algorithm::Db),
        ("alpha-beta", Algorithm::AlphaBeta(BARE)),
        ("alpha-beta-table", Algorithm::AlphaBeta(TABLE)),
        ("alpha-beta-blunt", Algorithm::AlphaBeta(Parts { quiescence: false, ..TABLE })),
        ("alpha-beta-null", Algorithm::AlphaBeta(Parts { null_move: true, ..TABLE })),
        ("alpha-beta-extended", Algorithm::AlphaBeta(Parts { extensions: true, ..TABLE })),
        ("alpha-beta-two", Algorithm::AlphaBeta(Parts { two_valued: true, ..TABLE })),
        ("alpha-beta-all", Algorithm::AlphaBeta(Parts { null_move: true, extensions: true, ..TABLE })),
    ];

    /// The algorithm of that name.
    pub fn named(name: &str) -> Option<Algorithm> {
        Algorithm::ALL.iter().find(|(known, _)| *known == name).map(|(_, algorithm)| *algorithm)
    }

    /// Does it search by orders of threats, so that a proof is one of that order or a lower one?
    pub fn knows_orders(self) -> bool {
        matches!(self, Algorithm::Ldfpn | Algorithm::Lambda(_))
    }

    /// Asks whether the chain on `target` is captured, with a table or a tree of at most that many bytes.
    ///
    /// # Errors
    /// There is no stone on the point, or no such order.
    pub fn find(
        self,
        board: &Board,
        target: Point,
        role: Role,
        params: &SolverParams,
        table: usize,
    ) -> Result<Finding, Unsolvable> {
        if !(1..=MAX_ORDER).contains(&params.order) {
            return Err(Unsolvable::Order);
        }
        let (capture, mut fight) = question(board, target, role, params)?;
        fight.order = params.order;
        let limit = params.nodes;
        let mut lambda = capture.clone();
        let mut plain = Plain { capture, allowed: PointSet::board(board.size()) };
        lambda.recall = Recall::beside(table);
        lambda.known_ladders = KnownLadders::with_room();
        let state = Plain::state(fight, None);
        let dressed = |start| (Initial::new(plain.clone(), start), Initial::<Plain>::root(state.clone()));
        Ok(match self {
            Algorithm::Ldfpn => timed(&mut Dfpn::new(table), &mut lambda, &fight, limit),
            Algorithm::Lambda(start) => {
                let mut lambda = Initial::new(lambda, start);
                timed(&mut Dfpn::new(table), &mut lambda, &Initial::<Capture>::root(fight), limit)
            }
            Algorithm::Dfpn(start) => {
                let (mut problem, root) = dressed(start);
                timed(&mut Dfpn::new(table), &mut problem, &root, limit)
            }
            Algorithm::Pn(start) => {
                let (mut problem, root) = dressed(start);
                timed(&mut Pn::new(table), &mut problem, &root, limit)
            }
            Algorithm::Pn2 => timed(&mut Pn::of_two_levels(table), &mut plain, &state, limit),
            Algorithm::Db => {
                let start = ThreadTime::now();
                let outcome = Db::new(plain, table, limit).prove(&state.fight);
                found(&outcome, start.elapsed().as_secs_f64())
            }
            Algorithm::AlphaBeta(parts) => {
                timed(&mut AlphaBeta::new(parts, table), &mut plain, &state, limit)
            }
        })
    }
}

/// Searches and looks at the clock of the thread: the table is made before.
fn timed<P: Problem<Edge = Edge, Reason = Zone>>(
    prover: &mut impl Prover<P>,
    problem: &mut P,
    root: &P::State,
    limit: u64,
) -> Finding {
    let start = ThreadTime::now();
    let outcome = prover.prove(problem, root, limit);
    let seconds = start.elapsed().as_secs_f64();
    Finding { taken: prover.taken(), course: prover.course().to_vec(), ..found(&outcome, seconds) }
}

/// What an algorithm found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// Captured, or not; `None` when the nodes were not enough.
    pub captured: Option<bool>,
    /// The first move of the side that wins, or the most promising one.
    pub first: Option<Move>,
    /// Proof and disproof number of the root; of alpha-beta its value and 1.
    pub numbers: Numbers,
    /// States entered; of proof-number search, states expanded.
    pub nodes: u64,
    /// The longest path; of alpha-beta the depth of the last iteration.
    pub depth: usize,
    /// Seconds of the processor.
    pub seconds: f64,
    /// Bytes that a search took whose memory grows with what it finds.
    pub taken: Option<usize>,
    /// Of alpha-beta the root's value before the first iteration, and after each that was finished and left it open.
    pub course: Vec<u32>,
}

fn found<P: Problem<Edge = Edge, Reason = Zone>>(outcome: &DfpnResult<P>, seconds: f64) -> Finding {
    Finding {
        captured: outcome.solved.as_ref().map(|solved| solved.value),
        first: outcome.edge.filter(|edge| *edge != Edge::Lower).map(Edge::mv),
        numbers: outcome.numbers,
        nodes: outcome.nodes,
        depth: outcome.depth,
        seconds,
        taken: None,
        course: Vec::new(),
    }
}
