//! The typed items of all files put together into one program, sorted so that neither the order of files nor their names show.

use std::collections::BTreeMap;

use straza_language::core::{CoreItem, ItemId, PolicySet, Program};
use straza_language::meaning::Typed;
use straza_language::names::ItemWord;
use straza_language::span::Span;
use straza_language::tests::TestCase;

use super::Workspace;
use crate::db::SourceFile;
use crate::queries::catalogs::{repository_servers, typed_catalog};
use crate::queries::exports::item_signature;
use crate::queries::items::{Item, file_items};
use crate::queries::typed::typed_item;

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
        let mut assembled = Assembled { program: Program::default(), places: BTreeMap::new() };
        for file in self.sources() {
            self.add_file(file, &mut assembled);
        }
        let servers = repository_servers(&self.db).values();
        let catalogs = servers.filter_map(|item| typed_catalog(&self.db, *item).as_ref().map(|typed| typed.catalog.clone()));
        let program = &mut assembled.program;
        program.catalogs = catalogs.collect();
        program.catalogs.sort();
        program.sets.sort_by(|left, right| left.name.cmp(&right.name));
        program.items.sort_by(|left, right| key(left).cmp(&key(right)));
        assembled
    }

    fn add_file<'a>(&'a self, file: SourceFile, assembled: &mut Assembled<'a>) {
        let mut set: Option<PolicySet> = None;
        let mut order = 0;
        for item in &file_items(&self.db, file).items {
            let typed = typed_item(&self.db, *item);
            match item_signature(&self.db, *item).word {
                ItemWord::Policy => set = set.or_else(|| typed.header.clone()),
                ItemWord::Rule => {
                    add_items(*item, typed, order, assembled);
                    order += 1;
                }
                _ => {}
            }
        }
        if let Some(mut set) = set {
            set.defaults = self.rows(file).map(|(_, rows)| rows.to_vec()).unwrap_or_default();
            assembled.program.sets.push(set);
        }
    }

    /// The file's table of defaults.
    pub(super) fn rows(&self, file: SourceFile) -> Option<(Item<'_>, &[straza_language::core::DefaultRow])> {
        let items = file_items(&self.db, file).items.iter();
        items.copied().find_map(|item| Some((item, typed_item(&self.db, item).defaults.as_deref()?)))
    }
}

fn add_items<'db>(item: Item<'db>, typed: &Typed, order: u32, assembled: &mut Assembled<'db>) {
    for (core, place) in typed.placed(order).zip(&typed.places) {
        assembled.places.insert((core.id.clone(), core.part), (item, *place));
        assembled.program.items.push(core);
    }
}

fn key(item: &CoreItem) -> (&str, u32, u16) {
    (&item.id.set, item.order, item.part)
}
