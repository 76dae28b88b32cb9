//! Files from outside, regular ones of bounded size, and files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file cannot be read.
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

/// Why a file of some kind cannot be used; its text names the file.
#[derive(Debug, Error)]
pub enum FileError<R> {
    /// It cannot be read.
    #[error("{}: {reason}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why not.
        reason: ReadError,
    },
    /// It is none of its kind.
    #[error("{}: {reason}", file.display())]
    Content {
        /// The file.
        file: PathBuf,
        /// Why not.
        reason: R,
    },
}

/// What `parse` makes of the bytes of a file; see [`read`].
///
/// # Errors
/// As for [`read`], and those of `parse`.
pub fn parsed<T, R>(
    file: &Path,
    most: u64,
    parse: impl FnOnce(&[u8]) -> Result<T, R>,
) -> Result<T, FileError<R>> {
    let bytes = read(file, most).map_err(|reason| FileError::Unreadable { file: file.to_owned(), reason })?;
    parse(&bytes).map_err(|reason| FileError::Content { file: file.to_owned(), reason })
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

/// A file that is written whole or not at all: what was there stays until [`Whole::finish`]. A device or a pipe is written to.
#[derive(Debug)]
pub struct Whole {
    file: BufWriter<File>,
    /// What takes the place of the file in the end, and the file.
    names: Option<[PathBuf; 2]>,
}

impl Whole {
    /// Begins to write.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn create(file: &Path) -> io::Result<Whole> {
        // A link stays: the file that it leads to is written.
        let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        let known = fs::metadata(&file).ok();
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            return Ok(Whole { file: BufWriter::new(File::create(file)?), names: None });
        }
        if known.is_some() {
            // Who may not write to it may not put another in its place.
            File::options().write(true).open(&file)?;
        }
        let mut part = file.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        let whole = Whole { file: BufWriter::new(File::create(&part)?), names: Some([part, file]) };
        if let Some(known) = known {
            whole.file.get_ref().set_permissions(known.permissions())?;
        }
        Ok(whole)
    }

    /// All is written: it takes the place of what was there.
    ///
    /// # Errors
    /// It cannot.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some([part, file]) = &self.names {
            fs::rename(part, file)?;
            self.names = None;
        }
        Ok(())
    }
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if let Some([part, _]) = &self.names {
            _ = fs::remove_file(part);
        }
    }
}

/// Writes a file whole or not at all; see [`Whole`].
///
/// # Errors
/// It cannot be written.
pub fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut whole = Whole::create(file)?;
    whole.write_all(bytes)?;
    whole.finish()
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

    #[test]
    fn what_is_not_finished_leaves_what_was_there() {
        let file = made("unfinished", b"old");
        let mut whole = Whole::create(&file).unwrap();
        whole.write_all(b"new").unwrap();
        drop(whole);
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert!(!PathBuf::from(format!("{}.part", file.display())).exists());
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
