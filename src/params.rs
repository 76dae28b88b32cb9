//! Every tunable number: its meaning, its default and its range, said once.

mod file;

pub use file::{FileError, TextError};

use crate::board::PointSet;
use crate::patterns::PatternTable;
use crate::playout::{Chances, Ends, Guided};
use thiserror::Error;

/// Why a parameter was not changed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ParamError {
    /// There is no such parameter.
    #[error("there is no parameter '{name}'{}", nearest(name))]
    Unknown {
        /// The name that was given.
        name: String,
    },
    /// The text is no number of the parameter's kind.
    #[error("'{text}' is no value for {name}")]
    NotANumber {
        /// The parameter.
        name: &'static str,
        /// What was given.
        text: String,
    },
    /// Outside its range.
    #[error("{name} must be from {least} to {most}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// Least value.
        least: String,
        /// Greatest value.
        most: String,
    },
}

/// The parameter whose name is most like that one, as a question; nothing if none is much like it.
fn nearest(name: &str) -> String {
    /// Names less alike than this are no slips of the finger.
    const ALIKE: f64 = 0.7;
    let alike = |known: &&str| strsim::normalized_damerau_levenshtein(known, name);
    let best = Params::NAMES.iter().copied().max_by(|a, b| alike(a).total_cmp(&alike(b)));
    let best = best.filter(|known| alike(known) >= ALIKE);
    best.map_or(String::new(), |known| format!("; did you mean {known}?"))
}

macro_rules! params {
    ($($(#[doc = $doc:literal])+ $name:ident: $kind:ty = $default:expr, $least:literal..=$most:literal;)+) => {
        /// The tunable numbers of the search and the engine.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Params {
            $($(#[doc = $doc])+ pub $name: $kind,)+
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)+ }
            }
        }

        impl Params {
            /// The names, in groups.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            /// Least and greatest value of a parameter as text; `None` if there is no such parameter.
            pub fn range(name: &str) -> Option<(&'static str, &'static str)> {
                match name {
                    $(stringify!($name) => Some((stringify!($least), stringify!($most))),)+
                    _ => None,
                }
            }

            /// The value of a parameter as text.
            ///
            /// # Errors
            /// There is no parameter of that name.
            pub fn get(&self, name: &str) -> Result<String, ParamError> {
                match name {
                    $(stringify!($name) => Ok(self.$name.to_string()),)+
                    _ => Err(ParamError::Unknown { name: name.to_owned() }),
                }
            }

            /// Changes a parameter.
            ///
            /// # Errors
            /// No such parameter, no number, or out of range; nothing is changed then.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
                match name {
                    $(stringify!($name) => {
                        let name = stringify!($name);
                        let value: $kind = text
                            .parse()
                            .map_err(|_| ParamError::NotANumber { name, text: text.to_owned() })?;
                        if !($least..=$most).contains(&value) {
                            let (least, most) = (stringify!($least).to_owned(), stringify!($most).to_owned());
                            return Err(ParamError::OutOfRange { name, least, most });
                        }
                        self.$name = value;
                        Ok(())
                    })+
                    _ => Err(ParamError::Unknown { name: name.to_owned() }),
                }
            }

            /// What a parameter means; `None` if there is no such parameter.
            pub fn doc(name: &str) -> Option<String> {
                match name {
                    $(stringify!($name) => Some([$($doc),+].concat().trim().to_owned()),)+
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Weight of the first RAVE update against the first visit; 1 is the minimum-MSE schedule.
    rave_initial: f32 = 1.0, 0.001..=1000.0;
    /// RAVE weight that RAVE never outgrows: where visits and RAVE weight both equal it, RAVE counts a third.
    rave_final: f32 = 5000.0, 1.0..=1e9;
    /// Weight of a RAVE update whose move was played at once.
    rave_update_first: f32 = 2.0, 0.001..=100.0;
    /// Weight of a RAVE update whose move was the last of the playout; between the two it falls evenly.
    rave_update_last: f32 = 1.0, 0.001..=100.0;
    /// Value of a move without visits and without RAVE.
    first_play_urgency: f32 = 1.0, 0.0..=1000.0;
    /// Constant of the UCB exploration term.
    ucb: f32 = 0.0, 0.0..=10.0;
    /// Weight of the loss that a playout counts as while it is under way, when there are several threads.
    virtual_loss: f32 = 1.0, 0.0..=100.0;
    /// Share of the time for capture searches at the positions of the tree; 0 is none.
    read_share: f32 = 0.05, 0.0..=0.9;
    /// A position is read for threats of the second order when it has had so many visits.
    read_visits: u32 = 50, 1..=1_000_000_000;
    /// A position is read for threats of the third order when it has had so many visits; the root always is.
    read_deep_visits: u32 = 1000, 1..=1_000_000_000;
    /// Nodes of a question about threats of the second order.
    read_nodes: u32 = 200, 1..=1_000_000;
    /// Nodes of a question about threats of the third order.
    read_deep_nodes: u32 = 1000, 1..=1_000_000;
    /// Visits that a move is worth that captures or saves a stone; more stones weigh more.
    read_weight: f32 = 30.0, 0.0..=1000.0;
    /// Is the tree of a 9×9 board led by the network instead of priors and RAVE? 1 is yes.
    network: u32 = 1, 0..=1;
    /// Share of the network in the reward of a position that it has just seen; the rest is that of a playout.
    network_share: f32 = 0.5, 0.0..=1.0;
    /// Power of the network's odds: less than 1 makes them more even.
    network_power: f32 = 0.85, 0.01..=10.0;
    /// Odds of a pass, which the network does not know.
    network_pass: f32 = 0.005, 0.0..=1.0;
    /// Where the moves that have been tried win less often than this in the mean, the pass is tried now and then.
    pass_rate: f32 = 0.1, 0.0..=1.0;
    /// How much the network's odds of a move count against what has come of it.
    puct: f32 = 0.6, 0.0..=100.0;
    /// How much less than the moves that have been tried another is thought to be worth at most.
    puct_fall: f32 = 0.2, 0.0..=1.0;
    /// A move gets a node when it has had so many visits; where the network leads, at once.
    expand_visits: u32 = 3, 1..=1_000_000;
    /// Visits with an even result that every move begins with.
    prior_even: f32 = 10.0, 0.0..=10000.0;
    /// Wins that a play begins with besides, times the root of its odds.
    prior_odds: f32 = 50.0, 0.0..=10000.0;
    /// Weight of the prior in RAVE, as a multiple of that in the value.
    prior_rave: f32 = 1.0, 0.0..=1000.0;
    /// Value of a pass before it has been tried.
    prior_pass: f32 = 0.1, 0.0..=1.0;
    /// How often, in percent, a playout plays the vital point of the eye space from which the last
    /// move took stones.
    nakade_chance: u32 = 80, 0..=100;
    /// How often a playout takes the chain that has just moved into atari.
    punish_chance: u32 = 90, 0..=100;
    /// How often a playout saves a chain that the last move put in atari.
    save_chance: u32 = 90, 0..=100;
    /// How often a playout attacks the chain of the last move if it has two liberties.
    attack_chance: u32 = 0, 0..=100;
    /// How often a playout adds liberties to chains beside the last move that have two.
    strengthen_chance: u32 = 80, 0..=100;
    /// How often a playout plays good shape in the diamond around the last move.
    shape_chance: u32 = 80, 0..=100;
    /// How often a playout throws a stone in beside the last move.
    throw_in_chance: u32 = 20, 0..=100;
    /// How often a playout plays near the last move.
    near_chance: u32 = 0, 0..=100;
    /// How often a playout takes a chain in atari anywhere.
    capture_chance: u32 = 60, 0..=100;
    /// How often a playout turns a bad self-atari down.
    refuse_self_atari_chance: u32 = 60, 0..=100;
    /// Do playouts leave safe regions alone? 1 is yes.
    closed_regions: u32 = 1, 0..=1;
    /// How often a playout makes an own false eye real instead of filling it.
    settle_eye_chance: u32 = 50, 0..=100;
    /// A playout ends when one color has captured so many stones more than the other.
    captures_ahead: u32 = 27, 1..=1000;
    /// A playout has at most so many moves for each point of the board.
    length_factor: u32 = 3, 1..=6;
    /// Resign when the best move wins less often than this; 0 is never.
    resign_rate: f32 = 0.05, 0.0..=1.0;
    /// Resign only after so many playouts …
    resign_playouts: u32 = 500, 0..=1_000_000_000;
    /// … and at so many own moves in a row; a proven loss is resigned at once.
    resign_moves: u32 = 3, 1..=1000;
    /// Instead of a pass that does not win, a move is worth trying that wins at least this often and is
    /// not worse by more than this.
    useful_rate: f32 = 0.05, 0.0..=1.0;
    /// Pass a won game early when the pass wins at least this often …
    early_pass_rate: f32 = 0.95, 0.5..=1.0;
    /// … and has had so many visits.
    early_pass_visits: u32 = 50, 1..=1_000_000;
    /// Playouts from which dead stones are judged.
    status_playouts: u32 = 2000, 1..=1_000_000;
    /// A chain is dead when its points end as its color's less often than this.
    dead_rate: f32 = 0.4, 0.0..=0.5;
    /// Seconds of each move that are kept back for the way to the opponent.
    time_lag: f32 = 0.05, 0.0..=10.0;
    /// Seconds of the clock, or of an overtime period, that are never spent.
    time_reserve: f32 = 0.4, 0.0..=60.0;
    /// Think on the opponent's time? 1 is yes.
    ponder: u32 = 0, 0..=1;
    /// Show the search in GoGui while it runs? 1 is yes.
    live_graphics: u32 = 0, 0..=1;
}

/// What a parameter is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The tree.
    Search,
    /// The playouts.
    Playout,
    /// Passing, resigning, dead stones, time and pondering.
    Engine,
}

impl Group {
    /// The groups in the order of [`Params::NAMES`], each with the parameter it begins with.
    const FIRST: &[(Group, &str)] =
        &[(Group::Search, "rave_initial"), (Group::Playout, "nakade_chance"), (Group::Engine, "resign_rate")];
}

impl Params {
    /// The names of a group.
    pub fn names_of(group: Group) -> &'static [&'static str] {
        let place = |name: &str| Params::NAMES.iter().position(|known| *known == name);
        let at = Group::FIRST.iter().position(|(known, _)| *known == group).unwrap_or(0);
        let start = place(Group::FIRST[at].1).unwrap_or(0);
        let end = Group::FIRST.get(at + 1).and_then(|(_, next)| place(next)).unwrap_or(Params::NAMES.len());
        &Params::NAMES[start..end]
    }

    /// Is it a yes or no, said as 1 or 0?
    pub fn is_switch(name: &str) -> bool {
        Params::range(name) == Some(("0", "1"))
    }

    /// How playouts choose their moves.
    pub fn policy<'a>(&self, patterns: &'a PatternTable) -> Guided<'a> {
        Guided {
            chances: Chances {
                nakade: self.nakade_chance,
                punish: self.punish_chance,
                save: self.save_chance,
                attack: self.attack_chance,
                strengthen: self.strengthen_chance,
                shape: self.shape_chance,
                throw_in: self.throw_in_chance,
                near: self.near_chance,
                capture: self.capture_chance,
                refuse_self_atari: self.refuse_self_atari_chance,
                quiet: self.closed_regions,
                settle_eye: self.settle_eye_chance,
            },
            patterns,
            quiet: PointSet::EMPTY,
            captures: [0; 2],
        }
    }

    /// How playouts end under that komi.
    pub fn ends(&self, komi: f32) -> Ends {
        Ends { komi, early: true, captures_ahead: self.captures_ahead, length_factor: self.length_factor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_in_range_and_survive_a_round_trip() {
        let mut params = Params::default();
        for name in Params::NAMES {
            let text = params.get(name).unwrap();
            assert_eq!(params.set(name, &text), Ok(()), "{name}");
            assert!(Params::doc(name).is_some_and(|doc| !doc.is_empty()));
        }
        assert_eq!(params, Params::default());
    }

    #[test]
    fn unknown_names_get_the_nearest_known_one() {
        let refusal = |name: &str| Params::default().set(name, "1").unwrap_err().to_string();
        assert_eq!(refusal("rave_finl"), "there is no parameter 'rave_finl'; did you mean rave_final?");
        assert_eq!(refusal("resign-rate"), "there is no parameter 'resign-rate'; did you mean resign_rate?");
        assert_eq!(refusal("xyzzy"), "there is no parameter 'xyzzy'");
    }

    #[test]
    fn groups_are_the_names_in_their_order() {
        let all = [Group::Search, Group::Playout, Group::Engine].map(Params::names_of).concat();
        assert_eq!(all, Params::NAMES);
        assert!(Params::names_of(Group::Playout).contains(&"length_factor"));
        assert!(Params::is_switch("ponder") && !Params::is_switch("nakade_chance"));
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut params = Params::default();
        for (name, text) in
            [("nonsense", "1"), ("rave_final", "much"), ("resign_rate", "2"), ("rave_final", "NaN")]
        {
            assert!(params.set(name, text).is_err(), "{name} {text}");
        }
        assert_eq!(params, Params::default());
        assert_eq!(
            params.set("resign_rate", "2").unwrap_err().to_string(),
            "resign_rate must be from 0.0 to 1.0"
        );
    }
}
