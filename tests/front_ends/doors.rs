//! The bodies of the fuzz targets as property tests: whatever comes in is read or refused.

#[path = "../../fuzz/bodies.rs"]
pub(crate) mod bodies;

use proptest::collection::vec;
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use tengen::engine::Params;
use tengen::params::Parameters;

/// A text that is nearly right: pieces of what belongs there, and some bytes.
fn nearly(pieces: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        12 => proptest::sample::select(pieces).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..6),
        1 => "[0-9]{1,5}".prop_map(String::into_bytes),
    ];
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// A file with some bytes changed, removed or put in.
fn spoiled(file: &str) -> impl Strategy<Value = Vec<u8>> + use<> {
    let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let change = (any::<prop::sample::Index>(), any::<u8>(), 0..3);
    vec(change, 1..6).prop_map(move |changes| {
        let mut bytes = bytes.clone();
        for (at, byte, kind) in changes {
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, byte),
            }
        }
        bytes
    })
}

const RECORD: &[&str] = &[
    "(",
    ")",
    ";",
    "B[ee]",
    "W[cc]",
    "B[]",
    "W[tt]",
    "SZ[9]",
    "SZ[5]",
    "SZ[9:7]",
    "KM[6.5]",
    "HA[2]",
    "AB[cc][gg]",
    "AB[aa:bb]",
    "AW[ii]",
    "AE[cc]",
    "PL[W]",
    "C[a\\]b]",
    "[",
    "]",
    "\\",
    "\n",
    "FF[3]",
    "Black[dd]",
    "(;SZ[9]",
    "B",
    "GM[1]",
    "PB[Lee: \\\\ \\] ]",
    "RE[B+3.5]",
    "CA[Shift_JIS]",
    "CA[ISO-2022-JP]",
    "PB[\u{1b}$B%]%\\\u{1b}(B]",
    "C[\u{8a31}]",
    "(;W[dc])",
];

const CONVERSATION: &[&str] = &[
    "genmove b\n",
    "play b e5\n",
    "play w c3\n",
    "undo\n",
    "1 ",
    "name",
    "\n",
    "\r\n",
    "# interrupt\n",
    "kata-analyze b 5\n",
    "lz-genmove_analyze w\n",
    "boardsize 3\n",
    "clear_board\n",
    "quit\n",
    "#",
    "\t",
    "final_score\n",
    "komi -1\n",
    "list_stones b\n",
    "gogui-play_sequence b a1 w a2\n",
    "kgs-rules japanese\n",
    "tengen-setup X.O/.../...\n",
    "\"",
];

const PARAMS: &[&str] = &[
    "rave_final",
    " = ",
    "1",
    "\n",
    "ponder",
    "true",
    "[",
    "]",
    "\"",
    "#",
    "-1",
    "1e9",
    "nan",
    ".",
    "resign_rate = 0.1\n",
];

/// A parameter file in which nothing but a value may be wrong, so that many are read.
fn parameter_lines() -> impl Strategy<Value = Vec<u8>> {
    let names: Vec<&str> = Params::list().iter().map(|parameter| parameter.name).collect();
    let value = proptest::sample::select(&["0", "1", "1", "0.5", "7", "true", "\"auto\"", "-1"]);
    let line = (proptest::sample::select(names), value);
    let lines = vec(line.prop_map(|(name, value)| format!("{name} = {value}\n")), 0..4);
    lines.prop_map(|lines| lines.concat().into_bytes())
}

const PATTERNS: &[&str] =
    &["%", "#", "X", "O", ".", "*", " ", "\n", "hane", " 5 ", "cut", "-", "?", "# X %\n", "# # * X %\n"];

/// Values that fields of a query may have, right and wrong.
const QUERY_VALUES: &[(&str, &[&str])] = &[
    (
        "moves",
        &[
            "[]",
            "[[\"B\",\"C3\"]]",
            "[[\"B\",\"C3\"],[\"W\",\"pass\"]]",
            "[[\"W\",\"A1\"],[\"W\",\"A1\"]]",
            "3",
        ],
    ),
    ("rules", &["\"chinese\"", "\"japanese\"", "{\"ko\":\"SIMPLE\"}", "\"stone_scoring\"", "\"x\"", "null"]),
    ("boardXSize", &["2", "3", "5", "5", "9", "19"]),
    ("boardYSize", &["2", "3", "5", "5", "9", "-1"]),
    ("analyzeTurns", &["[0]", "[0,1]", "[1,0,1]", "[2]", "[]", "[-1]", "{}"]),
    ("priority", &["1", "-5", "0.5"]),
    ("priorities", &["[1]", "[3,2]", "[]"]),
    ("komi", &["7.5", "0", "-400", "401", "1e400"]),
    ("maxVisits", &["1", "10", "0"]),
    ("initialStones", &["[]", "[[\"W\",\"B2\"]]", "[[\"W\",\"B2\"],[\"B\",\"B2\"]]", "[[\"B\",\"Z9\"]]"]),
    ("initialPlayer", &["\"W\"", "\"b\"", "\"x\""]),
    ("includePolicy", &["true", "false", "1"]),
    ("includeOwnership", &["true", "null"]),
    ("reportDuringSearchEvery", &["0.001", "100"]),
    ("avoidMoves", &["[]", "[{\"player\":\"B\",\"moves\":[\"A1\",\"pass\"],\"untilDepth\":3}]", "[{}]"]),
    ("allowMoves", &["[{\"player\":\"W\",\"moves\":[],\"untilDepth\":1}]"]),
    ("unheard", &["[[]]"]),
    ("action", &["\"genmove\"", "\"review\"", "\"solve\"", "\"solve\"", "\"dance\""]),
    ("level", &["1", "9", "11", "16"]),
    ("rank", &["\"12k\"", "\"0k\"", "3"]),
    ("seed", &["7", "-1"]),
    ("target", &["\"B2\"", "\"C3\"", "\"pass\"", "[]"]),
    ("first", &["\"attack\"", "\"defend\"", "\"black\""]),
    ("maxNodes", &["1", "500", "0"]),
    ("maxOrder", &["1", "5", "6", "null"]),
];

/// A query of such an id: most have what a query needs.
fn query_line() -> impl Strategy<Value = String> {
    let field = (0..QUERY_VALUES.len(), any::<prop::sample::Index>());
    (0..40u32, vec(field, 0..6), 0..8).prop_map(|(id, fields, bare)| {
        let mut chosen: Vec<(&str, &str)> = match bare {
            0 => vec![],
            _ => vec![
                ("moves", "[[\"B\",\"B2\"]]"),
                ("rules", "\"aga\""),
                ("boardXSize", "5"),
                ("boardYSize", "5"),
            ],
        };
        for (field, value) in fields {
            let (name, values) = QUERY_VALUES[field];
            chosen.retain(|(known, _)| *known != name);
            chosen.push((name, values[value.index(values.len())]));
        }
        let pairs: Vec<String> = chosen.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
        format!("{{\"id\":\"{id}\"{}{}}}\n", if pairs.is_empty() { "" } else { "," }, pairs.join(","))
    })
}

/// Lines of a client: queries, ends of them, pauses in which all is answered, and bytes.
fn query_lines() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        8 => query_line().prop_map(String::into_bytes),
        2 => (0..40u32).prop_map(|id| {
            format!("{{\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"{id}\"}}\n").into_bytes()
        }),
        1 => Just(b"{\"id\":\"t\",\"action\":\"terminate_all\",\"turnNumbers\":[0]}\n".to_vec()),
        1 => Just(b"\n".to_vec()),
        1 => vec(any::<u8>(), 0..20),
    ];
    vec(line, 0..20).prop_map(|lines| lines.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn conversations(bytes in nearly(CONVERSATION)) {
        bodies::conversation(&bytes);
    }

    #[test]
    fn analyses(bytes in query_lines()) {
        bodies::queries(&bytes);
    }

    #[test]
    fn records(bytes in prop_oneof![nearly(RECORD), spoiled("gtp-tests/sgf/short.sgf")]) {
        bodies::record(&bytes);
    }

    #[test]
    fn pattern_files(bytes in prop_oneof![1 => nearly(PATTERNS), 1 => spoiled("patterns/edge.pat")]) {
        bodies::patterns(&bytes);
    }

    #[test]
    fn parameter_files(bytes in prop_oneof![nearly(PARAMS), parameter_lines()]) {
        bodies::params(&bytes);
    }
}
