//! Random AND/OR problems with cycles, whose values are known, to test the searches with.

use super::problem::{FirstLook, Kind, Numbers, Problem, Solved};
#[cfg(feature = "cli")]
use super::rivals::Rated;
use crate::rng::{GOLDEN, Rng};

/// A random directed graph; states are numbers, the last two are terminal. Some states have a gate: their first edge.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) edges: Vec<Vec<u8>>,
    kinds: Vec<Kind>,
    gated: Vec<bool>,
    /// A state of which the value alone is known.
    pub(super) recalled: Option<(u8, bool)>,
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "the rivals alone ask for it"))]
    evaluations: Vec<u32>,
}

impl Graph {
    pub(super) fn random(rng: &mut Rng) -> Graph {
        let size = 4 + rng.below(20);
        let cyclic = rng.below(3) > 0;
        let edges = |from: u32| {
            let first = if cyclic { 0 } else { (from + 1).min(size - 1) };
            move |rng: &mut Rng| (first + rng.below(size - first)) as u8
        };
        let edges = (0..size).map(|from| (0..1 + rng.below(3)).map(|_| edges(from)(rng)).collect()).collect();
        let kinds = (0..size).map(|_| if rng.below(2) == 0 { Kind::Or } else { Kind::And }).collect();
        let gated = (0..size).map(|_| rng.below(3) == 0).collect();
        let evaluations = (0..size).map(|_| 1 + rng.below(30)).collect();
        Graph { edges, kinds, gated, recalled: None, evaluations }
    }

    fn leaf(&self, state: usize) -> Option<bool> {
        let size = self.edges.len();
        (state + 2 >= size).then_some(state + 1 == size)
    }

    /// The least fixpoint: proven is only what has a proof of finite depth.
    pub(super) fn values(&self) -> Vec<bool> {
        let mut values: Vec<bool> =
            (0..self.edges.len()).map(|state| self.leaf(state) == Some(true)).collect();
        for _ in 0..self.edges.len() {
            for state in 0..self.edges.len() - 2 {
                let mut children = self.edges[state].iter().map(|&child| values[usize::from(child)]);
                values[state] = match self.kinds[state] {
                    Kind::Or => children.any(|value| value),
                    Kind::And => children.all(|value| value),
                };
            }
        }
        values
    }
}

impl Problem for Graph {
    type State = u8;
    type Edge = u8;
    type Key = u8;
    type Reason = ();

    fn kind(&self, state: &u8) -> Kind {
        self.kinds[usize::from(*state)]
    }
    fn key(&self, state: &u8) -> u8 {
        *state
    }
    fn hash(key: &u8) -> u64 {
        u64::from(*key).wrapping_mul(GOLDEN) >> 32
    }
    fn terminal(&self, state: &u8) -> Option<Solved<()>> {
        self.leaf(usize::from(*state)).map(|value| Solved { value, reason: () })
    }
    fn estimate(&mut self, state: &u8) -> FirstLook<()> {
        match self.recalled {
            Some((recalled, value)) if recalled == *state => FirstLook::Solved(Solved { value, reason: () }),
            _ => FirstLook::Open(Numbers::new(1, 1)),
        }
    }
    fn gate(&self, state: &u8) -> Option<u8> {
        let state = usize::from(*state);
        self.gated[state].then_some(self.edges[state][0])
    }
    fn edges(&mut self, state: &u8, gate: Option<&()>, edges: &mut Vec<u8>) {
        edges.extend(&self.edges[usize::from(*state)][usize::from(gate.is_some())..]);
    }
    fn child(&self, _: &u8, edge: u8) -> u8 {
        edge
    }
    fn reason_won(&mut self, _: &u8, _: u8, (): &()) {}
    fn reason_lost<'a>(&mut self, _: &u8, _: Option<&'a ()>, _: impl Iterator<Item = (u8, &'a ())>) {}
    fn reason_repeated(&self) {}
}

#[cfg(feature = "cli")]
impl Rated for Graph {
    fn evaluation(&self, state: &u8) -> u32 {
        self.evaluations[usize::from(*state)]
    }
    fn distance(&self, state: &u8, edge: u8) -> u32 {
        u32::from(state.abs_diff(edge))
    }
    fn orders(&self, state: &u8) -> (u32, u32) {
        (u32::from(state % 3), 5)
    }
    fn pass(&self, state: &u8) -> Option<u8> {
        self.edges[usize::from(*state)].last().copied()
    }
    fn extension(&self, _: &u8, edge: u8) -> u32 {
        u32::from(edge % 4) * 12
    }
}
