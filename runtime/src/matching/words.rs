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
        if expression && text.certainty <= Certainty::Expanded {
            self.charge(2 + known.len() + wanted.len());
            return self.expressed(pattern, wanted, known);
        }
        self.is_wanted(wanted, pattern.flags & word_text::PATH != 0, text, folders)
    }

    /// Whether the word is, or may become, a text; `is_path` says that it is looked at as a path as well.
    fn is_wanted(&self, wanted: Wanted<'_>, is_path: bool, text: &Text, folders: Folders<'a>) -> Truth {
        let known = self.command.known(text);
        self.charge(2 + known.len() + wanted.len());
        match text.certainty {
            _ if text.glob => self.globbed(wanted, known, is_path, folders),
            Certainty::Literal | Certainty::Expanded if means(wanted.places(), known) => Truth::True,
            Certainty::Literal | Certainty::Expanded if is_path => {
                is_same_path(wanted, known, folders).map_or(Truth::Unknown, Truth::from_bool)
            }
            Certainty::Literal | Certainty::Expanded if spells_a_path(known) => match is_same_path(wanted, known, folders) {
                Some(is) => Truth::from_bool(is),
                None => Truth::from_bool(may_end_in(wanted, known)).and(Truth::Unknown),
            },
            Certainty::Literal | Certainty::Expanded => Truth::False,
            _ if means(wanted.places(), self.command.spelled(text.span)) => Truth::True,
            Certainty::Prefix
                if !is_path && !known.starts_with("./") && !known.starts_with("../") && !may_begin(wanted.places(), known) =>
            {
                Truth::False
            }
            Certainty::Below if !is_path && !spells_a_path(known) && !may_begin(wanted.places(), known) => Truth::False,
            Certainty::Prefix | Certainty::Below | Certainty::Dynamic => Truth::Unknown,
        }
    }

    /// Whether the word is, or may become, what a pattern spells behind a flag's letter.
    pub(super) fn is_glued(&self, glued: &str, text: &Text, folders: Folders<'a>) -> Truth {
        let is_path = ["/", "~", "./", "../"].into_iter().any(|begin| glued.starts_with(begin)) || matches!(glued, "." | "..");
        self.is_wanted(Wanted { home: "", text: glued }, is_path, text, folders)
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
        let is_path = is_path || spells_a_path(spelled);
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

    /// Whether a program's name is what the path of a pattern ends in.
    pub(super) fn is_last_component(&self, pattern: &WordText, name: &str) -> bool {
        self.charge(2 + name.len());
        self.text(pattern).rsplit('/').next().is_some_and(|last| means_text(last, name))
    }

    /// The same of what a pattern spells behind a flag's letter.
    pub(super) fn is_spelled(&self, glued: &str, text: &Text) -> bool {
        self.charge(2 + glued.len());
        text.certainty == Certainty::Literal && !text.glob && self.command.known(text) == glued
    }

    /// Whether a program's name is what the pattern says.
    pub(super) fn is_name(&self, pattern: &WordText, name: &str) -> bool {
        self.charge(2 + name.len());
        pattern.flags & word_text::HOME == 0 && means_text(self.text(pattern), name)
    }
}

/// Whether a word of a command is spelled as only a path is; then a bare name in a pattern is one as well: `./build` is `build`.
pub(super) fn spells_a_path(word: &str) -> bool {
    let is_sign = |component: &str| matches!(component, "" | "." | "..");
    !word.is_empty() && word.split('/').any(is_sign)
}

/// Whether a path may be that of a bare name in a folder that is not known.
fn may_end_in(wanted: Wanted<'_>, path: &str) -> bool {
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    matches!(last, "" | "." | "..") || wanted.text.rsplit('/').next().is_some_and(|name| means_text(name, last))
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
