//! Who owns each point in the end, judged by playouts.

use super::{Ends, Policy, Trace, final_areas, play_out};
use crate::board::{Board, PointMap, PointSet};
use crate::rng::Rng;

/// How often each point ends as Black's, from 0 to 1; neutral points count half.
///
/// Early ends would hide the fate of single chains, so the playouts go on to the end.
pub fn ownership<P: Policy>(
    policy: &mut P,
    board: &Board,
    ends: &Ends,
    playouts: u32,
    rng: &mut Rng,
) -> PointMap<f32> {
    let ends = Ends { early: false, ..*ends };
    let mut counts = PointMap::filled(0u32);
    let mut trace = Trace::new();
    for _ in 0..playouts {
        let mut end = board.clone();
        trace.clear();
        play_out(policy, &mut end, &ends, rng, &mut trace);
        let [black, white] = final_areas(policy, &end);
        for point in black {
            counts[point] += 2;
        }
        for point in PointSet::board(board.size()) - black - white {
            counts[point] += 1;
        }
    }
    let mut share = PointMap::filled(0.5);
    for point in PointSet::board(board.size()) {
        share[point] = counts[point] as f32 / (2 * playouts.max(1)) as f32;
    }
    share
}
