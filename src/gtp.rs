//! The Go Text Protocol: one command a line in, one answer out.
//!
//! Source: Farnebäck: Specification of the Go Text Protocol, version 2, draft 2, 2002; what today's
//! controllers send beyond it is noted where it matters.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod arguments;
mod command;
mod debug;
mod error;
mod facts;
mod line;
mod setup;
mod solve;
mod standard;

pub use error::CommandError;

use crate::engine::Engine;
use crate::solver::Solver;
use arguments::Arguments;
use command::Request;
use crossbeam::channel;
use line::{Line, read_line};
use std::io::{self, BufReader, Read, Write};

/// What a command answers.
type Reply = Result<String, CommandError>;

/// What carries a command out.
type Handler = fn(&mut Session, &mut Arguments<'_>) -> Reply;

/// A conversation with one controller.
#[derive(Debug)]
pub struct Session {
    engine: Engine,
    /// Made by the first question to it.
    solver: Option<Solver>,
    over: bool,
}

impl Session {
    /// A conversation about that engine's game.
    pub fn new(engine: Engine) -> Session {
        Session { engine, solver: None, over: false }
    }

    /// The engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Has the controller said `quit`?
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The complete answer to a line, with the blank line that ends it; `None` to a line without a
    /// command.
    pub fn answer(&mut self, line: &[u8]) -> Option<String> {
        let request = Request::parse(line)?;
        let reply = match request.name {
            Some(name) => self.execute(&name, &request.arguments),
            None => Err(CommandError::Syntax("a command name is missing".to_owned())),
        };
        let id = request.id.map_or(String::new(), |id| id.to_string());
        Some(match reply {
            Ok(text) => format!("={id} {}\n\n", one_paragraph(&text)),
            Err(error) => format!("?{id} {}\n\n", one_paragraph(&error.to_string())),
        })
    }

    fn execute(&mut self, name: &str, words: &[String]) -> Reply {
        let handler = find(name).ok_or(CommandError::UnknownCommand)?;
        handler(self, &mut Arguments::new(words, self.engine.game().board().size()))
    }
}

/// All commands, in the order of `list_commands`.
fn commands() -> impl Iterator<Item = &'static (&'static str, Handler)> {
    [standard::COMMANDS, setup::COMMANDS, debug::COMMANDS, facts::COMMANDS, solve::COMMANDS]
        .into_iter()
        .flatten()
}

fn find(name: &str) -> Option<Handler> {
    commands().find(|(known, _)| *known == name).map(|&(_, handler)| handler)
}

/// An empty line would end the answer: none may stand in it, nor a line break at its end. The first line
/// may be blank, since it follows the `=`.
fn one_paragraph(text: &str) -> String {
    let mut lines = text.split('\n').map(str::trim_end);
    let first = lines.next().unwrap_or_default().to_owned();
    lines.filter(|line| !line.is_empty()).fold(first, |text, line| text + "\n" + line)
}

/// Answers every line of `input` on `output` until `quit` or the end of the input.
///
/// Lines are read by a thread of their own, so that input is never held up by a search.
///
/// # Errors
/// The output cannot be written; a controller that has gone away is no error.
pub fn run(engine: Engine, input: impl Read + Send + 'static, mut output: impl Write) -> io::Result<()> {
    /// Lines that may wait before reading pauses.
    const WAITING_LINES: usize = 1024;
    let (sender, lines) = channel::bounded(WAITING_LINES);
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Ok(Some(line)) = read_line(&mut input) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let mut session = Session::new(engine);
    for line in lines {
        let answer = match line {
            Line::Text(bytes) => session.answer(&bytes),
            Line::TooLong => Some(format!("? {}\n\n", CommandError::LineTooLong)),
        };
        if let Some(answer) = answer {
            match output.write_all(answer.as_bytes()).and_then(|()| output.flush()) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                other => other?,
            }
        }
        if session.is_over() {
            break;
        }
    }
    Ok(())
}
