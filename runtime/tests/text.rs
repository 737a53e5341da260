//! Folding, globs and path patterns against slow and obvious oracles.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use proptest::prelude::*;
use straza_runtime::path;
use straza_runtime::text::{self, Folding};

/// `fnmatchcase` by trying every split.
fn naive(pattern: &[char], text: &[char]) -> bool {
    match pattern {
        [] => text.is_empty(),
        ['*', rest @ ..] => (0..=text.len()).any(|taken| naive(rest, &text[taken..])),
        ['?', rest @ ..] => !text.is_empty() && naive(rest, &text[1..]),
        ['[', rest @ ..] => match class(rest) {
            Some((negated, members, rest)) => {
                text.first().is_some_and(|first| members.iter().any(|(low, high)| (low..=high).contains(&first)) != negated)
                    && naive(rest, &text[1..])
            }
            None => text.first() == Some(&'[') && naive(rest, &text[1..]),
        },
        [first, rest @ ..] => text.first() == Some(first) && naive(rest, &text[1..]),
    }
}

type Class<'a> = (bool, Vec<(char, char)>, &'a [char]);

fn class(pattern: &[char]) -> Option<Class<'_>> {
    let negated = pattern.first() == Some(&'!');
    let body = &pattern[usize::from(negated)..];
    let end = (1..body.len()).find(|at| body[*at] == ']')?;
    let (mut members, mut at) = (Vec::new(), 0);
    while at < end {
        let range = at + 2 < end && body[at + 1] == '-';
        members.push((body[at], if range { body[at + 2] } else { body[at] }));
        at += if range { 3 } else { 1 };
    }
    Some((negated, members, &body[end + 1..]))
}

fn naive_path(pattern: &[&str], path: &[&str]) -> bool {
    let characters = |text: &str| text.chars().collect::<Vec<_>>();
    match pattern {
        [] => path.is_empty(),
        ["**", rest @ ..] => (0..=path.len()).any(|taken| naive_path(rest, &path[taken..])),
        [first, rest @ ..] => {
            path.first().is_some_and(|component| naive(&characters(first), &characters(component))) && naive_path(rest, &path[1..])
        }
    }
}

fn folded(text: &str, folding: Folding) -> String {
    let lowered: String = text.chars().flat_map(char::to_lowercase).collect();
    match folding {
        Folding::Plain => text.to_owned(),
        Folding::Fold => lowered,
        Folding::Alnum => lowered.chars().filter(|character| character.is_alphanumeric()).collect(),
    }
}

const FOLDINGS: [Folding; 3] = [Folding::Plain, Folding::Fold, Folding::Alnum];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn globs_match_as_the_oracle_says(pattern in "[ab*?\\[\\]!^\\-.]{0,9}", text in "[ab\\[\\]!^\\-.]{0,7}") {
        let (p, t): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
        prop_assert_eq!(text::glob_matches(&pattern, &text, Folding::Plain), naive(&p, &t), "{} {}", pattern, text);
    }

    #[test]
    fn path_patterns_match_as_the_oracle_says(
        pattern in prop::collection::vec(prop::sample::select(&["a", "b", "*", "**", "a*", "[ab]", "?", "**b"][..]), 0..6),
        path in prop::collection::vec(prop::sample::select(&["a", "b", "ab", "c"][..]), 0..7),
    ) {
        let (joined, matched) = (format!("/{}", pattern.join("/")), format!("/{}", path.join("/")));
        prop_assert_eq!(path::matches(&joined, &matched), naive_path(&pattern, &path), "{} {}", joined, matched);
    }

    #[test]
    fn folded_operators_look_at_the_folded_text(text in "[aAbB \u{130}\u{e4}\u{c4}.1]{0,12}", part in "[aAbB \u{130}\u{e4}\u{c4}.1]{0,4}") {
        for folding in FOLDINGS {
            let (t, p) = (folded(&text, folding), folded(&part, folding));
            prop_assert_eq!(text::folded(&text, folding), t.clone());
            prop_assert_eq!(text::equal(&text, &part, folding), t == p);
            prop_assert_eq!(text::starts_with(&text, &part, folding), t.starts_with(&p));
            prop_assert_eq!(text::ends_with(&text, &part, folding), t.ends_with(&p));
            prop_assert_eq!(text::contains(&text, &p, folding), Some(t.contains(&p)));
        }
    }

    #[test]
    fn a_folded_glob_matches_the_folded_text(pattern in "[aAB1*?\\[\\]\\- ]{0,8}", text in "[aAbB1 \\-]{0,8}") {
        for folding in FOLDINGS {
            let (stored, seen) = (text::fold_pattern(&pattern, folding), folded(&text, folding));
            let (p, t): (Vec<char>, Vec<char>) = (stored.chars().collect(), seen.chars().collect());
            prop_assert_eq!(text::glob_matches(&stored, &text, folding), naive(&p, &t));
        }
    }

    #[test]
    fn cleaned_paths_stay_as_they_are(text in "[a./~]{0,16}") {
        let bases = path::Bases { cwd: Some("/c/d"), home: Some("/h") };
        if let Some(cleaned) = path::clean(&text, bases) {
            prop_assert!(cleaned.starts_with('/'));
            prop_assert!(cleaned == "/" || !cleaned.ends_with('/'));
            prop_assert!(!cleaned.split('/').any(|component| matches!(component, "." | "..")));
            prop_assert_eq!(path::clean(&cleaned, path::Bases::default()), Some(cleaned.clone()));
            prop_assert!(path::is_under(&cleaned, &cleaned) && path::is_under(&cleaned, "/"));
        }
        let bare = |text: &str| path::Components::of(text).map(|components| components.map(str::to_owned).collect::<Vec<_>>());
        if let Some(mut components) = bare(&text) {
            components.reverse();
            let again = bare(&components.join("/"));
            components.reverse();
            prop_assert_eq!(again, Some(components));
        }
    }
}

/// Answers of CPython's `fnmatch.fnmatchcase`, one `pattern text yes|no` a line, `_` for nothing.
#[test]
fn globs_match_as_cpython_does() {
    let vectors = include_str!("data/fnmatchcase.txt");
    let word = |word: &str| if word == "_" { String::new() } else { word.to_owned() };
    for line in vectors.lines() {
        let parts: Vec<&str> = line.split(' ').collect();
        let (pattern, text) = (word(parts[0]), word(parts[1]));
        assert_eq!(text::glob_matches(&pattern, &text, Folding::Plain), parts[2] == "yes", "{line}");
    }
    assert!(vectors.lines().count() >= 1_000);
}
