//! Captures and escapes that the solver claims, played out on the board against every reply.
//!
//! What is checked is the definition over orders (Thomsen: Lambda-search in game trees with application to Go, 2000): a
//! threat of some order is a move after which a pass loses to threats of the next lower order. The solver is asked for
//! the moves of the side whose success it claims; the other side plays everything that the board allows.

use super::solver_rivals::problems;
use std::collections::HashSet;
use tengen::board::{Board, Color, Move, Point, PointSet};
use tengen::solver::{Answer, Generator, Recurrence, Role, Solver, SolverParams};

type Key = (PointSet, PointSet, Option<Point>, u8);

/// The attacker is to move.
fn key(board: &Board, order: u8) -> Key {
    (board.stones(Color::Black), board.stones(Color::White), board.ko(), order)
}

pub(super) fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.play(board.to_play(), mv).unwrap();
    next
}

/// Plays a claim out.
struct Referee<'a> {
    solver: &'a mut Solver,
    target: Point,
    defender: Color,
    /// States that were played out to the end, the attacker to move.
    settled: HashSet<Key>,
    /// States of the line being played.
    path: HashSet<Key>,
    positions: u32,
}

/// The solver could not say how to go on, or there was too much to play.
#[derive(Debug)]
pub(crate) struct Unfinished;

impl Referee<'_> {
    const NODES: u64 = 50_000;
    const POSITIONS: u32 = 8_000;

    fn ask(&mut self, board: &Board, role: Role, order: u8) -> Result<Answer, Unfinished> {
        self.positions += 1;
        let options = SolverParams { order, nodes: Self::NODES, ..SolverParams::default() };
        let answer = self.solver.solve(board, self.target, role, &options).unwrap();
        let known = answer.captured().is_some() && self.positions < Self::POSITIONS;
        if known { Ok(answer) } else { Err(Unfinished) }
    }

    fn is_captured(&self, board: &Board) -> bool {
        !board.stones(self.defender).contains(self.target)
    }

    fn liberties(&self, board: &Board) -> PointSet {
        board.chain_at(self.target).unwrap().liberties()
    }

    /// May the attacker take the target at once?
    fn takes(&self, board: &Board) -> bool {
        let last = self.liberties(board);
        last.is_single() && board.legal_moves(!self.defender).intersects(last)
    }

    /// Does the attacker, to move, capture by threats of that order, whatever the defender does?
    fn attack_succeeds(&mut self, board: &Board, order: u8) -> Result<bool, Unfinished> {
        if self.takes(board) {
            let last = self.liberties(board).first().unwrap();
            return Ok(self.is_captured(&after(board, Move::Play(last))));
        }
        let key = key(board, order);
        if order == 0 || self.path.contains(&key) {
            return Ok(false);
        }
        if self.settled.contains(&key) {
            return Ok(true);
        }
        let Answer::Captured { order: needed, first, .. } = self.ask(board, Role::Attack, order)? else {
            return Ok(false);
        };
        assert!(needed <= order, "{needed} of {order}\n{board}");
        let first = first.expect("the attacker has a first move");
        self.path.insert(key);
        let succeeds = self.replies_fail(&after(board, Move::Play(first)), needed, needed - 1)?;
        self.path.remove(&key);
        if succeeds {
            self.settled.insert(key);
        }
        Ok(succeeds)
    }

    /// Do all replies of the defender lose, the pass to threats of the order `passed`?
    fn replies_fail(&mut self, board: &Board, order: u8, passed: u8) -> Result<bool, Unfinished> {
        if !self.attack_succeeds(&after(board, Move::Pass), passed)? {
            return Ok(false);
        }
        for point in board.legal_moves(self.defender) {
            if !self.attack_succeeds(&after(board, Move::Play(point)), order)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does every attack of that order fail? One that goes on for ever does.
    fn attacks_fail(&mut self, board: &Board, order: u8) -> Result<bool, Unfinished> {
        if self.takes(board) {
            return Ok(false);
        }
        // A move fills one liberty, a pass none: threats of an order need not more liberties than this.
        if order == 0
            || self.liberties(board).len() >= u32::from(order) + 2
            || !self.settled.insert(key(board, order))
        {
            return Ok(true);
        }
        for point in board.legal_moves(!self.defender) {
            let next = after(board, Move::Play(point));
            if !self.reply_holds(&next, order)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does the reply hold that the solver finds?
    fn reply_holds(&mut self, board: &Board, order: u8) -> Result<bool, Unfinished> {
        match self.ask(board, Role::Defend, order)? {
            Answer::NotWithinOrder { refutation: Some(Move::Play(point)), .. } => {
                self.attacks_fail(&after(board, Move::Play(point)), order)
            }
            // Threats that only a pass answers were of a higher order.
            _ => self.attacks_fail(&after(board, Move::Pass), order - 1),
        }
    }

    /// Is the answer true?
    fn verify(&mut self, board: &Board, role: Role, answer: &Answer) -> Result<bool, Unfinished> {
        match (answer, role) {
            (Answer::Captured { order, .. }, Role::Attack) => self.attack_succeeds(board, *order),
            (Answer::Captured { order, .. }, Role::Defend) => self.replies_fail(board, *order, *order),
            (Answer::NotWithinOrder { order, .. }, Role::Attack) => self.attacks_fail(board, *order),
            (Answer::NotWithinOrder { order, refutation, .. }, Role::Defend) => {
                self.attacks_fail(&after(board, refutation.ok_or(Unfinished)?), *order)
            }
            (Answer::Unknown { .. }, _) => Err(Unfinished),
        }
    }
}

fn claim(solver: &mut Solver, board: &Board, target: Point, role: Role, options: &SolverParams) -> Answer {
    solver.solve(board, target, role, options).unwrap()
}

fn options(order: u8) -> SolverParams {
    SolverParams { order, nodes: Referee::NODES, ..SolverParams::default() }
}

pub(crate) fn verify(board: &Board, target: Point, role: Role, answer: &Answer) -> Result<bool, Unfinished> {
    let mut solver = Solver::new(1 << 22);
    let defender = board.color_at(target).unwrap();
    let mut board = board.clone();
    board.set_to_play(role.mover(defender));
    let (settled, path) = (HashSet::new(), HashSet::new());
    let mut referee = Referee { solver: &mut solver, target, defender, settled, path, positions: 0 };
    referee.verify(&board, role, answer)
}

#[test]
fn claims_hold_when_played_out() {
    let (mut held, mut unfinished) = ([[0; 4]; 2], 0);
    for (size, count, seed) in [(3, 300, 31), (4, 200, 32), (5, 80, 33)] {
        for (board, target, role) in problems(size, count, seed) {
            for order in 1..=3 {
                let answer = claim(&mut Solver::new(1 << 22), &board, target, role, &options(order));
                match verify(&board, target, role, &answer) {
                    Ok(true) => held[usize::from(answer.captured() == Some(true))][usize::from(order)] += 1,
                    Ok(false) => panic!("{role:?} {target} {answer:?}\n{board}"),
                    Err(Unfinished) => unfinished += 1,
                }
            }
        }
        println!("{size}: {held:?}, {unfinished} unfinished");
    }
    assert!(held.iter().all(|held| held[1..].iter().all(|&count| count >= 100)), "{held:?}");
    assert!(unfinished <= 50, "{unfinished}");
}

/// What is remembered of another board without a move is true, but names none where the nodes are used up.
#[test]
fn no_pass_is_claimed_where_a_move_is_needed() {
    let rows = "./........./........./......XO./......XO./..XXO.XO./..XOOOOXX/...X..XO./O.....OX.";
    let [first, second] =
        ["........", "X......."].map(|row| format!("{row}{rows}").parse::<Board>().unwrap());
    let mut solver = Solver::new(1 << 22);
    let target = Point::parse("H3", 9).unwrap();
    let refutation = |answer| match answer {
        Answer::NotWithinOrder { refutation, .. } => refutation,
        _ => panic!("{answer:?}"),
    };
    let saved = claim(&mut solver, &first, target, Role::Defend, &options(2));
    assert_eq!(refutation(saved), Point::parse("J2", 9).map(Move::Play));
    let brief = SolverParams { nodes: 1, ..options(2) };
    assert_eq!(refutation(claim(&mut solver, &second, target, Role::Defend, &brief)), None);
}

/// The opposite of what is true does not stand, whoever says it.
#[test]
fn false_claims_fail_when_played_out() {
    let mut refused = [0; 2];
    for (board, target, role) in problems(3, 200, 34) {
        let opposite = match claim(&mut Solver::new(1 << 22), &board, target, role, &options(3)) {
            Answer::Captured { zone, .. } => {
                Answer::NotWithinOrder { order: 3, zone, refutation: Some(Move::Pass) }
            }
            Answer::NotWithinOrder { order, zone, .. } => {
                Answer::Captured { order, first: None, line: Vec::new(), zone }
            }
            Answer::Unknown { .. } => continue,
        };
        assert!(!verify(&board, target, role, &opposite).unwrap(), "{role:?} {target} {opposite:?}\n{board}");
        refused[usize::from(opposite.captured() == Some(true))] += 1;
    }
    assert!(refused.iter().all(|&count| count >= 30), "{refused:?}");
    // The smallest false capture of the published recurrence. White has no good stone, but need not play one: passing
    // holds, since A1 takes a black stone on B3 or C2.
    let mut board: Board = "X . O/X O ./. X X".parse().unwrap();
    board.set_to_play(Color::White);
    let center = Point::new(1, 1);
    let [published, ours] = [Recurrence::Paper, Recurrence::Sound].map(|recurrence| {
        let options = SolverParams { recurrence, generator: Generator::Full, ladders: false, ..options(2) };
        claim(&mut Solver::new(1 << 22), &board, center, Role::Defend, &options)
    });
    assert_eq!((published.captured(), ours.captured()), (Some(true), Some(false)));
    assert!(!verify(&board, center, Role::Defend, &published).unwrap());
}
