//! Ways to look diamonds up, as a playout would: random games are replayed, and after every move the
//! empty points of the diamond around it are looked up. What a way costs is its time minus that of
//! visiting those points; run with `cargo bench --bench patterns`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tengen::board::{Board, Color, Point, PointMap, PointSet};
use tengen::patterns::diamond::Diamond;
use tengen::patterns::{PatternTable, embedded_templates};
use tengen::playout::{Light, Policy};
use tengen::rng::Rng;

/// The moves of a random game.
type Game = Vec<(Color, Point)>;

/// Many enough that they use as much of a table as a search does.
const GAMES: usize = 2_000;

/// About as long as playouts are.
const MOVES: usize = 110;

fn random_game(rng: &mut Rng) -> Game {
    let mut board = Board::new(9);
    let mut game = Game::new();
    while game.len() < MOVES {
        let color = board.to_play();
        let Some(point) = Light.choose(&board, color, None, rng) else { break };
        board.play_legal(color, point);
        game.push((color, point));
    }
    game
}

/// Plays the game, looks at the empty points around every move, as its opponent sees them, and adds up what is seen.
fn replay(game: &Game, around: &PointMap<PointSet>, look: impl Fn(&Board, Point, Color) -> u64) -> u64 {
    let mut board = Board::new(9);
    let mut sum = 0u64;
    for &(color, point) in game {
        board.play_legal(color, point);
        for near in around[point] & board.empty() {
            sum = sum.wrapping_add(look(&board, near, !color));
        }
    }
    sum
}

fn distance(a: Point, b: Point) -> usize {
    a.column().abs_diff(b.column()) + a.row().abs_diff(b.row())
}

fn look_up(c: &mut Criterion) {
    let mut rng = Rng::new(1, 0);
    let games: Vec<Game> = (0..GAMES).map(|_| random_game(&mut rng)).collect();
    let mut around = PointMap::filled(PointSet::EMPTY);
    for point in PointSet::board(9) {
        around[point] = PointSet::board(9).iter().filter(|&near| distance(point, near) <= 2).collect();
    }
    let table = PatternTable::embedded();

    let mut group = c.benchmark_group("diamonds");
    let looks: u64 = games.iter().map(|game| replay(game, &around, |_, _, _| 1)).sum();
    group.throughput(Throughput::Elements(looks)).sample_size(20);
    macro_rules! bench {
        ($name:literal, $look:expr) => {
            group.bench_function($name, |b| {
                b.iter(|| games.iter().fold(0, |sum, game| sum ^ replay(black_box(game), &around, $look)));
            });
        };
    }
    bench!("visit", |_, point, _| point.index() as u64);
    bench!("numbers", |board, point, color| {
        let Diamond { square, tips } = Diamond::around(board, point, color);
        (square ^ tips) as u64
    });
    bench!("entry", |board, point, color| {
        let entry = table.entry(board, point, color);
        u64::from(entry.is_good_shape()) + u64::from(entry.weight().to_bits())
    });
    bench!("urgency", |board, point, color| table.urgency(board, point, color).into());
    group.finish();
}

/// The start of the program.
fn build(c: &mut Criterion) {
    let templates = embedded_templates();
    c.bench_function("build the pattern table", |b| b.iter(|| PatternTable::new(&templates)));
}

criterion_group!(benches, look_up, build);
criterion_main!(benches);
