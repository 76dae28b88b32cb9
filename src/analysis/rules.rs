//! KataGo's rules as those of the engine.

use super::refusal::Refusal;
use crate::game::{HandicapBonus, RuleSet, Rules, plain_name};
use serde_json::Value;

/// The rules of a query: those of the engine that count most alike, and what they leave to the komi.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Counting {
    pub(super) rules: Rules,
    /// The komi if the query has none.
    pub(super) komi: f32,
    /// What White gets for a handicap.
    pub(super) bonus: HandicapBonus,
    /// What of the rules the engine does not know.
    pub(super) missing: Vec<&'static str>,
}

/// What the engine lacks, as the warnings call it.
const TAX: &str = "a tax on groups";
const AREA_TAX: &str = "a tax on area in seki";
const SEKI_TERRITORY: &str = "territory in seki";
const BUTTON: &str = "a button";
const SUICIDE: &str = "suicide";

impl Counting {
    /// Reads a name or an object.
    pub(super) fn parse(value: Option<&Value>) -> Result<Counting, Refusal> {
        let unknown =
            || Refusal::new("rules", format!("there are no rules {}", value.unwrap_or(&Value::Null)));
        match value {
            Some(Value::String(name)) => Counting::named(name).ok_or_else(unknown),
            Some(Value::Object(pairs)) => {
                let mut read = Object::default();
                for (key, value) in pairs {
                    read.set(key, value).ok_or_else(|| {
                        Refusal::new("rules", format!("there is no rule {key:?} with the value {value}"))
                    })?;
                }
                Ok(read.counting())
            }
            Some(_) => Err(unknown()),
            None => Err(Refusal::new("rules", "must be there: a name such as \"chinese\", or an object")),
        }
    }

    /// The names of the engine, and those of what it knows but for a button.
    fn named(name: &str) -> Option<Counting> {
        let plain = plain_name(name);
        let (known, missing) = match plain.as_str() {
            "agabutton" => ("aga", vec![BUTTON]),
            "ancientarea" | "ancientterritory" | "stonescoring" => (name, vec![TAX]),
            _ => (name, vec![]),
        };
        let RuleSet { rules, bonus } = known.parse().ok()?;
        let komi = match plain.as_str() {
            "agabutton" | "newzealand" | "nz" => 7.0,
            _ if rules == Rules::Japanese => 6.5,
            _ => 7.5,
        };
        Some(Counting { rules, komi, bonus, missing })
    }
}

/// Rules as keys and values. What is not said is as in Tromp-Taylor rules, but without suicide.
#[derive(Default)]
struct Object {
    territory: bool,
    friendly_pass: bool,
    /// Is there no territory in seki? If it is not said, that goes with the scoring.
    taxes_seki: Option<bool>,
    komi: Option<f32>,
    bonus: Option<HandicapBonus>,
    missing: Vec<&'static str>,
}

impl Object {
    fn set(&mut self, key: &str, value: &Value) -> Option<()> {
        match (key, value) {
            ("scoring" | "score", Value::String(scoring)) => {
                self.territory = match scoring.as_str() {
                    "AREA" => false,
                    "TERRITORY" => true,
                    _ => return None,
                }
            }
            // The engine repeats no position, which every rule for kos allows.
            ("ko", Value::String(ko)) if ["SIMPLE", "POSITIONAL", "SITUATIONAL"].contains(&ko.as_str()) => {}
            ("tax", Value::String(tax)) => match tax.as_str() {
                "NONE" | "SEKI" => self.taxes_seki = Some(tax == "SEKI"),
                "ALL" => self.missing.push(TAX),
                _ => return None,
            },
            ("suicide", Value::Bool(suicide)) => self.missing.extend(suicide.then_some(SUICIDE)),
            ("hasButton", Value::Bool(button)) => self.missing.extend(button.then_some(BUTTON)),
            ("friendlyPassOk", Value::Bool(friendly)) => self.friendly_pass = *friendly,
            ("whiteHandicapBonus", Value::String(bonus)) => self.bonus = Some(HandicapBonus::of_name(bonus)?),
            ("komi", value) => self.komi = Some(as_komi(value)?),
            _ => return None,
        }
        Some(())
    }

    fn counting(mut self) -> Counting {
        self.missing.extend(match (self.territory, self.taxes_seki) {
            (false, Some(true)) => Some(AREA_TAX),
            (true, Some(false)) => Some(SEKI_TERRITORY),
            _ => None,
        });
        let (rules, komi) = match (self.territory, self.friendly_pass) {
            (true, _) => (Rules::Japanese, 6.5),
            (false, true) => (Rules::Chinese, 7.5),
            (false, false) => (Rules::TrompTaylor, 7.5),
        };
        let (komi, bonus) = (self.komi.unwrap_or(komi), self.bonus.unwrap_or_default());
        Counting { rules, komi, bonus, missing: self.missing }
    }
}

/// Komis beyond this are not meant.
const MOST_KOMI: f64 = 400.0;

/// A komi in whole or half points.
pub(super) fn as_komi(value: &Value) -> Option<f32> {
    let komi = value.as_f64().filter(|komi| komi.abs() <= MOST_KOMI && (2.0 * komi).fract() == 0.0)?;
    Some(komi as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn counting(rules: &Value) -> Result<Counting, Refusal> {
        Counting::parse(Some(rules))
    }

    #[test]
    fn every_name_that_katrain_sends_is_known() {
        use Rules::{Chinese, Japanese, TrompTaylor};
        for (name, rules) in [
            ("japanese", Japanese),
            ("chinese", Chinese),
            ("korean", Japanese),
            ("aga", Chinese),
            ("tromp-taylor", TrompTaylor),
            ("new zealand", Chinese),
            ("stone_scoring", Chinese),
            ("french", Chinese),
            ("ogs", Chinese),
            ("cgos", TrompTaylor),
        ] {
            let counting = counting(&json!(name)).unwrap();
            assert_eq!(counting.rules, rules, "{name}");
            assert_eq!(counting.missing.is_empty(), name != "stone_scoring", "{name}");
        }
    }

    #[test]
    fn rules_by_keys_and_values() {
        let read = counting(&json!({
            "ko": "SIMPLE", "scoring": "TERRITORY", "tax": "SEKI", "suicide": false, "hasButton": false,
            "whiteHandicapBonus": "N-1", "friendlyPassOk": true, "komi": 5.5,
        }));
        let known =
            Counting { rules: Rules::Japanese, komi: 5.5, bonus: HandicapBonus::EachButOne, missing: vec![] };
        assert_eq!(read, Ok(known));
        assert_eq!(counting(&json!({})).unwrap().rules, Rules::TrompTaylor);
        for (rules, missing) in [
            (json!({"suicide": true, "tax": "ALL"}), vec![SUICIDE, TAX]),
            (json!({"scoring": "AREA", "tax": "SEKI"}), vec![AREA_TAX]),
            (json!({"scoring": "TERRITORY", "tax": "NONE"}), vec![SEKI_TERRITORY]),
            (json!({"scoring": "TERRITORY"}), vec![]),
        ] {
            assert_eq!(counting(&rules).unwrap().missing, missing, "{rules}");
        }
    }

    #[test]
    fn what_is_no_rule_is_refused() {
        for wrong in
            [json!("chess"), json!(3), json!({"ko": "NO"}), json!({"KO": "SIMPLE"}), json!({"komi": 0.3})]
        {
            assert_eq!(counting(&wrong).unwrap_err().field, "rules", "{wrong}");
        }
        assert!(Counting::parse(None).is_err());
    }
}
