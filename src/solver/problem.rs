//! What a proof search has to know of its problem.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// Who chooses at a state of an AND/OR problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The side that wants a proof: one proven child proves the state.
    Or,
    /// The other side: one disproven child disproves the state.
    And,
}

/// Larger than any finite proof or disproof number.
pub(super) const INFINITE: u32 = 1 << 30;

/// A quarter of the second number, and one: the ε of Pawlewicz and Lew.
pub(super) fn usual_tolerance(second: u32) -> u32 {
    second / 4 + 1
}

/// Finite sums stay below the number that says solved.
#[inline]
pub(super) fn clip(sum: u64) -> u32 {
    sum.min(u64::from(INFINITE) - 1) as u32
}

/// Proof number and disproof number of a state: how many leaves must at least be proven to prove it, and be
/// disproven to disprove it, as far as is known.
///
/// Source: Allis, van der Meulen, van den Herik: Proof-number search, 1994.
// In one word, the proof number in the lower half: two halves that are stored apart and loaded together stall the
// processor (store forwarding fails).
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers(u64);

impl Numbers {
    /// Of a proven state.
    pub(super) const PROVEN: Numbers = Numbers::new(0, INFINITE);
    /// Of a disproven state.
    pub(super) const DISPROVEN: Numbers = Numbers::new(INFINITE, 0);

    /// A proof number and a disproof number.
    #[inline]
    pub(super) const fn new(pn: u32, dn: u32) -> Numbers {
        Numbers((dn as u64) << 32 | pn as u64)
    }

    /// The proof number; 0 when proven.
    #[inline]
    pub const fn pn(self) -> u32 {
        self.0 as u32
    }

    /// The disproof number; 0 when disproven.
    #[inline]
    pub const fn dn(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// `Some(true)` when proven, `Some(false)` when disproven.
    #[inline]
    pub(super) fn value(self) -> Option<bool> {
        match (self.pn(), self.dn()) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// Of a state with that value.
    #[inline]
    pub(super) fn solved(value: bool) -> Numbers {
        if value { Numbers::PROVEN } else { Numbers::DISPROVEN }
    }

    /// The number that is 0 when the chooser of that kind has won.
    #[inline]
    pub(super) fn win(self, kind: Kind) -> u32 {
        match kind {
            Kind::Or => self.pn(),
            Kind::And => self.dn(),
        }
    }

    /// The number that is 0 when the chooser of that kind has lost.
    #[inline]
    pub(super) fn loss(self, kind: Kind) -> u32 {
        match kind {
            Kind::Or => self.dn(),
            Kind::And => self.pn(),
        }
    }

    /// What a search that was cut short looks like ending with: a guess by the smaller number, never an answer.
    ///
    /// Source: Zhang, Chen: Using different search algorithms to solve computer Go capturing problems, 2007.
    pub fn leaning(self) -> Option<bool> {
        match self.pn().cmp(&self.dn()) {
            Ordering::Less => Some(true),
            Ordering::Equal => None,
            Ordering::Greater => Some(false),
        }
    }

    /// The pair whose [`Numbers::win`] and [`Numbers::loss`] for that kind are these.
    #[inline]
    pub(super) fn of(kind: Kind, win: u32, loss: u32) -> Numbers {
        match kind {
            Kind::Or => Numbers::new(win, loss),
            Kind::And => Numbers::new(loss, win),
        }
    }
}

impl fmt::Debug for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Numbers").field("pn", &self.pn()).field("dn", &self.dn()).finish()
    }
}

/// The value of a state together with what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Solved<R> {
    /// Is it proven, or disproven?
    pub value: bool,
    /// Why; for a capture the zone of the board that matters.
    pub reason: R,
}

/// What is known of a state before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstLook<R> {
    /// Its value.
    Solved(Solved<R>),
    /// The numbers that it begins with.
    Open(Numbers),
}

/// A two-valued game of two players, for every search of this folder.
///
/// A state is everything its value depends on: two states with the same key have the same value, however they
/// were reached, except that a player who repeats a state on the way has not proven anything by that.
pub(super) trait Problem {
    /// A state; cheap to clone.
    type State: Clone + std::fmt::Debug;
    /// A way from a state to the next: a move, or what the problem adds to the moves.
    type Edge: Copy + Eq + std::fmt::Debug;
    /// Identifies a state exactly.
    type Key: Copy + Eq + std::fmt::Debug;
    /// What a value rests on: a set of conditions that is enough for it. `()` when nobody asks.
    type Reason: Copy + std::fmt::Debug;

    /// Who chooses.
    fn kind(&self, state: &Self::State) -> Kind;

    /// The identity of the state.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// A well mixed hash of a key.
    fn hash(key: &Self::Key) -> u64;

    /// The value of a state that can be seen at once. Asked whenever a state comes up; never kept.
    fn terminal(&self, state: &Self::State) -> Option<Solved<Self::Reason>>;

    /// What is known of a state that is not [terminal](Problem::terminal) when it comes up first. May read on its
    /// own, for a ladder say, since a value is kept.
    fn estimate(&mut self, state: &Self::State) -> FirstLook<Self::Reason>;

    /// The edge to look at before all others, if there is one: it must be lost for the chooser for the state to be
    /// lost, and why it is lost says which other edges matter.
    fn gate(&self, _state: &Self::State) -> Option<Self::Edge> {
        None
    }

    /// Appends the edges, the most promising first, without the gate. `gate` is why the gate is lost, where there
    /// is a gate. An edge left out must be lost for the chooser, if the problem is to be exact.
    fn edges(&mut self, state: &Self::State, gate: Option<&Self::Reason>, edges: &mut Vec<Self::Edge>);

    /// The state behind an edge.
    fn child(&self, state: &Self::State, edge: Self::Edge) -> Self::State;

    /// Must the edge be lost for the state to be lost? Recurrences of the literature leave some out.
    fn counts(&self, _edge: Self::Edge) -> bool {
        true
    }

    /// Why the chooser wins: by that edge, behind which the value rests on `reason`.
    fn reason_won(&mut self, state: &Self::State, edge: Self::Edge, reason: &Self::Reason) -> Self::Reason;

    /// Why the chooser loses: the gate, where there is one, is lost for the first reason, the other edges
    /// for the reasons that stand beside them.
    fn reason_lost<'a>(
        &mut self,
        state: &Self::State,
        gate: Option<&'a Self::Reason>,
        edges: impl Iterator<Item = (Self::Edge, &'a Self::Reason)>,
    ) -> Self::Reason
    where
        Self::Reason: 'a;

    /// By how much the best child of a state of this kind may become worse than the second, which has that number, before
    /// another one is tried.
    fn tolerance(&self, _kind: Kind, second: u32) -> u32 {
        usual_tolerance(second)
    }

    /// Hears of every value that a search found by entering the state and that holds on every path.
    fn learn(&mut self, _state: &Self::State, _solved: Solved<Self::Reason>) {}

    /// Why a state that has come up before on the same path is not proven.
    fn reason_repeated(&self) -> Self::Reason;
}
