//! Parameters as a text file (TOML).

use super::{ParamError, Parameter, Parameters};
use crate::file::{self, FileError};
use std::fmt::Write;
use std::path::Path;
use thiserror::Error;
use toml::Table;

/// Why a text is no list of parameters.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TextError {
    /// Not UTF-8.
    #[error("it is no text")]
    NoText,
    /// Not TOML.
    #[error("line {line}: {message}")]
    Toml {
        /// Counted from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// A value that is neither a number nor a word.
    #[error("the value of {0} is neither a number nor a word")]
    NoScalar(String),
    /// A parameter that there is not, or a value out of range.
    #[error("{0}")]
    Param(#[from] ParamError),
}

/// The largest parameter file that is read, in bytes.
const PARAMS_BYTES: u64 = 1 << 20;

/// Changes the parameters that a file names.
///
/// # Errors
/// The file cannot be read or contains anything but known parameters with values in their range; nothing is changed then.
pub fn read<P: Parameters>(params: &mut P, file: &Path) -> Result<(), FileError<TextError>> {
    file::parsed(file, PARAMS_BYTES, |bytes| read_bytes(params, bytes))
}

/// Changes the parameters that the bytes of a file name; see [`read`].
///
/// # Errors
/// As for [`read`].
pub fn read_bytes<P: Parameters>(params: &mut P, bytes: &[u8]) -> Result<(), TextError> {
    let text = std::str::from_utf8(bytes).map_err(|_| TextError::NoText)?;
    let table: Table = toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let line = 1 + text.bytes().take(start).filter(|&byte| byte == b'\n').count();
        let message = error.message().lines().next().unwrap_or("it is no TOML").to_owned();
        TextError::Toml { line, message }
    })?;
    let mut changed = params.clone();
    for (name, value) in &table {
        // An unknown name is said before its value is looked at.
        changed.get(name)?;
        let text = match value {
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Float(number) => number.to_string(),
            toml::Value::Boolean(yes) => yes.to_string(),
            toml::Value::String(word) => word.clone(),
            _ => return Err(TextError::NoScalar(name.clone())),
        };
        changed.set(name, &text)?;
    }
    *params = changed;
    Ok(())
}

/// A parameter file with these values, in which everything is explained.
pub fn to_toml<P: Parameters>(params: &P) -> String {
    let mut text =
        String::from("# Parameters of Tengen: change what you like, leave out what you do not change.\n");
    let mut group = "";
    for parameter in P::list() {
        // Writing to a string cannot fail.
        if parameter.group != group {
            group = parameter.group;
            let _ = write!(text, "\n# {}\n", parameter.about);
        }
        let value = params.text_of(parameter.name).unwrap_or_default();
        let quote = if value.parse::<f64>().is_ok() { "" } else { "\"" };
        let Parameter { name, doc, range, .. } = parameter;
        let _ = write!(text, "\n# {doc}\n# It must be {range}.\n{name} = {quote}{value}{quote}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::tests::{All, Small, Switch};

    fn all(much: f32, many: u32, is_on: bool) -> All {
        All { small: Small { much, many }, switch: Switch { is_on } }
    }

    #[test]
    fn the_printed_file_is_read_back() {
        let changed = all(1234.5, 4, true);
        let mut again = All::default();
        read_bytes(&mut again, to_toml(&changed).as_bytes()).unwrap();
        assert_eq!(again, changed);
        let text = to_toml(&changed);
        assert!(text.contains("\n# How many, at most.\n# It must be from 1 to 8.\nmany = 4\n"), "{text}");
        assert!(text.contains("\n# More for tests\n"), "{text}");
    }

    #[test]
    fn a_file_may_name_some_only_and_say_true() {
        let mut params = All::default();
        read_bytes(&mut params, b"# mine\nis_on = true\nmuch = 3e3\n").unwrap();
        assert_eq!(params, all(3000.0, 3, true));
    }

    #[test]
    fn bad_files_get_one_sentence_and_change_nothing() {
        for (bytes, sentence) in [
            (&b"mny = 1"[..], "there is no parameter 'mny'; did you mean many?"),
            (b"is_on = 1\nmuch = -1", "much must be from 1.0 to 1000000000.0"),
            (b"much = ['much']", "the value of much is neither a number nor a word"),
            (b"many = 1.5", "'1.5' is no value for many, which must be from 1 to 8"),
            (b"many = true", "'true' is no value for many, which must be from 1 to 8"),
            (b"much = nan", "much must be from 1.0 to 1000000000.0"),
            (b"\xff\xfe", "it is no text"),
        ] {
            let mut params = All::default();
            assert_eq!(read_bytes(&mut params, bytes).unwrap_err().to_string(), sentence);
            assert_eq!(params, All::default());
        }
        let refusal = |bytes| read_bytes(&mut All::default(), bytes).unwrap_err().to_string();
        let error = refusal(b"is_on = 1\nmuch 5\n");
        assert!(error.starts_with("line 2: ") && !error.contains('\n'), "{error}");
        let error = refusal(b"is_on = 1\nis_on = 0\n");
        assert!(error.starts_with("line 2: duplicate key"), "{error}");
    }
}
