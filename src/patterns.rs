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
use diamond::{ENTRIES, NEIGHBOR_PLACES, SHAPES};
use std::fs;
use std::path::{Path, PathBuf};

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
/// Diamonds are many and most of them alike, so the large table holds numbers of 16 bits and the few
/// different entries stand beside it: 3 MiB instead of 6 with whole entries of four bytes, and less than
/// half the time of a look-up in playouts (`docs/history/speed.md`).
#[derive(Clone, PartialEq)]
pub struct PatternTable {
    numbers: Box<[u16]>,
    entries: Vec<Entry>,
    /// The urgency of every diamond: playouts ask for nothing else, and one byte each stays in the cache.
    urgencies: Box<[u8]>,
}

impl PatternTable {
    /// The table of the templates that the program comes with.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn embedded() -> PatternTable {
        PatternTable::new(&embedded_templates()).expect("the embedded templates fit in a table")
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
    /// They make more different entries than the table can number.
    pub fn new(templates: &[Template]) -> Result<PatternTable, PatternError> {
        let mut table = PatternTable::plain();
        for template in templates {
            for drawing in template.drawing.orientations() {
                // What the number of an entry becomes when the drawing matches; 0, an entry without any
                // neighbor, stands for not known yet.
                let mut renumbered: Vec<u16> = Vec::new();
                for index in SHAPES.iter().flat_map(|&shape| drawing.indices(shape)) {
                    let number = usize::from(table.numbers[index as usize]);
                    renumbered.resize(renumbered.len().max(number + 1), 0);
                    if renumbered[number] == 0 {
                        let entry =
                            table.entries[number].matched(template.classes, drawing.points, template.weight);
                        renumbered[number] = table.number(entry)?;
                    }
                    table.numbers[index as usize] = renumbered[number];
                }
            }
        }
        let urgencies: Vec<u8> = table.entries.iter().map(Entry::urgency).collect();
        table.urgencies = table.numbers.iter().map(|&number| urgencies[usize::from(number)]).collect();
        Ok(table)
    }

    /// What is known of the diamond around an empty point as `color` sees it.
    #[inline]
    pub fn entry(&self, board: &Board, point: Point, color: Color) -> &Entry {
        &self.entries[usize::from(self.numbers[diamond::index(board, point, color)])]
    }

    /// How urgent good shape at an empty point is for `color`: the weight of the entry times
    /// [`URGENCY_UNIT`], from 1 to 255; 0 where no template of good shape matches.
    #[inline]
    pub fn urgency(&self, board: &Board, point: Point, color: Color) -> u32 {
        u32::from(self.urgencies[diamond::index(board, point, color)])
    }

    /// The number of an entry, a new one if there is none like it.
    fn number(&mut self, entry: Entry) -> Result<u16, PatternError> {
        let number = self.entries.iter().position(|known| *known == entry).unwrap_or_else(|| {
            self.entries.push(entry);
            self.entries.len() - 1
        });
        u16::try_from(number).map_err(|_| PatternError::TooManyEntries)
    }

    /// The table without templates: it only counts neighbors.
    fn plain() -> PatternTable {
        // Entry `own + 5 * enemy + 25 * empty`; some of them are never used.
        const OWN_STEP: u16 = 1;
        const ENEMY_STEP: u16 = 5;
        const EMPTY_STEP: u16 = 25;
        let entries = (0..125).map(|number| {
            let [own, enemy, empty] = [number % 5, number / 5 % 5, number / 25];
            Entry::plain(Neighbors { own, enemy, empty })
        });
        let mut numbers = Vec::with_capacity(ENTRIES);
        for shape in SHAPES {
            let start = numbers.len();
            numbers.push(EMPTY_STEP * (shape.on_board & NEIGHBOR_PLACES).count_ones() as u16);
            for i in (0..diamond::POINTS).filter(|i| shape.on_board >> i & 1 != 0) {
                let lower = numbers.len();
                for stone in [OWN_STEP, ENEMY_STEP] {
                    let change =
                        if NEIGHBOR_PLACES >> i & 1 != 0 { stone.wrapping_sub(EMPTY_STEP) } else { 0 };
                    for index in start..lower {
                        numbers.push(numbers[index].wrapping_add(change));
                    }
                }
            }
        }
        PatternTable {
            numbers: numbers.into_boxed_slice(),
            entries: entries.collect(),
            urgencies: Box::default(),
        }
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
