//! Command items of a set whose order counts: an item that is stricter about commands which an earlier one takes.
//!
//! Cautious: patterns meet unless their programs, first words or flags rule it out. What a program's flags are is not known here.

use std::collections::{BTreeMap, BTreeSet};

use super::{ProgramFinding, finding};
use crate::codes::meaning as code;
use crate::core::{
    CommandMatch, CommandPattern, CoreItem, Effect, ItemId, ItemKind, PatternWord, PolicySet, Restriction, StagePattern, Step, TextPattern,
    TextPiece, WordPattern,
};
use crate::diagnostic::Severity;
use crate::meaning::steps::merged;

/// The items that each says it stands behind.
pub type Behind = BTreeMap<ItemId, Vec<ItemId>>;

/// A command item, all its outcomes taken together.
struct Rule<'p> {
    first: &'p CoreItem,
    command: &'p CommandMatch,
    steps: Vec<Step>,
    permits: bool,
    /// Whether it does something beside refusing, which is heard in any order.
    orders: bool,
}

/// What is wrong with the order of command items.
pub(super) fn overlaps(sets: &[PolicySet], items: &[CoreItem], behind: &Behind) -> Vec<ProgramFinding> {
    let ordered: BTreeSet<&str> = sets.iter().filter(|set| set.commands.first_match).map(|set| set.name.as_str()).collect();
    let rules = rules(items);
    let mut findings = Vec::new();
    for (at, rule) in rules.iter().enumerate() {
        let named = behind.get(&rule.first.id).map_or(&[][..], Vec::as_slice);
        let earlier = rules.get(..at).unwrap_or(&[]).iter().filter(|other| other.first.id.set == rule.first.id.set);
        if ordered.contains(rule.first.id.set.as_str()) {
            let late = named.iter().find(|name| !earlier.clone().any(|other| other.first.id == **name));
            findings.extend(late.map(|name| stands_later(rule, name)));
            let taken = earlier.clone().find(|other| takes_from(other, rule) && !named.contains(&other.first.id));
            findings.extend(taken.map(|other| taken_by(rule, other)));
        } else if !named.is_empty() {
            findings.push(unordered(rule));
        }
    }
    findings
}

fn rules(items: &[CoreItem]) -> Vec<Rule<'_>> {
    let mut rules: Vec<Rule<'_>> = Vec::new();
    for item in items.iter().filter(|item| item.kind == ItemKind::Command) {
        let Some(command) = item.command.as_deref() else { continue };
        if rules.last().is_none_or(|last| last.first.id != item.id) {
            rules.push(Rule { first: item, command, steps: Vec::new(), permits: false, orders: false });
        }
        let Some(rule) = rules.last_mut() else { continue };
        match &item.effect {
            Effect::Restrict(Restriction::Steps(steps)) => {
                rule.steps = merged(rule.steps.iter().chain(steps).cloned());
                rule.orders = true;
            }
            Effect::Permit => (rule.permits, rule.orders) = (true, true),
            _ => {}
        }
    }
    rules
}

fn unordered(rule: &Rule<'_>) -> ProgramFinding {
    let message = format!("`{}` says `after`, and every item of its set is heard whatever its place", rule.first.id);
    error(rule, code::AFTER_ITEM, message, "take it out, or write `first-match` into the set's `commands`")
}

fn stands_later(rule: &Rule<'_>, name: &ItemId) -> ProgramFinding {
    let message = format!("`{}` says that it stands after `{name}`, which is no command item before it", rule.first.id);
    error(rule, code::AFTER_ITEM, message, "move it behind that item, or take `after` out")
}

fn taken_by(rule: &Rule<'_>, other: &Rule<'_>) -> ProgramFinding {
    let message = format!("`{}` is stricter about commands that `{}` may take before it", rule.first.id, other.first.id);
    let help = format!("move it before `{name}`, or say `after {name}` where that is meant", name = other.first.id.name);
    error(rule, code::FIRST_MATCH_OVERLAP, message, &help)
}

fn error(rule: &Rule<'_>, code: crate::diagnostic::Code, message: String, help: &str) -> ProgramFinding {
    let mut finding = finding(rule.first, code, message, help);
    finding.found.severity = Severity::Error;
    finding
}

/// Whether the first decides commands that the second would have asked more about.
fn takes_from(first: &Rule<'_>, second: &Rule<'_>) -> bool {
    let asks_more = merged(first.steps.iter().chain(&second.steps).cloned()) != first.steps;
    let pairs = || first.command.patterns.iter().flat_map(|one| second.command.patterns.iter().map(move |other| (one, other)));
    first.orders && asks_more && pairs().any(|(one, other)| meet(&one.pattern, &other.pattern, first.permits))
}

/// Whether one command may be a part of both.
fn meet(first: &CommandPattern, second: &CommandPattern, first_permits: bool) -> bool {
    first.stages.iter().any(|one| second.stages.iter().any(|other| stages_meet(one, other, first_permits)))
}

fn stages_meet(first: &StagePattern, second: &StagePattern, first_permits: bool) -> bool {
    programs_meet(first.program.as_ref(), second.program.as_ref())
        && first_words_meet(first, second)
        && !excludes(first, second)
        && !excludes(second, first)
        && !(first_permits && leaves_out(first, second))
}

/// Programs are one where their base names are.
fn programs_meet(first: Option<&WordPattern>, second: Option<&WordPattern>) -> bool {
    match (first, second) {
        (Some(WordPattern::Of(one)), Some(WordPattern::Of(other))) => texts_meet(one, other, base),
        (Some(WordPattern::Of(of)), Some(WordPattern::Not(not))) | (Some(WordPattern::Not(not)), Some(WordPattern::Of(of))) => {
            of.iter().any(|text| !not.contains(text))
        }
        _ => true,
    }
}

fn base(text: &str) -> &str {
    text.rsplit('/').next().unwrap_or(text)
}

/// Whether some text of both lists may be the same; wildcards and the home may be anything.
fn texts_meet(first: &[TextPattern], second: &[TextPattern], read: fn(&str) -> &str) -> bool {
    first.iter().any(|one| {
        second.iter().any(|other| match (exact(one), exact(other)) {
            (Some(one), Some(other)) => read(one) == read(other),
            _ => true,
        })
    })
}

fn exact(text: &TextPattern) -> Option<&str> {
    match text.pieces.as_slice() {
        [] => Some(""),
        [TextPiece::Text(text)] => Some(text),
        _ => None,
    }
}

/// Two different words behind a program, of the kind that subcommands are.
fn first_words_meet(first: &StagePattern, second: &StagePattern) -> bool {
    match (first_word(first), first_word(second)) {
        (Some(one), Some(other)) if one.iter().chain(other).all(is_subcommand) => texts_meet(one, other, |text| text),
        _ => true,
    }
}

fn first_word(stage: &StagePattern) -> Option<&[TextPattern]> {
    match stage.words.iter().find(|word| matches!(word, PatternWord::Operand(_) | PatternWord::Rest))? {
        PatternWord::Operand(WordPattern::Of(texts)) => Some(texts),
        _ => None,
    }
}

fn is_subcommand(text: &TextPattern) -> bool {
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    exact(text).is_some_and(|text| text.starts_with(|c: char| c.is_ascii_lowercase()) && plain(text))
}

/// A flag that one must lack and the other has, or whose values differ.
fn excludes(first: &StagePattern, second: &StagePattern) -> bool {
    first.words.iter().any(|word| match word {
        PatternWord::NoFlag(absent) => second.words.iter().any(|other| matches!(other, PatternWord::Flag { name, .. } if name == absent)),
        PatternWord::Flag { name, value: Some(WordPattern::Of(values)) } => second.words.iter().any(|other| match other {
            PatternWord::Flag { name: same, value: Some(WordPattern::Of(others)) } => {
                same == name && !texts_meet(values, others, |text| text)
            }
            _ => false,
        }),
        _ => false,
    })
}

/// A permission without `**` takes no flag that it does not name.
fn leaves_out(permission: &StagePattern, other: &StagePattern) -> bool {
    let named = |wanted: &str| permission.words.iter().any(|word| matches!(word, PatternWord::Flag { name, .. } if name == wanted));
    !permission.words.contains(&PatternWord::Rest)
        && other.words.iter().any(|word| matches!(word, PatternWord::Flag { name, .. } if name.starts_with("--") && !named(name)))
}
