//! The tunable numbers of a game, and all there are.

use super::SkillLevel;
use crate::params::{parameter_groups, parameters};
use crate::search::SearchParams;

parameters! {
    "engine", "Passing, resigning, dead stones, time and pondering":
    /// When to pass, to resign and to think; what is dead.
    pub struct EngineParams {
        /// May lost games be resigned?
        resign: bool = true, ();
        /// Resign when the best move wins less often than this; 0 is never.
        resign_rate: f32 = 0.05, 0.0..=1.0;
        /// Resign only after so many visits, those of earlier searches too …
        resign_playouts: u32 = 500, 0..=1_000_000_000;
        /// … at so many own moves in a row …
        resign_moves: u32 = 3, 1..=1000;
        /// … and with stones on so much of the board: whoever errs in the opening may still meet one who errs later. A
        /// game that every move is proven to lose is resigned at once.
        resign_stones: f32 = 0.2, 0.0..=1.0;
        /// Instead of a pass that does not win, a move is worth trying that wins at least this often and is
        /// not worse by more than this.
        useful_rate: f32 = 0.05, 0.0..=1.0;
        /// Pass a won game early when the pass wins at least this often …
        early_pass_rate: f32 = 0.95, 0.5..=1.0;
        /// … and has had so many visits.
        early_pass_visits: u32 = 50, 1..=1_000_000;
        /// Playouts from which dead stones are judged where the network does not lead.
        status_playouts: u32 = 2000, 1..=1_000_000;
        /// A chain is dead when its points end as its color's less often than this.
        dead_rate: f32 = 0.4, 0.0..=0.5;
        /// Seconds of each move that are kept back for the way to the opponent.
        time_lag: f32 = 0.05, 0.0..=10.0;
        /// Seconds of the clock, or of an overtime period, that are never spent.
        time_reserve: f32 = 0.4, 0.0..=60.0;
        /// Play at this level, by its own playouts and on one thread; 0 is as well as it can.
        level: u32 = 0, 0..=SkillLevel::HIGHEST.number().into();
        /// Think on the opponent's time?
        ponder: bool = false, ();
        /// Show the search in GoGui while it runs?
        live_graphics: bool = false, ();
    }
}

parameter_groups! {
    /// All parameters there are.
    pub struct Params {
        /// Those of the search.
        search: SearchParams,
        /// Those of the game.
        engine: EngineParams,
    }
}
