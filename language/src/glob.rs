//! Globs over function names, as Python's `fnmatchcase`: matching, containment, overlap and the text of an exact one.
//!
//! Containment is sound and not complete: where it says yes, every text of the inner pattern is a text of the outer.

use crate::core::{FunctionName, FunctionPattern, Glob};

/// A part of a pattern that takes one character, or `*`.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    /// `*`
    Star,
    /// `?`
    One,
    /// Itself.
    Literal(char),
    /// `[…]`
    Class { negated: bool, ranges: Vec<(char, char)> },
}

/// Products of pattern lengths beyond this are not compared; the cautious answer is given.
const MOST_CELLS: usize = 1 << 20;

fn tokens(glob: &str) -> Vec<Token> {
    let characters: Vec<char> = glob.chars().collect();
    let mut rest = characters.as_slice();
    let mut tokens = Vec::new();
    while let Some((first, after)) = rest.split_first() {
        let (token, next) = match first {
            '*' => (Token::Star, after),
            '?' => (Token::One, after),
            '[' => class(after).unwrap_or((Token::Literal('['), after)),
            other => (Token::Literal(*other), after),
        };
        rest = next;
        if !(token == Token::Star && tokens.last() == Some(&Token::Star)) {
            tokens.push(token);
        }
    }
    tokens
}

/// Reads a class behind its `[`; `None` where no `]` closes it, so that the bracket is itself.
fn class(text: &[char]) -> Option<(Token, &[char])> {
    let (negated, body) = match text.split_first() {
        Some(('!', rest)) => (true, rest),
        _ => (false, text),
    };
    let close = 1 + body.iter().skip(1).position(|c| *c == ']')?;
    let (inside, after) = body.split_at_checked(close)?;
    let mut ranges = Vec::new();
    let mut rest = inside;
    loop {
        rest = match rest {
            [from, '-', to, tail @ ..] => {
                ranges.push((*from, *to));
                tail
            }
            [one, tail @ ..] => {
                ranges.push((*one, *one));
                tail
            }
            [] => break,
        };
    }
    Some((Token::Class { negated, ranges }, after.get(1..)?))
}

impl Token {
    fn takes(&self, c: char) -> bool {
        match self {
            Self::Star | Self::One => true,
            Self::Literal(own) => *own == c,
            Self::Class { negated, ranges } => ranges.iter().any(|(from, to)| (*from..=*to).contains(&c)) != *negated,
        }
    }

    /// Whether this one-character token takes all that the other one-character token takes.
    fn covers(&self, inner: &Self) -> bool {
        match (self, inner) {
            (Self::One, _) => true,
            (outer, Self::Literal(c)) => outer.takes(*c),
            (outer, inner) => outer == inner,
        }
    }

    /// Whether some character is taken by both one-character tokens.
    fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Literal(c), token) | (token, Self::Literal(c)) => token.takes(*c),
            (left, right) => left.edges().into_iter().chain(right.edges()).any(|c| left.takes(c) && right.takes(c)),
        }
    }

    /// Characters at which membership can change: two unions of ranges meet if and only if they meet at one of them.
    fn edges(&self) -> Vec<char> {
        let Self::Class { ranges, .. } = self else { return vec!['\0'] };
        let after = |c: char| char::from_u32(u32::from(c).saturating_add(1)).unwrap_or('\u{e000}');
        ranges.iter().flat_map(|(from, to)| [*from, after(*to)]).chain(['\0']).collect()
    }
}

/// Whether the whole text matches.
pub fn matches(glob: &Glob, text: &str) -> bool {
    let (tokens, text) = (tokens(&glob.0), text.chars().collect::<Vec<_>>());
    let (mut token, mut place) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while let Some(c) = text.get(place) {
        match tokens.get(token) {
            Some(Token::Star) => {
                star = Some((token, place));
                token += 1;
            }
            Some(one) if one.takes(*c) => (token, place) = (token + 1, place + 1),
            _ => {
                let Some((at, from)) = star else { return false };
                star = Some((at, from + 1));
                (token, place) = (at + 1, from + 1);
            }
        }
    }
    tokens.iter().skip(token).all(|rest| *rest == Token::Star)
}

/// Whether the pair matches.
pub fn matches_function(pattern: &FunctionPattern, function: &FunctionName) -> bool {
    matches(&pattern.server, &function.server) && matches(&pattern.name, &function.name)
}

/// Whether every text that `inner` matches is matched by `outer`; a `false` may be wrong.
pub fn contains(outer: &Glob, inner: &Glob) -> bool {
    outer == inner
        || compare(&tokens(&outer.0), &tokens(&inner.0), false, |outer, inner, after| match (outer, inner) {
            (Some(Token::Star), Some(_)) => after.skip_left || after.skip_right,
            (Some(Token::Star), None) => after.skip_left,
            (Some(_), Some(Token::Star)) | (None, Some(_)) | (Some(_), None) => false,
            (Some(outer), Some(inner)) => outer.covers(inner) && after.both,
            (None, None) => true,
        })
}

/// Whether some text matches both.
pub fn overlaps(left: &Glob, right: &Glob) -> bool {
    left == right
        || compare(&tokens(&left.0), &tokens(&right.0), true, |left, right, after| match (left, right) {
            (Some(Token::Star), Some(_)) | (Some(_), Some(Token::Star)) => after.skip_left || after.skip_right,
            (Some(Token::Star), None) => after.skip_left,
            (None, Some(Token::Star)) => after.skip_right,
            (Some(left), Some(right)) => left.meets(right) && after.both,
            (None, None) => true,
            _ => false,
        })
}

/// Whether every pair of `inner` is a pair of `outer`; a `false` may be wrong.
pub fn contains_pattern(outer: &FunctionPattern, inner: &FunctionPattern) -> bool {
    contains(&outer.server, &inner.server) && contains(&outer.name, &inner.name)
}

/// Whether some pair matches both.
pub fn overlaps_pattern(left: &FunctionPattern, right: &FunctionPattern) -> bool {
    overlaps(&left.server, &right.server) && overlaps(&left.name, &right.name)
}

/// Answers for what is left behind one step.
#[derive(Clone, Copy)]
struct After {
    skip_left: bool,
    skip_right: bool,
    both: bool,
}

/// Fills a table from the ends of both patterns; `rule` says the answer at two places from the answers behind them.
fn compare(left: &[Token], right: &[Token], cautious: bool, rule: impl Fn(Option<&Token>, Option<&Token>, After) -> bool) -> bool {
    if (left.len() + 1).saturating_mul(right.len() + 1) > MOST_CELLS {
        return cautious;
    }
    let mut below = vec![false; right.len() + 2];
    for l in (0..=left.len()).rev() {
        let mut row = vec![false; right.len() + 2];
        for r in (0..=right.len()).rev() {
            let at = |row: &[bool], place: usize| row.get(place).copied().unwrap_or(false);
            let after = After {
                skip_left: l < left.len() && at(&below, r),
                skip_right: at(&row, r + 1),
                both: l < left.len() && at(&below, r + 1),
            };
            let answer = rule(left.get(l), right.get(r), after);
            if let Some(cell) = row.get_mut(r) {
                *cell = answer;
            }
        }
        below = row;
    }
    below.first().copied().unwrap_or(false)
}

/// The one text that the pattern matches: only literals and classes of a single character; `None` for any other pattern.
pub fn exact_text(glob: &Glob) -> Option<String> {
    tokens(&glob.0)
        .into_iter()
        .map(|token| match token {
            Token::Literal(c) => Some(c),
            Token::Class { negated: false, ranges } => match ranges.as_slice() {
                [(from, to)] if from == to => Some(*from),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

/// The one function that the pattern names.
pub fn exact_function(pattern: &FunctionPattern) -> Option<FunctionName> {
    Some(FunctionName { server: exact_text(&pattern.server)?, name: exact_text(&pattern.name)? })
}

/// The pattern as a policy writes it: halves that are not plain words quoted.
pub fn spelled(pattern: &FunctionPattern) -> String {
    let server = half(&pattern.server, |c| c.is_ascii_alphanumeric() || "_-*?[]!".contains(c));
    let name = half(&pattern.name, |c| c.is_ascii_alphanumeric() || "_-*?[]!/.".contains(c));
    if server == "*" && name == "*" { server } else { format!("{server}.{name}") }
}

fn half(glob: &Glob, plain: impl Fn(char) -> bool) -> String {
    match exact_text(glob) {
        Some(text) if text != glob.0 || !text.chars().all(plain) => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
        _ => glob.0.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glob(text: &str) -> Glob {
        Glob(text.to_owned())
    }

    #[test]
    fn matching_is_fnmatchcase() {
        let cases = [
            ("lookup_*", "lookup_supplier", true),
            ("*_get_*", "x_get_get_", true),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("[a-c]x", "bx", true),
            ("[!a-c]x", "bx", false),
            ("[]]", "]", true),
            ("[", "[", true),
            ("[[]x", "[x", true),
            ("", "", true),
            ("*", "", true),
            ("Refund", "refund", false),
        ];
        for (pattern, text, expected) in cases {
            assert_eq!(matches(&glob(pattern), text), expected, "{pattern} on {text}");
        }
    }

    #[test]
    fn containment_never_says_yes_where_a_text_escapes() {
        let patterns = ["*", "a*", "*a", "a*b", "a?", "ab", "[ab]", "[!a]", "?", "", "a*b*", "*b*a"];
        let texts: Vec<String> = (0..5u32).flat_map(|len| (0..3u32.pow(len)).map(move |n| word(n, len))).collect();
        for outer in patterns {
            for inner in patterns {
                let escapes = texts.iter().any(|text| matches(&glob(inner), text) && !matches(&glob(outer), text));
                assert!(!(contains(&glob(outer), &glob(inner)) && escapes), "{inner} is not inside {outer}");
                let meets = texts.iter().any(|text| matches(&glob(inner), text) && matches(&glob(outer), text));
                assert_eq!(overlaps(&glob(outer), &glob(inner)), meets, "{inner} and {outer}");
            }
        }
        assert!(contains(&glob("a*"), &glob("a*b")));
        assert!(contains(&glob("get_*"), &glob("get_?")));
    }

    fn word(mut n: u32, len: u32) -> String {
        let letter = |digit: u32| ["a", "b", "c"].into_iter().nth(digit as usize).unwrap_or_default();
        (0..len)
            .map(|_| {
                let digit = n % 3;
                n /= 3;
                letter(digit)
            })
            .collect()
    }

    #[test]
    fn an_escaped_glob_names_one_text() {
        assert_eq!(exact_text(&glob("a[*]b")).as_deref(), Some("a*b"));
        assert_eq!(exact_text(&glob("a*b")), None);
        let pattern = FunctionPattern { server: glob("io.github.acme/tools"), name: glob("issues.delete") };
        assert_eq!(spelled(&pattern), "\"io.github.acme/tools\".issues.delete");
    }
}
