//! What records say beside the moves.

use super::files::file;
use super::program::{BRIEF, Program};

/// Loads a text as a record, before that move.
fn load(program: &mut Program, name: &str, text: &str, before: &str) {
    program.ask(&format!("loadsgf \"{}\" {before}", file(name, text)));
}

/// Which of these are in the game's record?
fn said<'a>(program: &mut Program, properties: &[&'a str]) -> Vec<&'a str> {
    let record = program.ask("printsgf");
    properties.iter().copied().filter(|property| record.contains(property)).collect()
}

#[test]
fn what_a_record_said_is_saved_while_it_is_true() {
    const RECORD: &str =
        "(;SZ[9]KM[5.5]PB[Lee [3k\\]\\\\]PW[Cho\nChikun]DT[1995-01-02]RU[AGA]RE[W+R];B[ee];W[cc])";
    const ALL: [&str; 5] = ["PB[Lee [3k\\]\\\\]", "PW[Cho Chikun]", "DT[1995-01-02]", "RU[AGA]", "RE[W+R]"];
    let mut program = Program::start(BRIEF);
    load(&mut program, "said.sgf", RECORD, "");
    assert_eq!(said(&mut program, &ALL), ALL);
    // The engine is a player now, but not when its move is taken back.
    program.ask("genmove b");
    assert_eq!(said(&mut program, &ALL), ALL[1..4]);
    assert_eq!(said(&mut program, &["PB[Tengen "]).len(), 1);
    program.ask("undo");
    assert_eq!(said(&mut program, &ALL), ALL);
    // The end that was told is not that of this game any more.
    program.ask("undo");
    program.ask("play w g7");
    assert_eq!(said(&mut program, &ALL), ALL[..4]);
    load(&mut program, "said.sgf", RECORD, "2");
    assert_eq!(said(&mut program, &ALL), ALL[..4]);
    load(&mut program, "said.sgf", RECORD, "");
    program.ask("kgs-rules chinese");
    program.ask("komi 5.5");
    assert_eq!(said(&mut program, &ALL), ALL);
    program.ask("kgs-rules japanese");
    assert_eq!(
        said(&mut program, &[&ALL[..], &["RU[Japanese]"]].concat()),
        [&ALL[..3], &["RU[Japanese]"]].concat()
    );
    program.ask("clear_board");
    assert_eq!(said(&mut program, &ALL), [""; 0]);
    // Nobody knows the day of a game without one.
    load(&mut program, "undated.sgf", "(;SZ[9];B[ee])", "");
    assert_eq!(said(&mut program, &["DT["]), [""; 0]);
}

#[test]
fn a_record_brings_its_rules() {
    let mut program = Program::start(BRIEF);
    load(&mut program, "japanese.sgf", "(;SZ[9]RU[japanese])", "");
    assert!(program.ask("kata-get-rules").contains("TERRITORY"));
    load(&mut program, "unknown.sgf", "(;SZ[9]RU[Ing's])", "");
    assert!(program.ask("kata-get-rules").contains("TERRITORY"));
    assert_eq!(said(&mut program, &["RU[Ing's]"]).len(), 1);
    load(&mut program, "without.sgf", "(;SZ[9])", "");
    assert_eq!(said(&mut program, &["RU[Japanese]"]).len(), 1);
}

#[test]
fn a_game_over_gtp_has_the_engines_name_the_day_and_its_result() {
    const ASKED: [&str; 4] = ["PB[", "PW[Tengen ", "DT[20", "RE["];
    let mut program = Program::start(BRIEF);
    program.ask("play b e5");
    assert_eq!(said(&mut program, &ASKED), ["DT[20"]);
    program.ask("genmove w");
    assert_eq!(said(&mut program, &ASKED), ["PW[Tengen ", "DT[20"]);
    program.ask("play b resign");
    assert_eq!(said(&mut program, &["RE[W+R]"]).len(), 1);
    program.ask("play b pass");
    assert_eq!(said(&mut program, &["RE["]), [""; 0]);
    program.ask("play w pass");
    let result = format!("RE[{}]", program.ask("final_score"));
    assert_eq!(said(&mut program, &[&result]).len(), 1);
    // A game that is lost for certain is resigned at once.
    for line in ["boardsize 2", "komi 100", "genmove b"] {
        program.ask(line);
    }
    assert_eq!(said(&mut program, &["PB[Tengen ", "RE[W+R]"]).len(), 2);
}
