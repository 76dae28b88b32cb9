//! The number of legal sequences of stones: no pass, simple ko, no suicide.

use tengen::board::{Board, perft};

fn assert_perft(size: usize, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&Board::new(size), depth), count, "size {size}, depth {depth}");
    }
}

#[test]
fn perft_of_3x3() {
    assert_perft(3, &[9, 72, 504, 2_976, 14_720, 56_176]);
}

#[test]
fn perft_of_5x5() {
    assert_perft(5, &[25, 600, 13_800, 303_424, 6_368_416]);
}

#[test]
fn perft_of_9x9() {
    assert_perft(9, &[81, 6_480, 511_920, 39_929_136]);
}
