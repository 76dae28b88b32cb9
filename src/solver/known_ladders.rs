//! Ladders that have been read: most positions of a ladder come up again when the next one is read beside it.

use super::capture::Capture;
use super::fight::{Fight, FightKey};
use super::problem::{Problem, Solved};
use super::zone::Zone;

/// How many are kept. More would fall out of the cache of the processor.
const KNOWN: usize = 1 << 10;

/// Positions of ladders with the attacker to move, and what reading them gave, on one board size.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownLadders {
    entries: Vec<Option<KnownLadder>>,
}

#[derive(Clone, Copy, Debug)]
struct KnownLadder {
    key: FightKey,
    found: Solved<Zone>,
}

impl KnownLadders {
    /// None yet, with room for some.
    pub(super) fn with_room() -> KnownLadders {
        KnownLadders { entries: vec![None; KNOWN] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill(None);
    }

    /// A position of a ladder, and its place.
    #[inline]
    pub(super) fn place(capture: &Capture, fight: &Fight) -> LadderPlace {
        let key = capture.key(fight);
        LadderPlace { key, index: key.hash() as usize & (KNOWN - 1) }
    }

    #[inline]
    pub(super) fn get(&self, place: &LadderPlace) -> Option<Solved<Zone>> {
        let entry = self.entries.get(place.index)?.as_ref()?;
        (entry.key == place.key).then_some(entry.found)
    }

    #[inline]
    pub(super) fn insert(&mut self, place: &LadderPlace, found: Solved<Zone>) {
        if let Some(entry) = self.entries.get_mut(place.index) {
            *entry = Some(KnownLadder { key: place.key, found });
        }
    }
}

/// Where a ladder is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct LadderPlace {
    key: FightKey,
    index: usize,
}
