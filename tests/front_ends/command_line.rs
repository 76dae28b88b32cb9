//! The program as a person or a script starts it.

use super::files::{file, folder};
#[cfg(target_os = "linux")]
use super::program::{Program, command, without_threads};
use super::program::{output, refused, run, spawn};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Output;
use tengen::search::Feature;
use tengen::solver::Algorithm;

fn tengen(arguments: &[&str], input: &str) -> Output {
    run(arguments, &[], input)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn no_argument_means_gtp() {
    let output = tengen(&[], "name\r\n1 version\nquit\nname\n");
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), format!("= Tengen\n\n=1 {}\n\n= \n\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn games_that_are_read_twice_are_a_file() {
    let sentence = refused(&["features", "-", "--out", "nowhere.features"]);
    assert!(sentence.contains("cannot be standard input"), "{sentence}");
}

#[test]
fn the_version_is_that_of_the_package() {
    let output = tengen(&["--version"], "");
    assert_eq!(text(&output.stdout), format!("tengen {}\n", env!("CARGO_PKG_VERSION")));
}

/// What `--help` says.
fn help(command: &[&str]) -> String {
    let output = tengen(&[command, &["--help"]].concat(), "");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that a help lists, but for `help` itself. The lines between them go on with an explanation.
fn commands(help: &str) -> Vec<&str> {
    let (_, list) = help.split_once("\nCommands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let lines = list.lines().map(|line| line.strip_prefix("  ").unwrap());
    let names = lines.filter(|line| !line.starts_with(' ')).map(|line| line.split(' ').next().unwrap());
    names.filter(|name| *name != "help").collect()
}

/// The long options that a help lists, but for those that every command has.
fn options(help: &str) -> Vec<&str> {
    let lines = help.lines().filter_map(|line| line.strip_prefix("      --"));
    lines.map(|line| line.split(' ').next().unwrap()).collect()
}

#[test]
fn help_fits_a_terminal_and_is_there_for_every_command() {
    let all = help(&[]);
    assert!(commands(&all).len() >= 15, "{all}");
    for command in commands(&all) {
        let text = help(&[command]);
        assert!(text.contains(&format!("Usage: tengen {command}")), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 120), "{text}");
    }
    assert!(all.lines().all(|line| line.chars().count() <= 120), "{all}");
}

#[test]
fn the_readme_has_a_row_for_every_option() {
    let all = help(&[]);
    let mut listed = options(&all);
    assert!(listed.len() >= 15, "{listed:?}");
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| `--"));
    let mut told: Vec<&str> = rows.map(|row| row.split([' ', '`']).next().unwrap()).collect();
    listed.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, listed);
    // `gtp` is what happens without a command.
    assert_eq!(options(&help(&["gtp"])), options(&all));
    let of_queries = ["komi", "kgs-chat", "ponder", "rules", "strict"];
    for (command, without) in
        [("play", &["kgs-chat", "ponder", "strict"][..]), ("analysis", &of_queries), ("web", &of_queries)]
    {
        let help = help(&[command]);
        let has = options(&help);
        let missing: Vec<&str> = listed.iter().copied().filter(|option| !has.contains(option)).collect();
        assert_eq!(missing.iter().collect::<BTreeSet<_>>(), without.iter().collect(), "{command}");
    }
}

#[test]
fn every_command_has_a_manual_page_and_is_completed() {
    let folder = folder("manual");
    fs::remove_dir(&folder).unwrap();
    let output = tengen(&["manual", folder.to_str().unwrap()], "");
    assert!(output.status.success(), "{output:?}");
    let all = help(&[]);
    let scripts = ["bash", "zsh", "fish"].map(|shell| {
        let output = tengen(&["completions", shell], "");
        assert!(output.status.success(), "{shell}");
        (shell, text(&output.stdout).to_owned())
    });
    for command in commands(&all) {
        let page = fs::read_to_string(folder.join(format!("tengen-{command}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{command}");
        for (shell, script) in &scripts {
            let entry = match *shell {
                "bash" => format!("tengen,{command})"),
                "zsh" => format!("({command})\n"),
                _ => format!("-a \"{command}\""),
            };
            assert!(script.contains(&entry), "{shell}: {command}");
        }
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let sentence = refused(&["manual", "/dev/null/manual"]);
    assert!(sentence.starts_with("error: cannot make /dev/null/manual: "), "{sentence}");
}

#[test]
fn a_missing_option_is_named() {
    let sentence = refused(&["tables", "--out", "x"]);
    assert!(sentence.contains("--problems <FILE>"), "{sentence}");
}

#[test]
fn where_one_of_two_options_is_needed_both_are_named() {
    let missing = refused(&["solve", "--json"]);
    assert!(missing.contains("--problems <FILE>|--sgf <FILE>"), "{missing}");
    let both = refused(&["solve", "--problems", "a", "--sgf", "b", "--target", "A1"]);
    assert!(both.contains("cannot be used with"), "{both}");
}

#[test]
fn a_wrong_option_gets_one_sentence_and_status_2() {
    for arguments in [
        &["--nonsense"][..],
        &["nonsense"],
        &["--playouts", "many"],
        &["--playouts", "0"],
        &["--time", "-1"],
        &["--komi", "nan"],
        &["--rules", "chess"],
        &["--resign", "2"],
        &["--patterns", "no-such-folder"],
        &["--patterns", "src"],
        &["--network", "src"],
        &["--level", "0"],
        &["--level", "16"],
        &["--level", "high"],
        &["--rank", "31k"],
        &["--level", "3", "--rank", "5k"],
        &["analysis", "--komi", "6.5"],
        &["analysis", "--rules", "japanese"],
        &["analysis", "--ponder"],
        &["play", "--handicap", "1"],
        &["play", "--handicap", "10"],
        &["--set", "nonsense=1"],
        &["--set", "rave_final"],
        &["--set", "resign_rate=2"],
        &["bench", "--seconds", "x"],
        &["perft", "--size", "10"],
        &["problems", "--order", "1"],
        &["problems", "--label", "FILE", "--games", "3"],
        &["problems", "--label", "FILE", "--seed", "1"],
        &["problems", "--from", "FILE", "--nodes", "10"],
        &["problems", "--from", "FILE", "--least-order", "3"],
    ] {
        refused(arguments);
    }
}

#[test]
fn what_is_like_a_wrong_name_is_named() {
    for (arguments, name) in [
        (&["--playout", "5"][..], "'--playouts'"),
        (&["play", "--colour", "white"], "'--color'"),
        (&["reviews", "game.sgf"], "'review'"),
    ] {
        let sentence = refused(arguments);
        assert!(sentence.contains("; a similar ") && sentence.contains(name), "{sentence}");
    }
    assert_eq!(refused(&["--nonsense"]), "error: unexpected argument '--nonsense' found\n");
}

#[test]
fn options_before_the_command_are_told_their_place() {
    for options in [&["--threads", "1"][..], &["--threads", "1", "--playouts", "5"]] {
        let sentence = refused(&[options, &["play"]].concat());
        assert!(sentence.ends_with(" before it; options stand behind the command\n"), "{sentence}");
    }
}

#[test]
fn who_names_what_there_is_not_is_told_what_there_is() {
    let rules = refused(&["--rules", "chess"]);
    assert!(rules.ends_with(": not chinese, aga, new-zealand, tromp-taylor, cgos or japanese\n"), "{rules}");
    let algorithm = refused(&["solve", "--problems", "no-such-file", "--algorithm", "magic"]);
    assert!(Algorithm::ALL.into_iter().all(|(name, _)| algorithm.contains(name)), "{algorithm}");
}

#[test]
fn a_komi_that_nobody_means_is_refused() {
    for komi in ["400.5", "-401", "1e308", "inf", "NaN", "half"] {
        let sentence = format!("error: invalid value '{komi}' for '--komi <K>': not from -400 to 400\n");
        assert_eq!(refused(&["--komi", komi]), sentence);
    }
}

#[test]
fn patterns_are_replaced() {
    const ASK: &str = "tengen-setup .X./X../... b\ntengen-pattern b A3\n";
    let folder = folder("patterns");
    let name = folder.to_str().unwrap();
    let write = |text: &str| fs::write(folder.join("only.pat"), text).unwrap();
    write("hane 5 own stones beside the corner\n%\n# X %\n# # * X %\n# # #\n#\n");
    let output = tengen(&["--patterns", name], ASK);
    assert!(text(&output.stdout).ends_with("= hane: weight 5\n\n"), "{}", text(&output.stdout));
    write("hane 5 unfinished\n%\n");
    let file = folder.join("only.pat");
    let sentence = format!("error: {}, line 1: the drawing has fewer than five lines\n", file.display());
    assert_eq!(refused(&["gtp", "--patterns", name]), sentence);
}

/// The ko of `gtp-tests/rules.tst` after two passes: who retakes it repeats a position.
#[test]
fn a_strict_engine_refuses_a_move_that_repeats_a_position() {
    let moves =
        "tengen-setup .XO../X.XO./.XO../...../..... w\nplay w B4\nplay b pass\nplay w pass\nplay b C4\n";
    for (arguments, answer) in
        [(&["gtp"][..], "= "), (&["gtp", "--strict"], "? illegal move: C4: it repeats an earlier position")]
    {
        let output = tengen(arguments, moves);
        let answers: Vec<&str> = text(&output.stdout).split_terminator("\n\n").collect();
        assert_eq!(answers, ["= white", "= ", "= ", "= ", answer], "{arguments:?}");
    }
}

#[test]
fn perft_prints_a_line_a_depth() {
    let output = tengen(&["perft", "--size", "3", "--depth", "4"], "");
    assert_eq!(text(&output.stdout), "1: 9\n2: 72\n3: 504\n4: 2976\n");
}

#[test]
fn bench_prints_its_keys_and_a_steady_signature() {
    let run = |seconds| {
        let output = tengen(&["bench", "--seconds", seconds, "--threads", "2"], "");
        assert!(output.status.success());
        text(&output.stdout).to_owned()
    };
    let (first, second) = (run("0.05"), run("1e-9"));
    let keys = first.lines().map(|line| line.split_once(": ").unwrap().0);
    // How many kinds of vectors there are depends on the processor.
    let keys: Vec<&str> = keys.filter(|key| !key.starts_with("network_positions_per_second_")).collect();
    assert_eq!(
        keys,
        [
            "light_playouts_per_second",
            "policy_playouts_per_second",
            "network_vectors",
            "network_positions_per_second",
            "network_share_of_bare_loop",
            "search_playouts_per_second",
            "search_playouts_per_second_2",
            "solver_nodes_per_second",
            "bytes_per_child",
            "Bench"
        ]
    );
    assert_eq!(first.lines().last(), second.lines().last());
    assert!(!second.contains("NaN"), "{second}");
}

#[test]
fn a_line_above_the_limit_is_refused_and_the_next_one_answered() {
    let input = format!("{}\n7 name\n", "x".repeat((1 << 20) + 1));
    let output = tengen(&["gtp"], &input);
    assert_eq!(text(&output.stdout), "? line too long\n\n=7 Tengen\n\n");
}

/// A controller that goes away is the end, not an error.
#[test]
fn a_closed_pipe_ends_the_program() {
    let mut child = spawn(&[], &[]);
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let _ = input.write_all(b"name\nname\n");
    drop(input);
    let output = output(child);
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_told() {
    for argument in ["--help", "--version", "params", "commands"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(&[argument]).stdout(full).output().unwrap();
        let errors = text(&output.stderr);
        assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{argument}: {errors}");
        assert_eq!(output.status.code(), Some(2), "{argument}");
    }
}

/// A full disk is no fault of the games that are read.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_is_named() {
    let label = json!({"policy": {"40": 1000}, "win": 0.5, "lead": 1.5, "owner": vec![0; 81]});
    let game = json!({"game": 1, "komi": 7.5, "moves": ["E5"], "positions": [label, label]});
    let games = file("many-labelled.jsonl", format!("{game}\n").repeat(100));
    for command in ["positions", "features"] {
        let sentence = refused(&[command, &games, "--out", "/dev/full"]);
        assert!(sentence.starts_with("error: cannot write /dev/full: "), "{command}: {sentence}");
    }
}

/// The most memory that the program itself takes beside the tree, by who leads, and each of its threads, in MiB; the
/// README states them.
#[cfg(target_os = "linux")]
const MEMORY_BESIDE_THE_TREE: [(&str, u64); 2] = [("network", 12), ("rave", 24)];
#[cfg(target_os = "linux")]
const MEMORY_OF_A_THREAD: u64 = 2;

/// More playouts than the tree has room for, and more moves after it.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_within_its_limit() {
    const MIB: u64 = 16;
    let leads = MEMORY_BESIDE_THE_TREE.into_iter().flat_map(|lead| [2, 64].map(|threads| (lead, threads)));
    for ((lead, program), threads) in leads {
        let count = threads.to_string();
        let options = ["--memory", "16", "--playouts", "25000", "--lead", lead, "--threads", &count];
        let kib = peak_kib(&options);
        let limit = (MIB + program + threads * MEMORY_OF_A_THREAD) * 1024;
        assert!(kib > MIB * 1024 && kib <= limit, "{lead}, {threads} threads: {kib} KiB of {limit}");
    }
}

/// The most memory that three moves take.
#[cfg(target_os = "linux")]
fn peak_kib(arguments: &[&str]) -> u64 {
    let mut program = Program::start(arguments);
    for color in ["b", "w", "b"] {
        program.ask(&format!("genmove {color}"));
    }
    let status = fs::read_to_string(format!("/proc/{}/status", program.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").trim().parse().unwrap()
}

/// Two problems of the file that comes with the program.
const PROBLEMS: &str = "\
........./........./........./......XO./......XO./..XXO.XO./..XOOOOXX/...X..XO./O.....OX. attack H3 captured 2 8 F1,J1,F2,J2\n\
........./........./........./......XO./......XO./..XXO.XO./..XOOOOXX/...X..XO./O.....OX. defend H3 safe 2 8 F1,J2\n";

/// Another one, as hard as the first.
const ANOTHER_PROBLEM: &str = "\
X.X..X.../.XOX.O.../.OOXXOO../.OX..XO../.OXXXXOO./O.O.XXXX./.OOOXOOX./OXXXO.OOX/....O.XX. attack B2 captured 2 3 B1,C1,D1\n\
X.X..X.../.XOX.O.../.OOXXOO../.OX..XO../.OXXXXOO./O.O.XXXX./.OOOXOOX./OXXXO.OOX/....O.XX. defend B2 safe 2 3 B1,F1,F2\n";

fn folder_with_problems(name: &str) -> (PathBuf, String) {
    let folder = folder(name);
    let file = folder.join("problems.txt");
    fs::write(&file, PROBLEMS).unwrap();
    (folder, file.to_str().unwrap().to_owned())
}

#[test]
fn solve_writes_the_proof_of_one_question_only() {
    let (folder, both) = folder_with_problems("solve-proof");
    let record = folder.join("proof.sgf").to_str().unwrap().to_owned();
    let sentence = refused(&["solve", "--problems", &both, "--proof", &record]);
    assert_eq!(sentence, "error: a proof is written of one question, not of 2\n");
    let one = folder.join("one.txt");
    fs::write(&one, PROBLEMS.lines().next().unwrap()).unwrap();
    let arguments = ["solve", "--problems", one.to_str().unwrap(), "--proof", &record];
    let sentence = refused(&[&arguments[..], &["--generator", "heuristic"]].concat());
    assert!(sentence.starts_with("error: a proof needs"), "{sentence}");
    let output = tengen(&arguments, "");
    assert!(text(&output.stdout).starts_with("attack H3: captured"), "{}", text(&output.stdout));
    let sgf = fs::read_to_string(record).unwrap();
    assert!(sgf.starts_with("(;GM[1]FF[4]") && sgf.contains("TR[hg]") && sgf.contains("Captured."), "{sgf}");
}

#[test]
fn life_and_death_are_asked_with_another_goal() {
    let (folder, _) = folder_with_problems("solve-life");
    let file = folder.join("life.txt");
    let picture = "......./OOOOOO./OXXXXO./X...XO./XXXXXO./OOOOOO./.......";
    fs::write(&file, format!("{picture} attack A4\n{picture} defend A4\n")).unwrap();
    let arguments = ["solve", "--problems", file.to_str().unwrap(), "--goal", "life"];
    let output = tengen(&arguments, "");
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(lines[0].starts_with("attack A4: dead C4, "), "{lines:?}");
    assert!(lines[1].starts_with("defend A4: alive C4, "), "{lines:?}");
    let output = tengen(&[&arguments[..], &["--json"]].concat(), "");
    let line: Value = serde_json::from_str(text(&output.stdout).lines().next().unwrap()).unwrap();
    let told = ["target", "first", "value", "move", "ko"].map(|name| line[name].clone());
    assert_eq!(told, [json!("A4"), json!("attack"), json!("dead"), json!("C4"), json!(false)]);
    for alone in [["--ko", "codes"], ["--order", "5"], ["--generator", "full"], ["--recurrence", "paper"]] {
        let sentence = refused(&[&arguments[..], &alone].concat());
        assert!(sentence.starts_with("error: --goal life goes with none of "), "{sentence}");
    }
}

/// What is known stays as it is, and an order that was not looked at is not called safe.
#[test]
fn labels_are_what_was_searched() {
    let (folder, file) = folder_with_problems("label");
    let open =
        ".X.XO.OX./XOXXOOOOX/OOOOOOXX./.OXXXOOX./OOOOXXXX./OOXOX.OXO/XOXOOXX.X/.XXXOX.X./.X.XOX... attack B1";
    let labelled = |file: &str, order: &str| {
        let output = tengen(&["problems", "--label", file, "--order", order], "");
        assert!(output.status.success(), "{output:?}");
        text(&output.stdout)
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(labelled(&file, "3"), PROBLEMS.lines().collect::<Vec<_>>());
    let next = folder.join("open.txt").to_str().unwrap().to_owned();
    fs::write(&next, format!("{open} open 0 0\n")).unwrap();
    let shallow = labelled(&next, "2");
    assert!(shallow[0].starts_with(&format!("{open} open 2 ")), "{shallow:?}");
    fs::write(&next, &shallow[0]).unwrap();
    assert_eq!(labelled(&next, "2"), shallow);
    let deep = labelled(&next, "3");
    assert!(deep[0].starts_with(&format!("{open} captured 3 ")), "{deep:?}");
}

#[test]
fn an_open_question_gets_an_estimate_that_is_called_one() {
    let (_, file) = folder_with_problems("solve-estimate");
    let output = tengen(&["solve", "--problems", &file, "--nodes", "3", "--json"], "");
    let line = text(&output.stdout).lines().next().unwrap();
    let line: Value = serde_json::from_str(line).unwrap();
    assert_eq!(line["value"], "unknown");
    assert!(["estimate", "pn", "dn"].iter().all(|name| line[name].is_number()), "{line}");
    let output = tengen(&["solve", "--problems", &file, "--nodes", "3"], "");
    assert!(text(&output.stdout).starts_with("attack H3: unknown"), "{}", text(&output.stdout));
}

#[test]
fn tables_and_plots_are_written() {
    let (folder, file) = folder_with_problems("tables");
    let out = folder.join("out");
    let limits = ["--nodes", "5000", "--time-nodes", "200"];
    let arguments = ["tables", "--problems", &file, "--out", out.to_str().unwrap()];
    let output = tengen(&[&arguments[..], &limits].concat(), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let tables = fs::read_to_string(out.join("tables.md")).unwrap();
    assert_eq!(tables, text(&output.stdout));
    let row = tables.lines().find(|line| line.starts_with("| LDFPN |")).unwrap();
    assert!(row.ends_with("| 2 / 0 |"), "zones solve both: {row}");
    for plot in ["scatter.svg", "solved.svg"] {
        assert!(fs::read_to_string(out.join(plot)).unwrap().contains("<svg"), "{plot}");
    }
}

#[test]
fn problems_count_even_if_the_file_tells_no_nodes() {
    let (folder, file) = folder_with_problems("tables-without-nodes");
    fs::write(&file, ".XO/.X./... attack C3 captured 1\n.XO/.X./... defend C3 captured 1\n").unwrap();
    let out = folder.join("out");
    let arguments = ["tables", "--problems", &file, "--out", out.to_str().unwrap()];
    let output = tengen(&[&arguments[..], &["--tables", "guesses"]].concat(), "");
    let row = format!("| captured | 1 | 2 | {} |", ["–"; 10].join(" | "));
    assert!(text(&output.stdout).lines().any(|line| line == row), "{}", text(&output.stdout));
    // Nothing is open, so that nobody guesses.
    assert!(text(&output.stdout).contains("\n| 30 | LDFPN, zone | 0 | 0 | 0 | 0 | 0 | 0 | 0 | – |\n"));
}

/// Times are of the first run, so a table that was searched again would differ.
#[test]
fn tables_go_on_where_they_were_stopped() {
    let (folder, file) = folder_with_problems("tables-resumed");
    let out = folder.join("out");
    let arguments = ["tables", "--problems", &file, "--out", out.to_str().unwrap()];
    let limits = ["--tables", "times", "--time-nodes", "2000"];
    let made = |more: &[&str]| {
        let output = tengen(&[&arguments[..], &limits, more].concat(), "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let findings = out.join("findings.jsonl");
    let kept = || fs::read_to_string(&findings).unwrap();
    let first = made(&[]);
    let whole = kept();
    assert_eq!(made(&["--resume"]), first);
    assert_eq!(kept(), whole, "nothing was searched again");
    let cut = whole.len() / 2;
    assert!(!whole[..cut].ends_with('\n'), "the cut is within a line");
    fs::write(&findings, &whole[..cut]).unwrap();
    made(&["--resume"]);
    let readable = |line: &&str| serde_json::from_str::<Value>(line).is_ok();
    assert_eq!(kept().lines().filter(readable).count(), whole.lines().count());
    let before = kept();
    let sentence = refused(&[&arguments[..], &limits].concat());
    assert!(sentence.contains("go on with --resume"), "{sentence}");
    assert_eq!(kept(), before, "nothing is lost");
}

#[cfg(target_os = "linux")]
#[test]
fn without_threads_the_tables_are_made_on_one() {
    let (folder, file) = folder_with_problems("tables-without-threads");
    let out = folder.join("out");
    let limits = ["--nodes", "500", "--time-nodes", "200"];
    let arguments = ["tables", "--problems", &file, "--out", out.to_str().unwrap()];
    let output = without_threads(&[&arguments[..], &limits].concat()).output().unwrap();
    let warning = text(&output.stderr);
    assert!(output.status.success(), "{warning}");
    assert!(warning.contains("one thread instead of one for each core: "), "{warning}");
    assert_eq!(warning.lines().count(), 1, "{warning}");
}

/// A stone of each color in a corner, which is lost whoever moves.
const CORNERS: &str = "(;GM[1]SZ[5]KM[6.5];B[ba];W[aa];B[ee];W[ed])";

/// Black takes this stone in a ko, and White needs a threat to take back.
const KO: &str = "...../.OX../OX.X./.OX../..... attack B3";

/// What the program prints if its argument `FILE` is a file with that content; it succeeds and warns of nothing.
fn printed(name: &str, content: &str, arguments: &[&str]) -> String {
    let name = file(name, content);
    let words: Vec<&str> =
        arguments.iter().map(|&word| if word == "FILE" { name.as_str() } else { word }).collect();
    let output = tengen(&words, "");
    assert!(output.status.success() && output.stderr.is_empty(), "{words:?}: {output:?}");
    text(&output.stdout).to_owned()
}

/// The first example of `docs/solver.md`, and other ways to ask one question.
#[test]
fn solve_answers_in_a_line() {
    let record = ["solve", "--sgf", "FILE"];
    for (content, arguments, answer) in [
        (CORNERS, &["--target", "A5"][..], "attack A5: captured A4, order 1, 0 nodes, "),
        (CORNERS, &["--target", "E1", "--attack"], "attack E1: captured D1, order 1, 0 nodes, "),
        (CORNERS, &["--target", "A5", "--move", "3"], "attack A5: captured A4, order 1, 0 nodes, "),
        (
            CORNERS,
            &["--target", "A5", "--move", "3", "--defend"],
            "defend A5: captured A4, order 1, 1 nodes, ",
        ),
    ] {
        let line = printed("corners.sgf", content, &[&record, arguments].concat());
        assert!(line.starts_with(answer) && line.lines().count() == 1, "{arguments:?}: {line}");
    }
    // Before the second move that stone is not there.
    let record = file("corners.sgf", CORNERS);
    let sentence = refused(&["solve", "--sgf", &record, "--move", "2", "--target", "A5"]);
    assert_eq!(sentence, "error: there is no stone on A5\n");
    let codes = printed("ko.txt", KO, &["solve", "--problems", "FILE", "--ko", "codes"]);
    assert!(codes.starts_with("attack B3: 2 C3, "), "{codes}");
}

#[test]
fn a_move_that_a_record_does_not_have_is_refused() {
    let whole = ["solve", "--sgf", "FILE", "--target", "A5", "--move", "5"];
    let line = printed("four-moves.sgf", CORNERS, &whole);
    assert!(line.starts_with("attack A5: captured A4"), "the position before a fifth move is there: {line}");
    let name = file("four-moves.sgf", CORNERS);
    let sentence = refused(&["solve", "--sgf", &name, "--target", "A5", "--move", "6"]);
    assert_eq!(sentence, format!("error: {name} has no move 6: its last one is move 4\n"));
}

#[test]
fn problems_of_an_order_that_is_not_searched_are_refused() {
    let sentence =
        "error: a search up to order 1 finds no problem that needs order 2: see --order and --least-order\n";
    assert_eq!(refused(&["problems", "--order", "1", "--games", "1"]), sentence);
    let alone = ["problems", "--order", "1", "--least-order", "1", "--games", "0"];
    assert!(tengen(&alone, "").status.success());
    // What is known of a problem says what is searched.
    let labelled = printed("order-one.txt", PROBLEMS, &["problems", "--label", "FILE", "--order", "1"]);
    assert!(labelled.ends_with(PROBLEMS), "{labelled}");
}

#[test]
fn a_file_of_problems_may_have_empty_lines_and_a_byte_order_mark() {
    let content = format!("\u{feff}# two problems\r\n   \t\n\n{PROBLEMS} \n");
    let lines = printed("marked-problems.txt", &content, &["solve", "--problems", "FILE"]);
    assert_eq!(lines.lines().count(), 2, "{lines}");
}

#[test]
fn a_line_that_is_no_problem_is_named_with_its_file() {
    let name = &file("no-problem.txt", format!("{PROBLEMS}...\n"));
    let sentence =
        format!("error: {name}, line 3 is no problem: a picture, attack or defend, and a point are needed\n");
    for arguments in [["solve", "--problems", name], ["problems", "--label", name]] {
        assert_eq!(refused(&arguments), sentence);
    }
}

#[test]
fn a_file_without_problems_is_named() {
    let name = &file("without-problems.txt", "# none yet\n\n");
    assert_eq!(refused(&["solve", "--problems", name]), format!("error: there is no problem in {name}\n"));
}

/// What is passed over would be judged as if the file said nothing.
#[test]
fn what_a_line_says_of_its_answer_is_read_or_refused() {
    for (label, reason) in [
        ("captred 2", "'captred' is neither captured, safe nor open"),
        ("captured two", "'two' is no order"),
        ("captured 2 -1", "'-1' is no number of nodes"),
        ("captured 2 9 D1,A1", "'D1' is no point of the board"),
    ] {
        let name = file("no-label.txt", format!(".XO/.X./... attack C3 {label}\n"));
        let sentence = format!("error: {name}, line 1 is no problem: {reason}\n");
        assert_eq!(refused(&["solve", "--problems", &name]), sentence);
    }
}

#[test]
fn first_numbers_of_a_file_are_those_of_the_search() {
    let built_in = include_str!("../../patterns/captures.numbers");
    let nodes = |numbers: String| -> u64 {
        let file = file("some.numbers", numbers);
        let found = printed(
            "first-numbers.txt",
            PROBLEMS,
            &["solve", "--problems", "FILE", "--json", "--first-numbers", &file],
        );
        let answers = found.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        answers.map(|answer| answer["nodes"].as_u64().unwrap()).sum()
    };
    // The liberties of all states alike.
    let alike = |line: &str| {
        if line.contains("-of-") { format!("{} 0 0 0 0\n", &line[..6]) } else { format!("{line}\n") }
    };
    assert_ne!(nodes(built_in.to_owned()), nodes(built_in.lines().map(alike).collect()), "another search");
    let name = file("no.numbers", built_in.replace("room", "rooms"));
    let problems = file("first-numbers.txt", PROBLEMS);
    assert_eq!(
        refused(&["solve", "--problems", &problems, "--first-numbers", &name]),
        format!("error: {name}: 'rooms' is unknown\n")
    );
}

#[test]
fn every_algorithm_solves_in_a_line() {
    let solve = ["solve", "--problems", "FILE", "--nodes", "1000", "--algorithm"];
    let all = printed("algorithms.txt", PROBLEMS, &[&solve[..], &["all"]].concat());
    assert_eq!(all.lines().count(), Algorithm::ALL.len(), "{all}");
    for (line, (name, _)) in all.lines().zip(Algorithm::ALL) {
        assert!(line.starts_with(&format!("{name}: ")), "{line}");
        assert!(line.contains(" of 2 solved, 0 unlike the file; "), "{line}");
    }
    let one = printed("algorithm.txt", PROBLEMS, &[&solve[..], &["ldfpn"]].concat());
    assert!(one.starts_with("ldfpn: 2 of 2 solved, ") && one.lines().count() == 1, "{one}");
}

/// What is found in games is what `solve` says of it; what is added is looked at again.
#[test]
fn problems_are_found_in_games_and_in_files() {
    let few = ["problems", "--nodes", "5000"];
    let found = printed("no-problems.txt", "", &[&few[..], &["--games", "3", "--playouts", "20"]].concat());
    let solved = printed("found-problems.txt", &found, &["solve", "--problems", "FILE"]);
    let problems: Vec<&str> = found.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(!problems.is_empty() && problems.len() == solved.lines().count(), "{found}{solved}");
    for (problem, answer) in problems.iter().zip(solved.lines()) {
        let [_, role, target, value, ..] = problem.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{problem}")
        };
        let value = if value == "safe" { "not captured" } else { value };
        assert!(answer.starts_with(&format!("{role} {target}: {value} ")), "{problem}\n{answer}");
    }
    // Both have the same order and nodes of one digit.
    let two = format!("{PROBLEMS}{ANOTHER_PROBLEM}");
    for (most, count) in [("2", 4), ("1", 2)] {
        let added = ["--games", "0", "--add", "FILE", "--most", most];
        let kept = printed("two-problems.txt", &two, &[&few[..], &added].concat());
        let kept: Vec<&str> = kept.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(kept.len() == count && kept.iter().all(|line| two.contains(line)), "{kept:?}");
    }
}

#[test]
fn problems_are_drawn_from_records() {
    let record =
        "(;GM[1]SZ[9]KM[6.5];B[ee];W[ed];B[dd];W[fe];B[fd];W[ec];B[ff];W[ge];B[gf];W[dc];B[cc];W[cb])";
    let drawn = printed("drawn.sgf", record, &["problems", "--from", "FILE", "--games", "1"]);
    assert!(drawn.ends_with(" open 0 0\n") && drawn.lines().count() == 1, "{drawn}");
    let [_, role, target, ..] = drawn.split(' ').collect::<Vec<_>>()[..] else { panic!("{drawn}") };
    let solved = printed("drawn.txt", &drawn, &["solve", "--problems", "FILE"]);
    assert!(solved.starts_with(&format!("{role} {target}: ")), "{solved}");
}

/// The numbers of the header are those of what follows.
#[test]
fn features_of_labelled_games_are_written() {
    let game = |number: u32| {
        let label = json!({"policy": {"20": 900, "81": 100}});
        json!({"game": number, "komi": 7.5, "first": 1, "moves": ["E5", "C3"], "positions": [label]})
    };
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("two.features");
    let arguments = ["features", "FILE", "--least", "1000", "--out", out.to_str().unwrap()];
    let said = printed("two.jsonl", &format!("{}\n{}\n", game(0), game(1)), &arguments);
    assert_eq!(said, format!("2 positions of 2 games; 0 left out; {} features\n", Feature::ALL.len()));
    let bytes = fs::read(out).unwrap();
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    let header: Value = serde_json::from_slice(&bytes[..end]).unwrap();
    let names: Vec<&str> =
        header["names"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert!(names.into_iter().eq(Feature::ALL.iter().map(|feature| feature.name())));
    assert_eq!((&header["positions"], &header["moves"]), (&json!(2), &json!(160)));
    let noted = header["noted"].as_u64().unwrap() as usize;
    assert!(noted > 160, "every move has a line and a distance");
    assert_eq!(bytes.len() - end - 1, 2 * (4 + 1) + 160 * (2 + 1) + 2 * noted);
}

#[test]
fn a_table_can_be_made_alone() {
    let (folder, file) = folder_with_problems("one-table");
    let out = folder.join("out");
    let arguments = ["tables", "--problems", &file, "--out", out.to_str().unwrap(), "--nodes", "100"];
    let output = tengen(&[&arguments[..], &["--draw", "1", "--tables", "generators"]].concat(), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let tables = text(&output.stdout);
    assert!(tables.contains(" of 1 problems at 100 nodes"), "{tables}");
    assert_eq!(tables.matches("\n### ").count(), 3, "the problems, solved, times: {tables}");
    let plot = out.join("scatter.svg");
    assert!(plot.exists() && !out.join("solved.svg").exists());
    // A plot that cannot be written is named.
    fs::remove_file(&plot).unwrap();
    fs::create_dir(&plot).unwrap();
    let alone = ["--draw", "1", "--tables", "generators", "--resume"];
    let sentence = refused(&[&arguments[..], &alone].concat());
    assert!(sentence.starts_with(&format!("error: cannot write {}: ", plot.display())), "{sentence}");
}

#[test]
fn a_review_can_be_timed() {
    let said = printed("timed.sgf", CORNERS, &["review", "FILE", "--time", "0.01"]);
    assert!(said.contains("timed.sgf: accuracy: Black "), "{said}");
    let review = Path::new(env!("CARGO_TARGET_TMPDIR")).join("timed.review.json");
    let review: Value = serde_json::from_slice(&fs::read(review).unwrap()).unwrap();
    assert!(review["made_with"].as_str().unwrap().contains(", 0.01 s, "), "{review}");
    assert_eq!(review["moves"].as_array().unwrap().len(), 4);
}
