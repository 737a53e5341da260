//! The regular expressions that an item writes, tried out while it is checked, so that a bad one is found where it stands and not only when
//! a snapshot is built.

use straza_language::diagnostic::{Code, Diagnostic};
use straza_language::names::Constant;
use straza_language::span::Span;
use straza_language::tree::{Expression, ExpressionKind, GroundTree, ItemTree, Operator, OutcomeTree, Relation, Value, ValueKind};

use super::items::{Item, parsed_item};
use super::scope::visible_constant;
use crate::codes;
use crate::db::{Db, Name, SourceFile};
use crate::expression::{ExpressionError, compile_expression};

/// Why an expression has no table; `None` where it has one.
#[salsa::tracked]
pub(crate) fn expression_error<'db>(db: &'db dyn Db, expression: Name<'db>) -> Option<ExpressionError> {
    compile_expression(expression.text(db)).err()
}

/// What is wrong with the regular expressions of an item.
#[salsa::tracked]
pub(crate) fn item_expressions<'db>(db: &'db dyn Db, item: Item<'db>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let tree = &parsed_item(db, item).item.kind;
    let mut check = |text: String, span| {
        let text = Name::new(db, text);
        found.extend(expression_error(db, text).as_ref().map(|error| diagnostic(error, text.text(db), span)));
    };
    each_condition(tree, &mut |condition| {
        each_pattern(condition, &mut |value| {
            if let Some(text) = text_of(db, item.file(db), value) {
                check(text, value.span);
            }
        });
    });
    if let ItemTree::Result(result) = tree {
        result.redact.iter().for_each(|redact| check(redact.regex.value.clone(), redact.regex.span));
    }
    found
}

/// A finding about an expression: the place is the constant's, escapes included, so the part in question is quoted beside it.
fn diagnostic(error: &ExpressionError, expression: &str, span: Span) -> Diagnostic {
    let found = Diagnostic::error(code(error), span, error.to_string()).help(error.help());
    match error {
        ExpressionError::Syntax { at: (start, end), .. } => match expression.get(*start..*end) {
            Some(part) if !part.is_empty() && part != expression => found.label(format!("at `{part}`")),
            _ => found,
        },
        _ => found,
    }
}

/// The code of an error.
pub(crate) fn code(error: &ExpressionError) -> Code {
    match error {
        ExpressionError::Syntax { .. } => codes::EXPRESSION_SYNTAX,
        ExpressionError::TooLong { .. } => codes::EXPRESSION_TOO_LONG,
        ExpressionError::UnicodeWordBoundary => codes::UNICODE_WORD_BOUNDARY,
        ExpressionError::TooLarge => codes::EXPRESSION_TOO_LARGE,
    }
}

/// The text that a value writes: a constant's own, or that of the `let` that it names.
fn text_of(db: &dyn Db, file: SourceFile, value: &Value) -> Option<String> {
    match &value.kind {
        ValueKind::Text(text) => Some(text.clone()),
        ValueKind::Word(word) => match visible_constant(db, file, Name::new(db, word.clone())) {
            Some(Constant::Text(text)) => Some(text.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn each_condition<'t>(item: &'t ItemTree, visit: &mut impl FnMut(&'t Expression)) {
    match item {
        ItemTree::Policy(policy) => policy.applies.iter().for_each(visit),
        ItemTree::Defaults(rows) => rows.iter().for_each(|row| each_guard(&row.outcome, visit)),
        ItemTree::Rule(rule) | ItemTree::Floor(rule) => {
            rule.when.iter().chain(&rule.unless).for_each(&mut *visit);
            each_outcome(&rule.outcomes, visit);
        }
        ItemTree::Limit(limit) => {
            each_ground(&limit.ground, visit);
            each_outcome(&limit.outcomes, visit);
        }
        ItemTree::Label(label) => {
            label.from.iter().for_each(|line| each_ground(&line.ground, visit));
            label.clears.iter().for_each(|clear| each_ground(&clear.line.ground, visit));
        }
        ItemTree::Origin(origin) => {
            each_ground(&origin.ground, visit);
            each_outcome(&origin.outcomes, visit);
        }
        ItemTree::Duty(duty) => {
            duty.when.iter().chain(&duty.unless).for_each(&mut *visit);
            each_outcome(&duty.outcomes, visit);
        }
        ItemTree::Sequence(sequence) => {
            sequence.steps.iter().for_each(|line| each_ground(&line.ground, visit));
            each_outcome(&sequence.outcomes, visit);
        }
        ItemTree::Stub(stub) => each_ground(&stub.ground, visit),
        ItemTree::Result(result) => {
            each_ground(&result.ground, visit);
            each_outcome(&result.withhold, visit);
        }
        ItemTree::Exception(exception) => exception.when.iter().chain(&exception.unless).for_each(visit),
        _ => {}
    }
}

fn each_ground<'t>(ground: &'t GroundTree, visit: &mut impl FnMut(&'t Expression)) {
    ground.when.iter().chain(&ground.unless).for_each(visit);
}

fn each_outcome<'t>(outcomes: &'t [OutcomeTree], visit: &mut impl FnMut(&'t Expression)) {
    outcomes.iter().for_each(|outcome| each_guard(outcome, visit));
}

fn each_guard<'t>(outcome: &'t OutcomeTree, visit: &mut impl FnMut(&'t Expression)) {
    outcome.when.iter().chain(&outcome.unless).for_each(visit);
}

/// The right sides of `matches`. Conditions nest no deeper than the reader lets them.
fn each_pattern<'t>(condition: &'t Expression, visit: &mut dyn FnMut(&'t Value)) {
    let is_matches = |relation: &Relation| relation.operator == Operator::Matches;
    match &condition.kind {
        ExpressionKind::Or(parts) | ExpressionKind::And(parts) => parts.iter().for_each(|part| each_pattern(part, visit)),
        ExpressionKind::Not(inner) => each_pattern(inner, visit),
        ExpressionKind::QuantifiedBody { body, .. } => each_pattern(body, visit),
        ExpressionKind::Relation { relation, right, .. } | ExpressionKind::QuantifiedRelation { relation, right, .. }
            if is_matches(relation) =>
        {
            visit(right);
        }
        _ => {}
    }
}
