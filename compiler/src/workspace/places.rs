//! Where the parts of a program stand in the text: for explanations, test reports and findings about compiled items.

use std::collections::BTreeMap;

use straza_language::core::ItemId;
use straza_language::names::{ItemWord, name_span};
use straza_language::span::Span;
use straza_language::tree::ItemTree;

use super::{FileDiagnostic, Workspace};
use crate::db::SourceFile;
use crate::queries::exports::item_signature;
use crate::queries::items::{Item, file_items, parsed_item};

/// A place for a reader.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// Path relative to the repository.
    pub path: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Bytes of the file.
    pub span: Span,
}

/// The places of a program's parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceMap {
    /// Headers: the name in `policy NAME`.
    pub sets: BTreeMap<String, Location>,
    /// Items: the name in `rule NAME`.
    pub items: BTreeMap<ItemId, Location>,
    /// Core items, by item and part: the outcome that each comes from.
    pub parts: BTreeMap<(ItemId, u16), Location>,
    /// Patterns of command items, in their order.
    pub patterns: BTreeMap<ItemId, Vec<Location>>,
    /// Rows of defaults, by set and index.
    pub rows: BTreeMap<(String, u32), Location>,
}

impl Workspace {
    /// The places of all parts.
    pub fn source_map(&self) -> SourceMap {
        let mut map = SourceMap::default();
        let mut lines: BTreeMap<&str, Lines> = BTreeMap::new();
        let mut locate = |file: SourceFile, span: Span| {
            let path = file.path(&self.db);
            let text = file.text(&self.db);
            lines.entry(path).or_insert_with(|| Lines::of(text)).location(path, text, span)
        };
        let assembled = self.assembled();
        for (id, (item, spans)) in assembled.patterns {
            let file = item.file(&self.db);
            map.patterns.insert(id, spans.iter().map(|span| locate(file, self.placed(item, *span))).collect());
        }
        for ((id, part), (item, span)) in assembled.places {
            let file = item.file(&self.db);
            let name = self.placed(item, name_span(&parsed_item(&self.db, item).item, &id.name));
            map.items.entry(id.clone()).or_insert_with(|| locate(file, name));
            map.parts.insert((id, part), locate(file, self.placed(item, span)));
        }
        for file in self.sources() {
            let Some((set, header)) = self.header(file) else { continue };
            for (index, span) in (0..).zip(self.row_spans(file)) {
                map.rows.insert((set.clone(), index), locate(file, span));
            }
            map.sets.insert(set, locate(file, header));
        }
        map
    }

    /// The place of a finding's first byte.
    pub fn location(&self, found: &FileDiagnostic) -> Option<Location> {
        let text = self.text(&found.path)?;
        Some(Lines::of(text).location(&found.path, text, found.diagnostic.span))
    }

    fn header(&self, file: SourceFile) -> Option<(String, Span)> {
        let mut items = file_items(&self.db, file).items.iter();
        let header = items.find(|item| item_signature(&self.db, **item).word == ItemWord::Policy)?;
        let name = item_signature(&self.db, *header).names.first()?;
        Some((name.clone(), self.placed(*header, name_span(&parsed_item(&self.db, *header).item, name))))
    }

    fn row_spans(&self, file: SourceFile) -> Vec<Span> {
        let Some((item, _)) = self.rows(file) else { return Vec::new() };
        match &parsed_item(&self.db, item).item.kind {
            ItemTree::Defaults(rows) => rows.iter().map(|row| self.placed(item, row.span)).collect(),
            _ => Vec::new(),
        }
    }

    fn placed(&self, item: Item<'_>, span: Span) -> Span {
        span.shifted(item.start(&self.db))
    }
}

/// Where the lines of a text begin.
struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    fn of(text: &str) -> Self {
        let after_breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { starts: core::iter::once(0).chain(after_breaks).collect() }
    }

    fn location(&self, path: &str, text: &str, span: Span) -> Location {
        let at = span.start as usize;
        let line = self.starts.partition_point(|start| *start <= at);
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line)).copied().unwrap_or_default();
        let column = text.get(start..at).map_or(0, |before| before.chars().count());
        let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Location { path: path.to_owned(), line: narrow(line), column: narrow(column + 1), span }
    }
}
