//! Which moves a search looks at.

pub(super) mod crucial;

use super::fight::{Fight, Ground};
use crate::board::{Point, PointSet};
use serde::{Deserialize, Serialize};

/// A way to choose moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Generator {
    /// All legal moves, less those that relevance zones show to be irrelevant. Exact.
    Zone,
    /// All legal moves. Exact.
    Full,
    /// Liberties of the target, their neighbors, liberties of chains near by: may miss moves of both sides.
    Heuristic,
    /// Those and all points next to them: may miss moves, too.
    HeuristicPlus,
    /// At most 15 points of the target, what is connected with it, its neighbors and the last move: may miss moves, too.
    Crucial,
}

/// Chains with more liberties are left alone by the heuristic generators.
const MANY_LIBERTIES: u32 = 6;

impl Ground {
    /// The points that a generator other than [`Generator::Zone`] looks at, legal or not.
    ///
    /// Source of the heuristic sets: Yoshizoe, Kishimoto, Müller: Lambda depth-first proof number search and its
    /// application to Go, 2007, which leaves distances and sizes open.
    pub(super) fn candidates(&self, fight: &Fight, generator: Generator) -> PointSet {
        let empty = self.empty(fight);
        match generator {
            Generator::Zone | Generator::Full => empty,
            Generator::Heuristic => self.near(fight) & empty,
            Generator::HeuristicPlus => {
                let near = self.near(fight);
                (near | near.neighbors()) & empty
            }
            Generator::Crucial => self.ranked(fight, None).into_iter().collect(),
        }
    }

    /// Liberties of the target and their neighbors, empty or not, and the liberties of chains near by.
    fn near(&self, fight: &Fight) -> PointSet {
        let empty = self.empty(fight);
        let liberties = self.liberties(fight);
        let near = fight.target | liberties;
        let reach = near | near.neighbors();
        let reach = reach | reach.neighbors();
        let mut points = liberties | liberties.neighbors();
        for stones in [fight.attacker, fight.defender] {
            for chain in stones.regions_at(reach) {
                let around = chain.neighbors() & empty;
                if around.len() <= MANY_LIBERTIES {
                    points |= around;
                }
            }
        }
        points
    }

    /// The points in the order in which they are looked at: liberties of the target, what is next to these, the rest.
    pub(super) fn near_first(&self, fight: &Fight, moves: PointSet) -> impl Iterator<Item = Point> + use<> {
        let liberties = self.liberties(fight);
        let near = liberties.neighbors();
        let classes = [moves & liberties, (moves & near) - liberties, moves - near - liberties];
        classes.into_iter().flat_map(PointSet::iter)
    }
}
