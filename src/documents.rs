//! Pages of `docs/` that are printed from tables in the code, and quotations that must be true. Tests only.
//!
//! `STRAZA_WRITE_DOCS=1 cargo test documents` writes the pages anew.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use straza_language::diagnostic::Code;
use straza_language::values::{self, ValueType};
use straza_runtime::limits;

#[test]
fn the_page_of_codes_lists_every_code_of_the_program() {
    let codes: Vec<(Code, &str)> = crate::explanations::every_code().collect();
    assert!(codes.is_sorted_by(|(left, _), (right, _)| left < right), "a code is given twice");
    let rows: String = codes.iter().map(|(code, title)| format!("| {code} | {title} |\n")).collect();
    let page = format!(
        "# Codes\n\nEvery finding has a code. A code keeps its meaning for ever; one that is retired is not given again. The table is printed from \
         the code.\n\n| code | what |\n|---|---|\n{rows}"
    );
    in_sync("docs/codes.md", &page);
}

#[test]
fn the_page_of_limits_is_the_runtimes_table() {
    let mut page = String::from(
        "# Limits\n\nEvery bound of the runtime, and what happens beyond it. The table is printed from the code. Bounds of the language are \
         in the message that names them.\n",
    );
    let mut part = "";
    for row in limits::TABLE {
        if row.part != part {
            part = row.part;
            write!(page, "\n## {part}\n\n| limit | of what | value | beyond it |\n|---|---|---|---|\n").unwrap();
        }
        writeln!(page, "| `{}` | {} | {} {} | {} |", row.name, row.what.trim().trim_end_matches('.'), row.value, row.unit, row.beyond)
            .unwrap();
    }
    in_sync("docs/limits.md", &page);
}

#[test]
fn the_page_of_values_is_the_languages_table() {
    let mut page = String::from(
        "# Values of a call\n\nWhat a condition can read beside `args`, whose names and types the catalogs give. A member that the host leaves out is \
         *unknown*. One that may be absent is sent as `null` when there is none: then `exists` is false. The table is printed from the code.\n\n\
         | value | type | may be absent | supplied by |\n|---|---|---|---|\n",
    );
    for row in values::TABLE {
        let absent = if row.may_be_absent { "yes" } else { "no" };
        writeln!(page, "| `{}` | {} | {absent} | {} |", row.name, type_words(row.kind), row.source).unwrap();
    }
    let later: Vec<String> = values::LATER.iter().map(|name| format!("`{name}`")).collect();
    writeln!(page, "\nWords of the language that this edition does not read: {}.", later.join(", ")).unwrap();
    in_sync("docs/values.md", &page);
}

fn type_words(kind: ValueType) -> String {
    match kind {
        ValueType::Text => "text".to_owned(),
        ValueType::Boolean => "`true`, `false`".to_owned(),
        ValueType::Number => "number".to_owned(),
        ValueType::Instant => "instant".to_owned(),
        ValueType::Version => "version".to_owned(),
        ValueType::Path => "path".to_owned(),
        ValueType::Roles => "list of roles".to_owned(),
        ValueType::Paths => "list of paths that may be open".to_owned(),
        ValueType::Labels => "list of labels".to_owned(),
        ValueType::Hosts => "list of host names that may be open".to_owned(),
        ValueType::Recipients => "list of addresses that may be open".to_owned(),
        ValueType::Result => "whatever the function returns".to_owned(),
        ValueType::Enum { values, ordered } => {
            let words: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
            words.join(if ordered { " < " } else { ", " })
        }
    }
}

#[test]
fn every_policy_text_in_the_language_page_stands_in_an_example() {
    let page = std::fs::read_to_string(project().join("docs/language.md")).unwrap();
    let examples = policies(&project().join("examples"));
    let blocks: Vec<&str> = page.split("```straza\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    assert!(blocks.len() >= 8);
    for block in blocks {
        assert!(examples.iter().any(|text| text.contains(block)), "no example has\n{block}");
    }
}

/// The texts of all policy files below a folder.
fn policies(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts.extend(policies(&path));
        } else if path.extension().is_some_and(|extension| extension == "straza") {
            texts.push(std::fs::read_to_string(path).unwrap());
        }
    }
    texts
}

#[track_caller]
fn in_sync(path: &str, page: &str) {
    let full = project().join(path);
    if std::env::var_os("STRAZA_WRITE_DOCS").is_some() {
        std::fs::write(&full, page).unwrap();
    }
    let written = std::fs::read_to_string(&full).unwrap_or_default();
    assert!(written == page, "{path} is not what the code prints: run `STRAZA_WRITE_DOCS=1 cargo test documents`");
}

fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
