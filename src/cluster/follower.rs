//! A process that searches for the leader.

use super::circle::Circle;
use super::message::Message;
use super::post::Post;
use crate::engine::{Errand, GameTree, Means};
use crate::knowledge::Knowledge;
use crate::pause::at_once;
use crate::search::{Limits, Partners, Top, Watch};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Searches for the leader, with so many threads and bytes for the tree, until the leader says that it is over or is gone.
pub fn follow(post: Post, knowledge: &Knowledge, threads: usize, memory: usize) {
    /// Nothing depends on it: what arrives ends the wait.
    const WAIT: Duration = Duration::from_secs(60);
    let mut tree = GameTree::new(memory);
    let mut circle = Circle::new(post);
    let mut order = None;
    loop {
        match order.take() {
            Some(Message::Search { number, errand, members }) => {
                circle.begin(number, &members);
                order = search(&mut circle, &mut tree, &errand, knowledge, threads);
            }
            Some(Message::End) => return,
            _ => match circle.post.wait(WAIT) {
                Ok(Some((from, message))) => order = circle.hear(from, message, None),
                Ok(None) => {}
                Err(_) => return,
            },
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
