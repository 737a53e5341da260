//! The index: the sets, then what a reviewer looks at first. Exceptions before all else, then what ends, what is only tried, what takes no exception.

use straza_language::canonical::policy_digest;
use straza_language::glob::spelled;

use super::block::{Block, Inline, Line, Page, code, joined, prose, quoted, text};
use super::clauses::one_line;
use super::sets::{link_to_item, link_to_set};
use super::survey::{Item, Survey};
use super::words::{self, KEYWORDS};
use crate::hex::Hex;
use crate::sources::plural;

/// The page.
pub fn page(survey: &Survey<'_>) -> Page {
    let mut blocks = vec![digest(survey)];
    blocks.extend(exceptions(&survey.items));
    blocks.extend(sets(survey));
    blocks.extend(listed("dated", "What begins or ends", survey, |item| words::dates(item) != (None, None) && item.word != "exception"));
    blocks.extend(listed("shadow", "What is only tried (shadow)", survey, words::is_shadow));
    blocks.extend(listed("final", "What takes no exception (final)", survey, words::is_final));
    blocks.extend(loose(survey));
    blocks.extend(super::hosts::blocks(survey));
    blocks.extend(keywords(survey));
    Page { name: super::INDEX.to_owned(), title: "Policy".to_owned(), blocks }
}

fn digest(survey: &Survey<'_>) -> Block {
    let digest = Hex(&policy_digest(survey.program)).to_string();
    let counts = [(survey.sets.len(), "policy set"), (survey.items.len(), "item"), (survey.roles.len(), "role")];
    let counts = counts.map(|(count, word)| plural(count, word)).join(", ");
    let recordings = joined(survey.config.recordings.iter().map(|(pattern, _)| vec![code(pattern.clone())]), ", ");
    let recordings = if recordings.is_empty() { vec![text("none")] } else { recordings };
    Block::Facts(vec![
        ("policy digest".to_owned(), vec![vec![code(digest)]]),
        ("edition".to_owned(), vec![vec![code(crate::config::EDITION)]]),
        ("holds".to_owned(), vec![vec![text(counts)]]),
        ("recordings".to_owned(), vec![recordings]),
    ])
}

pub(super) fn heading(anchor: &str, title: &str) -> Block {
    Block::Heading { level: 2, anchor: format!("section:{anchor}"), text: title.to_owned() }
}

/// Exceptions open what others closed, so they come first and in full.
fn exceptions(items: &[Item<'_>]) -> Vec<Block> {
    let rows: Vec<Vec<Line>> = items
        .iter()
        .filter(|item| item.word == "exception")
        .map(|item| {
            let clause = |word: &str| {
                let clauses = item.declared.clauses.iter().filter(|clause| clause.word == word);
                joined(clauses.map(|clause| vec![code(clause.text.clone())]), " ")
            };
            // An exception that is not laid out as usual is shown as it stands.
            let to = if clause("to").is_empty() { vec![code(one_line(&item.declared.source))] } else { clause("to") };
            vec![vec![link_to_item(&item.id)], to, clause("when"), clause("instead"), clause("expires"), why(item)]
        })
        .collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let head = vec!["exception", "to", "when", "instead", "until", "because"];
    vec![heading("exceptions", "Exceptions"), Block::Table { head, rows }]
}

/// The reason of an exception, which stands behind `instead` or alone.
fn why(item: &Item<'_>) -> Line {
    let alone = item.declared.clauses.iter().find(|clause| clause.word == "because").map(|clause| vec![code(clause.text.clone())]);
    let behind = || item.parts.iter().find_map(|part| part.because.as_ref()).map(words::reason);
    alone.or_else(behind).unwrap_or_default()
}

fn sets(survey: &Survey<'_>) -> Vec<Block> {
    let rows = survey.sets.iter().filter_map(|text_of| {
        let set = survey.program.sets.iter().find(|set| set.name == text_of.name)?;
        let applies = text_of.applies.iter().map(|applies| code(applies.clone())).collect();
        Some(vec![
            vec![link_to_set(&set.name)],
            joined(set.over.iter().map(|pattern| vec![code(spelled(pattern))]), ", "),
            applies,
            vec![text(set.priority.to_string())],
            vec![text(survey.items_of(&set.name).count().to_string())],
            shared(survey, &set.name),
        ])
    });
    let head = vec!["set", "permits only on (over)", "for", "priority", "items", "remit shared with"];
    vec![heading("sets", "Policy sets"), Block::Table { head, rows: rows.collect() }]
}

/// The sets that `straza.toml` lets speak about the same functions, and why.
fn shared(survey: &Survey<'_>, set: &str) -> Line {
    let overlaps = survey.config.overlaps.iter().filter(|overlap| overlap.owners.iter().any(|(owner, _)| owner == set));
    let line = |overlap: &crate::config::Overlap| {
        let others = overlap.owners.iter().filter(|(owner, _)| owner != set).map(|(owner, _)| vec![link_to_set(owner)]);
        let mut line = joined(others, ", ");
        line.push(text(": "));
        line.into_iter().chain(quoted(&overlap.reason)).collect()
    };
    joined(overlaps.map(line), "; ")
}

/// The items of a kind that a reviewer wants to see together; no section where there are none.
fn listed(anchor: &str, title: &str, survey: &Survey<'_>, wanted: impl Fn(&Item<'_>) -> bool) -> Vec<Block> {
    let mut items: Vec<&Item<'_>> = survey.items.iter().filter(|item| wanted(item)).collect();
    if items.is_empty() {
        return Vec::new();
    }
    items.sort_by_key(|item| words::dates(item).1.unwrap_or(i64::MAX));
    let rows = items.iter().map(|item| vec![vec![link_to_item(&item.id)], words::outcomes(survey, item), words::marks(item), about(item)]);
    vec![heading(anchor, title), Block::Table { head: vec!["item", "outcome", "marks", "what it is"], rows: rows.collect() }]
}

/// The first words of its documentation, or what the agent reads.
fn about(item: &Item<'_>) -> Line {
    let documented = item.declared.doc.iter().flat_map(|doc| prose(doc)).next();
    let reason = item.parts.iter().find_map(|part| part.because.as_ref());
    documented.or_else(|| reason.map(words::reason)).unwrap_or_default()
}

fn loose(survey: &Survey<'_>) -> Vec<Block> {
    if survey.loose.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![heading("loose", "Declared outside of every set")];
    for item in &survey.loose {
        blocks.push(Block::Paragraph(vec![Inline::Place(item.declared.place.clone())]));
        blocks.push(Block::Source(item.declared.source.clone()));
    }
    blocks
}

/// What the keywords that stand on the pages are for.
fn keywords(survey: &Survey<'_>) -> Vec<Block> {
    let used = |word: &str| survey.items.iter().chain(&survey.loose).any(|item| item.word == word);
    let facts = KEYWORDS.iter().filter(|(word, _)| used(word)).map(|(word, what)| ((*word).to_owned(), vec![vec![text(*what)]]));
    let always = [
        ("defaults", "holds where no item permits"),
        ("for", "is part of every item of its set"),
        ("unknown", "is what a host did not say: restrictions apply to it, permissions do not"),
    ];
    let always = always.map(|(word, what)| (word.to_owned(), vec![vec![text(what)]]));
    vec![heading("words", "Words"), Block::Facts(facts.chain(always).collect())]
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "tests")]
mod tests {
    use std::collections::BTreeSet;

    use straza_language::core::ItemId;

    use super::*;
    use crate::pages::block::Place;
    use crate::pages::clauses::clauses;
    use crate::pages::survey::Declared;

    #[test]
    fn exceptions_come_with_what_they_open_until_when_and_why() {
        let source = "exception audit-week {\n    to       code.page-size\n    when     principal.roles has auditor\n    instead  confirm\n    expires  2027-02-01\n    because  \"The audit reads whole listings.\"\n}";
        let declared = Declared {
            place: Place { path: "a.straza".to_owned(), line: 1 },
            doc: None,
            source: source.to_owned(),
            clauses: clauses(source),
            mentions: BTreeSet::new(),
        };
        let id = ItemId { set: "audit".to_owned(), name: "audit-week".to_owned() };
        let item = |word: &str| Item {
            id: id.clone(),
            word: word.to_owned(),
            declared: declared.clone(),
            parts: Vec::new(),
            outcomes: Vec::new(),
        };
        let blocks = exceptions(&[item("rule"), item("exception")]);
        let Some(Block::Table { rows, .. }) = blocks.last() else { unreachable!("{blocks:?}") };
        let cells = ["code.page-size", "principal.roles has auditor", "confirm", "2027-02-01", "\"The audit reads whole listings.\""];
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].get(1..), Some(&cells.map(|cell| vec![code(cell)])[..]));
        assert_eq!(exceptions(&[item("rule")]), []);
    }
}
