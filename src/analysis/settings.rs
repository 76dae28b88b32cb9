//! KataGo's settings of a query that mean something here.

use super::fields::Fields;
use super::refusal::Refusal;
use crate::board::Color;
use crate::search::LONGEST_TIME;
use serde_json::{Map, Value};
use std::time::Duration;

/// Whose side rates, points and owners are told from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Perspective {
    /// As KataGo's example of a configuration has it.
    #[default]
    Black,
    White,
    ToPlay,
}

impl Perspective {
    fn parse(name: &str) -> Option<Perspective> {
        match name.to_ascii_uppercase().as_str() {
            "BLACK" | "B" => Some(Perspective::Black),
            "WHITE" | "W" => Some(Perspective::White),
            "SIDETOMOVE" => Some(Perspective::ToPlay),
            _ => None,
        }
    }

    /// How a position is told where `to_play` moves.
    pub(super) fn view(self, to_play: Color) -> View {
        let side = match self {
            Perspective::Black => Color::Black,
            Perspective::White => Color::White,
            Perspective::ToPlay => to_play,
        };
        View { same: side == to_play }
    }
}

/// Turns figures of the player to move into those of the side that is told.
#[derive(Clone, Copy)]
pub(super) struct View {
    same: bool,
}

impl View {
    /// A rate from 0 to 1.
    pub(super) fn rate(self, rate: f32) -> f32 {
        if self.same { rate } else { 1.0 - rate }
    }

    /// A difference; never -0, which would be written so.
    pub(super) fn lead(self, lead: f32) -> f32 {
        if self.same { lead } else { 0.0 - lead }
    }
}

/// Visits at most: KataGo takes so many.
const MOST_VISITS: i64 = 1 << 50;

/// What makes KataGo's search wider: taken, because programs send it with every query, and without effect.
const WITHOUT_EFFECT: [(&str, f64, f64); 3] =
    [("wideRootNoise", 0.0, 5.0), ("rootPolicyTemperature", 0.01, 100.0), ("rootFpuReductionMax", 0.0, 2.0)];

/// What a query overrides.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Settings {
    pub(super) perspective: Perspective,
    /// `maxTime`.
    pub(super) time: Option<Duration>,
    /// `maxVisits`.
    pub(super) visits: Option<u64>,
    /// `maxPlayouts`: a limit beside that of visits.
    pub(super) playouts: Option<u64>,
    /// Those that are unknown.
    pub(super) unknown: Vec<String>,
}

impl Settings {
    /// Reads `overrideSettings`.
    pub(super) fn parse(object: Option<&Value>) -> Result<Settings, Refusal> {
        const FIELD: &str = "overrideSettings";
        let Some(object) = object else { return Ok(Settings::default()) };
        let object = object.as_object().ok_or_else(|| Refusal::new(FIELD, "must be an object"))?;
        let object = with_numbers(object);
        let fields = Fields::new(&object);
        let mut settings = Settings::default();
        let mut set = |key: &str, value: &Value| {
            match key {
                "reportAnalysisWinratesAs" => {
                    let perspective = value.as_str().and_then(Perspective::parse);
                    let wrong = || Refusal::new(key, "must be BLACK, WHITE or SIDETOMOVE");
                    settings.perspective = perspective.ok_or_else(wrong)?;
                }
                "maxTime" => settings.time = fields.number(key, 0.0..=1e20)?.map(seconds),
                "maxVisits" => settings.visits = visits(&fields, key)?,
                "maxPlayouts" => settings.playouts = visits(&fields, key)?,
                _ => match WITHOUT_EFFECT.into_iter().find(|(name, ..)| *name == key) {
                    Some((name, least, most)) => _ = fields.number(name, least..=most)?,
                    None => settings.unknown.push(key.to_owned()),
                },
            }
            Ok(())
        };
        for (key, value) in &object {
            set(key, value)
                .map_err(|Refusal { field, why }| Refusal::new(FIELD, format!("{field} {why}")))?;
        }
        Ok(settings)
    }
}

/// Numbers may be written as texts, as in a configuration file.
fn with_numbers(object: &Map<String, Value>) -> Map<String, Value> {
    let read = |value: &Value| {
        let number = value.as_str().and_then(|text| text.parse::<serde_json::Number>().ok());
        number.map_or_else(|| value.clone(), Value::Number)
    };
    object.iter().map(|(key, value)| (key.clone(), read(value))).collect()
}

/// A limit of visits or playouts, if there is one.
pub(super) fn visits(fields: &Fields<'_>, field: &str) -> Result<Option<u64>, Refusal> {
    Ok(fields.whole(field, 1..=MOST_VISITS)?.map(i64::unsigned_abs))
}

/// So many seconds, or the longest time there is.
pub(super) fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST_TIME))
}

/// `rootPolicyTemperature` and the like where they are fields of a query.
pub(super) fn check_without_effect(fields: &Fields<'_>) -> Result<(), Refusal> {
    let mut known = WITHOUT_EFFECT.into_iter().skip(1);
    known.try_for_each(|(name, least, most)| fields.number(name, least..=most).map(|_| ()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(settings: &Value) -> Result<Settings, Refusal> {
        Settings::parse(Some(settings))
    }

    #[test]
    fn what_katrain_overrides() {
        let settings =
            read(&json!({"reportAnalysisWinratesAs": "BLACK", "wideRootNoise": 0.04, "maxTime": 8.0}))
                .unwrap();
        assert_eq!(settings, Settings { time: Some(Duration::from_secs(8)), ..Settings::default() });
    }

    #[test]
    fn what_is_unknown_is_told() {
        let settings = read(&json!({"humanSLProfile": "rank_3d", "antiMirror": true})).unwrap();
        assert_eq!(settings.unknown, ["antiMirror", "humanSLProfile"]);
    }

    #[test]
    fn numbers_may_be_texts() {
        assert!(read(&json!({"maxVisits": "7", "maxTime": "1e30"})).is_err(), "too long a time is refused");
        let settings = read(&json!({"maxVisits": "7", "maxPlayouts": 5})).unwrap();
        assert_eq!((settings.visits, settings.playouts), (Some(7), Some(5)));
    }

    #[test]
    fn values_out_of_range_are_refused() {
        for wrong in [
            json!(3),
            json!({"reportAnalysisWinratesAs": "GREEN"}),
            json!({"maxTime": -1}),
            json!({"maxVisits": 0}),
            json!({"wideRootNoise": "much"}),
        ] {
            assert_eq!(read(&wrong).unwrap_err().field, "overrideSettings", "{wrong}");
        }
    }
}
