//! The page's server: its files, who may ask, and sockets that analyze beside each other.

use crate::program::{PATIENCE, Program, command, let_it_think, refused, spawn};
use crate::queries::{ENDLESS, query, started};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::error::Error;
use tungstenite::handshake::HandshakeError;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket};

/// The running server and where it is.
struct Server {
    program: Program,
    address: String,
}

type Socket = WebSocket<TcpStream>;

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let mut program =
            Program::of(command(&[&["web", "--port", "0", "--memory", "256"], arguments].concat()));
        let line = program.line();
        let address = line.strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        Server { address: address.unwrap_or_else(|| panic!("{line}")).to_owned(), program }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The whole answer to a request with that path and host.
    fn get(&self, path: &str, host: &str) -> String {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A socket for a page from that origin which calls the server so; the status if there is none.
    fn socket_of(&self, host: &str, origin: Option<&str>) -> Result<Socket, u16> {
        let mut request = format!("ws://{}/analysis", self.address).into_client_request().unwrap();
        request.headers_mut().insert("host", host.parse().unwrap());
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(socket),
            Err(HandshakeError::Failure(Error::Http(answer))) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    fn socket(&self) -> Socket {
        self.socket_of(&self.address, Some(&format!("http://{}", self.address))).unwrap()
    }

    /// How many threads the program has.
    #[cfg(target_os = "linux")]
    fn threads(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/task", self.program.id())).unwrap().count()
    }
}

fn ask(socket: &mut Socket, query: &Value) {
    socket.send(Message::text(query.to_string())).unwrap();
}

/// The next answer.
fn answer(socket: &mut Socket) -> Value {
    loop {
        match socket.read().unwrap() {
            Message::Text(text) => return serde_json::from_str(&text).unwrap(),
            Message::Ping(_) => {}
            other => panic!("{other}"),
        }
    }
}

/// Why the server has closed the socket, after whatever it said before.
fn end(socket: &mut Socket) -> CloseCode {
    let start = Instant::now();
    loop {
        match socket.read() {
            Ok(Message::Close(Some(frame))) => return frame.code,
            Ok(Message::Text(_) | Message::Ping(_)) => assert!(start.elapsed() < PATIENCE, "it stays open"),
            other => panic!("{other:?}"),
        }
    }
}

/// Waits until something has come true.
fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_page_is_served_and_nothing_else() {
    let server = Server::start(&[]);
    let page = server.get("/", &server.address);
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Tengen"), "{page}");
    assert!(page.contains("content-security-policy: default-src 'self'"), "{page}");
    let script = server.get("/assets/index.js", &server.address);
    assert!(script.starts_with("HTTP/1.1 200") && script.contains("content-type: text/javascript"));
    for path in
        ["/Cargo.toml", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/assets/", "//etc/passwd", "/analysis/x"]
    {
        assert!(server.get(path, &server.address).starts_with("HTTP/1.1 404"), "{path}");
    }
    assert!(!server.get("/analysis", &server.address).starts_with("HTTP/1.1 2"), "no socket was asked for");
}

#[test]
fn a_socket_answers_what_the_analysis_answers() {
    let server = Server::start(&["--threads", "1"]);
    let mut socket = server.socket();
    ask(&mut socket, &query("q", &json!({"maxVisits": 100})));
    let found = answer(&mut socket);
    assert_eq!((&found["id"], &found["isDuringSearch"]), (&json!("q"), &json!(false)));
    let mut analysis = started("1");
    analysis.send(format!("{}\n", query("q", &json!({"maxVisits": 100}))));
    assert_eq!(found, serde_json::from_str::<Value>(&analysis.line()).unwrap());
    socket.send(Message::text("nonsense")).unwrap();
    assert!(answer(&mut socket)["error"].is_string());
}

/// A page from elsewhere cannot forge its origin (cross-site requests), nor the name that it calls us by (DNS rebinding).
#[test]
fn no_other_page_drives_the_engine() {
    let server = Server::start(&[]);
    let own = server.address.clone();
    let (_, port) = own.split_once(':').unwrap();
    let here = format!("http://{own}");
    for origin in [
        "http://evil.example",
        "https://evil.example:1",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "null",
        "",
    ] {
        assert_eq!(server.socket_of(&own, Some(origin)).unwrap_err(), 403, "{origin}");
    }
    for host in
        ["evil.example".to_owned(), format!("evil.example:{port}"), format!("localhost.evil.example:{port}")]
    {
        for origin in [Some(here.as_str()), Some(&format!("http://{host}")), None] {
            assert_eq!(server.socket_of(&host, origin).unwrap_err(), 403, "{host}");
        }
        assert!(server.get("/", &host).starts_with("HTTP/1.1 403"), "{host}");
    }
    let localhost = format!("localhost:{port}");
    assert_eq!(server.socket_of(&localhost, Some(&here)).unwrap_err(), 403, "another name, another origin");
    server.socket_of(&localhost, Some(&format!("http://{localhost}"))).unwrap();
    server.socket_of(&own, Some(&here)).unwrap();
    server.socket_of(&own, None).unwrap();
}

#[test]
fn what_is_no_question_ends_its_session_alone() {
    let server = Server::start(&["--threads", "1"]);
    let mut other = server.socket();
    ask(&mut other, &query("long", &json!({"maxVisits": ENDLESS})));
    let mut socket = server.socket();
    // The server may have closed the socket before all of it is sent.
    let _ = socket.send(Message::text(" ".repeat((1 << 16) + 1)));
    let mut heard = socket.read();
    while let Ok(Message::Ping(_)) = heard {
        heard = socket.read();
    }
    match heard {
        Ok(Message::Close(Some(frame))) => assert_eq!(frame.code, CloseCode::Size),
        Err(Error::Io(error)) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
        other => panic!("{other:?}"),
    }
    let mut socket = server.socket();
    socket.send(Message::binary(vec![0; 8])).unwrap();
    assert_eq!(end(&mut socket), CloseCode::Unsupported);
    let mut socket = server.socket();
    for id in 0..3000 {
        let one_more = query(&id.to_string(), &json!({"maxVisits": ENDLESS}));
        if socket.send(Message::text(one_more.to_string())).is_err() {
            break;
        }
    }
    assert_eq!(end(&mut socket), CloseCode::Policy);
    ask(&mut other, &json!({"id": "end", "action": "terminate", "terminateId": "long"}));
    let ids =
        [answer(&mut other), answer(&mut other)].map(|answer| answer["id"].as_str().unwrap().to_owned());
    assert!(ids.contains(&"long".to_owned()), "{ids:?}");
}

#[test]
fn a_move_of_a_session_with_one_thread_need_not_wait_for_what_is_less_urgent() {
    let server = Server::start(&["--threads", "1"]);
    let mut socket = server.socket();
    ask(
        &mut socket,
        &query("study", &json!({"maxVisits": ENDLESS, "reportDuringSearchEvery": 0.05, "priority": -1})),
    );
    assert_eq!(answer(&mut socket)["id"], "study");
    ask(&mut socket, &query("move", &json!({"action": "genmove", "maxVisits": 50})));
    while answer(&mut socket)["id"] != "move" {}
    // What was laid aside goes on.
    assert_eq!(answer(&mut socket)["isDuringSearch"], true);
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_that_is_closed_takes_its_search_with_it() {
    let server = Server::start(&["--threads", "2"]);
    let threads = server.threads();
    for says_so in [true, false] {
        let mut socket = server.socket();
        ask(&mut socket, &query("q", &json!({"maxVisits": ENDLESS})));
        let_it_think();
        assert!(server.threads() > threads);
        if says_so {
            socket.close(None).unwrap();
            socket.flush().unwrap();
        }
        drop(socket);
        wait_for("the search goes on", || server.threads() == threads);
    }
}

#[test]
fn fifty_pages_search_beside_each_other() {
    let server = Server::start(&["--threads", "2"]);
    let mut sockets: Vec<Socket> = (0..50).map(|_| server.socket()).collect();
    for socket in &mut sockets {
        ask(socket, &query("q", &json!({"maxVisits": ENDLESS, "reportDuringSearchEvery": 0.2})));
    }
    for socket in &mut sockets {
        let visits = |answer: Value| answer["rootInfo"]["visits"].as_u64().unwrap();
        let first = visits(answer(socket));
        while visits(answer(socket)) <= first {}
    }
}

#[test]
fn sessions_are_as_many_as_there_is_room_for() {
    let server = Server::start(&[]);
    let mut sockets: Vec<Socket> = (0..64).map(|_| server.socket()).collect();
    assert_eq!(server.socket_of(&server.address, None).unwrap_err(), 503);
    assert!(server.get("/", &server.address).starts_with("HTTP/1.1 200"), "the page is there all the same");
    sockets.pop();
    wait_for("no seat gets free", || server.socket_of(&server.address, None).is_ok());
}

#[test]
fn a_port_that_is_taken_gets_a_sentence() {
    let server = Server::start(&[]);
    let (_, port) = server.address.split_once(':').unwrap();
    let sentence = refused(&["web", "--port", port]);
    assert!(sentence.contains("cannot be served") && sentence.contains("--port or --listen"), "{sentence}");
}

#[test]
fn other_machines_are_served_with_a_warning() {
    let mut child = spawn(&["web", "--port", "0", "--listen", "0.0.0.0"], &[]);
    let mut warning = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut warning).unwrap();
    let mut page = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut page).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(warning.contains("everybody who reaches 0.0.0.0"), "{warning}");
    assert!(page.starts_with("http://127.0.0.1:"), "{page}");
}

#[test]
fn what_belongs_to_queries_is_no_option() {
    let sentence = refused(&["web", "--komi", "3"]);
    assert!(sentence.contains("--komi has no effect"), "{sentence}");
}
