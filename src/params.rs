//! Tunable numbers: each is declared once, where it is used, with its meaning, its default and its range.

mod file;
mod value;

pub use file::{TextError, read, read_bytes, to_toml};
pub use value::Value;

use thiserror::Error;

/// Why a parameter was not changed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ParamError {
    /// There is no such parameter.
    #[error("there is no parameter '{name}'{}", nearest.map_or(String::new(), |name| format!("; did you mean {name}?")))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The parameter whose name is most like it, if one is.
        nearest: Option<&'static str>,
    },
    /// The text is no value of the parameter's kind.
    #[error("'{text}' is no value for {name}, which must be {range}")]
    NoValue {
        /// The parameter.
        name: &'static str,
        /// What was given.
        text: String,
        /// What it can be.
        range: String,
    },
    /// Outside its range.
    #[error("{name} must be {range}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// What it can be.
        range: String,
    },
}

/// What is said of a parameter beside its value.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub doc: String,
    /// What it can be, as `from 0.0 to 1.0`.
    pub range: String,
    /// Is it a yes or no?
    pub is_switch: bool,
    /// The group that declares it.
    pub group: &'static str,
    /// What the group is about.
    pub about: &'static str,
}

/// A group of parameters, or several groups together.
pub trait Parameters: Clone + Default {
    /// What there is, in order.
    fn list() -> Vec<Parameter>;

    /// The value of a parameter as text; `None` if there is no such parameter.
    fn text_of(&self, name: &str) -> Option<String>;

    /// Changes a parameter; `None` if there is no such parameter.
    ///
    /// # Errors
    /// No value of its kind, or out of range; nothing is changed then.
    fn change(&mut self, name: &str, text: &str) -> Option<Result<(), ParamError>>;

    /// The value of a parameter as text.
    ///
    /// # Errors
    /// There is no parameter of that name.
    fn get(&self, name: &str) -> Result<String, ParamError> {
        self.text_of(name).ok_or_else(|| unknown::<Self>(name))
    }

    /// Changes a parameter.
    ///
    /// # Errors
    /// No such parameter, no value of its kind, or out of range; nothing is changed then.
    fn set(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
        self.change(name, text).unwrap_or_else(|| Err(unknown::<Self>(name)))
    }

    /// Is every value in its range? Those that have come from another process need not be.
    fn is_in_range(&self) -> bool {
        let may_be_set = |Parameter { name, .. }| {
            let text = self.text_of(name);
            text.is_some_and(|text| self.clone().set(name, &text).is_ok())
        };
        Self::list().into_iter().all(may_be_set)
    }
}

fn unknown<P: Parameters>(name: &str) -> ParamError {
    /// Names less alike than this are no slips of the finger.
    const ALIKE: f64 = 0.7;
    let alike = |known: &&str| strsim::normalized_damerau_levenshtein(known, name);
    // One much longer than a known name is not like it; one as long as a line can be would take seconds to compare.
    let known = P::list().into_iter().map(|parameter| parameter.name);
    let known = known.filter(|known| name.len() <= 2 * known.len());
    let nearest = known.max_by(|a, b| alike(a).total_cmp(&alike(b))).filter(|known| alike(known) >= ALIKE);
    ParamError::Unknown { name: name.to_owned(), nearest }
}

/// Declares a group: a struct with a field for each parameter, its default and its range. The first words name the group.
macro_rules! parameters {
    (
        $group:literal, $about:literal:
        $(#[doc = $title:literal])+
        $vis:vis struct $type:ident {
            $($(#[doc = $doc:literal])+ $name:ident: $kind:ty = $default:expr, $range:expr;)+
        }
    ) => {
        $(#[doc = $title])+
        #[derive(Clone, Copy, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize)]
        $vis struct $type {
            $($(#[doc = $doc])+ pub $name: $kind,)+
        }

        impl Default for $type {
            fn default() -> $type {
                $type { $($name: $default,)+ }
            }
        }

        impl $crate::params::Parameters for $type {
            fn list() -> Vec<$crate::params::Parameter> {
                use $crate::params::Value;
                vec![$($crate::params::Parameter {
                    name: stringify!($name),
                    doc: [$($doc),+].concat().trim().to_owned(),
                    range: <$kind>::describe(&$range),
                    is_switch: <$kind>::IS_SWITCH,
                    group: $group,
                    about: $about,
                }),+]
            }

            fn text_of(&self, name: &str) -> Option<String> {
                use $crate::params::Value;
                match name {
                    $(stringify!($name) => Some(self.$name.write()),)+
                    _ => None,
                }
            }

            fn change(&mut self, name: &str, text: &str) -> Option<Result<(), $crate::params::ParamError>> {
                match name {
                    $(stringify!($name) => {
                        let read = $crate::params::Value::read_within(text, &$range, stringify!($name));
                        Some(read.map(|value| self.$name = value))
                    })+
                    _ => None,
                }
            }
        }
    };
}

/// Puts groups together: a struct with a field for each.
macro_rules! parameter_groups {
    ($(#[doc = $title:literal])+ $vis:vis struct $type:ident { $($(#[doc = $doc:literal])+ $name:ident: $group:ty,)+ }) => {
        $(#[doc = $title])+
        #[derive(Clone, Debug, Default, PartialEq, ::serde::Serialize, ::serde::Deserialize)]
        $vis struct $type {
            $($(#[doc = $doc])+ pub $name: $group,)+
        }

        impl $crate::params::Parameters for $type {
            fn list() -> Vec<$crate::params::Parameter> {
                [$(<$group>::list()),+].concat()
            }

            fn text_of(&self, name: &str) -> Option<String> {
                None$(.or_else(|| self.$name.text_of(name)))+
            }

            fn change(&mut self, name: &str, text: &str) -> Option<Result<(), $crate::params::ParamError>> {
                None$(.or_else(|| self.$name.change(name, text)))+
            }
        }
    };
}

pub(crate) use value::choices;
pub(crate) use {parameter_groups, parameters};

#[cfg(test)]
mod tests {
    use super::*;

    parameters! {
        "small", "Numbers for tests":
        /// A few numbers.
        pub(super) struct Small {
            /// How much.
            much: f32 = 5.0, 1.0..=1e9;
            /// How many,
            /// at most.
            many: u32 = 3, 1..=8;
        }
    }

    parameters! {
        "switch", "More for tests":
        /// A switch.
        pub(super) struct Switch {
            /// Is it on?
            is_on: bool = false, ();
        }
    }

    parameter_groups! {
        /// All of them.
        pub(super) struct All {
            /// Numbers.
            small: Small,
            /// A switch.
            switch: Switch,
        }
    }

    #[test]
    fn defaults_are_in_range_and_survive_a_round_trip() {
        let mut all = All::default();
        for parameter in All::list() {
            let text = all.get(parameter.name).unwrap();
            assert_eq!(all.set(parameter.name, &text), Ok(()), "{}", parameter.name);
        }
        assert_eq!(all, All::default());
        assert!(all.is_in_range());
        all.switch.is_on = true;
        assert!(all.is_in_range());
        for much in [0.5, f32::NAN, f32::INFINITY] {
            all.small.much = much;
            assert!(!all.is_in_range(), "{much}");
        }
    }

    #[test]
    fn what_is_said_of_a_parameter() {
        let list = All::list();
        let said = |index: usize| {
            let Parameter { name, doc, range, is_switch, group, .. } = &list[index];
            (*name, doc.as_str(), range.as_str(), *is_switch, *group)
        };
        assert_eq!(said(1), ("many", "How many, at most.", "from 1 to 8", false, "small"));
        assert_eq!(said(2), ("is_on", "Is it on?", "0 or 1", true, "switch"));
    }

    #[test]
    fn unknown_names_get_the_nearest_known_one() {
        let refusal = |name: &str| All::default().set(name, "1").unwrap_err().to_string();
        assert_eq!(refusal("mny"), "there is no parameter 'mny'; did you mean many?");
        assert_eq!(refusal("is-on"), "there is no parameter 'is-on'; did you mean is_on?");
        assert_eq!(refusal("xyzzy"), "there is no parameter 'xyzzy'");
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut all = All::default();
        for (name, text, sentence) in [
            ("much", "some", "'some' is no value for much, which must be from 1.0 to 1000000000.0"),
            ("much", "0.5", "much must be from 1.0 to 1000000000.0"),
            ("much", "NaN", "much must be from 1.0 to 1000000000.0"),
            ("many", "1.5", "'1.5' is no value for many, which must be from 1 to 8"),
            ("is_on", "2", "'2' is no value for is_on, which must be 0 or 1"),
        ] {
            assert_eq!(all.set(name, text).unwrap_err().to_string(), sentence);
        }
        assert_eq!(all, All::default());
    }
}
