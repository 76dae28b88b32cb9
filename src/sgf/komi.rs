//! The komi of a record, which servers write in several ways.

use super::WRITER;
use super::main_line::RecordNode;
use crate::game::is_komi;
use std::ops::RangeInclusive;

/// The komi in points; `None` where there is none that can be read.
pub(super) fn read_komi(root: RecordNode<'_>) -> Option<f32> {
    let points = if is_our_own(root) { |written| written } else { points_of_komi };
    root.properties().filter(|property| property.is_one_of(&["KM"])).find_map(|property| {
        // Some write it with a comma.
        let written = property.values().next()?.trim().replace(',', ".");
        written.parse().ok().map(points).filter(|&komi| is_komi(komi))
    })
}

/// Was the record written by this program, whose komi is always in points?
fn is_our_own(root: RecordNode<'_>) -> bool {
    let mut writers = root.properties().filter(|property| property.is_one_of(&["AP"]));
    writers.any(|writer| writer.values().any(|name| name.starts_with(WRITER)))
}

/// A komi as it is written, in points. Chinese servers count it in stones (3.75), or in hundredths (375, 650).
fn points_of_komi(written: f32) -> f32 {
    const IN_STONES: [f32; 3] = [2.75, 3.25, 3.75];
    const IN_HUNDREDTHS: RangeInclusive<f32> = 275.0..=750.0;
    let komi = if IN_HUNDREDTHS.contains(&written) { written / 100.0 } else { written };
    if IN_STONES.contains(&komi) { 2.0 * komi } else { komi }
}
