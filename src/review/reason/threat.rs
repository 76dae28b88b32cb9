//! What is threatened after a move: chains that fall if nothing is done, two of them at once, and cuts.

use super::words::{described, shown, the_stones};
use super::{Claim, Contrast, Reason, Reasoner, Theme, after};
use crate::board::{Board, Chain, Color, Move, Point, PointSet};
use crate::solver::{Answer, Role};

impl Reasoner<'_> {
    /// What the expected answer threatens, and would not if the best move had been made.
    pub(super) async fn threats(&mut self, contrast: &Contrast<'_>, reply: Move) -> Vec<Reason> {
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
        if fork { merged(found, &format!("now {foe} {point} threatens")) } else { found }
    }

    /// What the best move would have threatened, and the move does not.
    pub(super) async fn missed_threats(&mut self, contrast: &Contrast<'_>) -> Vec<Reason> {
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
                let claims = [
                    reasoner.ask(contrast.before, stone, Role::Attack).await?,
                    reasoner.ask(&now, stone, Role::Attack).await?,
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
        if fork { merged(found, &format!("{best} would have threatened")) } else { found }
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
        let mut found = Vec::new();
        for chain in board.chains_of(board.stones(color)) {
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
        let averting = |reason: &Reason| match reason.claims.first().map(|claim| &claim.answer) {
            Some(Answer::Captured { zone, .. }) => zone.breakers(board, !color),
            _ => PointSet::EMPTY,
        };
        let (Some(one), Some(other)) = (first.claims.first(), second.claims.first()) else { return false };
        let (one, other) = (one.target, other.target);
        let mut asked = board.clone();
        asked.set_to_play(color);
        // What averts only one threat leaves the other chain to fall.
        for point in asked.legal_moves(color) & averting(first) & averting(second) {
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
    pub(super) async fn cut(&mut self, contrast: &Contrast<'_>, color: Color) -> Option<Reason> {
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

/// Two threats as one reason, whose text begins so.
fn merged(threats: Vec<Reason>, begin: &str) -> Vec<Reason> {
    let names: Vec<String> = threats.iter().map(|threat| the_stones(threat.points)).collect();
    let whole = threats.into_iter().reduce(|mut all, one| {
        all.points |= one.points;
        all.claims.extend(one.claims);
        all
    });
    let text = format!("{begin} {} at once: one of them falls", names.join(" and "));
    whole.into_iter().map(|reason| Reason { text: text.clone(), ..reason }).collect()
}
