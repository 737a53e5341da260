//! The reader and the validator: what is not in the one canonical form is refused.

use core::fmt;

use crate::limits::CBOR_DEPTH;

/// Where and why bytes are not canonical CBOR.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotCanonical {
    /// Bytes before the place.
    pub offset: usize,
    /// Why.
    pub what: &'static str,
}

impl fmt::Display for NotCanonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.what, self.offset)
    }
}

impl core::error::Error for NotCanonical {}

/// Why a value without a tag is refused where one is due.
pub(crate) const NOT_TAGGED: &str = "not tagged";

/// Why a value with another tag is refused.
pub(crate) const ANOTHER_TAG: &str = "another tag";

/// Checks that the bytes are one canonical value without tags, and nothing else.
pub fn check(bytes: &[u8]) -> Result<(), NotCanonical> {
    let mut reader = Reader::new(bytes);
    reader.skip(CBOR_DEPTH)?;
    reader.end()
}

/// Checks that the bytes are the tag, one canonical value without further tags, and nothing else.
pub fn check_tagged(bytes: &[u8], tag: u64) -> Result<(), NotCanonical> {
    let mut reader = Reader::new(bytes);
    reader.tag(tag)?;
    reader.skip(CBOR_DEPTH)?;
    reader.end()
}

/// Reads canonical values one after the other.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

const UNSIGNED: u8 = 0;
const NEGATIVE: u8 = 1;
const BYTES: u8 = 2;
const TEXT: u8 = 3;
const ARRAY: u8 = 4;
const MAP: u8 = 5;
const TAG: u8 = 6;

impl<'a> Reader<'a> {
    /// Starts at the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Succeeds where nothing is left.
    pub fn end(&self) -> Result<(), NotCanonical> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(self.fault("something follows the value")) }
    }

    /// An integer from 0.
    pub fn unsigned(&mut self) -> Result<u64, NotCanonical> {
        self.expect(UNSIGNED, "not an integer from 0")
    }

    /// Any integer.
    pub fn integer(&mut self) -> Result<i128, NotCanonical> {
        let before = self.at;
        match self.head()? {
            (UNSIGNED, value) => Ok(i128::from(value)),
            (NEGATIVE, value) => Ok(-1 - i128::from(value)),
            _ => Err(NotCanonical { offset: before, what: "not an integer" }),
        }
    }

    /// A byte string.
    pub fn bytes(&mut self) -> Result<&'a [u8], NotCanonical> {
        let length = self.expect(BYTES, "not a byte string")?;
        self.take(length)
    }

    /// A byte string of exactly this many bytes.
    pub fn array_of<const N: usize>(&mut self) -> Result<[u8; N], NotCanonical> {
        let before = self.at;
        self.bytes()?.try_into().map_err(|_| NotCanonical { offset: before, what: "a byte string of another length" })
    }

    /// A text.
    pub fn text(&mut self) -> Result<&'a str, NotCanonical> {
        let before = self.at;
        let length = self.expect(TEXT, "not a text")?;
        core::str::from_utf8(self.take(length)?).map_err(|_| NotCanonical { offset: before, what: "a text that is not UTF-8" })
    }

    /// `false` or `true`.
    pub fn boolean(&mut self) -> Result<bool, NotCanonical> {
        let before = self.at;
        match self.head()? {
            (SIMPLE, FALSE) => Ok(false),
            (SIMPLE, TRUE) => Ok(true),
            _ => Err(NotCanonical { offset: before, what: "not false or true" }),
        }
    }

    /// Steps over `null`; false, and nothing read, where something else lies here.
    pub fn null(&mut self) -> bool {
        let mut ahead = self.clone();
        let found = matches!(ahead.head(), Ok((SIMPLE, NULL)));
        if found {
            *self = ahead;
        }
        found
    }

    /// The key of the member that is due in a map with integer keys.
    pub fn member(&mut self, key: u64) -> Result<(), NotCanonical> {
        let before = self.at;
        match self.unsigned() {
            Ok(found) if found == key => Ok(()),
            _ => Err(NotCanonical { offset: before, what: "another member than the one that is due" }),
        }
    }

    /// Bytes before the next value.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The head of an array: so many values follow.
    pub fn array(&mut self) -> Result<u64, NotCanonical> {
        self.expect(ARRAY, "not an array")
    }

    /// The head of a map: so many keys, each with its value, follow. Their order is not checked here but by [`check`].
    pub fn map(&mut self) -> Result<u64, NotCanonical> {
        self.expect(MAP, "not a map")
    }

    /// This tag's head.
    pub fn tag(&mut self, tag: u64) -> Result<(), NotCanonical> {
        let before = self.at;
        if self.expect(TAG, NOT_TAGGED)? == tag { Ok(()) } else { Err(NotCanonical { offset: before, what: ANOTHER_TAG }) }
    }

    /// Steps over one value, checking all of it; `depth` levels may lie inside each other.
    pub fn skip(&mut self, depth: usize) -> Result<(), NotCanonical> {
        let before = self.at;
        match self.head()? {
            (UNSIGNED | NEGATIVE, _) | (SIMPLE, FALSE | TRUE | NULL) => Ok(()),
            (BYTES, length) => self.take(length).map(drop),
            (TEXT, _) => {
                self.at = before;
                self.text().map(drop)
            }
            (ARRAY, count) => self.skip_array(count, inner(depth, before)?),
            (MAP, count) => self.skip_map(count, inner(depth, before)?),
            (TAG, _) => Err(NotCanonical { offset: before, what: "a tag" }),
            _ => Err(NotCanonical { offset: before, what: "a float or a simple value that does not occur" }),
        }
    }

    fn skip_array(&mut self, count: u64, depth: usize) -> Result<(), NotCanonical> {
        // Each value takes a byte at least, so a count beyond the bytes ends soon.
        (0..count).try_for_each(|_| self.skip(depth))
    }

    fn skip_map(&mut self, count: u64, depth: usize) -> Result<(), NotCanonical> {
        let mut last: Option<&[u8]> = None;
        for _ in 0..count {
            let from = self.at;
            self.skip(depth)?;
            let key = self.bytes.get(from..self.at);
            if last >= key {
                return Err(NotCanonical { offset: from, what: "map keys that are not unique and ascending" });
            }
            last = key;
            self.skip(depth)?;
        }
        Ok(())
    }

    fn expect(&mut self, major: u8, what: &'static str) -> Result<u64, NotCanonical> {
        let before = self.at;
        match self.head()? {
            (found, argument) if found == major => Ok(argument),
            _ => Err(NotCanonical { offset: before, what }),
        }
    }

    /// A head in its shortest form: major type and argument.
    fn head(&mut self) -> Result<(u8, u64), NotCanonical> {
        let before = self.at;
        let [initial] = self.fixed::<1>()?;
        let (major, short) = (initial >> 5, initial & 0x1F);
        let (argument, least) = match short {
            0..=23 => (u64::from(short), 0),
            24 => (u64::from(u8::from_be_bytes(self.fixed()?)), 24),
            25 => (u64::from(u16::from_be_bytes(self.fixed()?)), 1 << 8),
            26 => (u64::from(u32::from_be_bytes(self.fixed()?)), 1 << 16),
            27 => (u64::from_be_bytes(self.fixed()?), 1 << 32),
            _ => return Err(NotCanonical { offset: before, what: "an indefinite length or a reserved head" }),
        };
        if major == SIMPLE && short > 23 {
            return Err(NotCanonical { offset: before, what: "a float or a simple value that does not occur" });
        }
        if argument < least { Err(NotCanonical { offset: before, what: "a head that is not the shortest" }) } else { Ok((major, argument)) }
    }

    fn fixed<const N: usize>(&mut self) -> Result<[u8; N], NotCanonical> {
        self.take(N as u64)?.try_into().map_err(|_| self.fault("ends too early"))
    }

    fn take(&mut self, length: u64) -> Result<&'a [u8], NotCanonical> {
        let end = usize::try_from(length).ok().and_then(|length| self.at.checked_add(length));
        let taken = end.and_then(|end| self.bytes.get(self.at..end)).ok_or_else(|| self.fault("ends too early"))?;
        self.at += taken.len();
        Ok(taken)
    }

    fn fault(&self, what: &'static str) -> NotCanonical {
        NotCanonical { offset: self.at, what }
    }
}

const SIMPLE: u8 = 7;
const FALSE: u64 = 20;
const TRUE: u64 = 21;
const NULL: u64 = 22;

fn inner(depth: usize, offset: usize) -> Result<usize, NotCanonical> {
    depth.checked_sub(1).ok_or(NotCanonical { offset, what: "too many levels" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(bytes: &[u8]) -> &'static str {
        check(bytes).map_or_else(|error| error.what, |()| "canonical")
    }

    #[test]
    fn the_one_form_passes() {
        for bytes in [
            &b"\x00"[..],
            b"\x17",
            b"\x18\x18",
            b"\x39\x01\x00",
            b"\x41\xff",
            b"\x62hi",
            b"\x82\x01\x02",
            b"\xa2\x01\x02\x20\xf6",
            b"\xf4",
            b"\xa0",
        ] {
            assert_eq!(why(bytes), "canonical", "{bytes:x?}");
        }
        assert_eq!(check_tagged(b"\xd2\x80", 18), Ok(()));
    }

    #[test]
    fn every_other_form_is_refused_with_its_reason() {
        for bytes in
            [&b"\x18\x17"[..], b"\x19\x00\xff", b"\x1a\x00\x00\xff\xff", b"\x1b\x00\x00\x00\x00\xff\xff\xff\xff", b"\x58\x01a", b"\xb8\x00"]
        {
            assert_eq!(why(bytes), "a head that is not the shortest", "{bytes:x?}");
        }
        for bytes in [&b"\x9f\xff"[..], b"\xbf\xff", b"\x5f\xff", b"\x7f\xff", b"\x1c", b"\xff"] {
            assert_eq!(why(bytes), "an indefinite length or a reserved head", "{bytes:x?}");
        }
        for bytes in [&b"\xa2\x02\x00\x01\x00"[..], b"\xa2\x01\x00\x01\x00", b"\xa2\x62aa\x00\x61b\x00"] {
            assert_eq!(why(bytes), "map keys that are not unique and ascending", "{bytes:x?}");
        }
        for bytes in [&b"\xf7"[..], b"\xf9\x00\x00", b"\xfb\x00\x00\x00\x00\x00\x00\x00\x00", b"\xf8\x20", b"\xe0"] {
            assert_eq!(why(bytes), "a float or a simple value that does not occur", "{bytes:x?}");
        }
        for bytes in [
            &b""[..],
            b"\x18",
            b"\x42a",
            b"\x81",
            b"\xa1\x01",
            b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff",
            b"\x5b\xff\xff\xff\xff\xff\xff\xff\xff",
        ] {
            assert_eq!(why(bytes), "ends too early", "{bytes:x?}");
        }
        assert_eq!(why(b"\x62\xff\xff"), "a text that is not UTF-8");
        assert_eq!(why(b"\xc0\x00"), "a tag");
        assert_eq!(why(b"\x00\x00"), "something follows the value");
        assert_eq!(check_tagged(b"\xd2\xd2\x80", 18).map_err(|error| error.what), Err("a tag"));
        assert_eq!(check_tagged(b"\xd3\x80", 18).map_err(|error| error.what), Err("another tag"));
        assert_eq!(check_tagged(b"\x80", 18).map_err(|error| error.what), Err("not tagged"));
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |levels: usize| [alloc::vec![0x81; levels], alloc::vec![0x00]].concat();
        assert_eq!(why(&nested(CBOR_DEPTH)), "canonical");
        assert_eq!(why(&nested(CBOR_DEPTH + 1)), "too many levels");
        assert_eq!(why(&nested(1_000_000)), "too many levels");
    }
}
