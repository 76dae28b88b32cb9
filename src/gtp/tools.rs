//! Small services for test suites and match tools.

use super::arguments::Arguments;
use super::command::Command;
use super::standard::line_text;
use super::{Reply, Session};
use crate::engine::NAME;
use cpu_time::ProcessTime;
use std::io::{self, Write};

pub(super) const TOOLS_COMMANDS: &[Command] = &[
    Command::new("echo", "TEXT …", "the text", |_, arguments| Ok(arguments.joined())),
    Command::new("echo_err", "TEXT …", "the text, on standard error too", echo_err),
    Command::new("cputime", "", "seconds of processor time used so far", cputime),
    Command::new("gomill-cpu_time", "", "the same", cputime),
    Command::new("gomill-describe_engine", "", "what plays, in some lines", describe),
    Command::new("gomill-explain_last_move", "", "what the last search found, in one line", explain),
    Command::new("get_random_seed", "", "the seed", |session, _| Ok(session.engine.seed().to_string())),
    Command::new("set_random_seed", "N", "sets the seed", set_seed),
    Command::new("clear_cache", "", "forgets what has been searched", |session, _| {
        session.engine.clear_tree();
        Ok(String::new())
    }),
];

fn echo_err(_: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let text = arguments.joined();
    // Nobody may be reading it.
    let _ = writeln!(io::stderr(), "{text}");
    Ok(text)
}

fn cputime(_: &mut Session, _: &mut Arguments<'_>) -> Reply {
    Ok(format!("{:.3}", ProcessTime::now().as_duration().as_secs_f64()))
}

fn describe(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    let engine = &session.engine;
    Ok(format!("{NAME}\n{} rules, komi {}, seed {}", engine.rule_set(), engine.game().komi(), engine.seed()))
}

fn explain(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    let Some(findings) = session.engine.findings() else { return Ok("no search yet".to_owned()) };
    let best = findings.best();
    Ok(format!(
        "{:.1} % after {} playouts in {:.2} s: {}",
        100.0 * best.value.mean,
        findings.playouts,
        findings.time.as_secs_f64(),
        line_text(findings.line())
    ))
}

fn set_seed(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    session.engine.set_seed(arguments.seed()?);
    Ok(String::new())
}
