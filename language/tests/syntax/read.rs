//! Reading a whole file the way the incremental layer does, and findings as text.

use straza_language::diagnostic::{Diagnostic, Fix};
use straza_language::fix;
use straza_language::parse::parse_item;
use straza_language::split::split;
use straza_language::tree::{Expression, Item, ItemTree, RuleTree};

/// A file's items and findings, with places in the file.
pub struct File {
    pub items: Vec<Item>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Cuts and reads a file; whatever is found, it says what to do.
pub fn file(text: &str) -> File {
    let cut = split(text);
    let mut file = File { items: Vec::new(), diagnostics: cut.diagnostics };
    for chunk in cut.chunks {
        let piece = &text[chunk.span.start as usize..chunk.span.end as usize];
        let parsed = parse_item(piece);
        file.items.push(parsed.item);
        file.diagnostics.extend(parsed.diagnostics.into_iter().map(|diagnostic| diagnostic.shifted(chunk.span.start)));
    }
    file.diagnostics.sort();
    for found in &file.diagnostics {
        assert!(found.help.is_some() || !found.fixes.is_empty(), "{} {} says not what to do", found.code, found.message);
    }
    file
}

/// One line a finding: line, column, the text it points at, code, message, help.
pub fn findings(text: &str) -> String {
    file(text).diagnostics.iter().map(|diagnostic| line(text, diagnostic)).collect::<Vec<_>>().join("\n")
}

fn line(text: &str, diagnostic: &Diagnostic) -> String {
    let (start, end) = (diagnostic.span.start as usize, diagnostic.span.end as usize);
    let before = &text[..start];
    let row = before.matches('\n').count() + 1;
    let column = start - before.rfind('\n').map_or(0, |at| at + 1) + 1;
    let place = text[start..end].lines().next().unwrap_or("");
    let help = diagnostic.help.as_ref().map(|help| format!("; help: {help}")).unwrap_or_default();
    format!("{row}:{column} [{place}] {} {}{help}", diagnostic.code, diagnostic.message)
}

/// The text after all automatic fixes, applied until none is left.
pub fn mended(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..16 {
        let fixes: Vec<Fix> = file(&text).diagnostics.into_iter().flat_map(|diagnostic| diagnostic.fixes).collect();
        let next = fix::apply(&text, &fixes);
        if next == text {
            break;
        }
        text = next;
    }
    text
}

/// The rule of an item's text, which must be free of findings.
pub fn rule(text: &str) -> RuleTree {
    assert_eq!(findings(text), "", "in {text}");
    match parse_item(text).item.kind {
        ItemTree::Rule(rule) => rule,
        other => panic!("no rule: {other:?}"),
    }
}

/// The condition of `when`, in a rule of its own.
pub fn condition(text: &str) -> Expression {
    rule(&format!("rule x {{\n    on a.b\n    when {text}\n    deny\n}}")).when.unwrap()
}
