//! A move without a search, as people choose who are learning: by what comes to mind, overlooking what they can't read yet.

use super::Engine;
use super::decision::{Choice, Decision};
use super::level::{Habits, Oversight};
use super::think::Brief;
use crate::board::{Board, Chain, Color, Move, Point, PointMap, PointSet};
use crate::game::Rules;
use crate::network::{Evaluation, FullEvaluation};
use crate::playout::{Guided, ownership};
use crate::rng::Rng;
use crate::search::{Findings, Lead, Restriction, Scene, prior_policy};
use crate::tactics::{
    LADDER_NODES, Verdict, attack, captures_among, defend, pass_alive_area, real_eyes, saves,
};
use libm::powf;

/// What comes to mind at the sight of a position.
struct Impression {
    /// How likely a good player is to choose each play …
    policy: PointMap<f32>,
    /// … and to pass.
    pass: f32,
    /// Who will own each point, from -1 (the opponent) to 1 (the player to move).
    owner: PointMap<f32>,
    /// How likely the player to move is to win.
    value: f32,
}

impl Engine {
    /// Chooses without a search; the game stays as it is.
    pub(super) fn choose_by_policy(&mut self, brief: &Brief<'_>, habits: &Habits) -> Choice {
        /// The stream of random numbers for these choices.
        const LEARNER_STREAM: u64 = u64::MAX - 2;
        if let Some(choice) = self.winning_pass(brief) {
            return choice;
        }
        let &Brief { color, terms, wishes, .. } = brief;
        let board = self.board_for(color);
        let scene = Scene::new(&board, self.game.last_moves(), &self.knowledge);
        let impression = self.impression(&scene, brief);
        let avoided = Restriction::points_of(&wishes.restrictions, color, 0);
        let mut plays = (scene.plays & self.game.legal_moves(color)) - avoided - real_eyes(&board, color);
        if terms.rules != Rules::TrompTaylor {
            plays -= pass_alive_area(&board, color) | pass_alive_area(&board, !color);
        }
        plays = plays.iter().filter(|&point| !impression.is_settled(point)).collect();
        if plays.is_empty() && wishes.no_pass {
            plays = self.game.legal_moves(color) - avoided;
        }
        let mut rng = Rng::new(self.search_seed(), LEARNER_STREAM);
        let overlooked = overlooked(&board, color, habits, rng.unit());
        let mut shares = PointMap::filled(0.0);
        for point in plays {
            let share = impression.policy[point] * if overlooked.contains(point) { OVERLOOKED } else { 1.0 };
            shares[point] = powf(share.max(LEAST_SHARE), 1.0 / habits.temperature);
        }
        let passes = impression.pass >= SURE_PASS && !wishes.no_pass;
        let drawn = if passes { None } else { rng.draw(plays.iter().map(|point| shares[point])) };
        let mv = drawn.and_then(|index| plays.nth(index as u32)).map_or(Move::Pass, Move::Play);
        self.findings = Some(Findings::of_one(color, mv, impression.value, None));
        Choice { decision: Decision::Play(mv), looks_lost: false }
    }

    /// What comes to mind, whoever leads here. Moves and owners are asked for as if the game were even: who is far ahead or
    /// behind goes on playing for points.
    fn impression(&self, scene: &Scene<'_>, brief: &Brief<'_>) -> Impression {
        /// Playouts that tell owners and value where the network does not.
        const IMPRESSION_PLAYOUTS: u32 = 200;
        let &Brief { color, terms, .. } = brief;
        let komi = self.search_komi(color, terms);
        match Lead::of(scene.board, self.params.search.tree.lead) {
            Lead::Network => {
                let Evaluation { value, score, .. } = scene.evaluate(komi);
                let lead = color.lead_of(score);
                let FullEvaluation { evaluation, owner, .. } =
                    scene.evaluate_fully((komi + lead).floor() + 0.5);
                let Evaluation { policy, pass, .. } = evaluation;
                Impression { policy, pass, owner, value }
            }
            Lead::Rave => {
                let params = &self.params.search.playout;
                let mut guided = Guided::new(params, &self.knowledge.patterns);
                let mut rng = Rng::new(self.search_seed(), u64::MAX);
                let ends = params.ends(komi);
                let mut owner = ownership(&mut guided, scene.board, &ends, IMPRESSION_PLAYOUTS, &mut rng);
                for point in PointSet::board(scene.board.size()) {
                    owner[point] = 2.0 * color.share_of(owner[point]) - 1.0;
                }
                let value = self.mean_of_playouts(color, IMPRESSION_PLAYOUTS);
                Impression { policy: prior_policy(scene), pass: 0.0, owner, value }
            }
        }
    }
}

impl Impression {
    /// Is it clear whose the point will be, and no good move?
    fn is_settled(&self, point: Point) -> bool {
        self.owner[point].abs() >= SETTLED && self.policy[point] < GOOD_SHARE
    }
}

/// A point is settled that is owned so clearly …
const SETTLED: f32 = 0.95;

/// … unless a good player would choose it so often: to answer a threat.
const GOOD_SHARE: f32 = 0.05;

/// What is left of the share of a move whose purpose is overlooked.
const OVERLOOKED: f32 = 0.02;

/// No move is thought of less than this.
const LEAST_SHARE: f32 = 1e-6;

/// A good player who would pass so often has nothing left to play.
const SURE_PASS: f32 = 0.7;

/// Positions of a ladder that a few moves decide.
const SHORT_LADDER_NODES: u32 = 12;

/// The moves that take or save stones and are overlooked in this position. `chance` is drawn evenly from 0 to 1: the less it is,
/// the more is overlooked.
fn overlooked(board: &Board, color: Color, habits: &Habits, chance: f32) -> PointSet {
    let misses = |depth: Oversight| chance < habits.overlooks[depth as usize];
    let weak = |owner: Color| {
        board.chains_of(board.stones(owner)).filter(|chain| chain.liberties().len() <= 2).collect::<Vec<_>>()
    };
    let mut points = PointSet::EMPTY;
    for chain in weak(!color) {
        if let Some((depth, moves)) = capture(board, color, chain)
            && misses(depth)
        {
            points |= moves;
        }
    }
    for chain in weak(color) {
        if let Some((depth, moves)) = rescue(board, color, chain)
            && misses(depth)
        {
            points |= moves;
        }
    }
    points
}

/// How far `color` must read to see that it can take the chain, and where.
fn capture(board: &Board, color: Color, chain: &Chain) -> Option<(Oversight, PointSet)> {
    if chain.liberties().is_single() {
        return Some((Oversight::Atari, captures_among(board, color, chain.stones())));
    }
    let prey = chain.stones().first()?;
    let read = |nodes| match attack(board, prey, nodes) {
        Verdict::Captured(Some(point)) => Some(PointSet::of(point)),
        _ => None,
    };
    let short = read(SHORT_LADDER_NODES).map(|moves| (Oversight::ShortLadder, moves));
    short.or_else(|| read(LADDER_NODES).map(|moves| (Oversight::LongLadder, moves)))
}

/// How far `color` must read to see that its chain is in danger, and where it is saved.
fn rescue(board: &Board, color: Color, chain: &Chain) -> Option<(Oversight, PointSet)> {
    if chain.liberties().is_single() {
        return Some((Oversight::Atari, saves(board, color, chain)));
    }
    let stone = chain.stones().first()?;
    let is_caught = |nodes| matches!(attack(board, stone, nodes), Verdict::Captured(_));
    let depth = match is_caught(SHORT_LADDER_NODES) {
        true => Oversight::ShortLadder,
        false if is_caught(LADDER_NODES) => Oversight::LongLadder,
        false => return None,
    };
    match defend(board, stone, LADDER_NODES) {
        Verdict::Escapes(Some(point)) => Some((depth, PointSet::of(point))),
        _ => None,
    }
}
