//! Table 4 of the thesis: games a second with patterns of 3×3 points, with diamonds, and with neither; run with
//! `cargo bench --bench table_4`.
//!
//! The thesis's playouts look at each point that they draw and leave real eyes alone, which they read from patterns. This
//! engine's read all eyes at once from sets of points. The ways take turns, and the processor time of this thread counts,
//! which other work on the machine disturbs least.

use std::fs;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use tengen::board::{Board, Color, Point, PointSet};
use tengen::knowledge::Knowledge;
use tengen::patterns::{Class, PatternTable, Template, embedded_templates};
use tengen::playout::{Guided, Light, PlayoutParams, Policy, Trace, play_out};
use tengen::rng::Rng;
use tengen::search::{LeadChoice, Limits, Question, Search, SearchParams, Tree};

/// Turns of each way.
const TURNS: usize = 8;

/// Playouts of a turn: so many that what the system notes late of the processor time does not matter.
const PLAYOUTS: usize = 10_000;

const KOMI: f32 = 7.5;

/// The eight points around a point, of 3×3, as `PointSet::extract_around` wants them.
const SQUARE: u64 = 0b111 << 10 | 0b101 << 20 | 0b111 << 30;

/// The corners of the square: its first, third, sixth and eighth point.
const CORNERS: usize = 0b1010_0101;

/// The number in base three that has the same digits as the index has bits.
fn base_three(bits: usize) -> usize {
    (0..8).filter(|place| bits >> place & 1 != 0).map(|place| 3usize.pow(place)).sum()
}

/// Which patterns of 3×3 points are real eyes: 3⁸ of each of nine places, inside, at an edge or in a corner. What is off
/// the board is as if it were empty, so that each place has a table of its own.
struct Squares {
    base_three: [u16; 256],
    places: [u16; 128],
    is_eye: Vec<bool>,
}

impl Squares {
    fn new() -> Squares {
        let all = PointSet::board(9);
        let mut table = Squares { base_three: [0; 256], places: [0; 128], is_eye: Vec::new() };
        for bits in 0..256 {
            table.base_three[bits] = base_three(bits) as u16;
        }
        for side in [0, 4, 8].into_iter().flat_map(|row| [0, 4, 8].map(|column| Point::new(column, row))) {
            let place = (table.is_eye.len() / 3usize.pow(8)) as u16;
            let like = |n: usize| if n == 0 || n == 8 { n } else { 4 };
            for point in all.iter().filter(|it| Point::new(like(it.column()), like(it.row())) == side) {
                table.places[point.index()] = place;
            }
            let on_board = all.extract_around(side, SQUARE) as usize;
            let edge = on_board != 255;
            let first = table.is_eye.len();
            table.is_eye.resize(first + 3usize.pow(8), false);
            let beside = on_board & !CORNERS;
            for own in (0..256).filter(|own| own & beside == beside) {
                for enemy in (0..256).filter(|enemy| enemy & (own | !on_board | !CORNERS) == 0) {
                    let most = if edge { 0 } else { 1 };
                    table.is_eye[first + base_three(own) + 2 * base_three(enemy)] =
                        enemy.count_ones() <= most;
                }
            }
        }
        table
    }

    #[inline]
    fn is_eye(&self, board: &Board, point: Point, color: Color) -> bool {
        let digits = |color: Color| {
            let bits = board.stones(color).extract_around(point, SQUARE) as usize & 255;
            usize::from(self.base_three[bits])
        };
        let place = usize::from(self.places[point.index()]);
        self.is_eye[place * 3usize.pow(8) + digits(color) + 2 * digits(!color)]
    }
}

/// Draws legal moves until one is no real eye.
struct Drawn<F>(F);

impl<F: Fn(&Board, Point, Color) -> bool> Policy for Drawn<F> {
    #[inline(always)]
    fn choose(&mut self, board: &Board, color: Color, _last: Option<Point>, rng: &mut Rng) -> Option<Point> {
        let mut left = board.legal_moves(color);
        loop {
            let point = left.pick(rng)?;
            if !(self.0)(board, point, color) {
                return Some(point);
            }
            left -= PointSet::of(point);
        }
    }
}

/// Plays from the empty board; Black's wins, which all ways to see the same eyes share.
fn play(policy: &mut impl Policy, params: &PlayoutParams) -> usize {
    let (ends, mut rng, mut trace) = (params.ends(KOMI), Rng::new(1, 0), Trace::new());
    (0..PLAYOUTS)
        .filter(|_| {
            trace.clear();
            play_out(policy, &mut Board::new(9), &ends, &mut rng, &mut trace).reward(Color::Black) > 0.5
        })
        .count()
}

/// A search that RAVE leads.
fn search(playout: PlayoutParams, knowledge: &Knowledge) -> usize {
    let mut params = SearchParams { playout, ..SearchParams::default() };
    params.tree.lead = LeadChoice::Rave;
    let question = Question::new(Board::new(9), KOMI);
    let limits = Limits { playouts: Some(PLAYOUTS as u64), ..Limits::default() };
    Search::new(&question, &params, knowledge, limits).run(&mut Tree::new(64 << 20)).candidates.len()
}

/// Seconds that this thread has had a processor; those of the clock where the system does not say.
fn processor_seconds(start: Instant) -> f64 {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

fn main() {
    let (patterns, squares, knowledge) = (PatternTable::embedded(), Squares::new(), Knowledge::embedded());
    let templates: Vec<Template> = embedded_templates().into_iter().map(Template::within_square).collect();
    let within = Arc::new(PatternTable::new(&templates).expect("they are fewer than those of diamonds"));
    let knowledge_within = Knowledge { patterns: Arc::clone(&within), ..knowledge.clone() };
    let full = PlayoutParams::default();
    let shapeless = PlayoutParams { shape_chance: 0, throw_in_chance: 0, ..full };
    let ways: [(&str, &dyn Fn() -> usize); 9] = [
        ("A, random playouts, eyes from sets of points", &|| play(&mut Light, &full)),
        ("A, eyes from 3×3 patterns", &|| {
            play(&mut Drawn(|board: &Board, point, color| squares.is_eye(board, point, color)), &full)
        }),
        ("A, eyes from diamonds", &|| {
            let is_eye = |board: &Board, point, color| patterns.entry(board, point, color).is(Class::RealEye);
            play(&mut Drawn(is_eye), &full)
        }),
        ("B, full playouts without patterns", &|| play(&mut Guided::new(&shapeless, &patterns), &shapeless)),
        ("B, with templates within 3×3", &|| play(&mut Guided::new(&full, &within), &full)),
        ("B, with diamonds", &|| play(&mut Guided::new(&full, &patterns), &full)),
        ("C, search without patterns in playouts", &|| search(shapeless, &knowledge)),
        ("C, with templates within 3×3", &|| search(full, &knowledge_within)),
        ("C, with diamonds", &|| search(full, &knowledge)),
    ];
    let start = Instant::now();
    let mut seconds = [0.0; 9];
    for _ in 0..TURNS {
        for ((_, way), seconds) in ways.iter().zip(&mut seconds) {
            let before = processor_seconds(start);
            black_box(way());
            *seconds += processor_seconds(start) - before;
        }
    }
    for ((name, _), seconds) in ways.iter().zip(seconds) {
        println!("{name}: {:.0} games/s", (TURNS * PLAYOUTS) as f64 / seconds);
    }
    check(&patterns, &squares);
}

/// All three ways see the same eyes.
fn check(patterns: &PatternTable, squares: &Squares) {
    let mut rng = Rng::new(2, 0);
    for _ in 0..200 {
        let mut board = Board::new(9);
        while let Some(point) = Light.choose(&board, board.to_play(), None, &mut rng) {
            board.play_legal(board.to_play(), point);
            for point in board.empty() {
                for color in Color::ALL {
                    let by_diamond = patterns.entry(&board, point, color).is(Class::RealEye);
                    assert_eq!(squares.is_eye(&board, point, color), by_diamond, "{board} {point}");
                    assert_eq!(tengen::tactics::real_eyes(&board, color).contains(point), by_diamond);
                }
            }
            if board.stones(Color::Black).len() + board.stones(Color::White).len() > 76 {
                break;
            }
        }
    }
}
