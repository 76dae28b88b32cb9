//! A random game, its last position and its score: `cargo run --release --example game [SEED]`.

use tengen::board::{Color, Illegal, Move};
use tengen::game::{Game, GameInfo};
use tengen::rng::Rng;
use tengen::sgf;
use tengen::tactics::real_eyes;

fn main() -> Result<(), Illegal> {
    let seed = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let mut rng = Rng::new(seed, 0);
    let mut game = Game::new(9, 7.5);
    while game.passes() < 2 {
        let color = game.board().to_play();
        // Whoever fills its own eyes never ends.
        let sensible = game.legal_moves(color) - real_eyes(game.board(), color);
        game.play(color, sensible.pick(&mut rng).map_or(Move::Pass, Move::Play))?;
    }
    let board = game.board();
    println!("{board}\nafter {} moves", game.turns().len());
    println!(
        "captured: {} by Black, {} by White",
        board.captures(Color::Black),
        board.captures(Color::White)
    );
    println!("Black is ahead by {} points of area, komi {}", board.area_score(), game.komi());
    println!("{}", sgf::write_game(&game, &GameInfo::default()));
    Ok(())
}
