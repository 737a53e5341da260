//! Texts of patterns and of shell globs, place by place: equality, what a beginning may become, whether two can meet.
//!
//! In both a star stands for any text without `/`, so what stars can take is settled component by component and the last star alone has to
//! give way: work is bounded by the product of the lengths, memory is constant.

use crate::layout::word_text::STAR;

use super::Folders;

/// One place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// This character.
    Is(char),
    /// Any one but `/`.
    One,
    /// Any text without `/`.
    Any,
}

impl Place {
    fn admits(self, letter: char) -> bool {
        match self {
            Self::Is(own) => own == letter,
            Self::One | Self::Any => letter != '/',
        }
    }

    /// Whether one character can be both.
    fn meets(self, other: Self) -> bool {
        match (self, other) {
            (Self::Is(a), Self::Is(b)) => a == b,
            (Self::Is(letter), _) | (_, Self::Is(letter)) => letter != '/',
            _ => true,
        }
    }
}

/// A pattern's text, the home folder in front where it begins there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted<'t> {
    pub(super) home: &'t str,
    pub(super) text: &'t str,
}

impl<'t> Wanted<'t> {
    pub(super) fn places(self) -> impl Iterator<Item = Place> + Clone + 't {
        self.home.chars().map(Place::Is).chain(pattern_places(self.text))
    }

    pub(super) fn len(self) -> usize {
        self.home.len() + self.text.len()
    }
}

/// Places of a pattern's text.
fn pattern_places(text: &str) -> impl Iterator<Item = Place> + Clone + '_ {
    text.chars().map(|letter| if letter == STAR { Place::Any } else { Place::Is(letter) })
}

/// Places of a shell glob; only where [`is_plain_glob`].
fn glob_places(text: &str) -> impl Iterator<Item = Place> + Clone + '_ {
    let mut letters = text.chars();
    core::iter::from_fn(move || {
        Some(match letters.next()? {
            '*' => Place::Any,
            '?' => Place::One,
            '[' => {
                letters.next();
                letters.find(|letter| *letter == ']');
                Place::One
            }
            letter => Place::Is(letter),
        })
    })
}

/// No quotes or other signs in a glob, and every class ends before the next `/`.
pub(super) fn is_plain_glob(text: &str) -> bool {
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '[' => {
                let first = letters.next();
                let end = if first == Some('/') { None } else { letters.find(|letter| matches!(letter, ']' | '/')) };
                if end != Some(']') {
                    return false;
                }
            }
            '\'' | '"' | '\\' | '$' | '`' | '(' | ')' | '{' | '}' | '|' | '^' | '#' | '<' | '>' | '!' | '+' | '@' => return false,
            _ => {}
        }
    }
    true
}

/// Whether the text is what the places say, all of it.
pub(super) fn means(places: impl Iterator<Item = Place> + Clone, text: &str) -> bool {
    follow(places, text.chars(), false)
}

/// Whether some text that begins so is what the places say.
pub(super) fn may_begin(places: impl Iterator<Item = Place> + Clone, beginning: &str) -> bool {
    follow(places, beginning.chars(), true)
}

/// `begins`: the text may go on.
fn follow(mut places: impl Iterator<Item = Place> + Clone, mut text: core::str::Chars<'_>, begins: bool) -> bool {
    let mut retry = None;
    loop {
        if begins && text.as_str().is_empty() {
            return true;
        }
        let matched = match places.next() {
            Some(Place::Any) => {
                retry = Some((places.clone(), text.clone()));
                continue;
            }
            Some(place) => match text.next() {
                Some(letter) => place.admits(letter),
                None => return false,
            },
            None if text.as_str().is_empty() => return true,
            None => false,
        };
        if matched {
            continue;
        }
        let Some((after, from)) = &mut retry else { return false };
        if from.next().is_none_or(|letter| letter == '/') {
            return false;
        }
        (places, text) = (after.clone(), from.clone());
    }
}

/// How long a pattern may be to be compared with a glob; a longer one may meet anything.
const MEETING: usize = 255;

/// Whether both can be the same text.
fn may_meet(ours: impl Iterator<Item = Place> + Clone, theirs: impl Iterator<Item = Place>) -> bool {
    let length = ours.clone().count();
    if length > MEETING {
        return true;
    }
    let mut here = Reached::default();
    here.add(0);
    for their in theirs {
        let mut next = Reached::default();
        for (at, our) in ours.clone().enumerate() {
            if !here.has(at) {
                continue;
            }
            if our == Place::Any {
                here.add(at + 1);
            }
            if (our == Place::Any && their == Place::Any) || !our.meets(their) {
                continue;
            }
            let after = if our == Place::Any { at } else { at + 1 };
            if their == Place::Any { here.add(after) } else { next.add(after) }
        }
        if their == Place::Any {
            // Their star may take nothing more.
            next = here;
        }
        here = next;
    }
    for (at, our) in ours.enumerate() {
        if our == Place::Any && here.has(at) {
            here.add(at + 1);
        }
    }
    here.has(length)
}

/// Places that were reached.
#[derive(Debug, Clone, Copy, Default)]
struct Reached([u64; MEETING / 64 + 1]);

impl Reached {
    fn has(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    fn add(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }
}

/// Whether a pattern's text and a plain glob can be the same text.
pub(super) fn may_meet_glob(wanted: Wanted<'_>, glob: &str) -> bool {
    may_meet(wanted.places(), glob_places(glob))
}

/// Components of one path.
const COMPONENTS: usize = 128;

/// A path's components from the root.
struct Components<'t> {
    list: [&'t str; COMPONENTS],
    count: usize,
}

impl<'t> Components<'t> {
    /// `None` where the folder that it is relative to is not known, or it is too deep. At the root `..` stays there.
    fn of(front: &'t str, text: &'t str, folders: Folders<'t>) -> Option<Self> {
        let mut out = Self { list: [""; COMPONENTS], count: 0 };
        let first = if front.is_empty() { text } else { front };
        let (base, rest) = match first.strip_prefix('~') {
            _ if first.starts_with('/') => ("", text),
            Some(behind) if behind.is_empty() || behind.starts_with('/') => (folders.home?, text.strip_prefix('~').unwrap_or(text)),
            Some(_) => return None,
            None => (folders.folder?, text),
        };
        for component in base.split('/').chain(front.split('/')).chain(rest.split('/')) {
            match component {
                "" | "." => {}
                ".." => out.count = out.count.saturating_sub(1),
                other => {
                    *out.list.get_mut(out.count)? = other;
                    out.count += 1;
                }
            }
        }
        Some(out)
    }

    fn list(&self) -> &[&'t str] {
        self.list.get(..self.count).unwrap_or_default()
    }

    fn all(&self, other: &Self, is: impl Fn(&str, &str) -> bool) -> bool {
        self.count == other.count && self.list().iter().zip(other.list()).all(|(a, b)| is(a, b))
    }
}

/// Whether a text, cleaned, is the path that is wanted; `None` where that depends on a folder that is not known.
pub(super) fn is_same_path(wanted: Wanted<'_>, text: &str, folders: Folders<'_>) -> Option<bool> {
    let ours = Components::of(wanted.home, wanted.text, folders)?;
    let theirs = Components::of("", text, folders)?;
    Some(ours.all(&theirs, |ours, theirs| means(pattern_places(ours), theirs)))
}

/// Whether a plain glob may stand for the path that is wanted.
pub(super) fn may_meet_path(wanted: Wanted<'_>, glob: &str, folders: Folders<'_>) -> bool {
    match (Components::of(wanted.home, wanted.text, folders), Components::of("", glob, folders)) {
        (Some(ours), Some(theirs)) => ours.all(&theirs, |ours, theirs| may_meet(pattern_places(ours), glob_places(theirs))),
        _ => true,
    }
}

/// Whether a text is exactly the pattern's without stars: what a name of a program is compared with.
pub(super) fn means_text(pattern: &str, text: &str) -> bool {
    means(pattern_places(pattern), text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;

    const HERE: Folders<'_> = Folders { folder: Some("/proj"), home: Some("/home/user") };

    fn pattern(text: &str) -> String {
        text.replace('*', "\0")
    }

    fn wanted(text: &str) -> Wanted<'_> {
        match text.strip_prefix('~') {
            Some(behind) => Wanted { home: "/home/user", text: behind },
            None => Wanted { home: "", text },
        }
    }

    #[test]
    fn a_star_in_a_word_stays_in_its_component() {
        for (glob, text, is) in [
            ("a*c", "abc", true),
            ("*", "", true),
            ("a*c", "a/c", false),
            ("a", "ab", false),
            ("*a*b", "xaab", true),
            ("*/a*b", "x/acb", true),
            ("*/a*b", "x/y/ab", false),
        ] {
            assert_eq!(means_text(&pattern(glob), text), is, "{glob} {text}");
        }
    }

    #[test]
    fn a_beginning_may_become_what_begins_so() {
        for (glob, text, may) in
            [("push", "pu", true), ("p*h", "pull", true), ("push", "pul", false), ("p", "pu", false), ("*/x", "ab", true)]
        {
            assert_eq!(may_begin(pattern_places(&pattern(glob)), text), may, "{glob} {text}");
        }
    }

    #[test]
    fn paths_are_the_same_when_they_are_clean() {
        for (path, text) in
            [("/", "//"), ("~", "/home/user/"), ("./a", "a"), ("/proj/a", "x/../a"), ("/*", "/./etc"), ("/", "/../.."), ("~/x", "~/x")]
        {
            assert_eq!(is_same_path(wanted(&pattern(path)), text, HERE), Some(true), "{path} {text}");
        }
        assert_eq!(is_same_path(wanted("/"), "/tmp", HERE), Some(false));
        assert_eq!(is_same_path(wanted("/"), "x", Folders { folder: None, home: None }), None);
        assert_eq!(is_same_path(wanted("/"), "~x", HERE), None);
        assert_eq!(is_same_path(wanted("/"), &"/a".repeat(COMPONENTS + 1), HERE), None);
    }

    #[test]
    fn a_glob_may_be_what_it_can_meet() {
        for (path, glob, may) in
            [("/etc", "/e*", true), ("/etc", "/[e]tc", true), ("/etc", "/x*", false), ("/", "/tmp/*", false), ("/*", "/a/*", false)]
        {
            assert!(is_plain_glob(glob));
            assert_eq!(may_meet_path(wanted(&pattern(path)), glob, HERE), may, "{path} {glob}");
        }
        for (text, glob, may) in [
            ("push", "p?sh", true),
            ("push", "q*", false),
            ("push", "*", true),
            ("a*", "*b", true),
            ("a*c", "*b*", true),
            ("abc", "a*d", false),
            ("", "*", true),
            ("*", "", true),
            ("ab", "a**b", true),
        ] {
            assert_eq!(may_meet_glob(wanted(&pattern(text)), glob), may, "{text} {glob}");
        }
        assert!(!is_plain_glob("/x'a'*") && !is_plain_glob("[a") && !is_plain_glob("[a/b]"));
    }
}
