//! What an item declares and names, without places and without conditions: an edit inside a `when` leaves it equal.

use std::collections::{BTreeMap, BTreeSet};

use super::constant::Constant;
use crate::core::{FunctionPattern, Glob};
use crate::span::Span;
use crate::tree::{self, Expression, ExpressionKind, ItemTree, OutcomeTree, PathTree, StepKind, StepTree, Value, ValueKind, VerdictTree};

/// The keyword of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemWord {
    /// `policy`
    Policy,
    /// `role`
    Role,
    /// `use`
    Use,
    /// `let`
    Let,
    /// `catalog`
    Catalog,
    /// `defaults`
    Defaults,
    /// `rule`
    Rule,
    /// `test`
    Test,
    /// Not read: a construct of a later edition, or broken.
    Unread,
}

/// What one item declares.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ItemSignature {
    /// Its keyword.
    pub word: ItemWord,
    /// Names it declares, in order: one, except for `role`; empty for `use`, `defaults`. A test's is its quoted name.
    pub names: Vec<String>,
    /// Of each role: the directory's own name.
    pub directory: Vec<Option<String>>,
    /// `over` of a policy.
    pub over: Vec<FunctionPattern>,
    /// Value of a `let`; `None` where it reads the call.
    pub constant: Option<Constant>,
    /// `a.b` of a `use`.
    pub module: Option<String>,
    /// File of a catalog, relative to the repository.
    pub file: Option<String>,
}

/// The signature of an item.
pub fn signature(item: &tree::Item) -> ItemSignature {
    let (word, names) = word_and_names(&item.kind);
    let mut signature = ItemSignature { word, names, directory: Vec::new(), over: Vec::new(), constant: None, module: None, file: None };
    match &item.kind {
        ItemTree::Policy(policy) => signature.over = policy.over.iter().map(pattern).collect(),
        ItemTree::Role(roles) => {
            signature.directory = roles.iter().map(|role| role.directory.as_ref().map(|name| name.value.clone())).collect()
        }
        ItemTree::Let(binding) => signature.constant = Constant::of(&binding.value),
        ItemTree::Use(path) => signature.module = Some(dotted(path)),
        ItemTree::Catalog(catalog) => signature.file = catalog.file.as_ref().map(|file| file.value.clone()),
        _ => {}
    }
    signature
}

fn word_and_names(item: &ItemTree) -> (ItemWord, Vec<String>) {
    let one = |name: &tree::Name| vec![name.value.clone()];
    match item {
        ItemTree::Policy(policy) => (ItemWord::Policy, one(&policy.name)),
        ItemTree::Role(roles) => (ItemWord::Role, roles.iter().map(|role| role.name.value.clone()).collect()),
        ItemTree::Use(_) => (ItemWord::Use, Vec::new()),
        ItemTree::Let(binding) => (ItemWord::Let, one(&binding.name)),
        ItemTree::Catalog(catalog) => (ItemWord::Catalog, one(&catalog.name)),
        ItemTree::Defaults(_) => (ItemWord::Defaults, Vec::new()),
        ItemTree::Rule(rule) => (ItemWord::Rule, one(&rule.name)),
        ItemTree::Test(test) => (ItemWord::Test, one(&test.name)),
        _ => (ItemWord::Unread, Vec::new()),
    }
}

/// The pattern of a tree, without its place.
pub(crate) fn pattern(tree: &tree::PatternTree) -> FunctionPattern {
    FunctionPattern { server: Glob(tree.server.clone()), name: Glob(tree.name.clone()) }
}

fn dotted(path: &[tree::Name]) -> String {
    path.iter().map(|name| name.value.as_str()).collect::<Vec<_>>().join(".")
}

/// The file that `use a.b` names: `a/b.straza`, relative to the repository.
pub fn module_file(module: &str) -> String {
    format!("{}.straza", module.replace('.', "/"))
}

/// The module that a file is: the inverse of [`module_file`]; backslashes count as slashes.
pub fn module_name(file: &str) -> String {
    let file = file.replace('\\', "/");
    let file = file.strip_prefix("./").unwrap_or(&file);
    file.strip_suffix(".straza").unwrap_or(file).replace('/', ".")
}

/// A policy set as others see it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SetExport {
    /// Its name.
    pub name: String,
    /// Its remit.
    pub over: Vec<FunctionPattern>,
}

/// What a file declares for others.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct FileExports {
    /// The file's policy set: its first header.
    pub set: Option<SetExport>,
    /// `let`s; the first of a name.
    pub lets: BTreeMap<String, Constant>,
    /// Roles, with the directory's own name, which is the role's where it has no other.
    pub roles: BTreeMap<String, String>,
    /// Modules it uses, in order.
    pub uses: Vec<String>,
    /// Servers its catalogs describe, with the catalog's file.
    pub catalogs: BTreeMap<String, Option<String>>,
    /// Names of its rules.
    pub items: BTreeSet<String>,
}

/// Sums up a file's items.
pub fn exports<'a>(items: impl IntoIterator<Item = &'a ItemSignature>) -> FileExports {
    let mut exports = FileExports::default();
    for item in items {
        add(&mut exports, item);
    }
    exports
}

fn add(exports: &mut FileExports, item: &ItemSignature) {
    let first = item.names.first().cloned();
    match (item.word, first) {
        (ItemWord::Policy, Some(name)) if exports.set.is_none() => {
            exports.set = Some(SetExport { name, over: item.over.clone() });
        }
        (ItemWord::Let, Some(name)) => {
            if let Some(constant) = &item.constant {
                exports.lets.entry(name).or_insert_with(|| constant.clone());
            }
        }
        (ItemWord::Catalog, Some(name)) => {
            exports.catalogs.entry(name).or_insert_with(|| item.file.clone());
        }
        (ItemWord::Rule, Some(name)) => {
            exports.items.insert(name);
        }
        (ItemWord::Role, _) => {
            for (name, directory) in item.names.iter().zip(&item.directory) {
                exports.roles.entry(name.clone()).or_insert_with(|| directory.clone().unwrap_or_else(|| name.clone()));
            }
        }
        (ItemWord::Use, _) => exports.uses.extend(item.module.clone()),
        _ => {}
    }
}

/// Where the item declares this name; its first byte where it does not.
pub fn name_span(item: &tree::Item, name: &str) -> Span {
    let found = match &item.kind {
        ItemTree::Policy(policy) => Some(policy.name.span),
        ItemTree::Role(roles) => roles.iter().rev().find(|role| role.name.value == name).map(|role| role.name.span),
        ItemTree::Use(path) => path.first().zip(path.last()).map(|(first, last)| first.span.to(last.span)),
        ItemTree::Let(binding) => Some(binding.name.span),
        ItemTree::Catalog(catalog) => Some(catalog.name.span),
        ItemTree::Rule(rule) => Some(rule.name.span),
        ItemTree::Test(test) => Some(test.name.span),
        ItemTree::NotInThisEdition(word) => Some(word.span),
        _ => None,
    };
    found.unwrap_or_default()
}

/// Words by which the item may name a role or a `let`: in conditions, pools, reasons and tests.
pub fn references(item: &tree::Item) -> BTreeSet<String> {
    let mut words = References(BTreeSet::new());
    match &item.kind {
        ItemTree::Policy(policy) => words.maybe(policy.applies.as_ref()),
        ItemTree::Let(binding) => words.value(&binding.value),
        ItemTree::Defaults(rows) => rows.iter().for_each(|row| words.outcome(&row.outcome)),
        ItemTree::Rule(rule) => {
            words.maybe(rule.when.as_ref());
            words.maybe(rule.unless.as_ref());
            rule.outcomes.iter().for_each(|outcome| words.outcome(outcome));
        }
        ItemTree::Test(test) => words.statements(&test.statements),
        _ => {}
    }
    words.0
}

/// Collects words; over-collecting only hides an "unused" warning.
struct References(BTreeSet<String>);

impl References {
    fn maybe(&mut self, expression: Option<&Expression>) {
        if let Some(expression) = expression {
            self.expression(expression);
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Or(parts) | ExpressionKind::And(parts) => parts.iter().for_each(|part| self.expression(part)),
            ExpressionKind::Not(inner) => self.expression(inner),
            ExpressionKind::Exists(path) | ExpressionKind::Path(path) => self.path(path),
            ExpressionKind::Relation { left, right, .. } => {
                self.value(left);
                self.value(right);
            }
            ExpressionKind::QuantifiedRelation { list, right, .. } => {
                self.path(list);
                self.value(right);
            }
            ExpressionKind::QuantifiedBody { list, body, .. } => {
                self.path(list);
                self.expression(body);
            }
            ExpressionKind::Constant(_) | ExpressionKind::Broken => {}
        }
    }

    fn path(&mut self, path: &PathTree) {
        self.0.insert(path.head.value.clone());
        if let Some(value) = &path.otherwise {
            self.value(value);
        }
    }

    fn value(&mut self, value: &Value) {
        match &value.kind {
            ValueKind::Word(word) => {
                self.0.insert(word.clone());
            }
            ValueKind::List(values) => values.iter().for_each(|value| self.value(value)),
            ValueKind::Path(path) => self.path(path),
            _ => {}
        }
    }

    fn outcome(&mut self, outcome: &OutcomeTree) {
        self.maybe(outcome.when.as_ref());
        self.maybe(outcome.unless.as_ref());
        if let VerdictTree::AllowAfter(steps) | VerdictTree::Require(steps) = &outcome.verdict {
            self.steps(steps);
        }
        if let Some(because) = &outcome.because {
            self.braced(&because.value);
        }
    }

    fn steps(&mut self, steps: &[StepTree]) {
        for step in steps {
            match &step.kind {
                StepKind::Approve { deciders, .. } => self.0.extend(deciders.iter().map(|name| name.value.clone())),
                StepKind::Notify(name) => {
                    self.0.insert(name.value.clone());
                }
                StepKind::Classify | StepKind::ServerCheck | StepKind::Confirm => {}
            }
        }
    }

    fn braced(&mut self, text: &str) {
        let inner = text.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        self.0.extend(inner.map(|word| word.trim().to_owned()));
    }

    fn statements(&mut self, statements: &[tree::StatementTree]) {
        for statement in statements {
            match statement {
                tree::StatementTree::As(person) => {
                    self.0.extend(person.roles.iter().flatten().map(|name| name.value.clone()));
                }
                tree::StatementTree::Given(facts) => facts.iter().for_each(|fact| self.fact(&fact.value)),
                tree::StatementTree::Call(call) => self.call(call),
                tree::StatementTree::Each(each) => {
                    each.rows.iter().for_each(|row| self.json(&row.value));
                    self.statements(&each.statements);
                }
                _ => {}
            }
        }
    }

    fn fact(&mut self, fact: &tree::GivenTree) {
        match fact {
            tree::GivenTree::Part(_, json) | tree::GivenTree::Paths { seen: json, .. } => self.json(&json.value),
            _ => {}
        }
    }

    fn call(&mut self, call: &tree::CallTree) {
        if let Some(arguments) = &call.arguments {
            self.json(&arguments.value);
        }
        if let Some(tree::ExpectedTree { verdict: tree::ExpectedVerdict::Steps(steps), .. }) = &call.expected {
            self.steps(steps);
        }
    }

    fn json(&mut self, json: &tree::Json) {
        match json {
            tree::Json::Word(word) => {
                self.0.insert(word.value.clone());
            }
            tree::Json::Text(text) => {
                self.0.insert(text.clone());
            }
            tree::Json::List(values) => values.iter().for_each(|value| self.json(value)),
            tree::Json::Object(members) => members.iter().for_each(|(_, value)| self.json(value)),
            _ => {}
        }
    }
}
