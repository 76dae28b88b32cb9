//! Diamond patterns: what the twelve points around an empty point say of it, in one table look-up.
//!
//! Templates that people draw (`patterns/*.pat`) are expanded to every diamond that they match, in all
//! eight orientations. The table sees every diamond as the player to move does, own and enemy stones, so
//! it holds for both colors.
//!
//! ```
//! use tengen::board::{Board, Color, Point};
//! use tengen::patterns::{Class, PatternTable};
//!
//! let table = PatternTable::embedded();
//! let board: Board = ". X . . ./X X . . ./O O . . ./. . . . ./. . . . .".parse().unwrap();
//! let corner = table.entry(&board, Point::new(0, 4), Color::Black);
//! assert!(corner.is(Class::RealEye));
//! ```

mod class;
pub mod diamond;
mod draft;
mod entry;
mod error;
mod surroundings;
mod template;
mod text;

pub use class::{Class, Classes};
pub use entry::{Entry, Neighbors, URGENCY_UNIT};
pub use error::{DrawingFault, PatternError};
pub use surroundings::{Extent, Neighborhood, Surroundings};
pub use template::Template;

use crate::board::{Board, Color, Point};
use crate::file::{self, ReadError};
use diamond::{Diamond, TIPS};
use draft::Draft;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The largest file of templates that is read, in bytes.
const PATTERN_BYTES: u64 = 1 << 20;

/// The templates that the program comes with.
const EMBEDDED_PATTERNS: [(&str, &str); 4] = [
    ("edge.pat", include_str!("../patterns/edge.pat")),
    ("eyes.pat", include_str!("../patterns/eyes.pat")),
    ("sacrifices.pat", include_str!("../patterns/sacrifices.pat")),
    ("shape.pat", include_str!("../patterns/shape.pat")),
];

/// What is known of every diamond.
///
/// Compressed twice, so that what a playout looks up stays in the cache that a core has for itself
/// (`docs/history/speed.md`). A block has an entry for each of the 81 settings of the tips, and squares whose blocks
/// are equal, as those of most are, share one. Few entries differ, so that a block holds their numbers.
#[derive(Clone, PartialEq)]
pub struct PatternTable {
    /// The number of the block of every square.
    squares: Box<[u16]>,
    /// The number of the entry of every diamond, a block after the other.
    numbers: Box<[u16]>,
    /// The urgency of every diamond, in the same order: playouts ask for little else.
    urgencies: Box<[u8]>,
    entries: Vec<Entry>,
}

impl PatternTable {
    /// The table of the templates that the program comes with.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn embedded() -> Arc<PatternTable> {
        static PATTERNS: OnceLock<Arc<PatternTable>> = OnceLock::new();
        let make = || {
            let table = PatternTable::new(&embedded_templates());
            Arc::new(table.expect("the embedded templates fit in a table"))
        };
        Arc::clone(PATTERNS.get_or_init(make))
    }

    /// The table of the templates in all files `*.pat` of a folder.
    ///
    /// # Errors
    /// The folder or a file cannot be read, or a template is wrong.
    pub fn read(folder: &Path) -> Result<PatternTable, PatternError> {
        let unreadable = |path: &Path| {
            let path = path.to_owned();
            |reason| PatternError::Unreadable { path, reason }
        };
        let mut files: Vec<PathBuf> = Vec::new();
        let listed = |error| unreadable(folder)(ReadError::System(error));
        for file in fs::read_dir(folder).map_err(listed)? {
            files.push(file.map_err(listed)?.path());
        }
        files.retain(|file| file.extension().is_some_and(|ending| ending == "pat"));
        files.sort();
        if files.is_empty() {
            return Err(PatternError::NoFile(folder.to_owned()));
        }
        let mut templates = Vec::new();
        for file in files {
            let text = file::read_text(&file, PATTERN_BYTES).map_err(unreadable(&file))?;
            let drawn = parse_templates(&file.to_string_lossy(), &text)?;
            if drawn.is_empty() {
                return Err(PatternError::NoTemplate(file));
            }
            templates.extend(drawn);
        }
        PatternTable::new(&templates)
    }

    /// The table of these templates.
    ///
    /// # Errors
    /// They make more different entries, or blocks of entries, than the table can number.
    pub fn new(templates: &[Template]) -> Result<PatternTable, PatternError> {
        Draft::new(templates).finish()
    }

    /// What is known of the diamond around an empty point as `color` sees it.
    #[inline]
    pub fn entry(&self, board: &Board, point: Point, color: Color) -> &Entry {
        &self.entries[usize::from(self.numbers[self.place(board, point, color)])]
    }

    /// How urgent good shape at an empty point is for `color`: the weight of the entry times
    /// [`URGENCY_UNIT`], from 1 to 255; 0 where no template of good shape matches.
    #[inline]
    pub fn urgency(&self, board: &Board, point: Point, color: Color) -> u32 {
        u32::from(self.urgencies[self.place(board, point, color)])
    }

    /// Where a diamond is in the blocks.
    #[inline]
    fn place(&self, board: &Board, point: Point, color: Color) -> usize {
        let Diamond { square, tips } = Diamond::around(board, point, color);
        usize::from(self.squares[square]) * TIPS + tips
    }
}

impl std::fmt::Debug for PatternTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PatternTable").field("entries", &self.entries.len()).finish_non_exhaustive()
    }
}

/// The templates of a text; `file` is its name in refusals.
///
/// # Errors
/// The first line that is wrong, and why.
pub fn parse_templates(file: &str, text: &str) -> Result<Vec<Template>, PatternError> {
    text::parse(file, text)
}

/// The templates that the program comes with.
///
/// # Panics
/// Never: a test reads them.
pub fn embedded_templates() -> Vec<Template> {
    let read = |(file, text): (&str, &str)| {
        parse_templates(file, text).expect("the embedded templates are well-formed")
    };
    EMBEDDED_PATTERNS.into_iter().flat_map(read).collect()
}
