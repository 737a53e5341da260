//! Globs over a whole text, with the meaning of Python's `fnmatchcase`.
//!
//! `*` any text, `?` one code point, `[seq]` one of, `[!seq]` one not of; `[` that nothing closes is itself, there is no escape but a class
//! of one. One departure: where ranges that run backwards stand first in a class, Python's translation may read a later `!` as negation;
//! here such a range is simply empty.
//!
//! Iterative: work is bounded by pattern length × text length, memory is constant.

use alloc::string::String;

use super::{Folded, Folding, fold};

/// Whether the glob matches all of the folded text. The pattern is folded already ([`fold_pattern`]).
pub fn glob_matches(pattern: &str, text: &str, folding: Folding) -> bool {
    match folding {
        Folding::Plain => matches(pattern, text.chars()),
        Folding::Fold | Folding::Alnum => matches(pattern, Folded::new(text, folding)),
    }
}

fn matches<I: Iterator<Item = char> + Clone>(pattern: &str, mut text: I) -> bool {
    let mut cursor = Cursor::new(pattern);
    // Where to go on when what follows the last `*` does not match: the star takes one more.
    let mut retry: Option<(Cursor<'_>, I)> = None;
    loop {
        let matched = match cursor.next() {
            Some(Token::Any) => {
                retry = Some((cursor, text.clone()));
                continue;
            }
            Some(token) => match text.next() {
                Some(character) => token.admits(character),
                None => return false,
            },
            None if text.next().is_none() => return true,
            None => false,
        };
        if matched {
            continue;
        }
        let Some((after_star, from)) = &mut retry else { return false };
        if from.next().is_none() {
            return false;
        }
        (cursor, text) = (*after_star, from.clone());
    }
}

/// The pattern as it is stored for a folding: lower-cased, and for letters and digits alone the other literal characters left out.
/// `*`, `?` and classes stay.
pub fn fold_pattern(pattern: &str, folding: Folding) -> String {
    match folding {
        Folding::Plain => String::from(pattern),
        Folding::Fold => fold(pattern).collect(),
        Folding::Alnum => alnum_pattern(pattern),
    }
}

fn alnum_pattern(pattern: &str) -> String {
    let mut kept = String::new();
    let mut cursor = Cursor::new(pattern);
    let mut before = pattern.len();
    while let Some(token) = cursor.next() {
        let source = pattern.get(pattern.len() - before..pattern.len() - cursor.rest.len()).unwrap_or("");
        before = cursor.rest.len();
        match token {
            Token::Literal(_) => kept.extend(fold(source).filter(|character| character.is_alphanumeric())),
            Token::Any | Token::One | Token::Class { .. } => kept.extend(fold(source)),
        }
    }
    kept
}

/// The steps of a pattern.
pub(crate) fn tokens(pattern: &str) -> impl Iterator<Item = Token<'_>> + Clone {
    let mut cursor = Cursor::new(pattern);
    core::iter::from_fn(move || cursor.next())
}

/// One step of a pattern.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Token<'a> {
    /// `*`
    Any,
    /// `?`
    One,
    /// `[…]`
    Class { negated: bool, members: &'a str },
    /// Itself.
    Literal(char),
}

impl Token<'_> {
    /// Whether it takes the character.
    pub(crate) fn admits(&self, character: char) -> bool {
        match self {
            Self::Any | Self::One => true,
            Self::Class { negated, members } => in_class(members, character) != *negated,
            Self::Literal(due) => *due == character,
        }
    }
}

/// Members are read from the left: `a-z` is a range, `-` elsewhere is itself.
fn in_class(members: &str, character: char) -> bool {
    let mut rest = members.chars();
    while let Some(low) = rest.next() {
        let mut ahead = rest.clone();
        let high = match (ahead.next(), ahead.next()) {
            (Some('-'), Some(high)) => {
                rest = ahead;
                high
            }
            _ => low,
        };
        if (low..=high).contains(&character) {
            return true;
        }
    }
    false
}

/// A place in a pattern.
#[derive(Debug, Clone, Copy)]
struct Cursor<'a> {
    rest: &'a str,
    /// Bytes behind the pattern's last `]`: a `[` in there is itself, without looking further each time.
    unclosed: usize,
}

impl<'a> Cursor<'a> {
    fn new(pattern: &'a str) -> Self {
        Self { rest: pattern, unclosed: pattern.rsplit(']').next().map_or(0, str::len) }
    }

    fn next(&mut self) -> Option<Token<'a>> {
        let mut characters = self.rest.chars();
        let first = characters.next()?;
        self.rest = characters.as_str();
        match first {
            '*' => Some(Token::Any),
            '?' => Some(Token::One),
            '[' if self.rest.len() > self.unclosed => Some(self.class().unwrap_or(Token::Literal('['))),
            other => Some(Token::Literal(other)),
        }
    }

    /// What follows a `[`, if something closes it: a `]` that comes first is a member.
    fn class(&mut self) -> Option<Token<'a>> {
        let (negated, members) = match self.rest.strip_prefix('!') {
            Some(members) => (true, members),
            None => (false, self.rest),
        };
        let from = usize::from(members.starts_with(']'));
        let length = from + members.get(from..)?.find(']')?;
        let class = Token::Class { negated, members: members.get(..length)? };
        self.rest = members.get(length + 1..)?;
        Some(class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, yes: &[&str], no: &[&str]) {
        for text in yes {
            assert!(matches(pattern, text.chars()), "{pattern} should match {text}");
        }
        for text in no {
            assert!(!matches(pattern, text.chars()), "{pattern} should not match {text}");
        }
    }

    #[test]
    fn globs_match_as_fnmatchcase_does() {
        check("", &[""], &["a"]);
        check("abc", &["abc"], &["ab", "abcd", "Abc"]);
        check("*", &["", "a", "a\nb"], &[]);
        check("a*c", &["ac", "abc", "acc"], &["a", "ab", "cab"]);
        check("*.*", &["a.b", "."], &["ab"]);
        check("a?c", &["abc", "a\u{1f600}c"], &["ac", "abbc"]);
        check("[abc]", &["a", "c"], &["d", "", "ab"]);
        check("[!abc]", &["d", "!"], &["a", ""]);
        check("[a-c]x", &["bx"], &["dx", "-x"]);
        check("[]]", &["]"], &["[", ""]);
        check("[!]]", &["a"], &["]"]);
        check("[]-a]", &["]", "^", "a"], &["-", "b"]);
        check("[a", &["[a"], &["a"]);
        check("[", &["["], &[""]);
        check("[]", &["[]"], &["]"]);
        check("[!]", &["[!]"], &["a"]);
        check("[-a]", &["-", "a"], &["b"]);
        check("[a-]", &["-", "a"], &["b"]);
        check("[c-a]", &[], &["a", "b", "c", "-"]);
        check("[!c-a]", &["a", "-"], &[""]);
        check("[a-b--c]", &["a", "b", "-", ".", "0", "c"], &["d", ","]);
        check("[[]x", &["[x"], &["x"]);
        check("[\\]x", &["\\x"], &["x", "\\\\x"]);
        check("[^a]", &["^", "a"], &["b"]);
        check("**a**", &["a", "ba", "ab"], &["b"]);
        assert!(glob_matches("de*[a-c]", "DE 12B", Folding::Fold) && glob_matches("de12?", "D-e 1.2-B", Folding::Alnum));
    }

    #[test]
    fn hostile_patterns_end_soon() {
        let text = "a".repeat(4_000);
        assert!(!matches(&("*a".repeat(200) + "b"), text.chars()));
        assert!(!matches(&("*".repeat(2_000) + "b"), text.chars()));
        assert!(!matches(&"[".repeat(2_000), text.chars()));
    }

    #[test]
    fn patterns_fold_as_the_text_does() {
        assert_eq!(fold_pattern("De*[A-Z] \u{c4}", Folding::Fold), "de*[a-z] \u{e4}");
        assert_eq!(fold_pattern("De 12-*[A-C]?[", Folding::Alnum), "de12*[a-c]?");
        assert_eq!(fold_pattern("D-", Folding::Plain), "D-");
    }
}
