//! What every fuzz target does with its bytes. The same bodies are property tests on the stable compiler
//! (`tests/front_ends/doors.rs`), so this file is part of two crates.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex};
use tengen::analysis::Server;
use tengen::board::{Color, Move};
use tengen::engine::{Config, Engine, EngineParams, Params};
use tengen::game::{Game, RuleSet, Turn};
use tengen::gtp::{self, Ending, SessionOptions};
use tengen::knowledge::Knowledge;
use tengen::params;
use tengen::patterns::{PatternTable, parse_templates};
use tengen::search::Limits;
use tengen::sgf::{self, Annotation};

/// Reading them takes longer than a conversation.
static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(Knowledge::embedded);

/// The output side of a conversation, kept for the test.
#[derive(Clone, Default)]
pub(crate) struct Kept(pub(crate) Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The bytes are what a controller sends: every answer is well formed, and the last question is answered.
pub(crate) fn conversation(bytes: &[u8]) {
    let limits = Limits { playouts: Some(3), ..Limits::default() };
    let params = Params {
        engine: EngineParams { status_playouts: 5, ..EngineParams::default() },
        ..Params::default()
    };
    let engine = Engine::new(Config {
        size: 5,
        komi: 7.5,
        rules: RuleSet::default(),
        threads: 1,
        limits,
        memory: 1 << 20,
        seed: 0,
        strict: false,
        params,
        knowledge: KNOWLEDGE.clone(),
        crew: None,
    });
    let mut input = bytes.to_vec();
    input.extend(b"\n2147483647 protocol_version\n");
    let output = Kept::default();
    gtp::run(
        engine,
        SessionOptions { chat: true },
        &Ending::default(),
        io::Cursor::new(input),
        output.clone(),
    )
    .unwrap();
    let text = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    // Control characters are dropped where they stand.
    let plain: Vec<u8> = bytes.iter().copied().filter(|byte| !byte.is_ascii_control()).collect();
    let quits = plain.windows(4).any(|word| word == b"quit");
    assert!(text.ends_with("=2147483647 2\n\n") || quits, "{text:?}");
    for answer in text.split_terminator("\n\n") {
        assert!(answer.starts_with(['=', '?']), "{answer:?}");
    }
}

/// The bytes are a game record: it is read or refused, and what was read is written and read back the same. With notes at all of
/// its moves it is still that game.
pub(crate) fn record(bytes: &[u8]) {
    let Ok(game) = sgf::read_game(&sgf::text_of(bytes), None, 0.5) else { return };
    assert_eq!(game.board().validate(), Ok(()));
    let written = sgf::write_game(&game, &game.info().unwrap_or_default());
    assert_same(&game, written.as_bytes());
    let note = Annotation {
        comment: "a note".to_owned(),
        properties: vec![("SBKV", vec!["50.00".to_owned()])],
        variation: Some((vec![Turn { color: Color::Black, mv: Move::Pass }], "a line".to_owned())),
    };
    let notes = vec![note.clone(); game.turns().len()];
    // Blanks of ISO-2022-JP between properties are refused there.
    if let Ok(noted) = sgf::annotate(bytes, game.board().size(), &note, &notes) {
        assert_same(&game, &noted);
    }
}

fn assert_same(game: &Game, record: &[u8]) {
    let text = sgf::text_of(record);
    let again = sgf::read_game(&text, None, 9.5).unwrap();
    assert_eq!(again.turns(), game.turns(), "{text}");
    assert_eq!(again.board().to_string(), game.board().to_string(), "{text}");
    assert_eq!(again.info(), game.info(), "{text}");
}

/// The bytes are a pattern file: it is read or refused.
pub(crate) fn patterns(bytes: &[u8]) {
    if let Ok(templates) = parse_templates("fuzz.pat", &String::from_utf8_lossy(bytes)) {
        let _ = PatternTable::new(&templates);
    }
}

/// The bytes are a parameter file: it is read or refused, and what was read is written and read back the same.
pub(crate) fn params(bytes: &[u8]) {
    let mut read = Params::default();
    if params::read_bytes(&mut read, bytes).is_ok() {
        let mut again = Params::default();
        params::read_bytes(&mut again, params::to_toml(&read).as_bytes()).unwrap();
        assert_eq!(again, read);
    } else {
        assert_eq!(read, Params::default());
    }
}

/// Fields of a query that make its search long.
const LONG: [&str; 4] = ["maxVisits", "maxPlayouts", "overrideSettings", "maxNodes"];

/// The bytes are queries, one a line; at an empty line those so far are answered. Every answer is a JSON object, and every
/// query with an id of its own gets one error, or one final answer for each of its turns.
pub(crate) fn queries(bytes: &[u8]) {
    let kept: Arc<Mutex<Vec<String>>> = Arc::default();
    let output = Arc::clone(&kept);
    let limits = Limits { playouts: Some(3), ..Limits::default() };
    let config = Config { limits, memory: 1 << 20, knowledge: KNOWLEDGE.clone(), ..Config::default() };
    let server = Server::new(config, move |answer| output.lock().unwrap().push(answer));
    let mut turns: BTreeMap<String, Vec<BTreeSet<u64>>> = BTreeMap::new();
    for line in bytes.split(|byte| *byte == b'\n') {
        let query = serde_json::from_slice::<Value>(line).unwrap_or_default();
        let is_long =
            |field: &&str| query.get(field).is_some_and(|value| value.as_u64().is_none_or(|most| most > 500));
        if LONG.iter().any(is_long) {
            continue;
        }
        server.take(line);
        if line.trim_ascii().is_empty() {
            server.work_off();
        }
        let is_own = |action: &str| ["genmove", "review", "solve"].contains(&action);
        if let Some(id) = query["id"].as_str().filter(|_| query["action"].as_str().is_none_or(is_own)) {
            let last = query["moves"].as_array().map_or(0, |moves| moves.len() as u64);
            let asked = query["analyzeTurns"].as_array();
            let asked =
                asked.map_or(BTreeSet::from([last]), |list| list.iter().filter_map(Value::as_u64).collect());
            turns.entry(id.to_owned()).or_default().push(asked);
        }
    }
    server.work_off();
    let mut finals: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let mut errors: BTreeMap<String, usize> = BTreeMap::new();
    for answer in kept.lock().unwrap().iter() {
        assert!(!answer.contains('\n'), "{answer:?}");
        let answer: Value = serde_json::from_str(answer).unwrap();
        let id = answer["id"].as_str().unwrap_or_default().to_owned();
        if answer["isDuringSearch"] == false {
            finals.entry(id).or_default().push(answer["turnNumber"].as_u64().unwrap());
        } else if answer["error"].is_string()
            && answer["field"] != "action"
            && answer["field"] != "terminateId"
        {
            *errors.entry(id).or_default() += 1;
        }
    }
    for (id, asked) in turns {
        let [asked] = &asked[..] else { continue };
        let mut finals = finals.remove(&id).unwrap_or_default();
        finals.sort_unstable();
        match errors.get(&id) {
            Some(count) => assert!(finals.is_empty() && *count >= 1, "{id}: {finals:?}, {count} errors"),
            None => assert!(finals.iter().eq(asked), "{id}: {finals:?} for {asked:?}"),
        }
    }
}
