//! The action `review`: a verdict on every move of a game.

use crate::analysis::beat::Beat;
use crate::analysis::queue::Assignment;
use crate::engine::Engine;
use crate::game::Game;
use crate::pause::Pauses;
use crate::review::{Review, review_alone, to_json};
use crate::search::Watch;
use serde_json::{Value, json};

/// Reviews the game, or `None` if somebody ends that; says now and then how far it is if that is wanted.
pub(in crate::analysis) async fn review(
    engine: &mut Engine,
    assignment: &Assignment,
    game: &Game,
    say: &mut dyn FnMut(Value),
    pauses: Option<&Pauses>,
) -> Option<Value> {
    let query = &assignment.query;
    let mut beat = query.pulse.map(Beat::new);
    let mut report = |done: usize, all: usize| {
        if beat.as_mut().is_some_and(Beat::is_due) {
            say(json!({ "searched": done, "searches": all }));
        }
    };
    let stop = || assignment.is_ended();
    let watch = Watch { stop: Some(&stop), pauses, ..Watch::default() };
    let review = review_alone(engine, query.limits, game, &watch, &mut report).await?;
    // What White gets for a handicap is part of the game's komi, and the query knows it as another field.
    let review = Review { komi: query.komi, ..review };
    Some(json!({ "review": to_json(&review) }))
}
