//! Digests and public keys as people copy them: lower-case hexadecimal.

use std::fmt;

/// Bytes, shown as two digits each.
#[derive(Debug, Clone, Copy)]
pub struct Hex<'a>(pub &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// 32 bytes from 64 digits of either case.
pub fn read(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0u8; 32];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_reads_back_and_nothing_else_is_read() {
        let bytes: [u8; 32] = std::array::from_fn(|at| (at as u8).wrapping_mul(37));
        let shown = Hex(&bytes).to_string();
        assert!(shown.starts_with("00254a6f"), "{shown}");
        assert_eq!(read(&shown), Some(bytes));
        assert_eq!(read(&shown.to_uppercase()), Some(bytes));
        for wrong in ["ab".to_owned(), "+1".repeat(32), "é".repeat(32), shown + "00"] {
            assert_eq!(read(&wrong), None, "{wrong}");
        }
    }
}
