//! What moves begin with where a person gave the values, and not a fit.

use super::Feature;
use crate::board::PointMap;
use crate::params::parameters;
use crate::search::scene::Scene;

parameters! {
    "by hand", "Initial values by hand, of the thesis's tables; 0.5 says nothing":
    /// What moves are worth before they have been tried, each kind a step of the thesis's table 6.
    ///
    /// Source: "A Design of Monte-Carlo Computer Go Program" (thesis, 2010), table 3, for the values 0.9, 0.7 and 0.2, and
    /// section 3.2 for the kinds.
    pub struct ByHandParams {
        /// Do these values stand in the place of the prior that was fitted? They count as prior_even visits then.
        by_hand: bool = false, ();
        /// Takes stones beside own ones in atari.
        hand_capture_frees: f32 = 0.9, 0.0..=1.0;
        /// Takes other stones.
        hand_capture: f32 = 0.8, 0.0..=1.0;
        /// Saves stones in atari.
        hand_save: f32 = 0.7, 0.0..=1.0;
        /// Extends out of atari into a ladder.
        hand_ladder: f32 = 0.2, 0.0..=1.0;
        /// Good shape by its diamond.
        hand_shape: f32 = 0.6, 0.0..=1.0;
        /// In a safe region.
        hand_safe: f32 = 0.1, 0.0..=1.0;
        /// A bad self-atari.
        hand_self_atari: f32 = 0.2, 0.0..=1.0;
        /// The vital point of an eye space.
        hand_vital: f32 = 0.8, 0.0..=1.0;
        /// Settles an own eye as real.
        hand_settle_eye: f32 = 0.7, 0.0..=1.0;
        /// Fills an own false eye.
        hand_false_eye: f32 = 0.2, 0.0..=1.0;
        /// A throw-in that is worth its stone.
        hand_throw_in: f32 = 0.6, 0.0..=1.0;
        /// Catches a chain of two liberties in a ladder or a net.
        hand_attack: f32 = 0.7, 0.0..=1.0;
        /// Gives an own chain of two liberties a third.
        hand_strengthen: f32 = 0.6, 0.0..=1.0;
    }
}

/// What is said of a move that no feature says anything of.
const EVEN: f32 = 0.5;

impl ByHandParams {
    /// The value of a feature, if it has one.
    fn value_of(&self, feature: Feature) -> Option<f32> {
        use Feature::*;
        Some(match feature {
            CaptureFrees => self.hand_capture_frees,
            Capture1 | Capture2 | Capture3 => self.hand_capture,
            Save1 | Save2 | Save3 => self.hand_save,
            SaveFails => self.hand_ladder,
            TigerMouth | Hane | Cut | Turn | Connection | Extension | Edge => self.hand_shape,
            SafeOwn | SafeEnemy => self.hand_safe,
            SelfAtari1 | SelfAtari2 | SelfAtari4 => self.hand_self_atari,
            Nakade | VitalEnemy | VitalOwn => self.hand_vital,
            SettlesEye => self.hand_settle_eye,
            FalseEye => self.hand_false_eye,
            ThrowIn | Snapback | SelfAtariKo => self.hand_throw_in,
            Ladder1 | Ladder2 | Ladder3 | Net => self.hand_attack,
            Escape1 | Escape2 | Escape3 | Strengthen => self.hand_strengthen,
            _ => return None,
        })
    }

    /// The value of each play of the scene: of what speaks against it the worst, else of what speaks for it the best.
    pub(super) fn values(&self, scene: &Scene<'_>) -> PointMap<f32> {
        let mut values = PointMap::filled(EVEN);
        scene.features(|feature, points| {
            let Some(new) = self.value_of(feature) else { return };
            for point in points {
                let old = values[point];
                values[point] = if old.min(new) < EVEN { old.min(new) } else { old.max(new) };
            }
        });
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Point};
    use crate::knowledge::Knowledge;

    /// The values of points of a picture in which Black is to move.
    fn values<const N: usize>(params: &ByHandParams, picture: &str, points: [&str; N]) -> [f32; N] {
        let (board, knowledge) = (picture.parse::<Board>().unwrap(), Knowledge::embedded());
        let values = params.values(&Scene::new(&board, [None; 2], &knowledge));
        points.map(|name| values[Point::parse(name, board.size()).unwrap()])
    }

    /// As in the thesis's table 3: what saves two stones, and a self-atari that is of no use.
    #[test]
    fn values_are_those_of_table_3() {
        let params = ByHandParams::default();
        let two_in_atari = ". . . . . . ./. . . . . . ./. . O O . . ./. O X X O . ./. . . O . . ./. . X . . . ./. . . . . . .";
        assert_eq!(values(&params, two_in_atari, ["C3", "G1"]), [0.7, EVEN]);
        let of_no_use = ". . O . . . ./O O . . . . ./. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . .";
        assert_eq!(values(&params, of_no_use, ["A7"]), [0.2]);
        // With the value of nothing said a step is off, and others may speak.
        let off = ByHandParams { hand_self_atari: EVEN, ..params };
        assert_eq!(values(&off, of_no_use, ["A7"]), [EVEN]);
        let shape = ByHandParams { hand_save: EVEN, ..params };
        let [still] = values(&shape, two_in_atari, ["C3"]);
        assert!((EVEN..0.7).contains(&still), "{still}");
    }

    /// Taking stones that threaten own ones is worth more than taking others, and what speaks against a move outweighs both.
    #[test]
    fn the_worst_counts_before_the_best() {
        let both_in_atari = ". . . . . . ./. . O . . . ./. O X . . . ./. . O X . . ./. . X . . . ./. . . . . . ./. . . . . . .";
        // White's stone at C4 is in atari at B4; taking it frees Black's at C5, which is in atari at D5.
        let [frees] = values(&ByHandParams::default(), both_in_atari, ["B4"]);
        assert_eq!(frees, 0.9);
        let bad = ByHandParams { hand_capture_frees: 0.3, ..ByHandParams::default() };
        assert_eq!(values(&bad, both_in_atari, ["B4"]), [0.3]);
    }
}
