//! Classes of bytes and characters, as a shell tells them apart.

/// Interrupts a plain run of an unquoted word.
pub(super) const STOP: u8 = 1;
/// Interrupts it where a brace list or a bracket is open.
pub(super) const OPEN: u8 = 2;
/// Interrupts a plain run inside double quotes.
pub(super) const QUOTED: u8 = 4;
/// Ends a word: blanks, newline, operators, and the end of the text.
pub(super) const END: u8 = 8;
/// Of a variable's name.
pub(super) const NAME: u8 = 16;
/// Space and tab.
pub(super) const BLANK: u8 = 32;
/// Interrupts the text of arithmetic.
pub(super) const SUM: u8 = 64;

/// The classes of each byte. NUL stands for the end of the text.
const CLASSES: [u8; 256] = classes();

/// The classes of a byte.
#[inline(always)]
pub(super) fn class(byte: u8) -> u8 {
    #[expect(clippy::indexing_slicing, reason = "a byte is below 256")]
    CLASSES[byte as usize]
}

#[expect(clippy::indexing_slicing, reason = "in a constant: it would not compile")]
const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            0 => STOP | QUOTED | END | SUM,
            b' ' | b'\t' => STOP | END | BLANK,
            b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>' => STOP | END,
            1..=31 | 127..=255 => STOP,
            b'"' | b'\\' | b'$' | b'`' => STOP | QUOTED | SUM,
            b'\'' | b'*' | b'?' | b'[' | b'{' | b'~' => STOP,
            b']' | b',' | b'}' => OPEN,
            b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => NAME,
            b'=' | b'+' | b'-' => SUM,
            _ => 0,
        };
        byte += 1;
    }
    classes
}

/// Whether a character is an invisible format character (Unicode's category Cf).
pub(super) fn is_format(character: char) -> bool {
    matches!(
        u32::from(character),
        0xAD | 0x600..=0x605
            | 0x61C
            | 0x6DD
            | 0x70F
            | 0x890..=0x891
            | 0x8E2
            | 0x180E
            | 0x200B..=0x200F
            | 0x202A..=0x202E
            | 0x2060..=0x206F
            | 0xFEFF
            | 0xFFF0..=0xFFFB
            | 0x110BD
            | 0x110CD
            | 0x13430..=0x1343F
            | 0x1BCA0..=0x1BCA3
            | 0x1D173..=0x1D17A
            | 0xE0000..=0xE0FFF
    )
}

/// Whether a character looks blank and is none to a shell.
pub(super) fn is_foreign_blank(character: char) -> bool {
    !character.is_ascii() && character.is_whitespace() && !character.is_control()
        || matches!(character, '\u{115F}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}')
}
