//! Knots: what lies between safe stones at the end of a game, small enough to be read to the end. Seki,
//! dead shapes, bent four in the corner.

use super::{owned_area, pass_alive, safety};
use crate::board::{Board, Chain, Color, Hash, Point, PointSet, Symmetry};
use std::collections::HashMap;

/// Knots with more empty points are left to playouts.
const LARGEST_KNOT: u32 = 6;

/// Moves that a reading looks ahead.
const DEPTH: u32 = 20;

/// Positions that one reading looks at before it gives up.
const KNOT_NODES: u32 = 4_000;

/// What is known of the stones on a board for certain, or as certain as reading is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fates {
    /// Cannot be captured, in seki or not.
    pub alive: PointSet,
    /// Captured even if their color moves first.
    pub dead: PointSet,
    /// Alive beside points that neither color can fill without loss.
    pub seki: PointSet,
    /// All stones that were judged. Those of them that are neither alive nor dead depend on who moves first, or on a ko; nothing is
    /// said of any other stone.
    pub judged: PointSet,
}

/// Judges unconditionally alive chains, what is inside them, and the chains of every knot.
///
/// A reading that is cut short depends on the order of its moves. So that no answer depends on how the board
/// is turned, always the same one of the sixteen images of a position is read.
pub fn fates(board: &Board) -> Fates {
    let exchanged = board.with_colors_exchanged();
    let images = Symmetry::ALL
        .iter()
        .flat_map(|symmetry| [board, &exchanged].map(|board| (symmetry, symmetry.board(board))));
    let least = images.min_by_key(|(_, image)| image.hash());
    let Some((symmetry, image)) = least else { return Fates::default() };
    let Fates { alive, dead, seki, judged } = fates_of_image(&image);
    let size = board.size();
    let back = |points: PointSet| {
        let original = PointSet::board(size).iter();
        original.filter(|&point| points.contains(symmetry.point(point, size))).collect()
    };
    Fates { alive: back(alive), dead: back(dead), seki: back(seki), judged: back(judged) }
}

fn fates_of_image(board: &Board) -> Fates {
    let mut fates = Fates::default();
    let mut settled = PointSet::EMPTY;
    for color in Color::ALL {
        let (area, safety) = (owned_area(board, color), safety(board, color));
        fates.alive |= pass_alive(board, color);
        fates.dead |= area & board.stones(!color);
        settled |= area | safety.stones | safety.eyes;
    }
    for knot in (PointSet::board(board.size()) - settled).regions() {
        if (knot & board.empty()).len() <= LARGEST_KNOT {
            Knot { board, points: knot }.judge(&mut fates);
        }
    }
    fates.judged |= fates.alive | fates.dead;
    fates
}

/// Is the chain on `stone` captured when its enemy moves first and wins every ko, and both try all moves?
/// `None` if twenty moves or the nodes do not suffice to tell, or there is no stone.
pub fn is_capturable(board: &Board, stone: Point) -> Option<bool> {
    let (color, chain) = (board.color_at(stone)?, board.chain_at(stone)?);
    let knot = Knot { board, points: PointSet::board(board.size()) };
    knot.captured(chain, color, !color, !color)
}

/// Connected points of a board without its safe stones and their eyes: every liberty of its chains is in it.
struct Knot<'a> {
    board: &'a Board,
    points: PointSet,
}

impl Knot<'_> {
    fn judge(&self, fates: &mut Fates) {
        let mut held = [PointSet::EMPTY; 2];
        for color in Color::ALL {
            for chain in self.board.chains_of(self.board.stones(color) & self.points) {
                let falls = self.captured(chain, color, color, color);
                if falls == Some(true) || self.is_bent_four(chain, color) {
                    fates.dead |= chain.stones();
                    continue;
                }
                let can_fall = self.captured(chain, color, !color, !color);
                if can_fall == Some(false) {
                    held[color.index()] |= chain.stones();
                } else if falls.is_some() && can_fall.is_some() {
                    fates.judged |= chain.stones();
                }
            }
        }
        fates.alive |= held[0] | held[1];
        let empty = self.points & self.board.empty();
        let shared = empty & held[0].neighbors() & held[1].neighbors();
        let unfillable = |&point: &Point| Color::ALL.into_iter().all(|color| self.is_fatal(color, point));
        let neutral: PointSet = shared.iter().filter(unfillable).collect();
        let beside = self.board.chains_of((held[0] | held[1]) & neutral.neighbors());
        fates.seki |= beside.map(Chain::stones).collect();
    }

    /// Is the chain of `color` captured where `first` moves first and `ko_winner` wins every ko? `None` if moves or nodes do not
    /// suffice to tell.
    fn captured(&self, chain: &Chain, color: Color, first: Color, ko_winner: Color) -> Option<bool> {
        KnotReading::new(self, chain, color, ko_winner).captured(&turn(self.board, first), DEPTH)
    }

    /// Does a stone of `color` on the point lose its chain, or is it illegal?
    fn is_fatal(&self, color: Color, point: Point) -> bool {
        let mut next = turn(self.board, color);
        if !next.legal_moves(color).contains(point) {
            return true;
        }
        next.play_legal(color, point);
        let Some(chain) = next.chain_at(point) else { return false };
        let knot = Knot { board: &next, points: self.points };
        knot.captured(chain, color, !color, !color) == Some(true)
    }

    /// Is it captured in a ko that only the enemy can begin, by four stones bent in a corner?
    ///
    /// ```text
    ///  O O . X      White has three of the four points of the corner shape, Black cannot play: the white
    ///  O . X X      stones wait until Black's ko threats are gone.
    ///  X X X .
    /// ```
    fn is_bent_four(&self, chain: &Chain, color: Color) -> bool {
        let enemy = self.board.stones(!color) & self.points;
        let free = enemy | self.board.empty() & self.points;
        let shapes = bent_fours(self.board.size());
        // What is next to it is the prey's, or the shape is part of something else.
        let wall = self.board.stones(color) | self.board.empty();
        let is_walled = |shape: PointSet| {
            let around = (shape.neighbors() & PointSet::board(self.board.size())) - shape;
            (around - wall).is_empty()
        };
        let fits = shapes
            .into_iter()
            .any(|shape| (shape - free).is_empty() && (shape & enemy).len() == 3 && is_walled(shape));
        fits && self.captured(chain, color, color, !color) == Some(true)
    }
}

/// Every way to bend four points in a corner: the corner, one point beside it and two on the other side.
fn bent_fours(size: usize) -> impl IntoIterator<Item = PointSet> {
    let names = if size < 3 { &[][..] } else { &["A1", "A2", "B1", "C1"] };
    let shape: PointSet = names.iter().filter_map(|name| Point::parse(name, size)).collect();
    Symmetry::ALL.map(|symmetry| symmetry.points(shape, size))
}

/// The board with the turn given to `color` and no ko to obey, as after a pass of its enemy.
fn turn(board: &Board, color: Color) -> Board {
    let mut board = board.clone();
    board.pass(!color);
    board
}

/// One search: is a chain captured by moves in its knot?
struct KnotReading {
    points: PointSet,
    prey: PointSet,
    color: Color,
    ko_winner: Color,
    nodes: u32,
    known: HashMap<(Hash, Color, Option<Point>, u32), Option<bool>>,
}

impl KnotReading {
    fn new(knot: &Knot<'_>, chain: &Chain, color: Color, ko_winner: Color) -> KnotReading {
        let prey = chain.stones();
        KnotReading { points: knot.points, prey, color, ko_winner, nodes: 0, known: HashMap::new() }
    }

    /// `None` if no capture was found, and what was read does not end in `depth` moves or with the nodes that there are.
    fn captured(&mut self, board: &Board, depth: u32) -> Option<bool> {
        if !(self.prey - board.stones(self.color)).is_empty() {
            return Some(true);
        }
        self.nodes += 1;
        if depth == 0 || self.nodes >= KNOT_NODES {
            return None;
        }
        let key = (board.hash(), board.to_play(), board.ko(), depth);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let lives = (self.prey - pass_alive(board, self.color)).is_empty();
        let result = if lives { Some(false) } else { self.captured_by_moves(board, depth) };
        self.known.insert(key, result);
        result
    }

    fn captured_by_moves(&mut self, board: &Board, depth: u32) -> Option<bool> {
        let color = board.to_play();
        let attacks = color != self.color;
        let freed;
        let board = if color == self.ko_winner && board.ko().is_some() {
            freed = turn(board, color);
            &freed
        } else {
            board
        };
        let mut is_known = true;
        for point in board.legal_moves(color) & self.points {
            let mut next = board.clone();
            next.play_legal(color, point);
            let captured = self.captured(&next, depth - 1);
            // What the owner has not seen fall is as good as a move that saves, and as uncertain.
            if captured.unwrap_or(false) == attacks {
                return captured;
            }
            is_known &= captured.is_some();
        }
        // A pass never helps the attacker: the owner would pass, too.
        if attacks {
            return is_known.then_some(false);
        }
        let mut next = board.clone();
        next.pass(color);
        self.captured(&next, depth - 1)
    }
}
