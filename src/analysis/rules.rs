//! KataGo's rules as those of the engine.

use super::refusal::Refusal;
use crate::game::{HandicapBonus, MOST_KOMI, RuleKeys, RuleSet, Rules, is_komi, plain_name};
use serde_json::{Map, Value};

/// The rules of a query: those of the engine that count most alike, and what they leave to the komi.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Counting {
    pub(super) rule_set: RuleSet,
    /// The komi if the query has none.
    pub(super) komi: f32,
    /// What of the rules the engine does not know.
    pub(super) missing: Vec<&'static str>,
}

impl Counting {
    /// Reads a name or an object.
    pub(super) fn parse(value: Option<&Value>) -> Result<Counting, Refusal> {
        let unknown =
            || Refusal::new("rules", format!("there are no rules {}", value.unwrap_or(&Value::Null)));
        match value {
            Some(Value::String(name)) => Counting::named(name).ok_or_else(unknown),
            Some(Value::Object(pairs)) => Counting::spelled_out(pairs),
            Some(_) => Err(unknown()),
            None => Err(Refusal::new("rules", "must be there: a name such as \"chinese\", or an object")),
        }
    }

    /// The names of the engine, and those of what it knows but for a button.
    fn named(name: &str) -> Option<Counting> {
        let plain = plain_name(name);
        let (known, missing) = match plain.as_str() {
            "agabutton" => ("aga", vec![RuleKeys::BUTTON]),
            "ancientarea" | "ancientterritory" | "stonescoring" => (name, vec![RuleKeys::GROUP_TAX]),
            _ => (name, vec![]),
        };
        let rule_set = known.parse().ok()?;
        let komi = match plain.as_str() {
            "agabutton" | "newzealand" | "nz" => 7.0,
            _ => usual_komi(rule_set),
        };
        Some(Counting { rule_set, komi, missing })
    }

    /// By keys and values. What is not said is as in Tromp-Taylor rules, but without suicide.
    fn spelled_out(pairs: &Map<String, Value>) -> Result<Counting, Refusal> {
        let mut keys = RuleKeys::new(RuleSet { rules: Rules::TrompTaylor, bonus: HandicapBonus::None });
        let mut told = None;
        for (key, value) in pairs {
            if key == "komi" {
                told = Some(as_komi("rules", value)?);
            } else {
                keys.set(key, value).map_err(|error| Refusal::new("rules", error))?;
            }
        }
        let rule_set = keys.rule_set();
        Ok(Counting { rule_set, komi: told.unwrap_or_else(|| usual_komi(rule_set)), missing: keys.missing() })
    }
}

/// The komi of the rules if nothing else is said.
fn usual_komi(RuleSet { rules, .. }: RuleSet) -> f32 {
    if rules == Rules::Japanese { 6.5 } else { 7.5 }
}

/// A komi in whole or half points, which that field gives.
pub(super) fn as_komi(field: &str, value: &Value) -> Result<f32, Refusal> {
    let komi = value.as_f64().filter(|komi| (2.0 * komi).fract() == 0.0).map(|komi| komi as f32);
    komi.filter(|&komi| is_komi(komi)).ok_or_else(|| {
        Refusal::new(field, format!("komi must be a whole or half number from -{MOST_KOMI} to {MOST_KOMI}"))
    })
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
            assert_eq!(counting.rule_set.rules, rules, "{name}");
            assert_eq!(counting.missing.is_empty(), name != "stone_scoring", "{name}");
        }
    }

    #[test]
    fn rules_by_keys_and_values() {
        let read = counting(&json!({"scoring": "TERRITORY", "tax": "NONE", "komi": 5.5})).unwrap();
        let known = RuleSet { rules: Rules::Japanese, bonus: HandicapBonus::None };
        assert_eq!(read, Counting { rule_set: known, komi: 5.5, missing: vec!["territory in seki"] });
        let silent = counting(&json!({})).unwrap();
        assert_eq!((silent.rule_set.rules, silent.komi), (Rules::TrompTaylor, 7.5));
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
