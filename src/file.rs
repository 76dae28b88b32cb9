//! Files from outside, regular ones of bounded size, and files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
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

/// Writes a file whole or not at all: what was there stays until all is written. A device or a pipe is written to.
///
/// # Errors
/// It cannot be written.
pub fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    // Of a link that which it leads to.
    let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let known = fs::metadata(&file).ok();
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        return fs::write(file, bytes);
    }
    let mut part = file.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    let done = fs::write(&part, bytes)
        .and_then(|()| known.map_or(Ok(()), |known| fs::set_permissions(&part, known.permissions())))
        .and_then(|()| fs::rename(&part, &file));
    done.inspect_err(|_| _ = fs::remove_file(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn what_cannot_be_written_whole_leaves_what_was_there() {
        let file = made("whole", b"old");
        let part = PathBuf::from(format!("{}.part", file.display()));
        fs::create_dir(&part).unwrap();
        assert!(replace(&file, b"new").is_err());
        assert_eq!(fs::read(&file).unwrap(), b"old");
        fs::remove_dir(&part).unwrap();
        replace(&file, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(!part.exists());
        fs::remove_file(file).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_who_may_read_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let file = made("private", b"old");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        let link = file.with_extension("link");
        symlink(&file, &link).unwrap();
        replace(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read(&file).unwrap(), b"new");
        [link, file].iter().for_each(|path| fs::remove_file(path).unwrap());
    }

    #[test]
    fn text_is_utf_8() {
        let file = made("text", b"\xff");
        assert!(matches!(read_text(&file, 5), Err(ReadError::NoText)));
        fs::remove_file(file).unwrap();
    }
}
