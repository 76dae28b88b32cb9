//! What a review says why a move loses, over a hundred games: every claim is played out by the referee of the solver.

use super::solver_proofs::{Unfinished, verify};
use std::collections::BTreeMap;
use tengen::board::{Board, Cell, Color, Move, PointSet};
use tengen::review::{Reason, Reasoner, Theme};
use tengen::rng::Rng;
use tengen::tactics::pass_alive_area;

/// A random move, most often a legal stone.
fn any(board: &Board, color: Color, rng: &mut Rng) -> Move {
    board.legal_moves(color).pick(rng).map_or(Move::Pass, Move::Play)
}

/// Random moves of both sides.
fn any_line(board: &Board, rng: &mut Rng) -> Vec<Move> {
    let mut board = board.clone();
    let mut next = || {
        let color = board.to_play();
        let mv = any(&board, color, rng);
        board.play(color, mv).unwrap();
        mv
    };
    (0..6).map(|_| next()).collect()
}

/// Does what needs no search hold?
fn is_plain_truth(board: &Board, played: Move, reason: &Reason) -> bool {
    let own = board.to_play();
    let point = || played.point().unwrap();
    match reason.theme {
        Theme::OwnEye => {
            (PointSet::neighbors_of(point()) & (PointSet::board(board.size()) - board.stones(own))).is_empty()
        }
        Theme::DeadArea => pass_alive_area(board, !own).contains(point()),
        Theme::OwnArea => pass_alive_area(board, own).contains(point()),
        Theme::Death | Theme::MissedLife => (reason.points - board.stones(own)).is_empty(),
        Theme::LetLive | Theme::MissedKill | Theme::Seki => (reason.points - board.stones(!own)).is_empty(),
        Theme::VitalPoint => reason.points.is_single(),
        _ => !reason.claims.is_empty(),
    }
}

#[test]
fn every_claim_of_a_hundred_games_holds_when_played_out() {
    let mut rng = Rng::new(41, 0);
    let mut reasoner = Reasoner::new();
    let mut themes: BTreeMap<&str, u32> = BTreeMap::new();
    let (mut held, mut unfinished) = (0, 0);
    for game in 0..100 {
        let mut board = Board::new(4 + game % 2);
        for turn in 0..24 {
            let color = board.to_play();
            let [line, better] = [(); 2].map(|()| any_line(&board, &mut rng));
            let played = line[0];
            let told = if turn % 3 == 2 { reasoner.reasons(&board, &line, &better) } else { Vec::new() };
            for reason in told {
                *themes.entry(reason.theme.name()).or_default() += 1;
                assert!(is_plain_truth(&board, played, &reason), "{reason:?}\n{board}");
                for claim in &reason.claims {
                    let Cell::Stone(_) = claim.board.cell(claim.target) else { panic!("{claim:?}") };
                    match verify(&claim.board, claim.target, claim.role, &claim.answer) {
                        Ok(true) => held += 1,
                        Ok(false) => panic!("{} {claim:?}\n{}", reason.text, claim.board),
                        Err(Unfinished) => unfinished += 1,
                    }
                }
            }
            match played {
                Move::Play(point) => board.play_legal(color, point),
                Move::Pass => board.pass(color),
            }
        }
    }
    println!("{themes:?}, {held} claims hold, {unfinished} unfinished");
    assert!(held > 500 && unfinished * 20 < held, "{held} {unfinished}");
    for theme in [
        Theme::SelfAtari,
        Theme::LeftInAtari,
        Theme::Capturable,
        Theme::MissedCapture,
        Theme::Hopeless,
        Theme::Threat,
        Theme::MissedThreat,
        Theme::Cut,
        Theme::MissedCut,
        Theme::ExpectedLoss,
        Theme::ExpectedGain,
    ] {
        assert!(themes.contains_key(theme.name()), "{theme:?} {themes:?}");
    }
}

/// The other way around: what two moves have in common is no reason against one of them.
#[test]
fn a_move_has_no_reason_against_itself() {
    let mut rng = Rng::new(42, 0);
    let mut reasoner = Reasoner::new();
    for _ in 0..100 {
        let mut board = Board::new(5);
        for _ in 0..20 {
            let color = board.to_play();
            let mv = any(&board, color, &mut rng);
            let told = reasoner.reasons(&board, &[mv], &[mv]);
            // What is said of the move alone stays true.
            let alone = [
                Theme::OwnEye,
                Theme::SelfAtari,
                Theme::Capturable,
                Theme::Hopeless,
                Theme::DeadArea,
                Theme::OwnArea,
            ];
            assert!(told.iter().all(|reason| alone.contains(&reason.theme)), "{mv} {told:?}\n{board}");
            match mv {
                Move::Play(point) => board.play_legal(color, point),
                Move::Pass => board.pass(color),
            }
        }
    }
}
