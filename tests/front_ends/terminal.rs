//! A game in the terminal, and what a person reads.

use super::files::file;
use super::program::{refused, run};
use std::fs;
use std::path::Path;
use tengen::engine::Params;
use tengen::params::{Parameter, Parameters};

const PLAY: &[&str] = &["play", "--playouts", "100", "--threads", "1", "--memory", "16"];

fn play(more: &[&str], input: &str) -> String {
    let output = run(&[PLAY, more].concat(), &[], input);
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_in_the_terminal() {
    let text = play(&[], "e5\nhint\nscore\nboard\nE5\nz9\nundo\nhelp\nundo\nquit\n");
    for part in [
        "You are Black.",
        "Tengen plays ",
        "Tengen would play ",
        "By an estimate ",
        "You cannot play E5: the point is occupied.",
        "'z9' is neither a point nor a command",
        "save FILE",
        "You have not moved yet.",
        "A B C D E F G H J",
    ] {
        assert!(text.contains(part), "{part} in:\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "no colors where there is no terminal");
    assert!(text.is_ascii(), "plain letters where there is no terminal");
}

#[test]
fn the_help_fits_on_a_terminal_of_80_columns() {
    let text = play(&["--teach"], "help\n");
    assert!(text.contains("once more the move."), "{text}");
    assert!(text.lines().all(|line| line.len() < 80), "{text}");
}

#[test]
fn the_engine_may_begin_and_the_end_of_the_input_is_the_end() {
    let text = play(&["--color", "white", "--size", "5"], "");
    assert!(text.contains("You are White.") && text.contains("Tengen plays "), "{text}");
}

#[test]
fn a_line_that_is_too_long_is_passed_over() {
    let text = play(&["--size", "5"], &format!("{}\nboard\nquit\n", "x".repeat(2 << 20)));
    assert!(text.contains("your move> That line is too long.\nyour move> "), "{} bytes", text.len());
    assert!(text.len() < 1 << 12, "{} bytes", text.len());
}

#[test]
fn a_finished_game_is_counted_and_saved() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("played game.sgf");
    let _ = fs::remove_file(&file);
    let input = format!("resign\ne5\nsave {}\nsave\nsave /no/such/folder/x\nquit\n", file.display());
    let text = play(&["--size", "5"], &input);
    assert!(text.contains("You resign: White wins.") && text.contains("The game is over"), "{text}");
    assert!(text.contains("Where to?") && text.contains("cannot be saved"), "{text}");
    assert!(fs::read_to_string(&file).unwrap().starts_with("(;GM[1]FF[4]"));
    // The smallest board is soon full; whoever passes twice gets a count.
    let text = play(&["--size", "2", "--resign", "0"], &"pass\n".repeat(30));
    assert!(text.contains("Both have passed."), "{text}");
    assert!(text.contains("Tengen passes and gives itself ") && !text.contains("plays pass"), "{text}");
}

#[test]
fn a_resignation_is_taken_back_alone() {
    let text = play(&["--size", "5"], "c3\nresign\nundo\nresign\nresign\nundo\nc3\nquit\n");
    let parts = [
        "your move> You resign",
        "game over> \n",
        "You resign",
        "The game is over",
        "C3: the point is occupied",
    ];
    let mut rest = &text[..];
    for part in parts {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part} in:\n{text}")).1;
    }
}

/// Who comes back to it, or asks for the score, learns who has won.
#[test]
fn a_game_that_is_over_tells_how_it_has_ended() {
    let resigned = file("resigned.sgf", "(;GM[1]SZ[5]KM[7.5]RE[W+R];B[cc];W[bb])");
    let text = play(&[&resigned], "score\nundo\nundo\nc3\nquit\n");
    assert_eq!(text.matches("Black has resigned: White wins.\n").count(), 2, "{text}");
    let text = play(&["--resign", "0"], &format!("load {resigned}\nundo\nc4\nresign\nnew\nundo\n"));
    assert!(text.contains("The game before is back.\nBlack has resigned: White wins.\n"), "{text}");
    let counted = file("counted.sgf", "(;GM[1]SZ[9]KM[5]AB[ea:ei]AW[fa:fi];B[];W[])");
    let text = play(&[&counted], "");
    assert!(text.contains("Both have passed. Black is ahead by 4.\n"), "{text}");
}

#[test]
fn a_counted_game_cannot_be_resigned() {
    let text = play(&["--size", "2", "--resign", "0"], &("pass\n".repeat(30) + "resign\n"));
    assert!(text.contains("Both have passed.") && !text.contains("You resign"), "{text}");
}

#[test]
fn there_is_no_column_i() {
    let text = play(&[], "i5\nin5\nI9\n");
    assert_eq!(text.matches("There is no column I").count(), 2, "{text}");
}

/// An open board is not counted as it stands, where a stone reaches everything.
#[test]
fn the_score_of_an_open_board_is_an_estimate() {
    let text = play(&[], "e5\nscore\nresign\nscore\n");
    assert_eq!(text.matches("By an estimate ").count(), 2, "{text}");
}

/// The processor's numbers make 1.6999998 of 9 - 7.3.
#[test]
fn a_count_has_no_more_decimals_than_the_komi() {
    for (komi, points) in [("7.3", "1.7"), ("8.75", "0.25"), ("5.5", "3.5"), ("5", "4")] {
        let record = format!("(;GM[1]SZ[9]KM[{komi}]AB[ea:ei]AW[fa:fi];B[];W[])");
        let text = play(&[&file("unusual komi.sgf", record)], "score\n");
        assert!(text.contains(&format!("game over> Black is ahead by {points}.\n")), "{text}");
    }
}

#[test]
fn a_saved_game_names_players_day_and_result() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("named game.sgf");
    let saved = |input: &str| {
        play(&["--size", "2", "--resign", "0"], &format!("{input}save {}\n", file.display()));
        fs::read_to_string(&file).unwrap()
    };
    let open = saved("");
    assert!(
        open.contains("PB[Person]PW[Tengen ") && open.contains("DT[20") && !open.contains("RE["),
        "{open}"
    );
    assert!(saved("resign\n").contains("RE[W+R]"));
    let counted = saved(&"pass\n".repeat(30));
    assert!(counted.contains("RE[W+") && !counted.contains("RE[W+R]"), "{counted}");
}

#[test]
fn a_teacher_tells_what_a_move_costs_and_hints_in_steps() {
    let text = play(&["--teach", "--level", "2"], "a1\nhint\nhint\nhint\nundo\nhint\nhelp\nquit\n");
    let parts = [
        "Tengen plays at level 2, about ",
        "A1 costs you ",
        "undo takes it back.",
        "Tengen plays ",
        "your move> Look ",
        "your move> Think of ",
        "your move> Tengen would play ",
        "your move> Look ",
        "what each of your moves costs",
    ];
    let mut rest = &text[..];
    for part in parts {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part} in:\n{text}")).1;
    }
    assert!(!play(&[], "a1\nquit\n").contains("costs"), "nobody is taught unasked");
}

#[test]
fn a_handicap_game_has_stones_and_a_small_komi() {
    let text = play(&["--handicap", "4", "--rank", "20k", "--color", "white"], "");
    let (before, _) = text.split_once("komi 0.5").unwrap_or_else(|| panic!("{text}"));
    assert_eq!(before.matches('X').count(), 4, "{text}");
    let text = play(&["--handicap", "2", "--komi", "3"], "");
    assert!(text.contains("Tengen plays ") && text.contains("komi 3\n"), "White, Tengen, begins:\n{text}");
}

/// The position, who is who, komi, rules, level and result; and the next move is the one that it would have been.
#[test]
fn a_saved_game_is_gone_on_with() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [half, whole, resumed] =
        ["half.sgf", "whole.sgf", "resumed.sgf"].map(|name| folder.join(name).display().to_string());
    let options = ["--handicap", "2", "--color", "white", "--level", "10", "--rules", "japanese"];
    play(&options, &format!("e5\nsave {half}\nc7\nsave {whole}\n"));
    let text = play(&[&half], &format!("c7\nsave {resumed}\n"));
    for part in ["You are White.", "Tengen plays at level 10,", "komi 0.5"] {
        assert!(text.contains(part), "{part} in:\n{text}");
    }
    let [whole_record, resumed_record] = [&whole, &resumed].map(|file| fs::read_to_string(file).unwrap());
    assert_eq!(whole_record, resumed_record);
    let text =
        play(&["--size", "5"], &format!("c3\nload {half}\nundo\nload /no/such\nresign\nsave {half}\n"));
    assert!(
        text.contains("/no/such cannot be loaded: ")
            && text.contains("is loaded: you are White. Tengen plays at level 10, about "),
        "{text}"
    );
    let text = play(&[&whole], "graph\n");
    assert!(text.contains("Your chances") && text.contains("100 %|"), "moves that are loaded:\n{text}");
    let text = play(&[&half], "e5\nundo\nboard\n");
    assert!(text.contains("game over> The game is over") && text.contains("your move> "), "{text}");
}

#[test]
fn a_handicap_that_the_board_is_too_small_for_is_refused() {
    let sentence = refused(&["play", "--size", "3", "--handicap", "6"]);
    assert_eq!(sentence, "error: --handicap is 2 to 5 on a board of 3×3\n");
}

/// What is passed over might have been meant: `--handicap` would even give its komi to a record without one.
#[test]
fn options_of_a_new_game_do_not_go_with_a_saved_one() {
    for [name, value] in [["--color", "white"], ["--size", "5"], ["--handicap", "2"]] {
        let sentence = refused(&["play", name, value, "saved.sgf"]);
        assert!(sentence.contains(name) && sentence.contains("cannot be used with"), "{sentence}");
    }
}

#[test]
fn pondering_is_no_option_of_a_game_in_the_terminal() {
    let sentence = refused(&["play", "--ponder"]);
    assert_eq!(sentence, "error: --ponder has no effect on a game in the terminal\n");
}

#[test]
fn a_file_that_is_no_game_is_refused_in_one_sentence() {
    let sentence = refused(&["play", "/no/such/file"]);
    assert!(sentence.starts_with("error: /no/such/file cannot be loaded: "), "{sentence}");
}

#[test]
fn a_new_game_keeps_the_last_one_for_undo() {
    let text =
        play(&["--size", "5"], "c3\nnew 4 0.5\nundo\nC3\nnew 77\nhandicap 1\nhandicap x\nnew 5 x\nC3\n");
    assert!(text.contains("A new game: you are Black. undo brings the last one back."), "{text}");
    assert!(text.contains("komi 0.5\n") && text.contains("The game before is back."), "{text}");
    assert_eq!(text.matches("You cannot play C3: the point is occupied.").count(), 2, "{text}");
    assert_eq!(text.matches("A new game is, say, new 9 7.5").count(), 2, "{text}");
    assert_eq!(text.matches("A handicap is 2 to 9 stones here").count(), 2, "{text}");
    let text = play(&["--size", "3"], "handicap 6\nhandicap 5 2.5\n");
    assert!(text.contains("A handicap is 2 to 5 stones here") && text.contains("komi 2.5\n"), "{text}");
    let text = play(&["--size", "5"], "c3\nnew 4 0.5\nnew 5 0.5\nundo\nC3\n");
    assert!(text.contains("You cannot play C3: the point is occupied."), "nobody moved in between: {text}");
    let text = play(&["--size", "5"], "c3\nhandicap 2\nhandicap 3\nundo\nC3\n");
    assert!(text.contains("You cannot play C3: the point is occupied."), "Tengen's moves alone: {text}");
}

#[test]
fn a_new_game_after_a_handicap_has_the_komi_of_the_game_before_it() {
    let record = file("another komi.sgf", "(;GM[1]SZ[5]KM[5.5];B[cc])");
    let text = play(&[], &format!("load {record}\nhandicap 2\nnew\n"));
    let komis: Vec<&str> = text.lines().filter_map(|line| Some(line.split_once("; komi ")?.1)).collect();
    assert_eq!(komis, ["7.5", "5.5", "0.5", "5.5"], "{text}");
}

/// As in a review: the komi of a handicap game is no even game's, nor the other way around.
#[test]
fn a_record_without_a_komi_has_that_of_its_kind_of_game() {
    let ahead = file("handicap without komi.sgf", "(;GM[1]SZ[5]HA[2]AB[bb][dd];W[cc])");
    let even = file("no komi.sgf", "(;GM[1]SZ[5];B[cc])");
    let komis = |options: &[&str], input: &str| {
        let text = play(options, input);
        text.lines()
            .filter_map(|line| Some(line.split_once("; komi ")?.1.to_owned()))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let input = format!("load {ahead}\nload {even}\nhandicap 2\nload {even}\nnew\n");
    assert_eq!(komis(&["--size", "5"], &input), "7.5 0.5 7.5 0.5 7.5 7.5");
    assert_eq!([komis(&[&ahead], ""), komis(&[&even], "")], ["0.5", "7.5"]);
    assert_eq!(komis(&["--komi", "3", &ahead], ""), "3");
}

#[test]
fn who_made_the_moves_of_a_record_keeps_the_name() {
    let record = file("theirs.sgf", "(;GM[1]SZ[5]PB[Lee]PW[Cho]RE[B+R];B[cc];W[bb];B[cb])");
    play(&[&record], &format!("save {record}\n"));
    let saved = fs::read_to_string(&record).unwrap();
    assert!(saved.contains("PB[Lee]PW[Cho]"), "{saved}");
    play(&["--level", "3", &record], &format!("undo\nd2\nsave {record}\n"));
    let saved = fs::read_to_string(&record).unwrap();
    assert!(saved.contains(", level 3]") && saved.contains("[Cho]"), "{saved}");
}

#[test]
fn a_record_with_comments_or_variations_is_not_replaced() {
    for more in ["C[Good.];W[bb]", "(;W[bb])(;W[bc])", "TR[cc];W[bb]"] {
        let record = format!("(;GM[1]SZ[5];B[cc]{more})");
        let name = file("commented.sgf", &record);
        let text = play(&[&name], &format!("save {name}\n"));
        assert!(text.contains("holds more than the moves of a game: save under another name."), "{text}");
        assert_eq!(fs::read_to_string(name).unwrap(), record);
    }
    let name = file("commented.sgf", "(;GM[1]SZ[5];B[cc];W[bb])");
    let text = play(&[&name], &format!("save {name}\nsave {name}\n"));
    assert_eq!(text.matches("Saved as ").count(), 2, "{text}");
}

#[test]
fn quotes_around_the_name_of_a_file_are_no_part_of_it() {
    let name = file("quoted game.sgf", "");
    let text = play(&["--size", "5"], &format!("save \"{name}\"\nload '{name}'\nload \"\"\nsave ''\n"));
    let [saved, loaded] = [format!("Saved as {name}."), format!("{name} is loaded")];
    for part in [saved.as_str(), &loaded, "Which file?", "Where to?"] {
        assert!(text.contains(part), "{part} in:\n{text}");
    }
    assert!(fs::read_to_string(name).unwrap().starts_with("(;GM[1]"));
}

#[test]
fn words_behind_a_point_or_a_command_are_not_passed_over() {
    let text = play(&["--size", "5"], "c3 d3\npass me\nundo 2\nresign now\nquit it\nc3\nC3\n");
    assert_eq!(text.matches("is neither a point nor a command").count(), 5, "{text}");
    assert!(text.contains("'c3 d3' is neither"), "{text}");
    assert_eq!(text.matches("Tengen plays ").count(), 1, "{text}");
    assert!(text.contains("You cannot play C3"), "{text}");
}

#[test]
fn no_move_is_proposed_when_the_game_is_over() {
    let text = play(&["--size", "5"], "resign\nhint\nundo\nhint\n");
    assert!(text.contains("game over> The game is over"), "{text}");
    assert_eq!(text.matches("Tengen would ").count(), 1, "{text}");
}

#[test]
fn after_an_undone_resignation_who_is_to_move_moves() {
    let record = file("out of turn.sgf", "(;GM[1]FF[4]SZ[5]KM[7.5]PB[Person]PW[Tengen]RE[W+R];B[cc])");
    let text = play(&[&record], "undo\nundo\nC3\nquit\n");
    assert!(text.contains("Tengen plays"), "{text}");
    assert!(!text.contains("You cannot play C3"), "both moves are taken back: {text}");
}

#[test]
fn the_level_is_changed_and_named() {
    let text = play(&["--size", "5"], "level\nlevel 3\nlevel 16\nlevel 18K\nlevel OFF\nlevel 3\nlevel off\n");
    for part in ["at level 3, ", "'16' is no level", "at level 2, "] {
        assert!(text.contains(part), "{part} in:\n{text}");
    }
    assert_eq!(text.matches("as well as it can.\n").count(), 3, "{text}");
}

#[test]
fn score_draws_territory_and_graph_and_review_tell_of_the_game() {
    let text = play(&["--size", "5", "--level", "9"], "graph\nreview\nc3\nscore\na1\ngraph\nreview\n");
    for part in [
        "no graph before",
        "no move to review",
        "By an estimate ",
        " x",
        "Your chances",
        "100 %|",
        "Accuracy: Black ",
    ] {
        assert!(text.contains(part), "{part} in:\n{text}");
    }
    assert!(text.is_ascii() && text.contains("Better: "), "{text}");
}

#[test]
fn colors_where_they_are_wanted() {
    let output = run(PLAY, &[("CLICOLOR_FORCE", "1")], "quit\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\u{1b}["), "{text}");
    let output = run(PLAY, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], "quit\n");
    assert!(!String::from_utf8(output.stdout).unwrap().contains('\u{1b}'));
}

#[test]
fn the_parameter_file_is_complete_and_is_read() {
    let printed = run(&["params"], &[], "");
    let text = String::from_utf8(printed.stdout).unwrap();
    for Parameter { name, .. } in Params::list() {
        assert!(text.contains(&format!("\n{name} = ")), "{name}");
    }
    let name = &file("mine.toml", text.replace("rave_final = 2500", "rave_final = 4321"));
    let ask = "tengen-params rave_final\n";
    assert_eq!(run(&["--params", name], &[], ask).stdout, b"= 4321\n\n");
    let both = ["--params", name, "--set", "rave_final=7"];
    assert_eq!(run(&both, &[], ask).stdout, b"= 7\n\n", "the command line is stronger");
}

#[test]
fn the_log_is_on_standard_error_and_only_if_wanted() {
    let engine = ["--playouts", "100", "--threads", "1", "--memory", "16"];
    let silent = run(&engine, &[], "genmove b\n");
    assert!(silent.stderr.is_empty());
    let logged = run(&engine, &[("RUST_LOG", "debug")], "genmove b\n");
    assert!(String::from_utf8_lossy(&logged.stderr).contains(" wins "));
    assert_eq!(silent.stdout, logged.stdout);
}
