//! Capture searches in the tree: what they prove becomes estimates of moves, as if they had been tried.

use super::estimate::Estimate;
use super::node::Node;
use crate::board::{Board, Chain, Move, Point, PointSet};
use crate::params::parameters;
use crate::solver::{Answer, Role, Solver, SolverParams};
use std::collections::VecDeque;
use web_time::{Duration, Instant};

parameters! {
    "reading", "Capture searches in the tree":
    /// Which positions of the tree are read for captures, and what an answer counts.
    pub struct ReadingParams {
        /// Share of the work, counted in nodes, that goes to capture searches at the positions of the tree; a playout counts as 8
        /// nodes. 0 is none.
        read_share: f32 = 0.05, 0.0..=0.9;
        /// A position is read for threats of the second order when it has had so many visits.
        read_visits: u32 = 50, 1..=1_000_000_000;
        /// A position is read for threats of the third order when it has had so many visits; the root always is.
        read_deep_visits: u32 = 1000, 1..=1_000_000_000;
        /// Nodes of a question about threats of the second order.
        read_nodes: u32 = 200, 1..=1_000_000;
        /// Nodes of a question about threats of the third order.
        read_deep_nodes: u32 = 1000, 1..=1_000_000;
        /// Visits that a move is worth that captures or saves a stone; more stones weigh more.
        read_weight: f32 = 30.0, 0.1..=1000.0;
    }
}

/// What reading has cost, and how much there was of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Readings {
    /// Positions that were read.
    pub positions: u64,
    /// Questions about a chain.
    pub questions: u64,
    /// States that the solver entered.
    pub nodes: u64,
    /// Time of all threads together.
    pub time: Duration,
}

impl Readings {
    pub(super) fn add(&mut self, other: Readings) {
        self.positions += other.positions;
        self.questions += other.questions;
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

/// How deep a position has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Depth {
    /// Not at all; the priors know ladders.
    None,
    /// Threats of the second order, with few nodes.
    Shallow,
    /// Threats of the third order.
    Deep,
}

impl Depth {
    /// The order of the threats that are read.
    fn order(self) -> u8 {
        match self {
            Depth::None => 0,
            Depth::Shallow => 2,
            Depth::Deep => 3,
        }
    }
}

/// What a thread reads, with what it may still spend. What the solver knows of zones serves all positions of the
/// search, and the next one.
pub(super) struct Reader<'a> {
    params: &'a ReadingParams,
    desk: Desk,
    readings: Readings,
    /// Memory that estimates took in the nodes and the tree has not been told of.
    opened: usize,
    /// Positions that have been begun, the first one first.
    begun: VecDeque<Reading<'a>>,
}

/// What a thread keeps from one search to the next.
#[derive(Debug)]
pub(super) struct Desk {
    solver: Solver,
    /// Nodes that may be spent; what was overspent is paid for before anything else is read.
    balance: f32,
}

/// A position that is being read.
struct Reading<'a> {
    node: &'a Node,
    board: Board,
    /// Stones of the chains that have not been asked for.
    left: PointSet,
    options: SolverParams,
    /// How deep the node is read now, and how deep it had been read before.
    depth: Depth,
    before: Depth,
}

impl Reading<'_> {
    fn is_untouched(&self) -> bool {
        self.left == self.board.occupied()
    }
}

/// Small enough to stay in the cache of a core.
const READER_TABLE_BYTES: usize = 1 << 19;

/// Positions that are being read at a time.
const MOST_BEGUN: usize = 4;

/// Nodes that are saved up while there is nothing to read. More would take all the time of a quick move.
const MOST_SAVED: f32 = 500.0;

/// Nodes that take the time of asking a question.
const NODES_PER_QUESTION: u64 = 2;

/// Nodes that take the time of a playout of the search, roughly. Counted, not timed, so that a search can be repeated.
const NODES_PER_PLAYOUT: f32 = 8.0;

/// Chains with more liberties are not asked for …
const MOST_LIBERTIES: u32 = 4;

/// … and those with as many only if they have so many stones.
const MANY_STONES: u32 = 3;

/// What a stone more or less is worth ends here.
const MOST_STONES: u32 = 5;

/// What the moves are thought to be worth: one that captures or saves, and one that a captured chain struggles by.
const GOOD: f32 = 0.9;
const BAD: f32 = 0.1;

/// Memory of what a thread reads with, in bytes: the table, and values recalled by zone and ladders, up to an eighth of it each.
pub(super) const BYTES_PER_DESK: usize = READER_TABLE_BYTES + READER_TABLE_BYTES / 4;

impl<'a> Reader<'a> {
    pub(super) fn new(params: &'a ReadingParams, desk: Option<Desk>) -> Reader<'a> {
        let desk = desk.unwrap_or_else(|| Desk { solver: Solver::new(READER_TABLE_BYTES), balance: 0.0 });
        Reader { params, desk, readings: Readings::default(), opened: 0, begun: VecDeque::new() }
    }

    /// What it has cost, and what another search can use. Positions of which no chain has been asked for are left to be read.
    pub(super) fn finish(mut self) -> (Readings, Desk) {
        for reading in self.begun.iter().filter(|reading| reading.is_untouched()) {
            reading.node.release_reading(reading.depth, reading.before);
            self.readings.positions -= 1;
        }
        (self.readings, self.desk)
    }

    /// How deep a node with so many visits is to be read.
    #[inline]
    pub(super) fn depth(&self, visits: u32) -> Depth {
        if visits < self.params.read_visits {
            Depth::None
        } else if visits < self.params.read_deep_visits {
            Depth::Shallow
        } else {
            Depth::Deep
        }
    }

    /// Begins to read the node's position, if nobody has read it so deep and there is not too much to do.
    #[inline]
    pub(super) fn begin(&mut self, node: &'a Node, board: &Board, depth: Depth) {
        if self.desk.balance <= 0.0 || self.begun.len() >= MOST_BEGUN {
            return;
        }
        let nodes = match depth {
            Depth::None => return,
            Depth::Shallow => self.params.read_nodes,
            Depth::Deep => self.params.read_deep_nodes,
        };
        let Some(before) = node.claim_reading(depth) else { return };
        self.readings.positions += 1;
        self.begun.push_back(Reading {
            node,
            board: board.clone(),
            left: board.occupied(),
            options: SolverParams {
                order: depth.order(),
                nodes: u64::from(nodes),
                ..SolverParams::default()
            },
            depth,
            before,
        });
    }

    /// Reads on for as long as the playouts so far allow, chain by chain. Returns the bytes that the estimates took in the
    /// nodes.
    #[inline]
    pub(super) fn go_on(&mut self) -> usize {
        let share = self.params.read_share;
        self.desk.balance = (self.desk.balance + share / (1.0 - share) * NODES_PER_PLAYOUT).min(MOST_SAVED);
        if self.desk.balance > 0.0 && !self.begun.is_empty() {
            let start = Instant::now();
            while self.desk.balance > 0.0
                && let Some(mut reading) = self.begun.pop_front()
            {
                if self.read_chain(&mut reading) {
                    self.begun.push_front(reading);
                }
            }
            self.readings.time += start.elapsed();
        }
        std::mem::take(&mut self.opened)
    }

    /// Reads the chain that has the fewest liberties of those left; is there more to ask for?
    fn read_chain(&mut self, reading: &mut Reading<'_>) -> bool {
        let chains = reading.board.chains_of(reading.left);
        let Some(&chain) = chains.min_by_key(|chain| chain.liberties().len()) else { return false };
        reading.left -= chain.stones();
        let liberties = chain.liberties().len();
        if liberties < MOST_LIBERTIES || liberties == MOST_LIBERTIES && chain.stones().len() >= MANY_STONES {
            self.look(reading, &chain);
        }
        liberties <= MOST_LIBERTIES
    }

    fn ask(&mut self, board: &Board, target: Point, role: Role, options: &SolverParams) -> Option<Answer> {
        // The point holds a stone and the order is in range.
        let answer = self.desk.solver.solve(board, target, role, options).ok();
        self.readings.questions += 1;
        self.readings.nodes += self.desk.solver.nodes();
        self.desk.balance -= (self.desk.solver.nodes() + NODES_PER_QUESTION) as f32;
        answer
    }

    /// Tells the node what a chain means for its moves.
    fn look(&mut self, reading: &Reading<'_>, chain: &Chain) {
        let Reading { node, board, options, before, .. } = reading;
        let Some(target) = chain.stones().first() else { return };
        let Some(Answer::Captured { order, first, zone, .. }) =
            self.ask(board, target, Role::Attack, options)
        else {
            return;
        };
        if order <= before.order() {
            return;
        }
        let defence = self.ask(board, target, Role::Defend, options);
        let lost = matches!(defence, Some(Answer::Captured { .. }));
        let stones = chain.stones().len().min(MOST_STONES);
        let weight = self.params.read_weight * (1 + stones) as f32 / 2.0;
        let color = board.to_play();
        if !board.stones(color).contains(target) {
            // What is captured whoever moves first needs no move.
            if !lost && let Some(first) = first {
                self.opened += node.hint(Move::Play(first), Estimate { mean: GOOD, weight });
            }
            return;
        }
        let saved = match defence {
            Some(Answer::NotWithinOrder { refutation, .. }) => refutation.and_then(Move::point),
            _ => None,
        };
        let tries = if lost { chain.liberties() } else { rescues(board, chain, [first, saved]) };
        for point in tries & zone.points() & board.legal_moves(color) & node.plays() {
            let mut after = board.clone();
            after.play_legal(color, point);
            let estimate = match self.ask(&after, target, Role::Attack, options) {
                Some(Answer::NotWithinOrder { .. }) => Estimate { mean: GOOD, weight },
                // Not by the threats that capture it now, at least.
                Some(Answer::Unknown { order: open, .. }) if open > order => {
                    Estimate { mean: GOOD, weight: weight / 2.0 }
                }
                Some(Answer::Captured { .. }) if lost => Estimate { mean: BAD, weight },
                _ => continue,
            };
            self.opened += node.hint(Move::Play(point), estimate);
        }
    }
}

/// Where a chain of the player to move may be saved: on its liberties and those of weak enemies beside it, and where the solver
/// says that it is taken or saved.
fn rescues(board: &Board, chain: &Chain, told: [Option<Point>; 2]) -> PointSet {
    let enemies = board.chains_of(chain.stones().neighbors() & board.stones(!board.to_play()));
    let weak = enemies.map(Chain::liberties).filter(|liberties| liberties.len() < MOST_LIBERTIES);
    weak.fold(chain.liberties(), |all, liberties| all | liberties) | told.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::super::scene::Scene;
    use super::super::{RaveParams, SearchParams, Tree};
    use super::*;
    use crate::board::Color;
    use crate::knowledge::Knowledge;

    /// What reading adds to the plays of a position, by name; those without a hint are left out.
    fn hints(picture: &str, color: Color) -> Vec<(String, f32)> {
        let mut board: Board = picture.parse().unwrap();
        board.set_to_play(color);
        let (params, knowledge) =
            (ReadingParams { read_share: 0.5, ..ReadingParams::default() }, Knowledge::embedded());
        let mut tree = Tree::new(1 << 24);
        // What reading adds is seen beside a prior that stays, whatever the default is.
        let search = SearchParams {
            rave: RaveParams { prior_wins: 50.0, ..RaveParams::default() },
            ..SearchParams::default()
        };
        tree.prepare(&Scene::new(&board, [None; 2], &knowledge), 7.5, &search, 1);
        let root = tree.root().unwrap();
        let values = || (0..root.len()).map(|index| root.value(index));
        let before: Vec<Estimate> = values().collect();
        let mut reader = Reader::new(&params, None);
        reader.begin(root, &board, Depth::Deep);
        assert!(reader.begun.is_empty(), "nothing is read before it is paid for");
        for _ in 0..10_000 {
            reader.go_on();
            reader.begin(root, &board, Depth::Deep);
        }
        assert_eq!(reader.readings.positions, 1, "a position is read once");
        let all = values().zip(before).enumerate();
        all.filter(|(_, (new, old))| new.weight > old.weight)
            .map(|(index, (new, _))| (root.mv(index).to_string(), new.mean))
            .collect()
    }

    #[test]
    fn what_was_begun_and_not_asked_for_is_left_to_others() {
        let board: Board = NET.parse().unwrap();
        let (params, knowledge) =
            (ReadingParams { read_share: 0.5, ..ReadingParams::default() }, Knowledge::embedded());
        let mut tree = Tree::new(1 << 24);
        tree.prepare(&Scene::new(&board, [None; 2], &knowledge), 7.5, &SearchParams::default(), 1);
        let root = tree.root().unwrap();
        let mut reader = Reader::new(&params, None);
        reader.go_on();
        reader.begin(root, &board, Depth::Shallow);
        assert_eq!(reader.begun.len(), 1);
        assert_eq!(root.claim_reading(Depth::Shallow), None);
        reader.finish();
        assert_eq!(root.claim_reading(Depth::Shallow), Some(Depth::None));
    }

    const NET: &str =
        ". . . . . . ./. . . . . . ./. . X X . . ./. X O . . . ./. X . . . . ./. . . . . . ./. . . . . . .";

    #[test]
    fn the_move_that_captures_and_those_that_save_are_named() {
        let attack = hints(NET, Color::Black);
        assert!(attack.len() == 1 && attack[0].1 > 0.7, "{attack:?}");
        let saves = hints(NET, Color::White);
        assert!(saves.iter().any(|(name, mean)| name == "D4" && *mean > 0.7), "{saves:?}");
        assert!(saves.iter().all(|(_, mean)| *mean > 0.5), "{saves:?}");
    }

    #[test]
    fn a_lost_chain_is_not_to_be_saved() {
        // White can crawl to D3, but dies by the second or third line.
        let lost =
            hints(". . . . . ./. . . . . ./. X X . . ./X O O . . ./. X X X . ./. . . . . .", Color::White);
        assert!(lost.iter().any(|(name, mean)| name == "D3" && *mean < 0.55), "{lost:?}");
        assert!(lost.iter().all(|(_, mean)| *mean < 0.55), "{lost:?}");
    }
}
