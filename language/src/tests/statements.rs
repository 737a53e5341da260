//! The statements of a test, in order: facts change the world, calls are taken with the world as it stands, `each` repeats with its rows.

use super::facts::{Derived, Facts, principal, split};
use super::json::Json;
use super::{Answer, TestCall, Verdict};
use crate::codes::meaning as code;
use crate::core::{ArgumentSchema, CatalogFunction, FunctionName};
use crate::diagnostic::{Code, Diagnostic};
use crate::glob;
use crate::meaning::targets::{check_pattern, known_function};
use crate::names::{Names, Namespace, pattern};
use crate::span::Span;
use crate::suggestion;
use crate::tree::{self, AsTree, CallTree, EachTree, GivenTree, Name, StatementTree};

/// The most calls that one test expands to.
const MAX_CALLS: usize = 10_000;

/// All calls of a test, with what was found.
pub(super) fn calls(statements: &[StatementTree], set: Option<&str>, names: &dyn Names) -> (Vec<TestCall>, Vec<Diagnostic>) {
    let mut script = Script {
        set,
        names,
        facts: Facts::start(),
        row: None,
        thread: None,
        turn: None,
        threads: 0,
        turns: 0,
        said: 0,
        before: Before::Nothing,
        calls: Vec::new(),
        diagnostics: Vec::new(),
    };
    script.run(statements);
    (script.calls, script.diagnostics)
}

/// A test while it is read.
pub(super) struct Script<'a> {
    pub set: Option<&'a str>,
    pub names: &'a dyn Names,
    pub facts: Facts,
    /// The row of the enclosing `each`.
    pub row: Option<Json>,
    /// The enclosing `job`, or a `turn` outside of one.
    pub thread: Option<u32>,
    /// The enclosing `turn`.
    pub turn: Option<u32>,
    /// How many threads and turns there were.
    pub threads: u32,
    pub turns: u32,
    /// How many of the labels given the thread has already been told.
    pub said: usize,
    /// What an `answer` or a `result` belongs to.
    pub before: Before,
    pub calls: Vec<TestCall>,
    pub diagnostics: Vec<Diagnostic>,
}

/// What stands before a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// No call.
    Nothing,
    /// A call that has its own finding.
    Broken,
    /// The last of the calls, with whether its answer and its result were said.
    Call { answered: bool, returned: bool },
}

impl Script<'_> {
    pub(super) fn run(&mut self, statements: &[StatementTree]) {
        self.before = Before::Nothing;
        for statement in statements {
            match statement {
                StatementTree::As(who) => self.person(who),
                StatementTree::Given(facts) => facts.iter().for_each(|fact| self.fact(&fact.value)),
                StatementTree::Call(call) => self.call(call),
                StatementTree::Each(each) => self.each(each),
                StatementTree::Job(job) => self.job(job),
                StatementTree::Turn(turn) => self.turn(turn),
                StatementTree::Answer(answer) => self.answer(answer),
                StatementTree::Result(result) => self.result(result),
                StatementTree::Event(event) => self.event(event),
            }
        }
        self.before = Before::Nothing;
    }

    pub(super) fn error(&mut self, code: Code, span: Span, message: String, help: &str) {
        self.diagnostics.push(Diagnostic::error(code, span, message).help(help));
    }

    fn person(&mut self, who: &AsTree) {
        let roles = who.roles.iter().flatten().filter_map(|role| self.role(role)).collect();
        let name = who.name.as_ref().map_or("tester", |name| &name.value);
        self.facts.world.principal = principal(name, roles, who.agent);
    }

    fn role(&mut self, name: &Name) -> Option<String> {
        let role = self.names.role(&name.value);
        if role.is_none() {
            let roles = self.names.all(Namespace::Roles);
            let help = suggestion::help(&name.value, roles.iter().map(String::as_str), &format!("declare it: `role {}`", name.value));
            self.diagnostics
                .push(Diagnostic::error(code::UNKNOWN_ROLE, name.span, format!("there is no role `{}`", name.value)).help(help));
        }
        role
    }

    fn fact(&mut self, fact: &GivenTree) {
        match fact {
            GivenTree::Now(second) => self.facts.world.now = Some(*second),
            GivenTree::Granted(granted) => self.facts.world.granted = Some(*granted),
            GivenTree::Unknown(words) => self.facts.take_away(words, &mut self.diagnostics),
            GivenTree::Part(part, members) => {
                let (json, span) = split(members);
                if let Some(members) = self.json(json, span) {
                    self.facts.give(part, &members, span, &mut self.diagnostics);
                }
            }
            GivenTree::Labels(whose, labels) => {
                let labels = self.labels(labels);
                self.facts.give_labels(whose, labels, &mut self.diagnostics);
            }
            GivenTree::List { list, open, seen } => {
                let (json, span) = split(seen);
                if let Some(seen) = self.json(json, span) {
                    self.facts.give_list(list, *open, &seen, span, &mut self.diagnostics);
                }
            }
            GivenTree::Fact(name, value) => self.host_fact(name, value),
            GivenTree::Paths { open, seen } => {
                let (json, span) = split(seen);
                if let Some(seen) = self.json(json, span) {
                    self.facts.give_paths(*open, &seen, span, &mut self.diagnostics);
                }
            }
        }
    }

    /// The statements once a row; facts said inside end with the row.
    fn each(&mut self, each: &EachTree) {
        if self.row.is_some() {
            self.error(code::TEST_NESTING, each.span, "`each` does not nest".to_owned(), "write the rows of both in one");
            return;
        }
        for row in &each.rows {
            let (json, span) = split(row);
            let Some(row) = self.json(json, span) else { continue };
            if !matches!(row, Json::Object(_)) {
                self.error(
                    code::TEST_COLUMN,
                    span,
                    format!("a row of `each` is an object, this is {}", row.noun()),
                    "write `{ column: value }`",
                );
                continue;
            }
            let facts = self.facts.clone();
            self.row = Some(row);
            self.run(&each.statements);
            self.row = None;
            self.restore(facts);
            if self.calls.len() >= MAX_CALLS {
                return;
            }
        }
    }

    /// Whether the test has no room for one more call; said once.
    pub(super) fn is_full(&mut self, span: Span) -> bool {
        let full = self.calls.len() >= MAX_CALLS;
        if full && self.diagnostics.iter().all(|said| said.code != code::TEST_SIZE) {
            self.error(code::TEST_SIZE, span, format!("a test expands to at most {MAX_CALLS} calls"), "split it");
        }
        full
    }

    fn call(&mut self, call: &CallTree) {
        self.before = Before::Broken;
        if self.is_full(call.span) {
            return;
        }
        let because = call.expected.as_ref().and_then(|expected| expected.because.as_ref());
        let function = self.function(&call.function, because.is_some_and(|word| word.value == "case"));
        let arguments = match &call.arguments {
            None => Some(Json::Object(Vec::new())),
            Some(written) => self.arguments(written),
        };
        let expected = self.expected(call, function.as_ref());
        let (Some(function), Some(arguments), Some(expected)) = (function, arguments, expected) else { return };
        let known = known_function(&function, self.names);
        if let Some(schema) = known.as_ref().and_then(|known| known.arguments.as_ref()) {
            let shape_is_meant = matches!(expected.because.as_deref(), Some("schema" | "case"));
            self.check_arguments(call, schema, &arguments, expected.verdict == Verdict::Deny, shape_is_meant);
        }
        let world = self.world(&function, known.as_deref());
        let arguments = (!self.facts.arguments_unknown).then_some(arguments);
        self.take(TestCall {
            world,
            event: None,
            function,
            arguments,
            expected: Some(expected),
            thread: self.thread,
            turn: self.turn,
            answer: Answer { yes: true, by: None },
            result: None,
            span: call.span,
        });
        self.before = Before::Call { answered: false, returned: false };
    }

    /// One more call, with the labels that its thread has not been told yet.
    pub(super) fn take(&mut self, mut call: TestCall) {
        let labels = &self.facts.labels;
        let told = if self.thread.is_some() { self.said } else { 0 };
        call.world.labels = labels.get(told..).unwrap_or_default().to_vec();
        self.said = labels.len();
        self.calls.push(call);
    }

    /// The facts as they were before a block.
    pub(super) fn restore(&mut self, facts: Facts) {
        self.facts = facts;
        self.said = self.said.min(self.facts.labels.len());
    }

    /// The world of a call of this function.
    pub(super) fn world(&self, function: &FunctionName, known: Option<&CatalogFunction>) -> super::World {
        self.facts.world_of(Derived::of(function, known))
    }

    /// `fact NAME VALUE`; the bare word `unknown` takes it away.
    fn host_fact(&mut self, name: &Name, written: &crate::span::Spanned<tree::Json>) {
        let (json, span) = split(written);
        if matches!(json, tree::Json::Word(word) if word.value == "unknown") {
            self.facts.give_fact(name, None, span, &mut self.diagnostics);
        } else if let Some(value) = self.json(json, span) {
            self.facts.give_fact(name, Some(value), span, &mut self.diagnostics);
        }
    }

    /// Labels that are declared.
    pub(super) fn labels(&mut self, written: &[Name]) -> Vec<String> {
        written.iter().filter_map(|label| self.label(label)).collect()
    }

    fn label(&mut self, name: &Name) -> Option<String> {
        if self.names.label(&name.value) {
            return Some(name.value.clone());
        }
        let labels = self.names.all(Namespace::Labels);
        let otherwise = format!("declare it: `label {} {{ from … }}`", name.value);
        let help = suggestion::help(&name.value, labels.iter().map(String::as_str), &otherwise);
        self.error(code::UNKNOWN_LABEL, name.span, format!("there is no label `{}`", name.value), &help);
        None
    }

    /// The function of a call; a spelling in another case is what a test `because case` is about.
    fn function(&mut self, written: &tree::PatternTree, case_is_meant: bool) -> Option<FunctionName> {
        let lowered = pattern(written);
        let function = glob::exact_function(&lowered);
        match &function {
            None => {
                let message = format!("a test calls one function, and `{}` is a pattern", glob::spelled(&lowered));
                self.error(code::TEST_FUNCTION, written.span, message, "name one function, and repeat the call for others");
            }
            Some(exact) => {
                let unknown = known_function(exact, self.names).is_none();
                let before = self.diagnostics.len();
                check_pattern(written, &lowered, unknown, self.names, &mut self.diagnostics);
                let found = self.diagnostics.split_off(before);
                self.diagnostics.extend(found.into_iter().filter(|found| !case_is_meant || found.code != code::FUNCTION_CASE));
            }
        }
        function
    }

    pub(super) fn arguments(&mut self, written: &crate::span::Spanned<tree::Json>) -> Option<Json> {
        let (json, span) = split(written);
        let arguments = self.json(json, span)?;
        if matches!(arguments, Json::Object(_)) {
            return Some(arguments);
        }
        self.error(code::TEST_ARGUMENTS, span, format!("arguments are an object, this is {}", arguments.noun()), "write `{ name: value }`");
        None
    }

    /// Slips in the arguments. A call may be meant to be refused for its shape; a misspelt name is a slip even then, unless the test says
    /// so (`because schema`).
    fn check_arguments(&mut self, call: &CallTree, schema: &ArgumentSchema, arguments: &Json, denied: bool, shape_is_meant: bool) {
        if shape_is_meant {
            return;
        }
        let Some(written) = call.arguments.as_ref().map(|written| written.span) else { return };
        let declared: Vec<&str> = schema.members.iter().map(|(name, _)| name.as_str()).collect();
        for (name, _) in arguments.members().iter().filter(|(name, _)| schema.closed && !declared.contains(&name.as_str())) {
            let near = suggestion::nearest(name, declared.iter().copied());
            if denied && near.is_none() {
                continue;
            }
            let help = near.map_or_else(|| "the call is refused for it".to_owned(), |near| format!("did you mean `{near}`?"));
            let message = format!("the function declares no argument `{name}`");
            self.diagnostics.push(Diagnostic::warning(code::TEST_ARGUMENTS, written, message).help(help));
        }
        let missing: Vec<&str> = schema.required.iter().map(String::as_str).filter(|name| arguments.get(name).is_none()).collect();
        if !denied && !missing.is_empty() && !self.facts.arguments_unknown {
            let message = format!("the call lacks {}", missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "));
            self.diagnostics.push(
                Diagnostic::warning(code::TEST_ARGUMENTS, written, message).help("required by the schema; without it the call is refused"),
            );
        }
    }
}
