//! Every diagnostic code of this crate: S0500–S0599. A code once published keeps its meaning for ever.

pub mod examples;

straza_language::codes! {
    EXPRESSION_SYNTAX = 501, "no regular expression";
    EXPRESSION_TOO_LONG = 502, "a regular expression that is too long";
    UNICODE_WORD_BOUNDARY = 503, "a word boundary of Unicode words";
    EXPRESSION_TOO_LARGE = 504, "a regular expression whose table is too large";
    ALL_EXPRESSIONS_TOO_LARGE = 505, "regular expressions that are too large together";
    UNKNOWN_ZONE = 506, "a time zone that does not exist";
    RESERVED_FILE = 507, "a policy file where `std` stands";
    RUNNING_VARIABLE = 508, "any value is permitted of a variable that runs code";
    TOO_MANY_OUTCOMES = 510, "too many different outcomes on the same functions";
    TOO_MANY_GROUPS = 511, "too many groups of items on one function";
    PATH_TOO_DEEP = 512, "an argument whose path has too many steps";
    TOO_LARGE = 513, "more than a snapshot holds";
    OVER_BUDGET = 520, "a decision that may cost more than the repository allows";
    OVER_FUEL = 521, "a decision that may cost more than a runtime accepts";
    TRIED_ON_EVERY_CALL = 522, "many items that are tried on every call of the same functions";
    EXAMPLE_NO_HIT = 530, "a command that should hit and does not";
    EXAMPLE_NO_ASK = 531, "a command that should be doubtful and is not";
    EXAMPLE_NO_MISS = 532, "a command that should miss and does not";
    EXAMPLE_UNCARRIED = 533, "an example that no call can carry";
    PERMISSION_TAKES_REFUSED = 534, "a permission that covers what a refusal is there for";
    SELF_CHECK = 590, "a snapshot that does not read back as it was written";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_sorted_by_code() {
        assert!(examples::EXAMPLES.is_sorted_by_key(|example| example.code));
    }

    #[test]
    fn codes_ascend_within_the_range_of_this_crate() {
        assert!(TABLE.is_sorted_by(|left, right| left.0 < right.0));
        assert!(TABLE.iter().all(|(code, title)| (500..600).contains(&code.0) && !title.is_empty()));
    }
}
