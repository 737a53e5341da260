//! The words that say what a host carries: the values of a call, the parts that they belong to, and what is no value.
//!
//! One table for `straza.toml`, for the analysis and for the documentation. What the call itself holds (`function`, `args`) is carried by every
//! host and has no word; whether results are seen and people asked is said by keys of their own.

use straza_language::core::Root;
use straza_language::values;

/// What is no value of the call.
pub const STATES_AND_SERVICES: &[(&str, &str)] = &[
    ("agent.state", "what calls of an agent left behind; part of `agent`, and of use only with `agent.name`"),
    ("flow", "which flow a call starts"),
    ("granted", "whether the host's own access grant admits the function"),
    ("job.state", "what calls of a job left behind: steps, counts, origins and labels (`job.labels` is read from it); part of `job`"),
    ("person", "what calls of a person left behind; of use only with `principal.type` and `principal.user`"),
    ("receipts", "where the values of arguments came from"),
    ("server", "a server that decides a call again with the live policy"),
    ("tree.state", "what calls of the whole tree left behind (`tree.labels` is read from it); part of `tree`"),
];

/// Every word, sorted: values, parts of the call, what is no value.
pub fn words() -> Vec<&'static str> {
    let names = values::TABLE.iter().filter(|row| !matches!(row.root, Root::Result | Root::Command | Root::Signals)).map(|row| row.name);
    let parts = names.clone().filter_map(|name| name.split_once('.')).map(|(part, _)| part);
    let mut words: Vec<&str> = names.chain(parts).chain(STATES_AND_SERVICES.iter().map(|(word, _)| *word)).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// The key that says what a word would, where the word is none of the list.
pub fn said_by_a_key(word: &str) -> Option<&'static str> {
    match word {
        "people" => Some("asks = true"),
        "result" | "results" | "result.labels" => Some("results = \"observe\""),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_holds_values_parts_and_what_is_no_value() {
        let words = words();
        assert!(
            ["agent", "agent.name", "function", "granted", "job", "job.labels", "job.state", "now", "paths", "tree"]
                .iter()
                .all(|word| words.contains(word))
        );
        assert!(STATES_AND_SERVICES.is_sorted_by_key(|(word, _)| *word));
        assert!(["result", "people", "results"].iter().all(|word| !words.contains(word) && said_by_a_key(word).is_some()));
    }
}
