//! One iteration: down the tree, a playout, and the result back up.

use super::feature::Scene;
use super::node::Node;
use super::select::select;
use super::tree::Tree;
use super::watch::Restriction;
use crate::board::{Board, Move, Point, PointMap, PointSet};
use crate::params::Params;
use crate::patterns::PatternTable;
use crate::playout::{Ends, Guided, MAX_PLAYOUT, Outcome, Trace, play_out};
use crate::rng::Rng;

/// What all workers of a search look at.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) tree: &'a Tree,
    pub(super) board: &'a Board,
    /// Points that superko forbids at the root.
    pub(super) forbidden: PointSet,
    /// Points that the outside wants left out.
    pub(super) restrictions: &'a [Restriction],
    /// The points of the last two turns of the game, the last one first.
    pub(super) last: [Option<Point>; 2],
    /// Was the last turn of the game a pass?
    pub(super) after_pass: bool,
    pub(super) params: &'a Params,
    pub(super) komi: f32,
    pub(super) patterns: &'a PatternTable,
}

/// The deepest line of the tree; beyond it playouts begin.
const MAX_DEPTH: usize = 160;

const _: () = assert!(MAX_DEPTH + MAX_PLAYOUT <= Trace::CAPACITY);

/// A thread's own things; nothing is allocated after the first playouts.
pub(super) struct Worker<'a> {
    task: Task<'a>,
    rng: Rng,
    trace: Trace,
    /// Nodes from the root with the number of the move taken in each.
    path: Vec<(&'a Node, usize)>,
    ends: Ends,
    policy: Guided<'a>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(task: Task<'a>, rng: Rng) -> Worker<'a> {
        let (ends, policy) = (task.params.ends(task.komi), task.params.policy(task.patterns));
        Worker { task, rng, trace: Trace::new(), path: Vec::with_capacity(MAX_DEPTH), ends, policy }
    }

    /// One playout through the tree.
    pub(super) fn iterate(&mut self, root: &'a Node) {
        let mut board = self.task.board.clone();
        self.path.clear();
        self.trace.clear();
        let outcome = self.descend(root, &mut board).unwrap_or_else(|| {
            play_out(&mut self.policy, &mut board, &self.ends, &mut self.rng, &mut self.trace)
        });
        self.update(outcome);
    }

    /// Goes down to a leaf and leaves its position in `board`; the outcome if the game ended on the way.
    fn descend(&mut self, root: &'a Node, board: &mut Board) -> Option<Outcome> {
        let Task { tree, restrictions, params, komi, patterns, .. } = self.task;
        let mut node = root;
        let mut last = self.task.last;
        let mut forbidden = self.task.forbidden;
        let mut passed = self.task.after_pass;
        loop {
            forbidden |= Restriction::points(restrictions, board.to_play(), self.path.len());
            let index = select(node, forbidden, params, &mut self.rng);
            forbidden = PointSet::EMPTY;
            let mv = node.mv(index);
            self.path.push((node, index));
            self.trace.push(mv.point());
            let color = board.to_play();
            match mv {
                Move::Play(point) => board.play_legal(color, point),
                Move::Pass if passed => return Some(Outcome::of_score(board.area_score(), komi)),
                Move::Pass => board.pass(color),
            }
            passed = mv == Move::Pass;
            last = [mv.point(), last[0]];
            let grows = || node.visits(index) + 1 >= params.expand_visits;
            let grow = || tree.grow(node, index, &Scene::new(board, last, patterns), params);
            let next = node.child(index).or_else(|| grows().then(grow).flatten());
            match next {
                Some(next) if self.path.len() < MAX_DEPTH => node = next,
                _ => return None,
            }
        }
    }

    /// Writes the outcome into the nodes of the path: into the move taken, and as RAVE into every move
    /// that its color played later before the opponent played there. Early plays weigh more.
    ///
    /// One walk backwards through the trace: `first` is the first turn on a point from here on, `by` the
    /// points that each color played first.
    fn update(&self, outcome: Outcome) {
        let Task { params, board, .. } = self.task;
        let moves = self.trace.moves();
        let mut first = PointMap::filled(0u16);
        let mut by = [PointSet::EMPTY; 2];
        let color_at = |turn: usize| if turn.is_multiple_of(2) { board.to_play() } else { !board.to_play() };
        for turn in (0..moves.len()).rev() {
            let color = color_at(turn);
            if let Some(point) = moves[turn] {
                first[point] = turn as u16;
                by[color.index()] |= PointSet::of(point);
                by[(!color).index()] -= PointSet::of(point);
            }
            let Some(&(node, index)) = self.path.get(turn) else { continue };
            let reward = outcome.reward(color);
            node.add(index, reward);
            let fall = (params.rave_update_first - params.rave_update_last) / (moves.len() - turn) as f32;
            for point in node.plays() & by[color.index()] {
                let weight = params.rave_update_first - fall * (usize::from(first[point]) - turn) as f32;
                node.rave[node.plays().rank(point) as usize].add_lossy(reward, weight);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::Stats;
    use super::*;

    /// RAVE by its definition: for every move of the root the first turn on its point, if the root's color
    /// made it, at a weight that falls from first to last.
    #[test]
    fn rave_updates_follow_the_definition() {
        let (params, patterns) = (Params::default(), PatternTable::embedded());
        let board = Board::new(5);
        let mut tree = Tree::new(1 << 24);
        tree.prepare(&Scene::new(&board, [None; 2], &patterns), &params);
        let task = Task {
            tree: &tree,
            board: &board,
            forbidden: PointSet::EMPTY,
            restrictions: &[],
            last: [None; 2],
            after_pass: false,
            params: &params,
            komi: 0.5,
            patterns: &patterns,
        };
        let root = tree.root().unwrap();
        let mut worker = Worker::new(task, Rng::new(1, 0));
        for _ in 0..300 {
            let before: Vec<_> = root.rave.iter().map(Stats::get).collect();
            worker.iterate(root);
            let moves = worker.trace.moves();
            for (index, old) in before.into_iter().enumerate() {
                let new = root.rave[index].get();
                let turn =
                    root.mv(index).point().and_then(|point| moves.iter().position(|&mv| mv == Some(point)));
                let weight = match turn {
                    Some(turn) if turn.is_multiple_of(2) => {
                        let share = turn as f32 / moves.len() as f32;
                        params.rave_update_first
                            + (params.rave_update_last - params.rave_update_first) * share
                    }
                    _ => 0.0,
                };
                assert!((new.weight - old.weight - weight).abs() < 1e-3, "{} {turn:?}", root.mv(index));
            }
        }
    }

    /// A move gets its node at its `expand_visits`-th visit, not before.
    #[test]
    fn nodes_come_with_the_visits() {
        let (params, patterns) = (Params { expand_visits: 5, ..Params::default() }, PatternTable::embedded());
        let board = Board::new(3);
        let mut tree = Tree::new(1 << 24);
        tree.prepare(&Scene::new(&board, [None; 2], &patterns), &params);
        let task = Task {
            tree: &tree,
            board: &board,
            forbidden: PointSet::EMPTY,
            restrictions: &[],
            last: [None; 2],
            after_pass: false,
            params: &params,
            komi: 0.5,
            patterns: &patterns,
        };
        let root = tree.root().unwrap();
        let mut worker = Worker::new(task, Rng::new(1, 0));
        for _ in 0..200 {
            worker.iterate(root);
            for index in 0..root.len() {
                assert_eq!(root.child(index).is_some(), root.visits(index) >= 5, "{}", root.mv(index));
            }
        }
    }
}
