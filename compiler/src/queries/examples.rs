//! The examples of a command item, tried out while it is checked: each must come to what it says.

use straza_language::core::Condition;
use straza_language::diagnostic::{Diagnostic, Severity};
use straza_language::meaning::Typed;
use straza_language::span::Spanned;

use super::items::{Item, parsed_item};
use super::typed::{included_item, set_context, typed_item};
use crate::codes;
use crate::db::{Db, Name, SourceFile};
use crate::examples::{Alone, Found, Saying, said};
use crate::reading;

/// What is wrong with an item's examples.
#[salsa::tracked]
pub(crate) fn item_examples<'db>(db: &'db dyn Db, item: Item<'db>) -> Vec<Diagnostic> {
    let set = set_context(db, item.file(db)).as_ref();
    set.filter(|_| is_read(db, item)).map_or_else(Vec::new, |set| tried(typed_item(db, item), &set.applies))
}

/// The same for an item of a library, under a set that includes it.
#[salsa::tracked]
pub(crate) fn included_examples<'db>(db: &'db dyn Db, item: Item<'db>, set: SourceFile, module: Name<'db>) -> Vec<Diagnostic> {
    let context = set_context(db, set).as_ref().filter(|_| is_read(db, item));
    context.map_or_else(Vec::new, |context| tried(included_item(db, item, set, module), &context.applies))
}

/// Whether all of the item was read: an example of an item whose pattern is broken is not wrong.
fn is_read<'db>(db: &'db dyn Db, item: Item<'db>) -> bool {
    parsed_item(db, item).diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error)
}

fn tried(typed: &Typed, applies: &Condition) -> Vec<Diagnostic> {
    let mut examples = said(&typed.examples).peekable();
    // What does not compile has findings of its own.
    let Some(alone) = examples.peek().is_some().then(|| Alone::of(&typed.items, applies)).flatten() else { return Vec::new() };
    examples.filter_map(|(saying, example)| wrong(&alone, saying, example)).collect()
}

fn wrong(alone: &Alone, saying: Saying, example: &Spanned<String>) -> Option<Diagnostic> {
    let Some(found) = alone.found(&example.value) else {
        let message = "no call can carry this command";
        return Some(Diagnostic::error(codes::EXAMPLE_UNCARRIED, example.span, message).help("shorten it, and leave out what is no text"));
    };
    (found.saying != saying).then(|| otherwise(alone, saying, &found, example))
}

fn otherwise(alone: &Alone, saying: Saying, found: &Found, example: &Spanned<String>) -> Diagnostic {
    let code = match saying {
        Saying::Hits => codes::EXAMPLE_NO_HIT,
        Saying::Asks => codes::EXAMPLE_NO_ASK,
        Saying::Misses => codes::EXAMPLE_NO_MISS,
    };
    let message = match (found.saying, alone.permits()) {
        (Saying::Hits, true) => "this permission covers all of it",
        (Saying::Hits, false) => "this item certainly matches it",
        (Saying::Asks, _) => "this item may match it, and may not",
        (Saying::Misses, true) => "this permission does not cover all of it",
        (Saying::Misses, false) => "this item does not match it",
    };
    let write = format!("mend the pattern, or write it as `{}`", found.saying.as_str());
    let (label, help) = match (found.saying, alone.permits()) {
        (Saying::Misses, true) => (
            format!("read as {}{}", reading::line(&found.command), uncovered(alone, &example.value)),
            format!("a permission covers words only as they are spelled, and options that it names or `**` takes; {write}"),
        ),
        _ => (format!("read as {}", reading::line(&found.command)), write),
    };
    Diagnostic::error(code, example.span, message).label(label).help(help)
}

/// Which of several parts a permission leaves out.
fn uncovered(alone: &Alone, text: &str) -> String {
    let (uncovered, all) = alone.uncovered(text);
    let numbers: Vec<String> = uncovered.iter().map(|part| (part + 1).to_string()).collect();
    if all < 2 || numbers.is_empty() { String::new() } else { format!("; not covered: part {}", numbers.join(", ")) }
}
