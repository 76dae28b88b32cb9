//! No input line whatever crashes the engine: arbitrary bytes and arbitrary commands, 100,000 lines in all.
//! Every command gets exactly one well-formed answer, and the board stays valid.

use crate::doors::bodies::Kept;
use proptest::collection::vec;
use proptest::prelude::*;
use std::io;
use tengen::engine::{Config, Engine, EngineParams, Params};
use tengen::gtp::{self, Ending, Session, SessionOptions};
use tengen::search::Limits;

const CASES: u32 = 200;
const LINES: usize = 500;

/// Commands whose first word is the name of a file that they write, and how that name begins here: any word may follow.
const WRITERS: [&str; 2] = ["savesgf", "printsgf"];
const BEGINNING: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/fuzzed-");

/// An engine that thinks little, so that many commands fit in a test.
fn engine() -> Engine {
    let limits = Limits { playouts: Some(3), ..Limits::default() };
    let params = Params {
        engine: EngineParams { status_playouts: 5, ..EngineParams::default() },
        ..Params::default()
    };
    Engine::new(Config { size: 5, limits, memory: 1 << 20, params, ..Config::default() })
}

fn command_name() -> impl Strategy<Value = String> {
    let listed = Session::new(engine()).answer(b"list_commands").unwrap();
    let names: Vec<String> = listed.trim_start_matches("= ").trim_end().lines().map(str::to_owned).collect();
    // Common commands come often, so that games get far.
    prop_oneof![
        6 => Just("play".to_owned()),
        2 => Just("genmove".to_owned()),
        1 => Just("undo".to_owned()),
        5 => proptest::sample::select(names),
    ]
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[bwBW]",
        8 => "[a-jA-J][1-9]",
        2 => "[0-9]{1,3}",
        1 => "-?[0-9]{1,2}\\.[0-9]{1,2}",
        1 => proptest::sample::select(vec!["pass", "resign", "black", "WHITE", "alive", "dead", "seki", "nan", "1e99",
            "99999999999999999999", "X./.O", "...../..X../...../..O../.....", "rave_final", "expand_visits", "/dev/null", "#", "\""])
            .prop_map(str::to_owned),
        1 => "\\PC{0,12}",
    ]
}

fn command_line() -> impl Strategy<Value = Vec<u8>> {
    let id = prop_oneof![3 => Just(String::new()), 1 => (0u64..5_000_000_000).prop_map(|id| id.to_string())];
    let parts =
        (id, command_name(), vec(word(), 0..5), proptest::sample::select(vec!["", "\r", " # x", "\t"]));
    parts.prop_map(|(id, name, words, end)| {
        let writes = WRITERS.contains(&name.as_str()) && !words.is_empty();
        let beginning = if writes { BEGINNING } else { "" };
        format!("{id} {name} {beginning}{}{end}", words.join(" ")).into_bytes()
    })
}

fn any_line() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        8 => command_line(),
        2 => vec(any::<u8>(), 0..80).prop_map(|mut bytes| {
            bytes.retain(|&byte| byte != b'\n');
            bytes
        }),
    ]
}

/// Does the protocol want an answer to this line? Said again in other words than the engine's.
fn wants_answer(line: &[u8]) -> bool {
    let code = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    String::from_utf8_lossy(code).chars().any(|c| !c.is_ascii_control() && !c.is_whitespace())
}

fn assert_well_formed(answer: &str) {
    assert!(answer.starts_with(['=', '?']), "{answer:?}");
    assert!(answer.ends_with("\n\n"), "{answer:?}");
    assert!(!answer[..answer.len() - 2].contains("\n\n"), "{answer:?}");
    assert!(!answer.ends_with("\n\n\n"), "{answer:?}");
    let after_id = answer[1..].trim_start_matches(|c: char| c.is_ascii_digit());
    // Reports of a running search begin in the line after the status.
    let is_stream = ["\ninfo move ", "\n{\"", "\nplay "].iter().any(|start| after_id.starts_with(start));
    assert!(after_id.starts_with(' ') || is_stream, "{answer:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_lines_get_one_answer_a_command(lines in vec(any_line(), LINES)) {
        let mut session = Session::new(engine());
        for line in &lines {
            let answer = session.answer(line);
            prop_assert_eq!(answer.is_some(), wants_answer(line), "{:?}", String::from_utf8_lossy(line));
            if let Some(answer) = answer {
                assert_well_formed(&answer);
            }
            prop_assert_eq!(session.engine().game().board().validate(), Ok(()));
        }
    }

    /// A refused command leaves the game as it was.
    #[test]
    fn a_failure_changes_nothing(lines in vec(any_line(), LINES / 10)) {
        let mut session = Session::new(engine());
        let state = |session: &Session| {
            let game = session.engine().game();
            (game.board().to_string(), game.turns().len(), game.komi().to_bits(), game.board().to_play(), game.board().ko())
        };
        for line in &lines {
            let before = state(&session);
            if session.answer(line).is_some_and(|answer| answer.starts_with('?')) {
                prop_assert_eq!(before, state(&session), "{:?}", String::from_utf8_lossy(line));
            }
        }
    }
}

/// The whole loop, thread and channel included: many pipelined commands, no `quit`, no last line break.
#[test]
fn pipelined_commands_are_all_answered_before_the_end() {
    let mut input = String::new();
    for id in 1..=10_000 {
        input += &format!("{id} play {} {}\n", ["b", "w"][id % 2], ["A1", "pass", "C3", "E5"][id % 4]);
    }
    input += "10001 name";
    let output = Kept::default();
    gtp::run(engine(), SessionOptions::default(), &Ending::default(), io::Cursor::new(input), output.clone())
        .unwrap();
    let text = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    let answers: Vec<&str> = text.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), 10_001);
    for (id, answer) in (1..).zip(&answers) {
        assert!(answer[1..].starts_with(&format!("{id} ")), "{answer}");
    }
    assert_eq!(answers[10_000], "=10001 Tengen");
}
