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

/// How long a search takes at most.
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
    pulse: Duration,
}

impl Reception {
    /// All sessions together have what the configuration describes.
    pub(super) fn new(config: Config) -> Reception {
        let seats = Arc::new(Semaphore::new(MOST_SESSIONS));
        Reception { config: Arc::new(config), seats, pulse: PULSE }
    }

    /// One more session begins: its seat and its share, if there is room for it.
    fn seat(&self) -> Option<(OwnedSemaphorePermit, Config)> {
        let seat = Arc::clone(&self.seats).try_acquire_owned().ok()?;
        Some((seat, self.share()))
    }

    /// The configuration of one more session. It has a share of threads and of a quarter of the memory, as if there were as
    /// many sessions as the next power of two: so all together stay within the memory, unless a share were less than
    /// [`LEAST_MEMORY`].
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
    /// Beyond so many the page is shown out.
    most: usize,
}

impl Answers {
    /// None yet, and where they come in.
    fn new(most: usize) -> (impl Fn(String) + Send + Sync + 'static, Answers) {
        let (sender, waiting) = mpsc::unbounded_channel();
        let unread = Arc::new(AtomicUsize::new(0));
        let answers = Answers { waiting, unread: Arc::clone(&unread), most };
        let sink = move |answer: String| {
            // What is lost counts as unread for good, so the session ends.
            if unread.fetch_add(answer.len(), Relaxed) + answer.len() <= most {
                let _ = sender.send(answer);
            }
        };
        (sink, answers)
    }

    /// The next one, as soon as there is one, or why the page is shown out.
    async fn next(&mut self) -> Option<Result<String, CloseFrame>> {
        let answer = self.waiting.recv().await?;
        let is_read = self.unread.fetch_sub(answer.len(), Relaxed) <= self.most;
        Some(if is_read { Ok(answer) } else { Err(closing(close_code::POLICY, "the answers are not read")) })
    }
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
    let Some((seat, config)) = reception.seat() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "All sessions are taken.\n").into_response();
    };
    upgrade
        .max_message_size(LONGEST_QUESTION)
        .max_frame_size(LONGEST_QUESTION)
        .on_upgrade(move |socket| hold(socket, config, seat, reception.pulse))
}

/// A session from its beginning to its end.
async fn hold(mut socket: WebSocket, config: Config, _seat: OwnedSemaphorePermit, pulse: Duration) {
    let threads = config.threads;
    let (sink, mut answers) = Answers::new(MOST_UNREAD);
    let server = Arc::new(Server::new(config, sink).with_longest(LONGEST_SEARCH));
    let hire = |_| {
        let server = Arc::clone(&server);
        let work = move || if threads == 1 { Shift::new(server, SLICE).work() } else { server.work() };
        thread::Builder::new().spawn(work).ok()
    };
    let end = if (0..threads).map_while(hire).count() == 0 {
        Some(closing(close_code::AGAIN, "there is no thread to search with"))
    } else {
        converse(&mut socket, &server, &mut answers, pulse).await
    };
    // Its workers end, whatever they search.
    server.abandon();
    if end.is_some() {
        say(&mut socket, Message::Close(end), pulse).await;
    }
}

/// Takes questions and sends answers until the page leaves, or until it is shown out for the reason that is returned.
async fn converse(
    socket: &mut WebSocket,
    server: &Server,
    answers: &mut Answers,
    pulse: Duration,
) -> Option<CloseFrame> {
    let mut beat = interval(pulse);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            answer = answers.next() => match answer? {
                Ok(answer) => say(socket, Message::Text(answer.into()), pulse).await?,
                Err(end) => return Some(end),
            },
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
            _ = beat.tick() => {
                if heard.elapsed() > 2 * pulse {
                    return None;
                }
                say(socket, Message::Ping(Vec::new().into()), pulse).await?;
            }
        }
    }
}

/// Sends to a page, if it still takes within so long what it is sent.
async fn say(socket: &mut WebSocket, message: Message, patience: Duration) -> Option<()> {
    timeout(patience, socket.send(message)).await.ok()?.ok()
}

fn closing(code: u16, reason: &'static str) -> CloseFrame {
    CloseFrame { code, reason: reason.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use axum::Router;
    use axum::routing::get;
    use std::net::TcpStream;
    use tokio::net::TcpListener;
    use tokio::runtime;

    fn reception(threads: usize, memory: usize) -> Reception {
        Reception::new(Config { threads, memory, ..Config::default() })
    }

    #[test]
    fn a_session_has_a_fair_share() {
        for (threads, memory) in [(1, 256 << 20), (8, 512 << 20), (100, 1_000_000_007)] {
            let reception = reception(threads, memory);
            let sessions: Vec<_> = (0..MOST_SESSIONS).map(|_| reception.seat().unwrap()).collect();
            assert!(reception.seat().is_none());
            for (count, (_, share)) in (1..).zip(&sessions) {
                // Rounded up to a power of two they count for less than twice as many.
                let fair = |all: usize, least: usize| least.max(all / (2 * count))..=least.max(all / count);
                assert!(fair(threads, 1).contains(&share.threads), "{count}: {}", share.threads);
                assert!(fair(memory / 4, LEAST_MEMORY).contains(&share.memory), "{count}: {}", share.memory);
            }
            assert!(sessions.iter().map(|(_, share)| share.memory).sum::<usize>() <= memory);
        }
    }

    #[test]
    fn sessions_that_come_and_go_stay_within_the_memory() {
        const MEMORY: usize = MOST_SESSIONS * 4 * LEAST_MEMORY;
        let reception = reception(2, MEMORY);
        let mut rng = Rng::new(1, 0);
        let (mut sessions, mut most) = (Vec::new(), 0);
        for _ in 0..100 {
            let wanted = rng.below(1 + MOST_SESSIONS as u32) as usize;
            while sessions.len() < wanted {
                sessions.push(reception.seat().unwrap());
            }
            while sessions.len() > wanted {
                drop(sessions.swap_remove(rng.below(sessions.len() as u32) as usize));
            }
            let memory = sessions.iter().map(|(_, share)| share.memory).sum::<usize>();
            assert!(memory <= MEMORY, "{wanted} sessions: {memory}");
            most = most.max(wanted);
        }
        assert_eq!(most, MOST_SESSIONS);
    }

    #[test]
    fn a_page_that_does_not_read_its_answers_is_shown_out() {
        let runtime = runtime::Builder::new_current_thread().build().unwrap();
        let (sink, mut answers) = Answers::new(10);
        let mut next = || runtime.block_on(answers.next()).unwrap();
        // What is read makes room.
        for _ in 0..3 {
            (0..2).for_each(|_| sink("bytes".to_owned()));
            (0..2).for_each(|_| assert_eq!(next().unwrap(), "bytes"));
        }
        ["bytes", "bytes", "!"].iter().for_each(|answer| sink((*answer).to_owned()));
        assert_eq!(next().unwrap_err(), closing(close_code::POLICY, "the answers are not read"));
    }

    #[test]
    fn whoever_does_not_answer_a_ping_has_left() {
        let reception = Reception { pulse: Duration::from_secs(1), ..reception(1, 64 << 20) };
        let runtime = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let routes = Router::new().route("/", get(open)).with_state(reception.clone());
        runtime.spawn(async { axum::serve(listener, routes).await });
        let page = || {
            let stream = TcpStream::connect(address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
            tungstenite::client(format!("ws://{address}/"), stream).unwrap().0
        };
        let (_silent, mut lively) = (page(), page());
        assert_eq!(reception.seats.available_permits(), MOST_SESSIONS - 2);
        let mut hear = || assert!(lively.read().unwrap().is_ping());
        let begun = Instant::now();
        while reception.seats.available_permits() < MOST_SESSIONS - 1 {
            assert!(begun.elapsed() < Duration::from_secs(30), "it still has its seat");
            hear();
        }
        // The other one is there all the same.
        (0..3).for_each(|_| hear());
    }
}
