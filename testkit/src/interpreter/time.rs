//! Instants in text, and weekly windows. The library's own zone data is used; no clock is read.

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::{Offset, TimeZone, TimeZoneDatabase};
use straza_language::core::Window;

/// `2026-01-31`, `2026-01-31T10:00Z`, `2026-01-31T10:00:30Z` as Unix seconds; nothing else is an instant.
pub fn instant(text: &str) -> Option<i64> {
    let (date, time) = match text.strip_suffix('Z') {
        Some(rest) => rest.split_once('T')?,
        None => (text, "00:00"),
    };
    let moment = civil_date(date)?.to_datetime(civil_time(time)?);
    Some(TimeZone::UTC.to_timestamp(moment).ok()?.as_second())
}

/// From 2100 on nobody knows how a place will set its clocks.
const UNCERTAIN: i64 = 4_102_444_800;

/// Whether the instant lies in the window, by the clocks of its zone; nothing where they are not known.
pub fn within(window: &Window, instant: i64) -> Option<bool> {
    let zone = zone(&window.zone)?;
    if zone.to_fixed_offset().is_err() && instant >= UNCERTAIN {
        return None;
    }
    let local = zone.to_datetime(Timestamp::from_second(instant).ok()?);
    let day = local.date().weekday().to_monday_zero_offset();
    let minute = i32::from(local.time().hour()) * 60 + i32::from(local.time().minute());
    Some(window.days & (1 << day) != 0 && (i32::from(window.from)..i32::from(window.to)).contains(&minute))
}

fn zone(name: &str) -> Option<TimeZone> {
    match name.split_at_checked(1)? {
        _ if matches!(name, "UTC" | "Z") => Some(TimeZone::UTC),
        ("+", distance) => fixed(1, distance),
        ("-", distance) => fixed(-1, distance),
        _ => TimeZoneDatabase::bundled().get(name).ok(),
    }
}

fn fixed(sign: i32, distance: &str) -> Option<TimeZone> {
    let (hours, minutes) = distance.split_once(':')?;
    let seconds = hours.parse::<i32>().ok()? * 3600 + minutes.parse::<i32>().ok()? * 60;
    Some(TimeZone::fixed(Offset::from_seconds(sign * seconds).ok()?))
}

fn civil_date(text: &str) -> Option<Date> {
    let [year, month, day] = fields(text, '-', [4, 2, 2])?;
    Date::new(i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

fn civil_time(text: &str) -> Option<Time> {
    let [hour, minute, second] = fields(text, ':', [2, 2, 2]).or_else(|| fields(&format!("{text}:00"), ':', [2, 2, 2]))?;
    Time::new(i8::try_from(hour).ok()?, i8::try_from(minute).ok()?, i8::try_from(second).ok()?, 0).ok()
}

/// Three numbers of exactly these widths.
fn fields(text: &str, separator: char, widths: [usize; 3]) -> Option<[u32; 3]> {
    let parts: Vec<&str> = text.split(separator).collect();
    let parts: [&str; 3] = parts.try_into().ok()?;
    let fits = parts.iter().zip(widths).all(|(part, width)| part.len() == width && part.bytes().all(|byte| byte.is_ascii_digit()));
    let numbers: Vec<u32> = parts.iter().filter_map(|part| part.parse().ok()).collect();
    fits.then(|| numbers.try_into().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_written_forms_are_instants() {
        assert_eq!(instant("1970-01-02"), Some(86_400));
        assert_eq!(instant("1970-01-01T00:01Z"), Some(60));
        assert_eq!(instant("1970-01-01T00:00:05Z"), Some(5));
        for wrong in
            ["", "1970-1-2", "1970-01-01T00:00", "1970-01-01Z", "1970-13-01", "1970-01-01T24:00Z", "1970-01-01T00:00:60Z", "+970-01-01"]
        {
            assert_eq!(instant(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_window_opens_by_local_clocks() {
        let window = Window { days: 0b001_1111, from: 7 * 60, to: 19 * 60, zone: "Europe/Zurich".to_owned() };
        let at = |text| instant(text).and_then(|instant| within(&window, instant));
        assert_eq!(at("2026-07-01T05:00Z"), Some(true));
        assert_eq!(at("2026-07-01T04:59:59Z"), Some(false));
        assert_eq!(at("2026-07-01T17:00Z"), Some(false));
        assert_eq!(at("2026-07-04T10:00Z"), Some(false));
        assert_eq!(within(&Window { zone: "Nowhere/City".to_owned(), ..window }, 0), None);
    }
}
