//! Instants as the published call writes them: `YYYY-MM-DDTHH:MM[:SS]Z`, and Unix seconds.
//!
//! No time zones, no leap seconds, no fractions; nothing here knows what time it is.

use core::fmt;

const DAY: i64 = 86_400;

/// Days of 400 years.
const ERA: i64 = 146_097;

/// Reads an instant strictly: two digits each (the year four), `T`, `Z`, a date that exists. Unix seconds.
pub fn parse(text: &str) -> Option<i64> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let (year, month, day) = parse_date(date)?;
    let seconds = parse_time(time)?;
    Some(days_from_civil(year, month, day) * DAY + seconds)
}

/// Prints Unix seconds as an instant, without seconds where they are zero.
///
/// What lies outside the years 0 to 9999 is printed as its number of seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(pub i64);

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil_from_days(self.0.div_euclid(DAY));
        if !(0..=9999).contains(&year) {
            return write!(f, "{}", self.0);
        }
        let seconds = self.0.rem_euclid(DAY);
        let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}")?;
        if second != 0 {
            write!(f, ":{second:02}")?;
        }
        f.write_str("Z")
    }
}

fn parse_date(date: &str) -> Option<(i64, i64, i64)> {
    let mut parts = date.split('-');
    let (year, month, day) = (digits(parts.next()?, 4)?, digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let exists = parts.next().is_none() && (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day);
    exists.then_some((year, month, day))
}

fn parse_time(time: &str) -> Option<i64> {
    let mut parts = time.split(':');
    let (hour, minute) = (digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let second = parts.next().map_or(Some(0), |second| digits(second, 2))?;
    let exists = parts.next().is_none() && hour < 24 && minute < 60 && second < 60;
    exists.then_some(hour * 3_600 + minute * 60 + second)
}

fn digits(text: &str, count: usize) -> Option<i64> {
    let right = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    if right { text.parse().ok() } else { None }
}

fn days_in_month(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days since 1970-01-01 of a date of the proleptic Gregorian calendar; years are taken to begin in March.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * ERA + day_of_era - 719_468
}

/// The inverse.
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(ERA);
    let day_of_era = days.rem_euclid(ERA);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn instants_are_read_and_printed() {
        for (text, seconds) in [
            ("1970-01-01T00:00Z", 0),
            ("2026-01-01T00:00Z", 1_767_225_600),
            ("2024-02-29T23:59:59Z", 1_709_251_199),
            ("1969-12-31T23:59:59Z", -1),
            ("0000-03-01T00:00Z", -62_162_035_200),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] {
            assert_eq!(parse(text), Some(seconds), "{text}");
            assert_eq!(Instant(seconds).to_string(), text);
        }
        assert_eq!(parse("2026-01-01T00:00:00Z"), parse("2026-01-01T00:00Z"));
        assert_eq!(Instant(i64::MAX).to_string(), i64::MAX.to_string());
        assert_eq!(Instant(i64::MIN).to_string(), i64::MIN.to_string());
    }

    #[test]
    fn what_is_no_instant_is_refused() {
        for text in [
            "",
            "2026-01-01",
            "2026-01-01T00:00",
            "2026-01-01T00Z",
            "2026-13-01T00:00Z",
            "2026-02-29T00:00Z",
            "1900-02-29T00:00Z",
            "2026-00-01T00:00Z",
            "2026-01-00T00:00Z",
            "2026-01-01T24:00Z",
            "2026-01-01T00:60Z",
            "2026-01-01T00:00:60Z",
            "2026-1-01T00:00Z",
            "26-01-01T00:00Z",
            "2026-01-01t00:00Z",
            "2026-01-01T00:00z",
            "2026-01-01T00:00+01:00",
            "2026-01-01T00:00:00.5Z",
            "+026-01-01T00:00Z",
            "2026-01-01T00:00:00:00Z",
            " 2026-01-01T00:00Z",
            "2026-01-01-01T00:00Z",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn every_day_of_a_calendar_cycle_reads_back() {
        for day in -1_000..ERA + 1_000 {
            let (year, month, date) = civil_from_days(day);
            assert_eq!(days_from_civil(year, month, date), day);
            assert!((1..=days_in_month(year, month)).contains(&date));
        }
    }
}
