//! Conditions: connectives, existence, booleans and quantifiers, from the tree to the core.

use super::guards::Guard;
use super::places::{Place, Use};
use super::typer::{Binder, MAX_BINDERS, Typer};
use super::types::{Admits, Kind};
use crate::codes::meaning as code;
use crate::core::{Atom, Attribute, Condition, Quantifier, Root};
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::span::Span;
use crate::tree::{Expression, ExpressionKind, Name, PathTree, QuantifierTree, Relation, Value, ValueKind};
use crate::values::{is_enum_value, row_of};
use crate::words::VALUE_ROOTS;

use super::spelling;

impl<'c> Typer<'c> {
    /// `when` and `unless` together, as one condition; each is read under what the other says exists.
    pub(super) fn guard_pair(&mut self, when: Option<&Expression>, unless: Option<&Expression>) -> Condition {
        self.check_constant("when", when, false);
        self.check_constant("unless", unless, true);
        let from_unless = unless.map_or_else(Vec::new, |unless| self.where_false(unless));
        let from_when = when.map_or_else(Vec::new, |when| self.where_true(when));
        let positive = when.map_or(Condition::True, |when| self.guarded(from_unless, |typer| typer.condition(when)));
        let negative = unless.map_or(Condition::True, |unless| {
            self.negations += 1;
            let condition = self.guarded(from_when, |typer| typer.condition(unless));
            self.negations -= 1;
            condition.negate()
        });
        Condition::all([positive, negative])
    }

    /// Lowers a condition. A part that cannot be typed is reported and stands as true: with an error nothing compiles.
    pub(super) fn condition(&mut self, expression: &Expression) -> Condition {
        match &expression.kind {
            ExpressionKind::And(parts) => Condition::all(self.parts(parts, Self::where_true)),
            ExpressionKind::Or(parts) => Condition::any(self.parts(parts, Self::where_false)),
            ExpressionKind::Not(inner) => self.negated(inner),
            ExpressionKind::Exists(path) => {
                self.place(path, Use::Existence).map_or(Condition::True, |place| Condition::atom(Atom::Exists(place.attribute)))
            }
            ExpressionKind::Path(path) => self.boolean(path, expression.span),
            ExpressionKind::Constant(value) => {
                if *value {
                    Condition::True
                } else {
                    Condition::False
                }
            }
            ExpressionKind::Relation { left, relation, right } => self.relation(left, *relation, right, expression.span),
            ExpressionKind::QuantifiedRelation { quantifier, list, relation, right } => {
                self.check_seen(*quantifier, list.span, expression.span);
                self.quantified_relation(*quantifier, list, *relation, right, expression.span)
            }
            ExpressionKind::QuantifiedBody { quantifier, binder, list, body } => {
                self.check_seen(*quantifier, binder.span, expression.span);
                self.quantified_body(*quantifier, binder, list, body, expression.span)
            }
            ExpressionKind::Broken => Condition::True,
        }
    }

    /// Each part, under what all the others say exists.
    fn parts(&mut self, parts: &[Expression], says: impl Fn(&Self, &Expression) -> Vec<Guard>) -> Vec<Condition> {
        let said: Vec<Vec<Guard>> = parts.iter().map(|part| says(self, part)).collect();
        said.iter().flatten().for_each(|guard| self.guards.add(guard));
        let mut lowered = Vec::with_capacity(parts.len());
        for (part, own) in parts.iter().zip(&said) {
            own.iter().for_each(|guard| self.guards.remove(guard));
            lowered.push(self.condition(part));
            own.iter().for_each(|guard| self.guards.add(guard));
        }
        said.iter().flatten().for_each(|guard| self.guards.remove(guard));
        lowered
    }

    fn negated(&mut self, inner: &Expression) -> Condition {
        self.negations += 1;
        self.written_negations += 1;
        let condition = self.condition(inner);
        self.negations -= 1;
        self.written_negations -= 1;
        condition.negate()
    }

    /// A path alone.
    fn boolean(&mut self, path: &PathTree, span: Span) -> Condition {
        let Some(place) = self.place(path, Use::Value) else { return Condition::True };
        let name = spelling::path(path);
        match place.ty.admits(Kind::Boolean) {
            Admits::Yes => {}
            Admits::No => {
                let message = format!("`{name}` is {}, not a boolean", place.ty.noun());
                self.report(Diagnostic::error(code::NOT_BOOLEAN, path.span, message).help("compare it with something"));
            }
            Admits::NotIn(function) => {
                let message = format!("`{name}` is no boolean in `{}`", super::places::display(&function));
                self.report(Diagnostic::error(code::SCHEMAS_DISAGREE, path.span, message).help("split the item by function"));
            }
        }
        self.check_optional(path, false, span);
        with_existence([existence(&place)], Condition::atom(Atom::Holds(place.attribute)))
    }

    /// `?` under a negation in a restriction: absent makes the comparison false, and the reader may expect either.
    pub(super) fn check_optional(&mut self, path: &PathTree, negated: bool, whole: Span) {
        let Some(mark) = path.optional.filter(|_| self.restricts && (negated || self.written_negations > 0)) else { return };
        let name = spelling::path(path);
        let applies = format!("(not exists {name} or ");
        let passes = format!("(exists {name} and ");
        let (apply, pass) = if self.negations.is_multiple_of(2) { (applies, passes) } else { (passes, applies) };
        let message = format!("what holds when `{name}` is absent? `?` under a negation reads both ways");
        let fix = |title: &str, opening: String| Fix { title: title.to_owned(), edits: rewritten(whole, mark, opening), automatic: false };
        let mut diagnostic = Diagnostic::error(code::OPTIONAL_NEGATED, path.span, message)
            .help(format!("ask for it: `not exists {name} or …` to apply when it is absent, `exists {name} and …` not to"));
        diagnostic.fixes = vec![fix("apply also when it is absent", apply), fix("do not apply when it is absent", pass)];
        self.report(diagnostic);
    }

    /// A guard that has one answer for every call; `turned` where it keeps off what it guards.
    fn check_constant(&mut self, word: &str, guard: Option<&Expression>, turned: bool) {
        let Some((guard, value)) = guard.and_then(|guard| Some((guard, constant(guard)?))) else { return };
        let (effect, help) = match value == turned {
            true => ("what it guards never applies", "take out the constant, or what it guards"),
            false => ("it guards nothing", "leave the guard out, or say what it is for"),
        };
        let message = format!("this `{word}` is {value} for every call, so {effect}");
        self.report(Diagnostic::warning(code::CONSTANT_CONDITION, guard.span, message).help(help));
    }

    /// The `for` of a set.
    pub(super) fn remit_condition(&mut self, applies: &Expression) -> Condition {
        self.check_constant("for", Some(applies), false);
        self.condition(applies)
    }

    /// `any seen` is false where nothing was seen, also where the list may be incomplete: negated, it would take that for a certainty.
    fn check_seen(&mut self, quantifier: QuantifierTree, behind: Span, whole: Span) {
        let turned = !self.negations.is_multiple_of(2);
        if quantifier == QuantifierTree::AnySeen && turned && (self.permits || self.written_negations > 0) {
            let message = "where nothing was seen this `any seen` is false and what negates it true, though the list may be incomplete";
            let seen = Span { start: whole.start, end: behind.start };
            let diagnostic = Diagnostic::error(code::SEEN_NEGATED, whole, message);
            self.report(diagnostic.help("use `any`, which is unknown where the list may be incomplete").fix(
                "write `any`",
                seen,
                "any ",
                false,
            ));
        }
    }

    fn quantified_relation(
        &mut self,
        quantifier: QuantifierTree,
        path: &PathTree,
        relation: Relation,
        right: &Value,
        span: Span,
    ) -> Condition {
        let Some(list) = self.list_place(path) else { return Condition::True };
        self.check_list(&list.list, path);
        self.check_optional(path, relation.negated, span);
        let Some(depth) = self.depth(span) else { return Condition::True };
        let reading = self.reading(path, &list.rest_type);
        let Some(reading) = reading else { return Condition::True };
        let attribute = Attribute { root: Root::Element(depth), path: list.rest.clone(), reading, otherwise: None };
        let through = !list.rest.is_empty();
        let element = Place { attribute, ty: list.rest_type, span: path.span, optional: through && path.optional.is_some() };
        self.binders.push(Binder { name: String::new(), element: list.element });
        let body = self.relation_of(element, relation, right, span);
        self.binders.pop();
        let body = body.unwrap_or(Condition::True);
        with_existence([existence(&list.list)], over(quantifier, list.list.attribute, body))
    }

    fn quantified_body(&mut self, quantifier: QuantifierTree, binder: &Name, path: &PathTree, body: &Expression, span: Span) -> Condition {
        let Some(list) = self.list_place(path) else { return Condition::True };
        if !list.rest.is_empty() {
            let message = format!("`{}` goes through a list inside a list", spelling::path(path));
            self.report(
                Diagnostic::error(code::TOO_DEEP, path.span, message).help("name the outer element, then quantify over its member"),
            );
            return Condition::True;
        }
        self.check_list(&list.list, path);
        self.check_optional(path, false, span);
        self.check_binder(binder);
        if self.depth(span).is_none() {
            return Condition::True;
        }
        self.binders.push(Binder { name: binder.value.clone(), element: list.element });
        let body = self.condition(body);
        self.binders.pop();
        with_existence([existence(&list.list)], over(quantifier, list.list.attribute, body))
    }

    /// The depth of the next binder, while there is room.
    fn depth(&mut self, span: Span) -> Option<u8> {
        let depth = self.binders.len();
        if depth < MAX_BINDERS {
            return u8::try_from(depth).ok();
        }
        let message = format!("quantifiers nest at most {MAX_BINDERS} deep");
        self.report(Diagnostic::error(code::TOO_DEEP, span, message).help("say it in two items"));
        None
    }

    fn check_list(&mut self, place: &Place<'c>, path: &PathTree) {
        let name = spelling::path(path);
        match place.ty.admits(Kind::List) {
            Admits::Yes => {}
            Admits::No => {
                let message = format!("`{name}` is {}, not a list", place.ty.noun());
                self.report(Diagnostic::error(code::NO_LIST, path.span, message).help("`any` and `every` go through lists"));
            }
            Admits::NotIn(function) => {
                let message = format!("`{name}` is no list in `{}`", super::places::display(&function));
                self.report(Diagnostic::error(code::SCHEMAS_DISAGREE, path.span, message).help("split the item by function"));
            }
        }
    }

    /// An element's name hides nothing.
    fn check_binder(&mut self, binder: &Name) {
        let word = binder.value.as_str();
        let taken = if VALUE_ROOTS.contains(&word) || row_of(word).is_some() || spelling::is_reserved_word(word) {
            "a word of the language"
        } else if self.binder(word).is_some() {
            "the name of the element around it"
        } else if self.names.constant(word).is_some() {
            "a `let` of this file"
        } else {
            return;
        };
        let message = format!("`{word}` is {taken}");
        self.report(Diagnostic::error(code::RESERVED_NAME, binder.span, message).help("give the element another name"));
    }

    /// A word that names an element of an enclosing quantifier, or a root of the call, is a path.
    pub(super) fn as_path(&self, value: &Value) -> Option<PathTree> {
        match &value.kind {
            ValueKind::Path(path) => Some(path.clone()),
            ValueKind::Word(word) if self.binder(word).is_some() || (VALUE_ROOTS.contains(&word.as_str()) && !is_enum_value(word)) => {
                Some(PathTree {
                    head: Name::new(word.clone(), value.span),
                    segments: Vec::new(),
                    optional: None,
                    otherwise: None,
                    span: value.span,
                })
            }
            _ => None,
        }
    }
}

/// The value of a condition that its constants decide.
fn constant(expression: &Expression) -> Option<bool> {
    let joined = |parts: &[Expression], decides: bool| {
        let mut all = true;
        for part in parts.iter().map(constant) {
            if part == Some(decides) {
                return part;
            }
            all &= part.is_some();
        }
        all.then_some(!decides)
    };
    match &expression.kind {
        ExpressionKind::Constant(value) => Some(*value),
        ExpressionKind::And(parts) => joined(parts, false),
        ExpressionKind::Or(parts) => joined(parts, true),
        ExpressionKind::Not(inner) => constant(inner).map(|value| !value),
        _ => None,
    }
}

fn over(quantifier: QuantifierTree, list: Attribute, body: Condition) -> Condition {
    let quantifier = match quantifier {
        QuantifierTree::Any => Quantifier::Any,
        QuantifierTree::Every => Quantifier::Every,
        QuantifierTree::AnySeen => Quantifier::AnySeen,
    };
    Condition::atom(Atom::Quantified { quantifier, list, body })
}

/// `exists p` of a place written with `?`.
pub(super) fn existence(place: &Place<'_>) -> Option<Condition> {
    let attribute = Attribute { otherwise: None, ..place.attribute.clone() };
    place.optional.then(|| Condition::atom(Atom::Exists(attribute)))
}

/// `p? op v` is `exists p and p op v`.
pub(super) fn with_existence(existing: impl IntoIterator<Item = Option<Condition>>, condition: Condition) -> Condition {
    Condition::all(existing.into_iter().flatten().chain([condition]))
}

/// Opens a bracket before the comparison, takes the `?` out, closes behind it.
fn rewritten(whole: Span, mark: Span, opening: String) -> Vec<Edit> {
    let at = |place: u32| Span { start: place, end: place };
    vec![
        Edit { span: at(whole.start), text: opening },
        Edit { span: mark, text: String::new() },
        Edit { span: at(whole.end), text: ")".to_owned() },
    ]
}
