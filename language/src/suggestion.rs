//! The nearest known name to one that is not known. Deterministic: of equally near names the first in the alphabet.

/// The likeliest meant name: one that differs in case or separators only, else one within a third of the word's length in edits.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let bare = |text: &str| text.chars().filter(|c| !"-_ .".contains(*c)).flat_map(char::to_lowercase).collect::<String>();
    let (wanted, most) = (bare(word), (word.chars().count() / 3).max(1));
    known
        .into_iter()
        .filter(|name| *name != word && name.len() <= 256 && word.len() <= 256)
        .map(|name| (if bare(name) == wanted { 0 } else { strsim::damerau_levenshtein(word, name) }, name))
        .filter(|(distance, _)| *distance <= most)
        .min()
        .map(|(_, name)| name.to_owned())
}

/// `did you mean …?` as help, or the fallback.
pub fn help<'a>(word: &str, known: impl IntoIterator<Item = &'a str>, otherwise: &str) -> String {
    did_you_mean(word, known).map_or_else(|| otherwise.to_owned(), |near| format!("did you mean `{near}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested_and_a_stranger_is_not() {
        assert_eq!(did_you_mean("currencey", ["amount", "currency"]).as_deref(), Some("currency"));
        assert_eq!(did_you_mean("issueNumber", ["issue_number", "owner"]).as_deref(), Some("issue_number"));
        assert_eq!(did_you_mean("x", ["owner", "repo"]), None);
    }
}
