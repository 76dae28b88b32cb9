//! What every fuzz target does with its bytes. The same bodies are property tests on the stable compiler
//! (`tests/front_ends/doors.rs`), so this file is part of two crates.

use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex};
use tengen::engine::{Config, Engine, EngineParams, Params};
use tengen::game::Rules;
use tengen::gtp::{self, Ending, SessionOptions};
use tengen::knowledge::Knowledge;
use tengen::params;
use tengen::patterns::{PatternTable, parse_templates};
use tengen::search::Limits;
use tengen::sgf;

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
        rules: Rules::Chinese,
        threads: 1,
        limits,
        memory: 1 << 20,
        seed: 0,
        strict: false,
        params,
        knowledge: KNOWLEDGE.clone(),
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
    let quits = text.contains("= \n\n") || bytes.windows(4).any(|word| word == b"quit");
    assert!(text.ends_with("=2147483647 2\n\n") || quits, "{text:?}");
    for answer in text.split_terminator("\n\n") {
        assert!(answer.starts_with(['=', '?']), "{answer:?}");
    }
}

/// The bytes are a game record: it is read or refused, and what was read is written and read back the same.
pub(crate) fn record(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(game) = sgf::read_game(&text, None, 0.5) else { return };
    assert_eq!(game.board().validate(), Ok(()));
    let written = sgf::write_game(&game, &game.info().unwrap_or_default());
    let again = sgf::read_game(&written, None, 9.5).unwrap();
    assert_eq!(again.turns(), game.turns(), "{written}");
    assert_eq!(again.board().to_string(), game.board().to_string(), "{written}");
    assert_eq!(again.info(), game.info(), "{written}");
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
