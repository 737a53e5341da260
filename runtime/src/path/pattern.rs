//! Paths that are known by a pattern: what the shell looks up for `*.ts`, and whatever lies below a folder.
//!
//! Three answers are possible of such paths: all of them are what is wanted, none is, or nobody can say. Both certain answers are proven, never
//! guessed: [`PathPattern::are_all`] lines wanted and had up so that whatever may stand for a `*` is taken by a `*`, and
//! [`PathPattern::may_be`] finds out whether one path is both. Work is bounded by pattern × pattern; memory is constant.
//!
//! Nothing here knows how a shell spells its globs: that is [`crate::command`]'s business.

use core::ops::Range;

use alloc::string::String;

use super::components;
use crate::text::{Token, tokens};

/// Components of a pattern, and characters of one of its components: what has more is no pattern.
pub const PATTERN_PLACES: usize = 120;

/// Paths that a pattern stands for. `T` holds its text.
///
/// The text is a cleaned, absolute path in which `*` is any characters of a component and `?` counts as `*`; neither begins a name with `.`. A
/// component `**` is any number of components of which none begins with `.`. Everything else is itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathPattern<T> {
    /// The pattern.
    pub text: T,
    /// Or any path below one that it stands for, whatever its name.
    pub below: bool,
}

/// Paths that something is wanted of.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// Components that are themselves.
    pub base: &'a str,
    /// What follows them.
    pub rest: &'a str,
    /// How it is meant.
    pub as_a: Wants,
}

/// How the end of what is wanted is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wants {
    /// A path.
    Path,
    /// A folder and all below it.
    Folder,
    /// A pattern of a policy.
    Pattern,
}

/// A component that is wanted.
#[derive(Debug, Clone, Copy)]
enum Want<'a> {
    Any,
    Glob(&'a str),
    Exactly(&'a str),
}

/// A component of the paths there are.
#[derive(Debug, Clone, Copy)]
enum Have<'a> {
    /// Any number of any names; hidden ones too.
    Any {
        hidden: bool,
    },
    /// One of any name.
    One,
    Named(&'a str),
}

/// What is asked about the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Whether all are wanted.
    All,
    /// Whether one is.
    One,
}

/// Places of a pattern that are reached, as bits.
type Places = u128;

impl PathPattern<Range<u32>> {
    /// The pattern with its text.
    pub fn of<'a>(&self, text: impl FnOnce(&Range<u32>) -> &'a str) -> PathPattern<&'a str> {
        PathPattern { text: text(&self.text), below: self.below }
    }
}

impl PathPattern<String> {
    /// The pattern, borrowed.
    pub fn view(&self) -> PathPattern<&str> {
        PathPattern { text: &self.text, below: self.below }
    }
}

impl<'a> PathPattern<&'a str> {
    /// Whether it certainly is that every path is wanted.
    pub fn are_all(&self, wanted: &Wanted<'_>) -> bool {
        is_in_line(self.haves(), wanted, Asked::All)
    }

    /// Whether some path may be wanted.
    pub fn may_be(&self, wanted: &Wanted<'_>) -> bool {
        is_in_line(self.haves(), wanted, Asked::One)
    }

    /// Whether some path that lies below one of these may be wanted.
    pub fn may_be_above(&self, wanted: &Wanted<'_>) -> bool {
        let below = [Have::One, Have::Any { hidden: true }];
        is_in_line(self.named().chain(below), wanted, Asked::One)
    }

    /// The pattern with a text of its own.
    pub fn owned(&self) -> PathPattern<String> {
        PathPattern { text: String::from(self.text), below: self.below }
    }

    /// Whether it is a single path.
    pub fn is_one(&self) -> bool {
        !self.below && !self.text.contains(is_wild)
    }

    /// What all of them begin with.
    pub fn start(&self) -> &'a str {
        let Some(at) = self.text.find(is_wild) else { return self.text };
        let known = self.text.get(..at).unwrap_or_default();
        // `/a/**` is also `/a`.
        if self.text.get(at..).is_some_and(|rest| rest.starts_with("**")) { known.strip_suffix('/').unwrap_or(known) } else { known }
    }

    /// What all of them end with.
    pub fn end(&self) -> &'a str {
        match self.text.rfind(is_wild) {
            _ if self.below => "",
            Some(at) => self.text.get(at + 1..).unwrap_or_default(),
            None => self.text,
        }
    }

    fn haves(&self) -> impl Iterator<Item = Have<'a>> + Clone {
        self.named().chain(self.below.then_some(Have::Any { hidden: true }))
    }

    fn named(&self) -> impl Iterator<Item = Have<'a>> + Clone + use<'a> {
        components(self.text).map(|component| if component == "**" { Have::Any { hidden: false } } else { Have::Named(component) })
    }
}

fn is_in_line<'a>(haves: impl Iterator<Item = Have<'a>> + Clone, wanted: &Wanted<'_>, asked: Asked) -> bool {
    let count = haves.clone().count();
    if count > PATTERN_PLACES + 2 {
        return asked == Asked::One;
    }
    let mut places = skipped(haves.clone(), 1, asked);
    for want in wanted.components() {
        places = match want {
            Want::Any => from_first(places, count),
            want => skipped(haves.clone(), taken(haves.clone(), want, places, asked), asked),
        };
        if places == 0 {
            return false;
        }
    }
    places >> count & 1 == 1
}

/// Where one component leads that is wanted.
fn taken<'a>(haves: impl Iterator<Item = Have<'a>>, want: Want<'_>, places: Places, asked: Asked) -> Places {
    let mut next = 0;
    for (at, have) in haves.enumerate().filter(|(at, _)| places >> at & 1 == 1) {
        match have {
            Have::Named(name) if fits(want, name, asked) => next |= 1 << (at + 1),
            Have::One if asked == Asked::One => next |= 1 << (at + 1),
            Have::Any { hidden } if asked == Asked::One && (hidden || want.may_be_visible()) => next |= 1 << at,
            _ => {}
        }
    }
    next
}

/// Any number of components may be none.
fn skipped<'a>(haves: impl Iterator<Item = Have<'a>>, mut places: Places, asked: Asked) -> Places {
    for (at, have) in haves.enumerate().filter(|_| asked == Asked::One) {
        if matches!(have, Have::Any { .. }) && places >> at & 1 == 1 {
            places |= 1 << (at + 1);
        }
    }
    places
}

impl<'a> Wanted<'a> {
    fn components(&self) -> impl Iterator<Item = Want<'a>> {
        let as_a = self.as_a;
        let of = move |component| match as_a {
            Wants::Pattern if component == "**" => Want::Any,
            Wants::Pattern => Want::Glob(component),
            Wants::Path | Wants::Folder => Want::Exactly(component),
        };
        let rest = components(self.rest).map(of).chain((as_a == Wants::Folder).then_some(Want::Any));
        components(self.base).map(Want::Exactly).chain(rest)
    }
}

impl Want<'_> {
    /// Whether it takes a name that does not begin with `.`.
    fn may_be_visible(self) -> bool {
        match self {
            Want::Any => true,
            Want::Exactly(name) | Want::Glob(name) => !name.starts_with('.'),
        }
    }
}

/// Whether the names of a component are taken: all of them, or one.
fn fits(want: Want<'_>, name: &str, asked: Asked) -> bool {
    match want {
        Want::Any => true,
        Want::Glob(glob) => are_in_line(tokens(glob), name, asked),
        Want::Exactly(text) => are_in_line(text.chars().map(Token::Literal), name, asked),
    }
}

fn are_in_line<'t>(tokens: impl Iterator<Item = Token<'t>>, name: &str, asked: Asked) -> bool {
    let count = name.chars().count();
    if count > PATTERN_PLACES {
        return asked == Asked::One;
    }
    let mut places = skipped_letters(name, 1, asked);
    // Names that a leading `*` stands for do not begin with `.`.
    let mut is_start = name.starts_with(is_wild);
    for token in tokens {
        places = match token {
            Token::Any => from_first(places, count),
            one => skipped_letters(name, taken_letters(name, one, places, asked, is_start), asked),
        };
        is_start = false;
        if places == 0 {
            return false;
        }
    }
    places >> count & 1 == 1
}

fn taken_letters(name: &str, token: Token<'_>, places: Places, asked: Asked, is_start: bool) -> Places {
    let mut next = 0;
    for (at, letter) in name.chars().enumerate().filter(|(at, _)| places >> at & 1 == 1) {
        if is_wild(letter) {
            let is_hidden = is_start && matches!(token, Token::Literal('.'));
            if asked == Asked::One && !is_hidden {
                next |= 1 << at;
            }
        } else if token.admits(letter) && !(is_start && letter == '.') {
            next |= 1 << (at + 1);
        }
    }
    next
}

/// A `*` may be nothing.
fn skipped_letters(name: &str, mut places: Places, asked: Asked) -> Places {
    for (at, letter) in name.chars().enumerate().filter(|_| asked == Asked::One) {
        if is_wild(letter) && places >> at & 1 == 1 {
            places |= 1 << (at + 1);
        }
    }
    places
}

/// All places from the first one on.
fn from_first(places: Places, count: usize) -> Places {
    let all = (1 << (count + 1)) - 1;
    if places == 0 { 0 } else { (Places::MAX << places.trailing_zeros()) & all }
}

fn is_wild(letter: char) -> bool {
    matches!(letter, '*' | '?')
}

#[cfg(test)]
mod tests;
