//! The search for a position of a query, and its answers.

use super::answer::{Answerer, FirstSight, nothing, of_service};
use super::beat::Beat;
use super::queue::Assignment;
use super::service::{Service, review};
use crate::engine::{Config, Engine};
use crate::game::{HandicapBonus, RuleSet};
use crate::network::Evaluation;
use crate::pause::Pauses;
use crate::search::{Findings, Lead, PolicyMap, Watch};
use std::fmt;

/// A worker's engine.
pub(super) struct Student {
    engine: Engine,
    /// Its share in bytes.
    memory: usize,
}

impl fmt::Debug for Student {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Student").finish_non_exhaustive()
    }
}

impl Student {
    /// One of as many as the configuration has threads, with its share of the memory.
    pub(super) fn new(config: &Config) -> Student {
        let memory = config.memory / config.threads.max(1);
        let mut config = Config { threads: 1, memory, ..config.clone() };
        // A query is one move: it has to tell alone that the game is lost.
        config.params.engine.resign_moves = 1;
        Student { engine: Engine::new(config), memory }
    }

    /// Does what is wanted of the position, with pauses if there are some, and says what is found: now and then if that is
    /// wanted, and exactly once at the end.
    pub(super) async fn study(
        &mut self,
        assignment: &Assignment,
        say: &dyn Fn(String),
        pauses: Option<&Pauses>,
    ) {
        let engine = &mut self.engine;
        let query = &assignment.query;
        let game = query.game(assignment.turn);
        // The query's komi has what White gets for a handicap.
        engine.set_rule_set(RuleSet { rules: query.rules, bonus: HandicapBonus::None });
        engine.set_game(game.clone());
        engine.set_threads(assignment.threads);
        let written = |during, told| of_service(assignment, during, told).to_string();
        let last = match &query.service {
            Service::Analyze => Some(analyze(engine, assignment, say, pauses).await),
            Service::Genmove(service) => {
                Some(written(false, service.answer(engine, assignment, pauses).await))
            }
            Service::Review => {
                let mut report = |told| say(written(true, told));
                let told = review(engine, assignment, &game, &mut report, pauses).await;
                told.map(|told| written(false, told))
            }
            Service::Solve(service) => {
                let stop = || assignment.is_ended();
                let told = service.answer(game.board(), self.memory, &stop, pauses).await;
                told.map(|told| written(false, told))
            }
        };
        say(last.unwrap_or_else(|| nothing(assignment).to_string()));
        // Whatever comes next has nothing to do with it, and may be long in coming.
        engine.clear_tree();
    }
}

/// Searches the position and returns the last answer.
async fn analyze(
    engine: &mut Engine,
    assignment: &Assignment,
    say: &dyn Fn(String),
    pauses: Option<&Pauses>,
) -> String {
    let query = &assignment.query;
    let color = engine.game().board().to_play();
    let mut answerer = Answerer::new(assignment, root(engine));
    let mut beat = query.pulse.map(Beat::new);
    let interval = beat.as_ref().map(|beat| beat.interval);
    let mut report = |findings: &Findings| {
        if beat.as_mut().is_some_and(Beat::is_due) {
            say(answerer.answer(findings, true));
        }
    };
    let stop = || assignment.is_ended();
    let report = interval.map(|interval| (interval, &mut report as &mut dyn FnMut(&Findings)));
    let mut watch = Watch { stop: Some(&stop), report, pauses, ..Watch::default() };
    let findings = engine.analyze_within(color, &query.wishes(color), query.limits, &mut watch).await;
    answerer.answer(findings, false)
}

/// What is known of the position before the search.
fn root(engine: &Engine) -> FirstSight {
    let color = engine.game().board().to_play();
    let seen = (engine.lead() == Lead::Network).then(|| {
        engine.show_scene(color, |scene, komi| {
            let Evaluation { policy, pass, value, score } = scene.evaluate(komi);
            (PolicyMap { plays: policy, pass: Some(pass) }, (value, score))
        })
    });
    FirstSight {
        color,
        size: engine.game().board().size(),
        legal: engine.game().legal_moves(color),
        policy: seen.map_or_else(|| engine.first_policy(color), |(policy, _)| policy),
        value: seen.map(|(_, value)| value),
        forecast: engine.forecast(color),
    }
}
