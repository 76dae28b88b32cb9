//! How the game is counted, in the names of the servers and programs.

use super::arguments::Arguments;
use super::command::Command;
use super::{CommandError, Reply, Session};
use crate::game::Rules;
use serde_json::json;

pub(super) const RULES_COMMANDS: &[Command] = &[
    Command::new("kgs-rules", "japanese | chinese | aga | new_zealand", "sets the rules", set),
    Command::new("kata-set-rules", "NAME", "sets the rules by a name such as `chinese` or `japanese`", set),
    Command::new("kata-get-rules", "", "the rules as JSON", get),
];

/// AGA and New Zealand rules count as Chinese ones do; suicide is refused in all.
fn set(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let name = arguments.word("the name of the rules")?;
    let rules: Rules = name.parse().map_err(|_| CommandError::Rules(name.to_owned()))?;
    session.engine.set_rules(rules);
    Ok(String::new())
}

fn get(session: &mut Session, _: &mut Arguments<'_>) -> Reply {
    let scoring = if session.engine.rules() == Rules::Japanese { "TERRITORY" } else { "AREA" };
    let tax = if session.engine.rules() == Rules::Japanese { "SEKI" } else { "NONE" };
    Ok(json!({
        "friendlyPassOk": session.engine.rules() != Rules::TrompTaylor,
        "hasButton": false,
        "ko": "POSITIONAL",
        "scoring": scoring,
        "suicide": false,
        "tax": tax,
        "whiteHandicapBonus": "0",
    })
    .to_string())
}
