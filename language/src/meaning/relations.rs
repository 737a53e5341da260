//! Comparisons: which operators fit which types, and how each is lowered.
//!
//! `a != b` is `not (a == b)`, an order of words is `in`, `x in list-of-places` is a disjunction, `"x" in place` is `place has "x"`, a constant
//! on the left is turned around. What comes out are the atoms of the core and nothing else.

use super::conditions::{existence, with_existence};
use super::path_literals::Role;
use super::places::{Place, Use, display};
use super::spelling;
use super::typer::Typer;
use super::types::{Admits, Kind, Scalar, Type};
use crate::codes::meaning as code;
use crate::core::{Atom, Attribute, Comparison, Condition, ListKind, Literal, Operand, PathText, Reading};
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Constant;
use crate::span::Span;
use crate::tree::{Operator, Relation, Value, ValueKind};

/// The longest constant right of a text operator, in bytes; of a marked place both as written and as folded, which may be longer.
const MAX_PATTERN: usize = 4096;

impl<'c> Typer<'c> {
    /// `left OP right` as written.
    pub(super) fn relation(&mut self, left: &Value, relation: Relation, right: &Value, span: Span) -> Condition {
        let lowered = match (self.as_path(left), self.as_path(right)) {
            (Some(path), _) => {
                self.check_optional(&path, relation.negated, span);
                self.place(&path, Use::Value).and_then(|place| self.relation_of(place, relation, right, span))
            }
            (None, Some(path)) => {
                self.check_optional(&path, relation.negated, span);
                self.turned(left, relation, &path, span)
            }
            (None, None) => {
                let message = "this compares two constants; it reads nothing of the call";
                self.report(Diagnostic::error(code::TWO_CONSTANTS, span, message).help("the left side is a value such as `args.amount`"));
                None
            }
        };
        lowered.unwrap_or(Condition::True)
    }

    /// A constant on the left: the same comparison read from the other side.
    fn turned(&mut self, left: &Value, relation: Relation, right: &crate::tree::PathTree, span: Span) -> Option<Condition> {
        let mirrored = match relation.operator {
            Operator::Compare(comparison) => Operator::Compare(match comparison {
                Comparison::Equal => Comparison::Equal,
                Comparison::Less => Comparison::Greater,
                Comparison::LessOrEqual => Comparison::GreaterOrEqual,
                Comparison::Greater => Comparison::Less,
                Comparison::GreaterOrEqual => Comparison::LessOrEqual,
            }),
            Operator::In => Operator::Has,
            _ => {
                let message = "the left side of this operator is a value of the call";
                self.report(Diagnostic::error(code::TWO_CONSTANTS, left.span, message).help("write the constant on the right"));
                return None;
            }
        };
        let place = self.place(right, Use::Value)?;
        self.relation_of(place, Relation { operator: mirrored, ..relation }, left, span)
    }

    /// A place, an operator and what stands right of it; `?` and `not` are expanded here.
    pub(super) fn relation_of(&mut self, place: Place<'c>, relation: Relation, right: &Value, span: Span) -> Option<Condition> {
        let left_exists = existence(&place);
        let (condition, right_exists) = match relation.operator {
            Operator::Compare(comparison) => self.comparison(place, comparison, right, relation.span)?,
            Operator::In => (self.membership(place, right)?, None),
            Operator::Has => self.has(place, right, relation.span)?,
            Operator::Under => self.under(place, right, relation.span)?,
            Operator::Within => (self.within(&place, right, relation.span)?, None),
            Operator::Like => (self.like(place, right, relation.span)?, None),
            Operator::Matches => {
                (self.text_atom(place, right, relation.span, "matches", |text, regex| Atom::Matches { text, regex })?, None)
            }
            Operator::Contains => {
                (self.text_atom(place, right, relation.span, "contains", |text, part| Atom::Contains { text, part })?, None)
            }
            Operator::StartsWith => {
                (self.text_atom(place, right, relation.span, "starts with", |text, part| Atom::StartsWith { text, part })?, None)
            }
            Operator::EndsWith => {
                (self.text_atom(place, right, relation.span, "ends with", |text, part| Atom::EndsWith { text, part })?, None)
            }
        };
        let condition = if relation.negated { condition.negate() } else { condition };
        let paths = match &right.kind {
            ValueKind::List(values) => values.iter().filter_map(|value| self.as_path(value)).collect(),
            _ => Vec::from_iter(self.as_path(right)),
        };
        paths.iter().for_each(|path| self.check_optional(path, relation.negated, span));
        Some(with_existence([left_exists, right_exists], condition))
    }

    fn comparison(&mut self, place: Place<'c>, op: Comparison, right: &Value, span: Span) -> Option<(Condition, Option<Condition>)> {
        self.single(&place)?;
        if let Some(path) = self.as_path(right) {
            let other = self.place(&path, Use::Value)?;
            return self.compared_places(place, op, other, span);
        }
        let constant = self.constant_value(right)?;
        let condition = match (&constant, op) {
            (Constant::Null, Comparison::Equal) => {
                Condition::atom(Atom::Compare { left: place.attribute, op, right: Operand::Literal(Literal::Null) })
            }
            (_, Comparison::Equal) => {
                let literal = self.literal(&constant, &place.ty, right.span)?;
                Condition::atom(Atom::Compare { left: place.attribute, op, right: Operand::Literal(literal) })
            }
            _ => self.ordered(place, op, &constant, right.span, span)?,
        };
        Some((condition, None))
    }

    fn ordered(&mut self, place: Place<'c>, op: Comparison, constant: &Constant, at: Span, span: Span) -> Option<Condition> {
        if let Type::Scalar(Scalar::Enum { values, ordered: true }) = place.ty {
            return self.ordered_words(place, op, constant, values, at);
        }
        if let Type::Scalar(
            Scalar::Boolean | Scalar::Role | Scalar::Label | Scalar::Host | Scalar::Address | Scalar::Path | Scalar::Enum { .. },
        ) = place.ty
        {
            self.no_order(&place.ty.noun(), span);
            return None;
        }
        match self.expanded(constant.clone()) {
            Constant::Null => {
                self.report(Diagnostic::error(code::NULL_COMPARED, at, "null has no order").help("`== null` and `!= null` ask for it"));
                return None;
            }
            Constant::Text(_) | Constant::Boolean(_) | Constant::List(_) | Constant::Window(_) => {
                self.no_order(constant.noun(), span);
                return None;
            }
            _ => {}
        }
        let literal = self.literal(constant, &place.ty, at)?;
        if matches!(literal, Literal::Text(_) | Literal::Boolean(_) | Literal::Null) {
            self.no_order("text", span);
            return None;
        }
        Some(Condition::atom(Atom::Compare { left: place.attribute, op, right: Operand::Literal(literal) }))
    }

    fn no_order(&mut self, what: &str, span: Span) {
        let message = format!("{what} has no order");
        self.report(
            Diagnostic::error(code::NO_ORDER, span, message)
                .help("numbers, instants and versions have one; text compares by `==`, `in`, `like`"),
        );
    }

    /// An order over words is the list of the words it admits.
    fn ordered_words(&mut self, place: Place<'c>, op: Comparison, constant: &Constant, values: &[&str], at: Span) -> Option<Condition> {
        let Literal::Text(word) = self.literal(constant, &place.ty, at)? else {
            let help = format!("compare with {}", spelling::alternatives(values.iter().copied()));
            self.report(Diagnostic::error(code::WRONG_VALUE, at, "this is none of the values in the order").help(help));
            return None;
        };
        let bound = values.iter().position(|value| *value == word)?;
        let mut admitted: Vec<Literal> = values
            .iter()
            .enumerate()
            .filter(|(rank, _)| match op {
                Comparison::Equal => *rank == bound,
                Comparison::Less => *rank < bound,
                Comparison::LessOrEqual => *rank <= bound,
                Comparison::Greater => *rank > bound,
                Comparison::GreaterOrEqual => *rank >= bound,
            })
            .map(|(_, value)| Literal::Text((*value).to_owned()))
            .collect();
        if admitted.is_empty() || admitted.len() == values.len() {
            let which = if admitted.is_empty() { "no value" } else { "every value" };
            let message = format!("{which} is on that side of `{word}`");
            self.report(Diagnostic::error(code::NEVER_TRUE, at, message).help(format!("the order is {}", values.join(" < "))));
            return None;
        }
        admitted.sort();
        Some(Condition::atom(Atom::In { left: place.attribute, list: ListKind::Literals(admitted) }))
    }

    fn compared_places(&mut self, left: Place<'c>, op: Comparison, right: Place<'c>, span: Span) -> Option<(Condition, Option<Condition>)> {
        self.single(&right)?;
        let exists = existence(&right);
        let (left, right, op) =
            if op == Comparison::Equal && leads(&right) && !leads(&left) { (right, left, op) } else { (left, right, op) };
        let comparable = if op == Comparison::Equal { comparable(&left.ty, &right.ty) } else { both_ordered(&left.ty, &right.ty) };
        if !comparable {
            let (left, right) = (left.ty.noun(), right.ty.noun());
            self.report(if op == Comparison::Equal {
                Diagnostic::error(code::WRONG_VALUE, span, format!("{left} is never equal to {right}")).help("compare values of one type")
            } else {
                let message = format!("{left} and {right} have no order between them");
                Diagnostic::error(code::NO_ORDER, span, message).help("two numbers, two instants and two versions have one")
            });
            return None;
        }
        let condition = Condition::atom(Atom::Compare { left: left.attribute, op, right: Operand::Attribute(right.attribute) });
        Some((condition, exists))
    }

    /// A place that is one value: no list and no object.
    fn single(&mut self, place: &Place<'c>) -> Option<()> {
        if place.ty.is_only(Kind::List) {
            let message = "this is a list, and the operator takes one value";
            self.report(Diagnostic::error(code::LIST_WHOLE, place.span, message).help("write `has`, or `any` or `every` before it"));
            return None;
        }
        if place.ty.is_only(Kind::Object) {
            let message = "this is an object, and the operator takes one value";
            self.report(Diagnostic::error(code::WRONG_OPERATOR, place.span, message).help("name one of its members"));
            return None;
        }
        Some(())
    }

    fn membership(&mut self, place: Place<'c>, right: &Value) -> Option<Condition> {
        self.single(&place)?;
        if let Some(path) = self.as_path(right) {
            let list = self.place(&path, Use::Value)?;
            self.list_type(&list)?;
            let element = list.ty.element();
            if !comparable(&place.ty, &element) {
                let message = format!("{} is never an element that is {}", place.ty.noun(), element.noun());
                self.report(Diagnostic::error(code::WRONG_VALUE, right.span, message).help("compare values of one type"));
                return None;
            }
            let exists = existence(&list);
            let condition = Condition::atom(Atom::In { left: place.attribute, list: ListKind::Attribute(list.attribute) });
            return Some(with_existence([exists], condition));
        }
        if let ValueKind::List(values) = &right.kind {
            return self.one_of(place, values, right.span);
        }
        let constant = self.constant_value(right)?;
        match self.expanded(constant) {
            Constant::List(constants) => {
                let literals = constants.iter().map(|constant| self.literal(constant, &place.ty, right.span)).collect::<Vec<_>>();
                self.in_literals(place, literals, right.span)
            }
            Constant::Word(word) => {
                let message = format!("there is no `let {word}`, and `in` takes a list");
                self.report(Diagnostic::error(code::UNKNOWN_WORD, right.span, message).help(format!("write `[{word}]`")));
                None
            }
            other => {
                let message = format!("`in` takes a list, this is {}", other.noun());
                self.report(Diagnostic::error(code::NO_LIST, right.span, message).help("put it in brackets"));
                None
            }
        }
    }

    /// A written list: constants in one atom, places beside it.
    fn one_of(&mut self, place: Place<'c>, values: &[Value], span: Span) -> Option<Condition> {
        let mut literals = Vec::new();
        let mut places = Vec::new();
        for value in values {
            if self.as_path(value).is_some() {
                let equal = self.comparison(place.clone(), Comparison::Equal, value, value.span);
                places.push(equal.map(|(condition, exists)| with_existence([exists], condition))?);
            } else {
                let constant = self.constant_value(value)?;
                literals.extend(self.spread(&constant, &place.ty, value.span));
            }
        }
        if places.is_empty() {
            return self.in_literals(place, literals, span);
        }
        let constants = if literals.is_empty() { None } else { Some(self.in_literals(place, literals, span)?) };
        Some(Condition::any(constants.into_iter().chain(places)))
    }

    /// A `let` of a list inside a list stands for its elements.
    fn spread(&mut self, constant: &Constant, ty: &Type<'c>, span: Span) -> Vec<Option<Literal>> {
        let named = match constant {
            Constant::Word(word) => self.names.constant(word),
            _ => None,
        };
        match named {
            Some(Constant::List(elements)) => elements.iter().map(|element| self.literal(element, ty, span)).collect(),
            _ => vec![self.literal(constant, ty, span)],
        }
    }

    fn in_literals(&mut self, place: Place<'c>, literals: Vec<Option<Literal>>, span: Span) -> Option<Condition> {
        let mut literals = literals.into_iter().collect::<Option<Vec<Literal>>>()?;
        if literals.is_empty() {
            self.report(Diagnostic::error(code::NEVER_TRUE, span, "nothing is in an empty list").help("name what it may be"));
            return None;
        }
        literals.sort();
        literals.dedup();
        Some(Condition::atom(Atom::In { left: place.attribute, list: ListKind::Literals(literals) }))
    }

    fn list_type(&mut self, list: &Place<'c>) -> Option<()> {
        let diagnostic = match list.ty.admits(Kind::List) {
            Admits::Yes => return Some(()),
            Admits::No => {
                let message = format!("a list is needed, this is {}", list.ty.noun());
                Diagnostic::error(code::NO_LIST, list.span, message).help("`==` compares one value, `contains` looks into text")
            }
            Admits::NotIn(function) => {
                let message = format!("this is no list in `{}`", display(&function));
                Diagnostic::error(code::SCHEMAS_DISAGREE, list.span, message).help("split the item by function")
            }
        };
        self.report(diagnostic);
        None
    }

    fn has(&mut self, list: Place<'c>, right: &Value, span: Span) -> Option<(Condition, Option<Condition>)> {
        self.list_type(&list)?;
        let element = list.ty.element();
        let attribute = self.list_attribute(&list, &element, span)?;
        if let Some(path) = self.as_path(right) {
            let value = self.place(&path, Use::Value)?;
            self.single(&value)?;
            if !comparable(&element, &value.ty) {
                let message = format!("an element is {}, which is never {}", element.noun(), value.ty.noun());
                self.report(Diagnostic::error(code::WRONG_VALUE, right.span, message).help("compare values of one type"));
                return None;
            }
            let exists = existence(&value);
            return Some((Condition::atom(Atom::Has { list: attribute, value: Operand::Attribute(value.attribute) }), exists));
        }
        let constant = self.constant_value(right)?;
        let literal = self.literal(&constant, &element, right.span)?;
        Some((Condition::atom(Atom::Has { list: attribute, value: Operand::Literal(literal) }), None))
    }

    /// The list with the reading of its elements.
    fn list_attribute(&mut self, list: &Place<'c>, element: &Type<'c>, span: Span) -> Option<Attribute> {
        let reading = match (element, element.mark()) {
            (Type::Scalar(Scalar::Path), _) => Reading::Path,
            (_, Ok(mark)) => mark.map_or(Reading::Plain, Reading::Marked),
            (_, Err(())) => {
                let message = "the item's functions mark this list differently";
                self.report(Diagnostic::error(code::SCHEMAS_DISAGREE, span, message).help("split the item by function"));
                return None;
            }
        };
        Some(Attribute { reading, ..list.attribute.clone() })
    }

    fn under(&mut self, place: Place<'c>, right: &Value, span: Span) -> Option<(Condition, Option<Condition>)> {
        self.textual(&place, "under", span)?;
        let machine = place.attribute.reading == Reading::Path;
        if let Some(path) = self.as_path(right) {
            let base = self.place(&path, Use::Value)?;
            if machine != (base.attribute.reading == Reading::Path) {
                let message = "one side is a resolved path of the machine, the other is text of the call";
                let help = "paths that a call touches are in `paths`, `reads` and `writes`: `every paths under session.workspace`";
                self.report(Diagnostic::error(code::WRONG_VALUE, span, message).help(help));
                return None;
            }
            self.textual(&base, "under", right.span)?;
            let exists = existence(&base);
            return Some((Condition::atom(Atom::Under { path: place.attribute, base: PathText::Attribute(base.attribute) }), exists));
        }
        let text = self.constant_text(right, "under")?;
        let base = if machine { self.path_literal(&text, Role::Base, right.span)? } else { self.bare_literal(&text, right.span)? };
        Some((Condition::atom(Atom::Under { path: place.attribute, base: PathText::Literal(base) }), None))
    }

    fn like(&mut self, place: Place<'c>, right: &Value, span: Span) -> Option<Condition> {
        self.textual(&place, "like", span)?;
        let text = self.pattern_text(right, "like", place.attribute.reading)?;
        if place.attribute.reading == Reading::Path {
            let pattern = self.path_literal(&text, Role::Pattern, right.span)?;
            return Some(Condition::atom(Atom::LikePath { path: place.attribute, pattern }));
        }
        self.check_host(&place, &text, right.span)?;
        Some(Condition::atom(Atom::Like { text: place.attribute, glob: text }))
    }

    fn text_atom(
        &mut self,
        place: Place<'c>,
        right: &Value,
        span: Span,
        word: &str,
        atom: impl FnOnce(Attribute, String) -> Atom,
    ) -> Option<Condition> {
        if place.ty.is_only(Kind::List) && word == "contains" {
            let message = "`contains` looks into text, and this is a list";
            let diagnostic = Diagnostic::error(code::LIST_WHOLE, place.span, message);
            self.report(diagnostic.fix("write `has`", span, "has", false));
            return None;
        }
        if place.attribute.reading == Reading::Path {
            let message = format!("`{word}` reads text, and this is a path");
            self.report(Diagnostic::error(code::WRONG_OPERATOR, span, message).help("paths compare by `under`, `like`, `==` and `in`"));
            return None;
        }
        self.textual(&place, word, span)?;
        let text = self.pattern_text(right, word, place.attribute.reading)?;
        if word != "matches" {
            self.check_host(&place, &text, right.span)?;
        }
        Some(Condition::atom(atom(place.attribute, text)))
    }

    /// A part of a host's name is written as hosts are sent.
    fn check_host(&mut self, place: &Place<'c>, text: &str, span: Span) -> Option<()> {
        if place.ty == Type::Scalar(Scalar::Host) { self.host_form(text, false, span) } else { Some(()) }
    }

    /// The left side of a text operator.
    fn textual(&mut self, place: &Place<'c>, word: &str, span: Span) -> Option<()> {
        self.single(place)?;
        if place.attribute.reading == Reading::Path {
            return Some(());
        }
        let diagnostic = match place.ty.admits(Kind::Text) {
            Admits::Yes => return Some(()),
            Admits::No => {
                let message = format!("`{word}` reads text, and this is {}", place.ty.noun());
                Diagnostic::error(code::WRONG_OPERATOR, span, message).help("`==`, `in` and, for numbers, `<` compare it")
            }
            Admits::NotIn(function) => {
                let message = format!("`{word}` reads text, and in `{}` this is none", display(&function));
                Diagnostic::error(code::SCHEMAS_DISAGREE, span, message).help("split the item by function")
            }
        };
        self.report(diagnostic);
        None
    }

    /// The constant text right of a text operator, within the limit.
    fn pattern_text(&mut self, right: &Value, word: &str, reading: Reading) -> Option<String> {
        let text = self.constant_text(right, word)?;
        let is_folded = matches!(reading, Reading::Marked(_)) && word != "matches";
        let length = if is_folded { text.len().max(lowered_length(&text)) } else { text.len() };
        if length > MAX_PATTERN {
            let without_case = if length > text.len() { "; without case this is longer than written" } else { "" };
            let message = format!("at most {MAX_PATTERN} bytes stand right of `{word}`{without_case}");
            self.report(Diagnostic::error(code::TOO_LONG, right.span, message).help("split it over several conditions"));
            return None;
        }
        Some(text)
    }

    /// The constant text right of an operator.
    fn constant_text(&mut self, right: &Value, word: &str) -> Option<String> {
        if self.as_path(right).is_some() {
            let message = format!("right of `{word}` stands a constant, not a value of the call");
            self.report(
                Diagnostic::error(code::NOT_CONSTANT, right.span, message)
                    .help("compare two values of a call by `==`, or paths by `under`"),
            );
            return None;
        }
        let constant = self.constant_value(right)?;
        match self.expanded(constant) {
            Constant::Text(text) => self.normal(&text, right.span),
            other => {
                let (code, message): (Code, String) = match &other {
                    Constant::Word(unknown) => (code::UNKNOWN_WORD, format!("there is no `let {unknown}`")),
                    _ => (code::WRONG_VALUE, format!("`{word}` takes text, this is {}", other.noun())),
                };
                self.report(Diagnostic::error(code, right.span, message).help("text is written in quotes"));
                None
            }
        }
    }

    fn within(&mut self, place: &Place<'c>, right: &Value, span: Span) -> Option<Condition> {
        if place.ty != Type::Scalar(Scalar::Instant) {
            let message = format!("`within` reads the time, and this is {}", place.ty.noun());
            self.report(Diagnostic::error(code::WRONG_OPERATOR, span, message).help("write `now within …`"));
            return None;
        }
        let constant = self.constant_value(right)?;
        match self.expanded(constant) {
            Constant::Window(window) => Some(Condition::atom(Atom::Within { time: place.attribute.clone(), window })),
            other => {
                let message = format!("`within` takes a weekly window, this is {}", other.noun());
                let help = "write `mon-fri 07:00..19:00 in \"Europe/Zurich\"`";
                self.report(Diagnostic::error(code::WRONG_VALUE, right.span, message).help(help));
                None
            }
        }
    }
}

/// The bytes of the text without case, each code point lower-cased.
fn lowered_length(text: &str) -> usize {
    crate::core::folded(text).len()
}

/// Whether a place's reading should decide how both sides compare.
fn leads(place: &Place<'_>) -> bool {
    place.attribute.reading != Reading::Plain
}

/// Whether places of two calls may have equal values: numbers and texts compare as a server would read them, `12` as `"12"`.
pub(super) fn same_kind(left: &Type<'_>, right: &Type<'_>) -> bool {
    let has = |ty: &Type<'_>, kind| ty.admits(kind) != Admits::No;
    let written = |ty: &Type<'_>| has(ty, Kind::Number) || has(ty, Kind::Text);
    (written(left) && written(right)) || (has(left, Kind::Boolean) && has(right, Kind::Boolean))
}

/// Whether two places may ever be equal.
fn comparable(left: &Type<'_>, right: &Type<'_>) -> bool {
    match (left, right) {
        (left, right) if is_own_kind(left) || is_own_kind(right) => left == right,
        (Type::Any, _) | (_, Type::Any) => true,
        _ => [Kind::Boolean, Kind::Number, Kind::Text]
            .into_iter()
            .any(|kind| left.admits(kind) == Admits::Yes && right.admits(kind) == Admits::Yes),
    }
}

/// Instants, versions and paths of the machine compare with their own kind only: text of a call is not resolved into one.
fn is_own_kind(ty: &Type<'_>) -> bool {
    matches!(ty, Type::Scalar(Scalar::Instant | Scalar::Version | Scalar::Path))
}

/// Whether both are numbers, or both instants or versions.
fn both_ordered(left: &Type<'_>, right: &Type<'_>) -> bool {
    let time_like = |ty: &Type<'_>| matches!(ty, Type::Scalar(Scalar::Instant | Scalar::Version));
    match (left, right) {
        (left, right) if time_like(left) || time_like(right) => left == right,
        (left, right) => left.admits(Kind::Number) == Admits::Yes && right.admits(Kind::Number) == Admits::Yes,
    }
}
