//! Ways to look diamonds up, as a playout would: random games are replayed, and after every move the
//! empty points of the diamond around it are looked up. What a way costs is its time minus that of
//! visiting those points; run with `cargo bench --bench patterns`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tengen::board::{Board, Color, Point, PointMap, PointSet};
use tengen::patterns::PatternTable;
use tengen::patterns::diamond::{self, ENTRIES, OFFSETS};
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

/// What is added up of the points that are looked up.
trait Look: Clone {
    fn played(&mut self, _board: &Board, _color: Color, _point: Point) {}
    fn at(&self, board: &Board, point: Point, color: Color) -> u64;
}

/// Plays the game and looks at the empty points around every move, as its opponent sees them.
fn replay(game: &Game, around: &PointMap<PointSet>, mut look: impl Look) -> u64 {
    let mut board = Board::new(9);
    let mut sum = 0u64;
    for &(color, point) in game {
        board.play_legal(color, point);
        look.played(&board, color, point);
        for near in around[point] & board.empty() {
            sum = sum.wrapping_add(look.at(&board, near, !color));
        }
    }
    sum
}

/// Visits the points only.
#[derive(Clone)]
struct Visit;

impl Look for Visit {
    #[inline]
    fn at(&self, _: &Board, point: Point, _: Color) -> u64 {
        point.index() as u64
    }
}

/// Computes the index from the sets of stones.
#[derive(Clone)]
struct Index;

impl Look for Index {
    #[inline]
    fn at(&self, board: &Board, point: Point, color: Color) -> u64 {
        diamond::index(board, point, color) as u64
    }
}

/// Looks the index up in a table of whole entries.
#[derive(Clone)]
struct Whole<'a, T>(&'a [T]);

impl<T: Copy + Into<u64>> Look for Whole<'_, T> {
    #[inline]
    fn at(&self, board: &Board, point: Point, color: Color) -> u64 {
        self.0[diamond::index(board, point, color)].into()
    }
}

/// Looks the number of an entry up, then the entry.
#[derive(Clone)]
struct Numbered<'a>(&'a PatternTable);

impl Look for Numbered<'_> {
    #[inline]
    fn at(&self, board: &Board, point: Point, color: Color) -> u64 {
        let entry = self.0.entry(board, point, color);
        u64::from(entry.is_good_shape()) + u64::from(entry.weight().to_bits())
    }
}

/// Indices that every stone played or taken changes in the twelve diamonds it is in.
#[derive(Clone)]
struct Kept<'a> {
    worth: &'a Worth,
    /// The digits of Black's stones in the low half of a word, those of White's in the high half.
    digits: [u64; 128],
    stones: [PointSet; 2],
}

/// For every stone the centers of the diamonds it is in and what its digit is worth there; for every
/// center the first index of its diamonds.
struct Worth {
    of_stone: PointMap<[(u8, u64); diamond::POINTS]>,
    base: PointMap<u64>,
}

impl Worth {
    fn new() -> Worth {
        let empty = Board::new(9);
        let mut worth =
            Worth { of_stone: PointMap::filled([(0, 0); diamond::POINTS]), base: PointMap::filled(0) };
        for center in PointSet::board(9) {
            let base = diamond::index(&empty, center, Color::Black);
            worth.base[center] = base as u64;
            for stone in PointSet::board(9).iter().filter(|&stone| (1..=2).contains(&distance(center, stone)))
            {
                let board = Board::from_stones(9, PointSet::of(stone), PointSet::EMPTY).expect("one stone");
                let digit = diamond::index(&board, center, Color::Black) - base;
                let from_stone =
                    (center.column() as i8 - stone.column() as i8, center.row() as i8 - stone.row() as i8);
                let slot = OFFSETS.iter().position(|&offset| offset == from_stone).expect("in the diamond");
                worth.of_stone[stone][slot] = (center.index() as u8, digit as u64);
            }
        }
        worth
    }
}

impl Look for Kept<'_> {
    #[inline]
    fn played(&mut self, board: &Board, color: Color, point: Point) {
        for (center, digit) in self.worth.of_stone[point] {
            self.digits[usize::from(center) & 127] += digit << (32 * color.index());
        }
        for stone in self.stones[(!color).index()] - board.stones(!color) {
            for (center, digit) in self.worth.of_stone[stone] {
                self.digits[usize::from(center) & 127] -= digit << (32 * (!color).index());
            }
        }
        self.stones = Color::ALL.map(|color| board.stones(color));
    }

    #[inline]
    fn at(&self, _: &Board, point: Point, color: Color) -> u64 {
        let digits = self.digits[point.index() & 127];
        let turned = digits.rotate_right(32 * color.index() as u32);
        self.worth.base[point] + (turned & 0xFFFF_FFFF) + 2 * (turned >> 32)
    }
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
    let words: Vec<u32> = (0..ENTRIES).map(|_| rng.bits()).collect();
    let shorts: Vec<u16> = words.iter().map(|&word| word as u16).collect();
    let bytes: Vec<u8> = words.iter().map(|&word| word as u8).collect();
    let table = PatternTable::embedded();
    let worth = Worth::new();
    let kept = Kept { worth: &worth, digits: [0; 128], stones: [PointSet::EMPTY; 2] };
    assert!(games.iter().all(|game| replay(game, &around, kept.clone()) == replay(game, &around, Index)));

    let mut group = c.benchmark_group("diamonds");
    let looks: u64 = games.iter().map(|game| replay(game, &around, One)).sum();
    group.throughput(Throughput::Elements(looks)).sample_size(20);
    macro_rules! bench {
        ($name:literal, $look:expr) => {
            group.bench_function($name, |b| {
                b.iter(|| games.iter().fold(0, |sum, game| sum ^ replay(black_box(game), &around, $look)));
            });
        };
    }
    bench!("visit", Visit);
    bench!("index, extracted", Index);
    bench!("index, kept", kept.clone());
    bench!("entries of 4 bytes, 6 MiB", Whole(&words));
    bench!("entries of 2 bytes, 3 MiB", Whole(&shorts));
    bench!("entries of 1 byte, 1.5 MiB", Whole(&bytes));
    bench!("numbered entries, the pattern table", Numbered(&table));
    group.finish();
}

/// Counts looks.
#[derive(Clone)]
struct One;

impl Look for One {
    fn at(&self, _: &Board, _: Point, _: Color) -> u64 {
        1
    }
}

/// The start of the program.
fn build(c: &mut Criterion) {
    c.bench_function("build the pattern table", |b| b.iter(PatternTable::embedded));
}

criterion_group!(benches, look_up, build);
criterion_main!(benches);
