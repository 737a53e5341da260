//! What holds for every text, sound or not.

use proptest::prelude::*;
use straza_language::codes::syntax as codes;
use straza_language::parse::parse_item;
use straza_language::split::{MAX_FILE_BYTES, split};
use straza_language::tree::ItemTree;

use crate::read::{file, findings, mended};
use crate::samples::{DESK, LAPTOP, WAREHOUSE};

/// Chunks are in order and apart; what is between them is blank, comment, documentation or reported.
fn covers(text: &str) {
    let cut = split(text);
    let mut at = 0usize;
    for chunk in &cut.chunks {
        let (start, end) = (chunk.span.start as usize, chunk.span.end as usize);
        assert!(at <= start && start < end && text.is_char_boundary(start) && text.is_char_boundary(end));
        gap(text, at, start, &cut.diagnostics);
        assert!(text[start..end].contains(&chunk.word));
        at = end;
    }
    gap(text, at, text.len(), &cut.diagnostics);
}

/// Text between items is blank, or a comment, or has a finding.
fn gap(text: &str, start: usize, end: usize, findings: &[straza_language::diagnostic::Diagnostic]) {
    let reported = findings.iter().any(|found| (start..=end).contains(&(found.span.start as usize)));
    let blank = text[start..end].trim_start_matches('\u{feff}').split(['\n', '\r']).all(|line| {
        let line = line.trim_matches([' ', '\t', '\u{feff}']);
        line.is_empty() || line.starts_with("//")
    });
    assert!(blank || reported, "{:?}", &text[start..end]);
}

/// Places of findings and of their fixes lie in the text.
fn places(text: &str) {
    for found in file(text).diagnostics {
        let edits = found.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        for span in edits.chain([found.span]).chain(found.labels.iter().map(|label| label.span)) {
            assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?} of {found:?}");
        }
    }
}

/// An item without findings is complete, one with a part missing has a finding.
fn honest(text: &str) {
    for chunk in split(text).chunks {
        let parsed = parse_item(&text[chunk.span.start as usize..chunk.span.end as usize]);
        let silent = parsed.diagnostics.is_empty();
        assert!(parsed.item.complete || !silent);
        assert!(!silent || !matches!(parsed.item.kind, ItemTree::Broken));
    }
}

/// What stands between items changes no item: each reads alike with everything up to the next one.
fn gaps_mean_nothing(text: &str) {
    let cut = split(text);
    if !cut.diagnostics.is_empty() {
        return;
    }
    let ends = cut.chunks.iter().skip(1).map(|chunk| chunk.span.start as usize).chain([text.len()]);
    for (chunk, next) in cut.chunks.iter().zip(ends) {
        let (start, end) = (chunk.span.start as usize, chunk.span.end as usize);
        assert_eq!(parse_item(&text[start..end]).item, parse_item(&text[start..next]).item);
    }
}

fn everything(text: &str) {
    gaps_mean_nothing(text);
    covers(text);
    places(text);
    honest(text);
}

/// A sample with pieces taken out, doubled, or replaced.
fn mutated() -> impl Strategy<Value = String> {
    let sample = prop_oneof![1 => Just(WAREHOUSE), 1 => Just(LAPTOP), 4 => Just(DESK)];
    let piece = prop_oneof![
        Just("\""),
        Just("{"),
        Just("}"),
        Just("\n"),
        Just("("),
        Just(")"),
        Just("["),
        Just("]"),
        Just("`"),
        Just("'"),
        Just(","),
        Just("\r"),
        Just(" not "),
        Just(" when "),
        Just("\nrule x {"),
        Just("\n}"),
        Just("///"),
        Just("//!"),
        Just("#"),
        Just("é"),
        Just("\u{feff}"),
        Just("\\"),
        Just(" and "),
        Just("deny"),
        Just("$"),
        Just("\n    job {"),
        Just(" within "),
        Just(" per "),
        Just("\n    step "),
        Just(" from "),
        Just(" result "),
        Just("at least "),
        Just("\n    on loop "),
        Just("; "),
        Just("\0"),
        Just(""),
        Just("=>"),
        Just("2027-02-30"),
    ];
    (sample, prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, piece), 1..6)).prop_map(|(sample, edits)| {
        let mut text = sample.to_owned();
        for (place, length, piece) in edits {
            let mut start = place.index(text.len() + 1);
            while !text.is_char_boundary(start) {
                start -= 1;
            }
            let mut end = (start + length).min(text.len());
            while !text.is_char_boundary(end) {
                end += 1;
            }
            text.replace_range(start..end, piece);
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_mutated_file_is_cut_whole_and_read_honestly(text in mutated()) {
        everything(&text);
    }

    #[test]
    fn any_text_is_cut_whole_and_read_honestly(text in "(\\PC|\n|\r|\t| |\"|\\{|\\}|rule |on |deny ){0,60}") {
        everything(&text);
        parse_item(&text);
    }

    #[test]
    fn mending_ends(text in mutated()) {
        let once = mended(&text);
        prop_assert_eq!(mended(&once), once.clone());
        everything(&once);
    }

    #[test]
    fn line_ends_do_not_matter(text in mutated()) {
        let unix = text.replace("\r\n", "\n").replace('\r', "\n");
        // A lone carriage return behind a comment is a finding of its own.
        let found = |text: &str| file(text).diagnostics.into_iter().map(|found| found.code);
        let codes = |text: &str| found(text).filter(|code| *code != codes::COMMENT_END).collect::<Vec<_>>();
        prop_assert_eq!(codes(&unix), codes(&unix.replace('\n', "\r\n")));
        prop_assert_eq!(codes(&unix), codes(&unix.replace('\n', "\r")));
    }
}

#[test]
fn every_prefix_of_a_sample_is_read() {
    for (end, _) in LAPTOP.char_indices().step_by(2) {
        everything(&LAPTOP[..end]);
    }
    for (end, _) in DESK.char_indices().step_by(61) {
        everything(&DESK[..end]);
    }
}

#[test]
fn a_byte_order_mark_belongs_to_nothing() {
    assert_eq!(findings(&format!("\u{feff}{LAPTOP}")), "");
}

#[test]
fn deep_nesting_is_refused_and_nothing_recurses() {
    let deep = [
        format!("rule a {{\n    on x.y\n    when {}args.a\n    deny\n}}", "(".repeat(10_000)),
        format!("rule a {{\n    on x.y\n    when {}args.a\n    deny\n}}", "not ".repeat(100_000)),
        format!("rule a {{\n    on x.y\n    when {}args.a\n    deny\n}}", "!".repeat(100_000)),
        format!("rule a {{\n    on x.y\n    when {}args.a{}\n    deny\n}}", "not (".repeat(50), ")".repeat(50)),
        format!("let a = {}1", "[".repeat(10_000)),
        format!("test \"a\" {{\n    call x.y {{ a: {} }} => deny\n}}", "{ a: ".repeat(10_000)),
        "test \"a\" { each [] { ".repeat(10_000),
        format!("test \"a\" {{ {}", "job { ".repeat(10_000)),
        format!("test \"a\" {{ {}", "given x {} turn { ".repeat(10_000)),
        format!("stub {{ on a.b result {} }}", "[".repeat(10_000)),
        format!("wall a {} b", "{".repeat(10_000)),
    ];
    for text in deep {
        let found = file(&text);
        assert!(found.diagnostics.iter().any(|found| found.code == codes::TOO_DEEP));
        assert!(matches!(found.items[0].kind, ItemTree::Broken));
    }
}

#[test]
fn the_deepest_nesting_that_is_allowed_is_read() {
    let text = format!("rule a {{\n    on x.y\n    when {}args.a{}\n    deny\n}}", "(".repeat(63), ")".repeat(63));
    assert_eq!(findings(&text), "");
    let text = format!("rule a {{\n    on x.y\n    when {}args.a\n    deny\n}}", "not ".repeat(63));
    assert_eq!(findings(&text), "");
    let text = format!("rule a {{\n    on x.y\n    when {}args.a\n    deny\n}}", "not ".repeat(64));
    assert_eq!(file(&text).diagnostics[0].code, codes::TOO_DEEP);
}

#[test]
fn a_long_flat_condition_is_read() {
    let text = format!("rule a {{\n    on x.y\n    when {}args.b\n    deny\n}}", "args.a == 1 or ".repeat(10_000));
    assert_eq!(findings(&text), "");
}

#[test]
fn a_file_over_the_limit_is_one_finding() {
    let text = format!("role a\n{}", " ".repeat(MAX_FILE_BYTES));
    let cut = split(&text);
    assert!(cut.chunks.is_empty());
    assert_eq!(cut.diagnostics.len(), 1);
    assert_eq!(cut.diagnostics[0].code, codes::FILE_TOO_LARGE);
    assert!(split(&text[..MAX_FILE_BYTES]).diagnostics.is_empty());
}

#[test]
fn a_name_over_the_limit_is_refused() {
    assert_eq!(findings(&format!("role {}", "a".repeat(128))), "");
    assert_eq!(file(&format!("role {}", "a".repeat(129))).diagnostics[0].code, codes::NAME_TOO_LONG);
}

/// In an ordered choice a word that begins another must stand behind it, or the other is never read.
#[test]
fn no_choice_of_words_hides_one_of_them() {
    let grammar = include_str!("../../src/grammar.pest");
    let mut choices = 0;
    for (line, text) in grammar.lines().enumerate().filter(|(_, text)| !text.starts_with("//")) {
        let words: Vec<&str> = text
            .split(" | ")
            .filter_map(|part| part.split('"').nth(1).filter(|word| part.matches('"').count() == 2 && word.len() > 1))
            .collect();
        choices += usize::from(words.len() > 1);
        for (at, word) in words.iter().enumerate() {
            let hidden = words[at + 1..].iter().find(|later| {
                later != &word && later.starts_with(word) && later.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
            });
            assert_eq!(hidden, None, "line {}: `{word}` stands first", line + 1);
        }
    }
    assert!(choices > 30, "{choices}");
}
