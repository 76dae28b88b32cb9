//! Critical chains: captured if the enemy moves first, not if the owner does. They make good problems.

use super::answer::{Answer, Solver};
use super::params::SolverParams;
use super::role::Role;
use crate::board::{Board, Chain, Point, PointSet, Symmetry};

/// A critical chain and all that solves it.
#[derive(Clone, Debug)]
pub struct Critical {
    /// A stone of the chain.
    pub target: Point,
    /// The least order of threats that captures it.
    pub order: u8,
    /// All first moves that capture it by threats up to the order that was searched.
    pub attacks: PointSet,
    /// All first moves of the owner after which such threats do not capture it.
    pub defenses: PointSet,
    /// What both answers rest on.
    pub zone: PointSet,
    /// Nodes of the search for the capture.
    pub nodes: u64,
}

impl Critical {
    /// Looks whether the chain on `target` is critical by threats of at least the order `least`; `None` if not, or if
    /// the nodes, which hold for each of the searches, are not enough to tell that of every first move.
    pub fn find(
        solver: &mut Solver,
        board: &Board,
        target: Point,
        least: u8,
        params: &SolverParams,
    ) -> Option<Critical> {
        let owner = board.color_at(target)?;
        let answer = solver.solve(board, target, Role::Attack, params).ok()?;
        let nodes = solver.nodes();
        let Answer::Captured { order, zone: attacked, .. } = answer else { return None };
        if order < least {
            return None;
        }
        let answer = solver.solve(board, target, Role::Defend, params).ok()?;
        let Answer::NotWithinOrder { zone: defended, .. } = answer else { return None };
        let mut critical = Critical {
            target,
            order,
            attacks: PointSet::EMPTY,
            defenses: PointSet::EMPTY,
            zone: attacked.points() | defended.points(),
            nodes,
        };
        // No other move changes what the side that answers has proven.
        let attacks = defended.breakers(board, owner);
        let defenses = attacked.breakers(board, !owner);
        for (mover, role, tries) in [(!owner, Role::Defend, attacks), (owner, Role::Attack, defenses)] {
            for point in board.legal_moves(mover) & tries {
                let mut after = board.clone();
                after.play_legal(mover, point);
                if after.color_at(target) != Some(owner) {
                    // It has been taken at once.
                    critical.attacks |= PointSet::of(point);
                    continue;
                }
                match (solver.solve(&after, target, role, params).ok()?, role) {
                    (Answer::Captured { .. }, Role::Defend) => critical.attacks |= PointSet::of(point),
                    (Answer::NotWithinOrder { .. }, Role::Attack) => critical.defenses |= PointSet::of(point),
                    (Answer::Unknown { .. }, _) => return None,
                    _ => {}
                }
            }
        }
        let both = !critical.attacks.is_empty() && !critical.defenses.is_empty();
        both.then_some(critical)
    }

    /// The same for all problems that are the same on their zones, but for symmetry and colors: zone, stones of the
    /// owner, stones of the enemy, target, each as the bits of the set.
    pub fn pattern(&self, board: &Board) -> [u128; 4] {
        let Some(owner) = board.color_at(self.target) else { return [0; 4] };
        let chain = board.chain_at(self.target).map_or(PointSet::EMPTY, Chain::stones);
        let sets = [self.zone, board.stones(owner) & self.zone, board.stones(!owner) & self.zone, chain];
        let image = |symmetry: Symmetry| sets.map(|set| u128::from(symmetry.points(set, board.size())));
        Symmetry::ALL.map(image).into_iter().min().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_in_atari_is_critical_where_it_can_run() {
        let picture = ". . . . . . ./. . . . . . ./. . . X . . ./. . X O X . ./. . . . . . ./. . . . . . ./. . . . . . .";
        let board: Board = picture.parse().unwrap();
        let (target, last) = (Point::new(3, 3), PointSet::of(Point::new(3, 2)));
        let params = SolverParams { order: 1, ..SolverParams::default() };
        let found = Critical::find(&mut Solver::new(1 << 20), &board, target, 1, &params).unwrap();
        assert_eq!((found.attacks & last, found.defenses), (last, last));
    }

    /// White takes two stones that stand in the zone of the capture from a point outside of it, and its stone is free.
    #[test]
    fn chains_that_stand_in_a_zone_are_taken_from_outside() {
        let picture = ". . . . . . ./. . . . . . ./. . O X O . ./. . O X O . ./. . X O X . ./. . . . . . ./. . . . . . .";
        let board: Board = picture.parse().unwrap();
        let params = SolverParams { order: 1, ..SolverParams::default() };
        let found = Critical::find(&mut Solver::new(1 << 20), &board, Point::new(3, 2), 1, &params).unwrap();
        let [outside, down] = [5, 1].map(|row| PointSet::of(Point::new(3, row)));
        assert!(!found.zone.intersects(outside));
        assert_eq!(found.defenses & (outside | down), outside | down);
    }
}
