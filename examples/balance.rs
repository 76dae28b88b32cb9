//! How well playouts tell who wins, by the labels of a teacher, with different parameters.
//!
//!     xz -dc games.jsonl.xz | cargo run --release --example balance -- EVERY PLAYOUTS [SETTINGS …]
//!
//! Of the positions of labelled games on standard input (`scripts/train/README.md`) every EVERY-th is played out
//! PLAYOUTS times, with the defaults and with each of the SETTINGS, as `save_chance=60,attack_chance=40`. What the
//! playouts won is fitted to the teacher's win rates (a line between the logarithms of the odds): playouts always say
//! too little. Told are, of the fitted win rates, the cross entropy beyond the teacher's own entropy and the mean
//! square of the error, and the mean square of the owners' errors (-1 to 1).
//!
//! Source: Huang, Coulom, Lin: Monte-Carlo simulation balancing in practice, 2010 (which minimizes such an error).

use libm::{exp, log};
use serde_json::Value;
use std::error::Error;
use std::io::{self, BufRead};
use tengen::board::{Board, Color, Move, Point};
use tengen::game::Game;
use tengen::knowledge::Knowledge;
use tengen::params::Parameters;
use tengen::playout::{Guided, PlayoutParams, Trace, ownership, play_out};
use tengen::rng::Rng;

const SIZE: usize = 9;

/// No win rate of the teacher is nearer to 0 or 1.
const SURE: f64 = 1e-3;

/// A position, and what the teacher says of it as Black sees it.
struct Labelled {
    board: Board,
    last: Option<Point>,
    komi: f32,
    win: f64,
    /// For each point from -1, White's, to 1, in reading order.
    owners: Vec<f64>,
}

/// What Black won in playouts of a position, by the logarithm of the odds, and the teacher's win rate.
type Pair = (f64, f64);

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(([every, playouts], settings)) = words.split_first_chunk() else {
        return Err("wanted: EVERY PLAYOUTS [SETTINGS …]".into());
    };
    let (every, playouts) = (every.parse()?, playouts.parse()?);
    let mut positions = Vec::new();
    let mut count = 0;
    for line in io::stdin().lock().lines() {
        read(&serde_json::from_str(&line?)?, every, &mut count, &mut positions)
            .ok_or("this is no labelled game of a 9×9 board")?;
    }
    println!("{} positions, {playouts} playouts each\nexcess   error    owners", positions.len());
    for settings in std::iter::once("").chain(settings.iter().map(String::as_str)) {
        let mut params = PlayoutParams::default();
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let (name, value) = setting.split_once('=').ok_or("wanted: NAME=VALUE,…")?;
            params.set(name, value)?;
        }
        let (pairs, owners) = play(&positions, &params, playouts);
        let (excess, error) = differences(&pairs);
        println!("{excess:.5}  {error:.5}  {owners:.5}  {settings}");
    }
    Ok(())
}

/// Adds every so-manieth position of a game.
fn read(record: &Value, every: usize, count: &mut usize, positions: &mut Vec<Labelled>) -> Option<()> {
    let komi = record["komi"].as_f64()? as f32;
    let first = record["first"].as_u64().unwrap_or(0) as usize;
    let labels = record["positions"].as_array()?;
    if labels.is_empty() {
        // Random moves made no legal game.
        return Some(());
    }
    let mut game = Game::new(SIZE, komi);
    if let Some(stones) = record["stones"].as_array().filter(|stones| !stones.is_empty()) {
        let stones = stones.iter().map(|name| Point::parse(name.as_str()?, SIZE)).collect::<Option<_>>()?;
        game.place_handicap(stones);
    }
    let mut color = game.board().to_play();
    for (turn, name) in record["moves"].as_array()?.iter().enumerate() {
        if let Some(label) = turn.checked_sub(first).and_then(|at| labels.get(at)) {
            if count.is_multiple_of(every) {
                let sign = if color == Color::Black { 1.0 } else { -1.0 };
                let win = label["win"].as_f64()?.clamp(SURE, 1.0 - SURE);
                let owner = |owner: &Value| Some(sign * owner.as_f64()? / 100.0);
                positions.push(Labelled {
                    board: game.board().clone(),
                    last: game.last_moves()[0].and_then(Move::point),
                    komi,
                    win: if color == Color::Black { win } else { 1.0 - win },
                    owners: label["owner"].as_array()?.iter().map(owner).collect::<Option<_>>()?,
                });
            }
            *count += 1;
        }
        game.play(color, Point::parse(name.as_str()?, SIZE).map_or(Move::Pass, Move::Play)).ok()?;
        color = !color;
    }
    Some(())
}

/// What playouts say of the positions: who wins, and the mean square of what is wrong of the owners.
fn play(positions: &[Labelled], params: &PlayoutParams, playouts: u32) -> (Vec<Pair>, f64) {
    let knowledge = Knowledge::embedded();
    let mut policy = Guided::new(params, &knowledge.patterns);
    let mut trace = Trace::new();
    let mut pairs = Vec::new();
    let mut squares = 0.0;
    for (position, number) in positions.iter().zip(0..) {
        let Labelled { ref board, last, komi, win, ref owners } = *position;
        let mut rng = Rng::new(1, number);
        let ends = params.ends(komi);
        let mut wins = 0.0;
        for _ in 0..playouts {
            trace.clear();
            trace.push(last);
            let outcome = play_out(&mut policy, &mut board.clone(), &ends, &mut rng, &mut trace);
            wins += f64::from(outcome.reward(Color::Black));
        }
        pairs.push((log_odds((wins + 1.0) / (f64::from(playouts) + 2.0)), win));
        let told = ownership(&mut policy, board, &ends, playouts, &mut rng);
        let wrong = |(point, owner): (Point, &f64)| 2.0 * f64::from(told[point]) - 1.0 - owner;
        squares += Point::reading_order(SIZE).zip(owners).map(wrong).map(|wrong| wrong * wrong).sum::<f64>();
    }
    (pairs, squares / (positions.len() * SIZE * SIZE) as f64)
}

/// Of the fitted win rates: the cross entropy beyond the teacher's entropy, and the mean square of the error.
fn differences(pairs: &[Pair]) -> (f64, f64) {
    let (slope, base) = fitted(pairs);
    let entropy = |truth: f64, told: f64| -(truth * log(told) + (1.0 - truth) * log(1.0 - told));
    let told = |&(odds, win): &Pair| (win, logistic(slope * odds + base));
    let excess = pairs.iter().map(told).map(|(win, told)| entropy(win, told) - entropy(win, win));
    let squares = pairs.iter().map(told).map(|(win, told)| (told - win).powi(2));
    let count = pairs.len() as f64;
    (excess.sum::<f64>() / count, squares.sum::<f64>() / count)
}

/// Slope and base of the line that makes the cross entropy least, by Newton's method.
fn fitted(pairs: &[Pair]) -> (f64, f64) {
    const STEPS: usize = 30;
    let (mut slope, mut base) = (1.0, 0.0);
    for _ in 0..STEPS {
        let (mut by_slope, mut by_base) = (0.0, 0.0);
        let [mut slope_slope, mut slope_base, mut base_base] = [1e-6, 0.0, 1e-6];
        for &(odds, win) in pairs {
            let told = logistic(slope * odds + base);
            let (wrong, curve) = (told - win, told * (1.0 - told));
            by_slope += wrong * odds;
            by_base += wrong;
            slope_slope += curve * odds * odds;
            slope_base += curve * odds;
            base_base += curve;
        }
        let determinant = slope_slope * base_base - slope_base * slope_base;
        slope -= (base_base * by_slope - slope_base * by_base) / determinant;
        base -= (slope_slope * by_base - slope_base * by_slope) / determinant;
    }
    (slope, base)
}

fn log_odds(share: f64) -> f64 {
    log(share / (1.0 - share))
}

fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + exp(-odds))
}
