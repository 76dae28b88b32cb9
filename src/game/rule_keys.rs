//! Rules as KataGo spells them out, in keys and values.

use super::{HandicapBonus, RuleSet, Rules};
use serde_json::Value;
use thiserror::Error;

/// Rules key by key; what the engine lacks of them can be told.
///
/// Source: KataGo's supported Go rules, <https://lightvector.github.io/KataGo/rules.html>.
#[derive(Clone, Debug)]
pub struct RuleKeys {
    territory: bool,
    friendly_pass: bool,
    suicide: bool,
    button: bool,
    /// If it is not said, it goes with the scoring.
    tax: Option<Tax>,
    bonus: HandicapBonus,
}

/// What does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tax {
    /// All counts.
    None,
    /// Points in a seki do not.
    Seki,
    /// Nor do two points of each group.
    All,
}

/// Why a key was not given a value.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RuleKeyError {
    /// There is no such key.
    #[error("there is no rule '{0}'")]
    Key(String),
    /// The key has no such value.
    #[error("{0} cannot be {1}")]
    Value(String, Value),
}

impl RuleKeys {
    /// The button, among what is missing.
    pub(crate) const BUTTON: &str = "a button";
    /// The tax on groups, among what is missing.
    pub(crate) const GROUP_TAX: &str = "a tax on groups";

    /// Those of the engine's own rules.
    pub fn new(RuleSet { rules, bonus }: RuleSet) -> RuleKeys {
        RuleKeys {
            territory: rules == Rules::Japanese,
            friendly_pass: rules != Rules::TrompTaylor,
            suicide: false,
            button: false,
            tax: None,
            bonus,
        }
    }

    /// Gives a key a value: a word, in capitals or not, or a truth, as a word or as it is.
    ///
    /// # Errors
    /// There is no such key, or it has no such value; all stays as it was then.
    pub fn set(&mut self, key: &str, value: &Value) -> Result<(), RuleKeyError> {
        let word = match value {
            Value::String(word) => word.to_ascii_uppercase(),
            other => other.to_string().to_ascii_uppercase(),
        };
        match (key, word.as_str()) {
            ("scoring" | "score", "AREA" | "TERRITORY") => self.territory = word == "TERRITORY",
            // The engine's own moves repeat no position, which every rule for kos allows.
            ("ko", "SIMPLE" | "POSITIONAL" | "SITUATIONAL") => {}
            ("tax", "NONE") => self.tax = Some(Tax::None),
            ("tax", "SEKI") => self.tax = Some(Tax::Seki),
            ("tax", "ALL") => self.tax = Some(Tax::All),
            ("suicide", "TRUE" | "FALSE") => self.suicide = word == "TRUE",
            ("hasButton", "TRUE" | "FALSE") => self.button = word == "TRUE",
            ("friendlyPassOk", "TRUE" | "FALSE") => self.friendly_pass = word == "TRUE",
            ("whiteHandicapBonus", name) if let Some(bonus) = HandicapBonus::of_name(name) => {
                self.bonus = bonus;
            }
            (
                "scoring" | "score" | "ko" | "tax" | "suicide" | "hasButton" | "friendlyPassOk"
                | "whiteHandicapBonus",
                _,
            ) => return Err(RuleKeyError::Value(key.to_owned(), value.clone())),
            _ => return Err(RuleKeyError::Key(key.to_owned())),
        }
        Ok(())
    }

    /// The rules of the engine that count most alike.
    pub fn rule_set(&self) -> RuleSet {
        let rules = match (self.territory, self.friendly_pass) {
            (true, _) => Rules::Japanese,
            (false, true) => Rules::Chinese,
            (false, false) => Rules::TrompTaylor,
        };
        RuleSet { rules, bonus: self.bonus }
    }

    /// What those rules of the engine lack.
    pub fn missing(&self) -> Vec<&'static str> {
        let tax = match (self.territory, self.tax) {
            (_, Some(Tax::All)) => Some(RuleKeys::GROUP_TAX),
            (false, Some(Tax::Seki)) => Some("a tax on area in seki"),
            (true, Some(Tax::None)) => Some("territory in seki"),
            _ => None,
        };
        [self.suicide.then_some("suicide"), self.button.then_some(RuleKeys::BUTTON), tax]
            .into_iter()
            .flatten()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn keys(pairs: &Value) -> Result<RuleKeys, RuleKeyError> {
        let mut keys = RuleKeys::new(RuleSet { rules: Rules::TrompTaylor, bonus: HandicapBonus::None });
        for (key, value) in pairs.as_object().unwrap() {
            keys.set(key, value)?;
        }
        Ok(keys)
    }

    #[test]
    fn rules_by_keys_and_values() {
        let read = keys(&json!({
            "ko": "SIMPLE", "scoring": "territory", "tax": "SEKI", "suicide": false, "hasButton": "false",
            "whiteHandicapBonus": "N-1", "friendlyPassOk": true,
        }));
        let known = RuleSet { rules: Rules::Japanese, bonus: HandicapBonus::EachButOne };
        assert_eq!(read.unwrap().rule_set(), known);
        for rules in [Rules::Chinese, Rules::Japanese, Rules::TrompTaylor] {
            let known = RuleSet { rules, bonus: HandicapBonus::Each };
            assert_eq!(RuleKeys::new(known).rule_set(), known);
        }
    }

    #[test]
    fn what_the_engine_lacks_is_told() {
        for (pairs, missing) in [
            (json!({"suicide": true, "tax": "ALL"}), vec!["suicide", "a tax on groups"]),
            (json!({"scoring": "AREA", "tax": "SEKI"}), vec!["a tax on area in seki"]),
            (json!({"scoring": "TERRITORY", "tax": "NONE"}), vec!["territory in seki"]),
            (json!({"scoring": "TERRITORY"}), vec![]),
            (json!({"hasButton": true}), vec!["a button"]),
        ] {
            assert_eq!(keys(&pairs).unwrap().missing(), missing, "{pairs}");
        }
    }

    #[test]
    fn what_is_no_rule_is_refused() {
        for (pairs, error) in [
            (json!({"ko": "NO"}), "ko cannot be \"NO\""),
            (json!({"suicide": 1}), "suicide cannot be 1"),
            (json!({"KO": "SIMPLE"}), "there is no rule 'KO'"),
        ] {
            assert_eq!(keys(&pairs).unwrap_err().to_string(), error);
        }
    }
}
