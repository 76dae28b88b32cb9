//! Files that commands read and write: what is wrong with one is told with its name.

use crate::file::{self, Whole};
use serde_json::Value;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// What stands for standard input.
pub(super) const INPUT: &str = "-";

/// What a file holds, or standard input.
pub(super) fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(match path.to_str() {
        Some(INPUT) => Box::new(io::stdin().lock()),
        _ => Box::new(BufReader::new(File::open(path).map_err(|error| unreadable(path, error))?)),
    })
}

/// A file that takes its name when it is whole.
pub(super) struct NamedFile {
    path: PathBuf,
    file: Whole,
}

/// Creates a file that takes its name when it is whole.
pub(super) fn create(path: &Path) -> io::Result<NamedFile> {
    let file = Whole::create(path).map_err(|error| unwritable(path, &error))?;
    Ok(NamedFile { path: path.to_owned(), file })
}

impl NamedFile {
    /// All is written: it takes its name.
    pub(super) fn finish(self) -> io::Result<()> {
        let NamedFile { path, file } = self;
        file.finish().map_err(|error| unwritable(&path, &error))
    }
}

impl Write for NamedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| unwritable(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| unwritable(&self.path, &error))
    }
}

/// Writes a file whole or not at all.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    file::replace(path, bytes).map_err(|error| unwritable(path, &error))
}

/// Makes a folder and those that it lies in, as far as they are missing.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
        .map_err(|error| io::Error::new(error.kind(), format!("cannot make {}: {error}", path.display())))
}

/// Why a file cannot be read.
pub(super) fn unreadable(path: &Path, reason: impl Display) -> io::Error {
    io::Error::other(format!("cannot read {}: {reason}", path.display()))
}

/// Why a line of a file, counted from 1, cannot be used.
pub(super) fn unusable(path: &Path, line: usize, reason: impl Display) -> io::Error {
    io::Error::other(format!("{}, line {line}: {reason}", path.display()))
}

/// What a line of a file says in JSON.
pub(super) fn parsed_line(path: &Path, line: usize, text: &str) -> io::Result<Value> {
    // The parser sees one line, which it calls the first.
    let wrong = |error: serde_json::Error| error.to_string().replace("line 1 column", "column");
    serde_json::from_str(text).map_err(|error| unusable(path, line, wrong(error)))
}

/// Why a file or a folder cannot be written.
pub(super) fn unwritable(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
}
