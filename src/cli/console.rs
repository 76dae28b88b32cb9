//! Where the lines of a person come from: an editor in a terminal, or a pipe.

use crate::search::{Findings, Watch};
use anstream::adapter::strip_str;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, StdinLock, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// The person's side of a game.
pub(super) enum Console {
    Pipe(StdinLock<'static>),
    Terminal(Box<Terminal>),
}

impl Console {
    /// A terminal where there is one on both sides.
    pub(super) fn open() -> io::Result<Console> {
        let is_plain = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
        if is_plain || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Console::Pipe(io::stdin().lock()));
        }
        let editor = DefaultEditor::new().map_err(to_io)?;
        Ok(Console::Terminal(Box::new(Terminal { editor, typed: VecDeque::new(), is_left: false })))
    }

    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Console::Terminal(_))
    }

    /// The next line; `None` at the end of the input.
    pub(super) fn line(&mut self, prompt: &str, output: &mut impl Write) -> io::Result<Option<String>> {
        match self {
            Console::Pipe(input) => {
                write!(output, "{prompt}")?;
                output.flush()?;
                let line = read_line(input)?;
                if line.is_none() {
                    writeln!(output)?;
                }
                Ok(line)
            }
            Console::Terminal(terminal) => terminal.line(prompt, output),
        }
    }

    /// Lets the engine think; in a terminal shows how far it is and heeds what is typed.
    pub(super) fn watch<T>(&mut self, think: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        match self {
            // What has already arrived must not change what the engine plays.
            Console::Pipe(_) => think(&mut Watch::default()),
            Console::Terminal(terminal) => terminal.watch(think),
        }
    }

    /// Has the person left while the engine was thinking?
    pub(super) fn is_left(&self) -> bool {
        matches!(self, Console::Terminal(terminal) if terminal.is_left)
    }
}

/// Does the word end the program?
pub(super) fn is_farewell(word: &str) -> bool {
    ["quit", "exit", "q"].iter().any(|farewell| farewell.eq_ignore_ascii_case(word))
}

/// A terminal: an editor that reads while the engine waits. While it thinks, the terminal itself collects lines.
pub(super) struct Terminal {
    editor: DefaultEditor,
    /// Lines for later: pasted at once, or typed while the engine was thinking.
    typed: VecDeque<String>,
    is_left: bool,
}

impl Terminal {
    fn line(&mut self, prompt: &str, output: &mut impl Write) -> io::Result<Option<String>> {
        if self.is_left {
            return Ok(None);
        }
        let line = if let Some(line) = self.typed.pop_front() {
            writeln!(output, "{prompt}{line}")?;
            line
        } else {
            output.flush()?;
            match self.editor.readline(prompt) {
                Ok(text) => {
                    // What is pasted may be many lines.
                    self.typed.extend(text.lines().map(str::to_owned));
                    self.typed.pop_front().unwrap_or_default()
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(None),
                Err(error) => return Err(to_io(error)),
            }
        };
        // A line that cannot be kept is only not offered again.
        let _ = self.editor.add_history_entry(&line);
        Ok(Some(line))
    }

    fn watch<T>(&mut self, think: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        /// Between two looks at what is typed; soon enough for whoever waits.
        const KEYS_INTERVAL: Duration = Duration::from_millis(200);
        let width = self.editor.dimensions().map_or(80, |(columns, _)| usize::from(columns));
        let ended = AtomicBool::new(false);
        let mut banner = Banner::default();
        let mut report = |findings: &Findings| {
            while !self.is_left && is_line_ready() {
                let Ok(Some(line)) = read_line(&mut io::stdin().lock()) else {
                    self.is_left = true;
                    break;
                };
                // The terminal has shown the line and gone to the next one.
                banner.below += 1;
                // Without the editor arrow keys are escape sequences in the line.
                let line = strip_str(&line).to_string();
                match line.trim() {
                    "" => ended.store(true, Relaxed),
                    farewell if is_farewell(farewell) => self.is_left = true,
                    _ => self.typed.push_back(line),
                }
            }
            if self.is_left {
                ended.store(true, Relaxed);
            }
            banner.show(&progress(findings, width));
        };
        let stop = || ended.load(Relaxed);
        let done = think(&mut Watch { stop: Some(&stop), report: Some((KEYS_INTERVAL, &mut report)) });
        banner.take_away();
        done
    }
}

fn progress(findings: &Findings, width: usize) -> String {
    let best = findings.best();
    let rate = 100.0 * best.value.mean;
    let text = format!("Thinking: {} playouts, {} {rate:.0} %. Enter: move now.", findings.playouts, best.mv);
    // A line that is too long would become two.
    text.chars().take(width.saturating_sub(1)).collect()
}

/// A line that is updated in place, above the one where the person types.
#[derive(Default)]
struct Banner {
    /// Lines that the cursor is below it; 0 if it is not shown.
    below: usize,
}

impl Banner {
    fn show(&mut self, text: &str) {
        let below = self.below;
        if below == 0 {
            self.below = 1;
            self.write(&format!("{text}\n"));
        } else {
            // The cursor goes up, writes, and comes back to where it was.
            self.write(&format!("\x1b7\x1b[{below}A\r\x1b[2K{text}\x1b8"));
        }
    }

    /// Takes it away with all that has been typed below it.
    fn take_away(&self) {
        if self.below > 0 {
            self.write(&format!("\x1b[{}A\r\x1b[J", self.below));
        }
    }

    fn write(&self, text: &str) {
        let mut output = io::stdout();
        // If it cannot be shown, the game says so at its next line.
        let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    }
}

/// The next line without its end; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let bytes = input.read_until(b'\n', &mut line)?;
    Ok((bytes > 0).then(|| String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()))
}

/// Can a line be read from the terminal without waiting for it?
#[cfg(unix)]
fn is_line_ready() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let input = io::stdin();
    let no_time = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(&no_time)).is_ok_and(|ready| ready > 0)
}

/// Elsewhere lines wait until the engine has moved.
#[cfg(not(unix))]
fn is_line_ready() -> bool {
    false
}

fn to_io(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}
