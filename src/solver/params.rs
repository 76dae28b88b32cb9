//! How a capture is searched.

use super::capture::Recurrence;
use super::fight::KoModel;
use super::generator::Generator;
use crate::params::{choices, parameters};

/// The highest order that is searched.
pub const MAX_ORDER: u8 = 5;

choices! {
    Generator: "zone" Zone, "full" Full, "heuristic" Heuristic, "heuristic+" HeuristicPlus,
        "crucial" Crucial;
    Recurrence: "sound" Sound, "paper" Paper;
    KoModel: "plain" Plain, "defender-free" DefenderFree, "attacker-free" AttackerFree;
}

parameters! {
    "solver", "The capture solver":
    /// How to search.
    pub struct SolverParams {
        /// The highest order of threats.
        order: u8 = 3, 1..=MAX_ORDER;
        /// States to enter at most.
        nodes: u64 = 20_000, 1..=u64::MAX;
        /// Which moves to look at.
        generator: Generator = Generator::Zone, ();
        /// What enters the numbers.
        recurrence: Recurrence = Recurrence::Sound, ();
        /// Whom the ban on retaking binds.
        ko: KoModel = KoModel::Plain, ();
        /// Read ladders by a routine of their own?
        ladders: bool = true, ();
        /// Take over values from positions that agree on the zone?
        recall: bool = true, ();
        /// Follow a capture to its end, with small searches beside `nodes`? Otherwise the line of an answer is its first
        /// move, which costs least.
        line: bool = false, ();
    }
}

impl SolverParams {
    /// Is every answer true, or may moves be missed that change it?
    pub fn is_exact(&self) -> bool {
        matches!(self.generator, Generator::Zone | Generator::Full) && self.recurrence == Recurrence::Sound
    }
}
