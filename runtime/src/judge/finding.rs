//! What one row found.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::decide::{Reported, Said};
use crate::json::{Object, Value};
use crate::steps::StepView;

use super::Answer;

/// Why a row answered as it did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Why {
    /// Nothing to say.
    #[default]
    Nothing,
    /// An item, a row of defaults, or a check before any rule.
    Reported(Reported),
    /// A sentence: what, and what to do next.
    Words(&'static str),
    /// The same with names in it.
    Text(String),
}

/// What asks for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskKind {
    /// An item.
    Steps,
    /// A loop.
    Loop,
    /// A hook, by name.
    Hook(String),
    /// A write without a known outcome.
    Outcome,
}

/// A question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked<'c> {
    /// What asks.
    pub kind: AskKind,
    /// Whom the policy asks; `None`: whom the host has it.
    pub step: Option<StepView<'c>>,
}

/// What an answer brings along.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Gives<'c> {
    /// Other arguments.
    pub arguments: Option<Object>,
    /// What answers instead of the call: JSON text.
    pub stub: Option<&'c str>,
    /// When a hold ends, Unix seconds.
    pub until: Option<i64>,
    /// Questions.
    pub asked: Vec<Asked<'c>>,
    /// Items that are recorded.
    pub items: Vec<u32>,
    /// The result in another form.
    pub result: Option<Value>,
    /// The call joins its turn's cohort.
    pub joins: bool,
}

/// What one row found.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding<'c> {
    /// Its answer.
    pub answer: Answer,
    /// What the row decides is there at all.
    pub applies: bool,
    /// It answered because something was unknown.
    pub unknown: bool,
    /// Why.
    pub why: Why,
    gives: Option<Box<Gives<'c>>>,
}

impl<'c> Finding<'c> {
    const fn plain(answer: Answer, applies: bool) -> Self {
        Self { answer, applies, unknown: false, why: Why::Nothing, gives: None }
    }

    /// There is nothing here for the row to decide.
    pub(crate) const fn absent() -> Self {
        Self::plain(Answer::Pass, false)
    }

    /// Nothing stands against the call.
    pub(crate) const fn pass() -> Self {
        Self::plain(Answer::Pass, true)
    }

    /// A refusal in words.
    pub(crate) fn refuse(words: &'static str) -> Self {
        Self::saying(Answer::Refuse, words)
    }

    /// An answer in words.
    pub(crate) fn saying(answer: Answer, words: &'static str) -> Self {
        Self { why: Why::Words(words), ..Self::plain(answer, true) }
    }

    /// An answer whose words have names in them.
    pub(crate) fn telling(answer: Answer, text: String) -> Self {
        Self { why: Why::Text(text), ..Self::plain(answer, true) }
    }

    /// A refusal because something is not known.
    pub(crate) fn unknown(words: &'static str) -> Self {
        Self { unknown: true, ..Self::refuse(words) }
    }

    /// What an item says.
    pub(crate) fn said(answer: Answer, said: &Said) -> Self {
        Self { unknown: !said.certain, ..Self::reported(answer, said.reported()) }
    }

    /// What an item or a row of defaults says.
    pub(crate) fn reported(answer: Answer, reported: Reported) -> Self {
        Self { why: Why::Reported(reported), ..Self::plain(answer, true) }
    }

    /// The same, bringing something along.
    pub(crate) fn giving(self, gives: Gives<'c>) -> Self {
        Self { gives: Some(Box::new(gives)), ..self }
    }

    /// The same, for something unknown.
    pub(crate) fn unsure(self) -> Self {
        Self { unknown: true, ..self }
    }

    /// What it brings along.
    pub fn gives(&self) -> Option<&Gives<'c>> {
        self.gives.as_deref()
    }

    /// The finding without what it brings along, and that.
    pub(super) fn split(mut self) -> (Self, Gives<'c>) {
        let gives = self.gives.take().map(|gives| *gives).unwrap_or_default();
        (self, gives)
    }

    /// This one, or the other where nothing stands against the call here.
    pub(crate) fn or(self, other: impl FnOnce() -> Self) -> Self {
        if self.answer.ends() {
            return self;
        }
        let next = other();
        if next.answer > self.answer || !self.applies { next } else { self }
    }
}
