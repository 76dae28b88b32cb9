//! The way to the other processes of an MPI job.
//!
//! A thread of its own, the postman, makes all calls of MPI, so that messages travel whatever the search does. They are sent as
//! buffered ones, which MPI keeps until they are received: nobody waits for who is slow or hangs.

use super::post::{Lane, Letter, Post, Way};
use crossbeam::channel::{self, Receiver, Sender};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Destination, MatchedReceiveVec, Source};
use mpi::{Rank, Tag, Threading};
use std::env;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why a process does not get to the others of its job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MpiError {
    /// MPI did not start.
    #[error("MPI does not start")]
    NoStart,
    /// No thread can be had.
    #[error("there is no thread for MPI")]
    NoThread,
    /// Somebody does not answer.
    #[error("a process of the MPI job does not answer; the job is ended")]
    NoEnd,
}

/// What the launchers of MPI jobs tell each process.
const SIGNS_OF_A_JOB: [&str; 2] = ["OMPI_COMM_WORLD_SIZE", "PMIX_RANK"];

/// Bytes of messages that nobody has received yet. Who does not receive is sent nothing more after a second.
const BUFFER_BYTES: usize = 64 << 20;

/// How often the postman looks for messages that have arrived …
const POST_INTERVAL: Duration = Duration::from_millis(1);

/// … and while positions are evaluated.
const EVALUATIONS_INTERVAL: Duration = Duration::from_micros(50);

/// Without one for so long no positions are evaluated.
const EVALUATIONS_PAUSE: Duration = Duration::from_millis(20);

/// What kind of message it is.
const SEARCH_TAG: Tag = 0;
const EVALUATIONS_TAG: Tag = 1;

/// How long the others may take to end when the job does.
const PATIENCE: Duration = Duration::from_secs(2);

/// The thread that speaks MPI.
#[derive(Debug)]
pub struct Postman(Receiver<()>);

impl Postman {
    /// Waits until all that has been sent has left and all processes have ended.
    ///
    /// # Errors
    /// One of them does not end in time. MPI ends the job then, as soon as this process ends.
    pub fn finish(self) -> Result<(), MpiError> {
        match self.0.recv_timeout(PATIENCE) {
            Err(channel::RecvTimeoutError::Timeout) => Err(MpiError::NoEnd),
            _ => Ok(()),
        }
    }
}

/// Joins the other processes of the MPI job; `None` if this process has not been started as one of a job.
///
/// # Errors
/// MPI does not start.
pub fn join() -> Result<Option<(Post, Postman)>, MpiError> {
    if SIGNS_OF_A_JOB.iter().all(|name| env::var_os(name).is_none()) {
        return Ok(None);
    }
    let (out, outgoing) = channel::unbounded();
    let (arrived, incoming) = channel::unbounded();
    let (evaluations_arrived, evaluations) = channel::unbounded();
    let (tell, told) = channel::bounded(1);
    let (ended, end) = channel::bounded::<()>(0);
    let deliver = move || {
        // It is closed when this thread ends.
        let _ended = ended;
        let Some((mut universe, _)) = mpi::initialize_with_threading(Threading::Funneled) else { return };
        universe.set_buffer_size(BUFFER_BYTES);
        let world = universe.world();
        let _ = tell.send((world.rank(), world.size()));
        carry(&world, &outgoing, &arrived, &evaluations_arrived);
    };
    std::thread::Builder::new().spawn(deliver).map_err(|_| MpiError::NoThread)?;
    let (rank, size) = told.recv().map_err(|_| MpiError::NoStart)?;
    let out = vec![out; size as usize];
    let search = Way { out: out.clone(), incoming };
    let post = Post::new(rank as usize, search, Way { out, incoming: evaluations });
    Ok(Some((post, Postman(end))))
}

/// Carries messages both ways until nobody sends any more.
fn carry(
    world: &SimpleCommunicator,
    outgoing: &Receiver<Letter>,
    arrived: &Sender<Letter>,
    evaluations: &Sender<Letter>,
) {
    let mut last_evaluation: Option<Instant> = None;
    loop {
        while let Some(probed) = world.any_process().immediate_matched_probe() {
            let (bytes, status) = probed.matched_receive_vec::<u8>();
            let lane = if status.tag() == EVALUATIONS_TAG { Lane::Evaluations } else { Lane::Search };
            let letter = Letter {
                from: status.source_rank() as usize,
                to: world.rank() as usize,
                lane,
                bytes: bytes.into(),
            };
            let way = match lane {
                Lane::Search => arrived,
                Lane::Evaluations => {
                    last_evaluation = Some(Instant::now());
                    evaluations
                }
            };
            // Nobody listens at the end.
            let _ = way.send(letter);
        }
        let pauses = last_evaluation.is_none_or(|last| last.elapsed() > EVALUATIONS_PAUSE);
        match outgoing.recv_timeout(if pauses { POST_INTERVAL } else { EVALUATIONS_INTERVAL }) {
            Ok(Letter { to, lane, bytes, .. }) => {
                let tag = if lane == Lane::Evaluations { EVALUATIONS_TAG } else { SEARCH_TAG };
                world.process_at_rank(to as Rank).buffered_send_with_tag(&bytes[..], tag);
            }
            Err(channel::RecvTimeoutError::Timeout) => {}
            Err(channel::RecvTimeoutError::Disconnected) => return,
        }
    }
}
