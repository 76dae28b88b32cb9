//! Go's own perft: seeded light playouts have exact totals, and they behave as games must.

use tengen::board::{Board, Color};
use tengen::playout::{Ends, Light, Outcome, PlayoutParams, Policy, Trace, ownership, play_out};
use tengen::rng::Rng;
use tengen::tactics::real_eyes;

fn totals(size: usize, ends: &Ends) -> [usize; 3] {
    let mut rng = Rng::new(1, 0);
    let mut trace = Trace::new();
    let mut totals = [0; 3];
    for _ in 0..10_000 {
        trace.clear();
        let outcome = play_out(&mut Light, &mut Board::new(size), ends, &mut rng, &mut trace);
        totals[0] += usize::from(outcome == Outcome::Win(Color::Black));
        totals[1] += usize::from(outcome == Outcome::Win(Color::White));
        totals[2] += trace.moves().len();
    }
    totals
}

/// Black wins, White wins, moves. A change here is a change of the policy, the ends or the generator.
#[test]
fn ten_thousand_seeded_playouts() {
    let ends = PlayoutParams::default().ends(7.5);
    assert_eq!(totals(9, &ends), SIGNATURE_9);
    assert_eq!(totals(9, &Ends { early: false, ..ends }), SIGNATURE_9_TO_THE_END);
    assert_eq!(totals(5, &PlayoutParams::default().ends(0.0)), SIGNATURE_5);
}

const SIGNATURE_9: [usize; 3] = [4172, 5828, 958601];
const SIGNATURE_9_TO_THE_END: [usize; 3] = [4155, 5845, 1109465];
const SIGNATURE_5: [usize; 3] = [5438, 4562, 341395];

/// An early end tells the winner that playing on would have found, but for very few playouts in which a
/// diagonal stone of a safe chain's eye is lost or a color that is far behind in captures comes back.
#[test]
fn early_ends_are_right() {
    for (komi, games, often) in
        [(7.5, 20_000, 15_000), (30.5, 4_000, 2_500), (70.5, 4_000, 100), (-50.5, 4_000, 500)]
    {
        let ends = PlayoutParams::default().ends(komi);
        let (mut decided, mut wrong) = (0, 0);
        let mut rng = Rng::new(2, 0);
        let mut trace = Trace::new();
        for _ in 0..games {
            trace.clear();
            let mut board = Board::new(9);
            let early = play_out(&mut Light, &mut board, &ends, &mut rng, &mut trace);
            let moves_then = trace.moves().len();
            let finish =
                play_out(&mut Light, &mut board, &Ends { early: false, ..ends }, &mut rng, &mut trace);
            // A playout that had passed twice adds only two more passes.
            decided += usize::from(trace.moves().len() > moves_then + 2);
            wrong += usize::from(early != finish);
        }
        assert!(decided > often, "komi {komi}: early ends have become rare: {decided}");
        assert!(wrong * 5_000 <= decided, "komi {komi}: {wrong} of {decided} early ends are wrong");
    }
}

#[test]
fn playouts_never_fill_a_real_eye_and_end_with_nothing_left_to_play() {
    let mut rng = Rng::new(3, 0);
    let mut ended = 0;
    for _ in 0..300 {
        let mut board = Board::new(9);
        let mut passes = 0;
        for _ in 0..3 * 81 {
            let color = board.to_play();
            match Light.choose(&board, color, None, &mut rng) {
                Some(point) => {
                    assert!(!real_eyes(&board, color).contains(point), "{point}\n{board}");
                    board.play_legal(color, point);
                    passes = 0;
                }
                None => {
                    assert!((board.legal_moves(color) - real_eyes(&board, color)).is_empty());
                    board.pass(color);
                    passes += 1;
                }
            }
            if passes == 2 {
                ended += 1;
                break;
            }
        }
    }
    // A few go on for ever in kos and are cut off.
    assert!(ended > 250, "{ended}");
}

const DRAWS: u32 = 100_000;

/// Every legal move that fills no eye is drawn about equally often.
#[test]
fn light_moves_are_uniform() {
    let board: Board = ". X . . O/X X . O O/. . . . ./O . X X ./. O X . X".parse().unwrap();
    let choices = board.legal_moves(Color::Black) - real_eyes(&board, Color::Black);
    let mut rng = Rng::new(4, 0);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..DRAWS {
        *counts.entry(Light.choose(&board, Color::Black, None, &mut rng).unwrap()).or_insert(0u32) += 1;
    }
    assert_eq!(counts.len() as u32, choices.len());
    let expected = DRAWS / choices.len();
    for (point, count) in counts {
        assert!(choices.contains(point));
        // Six standard deviations.
        assert!(count.abs_diff(expected) < 6 * expected.isqrt(), "{point}: {count} of {expected}");
    }
}

#[test]
fn ownership_is_sure_of_a_finished_board() {
    let board: Board = ". X X O ./X X X O O/X X X O ./. X O O O/X X O . O".parse().unwrap();
    let share = ownership(&mut Light, &board, &PlayoutParams::default().ends(0.0), 200, &mut Rng::new(5, 0));
    for point in board.stones(Color::Black) {
        assert_eq!(share[point], 1.0, "{point}");
    }
    for point in board.stones(Color::White) {
        assert_eq!(share[point], 0.0, "{point}");
    }
}
