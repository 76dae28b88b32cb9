//! From a position to a decision: searching, passing, resigning, pondering.

use super::{DEFAULT_TIME, Decision, Engine, Wishes};
use crate::board::{Color, Move};
use crate::search::{Candidate, Findings, Limits, Margins, Question, Watch, search_watched};
use std::time::Instant;

impl Engine {
    /// Chooses a move for `color` and plays it.
    pub fn genmove(&mut self, color: Color) -> Decision {
        self.genmove_watched(color, &Wishes::default(), &mut Watch::default())
    }

    /// Chooses a move for `color` within those wishes and plays it.
    pub fn genmove_watched(&mut self, color: Color, wishes: &Wishes, watch: &mut Watch<'_>) -> Decision {
        let start = Instant::now();
        self.set_to_play(color);
        let limits = self.limits_of(color);
        let decision = self.decide(color, wishes, &limits, watch);
        self.carry_out(color, decision, start)
    }

    /// Plays what was decided in the time since `start`.
    pub(super) fn carry_out(&mut self, color: Color, decision: Decision, start: Instant) -> Decision {
        if let Decision::Play(mv) = decision {
            self.game.play(color, mv).expect("the search offers what the game allows");
            self.tree.advance(mv);
        }
        self.clock.spend(color, start.elapsed());
        decision
    }

    /// The move that [`Engine::genmove`] would play in this position if it had not thought before; the
    /// game stays as it is.
    pub fn consider(&mut self, color: Color, wishes: &Wishes, watch: &mut Watch<'_>) -> Decision {
        let (game, lost_moves) = (self.game.clone(), self.lost_moves);
        self.tree.clear();
        self.game.set_to_play(color);
        let limits = self.limits_of(color);
        let decision = self.decide(color, wishes, &limits, watch);
        self.tree.clear();
        (self.game, self.lost_moves) = (game, lost_moves);
        decision
    }

    /// Searches the position for `color` until the watch ends it; the game stays as it is.
    pub fn analyze(&mut self, color: Color, wishes: &Wishes, watch: &mut Watch<'_>) -> &Findings {
        let turn = self.game.board().to_play();
        self.set_to_play(color);
        let findings = self.search(wishes, &Limits::default(), watch);
        self.set_to_play(turn);
        self.findings.insert(findings)
    }

    /// Searches on the opponent's time until the watch ends it; what it learns serves the next search. A
    /// game that is over is left alone.
    pub fn ponder(&mut self, watch: &mut Watch<'_>) {
        if self.game.passes() < 2 {
            self.search(&Wishes::default(), &Limits::default(), watch);
        }
    }

    fn search(&mut self, wishes: &Wishes, limits: &Limits, watch: &mut Watch<'_>) -> Findings {
        let color = self.game.board().to_play();
        let (komi, seed) = (self.search_komi(color), self.search_seed());
        // What was searched with others would show through, and with deep ones after every move.
        let deep = wishes.restrictions.iter().any(|restriction| restriction.depth > 1);
        if komi != self.tree_komi || deep || wishes.restrictions != self.tree_restrictions {
            self.tree.clear();
            self.tree_komi = komi;
            self.tree_restrictions.clone_from(&wishes.restrictions);
        }
        let question = Question {
            board: self.game.board(),
            forbidden: self.game.board().legal_moves(color) - self.game.legal_moves(color),
            history: self.game.positions(),
            restrictions: &wishes.restrictions,
            last: self.game.last_points(),
            after_pass: self.game.passes() == 1,
            komi,
            patterns: &self.patterns,
        };
        search_watched(&mut self.tree, &question, &self.params, limits, self.threads, seed, watch)
    }

    /// Searches and chooses; the game stays as it is.
    pub(super) fn decide(
        &mut self,
        color: Color,
        wishes: &Wishes,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Decision {
        if self.game.passes() == 1 && !wishes.no_pass && self.passing_wins(color) {
            self.findings = Some(Findings::certain(color, Move::Pass));
            return Decision::Play(Move::Pass);
        }
        let findings = self.search(wishes, limits, watch);
        let best = findings.best();
        let other = findings.candidates.iter().find(|candidate| candidate.mv != Move::Pass).copied();
        log::debug!(
            "{} wins {:.1} % after {} of {} playouts in {:.2} s",
            best.mv,
            100.0 * best.value.mean,
            best.visits,
            findings.playouts,
            findings.time.as_secs_f64()
        );
        let (pass, playouts) = (findings.of(Move::Pass), findings.playouts);
        self.findings = Some(findings);
        if !wishes.no_pass && self.should_resign(color, best, playouts) {
            return Decision::Resign;
        }
        match (other, pass) {
            (Some(other), _) if wishes.no_pass => Decision::Play(other.mv),
            (Some(other), Some(pass)) if !self.should_pass(color, best, other, pass) => {
                Decision::Play(other.mv)
            }
            _ => Decision::Play(Move::Pass),
        }
    }

    /// Is the game given up, with these figures of the best move after so many playouts? When it is proven
    /// lost, or has looked lost for long enough: one search can overlook a move that the next ones find.
    fn should_resign(&mut self, color: Color, best: Candidate, playouts: u64) -> bool {
        let params = &self.params;
        let (proven, enough) = (best.value.is_proven(), playouts >= u64::from(params.resign_playouts));
        let looks_lost = (proven || enough) && best.value.mean < params.resign_rate;
        let moves = &mut self.lost_moves[color.index()];
        *moves = if looks_lost { *moves + 1 } else { 0 };
        looks_lost && (proven || *moves >= params.resign_moves)
    }

    /// Is it time to pass, with these figures of the best move, of the best that is no pass and of the
    /// pass? When that wins the game as it stands and the search does not mind, or when the other moves
    /// have been tried and are useless or clearly worse.
    fn should_pass(&self, color: Color, best: Candidate, other: Candidate, pass: Candidate) -> bool {
        let params = &self.params;
        let is_best = best.mv == Move::Pass;
        let holds = pass.visits >= params.early_pass_visits && pass.value.mean >= params.early_pass_rate;
        if (is_best || holds) && self.passing_wins(color) {
            return true;
        }
        let other_rate = other.value.mean;
        is_best
            && other.visits > 0
            && (other_rate < params.useful_rate || other_rate + params.useful_rate < pass.value.mean)
    }

    /// What a move of `color` may take.
    pub(super) fn limits_of(&self, color: Color) -> Limits {
        if self.limits.playouts.is_some() {
            return self.limits;
        }
        let margins =
            Margins { reserve: f64::from(self.params.time_reserve), lag: f64::from(self.params.time_lag) };
        let budget = self.clock.budget(color, self.game.board().empty().len(), margins);
        let time = self.limits.time.or(budget.is_none().then_some(DEFAULT_TIME));
        Limits { time, budget, ..self.limits }
    }
}
