//! What processes say to each other.

use crate::engine::{Errand, Traffic};
use crate::search::News;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// What processes say to each other. The leader gives each search a number.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// From the leader: search for this, together with those that are named.
    Search {
        number: u32,
        #[serde(deserialize_with = "possible")]
        errand: Box<Errand>,
        members: Vec<bool>,
    },
    /// To all: what is new in the sender's tree, and all that it has said in this search before.
    News { number: u32, news: News, told: Traffic },
    /// To all: the sender has ended its search.
    Done { number: u32 },
    /// From the leader: end the search.
    Stop,
    /// From the leader: there will be no more searches.
    End,
}

/// An errand, unless there is no such game.
fn possible<'de, D: Deserializer<'de>>(bytes: D) -> Result<Box<Errand>, D::Error> {
    let errand = Box::<Errand>::deserialize(bytes)?;
    if errand.is_possible() {
        Ok(errand)
    } else {
        Err(D::Error::custom("there is no such game, or its params are out of range"))
    }
}

impl Message {
    /// The length of a message with such news, in bytes.
    pub(super) fn length_of(news: &News) -> u64 {
        let message = Message::News { number: 0, news: news.clone(), told: Traffic::default() };
        postcard::to_stdvec(&message).map_or(0, |bytes| bytes.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::engine::{Config, Crew, Engine, Share};
    use crate::search::{Limits, Partners, Top};
    use parking_lot::Mutex;
    use serde_json::{Value, json};
    use std::sync::Arc;

    /// A crew that keeps what it is asked.
    #[derive(Debug, Default)]
    struct Keeper(Option<Errand>);

    impl Partners for Keeper {
        fn meet(&mut self, _: &Top<'_>) {}
    }

    impl Crew for Keeper {
        fn begin(&mut self, errand: &Errand) {
            self.0 = Some(errand.clone());
        }

        fn end(&mut self) {}

        fn shares(&self) -> Vec<Share> {
            Vec::new()
        }
    }

    #[test]
    fn impossible_errands_are_refused() {
        let keeper = Arc::new(Mutex::new(Keeper::default()));
        let limits = Limits { playouts: Some(1), ..Limits::default() };
        let crew = Some(Arc::clone(&keeper) as Arc<Mutex<dyn Crew>>);
        Engine::new(Config { limits, memory: 1 << 20, crew, ..Config::default() }).genmove(Color::Black);
        let errand = Box::new(keeper.lock().0.take().unwrap());
        let told = serde_json::to_value(Message::Search { number: 1, errand, members: vec![] }).unwrap();
        let understood = |change: &dyn Fn(&mut Value)| {
            let mut told = told.clone();
            change(&mut told["Search"]["errand"]);
            serde_json::from_value::<Message>(told).is_ok()
        };
        assert!(understood(&|_| ()));
        let corner = 1 << 11;
        assert!(understood(&|errand| errand["position"]["stones"] = json!([corner, 0])));
        assert!(!understood(&|errand| errand["position"]["stones"] = json!([corner, corner])));
        assert!(!understood(&|errand| errand["position"]["stones"] = json!([1, 0])));
        assert!(!understood(&|errand| errand["key"]["size"] = json!(1)));
        assert!(!understood(&|errand| errand["last"] = json!([{ "Play": 20 }, null])));
        let interval = |seconds: f32| {
            understood(&|errand| errand["key"]["params"]["share"]["share_interval"] = json!(seconds))
        };
        assert!(interval(0.5) && !interval(-1.0));
        // White's points for a handicap beside the greatest komi.
        let komi = |points: f64| understood(&|errand| errand["key"]["komi"] = json!(points));
        assert!(komi(409.0) && !komi(1e39));
    }
}
