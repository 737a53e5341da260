//! Names that a policy spells, and calls that spell them in another case, or as harnesses spell them.

use straza_language::core::{FunctionName, FunctionPattern, Program, folded};
use straza_language::local_tools::local_tools;

use super::call::Seen;

/// Whether the call's function, or its server, is none that the policy and its catalogs know, but one that they spell otherwise.
pub fn is_spelled_otherwise(program: &Program, call: &Seen) -> bool {
    let functions = known_functions(program);
    if functions.iter().any(|known| known.server == call.server && known.name == call.name) {
        return false;
    }
    let is_near = |known: &FunctionName| is_same(&known.server, &call.server) && is_same(&known.name, &call.name);
    let mut servers = functions.iter().map(|known| &known.server).chain(spelled_servers(program));
    functions.iter().any(is_near)
        || !servers.clone().any(|known| *known == call.server) && servers.any(|known| is_same(known, &call.server))
}

fn is_same(known: &str, called: &str) -> bool {
    folded(called) == folded(known) || folded(called) == for_a_model(&folded(known))
}

/// A name as a harness offers it to a model, which may call only letters, digits and two signs.
fn for_a_model(name: &str) -> String {
    let letter = |letter: char| match letter {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => letter,
        _ => '_',
    };
    name.chars().map(letter).collect()
}

/// Functions that a catalog or the table of local tools describes, or that a pattern spells out.
fn known_functions(program: &Program) -> Vec<FunctionName> {
    let catalogued = program.catalogs.iter().flat_map(|catalog| &catalog.functions).map(|function| function.function.clone());
    let local = local_tools().map(|function| function.function);
    let is_exact = |pattern: &&FunctionPattern| pattern.server.is_exact() && pattern.name.is_exact();
    let spelled =
        patterns(program).filter(is_exact).map(|pattern| FunctionName { server: pattern.server.0.clone(), name: pattern.name.0.clone() });
    catalogued.chain(local).chain(spelled).collect()
}

fn spelled_servers(program: &Program) -> impl Iterator<Item = &String> + Clone {
    patterns(program).map(|pattern| &pattern.server).filter(|server| server.is_exact()).map(|server| &server.0)
}

/// The patterns of every item, and of every remit that has defaults to speak.
fn patterns(program: &Program) -> impl Iterator<Item = &FunctionPattern> + Clone {
    let targets = program.items.iter().flat_map(|item| &item.on).map(|target| &target.pattern);
    targets.chain(program.sets.iter().filter(|set| !set.defaults.is_empty()).flat_map(|set| &set.over))
}
