//! The clocks of a game and how much of them a move may take.

use super::pace::Budget;
use crate::board::Color;
use std::time::Duration;

/// The time system of a game; all times in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeSettings {
    /// So much for all moves.
    Absolute {
        /// Time for all moves.
        main: f64,
    },
    /// After the main time a period for so many moves, again and again.
    Canadian {
        /// Main time.
        main: f64,
        /// Time of one period.
        period: f64,
        /// Moves of one period.
        stones: u32,
    },
    /// After the main time so many periods; one is lost only when a move takes longer than it.
    Byoyomi {
        /// Main time.
        main: f64,
        /// Time of one period.
        period: f64,
        /// Number of periods.
        periods: u32,
    },
    /// Every move adds to the clock.
    Fischer {
        /// Time at the start.
        main: f64,
        /// What every move adds.
        increment: f64,
        /// The most the clock can show.
        cap: Option<f64>,
        /// The most a move may take.
        per_move: Option<f64>,
    },
}

impl TimeSettings {
    /// What GTP's `time_settings` means; `None` is no limit, which is how GTP reads an overtime of some
    /// seconds for no moves.
    pub fn from_gtp(main: f64, period: f64, stones: u32) -> Option<TimeSettings> {
        match (period > 0.0, stones) {
            (true, 0) => None,
            (true, _) => Some(TimeSettings::Canadian { main, period, stones }),
            (false, 0) if main <= 0.0 => None,
            (false, _) => Some(TimeSettings::Absolute { main }),
        }
    }

    /// What a clock shows before the first move.
    fn full(self) -> Left {
        match self {
            TimeSettings::Canadian { main, period, stones: left }
            | TimeSettings::Byoyomi { main, period, periods: left }
                if main <= 0.0 =>
            {
                Left { seconds: period, overtime: Some(left) }
            }
            TimeSettings::Absolute { main }
            | TimeSettings::Canadian { main, .. }
            | TimeSettings::Byoyomi { main, .. }
            | TimeSettings::Fischer { main, .. } => Left { seconds: main, overtime: None },
        }
    }
}

/// How many times its usual time a doubtful move may take.
const STRETCH: f64 = 2.5;

/// The longest time of a move in seconds: a day.
pub(crate) const LONGEST_TIME: f64 = 86_400.0;

/// What one color has left: seconds, and in overtime the moves to make in them (Canadian) or the periods
/// with this one (byo-yomi).
#[derive(Clone, Copy, Debug, PartialEq)]
struct Left {
    seconds: f64,
    overtime: Option<u32>,
}

/// What is kept back, in seconds; never more than half of what there is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Margins {
    /// Of the clock or the period, once: servers round, and machines stall.
    pub reserve: f64,
    /// Of every move, for the way to the opponent.
    pub lag: f64,
}

impl Margins {
    /// What may be spent of so much time.
    fn spendable(self, seconds: f64) -> f64 {
        seconds - self.reserve.min(seconds / 2.0)
    }
}

/// The clocks of both colors; without settings nobody is in a hurry.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    settings: Option<TimeSettings>,
    left: [Option<Left>; 2],
}

impl Clock {
    /// A full clock.
    pub fn new(settings: Option<TimeSettings>) -> Clock {
        Clock { settings, left: [settings.map(TimeSettings::full); 2] }
    }

    /// Refills both clocks.
    pub fn refill(&mut self) {
        *self = Clock::new(self.settings);
    }

    /// Sets what `color` has left. `overtime` is 0 in main time, otherwise the moves to make in the time, or
    /// in byo-yomi the periods with this one.
    pub fn set_left(&mut self, color: Color, seconds: f64, overtime: u32) {
        let has_overtime = overtime > 0 && !matches!(self.settings, Some(TimeSettings::Fischer { .. }));
        self.left[color.index()] = Some(Left { seconds, overtime: has_overtime.then_some(overtime) });
    }

    /// Takes the time of a move of `color` from its clock.
    pub fn spend(&mut self, color: Color, time: Duration) {
        let Some(left) = &mut self.left[color.index()] else { return };
        left.seconds -= time.as_secs_f64();
        match self.settings {
            None | Some(TimeSettings::Absolute { .. }) => {
                left.overtime = left.overtime.map(|stones| stones.saturating_sub(1));
            }
            Some(TimeSettings::Canadian { period, stones, .. }) => {
                if left.overtime.is_none() && left.seconds < 0.0 {
                    // The move that used the main time up is the first of the overtime.
                    *left = Left { seconds: left.seconds + period, overtime: Some(stones) };
                }
                left.overtime = left.overtime.map(|stones| stones.saturating_sub(1));
                if left.overtime == Some(0) {
                    *left = Left { seconds: period, overtime: Some(stones) };
                }
            }
            Some(TimeSettings::Byoyomi { period, periods, .. }) => {
                let had = left.overtime.unwrap_or(periods);
                let begun = left.overtime.is_some();
                if begun || left.seconds < 0.0 {
                    // A move within its period costs none.
                    let over = ((-left.seconds / period) as u32).saturating_add(u32::from(begun));
                    let lost = if left.seconds < 0.0 { over } else { 0 };
                    *left = Left { seconds: period, overtime: Some(had.saturating_sub(lost).max(1)) };
                }
            }
            Some(TimeSettings::Fischer { increment, cap, .. }) => {
                left.seconds = (left.seconds + increment).min(cap.unwrap_or(f64::INFINITY));
            }
        }
    }

    /// How long a move of `color` may take when so many points are empty; `None` without a limit. Never
    /// more than the clock has.
    pub fn budget(&self, color: Color, empty: u32, margins: Margins) -> Option<Budget> {
        let left = self.left[color.index()]?;
        let share = self.share(left, empty, margins);
        // A doubtful move may take from the later ones of the same time, but never all of it.
        let reach = match (self.settings, left.overtime) {
            (Some(TimeSettings::Byoyomi { .. }), Some(_)) | (_, Some(0 | 1)) => share,
            _ => (STRETCH * share).min(margins.spendable(left.seconds.max(0.0)) / 3.0).max(share),
        };
        let reach = match self.settings {
            Some(TimeSettings::Fischer { per_move: Some(longest), .. }) => {
                reach.min(margins.spendable(longest))
            }
            _ => reach,
        };
        let time = |seconds: f64| {
            Duration::from_secs_f64((seconds - margins.lag.min(seconds / 2.0)).clamp(0.0, LONGEST_TIME))
        };
        Some(Budget { usual: time(share), most: time(reach) })
    }

    /// The part of what is left that a move may take as a rule, in seconds.
    fn share(&self, left: Left, empty: u32, margins: Margins) -> f64 {
        // Most moves are settled long before their share is over, so as many as these shares are never played.
        let moves = f64::from(empty) / 8.0 + 4.0;
        let seconds = left.seconds.max(0.0);
        let spendable = |seconds| margins.spendable(seconds);
        match (self.settings, left.overtime) {
            (Some(TimeSettings::Byoyomi { .. }), Some(_)) => spendable(seconds),
            // A controller may report moves of an overtime that was never announced, and then no new ones.
            (_, Some(stones)) => spendable(seconds) / f64::from(stones.max(1)),
            (Some(TimeSettings::Byoyomi { period, .. }), None) => {
                (spendable(seconds) / moves).max(spendable(period))
            }
            (Some(TimeSettings::Canadian { period, stones, .. }), None) => {
                (spendable(seconds) / moves).max(spendable(period) / f64::from(stones.max(1)))
            }
            (Some(TimeSettings::Fischer { increment, per_move, .. }), None) => {
                let steady = 0.9 * increment + spendable((seconds - increment).max(0.0)) / moves;
                steady.min(spendable(seconds)).min(per_move.map_or(f64::INFINITY, spendable))
            }
            (Some(TimeSettings::Absolute { .. }) | None, None) => spendable(seconds) / moves,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BLACK: usize = 0;
    const NONE: Margins = Margins { reserve: 0.0, lag: 0.0 };

    fn seconds(clock: &Clock, margins: Margins) -> f64 {
        clock.budget(Color::Black, 76, margins).unwrap().usual.as_secs_f64()
    }

    fn byoyomi(main: f64, period: f64, periods: u32) -> Clock {
        Clock::new(Some(TimeSettings::Byoyomi { main, period, periods }))
    }

    fn fischer(main: f64, increment: f64, cap: Option<f64>, per_move: Option<f64>) -> Clock {
        Clock::new(Some(TimeSettings::Fischer { main, increment, cap, per_move }))
    }

    #[test]
    fn gtp_settings_mean_what_the_draft_says() {
        assert_eq!(TimeSettings::from_gtp(0.0, 1.0, 0), None);
        assert_eq!(TimeSettings::from_gtp(60.0, 1.0, 0), None);
        assert_eq!(TimeSettings::from_gtp(0.0, 0.0, 0), None);
        let absolute = Some(TimeSettings::Absolute { main: 60.0 });
        assert_eq!(TimeSettings::from_gtp(60.0, 0.0, 0), absolute);
        assert_eq!(TimeSettings::from_gtp(60.0, 0.0, 5), absolute);
        let canadian = Some(TimeSettings::Canadian { main: 0.0, period: 5.0, stones: 1 });
        assert_eq!(TimeSettings::from_gtp(0.0, 5.0, 1), canadian);
    }

    #[test]
    fn canadian_overtime_is_entered_and_refilled() {
        let mut clock = Clock::new(TimeSettings::from_gtp(1.0, 10.0, 2));
        clock.spend(Color::Black, Duration::from_secs(3));
        assert_eq!(clock.left[BLACK], Some(Left { seconds: 8.0, overtime: Some(1) }));
        assert_eq!(seconds(&clock, NONE), 8.0);
        clock.spend(Color::Black, Duration::from_secs(4));
        assert_eq!(clock.left[BLACK], Some(Left { seconds: 10.0, overtime: Some(2) }));
        assert_eq!(seconds(&clock, Margins { reserve: 1.0, lag: 0.5 }), 4.0);
        clock.refill();
        assert_eq!(clock.left[BLACK], Some(Left { seconds: 1.0, overtime: None }));
    }

    #[test]
    fn byoyomi_gives_every_move_a_period_and_loses_one_when_it_is_overstepped() {
        let mut clock = byoyomi(0.0, 10.0, 3);
        for _ in 0..20 {
            assert_eq!(seconds(&clock, Margins { reserve: 1.0, lag: 0.5 }), 8.5);
            clock.spend(Color::Black, Duration::from_secs(9));
        }
        assert_eq!(clock.left[BLACK], Some(Left { seconds: 10.0, overtime: Some(3) }));
        clock.spend(Color::Black, Duration::from_secs(11));
        assert_eq!(clock.left[BLACK], Some(Left { seconds: 10.0, overtime: Some(2) }));
        clock.set_left(Color::Black, 4.0, 1);
        assert_eq!(seconds(&clock, NONE), 4.0);
        let mut clock = byoyomi(5.0, 10.0, 3);
        clock.spend(Color::Black, Duration::from_secs(17));
        assert_eq!(clock.left[BLACK], Some(Left { seconds: 10.0, overtime: Some(2) }));
        let mut clock = byoyomi(5.0, 10.0, 3);
        clock.spend(Color::Black, Duration::from_secs(14));
        assert_eq!(clock.left[BLACK], Some(Left { seconds: 10.0, overtime: Some(3) }));
        let mut clock = byoyomi(0.0, 1e-300, 3);
        for _ in 0..3 {
            clock.spend(Color::Black, Duration::from_secs(1));
            assert_eq!(
                clock.left[BLACK].and_then(|left| left.overtime),
                Some(1),
                "more periods than can be counted are over"
            );
        }
    }

    #[test]
    fn main_time_before_an_overtime_is_spent_at_least_as_fast_as_the_overtime() {
        assert_eq!(seconds(&byoyomi(540.0, 10.0, 3), NONE), 40.0);
        assert_eq!(seconds(&byoyomi(60.0, 10.0, 3), NONE), 10.0);
        assert_eq!(seconds(&Clock::new(TimeSettings::from_gtp(24.0, 30.0, 10)), NONE), 3.0);
    }

    /// Two and a half times its share, but a third of what there is at most; and only its share where no later move has the rest.
    #[test]
    fn a_doubtful_move_borrows_from_later_ones() {
        let absolute = || Clock::new(Some(TimeSettings::Absolute { main: 540.0 }));
        let canadian = |period, stones| Clock::new(TimeSettings::from_gtp(0.0, period, stones));
        for (clock, empty, expected) in [
            (absolute(), 76, [40.0, 100.0]),
            (absolute(), 0, [135.0, 180.0]),
            (byoyomi(540.0, 10.0, 3), 76, [40.0, 100.0]),
            (byoyomi(0.0, 10.0, 3), 76, [10.0, 10.0]),
            (canadian(30.0, 10), 76, [3.0, 7.5]),
            (canadian(12.0, 3), 76, [4.0, 4.0]),
            (canadian(10.0, 1), 76, [10.0, 10.0]),
            (fischer(140.0, 5.0, None, None), 76, [14.5, 36.25]),
            (fischer(140.0, 5.0, None, Some(20.0)), 76, [14.5, 20.0]),
        ] {
            let Budget { usual, most } = clock.budget(Color::Black, empty, NONE).unwrap();
            for (time, expected) in [usual, most].into_iter().zip(expected) {
                assert!((time.as_secs_f64() - expected).abs() < 1e-6, "{clock:?}: {usual:?} and {most:?}");
            }
        }
    }

    #[test]
    fn fischer_time_grows_up_to_its_cap() {
        let mut clock = fischer(30.0, 5.0, Some(32.0), None);
        assert!((seconds(&clock, NONE) - (4.5 + 25.0 / 13.5)).abs() < 1e-9);
        clock.spend(Color::Black, Duration::from_secs(1));
        assert_eq!(clock.left[BLACK].unwrap().seconds, 32.0);
        clock.spend(Color::Black, Duration::from_secs(20));
        assert_eq!(clock.left[BLACK].unwrap().seconds, 17.0);
        assert_eq!(seconds(&fischer(300.0, 10.0, None, Some(6.0)), NONE), 6.0);
        clock.set_left(Color::Black, 2.0, 0);
        assert_eq!(seconds(&clock, NONE), 2.0);
    }

    #[test]
    fn a_clock_at_zero_moves_at_once() {
        let mut clock = Clock::default();
        assert_eq!(clock.budget(Color::White, 76, NONE), None);
        clock.set_left(Color::White, 0.0, 0);
        assert_eq!(clock.budget(Color::White, 76, NONE).map(|budget| budget.most), Some(Duration::ZERO));
    }

    #[test]
    fn overtime_without_settings_never_ends() {
        let mut clock = Clock::default();
        clock.set_left(Color::Black, 10.0, 1);
        for _ in 0..3 {
            assert!(seconds(&clock, NONE) <= 10.0);
            clock.spend(Color::Black, Duration::from_secs(1));
        }
    }

    fn any_settings() -> impl Strategy<Value = TimeSettings> {
        let (main, period, count) = (0.0..1000.0f64, 0.1..60.0f64, 1..30u32);
        let all = (0..4, main, period, count, proptest::option::of(1.0..100.0f64));
        all.prop_map(|(kind, main, period, count, limit)| match kind {
            0 => TimeSettings::Absolute { main },
            1 => TimeSettings::Canadian { main, period, stones: count },
            2 => TimeSettings::Byoyomi { main, period, periods: count },
            _ => TimeSettings::Fischer {
                main: main + period,
                increment: period,
                cap: limit.map(|cap| cap + period),
                per_move: limit,
            },
        })
    }

    proptest! {
        /// Who spends all of every budget and half of the lag on the way, and once half of the reserve, never loses on time,
        /// and never loses a period of byo-yomi.
        #[test]
        fn no_system_is_ever_overspent(
            settings in any_settings(), reserve in 0.0..2.0f64, lag in 0.0..0.5f64, stalled in 0..200u32,
        ) {
            let margins = Margins { reserve, lag };
            let mut clock = Clock::new(Some(settings));
            for turn in 0..200u32 {
                let budget = clock.budget(Color::Black, 81 - turn.min(76), margins).unwrap();
                prop_assert!(budget.usual <= budget.most);
                let budget = if turn % 3 == 0 { budget.usual } else { budget.most };
                let left = clock.left[BLACK].unwrap();
                let overtime = match (settings, left.overtime) {
                    (TimeSettings::Canadian { period, .. } | TimeSettings::Byoyomi { period, .. }, None) => period,
                    _ => 0.0,
                };
                let late = lag.min(budget.as_secs_f64()) / 2.0;
                let stall = if turn == stalled { reserve.min(left.seconds / 2.0) / 2.0 } else { 0.0 };
                let spent = budget + Duration::from_secs_f64(late + stall);
                prop_assert!(spent.as_secs_f64() <= left.seconds + overtime + 1e-6, "{spent:?} of {left:?}");
                clock.spend(Color::Black, spent);
                let left = clock.left[BLACK].unwrap();
                prop_assert!(left.seconds >= -1e-6, "{left:?}");
                if let (TimeSettings::Byoyomi { periods, .. }, Some(left)) = (settings, left.overtime) {
                    prop_assert_eq!(left, periods);
                }
            }
        }
    }
}
