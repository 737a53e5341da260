//! Whether a word of a command is what a pattern's word says, or may become it.

use crate::command::{Certainty, Text};
use crate::evaluate::Truth;
use crate::layout::*;

use super::places::{Wanted, is_plain_glob, is_same_path, may_begin, may_meet_glob, may_meet_path, means, means_text};
use super::{Folders, Matcher, expression};

/// What a word must be.
#[derive(Debug, Clone, Copy)]
pub(super) struct WordTest {
    /// See [`word`].
    pub(super) kind: u8,
    /// In `WordTexts`.
    pub(super) texts: Run,
}

impl<'a> Matcher<'a> {
    /// The texts of a run.
    pub(super) fn texts(&self, run: Run) -> impl Iterator<Item = WordText> + use<'a> {
        let core = self.core;
        run.range().filter_map(move |index| core.word_text(index as u32))
    }

    fn text(&self, text: &WordText) -> &'a str {
        self.core.text_of(text.text).unwrap_or_default()
    }

    /// A pattern's text; `None` where it begins with a home that is not known.
    fn wanted(&self, text: &WordText, home: Option<&'a str>) -> Option<Wanted<'a>> {
        let home = if text.flags & word_text::HOME != 0 { home? } else { "" };
        Some(Wanted { home, text: self.text(text) })
    }

    /// Whether the word is one that the pattern means; `expression` says that it is a regular expression over names.
    pub(super) fn word(&self, test: WordTest, text: &Text, folders: Folders<'a>, expression: bool) -> Truth {
        match test.kind {
            word::OF => self.one_of(test.texts, text, folders, expression),
            word::NOT => is_there(text).and(self.one_of(test.texts, text, folders, expression).not()),
            _ => is_there(text),
        }
    }

    fn one_of(&self, texts: Run, text: &Text, folders: Folders<'a>, expression: bool) -> Truth {
        let mut truth = Truth::False;
        for wanted in self.texts(texts) {
            truth = truth.or(self.is_text(&wanted, text, folders, expression));
            if truth == Truth::True {
                break;
            }
        }
        truth
    }

    pub(super) fn is_text(&self, pattern: &WordText, text: &Text, folders: Folders<'a>, expression: bool) -> Truth {
        let Some(wanted) = self.wanted(pattern, folders.home) else { return Truth::Unknown };
        let known = self.command.known(text);
        let is_path = pattern.flags & word_text::PATH != 0;
        self.charge(2 + known.len() + wanted.len());
        match text.certainty {
            Certainty::Literal | Certainty::Expanded if expression => self.expressed(pattern, wanted, known),
            _ if text.glob => self.globbed(wanted, known, is_path, folders),
            Certainty::Literal | Certainty::Expanded if means(wanted.places(), known) => Truth::True,
            Certainty::Literal | Certainty::Expanded if is_path => {
                is_same_path(wanted, known, folders).map_or(Truth::Unknown, Truth::from_bool)
            }
            Certainty::Literal | Certainty::Expanded => Truth::False,
            _ if means(wanted.places(), self.command.spelled(text.span)) => Truth::True,
            Certainty::Prefix if !is_path && !may_begin(wanted.places(), known) => Truth::False,
            Certainty::Prefix | Certainty::Dynamic => Truth::Unknown,
        }
    }

    /// An expression means every name that it matches somewhere; what cannot be read may mean any.
    fn expressed(&self, pattern: &WordText, wanted: Wanted<'_>, known: &str) -> Truth {
        if means(wanted.places(), known) {
            return Truth::True;
        }
        self.charge(wanted.len().saturating_mul(known.len()));
        let plain = pattern.flags & (word_text::HOME | word_text::STARS) == 0;
        let found = if plain { expression::is_found(known, wanted.text) } else { None };
        found.map_or(Truth::Unknown, Truth::from_bool)
    }

    /// A glob is what it is spelled as, or a name that it matches.
    fn globbed(&self, wanted: Wanted<'_>, spelled: &str, is_path: bool, folders: Folders<'_>) -> Truth {
        if means(wanted.places(), spelled) || (is_path && is_same_path(wanted, spelled, folders) == Some(true)) {
            return Truth::True;
        }
        if !is_plain_glob(spelled) {
            return Truth::Unknown;
        }
        self.charge(wanted.len().saturating_mul(spelled.len()));
        let meets = if is_path { may_meet_path(wanted, spelled, folders) } else { may_meet_glob(wanted, spelled) };
        if meets { Truth::Unknown } else { Truth::False }
    }

    /// Whether the word certainly has this text, as it is spelled: what a permission asks. Any text inside a word only where it is let.
    pub(super) fn is_literally(&self, test: WordTest, text: &Text, folders: Folders<'a>, lets_stars: bool) -> bool {
        if text.certainty != Certainty::Literal || text.glob {
            return false;
        }
        let known = self.command.known(text);
        let is = |one: &WordText| {
            self.charge(2 + known.len());
            self.wanted(one, folders.home).map(|wanted| means(wanted.places(), known))
        };
        match test.kind {
            word::OF => self.texts(test.texts).any(|one| (lets_stars || one.flags & word_text::STARS == 0) && is(&one) == Some(true)),
            word::NOT => self.texts(test.texts).all(|one| is(&one) == Some(false)),
            _ => true,
        }
    }

    /// Whether a program's name is what the pattern says.
    pub(super) fn is_name(&self, pattern: &WordText, name: &str) -> bool {
        self.charge(2 + name.len());
        pattern.flags & word_text::HOME == 0 && means_text(self.text(pattern), name)
    }
}

/// Whether there is exactly one word.
fn is_there(text: &Text) -> Truth {
    if text.splits && text.certainty >= Certainty::Prefix { Truth::Unknown } else { Truth::True }
}

impl Truth {
    /// Kleene negation.
    pub(crate) fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
        }
    }
}
