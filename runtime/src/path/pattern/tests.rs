//! The algebra of path patterns beside an oracle that writes down every short path.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test that panics has failed")]

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use proptest::prelude::*;

use super::{PATTERN_PLACES, PathPattern, Wanted, Wants};
use crate::text::{Folding, glob_matches};

/// Names of at most two letters.
const NAMES: &[&str] = &["a", "b", "aa", "ab", "ba", "bb", "a.", "b.", ".a", ".b"];

/// Every path of at most three components.
fn every_path() -> Vec<Vec<&'static str>> {
    let mut paths: Vec<Vec<&str>> = alloc::vec![Vec::new()];
    let mut longest = paths.clone();
    for _ in 0..3 {
        longest = longest.iter().flat_map(|path| NAMES.iter().map(|name| [path.as_slice(), &[*name]].concat())).collect();
        paths.extend(longest.iter().cloned());
    }
    paths
}

/// Whether a word of the shell stands for the name, where `?` counts as `*`.
fn stands_for(word: &[u8], name: &[u8]) -> bool {
    match word.split_first() {
        None => name.is_empty(),
        Some((b'*' | b'?', rest)) => (0..=name.len()).any(|at| stands_for(rest, &name[at..])),
        Some((letter, rest)) => name.first() == Some(letter) && stands_for(rest, &name[1..]),
    }
}

fn is_hidden(name: &str) -> bool {
    name.starts_with('.')
}

/// Whether the pattern stands for the path.
fn has(pattern: &[&str], below: bool, path: &[&str]) -> bool {
    match pattern.split_first() {
        None => path.is_empty() || below,
        Some((&"**", rest)) => {
            let visible = path.iter().take_while(|name| !is_hidden(name)).count();
            (0..=visible).any(|at| has(rest, below, &path[at..]))
        }
        Some((word, rest)) => path.split_first().is_some_and(|(name, path)| {
            let may_be = !(is_hidden(name) && word.starts_with(['*', '?']));
            may_be && stands_for(word.as_bytes(), name.as_bytes()) && has(rest, below, path)
        }),
    }
}

/// Whether a constant of a policy wants the path.
fn wants(wanted: &[&str], as_a: Wants, path: &[&str]) -> bool {
    match (wanted.split_first(), as_a) {
        (None, Wants::Folder) => true,
        (None, _) => path.is_empty(),
        (Some((&"**", rest)), Wants::Pattern) => (0..=path.len()).any(|at| wants(rest, as_a, &path[at..])),
        (Some((word, rest)), _) => path.split_first().is_some_and(|(name, path)| {
            let is = if as_a == Wants::Pattern { glob_matches(word, name, Folding::Plain) } else { word == name };
            is && wants(rest, as_a, path)
        }),
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split('/').filter(|word| !word.is_empty()).collect()
}

fn word(letters: &'static str) -> impl Strategy<Value = String> {
    proptest::string::string_regex(letters)
        .unwrap()
        .prop_filter("no path has these", |word| !matches!(word.as_str(), "." | ".." | "*." | "?." | ".*" | ".?"))
}

fn path_of(letters: &'static str) -> impl Strategy<Value = String> {
    proptest::collection::vec(word(letters), 0..3).prop_map(|words| format!("/{}", words.join("/")))
}

fn constant() -> impl Strategy<Value = (String, Wants)> {
    prop_oneof![
        3 => path_of("[ab.*?]{1,2}|\\*\\*|\\[ab\\][a*]?").prop_map(|text| (text, Wants::Pattern)),
        1 => path_of("[ab.]{1,2}").prop_map(|text| (text, Wants::Path)),
        1 => path_of("[ab.]{1,2}").prop_map(|text| (text, Wants::Folder)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn an_answer_is_certain_only_where_every_path_gives_it(text in path_of("[ab.*?]{1,2}|\\*\\*"), below: bool, (rest, as_a) in constant()) {
        let (pattern, wanted) = (PathPattern { text: text.as_str(), below }, Wanted { base: "", rest: &rest, as_a });
        let had: Vec<_> = every_path().into_iter().filter(|path| has(&words(&text), below, path)).collect();
        let is_wanted = |path: &Vec<&str>| wants(&words(&rest), as_a, path);
        if pattern.are_all(&wanted) {
            prop_assert!(had.iter().all(is_wanted), "{had:?}");
            prop_assert!(pattern.may_be(&wanted));
        }
        // Names of two letters and three components are enough to find a path that is both.
        prop_assert_eq!(pattern.may_be(&wanted), had.iter().any(is_wanted));
        if pattern.is_one() {
            prop_assert_eq!(pattern.are_all(&wanted), pattern.may_be(&wanted));
        }
    }

    #[test]
    fn what_is_below_is_found(text in path_of("[ab.*?]{1,2}|\\*\\*"), (rest, as_a) in constant()) {
        let wanted = Wanted { base: "", rest: &rest, as_a };
        let is_below = |path: &[&str]| (0..path.len()).any(|at| has(&words(&text), false, &path[..at]));
        let is = every_path().iter().any(|path| is_below(path) && wants(&words(&rest), as_a, path));
        let pattern = PathPattern { text: text.as_str(), below: false };
        prop_assert!(!is || pattern.may_be_above(&wanted));
    }

    #[test]
    fn what_all_begin_and_end_with_is_theirs(text in path_of("[ab.*?]{1,2}|\\*\\*"), below: bool) {
        let pattern = PathPattern { text: text.as_str(), below };
        for path in every_path().into_iter().filter(|path| has(&words(&text), below, path)) {
            let path = format!("/{}", path.join("/"));
            let start = pattern.start();
            // A folder's own path has no `/` at its end.
            prop_assert!(path.starts_with(start) || format!("{path}/") == start, "{path} {start}");
            prop_assert!(path.ends_with(pattern.end()), "{path} {}", pattern.end());
        }
    }
}

#[test]
fn too_many_places_are_never_certain() {
    let deep = "/a".repeat(PATTERN_PLACES + 3);
    let long = format!("/{}", "a".repeat(PATTERN_PLACES + 1));
    for text in [deep, long] {
        let pattern = PathPattern { text: text.as_str(), below: false };
        let wanted = Wanted { base: "/b", rest: "", as_a: Wants::Path };
        assert!(!pattern.are_all(&wanted), "{text}");
        assert!(pattern.may_be(&Wanted { base: &text.to_string(), rest: "", as_a: Wants::Path }), "{text}");
    }
}
