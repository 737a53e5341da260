//! Every diagnostic code of this crate: S0500–S0599. A code once published keeps its meaning for ever.

use straza_language::diagnostic::Code;

macro_rules! codes {
    ($($(#[doc = $title:literal])+ $name:ident = $number:literal;)+) => {
        $($(#[doc = $title])+ pub const $name: Code = Code($number);)+

        /// All codes, ascending, each with one line about it.
        pub const TABLE: &[(Code, &str)] = &[$(($name, concat!($($title),+)),)+];
    };
}

codes! {
    #[doc = "no regular expression"]
    EXPRESSION_SYNTAX = 501;
    #[doc = "a regular expression that is too long"]
    EXPRESSION_TOO_LONG = 502;
    #[doc = "a word boundary of Unicode words"]
    UNICODE_WORD_BOUNDARY = 503;
    #[doc = "a regular expression whose table is too large"]
    EXPRESSION_TOO_LARGE = 504;
    #[doc = "regular expressions that are too large together"]
    ALL_EXPRESSIONS_TOO_LARGE = 505;
    #[doc = "a time zone that does not exist"]
    UNKNOWN_ZONE = 506;
    #[doc = "too many different outcomes on the same functions"]
    TOO_MANY_OUTCOMES = 510;
    #[doc = "too many groups of items on one function"]
    TOO_MANY_GROUPS = 511;
    #[doc = "an argument whose path has too many steps"]
    PATH_TOO_DEEP = 512;
    #[doc = "more than a snapshot holds"]
    TOO_LARGE = 513;
    #[doc = "a decision that may cost more than the repository allows"]
    OVER_BUDGET = 520;
    #[doc = "a decision that may cost more than a runtime accepts"]
    OVER_FUEL = 521;
    #[doc = "a snapshot that does not read back as it was written"]
    SELF_CHECK = 590;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_ascend_within_the_range_of_this_crate() {
        assert!(TABLE.is_sorted_by(|left, right| left.0 < right.0));
        assert!(TABLE.iter().all(|(code, title)| (500..600).contains(&code.0) && !title.is_empty()));
    }
}
