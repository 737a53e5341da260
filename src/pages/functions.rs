//! Every function that something is known of: its effects, the defaults that may speak of it, and the items that can concern it.

use straza_language::core::{CatalogFunction, CoreItem, Effect};
use straza_language::reach::{reaches, rows};

use super::block::{Block, Inline, Line, Page, code, joined, text};
use super::sets::{link_to_defaults, link_to_item};
use super::survey::{Item, Survey};
use super::words;

/// What an item can do to a call of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    Permits,
    Restricts,
    /// It remembers, fills, answers, redacts.
    Touches,
}

/// The page.
pub fn page(survey: &Survey<'_>) -> Page {
    let note = "Which items can concern a function, whatever the call says. Functions that no catalog describes are taken for write, \
                destructive and open-world.";
    let mut blocks = vec![Block::Paragraph(vec![text(note)])];
    blocks.extend(everywhere(survey));
    for (server, functions) in survey.functions() {
        blocks.push(Block::Heading { level: 2, anchor: server_anchor(&server), text: server });
        let rows = functions.iter().map(|function| row(survey, function)).collect();
        blocks.push(table(vec!["function", "effects", "default", "permitted by", "restricted by", "also"], rows));
    }
    blocks.extend(events(survey));
    Page { name: "functions".to_owned(), title: "Functions".to_owned(), blocks }
}

/// A table without its last column where nothing stands in it.
fn table(mut head: Vec<&'static str>, mut rows: Vec<Vec<Line>>) -> Block {
    if rows.iter().all(|row| row.last().is_none_or(Vec::is_empty)) {
        head.pop();
        rows.iter_mut().for_each(|row| drop(row.pop()));
    }
    Block::Table { head, rows }
}

/// Where a server's functions stand: no two servers have one anchor.
pub fn server_anchor(server: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c.to_string() } else { format!("_{:x}_", u32::from(c)) };
    format!("server:{}", server.chars().map(letter).collect::<String>())
}

/// Items that are on every function are named once, not at each.
fn everywhere(survey: &Survey<'_>) -> Vec<Block> {
    let items: Vec<Line> = survey
        .items
        .iter()
        .filter(|item| item.parts.iter().any(|part| is_everywhere(part)))
        .map(|item| vec![link_to_item(&item.id)])
        .collect();
    if items.is_empty() {
        return Vec::new();
    }
    vec![Block::Facts(vec![("on every function".to_owned(), vec![joined(items, ", ")])])]
}

fn is_everywhere(part: &CoreItem) -> bool {
    let all = |text: &str| text == "*";
    part.on.iter().any(|target| {
        all(&target.pattern.server.0)
            && all(&target.pattern.name.0)
            && target.effects == Default::default()
            && target.having.is_empty()
            && target.lacking.is_empty()
            && target.event.is_none()
    })
}

fn row(survey: &Survey<'_>, function: &CatalogFunction) -> Vec<Line> {
    let name = format!("{}.{}", function.function.server, function.function.name);
    let by = |reach: Reach| {
        let items = survey.items.iter().filter(|item| concerns(item, function, reach));
        joined(items.map(linked), ", ")
    };
    vec![
        vec![code(name)],
        vec![text(words::effects(function.effects))],
        default(survey, function),
        by(Reach::Permits),
        by(Reach::Restricts),
        by(Reach::Touches),
    ]
}

/// A link to an item, and whether it only watches.
fn linked(item: &Item<'_>) -> Line {
    let shadow = words::is_shadow(item).then(|| text(" (shadow)"));
    [link_to_item(&item.id)].into_iter().chain(shadow).collect()
}

fn concerns(item: &Item<'_>, function: &CatalogFunction, reach: Reach) -> bool {
    item.parts.iter().filter(|part| self::reach(part) == reach && !is_everywhere(part)).any(|part| {
        let targets = part.on.iter().filter(|target| is_on_calls(target.event.as_deref()));
        targets.into_iter().any(|target| reaches(target, function, reach != Reach::Permits))
    })
}

fn reach(part: &CoreItem) -> Reach {
    match part.effect {
        Effect::Permit => Reach::Permits,
        Effect::Restrict(_) => Reach::Restricts,
        _ => Reach::Touches,
    }
}

fn is_on_calls(event: Option<&str>) -> bool {
    matches!(event, None | Some("tool.pre" | "permission.request"))
}

/// What each set's table may say of the function, down to its first certain row.
fn default(survey: &Survey<'_>, function: &CatalogFunction) -> Line {
    let speaking = survey.program.sets.iter().filter_map(|set| {
        let rows = rows(set, function);
        let outcomes: Vec<String> = rows.iter().map(|(_, row)| words::row(survey, row.steps.as_deref())).collect();
        (!outcomes.is_empty()).then(|| vec![code(outcomes.join(" | ")), text(" by "), link_to_defaults(&set.name, set.name.clone())])
    });
    let line = joined(speaking, ", ");
    if line.is_empty() { vec![text("none: deny")] } else { line }
}

/// Items that are on an event and no call of a function.
fn events(survey: &Survey<'_>) -> Vec<Block> {
    let mut rows: Vec<Vec<Line>> = Vec::new();
    for item in &survey.items {
        let mut events: Vec<&str> = item.parts.iter().flat_map(|part| &part.on).filter_map(|target| target.event.as_deref()).collect();
        events.retain(|event| !is_on_calls(Some(event)));
        events.sort_unstable();
        events.dedup();
        if !events.is_empty() {
            rows.push(vec![vec![link_to_item(&item.id)], joined(events.iter().map(|event| vec![code(*event)]), ", ")]);
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let heading = Block::Heading { level: 2, anchor: "section:events".to_owned(), text: "Events".to_owned() };
    vec![heading, Block::Table { head: vec!["item", "on"], rows }]
}

/// A link to a server's functions.
pub fn link_to_server(server: &str) -> Inline {
    Inline::Link { page: "functions".to_owned(), anchor: Some(server_anchor(server)), text: server.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_whose_names_look_alike_have_anchors_of_their_own() {
        let anchors = ["a b", "a-b", "a_b", "a_20_b", "A b"].map(server_anchor);
        let all: std::collections::BTreeSet<&String> = anchors.iter().collect();
        assert_eq!(all.len(), anchors.len(), "{anchors:?}");
    }
}
