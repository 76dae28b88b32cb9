//! The day, as records write it.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

/// This day in UTC, such as `2026-02-28`.
pub(super) fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / SECONDS_PER_DAY)
}

/// The day that comes so many days after the first of January 1970.
///
/// Source: Hinnant: chrono-compatible low-level date algorithms, 2013, `civil_from_days`. Years begin in March
/// there, so that the leap day is their last one, and 400 of them make an era.
fn date(days: u64) -> String {
    const DAYS_BEFORE_1970: u64 = 719_468;
    const DAYS_OF_ERA: u64 = 146_097;
    let days = days + DAYS_BEFORE_1970;
    let (era, day) = (days / DAYS_OF_ERA, days % DAYS_OF_ERA);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (days, text) in [
            (0, "1970-01-01"),
            (364, "1970-12-31"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_512, "2026-02-28"),
            (20_513, "2026-03-01"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date(days), text);
        }
        assert_eq!(today().len(), 10);
    }
}
