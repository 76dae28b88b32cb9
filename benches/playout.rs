//! The speeds that decide the engine's strength; run with `cargo bench`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tengen::board::{Board, Color};
use tengen::knowledge::Knowledge;
use tengen::playout::{Light, PlayoutParams, Policy, Trace, play_out};
use tengen::rng::Rng;
use tengen::search::{Limits, Question, Search, SearchParams, Tree};
use tengen::tactics::{pass_alive, safe_points, two_eyed_area};

/// A middle game position: 40 random moves.
fn middle_game() -> Board {
    random_game(40)
}

/// The same game when hardly a move is left.
fn finished_game() -> Board {
    random_game(100)
}

fn random_game(moves: usize) -> Board {
    let mut rng = Rng::new(1, 0);
    let mut board = Board::new(9);
    for _ in 0..moves {
        let color = board.to_play();
        match Light.choose(&board, color, None, &mut rng) {
            Some(point) => board.play_legal(color, point),
            None => board.pass(color),
        }
    }
    board
}

fn board(c: &mut Criterion) {
    let board = middle_game();
    let color = board.to_play();
    let point = board.legal_moves(color).first().expect("the board is half empty");
    c.bench_function("clone a board", |b| b.iter(|| black_box(&board).clone()));
    c.bench_function("clone and play", |b| {
        b.iter(|| {
            let mut next = black_box(&board).clone();
            next.play_legal(color, black_box(point));
            next
        });
    });
    c.bench_function("legal moves", |b| b.iter(|| black_box(&board).legal_moves(color)));
    for (name, board) in [("middle game", middle_game()), ("end", finished_game())] {
        let board = &board;
        let mut facts = c.benchmark_group(name);
        facts.bench_function("two-eyed area", |b| b.iter(|| two_eyed_area(black_box(board), Color::Black)));
        facts.bench_function("pass alive", |b| b.iter(|| pass_alive(black_box(board), Color::Black)));
        facts.bench_function("safe points", |b| b.iter(|| safe_points(black_box(board), Color::Black)));
    }
}

fn playout(c: &mut Criterion) {
    let (ends, empty) = (PlayoutParams::default().ends(7.5), Board::new(9));
    let mut rng = Rng::new(1, 0);
    let mut trace = Trace::new();
    let mut group = c.benchmark_group("playouts");
    group.throughput(Throughput::Elements(1));
    group.bench_function("light, from the empty board", |b| {
        b.iter(|| {
            trace.clear();
            play_out(&mut Light, &mut empty.clone(), &ends, &mut rng, &mut trace)
        });
    });
    group.finish();
}

fn whole_search(c: &mut Criterion) {
    const PLAYOUTS: u64 = 5_000;
    let knowledge = Knowledge::embedded();
    let question = Question::new(Board::new(9), 7.5);
    let limits = Limits { playouts: Some(PLAYOUTS), ..Limits::default() };
    let params = SearchParams::default();
    let mut group = c.benchmark_group("search");
    group.throughput(Throughput::Elements(PLAYOUTS)).sample_size(20);
    group.bench_function("5000 playouts from the empty board", |b| {
        b.iter(|| Search::new(&question, &params, &knowledge, limits).run(&mut Tree::new(64 << 20)));
    });
    group.finish();
}

criterion_group!(benches, board, playout, whole_search);
criterion_main!(benches);
