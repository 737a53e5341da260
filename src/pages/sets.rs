//! A set's page: its header, its defaults, and every item with its own text, what the agent reads, and what tests it.

use straza_language::core::{DefaultRow, ItemId, PolicySet};
use straza_language::glob::spelled;

use super::block::{Block, Inline, Line, Page, code, joined, prose, text};
use super::survey::{Declared, Item, SetText, Survey};
use super::words;

/// The page of a set; nothing where the program does not know it.
pub fn page(survey: &Survey<'_>, written: &SetText) -> Option<Page> {
    let set = survey.program.sets.iter().find(|set| set.name == written.name)?;
    let mut blocks: Vec<Block> = written.doc.iter().chain(&written.header.doc).flat_map(|doc| prose(doc)).map(Block::Paragraph).collect();
    blocks.push(header(survey, set, written));
    blocks.extend(defaults(survey, set, written));
    blocks.extend(overview(survey, set));
    for item in survey.items_of(&set.name) {
        blocks.extend(details(survey, item));
    }
    Some(Page { name: page_name(&set.name), title: format!("Set {}", set.name), blocks })
}

fn page_name(set: &str) -> String {
    format!("set-{set}")
}

/// A link to a set's page.
pub fn link_to_set(set: &str) -> Inline {
    Inline::Link { page: page_name(set), anchor: None, text: set.to_owned() }
}

/// A link to an item.
pub fn link_to_item(id: &ItemId) -> Inline {
    Inline::Link { page: page_name(&id.set), anchor: Some(id.to_string()), text: id.to_string() }
}

/// A link to a set's defaults, with these words.
pub fn link_to_defaults(set: &str, text: impl Into<String>) -> Inline {
    Inline::Link { page: page_name(set), anchor: Some(defaults_anchor(set)), text: text.into() }
}

fn defaults_anchor(set: &str) -> String {
    format!("defaults:{set}")
}

fn header(survey: &Survey<'_>, set: &PolicySet, written: &SetText) -> Block {
    let mut facts = Vec::new();
    let over = joined(set.over.iter().map(|pattern| vec![code(spelled(pattern))]), ", ");
    let over = if over.is_empty() { vec![text("nowhere: it only restricts")] } else { over };
    facts.push(("permits on".to_owned(), vec![over]));
    facts.extend(written.applies.iter().map(|applies| ("for".to_owned(), vec![vec![code(applies.clone())]])));
    facts.push(("priority".to_owned(), vec![vec![text(set.priority.to_string())]]));
    facts.extend(constants(survey, &written.header));
    facts.push(("source".to_owned(), vec![vec![Inline::Place(written.header.place.clone())]]));
    Block::Facts(facts)
}

fn defaults(survey: &Survey<'_>, set: &PolicySet, written: &SetText) -> Vec<Block> {
    let heading = Block::Heading { level: 2, anchor: defaults_anchor(&set.name), text: "Defaults".to_owned() };
    let Some(declared) = &written.defaults else {
        let none = "This set has no defaults: where no other set gives one, what is not permitted is denied.";
        return vec![heading, Block::Paragraph(vec![text(none)])];
    };
    let rows = set.defaults.iter().map(|row| vec![vec![code(words::head(&row.head))], outcome(survey, row), because(row)]).collect();
    let mut facts = vec![("source".to_owned(), vec![vec![Inline::Place(declared.place.clone())]])];
    facts.extend(tested(survey, &format!("default of {}", set.name)));
    vec![heading, Block::Table { head: vec!["where a function is", "holds", "because"], rows }, Block::Facts(facts)]
}

fn outcome(survey: &Survey<'_>, row: &DefaultRow) -> Line {
    vec![code(words::row(survey, row.steps.as_deref()))]
}

fn because(row: &DefaultRow) -> Line {
    row.because.as_ref().map(words::reason).unwrap_or_default()
}

/// All items in one table: what a reader looks for first.
fn overview(survey: &Survey<'_>, set: &PolicySet) -> Vec<Block> {
    let rows: Vec<Vec<Line>> = survey
        .items_of(&set.name)
        .map(|item| vec![vec![link_to_item(&item.id)], vec![text(item.word.clone())], words::outcomes(survey, item), words::marks(item)])
        .collect();
    let heading = Block::Heading { level: 2, anchor: format!("items:{}", set.name), text: "Items".to_owned() };
    if rows.is_empty() {
        return vec![heading, Block::Paragraph(vec![text("This set has no items.")])];
    }
    vec![heading, Block::Table { head: vec!["item", "kind", "outcome", "marks"], rows }]
}

fn details(survey: &Survey<'_>, item: &Item<'_>) -> Vec<Block> {
    let Declared { doc, source, clauses, place, .. } = &item.declared;
    let mut blocks = vec![Block::Heading { level: 3, anchor: item.id.to_string(), text: item.id.to_string() }];
    blocks.extend(doc.iter().flat_map(|doc| prose(doc)).map(Block::Paragraph));
    if clauses.is_empty() {
        blocks.push(Block::Source(source.clone()));
    }
    let mut facts = vec![("kind".to_owned(), vec![vec![text(item.word.clone())]])];
    facts.extend(clauses.iter().map(|clause| (clause.word.clone(), vec![clause_line(&clause.word, &clause.text)])));
    facts.extend(reads(item));
    facts.extend(constants(survey, &item.declared));
    let marks = words::marks(item);
    if !marks.is_empty() {
        facts.push(("marks".to_owned(), vec![marks]));
    }
    facts.extend(tested(survey, &item.id.to_string()));
    facts.push(("source".to_owned(), vec![vec![Inline::Place(place.clone())]]));
    blocks.push(Block::Facts(facts));
    blocks
}

/// A word alone says all that there is to say.
fn clause_line(word: &str, words: &str) -> Line {
    match (word, words) {
        ("shadow" | "final" | "taints", "") => vec![text("yes")],
        (_, "") => vec![text("in every case")],
        _ => vec![code(words)],
    }
}

/// The reasons of an item, each once, as the agent reads them.
fn reads(item: &Item<'_>) -> Option<(String, Vec<Line>)> {
    let mut lines: Vec<Line> = Vec::new();
    for reason in item.parts.iter().filter_map(|part| part.because.as_ref()) {
        let line = words::reason(reason);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    (!lines.is_empty()).then(|| ("agent reads".to_owned(), lines))
}

fn constants(survey: &Survey<'_>, declared: &Declared) -> Option<(String, Vec<Line>)> {
    let lines: Vec<Line> = survey.constants(declared).iter().map(|(name, value)| vec![code(format!("{name} = {value}"))]).collect();
    (!lines.is_empty()).then(|| ("constants".to_owned(), lines))
}

/// The tests and recorded calls that expect it to decide.
fn tested(survey: &Survey<'_>, name: &str) -> Vec<(String, Vec<Line>)> {
    let tests: Vec<Line> =
        survey.named.tests(name).map(|(test, place)| vec![text(format!("“{test}” ")), Inline::Place(place.clone())]).collect();
    let recorded: Vec<Line> = survey.named.recorded(name).iter().map(|(path, lines)| vec![code(*path), text(numbered(lines))]).collect();
    let tests = if tests.is_empty() && recorded.is_empty() { vec![vec![text("no test names it")]] } else { tests };
    let facts = [("tests".to_owned(), tests), ("recorded calls".to_owned(), recorded)];
    facts.into_iter().filter(|(_, lines)| !lines.is_empty()).collect()
}

fn numbered(lines: &[usize]) -> String {
    let numbers: Vec<String> = lines.iter().map(usize::to_string).collect();
    let word = if lines.len() == 1 { "line" } else { "lines" };
    format!(" {word} {}", numbers.join(", "))
}
