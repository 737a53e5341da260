//! Where in the path of a call this decision is made, and what makes the call. Checked and kept for the checks that ask.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::{Object, Text, Value};
use crate::refusal::Refusal;

use super::shape::{self, Shape};

/// A stage that a host runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The model proposed the call.
    Propose,
    /// The gate before anything happens.
    Gate,
    /// The barrier of a turn.
    Turn,
    /// The call is sent off.
    Dispatch,
    /// Where the call leaves.
    Edge,
    /// Where the tool runs.
    Node,
    /// The result comes back.
    Result,
    /// The harness's own list.
    Harness,
}

impl Stage {
    /// Every stage with its name, in order.
    pub const ALL: &[(Self, &str)] = &[
        (Self::Propose, "propose"),
        (Self::Gate, "gate"),
        (Self::Turn, "turn"),
        (Self::Dispatch, "dispatch"),
        (Self::Edge, "edge"),
        (Self::Node, "node"),
        (Self::Result, "result"),
        (Self::Harness, "harness"),
    ];

    /// Its published name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(stage, _)| *stage == self).map_or("", |(_, name)| name)
    }

    fn read(value: &Value) -> Result<Self, Refusal> {
        let text = value.as_text().ok_or_else(|| shape::wrong_type("stage[]", "a text", value))?.as_str();
        let found = Self::ALL.iter().find(|(_, name)| *name == text);
        found.map(|(stage, _)| *stage).ok_or_else(|| shape::wrong_text("stage[]", "a stage", text))
    }
}

/// Reads `stage`; missing is all of them, the empty list.
pub(super) fn read_stages(value: Option<&Value>) -> Result<Vec<Stage>, Refusal> {
    let Some(value) = value else { return Ok(Vec::new()) };
    match value.as_list() {
        Some([]) => Err(shape::wrong_text("stage", "a list of at least one stage", "[]")),
        Some(list) => list.iter().map(Stage::read).collect(),
        None => Err(shape::wrong_type("stage", "a list", value)),
    }
}

/// What makes the call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    /// The model.
    Model,
    /// A step of a flow.
    FlowStep,
    /// A person, by hand.
    Hand,
    /// A hook of a plugin.
    Hook {
        /// The plugin.
        plugin: String,
        /// The hook.
        name: String,
        /// The event that it was asked about.
        event: String,
    },
    /// A look at a call that runs.
    FollowUp {
        /// That call.
        call: String,
    },
    /// The session itself.
    Session,
}

/// Every member that some kind has.
const MEMBERS: shape::Members =
    &[("kind", Shape::Text), ("plugin", Shape::Text), ("name", Shape::Text), ("event", Shape::Text), ("call", Shape::Text)];

impl By {
    /// Its published kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::FlowStep => "flow-step",
            Self::Hand => "hand",
            Self::Hook { .. } => "hook",
            Self::FollowUp { .. } => "follow-up",
            Self::Session => "session",
        }
    }

    pub(super) fn read(value: Option<&Value>) -> Result<Option<Self>, Refusal> {
        let Some(value) = value else { return Ok(None) };
        let object = value.as_object().ok_or_else(|| shape::wrong_type("by", "an object", value))?;
        shape::check_members(object, "by", MEMBERS)?;
        let by = match member(object, "kind")?.as_str() {
            "model" => Self::Model,
            "flow-step" => Self::FlowStep,
            "hand" => Self::Hand,
            "hook" => Self::Hook { plugin: member(object, "plugin")?, name: member(object, "name")?, event: member(object, "event")? },
            "follow-up" => Self::FollowUp { call: member(object, "call")? },
            "session" => Self::Session,
            other => return Err(shape::wrong_text("by.kind", "a published kind", other)),
        };
        Ok(Some(by))
    }
}

fn member(by: &Object, key: &str) -> Result<String, Refusal> {
    let text = by.get(key).and_then(Value::as_text).map(Text::as_str);
    text.map(String::from).ok_or_else(|| shape::missing(&["by.", key].concat()))
}
