//! What searches of one question in several processes tell each other: what is new at the top of their trees.
//!
//! Here every search has a tree of its own. Of the positions near the root that take a good part of the visits it
//! tells the others, now and then, what its own playouts have brought since it last did; what it hears it adds to its
//! tree as if it had played that itself.
//!
//! Source: Gelly, Hoock, Rimmel, Teytaud, Kalemkarian: The parallelization of Monte-Carlo planning, 2008.

use super::account::Gain;
use super::lead::{LeafValue, utility};
use super::node::Node;
use super::params::SearchParams;
use super::tree::Tree;
use crate::params::parameters;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

parameters! {
    "share", "Several processes that search together":
    /// What they tell each other, and how often.
    pub struct ShareParams {
        /// Seconds from one news to the next: less than the silence after which a process is left out.
        share_interval: f32 = 0.05, 0.001..=0.5;
        /// Positions that are told of have a larger part of the visits than this …
        share_part: f32 = 0.05, 0.0..=1.0;
        /// … and are at most so many moves below the root.
        share_depth: u32 = 3, 0..=100;
        /// Where the network leads there is one tree instead, and the other processes evaluate its new positions.
        share_evaluations: bool = true, ();
    }
}

/// What a search has found since it last told of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct News {
    /// Its playouts in that time.
    pub playouts: u64,
    positions: Vec<Report>,
}

/// What is new of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Report {
    path: Path,
    /// The numbers of the moves of which there is anything, and what.
    gains: Vec<(u8, Gain)>,
}

/// The numbers of the moves from the root to a position. A position's moves have the same numbers in every tree.
type Path = Vec<u8>;

/// What has been told or heard of each position: beyond that all is news, of this search alone.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    known: HashMap<Path, Vec<Gain>>,
    /// Playouts of this search that have been told.
    playouts: u64,
}

impl Ledger {
    /// Makes the position after that move of the root the first one.
    pub(super) fn advance(&mut self, index: usize) {
        let below = |(path, gains): (Path, Vec<Gain>)| match path.split_first() {
            Some((&first, rest)) if usize::from(first) == index => Some((rest.to_vec(), gains)),
            _ => None,
        };
        self.known = std::mem::take(&mut self.known).into_iter().filter_map(below).collect();
    }

    /// A new search begins.
    pub(super) fn begin(&mut self) {
        self.playouts = 0;
    }
}

/// Searches of the same question elsewhere.
pub trait Partners {
    /// Called by a worker after each of its playouts: the time to hear from them and to tell them.
    fn meet(&mut self, top: &Top<'_>);

    /// Called when the search has ended, before its findings are taken.
    fn part(&mut self, top: &Top<'_>) {
        self.meet(top);
    }
}

/// The top of the tree of a running search, for its partners.
#[derive(Debug)]
pub struct Top<'a> {
    pub(super) tree: &'a Tree,
    pub(super) root: &'a Node,
    pub(super) params: &'a SearchParams,
    /// Playouts of this search.
    pub(super) playouts: u64,
    /// Those of the others of which it has heard.
    pub(super) heard: &'a AtomicU64,
}

impl Top<'_> {
    /// When to tell, and what of.
    pub fn params(&self) -> &ShareParams {
        &self.params.share
    }

    /// Playouts of this search so far.
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// What this search has found since the last call.
    pub fn news(&self) -> News {
        let mut ledger = self.tree.ledger();
        let least = self.params().share_part * self.root.results().weight;
        // One beyond the limit is counted for a moment, and taken back.
        let mut news =
            News { playouts: self.playouts.saturating_sub(ledger.playouts), positions: Vec::new() };
        ledger.playouts = ledger.playouts.max(self.playouts);
        self.collect(self.root, &mut Vec::new(), least, &mut ledger, &mut news);
        news
    }

    /// Adds what is new of the node and, where they are visited enough, of those below it.
    fn collect(&self, node: &Node, path: &mut Path, least: f32, ledger: &mut Ledger, news: &mut News) {
        let known = ledger.known.entry(path.clone()).or_insert_with(|| vec![Gain::default(); node.len()]);
        let mut gains = Vec::new();
        for (index, known) in known.iter_mut().enumerate() {
            let now = node.gain(index);
            match now.since(known) {
                Some(gain) if gain == Gain::default() => {}
                Some(gain) => {
                    gains.push((index as u8, gain));
                    *known = now;
                }
                // The node was dropped for want of memory and made again.
                None => *known = now,
            }
        }
        if !gains.is_empty() {
            news.positions.push(Report { path: path.clone(), gains });
        }
        if path.len() == self.params().share_depth as usize {
            return;
        }
        for index in 0..node.len() {
            let Some(child) = node.child(index) else { continue };
            if node.visits(index) as f32 > least {
                path.push(index as u8);
                self.collect(child, path, least, ledger, news);
                path.pop();
            }
        }
    }

    /// Adds what another search has found, as far as this one has been there too.
    pub fn learn(&self, news: &News) {
        let mut ledger = self.tree.ledger();
        self.heard.fetch_add(news.playouts, Relaxed);
        let expected = self.root.state().expected();
        for Report { path, gains } in &news.positions {
            let Some(node) = self.at(path) else { continue };
            let expected = if path.len().is_multiple_of(2) { expected } else { -expected };
            let known = ledger.known.entry(path.clone()).or_insert_with(|| vec![Gain::default(); node.len()]);
            for &(index, gain) in gains {
                let Some(known) = known.get_mut(usize::from(index)) else { continue };
                known.add(gain);
                let value = LeafValue { reward: gain.mean(), score: gain.score() };
                let utility = utility(value, expected, &self.params.network);
                self.tree.open(node, index.into()).learn(gain, utility);
            }
        }
    }

    fn at(&self, path: &[u8]) -> Option<&Node> {
        path.iter().try_fold(self.root, |node, &index| {
            if usize::from(index) < node.len() { node.child(index.into()) } else { None }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::account::Account;
    use super::super::lead::Lead;
    use super::super::scene::Scene;
    use super::*;
    use crate::board::{Board, Color};
    use crate::knowledge::Knowledge;

    /// Numbers of two moves, of a position and of the one after it.
    const MOVE: u8 = 40;
    const REPLY: u8 = 20;

    /// What is heard of a position is compared with the points that its own player expects, another one after each move.
    #[test]
    fn news_count_as_they_would_for_the_player_of_each_position() {
        let (params, knowledge, komi) = (SearchParams::default(), Knowledge::embedded(), 40.5);
        let (mut tree, mut board) = (Tree::new(1 << 24), Board::new(9));
        tree.prepare(&Scene::new(&board, [None; 2], &knowledge), komi, &params, 1);
        let root = tree.root().unwrap();
        let mv = root.mv(MOVE.into());
        board.play(Color::Black, mv).unwrap();
        let scene = Scene::new(&board, [Some(mv), None], &knowledge);
        let expand = || Lead::Network.expand(&scene, tree.evaluations(), || scene.evaluate(komi), &params);
        let next = tree.grow(tree.open(root, MOVE.into()), expand).unwrap();
        let value = LeafValue { reward: 0.25, score: Some(20.0) };
        let account = Account::default();
        account.count(value.reward, value.score);
        let gains = vec![(REPLY, account.gain(None))];
        let positions = [vec![], vec![MOVE]].map(|path| Report { path, gains: gains.clone() }).to_vec();
        let heard = AtomicU64::new(0);
        let top = Top { tree: &tree, root, params: &params, playouts: 0, heard: &heard };
        top.learn(&News { playouts: 2, positions });
        assert_eq!(heard.load(Relaxed), 2);
        let expected = root.state().expected();
        assert!(expected < -20.0, "{expected}");
        for (node, expected) in [(root, expected), (next, -expected)] {
            let (told, index) = (node.value(REPLY.into()), usize::from(REPLY));
            assert_eq!((node.visits(index), told.weight), (1, 1.0));
            assert!((told.mean - utility(value, expected, &params.network)).abs() < 1e-6, "{expected}");
        }
    }
}
