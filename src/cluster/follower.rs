//! A process that searches for the leader.

use super::circle::Circle;
use super::evaluation::EvaluationRequest;
use super::message::Message;
use super::post::{Letter, Post, Way};
use crate::engine::{Errand, GameTree, Means};
use crate::knowledge::Knowledge;
use crate::network::Network;
use crate::pause::at_once;
use crate::search::{Limits, Partners, Top, Watch};
use crossbeam::channel::{self, Receiver, Sender};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// Searches for the leader or evaluates positions for it, with so many threads and bytes for the tree, until the leader
/// says that it is over or is gone.
pub fn follow(post: Post, knowledge: &Knowledge, threads: usize, memory: usize) {
    let (Way { out, incoming }, over) = (post.evaluations(), AtomicBool::new(false));
    thread::scope(|scope| {
        for _ in 0..threads {
            let work = || serve(&incoming, &out, &knowledge.network, &over);
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                log::warn!("fewer threads than wanted look at positions: {error}");
                break;
            }
        }
        answer_orders(&mut Circle::new(post), knowledge, threads, memory);
        over.store(true, Relaxed);
    });
}

/// Searches whenever the leader wants it.
fn answer_orders(circle: &mut Circle, knowledge: &Knowledge, threads: usize, memory: usize) {
    /// Nothing depends on it: what arrives ends the wait.
    const WAIT: Duration = Duration::from_secs(60);
    let mut tree = GameTree::new(memory);
    let mut order = None;
    loop {
        match order.take() {
            Some(Message::Search { number, errand, members }) => {
                circle.begin(number, &members);
                order = search(circle, &mut tree, &errand, knowledge, threads);
            }
            Some(Message::End) => return,
            // Otherwise one that was left out while it hung, and has nothing to do now, would never be heard again.
            Some(Message::Stop) => circle.say(&Message::Done { number: circle.number() }),
            _ => match circle.post.wait(WAIT) {
                Ok(Some((from, message))) => order = circle.hear(from, message, None),
                Ok(None) => {}
                Err(_) => return,
            },
        }
    }
}

/// Evaluates what arrives until it is `over` or nothing can arrive any more.
fn serve(incoming: &Receiver<Letter>, out: &[Sender<Letter>], network: &Network, over: &AtomicBool) {
    /// How often it looks whether it is over.
    const OVER_INTERVAL: Duration = Duration::from_millis(100);
    while !over.load(Relaxed) {
        // What has been thought leaves first, and the next position arrives.
        std::thread::yield_now();
        let letter = match incoming.recv_timeout(OVER_INTERVAL) {
            Ok(letter) => letter,
            Err(channel::RecvTimeoutError::Timeout) => continue,
            Err(channel::RecvTimeoutError::Disconnected) => return,
        };
        let request = postcard::from_bytes::<EvaluationRequest>(&letter.bytes).ok();
        let Some(answer) = request.and_then(|request| request.answer(network)) else {
            log::warn!(
                "process {} asks what this one does not understand: are all of one version?",
                letter.from
            );
            continue;
        };
        if let Ok(bytes) = postcard::to_stdvec(&answer) {
            let Letter { from, to, lane, .. } = letter;
            let _ = out[from].send(Letter { from: to, to: from, lane, bytes: bytes.into() });
        }
    }
}

/// Searches until the leader wants something else, which is returned, or its own limit is reached.
fn search(
    circle: &mut Circle,
    tree: &mut GameTree,
    errand: &Errand,
    knowledge: &Knowledge,
    threads: usize,
) -> Option<Message> {
    let stopped = AtomicBool::new(false);
    let stop = || stopped.load(Relaxed);
    let (number, rank) = (circle.number(), circle.post.rank());
    let mut others = Others { circle, stopped: &stopped, order: None };
    let limits = Limits { playouts: errand.playouts, ..Limits::default() };
    let means = Means { knowledge, limits, threads, rank };
    let mut watch = Watch { stop: Some(&stop), partners: Some(&mut others), ..Watch::default() };
    at_once(tree.search(errand, &means, &mut watch));
    let order = others.order;
    if order.is_none() {
        circle.say(&Message::Done { number });
    }
    order
}

/// The others, as a follower sees them while it searches.
struct Others<'a> {
    circle: &'a mut Circle,
    stopped: &'a AtomicBool,
    /// What the leader wants instead.
    order: Option<Message>,
}

impl Partners for Others<'_> {
    fn meet(&mut self, top: &Top<'_>) {
        let Others { circle, stopped, order } = self;
        circle.meet(top, |message| {
            stopped.store(true, Relaxed);
            *order = Some(message);
        });
    }
}
