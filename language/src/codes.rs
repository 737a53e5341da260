//! Every diagnostic code, by the half of the crate that reports it.

/// Declares codes once each: constant, number and title, ascending; beside them `TABLE`, every code of the module with its title.
/// Attributes of the table, where it has any, stand first as `#![…]`.
#[macro_export]
macro_rules! codes {
    ($(#![$attribute:meta])* $($name:ident = $number:literal, $title:literal;)*) => {
        $(
            #[doc = $title]
            pub const $name: $crate::diagnostic::Code = $crate::diagnostic::Code($number);
        )*

        /// Every code of this module with its title, ascending.
        $(#[$attribute])*
        pub const TABLE: &[($crate::diagnostic::Code, &str)] = &[$(($name, $title)),*];
    };
}

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

    /// Codes of another crate, whose table is used by its tests only.
    mod others {
        codes! {
            #![cfg(test)]
            FIRST = 9001, "a first thing";
            SECOND = 9002, "a second thing";
        }
    }

    #[test]
    fn the_macro_declares_constants_and_their_table() {
        assert_eq!(others::TABLE, [(others::FIRST, "a first thing"), (Code(9002), "a second thing")]);
        assert_eq!(others::SECOND, Code(9002));
    }

    #[test]
    fn codes_ascend_so_that_none_is_given_twice() {
        let codes: Vec<Code> = entries().map(|entry| entry.code).collect();
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]), "{codes:?}");
    }
}
