//! Who may approve: every pool with the roles in it, their names in the directory, which items ask it and on which terms. And all other steps.

use std::collections::BTreeMap;

use straza_language::core::{Pool, Step};
use straza_testkit::wording;

use super::block::{Block, Inline, Line, Page, code, joined, text};
use super::sets::{link_to_defaults, link_to_item};
use super::survey::Survey;
use super::words;

/// Who asks, in the order of the pages; a link each.
type Askers = Vec<Inline>;

/// Pools with the terms on which they are asked, and the steps that are not for a pool.
#[derive(Default)]
struct Asked {
    pools: BTreeMap<Pool, BTreeMap<String, Askers>>,
    others: BTreeMap<String, Askers>,
}

/// The page.
pub fn page(survey: &Survey<'_>) -> Page {
    let asked = asked(survey);
    let mut blocks = Vec::new();
    if asked.pools.is_empty() {
        blocks.push(Block::Paragraph(vec![text("Nobody is asked to approve anything.")]));
    } else {
        let head = vec!["who", "in the directory", "on these terms", "asked by"];
        blocks.push(Block::Table { head, rows: asked.pools.iter().flat_map(|(pool, terms)| pool_rows(survey, pool, terms)).collect() });
    }
    if !asked.others.is_empty() {
        blocks.push(Block::Heading { level: 2, anchor: "section:steps".to_owned(), text: "Other steps".to_owned() });
        let rows = asked.others.into_iter().map(|(step, askers)| vec![vec![code(step)], listed(askers)]);
        blocks.push(Block::Table { head: vec!["step", "asked by"], rows: rows.collect() });
    }
    Page { name: "people".to_owned(), title: "Who may approve".to_owned(), blocks }
}

fn asked(survey: &Survey<'_>) -> Asked {
    let mut asked = Asked::default();
    for set in &survey.program.sets {
        for step in set.defaults.iter().filter_map(|row| row.steps.as_deref()).flatten() {
            asked.add(survey, step, link_to_defaults(&set.name, format!("default of {}", set.name)));
        }
        for item in survey.items_of(&set.name) {
            item.parts.iter().flat_map(|part| words::asked(part)).for_each(|step| asked.add(survey, step, link_to_item(&item.id)));
        }
    }
    asked
}

impl Asked {
    fn add(&mut self, survey: &Survey<'_>, step: &Step, asker: Inline) {
        let askers = match step {
            Step::Approve { pool, terms } => {
                let options = wording::options(terms).join(", ");
                let options = if options.is_empty() { "hold 90s, retry 60s".to_owned() } else { options };
                self.pools.entry(pool.clone()).or_default().entry(options).or_default()
            }
            other => self.others.entry(wording::step(&survey.in_role_names(other))).or_default(),
        };
        if !askers.contains(&asker) {
            askers.push(asker);
        }
    }
}

fn pool_rows(survey: &Survey<'_>, pool: &Pool, terms: &BTreeMap<String, Askers>) -> Vec<Vec<Line>> {
    let who = joined(pool.deciders.iter().map(|decider| named(survey, decider)), " or ");
    let who: Line = if pool.count > 1 { [text(format!("{} of ", pool.count))].into_iter().chain(who).collect() } else { who };
    let directory = joined(pool.deciders.iter().map(|decider| in_directory(survey, decider)), ", ");
    let row =
        |(options, askers): (&String, &Askers)| vec![who.clone(), directory.clone(), vec![code(options.clone())], listed(askers.clone())];
    terms.iter().map(row).collect()
}

/// A decider as the policies call them: by their roles, or by the directory's name where no role has it.
fn named(survey: &Survey<'_>, decider: &str) -> Line {
    let roles: Vec<Line> = survey.roles_of(decider).map(|role| vec![code(role.name.clone())]).collect();
    if roles.is_empty() { vec![code(decider)] } else { joined(roles, " / ") }
}

fn in_directory(survey: &Survey<'_>, decider: &str) -> Line {
    match decider {
        "sponsor" => vec![text("whoever answers for the principal")],
        "requester" => vec![text("whoever made the request")],
        _ if survey.roles_of(decider).next().is_some() => vec![code(decider)],
        _ => vec![text("—")],
    }
}

fn listed(askers: Askers) -> Line {
    joined(askers.into_iter().map(|asker| vec![asker]), ", ")
}
