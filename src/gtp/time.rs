//! The clocks, in every form that controllers set them.

use super::arguments::Arguments;
use super::command::Command;
use super::{CommandError, Reply, Session};
use crate::search::TimeSettings;
use std::time::Duration;

/// All time commands are accepted at any point of a game, because gtp2ogs sends them before every move.
pub(super) const TIME_COMMANDS: &[Command] = &[
    Command::new(
        "time_settings",
        "MAIN PERIOD STONES",
        "main time and Canadian overtime in seconds; a period for no stones is no limit",
        time_settings,
    ),
    Command::new(
        "time_left",
        "COLOR SECONDS STONES",
        "what a color has left; in overtime the moves to make in it, or the periods of byo-yomi",
        time_left,
    ),
    Command::new(
        "kgs-time_settings",
        "none | absolute M | byoyomi M B PERIODS | canadian M B STONES",
        "the same for all time systems of KGS",
        |session, arguments| named_settings(session, arguments, false),
    ),
    Command::new(
        "kata-time_settings",
        "none | absolute M | byoyomi M B PERIODS | canadian M B STONES | fischer M I | fischer-capped M I CAP MOVE",
        "the same with Fischer time; a cap of -1 is none",
        |session, arguments| named_settings(session, arguments, true),
    ),
    Command::new("kata-list_time_settings", "", "the time systems of `kata-time_settings`", |_, _| {
        Ok("none absolute byoyomi canadian fischer fischer-capped".to_owned())
    }),
];

fn time_settings(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let (main, period) = (seconds(arguments, "the main time")?, seconds(arguments, "the overtime")?);
    let stones = count(arguments, "the number of overtime moves")?;
    session.engine.set_time(TimeSettings::from_gtp(main, period, stones));
    Ok(String::new())
}

fn time_left(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    let left = seconds(arguments, "the time")?;
    let stones = count(arguments, "the number of moves")?;
    session.engine.set_time_left(color, left, stones);
    Ok(String::new())
}

/// A time in seconds; a clock that has just run out may be reported as a negative one.
fn seconds(arguments: &mut Arguments<'_>, what: &str) -> Result<f64, CommandError> {
    Ok(arguments.decimal(what)?.clamp(0.0, Duration::from_hours(24 * 365).as_secs_f64()))
}

/// A number of moves or periods; some controllers send it with decimals.
fn count(arguments: &mut Arguments<'_>, what: &str) -> Result<u32, CommandError> {
    Ok(arguments.decimal(what)?.clamp(0.0, f64::from(u32::MAX)) as u32)
}

fn named_settings(session: &mut Session, arguments: &mut Arguments<'_>, fischer: bool) -> Reply {
    let name = arguments.word("a time system")?;
    let settings = match name.to_ascii_lowercase().as_str() {
        "none" => None,
        "absolute" => {
            let main = seconds(arguments, "the main time")?;
            Some(TimeSettings::Absolute { main })
        }
        "byoyomi" => {
            let (main, period) = (seconds(arguments, "the main time")?, seconds(arguments, "the period")?);
            let periods = count(arguments, "the number of periods")?;
            let has_overtime = period > 0.0 && periods > 0;
            Some(if has_overtime {
                TimeSettings::Byoyomi { main, period, periods }
            } else {
                TimeSettings::Absolute { main }
            })
        }
        "canadian" => {
            let (main, period) = (seconds(arguments, "the main time")?, seconds(arguments, "the period")?);
            TimeSettings::from_gtp(main, period, count(arguments, "the number of stones")?)
        }
        "fischer" if fischer => {
            let (main, increment) =
                (seconds(arguments, "the main time")?, seconds(arguments, "the increment")?);
            Some(TimeSettings::Fischer { main, increment, cap: None, per_move: None })
        }
        "fischer-capped" if fischer => {
            let (main, increment) =
                (seconds(arguments, "the main time")?, seconds(arguments, "the increment")?);
            let (cap, per_move) = (cap(arguments, "the cap")?, cap(arguments, "the cap of a move")?);
            Some(TimeSettings::Fischer { main, increment, cap, per_move })
        }
        _ => return Err(CommandError::TimeSystem(name.to_owned())),
    };
    session.engine.set_time(settings);
    Ok(String::new())
}

/// A limit in seconds; a negative one is none.
fn cap(arguments: &mut Arguments<'_>, what: &str) -> Result<Option<f64>, CommandError> {
    Ok(Some(arguments.decimal(what)?).filter(|&cap| cap >= 0.0))
}
