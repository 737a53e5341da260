//! The statements of a test, in order: facts change the world, calls are taken with the world as it stands, `each` repeats with its rows.

use super::facts::{Facts, principal, split};
use super::json::Json;
use super::{CAUSES, Expected, TestCall, Verdict, Via};
use crate::codes::meaning as code;
use crate::core::{ArgumentSchema, CatalogFunction, FunctionName};
use crate::diagnostic::{Code, Diagnostic};
use crate::glob;
use crate::local_tools::carries_command;
use crate::meaning::steps::{Ground, steps};
use crate::meaning::targets::{check_pattern, known_function};
use crate::names::{Constant, Names, Namespace, pattern};
use crate::span::Span;
use crate::suggestion;
use crate::tree::{self, AsTree, CallTree, EachTree, ExpectedTree, ExpectedVerdict, GivenTree, Name, StatementTree, ViaTree};
use crate::words::shown;

/// The most calls that one test expands to.
const MAX_CALLS: usize = 10_000;
/// Tools whose paths follow from their arguments.
const FILE_TOOLS: [&str; 3] = ["edit", "read", "write"];

/// All calls of a test, with what was found.
pub(super) fn calls(statements: &[StatementTree], set: Option<&str>, names: &dyn Names) -> (Vec<TestCall>, Vec<Diagnostic>) {
    let mut script = Script { set, names, facts: Facts::start(), row: None, calls: Vec::new(), diagnostics: Vec::new() };
    script.run(statements);
    (script.calls, script.diagnostics)
}

struct Script<'a> {
    set: Option<&'a str>,
    names: &'a dyn Names,
    facts: Facts,
    /// The row of the enclosing `each`.
    row: Option<Json>,
    calls: Vec<TestCall>,
    diagnostics: Vec<Diagnostic>,
}

impl Script<'_> {
    fn run(&mut self, statements: &[StatementTree]) {
        for statement in statements {
            match statement {
                StatementTree::As(who) => self.person(who),
                StatementTree::Given(facts) => facts.iter().for_each(|fact| self.fact(&fact.value)),
                StatementTree::Call(call) => self.call(call),
                StatementTree::Each(each) => self.each(each),
                _ => {}
            }
        }
    }

    fn error(&mut self, code: Code, span: Span, message: String, help: &str) {
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
            GivenTree::Labels(..) | GivenTree::List { .. } | GivenTree::Fact(..) => {}
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
            self.facts = facts;
            if self.calls.len() >= MAX_CALLS {
                return;
            }
        }
    }

    fn call(&mut self, call: &CallTree) {
        if self.calls.len() >= MAX_CALLS {
            self.error(code::TEST_SIZE, call.span, format!("a test expands to at most {MAX_CALLS} calls"), "split it");
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
            self.check_arguments(call, schema, &arguments, expected.verdict == Verdict::Deny);
        }
        let world = self.world(&function, known.as_deref());
        let arguments = (!self.facts.arguments_unknown).then_some(arguments);
        self.calls.push(TestCall { world, function, arguments, expected, span: call.span });
    }

    fn world(&self, function: &FunctionName, known: Option<&CatalogFunction>) -> super::World {
        let file_tool = function.server == "file" && FILE_TOOLS.contains(&function.name.as_str());
        self.facts.world_of(file_tool, known.is_none_or(|known| known.effects.write))
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

    fn arguments(&mut self, written: &crate::span::Spanned<tree::Json>) -> Option<Json> {
        let (json, span) = split(written);
        let arguments = self.json(json, span)?;
        if matches!(arguments, Json::Object(_)) {
            return Some(arguments);
        }
        self.error(code::TEST_ARGUMENTS, span, format!("arguments are an object, this is {}", arguments.noun()), "write `{ name: value }`");
        None
    }

    /// JSON with columns and `let`s filled in; `None` where one is missing.
    fn json(&mut self, json: &tree::Json, span: Span) -> Option<Json> {
        Some(match json {
            tree::Json::Null => Json::Null,
            tree::Json::Boolean(value) => Json::Boolean(*value),
            tree::Json::Number(text) => Json::Number(text.clone()),
            tree::Json::Text(text) => Json::Text(text.clone()),
            tree::Json::List(values) => Json::List(values.iter().map(|value| self.json(value, span)).collect::<Option<_>>()?),
            tree::Json::Object(members) => {
                let members = members.iter().map(|(name, value)| Some((name.clone(), self.json(value, span)?)));
                Json::Object(members.collect::<Option<_>>()?)
            }
            tree::Json::Column(name) => self.column(name, span)?,
            tree::Json::Word(word) => self.word(word)?,
        })
    }

    fn column(&mut self, name: &str, span: Span) -> Option<Json> {
        let value = self.row.as_ref().and_then(|row| row.get(name)).cloned();
        if value.is_none() {
            let (message, help) = match &self.row {
                None => (format!("`${name}` stands outside of `each`"), "columns are filled in from the rows of an `each`".to_owned()),
                Some(row) => {
                    let help = suggestion::help(name, row.members().iter().map(|(name, _)| name.as_str()), "add it to every row");
                    (format!("a row has no `{name}`"), help)
                }
            };
            self.diagnostics.push(Diagnostic::error(code::TEST_COLUMN, span, message).help(help));
        }
        value
    }

    /// A bare word in data: a `let`, or a role by the name that a host sends.
    fn word(&mut self, word: &Name) -> Option<Json> {
        let constant = self.names.constant(&word.value);
        let value = match constant {
            Some(constant) => data(&constant, self.names),
            None => self.names.role(&word.value).map(Json::Text),
        };
        if value.is_none() {
            let lets = self.names.all(Namespace::Lets);
            let help = suggestion::help(&word.value, lets.iter().map(String::as_str), "text is quoted");
            let message = format!("`{}` stands for nothing that a call can carry", word.value);
            self.diagnostics.push(Diagnostic::error(code::TEST_VALUE, word.span, message).help(help));
        }
        value
    }

    fn expected(&mut self, call: &CallTree, function: Option<&FunctionName>) -> Option<Expected> {
        let Some(written) = &call.expected else {
            let message = "the call expects nothing";
            self.diagnostics
                .push(Diagnostic::error(code::TEST_EXPECTATION, call.span, message).help("add `=> allow`, `=> deny` or `=>` and steps"));
            return None;
        };
        let verdict = self.verdict(written, function)?;
        let via = match &written.via {
            None => None,
            Some(via) => Some(self.via(via, written.span)?),
        };
        let because = self.cause(written, &verdict);
        Some(Expected { verdict, via, because_unknown: written.because_unknown.is_some(), because })
    }

    /// The check before any rule that the expectation names. It denies, and no item or default does.
    fn cause(&mut self, written: &ExpectedTree, verdict: &Verdict) -> Option<String> {
        let word = written.because.as_ref()?;
        let known = CAUSES.contains(&word.value.as_str());
        let (message, help) = if !known {
            let message = format!("`{}` is no cause", shown(&word.value));
            let otherwise = format!("a check before any rule is one of {}", CAUSES.join(", "));
            (message, suggestion::help(&word.value, CAUSES.into_iter().chain(["unknown"]), &otherwise))
        } else if *verdict != Verdict::Deny {
            (format!("`because {}` is said of a call that is denied", word.value), "write `=> deny`, or take the cause out".to_owned())
        } else if written.via.is_some() || written.because_unknown.is_some() {
            let message = format!("`because {}` is a check before any rule, so nothing else decides", word.value);
            (message, "take out `via` and `because unknown`".to_owned())
        } else {
            return Some(word.value.clone());
        };
        self.error(code::TEST_CAUSE, word.span, message, &help);
        None
    }

    fn verdict(&mut self, written: &ExpectedTree, function: Option<&FunctionName>) -> Option<Verdict> {
        let trees = match &written.verdict {
            ExpectedVerdict::Allow => return Some(Verdict::Allow),
            ExpectedVerdict::Deny => return Some(Verdict::Deny),
            ExpectedVerdict::Steps(trees) => trees,
            _ => return None,
        };
        let ground = Ground { names: self.names, reads_arguments: false, commands: function.is_none_or(carries_command) };
        let steps = steps(trees, ground, &mut self.diagnostics);
        (!steps.is_empty()).then_some(Verdict::Steps(steps))
    }

    fn via(&mut self, via: &ViaTree, span: Span) -> Option<Via> {
        match via {
            ViaTree::Default(None) => Some(Via::Default(None)),
            ViaTree::Default(Some(set)) => {
                let known = self.names.set(&set.value);
                if !known {
                    self.unknown_set(set);
                }
                known.then(|| Via::Default(Some(set.value.clone())))
            }
            ViaTree::Item(path) => match path.as_slice() {
                [item] => self.item(self.set, item),
                [set, item] if self.names.set(&set.value) => self.item(Some(&set.value), item),
                [set, _] => {
                    self.unknown_set(set);
                    None
                }
                _ => {
                    self.error(code::TEST_EXPECTATION, span, "`via` names one item".to_owned(), "write `item` or `set.item`");
                    None
                }
            },
        }
    }

    fn unknown_set(&mut self, set: &Name) {
        let sets = self.names.all(Namespace::Sets);
        let help = suggestion::help(&set.value, sets.iter().map(String::as_str), "name a policy set of the repository");
        self.diagnostics
            .push(Diagnostic::error(code::TEST_EXPECTATION, set.span, format!("there is no policy set `{}`", set.value)).help(help));
    }

    /// In a file with a set a bare name is an item of that set; elsewhere an item of any.
    fn item(&mut self, set: Option<&str>, item: &Name) -> Option<Via> {
        let found = match set {
            Some(set) => self.names.item(set, &item.value),
            None => self.names.all(Namespace::Sets).iter().any(|set| self.names.item(set, &item.value)),
        };
        if !found {
            let known = set.map_or_else(Vec::new, |set| self.names.all(Namespace::Items(set)));
            let help = suggestion::help(&item.value, known.iter().map(String::as_str), "an item of another set is written `set.item`");
            let message = match set {
                Some(set) => format!("`{set}` has no item `{}`", item.value),
                None => format!("no set has an item `{}`", item.value),
            };
            self.diagnostics.push(Diagnostic::error(code::TEST_EXPECTATION, item.span, message).help(help));
            return None;
        }
        Some(Via::Item { set: set.map(str::to_owned), name: item.value.clone() })
    }

    /// Slips in the arguments. A call may be meant to be refused for its shape; a misspelt name is a slip even then.
    fn check_arguments(&mut self, call: &CallTree, schema: &ArgumentSchema, arguments: &Json, denied: bool) {
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

/// A constant as a call carries it.
pub(crate) fn data(constant: &Constant, names: &dyn Names) -> Option<Json> {
    Some(match constant {
        Constant::Null => Json::Null,
        Constant::Boolean(value) => Json::Boolean(*value),
        Constant::Number(value) => Json::Number(value.to_string()),
        Constant::Text(text) => Json::Text(text.clone()),
        Constant::Instant(second) => Json::Text(jiff::Timestamp::from_second(*second).ok()?.to_string()),
        Constant::Version(numbers) => Json::Text(numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(".")),
        Constant::List(elements) => Json::List(elements.iter().map(|element| data(element, names)).collect::<Option<_>>()?),
        Constant::Word(word) => Json::Text(names.role(word).unwrap_or_else(|| word.clone())),
        Constant::Duration(_) | Constant::Window(_) => return None,
    })
}
