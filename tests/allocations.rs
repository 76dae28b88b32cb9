//! A playout allocates nothing. Alone in its file, because the count is of the whole process.

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use tengen::board::Board;
use tengen::patterns::PatternTable;
use tengen::playout::{Guided, Light, PlayoutParams, Policy, Trace, play_out};
use tengen::rng::Rng;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
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
