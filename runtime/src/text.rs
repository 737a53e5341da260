//! Comparing text: as it stands, without case, or by letters and digits alone; and globs.
//!
//! Comparing copies nothing: both sides are compared as streams of folded code points. Folding is per code point (see [`fold`]), with
//! no locale and no normalisation.

mod glob;

use alloc::string::String;
use core::iter::{Filter, FlatMap};
use core::str::Chars;

use crate::limits::PATTERN_BYTES;

pub(crate) use glob::{Token, tokens};
pub use glob::{fold_pattern, glob_matches};

/// How text is compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Folding {
    /// As it stands.
    #[default]
    Plain,
    /// Each code point lower-cased.
    Fold,
    /// Each code point lower-cased; of the result, what is no letter or digit (`char::is_alphanumeric`) is left out.
    Alnum,
}

type Lowered<'a> = FlatMap<Chars<'a>, core::char::ToLowercase, fn(char) -> core::char::ToLowercase>;

/// The code points of a folded text.
#[derive(Debug, Clone)]
pub enum Folded<'a> {
    /// As they stand.
    Plain(Chars<'a>),
    /// Lower-cased.
    Fold(Lowered<'a>),
    /// Lower-cased letters and digits.
    Alnum(Filter<Lowered<'a>, fn(&char) -> bool>),
}

impl<'a> Folded<'a> {
    /// Folds lazily.
    pub fn new(text: &'a str, folding: Folding) -> Self {
        match folding {
            Folding::Plain => Self::Plain(text.chars()),
            Folding::Fold => Self::Fold(fold(text)),
            Folding::Alnum => Self::Alnum(fold(text).filter(is_alphanumeric)),
        }
    }
}

impl Iterator for Folded<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        match self {
            Self::Plain(chars) => chars.next(),
            Self::Fold(chars) => chars.next(),
            Self::Alnum(chars) => chars.next(),
        }
    }
}

impl DoubleEndedIterator for Folded<'_> {
    fn next_back(&mut self) -> Option<char> {
        match self {
            Self::Plain(chars) => chars.next_back(),
            Self::Fold(chars) => chars.next_back(),
            Self::Alnum(chars) => chars.next_back(),
        }
    }
}

/// The text's code points, lower-cased one by one.
pub fn fold(text: &str) -> Lowered<'_> {
    text.chars().flat_map(folded_character)
}

/// Lower case by way of upper case, so that the long s, the final sigma and the Kelvin sign are the letters that other readers take them for. A character
/// whose upper case is several stays, and so does the dotless i, which is another letter than i.
fn folded_character(character: char) -> core::char::ToLowercase {
    let mut upper = character.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(upper), None) if character != 'ı' => upper.to_lowercase(),
        _ => character.to_lowercase(),
    }
}

fn is_alphanumeric(character: &char) -> bool {
    character.is_alphanumeric()
}

/// Whether two texts are one after folding.
pub fn equal(a: &str, b: &str, folding: Folding) -> bool {
    match folding {
        Folding::Plain => a == b,
        Folding::Fold if a.is_ascii() && b.is_ascii() => a.eq_ignore_ascii_case(b),
        _ => Folded::new(a, folding).eq(Folded::new(b, folding)),
    }
}

/// Whether the folded text begins with the folded part.
pub fn starts_with(text: &str, part: &str, folding: Folding) -> bool {
    if folding == Folding::Plain {
        return text.starts_with(part);
    }
    leads(Folded::new(text, folding), Folded::new(part, folding))
}

/// Whether the folded text ends with the folded part.
pub fn ends_with(text: &str, part: &str, folding: Folding) -> bool {
    if folding == Folding::Plain {
        return text.ends_with(part);
    }
    leads(Folded::new(text, folding).rev(), Folded::new(part, folding).rev())
}

fn leads(mut text: impl Iterator<Item = char>, mut part: impl Iterator<Item = char>) -> bool {
    part.all(|due| text.next() == Some(due))
}

/// The folded text, as a snapshot stores a constant that folded text is compared with.
pub fn folded(text: &str, folding: Folding) -> String {
    Folded::new(text, folding).collect()
}

/// Whether the folded text contains `part`, which is folded already ([`folded`]); `None` where it is longer than a constant may be.
///
/// Linear in both (Knuth, Morris and Pratt over the bytes of UTF-8), without a copy of the text.
pub fn contains(text: &str, part: &str, folding: Folding) -> Option<bool> {
    if part.len() > PATTERN_BYTES {
        return None;
    }
    if folding == Folding::Plain {
        return Some(text.contains(part));
    }
    if part.is_empty() {
        return Some(true);
    }
    let mut table = [0; PATTERN_BYTES];
    let borders = table.get_mut(..part.len())?;
    fill_borders(borders, part.as_bytes())?;
    search(Folded::new(text, folding), part.as_bytes(), borders)
}

/// For each place of the part, the length of the longest proper border of what ends there.
fn fill_borders(borders: &mut [u16], part: &[u8]) -> Option<()> {
    let mut length = 0;
    for (at, byte) in part.iter().enumerate().skip(1) {
        length = extended(length, *byte, part, borders)?;
        *borders.get_mut(at)? = u16::try_from(length).ok()?;
    }
    Some(())
}

fn search(text: impl Iterator<Item = char>, part: &[u8], borders: &[u16]) -> Option<bool> {
    let mut length = 0;
    let mut buffer = [0; 4];
    for character in text {
        for byte in character.encode_utf8(&mut buffer).bytes() {
            if length == part.len() {
                return Some(true);
            }
            length = extended(length, byte, part, borders)?;
        }
    }
    Some(length == part.len())
}

/// How much of the part ends with `byte`, where `length` of it ended before.
fn extended(mut length: usize, byte: u8, part: &[u8], borders: &[u16]) -> Option<usize> {
    while length > 0 && *part.get(length)? != byte {
        length = usize::from(*borders.get(length - 1)?);
    }
    Some(length + usize::from(*part.get(length)? == byte))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use super::*;

    #[test]
    fn folding_ignores_case_and_alnum_also_what_is_no_letter_or_digit() {
        assert!(equal("DE12", "de12", Folding::Fold));
        assert!(!equal("DE12", "de12", Folding::Plain));
        assert!(equal("\u{c4}\u{39f}\u{3a3}", "\u{e4}\u{3bf}\u{3c3}", Folding::Fold));
        assert!(equal("DE12 3456-78", "de12345678", Folding::Alnum));
        assert!(!equal("DE12 3456", "de123457", Folding::Alnum));
        assert!(equal(" - ", "", Folding::Alnum));
        // The dot that a lower-cased I WITH DOT ABOVE leaves is no letter.
        assert!(equal("\u{130}", "i", Folding::Alnum));
        assert!(!equal("\u{130}", "i", Folding::Fold));
    }

    #[test]
    fn starts_ends_and_contains_look_at_the_folded_text() {
        assert!(starts_with("Hello", "he", Folding::Fold) && !starts_with("Hello", "he", Folding::Plain));
        assert!(!starts_with("He", "hello", Folding::Fold));
        assert!(ends_with("fooBAR", "bar", Folding::Fold) && ends_with("foo B-a-R.", "bar", Folding::Alnum));
        assert_eq!(contains("xxABxx", "ab", Folding::Fold), Some(true));
        assert_eq!(contains("xxABxx", "ab", Folding::Plain), Some(false));
        assert_eq!(contains("aabaabaac", "aabaac", Folding::Fold), Some(true));
        assert_eq!(contains("a-b-c", "bc", Folding::Alnum), Some(true));
        assert_eq!(contains("", "", Folding::Fold), Some(true));
        assert_eq!(contains("a", "ab", Folding::Fold), Some(false));
        assert_eq!(contains("a", &"a".repeat(PATTERN_BYTES + 1), Folding::Fold), None);
    }

    #[test]
    fn folding_twice_is_folding_once() {
        for character in '\0'..=char::MAX {
            let once: String = fold(&character.to_string()).collect();
            assert_eq!(folded(&once, Folding::Fold), once, "{character:?}");
        }
    }
}
