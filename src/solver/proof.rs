//! The tree behind an answer: which move wins, and what the other side may try against it.

use super::answer::{Answer, Solver, Unsolvable, question};
use super::capture::{Capture, Edge};
use super::fight::Fight;
use super::params::SolverParams;
use super::problem::{Problem, Solved};
use super::role::Role;
use super::zone::Zone;
use crate::board::{Board, Color, Move, Point};

/// States to enter at most to find the value of a state of a solved tree again.
const STEP_NODES: u64 = 20_000;

/// An answer and the tree that shows it.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The answer.
    pub answer: Answer,
    /// The position asked about, then all others, each behind the one that it comes from.
    pub steps: Vec<Step>,
}

/// A position of a tree, and the move that leads to it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The move; none at the position asked about.
    pub mv: Option<(Color, Move)>,
    /// The threats that the attacker may still use are of this order at most.
    pub order: u8,
    /// Where the next positions stand in the tree.
    pub next: Vec<usize>,
    /// Why the tree goes no further.
    pub end: Option<End>,
}

/// Why a tree goes no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The target is off the board.
    Captured,
    /// The target has this number of liberties: more than threats of the order can fill.
    Escaped(u32),
    /// No move is a threat of the order.
    Exhausted,
    /// The position stands above in the same variation.
    Repeated,
    /// The tree has become as large as was asked for.
    Cut,
    /// The nodes for it were not enough to find the value again.
    Lost,
}

impl Solver {
    /// Solves a question and shows why the answer is true, in at most `most` positions.
    ///
    /// Where the target is captured, the attacker's positions have the one winning move, the defender's the pass and all moves
    /// that touch what the capture after the pass rests on: the others change nothing there. Where it is not captured, it is the
    /// other way around: all moves of the attacker that touch what the lower orders fail for, and the one reply to each.
    ///
    /// An answer that is unknown, or comes from a generator that may miss moves, has no tree but its root.
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn proof(
        &mut self,
        board: &Board,
        target: Point,
        role: Role,
        params: &SolverParams,
        most: usize,
    ) -> Result<Proof, Unsolvable> {
        let answer = self.solve(board, target, role, params)?;
        let (capture, mut fight) = question(board, target, role, params)?;
        let attacker = !board.color_at(target).ok_or(Unsolvable::NoStone)?;
        let order = answer.order();
        fight.order = order;
        let root = Step { mv: None, order, next: Vec::new(), end: None };
        let mut walk =
            Walk { solver: self, capture, attacker, most, steps: vec![root], places: vec![(fight, 0)] };
        if let Some(captured) = answer.captured().filter(|_| params.is_exact()) {
            // The list is its own queue: what is near the root comes first.
            let mut at = 0;
            while at < walk.steps.len() {
                if walk.steps[at].end.is_none() {
                    walk.grow(at, captured);
                }
                at += 1;
            }
        }
        Ok(Proof { steps: walk.steps, answer })
    }
}

/// A tree that grows.
struct Walk<'a> {
    solver: &'a mut Solver,
    capture: Capture,
    attacker: Color,
    most: usize,
    steps: Vec<Step>,
    /// The state of each step, and where the one before it stands.
    places: Vec<(Fight, usize)>,
}

impl Walk<'_> {
    /// Adds what follows a position of a tree that shows that the target is captured, or that it is not.
    fn grow(&mut self, at: usize, captured: bool) {
        let fight = self.places[at].0;
        let next = match (captured, fight.attacks) {
            _ if self.is_repeated(at) => Err(End::Repeated),
            (true, true) => self.winning(&fight),
            (true, false) => self.replies(&fight),
            (false, true) => self.tries(&fight),
            (false, false) => self.holding(&fight),
        };
        match next {
            Ok(next) if self.steps.len() + next.len() > self.most => self.steps[at].end = Some(End::Cut),
            Ok(next) => next.into_iter().for_each(|(state, mv)| self.add(at, state, mv)),
            Err(end) => self.steps[at].end = Some(end),
        }
    }

    fn add(&mut self, at: usize, state: Fight, mv: Move) {
        let color = if self.places[at].0.attacks { self.attacker } else { !self.attacker };
        let end = (!state.defender.contains(self.capture.ground.anchor)).then_some(End::Captured);
        let place = self.steps.len();
        self.steps[at].next.push(place);
        self.steps.push(Step { mv: Some((color, mv)), order: state.order, next: Vec::new(), end });
        self.places.push((state, at));
    }

    fn is_repeated(&self, at: usize) -> bool {
        let (state, mut above) = self.places[at];
        let mut below = at;
        while above != below {
            if self.places[above].0 == state {
                return true;
            }
            (below, above) = (above, self.places[above].1);
        }
        false
    }

    /// The value of a state that has one in the tree, why, and by which edge the side that chooses has it.
    fn find(&mut self, state: &Fight, value: bool) -> Result<(Zone, Option<Edge>), End> {
        let found = self.solver.search.search(&mut self.capture, state, STEP_NODES);
        match found.solved {
            Some(Solved { value: known, reason }) if known == value => Ok((reason, found.edge)),
            _ => Err(End::Lost),
        }
    }

    /// The edge by which the side that chooses has the value.
    fn edge_to(&mut self, fight: &Fight, value: bool) -> Result<Edge, End> {
        if let (_, Some(edge)) = self.find(fight, value)? {
            return Ok(edge);
        }
        // A ladder's routine names no move.
        let ground = self.capture.ground;
        let pass = (!fight.attacks).then_some(Edge::Pass);
        let moves = ground.near_first(fight, ground.legal(fight, ground.board)).map(Edge::Move);
        let leads_there = |edge: &Edge| {
            let child = self.capture.child(fight, *edge);
            self.find(&child, value).is_ok()
        };
        pass.into_iter().chain(moves).find(leads_there).ok_or(End::Lost)
    }

    /// The attacker's one move.
    fn winning(&mut self, fight: &Fight) -> Result<Vec<(Fight, Move)>, End> {
        let mut fight = *fight;
        loop {
            if let Some(last) = self.capture.capturing_point(&fight) {
                return Ok(vec![(self.capture.ground.play(&fight, last), Move::Play(last))]);
            }
            match self.edge_to(&fight, true)? {
                edge @ Edge::Lower => fight = self.capture.child(&fight, edge),
                Edge::Pass => return Err(End::Lost),
                Edge::Move(point) => {
                    return Ok(vec![(self.capture.ground.play(&fight, point), Move::Play(point))]);
                }
            }
        }
    }

    /// What the defender may try: the pass, which shows the threat, and what meddles with the threat.
    fn replies(&mut self, fight: &Fight) -> Result<Vec<(Fight, Move)>, End> {
        let pass = self.capture.child(fight, Edge::Pass);
        let (zone, _) = self.find(&pass, true)?;
        let moves = self.moves(fight, Some(&zone));
        Ok(std::iter::once((pass, Move::Pass)).chain(moves).collect())
    }

    /// What the attacker may try.
    fn tries(&mut self, fight: &Fight) -> Result<Vec<(Fight, Move)>, End> {
        let liberties = self.capture.ground.liberties(fight).len();
        if liberties >= u32::from(fight.order) + 2 {
            return Err(End::Escaped(liberties));
        }
        let lower = match self.capture.gate(fight) {
            _ if fight.order == 0 => return Err(End::Exhausted),
            Some(edge) => Some(self.find(&self.capture.child(fight, edge), false)?.0),
            None => None,
        };
        let moves = self.moves(fight, lower.as_ref());
        if moves.is_empty() { Err(End::Exhausted) } else { Ok(moves) }
    }

    /// The defender's one reply.
    fn holding(&mut self, fight: &Fight) -> Result<Vec<(Fight, Move)>, End> {
        let liberties = self.capture.ground.liberties(fight).len();
        if liberties > u32::from(fight.order) + u32::from(fight.root) {
            return Err(End::Escaped(liberties));
        }
        let edge = self.edge_to(fight, false)?;
        Ok(vec![(self.capture.child(fight, edge), edge.mv())])
    }

    /// All moves that touch the zone of the gate.
    fn moves(&self, fight: &Fight, gate: Option<&Zone>) -> Vec<(Fight, Move)> {
        let ground = &self.capture.ground;
        let legal = ground.legal(fight, self.capture.relevant(fight, gate));
        ground.near_first(fight, legal).map(|point| (ground.play(fight, point), Move::Play(point))).collect()
    }
}
