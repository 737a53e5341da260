//! Instants and weekly windows. Dates are checked against the calendar and zones against the data that is compiled in: nothing here reads
//! a clock or a file.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use pest::iterators::Pair;

use super::grammar::Rule;
use super::reader::Reader;
use super::text;
use crate::codes::syntax as codes;
use crate::core::Window;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::suggestion::nearest;
use crate::words::shown;

/// Whether digits are meant as a date: `2027-…`.
pub(super) fn looks_like_date(written: &str) -> bool {
    let mut bytes = written.bytes();
    bytes.by_ref().take(4).filter(u8::is_ascii_digit).count() == 4 && bytes.next() == Some(b'-')
}

/// `2027-01-31` or `2027-01-31T03:00Z`, as Unix seconds.
pub(super) fn instant(written: &str, span: Span) -> Result<i64, Box<Diagnostic>> {
    let (date, time) = written.split_once('T').unwrap_or((written, "00:00Z"));
    let diagnostic = || Diagnostic::error(codes::INSTANT, span, format!("`{}` is no date or time that exists", shown(written)));
    let Some(clock) = time.strip_suffix('Z') else {
        return Err(Box::new(without_zone(diagnostic(), written, time, span)));
    };
    // Not by way of a time stamp: those end a day before the calendar does.
    let second = civil_date(date).zip(civil_time(clock)).map(|(date, time)| date.to_datetime(time).duration_since(EPOCH).as_secs());
    second.ok_or_else(|| Box::new(diagnostic().help(FORMS)))
}

const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

const FORMS: &str = "an instant is a date `2027-01-31` (0:00 UTC) or `2027-01-31T03:00Z`";

fn without_zone(diagnostic: Diagnostic, written: &str, time: &str, span: Span) -> Diagnostic {
    match civil_time(time) {
        Some(_) => diagnostic.help("times are in UTC: write `Z` at the end").fix(
            "write `Z`",
            Span::new(span.end as usize, span.end as usize),
            "Z",
            false,
        ),
        None => {
            let utc = written.parse::<jiff::Timestamp>().ok().map(|timestamp| timestamp.to_string().replace(":00Z", "Z"));
            match utc {
                Some(utc) => diagnostic.help(format!("times are in UTC: write `{utc}`")).fix(format!("write `{utc}`"), span, utc, true),
                None => diagnostic.help(FORMS),
            }
        }
    }
}

fn civil_date(text: &str) -> Option<Date> {
    let numbers = fixed_numbers(text, '-', &[4, 2, 2])?;
    let [year, month, day] = *numbers.as_slice() else { return None };
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// `03:00` or `03:00:30`
fn civil_time(text: &str) -> Option<Time> {
    let numbers = fixed_numbers(text, ':', &[2, 2]).or_else(|| fixed_numbers(text, ':', &[2, 2, 2]))?;
    let mut parts = numbers.iter().map(|number| i8::try_from(*number).ok());
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next().unwrap_or(Some(0))?);
    Time::new(hour, minute, second, 0).ok()
}

/// Numbers of given widths between separators.
fn fixed_numbers(text: &str, separator: char, widths: &[usize]) -> Option<Vec<i16>> {
    let parts: Vec<&str> = text.split(separator).collect();
    let fits = parts.len() == widths.len() && parts.iter().zip(widths).all(|(part, width)| part.len() == *width);
    let digits = |part: &&str| part.bytes().all(|b| b.is_ascii_digit());
    if !fits || !parts.iter().all(digits) {
        return None;
    }
    parts.iter().map(|part| part.parse().ok()).collect()
}

/// Reads a `numeric` or `text` pair that must be an instant.
pub(super) fn read_instant<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<i64> {
    let span = reader.span(&pair);
    if pair.as_rule() != Rule::text {
        return instant(pair.as_str(), span).map_err(|diagnostic| reader.broken(*diagnostic)).ok();
    }
    let value = text::read(reader, pair).value;
    match instant(&value, span) {
        Ok(second) => {
            let title = format!("write `{value}`");
            reader.report(
                Diagnostic::error(codes::INSTANT, span, "an instant is not quoted").help(title.clone()).fix(title, span, value, true),
            );
            Some(second)
        }
        Err(diagnostic) => {
            reader.broken(*diagnostic);
            None
        }
    }
}

/// Reads a `window` pair.
pub(super) fn window<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Window> {
    let span = reader.span(&pair);
    let mut days = Some(0u8);
    let mut times = Vec::new();
    let mut zone = None;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::day => days = days_of(reader, &part).and_then(|more| Some(days? | more)),
            Rule::numeric => times.push(minutes(reader, &part)),
            Rule::text => zone = Some(zone_name(reader, part)),
            _ => {}
        }
    }
    let Some(zone) = zone else {
        reader.broken(Diagnostic::error(codes::WINDOW, span, "this window has no zone").help("say whose clock: `… in \"Europe/Zurich\"`"));
        return None;
    };
    let [from, to] = *times.as_slice() else { return None };
    let (from, to) = (from?, to?);
    if from >= to {
        let help = "a window does not cross midnight: join two with `or`, the first until `24:00`";
        reader.broken(Diagnostic::error(codes::WINDOW, span, "this window ends before it starts").help(help));
        return None;
    }
    Some(Window { days: days?, from, to, zone: zone? })
}

const DAYS: &[&str] = &["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// `mon` or `mon-fri`, as bits.
fn days_of<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) -> Option<u8> {
    let (first, last) = pair.as_str().split_once('-').unwrap_or((pair.as_str(), pair.as_str()));
    let index = |day: &str| DAYS.iter().position(|name| *name == day);
    let Some((first, last)) = index(first).zip(index(last)) else {
        let message = format!("`{}` is no day of the week", shown(pair.as_str()));
        reader.broken(
            Diagnostic::error(codes::WINDOW, reader.span(pair), message)
                .help("days are `mon tue wed thu fri sat sun`, ranges `mon-fri`, joined by commas"),
        );
        return None;
    };
    let length = (last + 7 - first) % 7;
    Some((0..=length).fold(0u8, |days, step| days | 1 << ((first + step) % 7)))
}

/// `07:00`, up to `24:00`, as minutes.
fn minutes<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) -> Option<u16> {
    let parts = fixed_numbers(pair.as_str(), ':', &[2, 2]).unwrap_or_default();
    let minute = match *parts.as_slice() {
        [24, 0] => Some(1440),
        [hour @ 0..24, minute @ 0..60] => u16::try_from(hour * 60 + minute).ok(),
        _ => None,
    };
    if minute.is_none() {
        let message = format!("`{}` is no time of day", shown(pair.as_str()));
        reader.broken(Diagnostic::error(codes::WINDOW, reader.span(pair), message).help("times are `00:00` to `24:00`"));
    }
    minute
}

/// A zone of the compiled-in data, spelt as there, or a fixed offset.
fn zone_name<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<String> {
    let zone = text::read(reader, pair);
    if zone.value == "UTC" || is_offset(&zone.value) {
        return Some(zone.value);
    }
    let known = TimeZoneDatabase::bundled().get(&zone.value).ok();
    let canonical = known.as_ref().and_then(TimeZone::iana_name).map(str::to_owned);
    if canonical.as_deref() == Some(zone.value.as_str()) {
        return canonical;
    }
    // Looking through all zones is worth it for the first few mistakes only.
    let near = canonical.or_else(|| if reader.diagnostics.len() < 20 { nearest_zone(&zone.value) } else { None });
    let diagnostic = Diagnostic::error(codes::WINDOW, zone.span, format!("there is no time zone `{}`", shown(&zone.value)));
    reader.broken(match near {
        Some(near) => {
            diagnostic.help(format!("did you mean `{near}`?")).fix(format!("write `{near}`"), zone.span, format!("\"{near}\""), false)
        }
        None => diagnostic.help("zones are named as in `Europe/Zurich`, or `UTC`, or an offset `+02:00`"),
    });
    None
}

/// The zone of the nearest name; a city without its continent is near too.
fn nearest_zone(written: &str) -> Option<String> {
    let names: Vec<String> = TimeZoneDatabase::bundled().available().map(|name| name.to_string()).collect();
    let cities = || names.iter().filter_map(|name| name.rsplit_once('/')).map(|(_, city)| city);
    let by_city = || {
        let city = cities().find(|city| *city == written).or_else(|| nearest(written, cities()))?;
        names.iter().find(|name| name.ends_with(&format!("/{city}"))).map(String::as_str)
    };
    nearest(written, &names).or_else(by_city).map(str::to_owned)
}

fn is_offset(text: &str) -> bool {
    let Some(clock) = text.strip_prefix(['+', '-']) else { return false };
    fixed_numbers(clock, ':', &[2, 2]).is_some_and(|parts| matches!(*parts.as_slice(), [0..=18, 0..60]))
}
