//! An opponent for a program of yours, at a level from 1 to 15: `cargo run --release --example opponent [LEVEL]`.
//!
//! Black stands for a person here, and plays at random.

use tengen::board::{Color, Illegal, Move};
use tengen::engine::{Config, Engine, SkillLevel};
use tengen::rng::Rng;
use tengen::sgf;
use tengen::tactics::real_eyes;

fn main() -> Result<(), Illegal> {
    let number = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(3);
    let mut engine = Engine::new(Config { memory: 64 << 20, ..Config::default() });
    // Without a level it plays as well as it can within the limits of the configuration, or by the clock of `set_time`.
    engine.set_level(SkillLevel::new(number));
    let mut rng = Rng::new(0, 0);
    // Until both have passed or somebody has resigned.
    while engine.result().is_none() {
        let game = engine.game();
        let sensible = game.legal_moves(Color::Black) - real_eyes(game.board(), Color::Black);
        let mv = sensible.pick(&mut rng).map_or(Move::Pass, Move::Play);
        // An illegal move is refused, and changes nothing.
        engine.play(Color::Black, mv)?;
        if engine.result().is_none() {
            let decision = engine.genmove(Color::White);
            println!("Black plays {mv}, White answers {decision}");
        }
    }
    println!("{}", engine.game().board());
    println!("{}", sgf::write_game(engine.game(), &engine.info()));
    Ok(())
}
