//! What White gets for a handicap beside the komi.

use super::plain_name;

/// Points for White where Black has handicap stones; servers add them when they count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HandicapBonus {
    /// None.
    #[default]
    None,
    /// A point a stone.
    Each,
    /// A point for each stone but one.
    EachButOne,
}

impl HandicapBonus {
    /// Its name in KataGo's rules.
    pub fn name(self) -> &'static str {
        match self {
            HandicapBonus::None => "0",
            HandicapBonus::Each => "N",
            HandicapBonus::EachButOne => "N-1",
        }
    }

    /// That of the name, if it is one.
    pub fn of_name(name: &str) -> Option<HandicapBonus> {
        [HandicapBonus::None, HandicapBonus::Each, HandicapBonus::EachButOne]
            .into_iter()
            .find(|bonus| bonus.name() == name)
    }

    /// That of the rules which servers and programs call so. Chinese and AGA rules have one, for stones count in the area.
    pub fn of_rules(name: &str) -> HandicapBonus {
        match plain_name(name).as_str() {
            "chinese" | "chineseogs" | "chinesekgs" => HandicapBonus::Each,
            "aga" | "bga" | "french" | "agabutton" => HandicapBonus::EachButOne,
            _ => HandicapBonus::None,
        }
    }

    /// The points for so many stones.
    pub fn points(self, stones: u32) -> f32 {
        match self {
            HandicapBonus::None => 0.0,
            HandicapBonus::Each => stones as f32,
            HandicapBonus::EachButOne => stones.saturating_sub(1) as f32,
        }
    }
}
