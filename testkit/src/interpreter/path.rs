//! Paths as lists of components.

/// The components of a path: nothing empty, no `.`, each `..` takes one away; `None` where one has nothing to take.
pub fn components(text: &str) -> Option<Vec<String>> {
    let mut kept: Vec<String> = Vec::new();
    for part in text.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(kept.pop()?),
            other => kept.push(other.to_owned()),
        }
    }
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cleaning_drops_what_says_nothing_and_refuses_to_climb_out() {
        assert_eq!(components("/a//./b/../c/"), Some(vec!["a".to_owned(), "c".to_owned()]));
        assert_eq!(components("a/../.."), None);
    }
}
