//! One iteration: down the tree, a playout, and the result back up.

use super::feature::Scene;
use super::node::Node;
use super::reading::{Depth, Reader, Readings};
use super::select::select;
use super::tree::Tree;
use super::watch::Restriction;
use crate::board::{Board, Color, Hash, Move, Point, PointMap, PointSet};
use crate::params::Params;
use crate::patterns::PatternTable;
use crate::playout::{Ends, Guided, MAX_PLAYOUT, Outcome, Trace, play_out};
use crate::rng::Rng;

/// What all workers of a search look at.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) tree: &'a Tree,
    pub(super) board: &'a Board,
    /// The positions of the game.
    pub(super) history: &'a [Hash],
    /// Points that the outside wants left out.
    pub(super) restrictions: &'a [Restriction],
    /// The points of the last two turns of the game, the last one first.
    pub(super) last: [Option<Point>; 2],
    /// Was the last turn of the game a pass?
    pub(super) after_pass: bool,
    pub(super) params: &'a Params,
    pub(super) komi: f32,
    /// Weight of the loss that a playout counts as while it is under way; 0 for one worker.
    pub(super) virtual_loss: f32,
    pub(super) patterns: &'a PatternTable,
}

/// The deepest line of the tree; beyond it playouts begin.
const MAX_DEPTH: usize = 160;

const _: () = assert!(MAX_DEPTH + MAX_PLAYOUT <= Trace::CAPACITY);

/// A thread's own things; nothing is allocated after the first playouts.
pub(super) struct Worker<'a> {
    task: Task<'a>,
    rng: &'a mut Rng,
    trace: Trace,
    /// Nodes from the root with the number of the move taken in each.
    path: Vec<(&'a Node, usize)>,
    /// The positions of the path, the root's first.
    positions: Vec<Hash>,
    ends: Ends,
    policy: Guided<'a>,
    reader: Reader<'a>,
}

/// How a descent through the tree ends.
enum Leaf {
    /// At a position to play out. If the network has just seen it, that is what it is worth to Black.
    Open(Option<f32>),
    /// At a position of known value.
    Decided(Outcome),
    /// With a move that superko forbids.
    Repetition,
}

impl<'a> Worker<'a> {
    pub(super) fn new(task: Task<'a>, rng: &'a mut Rng) -> Worker<'a> {
        let (ends, policy) = (task.params.ends(task.komi), task.params.policy(task.patterns));
        let (path, positions) = (Vec::with_capacity(MAX_DEPTH), Vec::with_capacity(MAX_DEPTH));
        let reader = Reader::new(task.params, task.tree.take_desk());
        Worker { task, rng, trace: Trace::new(), path, positions, ends, policy, reader }
    }

    /// Leaves what the next search can use to the tree, and tells what its capture searches have cost.
    pub(super) fn finish(self) -> Readings {
        let (readings, desk) = self.reader.finish();
        self.task.tree.keep_desk(desk);
        readings
    }

    /// One playout through the tree; returns whether the value of the root is proven now.
    pub(super) fn iterate(&mut self, root: &'a Node) -> bool {
        let mut solved = false;
        let reward = loop {
            let mut board = self.task.board.clone();
            self.path.clear();
            self.positions.clear();
            self.positions.push(board.hash());
            self.trace.clear();
            match self.descend(root, &mut board) {
                Leaf::Open(None) => break self.play_out(&mut board),
                Leaf::Open(Some(worth)) => {
                    // Source: Silver and others: Mastering the game of Go with deep neural networks and tree search, 2016.
                    let share = self.task.params.network_share;
                    break share * worth + (1.0 - share) * self.play_out(&mut board);
                }
                Leaf::Decided(outcome) => {
                    solved = self.prove(outcome);
                    break outcome.reward(Color::Black);
                }
                Leaf::Repetition => self.forbid(),
            }
        };
        self.update(reward);
        self.task.tree.count(self.reader.go_on());
        solved
    }

    /// Plays the board out; the reward for Black.
    fn play_out(&mut self, board: &mut Board) -> f32 {
        play_out(&mut self.policy, board, &self.ends, self.rng, &mut self.trace).reward(Color::Black)
    }

    /// Goes down to a leaf and leaves its position in `board`.
    fn descend(&mut self, root: &'a Node, board: &mut Board) -> Leaf {
        let Task { tree, restrictions, params, komi, patterns, history, virtual_loss, .. } = self.task;
        let mut node = root;
        let mut last = self.task.last;
        let mut passed = self.task.after_pass;
        // The root is worth any look.
        let mut depth = Depth::Deep;
        let mut grown = false;
        let expand_visits = if root.view().is_some() { 1 } else { params.expand_visits };
        loop {
            if depth > Depth::None {
                self.reader.begin(node, board, depth);
            }
            let avoided = Restriction::points(restrictions, board.to_play(), self.path.len());
            let index = select(node, avoided, params, self.rng);
            tree.count(node.open(index));
            let mv = node.mv(index);
            self.path.push((node, index));
            self.trace.push(mv.point());
            let color = board.to_play();
            if virtual_loss > 0.0 {
                node.stats(index).add_virtual_loss(virtual_loss);
            }
            let known = node.stats(index).get();
            if known.is_proven() {
                return Leaf::Decided(Outcome::of_reward(known.mean, color));
            }
            match mv {
                Move::Play(point) => {
                    board.play_legal(color, point);
                    let position = board.hash();
                    if history.contains(&position) || self.positions.contains(&position) {
                        return Leaf::Repetition;
                    }
                    self.positions.push(position);
                }
                Move::Pass if passed => return Leaf::Decided(Outcome::of_score(board.area_score(), komi)),
                Move::Pass => board.pass(color),
            }
            passed = mv == Move::Pass;
            last = [mv.point(), last[0]];
            let visits = node.visits(index);
            depth = self.reader.depth(visits);
            let next = match node.child(index) {
                None if !grown && visits + 1 >= expand_visits => {
                    grown = true;
                    let scene = Scene::new(board, last, patterns);
                    if let Some(winner) = scene.sure_winner(komi) {
                        return Leaf::Decided(Outcome::Win(winner));
                    }
                    let new = tree.grow(node, index, &scene, komi, params);
                    if let Some(view) = new.and_then(Node::view) {
                        return Leaf::Open(Some(board.to_play().share_of(view.worth)));
                    }
                    new
                }
                child => child,
            };
            match next {
                Some(next) if self.path.len() < MAX_DEPTH => node = next,
                _ => return Leaf::Open(None),
            }
        }
    }

    /// The last move of the path leads to that outcome for sure; so does the move before it if that leaves
    /// its opponent nothing better, and so on. Is the value of the root proven now?
    fn prove(&self, outcome: Outcome) -> bool {
        let mut proven = None;
        for (turn, &(node, index)) in self.path.iter().enumerate().rev() {
            let reward = proven.unwrap_or_else(|| outcome.reward(self.color_at(turn)));
            node.prove(index, reward);
            let Some(value) = node.proven_value() else { return false };
            proven = Some(1.0 - value);
        }
        true
    }

    /// The last move of the path is no move: superko forbids it here, and so it does whenever the game comes
    /// here, for every node of the tree has one history.
    fn forbid(&self) {
        let Some((&(node, index), way)) = self.path.split_last() else { return };
        node.prove(index, 0.0);
        if self.task.virtual_loss > 0.0 {
            for &(node, index) in way {
                node.stats(index).remove_virtual_loss(self.task.virtual_loss);
            }
        }
    }

    /// Who makes that move of the trace.
    fn color_at(&self, turn: usize) -> Color {
        let first = self.task.board.to_play();
        if turn.is_multiple_of(2) { first } else { !first }
    }

    /// Writes the reward for Black into the nodes of the path: into the move taken, and, unless the network leads, as RAVE
    /// into every move that its color played later before the opponent played there. Early plays weigh more.
    ///
    /// RAVE takes one walk backwards through the trace: `first` is the first turn on a point from here on, `by` the
    /// points that each color played first.
    fn update(&self, black: f32) {
        let Task { params, virtual_loss, .. } = self.task;
        for (turn, &(node, index)) in self.path.iter().enumerate() {
            node.add(index, self.color_at(turn).share_of(black), virtual_loss);
        }
        if self.path.first().is_some_and(|(root, _)| root.view().is_some()) {
            return;
        }
        let moves = self.trace.moves();
        let mut first = PointMap::filled(0u16);
        let mut by = [PointSet::EMPTY; 2];
        for turn in (0..moves.len()).rev() {
            let color = self.color_at(turn);
            if let Some(point) = moves[turn] {
                first[point] = turn as u16;
                by[color.index()] |= PointSet::of(point);
                by[(!color).index()] -= PointSet::of(point);
            }
            let Some(&(node, _)) = self.path.get(turn) else { continue };
            let reward = color.share_of(black);
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

    /// The task of a search of an empty board.
    fn task<'a>(
        board: &'a Board,
        tree: &'a mut Tree,
        params: &'a Params,
        patterns: &'a PatternTable,
    ) -> Task<'a> {
        const KOMI: f32 = 0.5;
        tree.prepare(&Scene::new(board, [None; 2], patterns), KOMI, params, 1);
        Task {
            tree,
            board,
            restrictions: &[],
            last: [None; 2],
            after_pass: false,
            params,
            komi: KOMI,
            virtual_loss: 0.0,
            history: &[],
            patterns,
        }
    }

    /// The network sees every position of the tree once, when a move first leads to it, and its opinion alone is the
    /// reward where playouts have no share.
    #[test]
    fn the_network_leads_a_tree_of_its_views() {
        fn check(node: &Node) -> (u32, f32) {
            let view = node.view().unwrap();
            assert_eq!(view.odds.len(), node.len());
            let (mut nodes, mut sum) = (1, view.worth);
            for index in 0..node.len() {
                assert_eq!(node.child(index).is_some(), node.visits(index) > 0, "{}", node.mv(index));
                let Some(child) = node.child(index) else { continue };
                let (below, rewards) = check(child);
                assert_eq!(below, node.visits(index));
                let mean = 1.0 - rewards / below as f32;
                assert!((node.result(index).mean - mean).abs() < 1e-4, "{}", node.mv(index));
                nodes += below;
                sum += below as f32 - rewards;
            }
            (nodes, sum)
        }
        let params = Params { network_share: 1.0, read_share: 0.0, ..Params::default() };
        let (board, patterns, mut tree) = (Board::new(9), PatternTable::embedded(), Tree::new(1 << 26));
        let task = task(&board, &mut tree, &params, &patterns);
        let (root, mut rng) = (task.tree.root().unwrap(), Rng::new(1, 0));
        let mut worker = Worker::new(task, &mut rng);
        for _ in 0..500 {
            worker.iterate(root);
        }
        assert_eq!(check(root).0, 501);
    }

    /// RAVE by its definition: for every move of the root the first turn on its point, if the root's color
    /// made it, at a weight that falls from first to last.
    #[test]
    fn rave_updates_follow_the_definition() {
        let (params, patterns) = (Params::default(), PatternTable::embedded());
        let (board, mut tree) = (Board::new(5), Tree::new(1 << 24));
        let task = task(&board, &mut tree, &params, &patterns);
        let root = task.tree.root().unwrap();
        let mut rng = Rng::new(1, 0);
        let mut worker = Worker::new(task, &mut rng);
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
        let (board, mut tree) = (Board::new(3), Tree::new(1 << 24));
        let task = task(&board, &mut tree, &params, &patterns);
        let root = task.tree.root().unwrap();
        let mut rng = Rng::new(1, 0);
        let mut worker = Worker::new(task, &mut rng);
        for _ in 0..200 {
            worker.iterate(root);
            for index in 0..root.len() {
                assert_eq!(root.child(index).is_some(), root.visits(index) >= 5, "{}", root.mv(index));
            }
        }
    }
}
