//! The hosts of the index: what each carries, what is decided without the rest, and above all what is left out there and why.

use straza_compiler::hosts::word_of;

use super::block::{Block, Line, code, joined, quoted, text};
use super::index::heading;
use super::sets::link_to_item;
use super::survey::Survey;
use crate::config::HostSettings;

/// The section; nothing where no host is declared.
pub fn blocks(survey: &Survey<'_>) -> Vec<Block> {
    if survey.config.hosts.is_empty() {
        return Vec::new();
    }
    let rows = survey.config.hosts.iter().map(|(name, settings)| row(name, settings));
    let note = "What a host does not carry is unknown to the policy: restrictions that ask for it apply, permissions do not. What items decide there that need a state, somebody to ask, a server or held-back results, the last column says.";
    let head = vec!["host", "preset", "carries", "results", "can ask", "otherwise"];
    let mut blocks = vec![heading("hosts", "Hosts"), Block::Paragraph(vec![text(note)]), Block::Table { head, rows: rows.collect() }];
    blocks.extend(skipped(survey));
    blocks
}

fn row(name: &str, settings: &HostSettings) -> Vec<Line> {
    let host = &settings.host;
    let carries = joined(host.carries.iter().map(|word| vec![code(word.clone())]), ", ");
    let preset: Line = host.preset.iter().map(|preset| code(*preset)).collect();
    let asks = if host.asks { "yes" } else { "no" };
    let otherwise: Line = host.denies.then(|| code("deny")).into_iter().collect();
    vec![vec![code(name)], preset, carries, vec![code(word_of(host.results))], vec![text(asks)], otherwise]
}

/// Items that a host goes without open what others closed, so each stands here with its reason.
fn skipped(survey: &Survey<'_>) -> Option<Block> {
    let skips = survey.config.hosts.iter().flat_map(|(name, settings)| settings.skips.iter().map(move |skip| (name, skip)));
    let rows: Vec<Vec<Line>> =
        skips.map(|(name, skip)| vec![vec![code(name.clone())], vec![link_to_item(&skip.item)], quoted(&skip.reason)]).collect();
    (!rows.is_empty()).then(|| Block::Table { head: vec!["at host", "is left out", "because"], rows })
}
