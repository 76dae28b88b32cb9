//! The rules of one position: stones, chains, exact liberties, simple ko. No history, no heuristics.

mod chain;
mod color;
mod diagram;
mod moves;
mod perft;
mod point;
mod point_set;
mod position;
mod score;
mod symmetry;
mod validate;
mod zobrist;

pub use chain::Chain;
use chain::{ChainMap, Root, RootMap};
pub use color::Color;
pub use diagram::DiagramError;
pub use moves::Move;
pub use perft::perft;
pub use point::{MAX_SIZE, NoPoint, Point, PointMap};
pub(crate) use point_set::Mask;
pub use point_set::{PointSet, Points};
pub use position::Position;
pub use symmetry::Symmetry;
pub use zobrist::Hash;

pub(crate) use point_set::around_mask;

use thiserror::Error;

/// The smallest board.
pub const MIN_SIZE: usize = 2;

/// Why a stone may not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The point holds a stone.
    #[error("the point is occupied")]
    Occupied,
    /// The stone's chain would have no liberty.
    #[error("it is suicide")]
    Suicide,
    /// It retakes a ko at once.
    #[error("it retakes the ko")]
    Ko,
    /// It repeats an earlier position of the game.
    #[error("it repeats an earlier position")]
    Superko,
}

/// A position with its chains, the ko and the player to move.
///
/// A value of about 4.3 KB: cloned once for a playout or a read, then it only moves forward.
#[derive(Clone, Debug)]
pub struct Board {
    size: usize,
    edge: PointSet,
    to_play: Color,
    /// Where `to_play` may not retake: a point or nothing.
    ko: PointSet,
    stones: [PointSet; 2],
    empty: PointSet,
    /// Stones, of both colors, of chains with exactly one liberty.
    atari: PointSet,
    /// Stones captured by each color.
    captures: [u32; 2],
    hash: Hash,
    /// For every stone the name of its chain.
    roots: RootMap,
    /// Valid for the roots in use.
    chains: ChainMap,
}

impl Board {
    /// The empty board, Black to move.
    ///
    /// # Panics
    /// When `size` is not in [`MIN_SIZE`]`..=`[`MAX_SIZE`].
    pub fn new(size: usize) -> Board {
        assert!((MIN_SIZE..=MAX_SIZE).contains(&size));
        Board {
            size,
            edge: PointSet::edge(size),
            to_play: Color::Black,
            ko: PointSet::EMPTY,
            stones: [PointSet::EMPTY; 2],
            empty: PointSet::board(size),
            atari: PointSet::EMPTY,
            captures: [0; 2],
            hash: 0,
            roots: RootMap::new(),
            chains: ChainMap::new(),
        }
    }

    /// Points along one side.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The points of the first line.
    #[inline]
    pub fn edge(&self) -> PointSet {
        self.edge
    }

    /// Whose turn it is: the opponent of the last mover, Black at first.
    #[inline]
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// Sets how many stones each color has captured, for a game that had captures before a setup.
    pub fn set_captures(&mut self, captures: [u32; 2]) {
        self.captures = captures;
    }

    /// Gives the turn to `color`. If that changes the turn there is nothing to retake any more.
    #[inline]
    pub fn set_to_play(&mut self, color: Color) {
        if color != self.to_play {
            self.to_play = color;
            self.ko = PointSet::EMPTY;
        }
    }

    /// Where the player to move may not retake a ko.
    pub fn ko(&self) -> Option<Point> {
        self.ko.first()
    }

    /// The stones of a color.
    #[inline]
    pub fn stones(&self, color: Color) -> PointSet {
        self.stones[color.index()]
    }

    /// Points without a stone.
    #[inline]
    pub fn empty(&self) -> PointSet {
        self.empty
    }

    /// Points with a stone.
    #[inline]
    pub fn occupied(&self) -> PointSet {
        self.stones[0] | self.stones[1]
    }

    /// Stones of both colors whose chain has exactly one liberty.
    #[inline]
    pub fn in_atari(&self) -> PointSet {
        self.atari
    }

    /// How many stones `color` has captured.
    #[inline]
    pub fn captures(&self, color: Color) -> u32 {
        self.captures[color.index()]
    }

    /// Hash of the stones.
    pub fn hash(&self) -> Hash {
        self.hash
    }

    /// Whose stone is on the point; `None` where there is none.
    pub fn color_at(&self, point: Point) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.stones(color).contains(point))
    }

    /// The chain of the stone on `point`; `None` where there is no stone.
    pub fn chain_at(&self, point: Point) -> Option<&Chain> {
        (!self.empty.contains(point) && PointSet::board(self.size).contains(point))
            .then(|| &self.chains[self.roots.get(point)])
    }

    /// The chains that these stones belong to. Empty points among them are passed over; all are to be on the board.
    pub fn chains_of(&self, stones: PointSet) -> impl Iterator<Item = &Chain> {
        let mut rest = stones - self.empty;
        std::iter::from_fn(move || {
            let chain = &self.chains[self.roots.get(rest.first()?)];
            rest -= chain.stones();
            Some(chain)
        })
    }

    /// All points where `color` may play a stone.
    ///
    /// A stone lives if it touches an empty point, an own chain that keeps a liberty, or takes an
    /// enemy chain whose last liberty it fills; three sets of sources, one look at their neighbors.
    #[inline]
    pub fn legal_moves(&self, color: Color) -> PointSet {
        let breathing = self.empty | (self.stones(color) ^ self.atari);
        let legal = self.empty & breathing.neighbors();
        if color == self.to_play { legal - self.ko } else { legal }
    }

    /// May `color` play on `point`?
    ///
    /// # Errors
    /// The reason why not: occupied, suicide or simple ko.
    pub fn legality(&self, color: Color, point: Point) -> Result<(), Illegal> {
        if !self.empty.contains(point) {
            Err(Illegal::Occupied)
        } else if self.ko.contains(point) && color == self.to_play {
            Err(Illegal::Ko)
        } else if !self.legal_moves(color).contains(point) {
            Err(Illegal::Suicide)
        } else {
            Ok(())
        }
    }

    /// Makes a move after checking it.
    ///
    /// # Errors
    /// Why the stone may not be played; the board is unchanged then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        match mv {
            Move::Pass => self.pass(color),
            Move::Play(point) => {
                self.legality(color, point)?;
                self.play_legal(color, point);
            }
        }
        debug_assert_eq!(self.validate(), Ok(()));
        Ok(())
    }

    /// `color` passes.
    #[inline]
    pub fn pass(&mut self, color: Color) {
        self.ko = PointSet::EMPTY;
        self.to_play = !color;
    }

    /// Plays a stone that the caller knows to be legal.
    ///
    /// Always inlined: as a call it costs a playout a quarter of its speed.
    #[inline(always)]
    pub fn play_legal(&mut self, color: Color, point: Point) {
        debug_assert_eq!(self.legality(color, point), Ok(()));
        let stone = PointSet::of(point);
        self.empty ^= stone;
        self.stones[color.index()] |= stone;
        self.hash ^= zobrist::key(color, point);
        self.ko = PointSet::EMPTY;
        self.to_play = !color;

        // Before the stone is there an enemy chain in atari next to it has no liberty but its point.
        let taken = PointSet::neighbors_of(point) & self.stones(!color) & self.atari;
        let root = self.touch_neighbors(color, point);
        if !taken.is_empty() {
            let captured = self.remove(color, taken);
            let chain = &self.chains[root];
            if captured.is_single() && chain.stones() == stone && chain.liberties() == captured {
                self.ko = captured;
            }
        }
        debug_assert!(!self.chains[root].liberties().is_empty());
    }

    /// Takes the new stone's point from the liberties of the enemy chains next to it and joins the stone
    /// with its friends; returns the root of the joined chain.
    ///
    /// The first enemy and the first friend are treated without asking whether there is one; where there
    /// is none the root is that of the empty chain. What is on the neighboring points is as random as the
    /// playout, and mispredicted branches are what costs most.
    #[inline(always)]
    fn touch_neighbors(&mut self, color: Color, point: Point) -> Root {
        let stone = PointSet::of(point);
        let near = PointSet::neighbors_of(point);
        let mut atari = self.atari;
        let mut enemies = near & self.stones(!color);
        loop {
            let chain = &mut self.chains[self.roots.of_first(enemies)];
            chain.lose_liberty(stone);
            atari |= chain.stones_if(Mask::from(chain.in_atari()));
            enemies -= chain.stones();
            if enemies.is_empty() {
                break;
            }
        }
        let mut joined = Chain::new(stone, near & self.empty);
        let mut friends = near & self.stones(color);
        let first = self.roots.of_first(friends);
        let root = first.or(Root::of(point));
        joined.absorb(&self.chains[first]);
        friends -= joined.stones();
        while !friends.is_empty() {
            let other = self.roots.of_first(friends);
            joined.absorb(&self.chains[other]);
            friends -= joined.stones();
            self.roots.replace(other, root);
        }
        joined.lose_liberty(stone);
        self.atari = (atari - joined.stones()) | joined.stones_if(Mask::from(joined.in_atari()));
        self.roots.set(point, root);
        self.chains[root] = joined;
        root
    }

    /// Lifts the chains of the `taken` stones for `color` and gives their points to its chains as
    /// liberties; returns all stones that were lifted.
    fn remove(&mut self, color: Color, mut taken: PointSet) -> PointSet {
        let mut captured = PointSet::EMPTY;
        while !taken.is_empty() {
            let root = self.roots.of_first(taken);
            let stones = self.chains[root].stones();
            self.roots.replace(root, Root::NONE);
            taken -= stones;
            captured |= stones;
        }
        self.stones[(!color).index()] -= captured;
        self.empty |= captured;
        self.atari -= captured;
        self.captures[color.index()] += captured.len();
        for point in captured {
            self.hash ^= zobrist::key(!color, point);
        }
        let mut around = captured.neighbors() & self.stones(color);
        while !around.is_empty() {
            let root = self.roots.of_first(around);
            self.chains[root].gain_liberties(captured);
            self.set_atari(root);
            around -= self.chains[root].stones();
        }
        captured
    }

    #[inline]
    fn set_atari(&mut self, root: Root) {
        let chain = &self.chains[root];
        self.atari = (self.atari - chain.stones()) | chain.stones_if(Mask::from(chain.in_atari()));
    }
}
