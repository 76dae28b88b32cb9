//! The engine for a page.

use tengen::bench;
use wasm_bindgen::prelude::*;

/// The signature of the behavior, as `tengen bench` prints it.
#[wasm_bindgen]
pub fn signature() -> u32 {
    bench::signature()
}

/// Playouts of the search on one thread per second.
#[wasm_bindgen(js_name = searchSpeed)]
pub fn search_speed(seconds: f64) -> f64 {
    bench::search_playouts_per_second(seconds, 1)
}

/// Looks of the network per second.
#[wasm_bindgen(js_name = networkSpeed)]
pub fn network_speed(seconds: f64) -> f64 {
    bench::network_positions_per_second(seconds, tengen::network::vectors())
}
