//! A table of diamonds in the making.

use super::PatternTable;
use super::diamond::{NEIGHBOR_PLACES, POINTS, Part, SHAPES, SQUARES, SQUARES_OF_SHAPE, TIP_PLACES, TIPS};
use super::entry::{Entry, Neighbors};
use super::error::PatternError;
use super::template::{Drawing, Template};
use std::collections::HashMap;

/// What is known of the diamonds around a square, by their tips: numbers of entries.
type TipBlock = [u16; TIPS];

/// What is next to the center and which drawings match, for all squares. Few squares differ in that, and only these
/// few are looked at tip by tip.
pub(super) struct Draft<'a> {
    drawings: Vec<(&'a Template, Drawing)>,
    /// The outline of every square.
    squares: Vec<usize>,
    outlines: Vec<Outline>,
}

/// What is known of a square.
#[derive(Clone)]
struct Outline {
    neighbors: Neighbors,
    /// The drawings that match, by number, and the tips with which they do, as bits.
    matches: Vec<(usize, u128)>,
}

impl<'a> Draft<'a> {
    /// What these templates say.
    pub(super) fn new(templates: &'a [Template]) -> Draft<'a> {
        let turned = |template: &'a Template| {
            template.drawing.orientations().into_iter().map(move |drawing| (template, drawing))
        };
        let mut draft = Draft::plain(templates.iter().flat_map(turned).collect());
        for number in 0..draft.drawings.len() {
            draft.add(number);
        }
        draft
    }

    /// None of the drawings has been added yet: what is next to the centers.
    fn plain(drawings: Vec<(&'a Template, Drawing)>) -> Draft<'a> {
        let mut draft = Draft { drawings, squares: vec![0; SQUARES], outlines: Vec::new() };
        let mut known = HashMap::new();
        for (range, on_board) in draft.squares.chunks_exact_mut(SQUARES_OF_SHAPE).zip(SHAPES) {
            for square in Drawing::FREE.squares(on_board) {
                let neighbors = neighbors(square, on_board);
                range[square] = *known.entry(neighbors).or_insert_with(|| {
                    draft.outlines.push(Outline { neighbors, matches: Vec::new() });
                    draft.outlines.len() - 1
                });
            }
        }
        draft
    }

    /// Adds the drawing of that number to what it matches.
    fn add(&mut self, number: usize) {
        let (_, drawing) = self.drawings[number];
        // Of all shapes, but few differ in the tips.
        let mut changes: Vec<(u128, Changes)> = Vec::new();
        for (range, on_board) in self.squares.chunks_exact_mut(SQUARES_OF_SHAPE).zip(SHAPES) {
            if !drawing.fits(on_board) {
                continue;
            }
            let tips = drawing.tips(on_board);
            let known = changes.iter().position(|&(known, _)| known == tips).unwrap_or_else(|| {
                changes.push((tips, Changes::default()));
                changes.len() - 1
            });
            for square in drawing.squares(on_board) {
                let outline = range[square];
                range[square] = *changes[known].1.of(outline).get_or_insert_with(|| {
                    let mut outline = self.outlines[outline].clone();
                    outline.matches.push((number, tips));
                    self.outlines.push(outline);
                    self.outlines.len() - 1
                });
            }
        }
    }

    /// The table.
    ///
    /// # Errors
    /// There are more different blocks or entries than can be numbered.
    pub(super) fn finish(self) -> Result<PatternTable, PatternError> {
        let after = self.drawings.iter().map(|_| Changes::default()).collect();
        let mut entries = Entries { all: Vec::new(), after };
        let (mut blocks, mut known) = (Vec::new(), HashMap::new());
        let mut numbers: Vec<Option<u16>> = vec![None; self.outlines.len()];
        let mut squares = Vec::with_capacity(SQUARES);
        for &outline in &self.squares {
            let number = match numbers[outline] {
                Some(number) => number,
                None => {
                    let block = entries.block(&self.outlines[outline], &self.drawings)?;
                    let number = *known.entry(block).or_insert_with(|| {
                        blocks.push(block);
                        blocks.len() - 1
                    });
                    u16::try_from(number).map_err(|_| PatternError::TooManyEntries)?
                }
            };
            numbers[outline] = Some(number);
            squares.push(number);
        }
        let entries = entries.all;
        let urgency = |number: &u16| entries[usize::from(*number)].urgency();
        let urgencies = blocks.iter().flatten().map(urgency).collect();
        Ok(PatternTable { squares: squares.into(), numbers: blocks.concat().into(), urgencies, entries })
    }
}

/// What numbers become, as far as that is known.
#[derive(Default)]
struct Changes(Vec<Option<usize>>);

impl Changes {
    fn of(&mut self, number: usize) -> &mut Option<usize> {
        self.0.resize(self.0.len().max(number + 1), None);
        &mut self.0[number]
    }
}

/// Different entries.
struct Entries {
    all: Vec<Entry>,
    /// What entries become when a drawing matches, by the number of the drawing.
    after: Vec<Changes>,
}

impl Entries {
    /// What an outline says tip by tip.
    fn block(
        &mut self,
        outline: &Outline,
        drawings: &[(&Template, Drawing)],
    ) -> Result<TipBlock, PatternError> {
        let mut block = [self.number(Entry::plain(outline.neighbors))?; TIPS];
        for &(drawing, tips) in &outline.matches {
            let (template, Drawing { points, .. }) = drawings[drawing];
            for (_, number) in block.iter_mut().enumerate().filter(|(i, _)| tips >> i & 1 != 0) {
                let before = usize::from(*number);
                *number = match *self.after[drawing].of(before) {
                    Some(after) => after as u16,
                    None => {
                        let entry = self.all[before].matched(template.classes, points, template.weight);
                        let after = self.number(entry)?;
                        *self.after[drawing].of(before) = Some(usize::from(after));
                        after
                    }
                };
            }
        }
        Ok(block)
    }

    /// The number of an entry, a new one if there is none like it.
    fn number(&mut self, entry: Entry) -> Result<u16, PatternError> {
        let number = self.all.iter().position(|known| *known == entry).unwrap_or_else(|| {
            self.all.push(entry);
            self.all.len() - 1
        });
        u16::try_from(number).map_err(|_| PatternError::TooManyEntries)
    }
}

/// What is next to the center of a square, if those points are on the board.
fn neighbors(square: usize, on_board: Part) -> Neighbors {
    let (mut counts, mut digits) = ([0; 3], square);
    for i in (0..POINTS).filter(|i| TIP_PLACES >> i & 1 == 0) {
        counts[digits % 3] += u8::from((on_board & NEIGHBOR_PLACES) >> i & 1 != 0);
        digits /= 3;
    }
    let [empty, own, enemy] = counts;
    Neighbors { own, enemy, empty }
}
