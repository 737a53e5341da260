//! Variables that a command item permits before a program: some of them run code, which no value makes harmless for certain.

use straza_language::core::WordPattern;
use straza_language::diagnostic::Diagnostic;
use straza_language::span::Spanned;
use straza_language::tree::{CommandTree, CommandWordTree, ItemTree, VerdictTree};
use straza_runtime::command::names::runs_code;

use super::items::{Item, parsed_item};
use crate::codes;
use crate::db::Db;

/// What is wrong with the assignments of an item: cheaper to look at again than to keep.
pub(crate) fn item_variables<'db>(db: &'db dyn Db, item: Item<'db>) -> Vec<Diagnostic> {
    let ItemTree::Command(command) = &parsed_item(db, item).item.kind else { return Vec::new() };
    if !permits(command) {
        return Vec::new();
    }
    let spellings = command.matches.iter().flat_map(|written| &written.pattern.spellings);
    let mut found: Vec<Diagnostic> = spellings.flatten().flat_map(|stage| &stage.words).filter_map(any_value).collect();
    found.dedup();
    found
}

fn permits(command: &CommandTree) -> bool {
    command.outcomes.iter().any(|outcome| matches!(outcome.verdict, VerdictTree::Allow | VerdictTree::AllowAfter(_)))
}

/// `NAME=*` of a variable whose value is run.
fn any_value(word: &Spanned<CommandWordTree>) -> Option<Diagnostic> {
    let CommandWordTree::Assignment(name, WordPattern::One) = &word.value else { return None };
    runs_code(name).then(|| {
        let message = format!("`{name}` makes programs run code, and this permits any value of it");
        Diagnostic::error(codes::RUNNING_VARIABLE, word.span, message).help(format!("write the value: `{name}=VALUE`, or `{name}={{a|b}}`"))
    })
}
