//! The Go Text Protocol: one command a line in, one answer out.
//!
//! Source: Farnebäck: Specification of the Go Text Protocol, version 2, draft 2, 2002; what today's
//! controllers send beyond it is noted where it matters.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod analyze;
mod arguments;
mod command;
mod debug;
mod error;
mod facts;
mod gogui;
mod inbox;
mod records;
mod request;
mod rules;
mod score;
mod servers;
mod settings;
mod setup;
mod solve;
mod standard;
mod stream;
mod time;
mod tools;

pub use command::command_table;
pub use error::CommandError;

use crate::engine::Engine;
use crate::line::Line;
use crate::search::Watch;
use crate::solver::{LifeSolver, Solver};
use arguments::Arguments;
use command::{Action, Command, Reply, commands};
use inbox::{Leash, Numbered, Signals, read_lines};
use request::Request;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Duration;
use stream::Stream;

/// A conversation with one controller.
#[derive(Debug)]
pub struct Session {
    engine: Engine,
    /// Does it answer `kgs-chat`?
    chat: bool,
    signals: Arc<Signals>,
    leash: Leash,
    /// Has the last command left the engine waiting for the opponent?
    awaits_opponent: bool,
    /// Made by the first question to it.
    solver: Option<Solver>,
    life_solver: Option<LifeSolver>,
    over: bool,
}

impl Session {
    /// A conversation about that engine's game whose lines are all known: what runs until the controller
    /// ends it ends at once.
    pub fn new(engine: Engine) -> Session {
        Session::with_signals(engine, Arc::new(Signals::ended()))
    }

    fn with_signals(engine: Engine, signals: Arc<Signals>) -> Session {
        let leash = Leash::new(&signals, 0);
        Session {
            engine,
            solver: None,
            life_solver: None,
            chat: false,
            signals,
            leash,
            awaits_opponent: false,
            over: false,
        }
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
        let mut answer = Vec::new();
        // Writing to memory cannot fail.
        let _ = self.respond(line, &mut answer);
        self.tidy();
        (!answer.is_empty()).then(|| String::from_utf8_lossy(&answer).into_owned())
    }

    /// Writes the answer to a line.
    fn respond(&mut self, line: &[u8], output: &mut dyn Write) -> io::Result<()> {
        let Some(request) = Request::parse(line) else { return Ok(()) };
        let id = request.id.unwrap_or_default();
        self.awaits_opponent = false;
        let reply = match request.name.as_deref().map(|name| (name, self.find(name))) {
            None => Err(CommandError::Syntax("a command name is missing".to_owned())),
            Some((_, None)) => Err(CommandError::UnknownCommand),
            Some((_, Some(command))) => {
                let mut arguments = Arguments::new(&request.arguments, self.engine.game().board().size());
                match command.action {
                    Action::Answer(handler) => handler(self, &mut arguments),
                    Action::Stream(handler) => {
                        let mut stream = Stream::new(output, id);
                        let done = handler(self, &mut arguments, &mut stream);
                        return stream.end(done);
                    }
                }
            }
        };
        let answer = match reply {
            Ok(text) => format!("={id} {}\n\n", one_paragraph(&text)),
            Err(error) => format!("?{id} {}\n\n", one_paragraph(&error.to_string())),
        };
        output.write_all(answer.as_bytes())?;
        output.flush()
    }

    /// What waits until a move has been told.
    fn tidy(&mut self) {
        if self.awaits_opponent {
            self.engine.drop_useless();
        }
    }

    fn find(&self, name: &str) -> Option<&'static Command> {
        commands(self.chat).find(|command| command.name == name)
    }

    /// Thinks on the opponent's time until a line comes.
    fn ponder(&mut self) {
        let stop = || self.leash.ends_pondering();
        self.engine.ponder(&mut Watch { stop: Some(&stop), ..Watch::default() });
    }
}

/// An empty line would end the answer: none may stand in it, nor a line break at its end. The first line
/// may be blank, since it follows the `=`.
fn one_paragraph(text: &str) -> String {
    let mut lines = text.split('\n').map(str::trim_end);
    let first = lines.next().unwrap_or_default().to_owned();
    lines.filter(|line| !line.is_empty()).fold(first, |text, line| text + "\n" + line)
}

/// What a conversation is started with beside the engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SessionOptions {
    /// Answer `kgs-chat`? Some versions of kgsGtp cannot bear it.
    pub chat: bool,
}

/// A conversation that can be ended from outside, by a signal to the process.
#[derive(Clone, Debug, Default)]
pub struct Ending(Arc<Signals>);

impl Ending {
    /// How long the conversation may still take when it has been ended, before the process is.
    pub const GRACE: Duration = Duration::from_millis(300);

    /// Ends the conversation: what runs stops, what waits is not begun.
    pub fn end(&self) {
        self.0.terminate();
    }
}

/// Answers every line of `input` on `output` until `quit`, the end of the input or the `ending`.
///
/// Lines are read by a thread of their own, so that input is never held up by a search, unless none can be had.
///
/// # Errors
/// The output cannot be written; a controller that has gone away is no error.
pub fn run(
    engine: Engine,
    options: SessionOptions,
    ending: &Ending,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let signals = Arc::clone(&ending.0);
    let lines = read_lines(input, &signals);
    let mut session = Session { chat: options.chat, ..Session::with_signals(engine, signals) };
    for Numbered { number, line } in lines {
        session.leash = Leash::new(&session.signals, number);
        let written = match line {
            Line::Text(bytes) => session.respond(&bytes, &mut output),
            Line::TooLong => {
                let answer = format!("? {}\n\n", CommandError::LineTooLong);
                output.write_all(answer.as_bytes()).and_then(|()| output.flush())
            }
        };
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            other => other?,
        }
        if session.is_over() || session.signals.is_terminated() {
            break;
        }
        session.tidy();
        if session.awaits_opponent && session.engine.params().engine.ponder {
            session.ponder();
        }
    }
    Ok(())
}
