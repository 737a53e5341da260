//! Items with a block: read whole, or head and lines on their own where that fails.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::reader::Reader;
use super::recovery;
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::Token;
use crate::span::Span;

/// The entry rules of an item with a block, and which words start a line of it.
pub(super) struct BlockGrammar {
    /// The whole item.
    pub(super) whole: Rule,
    /// The head, and the entry rule that reads nothing else.
    pub(super) head: Rule,
    pub(super) only_head: Rule,
    /// A line, and the entry rules that read nothing but lines, and the lines at the start of a text.
    pub(super) line: Rule,
    pub(super) only_lines: Rule,
    pub(super) some_lines: Rule,
    /// Whether a line holds its clause and signs behind it, or is the clause.
    pub(super) line_is_wrapped: bool,
    /// The words that start a line of the block.
    pub(super) line_words: &'static [&'static str],
    /// What else does, where the line before is finished.
    pub(super) also_starts_line: fn(&str) -> bool,
    /// The words that start a line with lines of its own, and the entry rule that reads what stands before its `{`.
    pub(super) nested: &'static [(&'static str, Rule)],
}

/// What collects an item's parts.
pub(super) trait BlockBuilder<'t> {
    /// Takes the head.
    fn head(&mut self, reader: &mut Reader<'t>, pair: Pair<'t, Rule>);
    /// Takes what a line holds.
    fn line(&mut self, reader: &mut Reader<'t>, pair: Pair<'t, Rule>);
    /// A line with lines of its own begins: what stands before its `{`.
    fn enter(&mut self, _reader: &mut Reader<'t>, _head: Option<Pair<'t, Rule>>) {}
    /// It ends; its place.
    fn leave(&mut self, _span: Span) {}
    /// Learns which text could not be read: its first token and its place.
    fn broken(&mut self, _reader: &mut Reader<'t>, _first: Token, _span: Span) {}
}

/// Reads the item at hand.
pub(super) fn read<'t>(reader: &mut Reader<'t>, grammar: &BlockGrammar, builder: &mut impl BlockBuilder<'t>) {
    match reader.parse(grammar.whole, reader.whole()) {
        Ok(pairs) => {
            for pair in pairs.flat_map(Pair::into_inner) {
                part(reader, grammar, builder, pair);
            }
        }
        Err(diagnostic) => recovery::read(reader, grammar, builder, *diagnostic),
    }
}

/// Hands a part of the item to whoever collects it.
pub(super) fn part<'t>(reader: &mut Reader<'t>, grammar: &BlockGrammar, builder: &mut impl BlockBuilder<'t>, pair: Pair<'t, Rule>) {
    let rule = pair.as_rule();
    if rule == grammar.head {
        builder.head(reader, pair);
    } else if rule == grammar.line && grammar.line_is_wrapped {
        for inner in reader.parts(pair) {
            builder.line(reader, inner);
        }
    } else if rule == grammar.line {
        builder.line(reader, pair);
    } else if rule == Rule::unclosed {
        reader.report_open_block();
    }
}

impl Reader<'_> {
    /// The item's block has no end.
    pub(super) fn report_open_block(&mut self) {
        let opening = self.tokens.iter().find(|token| token.is('{')).copied();
        let span = opening.map_or(Span::new(0, 0), |token| Span::new(token.start, token.end));
        let swallowed = self.diagnostics.iter().any(|diagnostic| diagnostic.code == codes::OPEN_TEXT);
        if swallowed {
            self.complete = false;
        } else {
            self.broken(
                Diagnostic::error(codes::OPEN_BLOCK, span, "this `{` is not closed").help("close the item with `}` on a line of its own"),
            );
        }
    }
}
