//! The lines of the controller, read by a thread of their own, and what they say to a running command.
//!
//! Every line has a number. A command knows the number of its line, so it can tell what has come after it
//! even when the reader is far ahead of it: nothing leaks into a later command.

use super::request::Request;
use crate::line::{Line, read_line};
use crossbeam::channel;
use std::io::{BufReader, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Lines that may wait before reading pauses.
const WAITING_LINES: usize = 16_384;

/// An end of the conversation that comes so soon after a command began belongs to the same script, and the
/// command is not cut short.
const SAME_SCRIPT: Duration = Duration::from_millis(100);

/// What has been read beyond the command that runs.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// Number of the newest line that is no interrupt.
    newest: AtomicU64,
    /// Number of the newest `# interrupt`.
    interrupt: AtomicU64,
    /// When the controller said `quit` or closed its end.
    leaving: OnceLock<Instant>,
    /// Has that already cut a command short? Then the later ones are not begun in earnest either.
    hurried: AtomicBool,
    /// The process has been told to end.
    terminated: AtomicBool,
}

impl Signals {
    /// The process has to end now.
    pub(super) fn terminate(&self) {
        self.terminated.store(true, SeqCst);
    }

    pub(super) fn is_terminated(&self) -> bool {
        self.terminated.load(SeqCst)
    }

    /// The signals of a conversation whose input has ended.
    pub(super) fn ended() -> Signals {
        let signals = Signals::default();
        signals.leave();
        signals
    }

    fn leave(&self) {
        self.leaving.get_or_init(Instant::now);
    }
}

/// How a command in progress learns that it should end.
#[derive(Clone, Debug)]
pub(super) struct Leash {
    signals: Arc<Signals>,
    number: u64,
    start: Instant,
}

impl Leash {
    /// For the command of the line with that number, which begins now.
    pub(super) fn new(signals: &Arc<Signals>, number: u64) -> Leash {
        Leash { signals: Arc::clone(signals), number, start: Instant::now() }
    }

    /// Should a search for a move end? Only `# interrupt` and the end of the conversation do that; other
    /// lines wait for its answer.
    pub(super) fn ends_thinking(&self) -> bool {
        let Signals { interrupt, leaving, hurried, terminated, .. } = &*self.signals;
        if leaving.get().is_some_and(|&at| at > self.start + SAME_SCRIPT) {
            hurried.store(true, SeqCst);
        }
        interrupt.load(SeqCst) > self.number || hurried.load(SeqCst) || terminated.load(SeqCst)
    }

    /// Should an analysis end? Any line does that.
    pub(super) fn ends_watching(&self) -> bool {
        self.signals.interrupt.load(SeqCst) > self.number || self.ends_pondering()
    }

    /// Should pondering end? Any line does that but an interrupt, which may have been for the move before.
    pub(super) fn ends_pondering(&self) -> bool {
        self.signals.newest.load(SeqCst) > self.number
            || self.signals.leaving.get().is_some()
            || self.signals.is_terminated()
    }
}

/// A line with its number.
pub(super) struct Numbered {
    pub(super) number: u64,
    pub(super) line: Line,
}

/// The lines of an input; what they say to a running command is noted as they are read.
struct Inbox<R> {
    input: BufReader<R>,
    number: u64,
    signals: Arc<Signals>,
}

impl<R: Read> Inbox<R> {
    /// The next line; `None` where they end, or cannot be read.
    fn read(&mut self) -> Option<Line> {
        read_line(&mut self.input).unwrap_or_else(|error| {
            log::warn!("no more commands can be read: {error}");
            None
        })
    }
}

impl<R: Read> Iterator for Inbox<R> {
    type Item = Numbered;

    fn next(&mut self) -> Option<Numbered> {
        while let Some(line) = self.read() {
            self.number += 1;
            let number = self.number;
            if let Line::Text(bytes) = &line
                && is_interrupt(bytes)
            {
                self.signals.interrupt.store(number, SeqCst);
                continue;
            }
            self.signals.newest.store(number, SeqCst);
            if let Line::Text(bytes) = &line
                && Request::parse(bytes).is_some_and(|request| request.name.as_deref() == Some("quit"))
            {
                self.signals.leave();
            }
            return Some(Numbered { number, line });
        }
        self.signals.leave();
        None
    }
}

/// The lines of an input, read by a thread of their own; they end with the input.
///
/// Where no thread can be had, each is read when the one before it has been carried out. Nothing could end a running
/// command then, so what runs until the controller ends it ends at once.
pub(super) fn read_lines(
    input: impl Read + Send + 'static,
    signals: &Arc<Signals>,
) -> Box<dyn Iterator<Item = Numbered>> {
    let inbox = Inbox { input: BufReader::new(input), number: 0, signals: Arc::clone(signals) };
    let (sender, lines) = channel::bounded(WAITING_LINES);
    let (hand_over, handed_over) = channel::bounded(1);
    let read = move || {
        for line in handed_over.into_iter().flatten() {
            if sender.send(line).is_err() {
                break;
            }
        }
    };
    match std::thread::Builder::new().spawn(read) {
        Ok(_) => {
            // The thread takes it: it waits for nothing else.
            let _ = hand_over.send(inbox);
            Box::new(lines.into_iter())
        }
        Err(error) => {
            log::warn!("no thread to read commands during a search: {error}");
            signals.leave();
            Box::new(inbox)
        }
    }
}

/// Is the line the one that GoGui sends to end a command early?
fn is_interrupt(line: &[u8]) -> bool {
    line.trim_ascii() == b"# interrupt"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signals(input: &'static str) -> (Arc<Signals>, Vec<Numbered>) {
        let signals = Arc::new(Signals::default());
        let lines = read_lines(input.as_bytes(), &signals).collect();
        (signals, lines)
    }

    #[test]
    fn an_interrupt_ends_the_commands_before_it_only() {
        let (signals, lines) = signals("genmove b\n # interrupt\r\nname\n");
        assert_eq!(lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 3]);
        assert!(Leash::new(&signals, 1).ends_thinking());
        assert!(!Leash::new(&signals, 3).ends_thinking());
    }

    #[test]
    fn an_interrupt_ends_an_analysis_and_no_pondering_after_its_move() {
        let signals = Arc::new(Signals::default());
        signals.interrupt.store(5, SeqCst);
        let leash = Leash::new(&signals, 4);
        assert!(leash.ends_watching() && leash.ends_thinking() && !leash.ends_pondering());
    }

    #[test]
    fn any_line_ends_an_analysis_and_none_ends_a_genmove() {
        let signals = Arc::new(Signals::default());
        signals.newest.store(5, SeqCst);
        let (older, newest) = (Leash::new(&signals, 4), Leash::new(&signals, 5));
        assert!(older.ends_watching() && !newest.ends_watching());
        assert!(!older.ends_thinking());
    }

    #[test]
    fn a_script_is_carried_out_and_a_leaving_controller_is_not_kept_waiting() {
        let signals = Arc::new(Signals::ended());
        let leash = Leash::new(&signals, 1);
        assert!(!leash.ends_thinking() && leash.ends_watching());
        let long_begun = Leash { start: leash.start - 2 * SAME_SCRIPT, ..leash.clone() };
        assert!(long_begun.ends_thinking());
        assert!(leash.ends_thinking(), "what waits is not begun in earnest");
    }
}
