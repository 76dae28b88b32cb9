//! The analysis streams, read by a parser that knows nothing but their grammar.
//!
//! ```text
//! =[id] LF
//! ( "info move V" (key value)* "pv V+" (" info move …")* [" rootInfo" (key value)*] [" ownership" float*]
//!   [" ownershipStdev" float*] LF )*
//! [ "play " (V | pass | resign) LF ]
//! LF
//! ```

use crate::program::{ENDLESS, Program};
use std::collections::HashMap;
use std::iter::Peekable;
use std::str::{FromStr, Split};

/// One move of a report.
#[derive(Debug, Default)]
struct Info {
    mv: String,
    values: HashMap<String, String>,
    line: Vec<String>,
    line_visits: Vec<u32>,
    line_edge_visits: Vec<u32>,
    owners: Vec<f64>,
    owner_deviations: Vec<f64>,
}

/// One line of a stream.
#[derive(Debug, Default)]
struct Report {
    infos: Vec<Info>,
    root: HashMap<String, String>,
    owners: Vec<f64>,
    owner_deviations: Vec<f64>,
}

fn is_vertex(word: &str) -> bool {
    let columns = "ABCDEFGHJ";
    let point = word.len() == 2
        && columns.contains(&word[..1])
        && ('1'..='9').contains(&word.chars().nth(1).unwrap());
    point || word == "pass"
}

/// The words of a line that have not been read yet.
type Words<'a> = Peekable<Split<'a, char>>;

/// The words that come next, as long as they can be read so.
fn several<T>(words: &mut Words<'_>, read: impl Fn(&str) -> Option<T>) -> Vec<T> {
    std::iter::from_fn(|| {
        let value = read(words.peek()?)?;
        words.next();
        Some(value)
    })
    .collect()
}

/// The numbers behind a key; none if another word comes next.
fn numbers<T: FromStr>(words: &mut Words<'_>, key: &str) -> Vec<T> {
    words.next_if(|word| *word == key).map_or(Vec::new(), |_| several(words, |word| word.parse().ok()))
}

impl Info {
    fn number(&self, key: &str) -> f64 {
        self.values[key].parse().unwrap()
    }

    /// What follows `info`.
    fn read(words: &mut Words<'_>) -> Info {
        assert_eq!(words.next(), Some("move"));
        let mut info = Info { mv: words.next().unwrap().to_owned(), ..Info::default() };
        assert!(is_vertex(&info.mv), "{}", info.mv);
        loop {
            let key = words.next().expect("a candidate ends with its line");
            if key == "pv" {
                break;
            }
            let value = words.next().unwrap().to_owned();
            assert!(info.values.insert(key.to_owned(), value).is_none(), "{key} twice");
        }
        info.line = several(words, |word| is_vertex(word).then(|| word.to_owned()));
        assert_eq!(info.line.first(), Some(&info.mv), "a line begins with its move");
        info.line_visits = numbers(words, "pvVisits");
        info.line_edge_visits = numbers(words, "pvEdgeVisits");
        info.owners = numbers(words, "movesOwnership");
        info.owner_deviations = numbers(words, "movesOwnershipStdev");
        info
    }
}

impl Report {
    /// Panics where the line breaks the grammar.
    fn parse(line: &str) -> Report {
        assert_eq!(line, line.trim(), "no blanks around: {line:?}");
        assert!(!line.contains("  "), "single blanks: {line:?}");
        let mut report = Report::default();
        let words = &mut line.split(' ').peekable();
        while words.next_if_eq(&"info").is_some() {
            report.infos.push(Info::read(words));
        }
        if words.next_if_eq(&"rootInfo").is_some() {
            while let Some(key) = words.next_if(|key| !key.starts_with("ownership")) {
                report.root.insert(key.to_owned(), words.next().unwrap().to_owned());
            }
        }
        report.owners = numbers(words, "ownership");
        report.owner_deviations = numbers(words, "ownershipStdev");
        assert_eq!(words.next(), None, "{line}");
        assert!(!report.infos.is_empty());
        for (order, info) in report.infos.iter().enumerate() {
            assert_eq!(info.values["order"], order.to_string(), "orders count from 0");
        }
        let visits: Vec<u32> =
            report.infos.iter().map(|info| info.values["visits"].parse().unwrap()).collect();
        assert!(visits.is_sorted_by(|a, b| a >= b), "best first: {visits:?}");
        report
    }
}

/// The reports of an answer and the move that ends it.
fn read(answer: &str) -> (Vec<Report>, Option<String>) {
    let mut lines = answer.split('\n');
    assert_eq!(lines.next(), Some("="), "the status stands alone: {answer:?}");
    let mut reports = Vec::new();
    for line in lines.by_ref() {
        if let Some(mv) = line.strip_prefix("play ") {
            assert!(is_vertex(mv) || mv == "resign", "{mv}");
            assert_eq!(lines.next(), None, "the move is last");
            return (reports, Some(mv.to_owned()));
        }
        reports.push(Report::parse(line));
    }
    (reports, None)
}

fn assert_leela(info: &Info) {
    let keys = ["visits", "winrate", "prior", "lcb", "order"];
    assert!(keys.iter().all(|key| info.values[*key].parse::<i64>().is_ok()), "whole numbers: {info:?}");
    assert!((0.0..=10_000.0).contains(&info.number("winrate")));
}

fn assert_kata(info: &Info) {
    assert!(info.values["visits"].parse::<u32>().is_ok());
    for key in ["winrate", "prior", "lcb", "utility", "scoreLead", "scoreMean", "scoreStdev"] {
        assert!(info.values[key].contains('.') && info.number(key).is_finite(), "{key}: {info:?}");
    }
    assert_eq!(info.values["scoreLead"], info.values["scoreMean"]);
    assert!((0.0..=1.0).contains(&info.number("winrate")));
    assert!(info.number("lcb") <= info.number("winrate"));
}

/// Starts an analysis, waits for some reports and ends it.
fn analysis(program: &mut Program, command: &str, count: usize) -> Vec<Report> {
    program.send(format!("{command}\n"));
    let mut answer = vec![program.line()];
    for _ in 0..count {
        answer.push(program.line());
    }
    program.send("protocol_version\n");
    loop {
        let line = program.line();
        if line.is_empty() {
            break;
        }
        answer.push(line);
    }
    assert_eq!(program.answer(), "= 2");
    let (reports, mv) = read(&answer.join("\n"));
    assert_eq!(mv, None);
    reports
}

/// Every form of the arguments that Sabaki, Lizzie, q5Go, Ogatak and the CGOS client send.
#[test]
fn analyses_in_every_form_that_programs_send() {
    let mut program = Program::start(ENDLESS);
    assert_eq!(program.ask("play b e5"), "");
    for command in [
        "kata-analyze W 10",
        "lz-analyze 10",
        "lz-analyze 10 avoid b c3,d4 1 avoid w e3 1",
        "kata-analyze 10 ownership true",
        "kata-analyze black 10",
        "kata-analyze b 12.5 ownership true",
        "kata-analyze w interval 10 minmoves 5 maxmoves 7 rootInfo true ownership true ownershipStdev true",
        "kata-analyze interval 10 pvVisits true movesOwnership true noResultValue true",
        "kata-analyze interval 10 pvEdgeVisits true movesOwnership true movesOwnershipStdev true",
        "lz-analyze w interval 10 allow w c3,d4,g7 1",
        "lz-analyze",
    ] {
        let count = if command == "lz-analyze" { 0 } else { 2 };
        let reports = analysis(&mut program, command, count);
        assert!(!reports.is_empty(), "{command}");
        for report in reports {
            for info in &report.infos {
                if command.starts_with("lz") {
                    assert_leela(info);
                } else {
                    assert_kata(info);
                }
                let as_asked = |key, count| if command.contains(key) { count } else { 0 };
                assert_eq!(info.line_visits.len(), as_asked("pvVisits", info.line.len()), "{command}");
                assert_eq!(
                    info.line_edge_visits.len(),
                    as_asked("pvEdgeVisits", info.line.len()),
                    "{command}"
                );
                assert_eq!(info.owners.len(), as_asked("movesOwnership", 81), "{command}");
                assert_eq!(info.owner_deviations.len(), as_asked("movesOwnershipStdev", 81), "{command}");
                assert!(info.owner_deviations.iter().all(|deviation| (0.0..=1.0).contains(deviation)));
                assert!(info.owners.iter().all(|owner| (-1.0..=1.0).contains(owner)));
                let no_result = command.contains("noResultValue").then_some("0.0");
                assert_eq!(info.values.get("noResultValue").map(String::as_str), no_result, "{command}");
            }
            assert_eq!(
                report.owners.len(),
                if command.contains(" ownership true") { 81 } else { 0 },
                "{command}"
            );
            assert_eq!(
                report.owner_deviations.len(),
                if command.contains(" ownershipStdev") { 81 } else { 0 }
            );
            assert!(report.owners.iter().all(|owner| (-1.0..=1.0).contains(owner)));
            assert_eq!(report.root.is_empty(), !command.contains("rootInfo"));
        }
    }
    assert_eq!(program.ask("list_stones w"), "", "an analysis plays nothing");
}

#[test]
fn moves_to_avoid_and_to_allow_are_heeded() {
    let mut program = Program::start(ENDLESS);
    for report in analysis(&mut program, "kata-analyze b 10 allow b c3,d4,g7 1 minmoves 3", 3) {
        assert!(report.infos.iter().all(|info| ["C3", "D4", "G7"].contains(&info.mv.as_str())), "{report:?}");
    }
    let free = analysis(&mut program, "kata-analyze b 10", 3);
    let best = &free.last().unwrap().infos[0].mv;
    for report in analysis(&mut program, &format!("kata-analyze b 10 avoid b {best} 4"), 3) {
        assert!(report.infos.iter().all(|info| info.mv != *best), "{report:?}");
        let blacks = report.infos.iter().flat_map(|info| info.line.iter().step_by(2).take(2));
        assert!(blacks.into_iter().all(|mv| mv != best), "{report:?}");
    }
}

/// A tree that has served other moves knows more of those that may not be played now.
#[test]
fn what_may_not_be_played_is_not_shown_however_often_it_was_tried() {
    let mut program = Program::start(&["--threads", "1"]);
    let picture = "..XXXOO../..XXXOO../..XX.OO../..XXXOO../..XX.OO../..XXXOO../..XXXOO../..XXXOO../..XXXOO..";
    let analyzed = |program: &mut Program, playouts: u32| {
        program.ask(&format!("kata-set-param maxPlayouts {playouts}"));
        program.send("lz-genmove_analyze b allow b E5,J1 1\n");
        read(&program.answer())
    };
    program.ask("komi 5.5");
    program.ask(&format!("tengen-setup {picture} b"));
    let (_, mv) = analyzed(&mut program, 4000);
    assert_eq!(mv.as_deref(), Some("E5"));
    program.ask("play w e7");
    let (found, mv) = analyzed(&mut program, 12);
    assert_eq!((mv.as_deref(), found.last().unwrap().infos[0].mv.as_str()), (Some("J1"), "J1"));
    let stats = program.ask("tengen-stats");
    assert!(!stats.lines().any(|line| line.starts_with("pass ")), "the pass has most visits: {stats}");
}

#[test]
fn the_number_of_moves_is_heeded() {
    let mut program = Program::start(ENDLESS);
    for report in analysis(&mut program, "lz-analyze b 10 maxmoves 2", 2) {
        assert!(report.infos.len() <= 2);
    }
    let report = analysis(&mut program, "lz-analyze b 10 minmoves 40", 2).pop().unwrap();
    assert!(report.infos.len() >= 40, "{}", report.infos.len());
}

/// Black owns the whole board but a corner, and everything is said from the side of who is asked for.
#[test]
fn figures_are_those_of_the_color_asked_for() {
    let mut program = Program::start(ENDLESS);
    let picture = ".X.XXXXXX/XXXXXXX.X/.XXXXXXXX/XXXXXXXXX/X.XXXXXXX/XXXXXXXXX/XXXXXX.XX/OOOOOXXXX/.O.O.OXX.";
    program.ask(&format!("tengen-setup {picture}"));
    let arguments = "20 ownership true rootInfo true";
    let black = analysis(&mut program, &format!("kata-analyze b {arguments}"), 2).pop().unwrap();
    let white = analysis(&mut program, &format!("kata-analyze w {arguments}"), 2).pop().unwrap();
    assert!(black.infos[0].number("winrate") > 0.9, "{black:?}");
    assert!(white.infos[0].number("winrate") < 0.1, "{white:?}");
    assert!(black.infos[0].number("scoreLead") > 10.0 && white.infos[0].number("scoreLead") < -10.0);
    // From A9 along the rows to J1.
    assert!(black.owners[0] > 0.9 && white.owners[0] < -0.9, "A9");
    assert!(black.owners[80] > 0.9, "J1");
}

/// A program that shows the highest rate of all must not show that of a move hardly tried.
#[test]
fn the_highest_rate_is_near_that_of_the_best_move() {
    let mut program = Program::start(ENDLESS);
    for report in analysis(&mut program, "kata-analyze b 20", 5) {
        let rates = report.infos.iter().map(|info| info.number("winrate"));
        let highest = rates.fold(0.0, f64::max);
        assert!(highest - report.infos[0].number("winrate") < 0.15, "{report:?}");
    }
}

#[test]
fn a_board_without_moves_has_its_pass() {
    let mut program = Program::start(ENDLESS);
    program.ask("tengen-setup .X/X. w");
    let reports = analysis(&mut program, "kata-analyze w 10", 1);
    assert_eq!(reports[0].infos[0].line[0], "pass");
}

#[test]
fn genmoves_end_with_their_move() {
    let mut program = Program::start(&["--time", "0.5", "--threads", "1", "--memory", "64"]);
    for (command, reports) in [
        ("lz-genmove_analyze b 10", 2),
        ("kata-genmove_analyze white", 1),
        ("kata-genmove_analyze b ownership true", 1),
        (" lz-genmove_analyze white 100", 1),
        ("lz-genmove_analyze b 100000", 1),
        ("kata-genmove_analyze w 15 maxmoves 4", 2),
    ] {
        program.send(format!("{command}\n"));
        let (found, mv) = read(&program.answer());
        assert!(found.len() >= reports, "{command}: {}", found.len());
        let mv = mv.unwrap();
        let last = found.last().unwrap();
        assert_eq!(mv, last.infos[0].mv, "the move is the best of the last report");
        assert_eq!(program.ask("last_move").split_once(' ').unwrap().1, mv);
    }
    program.send("kata-search_analyze b 10\n");
    let (_, mv) = read(&program.answer());
    assert_ne!(program.ask("last_move").split_once(' ').unwrap().1, mv.unwrap(), "not played");
}

/// The CGOS client takes the last line before `play` for the analysis and sends it on as it is.
#[test]
fn cgos_gets_one_line_of_json() {
    let mut program = Program::start(&["--playouts", "500", "--threads", "1"]);
    program.send("cgos-genmove_analyze b\n");
    let answer = program.answer();
    let lines: Vec<&str> = answer.lines().collect();
    let [status, json, play] = lines[..] else { panic!("{answer}") };
    assert_eq!(status, "=");
    let json: serde_json::Value = serde_json::from_str(json).unwrap();
    assert!((0.0..=1.0).contains(&json["winrate"].as_f64().unwrap()));
    assert_eq!(json["visits"], 500);
    assert!(json["score"].as_f64().is_some());
    let owners = json["ownership"].as_str().unwrap();
    assert!(owners.len() == 81 && owners.chars().all(|c| c.is_ascii_alphanumeric() || c == '+'));
    let best = &json["moves"][0];
    assert_eq!(format!("play {}", best["move"].as_str().unwrap()), play);
    for key in ["winrate", "score", "prior", "visits"] {
        assert!(best[key].is_number(), "{key}");
    }
    assert!(best["pv"].as_str().unwrap().starts_with(best["move"].as_str().unwrap()));
}

/// Sabaki 0.60 prefers these to all others and then reads their rates wrong.
#[test]
fn the_bare_analyze_is_not_there() {
    let mut program = Program::start(ENDLESS);
    let commands = program.ask("list_commands");
    for command in ["analyze", "genmove_analyze"] {
        assert!(!commands.lines().any(|line| line == command));
        assert_eq!(program.refusal(&format!("{command} b 10")), "unknown command");
    }
    assert!(!commands.contains("gogui-rules"));
}
