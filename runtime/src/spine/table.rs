//! What the tables of a spine are searched by: hashes of values, windows and bins, the order of numbers. The compiler files by the same functions.

use crate::compiled::Core;
use crate::decimal::Decimal;
use crate::evaluate::{Evaluation, Seen};
use crate::layout::*;
use crate::text::{self, Folding};

/// Hash of a number.
pub fn number_hash(coefficient: i128, exponent: i32) -> u64 {
    let mut bytes = [0; 20];
    let (front, back) = bytes.split_at_mut(16);
    front.copy_from_slice(&coefficient.to_le_bytes());
    back.copy_from_slice(&exponent.to_le_bytes());
    hash(literal::NUMBER, &bytes)
}

/// Hash of a whole text as its reading compares it.
pub fn text_hash(value: u8, reading: u8, text: &str) -> u64 {
    let folding = match reading {
        reading::FOLD => Folding::Fold,
        reading::ALNUM => Folding::Alnum,
        _ => return hash(value, text.as_bytes()),
    };
    let mut hasher = Hasher::new(value);
    let mut buffer = [0; 4];
    for character in text::Folded::new(text, folding) {
        hasher.write(character.encode_utf8(&mut buffer).as_bytes());
    }
    hasher.finish()
}

/// A number's place among all numbers: a greater number never has a lesser place, and numbers that differ within their first fifteen digits have
/// different ones.
pub fn number_key(number: Decimal) -> i64 {
    const DIGITS: u32 = 15;
    let magnitude = number.coefficient().unsigned_abs();
    let Some(log) = magnitude.checked_ilog10() else { return 0 };
    let scaled = if log < DIGITS {
        magnitude.saturating_mul(10_u128.pow(DIGITS - 1 - log.min(DIGITS - 1)))
    } else {
        magnitude / 10_u128.saturating_pow(log + 1 - DIGITS)
    };
    // Leading digits lie within 10^±400, and fifteen digits take 50 bits.
    let leading = (i64::from(number.exponent()) + i64::from(log) + 401).clamp(1, 1 << 12);
    let key = leading << 50 | i64::try_from(scaled).unwrap_or(i64::MAX >> 14) & ((1 << 50) - 1);
    if number.coefficient() < 0 { -key } else { key }
}

/// Hash of the bin of a width (a power of two of keys) that a number's key lies in.
pub fn bin_hash(level: u32, key: i64) -> u64 {
    let bin = key >> level.min(63);
    mixed((bin as u64 ^ u64::from(level).wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xA24B_AED4_963E_E407))
}

/// Hash of what stands in a window; the text is read backwards.
pub fn window_hash(backward: &[u8]) -> u64 {
    mixed(backward.iter().fold(0, |state, byte| rolled(state, *byte)))
}

/// What the bytes of a window are multiplied by, once for each byte behind them.
const BASE: u64 = 0x0000_0100_0000_01B3;

#[inline(always)]
fn rolled(state: u64, byte: u8) -> u64 {
    // A byte of zero must count as well.
    state.wrapping_mul(BASE).wrapping_add(u64::from(byte) + 1)
}

/// A window that slides over a text read backwards.
pub(crate) struct Window {
    bytes: [u8; access::WINDOW],
    size: usize,
    seen: usize,
    state: u64,
    /// What a byte that leaves has been multiplied by.
    leaving: u64,
}

impl Window {
    /// One of a size, where there may be such.
    pub(crate) fn of(size: u32) -> Option<Self> {
        let size = usize::try_from(size).ok().filter(|size| (1..=access::WINDOW).contains(size))?;
        let leaving = (0..size).fold(1u64, |power, _| power.wrapping_mul(BASE));
        Some(Self { bytes: [0; access::WINDOW], size, seen: 0, state: 0, leaving })
    }

    /// Takes a byte; the hash of the window once it is full.
    #[inline(always)]
    pub(crate) fn push(&mut self, byte: u8) -> Option<u64> {
        let place = self.bytes.get_mut(self.seen % self.size)?;
        let gone = core::mem::replace(place, byte);
        self.state = rolled(self.state, byte);
        if self.seen >= self.size {
            self.state = self.state.wrapping_sub((u64::from(gone) + 1).wrapping_mul(self.leaving));
        }
        self.seen += 1;
        (self.seen >= self.size).then(|| mixed(self.state))
    }
}

/// The leaf with a hash.
#[inline(always)]
pub(super) fn leaf(core: &Core, access: &Access, hash: u64) -> Option<u32> {
    let slots = core.records::<{ Slot::WIDTH }>(Section::Slots, access.table)?;
    let mask = slots.len().checked_sub(1)?;
    let mut at = hash as usize & mask;
    for _ in 0..slots.len() {
        let slot = Slot::read(slots.get(at)?);
        if slot.leaf == NONE {
            return None;
        }
        if slot.hash == hash {
            return Some(slot.leaf);
        }
        at = (at + 1) & mask;
    }
    None
}

/// The place behind the last bound that a number passes.
pub(super) fn passed(evaluation: &Evaluation<'_>, access: &Access, number: Decimal) -> u32 {
    let key = number_key(number);
    let passes = |index: u32| -> Option<bool> {
        let bound = evaluation.core.bound(index)?;
        let order = match bound.key.cmp(&key) {
            core::cmp::Ordering::Equal => match evaluation.literal(bound.literal) {
                Seen::Number(limit) => limit.cmp(&number),
                _ => return None,
            },
            order => order,
        };
        let order = if access.kind == access::ABOVE { order } else { order.reverse() };
        Some(order.is_lt() || (access.flags & access::STRICT == 0 && order.is_eq()))
    };
    let (mut low, mut high) = (access.table.start, access.table.start.saturating_add(access.table.len));
    while low < high {
        let middle = low + (high - low) / 2;
        if passes(middle) == Some(true) { low = middle + 1 } else { high = middle }
    }
    low
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn a_sliding_window_hashes_what_stands_in_it() {
        let text = b"slides over \0\0 everything";
        for size in 1..=access::WINDOW {
            let mut window = Window::of(size as u32).unwrap();
            let hashes: Vec<u64> = text.iter().filter_map(|byte| window.push(*byte)).collect();
            let expected: Vec<u64> = text.windows(size).map(window_hash).collect();
            assert_eq!(hashes, expected, "{size}");
        }
        assert!(Window::of(0).is_none() && Window::of(17).is_none());
    }

    #[test]
    fn keys_ascend_as_numbers_do() {
        let mut numbers: Vec<Decimal> = Vec::new();
        for text in
            ["0", "1", "9", "10", "10.5", "11", "99", "100", "1e400", "9e-400", "123456789012345", "1234567890123456", "9007199254740993"]
        {
            let number = Decimal::parse(text).unwrap();
            numbers.push(number);
            if text != "0" {
                numbers.push(Decimal::parse(&["-", text].concat()).unwrap());
            }
        }
        numbers.sort();
        for pair in numbers.windows(2) {
            assert!(number_key(pair[0]) <= number_key(pair[1]), "{pair:?}");
        }
        let key = |text: &str| number_key(Decimal::parse(text).unwrap());
        assert!(key("1000000") < key("1000001") && key("-2") < key("-1") && key("-0.1") < key("0") && key("0") < key("1e-400"));
        assert_eq!(key("9007199254740992"), key("9007199254740993"));
    }
}
