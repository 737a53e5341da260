//! The typed items of all files put together into one program, sorted so that neither the order of files nor their names show.

use std::collections::{BTreeMap, HashSet};

use straza_language::core::{Catalog, CommandDefaults, CoreItem, FunctionName, ItemId, PolicySet, Program};
use straza_language::glob::matches_function;
use straza_language::link::{Exception, Links, link};
use straza_language::meaning::Typed;
use straza_language::names::{ItemWord, name_span};
use straza_language::span::Span;
use straza_language::tests::TestCase;

use super::Workspace;
use crate::db::{Name, SourceFile};
use crate::queries::catalogs::{catalog_listings, repository_servers, typed_catalog};
use crate::queries::exports::item_signature;
use crate::queries::includes::{included_module, items_of_set, libraries_of};
use crate::queries::items::{Item, file_items, parsed_item};
use crate::queries::typed::{included_item, typed_item};

/// The set that the edition's own rules belong to.
const STANDARD_SET: &str = "std";

/// A test and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileTest {
    /// Path of its file.
    pub path: String,
    /// First byte of its item in the file: what its places are relative to.
    pub start: u32,
    /// The test.
    pub case: TestCase,
}

/// A program and the places of its parts.
pub(super) struct Assembled<'db> {
    pub program: Program,
    /// The item behind each core item, and the outcome's place in it.
    pub places: BTreeMap<(ItemId, u16), (Item<'db>, Span)>,
    /// The item behind each command item, and the places of its patterns in it.
    pub patterns: BTreeMap<ItemId, (Item<'db>, &'db [Span])>,
    /// What linking adds.
    pub links: Links,
}

impl Workspace {
    /// The tests of all files, by path and place.
    pub fn tests(&self) -> Vec<FileTest> {
        let items = self.sources().flat_map(|file| file_items(&self.db, file).items.iter());
        let tests = items.flat_map(|item| typed_item(&self.db, *item).tests.iter().map(move |case| (item, case.clone())));
        let placed =
            tests.map(|(item, case)| FileTest { path: item.file(&self.db).path(&self.db).to_owned(), start: item.start(&self.db), case });
        placed.collect()
    }

    /// Puts together what the files say; meaningful where nothing is wrong with them.
    pub(super) fn assembled(&self) -> Assembled<'_> {
        let mut assembled =
            Assembled { program: Program::default(), places: BTreeMap::new(), patterns: BTreeMap::new(), links: Links::default() };
        for file in self.sources() {
            self.add_file(file, &mut assembled);
        }
        assembled.drop_idle_standard();
        let servers = repository_servers(&self.db).values();
        let catalogs = servers.filter_map(|item| {
            let typed = typed_catalog(&self.db, *item).as_ref()?;
            Some(Catalog { listings: catalog_listings(&self.db, *item).clone(), ..typed.catalog.clone() })
        });
        let program = &mut assembled.program;
        program.catalogs = catalogs.collect();
        program.catalogs.sort();
        program.sets.sort_by(|left, right| left.name.cmp(&right.name));
        program.items.sort_by(|left, right| key(left).cmp(&key(right)));
        program.items = link(core::mem::take(&mut program.items), &assembled.links);
        program.items.sort_by(|left, right| key(left).cmp(&key(right)));
        assembled.place_linked();
        assembled
    }

    /// All exceptions, in the order of their sets and of the text.
    pub fn exceptions(&self) -> Vec<Exception> {
        let mut exceptions = self.assembled().links.exceptions;
        exceptions.sort_by(|left, right| (&left.id.set, left.order).cmp(&(&right.id.set, right.order)));
        exceptions
    }

    fn add_file<'a>(&'a self, file: SourceFile, assembled: &mut Assembled<'a>) {
        let mut set: Option<PolicySet> = None;
        let (mut order, mut included) = (0, HashSet::from([file]));
        for item in &file_items(&self.db, file).items {
            let typed = typed_item(&self.db, *item);
            match item_signature(&self.db, *item).word {
                ItemWord::Policy => set = set.or_else(|| typed.header.clone()),
                ItemWord::Include => self.add_libraries(file, *item, &mut included, &mut order, assembled),
                word if word.is_of_set() => assembled.add(self, *item, typed, &mut order),
                _ => {}
            }
        }
        if let Some(mut set) = set {
            set.defaults = self.rows(file).map(|(_, rows)| rows.to_vec()).unwrap_or_default();
            set.commands = self.commands(file).cloned().unwrap_or_default();
            assembled.program.sets.push(set);
        }
    }

    /// The items of the libraries that an `include` brings, those left out that an earlier one brought.
    fn add_libraries<'a>(
        &'a self,
        set: SourceFile,
        include: Item<'a>,
        included: &mut HashSet<SourceFile>,
        order: &mut u32,
        assembled: &mut Assembled<'a>,
    ) {
        let Some(module) = included_module(&self.db, include) else { return };
        for library in libraries_of(&self.db, module).iter().filter(|library| included.insert(library.file)) {
            for item in items_of_set(&self.db, library.file) {
                let module = Name::new(&self.db, library.module.clone());
                assembled.add(self, item, included_item(&self.db, item, set, module), order);
            }
        }
    }

    /// The file's table of defaults.
    pub(super) fn rows(&self, file: SourceFile) -> Option<(Item<'_>, &[straza_language::core::DefaultRow])> {
        let items = file_items(&self.db, file).items.iter();
        items.copied().find_map(|item| Some((item, typed_item(&self.db, item).defaults.as_deref()?)))
    }

    /// What the file says of commands that no item settles.
    fn commands(&self, file: SourceFile) -> Option<&CommandDefaults> {
        file_items(&self.db, file).items.iter().find_map(|item| typed_item(&self.db, *item).commands.as_ref())
    }
}

impl<'db> Assembled<'db> {
    fn add(&mut self, workspace: &'db Workspace, item: Item<'db>, typed: &'db Typed, order: &mut u32) {
        if let Some(core) = typed.items.first().filter(|_| !typed.patterns.is_empty()) {
            self.patterns.insert(core.id.clone(), (item, &typed.patterns));
        }
        for (core, place) in typed.placed(*order).zip(&typed.places) {
            self.places.insert((core.id.clone(), core.part), (item, *place));
            self.program.items.push(core);
        }
        if let Some(exception) = &typed.exception {
            let place = name_span(&parsed_item(&workspace.db, item).item, &exception.id.name);
            self.places.insert((exception.id.clone(), 0), (item, place));
        }
        self.links.add(typed, *order);
        *order += 1;
    }

    /// Takes the edition's own command rules out where no set speaks about commands: there nothing permits one.
    fn drop_idle_standard(&mut self) {
        let shell = FunctionName { server: "shell".to_owned(), name: "exec".to_owned() };
        let program = &mut self.program;
        let speaks = program.sets.iter().any(|set| set.over.iter().any(|over| matches_function(over, &shell)))
            || program.items.iter().any(|item| item.command.is_some() && item.id.set != STANDARD_SET);
        if !speaks {
            program.sets.retain(|set| set.name != STANDARD_SET);
            program.items.retain(|item| item.id.set != STANDARD_SET);
            self.places.retain(|(id, _), _| id.set != STANDARD_SET);
        }
    }

    /// Items that linking made stand where the last part of their item stands that was written.
    fn place_linked(&mut self) {
        for item in &self.program.items {
            let key = (item.id.clone(), item.part);
            let first = (item.id.clone(), 0);
            let written = self.places.range(first..=key.clone()).next_back().map(|(_, place)| *place);
            if let Some(place) = written {
                self.places.entry(key).or_insert(place);
            }
        }
    }
}

fn key(item: &CoreItem) -> (&str, u32, u16) {
    (&item.id.set, item.order, item.part)
}
