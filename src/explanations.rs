//! What `straza explain` knows: a page for each code, for each cause that denies a call before any rule, for each reason why a snapshot does not open.
//!
//! Texts and examples stand beside what they are about; here they become pages. Findings and refusals on a page are not copied but tried.

mod codes;
mod openings;
mod refusals;
mod tried;
mod why;

use straza_language::codes::examples::{HEAD, PAYMENTS};
use straza_language::diagnostic::Code;
use straza_language::suggestion::nearest;
use straza_runtime::open_error::OpenError;
use straza_runtime::refusal::Cause;

use crate::exit::Broken;
use crate::terminal::Terminal;

/// Longest line of a page, in characters; a longer one of an example is cut.
const WIDTH: usize = 160;
/// How many codes are named as near to one that does not exist.
const NEAR: usize = 3;
/// The name of the page with what stands around the examples.
const EXAMPLES: &str = "examples";

/// Something that has a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    /// How it is asked for: `S0123`, `schema`, `open: cost`.
    pub name: String,
    /// What it belongs to.
    pub group: &'static str,
    /// One line, lower case.
    pub title: String,
    about: About,
}

/// What a topic is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    Code(Code),
    Cause(Cause),
    Opening(OpenError),
    Examples,
}

/// A page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Whose.
    pub topic: Topic,
    /// Why it is so.
    pub why: String,
    /// What to do, where that is the same every time.
    pub next: Option<String>,
    /// What else is to be said.
    pub note: Option<String>,
    /// Examples.
    pub examples: Vec<Example>,
}

/// A text that goes wrong, what is said of it, and the text mended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// What the texts are.
    pub around: &'static str,
    /// The text that goes wrong.
    pub wrong: Shown,
    /// What `straza` says of it.
    pub answer: String,
    /// The text mended.
    pub right: Shown,
}

/// Texts, each with the path of its file where that matters.
pub type Shown = Vec<(Option<String>, String)>;

/// Every code of the program with its title, ascending.
pub fn every_code() -> impl Iterator<Item = (Code, &'static str)> {
    let language = straza_language::codes::entries().map(|entry| (entry.code, entry.title));
    let others = straza_compiler::codes::TABLE.iter().chain(crate::codes::TABLE).copied();
    let mut codes: Vec<_> = language.chain(others).collect();
    codes.sort_unstable();
    codes.into_iter()
}

/// Everything that has a page, in the order of the list.
pub fn topics() -> Vec<Topic> {
    let codes = every_code().map(|(code, title)| topic(code.to_string(), codes::group_name(code), title.to_owned(), About::Code(code)));
    let causes = Cause::ALL.iter().map(|cause| topic(cause.word(), "refusals of a call", cause.meaning().to_owned(), About::Cause(*cause)));
    let openings = OpenError::EACH
        .iter()
        .map(|error| topic(error.code(), "snapshots that do not open", openings::title(error), About::Opening(*error)));
    let examples = topic(EXAMPLES, "these pages", "what stands around the examples".to_owned(), About::Examples);
    codes.chain(causes).chain(openings).chain([examples]).collect()
}

fn topic(name: impl Into<String>, group: &'static str, title: String, about: About) -> Topic {
    Topic { name: name.into(), group, title, about }
}

/// The topic of a name, whatever its case; a code also without leading zeros.
pub fn find(asked: &str) -> Option<Topic> {
    let code = code(asked).map(|code| code.to_string());
    topics().into_iter().find(|topic| topic.name.eq_ignore_ascii_case(asked) || Some(&topic.name) == code.as_ref())
}

/// Names near to one that nothing has: of a code the nearest numbers, of a word the likeliest.
pub fn near(asked: &str) -> Vec<String> {
    let topics = topics();
    let Some(code) = code(asked) else {
        let asked = asked.to_lowercase();
        return nearest(&asked, topics.iter().map(|topic| topic.name.as_str())).map(str::to_owned).into_iter().collect();
    };
    let mut codes: Vec<Code> = every_code().map(|(code, _)| code).collect();
    codes.sort_by_key(|other| (other.0.abs_diff(code.0), *other));
    codes.truncate(NEAR);
    codes.sort_unstable();
    codes.iter().map(Code::to_string).collect()
}

fn code(asked: &str) -> Option<Code> {
    let digits =
        asked.strip_prefix(['S', 's']).filter(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))?;
    digits.parse().ok().map(Code)
}

impl Topic {
    /// Its page. Its examples are tried for it.
    pub fn page(&self, terminal: &Terminal) -> Result<Page, Broken> {
        match &self.about {
            About::Code(code) => codes::page(self, *code),
            About::Cause(cause) => refusals::page(self, *cause, terminal),
            About::Opening(error) => Ok(openings::page(self, error)),
            About::Examples => Ok(examples(self)),
        }
    }
}

fn examples(topic: &Topic) -> Page {
    let why = "Most examples of codes are a few clauses. They stand in this file, whose catalog is the answer below; nothing in either is found \
               fault with. In an example `⟨x × 3⟩` stands for `xxx`, and `⟨r#, × 3⟩` for `r1, r2, r3,`.";
    let files = vec![(Some("main.straza".to_owned()), HEAD.trim_end().to_owned()), (Some("payments.json".to_owned()), PAYMENTS.to_owned())];
    let example = Example { around: "the examples' header", wrong: Vec::new(), answer: String::new(), right: files };
    Page { topic: topic.clone(), why: why.to_owned(), next: None, note: None, examples: vec![example] }
}

/// A line that fits a page.
fn cut(line: &str) -> String {
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line.to_owned(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn every_topic_has_a_page_that_says_why_and_shows_what_is_found() {
        let terminal = Terminal::of_process();
        for topic in topics() {
            let page = find(&topic.name).unwrap().page(&terminal).unwrap();
            assert_eq!(page.topic, topic, "a name stands for one topic");
            assert!(!page.why.is_empty() && !topic.title.is_empty(), "{}", topic.name);
            assert!(!page.examples.is_empty() || page.note.is_some() || page.next.is_some(), "{} shows nothing", topic.name);
            if let About::Code(_) = topic.about {
                assert!(page.examples.iter().all(|example| example.answer.contains(&topic.name)), "{}", topic.name);
            }
        }
    }

    #[test]
    fn a_name_is_found_in_any_case_and_a_stranger_has_neighbours() {
        for asked in ["S0115", "s0115", "S115"] {
            assert_eq!(find(asked).map(|topic| topic.name), Some("S0115".to_owned()), "{asked}");
        }
        assert_eq!(find("Open: Cost").map(|topic| topic.name), Some("open: cost".to_owned()));
        for asked in ["", "S", "S9999", "S99999999", "s01é", "115", "open:", "-"] {
            assert_eq!(find(asked), None, "{asked}");
        }
        let neighbours = near("S9999");
        assert!(neighbours.len() == 3 && neighbours.is_sorted() && neighbours.iter().all(|name| find(name).is_some()), "{neighbours:?}");
        assert!(near("S0129").contains(&"S0127".to_owned()));
        assert_eq!(near("shema"), ["schema"]);
        assert_eq!(near("zebra crossing"), Vec::<String>::new());
    }

    #[test]
    fn long_lines_are_cut_at_a_character() {
        assert_eq!(cut("é"), "é");
        let line = "é".repeat(WIDTH + 1);
        assert_eq!(cut(&line).chars().count(), WIDTH + 1);
        assert!(cut(&line).ends_with('…'));
    }
}
