//! The measured figures of the engine: speeds, memory and the signature of its behavior.

use crate::board::Board;
use crate::knowledge::Knowledge;
use crate::network::{self, Network, Sight, Vectors};
use crate::patterns::PatternTable;
use crate::playout::{Guided, Light, PlayoutParams, Policy, Trace, play_out};
use crate::rng::Rng;
use crate::search::{Findings, Limits, Question, Search, SearchParams, Tree};
use crate::solver::{Role, Solver, SolverParams};
use web_time::{Duration, Instant};

/// The komi of all benches.
const BENCH_KOMI: f32 = 7.5;

/// Uniform random playouts per second on one thread from the empty 9×9 board.
pub fn light_playouts_per_second(seconds: f64) -> f64 {
    playouts_per_second(&mut Light, seconds)
}

/// Playouts with the full policy per second on one thread from the empty 9×9 board.
pub fn policy_playouts_per_second(seconds: f64) -> f64 {
    playouts_per_second(&mut Guided::new(&PlayoutParams::default(), &PatternTable::embedded()), seconds)
}

fn playouts_per_second<P: Policy>(policy: &mut P, seconds: f64) -> f64 {
    let (board, ends) = (Board::new(9), PlayoutParams::default().ends(BENCH_KOMI));
    let mut rng = Rng::new(1, 0);
    let mut trace = Trace::new();
    per_second(seconds, || {
        trace.clear();
        play_out(policy, &mut board.clone(), &ends, &mut rng, &mut trace);
    })
}

/// Playouts of the whole search per second from the empty 9×9 board.
pub fn search_playouts_per_second(seconds: f64, threads: usize) -> f64 {
    let limits = Limits { time: Some(Duration::from_secs_f64(seconds)), ..Limits::default() };
    let findings = search(Board::new(9), limits, threads, 1, 1 << 30);
    findings.playouts as f64 / findings.time.as_secs_f64()
}

/// Positions that the network looks at per second on one thread with these vectors, planes and all.
pub fn network_positions_per_second(seconds: f64, vectors: Vectors) -> f64 {
    let board = random_position(9, 30, 1);
    let sight = Sight { board: &board, last: [None; 2], after_pass: false, komi: BENCH_KOMI };
    let (network, plays) = (Network::embedded(), board.legal_moves(board.to_play()));
    per_second(seconds, || _ = network.evaluate_with(vectors, &sight, plays))
}

/// Products a second in evaluations by the network, as a share of those that the same vectors make in a bare loop on registers.
pub fn network_share_of_bare_loop(seconds: f64, vectors: Vectors) -> f64 {
    const ROUNDS: u32 = 10_000;
    let made = network::multiply_bare(vectors, ROUNDS);
    let bare = made as f64 * per_second(seconds, || _ = network::multiply_bare(vectors, ROUNDS));
    let evaluations = network_positions_per_second(seconds, vectors);
    evaluations * Network::embedded().multiplications() as f64 / bare
}

/// Searches a position with the default parameters, in so many bytes.
fn search(board: Board, limits: Limits, threads: usize, seed: u64, memory: usize) -> Findings {
    let (question, params, knowledge) =
        (Question::new(board, BENCH_KOMI), SearchParams::default(), Knowledge::embedded());
    let search = Search { threads, seed, ..Search::new(&question, &params, &knowledge, limits) };
    search.run(&mut Tree::new(memory))
}

/// States that the capture solver enters per second on one thread, over all chains with two to four liberties of
/// random middle games on 9×9.
pub fn solver_nodes_per_second(seconds: f64) -> f64 {
    let boards: Vec<Board> = (0..20).map(|seed| random_position(9, 40, seed)).collect();
    let mut solver = Solver::new(4 << 20);
    let (mut nodes, start) = (0, Instant::now());
    for board in boards.iter().cycle() {
        for chain in board.chains_of(board.occupied()) {
            if let (2..=4, Some(target)) = (chain.liberties().len(), chain.stones().first()) {
                // The point holds a stone and the order is in range.
                let _ = solver.solve(board, target, Role::Attack, &SolverParams::default());
                nodes += solver.nodes();
            }
        }
        solver.clear();
        if start.elapsed().as_secs_f64() >= seconds {
            break;
        }
    }
    nodes as f64 / start.elapsed().as_secs_f64()
}

/// A number that changes exactly when the one-thread behavior of the search changes: a hash of the visits
/// and means of all root moves in fixed positions after fixed searches.
pub fn signature() -> u32 {
    let limits = Limits { playouts: Some(2000), ..Limits::default() };
    let mut hash = 0xCBF2_9CE4_8422_2325u64;
    for (seed, size, turns) in [(1, 9, 0), (2, 9, 10), (3, 9, 25), (4, 9, 45), (5, 7, 12), (6, 5, 6)] {
        let findings = search(random_position(size, turns, seed), limits, 1, seed, 64 << 20);
        for candidate in findings.candidates {
            let place = candidate.mv.point().map_or(0, |point| point.index() as u64);
            for word in [place, u64::from(candidate.visits), u64::from(candidate.value.mean.to_bits())] {
                // FNV-1a, a word at a time.
                hash = (hash ^ word).wrapping_mul(0x0000_0100_0000_01B3);
            }
        }
    }
    (hash >> 32) as u32
}

/// A position after some random moves.
fn random_position(size: usize, turns: usize, seed: u64) -> Board {
    let mut rng = Rng::new(seed, 0);
    let mut board = Board::new(size);
    for _ in 0..turns {
        let color = board.to_play();
        match Light.choose(&board, color, None, &mut rng) {
            Some(point) => board.play_legal(color, point),
            None => board.pass(color),
        }
    }
    board
}

/// How often a second the body runs: the best of several spells, since others only ever slow it down. A spell has a batch at
/// least, however short it is.
fn per_second(seconds: f64, mut body: impl FnMut()) -> f64 {
    const SPELLS: u32 = 10;
    const BATCH: u32 = 100;
    let spell = Duration::from_secs_f64(seconds) / SPELLS;
    let mut best = 0.0f64;
    for _ in 0..SPELLS {
        let start = Instant::now();
        let mut runs = 0;
        let taken = loop {
            (0..BATCH).for_each(|_| body());
            runs += BATCH;
            let taken = start.elapsed();
            if taken >= spell {
                break taken;
            }
        };
        best = best.max(f64::from(runs) / taken.as_secs_f64());
    }
    best
}
