//! Area of a position.

use super::{Board, Color, PointSet};

impl Board {
    /// The area of `color` as the board stands: its stones and the empty regions that reach only its
    /// stones (Tromp–Taylor rules). All stones count as alive.
    pub fn area(&self, color: Color) -> PointSet {
        let reaches = |color: Color| self.empty.flood(self.stones(color).neighbors());
        self.stones(color) | (reaches(color) - reaches(!color))
    }

    /// Black's area minus White's as the board stands (Tromp–Taylor).
    pub fn area_score(&self) -> i32 {
        self.area(Color::Black).len() as i32 - self.area(Color::White).len() as i32
    }

    /// The empty points with nothing but stones of `color` around.
    #[inline]
    pub fn one_point_eyes(&self, color: Color) -> PointSet {
        self.empty - (self.empty | self.stones(!color)).neighbors()
    }

    /// The stones of `color` and its one-point eyes: its area in a finished playout, where every other point is filled.
    #[inline]
    pub fn filled_area(&self, color: Color) -> PointSet {
        self.stones(color) | self.one_point_eyes(color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_regions_count_for_the_only_color_they_reach() {
        let board: Board = ". X . O .
                            X X . O O
                            . X . O .
                            X X . O O
                            . X . O ."
            .parse()
            .unwrap();
        assert_eq!(board.area(Color::Black).len(), 10);
        assert_eq!(board.area(Color::White).len(), 10);
        assert_eq!(board.area_score(), 0);
        assert_eq!(Board::new(9).area_score(), 0);
    }

    #[test]
    fn finished_playouts_count_one_point_eyes() {
        let board: Board = ". X O .
                            X X O O
                            X X O O
                            X . O ."
            .parse()
            .unwrap();
        assert_eq!(Color::ALL.map(|color| board.filled_area(color).len()), [7, 8]);
    }
}
