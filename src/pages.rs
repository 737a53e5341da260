//! A policy repository as pages for somebody who reviews it and need not know the language: what `straza doc` writes.
//!
//! | room | holds |
//! |---|---|
//! | `survey`, `clauses`, `calls` | what is read of a repository: items with their own text, tests that name them |
//! | `hosts` | the part of the index about hosts |
//! | `index`, `sets`, `people`, `functions`, `roles`, `catalogs` | the pages |
//! | `words` | effects, outcomes, reasons for readers |
//! | `block` | what a page is made of |
//! | `html`, `markdown` | how it is written, every text escaped |
//!
//! Nothing here decides anything, looks at a clock or shows where the repository lies: the same policies give the same bytes.

mod block;
mod calls;
mod catalogs;
mod clauses;
mod functions;
mod hosts;
pub mod html;
mod index;
pub mod markdown;
mod people;
mod roles;
mod sets;
mod survey;
mod words;

pub use block::Page;
use block::Place;
use survey::Survey;

use straza_language::core::Program;

use crate::exit::Broken;
use crate::policies::Policies;

/// What every written file holds near its beginning: a folder in which all files do may be written anew.
pub const MARK: &str = "<!-- written by straza doc -->";

/// The page that the others are reached from.
const INDEX: &str = "index";

/// The pages of a repository without errors, the index first.
pub fn of(policies: &Policies, program: &Program, recordings: &[String]) -> Result<Vec<Page>, Broken> {
    let survey = Survey::of(policies, program, recordings)?;
    let mut pages = vec![index::page(&survey)];
    pages.extend(survey.sets.iter().filter_map(|set| sets::page(&survey, set)));
    pages.extend([people::page(&survey), functions::page(&survey), roles::page(&survey), catalogs::page(&survey)]);
    Ok(pages)
}

/// Where a line of a file is shown, below an address that shows the repository.
fn source_address(source: &str, place: &Place) -> String {
    let mut address = source.trim_end_matches('/').to_owned();
    address.push('/');
    for byte in place.path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => address.push(char::from(byte)),
            other => address.push_str(&format!("%{other:02X}")),
        }
    }
    format!("{address}#L{}", place.line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_a_line_takes_nothing_of_the_path_for_its_own() {
        let place = Place { path: "a b/é?#\".straza".to_owned(), line: 7 };
        assert_eq!(
            source_address("https://example.org/blob/main/", &place),
            "https://example.org/blob/main/a%20b/%C3%A9%3F%23%22.straza#L7"
        );
    }
}
