//! The nearest known name to one that is not known. Deterministic: of equally near names the first in the alphabet.

/// Longer words and names, in bytes, are compared with nothing.
const LONGEST: usize = 256;

/// The most names that are compared letter by letter: of thousands that look alike the likeliest, so that a file of unknown names is no work.
const MOST_COMPARED: usize = 100;

/// The likeliest meant name: one that differs in case or separators only, else one within a third of the word's length in edits. Words of
/// one or two letters are a letter or two from everything, so only the former is near to them.
pub fn nearest<'a, N: AsRef<str> + ?Sized + 'a>(word: &str, known: impl IntoIterator<Item = &'a N>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let (own, length) = (letters(word), word.chars().count());
    let most = if length > 2 { length / 3 } else { 0 };
    let (mut same, mut alike): (Option<&str>, Vec<Vec<&str>>) = (None, vec![Vec::new(); 2 * most + 1]);
    for name in known.into_iter().map(AsRef::as_ref).filter(|name| *name != word && name.len() <= LONGEST) {
        let apart = (letters(name) ^ own).count_ones() as usize;
        if apart == 0 && bare(word).eq(bare(name)) {
            same = Some(same.map_or(name, |other| other.min(name)));
        } else if let Some(alike) = alike.get_mut(apart).filter(|_| name.chars().count().abs_diff(length) <= most) {
            alike.push(name);
        }
    }
    same.or_else(|| closest(word, most, alike))
}

/// The name fewest edits away, of names by how many letters apart they are. One edit sets at most two apart, which says where to stop.
fn closest<'a>(word: &str, most: usize, alike: Vec<Vec<&'a str>>) -> Option<&'a str> {
    let by_letters = alike.into_iter().enumerate().flat_map(|(apart, names)| names.into_iter().map(move |name| (apart, name)));
    let mut best: Option<(usize, &str)> = None;
    for (apart, name) in by_letters.take(MOST_COMPARED) {
        if best.is_some_and(|(distance, _)| apart > 2 * distance) {
            break;
        }
        let found = Some((strsim::damerau_levenshtein(word, name), name)).filter(|(distance, _)| *distance <= most);
        best = [best, found].into_iter().flatten().min();
    }
    best.map(|(_, name)| name)
}

/// Which letters the text has, without case and separators: a bit each, one for all that are not ASCII.
fn letters(text: &str) -> u64 {
    let mut all = 0;
    for byte in text.as_bytes() {
        all |= match byte {
            b'-' | b'_' | b' ' | b'.' => 0,
            b'A'..=b'Z' | b'a'..=b'z' => 1 << (byte & 31),
            _ if byte.is_ascii() => 1 << (32 | byte & 31),
            _ => 1,
        };
    }
    all
}

/// `did you mean …?` as help, or the fallback.
pub fn help<'a, N: AsRef<str> + ?Sized + 'a>(word: &str, known: impl IntoIterator<Item = &'a N>, otherwise: &str) -> String {
    nearest(word, known).map_or_else(|| otherwise.to_owned(), |near| format!("did you mean `{near}`?"))
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

    #[test]
    fn letters_never_hide_a_name_that_is_near() {
        let near = [("straße", "strasse"), ("kelvin", "celvin"), ("ab-cd", "a.b.c.d"), ("role-12", "role-21"), ("Ümlaut", "ümlaut")];
        for (word, name) in near {
            assert_eq!(nearest(word, [name, "zzzzzz"]), Some(name), "{word}");
        }
    }
}
