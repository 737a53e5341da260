//! Every diagnostic code, by the half of the crate that reports it.

pub mod examples;
pub mod meaning;
pub mod syntax;

use crate::diagnostic::Code;

/// A code and what it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeEntry {
    /// Permanent.
    pub code: Code,
    /// One line, lower case.
    pub title: &'static str,
}

/// All codes of this crate, ascending.
pub fn entries() -> impl Iterator<Item = CodeEntry> {
    syntax::TABLE.iter().chain(meaning::TABLE).map(|&(code, title)| CodeEntry { code, title })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_ascend_so_that_none_is_given_twice() {
        let codes: Vec<Code> = entries().map(|entry| entry.code).collect();
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]), "{codes:?}");
    }
}
