//! Readers of shell text behind one face: ours, tree-sitter-bash and brush-parser, each to what it offers first, without looking at the result.
//!
//! The peers stop where ours goes on: tree-sitter gives a concrete tree, brush tokens and a tree whose words are still text. Ours gives every
//! simple command with its words piece by piece, those inside substitutions included.

use std::io::Cursor;

use straza_runtime::shell::{self, Dialect, Script};

/// A reader whose memory is reused from text to text, where it offers that.
pub trait ShellReader {
    /// For the table.
    fn name(&self) -> &'static str;
    /// Reads a text; whether it found no fault.
    fn read(&mut self, text: &str) -> bool;
}

/// Every reader.
pub fn all() -> Vec<Box<dyn ShellReader>> {
    vec![Box::new(Ours::default()), Box::new(TreeSitter::new()), Box::new(Brush)]
}

/// `straza_runtime::shell::read`.
#[derive(Default)]
pub struct Ours(Script);

impl ShellReader for Ours {
    fn name(&self) -> &'static str {
        "straza"
    }

    fn read(&mut self, text: &str) -> bool {
        shell::read(text, Dialect::Bash, &mut self.0);
        self.0.unreadable.is_empty()
    }
}

struct TreeSitter(tree_sitter::Parser);

impl TreeSitter {
    #[expect(clippy::expect_used, reason = "both crates are pinned, and a bench may stop when they do not fit")]
    fn new() -> Self {
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&tree_sitter_bash::LANGUAGE.into()).expect("a grammar of this version");
        Self(parser)
    }
}

impl ShellReader for TreeSitter {
    fn name(&self) -> &'static str {
        "tree-sitter-bash"
    }

    fn read(&mut self, text: &str) -> bool {
        self.0.parse(text, None).is_some_and(|tree| !tree.root_node().has_error())
    }
}

struct Brush;

impl ShellReader for Brush {
    fn name(&self) -> &'static str {
        "brush-parser"
    }

    fn read(&mut self, text: &str) -> bool {
        let options = brush_parser::ParserOptions { enable_extended_globbing: false, ..Default::default() };
        brush_parser::Parser::new(Cursor::new(text), &options).parse_program().is_ok()
    }
}
