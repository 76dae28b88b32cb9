//! What a loss is called.

use std::fmt;

/// A verdict on a move in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// It loses little or nothing.
    Good,
    /// See [`INACCURACY_LOSS`].
    Inaccuracy,
    /// See [`MISTAKE_LOSS`].
    Mistake,
    /// See [`BLUNDER_LOSS`].
    Blunder,
}

/// From this loss of win rate on a move is an inaccuracy.
pub const INACCURACY_LOSS: f32 = 0.05;

/// From this loss of win rate on a move is a mistake.
pub const MISTAKE_LOSS: f32 = 0.1;

/// From this loss of win rate on a move is a blunder.
pub const BLUNDER_LOSS: f32 = 0.2;

impl Grade {
    /// All, the best first.
    pub const ALL: [Grade; 4] = [Grade::Good, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// Of a move that loses so much win rate, 0 to 1.
    pub fn of(loss: f32) -> Grade {
        match loss {
            loss if loss >= BLUNDER_LOSS => Grade::Blunder,
            loss if loss >= MISTAKE_LOSS => Grade::Mistake,
            loss if loss >= INACCURACY_LOSS => Grade::Inaccuracy,
            _ => Grade::Good,
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        })
    }
}

/// How accurate moves with these losses of win rate are, 0 to 100; `None` without a move.
///
/// A move's accuracy is 100 · exp(−4 · loss): 100 without a loss, 82 with a loss of 5 %, 45 with one of 20 %, 2 if it
/// throws a won game away. That of a player is the mean.
pub fn accuracy(losses: impl Iterator<Item = f32>) -> Option<f32> {
    /// How fast accuracy falls.
    const STEEPNESS: f32 = 4.0;
    let (sum, count) =
        losses.fold((0.0, 0), |(sum, count), loss| (sum + libm::expf(-STEEPNESS * loss), count + 1));
    (count > 0).then(|| 100.0 * sum / count as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grade_begins_at_its_limit() {
        for (loss, grade) in [
            (0.0, Grade::Good),
            (0.0499, Grade::Good),
            (0.05, Grade::Inaccuracy),
            (0.0999, Grade::Inaccuracy),
            (0.1, Grade::Mistake),
            (0.1999, Grade::Mistake),
            (0.2, Grade::Blunder),
            (1.0, Grade::Blunder),
        ] {
            assert_eq!(Grade::of(loss), grade, "{loss}");
        }
    }

    #[test]
    fn accuracy_is_the_mean_over_the_moves() {
        let of = |losses: &[f32]| accuracy(losses.iter().copied());
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[0.0, 0.0]), Some(100.0));
        let [small, large] = [0.05, 0.2].map(|loss| of(&[loss]).unwrap());
        assert!((small - 81.9).abs() < 0.1 && (large - 44.9).abs() < 0.1);
        assert!((of(&[0.05, 0.2]).unwrap() - (small + large) / 2.0).abs() < 0.01);
    }
}
