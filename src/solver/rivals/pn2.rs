//! Proof-number search of two levels: a leaf of the first is judged by a second search, of which only the root's
//! children are kept. It takes the memory of about the square root of the tree that it looks at.
//!
//! Source: Allis: Searching for solutions in games and artificial intelligence, 1994; the second search may become
//! as large as the first is.

use super::Prover;
use super::pn::{Growth, PnNode};
use crate::solver::dfpn::DfpnResult;
use crate::solver::problem::Problem;

/// Proof-number search of two levels with trees of at most so many bytes.
#[derive(Debug)]
pub(in crate::solver) struct Pn2 {
    most: usize,
    /// Bytes of both trees when they were largest.
    taken: usize,
}

impl Pn2 {
    pub(in crate::solver) fn new(bytes: usize) -> Pn2 {
        Pn2 { most: bytes, taken: 0 }
    }
}

impl<P: Problem> Prover<P> for Pn2 {
    fn prove(&mut self, problem: &mut P, root: &P::State, limit: u64) -> DfpnResult<P> {
        let mut growth = Growth::new(limit, self.most);
        let found = growth.prove(problem, root, &mut second);
        self.taken = growth.taken();
        found
    }

    fn taken(&self) -> Option<usize> {
        Some(self.taken)
    }
}

/// Grows a leaf by a search of its own.
fn second<P: Problem>(first: &mut Growth<P>, problem: &mut P, leaf: &mut PnNode<P>, state: &P::State) {
    let size = first.size;
    let limit = first.limit.min(first.nodes + size);
    first.expand(problem, leaf, state);
    first.develop(problem, leaf, state, limit, &mut Growth::expand);
    for child in &mut leaf.children {
        first.fell(child);
    }
    first.size = size + leaf.children.len() as u64;
}
