//! Searches that report while they run.

mod report;
mod wishes;

use super::arguments::Arguments;
use super::command::Command;
use super::inbox::Leash;
use super::standard::think;
use super::stream::Stream;
use super::{CommandError, Reply, Session};
use crate::board::Color;
use crate::engine::{Decision, Wishes};
use crate::search::{Findings, Watch};
use report::{Dialect, Reporter};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use wishes::AnalysisRequest;

/// Not among them are `analyze` and `genmove_analyze`: Sabaki prefers them to all others and then takes rates
/// for ten-thousandths.
pub(super) const ANALYZE_COMMANDS: &[Command] = &[
    Command::stream(
        "lz-analyze",
        "[COLOR] [CENTISECONDS] [KEY VALUE …]",
        "`info` lines in Leela Zero's form until the next line of input",
        |session, arguments, stream| analyze(session, arguments, stream, Dialect::Leela),
    ),
    Command::stream(
        "kata-analyze",
        "[COLOR] [CENTISECONDS] [KEY VALUE …]",
        "`info` lines in KataGo's form until the next line of input",
        |session, arguments, stream| analyze(session, arguments, stream, Dialect::Kata),
    ),
    Command::stream(
        "lz-genmove_analyze",
        "[COLOR] [CENTISECONDS] [KEY VALUE …]",
        "`info` lines in Leela Zero's form, then `play` and the move, which is played",
        |session, arguments, stream| genmove(session, arguments, stream, Dialect::Leela),
    ),
    Command::stream(
        "kata-genmove_analyze",
        "[COLOR] [CENTISECONDS] [KEY VALUE …]",
        "`info` lines in KataGo's form, then `play` and the move, which is played",
        |session, arguments, stream| genmove(session, arguments, stream, Dialect::Kata),
    ),
    Command::stream(
        "cgos-genmove_analyze",
        "COLOR",
        "one JSON object about the search, then `play` and the move, which is played",
        cgos_genmove,
    ),
    Command::new(
        "kata-search",
        "COLOR",
        "chooses a move as `reg_genmove` does and does not play it",
        |session, arguments| search(session, arguments, false),
    ),
    Command::new(
        "kata-search_cancellable",
        "COLOR",
        "the same; the next line of input makes the answer `cancelled`",
        |session, arguments| search(session, arguments, true),
    ),
    Command::stream(
        "kata-search_analyze",
        "[COLOR] [CENTISECONDS] [KEY VALUE …]",
        "`info` lines in KataGo's form, then `play` and the move, not played",
        |session, arguments, stream| search_analyze(session, arguments, stream, false),
    ),
    Command::stream(
        "kata-search_analyze_cancellable",
        "[COLOR] [CENTISECONDS] [KEY VALUE …]",
        "the same; the next line of input makes it end with `play cancelled`",
        |session, arguments, stream| search_analyze(session, arguments, stream, true),
    ),
    Command::new("stop", "", "nothing: like any line, it ends an analysis", |_, _| Ok(String::new())),
];

/// Playouts that an analysis gets in any case, so that it has something to say.
const FIRST_LOOK: u32 = 50;

/// Reads what is asked for and begins the answer, so that whoever asked sees that it was understood.
fn begin(
    session: &Session,
    arguments: &mut Arguments<'_>,
    stream: &mut Stream<'_>,
    dialect: Dialect,
) -> Result<(Color, Wishes, Reporter), CommandError> {
    let request = AnalysisRequest::parse(arguments, session.engine.game().board().to_play())?;
    stream.begin();
    Ok((request.color, request.wishes.clone(), reporter(session, dialect, request)))
}

fn analyze(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    stream: &mut Stream<'_>,
    dialect: Dialect,
) -> Result<(), CommandError> {
    let (color, wishes, mut reporter) = begin(session, arguments, stream, dialect)?;
    let looks = AtomicU32::new(0);
    let ends = || looks.fetch_add(1, Relaxed) >= FIRST_LOOK && session.leash.ends_watching();
    let engine = &mut session.engine;
    let (findings, reported) =
        watched(stream, &mut reporter, &ends, |watch| engine.analyze(color, &wishes, watch));
    if !reported {
        stream.line(&reporter.line(findings));
    }
    Ok(())
}

fn genmove(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    stream: &mut Stream<'_>,
    dialect: Dialect,
) -> Result<(), CommandError> {
    let (color, wishes, mut reporter) = begin(session, arguments, stream, dialect)?;
    let engine = &mut session.engine;
    let run = |watch: &mut Watch<'_>| engine.genmove_watched(color, &wishes, watch);
    let (decision, _) = watched(stream, &mut reporter, &|| session.leash.ends_thinking(), run);
    finish(session, stream, &mut reporter, Some(decision));
    session.awaits_opponent = decision != Decision::Resign;
    Ok(())
}

fn search_analyze(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    stream: &mut Stream<'_>,
    cancellable: bool,
) -> Result<(), CommandError> {
    let (color, wishes, mut reporter) = begin(session, arguments, stream, Dialect::Kata)?;
    let cancelled = AtomicBool::new(false);
    let stop = || search_ends(&session.leash, cancellable, &cancelled);
    let engine = &mut session.engine;
    let run = |watch: &mut Watch<'_>| engine.consider(color, &wishes, watch);
    let (decision, _) = watched(stream, &mut reporter, &stop, run);
    finish(session, stream, &mut reporter, (!cancelled.load(Relaxed)).then_some(decision));
    Ok(())
}

/// Does the search end? A cancellable one is cancelled by any line, which is noted.
fn search_ends(leash: &Leash, cancellable: bool, cancelled: &AtomicBool) -> bool {
    if !cancellable {
        return leash.ends_thinking();
    }
    let ends = leash.ends_watching();
    if ends {
        cancelled.store(true, Relaxed);
    }
    ends
}

/// The last report and the decision; without one the search was cancelled.
fn finish(session: &Session, stream: &mut Stream<'_>, reporter: &mut Reporter, decision: Option<Decision>) {
    if let Some(findings) = session.engine.findings() {
        stream.line(&reporter.line(findings));
    }
    let text = decision.map_or("cancelled".to_owned(), |decision| decision.to_string());
    stream.line(&format!("play {text}"));
}

/// Runs a search whose reports go to the stream, until `ends` says so or nobody listens any more: what it comes to, and
/// whether something was reported.
fn watched<T>(
    stream: &mut Stream<'_>,
    reporter: &mut Reporter,
    ends: &(dyn Fn() -> bool + Sync),
    run: impl FnOnce(&mut Watch<'_>) -> T,
) -> (T, bool) {
    let (gone, mut reported) = (AtomicBool::new(false), false);
    let stop = || gone.load(Relaxed) || ends();
    let interval = reporter.request.interval;
    let mut report = |findings: &Findings| {
        stream.line(&reporter.line(findings));
        reported = true;
        gone.store(!stream.is_open(), Relaxed);
    };
    let report: &mut dyn FnMut(&Findings) = &mut report;
    let report = interval.map(|interval| (interval, report));
    let result = run(&mut Watch { stop: Some(&stop), report, ..Watch::default() });
    (result, reported)
}

fn cgos_genmove(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    stream: &mut Stream<'_>,
) -> Result<(), CommandError> {
    let color = arguments.color()?;
    let mut reporter = reporter(session, Dialect::Kata, AnalysisRequest::new(color));
    stream.begin();
    let decision = think(session, color);
    if let Some(findings) = session.engine.findings() {
        stream.line(&reporter.json(findings));
    }
    stream.line(&format!("play {decision}"));
    Ok(())
}

fn search(session: &mut Session, arguments: &mut Arguments<'_>, cancellable: bool) -> Reply {
    let color = arguments.color()?;
    let cancelled = AtomicBool::new(false);
    let stop = || search_ends(&session.leash, cancellable, &cancelled);
    let mut watch = Watch { stop: Some(&stop), ..Watch::default() };
    let decision = session.engine.consider(color, &Wishes::default(), &mut watch);
    Ok(if cancelled.load(Relaxed) { "cancelled".to_owned() } else { decision.to_string() })
}

fn reporter(session: &Session, dialect: Dialect, request: AnalysisRequest) -> Reporter {
    let engine = &session.engine;
    Reporter {
        dialect,
        forecast: engine.forecast(request.color),
        policy: engine.first_policy(request.color),
        size: engine.game().board().size(),
        request,
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::{Config, Engine, Params};
    use crate::gtp::Session;
    use crate::params::Parameters;
    use crate::search::Limits;

    /// Black has won when it passes, which is no move that the network leaves out.
    #[test]
    fn the_pass_has_its_prior() {
        let config = Config { threads: 1, memory: 16 << 20, ..Config::default() };
        let mut session = Session::new(Engine::new(config));
        for command in ["komi -100", "play w pass"] {
            session.answer(command.as_bytes()).unwrap();
        }
        let answer = session.answer(b"kata-genmove_analyze b").unwrap();
        let (_, prior) = answer.split_once("info move pass ").unwrap().1.split_once("prior ").unwrap();
        assert_ne!(prior.split(' ').next(), Some("0.000000"), "{answer}");
    }

    #[test]
    fn what_is_told_of_the_position_does_not_depend_on_how_many_moves_are_told() {
        let told = |options: &str| {
            let limits = Limits { playouts: Some(60), ..Limits::default() };
            let config = Config { limits, threads: 1, memory: 16 << 20, ..Config::default() };
            let command = format!("kata-genmove_analyze b {options} rootInfo true ownership true");
            let answer = Session::new(Engine::new(config)).answer(command.as_bytes()).unwrap();
            let (moves, position) = answer.split_once(" rootInfo ").unwrap();
            (moves.matches("info move").count(), position.to_owned())
        };
        let ((all, position), (one, same)) = (told(""), told("maxmoves 1"));
        assert!(all > 1 && one == 1, "{all} {one}");
        assert_eq!(position, same);
    }

    /// Rates, points and owners of one search in JSON and in words.
    #[test]
    fn cgos_is_told_what_others_are() {
        let answer = |command: &str| {
            let limits = Limits { playouts: Some(60), ..Limits::default() };
            let config = Config { limits, threads: 1, memory: 16 << 20, ..Config::default() };
            let mut session = Session::new(Engine::new(config));
            session.answer(format!("tengen-setup {NEARLY_BLACK}").as_bytes()).unwrap();
            session.answer(command.as_bytes()).unwrap()
        };
        let digits: String = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
        for (color, sign) in [("b", 1.0), ("w", -1.0)] {
            let text = answer(&format!("kata-genmove_analyze {color} rootInfo true ownership true"));
            let (_, text) = text.split_once(" rootInfo ").unwrap();
            let (figures, owners) = text.lines().next().unwrap().split_once(" ownership ").unwrap();
            let answer = answer(&format!("cgos-genmove_analyze {color}"));
            let json = answer.lines().find(|line| line.starts_with('{')).unwrap();
            let json: serde_json::Value = serde_json::from_str(json).unwrap();
            for (name, key, tolerance) in [("winrate", "winrate", 1e-5), ("scoreLead", "score", 1e-3)] {
                let (_, figure) = figures.split_once(&format!("{name} ")).unwrap();
                let figure: f64 = figure.split(' ').next().unwrap().parse().unwrap();
                assert!((json[key].as_f64().unwrap() - figure).abs() < tolerance, "{name} {figure} {json}");
            }
            let owners: Vec<f64> = owners.split(' ').map(|owner| owner.parse().unwrap()).collect();
            let told = json["ownership"].as_str().unwrap();
            assert_eq!((owners.len(), told.len()), (81, 81));
            assert!(sign * owners[0] > 0.9, "{color}: {}", owners[0]);
            for (owner, digit) in owners.into_iter().zip(told.chars()) {
                let place = digits.find(digit).unwrap() as f64;
                // Half a step, and what four decimals leave out.
                assert!((place / 31.0 - 1.0 - owner).abs() < 0.0165, "{digit} for {owner}");
            }
        }
    }

    /// All but a corner, which is White's or nobody's.
    const NEARLY_BLACK: &str =
        ".X.XXXXXX/XXXXXXX.X/.XXXXXXXX/XXXXXXXXX/X.XXXXXXX/XXXXXXXXX/XXXXXX.XX/OOOOOXXXX/.O.O.OXX.";

    /// Does the engine wait for the opponent after that command, and is `resign` its answer?
    fn waits_and_resigns(command: &str, resign_rate: &str) -> (bool, bool) {
        let mut params = Params::default();
        params.set("resign_rate", resign_rate).unwrap();
        for (name, value) in [("resign_moves", "1"), ("resign_playouts", "1"), ("resign_stones", "0")] {
            params.set(name, value).unwrap();
        }
        let limits = Limits { playouts: Some(20), ..Limits::default() };
        let config = Config { params, limits, threads: 1, memory: 16 << 20, ..Config::default() };
        let mut session = Session::new(Engine::new(config));
        let answer = session.answer(command.as_bytes()).unwrap();
        (session.awaits_opponent, answer.trim_end().ends_with("resign"))
    }

    #[test]
    fn nothing_waits_for_an_opponent_after_a_resignation() {
        for command in
            ["genmove b", "lz-genmove_analyze b", "kata-genmove_analyze b", "cgos-genmove_analyze b"]
        {
            assert_eq!(waits_and_resigns(command, "1"), (false, true), "{command}");
            assert_eq!(waits_and_resigns(command, "0"), (true, false), "{command}");
        }
    }
}
