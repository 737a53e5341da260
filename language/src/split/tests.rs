//! Cutting, seen from outside.

use super::*;

fn chunks(text: &str) -> Vec<(String, String)> {
    let cut = split(text);
    let text = |span: Span| text.get(span.start as usize..span.end as usize).unwrap_or("").to_owned();
    cut.chunks.iter().map(|chunk| (chunk.head.clone(), text(chunk.span))).collect()
}

fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(head, text)| ((*head).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn an_item_ends_before_blanks_and_comments() {
    let text = "// first\nrole a,  b // who\n\n/// Doc.\n// more\n/// Doc.\nlet x = 1\n//// banner\n";
    assert_eq!(chunks(text), owned(&[("role a, b", "role a,  b"), ("let x", "/// Doc.\n// more\n/// Doc.\nlet x = 1")]));
    assert!(split(text).diagnostics.is_empty());
}

#[test]
fn heads_name_items_without_places() {
    let heads = |text: &str| chunks(text).into_iter().map(|(head, _)| head).collect::<Vec<_>>();
    let text =
        "use a.b.c\ncatalog  \"io.x\"  from \"f\" {\n}\ndefaults{\n}\ntest \"a  b\" {\n}\nrole x = \"X\"\nrule from {\n}\nrole from, to\n";
    assert_eq!(heads(text), ["use a.b.c", "catalog \"io.x\"", "defaults", "test \"a  b\"", "role x", "rule from", "role from, to"]);
}

#[test]
fn column_zero_belongs_to_item_words_and_to_nothing_else() {
    let text = "rule a {\non x.y, test.run,\nrule.list, \"\nrule b {\n\",\nz.z\ndeny }\n";
    // The unclosed string ends at its line, so `rule b {` at column 0 starts an item.
    assert_eq!(chunks(text).len(), 2);
    assert_eq!(chunks("rule a {\non x.y,\ntest.run,\nrule.list\ndeny\n}\n").len(), 1);
}

#[test]
fn braces_in_strings_backticks_and_comments_do_not_count() {
    let text = "rule a {\n    on x.y // }\n    deny because \"}\" // {\n}\ncommand c {\n    match `rm {a|b}}`, r\"}\"\n}\n";
    assert_eq!(chunks(text).len(), 2);
    assert!(split(text).diagnostics.is_empty());
}

#[test]
fn a_block_may_begin_on_the_next_line() {
    assert_eq!(chunks("rule a\n{\n    on x.y\n    deny\n}\nrole b,\nc\nlet d =\n1\ncatalog e\n{\n}\n").len(), 4);
}

#[test]
fn the_file_doc_is_what_stands_first() {
    let cut = split("\u{feff}//! One.\n//!\n//!  Two.\n\nrole a\n");
    assert_eq!(cut.file_doc.as_deref(), Some("One.\n\n Two."));
    assert!(cut.diagnostics.is_empty());
    let late = split("role a\n//! Late.\n");
    assert_eq!(late.diagnostics.len(), 1);
}

#[test]
fn documentation_of_nothing_is_a_warning() {
    for text in ["role a\n/// x\n", "/// x\nwhat\n", "role a /// x\n"] {
        let found = split(text).diagnostics;
        assert_eq!(found.iter().filter(|found| found.code == codes::MISPLACED_DOC).count(), 1, "{text}");
    }
    assert_eq!(chunks("role a,\n/// inside\nb\n").len(), 1);
    assert!(split("role a,\n/// inside\nb\n").diagnostics.is_empty(), "inside an item it is the item's to report");
}

#[test]
fn stray_text_ends_at_the_next_item() {
    let cut = split("ruel a {\n    on x.y\n}\nrole b\nprose and\nmore prose\nrole c\n");
    assert_eq!(cut.chunks.len(), 2);
    assert_eq!(cut.diagnostics.len(), 2);
}
