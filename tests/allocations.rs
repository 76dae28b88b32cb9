//! A playout allocates nothing, and to read a record takes what its size allows. Alone in their file, because the
//! count is of the whole process.

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use tengen::board::Board;
use tengen::patterns::PatternTable;
use tengen::playout::{Guided, Light, PlayoutParams, Policy, Trace, play_out};
use tengen::rng::Rng;
use tengen::sgf::{RECORD_BYTES, read_game};

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn allocations_keep_to_their_bounds() {
    playouts_allocate_nothing();
    records_take_a_multiple_of_their_size();
}

fn playouts_allocate_nothing() {
    let patterns = PatternTable::embedded();
    assert_eq!(allocations(&mut Light), 0);
    assert_eq!(allocations(&mut Guided::new(&PlayoutParams::default(), &patterns)), 0);
}

/// Allocations of a thousand playouts.
fn allocations<P: Policy>(policy: &mut P) -> usize {
    let (board, ends) = (Board::new(9), PlayoutParams::default().ends(7.5));
    let (mut rng, mut trace) = (Rng::new(1, 0), Trace::new());
    let region = Region::new(GLOBAL);
    for _ in 0..1000 {
        trace.clear();
        play_out(policy, &mut board.clone(), &ends, &mut rng, &mut trace);
        assert!(trace.moves().len() > 10);
    }
    region.change().allocations + region.change().reallocations
}

/// All that is allocated for the largest records, even if it is given back at once.
fn records_take_a_multiple_of_their_size() {
    const PASSES: usize = 64;
    const POINTS: usize = 16;
    for (piece, most) in [
        (";", 0),
        ("C[]", 0),
        ("(;C[x]", 0),
        (";B[]", PASSES),
        ("B[]", PASSES),
        ("W[tt]", PASSES),
        ("[aa]", POINTS),
        ("[a]", POINTS),
        ("[]", POINTS),
    ] {
        let size = RECORD_BYTES as usize;
        let text = format!("(;SZ[9]AB[bb]{}", piece.repeat(size / piece.len()));
        let text = text.clone() + &")".repeat(text.matches('(').count());
        let region = Region::new(GLOBAL);
        let _ = read_game(&text, None, 7.5);
        let bytes = region.change().bytes_allocated;
        println!("{piece}: {:.1} times", bytes as f64 / size as f64);
        assert!(bytes <= most * size + 10_000, "{piece}: {bytes}");
    }
}
