//! `rule NAME { … }`: reads the clauses; [`crate::clause_order`] says what each belongs to.

use pest::iterators::Pair;

use super::block::{self, BlockBuilder, BlockGrammar};
use super::grammar::Rule;
use super::reader::Reader;
use super::{expression, name, outcome, pattern, text, time};
use crate::clause_order::{Clause, ClauseKind, arrange};
use crate::codes::syntax as codes;
use crate::lexer::Token;
use crate::span::{Span, Spanned};
use crate::tree::{ItemTree, Name, RuleTree};
use crate::words::RULE_WORDS;

const GRAMMAR: BlockGrammar = BlockGrammar {
    whole: Rule::rule_item,
    head: Rule::rule_head,
    only_head: Rule::only_rule_head,
    line: Rule::rule_clause,
    only_lines: Rule::only_rule_clauses,
    some_lines: Rule::some_rule_clauses,
    line_is_wrapped: true,
    line_words: RULE_WORDS,
    also_starts_line: |word| FOREIGN_WORDS.contains(&word),
};

/// Words that start a clause in other languages, or here without their first word.
const FOREIGN_WORDS: &[&str] =
    &["if", "where", "permit", "forbid", "block", "reject", "refuse", "reason", "message", "confirm", "approve", "ask"];

/// Reads the item at hand.
pub(super) fn read(reader: &mut Reader<'_>) -> ItemTree {
    let mut clauses = Clauses::default();
    block::read(reader, &GRAMMAR, &mut clauses);
    let arranged = arrange(reader.text, clauses.read, reader.complete);
    reader.complete &= arranged.complete;
    reader.diagnostics.extend(arranged.diagnostics);
    match clauses.name {
        Some(name) => ItemTree::Rule(RuleTree { name, ..arranged.rule }),
        None => ItemTree::Broken,
    }
}

#[derive(Default)]
struct Clauses {
    name: Option<Name>,
    read: Vec<Clause>,
}

impl<'t> BlockBuilder<'t> for Clauses {
    fn head(&mut self, reader: &mut Reader<'t>, pair: Pair<'t, Rule>) {
        self.name = pair.into_inner().find(|part| part.as_rule() == Rule::head_name).map(|part| name::declared(reader, part));
    }

    fn line(&mut self, reader: &mut Reader<'t>, pair: Pair<'t, Rule>) {
        let span = reader.span(&pair);
        if let Some(kind) = clause(reader, pair) {
            self.read.push(Clause { kind, span });
        }
    }

    /// A guard that could not be read stays a guard, so that its outcome does not look unguarded.
    fn broken(&mut self, reader: &mut Reader<'t>, first: Token, span: Span) {
        let kind = match first.text(reader.text) {
            "when" | "if" | "where" => ClauseKind::When(expression::broken(span)),
            "unless" => ClauseKind::Unless(expression::broken(span)),
            _ => return,
        };
        self.read.push(Clause { kind, span });
    }
}

fn clause<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<ClauseKind> {
    foreign_word(reader, &pair);
    Some(match pair.as_rule() {
        Rule::on => ClauseKind::On(pattern::targets(reader, pair)),
        Rule::when => ClauseKind::When(expression::inside(reader, pair)?),
        Rule::unless => ClauseKind::Unless(expression::inside(reader, pair)?),
        Rule::because => ClauseKind::Because(reason(reader, pair)?),
        Rule::starts => ClauseKind::Starts(instant(reader, pair)?),
        Rule::expires => ClauseKind::Expires(instant(reader, pair)?),
        Rule::shadow => ClauseKind::Shadow,
        Rule::final_ => ClauseKind::Final,
        rule if outcome::is_verdict(rule) => ClauseKind::Outcome(outcome::verdict(reader, pair, false)),
        _ => return None,
    })
}

/// `if` for `when`, `reason` for `because`.
pub(super) fn foreign_word<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) {
    let Some(word) = pair.clone().into_inner().next() else { return };
    let meant = match word.as_rule() {
        Rule::slip_when => "when",
        Rule::slip_because => "because",
        _ => return,
    };
    reader.slip(codes::CLAUSE_WORD, &word, format!("`{}` is written `{meant}`", word.as_str()), meant);
}

/// The string of a `because` pair.
pub(super) fn reason<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Spanned<String>> {
    let written = reader.parts(pair).into_iter().find(|part| part.as_rule() == Rule::text)?;
    Some(text::read_reason(reader, written))
}

fn instant<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Spanned<i64>> {
    let written = reader.parts(pair).into_iter().find(|part| matches!(part.as_rule(), Rule::numeric | Rule::text))?;
    let span = reader.span(&written);
    time::read_instant(reader, written).map(|second| Spanned::new(second, span))
}
