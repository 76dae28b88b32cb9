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
    session.engine.set_time(time_system(arguments, fischer)?);
    Ok(String::new())
}

/// The time system that is named, with its numbers.
fn time_system(arguments: &mut Arguments<'_>, fischer: bool) -> Result<Option<TimeSettings>, CommandError> {
    let name = arguments.word("a time system")?;
    Ok(match name.to_ascii_lowercase().as_str() {
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
    })
}

/// A limit in seconds; a negative one is none.
fn cap(arguments: &mut Arguments<'_>, what: &str) -> Result<Option<f64>, CommandError> {
    Ok(Some(arguments.decimal(what)?).filter(|&cap| cap >= 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_a_time_system_has_its_place() {
        let read = |text: &str, fischer| time_system(&mut Arguments::new(text, 9), fischer).ok();
        let absolute = |main| Some(TimeSettings::Absolute { main });
        let capped =
            |cap, per_move| Some(TimeSettings::Fischer { main: 60.0, increment: 5.0, cap, per_move });
        for (text, expected) in [
            ("none", None),
            ("absolute 300", absolute(300.0)),
            ("Absolute -1", absolute(0.0)),
            ("byoyomi 540 10 3", Some(TimeSettings::Byoyomi { main: 540.0, period: 10.0, periods: 3 })),
            ("byoyomi 540 0 3", absolute(540.0)),
            ("byoyomi 540 10 0", absolute(540.0)),
            ("canadian 300 60 25", Some(TimeSettings::Canadian { main: 300.0, period: 60.0, stones: 25 })),
            ("canadian 300 0 25", absolute(300.0)),
            ("canadian 300 60 0", None),
        ] {
            assert_eq!([false, true].map(|fischer| read(text, fischer)), [Some(expected); 2], "{text}");
        }
        for (text, expected) in [
            ("fischer 60 5", capped(None, None)),
            ("fischer-capped 60 5 90 20", capped(Some(90.0), Some(20.0))),
            ("fischer-capped 60 5 -1 0", capped(None, Some(0.0))),
        ] {
            assert_eq!([false, true].map(|fischer| read(text, fischer)), [None, Some(expected)], "{text}");
        }
    }
}
