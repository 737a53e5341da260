//! The header and the lines of a recording: their members, strictly, and their text.

use serde::{Deserialize, Serialize};
use straza_language::core::Step;
use straza_runtime::json::{Object, Value};

use crate::interpreter::{Verdict, Word};
use crate::json_text;
use crate::published::PublishedStep;

use super::error::RecordingProblem;

/// What a recording is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Header {
    /// Its version: 1.
    #[serde(rename = "straza-recording")]
    pub version: u32,
    /// Where it comes from.
    pub kind: Kind,
    /// The harness whose calls these are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harness: Option<String>,
    /// How the host spells paths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub semantics: Option<Semantics>,
    /// What was taken out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redaction: Option<Redaction>,
}

/// Where a recording comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// From the host that decided: what happened.
    Recorded,
    /// From a transcript: what the rules would say.
    Reconstructed,
}

/// How the host spells paths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Semantics {
    /// `sensitive` or `insensitive`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<Case>,
    /// `/`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sep: Option<Separator>,
}

/// Whether case counts in paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Case {
    /// It does.
    Sensitive,
    /// It does not.
    Insensitive,
}

/// What parts components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Separator {
    /// `/`
    #[serde(rename = "/")]
    Slash,
}

/// What was taken out of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Redaction {
    /// Nothing.
    None,
    /// Every value that no rule reads.
    Values,
    /// Likely secrets.
    Secrets,
}

/// A call and what is expected of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The line of the file, counted from 1.
    pub number: usize,
    /// Its place in the recording.
    pub seq: u64,
    /// The published call, as JSON text.
    pub call: String,
    /// What is expected.
    pub expect: Expectation,
}

/// What is expected of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// The decision.
    pub verdict: Verdict,
    /// What decides: `set.item`, `default of SET`, `default`.
    pub via: Option<String>,
    /// It holds only because something is unknown.
    pub because_unknown: bool,
    /// The check before any rule that refuses: `schema`, `case`, ….
    pub because: Option<String>,
}

impl Header {
    pub(super) fn read(value: &Value) -> Result<Self, RecordingProblem> {
        let members = object(value, "the header")?;
        let version = members.get("straza-recording").ok_or_else(|| shape("the first line is no header: `straza-recording` is missing"))?;
        if json_text::text(version) != "1" {
            return Err(RecordingProblem::Version(json_text::text(version)));
        }
        serde_json::from_str(&json_text::text(&Value::Object(without_own(members))))
            .map_err(|error| shape(format!("in the header: {error}")))
    }
}

impl Line {
    pub(super) fn read(number: usize, value: &Value) -> Result<Self, RecordingProblem> {
        let members = object(value, "a line")?;
        check_keys(members, &["seq", "call", "expect"], "a line")?;
        let seq = member(members, "seq")?.as_number().and_then(|seq| seq.integer()).and_then(|seq| u64::try_from(seq).ok());
        let call = member(members, "call")?;
        object(call, "`call`")?;
        Ok(Self {
            number,
            seq: seq.filter(|seq| *seq > 0).ok_or_else(|| shape("`seq` is no integer from 1"))?,
            call: json_text::text(call),
            expect: Expectation::read(member(members, "expect")?)?,
        })
    }
}

impl Expectation {
    fn read(value: &Value) -> Result<Self, RecordingProblem> {
        let members = object(value, "`expect`")?;
        check_keys(members, &["decision", "steps", "via", "because", "because-unknown"], "`expect`")?;
        let word = member(members, "decision")?.as_text().and_then(|text| Word::parse(text.as_str()));
        let word = word.ok_or_else(|| shape("`expect.decision` is no word of a decision"))?;
        let text =
            |key: &str| members.get(key).map(|text| text.as_text().ok_or_else(|| shape(format!("`expect.{key}` is no text")))).transpose();
        let unknown = members
            .get("because-unknown")
            .map(|value| value.as_bool().filter(|holds| *holds).ok_or_else(|| shape("`expect.because-unknown` is only ever true")));
        Ok(Self {
            verdict: verdict(word, members.get("steps"))?,
            via: text("via")?.map(|via| via.as_str().to_owned()),
            because: text("because")?.map(|because| because.as_str().to_owned()),
            because_unknown: unknown.transpose()?.unwrap_or(false),
        })
    }

    fn members(&self) -> serde_json::Value {
        let mut members = serde_json::Map::new();
        members.insert("decision".to_owned(), self.verdict.word().as_str().into());
        let steps: Vec<PublishedStep> = self.verdict.steps().iter().map(PublishedStep::from).collect();
        if !steps.is_empty() {
            members.insert("steps".to_owned(), serde_json::json!(steps));
        }
        if let Some(via) = &self.via {
            members.insert("via".to_owned(), via.as_str().into());
        }
        if let Some(because) = &self.because {
            members.insert("because".to_owned(), because.as_str().into());
        }
        if self.because_unknown {
            members.insert("because-unknown".to_owned(), true.into());
        }
        members.into()
    }
}

/// A header's line, without its end.
pub fn header_text(header: &Header) -> String {
    serde_json::json!(header).to_string()
}

/// A call's line, without its end.
pub fn line_text(seq: u64, call: &str, expect: &Expectation) -> String {
    format!(r#"{{"seq":{seq},"call":{call},"expect":{}}}"#, expect.members())
}

/// The word must be the steps' own.
fn verdict(word: Word, steps: Option<&Value>) -> Result<Verdict, RecordingProblem> {
    let mut read: Vec<Step> = match steps {
        None => Vec::new(),
        Some(steps) => {
            let published: Vec<PublishedStep> =
                serde_json::from_str(&json_text::text(steps)).map_err(|error| shape(format!("in `expect.steps`: {error}")))?;
            published.iter().map(Step::from).collect()
        }
    };
    read.sort();
    let verdict = if word == Word::Deny && steps.is_none() { Verdict::Deny } else { Verdict::Steps(read) };
    if verdict.word() == word { Ok(verdict) } else { Err(shape(format!("`expect.steps` are not those of `{}`", word.as_str()))) }
}

fn object<'v>(value: &'v Value, what: &str) -> Result<&'v Object, RecordingProblem> {
    value.as_object().ok_or_else(|| shape(format!("{what} is of type {}, not an object", value.kind())))
}

fn member<'v>(members: &'v Object, key: &str) -> Result<&'v Value, RecordingProblem> {
    members.get(key).ok_or_else(|| shape(format!("`{key}` is missing")))
}

fn check_keys(members: &Object, known: &[&str], place: &str) -> Result<(), RecordingProblem> {
    match members.iter().find(|(key, _)| !known.contains(key) && !key.starts_with("x-")) {
        Some((key, _)) => Err(shape(format!("unknown key `{}` in {place}", key.escape_debug()))),
        None => Ok(()),
    }
}

/// Without the members whose names begin with `x-`, which are their writer's own.
fn without_own(members: &Object) -> Object {
    let kept = members.iter().filter(|(key, _)| !key.starts_with("x-")).map(|(key, value)| (Box::from(key), value.clone())).collect();
    Object::from_entries(kept).unwrap_or_default()
}

fn shape(message: impl Into<String>) -> RecordingProblem {
    RecordingProblem::Shape(message.into())
}
