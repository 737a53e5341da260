//! Exact decimal numbers: a coefficient and a power of ten.
//!
//! No floating point anywhere: `9007199254740993` and `9007199254740992` differ, `1`, `1.0` and `1e0` are one value. Bounds are those of
//! [`crate::limits`]; the only arithmetic is an exact sum.

use core::cmp::Ordering;
use core::fmt;

use crate::limits::{NUMBER_DIGITS, NUMBER_EXPONENT};

/// Exponents written with more digits than this are out of range whatever they multiply, zero included.
const EXPONENT_DIGITS: usize = 6;

/// `coefficient × 10^exponent`, normalised: no trailing zero in the coefficient, zero is `0 × 10^0`.
///
/// At most 34 digits, the leading digit's exponent within ±400, so equal numbers are equal values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    coefficient: i128,
    exponent: i32,
}

/// Why a text is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberError {
    /// Not of the form `-?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?`.
    Grammar,
    /// More significant digits than the limit.
    Digits,
    /// The leading digit's exponent is out of range, or the exponent is written with more than six digits.
    Exponent,
}

impl Decimal {
    /// Zero.
    pub const ZERO: Self = Self { coefficient: 0, exponent: 0 };

    /// Normalises; `None` beyond the bounds.
    pub fn new(coefficient: i128, exponent: i32) -> Option<Self> {
        if coefficient == 0 {
            return Some(Self::ZERO);
        }
        let (mut kept, mut power) = (coefficient, i64::from(exponent));
        while kept % 10 == 0 {
            kept /= 10;
            power += 1;
        }
        Self::bounded(kept, power)
    }

    /// Reads a number as JSON writes it.
    pub fn parse(text: &str) -> Result<Self, NumberError> {
        let (mantissa, power) = match text.split_once(['e', 'E']) {
            Some((mantissa, power)) => (mantissa, read_exponent(power)?),
            None => (text, 0),
        };
        let (negative, digits) = match mantissa.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, mantissa),
        };
        let (whole, fraction) = split_point(digits)?;
        let mut scan = Scan::default();
        whole.bytes().chain(fraction.bytes()).try_for_each(|byte| scan.push(byte))?;
        if scan.count > u64::from(NUMBER_DIGITS) {
            return Err(NumberError::Digits);
        }
        if scan.coefficient == 0 {
            return Ok(Self::ZERO);
        }
        let coefficient = if negative { -scan.coefficient } else { scan.coefficient };
        let shift = signed(scan.zeros) - signed(fraction.len() as u64);
        Self::bounded(coefficient, power.saturating_add(shift)).ok_or(NumberError::Exponent)
    }

    /// The signed digits, without trailing zeros.
    pub fn coefficient(self) -> i128 {
        self.coefficient
    }

    /// The power of ten that the coefficient is multiplied by.
    pub fn exponent(self) -> i32 {
        self.exponent
    }

    /// Whether it has no fraction: `1.0` has none.
    pub fn is_integer(self) -> bool {
        self.exponent >= 0
    }

    /// The value where it is an integer that fits.
    pub fn integer(self) -> Option<i128> {
        let scale = 10_i128.checked_pow(u32::try_from(self.exponent).ok()?)?;
        self.coefficient.checked_mul(scale)
    }

    /// The exact sum; `None` where it has more digits than a number may have.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        if self.coefficient == 0 || other.coefficient == 0 {
            return Some(if self.coefficient == 0 { other } else { self });
        }
        let exponent = self.exponent.min(other.exponent);
        let raised = |number: Self| {
            let by = u32::try_from(i64::from(number.exponent) - i64::from(exponent)).ok()?;
            number.coefficient.checked_mul(10_i128.checked_pow(by)?)
        };
        Self::new(raised(self)?.checked_add(raised(other)?)?, exponent)
    }

    /// The sum of two numbers above zero, where it has too many digits the next larger number that has not; `None` where none is so large.
    ///
    /// Whether it is above a number is answered as by the exact sum: whatever is at least the exact sum is at least the next larger number.
    pub(crate) fn add_upward(self, other: Self) -> Option<Self> {
        if let Some(exact) = self.checked_add(other) {
            return Some(exact);
        }
        let (large, small) = if self >= other { (self, other) } else { (other, self) };
        if small.coefficient <= 0 {
            return None;
        }
        let lowest = i64::from(large.exponent) + i64::from(digits_of(large.coefficient)) - i64::from(NUMBER_DIGITS);
        let sum = large.upward(lowest)?.checked_add(small.upward(lowest)?)?;
        let (sum, lowest) = match digits_of(sum) > NUMBER_DIGITS {
            true => (sum / 10 + i128::from(sum % 10 != 0), lowest + 1),
            false => (sum, lowest),
        };
        Self::new(sum, i32::try_from(lowest).ok()?)
    }

    /// How many times ten to the power of `exponent` it is, a part of one counted as one.
    fn upward(self, exponent: i64) -> Option<i128> {
        let by = i64::from(self.exponent) - exponent;
        if by >= 0 {
            return self.coefficient.checked_mul(10_i128.checked_pow(u32::try_from(by).ok()?)?);
        }
        let Some(scale) = u32::try_from(-by).ok().and_then(|by| 10_i128.checked_pow(by)) else { return Some(1) };
        self.coefficient.checked_div(scale).map(|whole| whole + i128::from(self.coefficient % scale != 0))
    }

    /// A count.
    pub(crate) fn from_count(count: u64) -> Self {
        Self::new(i128::from(count), 0).unwrap_or(Self::ZERO)
    }

    /// A coefficient without trailing zeros, within the bounds or `None`.
    fn bounded(coefficient: i128, exponent: i64) -> Option<Self> {
        let digits = digits_of(coefficient);
        let leading = exponent.checked_add(i64::from(digits) - 1)?;
        let fits = digits <= NUMBER_DIGITS && (-NUMBER_EXPONENT..=NUMBER_EXPONENT).contains(&leading);
        let exponent = i32::try_from(exponent).ok()?;
        fits.then_some(Self { coefficient, exponent })
    }

    /// A number whose parts are normalised already, as opening a snapshot has checked.
    pub(crate) fn normalised(coefficient: i128, exponent: i32) -> Self {
        Self { coefficient, exponent }
    }

    /// The order where both coefficients are short and the exponents close, which is nearly always: one multiplication instead of counting digits.
    fn small_order(self, other: Self) -> Option<Ordering> {
        if self.exponent == other.exponent {
            return Some(self.coefficient.cmp(&other.coefficient));
        }
        let raised = |number: Self, by: i32| {
            let factor = i128::from(10_i64.checked_pow(by.unsigned_abs())?);
            i128::from(i64::try_from(number.coefficient).ok()?).checked_mul(factor)
        };
        let apart = self.exponent.checked_sub(other.exponent)?;
        if apart > 0 { Some(raised(self, apart)?.cmp(&other.coefficient)) } else { Some(self.coefficient.cmp(&raised(other, apart)?)) }
    }

    /// The exponent one above the leading digit's.
    fn magnitude(self) -> i64 {
        i64::from(self.exponent) + i64::from(digits_of(self.coefficient))
    }

    /// The coefficient, zeros appended up to the greatest width, so that numbers of one magnitude compare digit by digit.
    fn aligned(self) -> u128 {
        let missing = NUMBER_DIGITS.saturating_sub(digits_of(self.coefficient));
        self.coefficient.unsigned_abs().saturating_mul(10_u128.saturating_pow(missing))
    }
}

impl From<i64> for Decimal {
    fn from(value: i64) -> Self {
        Self::new(i128::from(value), 0).unwrap_or(Self::ZERO)
    }
}

/// Digits read so far: zeros wait until a later digit makes them significant.
#[derive(Default)]
struct Scan {
    coefficient: i128,
    /// Significant digits, saturating: above the limit the coefficient is not kept.
    count: u64,
    zeros: u64,
}

impl Scan {
    fn push(&mut self, byte: u8) -> Result<(), NumberError> {
        match byte {
            b'0' if self.count == 0 => {}
            b'0' => self.zeros = self.zeros.saturating_add(1),
            b'1'..=b'9' => self.digit(byte - b'0'),
            _ => return Err(NumberError::Grammar),
        }
        Ok(())
    }

    fn digit(&mut self, digit: u8) {
        let places = self.zeros.saturating_add(1);
        self.zeros = 0;
        self.count = self.count.saturating_add(places);
        if self.count <= u64::from(NUMBER_DIGITS) {
            let scale = u32::try_from(places).map_or(0, |places| 10_i128.saturating_pow(places));
            self.coefficient = self.coefficient.saturating_mul(scale).saturating_add(i128::from(digit));
        }
    }
}

fn split_point(digits: &str) -> Result<(&str, &str), NumberError> {
    let (whole, fraction) = match digits.split_once('.') {
        Some((_, "")) => return Err(NumberError::Grammar),
        Some(parts) => parts,
        None => (digits, ""),
    };
    let leading_zero = whole.len() > 1 && whole.starts_with('0');
    if whole.is_empty() || leading_zero { Err(NumberError::Grammar) } else { Ok((whole, fraction)) }
}

fn read_exponent(text: &str) -> Result<i64, NumberError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NumberError::Grammar);
    }
    if digits.len() > EXPONENT_DIGITS {
        return Err(NumberError::Exponent);
    }
    let value: i64 = digits.parse().map_err(|_| NumberError::Exponent)?;
    Ok(if negative { -value } else { value })
}

fn digits_of(coefficient: i128) -> u32 {
    coefficient.unsigned_abs().checked_ilog10().map_or(1, |log| log + 1)
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = self.coefficient.signum().cmp(&other.coefficient.signum());
        if sign != Ordering::Equal || self.coefficient == 0 {
            return sign;
        }
        if let Some(order) = self.small_order(*other) {
            return order;
        }
        let size = self.magnitude().cmp(&other.magnitude()).then_with(|| self.aligned().cmp(&other.aligned()));
        if self.coefficient < 0 { size.reverse() } else { size }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Decimal {
    /// Plain notation where it stays short, else scientific; reads back to an equal number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.coefficient.unsigned_abs();
        let point = self.magnitude();
        if self.coefficient < 0 {
            f.write_str("-")?;
        }
        if self.exponent >= 0 && point <= 40 {
            let zeros = usize::try_from(self.exponent).unwrap_or(0);
            return write!(f, "{digits}{:0<zeros$}", "");
        }
        if self.exponent < 0 && point > -20 {
            let places = self.exponent.unsigned_abs();
            // Fewer than 60 places; where the scale overflows the whole part is zero.
            let scale = 10_u128.checked_pow(places);
            let (whole, rest) = scale.map_or((0, digits), |scale| (digits / scale, digits % scale));
            return write!(f, "{whole}.{rest:0>width$}", width = places as usize);
        }
        write!(f, "{digits}e{}", self.exponent)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn a_sum_with_too_many_digits_is_the_next_larger_number() {
        let number = |text: &str| Decimal::parse(text).unwrap();
        let sum = |a: &str, b: &str| number(a).add_upward(number(b));
        assert_eq!(sum("300", "0.5"), Some(number("300.5")));
        for (large, small, expected) in [
            ("300", "1e-32", "300.0000000000000000000000000000001"),
            ("1e30", "1e-30", "1000000000000000000000000000000.001"),
            ("1e300", "1e-300", "1000000000000000000000000000000001e267"),
            ("9999999999999999999999999999999999", "0.1", "1e34"),
            ("9999999999999999999999999999999999", "2.5", "1000000000000000000000000000000001e1"),
        ] {
            assert_eq!((sum(large, small), sum(small, large)), (Some(number(expected)), Some(number(expected))), "{large} {small}");
        }
        assert_eq!(sum("9e400", "9e400"), None);
        assert_eq!(sum("1e30", "-1e-30"), None);
    }

    #[test]
    fn sums_are_exact_or_none() {
        let number = |text: &str| Decimal::parse(text).unwrap();
        let sum = |a: &str, b: &str| number(a).checked_add(number(b));
        assert_eq!(sum("0.1", "0.2"), Some(number("0.3")));
        assert_eq!(sum("9007199254740993", "1"), Some(number("9007199254740994")));
        assert_eq!(sum("1e10", "-1e10"), Some(Decimal::ZERO));
        assert_eq!(sum("0", "1e400"), Some(number("1e400")));
        assert_eq!(sum("1e30", "1e-30"), None);
    }

    #[test]
    fn spellings_of_one_number_are_one_value() {
        for (a, b) in [("1", "1.0"), ("1", "1e0"), ("100", "1e2"), ("0.5", "5E-1"), ("-0", "0"), ("0.0e5", "0"), ("10.50", "1050e-2")] {
            assert_eq!(number(a), number(b), "{a} {b}");
        }
        assert_ne!(number("9007199254740993"), number("9007199254740992"));
    }

    #[test]
    fn what_json_does_not_write_is_no_number() {
        for text in
            ["", "-", "+1", "01", "-01", ".5", "5.", "1e", "1e+", "1ee2", "1.2.3", "0x1", "NaN", "Infinity", "1_0", " 1", "1-2", "--1"]
        {
            assert_eq!(Decimal::parse(text), Err(NumberError::Grammar), "{text}");
        }
    }

    #[test]
    fn thirty_five_digits_are_one_too_many() {
        let most = "1234567890123456789012345678901234";
        assert_eq!(number(most).to_string(), most);
        assert_eq!(Decimal::parse(&format!("{most}5")), Err(NumberError::Digits));
        assert_eq!(Decimal::parse(&format!("{most}05")), Err(NumberError::Digits));
        assert_eq!(number(&format!("{most}0")), number(&format!("{most}e1")));
        assert_eq!(Decimal::new(10_i128.pow(34) + 1, 0), None);
    }

    #[test]
    fn a_leading_digit_beyond_four_hundred_powers_is_out_of_range() {
        for text in ["1e400", "1e-400", "-9.9e400", "0.1e401"] {
            number(text);
        }
        for text in ["1e401", "1e-401", "0.1e-400", "10e400", "1e0000001", "0e1000000", "1e99999999999999999999"] {
            assert_eq!(Decimal::parse(text), Err(NumberError::Exponent), "{text}");
        }
        assert_eq!(Decimal::new(1, i32::MAX), None);
        assert_eq!(Decimal::new(1, i32::MIN), None);
    }

    #[test]
    fn order_follows_the_value_not_the_spelling() {
        let rising = ["-1e400", "-12", "-1.5", "-1e-400", "0", "1e-400", "0.1", "0.11", "1", "9", "9.999", "10", "1e3", "1001", "1e400"];
        for (i, a) in rising.iter().enumerate() {
            for (j, b) in rising.iter().enumerate() {
                assert_eq!(number(a).cmp(&number(b)), i.cmp(&j), "{a} {b}");
            }
        }
    }

    #[test]
    fn printing_reads_back() {
        for text in [
            "0",
            "-1",
            "0.05",
            "-0.0000000000000000001",
            "12.5",
            "1e39",
            "1e40",
            "1e-30",
            "1234567890123456789012345678901234e-50",
            "-3e-400",
        ] {
            assert_eq!(number(&number(text).to_string()), number(text), "{text}");
        }
        assert_eq!(number("250.00").to_string(), "250");
        assert_eq!(number("1e-3").to_string(), "0.001");
        assert_eq!(number("100.25").to_string(), "100.25");
    }

    #[test]
    fn integers_have_no_fraction() {
        assert_eq!(number("1.0").integer(), Some(1));
        assert_eq!(number("1e3").integer(), Some(1000));
        assert_eq!(number("0.5").integer(), None);
        assert_eq!(number("1e300").integer(), None);
        assert!(number("1e300").is_integer());
    }
}
