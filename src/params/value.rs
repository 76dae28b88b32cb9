//! What a parameter can be.

use super::ParamError;
use std::ops::RangeInclusive;

/// The kind of a parameter.
pub trait Value: Sized {
    /// What bounds it.
    type Range;

    /// Is it a yes or no?
    const IS_SWITCH: bool = false;

    /// Reads a text; `None` if it is of another kind.
    fn read(text: &str) -> Option<Self>;

    /// The text that is read back.
    fn write(&self) -> String;

    /// Is it within that range?
    fn is_within(&self, range: &Self::Range) -> bool;

    /// The range in words that follow "must be".
    fn describe(range: &Self::Range) -> String;

    /// Reads the value of the parameter of that name.
    ///
    /// # Errors
    /// It is of another kind or out of range.
    fn read_within(text: &str, range: &Self::Range, name: &'static str) -> Result<Self, ParamError> {
        let no_value = || ParamError::NoValue { name, text: text.to_owned(), range: Self::describe(range) };
        let value = Self::read(text).ok_or_else(no_value)?;
        if value.is_within(range) {
            Ok(value)
        } else {
            Err(ParamError::OutOfRange { name, range: Self::describe(range) })
        }
    }
}

macro_rules! numbers {
    ($($kind:ty),+) => {
        $(impl Value for $kind {
            type Range = RangeInclusive<$kind>;

            fn read(text: &str) -> Option<$kind> {
                text.parse().ok()
            }

            fn write(&self) -> String {
                self.to_string()
            }

            fn is_within(&self, range: &Self::Range) -> bool {
                range.contains(self)
            }

            fn describe(range: &Self::Range) -> String {
                format!("from {:?} to {:?}", range.start(), range.end())
            }
        })+
    };
}

numbers!(u8, u32, u64, f32);

/// Makes enums without fields kinds of parameters: each value by a word.
macro_rules! choices {
    ($($type:ty: $($word:literal $variant:ident),+;)+) => {
        $(impl $crate::params::Value for $type {
            type Range = ();

            fn read(text: &str) -> Option<$type> {
                match text {
                    $($word => Some(<$type>::$variant),)+
                    _ => None,
                }
            }

            fn write(&self) -> String {
                match self {
                    $(<$type>::$variant => $word.to_owned(),)+
                }
            }

            fn is_within(&self, (): &()) -> bool {
                true
            }

            fn describe((): &()) -> String {
                format!("one of {}", [$($word),+].join(", "))
            }
        })+
    };
}

pub(crate) use choices;

/// Yes or no, written as 1 or 0.
impl Value for bool {
    type Range = ();

    const IS_SWITCH: bool = true;

    fn read(text: &str) -> Option<bool> {
        match text {
            "1" | "true" | "on" => Some(true),
            "0" | "false" | "off" => Some(false),
            _ => None,
        }
    }

    fn write(&self) -> String {
        u8::from(*self).to_string()
    }

    fn is_within(&self, (): &()) -> bool {
        true
    }

    fn describe((): &()) -> String {
        "0 or 1".to_owned()
    }
}
