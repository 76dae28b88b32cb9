//! Dependency-based search: the attacker's threats are combined as if the defender had one answer to each, without a look
//! at its choices in between. What that finds is a set of moves, and a search that gives the attacker these alone, and the
//! defender all, has to prove it. So a capture is proven; that nothing is found proves nothing.
//!
//! Source: Allis: Searching for solutions in games and artificial intelligence, 1994, chapter 5: threats with all their
//! answers as operators, stages of dependence and of combination, potential winning sequences and their check. There an
//! operator plays all answers at once; more stones never help the attacker in go-moku, here they may, so that each answer
//! makes an operator of its own.

use crate::board::{Point, PointSet};
use crate::solver::capture::Edge;
use crate::solver::dfpn::{Dfpn, DfpnResult};
use crate::solver::fight::Fight;
use crate::solver::plain::{Plain, PlainState};
use crate::solver::problem::{FirstLook, Numbers, Problem, Solved};
use crate::solver::zone::Zone;
use std::collections::HashSet;

/// Winning sequences after which no more are looked for; Allis's experience in go-moku.
const ENOUGH: usize = 10;

/// Lines of threats that are combined with one another.
const MOST_LINES: usize = 100;

/// Threats of a line.
const MOST_THREATS: usize = 12;

/// Steps from the target to chains that may be threatened.
const REACH: usize = 4;

/// A threat and its answer, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Threat {
    attack: Point,
    answer: Option<Point>,
}

/// Threats in a row, with their answers.
#[derive(Clone, Debug)]
struct ThreatLine {
    fight: Fight,
    threats: Vec<Threat>,
    /// Points of the last threat, or of the two that were combined last.
    last: [PointSet; 2],
}

impl ThreatLine {
    fn points(&self) -> PointSet {
        let points = self.threats.iter().flat_map(|threat| [Some(threat.attack), threat.answer]);
        points.flatten().collect()
    }
}

/// A search for captures with what it may still spend.
#[derive(Debug)]
pub(in crate::solver) struct Db {
    plain: Plain,
    table: usize,
    limit: u64,
    nodes: u64,
    deepest: usize,
}

impl Db {
    /// A search of so many nodes whose checks have tables of at most so many bytes.
    pub(in crate::solver) fn new(plain: Plain, table: usize, limit: u64) -> Db {
        Db { plain, table, limit, nodes: 0, deepest: 0 }
    }

    /// Looks for a capture, with either side to move.
    pub(in crate::solver) fn prove(mut self, fight: &Fight) -> DfpnResult<Plain> {
        let found = if fight.attacks { self.attack(fight) } else { self.answer_all(fight) };
        let numbers = if found.is_some() { Numbers::PROVEN } else { Numbers::new(1, 1) };
        let (edge, reason) = found.unzip();
        let solved = reason.map(|reason| Solved { value: true, reason });
        DfpnResult { numbers, solved, edge: edge.flatten(), nodes: self.nodes, depth: self.deepest }
    }

    /// The defender moves first: its pass is answered, and then all moves that the answer to the pass does not answer.
    fn answer_all(&mut self, fight: &Fight) -> Option<(Option<Edge>, Zone)> {
        if self.plain.terminal(&Plain::state(*fight, None)).is_some() {
            return None;
        }
        let passed = self.plain.child(&Plain::state(*fight, None), Edge::Pass);
        let (_, gate) = self.attack(&passed.fight)?;
        let ground = self.plain.capture.ground;
        let mut answered = Vec::new();
        for point in ground.legal(fight, ground.base(fight, gate.points(), fight.attacker)) {
            let (_, zone) = self.attack(&ground.play(fight, point))?;
            answered.push((Edge::Move(point), zone));
        }
        let others = answered.iter().map(|(edge, zone)| (*edge, zone));
        Some((None, self.plain.reason_lost(&Plain::state(*fight, None), Some(&gate), others)))
    }

    /// The attacker moves first: lines of threats, and a proof that their moves are enough.
    fn attack(&mut self, fight: &Fight) -> Option<(Option<Edge>, Zone)> {
        let root = Plain::state(*fight, None);
        if let Some(solved) = self.plain.terminal(&root) {
            return solved.value.then_some((None, solved.reason));
        }
        if let FirstLook::Solved(Solved { value: true, reason }) = self.plain.estimate(&root) {
            return Some((None, reason));
        }
        let moves = self.winning_moves(fight);
        if moves.is_empty() || self.nodes >= self.limit {
            return None;
        }
        let mut problem = Plain { allowed: moves, ..self.plain.clone() };
        let found = Dfpn::new(self.table).search(&mut problem, &root, self.limit - self.nodes);
        self.nodes += found.nodes;
        self.deepest = self.deepest.max(found.depth);
        let Solved { reason, .. } = found.solved.filter(|solved| solved.value)?;
        Some((found.edge, reason))
    }

    /// The attacker's moves in lines of threats that end with a capture, if the defender has no other answers.
    fn winning_moves(&mut self, fight: &Fight) -> PointSet {
        let root = ThreatLine { fight: *fight, threats: Vec::new(), last: [PointSet::EMPTY; 2] };
        let (mut lines, mut fresh) = (Vec::new(), vec![root]);
        let (mut seen, mut won, mut moves) = (HashSet::new(), 0, PointSet::EMPTY);
        while !fresh.is_empty() {
            // Dependence: each threat needs the one before it.
            while let Some(line) = fresh.pop() {
                if self.nodes >= self.limit || won >= ENOUGH || lines.len() >= MOST_LINES {
                    return moves;
                }
                self.nodes += 1;
                if !line.threats.is_empty() && self.is_won(&line.fight) {
                    won += 1;
                    moves |= line.threats.iter().map(|threat| threat.attack).collect();
                    continue;
                }
                if line.threats.len() < MOST_THREATS {
                    let next = self.threats(&line).into_iter().filter_map(|threat| self.after(&line, threat));
                    fresh.extend(next.filter(|line| seen.insert(stones(line))));
                }
                lines.push(line);
            }
            // Combination: two lines that do not need one another, as one.
            for (index, one) in lines.iter().enumerate() {
                for other in &lines[..index] {
                    if let Some(both) = self.combined(one, other)
                        && seen.insert(stones(&both))
                    {
                        fresh.push(both);
                    }
                }
            }
        }
        moves
    }

    /// Is the target taken by a ladder, the attacker to move?
    fn is_won(&mut self, fight: &Fight) -> bool {
        let state: PlainState = Plain::state(*fight, None);
        match self.plain.terminal(&state) {
            Some(solved) => solved.value,
            None => matches!(self.plain.estimate(&state), FirstLook::Solved(Solved { value: true, .. })),
        }
    }

    /// The threats that need the last ones of a line: ataris near the target, and moves that leave it two liberties.
    fn threats(&self, line: &ThreatLine) -> Vec<Threat> {
        let fight = &line.fight;
        let ground = self.plain.capture.ground;
        let empty = ground.empty(fight);
        let reach = (0..REACH).fold(fight.target, |reach, _| reach | reach.neighbors());
        let mut threats = Vec::new();
        for chain in fight.defender.regions_at(reach) {
            let liberties = chain.neighbors() & empty;
            let is_target = chain.intersects(fight.target);
            let most = if is_target { 3 } else { 2 };
            let around = chain | liberties | liberties.neighbors();
            let needs = |points: &PointSet| points.is_empty() || points.intersects(around);
            if !(2..=most).contains(&liberties.len()) || !line.last.iter().all(needs) {
                continue;
            }
            for attack in ground.legal(fight, liberties) {
                let answers = (liberties - PointSet::of(attack)).iter();
                threats.extend(answers.map(|answer| Threat { attack, answer: Some(answer) }));
            }
        }
        threats
    }

    /// The line with one threat more.
    fn after(&self, line: &ThreatLine, threat: Threat) -> Option<ThreatLine> {
        let (fight, threat) = self.played(&line.fight, threat)?;
        let mut threats = line.threats.clone();
        threats.push(threat);
        let points = [Some(threat.attack), threat.answer].into_iter().flatten().collect();
        Some(ThreatLine { fight, threats, last: [points, PointSet::EMPTY] })
    }

    /// A threat and its answer on the board; where the answer is illegal there is none.
    fn played(&self, fight: &Fight, threat: Threat) -> Option<(Fight, Threat)> {
        let ground = self.plain.capture.ground;
        if !ground.legal(fight, PointSet::of(threat.attack)).contains(threat.attack) {
            return None;
        }
        let next = ground.play(fight, threat.attack);
        let answer =
            threat.answer.filter(|answer| ground.legal(&next, PointSet::of(*answer)).contains(*answer));
        let next = match answer {
            Some(answer) => ground.play(&next, answer),
            None => self.plain.child(&Plain::state(next, None), Edge::Pass).fight,
        };
        Some((next, Threat { attack: threat.attack, answer }))
    }

    /// Two lines with no point in common, one after the other.
    fn combined(&self, one: &ThreatLine, other: &ThreatLine) -> Option<ThreatLine> {
        let apart = !one.threats.is_empty()
            && !other.threats.is_empty()
            && one.threats.len() + other.threats.len() <= MOST_THREATS
            && !one.points().intersects(other.points());
        if !apart {
            return None;
        }
        let mut both =
            ThreatLine { last: [one.last[0] | one.last[1], other.last[0] | other.last[1]], ..one.clone() };
        for &threat in &other.threats {
            let (fight, threat) = self.played(&both.fight, threat)?;
            both.fight = fight;
            both.threats.push(threat);
        }
        Some(both)
    }
}

fn stones(line: &ThreatLine) -> [PointSet; 2] {
    [line.fight.attacker, line.fight.defender]
}
