//! What processes say to each other.

use crate::engine::{Errand, Traffic};
use crate::search::News;
use serde::{Deserialize, Serialize};

/// What processes say to each other. The leader gives each search a number.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// From the leader: search for this, together with those that are named.
    Search { number: u32, errand: Box<Errand>, members: Vec<bool> },
    /// To all: what is new in the sender's tree, and all that it has said in this search before.
    News { number: u32, news: News, told: Traffic },
    /// To all: the sender has ended its search.
    Done { number: u32 },
    /// From the leader: end the search.
    Stop,
    /// From the leader: there will be no more searches.
    End,
}

impl Message {
    /// The length of a message with such news, in bytes.
    pub(super) fn length_of(news: &News) -> u64 {
        let message = Message::News { number: 0, news: news.clone(), told: Traffic::default() };
        postcard::to_stdvec(&message).map_or(0, |bytes| bytes.len() as u64)
    }
}
