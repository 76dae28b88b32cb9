//! Everything a board keeps incrementally, recomputed from its stones.

use super::{Board, Chain, Color, Point, PointSet, Root, zobrist};

impl Board {
    /// The board with exactly these stones, Black to move, no ko; `None` if a stone is off the board,
    /// two share a point or a chain has no liberty.
    ///
    /// Chains are found by flooding, not by playing: [`Board::validate`] compares the two ways.
    pub fn from_stones(size: usize, black: PointSet, white: PointSet) -> Option<Board> {
        let mut board = Board::new(size);
        if black.intersects(white) || !((black | white) - board.empty).is_empty() {
            return None;
        }
        board.stones = [black, white];
        board.empty -= black | white;
        for color in Color::ALL {
            for stones in board.stones(color).regions() {
                let liberties = stones.neighbors() & board.empty;
                let root = Root::of(stones.first().filter(|_| !liberties.is_empty())?);
                board.chains[root] = Chain::new(stones, liberties);
                for stone in stones {
                    board.roots.set(stone, root);
                    board.hash ^= zobrist::key(color, stone);
                }
                if liberties.is_single() {
                    board.atari |= stones;
                }
            }
        }
        Some(board)
    }

    /// The same with these stones, one set down after the other: of two on a point the later one stays.
    pub fn set_up(size: usize, stones: impl IntoIterator<Item = (Color, Point)>) -> Option<Board> {
        let mut colors = [PointSet::EMPTY; 2];
        for (color, point) in stones {
            let stone = PointSet::of(point);
            colors = colors.map(|points| points - stone);
            colors[color.index()] |= stone;
        }
        let [black, white] = colors;
        Board::from_stones(size, black, white)
    }

    /// Compares all incremental state with the state recomputed from the stones.
    ///
    /// # Errors
    /// One sentence about the first difference; it is a bug of ours.
    pub fn validate(&self) -> Result<(), String> {
        let [black, white] = self.stones;
        let fresh = Board::from_stones(self.size, black, white)
            .ok_or_else(|| format!("stones overlap, are off the board or have no liberty:\n{self}"))?;
        let differs = |what: &str| Err(format!("{what} differs from the recomputed one:\n{self}"));
        if self.empty != fresh.empty {
            return differs("the set of empty points");
        }
        if self.hash != fresh.hash {
            return differs("the hash");
        }
        if self.atari != fresh.atari {
            return differs("the set of stones in atari");
        }
        for stone in black | white {
            if self.chain_at(stone) != fresh.chain_at(stone) {
                return differs(&format!("the chain at {stone}"));
            }
        }
        match self.ko() {
            Some(ko) if !self.is_ko_shape(ko) => differs(&format!("the ko at {ko}")),
            _ => Ok(()),
        }
    }

    /// Is the point empty, surrounded by the opponent of the player to move, and would a stone on it
    /// take exactly one stone and nothing else?
    fn is_ko_shape(&self, ko: Point) -> bool {
        let near = PointSet::neighbors_of(ko) & PointSet::board(self.size);
        let is_surrounded = (near - self.stones(!self.to_play)).is_empty();
        let mut taken = self.chains_of(near & self.atari);
        self.empty.contains(ko)
            && is_surrounded
            && taken.next().is_some_and(|chain| chain.stones().is_single())
            && taken.next().is_none()
    }
}
