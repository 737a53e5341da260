//! From a program to the bytes of a core: pools, branch code, function groups, spines.
//!
//! Nothing is ever multiplied out: an item is stored once per condition it is filed under, groups of equal targets share a spine, and what cannot be
//! filed is a residual that [`IndexReport`] names. The bytes depend on the program alone.

pub(crate) mod check;
mod code;
mod command;
mod container;
mod digests;
mod functions;
mod groups;
mod items;
mod pools;
mod report;
mod schemas;
mod spine;
mod texts;
mod tracked;

use std::collections::HashMap;

use sha2::{Digest, Sha256};
use straza_language::canonical::item_digest;
use straza_language::core::{CoreItem, ItemId, Program};
use straza_runtime::compiled::{Core, Cost};
use straza_runtime::layout::Section;

pub use report::{GroupReport, IndexReport, TRIED_ON_EVERY_CALL};

use container::Sections;

/// What a pattern or zone of the program compiles to; the compiler's own modules give it.
pub trait TableSource {
    /// The table of a regular expression.
    fn automaton(&self, expression: &str) -> Result<Vec<u8>, String>;
    /// The table that finds a regular expression anywhere in a text.
    fn search(&self, expression: &str) -> Result<Vec<u8>, String>;
    /// The transitions of a zone: from when, seconds east of UTC.
    fn transitions(&self, zone: &str) -> Result<Vec<(i64, i32)>, String>;
}

/// A core, its text and its cost.
#[derive(Debug, Clone)]
pub struct BuiltCore {
    /// What decides.
    pub core: Vec<u8>,
    /// What explains.
    pub text: Vec<u8>,
    /// The worst case.
    pub cost: Cost,
    /// How it is indexed.
    pub report: IndexReport,
}

/// Why a program has no core.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildError {
    /// The item it is about, where there is one.
    pub item: Option<ItemId>,
    /// Which kind.
    pub kind: BuildErrorKind,
}

/// What was too much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuildErrorKind {
    /// A regular expression does not compile within its limits.
    Expression {
        /// It.
        expression: String,
        /// Why.
        why: String,
    },
    /// A zone has no data.
    Zone {
        /// It.
        zone: String,
        /// Why.
        why: String,
    },
    /// More than 63 distinct steps on one list of functions.
    Steps(usize),
    /// More than 64 lists of functions that one function lies on.
    Groups {
        /// The function.
        function: String,
        /// How many.
        count: usize,
    },
    /// An argument path of more than 15 steps.
    PathDepth,
    /// A constant that no section can hold (4 GiB).
    TooLarge(&'static str),
    /// The index does not pass its own check: a fault of the compiler.
    Internal(String),
}

/// Builds the core of a program.
pub fn build(program: &Program, compiled: &dyn TableSource) -> Result<BuiltCore, Vec<BuildError>> {
    let mut builder = Builder::new(program, compiled);
    let (report, texts) = builder.items();
    if !builder.errors.is_empty() {
        return Err(builder.errors);
    }
    builder.pools.finish(&mut builder.sections);
    let core = builder.sections.bytes().map_err(|section| vec![BuildError { item: None, kind: BuildErrorKind::TooLarge(section) }])?;
    let cost =
        Core::cost_of(core.clone()).map_err(|why| vec![BuildError { item: None, kind: BuildErrorKind::Internal(why.to_string()) }])?;
    Ok(BuiltCore { core, text: texts.bytes(), cost, report })
}

/// How a program is indexed, also where its core cannot be built.
pub fn report(program: &Program, compiled: &dyn TableSource) -> IndexReport {
    Builder::new(program, compiled).items().0
}

/// What the parts of the build share.
struct Builder<'a> {
    program: &'a Program,
    compiled: &'a dyn TableSource,
    sections: Sections,
    pools: pools::Pools,
    tracked: tracked::Tracked,
    definitions: HashMap<ItemId, u64>,
    errors: Vec<BuildError>,
}

impl<'a> Builder<'a> {
    fn new(program: &'a Program, compiled: &'a dyn TableSource) -> Self {
        Self {
            program,
            compiled,
            sections: Sections::default(),
            pools: pools::Pools::default(),
            tracked: tracked::Tracked::default(),
            definitions: HashMap::new(),
            errors: Vec::new(),
        }
    }

    /// Writes sets, items and groups; what is too much stands in `errors` then.
    fn items(&mut self) -> (IndexReport, texts::TextBuilder) {
        let ranks = items::ranks(self.program);
        let mut texts = texts::TextBuilder::default();
        let (mut code, mut steps) = (code::Code::default(), items::Steps::default());
        items::sets(self, &mut code, &mut steps, &ranks, &mut texts);
        digests::sets(self);
        let report = groups::build(self, &mut code, &mut steps, &ranks, &mut texts);
        (report, texts)
    }

    /// What an item is defined as in states: a hash over its core items, reasons left out.
    fn definition(&mut self, item: &ItemId) -> u64 {
        if self.definitions.is_empty() {
            self.definitions = definitions(self.program);
        }
        self.definitions.get(item).copied().unwrap_or_default()
    }

    fn error(&mut self, item: Option<&ItemId>, kind: BuildErrorKind) {
        let error = BuildError { item: item.cloned(), kind };
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    fn count(&self, section: Section) -> u32 {
        self.sections.count(section)
    }
}

fn definitions(program: &Program) -> HashMap<ItemId, u64> {
    let mut hashes: HashMap<ItemId, Sha256> = HashMap::new();
    for item in &program.items {
        let silent = CoreItem { because: None, ..item.clone() };
        hashes.entry(item.id.clone()).or_default().update(item_digest(&silent));
    }
    hashes.into_iter().map(|(item, hash)| (item, tracked::beginning(&hash.finalize()))).collect()
}
