//! Things that stand once however often they are used: strings, names, constants, attributes, lists.

use std::collections::HashMap;

use straza_language::core::{Attribute, Literal, Mark, PathAnchor, Reading, Root};
use straza_runtime::layout::*;

use super::container::Sections;

/// The pools; each hands out the index of an equal record if there is one.
#[derive(Debug, Default)]
pub(super) struct Pools {
    strings: Vec<u8>,
    string_runs: HashMap<String, Run>,
    names: Vec<NameRecord>,
    name_runs: HashMap<Vec<String>, Run>,
    literals: Vec<LiteralRecord>,
    literal_indices: HashMap<LiteralRecord, u32>,
    attributes: Vec<AttributeRecord>,
    attribute_indices: HashMap<AttributeRecord, u32>,
    /// As people write them, for the report.
    spelled: Vec<String>,
    lists: Vec<u32>,
    list_runs: HashMap<Vec<u32>, Run>,
}

fn run(start: usize, len: usize) -> Run {
    let narrow = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
    Run { start: narrow(start), len: narrow(len) }
}

impl Pools {
    /// A text in `Strings`.
    pub(super) fn text(&mut self, text: &str) -> Run {
        if let Some(found) = self.string_runs.get(text) {
            return *found;
        }
        let place = run(self.strings.len(), text.len());
        self.strings.extend_from_slice(text.as_bytes());
        self.string_runs.insert(text.to_owned(), place);
        place
    }

    /// A run of `Names`.
    pub(super) fn names(&mut self, names: &[String]) -> Run {
        if let Some(found) = self.name_runs.get(names) {
            return *found;
        }
        let records: Vec<NameRecord> = names.iter().map(|name| NameRecord { text: self.text(name) }).collect();
        let place = run(self.names.len(), records.len());
        self.names.extend(records);
        self.name_runs.insert(names.to_vec(), place);
        place
    }

    /// A run of `Lists`.
    pub(super) fn list(&mut self, list: &[u32]) -> Run {
        if list.is_empty() {
            return Run::default();
        }
        if let Some(found) = self.list_runs.get(list) {
            return *found;
        }
        let place = run(self.lists.len(), list.len());
        self.lists.extend_from_slice(list);
        self.list_runs.insert(list.to_vec(), place);
        place
    }

    /// A constant.
    pub(super) fn literal(&mut self, literal: &Literal) -> u32 {
        let record = self.literal_record(literal);
        intern(&mut self.literals, &mut self.literal_indices, record)
    }

    fn literal_record(&mut self, value: &Literal) -> LiteralRecord {
        let plain = LiteralRecord::default();
        match value {
            Literal::Null => LiteralRecord { kind: literal::NULL, ..plain },
            Literal::Boolean(value) => LiteralRecord { kind: literal::BOOLEAN, data: i128::from(*value), ..plain },
            Literal::Number(number) => {
                LiteralRecord { kind: literal::NUMBER, exponent: number.exponent, data: number.coefficient, ..plain }
            }
            Literal::Text(text) => LiteralRecord { kind: literal::TEXT, text: self.text(text), ..plain },
            Literal::Instant(instant) => LiteralRecord { kind: literal::INSTANT, data: i128::from(*instant), ..plain },
            Literal::Version(numbers) => LiteralRecord { kind: literal::VERSION, text: self.list(numbers), ..plain },
            Literal::Path(path) => {
                let anchor = match path.anchor {
                    PathAnchor::Root => anchor::ROOT,
                    PathAnchor::Home => anchor::HOME,
                    PathAnchor::Workspace => anchor::WORKSPACE,
                    PathAnchor::Bare => anchor::BARE,
                };
                LiteralRecord { kind: literal::PATH, anchor, text: self.text(&path.text), ..plain }
            }
        }
    }

    /// A place in the call.
    pub(super) fn attribute(&mut self, attribute: &Attribute) -> u32 {
        let record = AttributeRecord {
            root: root_number(attribute.root),
            reading: reading_number(attribute.reading),
            lists: 0,
            path: self.names(&attribute.path),
            otherwise: attribute.otherwise.as_ref().map_or(NONE, |literal| self.literal(literal)),
        };
        let index = intern(&mut self.attributes, &mut self.attribute_indices, record);
        self.spell(index, || {
            let root = format!("{:?}", attribute.root).to_lowercase();
            root + &attribute.path.iter().map(|step| format!(".{step}")).collect::<String>()
        });
        index
    }

    fn spell(&mut self, index: u32, spelled: impl FnOnce() -> String) {
        if self.spelled.len() <= index as usize {
            self.spelled.push(spelled());
        }
    }

    /// An attribute as people write it.
    pub(super) fn spelled(&self, attribute: u32) -> String {
        self.spelled.get(attribute as usize).cloned().unwrap_or_default()
    }

    /// An argument path that items read, with its steps into lists.
    pub(super) fn key_path(&mut self, path: &[String], lists: u16) -> u32 {
        let record = AttributeRecord { root: root::ARGS, reading: reading::PLAIN, lists, path: self.names(path), otherwise: NONE };
        let index = intern(&mut self.attributes, &mut self.attribute_indices, record);
        self.spell(index, || path.join("."));
        index
    }

    /// Whether folding changes no key of some argument paths.
    pub(super) fn are_folded(&self, paths: Run) -> bool {
        let attributes = self.lists.get(paths.range()).unwrap_or_default().iter().filter_map(|index| self.attributes.get(*index as usize));
        let mut names = attributes.flat_map(|attribute| self.names.get(attribute.path.range()).unwrap_or_default());
        names.all(|name| {
            let text = self.strings.get(name.text.range()).and_then(|bytes| std::str::from_utf8(bytes).ok());
            text.is_some_and(straza_runtime::json::is_folded)
        })
    }

    /// Writes the pools' sections.
    pub(super) fn finish(&mut self, sections: &mut Sections) {
        sections.data(Section::Strings).append(&mut self.strings);
        for name in &self.names {
            sections.push(Section::Names, |out| name.write(out));
        }
        for literal in &self.literals {
            sections.push(Section::Literals, |out| literal.write(out));
        }
        for attribute in &self.attributes {
            sections.push(Section::Attributes, |out| attribute.write(out));
        }
        for index in &self.lists {
            sections.push(Section::Lists, |out| index.put(out));
        }
    }
}

fn intern<T: Copy + Eq + std::hash::Hash>(records: &mut Vec<T>, indices: &mut HashMap<T, u32>, record: T) -> u32 {
    *indices.entry(record).or_insert_with(|| {
        records.push(record);
        u32::try_from(records.len() - 1).unwrap_or(u32::MAX)
    })
}

fn root_number(root: Root) -> u8 {
    match root {
        Root::Args => root::ARGS,
        Root::Function => root::FUNCTION,
        Root::Principal => root::PRINCIPAL,
        Root::Agent => root::AGENT,
        Root::Session => root::SESSION,
        Root::Job => root::JOB,
        Root::Paths => root::PATHS,
        Root::Reads => root::READS,
        Root::Writes => root::WRITES,
        Root::Now => root::NOW,
        Root::Hosts => root::HOSTS,
        Root::Recipients => root::RECIPIENTS,
        Root::Tree => root::TREE,
        Root::Flow => root::FLOW,
        Root::Result => root::RESULT,
        Root::Command => root::COMMAND,
        Root::Signals => root::SIGNALS,
        Root::Element(0) => root::ELEMENT,
        Root::Element(_) => root::INNER_ELEMENT,
    }
}

/// The number of a reading in the format.
pub(super) fn reading_number(reading: Reading) -> u8 {
    match reading {
        Reading::Plain => reading::PLAIN,
        Reading::Marked(Mark::Fold) => reading::FOLD,
        Reading::Marked(Mark::Alnum) => reading::ALNUM,
        Reading::Path => reading::PATH,
    }
}
