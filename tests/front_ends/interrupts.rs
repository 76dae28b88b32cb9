//! What ends a command early, and what must not.

use crate::program::{BRIEF, ENDLESS, Lines, Program, command, let_it_think};
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

/// A figure of the last search.
fn stat(program: &mut Program, name: &str) -> f64 {
    let stats = program.ask("tengen-stats");
    let value = stats.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    value.unwrap_or_else(|| panic!("{name} in {stats}")).parse().unwrap()
}

#[test]
fn gogui_interrupts_a_search_and_gets_its_best_move() {
    let mut program = Program::start(ENDLESS);
    assert_eq!(program.ask("gogui-interrupt"), "");
    program.send("genmove b\n");
    let_it_think();
    program.send("# interrupt\n");
    let mv = program.answer().strip_prefix("= ").unwrap().to_owned();
    assert_eq!(program.ask("list_stones b"), mv, "the move has been played");
}

/// Both lines in one piece: the interrupt is meant for the command before it.
#[test]
fn an_interrupt_right_behind_its_command_counts() {
    let mut program = Program::start(ENDLESS);
    program.send("1 genmove b\n# interrupt\n2 name\n");
    assert!(program.answer().starts_with("=1 "));
    assert_eq!(program.answer(), "=2 Tengen");
}

#[test]
fn an_interrupt_without_a_command_is_forgotten() {
    let mut program = Program::start(BRIEF);
    program.send("# interrupt\n");
    sleep(Duration::from_millis(50));
    program.send("# interrupt\n");
    assert_ne!(program.ask("genmove b"), "");
    assert_eq!(stat(&mut program, "playouts"), 200.0);
}

/// Sabaki throws a `protocol_version` at an engine that is busy.
#[test]
fn other_lines_do_not_shorten_a_search() {
    let mut program = Program::start(&["--playouts", "20000", "--threads", "1", "--memory", "64"]);
    program.send("1 genmove b\n2 protocol_version\n");
    sleep(Duration::from_millis(30));
    program.send("\n# a comment\n3 name\n");
    assert!(program.answer().starts_with("=1 "));
    assert_eq!(program.answer(), "=2 2");
    assert_eq!(program.answer(), "=3 Tengen");
    assert_eq!(stat(&mut program, "playouts"), 20_000.0);
}

/// What a shell pipes in is carried out in full, though its end is read long before.
#[test]
fn a_script_is_carried_out_in_full() {
    let mut program = Program::start(&["--playouts", "20000", "--threads", "1", "--memory", "64"]);
    program.send("genmove b\ntengen-stats\ngenmove w\ntengen-stats\nquit\n");
    program.close();
    for _ in 0..2 {
        assert!(program.answer().starts_with("= "));
        assert!(program.answer().starts_with("= playouts: 20000\n"));
    }
    assert_eq!(program.answer(), "= ");
    assert!(program.end().success());
}

/// The lines with which Sabaki, Lizzie and Ogatak, q5Go and people end an analysis.
#[test]
fn any_line_ends_an_analysis() {
    for line in
        ["protocol_version", "name", "5 known_command known_command", "", "# comment", "stop", "nonsense"]
    {
        for command in ["lz-analyze 20", "kata-analyze b 20"] {
            let mut program = Program::start(ENDLESS);
            program.send(format!("3 {command}\n"));
            assert_eq!(program.line(), "=3");
            assert!(program.line().starts_with("info move "));
            program.send(format!("{line}\n"));
            while !program.line().is_empty() {}
            if line.is_empty() || line.starts_with('#') {
                assert_eq!(program.ask("name"), "Tengen");
            } else {
                assert!(program.line().starts_with(['=', '?']), "{line}");
                assert_eq!(program.line(), "");
            }
        }
    }
}

#[test]
fn an_analysis_that_is_over_at_once_has_something_to_say() {
    let mut program = Program::start(ENDLESS);
    program.send("kata-analyze b 50\n7 name\n");
    let answer = program.answer();
    assert!(answer.starts_with("=\ninfo move "), "{answer}");
    assert_eq!(program.answer(), "=7 Tengen");
}

#[test]
fn a_cancellable_search_is_cancelled_by_a_line() {
    let mut program = Program::start(ENDLESS);
    program.send("kata-search_cancellable b\n");
    let_it_think();
    program.send("name\n");
    assert_eq!(program.answer(), "= cancelled");
    assert_eq!(program.answer(), "= Tengen");
    program.send("kata-search_analyze_cancellable b 20\n");
    let_it_think();
    program.send("name\n");
    assert!(program.answer().ends_with("\nplay cancelled"));
    assert_eq!(program.answer(), "= Tengen");
    assert_eq!(program.ask("list_stones b"), "");
}

/// Seconds of processor time that the program has taken so far.
fn cputime(program: &mut Program) -> f64 {
    program.ask("cputime").parse().unwrap()
}

const SILENCE: Duration = Duration::from_millis(600);

/// Seconds of processor time for a move and the silence after it, and for the silence after the next line.
fn idle_cputime(arguments: &[&str]) -> [f64; 2] {
    let mut program = Program::start(arguments);
    assert_ne!(program.ask("genmove b"), "");
    let before = cputime(&mut program);
    // The question itself has ended the pondering after that move; another move begins it anew.
    assert_ne!(program.ask("genmove w"), "");
    sleep(SILENCE);
    let after_move = cputime(&mut program);
    sleep(SILENCE);
    [after_move - before, cputime(&mut program) - after_move]
}

#[test]
fn pondering_is_off_unless_wanted_and_ends_with_the_next_line() {
    let brief = ["--playouts", "50", "--threads", "1", "--memory", "64"];
    let [without, with] = [idle_cputime(&brief), idle_cputime(&[&brief[..], &["--ponder"]].concat())];
    assert!(without[0] < 0.15 && with[0] > 2.0 * without[0], "{without:?} {with:?}");
    assert!(without[1] < 0.15 && with[1] < 0.15, "{without:?} {with:?}");
}

#[test]
fn pondering_goes_on_while_the_controller_is_silent_and_no_line_is_lost() {
    let game = |more: &[&str]| {
        let mut program = Program::start(&[&["--playouts", "30", "--threads", "2"], more].concat());
        for turn in 0..6 {
            let color = ["b", "w"][turn % 2];
            assert_ne!(program.ask(&format!("genmove {color}")), "");
            sleep(SILENCE / 6);
        }
        assert_eq!(program.ask("gg-undo 6"), "");
        assert_eq!(program.ask("list_stones b"), "");
        cputime(&mut program)
    };
    let [without, with] = [game(&[]), game(&["--ponder"])];
    assert!(with > 1.5 * without, "{without} {with}");
}

/// GoGui reads them from standard error: blocks that end with an empty line, cleared before the answer.
#[test]
fn live_graphics_are_drawn_and_taken_away() {
    let mut command = command(&[ENDLESS, &["--set", "live_graphics=1"]].concat());
    command.stderr(Stdio::piped());
    let mut program = Program::of(command);
    let errors = Lines::of(program.errors());
    program.send("genmove b\n");
    let starts = ["gogui-gfx:", "VAR b ", "INFLUENCE ", "LABEL ", "TEXT ", ""];
    for start in starts.into_iter().cycle().take(2 * starts.len()) {
        assert_like(&errors.line(), start);
    }
    program.send("# interrupt\n");
    assert!(program.answer().starts_with("= "));
    program.close();
    let rest = errors.rest();
    // More pictures may have come by then.
    let (last, pictures) = rest.split_last().unwrap();
    pictures.iter().zip(starts.into_iter().cycle()).for_each(|(line, start)| assert_like(line, start));
    assert_eq!((last.as_str(), pictures.len() % starts.len()), ("gogui-gfx: CLEAR", 0));
}

/// A line that begins so; an empty one is empty.
fn assert_like(line: &str, start: &str) {
    assert!(line.starts_with(start) && line.is_empty() == start.is_empty(), "{line}");
}
