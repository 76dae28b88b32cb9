//! The numbers that a state begins with are what tells df-pn+ from df-pn, pn+ from pn and the pseudo lambda search
//! from the lambda search. So the problem is dressed, not the search.

use super::Rated;
use crate::solver::problem::{FirstLook, Kind, Numbers, Problem, Solved};

/// Where proof and disproof number of a new state come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// 1 and 1: proof-number search as it was.
    Unit,
    /// E² and (25/E)² for an evaluation E of the state.
    ///
    /// Source: Zhang, Chen: Using different search algorithms to solve computer Go capturing problems, 2007:
    /// E = 4·liberties + second liberties.
    Evaluation,
    /// Both 1 plus the distance of the move that leads to the state: what is near is tried first.
    ///
    /// Source: Yoshizoe, Kishimoto, Müller: Lambda depth-first proof number search and its application to Go, 2007, §5
    /// (df-pn+), where the formula is not given.
    Distance,
    /// A power of this base for every order of threats that is searched: 2 is the lambda search as published, 256 makes it
    /// go through one order after the other.
    ///
    /// Source: the same paper, §4 and §5.
    Orders(u32),
    /// The same, but the proof number goes by the lowest order that the liberties leave possible.
    Lowest(u32),
    /// A power of this base for every order, and the distance of the move added to it.
    ///
    /// That order and knowledge of the domain should be mixed is the same paper's future work (§6), which gives no formula.
    Sum(u32),
    /// The power and 1 plus the distance, multiplied.
    Product(u32),
}

/// A problem whose states begin with numbers of another choice.
#[derive(Clone, Debug)]
pub(in crate::solver) struct Initial<P> {
    problem: P,
    start: Start,
}

/// A state and how far the edge to it was.
#[derive(Clone, Debug)]
pub(in crate::solver) struct Reached<S> {
    state: S,
    distance: u32,
}

impl<P: Rated> Initial<P> {
    /// Dresses a problem.
    pub(in crate::solver) fn new(problem: P, start: Start) -> Initial<P> {
        Initial { problem, start }
    }

    /// A root.
    pub(in crate::solver) fn root(state: P::State) -> Reached<P::State> {
        Reached { state, distance: 0 }
    }

    fn numbers(&self, Reached { state, distance }: &Reached<P::State>) -> Numbers {
        let alike = |number: u32| Numbers::new(number, number);
        let weight = |base| power(base, self.problem.orders(state).1);
        match self.start {
            Start::Unit => alike(1),
            Start::Evaluation => {
                let evaluation = self.problem.evaluation(state).clamp(1, 1 << 12);
                let quotient = 25.0 / f64::from(evaluation);
                Numbers::new(evaluation * evaluation, (quotient * quotient).round().max(1.0) as u32)
            }
            Start::Distance => alike(1 + distance),
            Start::Orders(base) => alike(weight(base)),
            Start::Lowest(base) => Numbers::new(power(base, self.problem.orders(state).0), weight(base)),
            Start::Sum(base) => alike(weight(base).saturating_add(*distance).min(LARGEST)),
            Start::Product(base) => alike(weight(base).saturating_mul(1 + distance).min(LARGEST)),
        }
    }
}

/// Small enough for sums of many to stay finite and distinct.
const LARGEST: u32 = 1 << 28;

/// max(1, base^(order − 1)).
fn power(base: u32, order: u32) -> u32 {
    base.checked_pow(order.saturating_sub(1)).map_or(LARGEST, |power| power.clamp(1, LARGEST))
}

impl<P: Rated> Problem for Initial<P> {
    type State = Reached<P::State>;
    type Edge = P::Edge;
    type Key = P::Key;
    type Reason = P::Reason;

    fn kind(&self, state: &Self::State) -> Kind {
        self.problem.kind(&state.state)
    }

    fn key(&self, state: &Self::State) -> P::Key {
        self.problem.key(&state.state)
    }

    fn hash(key: &P::Key) -> u64 {
        P::hash(key)
    }

    fn terminal(&self, state: &Self::State) -> Option<Solved<P::Reason>> {
        self.problem.terminal(&state.state)
    }

    fn estimate(&mut self, state: &Self::State) -> FirstLook<P::Reason> {
        match self.problem.estimate(&state.state) {
            FirstLook::Open(_) => FirstLook::Open(self.numbers(state)),
            solved @ FirstLook::Solved(_) => solved,
        }
    }

    fn gate(&self, state: &Self::State) -> Option<P::Edge> {
        self.problem.gate(&state.state)
    }

    fn edges(&mut self, state: &Self::State, gate: Option<&P::Reason>, edges: &mut Vec<P::Edge>) {
        self.problem.edges(&state.state, gate, edges);
    }

    fn child(&self, state: &Self::State, edge: P::Edge) -> Self::State {
        Reached {
            state: self.problem.child(&state.state, edge),
            distance: self.problem.distance(&state.state, edge),
        }
    }

    fn counts(&self, edge: P::Edge) -> bool {
        self.problem.counts(edge)
    }

    fn reason_won(&mut self, state: &Self::State, edge: P::Edge, reason: &P::Reason) -> P::Reason {
        self.problem.reason_won(&state.state, edge, reason)
    }

    fn reason_lost<'a>(
        &mut self,
        state: &Self::State,
        gate: Option<&'a P::Reason>,
        edges: impl Iterator<Item = (P::Edge, &'a P::Reason)>,
    ) -> P::Reason
    where
        P::Reason: 'a,
    {
        self.problem.reason_lost(&state.state, gate, edges)
    }

    fn learn(&mut self, state: &Self::State, solved: Solved<P::Reason>) {
        self.problem.learn(&state.state, solved);
    }

    fn reason_repeated(&self) -> P::Reason {
        self.problem.reason_repeated()
    }
}
