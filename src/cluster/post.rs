//! How messages get from one process to another: sent and forgotten, and received when somebody asks.

use super::message::Message;
use crossbeam::channel::{self, Receiver, Sender};
use std::sync::Arc;
use std::time::Duration;

/// A message on its way.
#[derive(Debug)]
pub(super) struct Letter {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) lane: Lane,
    pub(super) bytes: Arc<[u8]>,
}

/// What a message is about. Each kind arrives by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// The search: a [`Message`].
    Search,
    /// A position to evaluate, or what was thought of it.
    Evaluations,
}

/// The way of one kind of messages.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// To the others, by the rank of who gets it.
    pub(super) out: Vec<Sender<Letter>>,
    /// What arrives.
    pub(super) incoming: Receiver<Letter>,
}

/// A process's ways to the others.
#[derive(Debug)]
pub struct Post {
    rank: usize,
    search: Way,
    evaluations: Way,
}

impl Post {
    /// That of the process with this rank: the way of what is said of searches, and that of positions that are evaluated.
    pub(super) fn new(rank: usize, search: Way, evaluations: Way) -> Post {
        Post { rank, search, evaluations }
    }

    /// The way of positions that are evaluated.
    pub(super) fn evaluations(&self) -> Way {
        self.evaluations.clone()
    }

    /// The ways of so many members of one process, for tests.
    pub fn in_process(members: usize) -> Vec<Post> {
        let ways = || (0..members).map(|_| channel::unbounded()).unzip::<_, _, Vec<_>, Vec<_>>();
        let ((out, incoming), (evaluations_out, evaluations)) = (ways(), ways());
        let arrivals = incoming.into_iter().zip(evaluations).enumerate();
        arrivals
            .map(|(rank, (incoming, evaluations))| {
                let search = Way { out: out.clone(), incoming };
                Post::new(rank, search, Way { out: evaluations_out.clone(), incoming: evaluations })
            })
            .collect()
    }

    /// The number of this process.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// How many processes there are.
    pub fn size(&self) -> usize {
        self.search.out.len()
    }

    /// Sends a message to others, and returns its length in bytes. Nothing is waited for, and who is gone gets nothing.
    pub(super) fn send(&self, to: impl Iterator<Item = usize>, message: &Message) -> usize {
        let Ok(bytes) = postcard::to_stdvec(message) else { return 0 };
        let bytes: Arc<[u8]> = bytes.into();
        for to in to {
            let _ = self.search.out[to].send(Letter {
                from: self.rank,
                to,
                lane: Lane::Search,
                bytes: Arc::clone(&bytes),
            });
        }
        bytes.len()
    }

    /// A message that has arrived, and who sent it.
    pub(super) fn receive(&self) -> Option<(usize, Message)> {
        self.search.incoming.try_recv().ok().and_then(|letter| self.read(letter))
    }

    /// The next message, if one arrives in that time. `Err` if there will be none any more.
    pub(super) fn wait(&self, time: Duration) -> Result<Option<(usize, Message)>, Closed> {
        match self.search.incoming.recv_timeout(time) {
            Ok(letter) => Ok(self.read(letter)),
            Err(channel::RecvTimeoutError::Timeout) => Ok(None),
            Err(channel::RecvTimeoutError::Disconnected) => Err(Closed),
        }
    }

    fn read(&self, Letter { from, to, bytes, .. }: Letter) -> Option<(usize, Message)> {
        debug_assert_eq!(to, self.rank);
        match postcard::from_bytes(&bytes) {
            Ok(message) => Some((from, message)),
            Err(error) => {
                log::warn!(
                    "process {from} says what this one does not understand ({error}): are all of one version?"
                );
                None
            }
        }
    }
}

/// Nothing will be received any more.
pub(super) struct Closed;
