//! Recorded conversations with the clients of servers, and a game on a loopback server.

use crate::program::{BRIEF, Program};
use regex::Regex;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

/// Sends every line marked `>` with that line break and compares the answers with the patterns marked `<`.
fn replay(session: &str, line_break: &str) {
    let mut program = Program::start(BRIEF);
    let mut asked = String::new();
    let mut compared = 0;
    for line in session.lines() {
        if let Some(command) = line.strip_prefix("> ") {
            asked = command.to_owned();
            program.send(format!("{command}{line_break}"));
        } else if let Some(pattern) = line.strip_prefix("< ") {
            let answer = program.answer();
            let pattern = Regex::new(&format!("^(?:{pattern})$")).unwrap();
            assert!(pattern.is_match(&answer), "{asked}\n  {answer:?}\n  is not {pattern}");
            compared += 1;
        }
    }
    assert!(compared > 20);
}

#[test]
fn a_kgs_session() {
    replay(include_str!("sessions/kgs.txt"), "\n");
}

#[test]
fn a_gtp2ogs_session() {
    replay(include_str!("sessions/gtp2ogs.txt"), "\r\n");
}

#[test]
fn a_gogui_session() {
    replay(include_str!("sessions/gogui.txt"), "\n");
}

#[test]
fn chat_is_answered_where_it_is_wanted() {
    let mut program = Program::start(&[BRIEF, &["--kgs-chat"]].concat());
    assert!(program.ask("list_commands").contains("kgs-chat"));
    assert!(program.ask("kgs-chat game someone hello").contains("Tengen"));
    assert_ne!(program.ask("genmove b"), "");
    assert!(program.ask("kgs-chat private someone your winrate?").contains('%'));
}

/// Analysis programs number their commands and send a whole game at once.
#[test]
fn numbered_and_pipelined_commands_of_ogatak_and_lizzie() {
    let mut program = Program::start(BRIEF);
    let commands = [
        "name",
        "version",
        "boardsize 9",
        "komi 7.5",
        "clear_board",
        "play B E5",
        "play W C3",
        "known_command lz-analyze",
        "known_command kata-analyze",
    ];
    let all: String = (0..).zip(commands).map(|(id, command)| format!("{id} {command}\n")).collect();
    program.send(all);
    for id in 0..commands.len() {
        let answer = program.answer();
        assert!(answer.starts_with(&format!("={id} ")), "{answer}");
        assert!(id < 7 || answer.ends_with(" true"), "{answer}");
    }
    program.send("42 lz-analyze 10\n");
    assert_eq!(program.line(), "=42");
    assert!(program.line().starts_with("info move "));
    program.send("43 name\n");
    while !program.line().is_empty() {}
    assert_eq!(program.answer(), "=43 Tengen");
}

/// The reading and the writing end of a client.
type Connection = (BufReader<TcpStream>, TcpStream);

fn say(client: &mut Connection, line: &str) {
    client.1.write_all(format!("{line}\r\n").as_bytes()).unwrap();
}

fn hear(client: &mut Connection) -> String {
    let mut line = String::new();
    client.0.read_line(&mut line).unwrap();
    line.trim().to_owned()
}

/// The server's side of one game: both colors are played by the same kind of client, and the server is told
/// every move by one and asks the other.
pub(crate) fn serve(listener: &TcpListener) -> Vec<String> {
    let mut clients: Vec<Connection> = (0..2)
        .map(|_| {
            let (stream, _) = listener.accept().unwrap();
            (BufReader::new(stream.try_clone().unwrap()), stream)
        })
        .collect();
    let mut names = Vec::new();
    for client in &mut clients {
        say(client, "protocol genmove_analyze");
        let protocol = hear(client);
        assert!(protocol.starts_with("e1") && protocol.ends_with("genmove_analyze"), "{protocol}");
        say(client, "username");
        names.push(hear(client));
        say(client, "password");
        assert_eq!(hear(client), "secret");
    }
    if names == ["White", "Black"] {
        clients.reverse();
    }
    for client in &mut clients {
        say(client, "setup 1 9 7.0 300000 White(1700) Black(1800?)");
    }
    let mut moves: Vec<String> = Vec::new();
    let result = loop {
        let turn = moves.len() % 2;
        say(&mut clients[turn], &format!("genmove {} 300000", ["b", "w"][turn]));
        let answer = hear(&mut clients[turn]);
        let (mv, analysis) = answer.split_once(' ').unwrap();
        assert!(serde_json::from_str::<serde_json::Value>(analysis).unwrap()["moves"].is_array());
        if mv == "resign" {
            break format!("{}+Resign", ["W", "B"][turn]);
        }
        moves.push(mv.to_ascii_lowercase());
        let over = moves.len() > 1 && moves[moves.len() - 2..].iter().all(|mv| mv == "pass");
        if over || moves.len() > 200 {
            break "B+4.0".to_owned();
        }
        say(&mut clients[1 - turn], &format!("play {} {mv} 299000", ["b", "w"][turn]));
    };
    for client in &mut clients {
        say(client, &format!("gameover 2026-01-01 {result}"));
        assert!(["ready", "quit"].contains(&hear(client).as_str()));
        // It may have gone already.
        let _ = client.1.write_all(b"quit\r\n");
    }
    moves
}

/// The client's side, as the CGOS client of the server's authors does it.
fn play_on_server(stream: TcpStream, name: &str) -> Program {
    let mut program = Program::start(&[BRIEF, &["--rules", "cgos", "--resign", "0"]].concat());
    let commands = program.ask("list_commands");
    for needed in
        ["time_settings", "time_left", "cgos-genmove_analyze", "cgos-gameover", "cgos-opponent_name"]
    {
        assert!(commands.lines().any(|line| line == needed), "{needed}");
    }
    let mut output = stream.try_clone().unwrap();
    for line in BufReader::new(stream).lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        let reply = match words[..] {
            ["protocol", ..] => "e1 tengen-test genmove_analyze".to_owned(),
            ["username"] => name.to_owned(),
            ["password"] => "secret".to_owned(),
            ["setup", _, size, komi, time, opponent, _] => {
                for command in [
                    format!("boardsize {size}"),
                    format!("komi {komi}"),
                    format!("time_settings {} 0 0", time.parse::<u32>().unwrap() / 1000),
                    format!("cgos-opponent_name {opponent}"),
                    "cgos-opponent_rating 1800?".to_owned(),
                    "clear_board".to_owned(),
                ] {
                    assert_eq!(program.ask(&command), "", "{command}");
                }
                continue;
            }
            ["play", color, mv, _] => {
                assert_eq!(program.ask(&format!("play {color} {}", mv.to_ascii_lowercase())), "");
                continue;
            }
            ["genmove", color, time] => {
                let seconds = time.parse::<u32>().unwrap() / 1000;
                assert_eq!(program.ask(&format!("time_left {color} {seconds} 0")), "");
                program.send(format!("cgos-genmove_analyze {color}\n"));
                let answer = program.answer();
                let lines: Vec<&str> = answer.lines().collect();
                let [_, analysis, play] = lines[..] else { panic!("{answer}") };
                format!("{} {analysis}", play.strip_prefix("play ").unwrap())
            }
            ["gameover", _, result] => {
                assert_eq!(program.ask(&format!("cgos-gameover {result}")), "");
                "ready".to_owned()
            }
            ["quit"] => break,
            _ => panic!("{line}"),
        };
        output.write_all(format!("{reply}\r\n").as_bytes()).unwrap();
    }
    program
}

#[test]
fn a_game_on_a_loopback_server_like_cgos() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let [black, white] = ["Black", "White"].map(|name| {
        let stream = TcpStream::connect(address).unwrap();
        thread::spawn(move || play_on_server(stream, name))
    });
    let server = thread::spawn(move || serve(&listener));
    let moves = server.join().unwrap();
    let [mut black, mut white] = [black.join().unwrap(), white.join().unwrap()];
    assert!(moves.len() > 10);
    // Who did not play the last move is not told of it.
    let last = if moves.len() % 2 == 1 { &mut black } else { &mut white };
    assert_eq!(last.ask("move_history").lines().count(), moves.len());
    assert_eq!(black.ask("final_score"), white.ask("final_score"));
    // All stones count as alive there, so the dead ones have been taken off.
    assert_eq!(black.ask("final_status_list dead"), "");
    for program in [&mut black, &mut white] {
        assert_eq!(program.ask("quit"), "");
        assert!(program.end().success());
    }
}

/// White's stone on the left is dead: area is even without it, territory counts it as a prisoner, and where
/// every stone lives it makes Black's territory neutral.
#[test]
fn rules_of_the_servers() {
    let mut program = Program::start(BRIEF);
    for (rules, score, dead) in [
        ("chinese", "0", "A4"),
        ("tromp-taylor", "W+6.0", ""),
        ("japanese", "B+2.0", "A4"),
        ("aga", "0", "A4"),
        ("new_zealand", "0", "A4"),
    ] {
        assert_eq!(program.ask(&format!("kata-set-rules {rules}")), "");
        assert_eq!(program.ask("tengen-setup .X.O./OX.O./.X.O./.X.OO/.X.O."), "black");
        assert_eq!(program.ask("komi 0"), "");
        assert_eq!(
            (program.ask("final_score").as_str(), program.ask("final_status_list dead").as_str()),
            (score, dead)
        );
    }
    assert!(program.ask("kata-get-rules").starts_with('{'));
}

/// Nobody loses a point by passing when territory is counted: a settled, won game is passed.
#[test]
fn passes_are_safe_by_japanese_rules() {
    let mut program = Program::start(&[BRIEF, &["--rules", "japanese", "--komi", "0.5"]].concat());
    assert_eq!(program.ask("tengen-setup .X.O./OX.O./.X.O./.X.OO/.X.O. w"), "white");
    assert_eq!(program.ask("play w pass"), "");
    assert_eq!(program.ask("genmove b"), "pass");
    assert_eq!(program.ask("final_score"), "B+1.5");
}
