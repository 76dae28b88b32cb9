//! Why a move loses: what is proven of the position after it and not of the position after the best move, or the other
//! way around.
//!
//! Captures come from the solver, and each carries the [`Claim`]s that it rests on; shapes, eyes and life come from
//! [`tactics`](crate::tactics). What is only likely is not said.

use crate::board::{Board, Cell, Chain, Color, Move, Point, PointSet};
use crate::pause::{Pauses, at_once};
use crate::solver::{Answer, Role, Solver, SolverParams};
use crate::tactics::{LADDER_NODES, Verdict, attack};
use crate::tactics::{
    Placement, SelfAtari, enclosed_vital_point, fates, net, pass_alive, pass_alive_area, real_eyes,
    self_atari,
};

/// What a reason is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// The move fills an eye of its own color.
    OwnEye,
    /// The chain of the new stone can be taken at once.
    SelfAtari,
    /// A chain in atari is left there.
    LeftInAtari,
    /// A chain can be captured that the best move would have kept.
    Capturable,
    /// A chain that the best move would have captured gets away.
    MissedCapture,
    /// The move adds a stone to a chain that is captured all the same.
    Hopeless,
    /// The stones die.
    Death,
    /// The best move would have given life.
    MissedLife,
    /// The other side's stones live.
    LetLive,
    /// The other side's stones would have died.
    MissedKill,
    /// Stones live in a seki.
    Seki,
    /// The best move was the vital point of a small space that one color encloses.
    VitalPoint,
    /// The other side's answer threatens two chains at once, and one of them falls.
    DoubleThreat,
    /// The best move would have threatened two chains at once, one of which falls.
    MissedDoubleThreat,
    /// The other side's answer threatens a chain.
    Threat,
    /// The best move would have threatened a chain.
    MissedThreat,
    /// The other side may cut where the best move connects.
    Cut,
    /// The best move would have cut.
    MissedCut,
    /// What is expected after the move loses stones that what is expected after the best move keeps.
    ExpectedLoss,
    /// What is expected after the best move captures stones that what is expected after the move does not.
    ExpectedGain,
    /// The stone stands in an area that is the other side's for good.
    DeadArea,
    /// The stone stands in an area that was its own for good.
    OwnArea,
}

impl Theme {
    /// Its name in data.
    pub fn name(self) -> &'static str {
        match self {
            Theme::OwnEye => "own eye",
            Theme::SelfAtari => "self-atari",
            Theme::LeftInAtari => "left in atari",
            Theme::Capturable => "can be captured",
            Theme::MissedCapture => "missed capture",
            Theme::Hopeless => "hopeless rescue",
            Theme::Death => "death",
            Theme::MissedLife => "missed life",
            Theme::LetLive => "lets live",
            Theme::MissedKill => "missed kill",
            Theme::Seki => "seki",
            Theme::VitalPoint => "vital point",
            Theme::DoubleThreat => "double threat",
            Theme::MissedDoubleThreat => "missed double threat",
            Theme::Threat => "threat",
            Theme::MissedThreat => "missed threat",
            Theme::Cut => "cut",
            Theme::MissedCut => "missed cut",
            Theme::ExpectedLoss => "expected loss",
            Theme::ExpectedGain => "expected gain",
            Theme::DeadArea => "dead area",
            Theme::OwnArea => "own area",
        }
    }
}

impl Theme {
    /// Does it say less than what is lost for good?
    fn is_mild(self) -> bool {
        matches!(
            self,
            Theme::ExpectedLoss
                | Theme::ExpectedGain
                | Theme::Threat
                | Theme::MissedThreat
                | Theme::Cut
                | Theme::MissedCut
                | Theme::VitalPoint
                | Theme::OwnArea
        )
    }
}

/// What the solver has said of a chain.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The position.
    pub board: Board,
    /// A stone of the chain.
    pub target: Point,
    /// Who moves first.
    pub role: Role,
    /// The answer, which is no [`Answer::Unknown`].
    pub answer: Answer,
    /// Nodes of the search.
    pub nodes: u64,
}

/// Why a move loses.
#[derive(Clone, Debug)]
pub struct Reason {
    /// What it is about.
    pub theme: Theme,
    /// In a sentence.
    pub text: String,
    /// The points that it speaks of.
    pub points: PointSet,
    /// The moves that show it, from the position after the move, or instead of it; see [`Theme`].
    pub line: Vec<Move>,
    /// What it rests on; empty where no search was needed.
    pub claims: Vec<Claim>,
}

/// Nodes of one question to the solver.
const REASON_NODES: u64 = 10_000;

/// The highest order of threats that is asked for.
const REASON_ORDER: u8 = 3;

/// Moves of an expected line at whose end stones are looked at.
const EXPECTED_PLIES: usize = 6;

/// Reasons of one move beyond which only losses are told.
const MOST_REASONS: usize = 4;

/// Memory of the solver's table in bytes.
const REASON_TABLE: usize = 4 << 20;

/// What finds reasons.
#[derive(Debug)]
pub struct Reasoner<'a> {
    solver: Solver,
    params: SolverParams,
    pauses: Option<&'a Pauses>,
}

/// With a capital letter at the beginning.
pub(super) fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
}

impl Reason {
    /// Its text with a capital letter and a full stop.
    pub fn sentence(&self) -> String {
        capitalized(&self.text) + "."
    }

    /// Nodes of all searches that it rests on; `None` where none was needed.
    pub fn nodes(&self) -> Option<u64> {
        (!self.claims.is_empty()).then(|| self.claims.iter().map(|claim| claim.nodes).sum())
    }
}

impl Default for Reasoner<'_> {
    fn default() -> Self {
        Reasoner::new()
    }
}

/// A move with the positions after it and after the best one, the other side to move in both.
struct Contrast<'a> {
    before: &'a Board,
    after: Board,
    better: Board,
    played: Move,
    best: Move,
    own: Color,
}

impl Contrast<'_> {
    fn foe(&self) -> Color {
        !self.own
    }
}

impl<'a> Reasoner<'a> {
    /// With an empty table.
    pub fn new() -> Reasoner<'a> {
        Reasoner::pausing(None)
    }

    /// One that pauses before a question to the solver.
    pub(super) fn pausing(pauses: Option<&'a Pauses>) -> Reasoner<'a> {
        let params =
            SolverParams { order: REASON_ORDER, nodes: REASON_NODES, line: true, ..SolverParams::default() };
        Reasoner { solver: Solver::new(REASON_TABLE), params, pauses }
    }

    /// Why the first move of the line that was played is worse than that of a better line, the most telling reason first;
    /// nothing where nothing is proven, or where a move is not legal. What follows in each line is what is expected.
    pub fn reasons(&mut self, before: &Board, line: &[Move], better_line: &[Move]) -> Vec<Reason> {
        at_once(self.find(before, line, better_line))
    }

    /// The same, pausing.
    pub(super) async fn find(&mut self, before: &Board, line: &[Move], better_line: &[Move]) -> Vec<Reason> {
        let own = before.to_play();
        let (Some(&played), Some(&best)) = (line.first(), better_line.first()) else { return Vec::new() };
        let reply = line.get(1).copied().unwrap_or(Move::Pass);
        let (Some(after), Some(better)) = (after(before, own, played), after(before, own, best)) else {
            return Vec::new();
        };
        let contrast = Contrast { before, after, better, played, best, own };
        let mut found = Vec::new();
        found.extend(own_eye(&contrast));
        found.extend(self.lost_chains(&contrast).await);
        found.extend(self.missed_captures(&contrast).await);
        found.extend(life(&contrast));
        found.extend(areas(&contrast));
        found.extend(self.expectations(before, line, better_line).await);
        found.extend(self.threats(&contrast, reply).await);
        if reply != best {
            found.extend(self.threats(&contrast, best).await);
        }
        found.extend(self.missed_threats(&contrast).await);
        found.extend(self.cut(&contrast, own).await);
        found.extend(self.cut(&contrast, !own).await);
        found.extend(vital(&contrast));
        told(found)
    }

    async fn ask(&mut self, board: &Board, target: Point, role: Role) -> Option<Claim> {
        Pauses::here(self.pauses).await;
        let answer = self.solver.solve(board, target, role, &self.params).ok()?;
        answer.captured()?;
        Some(Claim { board: board.clone(), target, role, answer, nodes: self.solver.nodes() })
    }

    /// Chains of the mover that can be captured now.
    async fn lost_chains(&mut self, contrast: &Contrast<'_>) -> Vec<Reason> {
        let chains: Vec<Chain> =
            contrast.after.chains_of(contrast.after.stones(contrast.own)).copied().collect();
        let mut found = Vec::new();
        for chain in &chains {
            found.extend(self.lost_chain(contrast, chain).await);
        }
        found
    }

    async fn lost_chain(&mut self, contrast: &Contrast<'_>, chain: &Chain) -> Option<Reason> {
        let stones = chain.stones();
        let target = stones.first()?;
        let lost = self.ask(&contrast.after, target, Role::Attack).await?;
        let Answer::Captured { line, .. } = &lost.answer else { return None };
        let line = shown(line);
        let how = described(&contrast.after, target, &line);
        let old = stones & contrast.before.stones(contrast.own);
        let is_new = contrast.played.point().is_some_and(|point| stones.contains(point));
        let many = the_stones(stones);
        // What of it would have been kept by the best move?
        let mut kept = Vec::new();
        let mut rest = old;
        while let Some(stone) = rest.first() {
            let Some(was) = contrast.before.chain_at(stone) else { break };
            rest -= was.stones();
            match self.ask(&contrast.better, stone, Role::Attack).await {
                Some(claim) if claim.answer.captured() == Some(false) => kept.push(claim),
                Some(_) => {}
                // Not known: nothing is said of the best move.
                None => return None,
            }
        }
        let (theme, text) = match (is_new, kept.is_empty()) {
            (false, true) => return None,
            (false, false) if chain.in_atari() => (
                Theme::LeftInAtari,
                format!("{many} left in atari: {how}. {} saves {}", contrast.best, them(stones)),
            ),
            (true, _) if chain.in_atari() => {
                let kind =
                    contrast.played.point().and_then(|at| self_atari(contrast.before, contrast.own, at));
                if !matches!(kind, Some(SelfAtari::Bad)) && kept.is_empty() {
                    return None;
                }
                (Theme::SelfAtari, format!("self-atari, {}: {how}", count(stones)))
            }
            (true, _) if old.is_empty() => (Theme::Capturable, format!("this stone can be captured: {how}")),
            (true, true) => (Theme::Hopeless, format!("this does not save {}: {how}", the_stones(old))),
            (_, false) => {
                (Theme::Capturable, format!("{many} can be captured: {how}. {} prevents that", contrast.best))
            }
        };
        let mut claims = vec![lost];
        claims.extend(kept);
        Some(Reason { theme, text, points: stones, line, claims })
    }

    /// Chains of the other side that the best move captures and the move does not.
    async fn missed_captures(&mut self, contrast: &Contrast<'_>) -> Vec<Reason> {
        let prey: Vec<Chain> =
            contrast.before.chains_of(contrast.before.stones(contrast.foe())).copied().collect();
        let mut found = Vec::new();
        for chain in &prey {
            found.extend(self.missed_capture(contrast, chain).await);
        }
        found
    }

    async fn missed_capture(&mut self, contrast: &Contrast<'_>, chain: &Chain) -> Option<Reason> {
        let stones = chain.stones();
        let target = stones.first()?;
        if !contrast.after.stones(contrast.foe()).contains(target) {
            return None;
        }
        let mut line = vec![contrast.best];
        let mut claims = Vec::new();
        if contrast.better.stones(contrast.foe()).contains(target) {
            let held = self.ask(&contrast.better, target, Role::Defend).await?;
            let Answer::Captured { line: rest, .. } = &held.answer else { return None };
            line.extend(shown(rest));
            claims.push(held);
        }
        // Where that is not known, it is only said what the best move does.
        let missed = self.ask(&contrast.after, target, Role::Defend).await;
        let away = match missed.as_ref().map(|claim| &claim.answer) {
            Some(Answer::Captured { .. }) => return None,
            Some(Answer::NotWithinOrder { refutation: Some(Move::Play(point)), .. }) => {
                format!("; now {point} saves {}", them(stones))
            }
            _ => String::new(),
        };
        let how = described(contrast.before, target, &line);
        let text = format!("missed capturing {}: {how}{away}", the_stones(stones));
        claims.extend(missed);
        Some(Reason { theme: Theme::MissedCapture, text, points: stones, line, claims })
    }

    /// What the expected answer threatens, and would not if the best move had been made.
    async fn threats(&mut self, contrast: &Contrast<'_>, reply: Move) -> Vec<Reason> {
        let Some(point) = reply.point() else { return Vec::new() };
        let foe = contrast.foe();
        let Some(mut next) = after(&contrast.after, foe, reply) else { return Vec::new() };
        // If it is not answered.
        next.pass(contrast.own);
        let other = after(&contrast.better, foe, reply).map(|mut other| {
            other.pass(contrast.own);
            other
        });
        let mut found = self
            .threatened(&next, contrast.own, contrast.before, async |reasoner, stone| {
                // What falls anyway is no threat of this move, and what the best move leaves open no fault of the one played.
                let falls = reasoner.ask(&contrast.after, stone, Role::Attack).await;
                let then = match &other {
                    Some(other) if other.stones(contrast.own).contains(stone) => {
                        Some(reasoner.ask(other, stone, Role::Attack).await?)
                    }
                    Some(_) => return None,
                    None => None,
                };
                let claims: Vec<Claim> = falls.into_iter().chain(then).collect();
                claims.iter().all(|claim| claim.answer.captured() == Some(false)).then_some(claims)
            })
            .await;
        let fork = self.fork(&next, contrast.own, &found).await;
        let prevents = if contrast.best == reply {
            format!(", so {point} is the point for both")
        } else {
            String::new()
        };
        for reason in &mut found {
            let how = described(&next, reason.points.first().unwrap_or(point), &reason.line);
            let stones = the_stones(reason.points);
            reason.theme = if fork { Theme::DoubleThreat } else { Theme::Threat };
            reason.text = format!("now {foe} {point} threatens {stones}: {how}{prevents}");
            reason.line.insert(0, reply);
        }
        if fork { merged(found, &format!("now {foe} {point} threatens"), "one of them falls") } else { found }
    }

    /// What the best move would have threatened, and the move does not.
    async fn missed_threats(&mut self, contrast: &Contrast<'_>) -> Vec<Reason> {
        let (foe, best) = (contrast.foe(), contrast.best);
        let mut next = contrast.better.clone();
        next.pass(foe);
        let mut now = contrast.after.clone();
        now.pass(foe);
        let mut found = self
            .threatened(&next, foe, contrast.before, async |reasoner, stone| {
                if !now.stones(foe).contains(stone) {
                    return None;
                }
                // What could be captured at once is missed as a whole; what falls still is not missed.
                let captured = Role::Attack;
                let claims = [
                    reasoner.ask(contrast.before, stone, captured).await?,
                    reasoner.ask(&now, stone, captured).await?,
                ];
                claims.iter().all(|claim| claim.answer.captured() == Some(false)).then(|| claims.to_vec())
            })
            .await;
        let fork = self.fork(&next, foe, &found).await;
        for reason in &mut found {
            let Some(stone) = reason.points.first() else { continue };
            let how = described(&next, stone, &reason.line);
            reason.theme = if fork { Theme::MissedDoubleThreat } else { Theme::MissedThreat };
            reason.text = format!("{best} would have threatened {}: {how}", the_stones(reason.points));
            reason.line.insert(0, best);
        }
        if fork {
            merged(found, &format!("{best} would have threatened"), "one of them falls")
        } else {
            found
        }
    }

    /// The stones that fall where one line leads and not where the other does.
    async fn expectations(&mut self, before: &Board, line: &[Move], better_line: &[Move]) -> Vec<Reason> {
        let own = before.to_play();
        // Both lines end with the same side to move.
        let plies = line.len().min(better_line.len()).min(EXPECTED_PLIES) / 2 * 2;
        let end = |line: &[Move]| {
            line[..plies].iter().try_fold(before.clone(), |board, &mv| after(&board, board.to_play(), mv))
        };
        let (Some(now), Some(then)) = (end(line), end(better_line)) else { return Vec::new() };
        if plies == 0 {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (color, lost, kept, shown, theme) in [
            (own, &now, &then, line, Theme::ExpectedLoss),
            (!own, &then, &now, better_line, Theme::ExpectedGain),
        ] {
            let role = if color == own { Role::Defend } else { Role::Attack };
            let chains: Vec<Chain> = before.chains_of(before.stones(color)).copied().collect();
            for chain in chains {
                let Some(stone) = chain.stones().first() else { continue };
                if !kept.stones(color).contains(stone) {
                    continue;
                }
                let mut claims = Vec::new();
                if lost.stones(color).contains(stone) {
                    let Some(claim) = self.ask(lost, stone, role).await else { continue };
                    claims.push(claim);
                }
                if claims.iter().any(|claim| claim.answer.captured() == Some(false)) {
                    continue;
                }
                let Some(stands) = self.ask(kept, stone, role).await else { continue };
                if stands.answer.captured() == Some(true) {
                    continue;
                }
                let line = shown[..plies].to_vec();
                let moves = line.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                let stones = the_stones(chain.stones());
                let fate = match (claims.is_empty(), color == own) {
                    (true, true) => format!("takes {stones}"),
                    (true, false) => format!("would have taken {stones}"),
                    (false, true) => format!("leaves {stones} to be captured"),
                    (false, false) => format!("would have left {stones} to be captured"),
                };
                let text = format!("{moves} {fate}");
                claims.push(stands);
                found.push(Reason { theme, text, points: chain.stones(), line, claims });
            }
        }
        found
    }

    /// The chains of a color, on the board already before, that the other side captures now, with the further claims that
    /// the caller asks for.
    async fn threatened(
        &mut self,
        board: &Board,
        color: Color,
        before: &Board,
        mut further: impl AsyncFnMut(&mut Reasoner<'_>, Point) -> Option<Vec<Claim>>,
    ) -> Vec<Reason> {
        let chains: Vec<Chain> = board.chains_of(board.stones(color)).copied().collect();
        let mut found = Vec::new();
        for chain in chains {
            let stones = chain.stones();
            let Some(stone) = (stones & before.stones(color)).first() else { continue };
            let Some(claim) = self.ask(board, stone, Role::Attack).await else { continue };
            let Answer::Captured { line, .. } = &claim.answer else { continue };
            let line = shown(line);
            let Some(claims) = further(self, stone).await else { continue };
            let claims = std::iter::once(claim).chain(claims).collect();
            found.push(Reason { theme: Theme::Threat, text: String::new(), points: stones, line, claims });
        }
        found
    }

    /// Are there two chains of a color of which one falls, whatever it answers? On the board it has passed.
    async fn fork(&mut self, board: &Board, color: Color, threats: &[Reason]) -> bool {
        let [first, second] = threats else { return false };
        let zone = |reason: &Reason| match reason.claims.first().map(|claim| &claim.answer) {
            Some(Answer::Captured { zone, .. }) => zone.points,
            _ => PointSet::EMPTY,
        };
        let (Some(one), Some(other)) = (first.claims.first(), second.claims.first()) else { return false };
        let (one, other) = (one.target, other.target);
        let mut asked = board.clone();
        asked.set_to_play(color);
        // What touches only one zone leaves the other chain to fall.
        for point in asked.legal_moves(color) & zone(first) & zone(second) {
            let mut next = asked.clone();
            next.play_legal(color, point);
            let mut falls = false;
            for stone in [one, other] {
                let claim = if falls { None } else { self.ask(&next, stone, Role::Attack).await };
                falls |= claim.is_some_and(|claim| claim.answer.captured() == Some(true));
            }
            if !falls {
                return false;
            }
        }
        true
    }

    /// Chains of `color` that a stone of theirs on the best point joins, and that a stone of the other side there cuts
    /// without being captured.
    async fn cut(&mut self, contrast: &Contrast<'_>, color: Color) -> Option<Reason> {
        let point = contrast.best.point()?;
        let before = contrast.before;
        let chains: Vec<Chain> =
            before.chains_of(PointSet::neighbors_of(point) & before.stones(color)).copied().collect();
        let [first, second] = chains.as_slice() else { return None };
        if !(first.liberties() & second.liberties()).is_single() {
            return None;
        }
        let is_own = color == contrast.own;
        // The cut, with the cut side to move.
        let board =
            if is_own { after(&contrast.after, !color, contrast.best)? } else { contrast.better.clone() };
        let stands = [first, second].iter().all(|chain| (chain.stones() - board.stones(color)).is_empty());
        let apart = board.chain_at(first.stones().first()?)? != board.chain_at(second.stones().first()?)?;
        let joins = after(&contrast.after, color, contrast.best).is_some();
        if !stands || !apart || !joins || board.chain_at(point)?.in_atari() {
            return None;
        }
        let held = self
            .ask(&board, point, Role::Attack)
            .await
            .filter(|claim| claim.answer.captured() == Some(false))?;
        let [one, other] = [first, second].map(|chain| the_stones(chain.stones()));
        let (theme, text) = if is_own {
            let foe = !color;
            (
                Theme::Cut,
                format!(
                    "{point} connects {one} and {other}; now {foe} may cut there, and the cutting stone holds"
                ),
            )
        } else {
            (
                Theme::MissedCut,
                format!("{point} would have cut {one} from {other}, and the cutting stone holds"),
            )
        };
        let points = first.stones() | second.stones() | PointSet::of(point);
        Some(Reason { theme, text, points, line: vec![contrast.best], claims: vec![held] })
    }
}

/// The position after a move of a color, if it is legal.
fn after(board: &Board, color: Color, mv: Move) -> Option<Board> {
    let mut next = board.clone();
    next.play(color, mv).ok().map(|()| next)
}

/// Two threats as one reason.
fn merged(threats: Vec<Reason>, begin: &str, end: &str) -> Vec<Reason> {
    let names: Vec<String> = threats.iter().map(|threat| the_stones(threat.points)).collect();
    let whole = threats.into_iter().reduce(|mut all, one| {
        all.points |= one.points;
        all.claims.extend(one.claims);
        all
    });
    let text = format!("{begin} {} at once: {end}", names.join(" and "));
    whole.into_iter().map(|reason| Reason { text: text.clone(), ..reason }).collect()
}

/// What is told of all that was found: the most telling reason first, every loss, and milder things while there are few.
fn told(mut found: Vec<Reason>) -> Vec<Reason> {
    // More stones are more telling.
    found.sort_by_key(|reason| (reason.theme.is_mild(), std::cmp::Reverse(reason.points.len())));
    // What is said of the same stones once is enough.
    let mut known: Vec<PointSet> = Vec::new();
    found.retain(|reason| {
        if known.contains(&reason.points) || (reason.theme.is_mild() && known.len() >= MOST_REASONS) {
            return false;
        }
        known.push(reason.points);
        true
    });
    found
}

/// An eye of its own color that the move fills.
fn own_eye(contrast: &Contrast<'_>) -> Option<Reason> {
    let point = contrast.played.point()?;
    let Contrast { before, after, own, .. } = contrast;
    if !real_eyes(before, *own).contains(point) || !Placement::of(before, *own, point).captured.is_empty() {
        return None;
    }
    let around = before.chains_of(PointSet::neighbors_of(point) & before.stones(*own));
    let stones = around.fold(PointSet::EMPTY, |stones, chain| stones | chain.stones());
    let lost = (stones & pass_alive(before, *own)) - pass_alive(after, *own);
    let text = if lost.is_empty() {
        "this fills your own eye".to_owned()
    } else {
        format!("this fills your own second eye: {} had two and now {} not", the_stones(lost), have(lost))
    };
    let points = stones | PointSet::of(point);
    Some(Reason { theme: Theme::OwnEye, text, points, line: Vec::new(), claims: Vec::new() })
}

/// What lives and dies for certain after one of the moves, and not after the other.
fn life(contrast: &Contrast<'_>) -> Vec<Reason> {
    let (now, then) = (fates(&contrast.after), fates(&contrast.better));
    let (own, foe) = (contrast.before.stones(contrast.own), contrast.before.stones(contrast.foe()));
    let (best, after) = (contrast.best, &contrast.after);
    let there = |color: Color| after.stones(color);
    let settled = now.alive | now.dead | now.seki;
    let cases = [
        (Theme::Death, (own & now.dead) - then.dead, format!("now dead, {best} would have helped")),
        (
            Theme::LetLive,
            (foe & there(contrast.foe()) & now.alive) - then.alive - now.seki,
            "now alive".to_owned(),
        ),
        (Theme::Seki, (foe & now.seki) - then.seki - then.alive, "now alive in seki".to_owned()),
        (
            Theme::MissedKill,
            ((foe & then.dead) - settled) & there(contrast.foe()),
            format!("dead after {best}"),
        ),
        (
            Theme::MissedLife,
            ((own & then.alive) - settled) & there(contrast.own),
            format!("alive for good after {best}"),
        ),
    ];
    let reason = |(theme, points, said): (Theme, PointSet, String)| {
        let text = format!("{} {} {said}", the_stones(points), are(points));
        let line = Vec::new();
        (!points.is_empty()).then_some(Reason { theme, text, points, line, claims: Vec::new() })
    };
    cases.into_iter().filter_map(reason).collect()
}

/// Stones in areas that belong to somebody for good.
fn areas(contrast: &Contrast<'_>) -> Option<Reason> {
    let point = contrast.played.point()?;
    let Contrast { before, own, .. } = contrast;
    let foe = contrast.foe();
    let (theme, text) = if pass_alive_area(before, foe).contains(point) {
        (Theme::DeadArea, format!("this is {foe}'s area for good: a stone in it is dead"))
    } else if pass_alive_area(before, *own).contains(point) {
        (Theme::OwnArea, "this was your own area for good already, whatever the other side plays".to_owned())
    } else {
        return None;
    };
    Some(Reason { theme, text, points: PointSet::of(point), line: Vec::new(), claims: Vec::new() })
}

/// The best move was the vital point of a small space that one color encloses.
fn vital(contrast: &Contrast<'_>) -> Option<Reason> {
    let point = contrast.best.point().filter(|_| contrast.played != contrast.best)?;
    let owner = Color::ALL
        .into_iter()
        .find(|&owner| enclosed_vital_point(contrast.before, owner, point) == Some(point))?;
    let text = format!("{point} is the vital point of {owner}'s eye space");
    let points = PointSet::of(point);
    Some(Reason { theme: Theme::VitalPoint, text, points, line: vec![contrast.best], claims: Vec::new() })
}

/// A line up to its first pass: what follows only carries out what is clear.
fn shown(line: &[Move]) -> Vec<Move> {
    line.iter().copied().take_while(|mv| *mv != Move::Pass).collect()
}

/// A line in words, with the name of the technique.
fn described(board: &Board, target: Point, line: &[Move]) -> String {
    let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
    let technique = match technique(board, target, line) {
        Some(name) => format!(" ({name})"),
        None => String::new(),
    };
    format!("{}{technique}", moves.join(", "))
}

/// What a capture of two moves or more is called.
fn technique(board: &Board, target: Point, line: &[Move]) -> Option<&'static str> {
    let first = line.first()?.point()?;
    let Cell::Stone(owner) = board.cell(target) else { return None };
    let liberties = board.chain_at(target)?.liberties();
    if liberties.len() != 2 || line.len() < 2 || !board.legal_moves(!owner).contains(first) {
        return None;
    }
    if attack(board, target, LADDER_NODES) == Verdict::Captured(Some(first)) {
        Some("ladder")
    } else if net(board, target, LADDER_NODES) == Some(first) {
        Some("net")
    } else {
        None
    }
}

/// "F7" or "the 3 stones at F7".
fn the_stones(stones: PointSet) -> String {
    let Some(first) = stones.first() else { return String::new() };
    if stones.is_single() { first.to_string() } else { format!("the {} stones at {first}", stones.len()) }
}

fn count(stones: PointSet) -> String {
    if stones.is_single() { "1 stone".to_owned() } else { format!("{} stones", stones.len()) }
}

fn them(stones: PointSet) -> &'static str {
    if stones.is_single() { "it" } else { "them" }
}

fn are(stones: PointSet) -> &'static str {
    if stones.is_single() { "is" } else { "are" }
}

fn have(stones: PointSet) -> &'static str {
    if stones.is_single() { "has" } else { "have" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(name: &str, board: &Board) -> Move {
        Point::parse(name, board.size()).map_or(Move::Pass, Move::Play)
    }

    /// The reasons against a move of a color in a drawn position, where another would have been best.
    fn reasons(picture: &str, color: Color, played: &str, best: &str) -> Vec<Reason> {
        let mut board: Board = picture.parse().unwrap();
        board.set_to_play(color);
        let moves = [played, best, "pass"].map(|name| mv(name, &board));
        Reasoner::new().reasons(&board, &[moves[0], moves[2]], &[moves[1], moves[2]])
    }

    fn themes(picture: &str, color: Color, played: &str, best: &str) -> Vec<Theme> {
        reasons(picture, color, played, best).iter().map(|reason| reason.theme).collect()
    }

    fn text_of(found: &[Reason], theme: Theme) -> &str {
        found.iter().find(|reason| reason.theme == theme).map_or("", |reason| &reason.text)
    }

    const LADDER: &str =
        ". . . . . . ./. . X . . . ./. X O . . . ./. X . . . . ./. . . . . . ./. . . . . . ./. . . . . . .";

    #[test]
    fn a_capture_in_a_ladder_is_told_with_its_moves() {
        let found = reasons(LADDER, Color::Black, "G7", "D5");
        let text = text_of(&found, Theme::MissedCapture);
        assert!(text.starts_with("missed capturing C5: D5") && text.contains("(ladder)"), "{text}");
        assert!(text_of(&found, Theme::Capturable).starts_with("this stone can be captured: G6, F7, F6"));
        // The other move does not capture either, and the move itself does.
        for (played, best) in [("G7", "G1"), ("D5", "G7")] {
            assert!(!themes(LADDER, Color::Black, played, best).contains(&Theme::MissedCapture), "{played}");
        }
    }

    #[test]
    fn a_stone_that_gets_away_is_a_missed_capture() {
        let found = reasons(ATARI, Color::White, "A1", "E4");
        assert_eq!(text_of(&found, Theme::MissedCapture), "missed capturing E5: E4; now E4 saves it");
        assert!(!themes(ATARI, Color::White, "E4", "A1").contains(&Theme::MissedCapture));
    }

    const ATARI: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . O . . . .
        . . . O X O . . .
        . . . . . . . . .
        . . . X . X . . .
        . . . . X . . . .
        . . . . . . . . .";

    #[test]
    fn a_chain_is_left_in_atari_if_the_best_move_saves_it() {
        let found = reasons(ATARI, Color::Black, "A1", "E4");
        assert_eq!(text_of(&found, Theme::LeftInAtari), "E5 left in atari: E4. E4 saves it");
        assert!(!themes(ATARI, Color::Black, "A1", "A9").contains(&Theme::LeftInAtari));
    }

    #[test]
    fn a_bad_self_atari_is_told_with_its_stones() {
        let picture = ". . . . . . ./. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . ./O O O O O . ./. X X X . O .";
        let found = reasons(picture, Color::Black, "E1", "C5");
        assert_eq!(text_of(&found, Theme::SelfAtari), "self-atari, 4 stones: A1");
        assert!(!themes(picture, Color::Black, "C5", "E5").contains(&Theme::SelfAtari));
    }

    #[test]
    fn an_eye_that_is_filled_is_the_second_one_if_life_is_lost() {
        let two = ". X . X O/X X X X O/O O O O O/. . . . ./. . . . .";
        let found = reasons(two, Color::Black, "A5", "C1");
        assert!(text_of(&found, Theme::OwnEye).starts_with("this fills your own second eye"), "{found:?}");
        let one = ". X . . ./X X . . ./. . . . ./. . . . ./. . . . .";
        assert_eq!(
            text_of(&reasons(one, Color::Black, "A5", "C3"), Theme::OwnEye),
            "this fills your own eye"
        );
        let false_eye = ". X . . ./X O . . ./. . . . ./. . . . ./. . . . .";
        assert!(!themes(false_eye, Color::Black, "A5", "C3").contains(&Theme::OwnEye));
    }

    const THREE: &str =
        ". . . . . . ./. . . . . . ./O O O O O O O/. O . O . O ./O O O O O O O/X X X X X X X/X . . . X X X";

    #[test]
    fn the_point_that_decides_about_life_is_told_to_both() {
        // The solver proves it too, and the same stones are not told twice.
        let fate = [Theme::MissedLife, Theme::MissedKill, Theme::Capturable, Theme::MissedCapture];
        for color in Color::ALL {
            let of = |best| -> PointSet {
                let found = reasons(THREE, color, "G7", best);
                let told = found.iter().filter(|reason| fate.contains(&reason.theme));
                told.fold(PointSet::EMPTY, |all, reason| all | reason.points)
            };
            let group = Point::parse("A2", 7).unwrap();
            assert!(of("C1").contains(group) && !of("G6").contains(group), "{color}");
        }
        assert!(themes(THREE, Color::Black, "G7", "C1").contains(&Theme::VitalPoint));
        assert!(!themes(THREE, Color::Black, "G7", "G6").contains(&Theme::VitalPoint));
    }

    #[test]
    fn stones_in_areas_that_are_settled_are_wasted() {
        let picture = ". X . O ./X X X X X/O O O O O/. . . . ./. . . . .";
        assert!(themes(picture, Color::White, "C5", "C1").contains(&Theme::DeadArea));
        assert!(themes(picture, Color::Black, "C5", "C1").contains(&Theme::OwnArea));
        assert!(!themes(picture, Color::Black, "C1", "C2").contains(&Theme::OwnArea));
    }

    /// White at E5 may cut two chains that share nothing but it, and is not captured for it.
    #[test]
    fn a_connection_that_is_not_made_is_a_cut() {
        let picture = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . O . . . .
            . . . X O X . . .
            . . . X . X . . .
            . . . X O X . . .
            . . . . O . . . .
            . . . . . . . . .
            . . . . . . . . .";
        assert!(themes(picture, Color::Black, "A1", "E5").contains(&Theme::Cut));
        assert!(!themes(picture, Color::Black, "A1", "A2").contains(&Theme::Cut));
    }

    #[test]
    fn every_capture_is_told_and_milder_things_while_there_are_few() {
        let reason = |theme: Theme, at: usize| {
            let (points, text) = (PointSet::of(Point::new(at, 0)), String::new());
            Reason { theme, text, points, line: Vec::new(), claims: Vec::new() }
        };
        let captures = || (0..6).map(|at| reason(Theme::MissedCapture, at));
        assert_eq!(told(captures().chain([reason(Theme::Cut, 7)]).collect()).len(), 6);
        let few = told(
            [reason(Theme::Cut, 7), reason(Theme::Cut, 1)].into_iter().chain(captures().take(2)).collect(),
        );
        assert_eq!(few.iter().map(|reason| reason.theme.is_mild()).collect::<Vec<_>>(), [false, false, true]);
    }

    #[test]
    fn what_is_not_legal_has_no_reasons() {
        assert!(reasons(LADDER, Color::Black, "C5", "D5").is_empty());
        assert!(reasons(LADDER, Color::Black, "D5", "C5").is_empty());
    }
}
