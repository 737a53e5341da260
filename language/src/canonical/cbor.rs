//! A writer of deterministic CBOR (RFC 8949, section 4.2.1): shortest heads, definite lengths, map keys in the order of their bytes.
//!
//! Only what the typed program needs: integers, text, bytes, booleans, null, arrays, maps with text keys. It reads nothing.

/// One encoded value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cbor(Vec<u8>);

impl Cbor {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    pub(super) fn null() -> Self {
        Self(vec![0xf6])
    }

    pub(super) fn boolean(value: bool) -> Self {
        Self(vec![if value { 0xf5 } else { 0xf4 }])
    }

    pub(super) fn unsigned(value: u64) -> Self {
        let mut bytes = Vec::new();
        head(&mut bytes, 0, value);
        Self(bytes)
    }

    /// Any integer; beyond 64 bits a bignum (tags 2 and 3), as preferred serialization wants it.
    pub(super) fn integer(value: i128) -> Self {
        let (major, magnitude) = if value < 0 { (1, (-1 - value).unsigned_abs()) } else { (0, value.unsigned_abs()) };
        let mut bytes = Vec::new();
        match u64::try_from(magnitude) {
            Ok(small) => head(&mut bytes, major, small),
            Err(_) => {
                head(&mut bytes, 6, if major == 0 { 2 } else { 3 });
                let digits: Vec<u8> = magnitude.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect();
                string(&mut bytes, 2, &digits);
            }
        }
        Self(bytes)
    }

    pub(super) fn text(value: &str) -> Self {
        let mut bytes = Vec::new();
        string(&mut bytes, 3, value.as_bytes());
        Self(bytes)
    }

    pub(super) fn byte_string(bytes: &[u8]) -> Self {
        let mut out = Vec::new();
        head(&mut out, 2, length(bytes.len()));
        out.extend(bytes);
        Self(out)
    }

    pub(super) fn array(values: impl IntoIterator<Item = Self>) -> Self {
        let values: Vec<Self> = values.into_iter().collect();
        let mut bytes = Vec::new();
        head(&mut bytes, 4, length(values.len()));
        values.into_iter().for_each(|value| bytes.extend(value.0));
        Self(bytes)
    }

    /// A map; keys are different and are sorted here by their encoded bytes.
    pub(super) fn map<const N: usize>(entries: [(&str, Self); N]) -> Self {
        Self::map_of(entries)
    }

    /// The same of any number of entries.
    pub(super) fn map_of<'k>(entries: impl IntoIterator<Item = (&'k str, Self)>) -> Self {
        let mut entries: Vec<_> = entries.into_iter().map(|(key, value)| (Self::text(key).0, value.0)).collect();
        entries.sort();
        let mut bytes = Vec::new();
        head(&mut bytes, 5, length(entries.len()));
        for (key, value) in entries {
            bytes.extend(key);
            bytes.extend(value);
        }
        Self(bytes)
    }

    pub(super) fn option(value: Option<Self>) -> Self {
        value.unwrap_or_else(Self::null)
    }
}

fn length(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

fn string(bytes: &mut Vec<u8>, major: u8, content: &[u8]) {
    head(bytes, major, length(content.len()));
    bytes.extend_from_slice(content);
}

/// Major type and argument in the fewest bytes.
fn head(bytes: &mut Vec<u8>, major: u8, argument: u64) {
    let major = major << 5;
    if let Ok(byte) = u8::try_from(argument) {
        if byte < 24 { bytes.push(major | byte) } else { bytes.extend([major | 24, byte]) }
    } else if let Ok(short) = u16::try_from(argument) {
        bytes.push(major | 25);
        bytes.extend(short.to_be_bytes());
    } else if let Ok(word) = u32::try_from(argument) {
        bytes.push(major | 26);
        bytes.extend(word.to_be_bytes());
    } else {
        bytes.push(major | 27);
        bytes.extend(argument.to_be_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(value: Cbor) -> String {
        value.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn integers_are_those_of_the_rfcs_appendix() {
        let cases: [(i128, &str); 14] = [
            (0, "00"),
            (23, "17"),
            (24, "1818"),
            (100, "1864"),
            (1000, "1903e8"),
            (1_000_000, "1a000f4240"),
            (1_000_000_000_000, "1b000000e8d4a51000"),
            (18_446_744_073_709_551_615, "1bffffffffffffffff"),
            (18_446_744_073_709_551_616, "c249010000000000000000"),
            (-18_446_744_073_709_551_616, "3bffffffffffffffff"),
            (-18_446_744_073_709_551_617, "c349010000000000000000"),
            (-1, "20"),
            (-100, "3863"),
            (-1000, "3903e7"),
        ];
        for (value, expected) in cases {
            assert_eq!(hex(Cbor::integer(value)), expected, "{value}");
        }
    }

    #[test]
    fn map_keys_are_sorted_by_their_bytes_so_shorter_ones_come_first() {
        let map = Cbor::map([("b", Cbor::null()), ("aa", Cbor::boolean(true)), ("a", Cbor::text("ü"))]);
        assert_eq!(hex(map), "a3616162c3bc6162f6626161f5");
    }
}
