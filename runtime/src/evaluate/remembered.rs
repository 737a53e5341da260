//! Values as states keep them: hashes, and the names of owners.

use sha2::{Digest as _, Sha256};

use crate::call::Call;
use crate::decimal::Decimal;
use crate::layout::reading;
use crate::state::Key;
use crate::text::{Folded, Folding};

use super::Seen;
use super::compare::folding;

/// Texts up to here are asked whether they are numbers.
const NUMBER_TEXT: usize = 64;

/// The beginning of a value's hash; `None` where it is no value that could be compared.
///
/// Values are told apart as a server that coerces would: `12`, `"12"` and `"12.0"` are one value.
pub(crate) fn digest_of(seen: Seen<'_>, reading: u8) -> Option<[u8; 16]> {
    let folding = folding(reading);
    match seen {
        Seen::Boolean(value) => Some(text_digest(if value { "true" } else { "false" }, folding, reading)),
        Seen::Number(number) => Some(number_digest(number, reading)),
        Seen::Text(text) if folding == Folding::Alnum || text.len() > NUMBER_TEXT => Some(text_digest(text, folding, reading)),
        Seen::Text(text) => {
            Some(Decimal::parse(text).map_or_else(|_| text_digest(text, folding, reading), |number| number_digest(number, reading)))
        }
        _ => None,
    }
}

/// The reading is part of it: what one reading takes for equal says nothing to another.
fn text_digest(text: &str, folding: Folding, reading: u8) -> [u8; 16] {
    let mut hash = Sha256::new();
    hash.update("text\0");
    hash.update([reading]);
    match folding {
        Folding::Plain => hash.update(text),
        _ => {
            let mut buffer = [0; 4];
            Folded::new(text, folding).for_each(|character| hash.update(character.encode_utf8(&mut buffer).as_bytes()));
        }
    }
    beginning(hash)
}

/// By letters and digits alone an integer is its digits.
fn number_digest(number: Decimal, reading: u8) -> [u8; 16] {
    if let Some(integer) = number.integer().filter(|_| reading == reading::ALNUM) {
        let mut digits = Digits::default();
        if core::fmt::Write::write_fmt(&mut digits, format_args!("{}", integer.unsigned_abs())).is_ok() {
            return text_digest(digits.as_str(), Folding::Plain, reading);
        }
    }
    let mut hash = Sha256::new();
    hash.update("number\0");
    hash.update([reading]);
    hash.update(number.coefficient().to_be_bytes());
    hash.update(number.exponent().to_be_bytes());
    beginning(hash)
}

/// The digits of an integer, without allocating.
struct Digits {
    bytes: [u8; 40],
    len: usize,
}

impl Default for Digits {
    fn default() -> Self {
        Self { bytes: [0; 40], len: 0 }
    }
}

impl Digits {
    fn as_str(&self) -> &str {
        core::str::from_utf8(self.bytes.get(..self.len).unwrap_or_default()).unwrap_or_default()
    }
}

impl core::fmt::Write for Digits {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end).ok_or(core::fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

fn beginning(hash: Sha256) -> [u8; 16] {
    let whole: [u8; 32] = hash.finalize().into();
    whole.first_chunk().copied().unwrap_or_default()
}

/// Whose state the number means, by name; `None` is unknown. A job and a tree need no name: their states are theirs.
pub(crate) fn owner_name(call: &Call, owner: u8) -> Option<&str> {
    match owner {
        2 => call.person(),
        3 => call.agent_name(),
        _ => Some(""),
    }
}

/// Which remembered side of a duty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side<'a> {
    /// With these values.
    Values(&'a [[u8; 16]]),
    /// With a value that nobody knows.
    Unbound,
    /// With any values.
    Any,
}

/// What a side of a duty is remembered under.
pub(crate) fn duty_key(key: Key, place: u8, owner: &str, side: Side<'_>) -> [u8; 16] {
    let mut hash = Sha256::new();
    hash.update("duty\0");
    hash.update(key.item.to_be_bytes());
    hash.update(key.definition.to_be_bytes());
    hash.update([place]);
    hash.update((owner.len() as u64).to_be_bytes());
    hash.update(owner);
    match side {
        Side::Values(values) => {
            hash.update([0]);
            values.iter().for_each(|value| hash.update(value));
        }
        Side::Unbound => hash.update([1]),
        Side::Any => hash.update([2]),
    }
    beginning(hash)
}

/// What a source of values is remembered under.
pub(crate) fn source_key(server: &str, name: &str) -> u64 {
    let mut hash = Sha256::new();
    hash.update("source\0");
    hash.update(server);
    hash.update([0]);
    hash.update(name);
    let [a, b, c, d, e, f, g, h, ..] = beginning(hash);
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}
