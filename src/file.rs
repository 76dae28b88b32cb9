//! Files from outside: regular ones, of bounded size.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use thiserror::Error;

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum ReadError {
    /// What the system says.
    #[error("{0}")]
    System(#[from] io::Error),
    /// A folder, a pipe or a device: reading it might never end.
    #[error("it is no regular file")]
    NotRegular,
    /// It is larger than any file of its kind.
    #[error("it is larger than {} MiB", .0 >> 20)]
    TooLarge(u64),
    /// It is not UTF-8.
    #[error("it is no text")]
    NoText,
}

/// The bytes of a regular file of at most so many.
///
/// # Errors
/// It cannot be read, is no regular file or is larger.
pub fn read(file: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    // Asked before it is opened: opening a pipe waits for its other end.
    if !fs::metadata(file)?.is_file() {
        return Err(ReadError::NotRegular);
    }
    let mut bytes = Vec::new();
    File::open(file)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(ReadError::TooLarge(most)) } else { Ok(bytes) }
}

/// The text of a regular file of at most so many bytes; see [`read`].
///
/// # Errors
/// As for [`read`], and bytes that are no UTF-8.
pub fn read_text(file: &Path, most: u64) -> Result<String, ReadError> {
    String::from_utf8(read(file, most)?).map_err(|_| ReadError::NoText)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn made(name: &str, bytes: &[u8]) -> PathBuf {
        let file = std::env::temp_dir().join(format!("tengen-file-{}-{name}", std::process::id()));
        fs::write(&file, bytes).unwrap();
        file
    }

    #[test]
    fn what_is_no_regular_file_is_not_opened() {
        for path in ["/dev/zero", "/"] {
            assert!(matches!(read(Path::new(path), 10), Err(ReadError::NotRegular)), "{path}");
        }
        assert!(matches!(read(Path::new("/nowhere/at/all"), 10), Err(ReadError::System(_))));
    }

    #[test]
    fn the_bound_is_kept() {
        let file = made("bound", b"12345");
        assert_eq!(read(&file, 5).unwrap(), b"12345");
        assert!(matches!(read(&file, 4), Err(ReadError::TooLarge(4))));
        fs::remove_file(file).unwrap();
    }

    #[test]
    fn text_is_utf_8() {
        let file = made("text", b"\xff");
        assert!(matches!(read_text(&file, 5), Err(ReadError::NoText)));
        fs::remove_file(file).unwrap();
    }
}
