//! Searches that share, stepped in one thread: what several processes would find, without their time.

use super::message::Message;
use crate::engine::{Crew, Errand, GameTree, Means, Share};
use crate::knowledge::Knowledge;
use crate::pause::at_once;
use crate::search::{Limits, News, Partners, Top, Watch};
use std::collections::VecDeque;

/// A crew in one thread. Whenever the engine has made so many playouts, each of the others makes as many; then all
/// tell each other what is new, and hear what was told some rounds ago. It depends on nothing but the engine's seed.
#[derive(Debug)]
pub struct Lockstep {
    knowledge: Knowledge,
    /// Playouts from one news to the next.
    stride: u64,
    /// Rounds after which news arrive.
    delay: usize,
    followers: Vec<GameTree>,
    errand: Option<Errand>,
    /// Rounds of the search that are over.
    rounds: u64,
    /// What has been told and not heard yet, a round each, the first one first; in it by the number of the one who tells.
    mail: VecDeque<Vec<News>>,
    /// What is heard now.
    due: Vec<News>,
    shares: Vec<Share>,
}

impl Lockstep {
    /// A crew of so many beside the engine, with so many bytes for the tree of each.
    pub fn new(others: usize, stride: u64, delay: usize, memory: usize, knowledge: Knowledge) -> Lockstep {
        Lockstep {
            knowledge,
            stride: stride.max(1),
            delay,
            followers: (0..others).map(|_| GameTree::new(memory)).collect(),
            errand: None,
            rounds: 0,
            mail: VecDeque::new(),
            due: Vec::new(),
            shares: vec![Share::default(); others + 1],
        }
    }

    /// The next round, of which the engine's playouts have been made: the others make theirs, and all tell what is new.
    fn go_round(&mut self, engine: News) {
        let Some(errand) = &mut self.errand else { return };
        let members = self.followers.len() + 1;
        let mut told = vec![engine];
        for (tree, number) in self.followers.iter_mut().zip(1..) {
            let heard = self.due.iter().enumerate().filter(|(from, _)| *from != number);
            let mut round = Round { due: heard.map(|(_, news)| news).collect(), told: News::default() };
            let limits = Limits { playouts: Some(self.stride), ..Limits::default() };
            let rank = self.rounds as usize * members + number;
            let means = Means { knowledge: &self.knowledge, limits, threads: 1, rank };
            let mut watch = Watch { partners: Some(&mut round), ..Watch::default() };
            at_once(tree.search(errand, &means, &mut watch));
            told.push(round.told);
        }
        errand.carry_on();
        self.rounds += 1;
        for (share, news) in self.shares.iter_mut().zip(&told) {
            share.playouts += news.playouts;
            share.told.messages += members as u64 - 1;
            share.told.bytes += (members as u64 - 1) * Message::length_of(news);
        }
        self.mail.push_back(told);
        let is_due = self.mail.len() > self.delay;
        self.due = self.mail.pop_front_if(|_| is_due).unwrap_or_default();
    }
}

impl Partners for Lockstep {
    fn meet(&mut self, top: &Top<'_>) {
        if top.playouts() >= (self.rounds + 1) * self.stride {
            self.go_round(top.news());
            self.due.iter().skip(1).for_each(|news| top.learn(news));
        }
    }
}

impl Crew for Lockstep {
    fn begin(&mut self, errand: &Errand) {
        self.errand = Some(errand.clone());
        self.rounds = 0;
        self.mail.clear();
        self.due.clear();
        self.shares.fill(Share::default());
    }

    fn end(&mut self) {
        self.errand = None;
    }

    fn shares(&self) -> Vec<Share> {
        self.shares.clone()
    }
}

/// A follower's part of a round.
struct Round<'a> {
    due: Vec<&'a News>,
    told: News,
}

impl Partners for Round<'_> {
    fn meet(&mut self, top: &Top<'_>) {
        self.due.drain(..).for_each(|news| top.learn(news));
    }

    fn part(&mut self, top: &Top<'_>) {
        self.told = top.news();
    }
}
