//! A game that is written as a record and read again is the same: random games with setups, handicaps, captures, kos, passes and
//! moves out of turn.

use super::board::random_positions;
use tengen::board::{Board, Color, Move, Point, PointSet};
use tengen::game::{Game, GameInfo, free_handicap};
use tengen::rng::Rng;
use tengen::sgf::{read_game, write_game};

/// Goes on with random moves, most of them in turn.
fn play_on(game: &mut Game, moves: u32, rng: &mut Rng) {
    for _ in 0..moves {
        let to_play = game.board().to_play();
        let color = if rng.below(10) == 0 { !to_play } else { to_play };
        let point: Option<Point> = game.legal_moves(color).pick(rng);
        let mv = point.filter(|_| rng.below(12) > 0).map_or(Move::Pass, Move::Play);
        game.play(color, mv).unwrap();
    }
}

fn assert_read_again(game: &Game) {
    let record = write_game(game, &GameInfo::default());
    let again = read_game(&record, None, 99.0).unwrap();
    assert_eq!(again.turns(), game.turns(), "{record}");
    assert_eq!(again.positions(), game.positions(), "{record}");
    assert_eq!(again.start().to_string(), game.start().to_string(), "{record}");
    assert_eq!(again.board().to_string(), game.board().to_string(), "{record}");
    assert_eq!((again.komi(), again.handicap()), (game.komi(), game.handicap()), "{record}");
    assert_eq!(again.stones_ahead(), game.stones_ahead(), "{record}");
    assert_eq!(again.board().to_play(), game.board().to_play(), "{record}");
    let captures = |game: &Game| Color::ALL.map(|color| game.board().captures(color));
    assert_eq!(captures(&again), captures(game), "{record}");
}

#[test]
fn a_game_that_is_written_is_read_again() {
    let (mut rng, mut captures) = (Rng::new(31, 0), 0);
    random_positions(1_000, 32, |board| {
        if rng.below(10) > 0 {
            return;
        }
        let size = board.size();
        let komi = rng.below(41) as f32 / 2.0 - 10.0;
        let setup = Color::ALL.map(|color| board.stones(color));
        let mut start = Board::from_stones(size, setup[0], setup[1]).unwrap();
        start.set_to_play(Color::ALL[rng.below(2) as usize]);
        let mut with_handicap = Game::new(size, komi);
        // Half of the board at the most.
        let stones: PointSet = free_handicap(size, 2 + rng.below(2));
        assert!(with_handicap.place_handicap(stones));
        for mut game in [Game::new(size, komi), Game::from_board(start, komi), with_handicap] {
            assert_read_again(&game);
            play_on(&mut game, rng.below(40), &mut rng);
            assert_read_again(&game);
            captures += game.board().captures(Color::White);
        }
    });
    assert!(captures > 30, "{captures}");
}
