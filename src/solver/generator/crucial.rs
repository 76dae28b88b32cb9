//! The moves of Zhang and Chen: those of five kinds of chains, ranked by the room that the chain of the move has.
//!
//! Source: Zhang, Chen: Using different search algorithms to solve computer Go capturing problems, 2007, §1.2. It leaves
//! open what the crucial chain is, and how many moves each kind may have. Here the crucial chain is the target with the
//! chains that the enemy cannot cut from it with one move, and each kind has [`MOST_OF_KIND`] moves.

use crate::board::{Point, PointSet};
use crate::solver::fight::{Fight, Ground};

/// Moves of all kinds.
const MOST: usize = 15;

/// Moves of one kind of chains.
const MOST_OF_KIND: usize = 6;

/// Enemy chains with more liberties give no moves.
const FEW_LIBERTIES: u32 = 3;

/// Four for each liberty of the stones, one for each empty point that is next to one of these only.
pub(in crate::solver) fn room(stones: PointSet, empty: PointSet) -> u32 {
    let first = stones.neighbors() & empty;
    let second = (first.neighbors() & empty) - first;
    4 * first.len() + second.len()
}

impl Ground {
    /// The target and the chains of its owner with two liberties in common with it.
    pub(in crate::solver) fn crucial(&self, fight: &Fight) -> PointSet {
        let liberties = self.liberties(fight);
        let others = fight.defender - fight.target;
        others
            .regions_at(liberties.neighbors())
            .filter(|chain| (chain.neighbors() & liberties).len() >= 2)
            .fold(fight.target, |all, chain| all | chain)
    }

    /// The legal moves of the side to move, the chain with the most room first; `last` is the move before.
    pub(in crate::solver) fn ranked(&self, fight: &Fight, last: Option<Point>) -> Vec<Point> {
        let last = last.map_or(PointSet::EMPTY, |point| {
            let stones = if fight.attacks { fight.defender } else { fight.attacker };
            stones.flood(PointSet::of(point) & stones)
        });
        let around = |stones: PointSet, chain: PointSet| stones.regions_at(chain.neighbors()).collect();
        let (own, _) = fight.sides();
        let kinds = [
            fight.target,
            self.crucial(fight) - fight.target,
            last,
            around(fight.attacker, fight.target),
            around(own, last),
        ];
        let mut chosen = PointSet::EMPTY;
        for stones in kinds {
            let moves = self.by_room(fight, self.points_of(fight, stones));
            chosen |= moves.into_iter().take(MOST_OF_KIND).collect();
        }
        let mut moves = self.by_room(fight, chosen);
        moves.truncate(MOST);
        moves
    }

    /// First and second liberties of chains of one color, and the liberties of enemy chains beside them that have few.
    fn points_of(&self, fight: &Fight, stones: PointSet) -> PointSet {
        let empty = self.empty(fight);
        let first = stones.neighbors() & empty;
        let mut points = first | (first.neighbors() & empty);
        let enemy = if stones.intersects(fight.attacker) { fight.defender } else { fight.attacker };
        for chain in enemy.regions_at(stones.neighbors()) {
            let liberties = chain.neighbors() & empty;
            if liberties.len() <= FEW_LIBERTIES {
                points |= liberties;
            }
        }
        points
    }

    /// The legal points among these that fill no own eye, those that leave their chain most room first.
    fn by_room(&self, fight: &Fight, among: PointSet) -> Vec<Point> {
        let room_of = |point: Point| {
            let after = self.play(fight, point);
            let (_, stones) = after.sides();
            room(stones.flood(PointSet::of(point)), self.empty(&after))
        };
        let legal = self.legal(fight, among).iter().filter(|point| !self.is_own_eye(fight, *point));
        let mut moves: Vec<Point> = legal.collect();
        moves.sort_by_cached_key(|point| std::cmp::Reverse(room_of(*point)));
        moves
    }

    /// Is it a real eye, by the rule of [`real_eyes`](crate::tactics::real_eyes)?
    fn is_own_eye(&self, fight: &Fight, point: Point) -> bool {
        let (own, enemy) = fight.sides();
        let near = PointSet::neighbors_of(point) & self.board;
        let (touched, broken) = PointSet::of(point).with_diagonals(enemy);
        let is_spoilt = if near.len() < 4 { touched } else { broken };
        (near - own).is_empty() && is_spoilt.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::solver::answer::question;
    use crate::solver::params::SolverParams;
    use crate::solver::role::Role;

    fn ranked(picture: &str, target: &str, role: Role, last: Option<&str>) -> Vec<String> {
        let board: Board = picture.parse().unwrap();
        let point = |name: &str| Point::parse(name, board.size()).unwrap();
        let target = point(target);
        let (capture, fight) = question(&board, target, role, &SolverParams::default()).unwrap();
        capture.ground.ranked(&fight, last.map(point)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_one_move_cannot_cut_is_crucial() {
        let board: Board = ". . X . ./. . . . ./. . X . X/. . . . ./. . . . .".parse().unwrap();
        let target = Point::parse("C3", 5).unwrap();
        let params = SolverParams::default();
        let (capture, fight) = question(&board, target, Role::Attack, &params).unwrap();
        assert_eq!(capture.ground.crucial(&fight).len(), 1, "one common liberty can be taken");
        let board: Board = ". . . . ./. . . X ./. . X . ./. . . . ./. . . . .".parse().unwrap();
        let (capture, fight) = question(&board, target, Role::Attack, &params).unwrap();
        assert_eq!(capture.ground.crucial(&fight).len(), 2, "of two common liberties one stays");
    }

    #[test]
    fn the_roomiest_move_comes_first() {
        let open = ". . . . . . ./. . . . . . ./. . . O . . ./. . . X . . ./. . . . . . ./. . . . . . ./. . . . . . .";
        // A stone that joins the chain has more room than one alone.
        let defended = ranked(open, "D4", Role::Defend, None);
        assert!(["C4", "E4", "D3"].contains(&defended[0].as_str()), "{defended:?}");
    }

    #[test]
    fn moves_are_few_however_many_chains_there_are() {
        let apart = ". . . . . . . . ./. X . . . . . . ./. O . . . . . . ./. . . . O . . . ./. . . . X . . . ./. . . . . X . . ./\
                     . . . . . . . . ./. . . . . . . . ./. . . . . . . . .";
        let moves = |last| ranked(apart, "E5", Role::Attack, last);
        assert!(!moves(None).iter().any(|name| name.starts_with(['A', 'B'])), "{:?}", moves(None));
        assert_eq!(moves(Some("B8")).len(), MOST);
    }

    #[test]
    fn no_own_eye_is_filled() {
        let eye = ". X O . ./X X O . ./. O O . ./. . . . ./. . . . .";
        let moves = ranked(eye, "A4", Role::Defend, None);
        assert!(moves.contains(&"A3".to_owned()) && !moves.contains(&"A5".to_owned()), "{moves:?}");
    }
}
