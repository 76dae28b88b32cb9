//! When a tree is still good.

use crate::board::{Color, Hash, Move};
use crate::game::{Game, Turn};
use crate::search::{Restriction, SearchParams};
use serde::{Deserialize, Serialize};

/// What a tree has been grown for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TreeKey {
    pub(super) size: usize,
    start: Option<Hash>,
    turns: Vec<Turn>,
    to_play: Color,
    pub(super) komi: f32,
    pub(super) restrictions: Vec<Restriction>,
    pub(super) params: SearchParams,
    seed: u64,
}

impl TreeKey {
    /// For a search of the game's position, `to_play` to move.
    pub(super) fn new(
        game: &Game,
        to_play: Color,
        komi: f32,
        restrictions: &[Restriction],
        params: &SearchParams,
        seed: u64,
    ) -> TreeKey {
        TreeKey {
            size: game.board().size(),
            start: game.positions().first().copied(),
            turns: game.turns().to_vec(),
            to_play,
            komi,
            restrictions: restrictions.to_vec(),
            params: params.clone(),
            seed,
        }
    }

    /// The same for another position of the game.
    pub(super) fn after(&self, game: &Game) -> TreeKey {
        let to_play = game.board().to_play();
        TreeKey::new(game, to_play, self.komi, &self.restrictions, &self.params, self.seed)
    }

    /// The moves after which a tree for this is one for `other`; `None` if there are no such moves.
    pub(super) fn moves_to(&self, other: &TreeKey) -> Option<Vec<Move>> {
        let new = other.turns.strip_prefix(self.turns.as_slice())?;
        let in_turn = new.iter().enumerate().all(|(i, turn)| turn.color == self.to_play.after(i));
        // Points left out of deeper moves show through when those come to the root.
        let deep = self.restrictions.iter().any(|restriction| restriction.depth > 1);
        let moved =
            TreeKey { turns: other.turns.clone(), to_play: self.to_play.after(new.len()), ..self.clone() };
        let serves = in_turn && moved == *other && (new.is_empty() || !deep);
        serves.then(|| new.iter().map(|turn| turn.mv).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, PointSet};
    use crate::search::RaveParams;

    fn game(moves: &[(Color, &str)]) -> Game {
        let mut game = Game::new(9, 7.5);
        for (color, name) in moves {
            let mv = Point::parse(name, 9).map_or(Move::Pass, Move::Play);
            game.play(*color, mv).unwrap();
        }
        game
    }

    fn key(game: &Game) -> TreeKey {
        TreeKey::new(game, game.board().to_play(), 7.5, &[], &SearchParams::default(), 1)
    }

    #[test]
    fn a_tree_serves_its_position_and_what_comes_after_it() {
        use Color::{Black, White};
        let first = game(&[(Black, "E5")]);
        let third = game(&[(Black, "E5"), (White, "C5"), (Black, "pass")]);
        assert_eq!(key(&first).moves_to(&key(&first)), Some(vec![]));
        let moves = key(&first).moves_to(&key(&third)).unwrap();
        assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["C5", "pass"]);
        assert_eq!(key(&third).moves_to(&key(&first)), None, "undo");
        let other = game(&[(Black, "E4"), (White, "C5"), (Black, "pass")]);
        assert_eq!(key(&first).moves_to(&key(&other)), None, "another game");
        let twice = game(&[(Black, "E5"), (Black, "C5")]);
        assert_eq!(key(&first).moves_to(&key(&twice)), None, "out of turn");
    }

    #[test]
    fn whatever_else_differs_makes_it_useless() {
        let (game, points) = (game(&[]), PointSet::of(Point::new(2, 2)));
        let mine = key(&game);
        let params =
            SearchParams { rave: RaveParams { ucb: 1.0, ..mine.params.rave }, ..mine.params.clone() };
        let restrict = |depth| vec![Restriction { color: Color::Black, points, depth }];
        for other in [
            TreeKey { size: 7, ..mine.clone() },
            TreeKey { start: None, ..mine.clone() },
            TreeKey { to_play: Color::White, ..mine.clone() },
            TreeKey { komi: 0.5, ..mine.clone() },
            TreeKey { seed: 2, ..mine.clone() },
            TreeKey { params, ..mine.clone() },
            TreeKey { restrictions: restrict(1), ..mine.clone() },
        ] {
            assert_eq!(mine.moves_to(&other), None, "{other:?}");
        }
    }

    #[test]
    fn deep_restrictions_serve_one_position() {
        let points = PointSet::of(Point::new(2, 2));
        for (depth, serves) in [(1, true), (2, false)] {
            let restrictions = vec![Restriction { color: Color::Black, points, depth }];
            let at = |game: &Game| TreeKey { restrictions: restrictions.clone(), ..key(game) };
            let (before, after) = (game(&[]), game(&[(Color::Black, "E5")]));
            assert!(at(&before).moves_to(&at(&before)).is_some());
            assert_eq!(at(&before).moves_to(&at(&after)).is_some(), serves);
        }
    }
}
