//! Those that search together: who is there, what they have told, when to tell them.

use super::message::Message;
use super::post::Post;
use super::silence::{SILENCE, tell_of_return, warn_of_silence};
use crate::engine::Share;
use crate::search::Top;
use std::time::{Duration, Instant};

/// Those that search together, as one of them sees it.
#[derive(Debug)]
pub(super) struct Circle {
    pub(super) post: Post,
    /// The number of the search.
    number: u32,
    members: Vec<Member>,
    told: Instant,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    share: Share,
    /// When it was last heard.
    heard: Instant,
    /// Is nothing more to be heard of it in this search?
    done: bool,
}

impl Circle {
    pub(super) fn new(post: Post) -> Circle {
        let mut circle = Circle { members: Vec::new(), number: 0, told: Instant::now(), post };
        circle.begin(0, &vec![true; circle.post.size()]);
        circle
    }

    /// A search with that number begins, by those that are named.
    pub(super) fn begin(&mut self, number: u32, members: &[bool]) {
        let now = Instant::now();
        // Of whom nothing is said does not take part: there are as many members as processes, whatever has arrived.
        let member = |rank| {
            let left_out = members.get(rank) != Some(&true);
            Member { share: Share { left_out, ..Share::default() }, heard: now, done: false }
        };
        (self.number, self.told) = (number, now);
        self.members = (0..self.post.size()).map(member).collect();
    }

    /// The number of the search.
    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// Who takes part.
    pub(super) fn present(&self) -> Vec<bool> {
        self.members.iter().map(|member| !member.share.left_out).collect()
    }

    /// What each has done in the search.
    pub(super) fn shares(&self) -> Vec<Share> {
        self.members.iter().map(|member| member.share).collect()
    }

    /// Sends the others that take part a message.
    pub(super) fn say(&mut self, message: &Message) {
        let rank = self.post.rank();
        let others = |&to: &usize| to != rank && !self.members[to].share.left_out;
        let receivers: Vec<usize> = (0..self.members.len()).filter(others).collect();
        let bytes = self.post.send(receivers.iter().copied(), message);
        let told = &mut self.members[rank].share.told;
        told.messages += receivers.len() as u64;
        told.bytes += (receivers.len() * bytes) as u64;
    }

    /// Ends the search of those that were left out too: who goes on later would search on.
    pub(super) fn call_back(&self) {
        let left_out = (0..self.members.len()).filter(|&to| self.members[to].share.left_out);
        self.post.send(left_out, &Message::Stop);
    }

    /// Hears what the others have said, and tells them what is new if it is time. What only the leader says goes to `order`.
    pub(super) fn meet(&mut self, top: &Top<'_>, mut order: impl FnMut(Message)) {
        while let Some((from, message)) = self.post.receive() {
            if let Some(message) = self.hear(from, message, Some(top)) {
                order(message);
            }
        }
        let now = Instant::now();
        let rank = self.post.rank();
        self.members[rank].share.playouts = top.playouts();
        if now - self.told >= Duration::from_secs_f32(top.params().share_interval) {
            self.told = now;
            let (number, told) = (self.number, self.members[rank].share.told);
            self.say(&Message::News { number, news: top.news(), told });
            self.leave_out_the_silent(now);
        }
    }

    /// Notes who has spoken, and learns from news of this search. Hands back what is for followers.
    pub(super) fn hear(&mut self, from: usize, message: Message, top: Option<&Top<'_>>) -> Option<Message> {
        let member = &mut self.members[from];
        member.heard = Instant::now();
        if member.share.left_out {
            member.share.left_out = false;
            // Who has not been asked for this search has nothing to say in it.
            member.done = true;
            tell_of_return(from);
        }
        match message {
            Message::News { number, news, told } if number == self.number => {
                member.done = false;
                member.share.playouts += news.playouts;
                member.share.told = told;
                if let Some(top) = top {
                    top.learn(&news);
                }
            }
            Message::Done { number } if number == self.number => member.done = true,
            Message::News { .. } | Message::Done { .. } => {}
            order => return Some(order),
        }
        None
    }

    fn leave_out_the_silent(&mut self, now: Instant) {
        let own = self.post.rank();
        for (rank, member) in self.members.iter_mut().enumerate() {
            if rank == own || member.share.left_out || member.done || now - member.heard < SILENCE {
                continue;
            }
            member.share.left_out = true;
            // One voice is enough.
            if own == 0 {
                warn_of_silence(rank);
            }
        }
    }
}
