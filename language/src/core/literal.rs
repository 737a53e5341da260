//! Constants of a policy: exact numbers, text, instants, versions, paths, lists.

use core::cmp::Ordering;

/// An exact decimal: `coefficient × 10^exponent`, normalised (no trailing zero in the coefficient, zero is `0 × 10^0`),
/// so that equal numbers are equal values: `1`, `1.0` and `1e0` are one.
///
/// At most 34 significant digits; the decimal exponent of the leading digit lies within ±400.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// The signed digits, without trailing zeros.
    pub coefficient: i128,
    /// The power of ten that the coefficient is multiplied by.
    pub exponent: i32,
}

impl Decimal {
    /// Reads `-?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?`; `None` where the text is no such number or exceeds the bounds.
    pub fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (text.get(..at)?, parse_exponent(text.get(at + 1..)?)?),
            None => (text, 0i64),
        };
        let (negative, digits) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa),
        };
        let (whole, fraction) = match digits.split_once('.') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => (digits, ""),
        };
        if whole.is_empty() || (whole.len() > 1 && whole.starts_with('0')) {
            return None;
        }
        let all: String = [whole, fraction].concat();
        if !all.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let significant = all.trim_start_matches('0');
        let kept = significant.trim_end_matches('0');
        if kept.is_empty() {
            return Some(Self { coefficient: 0, exponent: 0 });
        }
        if kept.len() > 34 {
            return None;
        }
        let dropped = i64::try_from(significant.len() - kept.len()).ok()?;
        let exponent = exponent - i64::try_from(fraction.len()).ok()? + dropped;
        let leading = exponent + i64::try_from(kept.len()).ok()? - 1;
        if !(-400..=400).contains(&leading) {
            return None;
        }
        let magnitude: i128 = kept.parse().ok()?;
        Some(Self { coefficient: if negative { -magnitude } else { magnitude }, exponent: i32::try_from(exponent).ok()? })
    }

    /// The number's digits without sign.
    fn digits(self) -> String {
        self.coefficient.unsigned_abs().to_string()
    }
}

fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || digits.len() > 6 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value: i64 = digits.parse().ok()?;
    Some(if text.starts_with('-') { -value } else { value })
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = self.coefficient.signum().cmp(&other.coefficient.signum());
        if sign != Ordering::Equal || self.coefficient == 0 {
            return sign;
        }
        let (a, b) = (self.digits(), other.digits());
        let leading = |digits: &str, exponent: i32| exponent as i64 + digits.len() as i64;
        let by_size = leading(&a, self.exponent).cmp(&leading(&b, other.exponent));
        let width = a.len().max(b.len());
        let magnitude = by_size.then_with(|| format!("{a:0<width$}").cmp(&format!("{b:0<width$}")));
        if self.coefficient < 0 { magnitude.reverse() } else { magnitude }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl core::fmt::Display for Decimal {
    /// Plain notation where it stays short, else scientific; reads back to an equal number.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let digits = self.digits();
        let sign = if self.coefficient < 0 { "-" } else { "" };
        let point = digits.len() as i64 + i64::from(self.exponent);
        if self.exponent >= 0 && point <= 40 {
            return write!(f, "{sign}{digits}{}", "0".repeat(self.exponent.unsigned_abs() as usize));
        }
        if self.exponent < 0 && point > 0 {
            let (whole, fraction) = digits.split_at(point as usize);
            return write!(f, "{sign}{whole}.{fraction}");
        }
        if self.exponent < 0 && point > -20 {
            return write!(f, "{sign}0.{}{digits}", "0".repeat(point.unsigned_abs() as usize));
        }
        write!(f, "{sign}{digits}e{}", self.exponent)
    }
}

/// A constant in a condition.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Literal {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// An exact decimal.
    Number(Decimal),
    /// Text, already NFC.
    Text(String),
    /// An instant, Unix seconds.
    Instant(i64),
    /// A version such as `v2.1.163`: its numbers, trailing zeros cut, at most 8, each below 2^32.
    Version(Vec<u32>),
    /// A path pattern or path, right of an operator on a path.
    Path(PathLiteral),
}

/// What a relative path literal is relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathAnchor {
    /// Absolute: `text` begins with `/` (or a drive or share form), or is a pattern that begins with `**`.
    Root,
    /// `~/…`: below `session.home`.
    Home,
    /// Any other relative text: below `session.workspace`.
    Workspace,
    /// The left side is text that is no path of this machine (`f.path` of an API's argument): components are compared as
    /// they stand, nothing is resolved.
    Bare,
}

/// A path, cleaned: no empty, `.` or `..` component, no trailing `/`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathLiteral {
    /// What it is relative to.
    pub anchor: PathAnchor,
    /// For [`PathAnchor::Root`] and [`PathAnchor::Bare`] the whole text; else the text behind the anchor, without a leading `/`
    /// (empty: the anchor itself).
    pub text: String,
}
