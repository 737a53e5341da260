//! What an item does to a decision: permit, deny, or ask for steps; and what it does beside one.

use super::tracked::Move;

/// A person or group who may decide: role names, and the words `sponsor` and `requester`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pool {
    /// Role names (and `sponsor`), sorted, without repeats.
    pub deciders: Vec<String>,
    /// How many of them must agree; at least 1.
    pub count: u8,
}

/// What a yes is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Binding {
    /// Function and arguments (the default, the stricter).
    Call,
    /// The function alone; needs a grant.
    Tool,
}

/// The parameters of an approval. Durations are seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Terms {
    /// How long the call is held for the decision; meaningless beside a `ticket`.
    pub hold: Option<u32>,
    /// How long after a late yes the same call may be made; meaningless beside a `ticket`.
    pub retry: Option<u32>,
    /// How long the request stays open instead of a hold.
    pub ticket: Option<u32>,
    /// How long after the yes it may be used; none is the stricter.
    pub grant: Option<u32>,
    /// What the yes is bound to.
    pub bind: Binding,
    /// Four eyes are lifted.
    pub self_approval: bool,
    /// Whoever satisfies this step satisfies no other.
    pub distinct: bool,
    /// A re-check before use is spared within this time.
    pub recheck: Option<u32>,
    /// The person may let the yes stand for this job.
    pub allowance: bool,
}

impl Terms {
    /// `approve by X` alone: `hold 90s, retry 60s`, bound to the call.
    pub const PLAIN: Self = Self {
        hold: Some(90),
        retry: Some(60),
        ticket: None,
        grant: None,
        bind: Binding::Call,
        self_approval: false,
        distinct: false,
        recheck: None,
        allowance: false,
    };

    /// The strictest of both, parameter by parameter: commutative, associative, idempotent.
    ///
    /// The shorter duration; `ticket` over `hold` (a hold beside a ticket is dropped); no grant over a grant; `bind call` over `bind tool`;
    /// `distinct` over none; no `self-approval`, no `allowance`, no `recheck` over them.
    pub fn join(self, other: Self) -> Self {
        let shorter = |a: Option<u32>, b: Option<u32>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let both = |a: Option<u32>, b: Option<u32>| a.zip(b).map(|(a, b)| a.min(b));
        let ticket = shorter(self.ticket, other.ticket);
        let held = ticket.is_none();
        Self {
            hold: held.then(|| shorter(self.hold, other.hold)).flatten(),
            retry: held.then(|| shorter(self.retry, other.retry)).flatten(),
            ticket,
            grant: both(self.grant, other.grant),
            bind: self.bind.min(other.bind),
            self_approval: self.self_approval && other.self_approval,
            distinct: self.distinct || other.distinct,
            recheck: both(self.recheck, other.recheck),
            allowance: self.allowance && other.allowance,
        }
    }
}

/// Something that must succeed before the call is made. The order is the order in which steps run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// The built-in reading of the command.
    Classify,
    /// Decided again online with the live policy.
    ServerCheck,
    /// The requester alone.
    Confirm,
    /// People decide. Identity is the pool: equal pools are one step with joined terms.
    Approve {
        /// Who.
        pool: Pool,
        /// How.
        terms: Terms,
    },
    /// Someone is told; nobody is asked.
    Notify(String),
}

/// What joins a decision when a restriction applies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Restriction {
    /// `deny`.
    Deny,
    /// Steps, sorted, at least one.
    Steps(Vec<Step>),
    /// A deny that holds the call until the item expires: `park until`.
    Park,
    /// A deny that stops the job: `stop job`.
    StopJob,
}

impl Restriction {
    /// Whether the call is not made: deny in one of its forms.
    pub fn denies(&self) -> bool {
        !matches!(self, Self::Steps(_))
    }
}

/// What `on unknown` does with a write whose outcome nobody knows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OnUnknown {
    /// `require STEPS`
    Ask(Vec<Step>),
    /// `fail job`
    FailJob,
}

/// The half of an outcome that a core item carries.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// A permission: only a certainly true condition gives it.
    Permit,
    /// A restriction: joins on true and on unknown.
    Restrict(Restriction),
    /// What a dispatched call changes in the state: on true and on unknown, see [`Move`].
    Move(Move),
    /// `fill`: where the call lacks the argument, it gets this value. Only on a certainly known call, before anything decides.
    Fill {
        /// Keys from the arguments.
        argument: Vec<String>,
        /// JSON text, as the runtime's reader takes it.
        value: String,
    },
    /// `stub`: what answers in a shadow run instead of the call.
    Stub {
        /// JSON text.
        result: String,
    },
    /// A loop that is only recorded: `report`. On true and on unknown.
    Report,
    /// The result does not reach the model: on true and on unknown.
    Withhold,
    /// Every match in the result's text is replaced.
    Redact {
        /// Expression, found anywhere in a text.
        regex: String,
        /// What stands there instead.
        with: String,
    },
    /// What is done about a write without a known outcome.
    Unknown(OnUnknown),
}
