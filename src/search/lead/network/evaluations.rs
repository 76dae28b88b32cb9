//! What the network has told of the positions of a tree.

use super::PolicyAndValue;
use crate::board::{Color, Hash, Point};
use crate::network::Sight;
use crate::search::scene::Scene;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

/// The evaluations of a tree's positions: one to which several orders of moves lead (a transposition) is evaluated
/// once. What no node has any more is forgotten.
#[derive(Debug, Default)]
pub(in crate::search) struct Evaluations(Mutex<HashMap<SightKey, Weak<PolicyAndValue>>>);

/// All that the network is shown but the komi, which is one for the whole tree. The last two moves are a part of it,
/// so that transpositions share an evaluation only where these are the same.
#[derive(PartialEq, Eq, Hash, Debug)]
struct SightKey {
    stones: Hash,
    color: Color,
    ko: Option<Point>,
    last: [Option<Point>; 2],
    after_pass: bool,
}

impl SightKey {
    fn of(scene: &Scene<'_>) -> SightKey {
        // With any komi.
        let Sight { board, last, after_pass, .. } = scene.sight(0.0);
        SightKey { stones: board.hash(), color: board.to_play(), ko: board.ko(), last, after_pass }
    }
}

impl Evaluations {
    /// Memory that an evaluation takes here, in bytes: its entry in a table that is half empty, and the two reference
    /// counts.
    pub(super) const BYTES_PER_EVALUATION: usize =
        2 * size_of::<(SightKey, Weak<PolicyAndValue>)>() + 2 * size_of::<usize>();

    /// What the network has told of the scene, or tells now. Workers that come together may both ask it.
    pub(super) fn get_or_evaluate(
        &self,
        scene: &Scene<'_>,
        ask: impl FnOnce() -> PolicyAndValue,
    ) -> Arc<PolicyAndValue> {
        let key = SightKey::of(scene);
        if let Some(known) = self.0.lock().get(&key).and_then(Weak::upgrade) {
            return known;
        }
        let told = Arc::new(ask());
        let mut known = self.0.lock();
        if let Some(first) = known.get(&key).and_then(Weak::upgrade) {
            return first;
        }
        known.insert(key, Arc::downgrade(&told));
        told
    }

    /// Forgets what no node has any more.
    pub(in crate::search) fn sweep(&mut self) {
        self.0.get_mut().retain(|_, told| told.strong_count() > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Move};
    use crate::knowledge::Knowledge;
    use crate::search::NetworkParams;

    /// Plays the moves in turn from the empty board; the board and the two last moves.
    fn after<const N: usize>(moves: [Move; N]) -> (Board, [Option<Move>; 2]) {
        let (mut board, mut last) = (Board::new(9), [None; 2]);
        for mv in moves {
            board.play(board.to_play(), mv).unwrap();
            last = [Some(mv), last[0]];
        }
        (board, last)
    }

    /// The network evaluates again only where it is shown something else, or where nobody has kept what it told.
    #[test]
    fn a_position_is_evaluated_once() {
        let knowledge = Knowledge::embedded();
        let (mut evaluations, params) = (Evaluations::default(), NetworkParams::default());
        let asked = std::cell::Cell::new(0);
        let evaluate = |evaluations: &Evaluations, (board, last): &(Board, [Option<Move>; 2])| {
            let scene = Scene::new(board, *last, &knowledge);
            evaluations.get_or_evaluate(&scene, || {
                asked.set(asked.get() + 1);
                PolicyAndValue::of(&scene, &scene.evaluate(7.5), &params)
            })
        };
        let points = [(2, 2), (6, 6), (2, 6), (6, 2), (4, 4)];
        let [a, b, c, d, e] = points.map(|(column, row)| Move::Play(Point::new(column, row)));
        let one = evaluate(&evaluations, &after([a, b, e, d, c]));
        let other_way = evaluate(&evaluations, &after([e, b, a, d, c]));
        assert!(Arc::ptr_eq(&one, &other_way));
        assert_eq!(asked.get(), 1);
        // Another last move, another one before it, and the same stones with the other color to move.
        let others = [after([a, b, c, d, e]), after([a, d, e, b, c]), after([a, b, e, d, c, Move::Pass])];
        let kept: Vec<_> = others.iter().map(|other| evaluate(&evaluations, other)).collect();
        assert_eq!(asked.get(), 4);
        drop((one, other_way));
        evaluations.sweep();
        assert_eq!(evaluations.0.lock().len(), kept.len());
        evaluate(&evaluations, &after([a, b, e, d, c]));
        assert_eq!(asked.get(), 5);
    }
}
