//! What a template says of its center.

use std::fmt;

/// What a diamond says of its empty center, as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Class {
    /// An own eye that counts as real.
    RealEye,
    /// An own eye that counts as false.
    FalseEye,
    /// An own eye that one move settles as real: see [`Entry::points`](super::Entry::points).
    ConvertibleEye,
    /// Makes a tiger's mouth.
    TigerMouth,
    /// Bends around the head of an enemy stone.
    Hane,
    /// Keeps enemy stones apart.
    Cut,
    /// Turns around the end of a contact (magari).
    Turn,
    /// Keeps own stones together.
    Connection,
    /// Stretches away from an own stone under pressure.
    Extension,
    /// A move on the first or second line that stops, slides under or makes a base.
    Edge,
    /// A stone thrown in: after its capture an enemy eye is false.
    TakesEye,
    /// A stone thrown in: what captures it may be captured (snapback).
    CapturesBack,
    /// Begins, takes or offers a ko.
    Ko,
    /// A stone thrown in on the vital point of an enemy eye space.
    Kills,
}

impl Class {
    /// All of them, with the names they have in files.
    pub const NAMES: [(Class, &str); 14] = [
        (Class::RealEye, "real-eye"),
        (Class::FalseEye, "false-eye"),
        (Class::ConvertibleEye, "convertible-eye"),
        (Class::TigerMouth, "tiger-mouth"),
        (Class::Hane, "hane"),
        (Class::Cut, "cut"),
        (Class::Turn, "turn"),
        (Class::Connection, "connection"),
        (Class::Extension, "extension"),
        (Class::Edge, "edge"),
        (Class::TakesEye, "takes-eye"),
        (Class::CapturesBack, "captures-back"),
        (Class::Ko, "ko"),
        (Class::Kills, "kills"),
    ];

    /// The class of that name.
    pub fn parse(name: &str) -> Option<Class> {
        Class::NAMES.iter().find(|(_, known)| *known == name).map(|&(class, _)| class)
    }
}

/// A set of classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Classes(u16);

impl Classes {
    /// No class.
    pub const NONE: Classes = Classes(0);

    /// The local moves that a player makes without reading.
    pub const GOOD_SHAPE: Classes = Classes::NONE
        .with(Class::TigerMouth)
        .with(Class::Hane)
        .with(Class::Cut)
        .with(Class::Turn)
        .with(Class::Connection)
        .with(Class::Extension)
        .with(Class::Edge);

    /// One stone given away for a purpose.
    pub const SACRIFICE: Classes =
        Classes::NONE.with(Class::TakesEye).with(Class::CapturesBack).with(Class::Ko).with(Class::Kills);

    /// The set and one more.
    #[must_use]
    pub const fn with(self, class: Class) -> Classes {
        Classes(self.0 | 1 << class as u8)
    }

    /// All classes of both sets.
    #[must_use]
    pub const fn union(self, other: Classes) -> Classes {
        Classes(self.0 | other.0)
    }

    /// Is the class in it?
    #[inline]
    pub const fn contains(self, class: Class) -> bool {
        self.0 >> class as u8 & 1 != 0
    }

    /// Do they share a class?
    #[inline]
    pub const fn intersects(self, other: Classes) -> bool {
        self.0 & other.0 != 0
    }

    /// Is there no class in it?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Classes {
    /// The names with blanks between them, or `none`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        let names = Class::NAMES.iter().filter(|(class, _)| self.contains(*class)).map(|&(_, name)| name);
        f.write_str(&names.collect::<Vec<_>>().join(" "))
    }
}
