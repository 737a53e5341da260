//! Mistakes in each construct, source and output together: `literate/*.txt`, cases between lines `===`.
//!
//! A case is a text, then behind `---` what is found, then behind `~~~` the text as mended by machine where that changes it.
//! `STRAZA_WRITE_LITERATE=1 cargo test -p straza-language --test syntax literate` writes the outputs anew; read them before they are kept.

use std::path::PathBuf;

use crate::read::{file, findings, mended};

fn cases(name: &str) -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/syntax/literate").join(format!("{name}.txt"));
    let text = std::fs::read_to_string(&path).unwrap();
    (path, text)
}

fn source(case: &str) -> &str {
    case.split("\n---\n").next().unwrap_or("").trim_end_matches('\n')
}

fn written_out(source: &str) -> String {
    let mended = mended(source);
    let mended = if mended == source { String::new() } else { format!("\n~~~\n{mended}") };
    format!("{source}\n---\n{}{mended}\n", findings(source))
}

/// Whether every case of a file says what is found in it.
fn check(name: &str) {
    let (path, text) = cases(name);
    let now = text.split("===\n").map(|case| written_out(source(case))).collect::<Vec<_>>().join("===\n");
    if std::env::var_os("STRAZA_WRITE_LITERATE").is_some() {
        std::fs::write(&path, &now).unwrap();
    } else if now != text {
        let differs = text.split("===\n").zip(now.split("===\n")).find(|(old, new)| old != new);
        panic!("{name}: {differs:#?}");
    }
}

#[test]
fn a_mistake_in_one_line_is_one_finding() {
    check("mistakes");
    for case in cases("mistakes").1.split("===\n").map(source) {
        assert_eq!(file(case).diagnostics.len(), 1, "{case}");
    }
}

#[test]
fn mistakes_side_by_side_are_found_each_and_alone() {
    check("several");
}

#[test]
fn slips_are_read_and_mended_to_a_text_without_findings() {
    check("slips");
    for case in cases("slips").1.split("===\n").map(source) {
        assert_eq!(findings(&mended(case)), "", "{case}");
        assert!(file(case).items.iter().all(|item| item.complete), "{case}");
    }
}

#[test]
fn clauses_out_of_order_move_to_a_text_without_findings() {
    check("order");
    for case in cases("order").1.split("===\n").map(source) {
        assert_eq!(findings(&mended(case)), "", "{case}");
    }
}
