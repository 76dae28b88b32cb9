//! Where workers of the leader's search wait for evaluations of other processes.

use super::evaluation::{EvaluationAnswer, EvaluationRequest, Ticket};
use super::post::{Lane, Letter, Way};
use super::silence::{SILENCE, tell_of_return, warn_of_silence};
use crate::board::{PointSet, Symmetry};
use crate::engine::{Share, Traffic};
use crate::network::{Evaluation, Sight};
use crate::search::Evaluators;
use crossbeam::channel::{self, Receiver, Sender};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Positions that another process has in hand: so many for each thread, and some more, which are on their way or wait. On busy
/// cores a message is some milliseconds on its way, as long as a dozen evaluations.
const IN_HAND_EACH: usize = 2;
const IN_HAND_MORE: usize = 10;

/// Seats at all of them together: each is a thread, and process 0 has no time to walk to more positions than that at once.
const MOST_SEATS: usize = 256;

/// How often who waits looks whether the search is over.
const WAITING_STEP: Duration = Duration::from_millis(5);

/// The seats at all other processes.
#[derive(Debug)]
pub(super) struct Seats {
    rank: usize,
    out: Vec<Sender<Letter>>,
    bureau: Arc<Bureau>,
}

/// Where answers come in. It keeps no way to the others, so that these can end.
#[derive(Debug)]
struct Bureau {
    windows: Vec<Window>,
    processes: Vec<Process>,
}

/// Where a worker waits for what it has asked last.
#[derive(Debug)]
struct Window {
    number: AtomicU32,
    arrived: Sender<EvaluationAnswer>,
    waiting: Mutex<Receiver<EvaluationAnswer>>,
}

/// What is known of a process.
#[derive(Debug)]
struct Process {
    left_out: AtomicBool,
    evaluations: AtomicU64,
    messages: AtomicU64,
    bytes: AtomicU64,
    heard: Mutex<Instant>,
}

impl Process {
    fn new() -> Process {
        let [evaluations, messages, bytes] = [const { AtomicU64::new(0) }; 3];
        Process {
            left_out: AtomicBool::new(false),
            evaluations,
            messages,
            bytes,
            heard: Mutex::new(Instant::now()),
        }
    }

    fn told(&self, bytes: usize) {
        self.messages.fetch_add(1, Relaxed);
        self.bytes.fetch_add(bytes as u64, Relaxed);
    }

    /// What it did in this search, if it evaluated so many positions.
    fn share(&self, playouts: u64) -> Share {
        let told = Traffic { messages: self.messages.load(Relaxed), bytes: self.bytes.load(Relaxed) };
        Share { playouts, told, left_out: self.left_out.load(Relaxed) }
    }
}

impl Seats {
    /// Seats at all processes but this one, each of which has so many threads.
    pub(super) fn new(rank: usize, Way { out, incoming }: Way, threads: usize) -> Seats {
        let window = |_| {
            let (arrived, waiting) = channel::unbounded();
            Window { number: AtomicU32::new(0), arrived, waiting: Mutex::new(waiting) }
        };
        let wanted = (out.len() - 1) * (threads * IN_HAND_EACH + IN_HAND_MORE);
        let windows = (0..wanted.min(MOST_SEATS)).map(window).collect();
        let processes = out.iter().map(|_| Process::new()).collect();
        let bureau = Arc::new(Bureau { windows, processes });
        let clerk = Arc::clone(&bureau);
        // It ends when nothing can arrive any more. Without it nobody answers, and all others are left out.
        let work = move || incoming.iter().for_each(|letter| clerk.take_in(&letter));
        if let Err(error) = std::thread::Builder::new().spawn(work) {
            log::warn!("there is no thread for the answers of the other processes: {error}");
        }
        Seats { rank, out, bureau }
    }

    /// A search begins.
    pub(super) fn begin(&self) {
        for process in &self.bureau.processes {
            for count in [&process.evaluations, &process.messages, &process.bytes] {
                count.store(0, Relaxed);
            }
            *process.heard.lock() = Instant::now();
        }
    }

    /// What each process did in a search of so many playouts.
    pub(super) fn shares(&self, playouts: u64) -> Vec<Share> {
        let made = |process: &Process| process.evaluations.load(Relaxed);
        let others: u64 = self.bureau.processes.iter().map(made).sum();
        let share = |(rank, process): (usize, &Process)| {
            process.share(if rank == self.rank { playouts.saturating_sub(others) } else { made(process) })
        };
        self.bureau.processes.iter().enumerate().map(share).collect()
    }

    /// The process at that seat.
    fn rank_at(&self, seat: usize) -> usize {
        let other = seat % (self.out.len() - 1);
        other + usize::from(other >= self.rank)
    }
}

impl Bureau {
    fn take_in(&self, letter: &Letter) {
        let Some(process) = self.processes.get(letter.from) else { return };
        *process.heard.lock() = Instant::now();
        if process.left_out.swap(false, Relaxed) {
            tell_of_return(letter.from);
        }
        process.told(letter.bytes.len());
        match postcard::from_bytes::<EvaluationAnswer>(&letter.bytes) {
            Ok(answer) => {
                if let Some(seat) = self.windows.get(usize::from(answer.ticket.seat)) {
                    let _ = seat.arrived.send(answer);
                }
            }
            Err(error) => log::warn!("process {} answers what nobody understands: {error}", letter.from),
        }
    }
}

impl Evaluators for Seats {
    fn seats(&self) -> usize {
        self.bureau.windows.len()
    }

    fn is_open(&self, seat: usize) -> bool {
        !self.bureau.processes[self.rank_at(seat)].left_out.load(Relaxed)
    }

    fn ask(
        &self,
        seat: usize,
        sight: &Sight<'_>,
        plays: PointSet,
        image: Symmetry,
        over: &dyn Fn() -> bool,
    ) -> Option<Evaluation> {
        let rank = self.rank_at(seat);
        let (process, window) = (&self.bureau.processes[rank], &self.bureau.windows[seat]);
        let ticket = Ticket {
            seat: u16::try_from(seat).ok()?,
            number: window.number.fetch_add(1, Relaxed).wrapping_add(1),
        };
        let bytes: Arc<[u8]> =
            postcard::to_stdvec(&EvaluationRequest::new(ticket, sight, plays, image)).ok()?.into();
        self.bureau.processes[self.rank].told(bytes.len());
        let waiting = window.waiting.lock();
        let asked = Instant::now();
        self.out[rank].send(Letter { from: self.rank, to: rank, lane: Lane::Evaluations, bytes }).ok()?;
        loop {
            match waiting.recv_timeout(WAITING_STEP) {
                Ok(answer) if answer.ticket == ticket => {
                    process.evaluations.fetch_add(1, Relaxed);
                    return answer.evaluation(plays);
                }
                // Too late for what was asked before.
                Ok(_) => {}
                Err(_) if over() => return None,
                Err(_) => {
                    let heard = *process.heard.lock();
                    if asked.max(heard).elapsed() >= SILENCE {
                        if !process.left_out.swap(true, Relaxed) {
                            warn_of_silence(rank);
                        }
                        return None;
                    }
                }
            }
        }
    }
}
