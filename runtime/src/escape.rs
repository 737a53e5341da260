//! Untrusted text inside messages: quoted, escaped, short.
//!
//! What a person or an agent reads must not be steered by what it quotes: controls, line breaks, direction marks, invisible and private
//! characters are printed as `\u{…}`. Used by refusals and by reasons alike.

use core::fmt::{self, Write as _};

use crate::limits::REASON_VALUE_CHARS;

/// Prints text in double quotes, escaped, cut after [`REASON_VALUE_CHARS`] characters with `…`.
#[derive(Debug, Clone, Copy)]
pub struct Escaped<'a> {
    text: &'a str,
    max: usize,
}

impl<'a> Escaped<'a> {
    /// Escapes and cuts at the usual length.
    pub fn new(text: &'a str) -> Self {
        Self { text, max: REASON_VALUE_CHARS }
    }

    /// Escapes and cuts after `max` characters of the text.
    pub fn cut_at(text: &'a str, max: usize) -> Self {
        Self { text, max }
    }
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        let mut characters = self.text.chars();
        characters.by_ref().take(self.max).try_for_each(|character| write_escaped(f, character))?;
        if characters.next().is_some() {
            f.write_char('\u{2026}')?;
        }
        f.write_char('"')
    }
}

fn write_escaped(f: &mut fmt::Formatter<'_>, character: char) -> fmt::Result {
    match character {
        '"' => f.write_str("\\\""),
        '\\' => f.write_str("\\\\"),
        '\n' => f.write_str("\\n"),
        '\r' => f.write_str("\\r"),
        '\t' => f.write_str("\\t"),
        other if is_hidden(other) => write!(f, "\\u{{{:x}}}", u32::from(other)),
        other => f.write_char(other),
    }
}

/// Whether it is a control, a format character, a line or paragraph separator, a character that is ignored by default, or a private one.
pub fn is_hidden(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    let at = HIDDEN.partition_point(|(_, last)| *last < character);
    HIDDEN.get(at).is_some_and(|(first, _)| *first <= character)
}

/// Unicode 17: general categories Cc, Cf, Zl, Zp, Co and the property Default_Ignorable_Code_Point; ascending.
const HIDDEN: &[(char, char)] = &[
    ('\u{80}', '\u{9f}'),
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{600}', '\u{605}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{6dd}', '\u{6dd}'),
    ('\u{70f}', '\u{70f}'),
    ('\u{890}', '\u{891}'),
    ('\u{8e2}', '\u{8e2}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{e000}', '\u{f8ff}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{110bd}', '\u{110bd}'),
    ('\u{110cd}', '\u{110cd}'),
    ('\u{13430}', '\u{1343f}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
    ('\u{f0000}', '\u{10ffff}'),
];

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};

    use super::*;

    #[test]
    fn what_steers_a_screen_is_printed_as_an_escape() {
        assert_eq!(Escaped::new("plain \u{e9}").to_string(), "\"plain \u{e9}\"");
        assert_eq!(Escaped::new("a\"b\\c\n\r\t").to_string(), r#""a\"b\\c\n\r\t""#);
        assert_eq!(Escaped::new("\u{1b}[2J").to_string(), r#""\u{1b}[2J""#);
        assert_eq!(
            Escaped::new("\u{202e}x\u{200b}\u{feff}\u{7f}\u{9b}\u{2028}").to_string(),
            r#""\u{202e}x\u{200b}\u{feff}\u{7f}\u{9b}\u{2028}""#
        );
        assert_eq!(Escaped::new("\u{e0041}").to_string(), r#""\u{e0041}""#);
    }

    #[test]
    fn long_text_is_cut_at_a_character() {
        let most = "\u{e9}".repeat(REASON_VALUE_CHARS);
        assert_eq!(Escaped::new(&most).to_string(), ["\"", &most, "\""].concat());
        let more: String = most.clone() + "x";
        assert_eq!(Escaped::new(&more).to_string(), ["\"", &most, "\u{2026}\""].concat());
    }

    #[test]
    fn the_table_ascends_and_does_not_overlap() {
        for pair in HIDDEN.windows(2) {
            assert!(matches!(pair, [(_, last), (first, _)] if last < first));
        }
        assert!(HIDDEN.iter().all(|(first, last)| first <= last));
    }
}
