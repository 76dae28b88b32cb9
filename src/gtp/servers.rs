//! What the clients of KGS and CGOS tell and ask.

use super::arguments::Arguments;
use super::command::Command;
use super::{Reply, Session};
use crate::engine::NAME;
use crate::search::Watch;

/// The command that is known only where it is wanted.
pub(super) const CHAT: &str = "kgs-chat";

pub(super) const SERVERS_COMMANDS: &[Command] = &[
    Command::new(
        "kgs-genmove_cleanup",
        "COLOR",
        "like `genmove` after a dispute: captures what is dead and passes when there is nothing left",
        clean_up,
    ),
    Command::new("kgs-game_over", "", "nothing: the engine stops thinking and keeps the position", |_, _| {
        Ok(String::new())
    }),
    Command::new(CHAT, "game | private NAME TEXT …", "an answer to a chat; with `--kgs-chat` only", chat),
    Command::new("cgos-gameover", "RESULT", "nothing: the engine stops thinking", |_, _| Ok(String::new())),
    Command::new("cgos-opponent_name", "NAME", "notes who plays", |_, arguments| {
        log::info!("opponent: {}", arguments.joined());
        Ok(String::new())
    }),
    Command::new("cgos-opponent_rating", "RATING", "notes how well", |_, arguments| {
        log::info!("opponent's rating: {}", arguments.joined());
        Ok(String::new())
    }),
];

fn clean_up(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    let stop = || session.leash.ends_thinking();
    let decision = session.engine.clean_up(color, &mut Watch { stop: Some(&stop), ..Watch::default() });
    Ok(decision.to_string())
}

/// Answers what people ask a bot: how it stands.
fn chat(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let _ = (arguments.word("game or private")?, arguments.word("a name")?);
    let text = arguments.joined().to_ascii_lowercase();
    let asks = ["win", "score", "stand", "rate", "eval"].iter().any(|word| text.contains(word));
    Ok(match session.engine.findings().filter(|_| asks) {
        Some(findings) => {
            let best = findings.best();
            let rate = 100.0 * best.value.mean;
            format!(
                "I expected {} to win {rate:.0} % of the time, after {} playouts.",
                best.mv, findings.playouts
            )
        }
        None => format!("I am {NAME}. Ask me for my winrate."),
    })
}
