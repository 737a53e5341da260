//! The clauses of all items: what each holds, and what it is called.

use crate::span::{Span, Spanned};
use crate::tree::{
    Expression, ExpressionKind, Json, KillTarget, MatchTree, MeasureTree, Name, OwnerTree, PathTree, RedactTree, SourceTree, StepTree,
    TargetTree, Value, VerdictTree,
};

/// What a clause holds.
#[derive(Debug)]
pub(crate) enum ClauseKind {
    On(Vec<TargetTree>),
    When(Expression),
    Unless(Expression),
    Because(Spanned<String>),
    Outcome(VerdictTree),
    Starts(Spanned<i64>),
    Expires(Spanned<i64>),
    Shadow,
    Final,
    Measure(Spanned<MeasureTree>),
    Above(Value),
    /// `from` of a label.
    From(Vec<TargetTree>),
    Taints,
    Level(Name),
    Clears(Vec<TargetTree>),
    After(Vec<StepTree>),
    Arguments(Vec<PathTree>),
    /// `from` of an origin.
    Sources {
        only: Option<Span>,
        sources: Vec<SourceTree>,
    },
    Pair(Vec<TargetTree>),
    Same(Vec<PathTree>),
    Per(OwnerTree),
    Step(Vec<TargetTree>),
    Within(OwnerTree),
    Uses(Spanned<Vec<TargetTree>>),
    OwnFlow(Name),
    Clearance(Name),
    Max {
        depth: Option<Spanned<u32>>,
        children: Option<Spanned<u32>>,
    },
    OnLoop(VerdictTree),
    OnUnknown(VerdictTree),
    Only(Spanned<Vec<TargetTree>>),
    Fill(PathTree),
    Answer(Spanned<Json>),
    Redact(RedactTree),
    Stops(KillTarget),
    Park(Spanned<i64>),
    To(Vec<Vec<Name>>),
    Instead(Spanned<Vec<StepTree>>),
    Match(Vec<MatchTree>),
    Through(Vec<Name>),
    /// `after` of a command.
    Behind(Vec<Spanned<String>>),
    Hits(Vec<Spanned<String>>),
    Asks(Vec<Spanned<String>>),
    Misses(Vec<Spanned<String>>),
    Otherwise(VerdictTree),
    Unsure(VerdictTree),
    Unreadable(VerdictTree),
    FirstMatch,
    /// A clause that owns others and could not be read.
    Lost,
}

/// A place of a clause in an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stands {
    On,
    When,
    Unless,
    Because,
    Outcome,
    Starts,
    Expires,
    Shadow,
    Final,
    Measure,
    Above,
    From,
    Taints,
    Level,
    Clears,
    After,
    Arguments,
    Sources,
    Pair,
    Same,
    Per,
    Step,
    Within,
    Uses,
    OwnFlow,
    Clearance,
    Max,
    OnLoop,
    OnUnknown,
    Only,
    Fill,
    Answer,
    Redact,
    Stops,
    Park,
    To,
    Instead,
    Match,
    Through,
    Behind,
    Hits,
    Asks,
    Misses,
    Otherwise,
    Unsure,
    Unreadable,
    FirstMatch,
    Lost,
}

impl ClauseKind {
    pub(super) fn stands(&self) -> Stands {
        match self {
            Self::On(_) => Stands::On,
            Self::When(_) => Stands::When,
            Self::Unless(_) => Stands::Unless,
            Self::Because(_) => Stands::Because,
            Self::Outcome(_) => Stands::Outcome,
            Self::Starts(_) => Stands::Starts,
            Self::Expires(_) => Stands::Expires,
            Self::Shadow => Stands::Shadow,
            Self::Final => Stands::Final,
            Self::Measure(_) => Stands::Measure,
            Self::Above(_) => Stands::Above,
            Self::From(_) => Stands::From,
            Self::Taints => Stands::Taints,
            Self::Level(_) => Stands::Level,
            Self::Clears(_) => Stands::Clears,
            Self::After(_) => Stands::After,
            Self::Arguments(_) => Stands::Arguments,
            Self::Sources { .. } => Stands::Sources,
            Self::Pair(_) => Stands::Pair,
            Self::Same(_) => Stands::Same,
            Self::Per(_) => Stands::Per,
            Self::Step(_) => Stands::Step,
            Self::Within(_) => Stands::Within,
            Self::Uses(_) => Stands::Uses,
            Self::OwnFlow(_) => Stands::OwnFlow,
            Self::Clearance(_) => Stands::Clearance,
            Self::Max { .. } => Stands::Max,
            Self::OnLoop(_) => Stands::OnLoop,
            Self::OnUnknown(_) => Stands::OnUnknown,
            Self::Only(_) => Stands::Only,
            Self::Fill(_) => Stands::Fill,
            Self::Answer(_) => Stands::Answer,
            Self::Redact(_) => Stands::Redact,
            Self::Stops(_) => Stands::Stops,
            Self::Park(_) => Stands::Park,
            Self::To(_) => Stands::To,
            Self::Instead(_) => Stands::Instead,
            Self::Match(_) => Stands::Match,
            Self::Through(_) => Stands::Through,
            Self::Behind(_) => Stands::Behind,
            Self::Hits(_) => Stands::Hits,
            Self::Asks(_) => Stands::Asks,
            Self::Misses(_) => Stands::Misses,
            Self::Otherwise(_) => Stands::Otherwise,
            Self::Unsure(_) => Stands::Unsure,
            Self::Unreadable(_) => Stands::Unreadable,
            Self::FirstMatch => Stands::FirstMatch,
            Self::Lost => Stands::Lost,
        }
    }

    /// Whether it is a guard that could not be read.
    pub(super) fn is_broken(&self) -> bool {
        matches!(self, Self::When(condition) | Self::Unless(condition) if condition.kind == ExpressionKind::Broken)
    }

    /// Its word, whatever was written for it.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Measure(Spanned { value: MeasureTree::Count(_) | MeasureTree::SameCall(_), .. }) => "count",
            Self::Stops(KillTarget::Agent(_)) => "agent",
            Self::Stops(KillTarget::Principal(_)) => "principal",
            Self::Stops(KillTarget::All(_)) => "all",
            other => other.stands().word(),
        }
    }
}

impl Stands {
    fn word(self) -> &'static str {
        match self {
            Self::On | Self::Stops => "on",
            Self::When => "when",
            Self::Unless => "unless",
            Self::Because => "because",
            Self::Outcome => "outcome",
            Self::Starts => "starts",
            Self::Expires => "expires",
            Self::Shadow => "shadow",
            Self::Final => "final",
            Self::Measure => "sum",
            Self::Above => "above",
            Self::From | Self::Sources => "from",
            Self::Taints => "taints",
            Self::Level => "level",
            Self::Clears => "clears",
            Self::After | Self::Behind => "after",
            Self::Arguments | Self::Fill => "arg",
            Self::Pair => "pair",
            Self::Same => "same",
            Self::Per => "per",
            Self::Step => "step",
            Self::Within => "within",
            Self::Uses => "uses",
            Self::OwnFlow => "own flow",
            Self::Clearance => "clearance",
            Self::Max => "max",
            Self::OnLoop => "on loop",
            Self::OnUnknown => "on unknown",
            Self::Only => "only",
            Self::Answer => "result",
            Self::Redact => "redact",
            Self::Park => "park until",
            Self::To => "to",
            Self::Instead => "instead",
            Self::Match => "match",
            Self::Through => "through",
            Self::Hits => "hits",
            Self::Asks => "asks",
            Self::Misses => "misses",
            Self::Otherwise => "otherwise",
            Self::Unsure => "unsure",
            Self::Unreadable => "unreadable",
            Self::FirstMatch => "first-match",
            Self::Lost => "clause",
        }
    }

    /// What a message calls it: an outcome is no word.
    pub(super) fn name(self) -> String {
        match self {
            Self::Outcome => "outcome".to_owned(),
            other => format!("`{}`", other.word()),
        }
    }

    pub(super) fn with_article(self) -> String {
        let article = if matches!(self, Self::Outcome | Self::OnLoop | Self::OnUnknown | Self::Otherwise | Self::Unsure | Self::Unreadable)
        {
            "an"
        } else {
            "a"
        };
        format!("{article} {}", self.name())
    }

    /// What it is called where the order is told.
    pub(super) fn in_order(self) -> String {
        match self {
            Self::Outcome => "outcomes".to_owned(),
            Self::Measure => "`sum` or `count`".to_owned(),
            Self::Stops => "what is stopped".to_owned(),
            other => other.name(),
        }
    }

    /// Whether a word starts such a clause, of those that own others.
    pub(super) fn starts_with(self, word: &str) -> bool {
        match self {
            Self::Outcome => OUTCOME_WORDS.contains(&word),
            Self::OnLoop | Self::OnUnknown => word == "on",
            other => other.word() == word,
        }
    }
}

/// First words of outcomes, as they are and as other languages have them.
const OUTCOME_WORDS: &[&str] = &[
    "allow", "require", "deny", "at", "report", "stop", "fail", "withhold", "permit", "forbid", "block", "reject", "refuse", "confirm",
    "approve", "ask",
];
