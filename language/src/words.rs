//! The closed lists of words, and the nearest of them to a misspelt one.

use crate::suggestion::did_you_mean;

/// Words that start an item, those of a later edition included.
pub const ITEM_WORDS: &[&str] = &[
    "policy", "role", "use", "let", "catalog", "defaults", "rule", "test", "floor", "limit", "levels", "wall", "label", "origin", "duty",
    "sequence", "agent", "routine", "fill", "result", "stub", "kill", "exception", "command", "commands", "include",
];

/// Item words that this edition does not read.
pub const LATER_ITEM_WORDS: &[&str] = &[
    "floor", "limit", "levels", "wall", "label", "origin", "duty", "sequence", "agent", "routine", "fill", "result", "stub", "kill",
    "exception", "command", "commands", "include",
];

/// Words that start a clause of a rule.
pub const RULE_WORDS: &[&str] =
    &["on", "when", "unless", "allow", "require", "deny", "because", "starts", "expires", "shadow", "final"];

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
pub const VALUE_ROOTS: &[&str] = &[
    "args", "function", "principal", "agent", "session", "job", "reads", "writes", "paths", "hosts", "recipients", "command", "now",
];

/// The word of a list that is nearest to a misspelt one. Words of one or two letters are near to everything, so nothing is near to them.
pub fn nearest<'w>(word: &str, list: &[&'w str]) -> Option<&'w str> {
    // Only words of about the same length, so that a long one costs nothing.
    let candidates = list.iter().copied().filter(|candidate| candidate.len().abs_diff(word.len()) <= (word.len() / 3).max(1));
    let near = (word.len() > 2).then(|| did_you_mean(word, candidates)).flatten()?;
    list.iter().copied().find(|candidate| *candidate == near)
}

/// User text for a message: one line, cut at 40 characters, without backticks that would end the quotation.
pub fn shown(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let mut shown: String = line.chars().take(40).map(|c| if c == '`' { '\'' } else { c }).filter(|c| !c.is_control()).collect();
    if shown.len() < text.len() && line.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}
