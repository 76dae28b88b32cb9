//! Games reviewed by the program, as a person would have it.

use super::files::folder;
use super::program::run;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, UNIX_EPOCH};

const RECORD: &str =
    "(;GM[1]FF[4]SZ[5]KM[0.5]PB[</script>]PW[Lee]C[mine];B[cc]C[hm];W[bb](;B[bc];W[cb])(;B[dd]C[mine too]))";

fn review(files: &[&Path], out: &Path, visits: &str) -> Output {
    let names = files.iter().map(|file| file.to_str().unwrap());
    let arguments: Vec<&str> = ["review"]
        .into_iter()
        .chain(names)
        .chain(["--out", out.to_str().unwrap(), "--visits", visits])
        .collect();
    run(&arguments, &[], "")
}

#[test]
fn a_bad_record_beside_a_good_one_gets_its_sentence() {
    let folder = folder("review-bad");
    let (good, bad, missing) = (folder.join("good.sgf"), folder.join("bad.sgf"), folder.join("none.sgf"));
    fs::write(&good, RECORD).unwrap();
    fs::write(&bad, "(;SZ[9];B[ee];W[ee])").unwrap();
    let output = review(&[&bad, &good, &missing], &folder.join("out"), "20");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors.lines().count(), 2, "{errors}");
    assert!(
        errors.contains("bad.sgf: move 2 (White E5) is illegal") && errors.contains("none.sgf"),
        "{errors}"
    );
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with(good.to_str().unwrap()) && said.contains("accuracy: Black"), "{said}");
    assert!(folder.join("out/good.review.html").exists() && !folder.join("out/bad.review.sgf").exists());
}

#[test]
fn a_review_is_a_record_data_and_a_page() {
    let folder = folder("review-whole");
    let file = folder.join("game.sgf");
    fs::write(&file, RECORD).unwrap();
    assert!(review(&[&file], &folder, "50").status.success());
    let data: Value = serde_json::from_slice(&fs::read(folder.join("game.review.json")).unwrap()).unwrap();
    let moves = data["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &data["black"]["name"]), (4, &Value::from("</script>")));
    for one in moves {
        let (loss, best) = (one["loss"].as_f64().unwrap(), one["best"]["rate"].as_f64().unwrap());
        assert!(loss >= 0.0 && (best - loss - one["played"]["rate"].as_f64().unwrap()).abs() < 1e-3, "{one}");
        assert!(loss > 0.0 || one["better"][0] == one["move"], "{one}");
    }
    let record = fs::read_to_string(folder.join("game.review.sgf")).unwrap();
    for kept in ["PB[</script>]", "C[mine\n\nReview by", "C[hm\n\n", "(;B[dd]C[mine too])"] {
        assert!(record.contains(kept), "{kept} {record}");
    }
    assert_eq!(record.matches("SBKV[").count(), 5);
    let page = fs::read_to_string(folder.join("game.review.html")).unwrap();
    assert_eq!(page.matches("</script>").count(), 2);
    assert_eq!(record, {
        // One thread and visits: the same again, after the reviews are gone.
        fs::remove_file(folder.join("game.review.json")).unwrap();
        assert!(review(&[&file], &folder, "50").status.success());
        fs::read_to_string(folder.join("game.review.sgf")).unwrap()
    });
}

/// The data of a review of a record.
fn reviewed(name: &str, record: &str) -> Value {
    let folder = folder(name);
    let file = folder.join("game.sgf");
    fs::write(&file, record).unwrap();
    assert!(review(&[&file], &folder, "20").status.success());
    serde_json::from_slice(&fs::read(folder.join("game.review.json")).unwrap()).unwrap()
}

/// What it says of the moves.
fn reviewed_moves(name: &str, record: &str) -> Vec<Value> {
    reviewed(name, record)["moves"].as_array().unwrap().clone()
}

#[test]
fn the_komi_is_the_one_that_the_review_was_made_with() {
    for (name, root, komi) in [
        ("named", "KM[6.65]", 6.65),
        ("none", "", 7.5),
        ("handicap", "HA[2]AB[cc][gg]PL[W]", 0.5),
        ("handicap-named", "HA[2]AB[cc][gg]PL[W]KM[3.5]", 3.5),
    ] {
        let color = if root.contains("HA") { "W" } else { "B" };
        let data = reviewed(&format!("review-komi-{name}"), &format!("(;SZ[9]{root};{color}[ee])"));
        assert_eq!(data["komi"], komi, "{root}");
    }
}

/// The record of a problem with its solution, or of a game that somebody has mended.
#[test]
fn a_review_that_begins_at_a_setup_says_so() {
    let folder = folder("review-setup");
    let file = folder.join("game.sgf");
    fs::write(&file, "(;SZ[9]KM[7];B[ee];W[cc];AB[aa]AW[bb];B[gg];W[gc];B[cg])").unwrap();
    let output = review(&[&file], &folder, "20");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("game.sgf: reviewed from move 3 on, which counts as 1; accuracy: "), "{said}");
    let record = fs::read_to_string(folder.join("game.review.sgf")).unwrap();
    let nodes: Vec<&str> = record.split(';').filter(|node| node.contains("SBKV[")).collect();
    assert!(nodes.len() == 4 && nodes[0].starts_with("AB[aa]AW[bb]SBKV["), "{record}");
    assert!(record.contains(", from move 3 on, which counts as 1: accuracy: "), "{record}");
}

/// A stone in one's own area costs a point where area is not what counts.
#[test]
fn points_are_counted_by_the_rules_of_the_record() {
    let black: String = ('a'..='i').map(|row| format!("[e{row}]")).collect();
    let white: String = ('a'..='i').map(|row| format!("[f{row}]")).collect();
    for (rules, rate) in [("Chinese", 1.0), ("Japanese", 0.0)] {
        let record = format!("(;SZ[9]KM[8.5]RU[{rules}]AB{black}AW{white}PL[B];B[ai];W[];B[])");
        let moves = reviewed_moves(&format!("review-{rules}"), &record);
        assert_eq!(moves[2]["played"]["rate"], rate, "{rules}");
    }
}

#[test]
fn no_line_goes_on_where_a_color_moves_twice() {
    let moves = reviewed_moves("review-twice-black", "(;SZ[9]KM[7.5];B[ee];W[cc];B[aa];B[ia];W[gg])");
    let blunder = &moves[2];
    assert!(blunder["loss"].as_f64().unwrap() > 0.0, "{blunder}");
    for line in ["better", "line"] {
        assert_eq!(blunder[line].as_array().unwrap().len(), 1, "{blunder}");
    }
}

#[test]
fn what_is_up_to_date_is_not_reviewed_again() {
    let folder = folder("review-again");
    let file = folder.join("game.sgf");
    fs::write(&file, RECORD).unwrap();
    let said = |files: &[&Path], visits: &str| {
        let output = review(files, &folder, visits);
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(said(&[&file], "20").contains("accuracy"));
    assert!(said(&[&file], "20").contains("up to date"));
    // A review that has been made in another way or is not whole is made again.
    assert!(said(&[&file], "21").contains("accuracy"));
    // So is that of another record of this name, however old.
    fs::create_dir_all(folder.join("other")).unwrap();
    let other = folder.join("other/game.sgf");
    fs::write(&other, RECORD.replace("Lee", "Ada")).unwrap();
    fs::File::open(&other).unwrap().set_modified(UNIX_EPOCH + Duration::from_secs(1)).unwrap();
    assert!(said(&[&other], "21").contains("accuracy"));
    assert!(said(&[&file], "21").contains("accuracy"));
    fs::remove_file(folder.join("game.review.html")).unwrap();
    let made = folder.join("game.review.sgf");
    let again = said(&[&file, &made], "21");
    assert!(again.contains("accuracy") && again.contains("it is a review itself"), "{again}");
}

#[test]
fn two_records_of_one_name_do_not_overwrite_each_other() {
    let folder = folder("review-twice");
    let files = ["a", "b"].map(|name| {
        fs::create_dir_all(folder.join(name)).unwrap();
        let file = folder.join(name).join("game.sgf");
        fs::write(&file, RECORD).unwrap();
        file
    });
    let output = review(&[&files[0], &files[1]], &folder, "20");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("would overwrite that of another record"));
}
