//! The clocks of a game and how much of them a move may take.

use crate::board::Color;
use std::time::Duration;

/// The time system of a game: main time, then Canadian overtime.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeSettings {
    /// Seconds of main time.
    pub main: f64,
    /// Seconds of one overtime period.
    pub period: f64,
    /// Moves to make in one overtime period; 0 if there is no overtime.
    pub stones: u32,
}

impl TimeSettings {
    /// What GTP's `time_settings` means; `None` is no limit, which is how GTP reads an overtime of some
    /// seconds for no moves.
    pub fn from_gtp(main: f64, period: f64, stones: u32) -> Option<TimeSettings> {
        let unlimited = stones == 0 && (period > 0.0 || main <= 0.0);
        let stones = if period > 0.0 { stones } else { 0 };
        (!unlimited).then_some(TimeSettings { main, period, stones })
    }
}

/// The longest budget of a move in seconds: a day.
const LONGEST: f64 = 86_400.0;

/// What one color has left: seconds, and in overtime the moves to make in them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Left {
    seconds: f64,
    stones: Option<u32>,
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
        let left = settings.map(|TimeSettings { main, period, stones }| {
            if main > 0.0 || stones == 0 {
                Left { seconds: main, stones: None }
            } else {
                Left { seconds: period, stones: Some(stones) }
            }
        });
        Clock { settings, left: [left; 2] }
    }

    /// Refills both clocks.
    pub fn refill(&mut self) {
        *self = Clock::new(self.settings);
    }

    /// Sets what `color` has left; `stones` is 0 in main time.
    pub fn set_left(&mut self, color: Color, seconds: f64, stones: u32) {
        self.left[color.index()] = Some(Left { seconds, stones: (stones > 0).then_some(stones) });
    }

    /// Takes the time of a move of `color` from its clock.
    pub fn spend(&mut self, color: Color, time: Duration) {
        let Some(left) = &mut self.left[color.index()] else { return };
        left.seconds -= time.as_secs_f64();
        left.stones = left.stones.map(|stones| stones.saturating_sub(1));
        let Some(TimeSettings { period, stones, .. }) = self.settings else { return };
        if stones > 0 && left.stones.is_none() && left.seconds < 0.0 {
            // The move that used the main time up is the first of the overtime.
            *left = Left { seconds: left.seconds + period, stones: Some(stones - 1) };
        }
        if stones > 0 && left.stones == Some(0) {
            *left = Left { seconds: period, stones: Some(stones) };
        }
    }

    /// How long a move of `color` may take when so many points are empty, with `lag` seconds kept back;
    /// `None` without a limit.
    pub fn budget(&self, color: Color, empty: u32, lag: f64) -> Option<Duration> {
        let left = self.left[color.index()]?;
        let moves = match left.stones {
            // A third of the empty points is about what one color still plays, and games get longer.
            None => f64::from(empty) / 3.0 + 5.0,
            // A controller may report moves of an overtime that was never announced, and then no new ones.
            Some(stones) => f64::from(stones.max(1)),
        };
        Some(Duration::from_secs_f64((left.seconds / moves - lag).clamp(0.0, LONGEST)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gtp_settings_mean_what_the_draft_says() {
        assert_eq!(TimeSettings::from_gtp(0.0, 1.0, 0), None);
        assert_eq!(TimeSettings::from_gtp(60.0, 1.0, 0), None);
        assert_eq!(TimeSettings::from_gtp(0.0, 0.0, 0), None);
        assert!(TimeSettings::from_gtp(60.0, 0.0, 0).is_some());
        assert_eq!(TimeSettings::from_gtp(60.0, 0.0, 5).map(|s| s.stones), Some(0));
    }

    #[test]
    fn sudden_death_is_never_overspent() {
        let mut clock = Clock::new(TimeSettings::from_gtp(10.0, 0.0, 0));
        for turn in 0..200u32 {
            let budget = clock.budget(Color::Black, 81 - turn.min(76), 0.0).unwrap();
            clock.spend(Color::Black, budget);
        }
        assert!(clock.left[0].unwrap().seconds >= 0.0);
    }

    #[test]
    fn overtime_without_settings_never_ends() {
        let mut clock = Clock::default();
        clock.set_left(Color::Black, 10.0, 1);
        for _ in 0..3 {
            assert!(clock.budget(Color::Black, 50, 0.0).unwrap() <= Duration::from_secs(10));
            clock.spend(Color::Black, Duration::from_secs(1));
        }
    }

    #[test]
    fn overtime_is_entered_and_refilled() {
        let mut clock = Clock::new(TimeSettings::from_gtp(1.0, 10.0, 2));
        clock.spend(Color::White, Duration::from_secs(3));
        assert_eq!(clock.left[1], Some(Left { seconds: 8.0, stones: Some(1) }));
        assert_eq!(clock.budget(Color::White, 50, 0.0), Some(Duration::from_secs(8)));
        clock.spend(Color::White, Duration::from_secs(4));
        assert_eq!(clock.left[1], Some(Left { seconds: 10.0, stones: Some(2) }));
        clock.refill();
        assert_eq!(clock.left[1], Some(Left { seconds: 1.0, stones: None }));
    }
}
