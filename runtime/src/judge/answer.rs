//! What a check can answer.

/// An answer. What is behind in the list goes before what is in front of it, where several rows answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// Nothing: the call goes on.
    #[default]
    Pass,
    /// Something is recorded, and the call goes on.
    Record,
    /// The call goes on with other arguments, or the result in another form.
    Change,
    /// The result goes on with text replaced.
    Redact,
    /// The call waits.
    Hold,
    /// A person decides before the call goes on.
    Ask,
    /// The person is asked again: what the yes was bound to has changed.
    AskAgain,
    /// A stub answers instead of the call.
    Stub,
    /// The result does not reach the model.
    Withhold,
    /// The call is not made, and the agent may make it again.
    CallAgain,
    /// The call is not made, and the agent reads why.
    Refuse,
    /// The running call is cancelled at the tool.
    StopCall,
    /// The job fails.
    FailJob,
    /// The job stops.
    StopJob,
}

impl Answer {
    /// Every answer with its word, in order.
    pub const ALL: &[(Self, &str)] = &[
        (Self::Pass, "pass"),
        (Self::Record, "record"),
        (Self::Change, "change"),
        (Self::Redact, "redact"),
        (Self::Hold, "hold"),
        (Self::Ask, "ask"),
        (Self::AskAgain, "ask again"),
        (Self::Stub, "stub"),
        (Self::Withhold, "withhold"),
        (Self::CallAgain, "call again"),
        (Self::Refuse, "refuse"),
        (Self::StopCall, "stop call"),
        (Self::FailJob, "fail job"),
        (Self::StopJob, "stop job"),
    ];

    /// Its word.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(answer, _)| *answer == self).map_or("", |(_, word)| word)
    }

    /// Whether nothing behind it in the order needs to be looked at: the call is not made, or its result is settled.
    pub fn ends(self) -> bool {
        self >= Self::Stub
    }

    /// Whether the call is not made.
    pub fn refuses(self) -> bool {
        matches!(self, Self::CallAgain | Self::Refuse | Self::StopCall | Self::FailJob | Self::StopJob)
    }
}
