//! What the processes of an MPI job do: the first one leads, the others follow.

use crate::engine::Config;
use std::io;

/// Runs `lead` with the help of the job's other processes; in those, helps. A process without a job is alone.
///
/// # Errors
/// Those of `lead`; MPI does not start, or somebody does not end.
#[cfg(feature = "cluster")]
pub(super) fn together(config: Config, lead: impl FnOnce(Config) -> io::Result<()>) -> io::Result<()> {
    use crate::cluster::{Leader, follow, mpi};
    use parking_lot::Mutex;
    use std::sync::Arc;
    let Some((post, postman)) = mpi::join().map_err(io::Error::other)? else { return lead(config) };
    let done = if post.rank() == 0 {
        let leader = Leader::new(post, config.threads);
        lead(Config { crew: Some(Arc::new(Mutex::new(leader))), ..config })
    } else {
        let Config { knowledge, threads, memory, .. } = config;
        follow(post, &knowledge, threads, memory);
        Ok(())
    };
    done.and(postman.finish().map_err(io::Error::other))
}

/// Runs `lead`, alone: this program knows nothing of MPI.
#[cfg(not(feature = "cluster"))]
pub(super) fn together(config: Config, lead: impl FnOnce(Config) -> io::Result<()>) -> io::Result<()> {
    lead(config)
}
