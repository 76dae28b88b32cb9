//! The options of the engine.

use crate::board::MAX_SIZE;
use crate::engine::{Config, MOST_THREADS, Params, Rank, SkillLevel};
use crate::file::FileError;
use crate::game::{MOST_KOMI, RuleSet, read_komi};
use crate::gtp;
use crate::knowledge::Knowledge;
use crate::network::{Network, WeightsError};
use crate::params::{self, ParamError, Parameters, TextError, Value};
use crate::patterns::{PatternError, PatternTable};
use crate::search::{LONGEST_TIME, LeadChoice, Limits};
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

#[derive(Args, Debug)]
pub(super) struct EngineOptions {
    /// Search threads; all cores if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS as i64))]
    threads: Option<u16>,
    /// Playouts of every move, instead of a time; a clock is kept all the same.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Seconds of every move at most. If not given, a game clock alone decides, and 1 second without one.
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, allow_negative_numbers = true)]
    time: Option<f64>,
    /// Memory of the search tree in MiB; the program itself takes up to 12 beside it, 24 where RAVE leads, and 2 for each thread.
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    memory: u32,
    /// Where all randomness comes from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Points added to White's; 7.5 if not given.
    #[arg(long, value_name = "K", value_parser = komi, allow_negative_numbers = true)]
    komi: Option<f32>,
    /// How a game is counted: chinese, aga, new-zealand (area, dead stones are taken off), tromp-taylor, cgos
    /// (area, every stone is alive) or japanese (territory); chinese if not given.
    #[arg(long, value_name = "RULES", value_parser = rules)]
    rules: Option<RuleSet>,
    /// Who leads the search: `rave`, or `network` where it knows the board; `network` if not given.
    #[arg(long, value_name = "LEAD", value_parser = lead)]
    lead: Option<LeadChoice>,
    /// Play at a level from 1, a beginner, to 15, by its own playouts; limits are for hints and analyses then.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(SkillLevel::HIGHEST.number())))]
    level: Option<u32>,
    /// Play at the level nearest to a rank, such as 12k or 2d.
    #[arg(long, value_name = "RANK", conflicts_with = "level")]
    rank: Option<Rank>,
    /// Resign when winning less often than this, from 0 (never) to 1; 0.05 if not given.
    #[arg(long, value_name = "RATE", value_parser = rate, allow_negative_numbers = true)]
    resign: Option<f32>,
    /// Think on the opponent's time too.
    #[arg(long)]
    ponder: bool,
    /// File of parameters; `tengen params` prints one with all of them explained.
    #[arg(long, value_name = "FILE")]
    params: Option<PathBuf>,
    /// Value of one parameter, stronger than the file; can be given more than once.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    settings: Vec<(String, String)>,
    /// Folder of the diamond patterns (*.pat) instead of those that are built in.
    #[arg(long, value_name = "DIR")]
    patterns: Option<PathBuf>,
    /// File of another network's weights instead of those that are built in.
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct GtpOptions {
    #[command(flatten)]
    pub(super) engine: EngineOptions,
    /// Refuse reported moves that repeat a position, as a referee does.
    #[arg(long)]
    strict: bool,
    /// Answer `kgs-chat`; some versions of kgsGtp crash when it is there.
    #[arg(long)]
    kgs_chat: bool,
}

impl GtpOptions {
    /// The engine and the conversation that these options describe.
    pub(super) fn configs(&self) -> Result<(Config, gtp::SessionOptions), ConfigError> {
        let config = Config { strict: self.strict, ..self.engine.config()? };
        Ok((config, gtp::SessionOptions { chat: self.kgs_chat }))
    }
}

/// Why the engine cannot be set up.
#[derive(Debug, Error)]
pub(super) enum ConfigError {
    #[error(transparent)]
    Pattern(#[from] PatternError),
    #[error(transparent)]
    Network(#[from] FileError<WeightsError>),
    #[error(transparent)]
    File(#[from] FileError<TextError>),
    #[error(transparent)]
    Param(#[from] ParamError),
    #[error("{0} has no effect on an analysis: queries bring their own game")]
    NoGame(&'static str),
    #[error("--ponder has no effect on a game in the terminal")]
    NoPondering,
}

impl EngineOptions {
    /// The configuration where every query is a game of its own, so that some options mean nothing.
    pub(super) fn config_of_queries(&self) -> Result<Config, ConfigError> {
        let given =
            [("--komi", self.komi.is_some()), ("--rules", self.rules.is_some()), ("--ponder", self.ponder)];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) => Err(ConfigError::NoGame(name)),
            None => self.config(),
        }
    }

    /// The configuration of a game in the terminal, where nobody thinks on another's time.
    pub(super) fn config_of_play(&self) -> Result<Config, ConfigError> {
        if self.ponder { Err(ConfigError::NoPondering) } else { self.config() }
    }

    /// Has a komi been given?
    pub(super) fn names_komi(&self) -> bool {
        self.komi.is_some()
    }

    fn config(&self) -> Result<Config, ConfigError> {
        let mut params = Params::default();
        if let Some(file) = &self.params {
            params::read(&mut params, file)?;
        }
        for (name, value) in &self.settings {
            params.set(name, value)?;
        }
        if let Some(lead) = self.lead {
            params.search.tree.lead = lead;
        }
        if let Some(rate) = self.resign {
            params.engine.resign_rate = rate;
        }
        if let Some(level) = self.level.or(self.rank.map(|rank| SkillLevel::nearest(rank).number().into())) {
            params.engine.level = level;
        }
        if self.ponder {
            params.engine.ponder = true;
        }
        let patterns = match &self.patterns {
            Some(folder) => Arc::new(PatternTable::read(folder)?),
            None => PatternTable::embedded(),
        };
        let network = match &self.network {
            Some(file) => Arc::new(Network::read(file)?),
            None => Network::embedded(),
        };
        Ok(Config {
            size: MAX_SIZE,
            komi: self.komi.unwrap_or(Config::default().komi),
            rules: self.rules.unwrap_or_default(),
            threads: self.threads.map_or_else(all_cores, usize::from),
            limits: Limits {
                playouts: self.playouts,
                time: self.time.map(Duration::from_secs_f64),
                budget: None,
            },
            memory: (self.memory as usize) << 20,
            seed: self.seed,
            strict: false,
            params,
            knowledge: Knowledge { patterns, network },
            crew: None,
        })
    }
}

pub(super) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it is no NAME=VALUE")?;
    Params::default().set(name, value).map_err(|error| error.to_string())?;
    Ok((name.to_owned(), value.to_owned()))
}

pub(super) fn positive_seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= LONGEST_TIME => Ok(seconds),
        _ => Err(format!("not a number of seconds above 0 and up to {LONGEST_TIME}")),
    }
}

fn rate(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate)).ok_or_else(|| "not from 0 to 1".to_owned())
}

fn lead(text: &str) -> Result<LeadChoice, String> {
    LeadChoice::read(text).ok_or_else(|| format!("not {}", LeadChoice::describe(&())))
}

fn rules(text: &str) -> Result<RuleSet, String> {
    text.parse().map_err(|_| "not chinese, aga, new-zealand, tromp-taylor, cgos or japanese".to_owned())
}

fn komi(text: &str) -> Result<f32, String> {
    read_komi(text).ok_or_else(|| format!("not from -{MOST_KOMI} to {MOST_KOMI}"))
}
