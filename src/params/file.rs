//! Parameters as a text file (TOML).

use super::{Group, ParamError, Params};
use std::fmt::Write;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;
use toml::{Table, Value};

/// Why a parameter file cannot be used; its text names the file.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("{}: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It is no parameter file.
    #[error("{}: {reason}", file.display())]
    Text {
        /// The file.
        file: PathBuf,
        /// Why not.
        reason: TextError,
    },
}

/// Why a text is no list of parameters.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TextError {
    /// Not UTF-8.
    #[error("it is no text")]
    NoText,
    /// Larger than any list of parameters.
    #[error("it is larger than 1 MiB")]
    TooLarge,
    /// Not TOML.
    #[error("line {line}: {message}")]
    Toml {
        /// Counted from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// A value that is no number.
    #[error("the value of {0} is no number")]
    NoNumber(String),
    /// A parameter that there is not, or a value out of range.
    #[error("{0}")]
    Param(#[from] ParamError),
}

/// The largest file that is read.
const MAX_BYTES: u64 = 1 << 20;

impl Params {
    /// Changes the parameters that a file names.
    ///
    /// # Errors
    /// The file cannot be read or contains anything but known parameters with numbers in their range;
    /// nothing is changed then.
    pub fn read(&mut self, file: &Path) -> Result<(), FileError> {
        let mut bytes = Vec::new();
        File::open(file)
            .and_then(|open| open.take(MAX_BYTES + 1).read_to_end(&mut bytes))
            .map_err(|error| FileError::Unreadable { file: file.to_owned(), error })?;
        self.read_bytes(&bytes).map_err(|reason| FileError::Text { file: file.to_owned(), reason })
    }

    /// Changes the parameters that the bytes of a file name; see [`Params::read`].
    ///
    /// # Errors
    /// As for [`Params::read`].
    pub fn read_bytes(&mut self, bytes: &[u8]) -> Result<(), TextError> {
        if bytes.len() as u64 > MAX_BYTES {
            return Err(TextError::TooLarge);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| TextError::NoText)?;
        let table: Table = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = 1 + text.bytes().take(start).filter(|&byte| byte == b'\n').count();
            let message = error.message().lines().next().unwrap_or("it is no TOML").to_owned();
            TextError::Toml { line, message }
        })?;
        let mut changed = self.clone();
        for (name, value) in &table {
            // An unknown name is said before its value is looked at.
            changed.get(name)?;
            let text = match value {
                Value::Integer(number) => number.to_string(),
                Value::Float(number) => number.to_string(),
                Value::Boolean(yes) => u8::from(*yes).to_string(),
                _ => return Err(TextError::NoNumber(name.clone())),
            };
            changed.set(name, &text)?;
        }
        *self = changed;
        Ok(())
    }

    /// A parameter file with these values, in which everything is explained.
    pub fn to_toml(&self) -> String {
        let groups = [
            (Group::Search, "The tree"),
            (Group::Playout, "The playouts; chances are percentages"),
            (Group::Engine, "Passing, resigning, dead stones, time and pondering"),
        ];
        let mut text =
            String::from("# Parameters of Tengen: change what you like, leave out what you do not change.\n");
        for (group, title) in groups {
            // Writing to a string cannot fail.
            let _ = write!(text, "\n# {title}\n");
            for name in Params::names_of(group) {
                let (doc, range) =
                    (Params::doc(name).unwrap_or_default(), Params::range(name).unwrap_or_default());
                let value = self.get(name).unwrap_or_default();
                let _ = write!(text, "\n# {doc}\n# From {} to {}.\n{name} = {value}\n", range.0, range.1);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_file_is_read_back() {
        let changed = Params { rave_final: 1234.5, ponder: 1, ..Params::default() };
        let mut read = Params::default();
        read.read_bytes(changed.to_toml().as_bytes()).unwrap();
        assert_eq!(read, changed);
        for name in Params::NAMES {
            assert!(changed.to_toml().contains(&format!("\n{name} = ")), "{name}");
        }
    }

    #[test]
    fn a_file_may_name_some_only_and_say_true() {
        let mut params = Params::default();
        params.read_bytes(b"# mine\nponder = true\nrave_final = 3e3\nexpand_visits = 8\n").unwrap();
        assert_eq!(params, Params { ponder: 1, rave_final: 3000.0, expand_visits: 8, ..Params::default() });
    }

    #[test]
    fn bad_files_get_one_sentence_and_change_nothing() {
        let long = vec![b'#'; MAX_BYTES as usize + 1];
        for (bytes, sentence) in [
            (&b"rave_finl = 1"[..], "there is no parameter 'rave_finl'; did you mean rave_final?"),
            (b"ponder = 1\nrave_final = -1", "rave_final must be from 1.0 to 1e9"),
            (b"rave_final = 'much'", "the value of rave_final is no number"),
            (b"expand_visits = 1.5", "'1.5' is no value for expand_visits"),
            (b"rave_final = nan", "rave_final must be from 1.0 to 1e9"),
            (b"\xff\xfe", "it is no text"),
            (&long, "it is larger than 1 MiB"),
        ] {
            let mut params = Params::default();
            assert_eq!(params.read_bytes(bytes).unwrap_err().to_string(), sentence);
            assert_eq!(params, Params::default());
        }
        let error = Params::default().read_bytes(b"ponder = 1\nrave_final 5\n").unwrap_err().to_string();
        assert!(error.starts_with("line 2: ") && !error.contains('\n'), "{error}");
        let error = Params::default().read_bytes(b"ponder = 1\nponder = 0\n").unwrap_err().to_string();
        assert!(error.starts_with("line 2: duplicate key"), "{error}");
    }
}
