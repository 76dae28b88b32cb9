//! What a review says why a move loses, over a hundred games: every claim is played out by the referee of the solver.

use super::solver_proofs::{Unfinished, after, verify};
use std::collections::BTreeMap;
use tengen::board::{Board, Color, Move, Point, PointSet};
use tengen::review::{Reason, Reasoner, Theme};
use tengen::rng::Rng;
use tengen::solver::{Role, Solver, SolverParams};
use tengen::tactics::owned_area;

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
        Theme::DeadArea => owned_area(board, !own).contains(point()),
        Theme::OwnArea => owned_area(board, own).contains(point()),
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
            let [line, better] = [(); 2].map(|()| any_line(&board, &mut rng));
            let played = line[0];
            let told = if turn % 3 == 2 { reasoner.reasons(&board, &line, &better) } else { Vec::new() };
            for reason in told {
                *themes.entry(reason.theme.name()).or_default() += 1;
                assert!(is_plain_truth(&board, played, &reason), "{reason:?}\n{board}");
                for claim in &reason.claims {
                    assert!(claim.board.color_at(claim.target).is_some(), "{claim:?}");
                    match verify(&claim.board, claim.target, claim.role, &claim.answer) {
                        Ok(true) => held += 1,
                        Ok(false) => panic!("{} {claim:?}\n{}", reason.text, claim.board),
                        Err(Unfinished) => unfinished += 1,
                    }
                }
            }
            board = after(&board, played);
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

/// Does the solver, asked afresh, know whether the chain is captured?
fn captured(solver: &mut Solver, board: &Board, target: Point, role: Role) -> Option<bool> {
    let params = SolverParams { order: 3, nodes: 10_000, ..SolverParams::default() };
    solver.solve(board, target, role, &params).unwrap().captured()
}

/// The chains of which there is something to say: what can be captured after the move, if it holds the new stone or if
/// the best move keeps what of it was there; and what the best move captures and the move does not.
fn losses(solver: &mut Solver, board: &Board, played: Move, best: Move) -> Vec<PointSet> {
    let own = board.to_play();
    let (now, then) = (after(board, played), after(board, best));
    let mut losses = Vec::new();
    for chain in now.chains_of(now.stones(own)) {
        let stones = chain.stones();
        if captured(solver, &now, stones.first().unwrap(), Role::Attack) != Some(true) {
            continue;
        }
        let old = board.chains_of(stones & board.stones(own)).map(|chain| chain.stones().first().unwrap());
        let fates: Vec<_> = old.map(|stone| captured(solver, &then, stone, Role::Attack)).collect();
        let is_new = played.point().is_some_and(|point| stones.contains(point));
        // One that puts itself in atari may be meant to.
        let is_offered = is_new && chain.in_atari();
        let is_known = fates.iter().all(Option::is_some);
        if is_known && (fates.contains(&Some(false)) || is_new && !is_offered) {
            losses.push(stones);
        }
    }
    for chain in board.chains_of(board.stones(!own)) {
        let stone = chain.stones().first().unwrap();
        let would =
            !then.stones(!own).contains(stone) || captured(solver, &then, stone, Role::Defend) == Some(true);
        let stays = now.stones(!own).contains(stone);
        if would && stays && captured(solver, &now, stone, Role::Defend) == Some(false) {
            losses.push(chain.stones());
        }
    }
    losses
}

#[test]
fn every_capture_that_is_proven_is_named() {
    let mut rng = Rng::new(43, 0);
    let mut reasoner = Reasoner::new();
    let mut solver = Solver::new(4 << 20);
    let mut named = 0;
    for game in 0..60 {
        let mut board = Board::new(4 + game % 2);
        for _ in 0..20 {
            let color = board.to_play();
            let [played, best] = [(); 2].map(|()| any(&board, color, &mut rng));
            let told = reasoner.reasons(&board, &[played], &[best]);
            for stones in losses(&mut solver, &board, played, best) {
                let is_named = told.iter().any(|reason| (stones - reason.points).is_empty());
                assert!(is_named, "{played} instead of {best}: {stones:?} in {told:?}\n{board}");
                named += 1;
            }
            board = after(&board, played);
        }
    }
    assert!(named > 500, "{named}");
}

/// The other way around: what two moves have in common is no reason against one of them.
#[test]
fn a_move_has_no_reason_against_itself() {
    let mut rng = Rng::new(42, 0);
    let mut reasoner = Reasoner::new();
    for _ in 0..100 {
        let mut board = Board::new(5);
        for _ in 0..20 {
            let mv = any(&board, board.to_play(), &mut rng);
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
            board = after(&board, mv);
        }
    }
}
