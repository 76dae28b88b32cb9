//! Surroundings: exactly what lies around an empty point, as the player to move sees it, in several extents.
//!
//! Templates that people draw say what they mean in a diamond; surroundings are harvested from games, where a program counts
//! which of them occur, and learns what each is worth.

use crate::board::{Board, Color, Point, PointSet, Symmetry, around_mask};
use crate::rng::GOLDEN;
use std::array;
use std::fmt;
use std::sync::LazyLock;

/// Points of the widest extent: five rows of 3, 5, 4, 5 and 3 without the center.
const DISC_POINTS: usize = 20;

/// Columns to the right and rows up from the center, in index order: row by row from the bottom.
const DISC: [(i8, i8); DISC_POINTS] = {
    let mut offsets = [(0, 0); DISC_POINTS];
    let (mut i, mut place) = (0, 0);
    while place < 25 {
        let (column, row) = (place % 5 - 2, place / 5 - 2);
        let is_corner = column * column == 4 && row * row == 4;
        if !is_corner && place != 12 {
            offsets[i] = (column, row);
            i += 1;
        }
        place += 1;
    }
    offsets
};

/// The points of the disc for [`PointSet::extract_around`].
const DISC_MASK: u64 = around_mask(&DISC);

/// How much of the surroundings counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extent {
    /// The eight points around, with the liberties of chains next to the center.
    Square,
    /// The same with the last move among them.
    SquareReply,
    /// The twelve points within distance two.
    Diamond,
    /// The same with the last move among them.
    DiamondReply,
    /// The diamond and the eight points a knight's move away.
    Disc,
}

impl Extent {
    /// All of them.
    pub const ALL: [Extent; 5] =
        [Extent::Square, Extent::SquareReply, Extent::Diamond, Extent::DiamondReply, Extent::Disc];

    /// The letter that drawings begin with.
    const fn letter(self) -> char {
        match self {
            Extent::Square => 's',
            Extent::SquareReply => 'S',
            Extent::Diamond => 'd',
            Extent::DiamondReply => 'D',
            Extent::Disc => 'o',
        }
    }

    /// The points that count, by their number in [`DISC`].
    const fn points(self) -> u32 {
        const SQUARE: u32 = within(2);
        const DIAMOND: u32 = within(4);
        match self {
            Extent::Square | Extent::SquareReply => SQUARE,
            Extent::Diamond | Extent::DiamondReply => DIAMOND,
            Extent::Disc => (1 << DISC_POINTS) - 1,
        }
    }

    /// The points where liberties count.
    const fn liberties(self) -> u32 {
        const NEXT: u32 = within(1);
        match self {
            Extent::Square | Extent::SquareReply => NEXT,
            Extent::Diamond | Extent::DiamondReply | Extent::Disc => 0,
        }
    }

    /// Must the last move be among the points?
    const fn is_reply(self) -> bool {
        matches!(self, Extent::SquareReply | Extent::DiamondReply)
    }
}

/// The points of the disc whose squared distance is at most `square`.
const fn within(square: i8) -> u32 {
    let mut points = 0;
    let mut i = 0;
    while i < DISC_POINTS {
        let (column, row) = DISC[i];
        if column * column + row * row <= square {
            points |= 1 << i;
        }
        i += 1;
    }
    points
}

/// What lies around a point: for each fact the points of the disc where it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Surroundings {
    extent: Extent,
    /// Own stones, enemy stones, off the board, in chains of one liberty, of two liberties, the last move.
    facts: [u32; 6],
}

/// Drawings of points: empty, own stones with many, two and one liberties, the enemy's, off the board.
const SYMBOLS: &[u8; 8] = b".XYZOPQ#";

/// The same where the last move is: always an enemy stone.
const LAST_SYMBOLS: &[u8; 3] = b"opq";

impl Surroundings {
    /// The surroundings seen through all symmetries, in the order of [`Symmetry::ALL`].
    pub fn images(&self) -> [Surroundings; 8] {
        static DISC_IMAGES: LazyLock<[[usize; DISC_POINTS]; 8]> =
            LazyLock::new(|| Symmetry::ALL.map(|symmetry| array::from_fn(|i| image_of(symmetry, i))));
        DISC_IMAGES.map(|places| {
            let facts = self.facts.map(|points| {
                let bits = places.iter().enumerate().filter(|(i, _)| points >> i & 1 != 0);
                bits.fold(0, |image, (_, place)| image | 1 << place)
            });
            Surroundings { facts, ..*self }
        })
    }

    /// The least of the images, which stands for all of them.
    pub fn canonical(&self) -> Surroundings {
        self.images().into_iter().min().unwrap_or(*self)
    }

    /// A 64-bit hash of the extent and the facts.
    #[inline]
    pub fn key(&self) -> u64 {
        let [own, enemy, off, one, two, last] = self.facts;
        let [own, enemy, off] = [u64::from(own), u64::from(enemy), u64::from(off)];
        let [one, two, last] = [u64::from(one), u64::from(two), u64::from(last)];
        let low = own | enemy << 20 | off << 40;
        let high = one | two << 20 | last << 40 | (self.extent as u64) << 60;
        let mixed = low.wrapping_mul(GOLDEN) ^ high.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(31);
        (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    }

    /// Reads a drawing; `None` if it is none.
    pub fn parse(text: &str) -> Option<Surroundings> {
        let (letter, symbols) = (text.chars().next()?, text.get(1..)?.as_bytes());
        let extent = Extent::ALL.into_iter().find(|extent| extent.letter() == letter)?;
        let points = extent.points();
        if symbols.len() != points.count_ones() as usize {
            return None;
        }
        let mut facts = [0; 6];
        for (i, symbol) in (0..DISC_POINTS).filter(|i| points >> i & 1 != 0).zip(symbols) {
            let bit = 1 << i;
            let (number, is_last) = match LAST_SYMBOLS.iter().position(|last| last == symbol) {
                Some(liberties) => (4 + liberties, true),
                None => (SYMBOLS.iter().position(|known| known == symbol)?, false),
            };
            facts[5] |= bit * u32::from(is_last);
            match number {
                0 => {}
                7 => facts[2] |= bit,
                stone => {
                    facts[(stone - 1) / 3] |= bit;
                    match (stone - 1) % 3 {
                        1 => facts[4] |= bit,
                        2 => facts[3] |= bit,
                        _ => {}
                    }
                }
            }
        }
        Some(Surroundings { extent, facts })
    }
}

/// The drawing: the extent's letter and a symbol for each of its points, row by row from the bottom.
impl fmt::Display for Surroundings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::from(self.extent.letter());
        for i in (0..DISC_POINTS).filter(|i| self.extent.points() >> i & 1 != 0) {
            let [own, enemy, off, one, two, last] = self.facts.map(|points| (points >> i & 1) as usize);
            let liberties = 2 * one + two;
            let symbol = if last == 1 {
                LAST_SYMBOLS[liberties]
            } else {
                SYMBOLS[own * (1 + liberties) + enemy * (4 + liberties) + 7 * off]
            };
            text.push(char::from(symbol));
        }
        f.write_str(&text)
    }
}

/// Where a point of the disc goes.
fn image_of(symmetry: Symmetry, i: usize) -> usize {
    let (column, row) = DISC[i];
    let image = symmetry.point(Point::new((column + 2) as usize, (row + 2) as usize), 5);
    let offset = (image.column() as i8 - 2, image.row() as i8 - 2);
    DISC.iter().position(|&other| other == offset).unwrap_or(i)
}

/// A position in which surroundings are looked up.
pub struct Neighborhood {
    /// As those of [`Surroundings`], but for the points on the board, not off it.
    facts: [PointSet; 6],
}

impl Neighborhood {
    /// As `color` sees the board after the opponent's move `last`.
    pub fn new(board: &Board, color: Color, last: Option<Point>) -> Neighborhood {
        let mut two = PointSet::EMPTY;
        for chain in board.chains_of(board.occupied() - board.in_atari()) {
            if chain.liberties().len() == 2 {
                two |= chain.stones();
            }
        }
        let last = PointSet::from_iter(last) & board.stones(!color);
        let on = PointSet::board(board.size());
        Neighborhood { facts: [board.stones(color), board.stones(!color), on, board.in_atari(), two, last] }
    }

    /// Calls `note` with what lies around a point, in each extent but those that want the last move and do not have it.
    #[inline(always)]
    pub fn around(&self, point: Point, mut note: impl FnMut(Surroundings)) {
        let at = |points: PointSet| points.extract_around(point, DISC_MASK) as u32;
        let [own, enemy, on, one, two, last] = self.facts;
        let (own, enemy, off, one, two) =
            (at(own), at(enemy), at(on) ^ Extent::Disc.points(), at(one), at(two));
        let last = if last.is_empty() { 0 } else { at(last) };
        for extent in Extent::ALL {
            let (points, liberties) = (extent.points(), extent.liberties());
            let last = if extent.is_reply() { last & points } else { 0 };
            if extent.is_reply() && last == 0 {
                continue;
            }
            let facts = [own & points, enemy & points, off & points, one & liberties, two & liberties, last];
            note(Surroundings { extent, facts });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(board: &Board, color: Color, last: &str, point: &str) -> Vec<String> {
        let [last, point] = [last, point].map(|name| Point::parse(name, board.size()));
        let seen = Neighborhood::new(board, color, last);
        let mut drawn = Vec::new();
        seen.around(point.unwrap(), |surroundings| drawn.push(surroundings.to_string()));
        drawn
    }

    #[test]
    fn every_extent_draws_what_it_sees() {
        // White's C4 has two liberties.
        let board: Board = ". . . . ./. X O X ./O X . . ./. O . . ./. . . . .".parse().unwrap();
        assert_eq!(
            around(&board, Color::Black, "B2", "C3"),
            ["sO..X.XPX", "So..X.XPX", "d.O..OX..XOX.", "D.o..OX..XOX.", "o....O...OX...XOX...."]
        );
    }

    #[test]
    fn images_share_their_canonical_drawing_and_drawings_are_read_back() {
        let board: Board = "X . O . ./. X O . ./O X . X ./. O . . ./. . O . .".parse().unwrap();
        let last = Point::parse("B2", 5);
        let neighborhood = Neighborhood::new(&board, Color::Black, last);
        for point in board.empty() {
            let mut drawn = Vec::new();
            neighborhood.around(point, |surroundings| drawn.push(surroundings));
            for (number, symmetry) in Symmetry::ALL.into_iter().enumerate() {
                let image = symmetry.board(&board);
                let seen = Neighborhood::new(&image, Color::Black, last.map(|last| symmetry.point(last, 5)));
                let mut images = Vec::new();
                seen.around(symmetry.point(point, 5), |surroundings| images.push(surroundings));
                let expected: Vec<_> =
                    drawn.iter().map(|surroundings| surroundings.images()[number]).collect();
                assert_eq!(images, expected);
            }
            for surroundings in drawn {
                assert_eq!(Surroundings::parse(&surroundings.to_string()), Some(surroundings));
                for image in surroundings.images() {
                    assert_eq!(image.canonical(), surroundings.canonical());
                }
            }
        }
        assert_eq!(["", "x", "s........x", "s......."].map(Surroundings::parse), [None; 4]);
    }
}
