//! What a command is, and the table of all of them.

use super::arguments::Arguments;
use super::stream::Stream;
use super::{
    CommandError, Session, analyze, debug, facts, gogui, records, rules, score, servers, settings, setup,
    solve, standard, time, tools,
};

/// What a command answers.
pub(super) type Reply = Result<String, CommandError>;

/// Carries out a command that has one answer.
pub(super) type Handler = fn(&mut Session, &mut Arguments<'_>) -> Reply;

/// Carries out a command that answers line by line while it runs.
pub(super) type StreamHandler =
    fn(&mut Session, &mut Arguments<'_>, &mut Stream<'_>) -> Result<(), CommandError>;

/// How a command is carried out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    Answer(Handler),
    Stream(StreamHandler),
}

/// A command of the protocol.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    pub(super) name: &'static str,
    /// Its arguments as the documentation shows them.
    pub(super) arguments: &'static str,
    /// What it does, in one sentence.
    pub(super) summary: &'static str,
    pub(super) action: Action,
}

impl Command {
    /// A command that has one answer.
    pub(super) const fn new(
        name: &'static str,
        arguments: &'static str,
        summary: &'static str,
        handler: Handler,
    ) -> Command {
        Command { name, arguments, summary, action: Action::Answer(handler) }
    }

    /// A command that answers line by line while it runs.
    pub(super) const fn stream(
        name: &'static str,
        arguments: &'static str,
        summary: &'static str,
        handler: StreamHandler,
    ) -> Command {
        Command { name, arguments, summary, action: Action::Stream(handler) }
    }

    /// The name with the arguments.
    fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }

    /// A line for people.
    pub(super) fn explained(&self) -> String {
        format!("{}: {}", self.usage(), self.summary.replace('`', ""))
    }
}

/// All commands in groups, in the order of `list_commands`.
pub(super) const GROUPS: &[(&str, &[Command])] = &[
    ("The protocol and the game", standard::STANDARD_COMMANDS),
    ("Time", time::TIME_COMMANDS),
    ("Setup", setup::SETUP_COMMANDS),
    ("Game records", records::RECORDS_COMMANDS),
    ("Scoring", score::SCORE_COMMANDS),
    ("Analysis while it runs", analyze::ANALYZE_COMMANDS),
    ("GoGui", gogui::GOGUI_COMMANDS),
    ("Servers", servers::SERVERS_COMMANDS),
    ("Rules", rules::RULES_COMMANDS),
    ("Settings", settings::SETTINGS_COMMANDS),
    ("Tools", tools::TOOLS_COMMANDS),
    ("The engine's knowledge", facts::FACTS_COMMANDS),
    ("The capture solver", solve::SOLVE_COMMANDS),
    ("The engine's search", debug::DEBUG_COMMANDS),
];

/// The commands of a session: all, but chat only if it is wanted.
pub(super) fn commands(chat: bool) -> impl Iterator<Item = &'static Command> {
    let all = GROUPS.iter().flat_map(|(_, commands)| commands.iter());
    all.filter(move |command| chat || command.name != servers::CHAT)
}

/// All commands as a table in Markdown.
pub fn command_table() -> String {
    let row =
        |command: &Command| format!("| `{}` | {} |\n", command.usage().replace('|', "\\|"), command.summary);
    let group = |(title, commands): &(&str, &[Command])| {
        let rows: String = commands.iter().map(row).collect();
        format!("## {title}\n\n| command | answer or effect |\n|---|---|\n{rows}")
    };
    GROUPS.iter().map(group).collect::<Vec<_>>().join("\n")
}
