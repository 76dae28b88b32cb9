//! Why templates are refused.

use crate::file::ReadError;
use std::path::PathBuf;
use thiserror::Error;

/// Why no table can be made.
#[derive(Debug, Error)]
pub enum PatternError {
    /// A template is wrong.
    #[error("{file}, line {line}: {reason}")]
    Template {
        /// The file.
        file: String,
        /// Its line, counted from 1.
        line: usize,
        /// What is wrong there.
        reason: DrawingFault,
    },
    /// A folder or file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Unreadable {
        /// The folder or file.
        path: PathBuf,
        /// Why not.
        reason: ReadError,
    },
    /// A folder without templates.
    #[error("there is no file *.pat in {}", .0.display())]
    NoFile(PathBuf),
    /// A file without templates.
    #[error("there is no template in {}", .0.display())]
    NoTemplate(PathBuf),
    /// Entries and blocks of them are numbered with 16 bits.
    #[error("the templates make more than 65536 different entries, or blocks of them")]
    TooManyEntries,
}

/// What is wrong with a template.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DrawingFault {
    /// The header names no class.
    #[error("'{0}' is no class")]
    Class(String),
    /// The header has no weight, or a bad one.
    #[error("'{0}' is no weight from 0 to 1000")]
    Weight(String),
    /// The header ends after the weight.
    #[error("the template has no name")]
    Name,
    /// The drawing ends too early.
    #[error("the drawing has fewer than five lines")]
    Unfinished,
    /// A line of the drawing has too many or too few points.
    #[error("this line of the drawing has {expected} points, not {found}")]
    Width {
        /// Points that belong there.
        expected: usize,
        /// Points that are there.
        found: usize,
    },
    /// An unknown symbol.
    #[error("'{0}' is no symbol of a point")]
    Symbol(char),
    /// Another symbol in the center.
    #[error("the center is '*', not '{0}'")]
    Center(char),
    /// Edges where no board can have them.
    #[error("no place on any board has its edges there")]
    Impossible,
}
