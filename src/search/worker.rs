//! One iteration: down the tree, a playout, and the result back up.

mod descent;

use super::aim::Aim;
use super::evaluators::Seat;
use super::lead::{Lead, LeafValue, Lesson, utility};
use super::node::{Node, Opened, Payoff};
use super::reading::{Reader, Readings};
use super::scene::Scene;
use super::tree::Tree;
use super::{IDLE, Search};
use crate::board::{Board, Color, Hash, Symmetry};
use crate::network::Evaluation;
use crate::playout::{Ends, Guided, MAX_PLAYOUT, Outcome, Trace, play_out};
use crate::rng::Rng;
use descent::Leaf;

/// What all workers of a search look at.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) tree: &'a Tree,
    pub(super) search: &'a Search<'a>,
    /// Weight of the loss that a playout counts as while it is under way; 0 for one worker.
    pub(super) virtual_loss: f32,
    /// The first of the seats, if workers wait for evaluations of others.
    pub(super) seats: Option<Seat<'a>>,
}

/// The deepest line of the tree; beyond it playouts begin.
const MAX_DEPTH: usize = 160;

const _: () = assert!(MAX_DEPTH + MAX_PLAYOUT <= Trace::CAPACITY);

/// A thread's own things; nothing is allocated after the first playouts.
pub(super) struct Worker<'a> {
    task: Task<'a>,
    lead: Lead,
    rng: &'a mut Rng,
    trace: Trace,
    /// The moves that were taken from the root on.
    path: Vec<Opened<'a>>,
    /// The positions of the path, the root's first.
    positions: Vec<Hash>,
    ends: Ends,
    policy: Guided<'a>,
    reader: Reader<'a>,
    /// Where others evaluate positions for it.
    seat: Option<Seat<'a>>,
    /// What is left to find.
    aim: Aim,
}

impl<'a> Worker<'a> {
    pub(super) fn new(task: Task<'a>, rng: &'a mut Rng, seat: Option<Seat<'a>>) -> Worker<'a> {
        let Search { question, params, knowledge, .. } = *task.search;
        Worker {
            task,
            lead: Lead::of(&question.board, params.tree.lead),
            rng,
            trace: Trace::new(),
            path: Vec::with_capacity(MAX_DEPTH),
            positions: Vec::with_capacity(MAX_DEPTH),
            ends: params.playout.ends(question.komi),
            policy: Guided::new(&params.playout, &knowledge.patterns),
            reader: Reader::new(&params.reading, task.tree.take_desk()),
            seat,
            aim: Aim::Winner,
        }
    }

    pub(super) fn tree(&self) -> &'a Tree {
        self.task.tree
    }

    /// Lets threads go first that have something to tell or to hear: they take little time, and others wait for them.
    pub(super) fn give_way(&self) {
        if self.task.seats.is_some() {
            std::thread::yield_now();
        }
    }

    /// Waits, in a seat where nobody answers, until somebody does: evaluations of its own would take time from the others.
    /// `false` if the search is over before, or its memory full.
    pub(super) fn may_go_on(&self) -> bool {
        let Some(seat) = self.seat else { return true };
        while !seat.is_open() {
            if (seat.over)() || self.tree().is_full() {
                return false;
            }
            std::thread::sleep(IDLE);
        }
        true
    }

    /// What the network thinks of a scene, which others may evaluate. It is shown any of the eight images of the board:
    /// where it errs, it seldom errs in all of them, and games with other seeds differ.
    ///
    /// Source: Silver and others: Mastering the game of Go without human knowledge, 2017 (an image drawn at random).
    fn ask(&mut self, scene: &Scene<'_>) -> Evaluation {
        let komi = self.task.search.question.komi;
        let image = Symmetry::ALL[self.rng.below(8) as usize];
        let told = self.seat.and_then(|seat| seat.ask(scene, komi, image));
        told.unwrap_or_else(|| scene.evaluate_image(komi, image))
    }

    /// The node of a scene.
    fn expand(&mut self, scene: &Scene<'_>) -> Node {
        let (lead, evaluations, params) = (self.lead, self.tree().evaluations(), self.task.search.params);
        lead.expand(scene, evaluations, || self.ask(scene), params)
    }

    /// Leaves what the next search can use to the tree, and tells what its capture searches have cost.
    pub(super) fn finish(self) -> Readings {
        let (readings, desk) = self.reader.finish();
        self.task.tree.keep_desk(desk);
        readings
    }

    /// One playout through the tree; returns what is left to find.
    pub(super) fn iterate(&mut self, root: &'a Node) -> Aim {
        if self.lead == Lead::Network && matches!(self.aim, Aim::Winner | Aim::LeastLoss) {
            self.aim = Aim::of_open(root, self.task.search.question);
        }
        // For Black, as the network has told of the root.
        let expected = self.color_at(0).lead_of(root.state().expected());
        let value = loop {
            let mut board = self.task.search.question.board.clone();
            self.path.clear();
            self.positions.clear();
            self.positions.push(board.hash());
            self.trace.clear();
            match self.descend(root, &mut board, expected) {
                Leaf::Open => break LeafValue { reward: self.play_out(&mut board), score: None },
                Leaf::Evaluated(value) => break value,
                Leaf::Decided(outcome, score) => {
                    self.prove(outcome);
                    break LeafValue { reward: outcome.reward(Color::Black), score };
                }
                Leaf::Repetition => self.forbid(),
            }
        };
        self.update(value, expected);
        self.task.tree.count(self.reader.go_on());
        self.aim
    }

    /// Plays the board out; the reward for Black.
    fn play_out(&mut self, board: &mut Board) -> f32 {
        play_out(&mut self.policy, board, &self.ends, self.rng, &mut self.trace).reward(Color::Black)
    }

    /// The last move of the path leads to that outcome for sure; so does the move before it if that leaves
    /// its opponent nothing better, and so on.
    fn prove(&mut self, outcome: Outcome) {
        let mut proven = None;
        for (turn, opened) in self.path.iter().enumerate().rev() {
            opened.prove(proven.unwrap_or_else(|| outcome.reward(self.color_at(turn))));
            if turn == 0 && self.task.search.question.is_solved(opened.node) {
                self.aim = if self.lead == Lead::Network { Aim::Points } else { Aim::Nothing };
            }
            let Some(value) = opened.node.proven_value() else { return };
            proven = Some(1.0 - value);
        }
    }

    /// The last move of the path is no move: superko forbids it here, and so it does whenever the game comes
    /// here, for every node of the tree has one history.
    fn forbid(&self) {
        let Some((forbidden, way)) = self.path.split_last() else { return };
        forbidden.prove(0.0);
        if self.task.virtual_loss > 0.0 {
            way.iter().for_each(|opened| opened.remove_virtual_loss(self.task.virtual_loss));
        }
    }

    /// Who makes that move of the trace.
    fn color_at(&self, turn: usize) -> Color {
        self.task.search.question.board.to_play().after(turn)
    }

    /// Writes what a playout was worth into the nodes of the path, and lets the lead learn the rest. Whatever comes of it,
    /// a proven move keeps its proven reward, and the moves before it get that too.
    fn update(&self, mut value: LeafValue, expected: f32) {
        let Task { search, virtual_loss, .. } = self.task;
        let utility_of = |value| utility(value, expected, &search.params.network);
        let mut utility = utility_of(value);
        for (turn, opened) in self.path.iter().enumerate().rev() {
            let color = self.color_at(turn);
            let known = opened.value();
            if known.is_proven() {
                value.reward = color.share_of(known.mean);
                utility = utility_of(value);
            }
            let payoff = Payoff {
                reward: color.share_of(value.reward),
                score: value.score.map(|score| color.lead_of(score)),
                utility: color.share_of(utility),
            };
            opened.add(payoff, virtual_loss);
        }
        let (path, moves) = (&self.path, self.trace.moves());
        let lesson = Lesson { path, moves, first: self.color_at(0), black: value.reward };
        self.lead.learn(&lesson, search.params);
    }
}

#[cfg(test)]
mod tests {
    use super::super::lead::{Evaluations, State};
    use super::super::{Limits, Question, RaveParams, ReadingParams, SearchParams};
    use super::*;
    use crate::board::Move;
    use crate::knowledge::Knowledge;
    use crate::search::estimate::Estimate;
    use std::collections::HashMap;
    use std::sync::Arc;

    /// Lets one worker make so many playouts from the empty board of that size; before and after each the root and the worker
    /// can be looked at.
    fn work(
        size: usize,
        params: &SearchParams,
        playouts: usize,
        before: impl FnMut(&Node),
        after: impl FnMut(&Node, &Worker<'_>),
    ) {
        work_within(1 << 26, size, params, playouts, before, after);
    }

    /// The same with so many bytes for the tree.
    fn work_within(
        bytes: usize,
        size: usize,
        params: &SearchParams,
        playouts: usize,
        mut before: impl FnMut(&Node),
        mut after: impl FnMut(&Node, &Worker<'_>),
    ) {
        let (question, knowledge) = (Question::new(Board::new(size), 0.5), Knowledge::embedded());
        let search = Search::new(&question, params, &knowledge, Limits::default());
        let mut tree = Tree::new(bytes);
        tree.prepare(&Scene::new(&question.board, [None; 2], &knowledge), question.komi, params, 1);
        let (root, mut rng) = (tree.root().unwrap(), Rng::new(1, 0));
        let mut worker = Worker::new(
            Task { tree: &tree, search: &search, virtual_loss: 0.0, seats: None },
            &mut rng,
            None,
        );
        for _ in 0..playouts {
            before(root);
            worker.iterate(root);
            after(root, &worker);
        }
    }

    /// The network sees every position of the tree once, when a move first leads to it, and its value is the reward.
    #[test]
    fn the_network_leads_a_tree_of_its_values() {
        /// Positions, and the sums of their rewards and scores for Black.
        fn check(node: &Node, color: Color) -> (u32, f32, f32) {
            let LeafValue { reward, score } = node.state().value(color).unwrap();
            let (mut nodes, mut sum, mut points) = (1, reward, score.unwrap());
            for index in 0..node.len() {
                assert_eq!(node.child(index).is_some(), node.visits(index) > 0, "{}", node.mv(index));
                let Some(child) = node.child(index) else { continue };
                let (below, rewards, scores) = check(child, !color);
                assert_eq!(below, node.visits(index));
                let [reward, score] = [rewards, scores].map(|sum| sum / below as f32);
                assert!((node.result(index).mean - color.share_of(reward)).abs() < 1e-4);
                assert!((node.score(index).unwrap() - color.lead_of(score)).abs() < 1e-2);
                (nodes, sum, points) = (nodes + below, sum + rewards, points + scores);
            }
            (nodes, sum, points)
        }
        let params = SearchParams {
            reading: ReadingParams { read_share: 0.0, ..ReadingParams::default() },
            ..SearchParams::default()
        };
        let mut playouts = 0;
        work(
            9,
            &params,
            500,
            |_| (),
            |root, _| {
                playouts += 1;
                if playouts == 500 {
                    assert_eq!(check(root, Color::Black).0, 501);
                }
            },
        );
    }

    /// Where there is no room for more nodes, it is asked all the same.
    #[test]
    fn with_the_memory_used_up_nothing_is_played_out() {
        let mut full = 0;
        work_within(
            1 << 19,
            9,
            &SearchParams::default(),
            2_000,
            |_| (),
            |_, worker| {
                full += usize::from(worker.tree().is_full());
                assert_eq!(worker.trace.moves().len(), worker.path.len());
            },
        );
        assert!(full > 500, "{full}");
    }

    /// What nodes of one position share is what the network would say of an image of each.
    #[test]
    fn transpositions_share_an_evaluation() {
        let params = SearchParams::default();
        let knowledge = Knowledge::embedded();
        let mut shared = 0;
        work(
            9,
            &params,
            2_000,
            |_| (),
            |_, worker| {
                let Some(opened) = worker.path.last() else { return };
                let Some(node) = opened.child().filter(|_| opened.visits() == 1) else { return };
                let State::Network(seen) = node.state() else { return };
                if Arc::strong_count(seen) == 1 {
                    return;
                }
                shared += 1;
                let (mut board, mut last) = (Board::new(9), [None; 2]);
                for turn in worker.trace.moves() {
                    let mv = turn.map_or(Move::Pass, Move::Play);
                    board.play(board.to_play(), mv).unwrap();
                    last = [Some(mv), last[0]];
                }
                let scene = Scene::new(&board, last, &knowledge);
                let says_so = |symmetry| {
                    let evaluate = || scene.evaluate_image(0.5, symmetry);
                    let fresh = Lead::Network.expand(&scene, &Evaluations::default(), evaluate, &params);
                    matches!(fresh.state(), State::Network(fresh) if fresh == seen)
                };
                assert!(Symmetry::ALL.into_iter().any(says_so));
            },
        );
        assert!(shared > 20, "{shared}");
    }

    /// RAVE by its definition: for every move of the root the first turn on its point, if the root's color
    /// made it, at a weight that falls from first to last.
    #[test]
    fn rave_updates_follow_the_definition() {
        let params = SearchParams::default();
        let RaveParams { rave_update_first: first, rave_update_last: last, .. } = params.rave;
        let rave = |root: &Node| {
            (0..root.len()).map(|index| root.state().rave(index).unwrap().weight).collect::<Vec<_>>()
        };
        let old = std::cell::RefCell::new(Vec::new());
        work(
            5,
            &params,
            300,
            |root| *old.borrow_mut() = rave(root),
            |root, worker| {
                let moves = worker.trace.moves();
                for (index, (old, new)) in old.borrow().iter().zip(rave(root)).enumerate() {
                    let turn = root
                        .mv(index)
                        .point()
                        .and_then(|point| moves.iter().position(|&mv| mv == Some(point)));
                    let weight = match turn {
                        Some(turn) if turn.is_multiple_of(2) => {
                            first + (last - first) * turn as f32 / moves.len() as f32
                        }
                        _ => 0.0,
                    };
                    assert!((new - old - weight).abs() < 1e-3, "{} {turn:?}", root.mv(index));
                }
            },
        );
    }

    /// The same at every node that the tree had before: the mean moves by that weight towards the reward of the node's player.
    #[test]
    fn rave_learns_what_the_playout_is_worth_to_the_player_of_each_node() {
        fn note(node: &Node, known: &mut HashMap<*const Node, Vec<Estimate>>) {
            let rave = (0..node.len()).map(|index| node.state().rave(index).unwrap()).collect();
            known.insert(std::ptr::from_ref(node), rave);
            (0..node.len()).filter_map(|index| node.child(index)).for_each(|child| note(child, known));
        }
        let reading = ReadingParams { read_share: 0.0, ..ReadingParams::default() };
        let params = SearchParams { reading, ..SearchParams::default() };
        let RaveParams { rave_update_first: first, rave_update_last: last, .. } = params.rave;
        // What the moves of the root have won, and RAVE at all nodes, before the playout.
        let wins = |root: &Node| -> f32 {
            (0..root.len()).map(|index| root.gain(index).mean() * root.visits(index) as f32).sum()
        };
        let old = std::cell::RefCell::new((0.0, HashMap::new()));
        let (mut rewards, mut deep) = ([0; 2], 0);
        work(
            5,
            &params,
            300,
            |root| {
                let mut known = HashMap::new();
                note(root, &mut known);
                *old.borrow_mut() = (wins(root), known);
            },
            |root, worker| {
                let before = old.borrow();
                let (won, known) = &*before;
                // Black is to move at the root; no area is even under this komi.
                let black = (wins(root) - won).round();
                rewards[black as usize] += 1;
                for (turn, opened) in worker.path.iter().enumerate() {
                    let Some(before) = known.get(&std::ptr::from_ref(opened.node)) else { continue };
                    deep += usize::from(turn > 0);
                    let (node, moves) = (opened.node, &worker.trace.moves()[turn..]);
                    let reward = Color::Black.after(turn).share_of(black);
                    for (index, old) in before.iter().enumerate() {
                        let point = node.mv(index).point();
                        let played = point.and_then(|point| moves.iter().position(|&mv| mv == Some(point)));
                        let weight = match played {
                            Some(at) if at.is_multiple_of(2) => {
                                first + (last - first) * at as f32 / moves.len() as f32
                            }
                            _ => 0.0,
                        };
                        let new = node.state().rave(index).unwrap();
                        let mean = old.mean + (reward - old.mean) * weight / new.weight.max(1.0);
                        assert!((new.weight - old.weight - weight).abs() < 1e-2, "{turn} {}", node.mv(index));
                        assert!((new.mean - mean).abs() < 1e-3, "{turn} {}", node.mv(index));
                    }
                }
            },
        );
        assert!(rewards[0] > 20 && rewards[1] > 20 && deep > 100, "{rewards:?} {deep}");
    }

    /// Plain UCT: no move is known by what others have learned, so each is tried before any is tried again.
    #[test]
    fn without_rave_and_priors_every_move_is_tried_first() {
        let plain = RaveParams {
            rave_learns: false,
            prior_even: 0.0,
            prior_wins: 0.0,
            ucb: 0.3,
            ..RaveParams::default()
        };
        let reading = ReadingParams { read_share: 0.0, ..ReadingParams::default() };
        let params = SearchParams { rave: plain, reading, ..SearchParams::default() };
        work(
            7,
            &params,
            49,
            |root| assert!((0..root.len()).all(|index| root.visits(index) <= 1)),
            |root, _| {
                assert!((0..root.len()).all(|index| root.state().rave(index) == Some(Default::default())));
            },
        );
    }

    /// A move gets its node at its `expand_visits`-th visit, not before.
    #[test]
    fn nodes_come_with_the_visits() {
        let rave = RaveParams { expand_visits: 5, ..RaveParams::default() };
        work(
            3,
            &SearchParams { rave, ..SearchParams::default() },
            200,
            |_| (),
            |root, _| {
                for index in 0..root.len() {
                    assert_eq!(root.child(index).is_some(), root.visits(index) >= 5, "{}", root.mv(index));
                }
            },
        );
    }
}
