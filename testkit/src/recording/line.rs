//! The header and the lines of a recording: their members, strictly, and their text.

use serde::{Deserialize, Serialize};
use straza_language::core::Step;
use straza_runtime::call::Event;
use straza_runtime::json::{Object, Value};

use crate::interpreter::{Verdict, Word};
use crate::json_text;
use crate::published::PublishedStep;

use super::error::RecordingProblem;

/// What a recording is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Header {
    /// Its version: 1, or 2 where it says what became of calls.
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
    /// Owners whose calls are all in here, from the first one on: what nobody has done here has not been done. Of others nothing is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub complete: Vec<Owner>,
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

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The line of the file, counted from 1.
    pub number: usize,
    /// Its place in the recording.
    pub seq: u64,
    /// What.
    pub entry: Entry,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A call was decided.
    Call(CallEntry),
    /// Something that nothing holds back: the published call, as JSON text, and what is expected of it, if anything.
    Event {
        /// The call.
        call: String,
        /// What is expected.
        expect: Option<Expectation>,
    },
    /// The result of an earlier call came back.
    Result(ResultEntry),
}

/// A call, what is expected of it and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallEntry {
    /// The published call, as JSON text.
    pub call: String,
    /// What is expected.
    pub expect: Expectation,
    /// The turn in which it was decided together with the calls beside it.
    pub turn: Option<String>,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It was made, after the yes of these.
    Made(Vec<Yes>),
    /// It was not made.
    Refused,
    /// Somebody is still asked, or nobody wrote down what became of it.
    Open,
}

/// A yes of people: as whom, and how many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Yes {
    /// Roles of the pool as which they said it.
    pub deciders: Vec<String>,
    /// How many agreed.
    pub count: u8,
}

/// What came back of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultEntry {
    /// The call's place in the recording.
    pub of: u64,
    /// The value, as JSON text; nothing: nobody saw it.
    pub result: Option<String>,
    /// Labels that the host found in it.
    pub labels: Vec<String>,
    /// It may have labels that are not listed.
    pub open: bool,
    /// The call failed.
    pub failed: bool,
    /// What the checks of results should make of it, where that is expected.
    pub expect: Option<ResultExpectation>,
}

/// What the checks should make of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResultExpectation {
    /// The model does not get it.
    Withheld,
    /// The model gets it as it came.
    AsIs,
    /// The model gets this, as JSON text.
    Passed(String),
}

/// An owner of what is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Owner {
    /// A job.
    Job,
    /// A tree of jobs.
    Tree,
    /// A person.
    Person,
    /// An agent.
    Agent,
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
        let version = json_text::text(version);
        if !VERSIONS.contains(&version.as_str()) {
            return Err(RecordingProblem::Version(version));
        }
        let header: Self = serde_json::from_str(&json_text::text(&Value::Object(without_own(members))))
            .map_err(|error| shape(format!("in the header: {error}")))?;
        match (header.version, header.complete.is_empty()) {
            (1, false) => Err(shape("`complete` is said from version 2 on")),
            _ => Ok(header),
        }
    }
}

/// The versions that are read here.
const VERSIONS: [&str; 2] = ["1", "2"];
/// Members of a line of version 1.
const PLAIN: [&str; 3] = ["seq", "call", "expect"];

impl Line {
    pub(super) fn read(number: usize, version: u32, value: &Value) -> Result<Self, RecordingProblem> {
        let members = object(value, "a line")?;
        let entry = match (version, members.get("event"), members.get("for")) {
            (1, _, _) => {
                check_keys(members, &PLAIN, "a line")?;
                Entry::Call(CallEntry { call: call(members, "call")?, expect: expectation(members)?, turn: None, fate: Fate::Open })
            }
            (_, None, None) => Entry::Call(CallEntry::read(members)?),
            (_, Some(_), _) => {
                check_keys(members, &["seq", "event", "expect"], "an event's line")?;
                let expect = members.get("expect").map(Expectation::read).transpose()?;
                Entry::Event { call: event(members)?, expect }
            }
            (_, None, Some(_)) => Entry::Result(ResultEntry::read(members)?),
        };
        Ok(Self { number, seq: integer(members, "seq")?, entry })
    }
}

impl Line {
    /// The decision that is expected, where one is.
    pub fn expectation(&self) -> Option<&Expectation> {
        match &self.entry {
            Entry::Call(call) => Some(&call.expect),
            Entry::Event { expect, .. } => expect.as_ref(),
            Entry::Result(_) => None,
        }
    }
}

impl CallEntry {
    fn read(members: &Object) -> Result<Self, RecordingProblem> {
        check_keys(members, &["seq", "call", "expect", "turn", "fate", "yes"], "a call's line")?;
        let expect = expectation(members)?;
        let turn = text(members, "turn")?;
        let fate = fate(members, &expect.verdict)?;
        Ok(Self { call: call(members, "call")?, expect, turn, fate })
    }
}

/// What became of a call: said, or plain from a decision that asks nobody.
fn fate(members: &Object, verdict: &Verdict) -> Result<Fate, RecordingProblem> {
    let yes: Option<Vec<Yes>> = match members.get("yes") {
        None => None,
        Some(yes) => Some(serde_json::from_str(&json_text::text(yes)).map_err(|error| shape(format!("in `yes`: {error}")))?),
    };
    let fate = match (text(members, "fate")?.as_deref(), verdict.word()) {
        (Some("made"), _) | (None, Word::Allow) => Fate::Made(yes.clone().unwrap_or_default()),
        (Some("refused"), _) | (None, Word::Deny) => Fate::Refused,
        (Some("open"), _) => Fate::Open,
        (Some(other), _) => return Err(shape(format!("`fate` is made, refused or open, not {other:?}"))),
        (None, word) => return Err(shape(format!("a call that was to {} says by `fate` what became of it", word.as_str()))),
    };
    match (&fate, yes) {
        (Fate::Refused | Fate::Open, Some(_)) => Err(shape("`yes` is said of a call that was made")),
        _ => Ok(fate),
    }
}

impl ResultEntry {
    fn read(members: &Object) -> Result<Self, RecordingProblem> {
        check_keys(members, &["seq", "for", "result", "labels", "open", "failed", "expect"], "a result's line")?;
        let flag = |key: &str| match members.get(key) {
            None => Ok(false),
            Some(value) => value.as_bool().ok_or_else(|| shape(format!("`{key}` is no boolean"))),
        };
        let labels = match members.get("labels") {
            None => Vec::new(),
            Some(labels) => serde_json::from_str(&json_text::text(labels)).map_err(|error| shape(format!("in `labels`: {error}")))?,
        };
        let entry = Self {
            of: integer(members, "for")?,
            result: members.get("result").map(json_text::text),
            labels,
            open: flag("open")?,
            failed: flag("failed")?,
            expect: members.get("expect").map(ResultExpectation::read).transpose()?,
        };
        if entry.failed && entry.result.is_some() { Err(shape("a call that failed has no `result`")) } else { Ok(entry) }
    }

    fn members(&self) -> String {
        let mut out = format!(r#""for":{}"#, self.of);
        if let Some(result) = &self.result {
            out += &format!(r#","result":{result}"#);
        }
        if !self.labels.is_empty() {
            out += &format!(r#","labels":{}"#, serde_json::json!(self.labels));
        }
        for (key, holds) in [("open", self.open), ("failed", self.failed)] {
            if holds {
                out += &format!(r#","{key}":true"#);
            }
        }
        out + &match &self.expect {
            None => String::new(),
            Some(ResultExpectation::Withheld) => r#","expect":"withhold""#.to_owned(),
            Some(ResultExpectation::AsIs) => r#","expect":"as-is""#.to_owned(),
            Some(ResultExpectation::Passed(value)) => format!(r#","expect":{{"result":{value}}}"#),
        }
    }
}

impl ResultExpectation {
    fn read(value: &Value) -> Result<Self, RecordingProblem> {
        match (value.as_text().map(|text| text.as_str()), value.as_object()) {
            (Some("withhold"), _) => Ok(Self::Withheld),
            (Some("as-is"), _) => Ok(Self::AsIs),
            (_, Some(members)) => {
                check_keys(members, &["result"], "`expect`")?;
                Ok(Self::Passed(json_text::text(member(members, "result")?)))
            }
            _ => Err(shape("`expect` of a result is \"withhold\", \"as-is\" or {\"result\": …}")),
        }
    }
}

/// The published call at a key, as text.
fn call(members: &Object, key: &str) -> Result<String, RecordingProblem> {
    let call = member(members, key)?;
    object(call, &format!("`{key}`"))?;
    Ok(json_text::text(call))
}

/// The published call of something that only happens.
fn event(members: &Object) -> Result<String, RecordingProblem> {
    let call = member(members, "event")?;
    let name = object(call, "`event`")?.get("event").and_then(Value::as_text).and_then(|name| Event::parse(name.as_str()));
    match name {
        Some(event) if !event.asks() => Ok(json_text::text(call)),
        _ => Err(shape("`event` holds no event that only happens: a call stands in `call`")),
    }
}

fn expectation(members: &Object) -> Result<Expectation, RecordingProblem> {
    Expectation::read(member(members, "expect")?)
}

fn text(members: &Object, key: &str) -> Result<Option<String>, RecordingProblem> {
    let text = members.get(key).map(|text| text.as_text().ok_or_else(|| shape(format!("`{key}` is no text"))));
    Ok(text.transpose()?.map(|text| text.as_str().to_owned()))
}

fn integer(members: &Object, key: &str) -> Result<u64, RecordingProblem> {
    let number = member(members, key)?.as_number().and_then(|number| number.integer()).and_then(|number| u64::try_from(number).ok());
    number.filter(|number| *number > 0).ok_or_else(|| shape(format!("`{key}` is no integer from 1")))
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

/// A line, without its end; its form is that of version 1 where that says all of it.
pub fn line_text(line: &Line) -> String {
    let seq = line.seq;
    match &line.entry {
        Entry::Call(CallEntry { call, expect, turn, fate }) => {
            let turn = turn.as_ref().map(|turn| format!(r#","turn":{}"#, serde_json::json!(turn))).unwrap_or_default();
            format!(r#"{{"seq":{seq},"call":{call},"expect":{}{turn}{}}}"#, expect.members(), fate_text(fate, &expect.verdict))
        }
        Entry::Event { call, expect } => {
            let expect = expect.as_ref().map(|expect| format!(r#","expect":{}"#, expect.members())).unwrap_or_default();
            format!(r#"{{"seq":{seq},"event":{call}{expect}}}"#)
        }
        Entry::Result(result) => format!(r#"{{"seq":{seq},{}}}"#, result.members()),
    }
}

fn fate_text(fate: &Fate, verdict: &Verdict) -> String {
    match (fate, verdict.word()) {
        (Fate::Made(yes), Word::Allow) if yes.is_empty() => String::new(),
        (Fate::Made(yes), _) if yes.is_empty() => r#","fate":"made""#.to_owned(),
        (Fate::Made(yes), _) => format!(r#","fate":"made","yes":{}"#, serde_json::json!(yes)),
        (Fate::Refused, Word::Deny) => String::new(),
        (Fate::Refused, _) => r#","fate":"refused""#.to_owned(),
        (Fate::Open, _) => r#","fate":"open""#.to_owned(),
    }
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
