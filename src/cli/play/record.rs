//! A game with all that a record keeps of it: who plays, by which rules, at which level.

use super::graph::Rates;
use crate::board::Color;
use crate::engine::{Engine, SkillLevel};
use crate::file::{self, ReadError};
use crate::game::{Game, GameInfo, RuleSet};
use crate::sgf::{self, SgfError};
use std::path::{Path, PathBuf};

/// What the person is called where nobody says another name.
const PERSON: &str = "Person";

/// A game that can be gone on with.
pub(super) struct Shelved {
    pub(super) game: Game,
    pub(super) person: Color,
    pub(super) rules: RuleSet,
    /// `None` is as well as it can.
    pub(super) level: Option<SkillLevel>,
    pub(super) rates: Rates,
}

impl Shelved {
    /// Has the person moved in it?
    pub(super) fn is_begun(&self) -> bool {
        self.game.turns().iter().any(|turn| turn.color == self.person)
    }
}

/// The game of a record; one that names no komi has the first of these without a handicap, the second with one.
pub(in crate::cli) fn game_of(record: &[u8], komis: [f32; 2]) -> Result<Game, SgfError> {
    let text = sgf::text_of(record);
    let [even, handicap] = komis;
    let game = sgf::read_game(&text, None, even)?;
    // Only a record that names no komi is another game then.
    if game.stones_ahead() > 0 { sgf::read_game(&text, None, handicap) } else { Ok(game) }
}

/// Reads a game. Tengen is who is called so, at the level beside its name, if there is one; in a record without it the person is
/// whoever moves next. What the record does not say is as in `present`, but for the komi, which [`game_of`] takes from `komis`.
pub(super) fn read(file: &Path, present: &Engine, komis: [f32; 2]) -> Result<Shelved, SgfError> {
    let mut game = game_of(&file::read(file, sgf::RECORD_BYTES)?, komis)?;
    let info = game.info().unwrap_or_default();
    let [black, white] = &info.players;
    let players = Color::ALL.into_iter().zip([black, white]);
    let engine =
        players.filter_map(|(color, name)| Some((color, name.as_deref()?))).find(|(_, name)| is_tengen(name));
    let level = engine.and_then(|(_, name)| level_in(name)).or(present.level());
    let rules = info.known_rules().unwrap_or(present.rule_set());
    let person = engine.map_or(game.board().to_play(), |(color, _)| !color);
    match info.result.as_deref().map(str::to_ascii_uppercase).as_deref() {
        Some("B+R" | "B+RESIGN") => game.resign(Color::White),
        Some("W+R" | "W+RESIGN") => game.resign(Color::Black),
        _ => {}
    }
    Ok(Shelved { game, person, rules, level, rates: Rates::new() })
}

fn is_tengen(name: &str) -> bool {
    name.split(|c: char| !c.is_alphanumeric()).next() == Some("Tengen")
}

/// The level in a player's name.
fn level_in(name: &str) -> Option<SkillLevel> {
    let (_, level) = name.rsplit_once(", level ")?;
    SkillLevel::new(level.split(' ').next()?.parse().ok()?)
}

/// The name of a file without the quotes in which people put one, as a shell wants it where it has blanks.
pub(super) fn unquoted(name: &str) -> &str {
    let inner = |quote: char| name.strip_prefix(quote)?.strip_suffix(quote);
    inner('"').or_else(|| inner('\'')).unwrap_or(name)
}

/// The file that a person names; `~/` is the person's own folder.
pub(super) fn file_named(name: &str) -> PathBuf {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    match name.strip_prefix("~/").zip(home) {
        Some((rest, home)) => Path::new(&home).join(rest),
        None => PathBuf::from(name),
    }
}

/// Saves the engine's game, and says so or why not.
pub(super) fn save(name: &str, engine: &Engine, person: Color) -> String {
    if name.is_empty() {
        return "Where to? Type save and a file name.".to_owned();
    }
    let file = file_named(name);
    if holds_more(&file) {
        return format!("{name} holds more than the moves of a game: save under another name.");
    }
    let record = sgf::write_game(engine.game(), &info(engine, person)) + "\n";
    match file::replace(&file, record.as_bytes()) {
        Ok(()) => format!("Saved as {name}."),
        Err(error) => format!("It cannot be saved as {name}: {error}."),
    }
}

/// Does the file hold what a game saved in its place would lose?
fn holds_more(file: &Path) -> bool {
    match file::read(file, sgf::RECORD_BYTES) {
        Ok(record) => !sgf::is_bare(&sgf::text_of(&record)),
        Err(ReadError::TooLarge(_)) => true,
        // There is none, or writing says what is wrong with it.
        Err(_) => false,
    }
}

/// What the record says beside the moves.
fn info(engine: &Engine, person: Color) -> GameInfo {
    let mut known = engine.info();
    for color in Color::ALL {
        let player = &mut known.players[color.index()];
        *player = Some(match player.take() {
            None if color == person => PERSON.to_owned(),
            // Others keep theirs: who made the moves of a record, too, that has only been looked at.
            Some(name) if color == person || !is_tengen(&name) => name,
            _ => engine.player_name(),
        });
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_persons_own_folder_is_known() {
        for name in ["my game.sgf", "~me/game.sgf", "~"] {
            assert_eq!(file_named(name), Path::new(name));
        }
        if let Some(home) = std::env::var_os("HOME").filter(|home| !home.is_empty()) {
            assert_eq!(file_named("~/game.sgf"), Path::new(&home).join("game.sgf"));
        }
    }

    #[test]
    fn tengen_is_known_by_its_name() {
        let of = |name: &str| is_tengen(name).then(|| level_in(name).map(SkillLevel::number));
        assert_eq!(of("Tengen 0.2.0, level 3"), Some(Some(3)));
        assert_eq!(of("Tengen, level 5 (13k)"), Some(Some(5)), "as the page writes it");
        assert_eq!((of("Tengen 0.2.0"), of("Tengen, level 99")), (Some(None), Some(None)));
        assert_eq!((of("Tengenfriend, level 3"), of("Person")), (None, None));
    }
}
