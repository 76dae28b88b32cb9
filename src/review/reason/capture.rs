//! What the move loses or leaves uncaptured, as the solver proves it.

use super::words::{count, described, shown, the_stones, them};
use super::{Contrast, Reason, Reasoner, Theme};
use crate::board::{Chain, Move};
use crate::solver::{Answer, Role};
use crate::tactics::{SelfAtari, self_atari};

impl Reasoner<'_> {
    /// Chains of the mover that can be captured now.
    pub(super) async fn lost_chains(&mut self, contrast: &Contrast<'_>) -> Vec<Reason> {
        let mut found = Vec::new();
        for chain in contrast.after.chains_of(contrast.after.stones(contrast.own)) {
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
    pub(super) async fn missed_captures(&mut self, contrast: &Contrast<'_>) -> Vec<Reason> {
        let mut found = Vec::new();
        for chain in contrast.before.chains_of(contrast.before.stones(contrast.foe())) {
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
}
