//! Time zones: a zone's name to the list of its offsets over time.
//!
//! A snapshot carries the offsets themselves, so that the runtime needs no zone data and every machine decides a window alike. The data is
//! the tzdata release bundled with `jiff`, pinned by the lock file; the machine's own is never read.

use core::fmt;

use jiff::Timestamp;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use straza_runtime::layout::UNKNOWN_OFFSET;

/// The first instant for which a zone's offsets are listed: 1970-01-01T00:00Z.
pub const FIRST: i64 = 0;
/// The instant at which the list ends, 2100-01-01T00:00Z; from then on the offset is [`UNKNOWN_OFFSET`], for nobody knows it.
pub const LAST: i64 = 4_102_444_800;

/// From an instant on, local time is so many seconds ahead of UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transition {
    /// Unix seconds.
    pub from: i64,
    /// Seconds east of Greenwich.
    pub offset: i32,
}

/// A zone that cannot be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownZone {
    /// Its name as written.
    pub name: String,
}

impl fmt::Display for UnknownZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no time zone `{}`", self.name)
    }
}

impl std::error::Error for UnknownZone {}

/// The offsets of a zone, ascending, the first from `i64::MIN` on; neighbours differ.
///
/// `name` is an IANA name (`Europe/Zurich`), `UTC` or `Z`, or a fixed offset (`+02:00`, `-05:30`).
pub fn transitions(name: &str) -> Result<Vec<Transition>, UnknownZone> {
    if let Some(offset) = fixed_offset(name) {
        return Ok(vec![Transition { from: i64::MIN, offset }]);
    }
    let unknown = || UnknownZone { name: name.to_owned() };
    let zone = TimeZoneDatabase::bundled().get(name).map_err(|_| unknown())?;
    let first = Timestamp::from_second(FIRST).map_err(|_| unknown())?;
    Ok(listed(&zone, first))
}

fn listed(zone: &TimeZone, first: Timestamp) -> Vec<Transition> {
    let mut list = vec![Transition { from: i64::MIN, offset: zone.to_offset(first).seconds() }];
    let later = zone.following(first).map(|step| Transition { from: step.timestamp().as_second(), offset: step.offset().seconds() });
    for step in later.take_while(|step| step.from < LAST) {
        if list.last().is_none_or(|last| last.offset != step.offset) {
            list.push(step);
        }
    }
    list.push(Transition { from: LAST, offset: UNKNOWN_OFFSET });
    list
}

/// `UTC`, `Z`, `+hh:mm`, `-hh:mm`.
fn fixed_offset(name: &str) -> Option<i32> {
    if matches!(name, "UTC" | "Z") {
        return Some(0);
    }
    let (sign, digits) = match name.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = digits.split_once(':')?;
    let two = |text: &str| (text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse::<i32>().ok()).flatten();
    let (hours, minutes) = (two(hours)?, two(minutes)?);
    (hours <= 14 && minutes <= 59).then_some(sign * (hours * 3600 + minutes * 60))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

    use super::*;

    fn at(zone: &str, instant: &str) -> i32 {
        let second = instant.parse::<Timestamp>().unwrap().as_second();
        let list = transitions(zone).unwrap();
        list[list.partition_point(|step| step.from <= second) - 1].offset
    }

    #[test]
    fn zurich_changes_its_clocks_twice_a_year_until_2100() {
        assert_eq!(at("Europe/Zurich", "2026-03-29T00:59:59Z"), 3600);
        assert_eq!(at("Europe/Zurich", "2026-03-29T01:00:00Z"), 7200);
        assert_eq!(at("Europe/Zurich", "2026-10-25T00:59:59Z"), 7200);
        assert_eq!(at("Europe/Zurich", "2026-10-25T01:00:00Z"), 3600);
        assert_eq!(at("Europe/Zurich", "2099-07-01T00:00:00Z"), 7200);
    }

    #[test]
    fn a_zone_without_summer_time_is_short() {
        assert_eq!(at("Asia/Tokyo", "2026-07-01T00:00:00Z"), 9 * 3600);
        assert_eq!(transitions("Asia/Tokyo").unwrap().len(), 2, "the offset, and the end of what is known");
    }

    #[test]
    fn every_instant_agrees_with_the_library() {
        for zone in ["Europe/Dublin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu", "Pacific/Apia"] {
            let library = TimeZoneDatabase::bundled().get(zone).unwrap();
            let list = transitions(zone).unwrap();
            assert!(list.windows(2).all(|pair| pair[0].from < pair[1].from && pair[0].offset != pair[1].offset), "{zone}");
            for second in (FIRST..LAST).step_by(86_400 * 3 + 1_234) {
                let ours = list[list.partition_point(|step| step.from <= second) - 1].offset;
                assert_eq!(ours, library.to_offset(Timestamp::from_second(second).unwrap()).seconds(), "{zone} at {second}");
            }
        }
    }

    #[test]
    fn fixed_offsets_are_exact_and_nothing_else_is_one() {
        let only = |offset| vec![Transition { from: i64::MIN, offset }];
        assert_eq!(transitions("+02:00"), Ok(only(7200)));
        assert_eq!(transitions("-05:30"), Ok(only(-19_800)));
        assert_eq!(transitions("UTC"), Ok(only(0)));
        for wrong in ["", "+2:00", "+02:60", "+15:00", "02:00", "+0200", "+02:0x", "Europe/Atlantis", "é", "../../etc/passwd"] {
            assert_eq!(transitions(wrong), Err(UnknownZone { name: wrong.to_owned() }));
        }
    }
}
