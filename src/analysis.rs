//! KataGo's analysis protocol: one JSON query a line in, answers in any order out.
//!
//! What the protocol lacks, a move at a level, a review, a proof, are actions of our own: see `docs/analysis.md`.
//!
//! A [`Server`] takes lines of text and gives its answers to whoever made it; standard input and output are one
//! door to it ([`run`]), others can be had without a change here. Where there is one thread for all, a [`Shift`] works
//! for it.
//!
//! Source: the document `Analysis_Engine.md` of KataGo and the behavior of its version 1.17.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod action;
mod answer;
mod beat;
mod fields;
mod query;
mod queue;
mod refusal;
mod rules;
mod service;
mod settings;
mod shift;
mod study;

use crate::engine::{Config, SkillLevel};
use crate::line::{Line, read_line};
use crate::pause::{Pauses, at_once};
use crossbeam::channel::{self, Receiver};
use query::{Defaults, Query};
use queue::{Assignment, Queue};
use refusal::Refusal;
use serde_json::{Map, Value, json};
use service::Service;
pub use shift::Shift;
use std::fmt::{self, Display};
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use study::Student;
use web_time::Duration;

/// Answers queries about positions. Any number of threads may feed it and work for it.
pub struct Server {
    config: Config,
    queue: Queue,
    /// How long a position is searched at most.
    longest: Option<Duration>,
    sink: Box<dyn Fn(String) + Send + Sync>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("queue", &self.queue).finish_non_exhaustive()
    }
}

impl Server {
    /// A server whose workers are together what the configuration describes: threads and memory are for all of
    /// them, limits for each position. Each answer, a line without its break, goes to `sink`.
    pub fn new(config: Config, sink: impl Fn(String) + Send + Sync + 'static) -> Server {
        Server { queue: Queue::new(config.threads), config, longest: None, sink: Box::new(sink) }
    }

    /// The same, with searches that end after so long, whatever a query says. Those of a level, which have few playouts, are left
    /// as they are.
    #[must_use]
    pub fn with_longest(self, longest: Duration) -> Server {
        Server { longest: Some(longest), ..self }
    }

    /// How many positions wait for a worker.
    pub fn waiting(&self) -> usize {
        self.queue.waiting()
    }

    /// Takes a line: what can be answered at once is, and positions wait for a worker.
    pub fn take(&self, line: &[u8]) {
        let line = line.trim_ascii();
        if line.is_empty() {
            return;
        }
        let object = match serde_json::from_slice(line) {
            Ok(Value::Object(object)) => object,
            Ok(_) => return self.complain("the line is no JSON object"),
            Err(error) => return self.complain(&format!("the line is no JSON: {error}")),
        };
        let Some(id) = object.get("id").and_then(Value::as_str).map(str::to_owned) else {
            return self.complain("the query has no string 'id'");
        };
        let done = match object.get("action").and_then(Value::as_str) {
            Some(action) if !Service::ACTIONS.contains(&action) => self.act(&object, action),
            _ => self.enqueue(&id, &object),
        };
        if let Err(refusal) = done {
            self.say(refusal.as_error(&id));
        }
    }

    /// Answers positions until the end of the queries: the life of a worker. There should be as many as threads.
    pub fn work(&self) {
        let mut student = Student::new(&self.config);
        while let Some(assignment) = self.queue.wait() {
            at_once(self.answer(&mut student, &assignment, None));
        }
    }

    /// Answers the positions that wait now.
    pub fn work_off(&self) {
        let mut student = Student::new(&self.config);
        while let Some(assignment) = self.queue.next_above(None) {
            at_once(self.answer(&mut student, &assignment, None));
        }
    }

    async fn answer(&self, student: &mut Student, assignment: &Assignment, pauses: Option<&Pauses>) {
        student.study(assignment, &|answer| self.say(answer), pauses).await;
        self.queue.finish(assignment);
    }

    /// No more queries come: workers end when all is answered.
    pub fn end(&self) {
        self.queue.close();
    }

    /// Nobody wants the answers any more: what waits is dropped, and what runs ends.
    pub fn abandon(&self) {
        self.queue.terminate(|_| true);
        self.queue.close();
    }

    fn enqueue(&self, id: &str, object: &Map<String, Value>) -> Result<(), Refusal> {
        let Config { limits, ref params, .. } = self.config;
        let defaults = Defaults { limits, level: SkillLevel::new(params.engine.level) };
        let (mut query, warnings) = Query::parse(id, object, defaults)?;
        query.limits.time = query.limits.time.into_iter().chain(self.longest).min();
        for warning in warnings {
            self.say(warning.as_warning(id));
        }
        self.queue.add(&Arc::new(query));
        Ok(())
    }

    fn complain(&self, error: &str) {
        self.say(json!({ "error": error }));
    }

    fn say(&self, answer: impl Display) {
        (self.sink)(answer.to_string());
    }
}

/// Answers the queries of `input` on `output` until the end of the input, and then what is left of them.
///
/// Each of the configuration's threads works on a position of its own. Answers are written by a thread of their own,
/// so that whoever first writes all queries and then reads is served too.
///
/// # Errors
/// The input cannot be read or the output cannot be written; a reader who has gone away is no error.
pub fn run(config: Config, input: impl Read, output: impl Write + Send) -> io::Result<()> {
    let threads = config.threads;
    let (sender, answers) = channel::unbounded();
    let last = sender.clone();
    let server = Server::new(config, move |answer| _ = sender.send(Some(answer)));
    let is_read = AtomicBool::new(true);
    thread::scope(|scope| {
        let write = || {
            let written = write_all(&answers, output);
            if written.is_err() {
                is_read.store(false, Relaxed);
                server.abandon();
            }
            written
        };
        let writer = thread::Builder::new().spawn_scoped(scope, write)?;
        let hire = |_| thread::Builder::new().spawn_scoped(scope, || server.work());
        let workers: Vec<_> = (0..threads).map_while(|number| hire(number).ok()).collect();
        if workers.len() < threads {
            log::warn!("{} threads instead of the {threads} wanted", workers.len());
        }
        let read = read_all(&server, input, &is_read, workers.is_empty());
        server.end();
        // Both return what they return: a panic of theirs is one of the scope.
        workers.into_iter().for_each(|worker| _ = worker.join());
        let _ = last.send(None);
        let written = writer.join().unwrap_or(Ok(()));
        read?;
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    })
}

/// Writes answers, one a line, until `None` ends them.
fn write_all(answers: &Receiver<Option<String>>, mut output: impl Write) -> io::Result<()> {
    for answer in answers.iter().map_while(|answer| answer) {
        output.write_all((answer + "\n").as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// Feeds the server until the end of the input or until nobody reads its answers. `alone`, it works too.
fn read_all(server: &Server, input: impl Read, is_read: &AtomicBool, alone: bool) -> io::Result<()> {
    let mut input = BufReader::new(input);
    while let Some(line) = read_line(&mut input)? {
        match line {
            Line::Text(bytes) => server.take(&bytes),
            Line::TooLong => server.complain("the line is too long"),
        }
        if alone {
            server.work_off();
        }
        if !is_read.load(Relaxed) {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use web_time::Instant;

    #[test]
    fn no_search_is_longer_than_the_longest() {
        const BRIEF: Duration = Duration::from_millis(50);
        const HOUR: Duration = Duration::from_secs(3600);
        for (longest, more) in [
            (BRIEF, json!({})),
            (BRIEF, json!({"overrideSettings": {"maxTime": 3600}})),
            (BRIEF, json!({"action": "genmove"})),
            (BRIEF, json!({"action": "review"})),
            (HOUR, json!({"overrideSettings": {"maxTime": 0.05}})),
        ] {
            let mut query = json!({"id": "q", "moves": [["B", "E5"]], "rules": "chinese", "boardXSize": 9,
                "boardYSize": 9, "maxVisits": 1u64 << 50});
            query.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let (sender, answers) = channel::unbounded();
            let config = Config { memory: 64 << 20, ..Config::default() };
            let server =
                Server::new(config, move |answer| sender.send(answer).unwrap()).with_longest(longest);
            server.take(query.to_string().as_bytes());
            let mut shift = Shift::new(Arc::new(server), BRIEF);
            let begun = Instant::now();
            while shift.go_on() {
                assert!(begun.elapsed() < Duration::from_secs(60), "{query}");
            }
            let answer: Value = serde_json::from_str(&answers.recv().unwrap()).unwrap();
            assert!(answer["isDuringSearch"] == false && answer["noResults"].is_null(), "{answer}");
            assert!(begun.elapsed() >= BRIEF / 2, "it was searched at all: {answer}");
        }
    }
}
