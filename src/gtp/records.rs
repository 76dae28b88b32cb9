//! Game records.

use super::arguments::{Arguments, whole_number};
use super::command::Command;
use super::setup::to_play_text;
use super::{CommandError, Reply, Session};
use crate::{file, sgf};
use std::path::Path;

pub(super) const RECORDS_COMMANDS: &[Command] = &[
    Command::new("loadsgf", "FILE [N]", "loads a game record, before its move N; whose turn it is", load),
    Command::new("printsgf", "[FILE]", "the game record, or writes it to a file", print),
    Command::new("savesgf", "FILE", "writes the game record to a file", save),
];

const BLANKS_IN_NAMES: &str = "a file name with blanks stands in double quotes";

fn load(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let file = arguments.word("a file name")?;
    let before = arguments.optional().map(|word| {
        let number = whole_number(word, usize::MAX).ok().filter(|&number| number > 0);
        number.ok_or_else(|| CommandError::Syntax(format!("'{word}' is no move number; {BLANKS_IN_NAMES}")))
    });
    let before = before.transpose()?;
    no_more(arguments)?;
    let game = sgf::load(Path::new(file), before, session.engine.game().komi())?;
    if let Some(rules) = game.info().and_then(|info| info.known_rules()) {
        session.engine.set_rule_set(rules);
    }
    session.engine.set_game(game);
    Ok(to_play_text(session))
}

fn print(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    if arguments.peek().is_some() { save(session, arguments) } else { Ok(record(session)) }
}

fn save(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let file = arguments.word("a file name")?;
    no_more(arguments)?;
    let record = record(session) + "\n";
    file::replace(Path::new(file), record.as_bytes()).map_err(CommandError::CannotSave)?;
    Ok(String::new())
}

/// Refuses words that are left: the first word of a name with blanks is the name of another file.
fn no_more(arguments: &mut Arguments<'_>) -> Result<(), CommandError> {
    arguments.optional().map_or(Ok(()), |word| {
        Err(CommandError::Syntax(format!("'{word}' is a word too many; {BLANKS_IN_NAMES}")))
    })
}

fn record(session: &Session) -> String {
    sgf::write_game(session.engine.game(), &session.engine.info())
}
