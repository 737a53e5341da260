//! The roles: their names in the directory, where they are declared, and who names them.

use super::block::{Block, Inline, Line, Page, code, joined, text};
use super::sets::{link_to_item, link_to_set};
use super::survey::{Role, Survey};

/// The page.
pub fn page(survey: &Survey<'_>) -> Page {
    let block = if survey.roles.is_empty() {
        Block::Paragraph(vec![text("No role is declared.")])
    } else {
        let head = vec!["role", "in the directory", "named by", "source"];
        Block::Table { head, rows: survey.roles.iter().map(|role| row(survey, role)).collect() }
    };
    Page { name: "roles".to_owned(), title: "Roles".to_owned(), blocks: vec![block] }
}

fn row(survey: &Survey<'_>, role: &Role) -> Vec<Line> {
    let name = |mentions: &std::collections::BTreeSet<String>| mentions.contains(&role.name);
    let headers =
        survey.sets.iter().filter(|set| name(&set.header.mentions) || set.defaults.as_ref().is_some_and(|table| name(&table.mentions)));
    let items = survey.items.iter().filter(|item| name(&item.declared.mentions));
    let by = headers.map(|set| vec![link_to_set(&set.name)]).chain(items.map(|item| vec![link_to_item(&item.id)]));
    vec![vec![code(role.name.clone())], vec![code(role.directory.clone())], joined(by, ", "), vec![Inline::Place(role.place.clone())]]
}
