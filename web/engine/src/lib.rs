//! The engine for a page: the analysis protocol, a slice of time at a time, in the memory of one WebAssembly instance.

use std::sync::Arc;
use std::time::Duration;
use tengen::analysis::{Server, Shift};
use tengen::bench;
use tengen::engine::Config;
use tengen::network;
use wasm_bindgen::prelude::*;

/// How long a worker computes before it looks whether a message has come.
const SLICE: Duration = Duration::from_millis(20);

#[wasm_bindgen]
extern "C" {
    /// Of the worker: sends to the page.
    #[wasm_bindgen(js_name = postMessage)]
    fn post_message(answer: &str);

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn log_error(text: &str);
}

/// Says on the console where a panic was: all else that is left of one is a trap.
#[wasm_bindgen(start)]
fn begin() {
    std::panic::set_hook(Box::new(|panic| log_error(&panic.to_string())));
}

/// An engine that answers the queries of one page.
#[wasm_bindgen]
pub struct Engine {
    server: Arc<Server>,
    shift: Shift,
}

#[wasm_bindgen]
impl Engine {
    /// An engine whose trees take so many MiB at most. Answers are messages of the worker.
    #[wasm_bindgen(constructor)]
    pub fn new(memory: u32) -> Engine {
        let config = Config { memory: (memory as usize) << 20, ..Config::default() };
        let server = Arc::new(Server::new(config, |answer| post_message(&answer)));
        Engine { shift: Shift::new(Arc::clone(&server), SLICE), server }
    }

    /// Takes a query. What can be answered at once is; the rest waits for [`Engine::go_on`].
    pub fn take(&self, line: &str) {
        self.server.take(line.as_bytes());
    }

    /// Computes for a slice of time; is there more to do?
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&mut self) -> bool {
        self.shift.go_on()
    }
}

/// The number that `tengen bench` calls `Bench`: it changes exactly when the behavior of the search does.
#[wasm_bindgen]
pub fn signature() -> u32 {
    bench::signature()
}

/// Positions that the network looks at in a second.
#[wasm_bindgen(js_name = networkSpeed)]
pub fn network_speed(seconds: f64) -> f64 {
    bench::network_positions_per_second(seconds, network::vectors())
}

/// Playouts of the search in a second.
#[wasm_bindgen(js_name = searchSpeed)]
pub fn search_speed(seconds: f64) -> f64 {
    bench::search_playouts_per_second(seconds, 1)
}

/// States that the capture solver enters in a second.
#[wasm_bindgen(js_name = solverSpeed)]
pub fn solver_speed(seconds: f64) -> f64 {
    bench::solver_nodes_per_second(seconds)
}
