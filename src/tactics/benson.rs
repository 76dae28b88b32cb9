//! Unconditional life: chains that the enemy cannot capture even if their owner always passes.
//!
//! Source: Benson, Life in the game of Go, Information Sciences 10, 1976.

use super::region::{Regions, is_vital};
use crate::board::{Board, Color, PointSet};

/// The stones of the chains of `color` that are unconditionally alive; exact.
pub fn pass_alive(board: &Board, color: Color) -> PointSet {
    let regions = Regions::of(board, color, |_| false);
    regions.living(board, color, |region, chain| is_vital(board, region, chain))
}

/// The unconditionally alive stones of `color` and the regions between them in which the enemy can make no eye as long as none of
/// its stones there are taken.
///
/// In such a region every point without an enemy stone is next to an unconditionally alive one: Benson's vital regions.
pub fn pass_alive_area(board: &Board, color: Color) -> PointSet {
    area_between(board, color, pass_alive(board, color))
}

/// The same where it is known which stones are `alive`.
fn area_between(board: &Board, color: Color, alive: PointSet) -> PointSet {
    if alive.is_empty() {
        return alive;
    }
    let others = PointSet::board(board.size()) - alive;
    let open = (others - board.stones(!color)) - alive.neighbors();
    PointSet::board(board.size()) - others.flood(open)
}

/// The part of [`pass_alive_area`] that is its owner's for good: the enemy stones in it are dead, since they leave no
/// room for two eyes when they are taken.
pub fn owned_area(board: &Board, color: Color) -> PointSet {
    let alive = pass_alive(board, color);
    let inner = board.stones(!color) - alive.neighbors();
    let regions = area_between(board, color, alive) - alive;
    regions.regions().filter(|&region| (region & inner).len() <= 1).fold(alive, |area, region| area | region)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of Black's stones are alive, and how many points its area has.
    fn area(picture: &str) -> (u32, u32) {
        let board: Board = picture.parse().unwrap();
        (pass_alive(&board, Color::Black).len(), pass_alive_area(&board, Color::Black).len())
    }

    #[test]
    fn two_one_point_eyes_are_enough() {
        assert_eq!(area(". X . X O/X X X X O/O O O O O/. . . . ./. . . . ."), (6, 8));
        assert_eq!(area(". X O . ./X X O . ./O O O . ./. . . . ./. . . . ."), (0, 0));
    }

    #[test]
    fn false_eyes_count_when_the_chains_need_each_other() {
        // Two chains around two common eyes, each of which touches both.
        assert_eq!(area("X X O . ./X . X O ./X X . X O/O X X X O/. O O O ."), (10, 12));
    }

    #[test]
    fn one_large_eye_is_not_unconditional() {
        assert_eq!(area("X X X X O/X . . X O/X . . X O/X X X X O/O O O O ."), (0, 0));
    }

    #[test]
    fn enemy_stones_in_a_vital_region_are_dead() {
        assert_eq!(area(". X . O ./X X X X X/O O O O O/. . . . ./. . . . ."), (6, 10));
    }

    #[test]
    fn stones_that_leave_room_for_eyes_are_not_dead_for_good() {
        let board: Board =
            "O O O O X X/O O O O X ./O O O . X X/O O O O X X/O O O O X ./O O O O X X".parse().unwrap();
        let owned = owned_area(&board, Color::Black);
        assert_eq!((owned.len(), pass_alive_area(&board, Color::Black).len()), (12, 36));
        let board: Board = ". X . O ./X X X X X/O O O O O/. . . . ./. . . . .".parse().unwrap();
        assert_eq!(owned_area(&board, Color::Black), pass_alive_area(&board, Color::Black));
    }

    #[test]
    fn a_wide_region_is_nobodys() {
        let board: Board = ". X . X ./X X X X X/. . . . ./. . . . ./. . . . .".parse().unwrap();
        assert_eq!(pass_alive_area(&board, Color::Black).len(), 10);
        assert!(pass_alive_area(&Board::new(9), Color::Black).is_empty());
    }
}
