//! What "differs only in case" means: for keys, for names, for arguments marked `fold` and `alnum`.

/// The text without case, character by character: lower case by way of upper case, so that the long s, the final sigma and the Kelvin sign are the letters
/// that other readers of the text may take them for. A character whose upper case is several stays itself, and so does the dotless i, which is
/// another letter than i.
pub fn folded(text: &str) -> String {
    text.chars().flat_map(folded_character).collect()
}

fn folded_character(character: char) -> core::char::ToLowercase {
    let upper: Vec<char> = character.to_uppercase().collect();
    match upper.as_slice() {
        [upper] if character != 'ı' => upper.to_lowercase(),
        _ => character.to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_of_a_letter_fold_to_it() {
        assert_eq!(folded("uſer"), folded("USER"));
        assert_eq!(folded("\u{212a}ey"), "key");
        assert_eq!(folded("ΣΑΣ"), folded("σας"));
        assert_eq!(folded("ı"), "ı");
    }

    #[test]
    fn folding_twice_is_folding_once() {
        for character in (0..=0x10_FFFF).filter_map(char::from_u32) {
            let once = folded(&character.to_string());
            assert_eq!(folded(&once), once, "{character:?}");
        }
    }
}
