//! Checks over all files of a repository: names declared twice, circles of `use`, what nobody uses, overlapping remits.
//!
//! They read signatures only. A finding names its file and item; [`Finding::diagnostic`] gives it its place in the tree.

use std::collections::{BTreeMap, BTreeSet};

use super::signature::{ItemSignature, ItemWord, SetExport, exports, module_file, module_name, name_span};
use crate::codes::meaning as code;
use crate::core::FunctionPattern;
use crate::diagnostic::{Code, Diagnostic};
use crate::glob::{exact_text, overlaps_pattern, spelled};
use crate::meaning::library_name;
use crate::suggestion::nearest;
use crate::tree;

/// One file of the repository.
#[derive(Debug, Clone, Copy)]
pub struct RepositoryFile<'a> {
    /// Path relative to the repository, with `/`.
    pub path: &'a str,
    /// Signatures of its items, in text order.
    pub items: &'a [ItemSignature],
    /// Union of [`super::references`] over its items.
    pub references: &'a BTreeSet<String>,
}

/// A finding about one item of one file; its spans are still empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Index into the files that were checked.
    pub file: usize,
    /// Index of the item in its file.
    pub item: usize,
    /// The declared name that it is about; empty where it is about the item.
    pub name: String,
    /// What was found.
    found: Diagnostic,
}

impl Finding {
    /// The diagnostic, placed at the name in the item's tree.
    pub fn diagnostic(&self, item: &tree::Item) -> Diagnostic {
        Diagnostic { span: name_span(item, &self.name), ..self.found.clone() }
    }
}

/// All findings, sorted by file, item and name. `owners` lists pairs of sets whose remits may overlap, in either order.
pub fn check_repository(files: &[RepositoryFile<'_>], owners: &[(String, String)]) -> Vec<Finding> {
    let mut check = Check { files, findings: Vec::new() };
    check.headers();
    check.declared_twice(ItemWord::Role, code::ROLE_TWICE, "role");
    check.declared_twice(ItemWord::Policy, code::SET_TWICE, "policy set");
    check.declared_twice(ItemWord::Catalog, code::SERVER_TWICE, "catalog");
    check.declared_twice(ItemWord::Label, code::LABEL_TWICE, "label");
    check.declared_twice(ItemWord::Wall, code::WALL_TWICE, "wall");
    check.declared_twice(ItemWord::Agent, code::AGENT_TWICE, "agent");
    check.declared_twice(ItemWord::Routine, code::AGENT_TWICE, "routine");
    check.levels_twice();
    check.items_twice();
    check.lets_twice();
    check.modules();
    check.circles(ItemWord::Use, "use");
    check.circles(ItemWord::Include, "include");
    check.includes();
    check.unused();
    check.remits(owners);
    check.findings.sort();
    check.findings.dedup();
    check.findings
}

struct Check<'a> {
    files: &'a [RepositoryFile<'a>],
    findings: Vec<Finding>,
}

impl<'a> Check<'a> {
    fn report(&mut self, file: usize, item: usize, name: &str, found: Diagnostic) {
        self.findings.push(Finding { file, item, name: name.to_owned(), found });
    }

    fn error(&mut self, place: (usize, usize), name: &str, code: Code, message: String, help: &str) {
        self.report(place.0, place.1, name, Diagnostic::error(code, crate::span::Span::default(), message).help(help));
    }

    /// Every item with its file's and its own index.
    fn items(&self) -> impl Iterator<Item = (usize, usize, &'a ItemSignature)> + use<'a> {
        let files = self.files;
        files
            .iter()
            .enumerate()
            .flat_map(|(file, content)| content.items.iter().enumerate().map(move |(item, signature)| (file, item, signature)))
    }

    fn path(&self, file: usize) -> &'a str {
        self.files.get(file).map_or("", |file| file.path)
    }

    fn headers(&mut self) {
        for file in 0..self.files.len() {
            let of = |word: ItemWord| -> Vec<usize> {
                let items = self.files.get(file).map_or(&[][..], |file| file.items);
                items.iter().enumerate().filter(|(_, item)| item.word == word).map(|(at, _)| at).collect()
            };
            let (headers, tables, commands) = (of(ItemWord::Policy), of(ItemWord::Defaults), of(ItemWord::Commands));
            for second in headers.iter().skip(1) {
                let help = "move one of the two sets to a file of its own";
                self.error((file, *second), "", code::TWO_HEADERS, "a file holds one policy set".to_owned(), help);
            }
            for second in tables.iter().skip(1) {
                let help = "join the rows of both tables";
                self.error((file, *second), "", code::TWO_DEFAULTS, "a policy set has one table of defaults".to_owned(), help);
            }
            for second in commands.iter().skip(1) {
                let help = "join the lines of both";
                self.error((file, *second), "", code::TWO_DEFAULTS, "a policy set has one `commands`".to_owned(), help);
            }
            if headers.is_empty() {
                let tables: Vec<usize> = tables.into_iter().chain(commands).collect();
                self.without_header(file, &tables);
            }
        }
    }

    /// A file without a set: a library, where some file includes it, else a place for names only.
    fn without_header(&mut self, file: usize, tables: &[usize]) {
        let items = self.files.get(file).map_or(&[][..], |file| file.items);
        let name = module_name(self.path(file));
        let included = self.items().any(|(.., item)| item.word == ItemWord::Include && item.module.as_ref() == Some(&name));
        let belongs = |item: &ItemSignature| item.word.is_of_set() || item.word == ItemWord::Include;
        let first = if included { None } else { items.iter().position(belongs) };
        if let Some(first) = first.into_iter().chain(tables.iter().copied()).min() {
            let message = "rules, defaults and their kin belong to a policy set, and this file has none";
            let help = format!(
                "begin the file with `policy NAME {{ … }}`, or write `include {name}` in a file that does; a file without either may hold `use`, \
                 `let`, `role`, `levels`, `catalog` and `test`, and a library neither `defaults` nor `commands`"
            );
            self.error((file, first), "", code::NO_HEADER, message.to_owned(), &help);
        }
    }

    fn levels_twice(&mut self) {
        let mut orders = self.items().filter(|(.., signature)| signature.word == ItemWord::Levels);
        let Some((first, ..)) = orders.next() else { return };
        let others: Vec<(usize, usize)> = orders.map(|(file, item, _)| (file, item)).collect();
        for place in others {
            let message = format!("the order of the levels is declared in `{}` too", self.path(first));
            self.error(place, "", code::LEVELS_TWICE, message, "a repository has one order; join the two");
        }
    }

    /// Files that may not be included, and libraries whose items would have equal names.
    fn includes(&mut self) {
        let modules = self.modules_by_name();
        for (file, content) in self.files.iter().enumerate() {
            let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
            for (item, signature) in content.items.iter().enumerate().filter(|(_, signature)| signature.word == ItemWord::Include) {
                let Some(module) = signature.module.as_deref() else { continue };
                let target = modules.get(module).and_then(|target| self.files.get(*target));
                if target.is_some_and(|target| target.items.iter().any(|item| item.word == ItemWord::Policy)) {
                    let message = format!("`{module}` has a policy set of its own");
                    self.error(
                        (file, item),
                        "",
                        code::INCLUDE_SET,
                        message,
                        "`use` brings its names; what two sets share stands in a file without `policy`",
                    );
                }
                if let Some(earlier) = seen.insert(library_name(module), module) {
                    let message = format!("items of `{earlier}` and of `{module}` would both be named `{}.…`", library_name(module));
                    let help = if earlier == module { "include it once" } else { "give one of the two files another name" };
                    self.error((file, item), "", code::LIBRARY_TWICE, message, help);
                }
            }
        }
    }

    fn declared_twice(&mut self, word: ItemWord, code: Code, noun: &str) {
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        for (file, item, signature) in self.items().filter(|(.., signature)| signature.word == word) {
            for name in &signature.names {
                match first.get(name.as_str()) {
                    Some(earlier) => {
                        let message = format!("{noun} `{name}` is declared in `{}` too", self.path(*earlier));
                        self.error((file, item), name, code, message, "declare it once; it is visible in the whole repository");
                    }
                    None => {
                        first.insert(name, file);
                    }
                }
            }
        }
    }

    fn items_twice(&mut self) {
        let mut seen: BTreeMap<(usize, &str), ItemWord> = BTreeMap::new();
        for (file, item, signature) in self.items().filter(|(.., signature)| signature.word.is_of_set()) {
            for name in &signature.names {
                let earlier = seen.insert((file, name), signature.word);
                if earlier.is_some_and(|earlier| earlier != signature.word || !earlier.is_declared_once()) {
                    let message = format!("this set already has an item `{name}`");
                    self.error((file, item), name, code::ITEM_TWICE, message, "give one of the two another name");
                }
            }
        }
    }

    fn lets_twice(&mut self) {
        let modules = self.modules_by_name();
        for (file, content) in self.files.iter().enumerate() {
            let brought: BTreeMap<&str, &str> = exported_lets(content, self.files, &modules);
            let mut own: BTreeSet<&str> = BTreeSet::new();
            for (item, signature) in content.items.iter().enumerate().filter(|(_, signature)| signature.word == ItemWord::Let) {
                let Some(name) = signature.names.first() else { continue };
                let twice = if own.insert(name) {
                    brought.get(name.as_str()).map(|from| format!("`{from}`"))
                } else {
                    Some("this file".to_owned())
                };
                if let Some(place) = twice {
                    let message = format!("`let {name}` is also declared in {place}");
                    self.error((file, item), name, code::LET_TWICE, message, "give one of the two another name");
                }
            }
        }
        self.lets_brought_twice(&modules);
    }

    /// Two used files that bring one name.
    fn lets_brought_twice(&mut self, modules: &BTreeMap<String, usize>) {
        for (file, content) in self.files.iter().enumerate() {
            let mut from: BTreeMap<&str, &str> = BTreeMap::new();
            for (item, module, used) in uses(content, self.files, modules) {
                for name in let_names(used) {
                    match from.get(name) {
                        Some(earlier) if *earlier != module => {
                            let message = format!("`use {module}` brings `{name}`, and so does `use {earlier}`");
                            self.error((file, item), "", code::LET_TWICE, message, "give one of the two another name");
                        }
                        _ => {
                            from.insert(name, module);
                        }
                    }
                }
            }
        }
    }

    fn modules_by_name(&self) -> BTreeMap<String, usize> {
        self.files.iter().enumerate().map(|(at, file)| (module_name(file.path), at)).collect()
    }

    fn modules(&mut self) {
        let modules = self.modules_by_name();
        for (file, item, signature) in self.items() {
            let Some(module) = signature.module.as_ref().filter(|module| !modules.contains_key(*module)) else { continue };
            let near = nearest(module, modules.keys().map(String::as_str));
            let help = near.map_or_else(
                || format!("a file is named by its path in the repository: `{}`", module_file(module)),
                |near| format!("did you mean `{near}`?"),
            );
            self.error((file, item), "", code::UNKNOWN_MODULE, format!("there is no file `{}`", module_file(module)), &help);
        }
    }

    /// Depth-first with an explicit stack; each circle is reported once, at the item that closes it.
    fn circles(&mut self, word: ItemWord, verb: &str) {
        let modules = self.modules_by_name();
        let edges: Vec<Vec<(usize, usize)>> = self
            .files
            .iter()
            .map(|file| named_modules(file, word).filter_map(|(item, module)| Some((item, *modules.get(module)?))).collect())
            .collect();
        let mut done = vec![false; self.files.len()];
        for start in 0..self.files.len() {
            self.circles_from(start, verb, &edges, &mut done);
        }
    }

    fn circles_from(&mut self, start: usize, verb: &str, edges: &[Vec<(usize, usize)>], done: &mut [bool]) {
        let is_done = |done: &[bool], file: usize| done.get(file).copied().unwrap_or(true);
        let mut stack: Vec<(usize, usize)> = if is_done(done, start) { Vec::new() } else { vec![(start, 0)] };
        let mut on_path: BTreeSet<usize> = stack.iter().map(|(file, _)| *file).collect();
        while let Some((file, next)) = stack.last_mut() {
            let (from, edge) = (*file, edges.get(*file).and_then(|edges| edges.get(*next)).copied());
            *next += 1;
            match edge {
                Some((item, to)) if on_path.contains(&to) => {
                    let path: Vec<usize> = stack.iter().map(|(file, _)| *file).skip_while(|file| *file != to).chain([to]).collect();
                    self.circle(from, item, verb, &path);
                }
                Some((_, to)) if !is_done(done, to) => {
                    on_path.insert(to);
                    stack.push((to, 0));
                }
                Some(_) => {}
                None => {
                    on_path.remove(&from);
                    if let Some(cell) = done.get_mut(from) {
                        *cell = true;
                    }
                    stack.pop();
                }
            }
        }
    }

    fn circle(&mut self, file: usize, item: usize, verb: &str, path: &[usize]) {
        let names: Vec<String> = path.iter().map(|file| module_name(self.path(*file))).collect();
        let message = format!("files {verb} each other in a circle: {}", names.join(" → "));
        self.error((file, item), "", code::USE_CIRCLE, message, "move what both need to a third file");
    }

    fn unused(&mut self) {
        let everywhere: BTreeSet<&str> = self.files.iter().flat_map(|file| file.references.iter().map(String::as_str)).collect();
        let users = self.users();
        for (file, item, signature) in self.items() {
            let (code, noun) = match signature.word {
                ItemWord::Role => (code::UNUSED_ROLE, "role"),
                ItemWord::Let => (code::UNUSED_LET, "`let`"),
                ItemWord::Label if signature.label.as_ref().is_none_or(|label| label.level.is_none() && !label.taints) => {
                    (code::UNUSED_LABEL, "label")
                }
                // A level that nobody names still orders the others.
                ItemWord::Levels if signature.names.iter().any(|name| everywhere.contains(name.as_str())) => continue,
                ItemWord::Levels => (code::UNUSED_LEVEL, "level"),
                _ => continue,
            };
            for name in &signature.names {
                let used = match signature.word {
                    ItemWord::Role | ItemWord::Label => everywhere.contains(name.as_str()),
                    // The order is the point: a level may be there only to lie below or above the others.
                    ItemWord::Levels => signature.names.iter().any(|level| everywhere.contains(level.as_str())),
                    _ => users.get(file).is_some_and(|users| users.iter().any(|user| self.refers(*user, name))),
                };
                if !used {
                    let found = Diagnostic::warning(code, crate::span::Span::default(), format!("{noun} `{name}` is never used"))
                        .help("take it out");
                    self.report(file, item, name, found);
                }
            }
        }
    }

    fn refers(&self, file: usize, name: &str) -> bool {
        self.files.get(file).is_some_and(|file| file.references.contains(name))
    }

    /// For each file: itself and the files that use it.
    fn users(&self) -> Vec<Vec<usize>> {
        let modules = self.modules_by_name();
        let mut users: Vec<Vec<usize>> = (0..self.files.len()).map(|file| vec![file]).collect();
        for (file, _, signature) in self.items().filter(|(.., signature)| signature.word == ItemWord::Use) {
            let used = signature.module.as_ref().and_then(|module| modules.get(module)).and_then(|used| users.get_mut(*used));
            if let Some(users) = used {
                users.push(file);
            }
        }
        users
    }

    /// Sets by the exact server of each pattern, so that only patterns that can meet are compared.
    fn remits(&mut self, owners: &[(String, String)]) {
        let sets: Vec<(usize, SetExport)> =
            self.files.iter().enumerate().filter_map(|(at, file)| Some((at, exports(file.items).set?))).collect();
        let mut by_server: BTreeMap<Option<String>, Vec<(usize, &FunctionPattern)>> = BTreeMap::new();
        for (at, (_, set)) in sets.iter().enumerate() {
            for pattern in &set.over {
                by_server.entry(exact_text(&pattern.server)).or_default().push((at, pattern));
            }
        }
        let mut clashes: BTreeMap<(usize, usize), String> = BTreeMap::new();
        let wild = by_server.get(&None).cloned().unwrap_or_default();
        for patterns in by_server.values() {
            for (left, right) in patterns.iter().flat_map(|left| patterns.iter().chain(&wild).map(move |right| (left, right))) {
                let pair = (left.0.min(right.0), left.0.max(right.0));
                if left.0 != right.0 && !clashes.contains_key(&pair) && overlaps_pattern(left.1, right.1) {
                    clashes.insert(pair, format!("`{}` and `{}`", spelled(left.1), spelled(right.1)));
                }
            }
        }
        for ((left, right), patterns) in clashes {
            self.clash(&sets, left, right, &patterns, owners);
        }
    }

    fn clash(&mut self, sets: &[(usize, SetExport)], left: usize, right: usize, patterns: &str, owners: &[(String, String)]) {
        let (Some((_, left)), Some((file, right))) = (sets.get(left), sets.get(right)) else { return };
        let both = |pair: &(String, String)| (pair.0 == left.name && pair.1 == right.name) || (pair.1 == left.name && pair.0 == right.name);
        if left.name == right.name || owners.iter().any(both) {
            return;
        }
        let header = self.files.get(*file).and_then(|file| file.items.iter().position(|item| item.word == ItemWord::Policy));
        let message = format!("the remits of `{}` and `{}` overlap: {patterns}", left.name, right.name);
        let help = format!("narrow one `over`, or name `{}` and `{}` as owners together in straza.toml", left.name, right.name);
        self.error((*file, header.unwrap_or(0)), &right.name, code::OVERLAPPING_REMITS, message, &help);
    }
}

/// `use` lines of a file whose module exists, in order.
fn uses<'a>(
    file: &'a RepositoryFile<'a>,
    files: &'a [RepositoryFile<'a>],
    modules: &BTreeMap<String, usize>,
) -> Vec<(usize, &'a str, &'a RepositoryFile<'a>)> {
    named_modules(file, ItemWord::Use).filter_map(|(item, module)| Some((item, module, files.get(*modules.get(module)?)?))).collect()
}

/// The modules that a file names by a word, with the items that do.
fn named_modules<'a>(file: &'a RepositoryFile<'a>, word: ItemWord) -> impl Iterator<Item = (usize, &'a str)> {
    let of_word = file.items.iter().enumerate().filter(move |(_, signature)| signature.word == word);
    of_word.filter_map(|(item, signature)| Some((item, signature.module.as_deref()?)))
}

fn let_names<'a>(file: &'a RepositoryFile<'a>) -> impl Iterator<Item = &'a str> {
    file.items.iter().filter(|item| item.word == ItemWord::Let).flat_map(|item| item.names.iter().map(String::as_str))
}

/// `let`s that the file's `use` lines bring, with the file they come from.
fn exported_lets<'a>(
    file: &'a RepositoryFile<'a>,
    files: &'a [RepositoryFile<'a>],
    modules: &BTreeMap<String, usize>,
) -> BTreeMap<&'a str, &'a str> {
    uses(file, files, modules).into_iter().flat_map(|(_, _, used)| let_names(used).map(|name| (name, used.path))).collect()
}
