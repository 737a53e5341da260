//! Places and words as a policy writes them, for messages and fixes.

use crate::tree::PathTree;
use crate::words::RESERVED;

/// The path without its suffixes: `args.a."b c"`.
pub(super) fn path(tree: &PathTree) -> String {
    dotted(&tree.head.value, tree.segments.iter().map(|segment| segment.value.as_str()))
}

/// A head and its keys, quoted where they are no plain words.
pub(super) fn dotted<'a>(head: &str, keys: impl IntoIterator<Item = &'a str>) -> String {
    keys.into_iter().fold(head.to_owned(), |mut text, key| {
        text.push('.');
        text.push_str(&segment(key));
        text
    })
}

fn segment(key: &str) -> String {
    let first = key.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || "_$@".contains(c));
    let plain = first && key.chars().all(|c| c.is_ascii_alphanumeric() || "_$@-".contains(c));
    if plain { key.to_owned() } else { quoted(key) }
}

/// The text as a string literal.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t"))
}

/// Whether a declared name would never be read as itself.
pub(super) fn is_reserved_word(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// `a`, `b` or `c`, at most eight.
pub(super) fn alternatives<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().take(9).map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((_, shown)) if words.len() > 8 => format!("{}, …", shown.join(", ")),
        Some((last, [])) => last.clone(),
        Some((last, shown)) => format!("{} or {last}", shown.join(", ")),
        None => String::new(),
    }
}
