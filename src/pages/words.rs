//! Words of the program for readers: effects, outcomes, reasons, marks, and what each keyword is for.

use straza_language::core::{
    Attribute, CoreItem, Effect, Effects, FunctionSelector, OnUnknown, Reason, ReasonPart, Restriction, Root, RowHead, Step,
};
use straza_runtime::instant::Instant;
use straza_testkit::wording;

use super::block::{Inline, Line, code, text};
use super::survey::{Item, Survey};

/// What each keyword is for, in the order of the language's page.
pub const KEYWORDS: &[(&str, &str)] = &[
    ("rule", "permits, asks or denies"),
    ("floor", "raises what was decided, never lowers it"),
    ("limit", "bounds a sum or a number of calls"),
    ("origin", "says where an argument's value must come from"),
    ("duty", "keeps two acts with two people"),
    ("sequence", "holds the last of several steps that were taken one after the other"),
    ("command", "decides shell commands"),
    ("commands", "says what holds for commands that no item decides"),
    ("label", "remembers what a job has seen"),
    ("levels", "orders labels"),
    ("wall", "keeps two kinds of knowledge apart"),
    ("agent", "bounds what an agent may use and start"),
    ("routine", "bounds what a routine may call"),
    ("fill", "gives an argument that the call lacks"),
    ("stub", "answers in place of the function in a shadow run"),
    ("result", "redacts or withholds what comes back"),
    ("kill", "stops calls until it is taken away"),
    ("exception", "opens a restriction for a while"),
];

/// The effect words of a function.
pub fn effects(effects: Effects) -> String {
    let words = [
        Some(if effects.write { "write" } else { "read" }),
        effects.destructive.then_some("destructive"),
        effects.idempotent.then_some("idempotent"),
        Some(if effects.open_world { "open-world" } else { "closed-world" }),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What heads a row of defaults, as a policy writes it.
pub fn head(head: &RowHead) -> String {
    match head {
        RowHead::Effects(selector) => selected(selector),
        RowHead::Granted => "granted".to_owned(),
        RowHead::Everything => "*".to_owned(),
    }
}

fn selected(selector: &FunctionSelector) -> String {
    let said = |value: Option<bool>, yes: &'static str, no: &'static str| value.map(|value| if value { yes } else { no });
    let words = [
        said(selector.write, "write", "read"),
        said(selector.destructive, "destructive", "not destructive"),
        said(selector.idempotent, "idempotent", "not idempotent"),
        said(selector.open_world, "open-world", "closed-world"),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join("+")
}

/// What a row of defaults comes to. `None` is deny.
pub fn row(survey: &Survey<'_>, steps: Option<&[Step]>) -> String {
    match steps {
        None => "deny".to_owned(),
        Some([]) => "allow".to_owned(),
        Some(steps) => format!("allow after {}", self::steps(survey, steps)),
    }
}

/// Steps, as a policy writes them.
pub fn steps(survey: &Survey<'_>, steps: &[Step]) -> String {
    steps.iter().map(|step| wording::step(&survey.in_role_names(step))).collect::<Vec<_>>().join(" and ")
}

/// Everything that an item may come to, each once. What it does beside deciding is left to its text.
pub fn outcomes(survey: &Survey<'_>, item: &Item<'_>) -> Line {
    let mut found: Vec<String> = Vec::new();
    for outcome in item.outcomes.iter().filter_map(|parts| outcome(survey, parts)) {
        if !found.contains(&outcome) {
            found.push(outcome);
        }
    }
    super::block::joined(found.into_iter().map(|outcome| vec![code(outcome)]), ", ")
}

fn outcome(survey: &Survey<'_>, parts: &[&CoreItem]) -> Option<String> {
    let permits = parts.iter().any(|part| part.effect == Effect::Permit);
    let other = parts.iter().find_map(|part| restriction(survey, &part.effect));
    match (permits, other) {
        (true, Some(steps)) => Some(format!("allow after {steps}")),
        (true, None) => Some("allow".to_owned()),
        (false, other) => other,
    }
}

fn restriction(survey: &Survey<'_>, effect: &Effect) -> Option<String> {
    Some(match effect {
        Effect::Restrict(Restriction::Deny) => "deny".to_owned(),
        Effect::Restrict(Restriction::Steps(steps)) => self::steps(survey, steps),
        Effect::Restrict(Restriction::Park) => "park".to_owned(),
        Effect::Restrict(Restriction::StopJob) => "stop job".to_owned(),
        Effect::Report => "report".to_owned(),
        Effect::Withhold => "withhold".to_owned(),
        Effect::Redact { .. } => "redact".to_owned(),
        Effect::Unknown(OnUnknown::Ask(steps)) => format!("on unknown {}", self::steps(survey, steps)),
        Effect::Unknown(OnUnknown::FailJob) => "on unknown fail job".to_owned(),
        Effect::Permit | Effect::Fill { .. } | Effect::Stub { .. } | Effect::Move(_) => return None,
    })
}

/// The steps that a part may ask for.
pub fn asked(part: &CoreItem) -> &[Step] {
    match &part.effect {
        Effect::Restrict(Restriction::Steps(steps)) | Effect::Unknown(OnUnknown::Ask(steps)) => steps,
        _ => &[],
    }
}

/// What the agent reads; values of the call as the policy names them.
pub fn reason(reason: &Reason) -> Line {
    reason
        .parts
        .iter()
        .map(|part| match part {
            ReasonPart::Text(words) => text(words.clone()),
            ReasonPart::Value(attribute) => code(value(attribute)),
        })
        .collect()
}

fn value(attribute: &Attribute) -> String {
    let root = match attribute.root {
        Root::Element(_) => "element".to_owned(),
        root => format!("{root:?}").to_lowercase(),
    };
    std::iter::once(root).chain(attribute.path.iter().cloned()).collect::<Vec<_>>().join(".")
}

/// `shadow`, `final`, dates: what sets an item apart.
pub fn marks(item: &Item<'_>) -> Line {
    let mut marks = Line::new();
    if is_shadow(item) {
        marks.push(Inline::Tag("shadow".to_owned()));
    }
    if is_final(item) {
        marks.push(Inline::Tag("final".to_owned()));
    }
    let (starts, expires) = dates(item);
    marks.extend(starts.map(|starts| Inline::Tag(format!("from {}", Instant(starts)))));
    marks.extend(expires.map(|expires| Inline::Tag(format!("until {}", Instant(expires)))));
    marks
}

/// Whether it changes nothing yet.
pub fn is_shadow(item: &Item<'_>) -> bool {
    item.parts.iter().any(|part| part.shadow)
}

/// Whether it takes no exception.
pub fn is_final(item: &Item<'_>) -> bool {
    item.parts.iter().any(|part| part.is_final)
}

/// When it begins and when it ends.
pub fn dates(item: &Item<'_>) -> (Option<i64>, Option<i64>) {
    (item.parts.iter().find_map(|part| part.starts), item.parts.iter().find_map(|part| part.expires))
}
