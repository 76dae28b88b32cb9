//! The process that plays the game, and has the others search with it.

use super::circle::Circle;
use super::message::Message;
use super::post::Post;
use crate::engine::{Crew, Errand, Share};
use crate::search::{Partners, Top};

/// The others, as the engine sees them that plays the game.
#[derive(Debug)]
pub struct Leader(Circle);

impl Leader {
    /// Leads all others that the post reaches.
    pub fn new(post: Post) -> Leader {
        Leader(Circle::new(post))
    }
}

impl Partners for Leader {
    fn meet(&mut self, top: &Top<'_>) {
        self.0.meet(top, |_| ());
    }
}

impl Crew for Leader {
    fn begin(&mut self, errand: &Errand) {
        while let Some((from, message)) = self.0.post.receive() {
            self.0.hear(from, message, None);
        }
        let (number, members) = (self.0.number().wrapping_add(1), self.0.present());
        self.0.begin(number, &members);
        self.0.say(&Message::Search { number, errand: Box::new(errand.clone()), members });
    }

    fn end(&mut self) {
        self.0.say(&Message::Stop);
    }

    fn shares(&self) -> Vec<Share> {
        self.0.shares()
    }
}

impl Drop for Leader {
    fn drop(&mut self) {
        self.0.post.send(1..self.0.post.size(), &Message::End);
    }
}
