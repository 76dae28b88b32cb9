//! The action `genmove`: the engine's move, as well as it can or at a level.

use crate::analysis::fields::Fields;
use crate::analysis::queue::Assignment;
use crate::analysis::refusal::Refusal;
use crate::engine::{Engine, Rank, SkillLevel};
use crate::pause::Pauses;
use crate::search::Watch;
use serde_json::{Value, json};

/// How a move is to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::analysis) struct Genmove {
    /// How strong; `None` is as well as it can.
    level: Option<SkillLevel>,
    /// Where its randomness comes from, if not from where all does.
    seed: Option<u64>,
}

impl Genmove {
    pub(super) fn parse(fields: &Fields<'_>, level: Option<SkillLevel>) -> Result<Genmove, Refusal> {
        let highest = i64::from(SkillLevel::HIGHEST.number());
        let by_number = fields.whole("level", 1..=highest)?;
        let by_number = by_number.and_then(|number| SkillLevel::new(number as u32));
        let by_rank = match fields.get("rank") {
            Some(_) if by_number.is_some() => return Err(Refusal::new("rank", "does not go with level")),
            Some(Value::String(rank)) => Some(rank.parse::<Rank>().map_err(|why| Refusal::new("rank", why))?),
            Some(_) => return Err(Refusal::new("rank", "must be a rank such as \"12k\"")),
            None => None,
        };
        let seed = fields.whole("seed", 0..=i64::MAX)?.map(i64::unsigned_abs);
        Ok(Genmove { level: by_number.or(by_rank.map(SkillLevel::nearest)).or(level), seed })
    }

    /// Chooses the move at the present position, and tells it.
    pub(in crate::analysis) async fn answer(
        self,
        engine: &mut Engine,
        assignment: &Assignment,
        pauses: Option<&Pauses>,
    ) -> Value {
        let query = &assignment.query;
        let color = engine.game().board().to_play();
        let usual = engine.seed();
        engine.set_limits(query.limits);
        engine.set_level(self.level);
        engine.set_seed(self.seed.unwrap_or(usual));
        let stop = || assignment.is_ended();
        let mut watch = Watch { stop: Some(&stop), pauses, ..Watch::default() };
        let decision = engine.consider_pausing(color, &query.wishes(color), &mut watch).await;
        engine.set_seed(usual);
        let rate = engine.findings().map(|findings| findings.best().value.mean);
        let view = query.perspective.view(color);
        json!({
            "currentPlayer": color.letter(),
            "move": decision.to_string(),
            "level": self.level.map(SkillLevel::number),
            "rank": self.level.map(|level| level.rank().to_string()),
            "winrate": rate.map(|rate| view.rate(rate)),
            "visits": engine.findings().map(|findings| findings.playouts),
        })
    }
}
