//! Proof trees as game records: every variation is played out on the board alone.

use super::solver_problems::{Problem, captures};
use super::solver_proofs::after;
use sgf_parse::SgfNode;
use sgf_parse::go::{self, Prop};
use tengen::board::{Board, Color, Move, Point};
use tengen::sgf::{read_game, write_proof};
use tengen::solver::{Role, Solver, SolverParams};

/// What the walk through a record met.
#[derive(Debug, Default)]
struct Walked {
    positions: usize,
    captures: usize,
    escapes: usize,
    exhausted: usize,
    repeated: usize,
    cut: usize,
}

struct Walk<'a> {
    solver: &'a mut Solver,
    target: Point,
    defender: Color,
    captured: bool,
    walked: Walked,
}

fn comment(node: &SgfNode<Prop>) -> String {
    let text = node.properties().find_map(|property| match property {
        Prop::C(text) => Some(text.text.clone()),
        _ => None,
    });
    text.unwrap_or_default()
}

fn move_of(node: &SgfNode<Prop>, size: usize) -> (Color, Move) {
    let found = node.properties().find_map(|property| match property {
        Prop::B(mv) => Some((Color::Black, mv)),
        Prop::W(mv) => Some((Color::White, mv)),
        _ => None,
    });
    let (color, mv) = found.expect("every node below the root has a move");
    match mv {
        go::Move::Pass => (color, Move::Pass),
        go::Move::Move(point) => {
            (color, Move::Play(Point::new(usize::from(point.x), size - 1 - usize::from(point.y))))
        }
    }
}

/// The order that a comment names.
fn order_of(text: &str) -> u32 {
    let digits = text.split("rder ").nth(1).expect(text);
    digits.chars().next().and_then(|digit| digit.to_digit(10)).expect(text)
}

impl Walk<'_> {
    /// `order` is that of the threats that the attacker may still use.
    fn walk(&mut self, board: &Board, node: &SgfNode<Prop>, order: u32) {
        self.walked.positions += 1;
        let text = comment(node);
        let children: Vec<_> = node.children().collect();
        if children.is_empty() {
            return self.leaf(board, &text);
        }
        let defends = board.to_play() == self.defender;
        if defends != self.captured {
            assert_eq!(children.len(), 1, "one move proves\n{board}");
        } else if self.captured {
            self.replies(board, &children, order);
        }
        for child in children {
            let (color, mv) = move_of(child, board.size());
            assert_eq!(color, board.to_play());
            let text = comment(child);
            let order = if text.contains("rder ") { order_of(&text) } else { order };
            self.walk(&after(board, mv), child, order);
        }
    }

    fn leaf(&mut self, board: &Board, text: &str) {
        let there = board.stones(self.defender).contains(self.target);
        if text.contains("Not continued") {
            self.walked.cut += 1;
        } else if self.captured {
            assert!(!there, "no capture at the end of a variation\n{board}");
            self.walked.captures += 1;
        } else {
            assert!(there, "captured after all\n{board}");
            let attacks = board.to_play() != self.defender;
            let liberties = board.chain_at(self.target).unwrap().liberties();
            if text.contains("Escaped") {
                assert!(liberties.len() > order_of(text) + u32::from(attacks), "{text}\n{board}");
                self.walked.escapes += 1;
            } else if text.contains("no move is a threat") {
                let takes = liberties.is_single() && board.legal_moves(!self.defender).intersects(liberties);
                assert!(!(attacks && takes), "{text}\n{board}");
                self.walked.exhausted += 1;
            } else {
                assert!(text.contains("come up before"), "an end without a reason: {text}\n{board}");
                self.walked.repeated += 1;
            }
        }
    }

    /// The pass is among the defender's moves, and those that are left out do not help.
    fn replies(&mut self, board: &Board, children: &[&SgfNode<Prop>], order: u32) {
        let shown: Vec<Move> = children.iter().map(|child| move_of(child, board.size()).1).collect();
        assert!(shown.contains(&Move::Pass), "no threat is shown\n{board}");
        if !self.walked.positions.is_multiple_of(17) {
            return;
        }
        for point in
            board.legal_moves(self.defender).iter().filter(|&point| !shown.contains(&Move::Play(point)))
        {
            let mut next = board.clone();
            next.play_legal(self.defender, point);
            let options = SolverParams { order: order as u8, ..SolverParams::default() };
            let answer = self.solver.solve(&next, self.target, Role::Attack, &options).unwrap();
            assert_ne!(answer.captured(), Some(false), "{point} is missing at order {order}\n{board}");
        }
    }
}

#[test]
fn every_variation_of_a_proof_ends_as_it_says() {
    const MOST: usize = 10_000;
    let (mut captured, mut held) = (Walked::default(), Walked::default());
    let mut solver = Solver::new(16 << 20);
    for Problem { line, mut board, target, role, .. } in captures().step_by(23) {
        let defender = board.color_at(target).unwrap();
        board.set_to_play(role.mover(defender));
        let options = SolverParams { nodes: 100_000, ..SolverParams::default() };
        let proof = solver.proof(&board, target, role, &options, MOST).unwrap();
        assert!(proof.steps.len() <= MOST);
        let record = write_proof(&board, target, role, &proof);
        let game = read_game(&record, None, 0.0).expect("the main line is a game");
        assert_eq!((game.start().to_string(), game.start().to_play()), (board.to_string(), board.to_play()));
        let trees = go::parse(&record).unwrap();
        let root = &trees[0];
        let chain = board.chain_at(target).unwrap().stones();
        let marks = root.properties().find_map(|property| match property {
            Prop::TR(points) => Some(points.len()),
            _ => None,
        });
        assert_eq!(marks, Some(chain.len() as usize), "the target is marked");
        root.validate().expect("every node is as the format wants it");
        let answer = proof.answer.captured().expect(line);
        let walked = if answer { &mut captured } else { &mut held };
        let order = u32::from(proof.answer.order());
        let mut walk =
            Walk { solver: &mut solver, target, defender, captured: answer, walked: std::mem::take(walked) };
        walk.walk(&board, root, order);
        *if answer { &mut captured } else { &mut held } = walk.walked;
    }
    assert!(captured.captures > 1_000 && captured.cut * 5 < captured.positions, "{captured:?}");
    assert!(held.escapes > 500 && held.exhausted > 100 && held.cut * 5 < held.positions, "{held:?}");
}

#[test]
fn a_small_record_says_where_it_was_cut() {
    let picture = "........./........./........./......XO./......XO./..XXO.XO./..XOOOOXX/...X..XO./O.....OX.";
    let board: Board = picture.parse().unwrap();
    let target = Point::parse("H3", 9).unwrap();
    let mut solver = Solver::new(1 << 20);
    for most in [1, 5, 20] {
        let proof = solver.proof(&board, target, Role::Attack, &SolverParams::default(), most).unwrap();
        let record = write_proof(&board, target, Role::Attack, &proof);
        assert!(proof.steps.len() <= most && record.contains("The record is full"), "{record}");
        assert!(read_game(&record, None, 0.0).is_ok());
    }
}
