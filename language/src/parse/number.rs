//! Numbers, durations and versions: one token of digits, told apart by its shape, each with its own mistakes.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::reader::Reader;
use super::time;
use crate::codes::syntax as codes;
use crate::core::Decimal;
use crate::diagnostic::Diagnostic;
use crate::span::{Span, Spanned};
use crate::tree::ValueKind;
use crate::words::shown;

/// The most numbers of a version.
pub const MAX_VERSION_PARTS: usize = 8;

/// Reads a `numeric` pair where any value may stand.
pub(super) fn read<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) -> Option<ValueKind> {
    let (written, span) = (pair.as_str(), reader.span(pair));
    let result = if time::looks_like_date(written) {
        time::instant(written, span).map(ValueKind::Instant)
    } else if looks_like_duration(written) {
        seconds(written, span).map(ValueKind::Duration)
    } else {
        exact(written, span).map(ValueKind::Number)
    };
    result.map_err(|diagnostic| reader.broken(*diagnostic)).ok()
}

/// Reads a `numeric` pair as a duration, in seconds.
pub(super) fn duration<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) -> Option<u64> {
    seconds(pair.as_str(), reader.span(pair)).map_err(|diagnostic| reader.broken(*diagnostic)).ok()
}

/// Reads a `numeric` pair as a whole number.
pub(super) fn whole<'t, T: TryFrom<i128>>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) -> Option<Spanned<T>> {
    let span = reader.span(pair);
    let number = exact(pair.as_str(), span).and_then(|number| {
        let value = u32::try_from(number.exponent).ok().and_then(|power| 10i128.checked_pow(power)?.checked_mul(number.coefficient));
        value.and_then(|value| T::try_from(value).ok()).ok_or_else(|| {
            let message = format!("`{}` is not a whole number of this size", shown(pair.as_str()));
            Box::new(Diagnostic::error(codes::NUMBER, span, message).help("write a whole number, such as `2`"))
        })
    });
    number.map(|value| Spanned::new(value, span)).map_err(|diagnostic| reader.broken(*diagnostic)).ok()
}

fn looks_like_duration(written: &str) -> bool {
    let digits = written.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = written.get(digits.len()..).unwrap_or("");
    !digits.is_empty() && !unit.is_empty() && !unit.eq_ignore_ascii_case("e") && digits.bytes().all(|b| b.is_ascii_digit())
}

fn seconds(written: &str, span: Span) -> Result<u64, Box<Diagnostic>> {
    let digits = written.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = written.get(digits.len()..).unwrap_or("");
    let factor = match unit {
        "s" => 1u64,
        "m" => 60,
        "h" => 3_600,
        "d" => 86_400,
        _ => return Err(Box::new(no_duration(written, digits, unit, span))),
    };
    let canonical = digits == "0" || (!digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit()));
    let count = digits.parse::<u64>().ok().filter(|_| canonical);
    count.and_then(|count| count.checked_mul(factor)).ok_or_else(|| Box::new(no_duration(written, digits, unit, span)))
}

fn no_duration(written: &str, digits: &str, unit: &str, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error(codes::DURATION, span, format!("`{}` is no duration", shown(written)));
    let unit = match unit.to_ascii_lowercase().as_str() {
        "s" | "sec" | "secs" | "second" | "seconds" => "s",
        "m" | "min" | "mins" | "minute" | "minutes" => "m",
        "h" | "hr" | "hrs" | "hour" | "hours" => "h",
        "d" | "day" | "days" => "d",
        _ => return diagnostic.help("a duration is a whole number of seconds, minutes, hours or days: `90s`, `30m`, `8h`, `7d`"),
    };
    let digits = digits.trim_start_matches('0');
    let whole = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let mended = format!("{digits}{unit}");
    if whole && mended != written {
        return diagnostic.help(format!("write `{mended}`")).fix(format!("write `{mended}`"), span, mended, true);
    }
    diagnostic.help("a duration is a whole number of seconds, minutes, hours or days: `90s`, `30m`, `8h`, `7d`")
}

fn exact(written: &str, span: Span) -> Result<Decimal, Box<Diagnostic>> {
    let plain = !written.contains(['e', 'E', '_', '+', ':']);
    Decimal::parse(written).filter(|_| plain).ok_or_else(|| Box::new(no_number(written, span)))
}

fn no_number(written: &str, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error(codes::NUMBER, span, format!("`{}` is no number", shown(written)));
    let (sign, digits) = written.split_at(written.len() - written.trim_start_matches('-').len());
    let grouped = digits.replace('_', "");
    let stripped = grouped.trim_start_matches('0');
    let mended = if stripped.is_empty() || stripped.starts_with('.') { format!("{sign}0{stripped}") } else { format!("{sign}{stripped}") };
    let digits_only = |text: &str| text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    if mended != written && digits_only(stripped) && Decimal::parse(&mended).is_some() {
        return diagnostic.help(format!("numbers are written plainly, without leading zeros or signs between digits: `{mended}`")).fix(
            format!("write `{mended}`"),
            span,
            mended,
            true,
        );
    }
    diagnostic.help(match () {
        () if written.contains(['e', 'E']) && Decimal::parse(written).is_some() => "write all digits: a number has no exponent here",
        () if digits.split('.').count() > 2 => "a version is written with a `v`: `v2.1.163`",
        () if written.contains(':') => "a time of day stands in a window: `mon-fri 07:00..19:00 in \"Europe/Zurich\"`",
        () if digits.bytes().filter(u8::is_ascii_digit).count() > 34 => "a number has at most 34 digits",
        () => "a number is digits with an optional fraction: `100`, `0.25`; other text is quoted",
    })
}

/// Reads a `version` pair: its numbers, trailing zeros cut.
pub(super) fn version<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) -> Option<Vec<u32>> {
    let span = reader.span(pair);
    let digits = pair.as_str().strip_prefix('v').unwrap_or("");
    let canonical = |part: &str| part == "0" || (!part.starts_with('0') && part.bytes().all(|b| b.is_ascii_digit()));
    let parts: Option<Vec<u32>> = digits.split('.').map(|part| part.parse().ok().filter(|_| canonical(part))).collect();
    match parts.filter(|parts| parts.len() <= MAX_VERSION_PARTS) {
        Some(mut parts) => {
            while parts.last() == Some(&0) {
                parts.pop();
            }
            Some(parts)
        }
        None => {
            let message = format!("`{}` is no version", shown(pair.as_str()));
            let help = format!("a version is `v` and at most {MAX_VERSION_PARTS} numbers below 2^32: `v2.1.163`; other text is quoted");
            reader.broken(Diagnostic::error(codes::VERSION, span, message).help(help));
            None
        }
    }
}
