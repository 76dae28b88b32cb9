//! Where the lines of a person come from: an editor in a terminal, or a pipe.

use super::play::Screen;
use crate::line::{Line, read_line};
use crate::search::{Findings, Listener, Watch};
use anstream::AutoStream;
use anstream::adapter::strip_str;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::collections::VecDeque;
use std::io::{self, BufRead, ErrorKind, IsTerminal, StdinLock, Stdout, Write};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The person's side of a game.
pub(super) enum Console {
    Pipe(StdinLock<'static>, AutoStream<Stdout>),
    Terminal(Box<Terminal>),
}

impl Console {
    /// A terminal where there is one on both sides.
    pub(super) fn open() -> io::Result<Console> {
        let is_plain = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
        if is_plain || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Console::Pipe(io::stdin().lock(), anstream::stdout()));
        }
        Ok(Console::Terminal(Box::new(Terminal::open()?)))
    }

    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Console::Terminal(_))
    }

    /// Says something in lines of its own; a terminal shows it with the next screen.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        match self {
            Console::Pipe(_, output) => writeln!(output, "{text}"),
            Console::Terminal(terminal) => {
                terminal.said.push_str(text);
                terminal.said.push('\n');
                Ok(())
            }
        }
    }

    /// The next line; `None` at the end of the input. On a terminal the screen stands above it.
    pub(super) fn line(&mut self, prompt: &str, screen: &Screen) -> io::Result<Option<String>> {
        match self {
            Console::Pipe(input, output) => loop {
                write!(output, "{prompt}")?;
                output.flush()?;
                match read_line(input)? {
                    Some(Line::Text(bytes)) => return Ok(Some(text(&bytes))),
                    Some(Line::TooLong) => writeln!(output, "That line is too long.")?,
                    None => {
                        writeln!(output)?;
                        return Ok(None);
                    }
                }
            },
            Console::Terminal(terminal) => terminal.line(prompt, screen),
        }
    }

    /// Lets the engine think; in a terminal shows how far it is and heeds what is typed.
    pub(super) fn watch<T>(&mut self, screen: &Screen, think: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        match self {
            // What has already arrived must not change what the engine plays.
            Console::Pipe(..) => think(&mut Watch::default()),
            Console::Terminal(terminal) => terminal.watch(screen, think),
        }
    }

    /// Lets a job of so many steps run, which calls what it is given after each of them and ends when that is false. A
    /// terminal shows how far it is, and Enter or whoever leaves ends it.
    pub(super) fn attend<T: Send>(
        &mut self,
        screen: &Screen,
        steps: usize,
        job: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send,
    ) -> T {
        match self {
            Console::Pipe(..) => job(&|| true),
            Console::Terminal(terminal) => terminal.attend(screen, steps, job),
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
    /// Where earlier lines are kept from one game to the next.
    history: Option<PathBuf>,
    /// Lines for later: pasted at once, or typed while the engine was thinking.
    typed: VecDeque<String>,
    /// What the next screen says.
    said: String,
    is_left: bool,
}

impl Terminal {
    fn open() -> io::Result<Terminal> {
        let mut editor = DefaultEditor::new().map_err(to_io)?;
        let history = history_file();
        if let Some(file) = &history {
            // There is none before the first game.
            let _ = editor.load_history(file);
        }
        let mut terminal =
            Terminal { editor, history, typed: VecDeque::new(), said: String::new(), is_left: false };
        // What stood on the screen before goes up instead of being overwritten.
        let (_, height) = terminal.size();
        write(&"\n".repeat(height))?;
        Ok(terminal)
    }

    /// Columns and lines.
    fn size(&mut self) -> (usize, usize) {
        /// No screen is taller; a terminal that does not know its height says more.
        const TALLEST: u16 = 1000;
        let (width, height) = self.editor.dimensions().unwrap_or((80, 24));
        (width.into(), if height > TALLEST { 24 } else { height.into() })
    }

    /// Shows the screen, from the upper left corner on, and leaves the cursor below it.
    fn draw(&mut self, screen: &Screen, thinking: &[String]) -> io::Result<()> {
        let size = self.size();
        let lines = screen.lines(size, &self.said, thinking);
        write(&format!("\x1b[H{}\x1b[J", rows(&lines)))
    }

    fn line(&mut self, prompt: &str, screen: &Screen) -> io::Result<Option<String>> {
        if self.is_left {
            return Ok(None);
        }
        let line = loop {
            self.draw(screen, &[])?;
            self.said.clear();
            if let Some(line) = self.typed.pop_front() {
                write(&format!("{prompt}{line}\n"))?;
                break line;
            }
            match self.editor.readline(prompt) {
                Ok(text) => {
                    // What is pasted may be many lines.
                    self.typed.extend(text.lines().map(str::to_owned));
                    break self.typed.pop_front().unwrap_or_default();
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(None),
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                    // The rest of a line must not be read as a line of its own.
                    drop_typed();
                    self.said.push_str("That cannot be read: it is no UTF-8.\n");
                }
                Err(error) => return Err(to_io(error)),
            }
        };
        // A line that cannot be kept is only not offered again.
        let _ = self.editor.add_history_entry(&line);
        if let Some(file) = &self.history {
            let _ = self.editor.append_history(file);
        }
        Ok(Some(line))
    }

    fn watch<T>(&mut self, screen: &Screen, think: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        let ended = AtomicBool::new(false);
        let mut drawn = self.size();
        // If it cannot be shown, the game says so at its next line.
        let _ = self.draw(screen, &["Thinking".to_owned(), String::new()]);
        let mut report = |findings: &Findings| {
            if self.is_end_wanted() {
                ended.store(true, Relaxed);
            }
            self.update(screen, &progress(findings), &mut drawn);
        };
        let stop = || ended.load(Relaxed);
        let report: Listener<'_> = &mut report;
        think(&mut Watch { stop: Some(&stop), report: Some((KEYS_INTERVAL, report)), ..Watch::default() })
    }

    fn attend<T: Send>(
        &mut self,
        screen: &Screen,
        steps: usize,
        job: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send,
    ) -> T {
        let (ended, done) = (AtomicBool::new(false), AtomicUsize::new(0));
        let goes_on = || {
            done.fetch_add(1, Relaxed);
            !ended.load(Relaxed)
        };
        let shown = || {
            [
                format!("Looking at the game: {} %.", 100 * done.load(Relaxed) / steps),
                "Enter: stop.".to_owned(),
            ]
        };
        let mut drawn = self.size();
        let _ = self.draw(screen, &shown());
        let (running, end) = channel::<()>();
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| {
                // It goes with the thread, which wakes up whoever waits.
                let _running = running;
                job(&goes_on)
            });
            while end.recv_timeout(KEYS_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if self.is_end_wanted() {
                    ended.store(true, Relaxed);
                }
                self.update(screen, &shown(), &mut drawn);
            }
            worker.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }

    /// Reads what has been typed meanwhile: does the person leave, or want no more of what the engine is doing? Other lines
    /// wait for their turn.
    fn is_end_wanted(&mut self) -> bool {
        let mut is_wanted = false;
        while !self.is_left && is_line_ready() {
            let line = match read_line(&mut io::stdin().lock()) {
                // Without the editor arrow keys are escape sequences in the line.
                Ok(Some(Line::Text(bytes))) => strip_str(&text(&bytes)).to_string(),
                Ok(Some(Line::TooLong)) => continue,
                Ok(None) | Err(_) => {
                    self.is_left = true;
                    break;
                }
            };
            match line.trim() {
                "" => is_wanted = true,
                farewell if is_farewell(farewell) => self.is_left = true,
                _ => self.typed.push_back(line),
            }
        }
        is_wanted || self.is_left
    }

    /// Shows the screen again while something is going on, in the place of the one drawn for a terminal of that size.
    fn update(&mut self, screen: &Screen, thinking: &[String], drawn: &mut (usize, usize)) {
        let size = self.size();
        if size == *drawn {
            // The cursor comes back to where the person types.
            let lines = screen.lines(size, &self.said, thinking);
            let _ = write(&format!("\x1b7\x1b[H{}\x1b8", rows(&lines)));
        } else {
            *drawn = size;
            let _ = self.draw(screen, thinking);
        }
    }
}

/// Between two looks at what is typed; soon enough for whoever waits.
const KEYS_INTERVAL: Duration = Duration::from_millis(200);

/// Lines of a screen, each instead of what stood there.
fn rows(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\x1b[K\n")).collect()
}

fn write(text: &str) -> io::Result<()> {
    let mut output = io::stdout();
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// Where earlier lines are kept; `None` where there is no place for it.
fn history_file() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))?;
    let folder = state.join("tengen");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

/// How far a search is, in two lines.
fn progress(findings: &Findings) -> [String; 2] {
    let best = findings.best();
    let rate = 100.0 * best.value.mean;
    let line: Vec<String> = findings.line().iter().take(8).map(|ply| ply.mv.to_string()).collect();
    [
        format!("Thinking: {} playouts, {} {rate:.0} %. Enter: move now.", findings.playouts, best.mv),
        format!("Line: {}", line.join(" ")),
    ]
}

/// The text of a line, which may end as on Windows.
fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end_matches('\r').to_owned()
}

/// Drops what has been typed and not been read.
fn drop_typed() {
    let mut input = io::stdin().lock();
    // It need not end with a line's end, for which whoever reads a line would wait.
    while is_line_ready() {
        match input.fill_buf().map(<[u8]>::len) {
            Ok(count @ 1..) => input.consume(count),
            _ => return,
        }
    }
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
