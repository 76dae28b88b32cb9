//! What the capture solver proves of labelled positions, beside what a lead thinks of their moves without it.
//!
//!     xz -dc games.jsonl.xz | cargo run --release --example facts -- LEAD ORDER NODES EVERY > facts.jsonl
//!
//! LEAD is `network` or `rave`; the solver looks for threats up to ORDER with NODES a question; of the games on standard input
//! (`scripts/train/README.md`) every EVERY-th is taken. `scripts/check/facts.py` fits what the facts add.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::error::Error;
use std::io::{self, BufRead, Write};
use tengen::board::{Board, Chain, Move, Point, PointSet};
use tengen::game::Game;
use tengen::knowledge::Knowledge;
use tengen::search::{Scene, prior_policy};
use tengen::solver::{Answer, Role, Solver, SolverParams};

const SIZE: usize = 9;

/// Chains of more liberties are not asked for; of the most, only if there are some stones. As in the search.
const MOST_LIBERTIES: u32 = 4;
const MANY_STONES: u32 = 3;

/// What a play means for a chain, as `scripts/check/facts.py` numbers it.
#[derive(Clone, Copy)]
enum Fact {
    /// The enemy's chain is captured whoever moves first: one of its liberties, and the capturing move.
    EnemyLostLiberty,
    EnemyLostCapture,
    /// It is captured if we move first: a ladder, a capture by threats, another move that captures too, and one that does not.
    Ladder,
    Capture,
    OtherCapture,
    FailedCapture,
    /// An own chain is captured if the enemy moves first: a move that saves it, one that does not, and one where nothing does.
    Rescue,
    FailedRescue,
    LostRescue,
    /// The chain is not captured by the threats: a liberty of an own one, and of the enemy's with two or more.
    SafeLiberty,
    SafeAtari,
    EnemyLiberty,
}

/// A position that is being read.
struct Reading<'a> {
    solver: &'a mut Solver,
    params: &'a SolverParams,
    scene: &'a Scene<'a>,
    /// Facts of each play, with the stones of the chain.
    facts: HashMap<Point, Vec<(u8, u32)>>,
    /// Stones of the enemy that we capture, of the enemy's that are lost anyhow, and the same of our own.
    stones: [u32; 4],
}

impl Reading<'_> {
    fn ask(&mut self, board: &Board, target: Point, role: Role) -> Option<Answer> {
        self.solver.solve(board, target, role, self.params).ok()
    }

    /// The answer after a play.
    fn after(&mut self, point: Point, target: Point, role: Role) -> Option<bool> {
        let mut after = self.scene.board.clone();
        after.play_legal(self.scene.color, point);
        self.ask(&after, target, role)?.captured()
    }

    fn note(&mut self, points: PointSet, fact: Fact, chain: &Chain) {
        for point in points & self.scene.plays {
            self.facts.entry(point).or_default().push((fact as u8, chain.stones().len()));
        }
    }

    fn look(&mut self, chain: &Chain) {
        let Scene { board, color, plays, .. } = *self.scene;
        let Some(target) = chain.stones().first() else { return };
        let is_own = board.stones(color).contains(target);
        let (liberties, stones) = (chain.liberties(), chain.stones().len());
        match self.ask(board, target, Role::Attack) {
            Some(Answer::Captured { order, first, zone, .. }) => {
                let defence = self.ask(board, target, Role::Defend);
                let lost = matches!(defence, Some(Answer::Captured { .. }));
                self.stones[2 * usize::from(is_own) + usize::from(lost)] += stones;
                let first = first.map_or(PointSet::EMPTY, PointSet::of);
                if is_own {
                    let mut tries = liberties;
                    if let Some(Answer::NotWithinOrder { refutation: Some(Move::Play(point)), .. }) = defence
                    {
                        let enemies = board.chains_of(chain.stones().neighbors() & board.stones(!color));
                        let few = enemies.map(Chain::liberties).filter(|few| few.len() < MOST_LIBERTIES);
                        tries |= few.fold(first | PointSet::of(point), |all, few| all | few);
                    }
                    for point in tries & zone.points() & plays {
                        let fact = match (self.after(point, target, Role::Attack), lost) {
                            (Some(false), _) => Fact::Rescue,
                            (Some(true), false) => Fact::FailedRescue,
                            (Some(true), true) => Fact::LostRescue,
                            (None, _) => continue,
                        };
                        self.note(PointSet::of(point), fact, chain);
                    }
                } else if lost {
                    self.note(liberties, Fact::EnemyLostLiberty, chain);
                    self.note(first, Fact::EnemyLostCapture, chain);
                } else {
                    self.note(first, if order == 1 { Fact::Ladder } else { Fact::Capture }, chain);
                    for point in (liberties - first) & plays {
                        let fact = match self.after(point, target, Role::Defend) {
                            Some(true) => Fact::OtherCapture,
                            Some(false) => Fact::FailedCapture,
                            None => continue,
                        };
                        self.note(PointSet::of(point), fact, chain);
                    }
                }
            }
            Some(Answer::NotWithinOrder { .. }) => {
                let fact = match (is_own, liberties.len()) {
                    (true, _) => Fact::SafeLiberty,
                    (false, ..=2) => Fact::SafeAtari,
                    (false, _) => Fact::EnemyLiberty,
                };
                self.note(liberties, fact, chain);
            }
            Some(Answer::Unknown { .. }) | None => {}
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [lead, order, nodes, every] = words.as_slice() else {
        return Err("wanted: LEAD ORDER NODES EVERY".into());
    };
    let params = SolverParams { order: order.parse()?, nodes: nodes.parse()?, ..SolverParams::default() };
    let knowledge = Knowledge::embedded();
    let mut solver = Solver::new(4 << 20);
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines().step_by(every.parse()?) {
        let record: Value = serde_json::from_str(&line?)?;
        let komi = record["komi"].as_f64().ok_or("a game has no komi")? as f32;
        let mut game = Game::new(SIZE, komi);
        let moves = record["moves"].as_array().ok_or("a game has no moves")?;
        let labels = record["positions"].as_array().ok_or("a game has no positions")?;
        if labels.len() != moves.len() || !record["stones"].is_null() {
            return Err("a game does not begin with the empty board and its first label".into());
        }
        for (mv, label) in moves.iter().zip(labels) {
            let scene = Scene::new(game.board(), game.last_moves(), &knowledge);
            let facts = HashMap::new();
            let mut reading =
                Reading { solver: &mut solver, params: &params, scene: &scene, facts, stones: [0; 4] };
            let stones = scene.board.occupied();
            for chain in scene.board.chains_of(stones) {
                let liberties = chain.liberties().len();
                if liberties < MOST_LIBERTIES
                    || liberties == MOST_LIBERTIES && chain.stones().len() >= MANY_STONES
                {
                    reading.look(chain);
                }
            }
            let seen = scene.evaluate(komi);
            let policy = if lead == "rave" { prior_policy(&scene) } else { seen.policy };
            let share = |place: usize| label["policy"][place.to_string()].as_u64().unwrap_or(0);
            let plays =
                Point::reading_order(SIZE).enumerate().filter(|&(_, point)| scene.plays.contains(point));
            let plays: Vec<Value> = plays
                .map(|(place, point)| {
                    json!([
                        policy[point],
                        share(place),
                        reading.facts.get(&point).map_or(&[][..], Vec::as_slice)
                    ])
                })
                .collect();
            writeln!(
                out,
                "{}",
                json!({"plays": plays, "value": seen.value, "win": label["win"], "stones": reading.stones})
            )?;
            let name = mv.as_str().ok_or("a move is no text")?;
            let mv = match name {
                "pass" => Move::Pass,
                name => Move::Play(Point::parse(name, SIZE).ok_or("a move is no point")?),
            };
            let color = game.board().to_play();
            game.play_reported(color, mv).map_err(|reason| format!("{name}: {reason}"))?;
        }
    }
    Ok(())
}
