//! Outcomes and steps: `allow`, `allow after STEPS`, `require STEPS`, `deny`; who is asked and how.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::number;
use super::reader::Reader;
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::span::Spanned;
use crate::tree::{Name, StepKind, StepOption, StepTree, VerdictTree};
use crate::words::shown;

/// Whether the rule is the word of an outcome, with its steps.
pub(super) fn is_verdict(rule: Rule) -> bool {
    matches!(rule, Rule::allow | Rule::require | Rule::deny | Rule::bare_steps)
}

/// Reads an `allow`, `require`, `deny` or `bare_steps` pair; `in_defaults` says which word steps without one are likely to miss.
pub(super) fn verdict<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, in_defaults: bool) -> VerdictTree {
    match pair.as_rule() {
        Rule::allow => allow(reader, pair),
        Rule::require => VerdictTree::Require(first_steps(reader, pair)),
        Rule::deny => {
            slip(reader, pair, "deny");
            VerdictTree::Deny
        }
        _ => bare(reader, pair, in_defaults),
    }
}

fn allow<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> VerdictTree {
    let after = pair.clone().into_inner().find(|part| part.as_rule() == Rule::steps).map(|part| steps(reader, part));
    slip(reader, pair, "allow");
    after.map_or(VerdictTree::Allow, VerdictTree::AllowAfter)
}

fn slip<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, word: &str) {
    if let Some(foreign) = pair.into_inner().next() {
        foreign_word(reader, &foreign, word);
    }
}

/// `permit` for `allow`, `forbid` for `deny`.
pub(super) fn foreign_word<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>, word: &str) {
    if matches!(pair.as_rule(), Rule::slip_allow | Rule::slip_deny) {
        reader.slip(codes::CLAUSE_WORD, pair, format!("`{}` is written `{word}`", pair.as_str()), word);
    }
}

fn first_steps<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<StepTree> {
    let part = reader.parts(pair).into_iter().find(|part| part.as_rule() == Rule::steps);
    part.map(|part| steps(reader, part)).unwrap_or_default()
}

/// Steps alone could permit or restrict; the tree takes the reading that permits nothing.
fn bare<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, in_defaults: bool) -> VerdictTree {
    let span = reader.span(&pair);
    let start = crate::span::Span::new(span.start as usize, span.start as usize);
    let inner = pair.clone().into_inner().next();
    let ask = inner.as_ref().is_some_and(|part| part.as_rule() == Rule::slip_ask);
    let (place, written) = if ask { (span, "confirm") } else { (start, "") };
    let edit = |word: &str| if ask { format!("{word} {written}") } else { format!("{word} ") };
    let message = if ask {
        "`ask` is a step, written `confirm`, and says neither `require` nor `allow after`"
    } else {
        "these steps say neither `require` nor `allow after`"
    };
    let mut diagnostic = Diagnostic::error(codes::BARE_STEPS, span, message)
        .help("`require STEPS` restricts whatever else is decided; `allow after STEPS` permits the call once they are done");
    if !in_defaults {
        diagnostic = diagnostic.fix("write `require`", place, edit("require"), false);
    }
    reader.broken(diagnostic.fix("write `allow after`", place, edit("allow after"), false));
    match inner.filter(|_| !ask) {
        Some(part) => VerdictTree::Require(steps(reader, part)),
        None => VerdictTree::Require(vec![StepTree { kind: StepKind::Confirm, options: Vec::new(), span }]),
    }
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

fn one_of<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>, words: &[&str]) -> Option<Name> {
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
