//! The tunable numbers of a playout.

use crate::params::parameters;
use crate::playout::{Ends, MAX_LENGTH_FACTOR};

parameters! {
    "playout", "The playouts; chances are percentages":
    /// How playouts choose their moves, and when they end.
    pub struct PlayoutParams {
        /// How often a playout plays the vital point of the eye space from which the last
        /// move took stones.
        nakade_chance: u32 = 80, 0..=100;
        /// Do playouts play no vital point where the chains around it have another eye space?
        nakade_alone: bool = false, ();
        /// How often a playout takes the chain that has just moved into atari.
        punish_chance: u32 = 90, 0..=100;
        /// How often a playout saves a chain that the last move put in atari.
        save_chance: u32 = 70, 0..=100;
        /// How often a playout attacks chains near the last move that have two liberties.
        attack_chance: u32 = 55, 0..=100;
        /// Are these all chains within distance two, not only that of the last move?
        attack_near: bool = true, ();
        /// How often a playout adds liberties to chains beside the last move that have two.
        strengthen_chance: u32 = 100, 0..=100;
        /// How often a playout plays good shape in the diamond around the last move.
        shape_chance: u32 = 95, 0..=100;
        /// How often a playout throws a stone in, in the diamond around the last move.
        throw_in_chance: u32 = 20, 0..=100;
        /// How often a playout takes a chain in atari anywhere.
        capture_chance: u32 = 65, 0..=100;
        /// How often a playout turns a bad self-atari down and draws again.
        refuse_self_atari_chance: u32 = 60, 0..=100;
        /// How often a playout does not run with a chain that the staircase of a ladder catches, and does not attack one
        /// that it does not catch.
        refuse_ladder_chance: u32 = 60, 0..=100;
        /// Do playouts leave safe regions alone?
        closed_regions: bool = true, ();
        /// Do playouts look for closed regions again when a move may have closed one?
        look_again: bool = false, ();
        /// How often a playout makes an own false eye real instead of filling it.
        settle_eye_chance: u32 = 50, 0..=100;
        /// A playout ends when one color has captured so many stones more than the other; more where the komi leaves
        /// it much to win.
        captures_ahead: u32 = 27, 1..=1000;
        /// A playout has at most so many moves for each point of the board.
        length_factor: u32 = 3, 1..=MAX_LENGTH_FACTOR;
    }
}

impl PlayoutParams {
    /// How playouts end under that komi.
    pub fn ends(&self, komi: f32) -> Ends {
        Ends { komi, early: true, captures_ahead: self.captures_ahead, length_factor: self.length_factor }
    }
}
