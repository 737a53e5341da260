//! Outcomes and steps: `allow`, `allow after STEPS`, `require STEPS`, `deny` and their like; who is asked and how.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::reader::Reader;
use super::{fitting, number};
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::span::{Span, Spanned};
use crate::tree::{Name, StepKind, StepOption, StepTree, VerdictTree};
use crate::words::shown;

/// Where an outcome stands: which of them it may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A rule: permits and restricts.
    Rule,
    /// A row of `defaults`: as a rule; steps alone are likely to miss `allow after`.
    Row,
    /// A floor: `at least`.
    Floor,
    /// A limit: restricts, and answers loops.
    Limit,
    /// An item that only restricts.
    Restriction,
    /// A `result` item.
    Result,
    /// `on loop` of an agent.
    Loop,
    /// `on unknown` of an agent.
    Unknown,
    /// `unsure` and `unreadable` of `commands`: steps stand without a word.
    Doubt,
}

/// Whether the rule is the word of an outcome, with its steps.
pub(super) fn is_verdict(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::allow
            | Rule::require
            | Rule::deny
            | Rule::at_least
            | Rule::report
            | Rule::stop_job
            | Rule::fail_job
            | Rule::withhold
            | Rule::bare_steps
    )
}

/// Reads an outcome; `None` where it is none that may stand here.
pub(super) fn verdict<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, place: Place) -> Option<VerdictTree> {
    let (head, before) = (Head::of(reader, &pair), reader.diagnostics.len());
    let verdict = match pair.as_rule() {
        Rule::allow => allow(reader, pair),
        Rule::require => {
            if place == Place::Doubt {
                superfluous_require(reader, &pair);
            }
            VerdictTree::Require(first_steps(reader, pair))
        }
        Rule::deny => {
            foreign_first(reader, pair, denied(place));
            VerdictTree::Deny
        }
        Rule::at_least => at_least(reader, pair, place),
        Rule::report => VerdictTree::Report,
        Rule::stop_job => {
            foreign_first(reader, pair, "stop job");
            VerdictTree::StopJob
        }
        Rule::fail_job => {
            foreign_first(reader, pair, "fail job");
            VerdictTree::FailJob
        }
        Rule::withhold => {
            foreign_first(reader, pair, "withhold");
            VerdictTree::Withhold
        }
        _ => bare(reader, pair, place),
    };
    let fitting = fitting::verdict(reader, verdict, &head, place);
    if fitting.is_none() {
        // That it does not belong here is all there is to say about it.
        let last = reader.diagnostics.pop();
        reader.diagnostics.truncate(before);
        reader.diagnostics.extend(last);
    }
    fitting
}

/// `require` before steps that stand without a word.
fn superfluous_require<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) {
    if let Some(word) = pair.clone().into_inner().find(|part| part.as_rule() == Rule::k_require) {
        reader.slip(codes::NOT_AN_OUTCOME_WORD, &word, "what holds in doubt is the steps themselves, without `require`", "");
    }
}

/// What refuses in this place.
fn denied(place: Place) -> &'static str {
    match place {
        Place::Result => "withhold",
        Place::Floor => "at least deny",
        _ => "deny",
    }
}

/// The words of an outcome without its steps.
pub(super) struct Head {
    pub(super) span: Span,
    /// Whether they are the language's own, so that nothing is said about them yet.
    pub(super) own: bool,
}

impl Head {
    fn of<'t>(reader: &Reader<'t>, pair: &Pair<'t, Rule>) -> Self {
        let whole = reader.span(pair);
        let parts: Vec<_> = pair.clone().into_inner().collect();
        let words = parts.iter().take_while(|part| !matches!(part.as_rule(), Rule::steps | Rule::slip_colon));
        let last = words.clone().last().map(|part| reader.span(part));
        let own = !words.into_iter().any(|part| is_foreign(part.as_rule()) && part.as_rule() != Rule::slip_at_least);
        Self { span: last.map_or(whole, |last| Span { end: last.end, ..whole }), own }
    }
}

fn is_foreign(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::slip_allow | Rule::slip_deny | Rule::slip_at_least | Rule::slip_stop | Rule::slip_fail | Rule::slip_withhold | Rule::slip_ask
    )
}

fn allow<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> VerdictTree {
    let after = pair.clone().into_inner().find(|part| part.as_rule() == Rule::steps).map(|part| steps(reader, part));
    foreign_first(reader, pair, "allow");
    after.map_or(VerdictTree::Allow, VerdictTree::AllowAfter)
}

/// `at least STEPS`, `at least deny`.
fn at_least<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, place: Place) -> VerdictTree {
    let mut verdict = VerdictTree::AtLeastDeny;
    for part in reader.parts(pair) {
        match part.as_rule() {
            Rule::slip_at_least if place == Place::Floor => foreign_word(reader, &part, "at least"),
            Rule::slip_deny => foreign_word(reader, &part, "deny"),
            Rule::steps => verdict = VerdictTree::AtLeast(steps(reader, part)),
            _ => {}
        }
    }
    verdict
}

/// The first word of a pair, where it is of another language.
pub(super) fn foreign_first<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, word: &str) {
    if let Some(foreign) = pair.into_inner().next() {
        foreign_word(reader, &foreign, word);
    }
}

/// `permit` for `allow`, `forbid` for `deny`.
pub(super) fn foreign_word<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>, word: &str) {
    if is_foreign(pair.as_rule()) {
        reader.slip(codes::CLAUSE_WORD, pair, format!("`{}` is written `{word}`", pair.as_str()), word);
    }
}

/// The steps that a clause holds.
pub(super) fn first_steps<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<StepTree> {
    let part = reader.parts(pair).into_iter().find(|part| part.as_rule() == Rule::steps);
    part.map(|part| steps(reader, part)).unwrap_or_default()
}

/// Steps alone could permit or restrict; the tree takes the reading that permits nothing.
fn bare<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, place: Place) -> VerdictTree {
    if place == Place::Doubt {
        return bare_doubt(reader, pair);
    }
    if !matches!(place, Place::Rule | Place::Row) {
        return bare_restriction(reader, pair, place);
    }
    let span = reader.span(&pair);
    let start = Span::new(span.start as usize, span.start as usize);
    let inner = pair.clone().into_inner().next();
    let ask = inner.as_ref().is_some_and(|part| part.as_rule() == Rule::slip_ask);
    let (at, written) = if ask { (span, "confirm") } else { (start, "") };
    let edit = |word: &str| if ask { format!("{word} {written}") } else { format!("{word} ") };
    let message = if ask {
        "`ask` is a step, written `confirm`, and says neither `require` nor `allow after`"
    } else {
        "these steps say neither `require` nor `allow after`"
    };
    let mut diagnostic = Diagnostic::error(codes::BARE_STEPS, span, message)
        .help("`require STEPS` restricts whatever else is decided; `allow after STEPS` permits the call once they are done");
    if place != Place::Row {
        diagnostic = diagnostic.fix("write `require`", at, edit("require"), false);
    }
    reader.broken(diagnostic.fix("write `allow after`", at, edit("allow after"), false));
    match inner.filter(|_| !ask) {
        Some(part) => VerdictTree::Require(steps(reader, part)),
        None => VerdictTree::Require(vec![StepTree { kind: StepKind::Confirm, options: Vec::new(), span }]),
    }
}

/// Steps alone as they should be.
fn bare_doubt<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> VerdictTree {
    let span = reader.span(&pair);
    match pair.into_inner().next() {
        Some(part) if part.as_rule() != Rule::slip_ask => VerdictTree::Require(steps(reader, part)),
        ask => {
            if let Some(ask) = ask {
                reader.slip(codes::CLAUSE_WORD, &ask, "`ask` is written `confirm`", "confirm");
            }
            VerdictTree::Require(vec![StepTree { kind: StepKind::Confirm, options: Vec::new(), span }])
        }
    }
}

/// Steps alone where nothing permits: the word before them is evident.
fn bare_restriction<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, place: Place) -> VerdictTree {
    let span = reader.span(&pair);
    let word = if place == Place::Floor { "at least" } else { "require" };
    let inner = pair.into_inner().next();
    let ask = inner.as_ref().is_some_and(|part| part.as_rule() == Rule::slip_ask);
    let (at, written) = if ask { (span, format!("{word} confirm")) } else { (Span { end: span.start, ..span }, format!("{word} ")) };
    let title = format!("write `{}`", written.trim());
    let message = format!("these steps stand without `{word}`");
    reader.report(Diagnostic::error(codes::BARE_STEPS, span, message).help(title.clone()).fix(title, at, written, true));
    let steps = match inner.filter(|_| !ask) {
        Some(part) => steps(reader, part),
        None => vec![StepTree { kind: StepKind::Confirm, options: Vec::new(), span }],
    };
    if place == Place::Floor { VerdictTree::AtLeast(steps) } else { VerdictTree::Require(steps) }
}

/// Reads a `steps` pair.
pub(super) fn steps<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<StepTree> {
    let mut steps = Vec::new();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::step => steps.extend(step(reader, part)),
            _ => joined(reader, part),
        }
    }
    steps
}

fn joined<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) {
    if let Some(join) = pair.into_inner().next().filter(|join| join.as_rule() == Rule::slip_then) {
        let written = if join.as_str() == "," { " and" } else { "and" };
        let span = reader.span(&join);
        let message = format!("steps are joined by `and`, not `{}`", join.as_str());
        reader.report(
            Diagnostic::error(codes::STEPS_JOIN, span, message)
                .help("write `and`; steps run in an order of their own, however written")
                .fix("write `and`", span, written, true),
        );
    }
}

fn step<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<StepTree> {
    let span = reader.span(&pair);
    let mut parts = pair.into_inner();
    let kind = step_kind(reader, parts.next()?)?;
    let options = parts.filter(|part| part.as_rule() == Rule::option).filter_map(|part| option(reader, part)).collect();
    Some(StepTree { kind, options, span })
}

fn step_kind<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<StepKind> {
    Some(match pair.as_rule() {
        Rule::k_classify => StepKind::Classify,
        Rule::k_server_check => StepKind::ServerCheck,
        Rule::k_confirm => StepKind::Confirm,
        Rule::slip_ask => {
            reader.slip(codes::CLAUSE_WORD, &pair, "`ask` is written `confirm`", "confirm");
            StepKind::Confirm
        }
        Rule::notify => StepKind::Notify(reader.spanned(&pair.into_inner().last()?)),
        _ => people(reader, pair.into_inner().find(|part| part.as_rule() == Rule::people)?),
    })
}

fn people<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> StepKind {
    let (mut count, mut deciders) = (None, Vec::<Name>::new());
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::numeric => count = number::whole(reader, &part),
            Rule::name => deciders.push(reader.spanned(&part)),
            Rule::slip_or => reader.slip(codes::OPERATOR_WORD, &part, format!("`{}` is written `or`", part.as_str()), "or"),
            Rule::slip_comma => reader.slip(codes::PEOPLE_COMMA, &part, "people are joined by `or`; a comma starts an option", " or"),
            _ => {}
        }
    }
    StepKind::Approve { count, deciders }
}

fn option<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Spanned<StepOption>> {
    let span = reader.span(&pair);
    let parts: Vec<_> = pair.into_inner().collect();
    let (word, argument) = (parts.first()?, parts.get(1));
    let value = match word.as_rule() {
        Rule::timed => {
            let duration = match argument {
                Some(written) => Some(number::duration(reader, written)?),
                None => None,
            };
            timed(word.clone().into_inner().next()?.as_rule(), duration)
        }
        Rule::k_bind => StepOption::Bind(one_of(reader, argument?, &["call", "tool"])?),
        Rule::k_allowance => StepOption::Allowance(one_of(reader, argument?, &["job"])?),
        Rule::k_self_approval => StepOption::SelfApproval,
        _ => StepOption::Distinct,
    };
    Some(Spanned::new(value, span))
}

fn timed(rule: Rule, duration: Option<u64>) -> StepOption {
    match rule {
        Rule::k_hold => StepOption::Hold(duration),
        Rule::k_retry => StepOption::Retry(duration),
        Rule::k_ticket => StepOption::Ticket(duration),
        Rule::k_grant => StepOption::Grant(duration),
        _ => StepOption::Recheck(duration),
    }
}

pub(super) fn one_of<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>, words: &[&str]) -> Option<Name> {
    let name = reader.spanned(pair);
    if words.contains(&name.value.as_str()) {
        return Some(name);
    }
    let listed = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ");
    reader.broken(
        Diagnostic::error(codes::OPTION_WORD, name.span, format!("expected {listed}, found `{}`", shown(&name.value)))
            .help(format!("write {listed}")),
    );
    None
}
