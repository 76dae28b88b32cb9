//! From a position to a move: what is searched, when, and for how long.

use super::decision::{Choice, Decision};
use super::level::SkillLevel;
use super::score::Terms;
use super::tree_key::TreeKey;
use super::{DEFAULT_TIME, Engine, Errand, Means, Wishes};
use crate::board::Color;
use crate::pause::at_once;
use crate::search::{Budget, Evaluators, Findings, Limits, Listener, Margins, Watch};
use web_time::{Duration, Instant};

/// What a move is chosen for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brief<'a> {
    /// Whose move it is.
    pub(super) color: Color,
    /// How the game is counted.
    pub(super) terms: Terms,
    /// Points by which Black is ahead if a pass ends the game now; `None` if it does not.
    pub(super) end: Option<f32>,
    /// What the outside asks besides.
    pub(super) wishes: &'a Wishes,
    /// What the search may take.
    pub(super) limits: Limits,
    /// Threads that search.
    pub(super) threads: usize,
    /// Does the crew help?
    pub(super) together: bool,
    /// Does the search know nothing from before, and leave nothing to the next one?
    pub(super) afresh: bool,
}

impl Engine {
    /// Chooses a move for `color` and plays it.
    pub fn genmove(&mut self, color: Color) -> Decision {
        self.genmove_watched(color, &Wishes::default(), &mut Watch::default())
    }

    /// Chooses a move for `color` within those wishes and plays it.
    pub fn genmove_watched(&mut self, color: Color, wishes: &Wishes, watch: &mut Watch<'_>) -> Decision {
        let start = Instant::now();
        self.lost_moves.begin(&self.game, self.terms());
        let brief = self.brief(color, wishes);
        let Choice { decision, looks_lost } = at_once(self.choose_at_level(brief, watch));
        let decision = self.carry_out(color, decision, start);
        self.lost_moves.note(color, looks_lost, &self.game, self.terms());
        decision
    }

    /// Plays what was decided in the time since `start`. The tree stays as it is: see [`Engine::drop_useless`].
    pub(super) fn carry_out(&mut self, color: Color, decision: Decision, start: Instant) -> Decision {
        self.game.note_choice(color);
        match decision {
            Decision::Play(mv) => {
                self.game.play(color, mv).expect("the search offers what the game allows");
            }
            Decision::Resign => self.game.resign(color),
        }
        self.clock.spend(color, start.elapsed());
        decision
    }

    /// The move that [`Engine::genmove`] would play in this position if it had not thought before; the
    /// game stays as it is.
    pub fn consider(&mut self, color: Color, wishes: &Wishes, watch: &mut Watch<'_>) -> Decision {
        at_once(self.consider_pausing(color, wishes, watch))
    }

    /// The same with pauses, if the watch has some.
    pub async fn consider_pausing(
        &mut self,
        color: Color,
        wishes: &Wishes,
        watch: &mut Watch<'_>,
    ) -> Decision {
        let brief = Brief { afresh: true, ..self.brief(color, wishes) };
        let lost_moves = std::mem::take(&mut self.lost_moves);
        let Choice { decision, .. } = self.choose_at_level(brief, watch).await;
        self.lost_moves = lost_moves;
        decision
    }

    /// The best move that it finds, whatever the level; the game stays as it is.
    pub fn advise(&mut self, color: Color, watch: &mut Watch<'_>) -> Decision {
        let wishes = Wishes::default();
        let brief = Brief { afresh: true, ..self.brief(color, &wishes) };
        at_once(self.choose(&brief, watch)).decision
    }

    /// Chooses as the level plays, or as well as it can if there is none.
    async fn choose_at_level(&mut self, brief: Brief<'_>, watch: &mut Watch<'_>) -> Choice {
        let Some(habits) = self.level().map(SkillLevel::habits) else {
            return self.choose(&brief, watch).await;
        };
        // What others have learned of the position is not this opponent's, and more threads or a crew would play another game.
        let time = self.usual_time(brief.color);
        let limits = Limits { playouts: Some(habits.playouts), time, budget: None };
        let brief = Brief { limits, threads: 1, together: false, afresh: true, ..brief };
        match habits.playouts {
            0 => self.choose_by_policy(&brief, &habits),
            _ => self.choose(&brief, watch).await,
        }
    }

    /// Searches the position for `color` until the watch ends it; the game stays as it is.
    pub fn analyze(&mut self, color: Color, wishes: &Wishes, watch: &mut Watch<'_>) -> &Findings {
        at_once(self.analyze_within(color, wishes, Limits::default(), watch))
    }

    /// Searches the position for `color` until a limit is reached or the watch ends it; the game
    /// stays as it is.
    pub async fn analyze_within(
        &mut self,
        color: Color,
        wishes: &Wishes,
        limits: Limits,
        watch: &mut Watch<'_>,
    ) -> &Findings {
        let brief = Brief { limits, ..self.brief(color, wishes) };
        let findings = self.search(&brief, watch).await;
        self.findings.insert(findings)
    }

    /// The same with nothing known from before, and nothing left to the next search.
    pub async fn look(
        &mut self,
        color: Color,
        wishes: &Wishes,
        limits: Limits,
        watch: &mut Watch<'_>,
    ) -> Findings {
        self.search(&Brief { limits, afresh: true, ..self.brief(color, wishes) }, watch).await
    }

    /// Searches on the opponent's time until the watch ends it; what it learns serves the next search. A
    /// game that is over is left alone, and a level thinks when it is its turn.
    pub fn ponder(&mut self, watch: &mut Watch<'_>) {
        if !self.game.is_over() && self.level().is_none() {
            let (color, wishes) = (self.game.board().to_play(), Wishes::default());
            let brief = Brief { limits: Limits::default(), ..self.brief(color, &wishes) };
            at_once(self.search(&brief, watch));
        }
    }

    /// A move of the game within those wishes.
    pub(super) fn brief<'a>(&self, color: Color, wishes: &'a Wishes) -> Brief<'a> {
        self.brief_on(self.terms(), color, wishes)
    }

    /// The same where the game is counted on other terms.
    pub(super) fn brief_on<'a>(&self, terms: Terms, color: Color, wishes: &'a Wishes) -> Brief<'a> {
        let end = self.game.ends_by_a_pass().then(|| self.lead_at_the_end(color, terms));
        let limits = self.limits_of(color);
        Brief { color, terms, end, wishes, limits, threads: self.threads, together: true, afresh: false }
    }

    pub(super) async fn search(&mut self, brief: &Brief<'_>, watch: &mut Watch<'_>) -> Findings {
        if brief.afresh {
            self.clear_tree();
        }
        let findings = self.grow_tree(brief, watch).await;
        if brief.afresh {
            self.clear_tree();
        }
        findings
    }

    async fn grow_tree(&mut self, brief: &Brief<'_>, watch: &mut Watch<'_>) -> Findings {
        let &Brief { limits, threads, together, .. } = brief;
        let errand = self.errand(brief);
        // Whoever else has the crew at present has it to the end of its search.
        let mut crew = self.crew.as_ref().filter(|_| together).and_then(|crew| crew.try_lock());
        let means = Means { knowledge: &self.knowledge, limits, threads, rank: 0 };
        let Some(crew) = &mut crew else { return self.tree.search(&errand, &means, watch).await };
        crew.begin(&errand);
        let evaluators = crew.evaluators();
        let mut watch = Watch {
            stop: watch.stop,
            report: watch
                .report
                .as_mut()
                .map(|(interval, report)| (*interval, &mut **report as Listener<'_>)),
            pauses: watch.pauses,
            evaluators: evaluators.as_deref().map(|evaluators| evaluators as &dyn Evaluators),
            partners: Some(&mut **crew),
        };
        let findings = self.tree.search(&errand, &means, &mut watch).await;
        crew.end();
        findings
    }

    /// All that a search needs to know of the game.
    fn errand(&self, brief: &Brief<'_>) -> Errand {
        let &Brief { color, terms, end, wishes, limits, .. } = brief;
        let (game, komi) = (&self.game, self.search_komi(color, terms));
        let board = self.board_for(color);
        Errand {
            key: TreeKey::new(game, color, komi, &wishes.restrictions, &self.params.search, self.seed),
            position: board.position(),
            // A ko that is forbidden here may not have been where the tree has grown.
            forbidden: board.empty() - game.legal_moves(color),
            history: game.positions().to_vec(),
            no_pass: wishes.no_pass,
            end,
            last: game.last_moves(),
            seed: self.search_seed(),
            fresh: self.tree.is_empty(),
            playouts: limits.playouts,
        }
    }

    /// What a move of `color` may take: so many playouts as long as the clock has time for them, or the time that it gives.
    pub(super) fn limits_of(&self, color: Color) -> Limits {
        if self.limits.playouts.is_some() {
            let time = [self.limits.time, self.usual_time(color)].into_iter().flatten().min();
            return Limits { time, ..self.limits };
        }
        let budget = self.budget(color);
        let time = self.limits.time.or(budget.is_none().then_some(DEFAULT_TIME));
        Limits { time, budget, ..self.limits }
    }

    /// What the clock of `color` gives a move, if there is one.
    fn budget(&self, color: Color) -> Option<Budget> {
        let params = &self.params.engine;
        let margins = Margins { reserve: f64::from(params.time_reserve), lag: f64::from(params.time_lag) };
        self.clock.budget(color, self.game.board().empty().len(), margins)
    }

    /// The time that the clock has for a move as a rule.
    fn usual_time(&self, color: Color) -> Option<Duration> {
        self.budget(color).map(|budget| budget.usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Move, Point};
    use crate::engine::Config;
    use crate::game::Game;
    use crate::search::TimeSettings;

    #[test]
    fn a_clock_is_kept_however_many_playouts_are_wanted() {
        let playouts = Some(1_000_000_000);
        let limits = Limits { playouts, ..Limits::default() };
        let mut engine = Engine::new(Config { limits, ..Config::default() });
        assert_eq!(engine.limits_of(Color::Black).longest(), None);
        engine.set_time(TimeSettings::from_gtp(10.0, 0.0, 0));
        let limits = engine.limits_of(Color::Black);
        assert_eq!(limits.playouts, playouts);
        assert!(limits.longest().is_some_and(|most| most < Duration::from_secs(10)));
    }

    #[test]
    fn a_game_that_is_over_is_left_alone() {
        let stop = || true;
        let mut engine = Engine::new(Config::default());
        let mut ponders = |act: &dyn Fn(&mut Engine)| {
            act(&mut engine);
            engine.clear_tree();
            engine.ponder(&mut Watch { stop: Some(&stop), ..Watch::default() });
            !engine.tree.is_empty()
        };
        let pass = |color| move |engine: &mut Engine| engine.play(color, Move::Pass).unwrap();
        assert!(ponders(&|_| ()));
        assert!(!ponders(&|engine| engine.resign(Color::White)));
        assert!(ponders(&|engine| assert!(engine.take_resignation_back())));
        assert!(ponders(&pass(Color::Black)));
        assert!(!ponders(&pass(Color::White)));
    }

    /// White takes a ko, which Black may not take back at once, and is asked for another move.
    #[test]
    fn after_a_move_out_of_turn_has_been_taken_back_the_turn_and_the_ko_are_as_they_were() {
        let board: Board = ". X O . ./X . X O ./. X O . ./. . . . ./. . . . .".parse().unwrap();
        let limits = Limits { playouts: Some(20), ..Limits::default() };
        let mut engine = Engine::new(Config { limits, size: 5, ..Config::default() });
        engine.set_game(Game::from_board(board, 7.5));
        engine.play(Color::White, Move::Play(Point::new(1, 3))).unwrap();
        let before = engine.game().board().position();
        let ways: [fn(&mut Engine) -> Decision; 2] = [
            |engine| engine.genmove(Color::White),
            |engine| engine.clean_up(Color::White, &mut Watch::default()),
        ];
        for choose in ways {
            assert_ne!(choose(&mut engine), Decision::Resign);
            assert!(engine.undo());
            assert_eq!(engine.game().board().position(), before);
        }
    }

    #[test]
    fn a_level_keeps_a_clock() {
        let mut engine = Engine::new(Config::default());
        engine.set_level(Some(SkillLevel::HIGHEST));
        let playouts = |engine: &mut Engine| {
            engine.genmove(Color::Black);
            engine.undo();
            engine.findings().unwrap().playouts
        };
        assert_eq!(playouts(&mut engine), 3000);
        engine.set_time(TimeSettings::from_gtp(10.0, 0.0, 0));
        engine.set_time_left(Color::Black, 0.01, 0);
        assert!(playouts(&mut engine) < 300);
    }
}
