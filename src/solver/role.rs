//! The two sides of a question.

use crate::board::Color;
use std::fmt;
use std::ops::Not;
use std::str::FromStr;

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The enemy of the target.
    Attack,
    /// The owner of the target.
    Defend,
}

impl Role {
    /// The color that moves first, where the target is the `owner`'s.
    pub fn mover(self, owner: Color) -> Color {
        match self {
            Role::Attack => !owner,
            Role::Defend => owner,
        }
    }
}

impl Not for Role {
    type Output = Role;

    fn not(self) -> Role {
        match self {
            Role::Attack => Role::Defend,
            Role::Defend => Role::Attack,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Attack => "attack",
            Role::Defend => "defend",
        })
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Role, String> {
        match text {
            "attack" => Ok(Role::Attack),
            "defend" => Ok(Role::Defend),
            _ => Err(format!("'{text}' is neither attack nor defend")),
        }
    }
}
