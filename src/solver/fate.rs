//! One question about the life of a group, and its answer.

use super::answer::{Unsolvable, root_of};
use super::dfpn::Dfpn;
use super::fight::{Fight, Ground, KoModel};
use super::life::Life;
use super::problem::Solved;
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
    /// The last question about life.
    last_yard: Option<NamedYard>,
    /// The last question about death: what is in the table is about it.
    besieged: Option<Besieged>,
}

/// A yard under a model of kos, and its name in the table.
#[derive(Clone, Copy, Debug)]
struct NamedYard {
    yard: Yard,
    ko: KoModel,
    name: u64,
}

/// A chain in its arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Besieged {
    arena: Arena,
    ground: Ground,
}

/// Names of yards are below this: there is no more room in a key.
const YARD_NAMES: u64 = 1 << 24;

impl LifeSolver {
    /// A solver with tables of at most that many bytes together.
    pub fn new(table_bytes: usize) -> LifeSolver {
        let half = table_bytes / 2;
        LifeSolver { life: Dfpn::new(half), siege: Dfpn::new(half), last_yard: None, besieged: None }
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
        let (ground, fight) = root_of(board, target, role, params.ko)?;
        if pass_alive(board, owner).contains(target) {
            return Ok(pass_alive_answer(board, owner, role));
        }
        let yards = Yard::of(board, owner, fight.target);
        let life = self.alive(ground, &fight, &yards, params.nodes);
        let Some(&widest) = yards.last().filter(|_| life.fate == Fate::Unknown) else { return Ok(life) };
        let Some(arena) = Arena::around(board, !owner, &widest) else { return Ok(life) };
        let death = self.dead(Besieged { arena, ground }, &fight, widest, params.nodes - life.nodes);
        Ok(LifeAnswer { nodes: life.nodes + death.nodes, ..death })
    }

    /// Looks for life in one yard after the other, in each with half of the nodes that are left.
    fn alive(&mut self, ground: Ground, fight: &Fight, yards: &[Yard], most_nodes: u64) -> LifeAnswer {
        let mut nodes = 0;
        for &yard in yards {
            let mut life = self.life_in(ground, yard);
            let Some(root) = life.state(fight) else { continue };
            let found = self.life.search(&mut life, &root, (most_nodes - nodes).div_ceil(2));
            nodes += found.nodes;
            if let Some(Solved { reason: zone, .. }) = found.solved.filter(|solved| !solved.value) {
                let first = (!fight.attacks).then(|| found.edge.unwrap_or(Move::Pass));
                return LifeAnswer { fate: Fate::Alive, first, group: yard.walls, zone, nodes };
            }
        }
        LifeAnswer::open(fight.target, nodes)
    }

    /// Looks for death by a siege, which may spend half of the nodes on looks at the yard.
    fn dead(&mut self, besieged: Besieged, fight: &Fight, yard: Yard, most_nodes: u64) -> LifeAnswer {
        if self.besieged != Some(besieged) {
            self.siege.clear();
            self.besieged = Some(besieged);
        }
        let Besieged { arena, ground } = besieged;
        let life = self.life_in(ground, yard);
        let life_search = std::mem::replace(&mut self.life, Dfpn::new(0));
        let glances = most_nodes / 2;
        let mut siege = Siege::new(arena, ground, life, life_search, glances);
        let root = siege.root(fight);
        let found = root.map(|root| self.siege.search(&mut siege, &root, most_nodes - glances));
        self.life = siege.life_search;
        let glanced = glances - siege.left;
        let Some(found) = found else { return LifeAnswer::open(fight.target, glanced) };
        let nodes = glanced + found.nodes;
        let holds = |solved: &Solved<Toll>| solved.value && solved.reason.moves <= arena.patience;
        let Some(Solved { reason: toll, .. }) = found.solved.filter(holds) else {
            return LifeAnswer::open(fight.target, nodes);
        };
        let last = fight.liberties.first().map(Move::Play);
        let first = fight.attacks.then(|| found.edge.or(last).unwrap_or(Move::Pass));
        let zone = Zone::new(arena.points, toll.used_ko);
        LifeAnswer { fate: Fate::Dead, first, group: fight.target, zone, nodes }
    }

    /// The problem of a yard, by a new name if it is not the one asked about last.
    fn life_in(&mut self, ground: Ground, yard: Yard) -> Life {
        let name = match self.last_yard {
            Some(last) if (last.yard, last.ko) == (yard, ground.ko) => last.name,
            last => {
                let name = (last.map_or(0, |last| last.name) + 1) % YARD_NAMES;
                if name == 0 {
                    self.life.clear();
                }
                self.last_yard = Some(NamedYard { yard, ko: ground.ko, name });
                name
            }
        };
        Life::new(ground, yard, name)
    }
}

/// An unconditionally alive chain needs no search.
fn pass_alive_answer(board: &Board, owner: Color, role: Role) -> LifeAnswer {
    let points = pass_alive_area(board, owner);
    let first = (role == Role::Defend).then_some(Move::Pass);
    let (group, zone) = (pass_alive(board, owner), Zone::of(points));
    LifeAnswer { fate: Fate::Alive, first, group, zone, nodes: 0 }
}
