//! What may be changed while the program runs, by KataGo's commands: some of KataGo's own names, and all parameters.

use super::arguments::Arguments;
use super::command::Command;
use super::{CommandError, Reply, Session};
use crate::engine::{Engine, EngineParams, MOST_THREADS, Params};
use crate::params::Parameters;
use crate::search::{LONGEST_TIME, Limits};
use std::time::Duration;

pub(super) const SETTINGS_COMMANDS: &[Command] = &[
    Command::new(
        "kata-list-params",
        "",
        "what `kata-set-param` changes: some names of KataGo's and all parameters",
        |_, _| Ok(names().collect::<Vec<_>>().join(" ")),
    ),
    Command::new("kata-get-param", "NAME", "the value of one of them; a limit of 0 is none", get),
    Command::new(
        "kata-set-param",
        "NAME VALUE",
        "changes one of them; `maxVisits` and `maxPlayouts` both limit the playouts of a search",
        set,
    ),
];

/// A name of KataGo's with what it stands for here.
struct Setting {
    name: &'static str,
    get: fn(&Engine) -> String,
    set: fn(&mut Engine, &str) -> Result<(), CommandError>,
}

const SETTINGS: &[Setting] = &[
    Setting { name: "maxVisits", get: playouts, set: set_playouts },
    Setting { name: "maxPlayouts", get: playouts, set: set_playouts },
    Setting {
        name: "maxTime",
        get: |engine| engine.limits().time.unwrap_or_default().as_secs_f64().to_string(),
        set: |engine, text| {
            let range = format!("a number of seconds from 0 (no limit) to {LONGEST_TIME}");
            let seconds = read(text, |seconds| (0.0..=LONGEST_TIME).contains(seconds), &range)?;
            let time = (seconds > 0.0).then(|| Duration::from_secs_f64(seconds));
            engine.set_limits(Limits { time, ..engine.limits() });
            Ok(())
        },
    },
    Setting {
        name: "numSearchThreads",
        get: |engine| engine.threads().to_string(),
        set: |engine, text| {
            let range = format!("from 1 to {MOST_THREADS}");
            engine.set_threads(read(text, |threads| (1..=MOST_THREADS).contains(threads), &range)?);
            Ok(())
        },
    },
    Setting {
        name: "ponderingEnabled",
        get: |engine| engine.params().engine.ponder.to_string(),
        set: |engine, text| Ok(engine.set_param("ponder", text)?),
    },
    Setting {
        name: "allowResignation",
        get: |engine| {
            let EngineParams { resign, resign_rate, .. } = engine.params().engine;
            (resign && resign_rate > 0.0).to_string()
        },
        set: |engine, text| {
            let allow = read(text, |_: &bool| true, "true or false")?;
            if allow && engine.params().engine.resign_rate == 0.0 {
                engine.set_param("resign_rate", &EngineParams::default().resign_rate.to_string())?;
            }
            Ok(engine.set_param("resign", &allow.to_string())?)
        },
    },
];

fn names() -> impl Iterator<Item = &'static str> {
    let own = Params::list().into_iter().map(|parameter| parameter.name);
    SETTINGS.iter().map(|setting| setting.name).chain(own)
}

fn find(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

fn get(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let (name, engine) = (arguments.word("a name")?, &session.engine);
    Ok(find(name).map_or_else(|| engine.params().get(name), |setting| Ok((setting.get)(engine)))?)
}

fn set(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let (name, value) = (arguments.word("a name")?, arguments.word("a value")?);
    match find(name) {
        Some(setting) => (setting.set)(&mut session.engine, value)?,
        None => session.engine.set_param(name, value)?,
    }
    Ok(String::new())
}

fn playouts(engine: &Engine) -> String {
    engine.limits().playouts.unwrap_or(0).to_string()
}

fn set_playouts(engine: &mut Engine, text: &str) -> Result<(), CommandError> {
    let playouts = read(text, |_: &u64| true, "a whole number")?;
    engine.set_limits(Limits { playouts: (playouts > 0).then_some(playouts), ..engine.limits() });
    Ok(())
}

/// A value of that kind within its range.
fn read<T: std::str::FromStr>(
    text: &str,
    is_within: impl Fn(&T) -> bool,
    range: &str,
) -> Result<T, CommandError> {
    let value = text.parse().ok().filter(is_within);
    value.ok_or_else(|| CommandError::Syntax(format!("'{text}' is not {range}")))
}
