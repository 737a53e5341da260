//! The closed lists of words, and how user text is shown in a message. The nearest word to a misspelt one: [`crate::suggestion`].

use crate::disguise::is_invisible;

/// Words that start an item: first those that this edition reads, then those of a later one.
pub const ITEM_WORDS: &[&str] = &[
    "policy",
    "role",
    "use",
    "let",
    "catalog",
    "defaults",
    "rule",
    "test",
    // Of a later edition.
    "floor",
    "limit",
    "levels",
    "wall",
    "label",
    "origin",
    "duty",
    "sequence",
    "agent",
    "routine",
    "fill",
    "result",
    "stub",
    "kill",
    "exception",
    "command",
    "commands",
    "include",
];

/// How many of the item words this edition reads.
const READ_ITEM_WORDS: usize = 8;

/// Item words that this edition does not read.
pub const LATER_ITEM_WORDS: &[&str] = ITEM_WORDS.split_at(READ_ITEM_WORDS).1;

/// Words that start a clause of a rule.
pub const RULE_WORDS: &[&str] = &["on", "when", "unless", "allow", "require", "deny", "because", "starts", "expires", "shadow", "final"];

/// Words that start a line of a policy's block.
pub const POLICY_WORDS: &[&str] = &["over", "for", "priority"];

/// Words that start a line of a catalog's block.
pub const CATALOG_WORDS: &[&str] = &["server", "trust", "effect", "mark", "open"];

/// Words that start a statement of a test.
pub const TEST_WORDS: &[&str] = &["as", "given", "call", "each"];

/// Statements of a test that this edition does not read.
pub const LATER_TEST_WORDS: &[&str] = &["job", "turn", "result", "event"];

/// Words after `effect`, and heads of a `defaults` row.
pub const EFFECT_WORDS: &[&str] = &["read", "write", "destructive", "idempotent", "open-world", "closed-world"];

/// Words that a value may not be, unless quoted: they start a clause or steer an expression. The grammar's `reserved` is this list.
pub const RESERVED: &[&str] = &[
    "and", "or", "not", "in", "has", "like", "matches", "contains", "starts", "ends", "under", "within", "exists", "any", "every", "else",
    "true", "false", "null", "on", "when", "unless", "because", "allow", "deny", "require", "expires", "shadow", "final", "over", "for",
    "priority",
];

/// Where a path of a call may start.
pub const VALUE_ROOTS: &[&str] =
    &["args", "function", "principal", "agent", "session", "job", "reads", "writes", "paths", "hosts", "recipients", "command", "now"];

/// User text for a message: one line, cut at 40 characters, without backticks that would end the quotation and without what shows nothing.
pub fn shown(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let mut shown: String = line.chars().take(40).map(|c| if c == '`' { '\'' } else { c }).filter(|c| !is_invisible(*c)).collect();
    if shown.len() < text.len() && line.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::syntax::{NOT_IN_THIS_EDITION, STRAY_TEXT};
    use crate::parse::parse_item;

    #[test]
    fn the_item_words_of_this_edition_are_read_and_the_later_ones_are_named_as_such() {
        for word in ITEM_WORDS {
            let codes: Vec<_> = parse_item(&format!("{word} x")).diagnostics.iter().map(|found| found.code).collect();
            assert_eq!(codes.contains(&NOT_IN_THIS_EDITION), LATER_ITEM_WORDS.contains(word), "{word}");
            assert!(!codes.contains(&STRAY_TEXT), "{word}");
        }
        assert_eq!(LATER_ITEM_WORDS.first(), Some(&"floor"));
    }
}
