//! How the game is counted, in the names of the servers and programs.

use super::arguments::Arguments;
use super::command::Command;
use super::{CommandError, Reply, Session};
use crate::game::{RuleKeys, RuleSet, Rules};
use serde_json::{Map, Value, json};

pub(super) const RULES_COMMANDS: &[Command] = &[
    Command::new("kgs-rules", "japanese | chinese | aga | new_zealand", "sets the rules", set),
    Command::new(
        "kata-set-rules",
        "NAME | JSON",
        "sets the rules by a name such as `chinese` or `japanese`, or by keys and values as `kata-get-rules` prints them",
        set,
    ),
    Command::new("kata-set-rule", "KEY VALUE", "sets one of the keys, such as `scoring TERRITORY`", set_one),
    Command::new("kata-get-rules", "", "the rules as JSON", |session, _| {
        Ok(Value::Object(described(session.engine.rule_set())).to_string())
    }),
];

/// AGA and New Zealand rules count as Chinese ones do, but for a handicap; suicide is refused in all.
fn set(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let told = if arguments.peek().is_some_and(|word| word.starts_with('{')) {
        let pairs: Map<String, Value> = serde_json::from_str(arguments.text())
            .map_err(|_| CommandError::Syntax("that is no JSON object".to_owned()))?;
        changed(session.engine.rule_set(), &pairs)?
    } else {
        let first = arguments.word("the name of the rules")?;
        // Records, and Ogatak with them, have names of two words, such as New Zealand.
        let name = arguments.rest().fold(first.to_owned(), |name, word| name + " " + word);
        name.parse().map_err(|_| CommandError::Rules(name))?
    };
    session.engine.set_rule_set(told);
    Ok(String::new())
}

fn set_one(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let (key, value) = (arguments.word("a key")?, arguments.word("a value")?);
    let pair = Map::from_iter([(key.to_owned(), json!(value))]);
    let told = changed(session.engine.rule_set(), &pair)?;
    session.engine.set_rule_set(told);
    Ok(String::new())
}

/// The rules in KataGo's keys and values.
fn described(RuleSet { rules, bonus }: RuleSet) -> Map<String, Value> {
    let territory = rules == Rules::Japanese;
    let pairs = [
        ("friendlyPassOk", json!(rules != Rules::TrompTaylor)),
        ("hasButton", json!(false)),
        ("ko", json!("POSITIONAL")),
        ("scoring", json!(if territory { "TERRITORY" } else { "AREA" })),
        ("suicide", json!(false)),
        ("tax", json!(if territory { "SEKI" } else { "NONE" })),
        ("whiteHandicapBonus", json!(bonus.name())),
    ];
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// The rules after those keys have been given those values. What they do not name stays, but the tax goes with the
/// scoring.
fn changed(before: RuleSet, pairs: &Map<String, Value>) -> Result<RuleSet, CommandError> {
    let mut keys = RuleKeys::new(before);
    for (key, value) in pairs {
        keys.set(key, value).map_err(|error| CommandError::Rules(error.to_string()))?;
    }
    match keys.missing() {
        missing if missing.is_empty() => Ok(keys.rule_set()),
        missing => Err(CommandError::Rules(missing.join(" and "))),
    }
}
