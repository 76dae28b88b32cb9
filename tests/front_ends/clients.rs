//! Real clients: Sabaki's GTP library, GoGui's command line tools, GNU Go as the other side.

use crate::program::{has_tool, skipped};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// `scripts/clients/install-clients.sh` puts the library there.
#[test]
fn sabakis_own_library() {
    let modules = Path::new(ROOT).join("target/clients/node_modules");
    if !has_tool("node", &["--version"]) {
        return;
    }
    if !modules.join("@sabaki/gtp").is_dir() {
        return skipped("@sabaki/gtp is missing; scripts/clients/install-clients.sh installs it");
    }
    let output = Command::new("node")
        .arg(Path::new(ROOT).join("tests/front_ends/sabaki.js"))
        .args([TENGEN, "gtp", "--time", "0.5", "--threads", "1", "--memory", "64"])
        .env("NODE_PATH", modules)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("all passed"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// GoGui's own runner of those behavior tests that refuse nothing: it cannot say what a refusal has to be.
#[test]
fn gogui_regress() {
    if !has_tool("gogui-regress", &["-version"]) {
        return;
    }
    let out = folder("gogui-regress");
    // The program runs in the folder of the tests, as `tests/front_ends/gtp_cases.rs` starts it.
    let engine = format!("{TENGEN} gtp --threads 1 --playouts 2000 --seed 1 --memory 64");
    for file in ["captures.tst", "prior.tst"] {
        let output = Command::new("gogui-regress")
            .args(["-output", out.to_str().unwrap(), &engine])
            .arg(Path::new(ROOT).join("gtp-tests").join(file))
            .output()
            .unwrap();
        assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

/// Two games refereed by the engine itself, with setup openings and clocks.
#[test]
fn gogui_twogtp() {
    if !has_tool("gogui-twogtp", &["-version"]) {
        return;
    }
    let out = folder("gogui-twogtp");
    let openings = out.join("openings");
    fs::create_dir_all(&openings).unwrap();
    fs::write(openings.join("1.sgf"), "(;GM[1]FF[4]SZ[9]AB[ee][cc]AW[gg][gc]PL[B])").unwrap();
    let engine = format!("{TENGEN} gtp --playouts 200 --threads 1 --memory 16 --seed %SRAND");
    let games = out.join("games");
    let output = Command::new("gogui-twogtp")
        .args(["-black", &engine, "-white", &engine, "-referee", &format!("{TENGEN} gtp --strict")])
        .args(["-size", "9", "-komi", "7.5", "-alternate", "-games", "2", "-auto", "-force", "-time", "1m"])
        .args(["-openings", openings.to_str().unwrap(), "-sgffile", games.to_str().unwrap()])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let table = fs::read_to_string(out.join("games.dat")).unwrap();
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 2, "{table}");
    for row in rows {
        // Results of both programs and the referee are points, and nothing went wrong.
        assert!(row[1..4].iter().all(|result| result.starts_with(['B', 'W'])), "{table}");
        assert_eq!(row[11], "0", "errors: {table}");
    }
}

/// The match script of the repository: a match of two games against GNU Go.
#[test]
fn the_twogtp_script_plays_gnu_go() {
    let gnugo = if has_tool("gnugo", &["--version"]) {
        "gnugo"
    } else if has_tool("/usr/games/gnugo", &["--version"]) {
        "/usr/games/gnugo"
    } else {
        return;
    };
    if !has_tool("gogui-twogtp", &["-version"]) {
        return;
    }
    let out = folder("twogtp-script");
    let output = Command::new(Path::new(ROOT).join("scripts/check/twogtp.sh"))
        .args(["2", out.join("games").to_str().unwrap()])
        .env("TENGEN", format!("{TENGEN} gtp --playouts 200 --threads 1 --memory 16"))
        .env("GNUGO", gnugo)
        .env("LEVEL", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let table = fs::read_to_string(out.join("games.dat")).unwrap();
    assert_eq!(table.lines().filter(|line| !line.starts_with('#')).count(), 2, "{table}");
}
