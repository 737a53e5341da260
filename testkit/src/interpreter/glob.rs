//! Patterns, matched in the slow and obvious way: by trying every length for `*` and every number of components for `**`.
//!
//! Globs are Python's `fnmatchcase`: `*` any text, `?` one code point, `[abc]`, `[a-z]`, `[!a]`; a `[` that nothing closes is itself.

/// Whether the whole text matches the glob.
pub fn matches(glob: &str, text: &str) -> bool {
    let glob: Vec<char> = glob.chars().collect();
    let text: Vec<char> = text.chars().collect();
    matches_from(&glob, &text)
}

/// Whether the whole path matches the pattern, component by component; a component `**` stands for any number of them, none included.
pub fn matches_components(pattern: &[String], path: &[String]) -> bool {
    match pattern.split_first() {
        None => path.is_empty(),
        Some((first, rest)) if first == "**" => {
            (0..=path.len()).any(|taken| path.get(taken..).is_some_and(|tail| matches_components(rest, tail)))
        }
        Some((first, rest)) => path.split_first().is_some_and(|(head, tail)| matches(first, head) && matches_components(rest, tail)),
    }
}

fn matches_from(glob: &[char], text: &[char]) -> bool {
    let Some((first, rest)) = glob.split_first() else { return text.is_empty() };
    match first {
        '*' => (0..=text.len()).any(|taken| text.get(taken..).is_some_and(|tail| matches_from(rest, tail))),
        '?' => text.split_first().is_some_and(|(_, tail)| matches_from(rest, tail)),
        '[' => match class(rest) {
            Some((class, rest)) => text.split_first().is_some_and(|(head, tail)| class.has(*head) && matches_from(rest, tail)),
            None => literal('[', rest, text),
        },
        other => literal(*other, rest, text),
    }
}

fn literal(expected: char, rest: &[char], text: &[char]) -> bool {
    text.split_first().is_some_and(|(head, tail)| *head == expected && matches_from(rest, tail))
}

/// One step of a glob.
#[derive(Debug, Clone)]
pub enum Letter {
    /// `*`
    Star,
    /// `?`
    Any,
    /// `[…]`
    Of(Class),
    /// Itself.
    Is(char),
}

impl Letter {
    /// Whether it takes the character.
    pub fn has(&self, character: char) -> bool {
        match self {
            Self::Star | Self::Any => true,
            Self::Of(class) => class.has(character),
            Self::Is(letter) => *letter == character,
        }
    }
}

/// The steps of a glob.
pub fn letters(glob: &str) -> Vec<Letter> {
    let glob: Vec<char> = glob.chars().collect();
    let (mut steps, mut rest) = (Vec::new(), glob.as_slice());
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        steps.push(match (first, class(behind)) {
            ('*', _) => Letter::Star,
            ('?', _) => Letter::Any,
            ('[', Some((class, behind))) => {
                rest = behind;
                Letter::Of(class)
            }
            (other, _) => Letter::Is(*other),
        });
    }
    steps
}

/// What stands between `[` and `]`.
#[derive(Debug, Clone)]
pub struct Class {
    negated: bool,
    ranges: Vec<(char, char)>,
}

impl Class {
    fn has(&self, character: char) -> bool {
        self.ranges.iter().any(|(from, to)| (*from..=*to).contains(&character)) != self.negated
    }
}

/// Reads a class behind its `[`, with what follows its `]`; a `]` in the first place is a member.
fn class(glob: &[char]) -> Option<(Class, &[char])> {
    let negated = glob.first() == Some(&'!');
    let members = glob.get(usize::from(negated)..)?;
    let end = 1 + members.get(1..)?.iter().position(|c| *c == ']')?;
    let class = Class { negated, ranges: ranges(members.get(..end)?) };
    Some((class, members.get(end + 1..)?))
}

/// Members left to right: `a-c` is a range where something stands on both sides, any other character is itself.
fn ranges(members: &[char]) -> Vec<(char, char)> {
    match members {
        [] => Vec::new(),
        [from, '-', to, rest @ ..] => [vec![(*from, *to)], ranges(rest)].concat(),
        [one, rest @ ..] => [vec![(*one, *one)], ranges(rest)].concat(),
    }
}

/// Whether a pattern's text, read as a class of a glob, is one; for folding, which leaves classes whole.
pub(super) fn class_length(glob: &[char]) -> Option<usize> {
    class(glob).map(|(_, rest)| glob.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Vec<String> {
        text.split('/').map(str::to_owned).collect()
    }

    #[test]
    fn globs_match_as_fnmatchcase_does() {
        for (glob, text) in [
            ("", ""),
            ("*", ""),
            ("a*c", "abbc"),
            ("a*b*c", "axbxbc"),
            ("?", "é"),
            ("[ab]", "b"),
            ("[!ab]", "c"),
            ("[]]", "]"),
            ("[!]]", "x"),
            ("[a-c]x", "bx"),
            ("[-a]", "-"),
            ("[a-]", "-"),
            ("[a", "[a"),
            ("[]", "[]"),
            ("[!]", "[!]"),
            ("[!z-a]", "q"),
            ("a[*]", "a*"),
            ("*\n", "x\n"),
            ("[a-c-e]", "-"),
            ("[--a]", "0"),
        ] {
            assert!(matches(glob, text), "{glob} should match {text}");
        }
        for (glob, text) in [
            ("", "a"),
            ("a", "A"),
            ("?", ""),
            ("?", "ab"),
            ("[ab]", "c"),
            ("[!ab]", "a"),
            ("[z-a]", "b"),
            ("a*c", "abd"),
            ("[a-c-e]", "d"),
            ("[!]]", "]"),
        ] {
            assert!(!matches(glob, text), "{glob} should not match {text}");
        }
    }

    #[test]
    fn two_stars_cross_components_and_one_does_not() {
        for (pattern, text) in
            [("**/.env*", "a/b/.env.local"), ("**/.env*", ".env"), ("a/**", "a"), ("a/**/b", "a/b"), ("a/*", "a/b"), ("**", "x/y")]
        {
            assert!(matches_components(&path(pattern), &path(text)), "{pattern} should match {text}");
        }
        for (pattern, text) in [("a/*", "a/b/c"), ("a/*", "a"), ("**/x", "x/y"), ("a**", "a/b")] {
            assert!(!matches_components(&path(pattern), &path(text)), "{pattern} should not match {text}");
        }
    }
}
