//! A game at a terminal: what is typed at the keys, and what is seen.
#![cfg(unix)]

use crate::files::{file, folder};
use crate::program::PATIENCE;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tengen::board::{Move, Point};
use tengen::game::{Game, GameInfo};
use tengen::rng::Rng;
use tengen::sgf::write_game;

/// The program at a terminal of its own.
struct Seat {
    child: Child,
    keys: File,
    seen: Receiver<Vec<u8>>,
    /// What has been seen and not waited for yet.
    screen: String,
}

impl Seat {
    /// A search of such limits on a small board.
    fn new(limits: &[&str]) -> Seat {
        let mut seat = Seat::open(&[&["--size", "5"], limits].concat());
        seat.wait_for("your move> ");
        seat
    }

    /// Nothing has been waited for yet.
    fn open(options: &[&str]) -> Seat {
        Seat::with_state(Path::new(env!("CARGO_TARGET_TMPDIR")), options)
    }

    /// What it keeps from game to game lies in that folder.
    fn with_state(folder: &Path, options: &[&str]) -> Seat {
        let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&keys).unwrap();
        unlockpt(&keys).unwrap();
        let name = ptsname(&keys, Vec::new()).unwrap();
        let path = OsStr::from_bytes(name.as_bytes());
        let terminal = OpenOptions::new().read(true).write(true).open(path).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(["play", "--threads", "1", "--memory", "16"])
            .args(options)
            .env("TERM", "xterm")
            .env("XDG_STATE_HOME", folder)
            .stdin(Stdio::from(terminal.try_clone().unwrap()))
            .stdout(Stdio::from(terminal))
            .spawn()
            .unwrap();
        let keys = File::from(keys);
        let mut output = keys.try_clone().unwrap();
        let (sender, seen) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Reading fails when the program has ended.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                let _ = sender.send(bytes[..count].to_vec());
            }
        });
        Seat { child, keys, seen, screen: String::new() }
    }

    /// Makes the terminal so large.
    fn resize(&mut self, columns: u16, rows: u16) {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.keys, size).unwrap();
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until that is seen; what stands before it.
    fn wait_for(&mut self, part: &str) -> String {
        let start = Instant::now();
        loop {
            if let Some((before, after)) = self.screen.split_once(part) {
                let (before, after) = (before.to_owned(), after.to_owned());
                self.screen = after;
                return before;
            }
            let left = PATIENCE.saturating_sub(start.elapsed());
            match self.seen.recv_timeout(left) {
                Ok(bytes) => self.screen += &String::from_utf8_lossy(&bytes),
                Err(_) => panic!("no {part:?} in {:?}", self.screen),
            }
        }
    }

    /// Waits for the end of the program.
    fn end(mut self) {
        let start = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < PATIENCE, "the program does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A file with a long game on 9×9 that neither side has tried to win.
fn long_game() -> String {
    let mut rng = Rng::new(1, 0);
    let mut game = Game::new(9, 7.5);
    for _ in 0..2000 {
        let point = Point::new(rng.below(9) as usize, rng.below(9) as usize);
        let _ = game.play(game.board().to_play(), Move::Play(point));
    }
    assert!(game.turns().len() > 100, "{} moves", game.turns().len());
    file("long.sgf", write_game(&game, &GameInfo::default()))
}

const UP: &str = "\u{1b}[A";
const LEFT: &str = "\u{1b}[D";

#[test]
fn arrows_edit_the_line_and_bring_earlier_ones_back() {
    let mut seat = Seat::new(&["--playouts", "100"]);
    seat.press(&format!("3{LEFT}c\r"));
    seat.wait_for("Tengen plays ");
    seat.wait_for("your move> ");
    seat.press(&format!("{UP}\r"));
    seat.wait_for("You cannot play C3");
}

/// Whether the terminal marks it as pasted or not.
#[test]
fn no_line_of_what_is_pasted_is_lost() {
    for pasted in ["score\rquit\r", "\u{1b}[200~score\rquit\r\u{1b}[201~\r"] {
        let mut seat = Seat::new(&["--playouts", "100"]);
        seat.press(pasted);
        seat.wait_for("By an estimate ");
        seat.end();
    }
}

/// As a terminal sends that is set to Latin-1.
#[test]
fn bytes_that_are_no_text_are_no_line_and_no_end() {
    let mut seat = Seat::new(&["--playouts", "100"]);
    for bytes in [&b"\xff"[..], b"\xe9\r", b"caf\xe9 e3\r", b"\x1b[200~\xe9 e3\re4\r\x1b[201~"] {
        seat.keys.write_all(bytes).unwrap();
        seat.wait_for("That cannot be read");
        seat.wait_for("your move> ");
    }
    seat.press("undo\r");
    seat.wait_for("You have not moved yet.");
    seat.wait_for("your move> ");
    seat.press("c3\r");
    seat.wait_for("Tengen plays ");
}

#[test]
fn a_search_is_shown_and_enter_makes_the_move() {
    let mut seat = Seat::new(&["--time", "3600", "--resign", "0"]);
    seat.press("c3\r");
    seat.wait_for("Thinking: ");
    // The screen is updated in its place, and the cursor comes back.
    seat.wait_for("\u{1b}8\u{1b}7\u{1b}[H");
    seat.wait_for("Thinking: ");
    seat.wait_for("Line: ");
    seat.press(&format!("{UP}score\r\r"));
    // What was typed before waits for its turn.
    let between = seat.wait_for("Tengen plays ");
    assert!(!between.contains("By an estimate "), "{between}");
    seat.wait_for("\u{1b}[J");
    seat.wait_for("By an estimate ");
}

#[test]
fn quit_ends_the_thinking() {
    for farewell in ["quit\r", "\u{4}"] {
        let mut seat = Seat::new(&["--time", "3600", "--resign", "0"]);
        seat.press("c3\r");
        seat.wait_for("Thinking: ");
        seat.press(farewell);
        seat.end();
    }
}

#[test]
fn enter_ends_a_review_and_a_look_at_a_loaded_game() {
    let mut seat = Seat::open(&[&long_game(), "--playouts", "100", "--resign", "0"]);
    seat.wait_for("Looking at the game: ");
    seat.press("\r");
    seat.wait_for("your move> ");
    seat.press("review\r");
    seat.wait_for("Looking at the game: ");
    seat.press("\r");
    seat.wait_for("The review has been stopped.");
    seat.wait_for("your move> ");
    seat.press("review\r");
    seat.wait_for("Looking at the game: ");
    seat.press("quit\r");
    seat.end();
}

#[test]
fn a_loaded_game_has_its_graph() {
    let record = file("short.sgf", "(;GM[1]FF[4]SZ[5]KM[7.5];B[cc];W[cb];B[bb];W[dc])");
    let mut seat = Seat::open(&[&record, "--playouts", "100"]);
    seat.resize(80, 24);
    seat.wait_for("Looking at the game: ");
    seat.wait_for("your move> ");
    seat.press("board\r");
    seat.wait_for("Your chances:");
    seat.wait_for("your move> ");
}

#[test]
fn help_says_what_can_be_done_while_it_thinks() {
    let mut seat = Seat::new(&["--playouts", "100"]);
    seat.press("help\r");
    seat.wait_for("While Tengen thinks");
}

#[test]
fn every_screen_begins_in_the_corner_and_shows_board_facts_and_answer() {
    let mut seat = Seat::new(&["--playouts", "100", "--level", "10"]);
    seat.resize(80, 24);
    seat.press("c3\r");
    seat.wait_for("\u{1b}[H");
    for part in [
        "A B C D E",
        "You: Black. Tengen: White, level 10",
        "Move 2: White ",
        "Your chances:",
        "Tengen plays ",
    ] {
        seat.wait_for(part);
    }
    seat.wait_for("your move> ");
}

#[test]
fn a_terminal_may_become_narrow_and_low() {
    let mut seat = Seat::new(&["--playouts", "100"]);
    for (columns, rows) in [(120, 40), (40, 20), (20, 5), (1, 1), (80, 24)] {
        seat.resize(columns, rows);
        seat.press("score\r");
        seat.wait_for("\u{1b}[H");
    }
    seat.wait_for("By an estimate ");
    seat.press("quit\r");
    seat.end();
}

#[test]
fn what_was_typed_in_an_earlier_game_is_offered_again() {
    let folder = folder("typed");
    let seat = || {
        let mut seat = Seat::with_state(&folder, &["--size", "5", "--playouts", "100"]);
        seat.wait_for("your move> ");
        seat
    };
    let mut first = seat();
    first.press("level 77\r");
    first.wait_for("'77' is no level");
    first.press("quit\r");
    first.end();
    let mut second = seat();
    second.press(&format!("{UP}{UP}{UP}"));
    second.press("\u{12}level 7");
    second.wait_for("level 77");
}
