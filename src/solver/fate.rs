//! One question about the life of a group, and its answer.

use super::answer::{Unsolvable, question};
use super::dfpn::Dfpn;
use super::fight::KoModel;
use super::life::Life;
use super::params::SolverParams;
use super::role::Role;
use super::siege::{Arena, Siege, Toll};
use super::yard::Yard;
use super::zone::Zone;
use crate::board::{Board, Color, Move, Point, PointSet};
use crate::params::parameters;
use crate::tactics::{pass_alive, pass_alive_area};
use std::fmt;

parameters! {
    "life", "The life of groups":
    /// How life and death are searched.
    pub struct LifeParams {
        /// States to enter at most.
        nodes: u64 = 20_000, 1..=u64::MAX;
        /// Whom the ban on retaking binds.
        ko: KoModel = KoModel::Plain, ();
    }
}

/// What is proven of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is not captured, by two eyes or in a seki, even if its enemy plays as well as can be; whatever is outside the zone.
    Alive,
    /// It is captured, even if its owner plays as well as can be, anywhere on the board.
    Dead,
    /// Neither is proven.
    Unknown,
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fate::Alive => "alive",
            Fate::Dead => "dead",
            Fate::Unknown => "unknown",
        })
    }
}

/// What a search found of a chain's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LifeAnswer {
    /// Alive, dead or unknown.
    pub fate: Fate,
    /// The first move of the side that moves first, if it succeeds: the killing one, or the saving one, a pass where none
    /// is needed.
    pub first: Option<Move>,
    /// The chain, and all others that the answer is true of: those that enclose a living group with it.
    pub group: PointSet,
    /// Where nothing may change for this to stay true, and whether a ko was needed.
    pub zone: Zone,
    /// States entered.
    pub nodes: u64,
}

impl LifeAnswer {
    /// Of a chain of which nothing is known.
    fn open(group: PointSet, nodes: u64) -> LifeAnswer {
        let zone = Zone::default();
        LifeAnswer { fate: Fate::Unknown, first: None, group, zone, nodes }
    }
}

/// A search for life and death with its tables, to be used for many questions.
#[derive(Debug)]
pub struct LifeSolver {
    life: Dfpn<Life>,
    siege: Dfpn<Siege>,
    /// Of the last question about life, and its name in the table.
    yard: (Yard, KoModel, u64),
    /// Of the last question about death, with the size of the board: what is in the table is about it.
    arena: (usize, Arena, Point, KoModel),
}

/// Names of yards are below this: there is no more room in a key.
const YARD_NAMES: u64 = 1 << 24;

impl LifeSolver {
    /// A solver with tables of at most that many bytes together.
    pub fn new(table_bytes: usize) -> LifeSolver {
        let half = table_bytes / 2;
        LifeSolver {
            life: Dfpn::new(half),
            siege: Dfpn::new(half),
            yard: (Yard::default(), KoModel::Plain, 0),
            arena: (0, Arena::default(), Point::new(0, 0), KoModel::Plain),
        }
    }

    /// Searches whether the chain on `target` is alive, by its yards, and whether it is dead, by a siege. A ko that the board
    /// forbids stays forbidden if the side that moves first is the side that it binds.
    ///
    /// Chains without a closed region are [`Fate::Unknown`] at once.
    ///
    /// # Errors
    /// There is no stone on the point.
    pub fn solve(
        &mut self,
        board: &Board,
        target: Point,
        role: Role,
        params: &LifeParams,
    ) -> Result<LifeAnswer, Unsolvable> {
        let owner = board.color_at(target).ok_or(Unsolvable::NoStone)?;
        let settings = SolverParams { ko: params.ko, ..SolverParams::default() };
        let (capture, fight) = question(board, target, role, &settings)?;
        if pass_alive(board, owner).contains(target) {
            return Ok(pass_alive_answer(board, owner, role));
        }
        let yards = Yard::of(board, owner, fight.target);
        let Some(&widest) = yards.last() else { return Ok(LifeAnswer::open(fight.target, 0)) };
        let mut life = Life::new(board.size(), target, widest, params.ko, 0);
        let mut nodes = 0;
        for &yard in &yards {
            let name = self.name(yard, params.ko);
            life = Life::new(board.size(), target, yard, params.ko, name);
            let Some(root) = life.state(&fight) else { continue };
            let found = self.life.search(&mut life, &root, (params.nodes - nodes).div_ceil(2));
            nodes += found.nodes;
            if let Some(solved) = found.solved.filter(|solved| !solved.value) {
                let first = (role == Role::Defend).then(|| found.edge.unwrap_or(Move::Pass));
                return Ok(LifeAnswer {
                    fate: Fate::Alive,
                    first,
                    group: yard.walls,
                    zone: solved.reason,
                    nodes,
                });
            }
        }
        let Some(arena) = Arena::around(board, !owner, &widest) else {
            return Ok(LifeAnswer::open(fight.target, nodes));
        };
        let asked = (board.size(), arena, target, params.ko);
        if self.arena != asked {
            self.siege.clear();
            self.arena = asked;
        }
        let yard = std::mem::replace(&mut self.life, Dfpn::new(0));
        let left = (params.nodes - nodes) / 2;
        let mut siege = Siege::new(arena, capture.ground, life, yard, left);
        let found =
            siege.root(&fight).map(|root| self.siege.search(&mut siege, &root, params.nodes - nodes - left));
        nodes += left - siege.left;
        self.life = siege.yard;
        let Some(found) = found else { return Ok(LifeAnswer::open(fight.target, nodes)) };
        nodes += found.nodes;
        let is_true = |toll: &Toll| toll.moves <= arena.patience;
        let toll = found.solved.filter(|solved| solved.value).map(|solved| solved.reason).filter(is_true);
        let Some(toll) = toll else { return Ok(LifeAnswer::open(fight.target, nodes)) };
        let last = fight.liberties.first().map(Move::Play);
        let first = (role == Role::Attack).then(|| found.edge.or(last).unwrap_or(Move::Pass));
        let zone = Zone::new(arena.points, toll.used_ko);
        Ok(LifeAnswer { fate: Fate::Dead, first, group: fight.target, zone, nodes })
    }

    /// The name of a yard in the table: a new one, if it is not the one asked about last.
    fn name(&mut self, yard: Yard, ko: KoModel) -> u64 {
        let (last, model, name) = self.yard;
        if (last, model) != (yard, ko) {
            let next = (name + 1) % YARD_NAMES;
            if next == 0 {
                self.life.clear();
            }
            self.yard = (yard, ko, next);
        }
        self.yard.2
    }
}

/// An unconditionally alive chain needs no search.
fn pass_alive_answer(board: &Board, owner: Color, role: Role) -> LifeAnswer {
    let points = pass_alive_area(board, owner);
    let first = (role == Role::Defend).then_some(Move::Pass);
    let (group, zone) = (pass_alive(board, owner), Zone::of(points));
    LifeAnswer { fate: Fate::Alive, first, group, zone, nodes: 0 }
}
