//! Clients that no package has: GoGui's command line tools, and the CGOS client. So these tests run by hand:
//!
//!     TENGEN_CGOS_CLIENT=/path/to/cgosclient.py cargo test --test front_ends -- --ignored by_hand::
//!
//! with `gogui-regress`, `gogui-twogtp` and GNU Go on the path. The table in `docs/front-ends.md` says when they last passed.

use crate::files::folder;
use crate::program::BRIEF;
use crate::servers::serve;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The behavior tests without the questions that have to be refused: GoGui's own runner cannot say what a refusal
/// has to be.
#[test]
#[ignore = "by hand: wants gogui-regress"]
fn gogui_regress() {
    let out = folder("gogui-regress");
    fs::create_dir(out.join("sgf")).unwrap();
    let tests = Path::new(ROOT).join("gtp-tests");
    for record in fs::read_dir(tests.join("sgf")).unwrap().map(Result::unwrap) {
        fs::copy(record.path(), out.join("sgf").join(record.file_name())).unwrap();
    }
    // The program runs in the folder of the tests, as `gtp_cases` starts it.
    let engine = format!("{TENGEN} gtp --threads 1 --playouts 2000 --seed 1 --memory 64");
    let mut files = 0;
    for file in fs::read_dir(tests).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_none_or(|ending| ending != "tst") {
            continue;
        }
        let copy = out.join(file.file_name().unwrap());
        fs::write(&copy, without_refusals(&fs::read_to_string(&file).unwrap())).unwrap();
        let mut regress = Command::new("gogui-regress");
        regress.arg("-output").arg(&out).arg(&engine).arg(&copy);
        let output = regress.output().expect("gogui-regress is on the path");
        assert!(output.status.success(), "{}: {}", file.display(), String::from_utf8_lossy(&output.stdout));
        files += 1;
    }
    assert!(files > 5);
}

/// The lines of a behavior test, but for commands that have to be refused.
fn without_refusals(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let refused = |at: usize| lines.get(at).is_some_and(|line| line.starts_with(r"#? [\?"));
    let kept = (0..lines.len()).filter(|&at| !refused(at) && !refused(at + 1));
    kept.map(|at| format!("{}\n", lines[at])).collect()
}

/// Two games refereed by the engine itself, with setup openings and clocks.
#[test]
#[ignore = "by hand: wants gogui-twogtp"]
fn gogui_twogtp() {
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
        .expect("gogui-twogtp is on the path");
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
#[ignore = "by hand: wants gogui-twogtp and GNU Go"]
fn the_twogtp_script_plays_gnu_go() {
    let out = folder("twogtp-script");
    let output = Command::new(Path::new(ROOT).join("scripts/check/twogtp.sh"))
        .args(["2", out.join("games").to_str().unwrap()])
        .env("TENGEN", format!("{TENGEN} gtp --playouts 200 --threads 1 --memory 16"))
        .env("LEVEL", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let table = fs::read_to_string(out.join("games.dat")).unwrap();
    assert_eq!(table.lines().filter(|line| !line.starts_with('#')).count(), 2, "{table}");
}

/// Both sides of a game on the loopback server are the client of the servers' authors.
#[test]
#[ignore = "by hand: wants TENGEN_CGOS_CLIENT"]
fn the_cgos_client() {
    let script =
        std::env::var_os("TENGEN_CGOS_CLIENT").expect("TENGEN_CGOS_CLIENT says where cgosclient.py is");
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let out = folder("cgos");
    let mut clients: Vec<Child> = ["Black", "White"]
        .into_iter()
        .map(|name| {
            let folder = out.join(name);
            fs::create_dir_all(&folder).unwrap();
            let engine = [&["gtp", "--rules", "cgos", "--resign", "0"], BRIEF].concat().join(" ");
            let config = format!(
                "Common:\n  KillFile = kill.txt\n\nGTPEngine:\n  Name = Tengen\n  CommandLine = {TENGEN} {engine}\n  \
                 ServerHost = 127.0.0.1\n  ServerPort = {port}\n  ServerUser = {name}\n  ServerPassword = secret\n  \
                 NumberOfGames = 1\n  SGFDirectory = .\n"
            );
            fs::write(folder.join("client.cfg"), config).unwrap();
            let mut command = Command::new("python3");
            command.arg(&script).arg("client.cfg").current_dir(&folder).stdout(Stdio::null());
            command.spawn().unwrap()
        })
        .collect();
    let moves = serve(&listener);
    for client in &mut clients {
        let _ = client.kill();
        let _ = client.wait();
    }
    assert!(moves.len() > 10);
    let records = fs::read_dir(out.join("Black")).unwrap().map(|entry| entry.unwrap().path());
    let record = records.into_iter().find(|file| file.extension().is_some_and(|ending| ending == "sgf"));
    let game = tengen::sgf::load(&record.unwrap(), None, 7.0).unwrap();
    assert_eq!(game.turns().len(), moves.len());
}
