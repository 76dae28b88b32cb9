//! Who has been silent for a second is left out until it is heard again.

use std::time::Duration;

/// Who has been silent for so long is left out.
pub(super) const SILENCE: Duration = Duration::from_secs(1);

/// Says that a process is left out.
pub(super) fn warn_of_silence(rank: usize) {
    log::warn!("process {rank} has been silent for a second; the search goes on without it");
}

/// Says that a process that was left out takes part again.
pub(super) fn tell_of_return(rank: usize) {
    log::info!("process {rank} is heard again");
}
