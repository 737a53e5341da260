//! From a written path to a place in the call: its root, its type by the table or the schemas, and whether it may be absent.

use std::collections::BTreeSet;

use super::spelling;
use super::typer::Typer;
use super::types::{Kind, Type};
use crate::codes::meaning as code;
use crate::core::{ArgumentSchema, Attribute, FunctionName, JsonTypes, Literal, Reading, Root};
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::local_tools::carries_command;
use crate::span::Span;
use crate::suggestion;
use crate::tree::{Name, PathTree};
use crate::values::{TABLE, row_of};
use crate::words::VALUE_ROOTS;

/// A place that is read.
#[derive(Debug, Clone)]
pub(super) struct Place<'c> {
    pub attribute: Attribute,
    pub ty: Type<'c>,
    /// The path, suffixes included.
    pub span: Span,
    /// `?` was written.
    pub optional: bool,
}

/// A list that a quantifier goes through, and the way from an element to what is compared.
#[derive(Debug, Clone)]
pub(super) struct ListPlace<'c> {
    pub list: Place<'c>,
    /// Type of the list's elements.
    pub element: Type<'c>,
    /// Keys from the element, with the type there; empty keys are the element itself.
    pub rest: Vec<String>,
    pub rest_type: Type<'c>,
}

/// The most keys of a path.
const MAX_KEYS: usize = 15;

/// What a path is read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Its value.
    Value,
    /// Whether it is there.
    Existence,
    /// Its elements.
    Elements,
}

/// A path followed as far as types go.
struct Walk<'c> {
    root: Root,
    keys: Vec<String>,
    ty: Type<'c>,
    /// Lengths of the prefixes of `keys` that may be absent, with the function whose schema says so.
    absent: Vec<(usize, Option<&'c FunctionName>)>,
    /// How many keys lead to a list that the rest goes through.
    split: Option<usize>,
    /// Whether `null` may stand for none (a row of the table that is never absent is not optional at all).
    never_absent: bool,
}

impl<'c> Typer<'c> {
    /// The place that a path names; `None` where it names none, which is reported.
    pub(super) fn place(&mut self, path: &PathTree, reason: Use) -> Option<Place<'c>> {
        let walk = self.walk(path, false)?;
        self.check_presence(path, reason, &walk, walk.keys.len());
        let reading = self.reading(path, &walk.ty)?;
        let otherwise = self.otherwise(path, &walk.ty);
        let attribute = Attribute { root: walk.root, path: walk.keys, reading, otherwise };
        Some(Place { attribute, ty: walk.ty, span: path.span, optional: path.optional.is_some() })
    }

    /// The list that a quantifier goes through. A path through a list stands for each of its elements.
    pub(super) fn list_place(&mut self, path: &PathTree) -> Option<ListPlace<'c>> {
        let walk = self.walk(path, true)?;
        let split = walk.split.unwrap_or(walk.keys.len());
        self.check_presence(path, Use::Elements, &walk, split);
        let (list_keys, rest) = walk.keys.split_at_checked(split)?;
        let list_type = if walk.split.is_some() { self.walk_prefix(path, split)? } else { walk.ty.clone() };
        let element = list_type.element();
        let rest_type = if walk.split.is_some() { walk.ty } else { element.clone() };
        let attribute = Attribute { root: walk.root, path: list_keys.to_vec(), reading: Reading::Plain, otherwise: None };
        let list = Place { attribute, ty: list_type, span: path.span, optional: path.optional.is_some() };
        Some(ListPlace { list, element, rest: rest.to_vec(), rest_type })
    }

    /// Type of the first keys of a path that was walked before.
    fn walk_prefix(&mut self, path: &PathTree, keys: usize) -> Option<Type<'c>> {
        let prefix = PathTree { segments: path.segments.iter().take(keys).cloned().collect(), ..path.clone() };
        Some(self.walk(&prefix, true)?.ty)
    }

    /// How text of this type is compared.
    pub(super) fn reading(&mut self, path: &PathTree, ty: &Type<'c>) -> Option<Reading> {
        use super::types::Scalar;
        if matches!(ty, Type::Scalar(Scalar::Path)) {
            return Some(Reading::Path);
        }
        match ty.mark() {
            Ok(mark) => Some(mark.map_or(Reading::Plain, Reading::Marked)),
            Err(()) => {
                let message = format!("the item's functions mark `{}` differently", spelling::path(path));
                self.report(
                    Diagnostic::error(code::SCHEMAS_DISAGREE, path.span, message)
                        .help("split the item, or give the argument one mark in every catalog"),
                );
                None
            }
        }
    }

    fn walk(&mut self, path: &PathTree, through_lists: bool) -> Option<Walk<'c>> {
        if path.segments.len() > MAX_KEYS {
            self.report(
                Diagnostic::error(code::TOO_LONG, path.span, format!("a path has at most {MAX_KEYS} keys"))
                    .help("decide by a member further out"),
            );
            return None;
        }
        if let Some((depth, element)) = self.binder(&path.head.value) {
            let start =
                Walk { root: Root::Element(depth), keys: Vec::new(), ty: element, absent: Vec::new(), split: None, never_absent: false };
            return self.follow(path, start, &path.segments, through_lists);
        }
        if path.head.value == "args" && !path.segments.is_empty() {
            let schemas = self.functions().filter_map(|function| Some((&function.function, function.arguments.as_ref()?))).collect();
            let start = Walk {
                root: Root::Args,
                keys: Vec::new(),
                ty: Type::argument(schemas),
                absent: Vec::new(),
                split: None,
                never_absent: false,
            };
            return self.follow(path, start, &path.segments, through_lists);
        }
        if super::sequence::step_number(&path.head.value).is_some() && !path.segments.is_empty() {
            self.misplaced_step(path);
            return None;
        }
        if path.head.value == "result" {
            return self.result(path);
        }
        if matches!(path.head.value.as_str(), "command" | "signals") {
            self.check_command(path)?;
        }
        self.row(path)
    }

    /// `result`, `result.labels` or a key of a result, which nothing describes.
    fn result(&mut self, path: &PathTree) -> Option<Walk<'c>> {
        if !self.results {
            let message = "only `result` items read what a call returned; before the call there is nothing to read";
            let help = "move the condition into a `result` item, or decide by `job.labels`";
            self.report(Diagnostic::error(code::RESULT_PLACE, path.span, message).help(help));
            return None;
        }
        if matches!(path.segments.as_slice(), [key] if key.value == "labels") {
            return self.row(path);
        }
        let keys = path.segments.iter().map(|segment| segment.value.clone()).collect();
        Some(Walk { root: Root::Result, keys, ty: Type::Any, absent: Vec::new(), split: None, never_absent: false })
    }

    /// A command is read where every function carries one; what is said of its matched parts, where parts are matched.
    fn check_command(&mut self, path: &PathTree) -> Option<()> {
        let name = spelling::path(path);
        if path.head.value == "signals" && !self.commands {
            let message = "`signals` are those of the parts that a `command` item matches";
            let help = "write `command.signals` for those of the whole command";
            self.report(Diagnostic::error(code::NO_COMMAND, path.span, message).help(help));
            return None;
        }
        if self.functions().next().is_none() || !self.functions().all(|function| carries_command(&function.function)) {
            let message = format!("`{name}` reads a command, and functions of this item carry none");
            let help = "put the condition on an item that is on `shell.exec` alone, or in a `command` item";
            self.report(Diagnostic::error(code::NO_COMMAND, path.span, message).help(help));
            return None;
        }
        Some(())
    }

    fn misplaced_step(&mut self, path: &PathTree) {
        let message = format!("`{}` stands where an earlier step cannot be read", spelling::path(path));
        let help = "an earlier step stands in `args.x == step1.args.y` alone, a part of a later step's `when` that `and` joins to others";
        self.report(Diagnostic::error(code::STEP_REFERENCE, path.span, message).help(help));
    }

    /// A value of the table.
    fn row(&mut self, path: &PathTree) -> Option<Walk<'c>> {
        let name = spelling::path(path);
        let Some(row) = row_of(&name) else {
            self.unknown_value(path, &name);
            return None;
        };
        let keys = if row.key.is_empty() { Vec::new() } else { vec![row.key.to_owned()] };
        let absent = if row.may_be_absent { vec![(keys.len(), None)] } else { Vec::new() };
        Some(Walk { root: row.root, keys, ty: Type::of_row(row.kind), absent, split: None, never_absent: !row.may_be_absent })
    }

    fn unknown_value(&mut self, path: &PathTree, name: &str) {
        let members: Vec<&str> = TABLE.iter().map(|row| row.name).filter(|row| row.starts_with(&format!("{name}."))).collect();
        let help = if name == "args" {
            "name an argument: `args.amount`".to_owned()
        } else if members.is_empty() {
            let binders = self.binders.iter().map(|binder| binder.name.as_str());
            let known = TABLE.iter().map(|row| row.name).chain(VALUE_ROOTS.iter().copied()).chain(binders);
            suggestion::help(
                name,
                known,
                "values start with `args`, `function`, `principal`, `agent`, `session`, `job`, `tree`, `paths`, `reads`, `writes`, `hosts`, \
                 `recipients` or `now`",
            )
        } else {
            format!("say which: {}", spelling::alternatives(members))
        };
        self.report(Diagnostic::error(code::UNKNOWN_VALUE, path.span, format!("there is no value `{name}`")).help(help));
    }

    fn follow(&mut self, path: &PathTree, start: Walk<'c>, segments: &'_ [Name], through_lists: bool) -> Option<Walk<'c>> {
        let mut walk = start;
        for segment in segments {
            if walk.ty.is_only(Kind::List) {
                self.enter_list(path, &mut walk, segment, through_lists)?;
            }
            walk.ty = self.step(path, &mut walk, segment)?;
            walk.keys.push(segment.value.clone());
        }
        Some(walk)
    }

    /// A key behind a list: legal once, under a quantifier.
    fn enter_list(&mut self, path: &PathTree, walk: &mut Walk<'c>, segment: &Name, through_lists: bool) -> Option<()> {
        if !through_lists || walk.split.is_some() {
            let list = spelling::dotted(&path.head.value, walk.keys.iter().map(String::as_str));
            let message = format!("`{list}` is a list; its elements are read under `any` or `every`");
            let help = format!("write `any element in {list} ( element.{} … )`", segment.value);
            self.report(Diagnostic::error(code::LIST_WHOLE, path.span, message).help(help));
            return None;
        }
        walk.split = Some(walk.keys.len());
        walk.ty = walk.ty.element();
        Some(())
    }

    fn step(&mut self, path: &PathTree, walk: &mut Walk<'c>, segment: &Name) -> Option<Type<'c>> {
        let schemas = match &walk.ty {
            Type::Any => return Some(Type::Any),
            Type::Argument(schemas) => schemas.clone(),
            Type::Scalar(_) | Type::List(_) => Vec::new(),
        };
        let object = |schema: &ArgumentSchema| schema.types.0 == 0 || schema.types.0 & JsonTypes::OBJECT != 0;
        if !schemas.iter().any(|(_, schema)| object(schema)) {
            let whole = spelling::dotted(&path.head.value, walk.keys.iter().map(String::as_str));
            let message = format!("`{whole}` is {} and has no member `{}`", walk.ty.noun(), segment.value);
            self.report(Diagnostic::error(code::UNKNOWN_ARGUMENT, segment.span, message).help(format!("compare `{whole}` itself")));
            return None;
        }
        self.members(path, walk, &schemas, segment)
    }

    /// The member in each schema; reports where it is missing.
    fn members(
        &mut self,
        path: &PathTree,
        walk: &mut Walk<'c>,
        schemas: &[(&'c FunctionName, &'c ArgumentSchema)],
        segment: &Name,
    ) -> Option<Type<'c>> {
        let mut found = Vec::new();
        let mut lacking: Vec<&FunctionName> = Vec::new();
        for (function, schema) in schemas {
            match schema.members.iter().find(|(name, _)| *name == segment.value) {
                Some((_, member)) => {
                    if !schema.required.contains(&segment.value) {
                        walk.absent.push((walk.keys.len() + 1, Some(*function)));
                    }
                    found.push((*function, member));
                }
                None if schema.closed || near(schema, segment).is_some() => lacking.push(function),
                None => self.undeclared(schema, segment, function),
            }
        }
        if lacking.is_empty() {
            return Some(Type::argument(found));
        }
        self.missing(path, walk, schemas, segment, &lacking, found.is_empty());
        None
    }

    /// A member that an open object may have all the same; one that looks like a slip is said to be one.
    fn undeclared(&mut self, schema: &ArgumentSchema, segment: &Name, function: &FunctionName) {
        if let Some(meant) = suggestion::nearest(&segment.value, schema.members.iter().map(|(name, _)| name.as_str())) {
            let message = format!("the schema of `{}` does not declare `{}`", display(function), segment.value);
            self.report(Diagnostic::warning(code::UNKNOWN_ARGUMENT, segment.span, message).help(format!("did you mean `{meant}`?")));
        }
    }

    fn missing(
        &mut self,
        path: &PathTree,
        walk: &Walk<'c>,
        schemas: &[(&'c FunctionName, &'c ArgumentSchema)],
        segment: &Name,
        lacking: &[&FunctionName],
        in_all: bool,
    ) {
        let name = spelling::dotted(&path.head.value, walk.keys.iter().map(String::as_str).chain([segment.value.as_str()]));
        let first = lacking.first().map_or_else(String::new, |function| display(function));
        let other_case = schemas.iter().find_map(|(_, schema)| near(schema, segment));
        let declared: BTreeSet<&str> =
            schemas.iter().flat_map(|(_, schema)| schema.members.iter().map(|(name, _)| name.as_str())).collect();
        let diagnostic = match other_case {
            Some(declared) if in_all => {
                let message = format!("`{name}` differs from the schema's `{declared}` in case");
                Diagnostic::error(code::ARGUMENT_CASE, segment.span, message).fix(
                    format!("write `{declared}`"),
                    segment.span,
                    declared,
                    true,
                )
            }
            _ if in_all => {
                let help = suggestion::help(&segment.value, declared.iter().copied(), "see the catalog for the function's arguments");
                let message = format!("`{first}` has no argument `{name}`");
                let diagnostic = Diagnostic::error(code::UNKNOWN_ARGUMENT, segment.span, message).help(help);
                match suggestion::nearest(&segment.value, declared) {
                    Some(near) => diagnostic.fix(format!("write `{near}`"), segment.span, near, false),
                    None => diagnostic,
                }
            }
            _ => self.missing_in_some(path, walk, segment, &name, lacking, &first),
        };
        self.report(diagnostic);
    }

    fn missing_in_some(
        &self,
        path: &PathTree,
        walk: &Walk<'c>,
        segment: &Name,
        name: &str,
        lacking: &[&FunctionName],
        first: &str,
    ) -> Diagnostic {
        let message = match lacking.len() {
            1 => format!("`{first}`, which the item is on, lacks `{name}`"),
            count => format!("{count} of the item's functions lack `{name}`, `{first}` among them"),
        };
        let help = format!("select with `having {name}`, and give the others an item of their own with `lacking {name}`");
        let diagnostic = Diagnostic::error(code::MISSING_IN_SOME, segment.span, message).help(help);
        if walk.root != Root::Args || !walk.keys.is_empty() {
            return diagnostic;
        }
        let entries: BTreeSet<usize> = self
            .selected
            .iter()
            .filter(|selected| lacking.contains(&&selected.function.function))
            .map(|selected| selected.target)
            .collect();
        let places = entries.iter().filter_map(|entry| self.targets.get(*entry));
        let argument = spelling::dotted(&path.head.value, [segment.value.as_str()]);
        let edits =
            places.map(|span| Edit { span: Span { start: span.end, end: span.end }, text: format!(" having {argument}") }).collect();
        let fix = Fix { title: format!("select the functions that have `{argument}`"), edits, automatic: false };
        Diagnostic { fixes: vec![fix], ..diagnostic }
    }

    /// An optional part that is read as if it were always there.
    fn check_presence(&mut self, path: &PathTree, reason: Use, walk: &Walk<'c>, split: usize) {
        let suffix = path.optional.or(path.otherwise.as_ref().map(|value| value.span));
        if let (Some(suffix), true) = (suffix, walk.never_absent) {
            let message = format!("`{}` is never absent; a host that cannot say leaves it unknown", spelling::path(path));
            self.report(Diagnostic::warning(code::MISPLACED_ELSE, suffix, message).help("leave the suffix out"));
        }
        if suffix.is_some() || reason == Use::Existence {
            return;
        }
        let guarded = |prefix: usize| {
            let keys = walk.keys.get(..prefix).unwrap_or(&[]);
            prefix <= split && self.guards.cover(walk.root, keys)
        };
        if let Some((_, function)) = walk.absent.iter().find(|(prefix, _)| !guarded(*prefix)) {
            self.unguarded(path, *function);
        }
    }

    fn unguarded(&mut self, path: &PathTree, function: Option<&FunctionName>) {
        let name = spelling::path(path);
        let what = function.map_or_else(|| "may be absent".to_owned(), |function| format!("is optional in `{}`", display(function)));
        let end = Span { start: path.span.end, end: path.span.end };
        let diagnostic = Diagnostic::error(code::UNGUARDED, path.span, format!("`{name}` {what}"))
            .help(
                "say what holds when it is absent: `?` makes the comparison false, `else V` puts V in its place, `exists … and` asks first",
            )
            .fix(format!("write `{name}?`: false when it is absent"), end, "?", false);
        self.report(diagnostic);
    }

    fn otherwise(&mut self, path: &PathTree, ty: &Type<'c>) -> Option<Literal> {
        let value = path.otherwise.as_ref()?;
        let constant = self.constant_value(value)?;
        self.literal(&constant, ty, value.span)
    }
}

/// The declared member that differs from the written one in case only.
fn near<'s>(schema: &'s ArgumentSchema, segment: &Name) -> Option<&'s str> {
    let folded = crate::core::folded(&segment.value);
    schema.members.iter().map(|(name, _)| name.as_str()).find(|name| crate::core::folded(name) == folded)
}

/// The function as a policy writes it.
pub(super) fn display(function: &FunctionName) -> String {
    format!("{}.{}", function.server, function.name)
}
