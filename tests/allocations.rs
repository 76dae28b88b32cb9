//! A playout allocates nothing. Alone in its file, because the count is of the whole process.

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use tengen::board::Board;
use tengen::params::Params;
use tengen::playout::{Light, Trace, play_out};
use tengen::rng::Rng;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn playouts_allocate_nothing() {
    let (board, ends) = (Board::new(9), Params::default().ends(7.5));
    let (mut rng, mut trace) = (Rng::new(1, 0), Trace::new());
    let region = Region::new(GLOBAL);
    let mut moves = 0;
    for _ in 0..1000 {
        trace.clear();
        play_out(&Light, &mut board.clone(), &ends, &mut rng, &mut trace);
        moves += trace.moves().len();
    }
    let change = region.change();
    assert_eq!((change.allocations, change.reallocations), (0, 0), "in {moves} moves");
}
