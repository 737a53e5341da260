//! What happens: the published events.

use crate::escape::Escaped;
use crate::json::Value;
use crate::refusal::{Cause, Refusal};

use super::shape;

/// An event of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// A tool is about to be called.
    ToolPre,
    /// The harness asks whether it may.
    PermissionRequest,
    /// A session begins.
    SessionStart,
    /// A person sends a prompt.
    PromptSubmit,
    /// A tool was called.
    ToolPost,
    /// A sub-agent begins.
    SubagentStart,
    /// A sub-agent ends.
    SubagentStop,
    /// A session ends.
    SessionEnd,
    /// The context is about to be compacted.
    CompactPre,
}

impl Event {
    /// Every event with its name, in the order of the documentation.
    pub const ALL: &[(Self, &str)] = &[
        (Self::ToolPre, "tool.pre"),
        (Self::PermissionRequest, "permission.request"),
        (Self::SessionStart, "session.start"),
        (Self::PromptSubmit, "prompt.submit"),
        (Self::ToolPost, "tool.post"),
        (Self::SubagentStart, "subagent.start"),
        (Self::SubagentStop, "subagent.stop"),
        (Self::SessionEnd, "session.end"),
        (Self::CompactPre, "compact.pre"),
    ];

    /// The event of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, have)| *have == name).map(|(event, _)| *event)
    }

    /// Its published name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(event, _)| *event == self).map_or("", |(_, name)| name)
    }

    /// Whether a tool call hangs on the answer: items without `on event` are on these.
    pub fn asks(self) -> bool {
        matches!(self, Self::ToolPre | Self::PermissionRequest)
    }

    /// Its number in a core: 0 for the calls, which items without `on event` are on; the others in the order of [`Event::ALL`], from 1.
    pub fn number(self) -> u8 {
        let recorded = || Self::ALL.iter().filter(|(event, _)| !event.asks());
        let place = recorded().position(|(event, _)| *event == self);
        place.and_then(|place| u8::try_from(place + 1).ok()).unwrap_or(0)
    }

    pub(super) fn read(value: Option<&Value>) -> Result<Self, Refusal> {
        let value = value.ok_or_else(|| shape::missing("event"))?;
        let name = value.as_text().ok_or_else(|| shape::wrong_type("event", "a text", value))?.as_str();
        Self::parse(name).ok_or_else(|| Refusal::new(Cause::Event, alloc::format!("unknown event {}", Escaped::new(name))))
    }
}
