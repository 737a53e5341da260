//! Tests that call nothing: they pass whatever the policy says.

use crate::codes::meaning as code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::tree::{EachTree, EventTree, StatementTree, TestTree};

/// One finding for the test, or one for each `each`, `job` and `turn` of it that calls nothing.
pub(super) fn findings(tree: &TestTree) -> Vec<Diagnostic> {
    if !tree.statements.iter().any(says_something) {
        return vec![finding(tree.name.span, "this test calls nothing", ADD)];
    }
    blocks(&tree.statements)
}

const ADD: &str = "add `call SERVER.FUNCTION { … } => …`";

/// A call, or a statement that has its own finding.
fn says_something(statement: &StatementTree) -> bool {
    match statement {
        StatementTree::As(_) | StatementTree::Given(_) | StatementTree::Event(EventTree { expected: None, .. }) => false,
        StatementTree::Call(_)
        | StatementTree::Each(_)
        | StatementTree::Job(_)
        | StatementTree::Turn(_)
        | StatementTree::Event(_)
        | StatementTree::Answer(_)
        | StatementTree::Result(_) => true,
    }
}

/// Blocks in a list of statements that call nothing, the innermost.
fn blocks(statements: &[StatementTree]) -> Vec<Diagnostic> {
    let found = statements.iter().map(|statement| match statement {
        StatementTree::Each(each) => table(each),
        StatementTree::Job(block) => inside(&block.statements, block.span, "this `job` calls nothing"),
        StatementTree::Turn(block) => inside(&block.statements, block.span, "this `turn` calls nothing"),
        _ => Vec::new(),
    });
    found.flatten().collect()
}

fn table(EachTree { rows, statements, span }: &EachTree) -> Vec<Diagnostic> {
    if rows.is_empty() {
        return vec![finding(*span, "this `each` has no row, so it calls nothing", "add a row: `each [ { column: value } ] { … }`")];
    }
    inside(statements, *span, "this `each` calls nothing")
}

fn inside(statements: &[StatementTree], span: Span, message: &str) -> Vec<Diagnostic> {
    if statements.iter().any(says_something) { blocks(statements) } else { vec![finding(span, message, ADD)] }
}

fn finding(span: Span, message: &str, help: &str) -> Diagnostic {
    Diagnostic::error(code::TEST_EMPTY, span, message).help(help)
}
