//! The action `review`: a verdict on every move of a game.

use crate::analysis::beat::Beat;
use crate::analysis::queue::Assignment;
use crate::engine::Engine;
use crate::game::Game;
use crate::review::{review_alone, to_json};
use serde_json::{Value, json};

/// Reviews the game, or `None` if somebody ends that; says now and then how far it is if that is wanted.
pub(in crate::analysis) fn review(
    engine: &mut Engine,
    assignment: &Assignment,
    game: &Game,
    say: &mut dyn FnMut(Value),
) -> Option<Value> {
    let query = &assignment.query;
    let mut beat = query.pulse.map(Beat::new);
    let mut go_on = |done: usize, all: usize| {
        if beat.as_mut().is_some_and(Beat::is_due) {
            say(json!({ "searched": done, "searches": all }));
        }
        !assignment.is_ended()
    };
    let review = review_alone(engine, query.limits, game, &mut go_on)?;
    Some(json!({ "review": to_json(&review) }))
}
