//! The parser that pest makes of `grammar.pest`.

/// Reads an item, a head or clauses; see the grammar for its entry rules.
#[derive(pest_derive::Parser)]
#[grammar = "grammar.pest"]
pub(super) struct Grammar;
