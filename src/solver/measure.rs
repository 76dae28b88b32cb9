//! How near a capture is: what the heuristics of the rivals count.

use super::capture::{Capture, Edge};
use super::fight::{Fight, Ground};
use super::generator::Generator;
use super::generator::crucial::room;
use super::plain::{Plain, PlainState};
use super::problem::Solved;
use super::rivals::Rated;
use super::zone::Zone;
use crate::board::Point;

impl Ground {
    /// Steps from a point to the nearest stone of the target.
    fn distance(&self, fight: &Fight, point: Point) -> u32 {
        let mut reached = fight.target;
        let mut steps = 0;
        while !reached.contains(point) {
            reached |= reached.neighbors();
            steps += 1;
        }
        steps
    }

    /// The defender has nothing to do at leisure when in atari.
    fn pass(&self, fight: &Fight) -> Option<Edge> {
        (!fight.attacks && !self.liberties(fight).is_single()).then_some(Edge::Pass)
    }

    /// An atari lengthens a search by half a ply, the answer to one by most of a ply.
    ///
    /// Source: Eppstein: Lecture notes on strategy and board game programming, 1999.
    fn extension(&self, fight: &Fight, edge: Edge) -> u32 {
        let Edge::Move(point) = edge else { return 0 };
        if !fight.attacks {
            return if self.liberties(fight).is_single() { 20 } else { 0 };
        }
        let liberties = self.liberties(fight);
        if liberties.len() == 2 && liberties.contains(point) { 12 } else { 0 }
    }
}

impl Rated for Capture {
    fn evaluation(&self, fight: &Fight) -> u32 {
        let stones = match self.generator {
            Generator::Crucial => self.ground.crucial(fight),
            _ => fight.target,
        };
        room(stones, self.ground.empty(fight))
    }

    fn distance(&self, fight: &Fight, edge: Edge) -> u32 {
        edge.point().map_or(0, |point| self.ground.distance(fight, point))
    }

    fn orders(&self, fight: &Fight) -> (u32, u32) {
        (self.least_order(fight), u32::from(fight.order))
    }
}

impl Rated for Plain {
    fn evaluation(&self, state: &PlainState) -> u32 {
        self.capture.evaluation(&state.fight)
    }

    fn distance(&self, state: &PlainState, edge: Edge) -> u32 {
        self.capture.distance(&state.fight, edge)
    }

    fn pass(&self, state: &PlainState) -> Option<Edge> {
        self.capture.ground.pass(&state.fight)
    }

    fn extension(&self, state: &PlainState, edge: Edge) -> u32 {
        self.capture.ground.extension(&state.fight, edge)
    }

    fn quiet(&mut self, state: &PlainState) -> Option<Solved<Zone>> {
        self.ladder(&state.fight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::solver::answer::question;
    use crate::solver::params::SolverParams;
    use crate::solver::role::Role;

    /// ```text
    /// . . 2 1 2      1 and 2: first and second liberties of the two stones, which are crucial for each other
    /// . 2 1 X 1
    /// 2 1 X 1 2
    /// . 2 1 2 .
    /// . . 2 . .
    /// ```
    #[test]
    fn evaluations_count_the_liberties_of_the_crucial_chain() {
        let board: Board = ". . . . ./. . . X ./. . X . ./. . . . ./. . . . .".parse().unwrap();
        let evaluation = |generator| {
            let params = SolverParams { generator, ..SolverParams::default() };
            let target = Point::parse("C3", 5).unwrap();
            let (capture, fight) = question(&board, target, Role::Attack, &params).unwrap();
            capture.evaluation(&fight)
        };
        assert_eq!(evaluation(Generator::Crucial), 4 * 6 + 8);
        assert_eq!(evaluation(Generator::Heuristic), 4 * 4 + 7, "of the target alone");
    }
}
