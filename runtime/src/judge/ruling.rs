//! What comes of judging a call.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::call::Call;
use crate::checks::Check;
use crate::compiled::Core;
use crate::decide::{Decision, Reported, Word};
use crate::json::{Object, Value};

use super::{Answer, Asked, Finding, Why};

/// What comes of judging a call.
#[derive(Debug, Clone)]
pub struct Ruling<'c> {
    /// What is to be done.
    pub answer: Answer,
    /// The row that says so; `None` where no row has anything against the call, or a check before any rule refuses.
    pub check: Option<&'static Check>,
    /// Why.
    pub why: Why,
    /// It says so because something was unknown.
    pub unknown: bool,
    /// What the items of the rows that ran decide together.
    pub decision: Decision,
    /// Who is to be asked, where the answer is a question.
    pub asked: Vec<Asked<'c>>,
    /// The arguments to make the call with, where rows changed them.
    pub arguments: Option<Object>,
    /// What answers instead of the call: JSON text.
    pub stub: Option<&'c str>,
    /// When a hold ends, Unix seconds, where that is known.
    pub until: Option<i64>,
    /// Items that are recorded: shadow items and reported loops.
    pub recorded: Vec<u32>,
    /// The call joins its turn's cohort; `None` where nobody looked.
    pub joins: Option<bool>,
    /// The result in another form.
    pub result: Option<Value>,
}

/// What a row of the table did.
#[derive(Debug, Clone, PartialEq)]
pub enum Visit<'c> {
    /// Nobody owns it here.
    NotOwned,
    /// Another stage runs it.
    NotNow,
    /// This call does not come by it.
    NotMet,
    /// It ran.
    Found(Finding<'c>),
}

/// A row of the table, and what it did.
#[derive(Debug, Clone, PartialEq)]
pub struct Traced<'c> {
    /// The row.
    pub check: &'static Check,
    /// What it did.
    pub visit: Visit<'c>,
}

impl<'c> Ruling<'c> {
    pub(super) fn of(decision: Decision) -> Self {
        Self {
            answer: Answer::Pass,
            check: None,
            why: Why::Nothing,
            unknown: false,
            decision,
            asked: Vec::new(),
            arguments: None,
            stub: None,
            until: None,
            recorded: Vec::new(),
            joins: None,
            result: None,
        }
    }

    /// A refusal by a check before any rule.
    pub(super) fn border(decision: Decision) -> Self {
        Self { answer: Answer::Refuse, why: Why::Reported(decision.reported()), ..Self::of(decision) }
    }

    /// Takes an answer that goes before the one it has.
    pub(super) fn take(&mut self, check: impl Into<Option<&'static Check>>, finding: Finding<'c>) {
        if finding.answer > self.answer || (finding.answer == self.answer && self.check.is_none() && finding.answer > Answer::Pass) {
            self.answer = finding.answer;
            self.check = check.into();
            self.why = finding.why;
            self.unknown = finding.unknown;
        }
    }

    /// The word of a decision that it amounts to: what a host that knows no other answers does.
    pub fn word(&self) -> Word {
        match self.answer {
            Answer::Pass | Answer::Record | Answer::Change | Answer::Redact => Word::Allow,
            Answer::Ask | Answer::AskAgain => match self.decision.word() {
                Word::Allow | Word::Deny => Word::Approve,
                word => word,
            },
            _ => Word::Deny,
        }
    }
}

impl Core {
    /// Writes why a ruling is no plain pass; nothing for one that is.
    pub fn ruling_reason(&self, ruling: &Ruling<'_>, call: &Call, out: &mut dyn fmt::Write) -> fmt::Result {
        match &ruling.why {
            Why::Nothing => Ok(()),
            Why::Words(words) => write!(out, "straza: {}: {words}", verdict(ruling.answer)),
            Why::Text(text) => write!(out, "straza: {}: {text}", verdict(ruling.answer)),
            Why::Reported(reported) => self.reason(&self.reported_alone(ruling, *reported), call, out),
        }
    }

    /// The same as a text.
    pub fn ruling_text(&self, ruling: &Ruling<'_>, call: &Call) -> String {
        let mut out = String::new();
        // Writing into a `String` does not fail.
        let _ = self.ruling_reason(ruling, call, &mut out);
        out
    }

    /// A decision that is reported by what a row named.
    fn reported_alone(&self, ruling: &Ruling<'_>, reported: Reported) -> Decision {
        if ruling.decision.reported() == reported {
            return ruling.decision;
        }
        let word = if ruling.answer.refuses() || ruling.answer == Answer::Hold { Word::Deny } else { Word::Approve };
        Decision::of(word, reported)
    }
}

fn verdict(answer: Answer) -> &'static str {
    match answer {
        Answer::Hold => "held",
        Answer::Ask | Answer::AskAgain => "asks",
        Answer::Withhold => "withheld",
        _ => "denied",
    }
}
