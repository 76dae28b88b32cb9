//! The searches that the solver is compared with, all on the same [`Problem`]s and the same leaf tests.

mod alpha_beta;
mod bounds;
mod db;
mod initial;
mod pn;

pub use alpha_beta::Parts;
pub use initial::Start;

pub(super) use alpha_beta::AlphaBeta;
pub(super) use db::Db;
pub(super) use initial::Initial;
pub(super) use pn::Pn;

use super::dfpn::{Dfpn, DfpnResult};
use super::problem::{FirstLook, Numbers, Problem, Solved};

/// A search that proves or disproves a state, or gives up.
pub(super) trait Prover<P: Problem> {
    /// Searches a state, entering at most `limit` states.
    fn prove(&mut self, problem: &mut P, root: &P::State, limit: u64) -> DfpnResult<P>;

    /// Bytes that the last search took; `None` if its memory does not grow with what it finds.
    fn taken(&self) -> Option<usize> {
        None
    }

    /// The root's value before the first iteration of the last search, and after each that was finished and left it
    /// open; empty if the search does not go deeper and deeper.
    fn course(&self) -> &[u32] {
        &[]
    }
}

impl<P: Problem> Prover<P> for Dfpn<P> {
    fn prove(&mut self, problem: &mut P, root: &P::State, limit: u64) -> DfpnResult<P> {
        self.search(problem, root, limit)
    }
}

/// What some searches ask of a problem beyond its rules: measures of how near the end is.
pub(super) trait Rated: Problem {
    /// How far the side that wants a proof is from it: at least 1, and the smaller the nearer.
    fn evaluation(&self, state: &Self::State) -> u32;

    /// How far an edge is from what the problem is about, in points.
    fn distance(&self, state: &Self::State, edge: Self::Edge) -> u32;

    /// The lowest order of threats that can still prove the state, and the order that is searched.
    fn orders(&self, _state: &Self::State) -> (u32, u32) {
        (1, 1)
    }

    /// The edge by which the side that wants no proof does nothing, unless doing nothing is known to be bad.
    fn pass(&self, _state: &Self::State) -> Option<Self::Edge> {
        None
    }

    /// By how many 24ths of a ply an edge lengthens an alpha-beta search: for forcing moves.
    fn extension(&self, _state: &Self::State, _edge: Self::Edge) -> u32 {
        0
    }

    /// The value of a state at the horizon if forced moves alone decide it.
    fn quiet(&mut self, _state: &Self::State) -> Option<Solved<Self::Reason>> {
        None
    }
}

/// What is seen of a state without searching it.
fn first_look<P: Problem>(problem: &mut P, state: &P::State) -> (Numbers, P::Reason) {
    if let Some(Solved { value, reason }) = problem.terminal(state) {
        return (Numbers::solved(value), reason);
    }
    match problem.estimate(state) {
        FirstLook::Solved(Solved { value, reason }) => (Numbers::solved(value), reason),
        FirstLook::Open(numbers) => (numbers, problem.reason_repeated()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::solver::graph::Graph;

    /// Every alpha-beta search there is.
    fn alpha_betas() -> impl Iterator<Item = Parts> {
        (0..32).map(|bits| Parts {
            table: bits & 1 > 0,
            quiescence: bits & 2 > 0,
            null_move: bits & 4 > 0,
            extensions: bits & 8 > 0,
            two_valued: bits & 16 > 0,
        })
    }

    const STARTS: [Start; 8] = [
        Start::Unit,
        Start::Evaluation,
        Start::Distance,
        Start::Orders(2),
        Start::Orders(256),
        Start::Lowest(2),
        Start::Sum(2),
        Start::Product(2),
    ];

    /// What every search finds of a state, with its name.
    fn all(graph: &Graph, root: u8, limit: u64) -> Vec<(String, DfpnResult<Graph>)> {
        let mut found = Vec::new();
        let mut graph = graph.clone();
        for parts in alpha_betas() {
            // The table is small enough to lose most.
            let mut search = AlphaBeta::new(parts, 1 << 10);
            found.push((format!("{parts:?}"), search.prove(&mut graph, &root, limit)));
        }
        for start in STARTS {
            let mut dressed = Initial::new(graph.clone(), start);
            let provers: [(_, &mut dyn Prover<Initial<Graph>>); 3] = [
                ("df-pn", &mut Dfpn::new(1 << 10)),
                ("pn", &mut Pn::new(1 << 22)),
                ("pn2", &mut Pn::of_two_levels(1 << 22)),
            ];
            for (name, prover) in provers {
                let DfpnResult { numbers, solved, edge, nodes, depth } =
                    prover.prove(&mut dressed, &Initial::<Graph>::root(root), limit);
                found.push((format!("{name} {start:?}"), DfpnResult { numbers, solved, edge, nodes, depth }));
            }
        }
        found
    }

    #[test]
    fn all_searches_find_the_values_of_the_least_fixpoint() {
        let mut rng = Rng::new(3, 0);
        let mut unsolved = std::collections::BTreeMap::new();
        for _ in 0..300 {
            let graph = Graph::random(&mut rng);
            let values = graph.values();
            for (name, found) in all(&graph, 0, 20_000) {
                let known = found.solved.map(|solved| solved.value);
                assert_eq!(known, found.numbers.value(), "{name}");
                assert!(known.is_none_or(|value| value == values[0]), "{name}: {graph:?}");
                *unsolved.entry(name).or_insert(0) += u32::from(known.is_none());
            }
        }
        // What keeps no table, or no disproof that holds on one path only, may meet too many paths.
        assert!(unsolved.values().all(|&count| count <= 60), "{unsolved:#?}");
    }

    #[test]
    fn limits_are_kept_and_more_nodes_never_change_an_answer() {
        let mut rng = Rng::new(4, 0);
        for _ in 0..200 {
            let graph = Graph::random(&mut rng);
            let value = graph.values()[0];
            for limit in [1, 2, 3, 5, 10, 30, 100] {
                for (name, found) in all(&graph, 0, limit) {
                    assert!(found.nodes <= limit, "{name}: {} of {limit}", found.nodes);
                    let known = found.solved.map(|solved| solved.value);
                    assert!(known.is_none_or(|known| known == value), "{name}: {graph:?}");
                }
            }
        }
    }
}
