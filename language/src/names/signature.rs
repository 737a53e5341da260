//! What an item declares and names, without places and without conditions: an edit inside a `when` leaves it equal.

use std::collections::{BTreeMap, BTreeSet};

use super::constant::Constant;
use crate::core::{FunctionPattern, Glob};
use crate::span::Span;
use crate::tree::{self, ItemTree};

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
    /// `floor`
    Floor,
    /// `limit`
    Limit,
    /// `label`
    Label,
    /// `levels`
    Levels,
    /// `wall`
    Wall,
    /// `origin`
    Origin,
    /// `duty`
    Duty,
    /// `sequence`
    Sequence,
    /// `agent`
    Agent,
    /// `routine`
    Routine,
    /// `fill`
    Fill,
    /// `stub`
    Stub,
    /// `result`
    Result,
    /// `kill`
    Kill,
    /// `exception`
    Exception,
    /// `include`
    Include,
    /// `command`
    Command,
    /// `commands`
    Commands,
    /// `test`
    Test,
    /// Broken.
    Unread,
}

impl ItemWord {
    /// Whether the item belongs to a set and has a name there, shared by all of these words.
    pub fn is_of_set(self) -> bool {
        !matches!(
            self,
            Self::Policy
                | Self::Role
                | Self::Use
                | Self::Let
                | Self::Catalog
                | Self::Defaults
                | Self::Levels
                | Self::Include
                | Self::Commands
                | Self::Test
                | Self::Unread
        )
    }

    /// Whether a name of this word stands once in the whole repository.
    pub(super) fn is_declared_once(self) -> bool {
        matches!(self, Self::Label | Self::Wall | Self::Agent | Self::Routine)
    }
}

/// What others need of a label.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct LabelExport {
    /// How confidential it is.
    pub level: Option<String>,
    /// What it comes with is not to be trusted.
    pub taints: bool,
}

/// What one item declares.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ItemSignature {
    /// Its keyword.
    pub word: ItemWord,
    /// Names it declares, in order: one, except for `role` and `levels`; empty for `use`, `include`, `defaults` and items without a name. A
    /// test's is its quoted name.
    pub names: Vec<String>,
    /// Of each role: the directory's own name.
    pub directory: Vec<Option<String>>,
    /// `over` of a policy.
    pub over: Vec<FunctionPattern>,
    /// Value of a `let`; `None` where it reads the call.
    pub constant: Option<Constant>,
    /// `a.b` of a `use` or an `include`.
    pub module: Option<String>,
    /// File of a catalog, relative to the repository.
    pub file: Option<String>,
    /// Of a label.
    pub label: Option<LabelExport>,
}

/// The signature of an item.
pub fn signature(item: &tree::Item) -> ItemSignature {
    let (word, names) = word_and_names(&item.kind);
    let mut signature =
        ItemSignature { word, names, directory: Vec::new(), over: Vec::new(), constant: None, module: None, file: None, label: None };
    match &item.kind {
        ItemTree::Policy(policy) => signature.over = policy.over.iter().map(pattern).collect(),
        ItemTree::Role(roles) => {
            signature.directory = roles.iter().map(|role| role.directory.as_ref().map(|name| name.value.clone())).collect()
        }
        ItemTree::Let(binding) => signature.constant = Constant::of(&binding.value),
        ItemTree::Use(path) | ItemTree::Include(path) => signature.module = Some(dotted(path)),
        ItemTree::Label(label) => {
            let level = label.level.as_ref().map(|level| level.value.clone());
            signature.label = Some(LabelExport { level, taints: label.taints.is_some() });
        }
        ItemTree::Catalog(catalog) => signature.file = catalog.file.as_ref().map(|file| file.value.clone()),
        _ => {}
    }
    signature
}

fn word_and_names(item: &ItemTree) -> (ItemWord, Vec<String>) {
    let one = |name: &tree::Name| vec![name.value.clone()];
    let maybe = |name: &Option<tree::Name>| name.iter().map(|name| name.value.clone()).collect();
    match item {
        ItemTree::Policy(policy) => (ItemWord::Policy, one(&policy.name)),
        ItemTree::Role(roles) => (ItemWord::Role, roles.iter().map(|role| role.name.value.clone()).collect()),
        ItemTree::Use(_) => (ItemWord::Use, Vec::new()),
        ItemTree::Let(binding) => (ItemWord::Let, one(&binding.name)),
        ItemTree::Catalog(catalog) => (ItemWord::Catalog, one(&catalog.name)),
        ItemTree::Defaults(_) => (ItemWord::Defaults, Vec::new()),
        ItemTree::Rule(rule) => (ItemWord::Rule, one(&rule.name)),
        ItemTree::Floor(floor) => (ItemWord::Floor, one(&floor.name)),
        ItemTree::Limit(limit) => (ItemWord::Limit, one(&limit.name)),
        ItemTree::Label(label) => (ItemWord::Label, one(&label.name)),
        ItemTree::Levels(levels) => (ItemWord::Levels, levels.iter().map(|level| level.value.clone()).collect()),
        ItemTree::Wall(wall) => (ItemWord::Wall, one(&wall.name)),
        ItemTree::Origin(origin) => (ItemWord::Origin, one(&origin.name)),
        ItemTree::Duty(duty) => (ItemWord::Duty, one(&duty.name)),
        ItemTree::Sequence(sequence) => (ItemWord::Sequence, one(&sequence.name)),
        ItemTree::Agent(agent) => (ItemWord::Agent, one(&agent.name)),
        ItemTree::Routine(routine) => (ItemWord::Routine, one(&routine.name)),
        ItemTree::Fill(fill) => (ItemWord::Fill, maybe(&fill.name)),
        ItemTree::Stub(stub) => (ItemWord::Stub, maybe(&stub.name)),
        ItemTree::Result(result) => (ItemWord::Result, maybe(&result.name)),
        ItemTree::Kill(kill) => (ItemWord::Kill, one(&kill.name)),
        ItemTree::Exception(exception) => (ItemWord::Exception, one(&exception.name)),
        ItemTree::Include(_) => (ItemWord::Include, Vec::new()),
        ItemTree::Command(command) => (ItemWord::Command, one(&command.name)),
        ItemTree::Commands(_) => (ItemWord::Commands, Vec::new()),
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
    /// Modules whose items it brings, in order.
    pub includes: Vec<String>,
    /// Labels; the first of a name.
    pub labels: BTreeMap<String, LabelExport>,
    /// Levels, lowest first: the first order of the file.
    pub levels: Vec<String>,
    /// Servers its catalogs describe, with the catalog's file.
    pub catalogs: BTreeMap<String, Option<String>>,
    /// Names of its items, of all words that share them.
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
    if item.word.is_of_set() {
        exports.items.extend(first.clone());
    }
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
        (ItemWord::Label, Some(name)) => {
            exports.labels.entry(name).or_insert_with(|| item.label.clone().unwrap_or_default());
        }
        (ItemWord::Levels, _) if exports.levels.is_empty() => exports.levels.clone_from(&item.names),
        (ItemWord::Include, _) => exports.includes.extend(item.module.clone()),
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
        ItemTree::Levels(levels) => levels.iter().rev().find(|level| level.value == name).or(levels.first()).map(|level| level.span),
        ItemTree::Use(path) | ItemTree::Include(path) => path.first().zip(path.last()).map(|(first, last)| first.span.to(last.span)),
        ItemTree::Let(binding) => Some(binding.name.span),
        ItemTree::Catalog(catalog) => Some(catalog.name.span),
        ItemTree::Rule(rule) | ItemTree::Floor(rule) => Some(rule.name.span),
        ItemTree::Limit(limit) => Some(limit.name.span),
        ItemTree::Label(label) => Some(label.name.span),
        ItemTree::Wall(wall) => Some(wall.name.span),
        ItemTree::Origin(origin) => Some(origin.name.span),
        ItemTree::Duty(duty) => Some(duty.name.span),
        ItemTree::Sequence(sequence) => Some(sequence.name.span),
        ItemTree::Agent(agent) => Some(agent.name.span),
        ItemTree::Routine(routine) => Some(routine.name.span),
        ItemTree::Fill(fill) => fill.name.as_ref().map(|name| name.span),
        ItemTree::Stub(stub) => stub.name.as_ref().map(|name| name.span),
        ItemTree::Result(result) => result.name.as_ref().map(|name| name.span),
        ItemTree::Kill(kill) => Some(kill.name.span),
        ItemTree::Exception(exception) => Some(exception.name.span),
        ItemTree::Test(test) => Some(test.name.span),
        ItemTree::Command(command) => Some(command.name.span),
        _ => None,
    };
    found.unwrap_or_default()
}
