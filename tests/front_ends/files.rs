//! Files and folders that tests write.

use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder for what a test writes.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The path of a file with that content.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, content).unwrap();
    file.to_str().unwrap().to_owned()
}
