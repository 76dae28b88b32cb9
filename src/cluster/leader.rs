//! The process that plays the game, and has the others search with it.

use super::circle::Circle;
use super::message::Message;
use super::post::Post;
use super::seats::Seats;
use crate::engine::{Crew, Errand, Share};
use crate::search::{Evaluators, Partners, Top};
use std::sync::Arc;

/// The others, as the engine sees them that plays the game.
#[derive(Debug)]
pub struct Leader {
    circle: Circle,
    seats: Arc<Seats>,
    /// Do the others evaluate positions for the search?
    they_evaluate: bool,
    /// Playouts of the search.
    playouts: u64,
}

impl Leader {
    /// Leads all others that the post reaches, each of which has so many threads.
    pub fn new(post: Post, threads: usize) -> Leader {
        let seats = Arc::new(Seats::new(post.rank(), post.evaluations(), threads));
        Leader { circle: Circle::new(post), seats, they_evaluate: false, playouts: 0 }
    }
}

impl Partners for Leader {
    fn meet(&mut self, top: &Top<'_>) {
        if self.they_evaluate {
            self.playouts = top.playouts();
        } else {
            self.circle.meet(top, |_| ());
        }
    }
}

impl Crew for Leader {
    fn begin(&mut self, errand: &Errand) {
        self.they_evaluate = errand.wants_evaluators();
        if self.they_evaluate {
            return self.seats.begin();
        }
        let circle = &mut self.circle;
        while let Some((from, message)) = circle.post.receive() {
            circle.hear(from, message, None);
        }
        let (number, members) = (circle.number().wrapping_add(1), circle.present());
        circle.begin(number, &members);
        circle.say(&Message::Search { number, errand: Box::new(errand.clone()), members });
    }

    fn evaluators(&self) -> Option<Arc<dyn Evaluators + Send>> {
        self.they_evaluate.then(|| Arc::clone(&self.seats) as Arc<dyn Evaluators + Send>)
    }

    fn end(&mut self) {
        if !self.they_evaluate {
            self.circle.say(&Message::Stop);
            self.circle.call_back();
        }
    }

    fn shares(&self) -> Vec<Share> {
        if self.they_evaluate { self.seats.shares(self.playouts) } else { self.circle.shares() }
    }
}

impl Drop for Leader {
    fn drop(&mut self) {
        let post = &self.circle.post;
        post.send(1..post.size(), &Message::End);
    }
}
