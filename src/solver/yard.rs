//! Yards: closed regions, and the chains that enclose them.
//!
//! Inside, both sides play. Everything outside counts as stones of the attacker that nobody can take: no liberty, no help. So
//! what holds in a yard holds whatever is outside of it.

use crate::board::{Board, Chain, Color, PointSet};
use crate::tactics::{pass_alive, pass_alive_area};

/// Yards with more empty points are left alone.
const MOST_EMPTY: u32 = 12;

/// Closed regions and their walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Yard {
    /// Where both sides play, whatever is on it: closed regions, and stones of the defender that only these touch.
    pub(super) inside: PointSet,
    /// Stones whose chains have to stay: the target's, and those that keep the outside out.
    pub(super) walls: PointSet,
    /// Liberties outside of walls that are unconditionally alive: nobody plays there.
    pub(super) held: PointSet,
    /// What has to be as it is for the yard to be one.
    pub(super) points: PointSet,
}

impl Yard {
    /// The yards of a chain: that of its own regions first, then wider ones, in which chains that share regions with it
    /// have theirs, too. Each holds the one before, up to [`MOST_EMPTY`].
    pub(super) fn of(board: &Board, owner: Color, target: PointSet) -> Vec<Yard> {
        let own = board.stones(owner);
        let alive = pass_alive(board, owner);
        let mut regions: Vec<PointSet> = (PointSet::board(board.size()) - own).regions().collect();
        let room = |region: &PointSet| (*region & board.empty()).len();
        regions.retain(|region| room(region) <= MOST_EMPTY);
        regions.sort_by_key(room);
        let around = |region: PointSet| own.flood(region.neighbors() & own);
        let mut yards = Vec::new();
        let mut add = |chosen: PointSet, group: PointSet| {
            let yard = Yard::enclosing(board, owner, target, chosen, group, alive);
            if !chosen.is_empty() && yards.last() != Some(&yard) {
                yards.push(yard);
            }
        };
        let private = regions.iter().filter(|region| {
            region.neighbors().intersects(target) && (around(**region) - target - alive).is_empty()
        });
        let private = some_fitting(private.copied(), PointSet::EMPTY, board.empty());
        add(private, target | around(private));
        let (mut chosen, mut group) = (private, target);
        loop {
            let beside = group.neighbors();
            let shared = regions.iter().filter(|region| region.intersects(beside)).copied();
            let wider = some_fitting(shared, chosen, board.empty());
            group |= around(wider) - alive;
            add(wider, group | around(wider));
            if wider == chosen {
                return yards;
            }
            chosen = wider;
        }
    }

    fn enclosing(
        board: &Board,
        owner: Color,
        target: PointSet,
        regions: PointSet,
        group: PointSet,
        alive: PointSet,
    ) -> Yard {
        let own = board.stones(owner);
        let all = PointSet::board(board.size());
        let is_stray = |chain: &&Chain| {
            let stones = chain.stones();
            !stones.intersects(target) && (stones.neighbors() & (all - own - regions)).is_empty()
        };
        let strays: PointSet = board.chains_of(group).filter(is_stray).map(Chain::stones).collect();
        let (inside, walls) = (regions | strays, group - strays);
        let firm = walls & alive;
        let held = (firm.neighbors() & board.empty()) - inside - (walls - firm).neighbors();
        let area = if firm.is_empty() { firm } else { pass_alive_area(board, owner) };
        Yard { inside, walls, held, points: inside | walls | held | area }
    }
}

/// The chosen regions and as many of the others, in their order, as leave the empty points few.
fn some_fitting(regions: impl Iterator<Item = PointSet>, chosen: PointSet, empty: PointSet) -> PointSet {
    regions.fold(chosen, |chosen, region| {
        let more = chosen | region;
        if (more & empty).len() <= MOST_EMPTY { more } else { chosen }
    })
}
