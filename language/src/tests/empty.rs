//! Tests that call nothing: they pass whatever the policy says.

use crate::codes::meaning as code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::tree::{EachTree, StatementTree, TestTree};

/// One finding for the test, or one for each `each` of it that calls nothing.
pub(super) fn findings(tree: &TestTree) -> Vec<Diagnostic> {
    let tables: Vec<Diagnostic> = tree.statements.iter().filter_map(table).collect();
    if tables.is_empty() && !tree.statements.iter().any(says_something) {
        return vec![finding(tree.name.span, "this test calls nothing", "add `call SERVER.FUNCTION { … } => …`")];
    }
    tables
}

/// A call, or a statement that has its own finding.
fn says_something(statement: &StatementTree) -> bool {
    matches!(statement, StatementTree::Call(_) | StatementTree::Each(_) | StatementTree::NotInThisEdition(_))
}

fn table(statement: &StatementTree) -> Option<Diagnostic> {
    let StatementTree::Each(EachTree { rows, statements, span }) = statement else { return None };
    if rows.is_empty() {
        return Some(finding(*span, "this `each` has no row, so it calls nothing", "add a row: `each [ { column: value } ] { … }`"));
    }
    let calls_nothing = !statements.iter().any(says_something);
    calls_nothing.then(|| finding(*span, "this `each` calls nothing", "add `call SERVER.FUNCTION { … } => …`"))
}

fn finding(span: Span, message: &str, help: &str) -> Diagnostic {
    Diagnostic::error(code::TEST_EMPTY, span, message).help(help)
}
