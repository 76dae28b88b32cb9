//! What searches have found, kept in a file as they find it, so that a run of hours that is stopped can go on.

use crate::cli::files::{unreadable, unwritable};
use crate::solver::Finding;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The findings of a file, one a line of JSON.
pub(super) struct KeptFindings {
    path: PathBuf,
    kept: Mutex<Kept>,
}

struct Kept {
    file: File,
    found: HashMap<String, Finding>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct FindingLine<F> {
    /// The question, and how it was asked.
    asked: String,
    found: F,
}

impl KeptFindings {
    /// A file without findings, or to `resume` with, one in which an earlier run has left some. A line that the end of that
    /// run has cut is forgotten.
    ///
    /// # Errors
    /// It cannot be read or written, or holds findings that are not wanted: they may have taken hours.
    pub(super) fn open(path: PathBuf, resume: bool) -> io::Result<KeptFindings> {
        let old = text_of(&path)?;
        if !resume && !old.is_empty() {
            let name = path.display();
            let why = "holds what an earlier run has found: go on with --resume, or remove it to begin anew";
            return Err(io::Error::other(format!("{name} {why}")));
        }
        let read = |line: &str| serde_json::from_str::<FindingLine<Finding>>(line).ok();
        let found = old.lines().filter_map(read).map(|line| (line.asked, line.found)).collect();
        let kept = opened(&path, &old).map(|file| Kept { file, found });
        let kept = Mutex::new(kept.map_err(|error| unwritable(&path, &error))?);
        Ok(KeptFindings { path, kept })
    }

    /// What was found of that, or what the search finds now.
    ///
    /// # Errors
    /// Those of the search, and that its finding cannot be kept.
    pub(super) fn find(
        &self,
        asked: String,
        search: impl FnOnce() -> io::Result<Finding>,
    ) -> io::Result<Finding> {
        if let Some(found) = self.kept.lock().found.get(&asked) {
            return Ok(found.clone());
        }
        let found = search()?;
        let line = serde_json::to_string(&FindingLine { asked: asked.clone(), found: &found })?;
        let mut kept = self.kept.lock();
        writeln!(kept.file, "{line}").map_err(|error| unwritable(&self.path, &error))?;
        kept.found.insert(asked, found.clone());
        Ok(found)
    }
}

/// The file with that text, to which lines can be added.
fn opened(path: &Path, old: &str) -> io::Result<File> {
    let mut file = File::options().append(true).create(true).open(path)?;
    if !old.is_empty() && !old.ends_with('\n') {
        writeln!(file)?;
    }
    Ok(file)
}

/// The text of the file, nothing where there is none.
fn text_of(path: &Path) -> io::Result<String> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(|error| unreadable(path, error)),
    }
}
