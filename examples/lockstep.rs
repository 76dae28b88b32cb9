//! An engine that speaks GTP and searches as several processes would that share what they find, in one thread and
//! without their time.
//!
//!     cargo run --release --example lockstep -- OTHERS STRIDE DELAY PLAYOUTS SEED [NAME=VALUE …]
//!
//! OTHERS search beside the engine, each with PLAYOUTS a move as it has them; after every STRIDE playouts all tell
//! each other what is new, and hear it DELAY rounds later. What follows are parameters. `docs/cluster.md` has what
//! games with it have shown.

use parking_lot::Mutex;
use std::error::Error;
use std::io;
use std::sync::Arc;
use tengen::cluster::Lockstep;
use tengen::engine::{Config, Engine};
use tengen::gtp::{self, Ending, SessionOptions};
use tengen::search::Limits;

const MEMORY: usize = 64 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(([others, stride, delay, playouts, seed], settings)) = words.split_first_chunk() else {
        return Err("wanted: OTHERS STRIDE DELAY PLAYOUTS SEED".into());
    };
    let limits = Limits { playouts: Some(playouts.parse()?), ..Limits::default() };
    let config = Config { limits, seed: seed.parse()?, memory: MEMORY, ..Config::default() };
    let crew =
        Lockstep::new(others.parse()?, stride.parse()?, delay.parse()?, MEMORY, config.knowledge.clone());
    let mut engine = Engine::new(Config { crew: Some(Arc::new(Mutex::new(crew))), ..config });
    for setting in settings {
        let (name, value) = setting.split_once('=').ok_or("wanted: NAME=VALUE")?;
        engine.set_param(name, value)?;
    }
    gtp::run(engine, SessionOptions::default(), &Ending::default(), io::stdin(), io::stdout())?;
    Ok(())
}
