//! Names, date, rules and result: what a record says beside the moves.

use super::main_line::RecordNode;
use super::properties;
use crate::game::GameInfo;
use sgf_parse::go::Prop;
use sgf_parse::{SgfProp as _, SimpleText};

const INFO_PROPERTIES: [&str; 5] = ["PB", "PW", "DT", "RU", "RE"];

pub(super) fn read_info(root: RecordNode<'_>) -> GameInfo {
    let mut info = GameInfo::default();
    for property in properties(root, &INFO_PROPERTIES).flatten() {
        let (place, text) = match property {
            Prop::PB(text) => (&mut info.players[0], text),
            Prop::PW(text) => (&mut info.players[1], text),
            Prop::DT(text) => (&mut info.date, text),
            Prop::RU(text) => (&mut info.rules, text),
            Prop::RE(text) => (&mut info.result, text),
            _ => continue,
        };
        *place = in_one_line(&text);
    }
    info
}

/// The text without line breaks; `None` if it is blank.
fn in_one_line(text: &SimpleText) -> Option<String> {
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    let line = text.text.replace(is_blank, " ");
    Some(line.trim().to_owned()).filter(|line| !line.is_empty())
}

pub(super) fn info_properties(info: &GameInfo) -> impl Iterator<Item = Prop> {
    let GameInfo { players: [black, white], date, rules, result } = info;
    let texts = INFO_PROPERTIES.into_iter().zip([black, white, date, rules, result]);
    texts.filter_map(|(name, text)| Some(Prop::new(name.to_owned(), vec![text.clone()?])))
}
