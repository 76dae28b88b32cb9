//! The way down the tree to a leaf.

use super::{MAX_DEPTH, Task, Worker};
use crate::board::{Board, Move, Point};
use crate::network::Evaluation;
use crate::playout::Outcome;
use crate::search::lead::{Lead, LeafValue};
use crate::search::node::{Node, Opened};
use crate::search::reading::Depth;
use crate::search::scene::Scene;
use crate::search::select::select;
use std::ops::ControlFlow::{self, Break, Continue};

/// How a descent through the tree ends.
pub(super) enum Leaf {
    /// At a position to play out.
    Open,
    /// At a position that the network has just evaluated.
    Evaluated(LeafValue),
    /// At a position of known value; the score is known too at the end of the game.
    Decided(Outcome, Option<f32>),
    /// With a move that superko forbids.
    Repetition,
}

/// Where a descent has come to.
#[derive(Clone, Copy)]
struct Place<'a> {
    node: &'a Node,
    /// The moves of the last two turns, the last one first.
    last: [Option<Move>; 2],
    /// How deep the position is to be read.
    depth: Depth,
    /// Has the tree grown on the way? It does once in a descent.
    grown: bool,
}

impl<'a> Worker<'a> {
    /// Goes down to a leaf and leaves its position in `board`. Black is expected to be ahead by so many points.
    pub(super) fn descend(&mut self, root: &'a Node, board: &mut Board, expected: f32) -> Leaf {
        let last = self.task.search.question.last;
        // The root is worth any reading.
        let mut place = Place { node: root, last, depth: Depth::Deep, grown: false };
        loop {
            match self.step(place, board, expected) {
                Continue(next) => place = next,
                Break(leaf) => return leaf,
            }
        }
    }

    /// One move further.
    fn step(&mut self, place: Place<'a>, board: &mut Board, expected: f32) -> ControlFlow<Leaf, Place<'a>> {
        let Place { node, last, depth, grown } = place;
        if depth > Depth::None {
            self.reader.begin(node, board, depth);
        }
        let (mv, opened) = self.choose(node, board, expected);
        let known = opened.value();
        if known.is_proven() && !self.aim.is_points() {
            return Break(Leaf::Decided(Outcome::of_reward(known.mean, board.to_play()), None));
        }
        self.make(mv, last[0], board)?;
        let last = [Some(mv), last[0]];
        let visits = opened.visits();
        let depth = self.reader.depth(visits);
        let (next, grown) = match opened.child() {
            None if !grown && visits + 1 >= self.lead.expand_visits(self.task.search.params) => {
                (self.grow(opened, board, last)?, true)
            }
            child => (child, grown),
        };
        match next {
            Some(node) if self.path.len() < MAX_DEPTH => Continue(Place { node, last, depth, grown }),
            _ => Break(Leaf::Open),
        }
    }

    /// Takes the most urgent move of the node.
    fn choose(&mut self, node: &'a Node, board: &Board, expected: f32) -> (Move, Opened<'a>) {
        let Task { tree, search, virtual_loss, .. } = self.task;
        let color = board.to_play();
        let avoided = search.question.avoided(node.plays(), color, self.path.len());
        let for_points = self.aim.is_points_at(node, color, self.color_at(0));
        let points = for_points.then(|| color.lead_of(expected));
        let pass_rate = self.aim.pass_rate(for_points, &search.params.tree);
        let index = select(node, avoided, points, pass_rate, search.params, self.rng);
        let (mv, opened) = (node.mv(index), tree.open(node, index));
        self.path.push(opened);
        self.trace.push(mv.point());
        if virtual_loss > 0.0 {
            opened.add_virtual_loss(virtual_loss);
        }
        (mv, opened)
    }

    /// Makes a move on the board, unless superko forbids it or it ends the game.
    fn make(&mut self, mv: Move, last: Option<Move>, board: &mut Board) -> ControlFlow<Leaf> {
        match mv {
            Move::Play(point) => return self.play(point, board),
            Move::Pass if last == Some(Move::Pass) => return Break(self.end(board)),
            Move::Pass => board.pass(board.to_play()),
        }
        Continue(())
    }

    fn play(&mut self, point: Point, board: &mut Board) -> ControlFlow<Leaf> {
        let color = board.to_play();
        board.play_legal(color, point);
        let position = board.hash();
        if !self.task.search.question.history.contains(&position) && !self.positions.contains(&position) {
            self.positions.push(position);
            return Continue(());
        }
        Break(Leaf::Repetition)
    }

    /// The end of the game, by two passes.
    fn end(&self, board: &Board) -> Leaf {
        let question = self.task.search.question;
        let told = question.end.filter(|_| self.path.len() == 1);
        let ahead = told.unwrap_or_else(|| board.area_score() as f32 - question.komi);
        // Playouts tell no score, so it is none of these alone.
        let score = (self.lead == Lead::Network).then_some(ahead);
        Leaf::Decided(Outcome::of_lead(ahead), score)
    }

    /// Puts a node after a move that has just been made, unless it is known who wins; `None` if there is no room. Where the
    /// network leads the descent ends with what it tells of the position.
    fn grow(
        &mut self,
        opened: Opened<'a>,
        board: &Board,
        last: [Option<Move>; 2],
    ) -> ControlFlow<Leaf, Option<&'a Node>> {
        let Task { tree, search, .. } = self.task;
        let scene = Scene::new(board, last, search.knowledge);
        if let Some(winner) = scene.sure_winner(search.question.komi) {
            if !self.aim.is_points() {
                return Break(Leaf::Decided(Outcome::Win(winner), None));
            }
            self.prove(Outcome::Win(winner));
        }
        let new = tree.grow(opened, || self.expand(&scene));
        if self.lead != Lead::Network {
            return Continue(new);
        }
        let known = new.and_then(|new| new.state().value(scene.color));
        // Where there is no room for a node the network is asked all the same.
        Break(Leaf::Evaluated(known.unwrap_or_else(|| {
            let Evaluation { value, score, .. } = self.ask(&scene);
            LeafValue::told(value, score, scene.color)
        })))
    }
}
