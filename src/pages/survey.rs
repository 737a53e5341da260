//! A repository as the pages need it: its files cut into items, each with its own text and what the typed program says of it.
//!
//! An item is known by its keyword and its text; which construct it is matters to no page, so that a new one needs no line here.

use std::collections::{BTreeMap, BTreeSet};

use straza_compiler::workspace::{Location, SourceMap};
use straza_language::core::{CatalogFunction, CoreItem, ItemId, Pool, Program, Step};
use straza_language::local_tools::local_tools;
use straza_language::names::{module_file, references};
use straza_language::parse::parse_item;
use straza_language::span::Span;
use straza_language::split::{Chunk, split};
use straza_language::tree::ItemTree;

use super::block::Place;
use super::calls::Named;
use super::clauses::{Clause, clause_of, clauses, one_line, without_docs};
use crate::config::Config;
use crate::exit::Broken;
use crate::policies::Policies;
use crate::sources::SourceText;

/// What the pages are written from.
#[derive(Debug)]
pub struct Survey<'p> {
    /// `straza.toml`.
    pub config: &'p Config,
    /// What decides.
    pub program: &'p Program,
    /// The sets, as the program has them.
    pub sets: Vec<SetText>,
    /// The items, in the order of sets and text.
    pub items: Vec<Item<'p>>,
    /// What is declared outside of every set and is neither role, constant, catalog nor test.
    pub loose: Vec<Item<'p>>,
    /// Roles, by name.
    pub roles: Vec<Role>,
    /// Catalogs, by server.
    pub catalogs: BTreeMap<String, Declared>,
    /// Which tests and recorded calls name what.
    pub named: Named,
    /// Constants by file and name, as they are written.
    constants: BTreeMap<String, BTreeMap<String, String>>,
    /// The files whose constants a file sees beside its own.
    uses: BTreeMap<String, Vec<String>>,
}

/// A set's header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetText {
    /// Its name.
    pub name: String,
    /// Its header.
    pub header: Declared,
    /// Its `for`.
    pub applies: Option<String>,
    /// What its file says of itself.
    pub doc: Option<String>,
    /// Its table of defaults.
    pub defaults: Option<Declared>,
}

/// Something that is declared: where, with which words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// Where its name stands.
    pub place: Place,
    /// Its documentation.
    pub doc: Option<String>,
    /// Its text without documentation.
    pub source: String,
    /// Its text, clause by clause.
    pub clauses: Vec<Clause>,
    /// The roles and constants that it may name.
    pub mentions: BTreeSet<String>,
}

/// An item of a set.
#[derive(Debug, Clone)]
pub struct Item<'p> {
    /// Set and name.
    pub id: ItemId,
    /// Its keyword: `rule`, `floor`.
    pub word: String,
    /// Its text.
    pub declared: Declared,
    /// What it became, in order; nothing where it only declares.
    pub parts: Vec<&'p CoreItem>,
    /// The same, outcome by outcome: an `allow after` is a permission and its steps.
    pub outcomes: Vec<Vec<&'p CoreItem>>,
}

/// A role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Role {
    /// Its name in the policies.
    pub name: String,
    /// The directory's.
    pub directory: String,
    /// Where it is declared.
    pub place: Place,
}

/// An item of a file, before it is known what it is for.
struct Cut<'s> {
    path: &'s str,
    chunk: Chunk,
    tree: straza_language::tree::Item,
    declared: Declared,
}

/// Keywords of what is no item of a set.
const DECLARATIONS: &[&str] = &["policy", "role", "use", "let", "catalog", "defaults", "test", "include"];

impl<'p> Survey<'p> {
    /// Looks through a repository without errors.
    pub fn of(policies: &'p Policies, program: &'p Program, recordings: &[String]) -> Result<Self, Broken> {
        let map = policies.workspace.source_map();
        let mut survey = Self {
            config: &policies.repository.config,
            program,
            sets: Vec::new(),
            items: Vec::new(),
            loose: Vec::new(),
            roles: Vec::new(),
            catalogs: BTreeMap::new(),
            named: Named::of(policies, program, recordings)?,
            constants: BTreeMap::new(),
            uses: BTreeMap::new(),
        };
        let typed = Typed::of(program, &map);
        for (path, source) in &policies.repository.policies {
            survey.add_file(path, source, &typed);
        }
        survey.sets.sort_by(|left, right| left.name.cmp(&right.name));
        survey.items.sort_by(|left, right| (&left.id.set, &left.declared.place).cmp(&(&right.id.set, &right.declared.place)));
        survey.roles.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(survey)
    }

    fn add_file(&mut self, path: &str, source: &SourceText, typed: &Typed<'p, '_>) {
        let split = split(source.text());
        let cuts: Vec<Cut<'_>> = split.chunks.into_iter().filter_map(|chunk| cut(path, source, chunk)).collect();
        let set = cuts.iter().find_map(|cut| match &cut.tree.kind {
            ItemTree::Policy(policy) => Some(policy.name.value.clone()),
            _ => None,
        });
        for cut in cuts {
            match cut.chunk.word.as_str() {
                "policy" => self.add_set(&cut, source, split.file_doc.clone()),
                "defaults" => self.add_defaults(set.as_deref(), cut.declared),
                word if DECLARATIONS.contains(&word) => self.add_declaration(cut, source),
                _ => self.add_item(set.as_deref(), cut, typed),
            }
        }
    }

    fn add_set(&mut self, cut: &Cut<'_>, source: &SourceText, doc: Option<String>) {
        if let ItemTree::Policy(policy) = &cut.tree.kind {
            let applies = policy.applies.as_ref().map(|applies| slice(source, &cut.chunk, applies.span));
            self.sets.push(SetText { name: policy.name.value.clone(), header: cut.declared.clone(), applies, doc, defaults: None });
        }
    }

    fn add_defaults(&mut self, set: Option<&str>, declared: Declared) {
        if let Some(set) = self.sets.iter_mut().find(|known| Some(known.name.as_str()) == set) {
            set.defaults = Some(declared);
        }
    }

    fn add_declaration(&mut self, cut: Cut<'_>, source: &SourceText) {
        match cut.tree.kind {
            ItemTree::Role(roles) => self.roles.extend(roles.into_iter().map(|role| Role {
                directory: role.directory.map_or_else(|| role.name.value.clone(), |directory| directory.value),
                place: place(cut.path, source, (cut.chunk.span.start + role.name.span.start) as usize),
                name: role.name.value,
            })),
            ItemTree::Let(constant) => {
                let value = slice(source, &cut.chunk, constant.value.span);
                self.constants.entry(cut.path.to_owned()).or_default().insert(constant.name.value, value);
            }
            ItemTree::Use(module) => {
                let module: Vec<&str> = module.iter().map(|name| name.value.as_str()).collect();
                self.uses.entry(cut.path.to_owned()).or_default().push(module_file(&module.join(".")));
            }
            ItemTree::Catalog(catalog) => {
                let lines = catalog.lines.iter().map(|line| clause_of(&slice(source, &cut.chunk, line.span))).collect();
                self.catalogs.insert(catalog.name.value, Declared { clauses: lines, ..cut.declared });
            }
            _ => {}
        }
    }

    /// An item, once for each set that has it: a library's item may belong to several.
    fn add_item(&mut self, set: Option<&str>, cut: Cut<'_>, typed: &Typed<'p, '_>) {
        let ids = typed.inside(cut.path, cut.chunk.span);
        let item = |id: ItemId| {
            let (parts, outcomes) = (typed.parts(&id), typed.outcomes(&id));
            Item { id, word: cut.chunk.word.clone(), declared: cut.declared.clone(), parts, outcomes }
        };
        let own = || ItemId { set: set.unwrap_or_default().to_owned(), name: own_name(&cut.chunk) };
        match (ids.is_empty(), set) {
            (false, _) => self.items.extend(ids.into_iter().map(|id| item(id.clone()))),
            (true, Some(_)) => self.items.push(item(own())),
            (true, None) => self.loose.push(item(own())),
        }
    }

    /// The items of a set, in the order of the text.
    pub fn items_of<'s>(&'s self, set: &'s str) -> impl Iterator<Item = &'s Item<'p>> {
        self.items.iter().filter(move |item| item.id.set == set)
    }

    /// The constants that a text of this file names, with their values.
    pub fn constants(&self, declared: &Declared) -> Vec<(&str, &str)> {
        let file = &declared.place.path;
        let files = std::iter::once(file).chain(self.uses.get(file).into_iter().flatten());
        let visible = files.filter_map(|file| self.constants.get(file)).flatten();
        let named: BTreeMap<&str, &str> =
            visible.filter(|(name, _)| declared.mentions.contains(*name)).map(|(name, value)| (name.as_str(), value.as_str())).collect();
        named.into_iter().collect()
    }

    /// The roles that the directory knows by this name.
    pub fn roles_of<'s>(&'s self, directory: &'s str) -> impl Iterator<Item = &'s Role> {
        self.roles.iter().filter(move |role| role.directory == directory)
    }

    /// A step with its people called as the policies call them: by their roles, where the directory has other names.
    pub fn in_role_names(&self, step: &Step) -> Step {
        match step {
            Step::Approve { pool, terms } => {
                let role = |decider: &String| self.roles_of(decider).next().map_or_else(|| decider.clone(), |role| role.name.clone());
                let pool = Pool { deciders: pool.deciders.iter().map(role).collect(), count: pool.count };
                Step::Approve { pool, terms: *terms }
            }
            Step::Notify(who) => Step::Notify(self.roles_of(who).next().map_or_else(|| who.clone(), |role| role.name.clone())),
            other => other.clone(),
        }
    }

    /// Every function that something is known of: the catalogs', then the local tools.
    pub fn functions(&self) -> Vec<(String, Vec<CatalogFunction>)> {
        let catalogs = self.program.catalogs.iter().map(|catalog| (catalog.server.clone(), catalog.functions.clone()));
        catalogs.chain([("local tools".to_owned(), local_tools().collect())]).collect()
    }
}

/// The typed items and where they stand, ready to be looked up.
struct Typed<'p, 'm> {
    parts: BTreeMap<&'p ItemId, Vec<&'p CoreItem>>,
    /// By file: where an item's name stands.
    names: BTreeMap<&'m str, Vec<(u32, &'m ItemId)>>,
    map: &'m SourceMap,
}

impl<'p, 'm> Typed<'p, 'm> {
    fn of(program: &'p Program, map: &'m SourceMap) -> Self {
        let mut typed = Self { parts: BTreeMap::new(), names: BTreeMap::new(), map };
        for item in &program.items {
            typed.parts.entry(&item.id).or_default().push(item);
        }
        for (id, location) in &map.items {
            typed.names.entry(&location.path).or_default().push((location.span.start, id));
        }
        typed.names.values_mut().for_each(|names| names.sort_unstable());
        typed
    }

    /// The items whose names stand in this part of a file.
    fn inside(&self, path: &str, span: Span) -> Vec<&'m ItemId> {
        let names = self.names.get(path).map(Vec::as_slice).unwrap_or_default();
        let from = names.partition_point(|(start, _)| *start < span.start);
        names.iter().skip(from).take_while(|(start, _)| *start < span.end).map(|(_, id)| *id).collect()
    }

    fn parts(&self, id: &ItemId) -> Vec<&'p CoreItem> {
        self.parts.get(id).cloned().unwrap_or_default()
    }

    fn outcomes(&self, id: &ItemId) -> Vec<Vec<&'p CoreItem>> {
        let mut outcomes: Vec<(Option<&Location>, Vec<&CoreItem>)> = Vec::new();
        for part in self.parts(id) {
            let place = self.map.parts.get(&(id.clone(), part.part));
            match outcomes.last_mut() {
                Some((last, parts)) if *last == place => parts.push(part),
                _ => outcomes.push((place, vec![part])),
            }
        }
        outcomes.into_iter().map(|(_, parts)| parts).collect()
    }
}

fn cut<'s>(path: &'s str, source: &SourceText, chunk: Chunk) -> Option<Cut<'s>> {
    let text = source.text().get(chunk.span.start as usize..chunk.span.end as usize)?;
    let tree = parse_item(text).item;
    let words = without_docs(text);
    let start = chunk.span.start as usize + text.find(words).unwrap_or_default();
    let declared = Declared {
        place: place(path, source, start),
        doc: tree.doc.clone(),
        source: words.to_owned(),
        clauses: clauses(text),
        mentions: references(&tree),
    };
    Some(Cut { path, chunk, tree, declared })
}

/// A part of an item's text, on one line.
fn slice(source: &SourceText, chunk: &Chunk, span: Span) -> String {
    let span = span.shifted(chunk.span.start);
    source.text().get(span.start as usize..span.end as usize).map(one_line).unwrap_or_default()
}

fn place(path: &str, source: &SourceText, byte: usize) -> Place {
    Place { path: path.to_owned(), line: source.position(byte).line }
}

/// The name behind the keyword, or the keyword where nothing follows.
fn own_name(chunk: &Chunk) -> String {
    let name = chunk.head.strip_prefix(chunk.word.as_str()).unwrap_or_default().trim_matches([' ', '{', '"']);
    if name.is_empty() { chunk.word.clone() } else { name.to_owned() }
}
