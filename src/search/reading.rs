//! Capture searches in the tree: what they prove becomes an opinion of the moves, as if they had been tried.

use super::node::{Estimate, Node};
use crate::board::{Board, Chain, Color, Move, Point};
use crate::params::Params;
use crate::solver::{Answer, Options, Role, Solver};
use std::time::{Duration, Instant};

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

/// A thread's solver with its account. What it knows of zones serves all positions of the search, and the next one.
pub(super) struct Reader<'a> {
    params: &'a Params,
    solver: Solver,
    readings: Readings,
    /// Playouts so far, which the nodes are in proportion to.
    playouts: u64,
}

/// Small enough to stay in the cache of a core.
const TABLE_BYTES: usize = 1 << 20;

/// Nodes that take the time of a playout of the search, roughly. Counted, not timed, so that a search can be repeated.
const NODES_PER_PLAYOUT: f32 = 8.0;

/// Chains of more liberties are not asked for; of the most, only if there are some stones to gain.
const MOST_LIBERTIES: u32 = 4;
const MANY_STONES: u32 = 3;

/// What a stone more or less is worth ends here.
const MOST_STONES: u32 = 5;

/// What the moves are thought to be worth: one that captures or saves, and one that a captured chain struggles by.
const GOOD: f32 = 0.9;
const BAD: f32 = 0.1;

impl<'a> Reader<'a> {
    pub(super) fn new(params: &'a Params, solver: Option<Solver>) -> Reader<'a> {
        let solver = solver.unwrap_or_else(|| Solver::new(TABLE_BYTES));
        Reader { params, solver, readings: Readings::default(), playouts: 0 }
    }

    /// What it has cost so far.
    #[cfg(test)]
    fn readings(&self) -> Readings {
        self.readings
    }

    /// What it has cost, and the solver for another search.
    pub(super) fn finish(self) -> (Readings, Solver) {
        (self.readings, self.solver)
    }

    /// Another playout has gone through the tree.
    #[inline]
    pub(super) fn count_playout(&mut self) {
        self.playouts += 1;
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

    /// Reads the node's position if nobody has read it so deep and the nodes allow it.
    pub(super) fn read(&mut self, node: &Node, board: &Board, depth: Depth) {
        let share = self.params.read_share;
        let allowed = share / (1.0 - share) * NODES_PER_PLAYOUT * self.playouts as f32;
        if self.readings.nodes as f32 >= allowed {
            return;
        }
        let Some(before) = node.claim_reading(depth) else { return };
        let start = Instant::now();
        self.readings.positions += 1;
        let (order, nodes) = match depth {
            Depth::None => return,
            Depth::Shallow => (2, self.params.read_nodes),
            Depth::Deep => (3, self.params.read_deep_nodes),
        };
        let options = Options { order, nodes: u64::from(nodes), ..Options::default() };
        let known = if before == Depth::None { 0 } else { 2 };
        for color in [Color::Black, Color::White] {
            for chain in board.chains_of(board.stones(color)) {
                let liberties = chain.liberties().len();
                let few = liberties < MOST_LIBERTIES
                    || liberties == MOST_LIBERTIES && chain.stones().len() >= MANY_STONES;
                if few && let Some(target) = chain.stones().first() {
                    self.look(node, board, color, chain, target, &options, known);
                }
            }
        }
        self.readings.time += start.elapsed();
    }

    fn ask(&mut self, board: &Board, target: Point, role: Role, options: &Options) -> Option<Answer> {
        // The point holds a stone and the order is in range.
        let answer = self.solver.solve(board, target, role, options).ok();
        self.readings.questions += 1;
        self.readings.nodes += self.solver.nodes();
        answer
    }

    /// Tells the node what a chain means for its moves; orders up to `known` have been told.
    #[allow(clippy::too_many_arguments)]
    fn look(
        &mut self,
        node: &Node,
        board: &Board,
        owner: Color,
        chain: &Chain,
        target: Point,
        options: &Options,
        known: u8,
    ) {
        let Some(Answer::Captured { order, first, zone, .. }) =
            self.ask(board, target, Role::Attack, options)
        else {
            return;
        };
        if order <= known {
            return;
        }
        let defence = self.ask(board, target, Role::Defend, options);
        let lost = matches!(defence, Some(Answer::Captured { .. }));
        let stones = chain.stones().len().min(MOST_STONES);
        let weight = self.params.read_weight * (1 + stones) as f32 / 2.0;
        let color = board.to_play();
        if owner != color {
            // What is captured whoever moves first needs no move.
            if !lost && let Some(first) = first {
                node.hint(Move::Play(first), Estimate { mean: GOOD, weight });
            }
            return;
        }
        let tries = if lost { chain.liberties() & zone.points } else { zone.points };
        for point in tries & board.legal_moves(color) & node.plays() {
            let mut after = board.clone();
            after.play_legal(color, point);
            let opinion = match self.ask(&after, target, Role::Attack, options) {
                Some(Answer::NotWithinOrder { .. }) => Estimate { mean: GOOD, weight },
                // Not by the threats that capture it now, at least.
                Some(Answer::Unknown { order: open, .. }) if open > order => {
                    Estimate { mean: GOOD, weight: weight / 2.0 }
                }
                Some(Answer::Captured { .. }) if lost => Estimate { mean: BAD, weight },
                _ => continue,
            };
            node.hint(Move::Play(point), opinion);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::feature::Scene;
    use super::super::tree::Tree;
    use super::*;
    use crate::patterns::PatternTable;

    /// What reading adds to the plays of a position, by name; those without a hint are left out.
    fn hints(picture: &str, color: Color) -> Vec<(String, f32)> {
        let mut board: Board = picture.parse().unwrap();
        board.set_to_play(color);
        let (params, patterns) = (Params { read_share: 0.5, ..Params::default() }, PatternTable::embedded());
        let mut tree = Tree::new(1 << 24);
        tree.prepare(&Scene::new(&board, [None; 2], &patterns), &params);
        let root = tree.root().unwrap();
        let before: Vec<Estimate> = root.values.iter().map(|value| value.get()).collect();
        let mut reader = Reader::new(&params, None);
        reader.read(root, &board, Depth::Deep);
        assert_eq!(reader.readings().positions, 0, "nothing is read before it is paid for");
        reader.count_playout();
        reader.read(root, &board, Depth::Deep);
        reader.read(root, &board, Depth::Deep);
        assert_eq!(reader.readings().positions, 1, "a position is read once");
        let of = |index: usize| (root.mv(index).to_string(), root.values[index].get().weight, before[index]);
        let all = (0..root.len()).map(|index| (of(index), root.values[index].get().mean));
        all.filter(|((_, weight, old), _)| *weight > old.weight)
            .map(|((name, ..), mean)| (name, mean))
            .collect()
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
