//! `catalog NAME from "file" { server … trust … effect … mark … open … }`

use pest::iterators::Pair;

use super::block::{self, BlockBuilder, BlockGrammar};
use super::grammar::Rule;
use super::reader::Reader;
use super::{pattern, text, value};
use crate::codes::syntax as codes;
use crate::span::Spanned;
use crate::tree::{CatalogLine, CatalogTree, ItemTree, Name};
use crate::words::CATALOG_WORDS;

const GRAMMAR: BlockGrammar = BlockGrammar {
    whole: Rule::catalog_item,
    head: Rule::catalog_head,
    only_head: Rule::only_catalog_head,
    line: Rule::catalog_clause,
    only_lines: Rule::only_catalog_clauses,
    some_lines: Rule::some_catalog_clauses,
    line_is_wrapped: true,
    line_words: CATALOG_WORDS,
    also_starts_line: |_| false,
    nested: &[],
};

/// Reads the item at hand.
pub(super) fn read(reader: &mut Reader<'_>) -> ItemTree {
    let mut catalog = Catalog::default();
    block::read(reader, &GRAMMAR, &mut catalog);
    match catalog.name {
        Some(name) => ItemTree::Catalog(CatalogTree { name, file: catalog.file, lines: catalog.lines }),
        None => ItemTree::Broken,
    }
}

#[derive(Default)]
struct Catalog {
    name: Option<Name>,
    file: Option<Spanned<String>>,
    lines: Vec<Spanned<CatalogLine>>,
}

impl<'t> BlockBuilder<'t> for Catalog {
    fn head(&mut self, reader: &mut Reader<'t>, pair: Pair<'t, Rule>) {
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::item_name => self.name = Some(reader.spanned(&part)),
                Rule::text if self.name.is_none() => self.name = Some(text::read(reader, part)),
                Rule::text => self.file = Some(text::read(reader, part)),
                _ => {}
            }
        }
    }

    fn line(&mut self, reader: &mut Reader<'t>, pair: Pair<'t, Rule>) {
        let span = reader.span(&pair);
        if let Some(line) = line(reader, pair) {
            self.lines.push(Spanned::new(line, span));
        }
    }
}

fn line<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<CatalogLine> {
    let rule = pair.as_rule();
    let parts = reader.parts(pair);
    match rule {
        Rule::server => {
            let identity = parts.into_iter().find(|part| part.as_rule() == Rule::text)?;
            Some(CatalogLine::Server(text::read(reader, identity)))
        }
        Rule::trust => Some(CatalogLine::Trust(words(reader, &parts))),
        Rule::effect_line => {
            for plus in parts.iter().filter(|part| part.as_rule() == Rule::plus) {
                reader.slip(codes::PUNCTUATION, plus, "the words of a catalog's `effect` are joined by a comma", ",");
            }
            let words = words(reader, &parts);
            Some(CatalogLine::Effect { functions: functions(reader, parts), words })
        }
        Rule::mark => {
            let mark = words(reader, &parts);
            let named = parts.into_iter().filter(|part| part.as_rule() == Rule::mark_argument);
            Some(CatalogLine::Mark { arguments: named.map(|part| argument(reader, part)).collect(), mark })
        }
        _ => Some(CatalogLine::Open(functions(reader, parts))),
    }
}

fn words<'t>(reader: &Reader<'t>, parts: &[Pair<'t, Rule>]) -> Vec<Name> {
    parts.iter().filter(|part| part.as_rule() == Rule::line_word).map(|part| reader.spanned(part)).collect()
}

fn functions<'t>(reader: &mut Reader<'t>, parts: Vec<Pair<'t, Rule>>) -> Vec<Spanned<String>> {
    let names = parts.into_iter().find(|part| part.as_rule() == Rule::function_names);
    names.map(|names| pattern::function_names(reader, names)).unwrap_or_default()
}

fn argument<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Spanned<Vec<String>> {
    let span = reader.span(&pair);
    let mut path = Vec::new();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::text => path.push(text::read(reader, part).value),
            Rule::segment => path.push(part.as_str().to_owned()),
            _ => path.extend(value::segment(reader, part).map(|segment| segment.value)),
        }
    }
    // `args.x` is meant as `x`: a catalog's paths start at the arguments.
    if path.len() > 1 && path.first().is_some_and(|root| root == "args") {
        path.remove(0);
    }
    Spanned::new(path, span)
}
