//! How much of its time a move takes: less when it is settled, more when it is not.

use std::time::Duration;

/// How long a move may take when a clock runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// What a move takes as a rule.
    pub usual: Duration,
    /// What a doubtful move may take.
    pub most: Duration,
}

/// The best move is in doubt while it has fewer visits than the second by this factor.
const CLEAR_LEAD: f32 = 1.5;

/// Moves with fewer visits, as a share of the best's, do not count when the best value is looked for.
const SERIOUS_SHARE: f32 = 0.2;

/// Has a search that has taken `elapsed` and makes so many playouts a second seen enough? `moves` are the visits and means of
/// those of the root that may be chosen: nobody has to catch up with one that is lost for sure, unless all look lost.
///
/// Before the usual time it has when the second move cannot catch up with the best; after it, when the best
/// is also the best in value and has a clear lead, or nothing can change any more.
///
/// Source: Baudiš, Gailly: Pachi: state of the art open source Go program, 2012, section 4.1 (early stopping, unsure
/// moves); Huang, Coulom, Lin: Time management for Monte-Carlo tree search applied to the game of Go, 2010.
pub(in crate::search) fn has_seen_enough(
    budget: Budget,
    elapsed: Duration,
    playouts_per_second: f64,
    moves: impl Iterator<Item = (u32, f32)> + Clone,
) -> bool {
    if elapsed >= budget.most {
        return true;
    }
    let ((mut best, mut mean), mut second) = ((0, 0.0), 0);
    for (visits, value) in moves.clone() {
        if visits > best {
            (second, best, mean) = (best, visits, value);
        } else {
            second = second.max(visits);
        }
    }
    let lead = f64::from(best - second);
    let catches_up_by =
        |time: Duration| lead <= time.saturating_sub(elapsed).as_secs_f64() * playouts_per_second;
    if elapsed < budget.usual {
        return !catches_up_by(budget.usual);
    }
    let mut serious = moves.filter(|&(visits, _)| visits as f32 >= SERIOUS_SHARE * best as f32);
    let is_best_valued = serious.all(|(_, value)| value <= mean);
    let is_clear = best as f32 >= CLEAR_LEAD * second as f32;
    is_best_valued && is_clear || !catches_up_by(budget.most)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A usual time of two seconds and five at most, after so many seconds, at a thousand playouts a second.
    fn enough(seconds: f64, moves: &[(u32, f32)]) -> bool {
        let [usual, most] = [2, 5].map(Duration::from_secs);
        let elapsed = Duration::from_secs_f64(seconds);
        has_seen_enough(Budget { usual, most }, elapsed, 1000.0, moves.iter().copied())
    }

    #[test]
    fn without_a_move_that_may_win_no_time_is_spared_before_the_usual_one() {
        assert!(!enough(1.0, &[]));
        assert!(enough(2.5, &[]));
    }

    #[test]
    fn a_lead_that_nobody_can_make_up_ends_the_search_early() {
        assert!(!enough(1.0, &[(900, 0.5), (50, 0.5)]));
        assert!(enough(1.5, &[(1000, 0.5), (400, 0.6)]));
        assert!(!enough(1.5, &[(800, 0.5), (400, 0.6)]));
    }

    #[test]
    fn doubt_makes_it_longer_but_never_longer_than_the_most() {
        assert!(enough(2.0, &[(1000, 0.5), (500, 0.4)]));
        // A close second; a better value; a better value that hardly anybody looked at.
        assert!(!enough(2.0, &[(1000, 0.5), (900, 0.4)]));
        assert!(!enough(2.0, &[(1000, 0.5), (500, 0.6)]));
        assert!(enough(2.0, &[(1800, 0.5), (100, 0.6)]));
        assert!(enough(4.0, &[(3000, 0.5), (1000, 0.6)]));
        assert!(enough(5.0, &[(1000, 0.5), (1000, 0.6)]));
    }
}
