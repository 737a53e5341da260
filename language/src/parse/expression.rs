//! Conditions: `or` below `and` below `not` below a relation. Chains are flat, so that depth comes from brackets and `not` alone.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::reader::Reader;
use super::{time, value};
use crate::codes::syntax as codes;
use crate::core::Comparison;
use crate::span::Span;
use crate::tree::{Expression, ExpressionKind, Operator, PathTree, QuantifierTree, Relation, Value, ValueKind};

/// Reads the condition that a clause holds.
pub(super) fn inside<'t>(reader: &mut Reader<'t>, clause: Pair<'t, Rule>) -> Option<Expression> {
    let condition = reader.parts(clause).into_iter().find(|part| part.as_rule() == Rule::condition)?;
    Some(read(reader, condition))
}

/// Reads a `condition`, `conjunction` or `negation` pair.
fn read<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Expression {
    let span = reader.span(&pair);
    match pair.as_rule() {
        Rule::condition => joined(reader, pair, ExpressionKind::Or),
        Rule::conjunction => joined(reader, pair, ExpressionKind::And),
        Rule::negation => negation(reader, pair),
        Rule::group => pair.into_inner().find(|part| part.as_rule() == Rule::condition).map_or(broken(span), |inner| read(reader, inner)),
        Rule::existence => existence(reader, pair).unwrap_or(broken(span)),
        Rule::quantified => quantified(reader, pair).unwrap_or(broken(span)),
        _ => relation(reader, pair).unwrap_or(broken(span)),
    }
}

/// What stands where a condition could not be read.
pub(super) fn broken(span: Span) -> Expression {
    Expression { kind: ExpressionKind::Broken, span }
}

fn joined<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, join: fn(Vec<Expression>) -> ExpressionKind) -> Expression {
    let span = reader.span(&pair);
    let mut operands = Vec::new();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::and => word_slip(reader, part, "and"),
            Rule::or => word_slip(reader, part, "or"),
            _ => operands.push(read(reader, part)),
        }
    }
    match operands.len() {
        1 => operands.remove(0),
        _ => Expression { kind: join(operands), span },
    }
}

fn word_slip<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, word: &str) {
    let Some(inner) = pair.into_inner().next() else { return };
    if matches!(inner.as_rule(), Rule::slip_and | Rule::slip_or | Rule::slip_not) {
        // `!x` needs a blank when it becomes a word.
        let replacement = if inner.as_str() == "!" { format!("{word} ") } else { word.to_owned() };
        reader.slip(codes::OPERATOR_WORD, &inner, format!("`{}` is written `{word}`", inner.as_str()), &replacement);
    }
}

fn negation<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Expression {
    let span = reader.span(&pair);
    let mut parts = pair.into_inner();
    let Some(first) = parts.next() else { return broken(span) };
    if first.as_rule() != Rule::not {
        return read(reader, first);
    }
    word_slip(reader, first, "not");
    let inner = parts.next().map_or(broken(span), |inner| read(reader, inner));
    Expression { kind: ExpressionKind::Not(Box::new(inner)), span }
}

fn existence<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Expression> {
    let span = reader.span(&pair);
    let path = pair.into_inner().find(|part| part.as_rule() == Rule::path)?;
    Some(Expression { kind: ExpressionKind::Exists(value::read_path(reader, path)?), span })
}

fn quantified<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Expression> {
    let span = reader.span(&pair);
    let mut parts = pair.into_inner();
    let quantifier = quantifier(reader, parts.next()?);
    let rest = parts.next()?;
    let kind = match rest.as_rule() {
        Rule::bound => bound(reader, rest, quantifier)?,
        _ => listed(reader, rest, quantifier)?,
    };
    Some(Expression { kind, span })
}

fn quantifier<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> QuantifierTree {
    let parts: Vec<_> = pair.into_inner().collect();
    match parts.iter().map(Pair::as_rule).collect::<Vec<_>>().as_slice() {
        [Rule::k_any, Rule::k_seen] => QuantifierTree::AnySeen,
        [Rule::k_any] => QuantifierTree::Any,
        rules => {
            if let ([Rule::slip_every], Some(all)) = (rules, parts.first()) {
                reader.slip(codes::OPERATOR_WORD, all, "`all` is written `every`", "every");
            }
            QuantifierTree::Every
        }
    }
}

fn bound<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, quantifier: QuantifierTree) -> Option<ExpressionKind> {
    let (mut binder, mut list, mut body) = (None, None, None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::binder => binder = Some(reader.spanned(&part)),
            Rule::path => list = value::read_path(reader, part),
            Rule::condition => body = Some(Box::new(read(reader, part))),
            _ => {}
        }
    }
    Some(ExpressionKind::QuantifiedBody { quantifier, binder: binder?, list: list?, body: body? })
}

fn listed<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, quantifier: QuantifierTree) -> Option<ExpressionKind> {
    let mut parts = pair.into_inner();
    let list: PathTree = value::read_path(reader, parts.next()?)?;
    let (relation, right) = comparison(reader, parts.next()?)?;
    Some(ExpressionKind::QuantifiedRelation { quantifier, list, relation, right })
}

fn relation<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Expression> {
    let span = reader.span(&pair);
    let mut parts = pair.into_inner();
    let left = value::read(reader, parts.next()?);
    let kind = match parts.next() {
        Some(rest) => {
            let right = comparison(reader, rest);
            let (left, (relation, right)) = left.zip(right)?;
            ExpressionKind::Relation { left, relation, right }
        }
        None => alone(reader, left?)?,
    };
    Some(Expression { kind, span })
}

/// A value that stands for a condition: a boolean of the call or a constant.
fn alone(reader: &mut Reader<'_>, value: Value) -> Option<ExpressionKind> {
    let span = value.span;
    match value.kind {
        ValueKind::Boolean(constant) => Some(ExpressionKind::Constant(constant)),
        ValueKind::Path(path) => Some(ExpressionKind::Path(path)),
        // A word alone may be a `let` that holds a boolean, or a quantifier's element; names decide, not the grammar.
        ValueKind::Word(word) => {
            let head = crate::span::Spanned::new(word, span);
            Some(ExpressionKind::Path(PathTree { head, segments: Vec::new(), optional: None, otherwise: None, span }))
        }
        _ => {
            let message = "a constant alone is no condition";
            reader.broken(
                crate::diagnostic::Diagnostic::error(codes::UNEXPECTED, span, message).help("compare something with it: `args.x == …`"),
            );
            None
        }
    }
}

fn comparison<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<(Relation, Value)> {
    let mut parts = pair.into_inner();
    let operator = operator(reader, parts.next()?)?;
    let right = parts.next()?;
    let span = reader.span(&right);
    let value = match right.as_rule() {
        Rule::window => time::window(reader, right).map(|window| Value { kind: ValueKind::Window(window), span }),
        _ => value::read(reader, right),
    };
    Some((operator, value?))
}

fn operator<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Relation> {
    let span = reader.span(&pair);
    let within = pair.as_rule() == Rule::within_operator;
    let parts: Vec<_> = pair.into_inner().collect();
    let mut negated = parts.first().is_some_and(|part| part.as_rule() == Rule::k_not);
    let word = parts.last()?;
    let operator = match word.as_rule() {
        _ if within => Operator::Within,
        Rule::slip_operator => {
            let (name, operator, negates) = foreign_operator(word.as_str());
            reader.slip(codes::OPERATOR_WORD, word, format!("`{}` is written `{name}`", word.as_str()), name);
            negated |= negates;
            operator
        }
        Rule::symbol => {
            negated |= word.as_str() == "!=";
            symbol(word.as_str())
        }
        _ => word_operator(word.clone().into_inner().next()?.as_rule()),
    };
    Some(Relation { operator, negated, span })
}

fn symbol(written: &str) -> Operator {
    Operator::Compare(match written {
        "<" => Comparison::Less,
        "<=" => Comparison::LessOrEqual,
        ">" => Comparison::Greater,
        ">=" => Comparison::GreaterOrEqual,
        _ => Comparison::Equal,
    })
}

fn word_operator(rule: Rule) -> Operator {
    match rule {
        Rule::k_in => Operator::In,
        Rule::k_has => Operator::Has,
        Rule::k_like => Operator::Like,
        Rule::k_matches => Operator::Matches,
        Rule::k_contains => Operator::Contains,
        Rule::k_starts => Operator::StartsWith,
        Rule::k_ends => Operator::EndsWith,
        _ => Operator::Under,
    }
}

/// How an operator of another language is written here, what it is, and whether it negates.
fn foreign_operator(written: &str) -> (&'static str, Operator, bool) {
    let equal = Operator::Compare(Comparison::Equal);
    match written {
        "!==" | "<>" => ("!=", equal, true),
        "=<" => ("<=", Operator::Compare(Comparison::LessOrEqual), false),
        "=~" | "match" => ("matches", Operator::Matches, false),
        "startswith" | "starts_with" | "startsWith" => ("starts with", Operator::StartsWith, false),
        "endswith" | "ends_with" | "endsWith" => ("ends with", Operator::EndsWith, false),
        "includes" => ("contains", Operator::Contains, false),
        "IN" => ("in", Operator::In, false),
        "LIKE" => ("like", Operator::Like, false),
        _ if written.starts_with("is") && written.ends_with("not") => ("!=", equal, true),
        _ => ("==", equal, false),
    }
}
