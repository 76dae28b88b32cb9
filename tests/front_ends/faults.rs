//! What goes wrong outside must not go wrong inside: a clear answer or a clean end.

use crate::files::{file, folder};
#[cfg(target_os = "linux")]
use crate::program::without_threads;
use crate::program::{BRIEF, ENDLESS, Program, command, let_it_think, output, refused, spawn};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn bytes_instead_of_text() {
    let mut program = Program::start(BRIEF);
    let mut bytes: Vec<u8> = (0..=255u8).cycle().take(70_000).collect();
    bytes.push(b'\n');
    program.send(&bytes);
    program.send(b"\xff\xfe\x00\n\0\0\0\n7 \xc3\x28 play b e5\nplay b e5\n");
    program.send("99 name\n");
    while program.answer() != "=99 Tengen" {}
    assert_eq!(program.ask("list_stones b"), "E5");
}

#[test]
fn a_line_in_many_pieces() {
    let mut program = Program::start(BRIEF);
    for byte in b"play b e5 # slowly\r\n" {
        program.send([*byte]);
    }
    assert_eq!(program.answer(), "= ");
    assert_eq!(program.ask("list_stones b"), "E5");
}

#[test]
fn a_mebibyte_without_a_line_break_then_the_end() {
    let mut program = Program::start(BRIEF);
    program.send(vec![b'x'; 3 << 20]);
    program.close();
    assert_eq!(program.answer(), "? line too long");
    assert!(program.end().success());
}

#[test]
fn the_input_ends_in_a_search() {
    let mut program = Program::start(ENDLESS);
    program.send("genmove b\n");
    let_it_think();
    program.close();
    assert!(program.answer().starts_with("= "));
    assert!(program.end().success());
}

#[test]
fn the_input_ends_in_an_analysis() {
    for command in ["lz-analyze 10", "kata-analyze w 10 ownership true"] {
        let mut program = Program::start(ENDLESS);
        program.send(format!("{command}\n"));
        let_it_think();
        program.close();
        let answer = program.answer();
        assert!(answer.starts_with("=\ninfo move "), "{answer}");
        assert!(program.end().success());
        assert!(program.rest().is_empty());
    }
}

#[test]
fn nobody_reads_the_output_any_more() {
    for command in ["kata-analyze b 5", "genmove b", "kata-genmove_analyze b 5"] {
        let mut child = spawn(&["--time", "1", "--threads", "1"], &[]);
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        input.write_all(format!("{command}\n").as_bytes()).unwrap();
        // The input stays open: the program has to notice by itself.
        let output = output(child);
        assert!(output.status.success(), "{command}: {:?}", output.status);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{command}");
        drop(input);
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_program_wherever_it_is() {
    for signal in ["-TERM", "-INT"] {
        for command in ["genmove b\n", "kata-analyze b 20\n", "name\n"] {
            let mut program = Program::start(ENDLESS);
            program.send(command);
            let_it_think();
            let sent = Command::new("kill").args([signal, &program.id()]).status().unwrap();
            assert!(sent.success());
            assert!(program.end().success(), "{signal} {command}");
        }
    }
}

#[test]
fn quit_while_thinking() {
    for command in
        ["genmove b", "kata-genmove_analyze w 10", "lz-analyze 10", "reg_genmove b", "kgs-genmove_cleanup b"]
    {
        let mut program = Program::start(ENDLESS);
        program.send(format!("{command}\n"));
        let_it_think();
        program.send("quit\n");
        assert!(program.answer().starts_with('='), "{command}");
        assert_eq!(program.answer(), "= ", "{command}");
        assert!(program.end().success(), "{command}");
    }
}

/// All are answered, in their order, though the controller leaves while the first is being thought about.
#[test]
fn ten_thousand_commands_behind_a_search() {
    let mut program = Program::start(ENDLESS);
    program.send("0 genmove b\n");
    let commands: String = (1..=10_000).map(|id| format!("{id} is_legal w A1\n")).collect();
    program.send(commands);
    let_it_think();
    program.send("10001 genmove w\n10002 quit\n");
    for id in 0..=10_002 {
        let answer = program.answer();
        assert!(answer.starts_with(&format!("={id} ")), "{answer}");
    }
    assert!(program.end().success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let mut program = Program::start(BRIEF);
    assert_eq!(program.ask("play b e5"), "");
    for command in ["printsgf /dev/full", "savesgf /dev/full", "savesgf /no/such/folder/x.sgf", "savesgf /"] {
        assert!(program.refusal(command).starts_with("cannot save file: "), "{command}");
    }
    assert_eq!(program.ask("list_stones b"), "E5");
    // The log goes nowhere, the game goes on.
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = command(BRIEF);
    command.env("RUST_LOG", "trace").stderr(full);
    let mut program = Program::of(command);
    assert_ne!(program.ask("genmove b"), "");
    assert_eq!(program.ask("echo_err lost"), "lost");
    assert_eq!(program.ask("tengen-params live_graphics 1"), "");
    assert_ne!(program.ask("genmove w"), "");
}

/// As from the end of the commands, but not without a word.
#[cfg(target_os = "linux")]
#[test]
fn commands_that_cannot_be_read_are_told() {
    let folder = fs::File::open("/").unwrap();
    let output = command(BRIEF).stdin(folder).output().unwrap();
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && output.stdout.is_empty(), "{warning}");
    assert!(warning.contains("no more commands can be read: "), "{warning}");
}

#[test]
fn a_closed_standard_error_is_nobodys_problem() {
    let mut command = command(&["--time", "1.2"]);
    command.env("RUST_LOG", "trace").stderr(Stdio::piped());
    let mut program = Program::of(command);
    drop(program.errors());
    assert_eq!(program.ask("tengen-params live_graphics 1"), "");
    assert_ne!(program.ask("genmove b"), "");
    assert_eq!(program.ask("echo_err lost"), "lost");
}

#[cfg(target_os = "linux")]
#[test]
fn without_threads_the_game_goes_on_and_a_warning_says_so() {
    let mut command = without_threads(&["gtp", "--threads", "64", "--playouts", "200"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"genmove b\nlz-analyze w 10\n7 genmove w\nquit\n").unwrap();
    let output = output(child);
    let (answers, warnings) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{warnings}");
    for part in ["info move", "\n=7 ", "= \n\n"] {
        assert!(answers.contains(part), "{answers}");
    }
    assert_eq!(warnings.lines().count(), 2, "{warnings}");
    for part in ["no thread to read commands during a search: ", "fewer threads than the 64 wanted: "] {
        assert!(warnings.contains(part), "{warnings}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_threads_a_signal_still_ends_the_program() {
    let mut program = Program::of(without_threads(&["gtp"]));
    assert_eq!(program.ask("name"), "Tengen");
    assert!(Command::new("kill").args(["-TERM", &program.id()]).status().unwrap().success());
    assert!(!program.end().success());
}

#[test]
fn missing_and_corrupt_files() {
    let folder = folder("faults");
    fs::write(folder.join("bytes.pat"), b"\xff\xfe\x00%%%").unwrap();
    let (corrupt, folder) = (&file("corrupt.toml", "rave_finl = 1\n"), folder.to_str().unwrap());
    for (arguments, part) in [
        (["--params", "no-such-file"], "no-such-file: "),
        (["--params", "src"], "src: "),
        (["--params", corrupt], "did you mean rave_final?"),
        (["--patterns", "no-such-folder"], "no-such-folder"),
        (["--patterns", folder], "bytes.pat"),
        (["--network", "no-such-file"], "no-such-file: "),
        (["--network", corrupt], "corrupt.toml: it is no network of this version"),
    ] {
        let sentence = refused(&arguments);
        assert!(sentence.contains(part), "{sentence}");
    }
}

/// A record that cannot be used leaves the position as it was.
#[test]
fn bad_records_change_nothing() {
    let mut program = Program::start(BRIEF);
    assert_eq!(program.ask("komi 5.5"), "");
    assert_eq!(program.ask("play b e5"), "");
    let before = program.ask("showboard");
    let deep = format!("(;SZ[9]{}", "(;B[ee]".repeat(40_000));
    for (name, bytes) in [
        ("truncated", &b"(;SZ[9];B[ee"[..]),
        ("wrong-size", b"(;SZ[19];B[ee])"),
        ("rectangle", b"(;SZ[9:7];B[ee])"),
        ("illegal", b"(;SZ[9];B[ee];W[ee])"),
        ("empty", b""),
        ("bytes", b"\xff\xfe\x00\x01"),
        ("deep", deep.as_bytes()),
        ("giant", &vec![b'('; (1 << 20) + 1]),
    ] {
        let record = file(&format!("{name}.sgf"), bytes);
        let sentence = program.refusal(&format!("loadsgf \"{record}\""));
        assert!(sentence.starts_with("cannot load file: ") && !sentence.contains('\n'), "{name}: {sentence}");
        assert_eq!(program.ask("showboard"), before, "{name}");
    }
    // An unknown encoding is text all the same where it matters.
    let record = file("encoding.sgf", b"(;SZ[9]CA[SHIFT_JIS]PB[\x83\x65\x83\x58];B[ee])");
    assert_eq!(program.ask(&format!("loadsgf {record}")), "white");
}

/// A record takes memory by its size alone.
#[cfg(target_os = "linux")]
#[test]
fn records_are_loaded_in_a_small_address_space() {
    let record = file("empty nodes.sgf", format!("(;SZ[9]{};B[ee])", ";".repeat(1_000_000)));
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 200000 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_tengen")]);
    command.args(["--threads", "1", "--memory", "1"]);
    let mut program = Program::of(command);
    assert_eq!(program.ask(&format!("loadsgf \"{record}\"")), "white");
}

/// A name with blanks is one word only in quotes; its first word is the name of another file.
#[test]
fn names_of_two_words_are_refused() {
    let folder = folder("two words");
    fs::write(folder.join("my"), "mine").unwrap();
    let mut command = command(BRIEF);
    command.current_dir(&folder);
    let mut program = Program::of(command);
    for line in ["savesgf my game.sgf", "printsgf my game.sgf", "loadsgf my 2 game.sgf"] {
        let sentence = program.refusal(line);
        assert!(sentence.contains("'game.sgf' is a word too many"), "{line}: {sentence}");
    }
    let sentence = program.refusal("loadsgf my game.sgf");
    assert!(sentence.contains("'game.sgf' is no move number; a file name with blanks"), "{sentence}");
    assert_eq!(fs::read_to_string(folder.join("my")).unwrap(), "mine");
    assert_eq!(program.ask("savesgf \"my game.sgf\""), "");
    assert_eq!(program.ask("loadsgf \"my game.sgf\" 1"), "black");
}

#[test]
fn values_out_of_range() {
    let mut program = Program::start(BRIEF);
    assert_eq!(program.ask("play b e5"), "");
    for command in [
        "boardsize 99999999999999999999",
        "komi 1e999",
        "time_settings nan 0 0",
        "time_left b inf 0",
        "kgs-time_settings byoyomi 1",
        "kgs-time_settings hourglass 1 2 3",
        "kgs-rules checkers",
        "fixed_handicap 4294967296",
        "place_free_handicap -1",
        "set_free_handicap e5 e5",
        "gg-undo 2",
        "gogui-setup b e5",
        "gogui-play_sequence b a1 w a1",
        "final_status z9",
        "final_status_list undead",
        "lz-analyze b minmoves -1",
        "kata-analyze b avoid b e5",
        "kata-genmove_analyze maybe",
        "tengen-params rave_final 1e99",
        "set_random_seed -1",
        "loadsgf /dev/zero",
        "reg_genmove b x",
    ] {
        assert!(!program.refusal(command).is_empty());
        assert_eq!(program.ask("list_stones b"), "E5", "{command}");
    }
    for command in [
        "time_settings 1e300 1e300 4294967295",
        "kgs-time_settings canadian 0 0 0",
        "kata-time_settings fischer-capped 1e9 0 -1 -1",
        "time_left w 1e300 1000000",
        "time_left b -5 0",
    ] {
        assert_eq!(program.ask(command), "", "{command}");
    }
}

#[test]
fn a_clock_at_zero() {
    for settings in ["time_settings 0 0 0", "time_settings 1 0 0", "kgs-time_settings absolute 0"] {
        // Without its clock it would take all of the limit.
        let mut program = Program::start(&["--time", "10", "--threads", "1"]);
        assert_eq!(program.ask(settings), "");
        assert_eq!(program.ask("time_left b 0 0"), "");
        assert_ne!(program.ask("genmove b"), "");
        let stats = program.ask("tengen-stats");
        let seconds = stats.lines().find_map(|line| line.strip_prefix("seconds: ")).unwrap();
        assert!(seconds.parse::<f64>().unwrap() < 2.0, "{stats}");
    }
}
