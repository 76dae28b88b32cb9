//! A worker who is alone: what is more urgent need not wait until it is done with something else.

use super::Server;
use super::queue::Assignment;
use super::study::Student;
use crate::engine::Config;
use crate::pause::Pauses;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use web_time::Duration;

/// Positions that are worked at: one, and one more urgent for which it was laid aside.
const MOST_AT_WORK: usize = 2;

/// Answers the positions of a server a slice of time at a time. Between the slices the server can take more: a query,
/// or the end of one that is being searched. Whoever plays need not wait until a review is done: what is less urgent
/// is laid aside. A limit of its time runs on meanwhile.
pub struct Shift {
    server: Arc<Server>,
    slice: Duration,
    /// The most urgent one last.
    begun: Vec<Begun>,
    /// Students who have nothing to do.
    resting: Vec<Student>,
}

struct Begun {
    assignment: Assignment,
    answering: Pin<Box<dyn Future<Output = Student>>>,
}

impl fmt::Debug for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shift").field("server", &self.server).finish_non_exhaustive()
    }
}

impl Shift {
    /// The only worker of a server.
    pub fn new(server: Arc<Server>, slice: Duration) -> Shift {
        Shift { server, slice, begun: Vec::new(), resting: Vec::new() }
    }

    /// Answers positions until the end of the queries, on a thread that others feed.
    pub fn work(&mut self) {
        while self.server.queue.wait_for_some() {
            while self.go_on() {}
        }
    }

    /// Works for a slice, or until a position is done; is there more to do?
    pub fn go_on(&mut self) -> bool {
        if self.begun.len() < MOST_AT_WORK
            && let Some(assignment) =
                self.server.queue.next_above(self.begun.last().map(|work| work.assignment.priority))
        {
            self.begin(assignment);
        }
        // What has been ended has little more to do than to say so.
        let ended = self.begun.iter().position(|work| work.assignment.is_ended());
        if let Some(at) = ended.or(self.begun.len().checked_sub(1))
            && let Some(work) = self.begun.get_mut(at)
            && let Poll::Ready(student) =
                work.answering.as_mut().poll(&mut Context::from_waker(Waker::noop()))
        {
            self.begun.remove(at);
            self.resting.push(student);
        }
        !self.server.queue.is_idle()
    }

    fn begin(&mut self, assignment: Assignment) {
        let (server, slice) = (Arc::clone(&self.server), self.slice);
        let mut student = self.resting.pop().unwrap_or_else(|| {
            let Config { memory, .. } = server.config;
            Student::new(&Config { memory: memory / MOST_AT_WORK, ..server.config.clone() })
        });
        let asked = assignment.clone();
        let answering = Box::pin(async move {
            server.answer(&mut student, &asked, Some(&Pauses::new(slice))).await;
            student
        });
        self.begun.push(Begun { assignment, answering });
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
    fn a_move_need_not_wait_for_a_review() {
        let review = json!({"action": "review", "maxVisits": 50, "priority": -1});
        let (server, mut shift, alone) = shift();
        server.take(&query(&review));
        slices(&mut shift);
        let (server, mut shift, answers) = self::shift();
        server.take(&query(&review));
        assert!(shift.go_on() && shift.go_on());
        for (id, priority) in [("move", 0), ("later", -1)] {
            server
                .take(&query(&json!({"id": id, "action": "genmove", "maxVisits": 50, "priority": priority})));
        }
        slices(&mut shift);
        let answers = answers.lock();
        let last = answers.iter().filter(|answer| answer["isDuringSearch"] == false);
        let order: Vec<_> = last.map(|answer| answer["id"].as_str().unwrap()).collect();
        assert_eq!(order, ["move", "q", "later"]);
        let reviews: Vec<_> = answers.iter().filter(|answer| answer["id"] == "q").cloned().collect();
        assert_eq!(reviews, *alone.lock(), "what is laid aside is taken up again where it was");
    }

    #[test]
    fn what_is_laid_aside_can_be_ended() {
        let (server, mut shift, answers) = shift();
        server.take(&query(&json!({"action": "review", "maxVisits": 2_000, "priority": -1})));
        assert!(shift.go_on() && shift.go_on());
        server.take(&query(&json!({"id": "endless", "maxVisits": 1_000_000_000})));
        assert!(shift.go_on());
        server.take(br#"{"id": "t", "action": "terminate", "terminateId": "q"}"#);
        assert!(shift.go_on(), "the more urgent one goes on");
        let last = answers.lock().last().unwrap().clone();
        assert_eq!((last["id"].as_str(), last["noResults"].as_bool()), (Some("q"), Some(true)));
        server.take(br#"{"id": "t", "action": "terminate_all"}"#);
        slices(&mut shift);
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
