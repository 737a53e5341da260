//! The catalogs: which server each is for, what of it is believed, and the effects that the policies state themselves.

use straza_language::core::Catalog;

use super::block::{Block, Inline, Page, code, prose, text};
use super::functions::link_to_server;
use super::survey::Survey;
use crate::hex::Hex;

/// The page.
pub fn page(survey: &Survey<'_>) -> Page {
    let catalogs = &survey.program.catalogs;
    let blocks = if catalogs.is_empty() {
        vec![Block::Paragraph(vec![text("No server has a catalog: nothing is known of functions beside the local tools.")])]
    } else {
        catalogs.iter().flat_map(|catalog| catalog_blocks(survey, catalog)).collect()
    };
    Page { name: "catalogs".to_owned(), title: "Catalogs".to_owned(), blocks }
}

fn catalog_blocks(survey: &Survey<'_>, catalog: &Catalog) -> Vec<Block> {
    let declared = survey.catalogs.get(&catalog.server);
    let mut blocks = vec![Block::Heading {
        level: 2,
        anchor: super::functions::server_anchor(&catalog.server).replacen("server", "catalog", 1),
        text: catalog.server.clone(),
    }];
    blocks.extend(declared.and_then(|declared| declared.doc.as_ref()).into_iter().flat_map(|doc| prose(doc)).map(Block::Paragraph));
    let identity = match &catalog.identity {
        Some(identity) => vec![code(identity.clone()), text("; a server of this name with another identity is permitted nothing")],
        None => vec![text("any server of this name")],
    };
    let mut facts = vec![("identity".to_owned(), vec![identity])];
    let clauses = declared.iter().flat_map(|declared| &declared.clauses);
    let told = clauses.filter(|clause| clause.word != "server").map(|clause| (clause.word.clone(), vec![vec![code(clause.text.clone())]]));
    facts.extend(told);
    if !facts.iter().any(|(word, _)| word == "trust") {
        facts.push(("trust".to_owned(), vec![vec![text("no hint of the server is believed")]]));
    }
    facts.push(("functions".to_owned(), vec![vec![text(format!("{}: ", catalog.functions.len())), link_to_server(&catalog.server)]]));
    facts.push(("file's digest".to_owned(), vec![vec![code(Hex(&catalog.digest).to_string())]]));
    facts.extend(declared.map(|declared| ("source".to_owned(), vec![vec![Inline::Place(declared.place.clone())]])));
    blocks.push(Block::Facts(facts));
    blocks
}
