//! A repository of texts in memory, for tests: answers [`Names`] from tables, types every item, prints core items in one line each.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalog::{CatalogFile, read_catalog, type_catalog};
use crate::core::*;
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix;
use crate::glob;
use crate::link::{Links, link};
use crate::meaning::{Behind, SetContext, Typed, library_name, subject, type_item};
use crate::names::*;
use crate::parse::{Parsed, parse_item};
use crate::split::split;
use crate::tree::{Item, ItemTree};

pub use crate::codes::examples::PAYMENTS;

/// A file of the repository.
pub struct File {
    pub path: String,
    pub items: Vec<Parsed>,
    pub signatures: Vec<ItemSignature>,
    pub exports: FileExports,
}

/// All files with their catalogs.
pub struct Repository {
    pub files: Vec<File>,
    pub catalogs: BTreeMap<String, Catalog>,
    pub catalog_diagnostics: Vec<Diagnostic>,
}

impl Repository {
    /// From files; every catalog item's file is looked up among `listings`, and is the payments listing where it is not there.
    pub fn new(files: &[(&str, &str)], listings: &[(&str, &str)]) -> Self {
        let files: Vec<File> = files.iter().map(|(path, text)| File::new(path, text)).collect();
        let mut repository = Self { files, catalogs: BTreeMap::new(), catalog_diagnostics: Vec::new() };
        let trees = repository.files.iter().flat_map(|file| &file.items).filter_map(|parsed| match &parsed.item.kind {
            ItemTree::Catalog(tree) => Some(tree.clone()),
            _ => None,
        });
        for tree in trees.collect::<Vec<crate::tree::CatalogTree>>() {
            let named = tree.file.as_ref().map(|file| file.value.as_str());
            let text = listings.iter().find(|(path, _)| Some(*path) == named).map_or(PAYMENTS, |(_, text)| text);
            let file: CatalogFile = read_catalog(text);
            let typed = type_catalog(&tree, named.filter(|name| *name != "missing.json").map(|_| &file));
            repository.catalog_diagnostics.extend(file.diagnostics);
            repository.catalog_diagnostics.extend(typed.diagnostics);
            repository.catalogs.insert(typed.catalog.server.clone(), typed.catalog);
        }
        repository
    }

    pub fn one(text: &str) -> Self {
        Self::new(&[("main.straza", text)], &[])
    }

    /// Every item of a file, typed; those that it includes stand behind it.
    pub fn typed(&self, file: usize) -> Vec<Typed> {
        let names = View { repository: self, file };
        let header = self.trees(file).find(|item| matches!(item.kind, ItemTree::Policy(_)));
        let header = header.and_then(|item| type_item(item, 0, None, &names).header);
        let set = header.as_ref().map(SetContext::of);
        let mut typed = self.typed_in(file, set.as_ref());
        let mut waiting = self.files[file].exports.includes.clone();
        let mut seen = Vec::new();
        while let (Some(set), Some(module)) = (&set, waiting.pop()) {
            let library = self.files.iter().position(|file| file.path == module_file(&module));
            if let Some(library) = library.filter(|_| !seen.contains(&module)) {
                typed.extend(self.typed_in(library, Some(&set.included(&module))));
                waiting.extend(self.files[library].exports.includes.clone());
            }
            seen.push(module);
        }
        typed
    }

    fn trees(&self, file: usize) -> impl Iterator<Item = &Item> {
        self.files[file].items.iter().map(|parsed| &parsed.item)
    }

    fn typed_in(&self, file: usize, set: Option<&SetContext>) -> Vec<Typed> {
        let names = View { repository: self, file };
        let mut numbers = BTreeMap::new();
        let signatures = &self.files[file].signatures;
        self.trees(file)
            .zip(signatures)
            .map(|(item, signature)| {
                let number = numbers.entry(signature.word).or_insert(0);
                *number += u32::from(signature.names.is_empty());
                type_item(item, *number, set, &names)
            })
            .collect()
    }

    /// Everything that was found.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let syntax = self.files.iter().flat_map(|file| &file.items).flat_map(|parsed| parsed.diagnostics.clone());
        let typed = (0..self.files.len()).flat_map(|file| self.typed(file)).flat_map(|typed| typed.diagnostics);
        syntax.chain(typed).chain(self.catalog_diagnostics.clone()).chain(self.checked()).collect()
    }

    /// Findings of typing, of catalogs and of the repository, by code, each `S0123 message`; syntax findings too, which tests should not have.
    pub fn findings(&self) -> Vec<String> {
        let mut all = self.diagnostics();
        all.sort_by(|left, right| (left.code, &left.message).cmp(&(right.code, &right.message)));
        all.iter()
            .map(|found| format!("{}{} {}", found.code, if found.severity == Severity::Warning { "w" } else { "" }, found.message))
            .collect()
    }

    /// Findings of the whole repository; an unused declaration is not one here.
    pub fn checked(&self) -> Vec<Diagnostic> {
        let references: Vec<_> =
            self.files.iter().map(|file| file.items.iter().flat_map(|parsed| references(&parsed.item)).collect()).collect();
        let files: Vec<RepositoryFile<'_>> = self
            .files
            .iter()
            .zip(&references)
            .map(|(file, references)| RepositoryFile { path: &file.path, items: &file.signatures, references })
            .collect();
        check_repository(&files, &[("left".to_owned(), "right".to_owned())])
            .iter()
            .map(|finding| finding.diagnostic(&self.files[finding.file].items[finding.item].item))
            .collect()
    }

    /// Findings that stop compilation.
    pub fn errors(&self) -> Vec<String> {
        let is_warning = |found: &String| found.split(' ').next().is_some_and(|code| code.ends_with('w'));
        self.findings().into_iter().filter(|found| !is_warning(found)).collect()
    }

    /// What command items say of their order.
    pub fn behind(&self) -> Behind {
        let typed = (0..self.files.len()).flat_map(|file| self.typed(file));
        let mut links = Links::default();
        typed.for_each(|typed| links.add(&typed, 0));
        links.behind
    }

    /// The whole as a program.
    pub fn program(&self) -> Program {
        let mut program = Program { catalogs: self.catalogs.values().cloned().collect(), ..Program::default() };
        let mut links = Links::default();
        for file in 0..self.files.len() {
            let typed = self.typed(file);
            let header = typed.iter().find_map(|typed| typed.header.clone());
            let defaults = typed.iter().find_map(|typed| typed.defaults.clone()).unwrap_or_default();
            let commands = typed.iter().find_map(|typed| typed.commands.clone()).unwrap_or_default();
            program.sets.extend(header.map(|set| PolicySet { defaults, commands, ..set }));
            program.items.extend((0u32..).zip(&typed).flat_map(|(order, typed)| typed.placed(order).collect::<Vec<_>>()));
            (0u32..).zip(&typed).for_each(|(order, typed)| links.add(typed, order));
        }
        program.items = link(program.items, &links);
        program
    }
}

impl File {
    fn new(path: &str, text: &str) -> Self {
        let chunks = split(text).chunks;
        let items: Vec<Parsed> = chunks.iter().map(|chunk| parse_item(&text[chunk.span.start as usize..chunk.span.end as usize])).collect();
        let signatures: Vec<ItemSignature> = items.iter().map(|parsed| signature(&parsed.item)).collect();
        let exports = exports(&signatures);
        Self { path: path.to_owned(), items, signatures, exports }
    }
}

/// The repository as one file sees it.
pub struct View<'a> {
    pub repository: &'a Repository,
    pub file: usize,
}

impl View<'_> {
    fn visible(&self) -> impl Iterator<Item = &FileExports> {
        let own = &self.repository.files[self.file].exports;
        let used = |module: &String| self.repository.files.iter().find(|file| file.path == module_file(module)).map(|file| &file.exports);
        std::iter::once(own).chain(own.uses.iter().filter_map(used))
    }

    fn names_of_set(&self, exports: &FileExports) -> Vec<String> {
        let module = |module: &String| self.repository.files.iter().find(|file| file.path == module_file(module));
        let libraries = exports.includes.iter().filter_map(|name| Some((library_name(name), module(name)?)));
        let included = libraries.flat_map(|(name, file)| file.exports.items.iter().map(move |item| format!("{name}.{item}")));
        exports.items.iter().cloned().chain(included).collect()
    }

    fn all_exports(&self) -> impl Iterator<Item = &FileExports> {
        self.repository.files.iter().map(|file| &file.exports)
    }
}

impl Names for View<'_> {
    fn role(&self, name: &str) -> Option<String> {
        self.all_exports().find_map(|exports| exports.roles.get(name).cloned())
    }

    fn constant(&self, name: &str) -> Option<Constant> {
        self.visible().find_map(|exports| exports.lets.get(name).cloned())
    }

    fn functions(&self, pattern: &FunctionPattern) -> Vec<FunctionName> {
        let all = self.repository.catalogs.values().flat_map(|catalog| &catalog.functions).map(|function| &function.function);
        all.filter(|function| glob::matches_function(pattern, function)).cloned().collect()
    }

    fn function(&self, function: &FunctionName) -> Option<Arc<CatalogFunction>> {
        let catalog = self.repository.catalogs.get(&function.server)?;
        catalog.functions.iter().find(|known| known.function == *function).cloned().map(Arc::new)
    }

    fn catalogued(&self, server: &str) -> bool {
        self.repository.catalogs.contains_key(server)
    }

    fn set(&self, name: &str) -> bool {
        self.all(Namespace::Sets).contains(&name.to_owned())
    }

    fn item(&self, set: &str, name: &str) -> bool {
        self.all(Namespace::Items(set)).contains(&name.to_owned())
    }

    fn subject(&self, set: &str, name: &str) -> Option<Subject> {
        let own = |file: &File| file.exports.set.as_ref().is_some_and(|own| own.name == set);
        let file = self.repository.files.iter().find(|file| own(file))?;
        let (library, name) = match name.split_once('.') {
            Some((library, name)) => {
                let module = file.exports.includes.iter().find(|module| module.rsplit('.').next() == Some(library))?;
                (self.repository.files.iter().find(|file| file.path == module_file(module))?, name)
            }
            None => (file, name),
        };
        let at = library.signatures.iter().position(|signature| signature.names.first().is_some_and(|own| own == name))?;
        subject(&library.items[at].item)
    }

    fn label(&self, name: &str) -> bool {
        self.labels().iter().any(|(label, _)| label == name)
    }

    fn labels(&self) -> Vec<(String, Option<String>)> {
        let all = self.all_exports().flat_map(|exports| &exports.labels);
        let labels: BTreeMap<String, Option<String>> = all.map(|(name, label)| (name.clone(), label.level.clone())).collect();
        labels.into_iter().collect()
    }

    fn level(&self, name: &str) -> Option<u32> {
        let rank = self.all(Namespace::Levels).iter().position(|level| level == name)?;
        u32::try_from(rank).ok()
    }

    fn all(&self, space: Namespace<'_>) -> Vec<String> {
        match space {
            Namespace::Roles => self.all_exports().flat_map(|exports| exports.roles.keys().cloned()).collect(),
            Namespace::Lets => self.visible().flat_map(|exports| exports.lets.keys().cloned()).collect(),
            Namespace::Servers => self.repository.catalogs.keys().cloned().collect(),
            Namespace::Functions(server) => {
                let functions = self.repository.catalogs.get(server).into_iter().flat_map(|catalog| &catalog.functions);
                functions.map(|function| function.function.name.clone()).collect()
            }
            Namespace::Sets => self.all_exports().filter_map(|exports| Some(exports.set.as_ref()?.name.clone())).collect(),
            Namespace::Labels => self.labels().into_iter().map(|(label, _)| label).collect(),
            Namespace::Levels => {
                self.all_exports().map(|exports| exports.levels.clone()).find(|levels| !levels.is_empty()).unwrap_or_default()
            }
            Namespace::Items(set) => {
                let of_set = self.all_exports().filter(|exports| exports.set.as_ref().is_some_and(|own| own.name == set));
                of_set.flat_map(|exports| self.names_of_set(exports)).collect()
            }
        }
    }
}

/// The first fix of the first finding that has one, applied to the item's text.
pub fn fixed(text: &str, which: usize) -> String {
    let repository = Repository::one(text);
    let split = split(text);
    for (typed, chunk) in repository.typed(0).iter().zip(&split.chunks) {
        let found = typed.diagnostics.iter().find_map(|found| found.fixes.get(which).cloned());
        if let Some(mut mend) = found {
            mend.automatic = true;
            for edit in &mut mend.edits {
                edit.span = edit.span.shifted(chunk.span.start);
            }
            return fix::apply(text, &[mend]);
        }
    }
    text.to_owned()
}

/// A core item as one line.
pub fn line(item: &CoreItem) -> String {
    let effect = effect(&item.effect);
    let on = item.on.iter().map(target).collect::<Vec<_>>().join(", ");
    format!("{}#{} on {on}: {} => {effect}", item.id, item.part, show(&item.condition))
}

fn effect(effect: &Effect) -> String {
    let steps = |steps: &[Step]| steps.iter().map(step).collect::<Vec<_>>().join(" and ");
    match effect {
        Effect::Permit => "permit".to_owned(),
        Effect::Restrict(Restriction::Deny) => "deny".to_owned(),
        Effect::Restrict(Restriction::Park) => "park".to_owned(),
        Effect::Restrict(Restriction::StopJob) => "stop job".to_owned(),
        Effect::Restrict(Restriction::Steps(asked)) => steps(asked),
        Effect::Move(change) => moved(change),
        Effect::Fill { argument, value } => format!("fill {} with {value}", argument.join(".")),
        Effect::Stub { result } => format!("stub {result}"),
        Effect::Report => "report".to_owned(),
        Effect::Withhold => "withhold".to_owned(),
        Effect::Redact { regex, with } => format!("redact {regex:?} as {with:?}"),
        Effect::Unknown(OnUnknown::Ask(asked)) => format!("on unknown {}", steps(asked)),
        Effect::Unknown(OnUnknown::FailJob) => "on unknown fail job".to_owned(),
    }
}

fn moved(change: &Move) -> String {
    match change {
        Move::Label { label, taints } => format!("label {label}{}", if *taints { " taints" } else { "" }),
        Move::Clear { label, pool } => format!("clear {label} by {} of {}", pool.count, pool.deciders.join("/")),
        Move::Step { sequence, step, binds: shared } => format!("step {step} of {}{}", tracked_sequence(sequence), binds(shared)),
        Move::Duty { duty, side, same } => format!("side {side} of {} [{}]", tracked_duty(duty), places(same)),
        Move::Count { counter, amount } => {
            format!("{}{}", tracked_counter(counter), amount.iter().map(|it| format!(" {}", value(it))).collect::<String>())
        }
    }
}

fn question(memory: &Memory) -> String {
    match memory {
        Memory::Sequence { sequence, binds: shared } => format!("came-to {}{}", tracked_sequence(sequence), binds(shared)),
        Memory::Duty { duty, side, same } => format!("other than side {side} of {} [{}]", tracked_duty(duty), places(same)),
        Memory::Above { counter, amount, bound } => {
            format!("{}{} above {bound}", tracked_counter(counter), amount.iter().map(|it| format!(" {}", value(it))).collect::<String>())
        }
        Memory::From { argument, only, sources } => {
            let source = |source: &Source| match source {
                Source::Principal => "principal".to_owned(),
                Source::Function(entry) => target(entry),
            };
            let sources = sources.iter().map(source).collect::<Vec<_>>().join(", ");
            format!("{} {}from {sources}", value(argument), if *only { "only " } else { "" })
        }
    }
}

fn tracked_sequence(sequence: &Sequence) -> String {
    format!("{} ({} steps, {} shared, {:?} {})", sequence.item, sequence.steps, sequence.variables, sequence.owner, time(sequence.window))
}

fn tracked_duty(duty: &Duty) -> String {
    format!("{} ({:?} {})", duty.item, duty.owner, time(duty.window))
}

fn tracked_counter(counter: &Counter) -> String {
    format!("{:?} of {} ({:?} {})", counter.measure, counter.item, counter.owner, time(counter.window))
}

fn time(window: Option<u32>) -> String {
    window.map_or_else(|| "ever".to_owned(), |seconds| format!("{seconds}s"))
}

fn binds(binds: &[Bind]) -> String {
    binds.iter().map(|bind| format!(" {}={}", bind.variable, value(&bind.attribute))).collect()
}

fn places(places: &[Attribute]) -> String {
    places.iter().map(value).collect::<Vec<_>>().join(", ")
}

fn target(target: &Target) -> String {
    let mut text = glob::spelled(&target.pattern);
    if target.effects != FunctionSelector::default() {
        text += &format!(" {:?}", target.effects);
    }
    if let Some(event) = &target.event {
        text += &format!(" event {event}");
    }
    text
}

pub fn step(step: &Step) -> String {
    match step {
        Step::Approve { pool, terms } => {
            let parts = [
                ("hold", terms.hold),
                ("retry", terms.retry),
                ("ticket", terms.ticket),
                ("grant", terms.grant),
                ("recheck", terms.recheck),
            ];
            let times: String = parts.iter().filter_map(|(word, time)| Some(format!(", {word} {}s", (*time)?))).collect();
            let bind = if terms.bind == Binding::Tool { ", bind tool" } else { "" };
            let flags: String =
                [(terms.self_approval, ", self-approval"), (terms.distinct, ", distinct"), (terms.allowance, ", allowance job")]
                    .iter()
                    .filter(|(set, _)| *set)
                    .map(|(_, word)| *word)
                    .collect();
            format!("approve by {} of {}{times}{bind}{flags}", pool.count, pool.deciders.join("/"))
        }
        other => format!("{other:?}").to_lowercase(),
    }
}

/// A condition as a formula.
pub fn show(condition: &Condition) -> String {
    let joined = |parts: &[Condition], word: &str| format!("({})", parts.iter().map(show).collect::<Vec<_>>().join(word));
    match condition {
        Condition::True => "true".to_owned(),
        Condition::False => "false".to_owned(),
        Condition::All(parts) => joined(parts, " & "),
        Condition::Any(parts) => joined(parts, " | "),
        Condition::Not(inner) => format!("!{}", show(inner)),
        Condition::Atom(atom) => show_atom(atom),
    }
}

fn show_atom(atom: &Atom) -> String {
    match atom {
        Atom::Holds(place) => value(place),
        Atom::Exists(place) => format!("exists {}", value(place)),
        Atom::Compare { left, op, right } => format!("{} {op:?} {}", value(left), operand(right)),
        Atom::In { left, list: ListKind::Literals(list) } => {
            format!("{} in [{}]", value(left), list.iter().map(literal).collect::<Vec<_>>().join(", "))
        }
        Atom::In { left, list: ListKind::Attribute(list) } => format!("{} in {}", value(left), value(list)),
        Atom::Has { list, value: right } => format!("{} has {}", value(list), operand(right)),
        Atom::Like { text, glob } => format!("{} like {glob:?}", value(text)),
        Atom::LikePath { path, pattern } => format!("{} like-path {}", value(path), path_literal(pattern)),
        Atom::Matches { text, regex } => format!("{} matches {regex:?}", value(text)),
        Atom::Contains { text, part } => format!("{} contains {part:?}", value(text)),
        Atom::StartsWith { text, part } => format!("{} starts-with {part:?}", value(text)),
        Atom::EndsWith { text, part } => format!("{} ends-with {part:?}", value(text)),
        Atom::Under { path, base: PathText::Literal(base) } => format!("{} under {}", value(path), path_literal(base)),
        Atom::Under { path, base: PathText::Attribute(base) } => format!("{} under {}", value(path), value(base)),
        Atom::Within { time, window } => format!("{} within {}:{}..{} {}", value(time), window.days, window.from, window.to, window.zone),
        Atom::Quantified { quantifier, list, body } => format!("{quantifier:?} {} {{{}}}", value(list), show(body)),
        Atom::Function(targets) => format!("function in [{}]", targets.iter().map(target).collect::<Vec<_>>().join(", ")),
        Atom::StartsChild => "starts-child".to_owned(),
        Atom::Memory(memory) => question(memory),
    }
}

fn value(place: &Attribute) -> String {
    let root = match place.root {
        Root::Element(depth) => format!("#{depth}"),
        root => format!("{root:?}").to_lowercase(),
    };
    let reading = match place.reading {
        Reading::Plain => "",
        Reading::Marked(Mark::Fold) => "~fold",
        Reading::Marked(Mark::Alnum) => "~alnum",
        Reading::Path => "~path",
    };
    let otherwise = place.otherwise.as_ref().map_or_else(String::new, |constant| format!(" else {}", literal(constant)));
    let keys: String = place.path.iter().map(|key| format!(".{key}")).collect();
    format!("{root}{keys}{reading}{otherwise}")
}

fn operand(operand: &Operand) -> String {
    match operand {
        Operand::Literal(constant) => literal(constant),
        Operand::Attribute(place) => value(place),
    }
}

fn literal(constant: &Literal) -> String {
    match constant {
        Literal::Null => "null".to_owned(),
        Literal::Boolean(value) => value.to_string(),
        Literal::Number(number) => number.to_string(),
        Literal::Text(text) => format!("{text:?}"),
        Literal::Instant(second) => format!("@{second}"),
        Literal::Version(numbers) => format!("v{numbers:?}"),
        Literal::Path(path) => path_literal(path),
    }
}

fn path_literal(path: &PathLiteral) -> String {
    format!("{:?}<{}>", path.anchor, path.text).to_lowercase()
}
