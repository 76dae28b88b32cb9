//! The way down the tree to a leaf.

use super::{Aim, MAX_DEPTH, Task, Worker};
use crate::board::{Board, Move};
use crate::network::Opinion;
use crate::playout::Outcome;
use crate::search::Search;
use crate::search::lead::{Lead, Worth};
use crate::search::node::Node;
use crate::search::reading::Depth;
use crate::search::scene::Scene;
use crate::search::select::select;

/// How a descent through the tree ends.
pub(super) enum Leaf {
    /// At a position to play out.
    Open,
    /// At a position that the network has just told this of.
    Told(Worth),
    /// At a position of known value; the score is known too at the end of the game.
    Decided(Outcome, Option<f32>),
    /// With a move that superko forbids.
    Repetition,
}

impl<'a> Worker<'a> {
    /// Goes down to a leaf and leaves its position in `board`. Black is expected to be ahead by so many points.
    pub(super) fn descend(&mut self, root: &'a Node, board: &mut Board, expected: f32) -> Leaf {
        let Task { tree, search, virtual_loss, .. } = self.task;
        let Search { question, params, knowledge, .. } = *search;
        let mut node = root;
        let mut last = question.last;
        // The root is worth any look.
        let mut depth = Depth::Deep;
        let mut grown = false;
        loop {
            if depth > Depth::None {
                self.reader.begin(node, board, depth);
            }
            let avoided = question.avoided(node.plays(), board.to_play(), self.path.len());
            let points = (self.aim == Aim::Points).then(|| board.to_play().lead_of(expected));
            let index = select(node, avoided, points, params, self.rng);
            let (mv, opened) = (node.mv(index), tree.open(node, index));
            self.path.push(opened);
            self.trace.push(mv.point());
            let color = board.to_play();
            if virtual_loss > 0.0 {
                opened.add_virtual_loss(virtual_loss);
            }
            let known = opened.value();
            if known.is_proven() && points.is_none() {
                return Leaf::Decided(Outcome::of_reward(known.mean, color), None);
            }
            match mv {
                Move::Play(point) => {
                    board.play_legal(color, point);
                    let position = board.hash();
                    if question.history.contains(&position) || self.positions.contains(&position) {
                        if points.is_none() {
                            return Leaf::Repetition;
                        }
                        // As if it lost all: so it is not tried again where all else loses the game.
                        let all = (board.size() * board.size()) as f32;
                        return Leaf::Decided(Outcome::Win(!color), Some(color.lead_of(-all)));
                    }
                    self.positions.push(position);
                }
                Move::Pass if last[0] == Some(Move::Pass) => {
                    let told = question.end.filter(|_| self.path.len() == 1);
                    let lead = told.unwrap_or_else(|| board.area_score() as f32 - question.komi);
                    // Playouts tell no score, so it is none of these alone.
                    let score = (self.lead == Lead::Network).then_some(lead);
                    return Leaf::Decided(Outcome::of_lead(lead), score);
                }
                Move::Pass => board.pass(color),
            }
            last = [Some(mv), last[0]];
            let visits = opened.visits();
            depth = self.reader.depth(visits);
            let next = match opened.child() {
                None if !grown && visits + 1 >= self.lead.expand_visits(params) => {
                    grown = true;
                    let scene = Scene::new(board, last, knowledge);
                    if let Some(winner) = scene.sure_winner(question.komi) {
                        if points.is_none() {
                            return Leaf::Decided(Outcome::Win(winner), None);
                        }
                        self.prove(Outcome::Win(winner));
                    }
                    let new = tree.grow(opened, || self.expand(&scene));
                    if self.lead == Lead::Network {
                        let known = new.and_then(|new| new.state().worth(scene.color));
                        // Where there is no room for a node the network is asked all the same.
                        return Leaf::Told(known.unwrap_or_else(|| {
                            let Opinion { value, score, .. } = self.ask(&scene);
                            Worth::told(value, score, scene.color)
                        }));
                    }
                    new
                }
                child => child,
            };
            match next {
                Some(next) if self.path.len() < MAX_DEPTH => node = next,
                _ => return Leaf::Open,
            }
        }
    }
}
