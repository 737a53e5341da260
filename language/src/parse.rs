//! One item's text to its tree: what was written, nothing resolved.
//!
//! The grammar (`grammar.pest`) is the only definition of what is valid. An item is first read whole; where that fails, its head and each
//! clause are read on their own (`parse/recovery.rs`), so that one broken clause costs one finding and the others stay in the tree. Depth is
//! bounded before the grammar sees the text (`parse/nesting.rs`), so nothing behind it recurses further.

mod agent;
mod block;
mod catalog;
mod clauses;
mod command;
mod command_pattern;
mod commands;
mod declaration;
mod defaults;
mod duty;
mod exception;
mod expression;
mod fitting;
mod grammar;
mod json;
mod kill;
mod label;
mod limit;
mod message;
mod name;
mod nesting;
mod number;
mod origin;
mod outcome;
mod owner;
mod pattern;
mod policy;
mod reader;
mod recovery;
mod result;
mod rule;
mod sequence;
mod shape;
mod test;
mod text;
mod time;
mod value;

use crate::codes::syntax as codes;
use crate::diagnostic::{Diagnostic, MAX_FINDINGS, listed};
use crate::disguise;
use crate::lexer::{Token, TokenKind, tokens};
use crate::span::Span;
use crate::split::{doc_text, hash_comment, misplaced_doc, unused_doc};
use crate::suggestion::nearest;
use crate::tree::{Item, ItemTree};
use crate::words::{self, ITEM_WORDS};
use reader::Reader;

/// An item and what is wrong with it, with places relative to its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// What could be read.
    pub item: Item,
    /// By place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the text of one chunk of [`crate::split::split`]. Any other text gives a broken item and a finding.
pub fn parse_item(text: &str) -> Parsed {
    let all: Vec<Token> = tokens(text).collect();
    let word_at = all.iter().position(|token| token.is_significant()).unwrap_or(all.len());
    let (before, item) = all.split_at(word_at);
    let doc = doc_text(before.iter().filter(|token| token.kind == TokenKind::Doc).map(|token| token.text(text)));
    let mut diagnostics = comments(before, item);
    diagnostics.extend(disguise::findings(text));
    let (kind, complete) = match (item.first(), nesting::first_too_deep(text, item)) {
        (_, Some(deepest)) => {
            diagnostics.push(nesting::diagnostic(deepest));
            (ItemTree::Broken, false)
        }
        (Some(word), None) => read(text, item, *word, &mut diagnostics),
        (None, None) => {
            diagnostics.push(
                Diagnostic::error(codes::STRAY_TEXT, Span::new(0, text.len()), "there is no item here")
                    .help("write one: `rule NAME { … }`"),
            );
            (ItemTree::Broken, false)
        }
    };
    Parsed { item: Item { doc, kind, complete }, diagnostics: listed(diagnostics) }
}

fn read(text: &str, item: &[Token], word: Token, diagnostics: &mut Vec<Diagnostic>) -> (ItemTree, bool) {
    let written = word.text(text);
    let kept: Vec<Token> = item.iter().copied().filter(|token| token.is_significant()).collect();
    let mut reader = Reader::new(text, kept);
    let kind = match written {
        "policy" => policy::read(&mut reader),
        "role" => declaration::role(&mut reader),
        "use" => declaration::uses(&mut reader),
        "let" => declaration::constant(&mut reader),
        "catalog" => catalog::read(&mut reader),
        "defaults" => defaults::read(&mut reader),
        "rule" => rule::read(&mut reader),
        "floor" => rule::floor(&mut reader),
        "limit" => limit::read(&mut reader),
        "label" => label::read(&mut reader),
        "levels" => declaration::levels(&mut reader),
        "wall" => declaration::wall(&mut reader),
        "origin" => origin::read(&mut reader),
        "duty" => duty::read(&mut reader),
        "sequence" => sequence::read(&mut reader),
        "agent" => agent::read(&mut reader),
        "routine" => agent::routine(&mut reader),
        "fill" => result::fill(&mut reader),
        "stub" => result::stub(&mut reader),
        "result" => result::read(&mut reader),
        "kill" => kill::read(&mut reader),
        "exception" => exception::read(&mut reader),
        "include" => declaration::include(&mut reader),
        "command" => command::read(&mut reader),
        "commands" => commands::read(&mut reader),
        "test" => test::read(&mut reader),
        _ => no_item(&mut reader, word),
    };
    diagnostics.append(&mut reader.diagnostics);
    (kind, reader.complete)
}

fn no_item(reader: &mut Reader<'_>, word: Token) -> ItemTree {
    let written = word.text(reader.text);
    let span = Span::new(word.start, word.end);
    let diagnostic = Diagnostic::error(codes::STRAY_TEXT, span, format!("`{}` starts no item", words::shown(written)));
    let diagnostic = match nearest(written, ITEM_WORDS) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")).fix(format!("write `{near}`"), span, near, false),
        None => diagnostic.help("an item starts with a word such as `policy`, `rule`, `role`, `let` or `test`"),
    };
    reader.broken(diagnostic);
    ItemTree::Broken
}

/// Comments that are none, and documentation inside the item.
fn comments(before: &[Token], item: &[Token]) -> Vec<Diagnostic> {
    let everywhere = before.iter().chain(item).filter(|token| token.kind == TokenKind::Hash).map(|token| hash_comment(*token));
    let inside = item.iter().filter_map(|token| match token.kind {
        TokenKind::Doc => Some(unused_doc(*token)),
        TokenKind::FileDoc => Some(misplaced_doc(*token, "//!", "move it to the top of the file, or write `//`")),
        _ => None,
    });
    everywhere.chain(inside).take(MAX_FINDINGS).collect()
}
