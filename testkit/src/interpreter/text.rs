//! When text can be compared at all, and how marks fold it.

use straza_language::core::{self, Mark, Reading};
use unicode_normalization::{IsNormalized, is_nfc_quick};

use super::glob::class_length;

/// Text longer than this is unknown to every operator.
pub const LONGEST_COMPARED: usize = 64 * 1024;

/// Whether operators may look at the text: short enough, and certainly in normal form C.
pub fn is_comparable(text: &str) -> bool {
    text.len() <= LONGEST_COMPARED && is_nfc_quick(text.chars()) == IsNormalized::Yes
}

/// The text as the reading compares it.
pub fn folded(reading: Reading, text: &str) -> String {
    match reading {
        Reading::Plain | Reading::Path => text.to_owned(),
        Reading::Marked(Mark::Fold) => core::folded(text),
        Reading::Marked(Mark::Alnum) => core::folded(text).chars().filter(|c| c.is_alphanumeric()).collect(),
    }
}

/// A glob as the reading compares it: its own characters (`*`, `?`, classes) stay, the others fold.
pub fn folded_glob(reading: Reading, glob: &str) -> String {
    match reading {
        Reading::Marked(Mark::Alnum) => alnum_glob(&core::folded(glob).chars().collect::<Vec<_>>()),
        other => folded(other, glob),
    }
}

fn alnum_glob(glob: &[char]) -> String {
    let Some((first, rest)) = glob.split_first() else { return String::new() };
    let kept = match first {
        '*' | '?' => 1,
        '[' => class_length(rest).map_or(0, |length| length + 1),
        other => usize::from(other.is_alphanumeric()),
    };
    let head: String = glob.iter().take(kept).collect();
    head + &alnum_glob(glob.get(kept.max(1)..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_not_surely_composed_or_too_long_is_not_compared() {
        assert!(is_comparable("caf\u{e9}"));
        assert!(!is_comparable("cafe\u{301}"));
        assert!(is_comparable(&"x".repeat(LONGEST_COMPARED)));
        assert!(!is_comparable(&"x".repeat(LONGEST_COMPARED + 1)));
    }

    #[test]
    fn marks_fold_text_and_globs_alike() {
        assert_eq!(folded(Reading::Marked(Mark::Fold), "DE 12-ÄB"), "de 12-äb");
        assert_eq!(folded(Reading::Marked(Mark::Alnum), "DE 12-ÄB"), "de12äb");
        assert_eq!(folded_glob(Reading::Marked(Mark::Alnum), "DE 12-*[0-9 ]?"), "de12*[0-9 ]?");
        assert_eq!(folded_glob(Reading::Marked(Mark::Fold), "DE-[A-C]*"), "de-[a-c]*");
        assert_eq!(folded_glob(Reading::Marked(Mark::Alnum), "a[b"), "ab");
    }
}
