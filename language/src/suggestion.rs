//! The nearest known name to one that is not known. Deterministic: of equally near names the first in the alphabet.

/// Longer words and names, in bytes, are compared with nothing.
const LONGEST: usize = 256;

/// The likeliest meant name: one that differs in case or separators only, else one within a third of the word's length in edits. Words of
/// one or two letters are a letter or two from everything, so only the former is near to them.
pub fn nearest<'a, N: AsRef<str> + ?Sized + 'a>(word: &str, known: impl IntoIterator<Item = &'a N>) -> Option<&'a str> {
    known
        .into_iter()
        .map(AsRef::as_ref)
        .filter(|name| *name != word && name.len() <= LONGEST && word.len() <= LONGEST)
        .filter_map(|name| Some((distance(word, name)?, name)))
        .min()
        .map(|(_, name)| name)
}

/// `did you mean …?` as help, or the fallback.
pub fn help<'a, N: AsRef<str> + ?Sized + 'a>(word: &str, known: impl IntoIterator<Item = &'a N>, otherwise: &str) -> String {
    nearest(word, known).map_or_else(|| otherwise.to_owned(), |near| format!("did you mean `{near}`?"))
}

/// How far a name is from the word; `None` where it is too far to have been meant.
fn distance(word: &str, name: &str) -> Option<usize> {
    if bare(word).eq(bare(name)) {
        return Some(0);
    }
    let length = word.chars().count();
    let most = if length > 2 { length / 3 } else { 0 };
    // Names of another length are far; not asking costs nothing.
    let may_be_near = name.chars().count().abs_diff(length) <= most;
    may_be_near.then(|| strsim::damerau_levenshtein(word, name)).filter(|distance| *distance <= most)
}

/// Without case and separators.
fn bare(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !"-_ .".contains(*c)).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested_and_a_stranger_is_not() {
        assert_eq!(nearest("currencey", ["amount", "currency"]), Some("currency"));
        assert_eq!(nearest("issueNumber", ["issue_number", "owner"]), Some("issue_number"));
        assert_eq!(nearest("x", ["owner", "repo"]), None);
        assert_eq!(nearest("rule", ["rule"]), None);
    }

    #[test]
    fn to_a_short_word_only_its_other_case_is_near() {
        assert_eq!(nearest("on", ["or", "in", "an"]), None);
        assert_eq!(nearest("On", ["or", "on"]), Some("on"));
    }

    #[test]
    fn of_equally_near_names_the_first_in_the_alphabet_is_meant() {
        assert_eq!(nearest("wage", ["wave", "page", "wade"]), Some("page"));
    }
}
