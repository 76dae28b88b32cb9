//! A worker on a thread that takes the queries too, as in a page.

use super::Server;
use super::study::Student;
use crate::pause::Pauses;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Waker};
use web_time::Duration;

/// Answers the positions of a server a slice of time at a time. Between the slices the server can take more: a query, or the
/// end of one that is being searched.
pub struct Shift {
    server: Arc<Server>,
    work: Pin<Box<dyn Future<Output = ()>>>,
}

impl fmt::Debug for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shift").field("server", &self.server).finish_non_exhaustive()
    }
}

impl Shift {
    /// The only worker of a server.
    pub fn new(server: Arc<Server>, slice: Duration) -> Shift {
        Shift { work: Box::pin(work(Arc::clone(&server), Pauses::new(slice))), server }
    }

    /// Works for a slice, or until nothing is left to do; is there more to do?
    pub fn go_on(&mut self) -> bool {
        // It never ends.
        let _ = self.work.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        !self.server.queue.is_idle()
    }
}

async fn work(server: Arc<Server>, pauses: Pauses) {
    let mut student = Student::new(&server.config);
    loop {
        while let Some(assignment) = server.queue.next() {
            server.answer(&mut student, &assignment, Some(&pauses)).await;
        }
        pauses.pause().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Config;
    use parking_lot::Mutex;
    use serde_json::{Value, json};

    type Answers = Arc<Mutex<Vec<Value>>>;

    fn shift() -> (Arc<Server>, Shift, Answers) {
        let answers = Answers::default();
        let heard = Arc::clone(&answers);
        let sink = move |line: String| heard.lock().push(serde_json::from_str(&line).unwrap());
        let server = Arc::new(Server::new(Config { memory: 64 << 20, ..Config::default() }, sink));
        (Arc::clone(&server), Shift::new(server, Duration::from_millis(2)), answers)
    }

    fn query(more: &Value) -> Vec<u8> {
        let mut query = json!({"id": "q", "moves": [["B", "E5"], ["W", "A1"]], "rules": "chinese", "komi": 7.5,
            "boardXSize": 9, "boardYSize": 9});
        query.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        query.to_string().into_bytes()
    }

    /// The slices until nothing is left to do.
    fn slices(shift: &mut Shift) -> usize {
        let mut slices = 1;
        while shift.go_on() {
            slices += 1;
        }
        slices
    }

    #[test]
    fn slices_change_no_answer() {
        let questions = [
            json!({"maxVisits": 300}),
            json!({"action": "genmove", "level": 12}),
            json!({"action": "review", "maxVisits": 50}),
            json!({"action": "solve", "target": "E5", "maxOrder": 5, "maxNodes": 30_000}),
        ];
        for question in questions {
            let (server, mut shift, in_slices) = shift();
            server.take(&query(&question));
            assert!(slices(&mut shift) > 1, "{question}");
            let (server, _, at_once) = self::shift();
            server.take(&query(&question));
            server.work_off();
            assert_eq!(*in_slices.lock(), *at_once.lock(), "{question}");
        }
    }

    #[test]
    fn what_is_being_done_is_ended_between_two_slices() {
        for question in [
            json!({"maxVisits": 1_000_000_000}),
            json!({"action": "genmove", "maxVisits": 1_000_000_000}),
            json!({"action": "review", "maxVisits": 2_000}),
            json!({"action": "solve", "target": "E5", "maxOrder": 5, "maxNodes": 10_000_000}),
        ] {
            let (server, mut shift, answers) = shift();
            server.take(&query(&question));
            assert!(shift.go_on() && shift.go_on(), "{question}");
            server.take(br#"{"id": "t", "action": "terminate", "terminateId": "q"}"#);
            slices(&mut shift);
            let answers = answers.lock();
            assert_eq!(answers.iter().filter(|answer| answer["id"] == "q").count(), 1, "{question}");
            assert_eq!(answers.last().unwrap()["isDuringSearch"], false);
        }
    }
}
