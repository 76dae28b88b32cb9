//! A socket: questions of the analysis protocol one way, answers the other, one a message.

use super::gate;
use crate::analysis::{Server, Shift};
use crate::engine::Config;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{self, UnboundedReceiver};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{interval, timeout};

/// Sessions at the same time.
const MOST_SESSIONS: usize = 64;

/// Bytes of a question.
const LONGEST_QUESTION: usize = 1 << 16;

/// Positions of a session that wait for a search.
const MOST_WAITING: usize = 2000;

/// Bytes of a session's answers that wait to be read.
const MOST_UNREAD: usize = 32 << 20;

/// How long a position is searched at most.
const LONGEST_SEARCH: Duration = Duration::from_secs(600);

/// How long the only worker of a session does one thing before it looks whether there is something more urgent.
const SLICE: Duration = Duration::from_millis(20);

/// How often a silent page is asked whether it is still there; it is given up after twice as long.
const PULSE: Duration = Duration::from_secs(20);

/// Memory below which a tree is of no use, in bytes.
const LEAST_MEMORY: usize = 1 << 20;

/// Where sessions begin.
#[derive(Clone, Debug)]
pub(super) struct Reception {
    config: Arc<Config>,
    seats: Arc<Semaphore>,
}

impl Reception {
    /// All sessions together have what the configuration describes.
    pub(super) fn new(config: Config) -> Reception {
        Reception { config: Arc::new(config), seats: Arc::new(Semaphore::new(MOST_SESSIONS)) }
    }

    /// The configuration of one more session. It has a share of threads and of a quarter of the memory, as if there were as
    /// many sessions as the next power of two: so 64 that begin one after the other and end last stay within the memory.
    fn share(&self) -> Config {
        let sessions = (MOST_SESSIONS - self.seats.available_permits()).max(1).next_power_of_two();
        let config = Config::clone(&self.config);
        Config {
            threads: (config.threads / sessions).max(1),
            memory: (config.memory / 4 / sessions).max(LEAST_MEMORY),
            ..config
        }
    }
}

/// What a page has not read yet.
struct Answers {
    waiting: UnboundedReceiver<String>,
    /// In bytes.
    unread: Arc<AtomicUsize>,
}

/// Opens a session for our page, if there is room for one.
pub(super) async fn open(
    State(reception): State<Reception>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !gate::is_own_page(&headers) {
        return (StatusCode::FORBIDDEN, "Another page may not use this engine.\n").into_response();
    }
    let Ok(seat) = Arc::clone(&reception.seats).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "All sessions are taken.\n").into_response();
    };
    let config = reception.share();
    upgrade
        .max_message_size(LONGEST_QUESTION)
        .max_frame_size(LONGEST_QUESTION)
        .on_upgrade(|socket| hold(socket, config, seat))
}

/// A session from its beginning to its end.
async fn hold(mut socket: WebSocket, config: Config, _seat: OwnedSemaphorePermit) {
    let threads = config.threads;
    let (sender, answers) = mpsc::unbounded_channel();
    let mut answers = Answers { waiting: answers, unread: Arc::new(AtomicUsize::new(0)) };
    let unread = Arc::clone(&answers.unread);
    let sink = move |answer: String| {
        // What is lost counts as unread for good, so the session ends.
        if unread.fetch_add(answer.len(), Relaxed) + answer.len() <= MOST_UNREAD {
            let _ = sender.send(answer);
        }
    };
    let server = Arc::new(Server::new(config, sink).with_longest(LONGEST_SEARCH));
    let hire = |_| {
        let server = Arc::clone(&server);
        let work = move || if threads == 1 { Shift::new(server, SLICE).work() } else { server.work() };
        thread::Builder::new().spawn(work).ok()
    };
    let end = if (0..threads).map_while(hire).count() == 0 {
        Some(closing(close_code::AGAIN, "there is no thread to search with"))
    } else {
        converse(&mut socket, &server, &mut answers).await
    };
    // Its workers end, whatever they search.
    server.abandon();
    if end.is_some() {
        say(&mut socket, Message::Close(end)).await;
    }
}

/// Takes questions and sends answers until the page leaves, or until it is shown out for the reason that is returned.
async fn converse(socket: &mut WebSocket, server: &Server, answers: &mut Answers) -> Option<CloseFrame> {
    let mut pulse = interval(PULSE);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            answer = answers.waiting.recv() => {
                let answer = answer?;
                if answers.unread.fetch_sub(answer.len(), Relaxed) > MOST_UNREAD {
                    return Some(closing(close_code::POLICY, "the answers are not read"));
                }
                say(socket, Message::Text(answer.into())).await?;
            }
            message = socket.recv() => {
                heard = Instant::now();
                match message? {
                    Ok(Message::Text(question)) => {
                        server.take(question.as_bytes());
                        if server.waiting() > MOST_WAITING {
                            return Some(closing(close_code::POLICY, "too many positions wait"));
                        }
                    }
                    Ok(Message::Binary(_)) => return Some(closing(close_code::UNSUPPORTED, "questions are text")),
                    Ok(Message::Close(_)) => return None,
                    Ok(Message::Ping(_) | Message::Pong(_)) => {}
                    Err(_) => return Some(closing(close_code::SIZE, "a question is text of at most 64 KiB")),
                }
            }
            _ = pulse.tick() => {
                if heard.elapsed() > 2 * PULSE {
                    return None;
                }
                say(socket, Message::Ping(Vec::new().into())).await?;
            }
        }
    }
}

/// Sends to a page, if it still takes what it is sent.
async fn say(socket: &mut WebSocket, message: Message) -> Option<()> {
    timeout(PULSE, socket.send(message)).await.ok()?.ok()
}

fn closing(code: u16, reason: &'static str) -> CloseFrame {
    CloseFrame { code, reason: reason.into() }
}
