//! Commands in a repository: what only the whole shows, and the pack that comes with the edition.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use straza_compiler::config::Config;
use straza_compiler::workspace::Workspace;

const SET: &str = "policy box {\n    over shell.exec\n}\n\n";

fn workspace(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new();
    for (path, text) in files {
        workspace.set_file(path, (*text).to_owned());
    }
    workspace
}

fn shown(workspace: &Workspace) -> Vec<String> {
    let place = |found: &_| workspace.location(found).map(|place| format!("{}:{}:{}", place.path, place.line, place.column));
    let found = workspace.diagnostics();
    found.iter().map(|found| format!("{}: {}", place(found).unwrap_or_default(), found.diagnostic.code)).collect()
}

#[test]
fn commands_and_what_holds_for_the_rest_are_in_the_program() {
    let text =
        format!("{SET}command push {{\n    match `git push`\n    deny\n    hits \"git push\"\n}}\n\ncommands {{\n    unsure deny\n}}\n");
    let program = workspace(&[("box.straza", &text)]).program().unwrap();
    assert!(program.items[0].command.is_some() && program.sets[0].commands.unsure.is_some());
}

#[test]
fn an_order_that_is_wrong_leaves_no_program() {
    let push = "command push {\n    match `git push **`\n    allow\n}\n\n";
    let forced = "command forced {\n    match `git push --force`\n    require confirm\n}\n\n";
    let text = format!("{SET}{push}{forced}commands {{\n    first-match\n}}\n");
    let workspace = workspace(&[("box.straza", &text)]);
    assert_eq!(shown(&workspace), ["box.straza:12:5: S0347"]);
    assert_eq!(workspace.program(), None);
}

#[test]
fn any_value_of_a_variable_that_runs_code_is_not_permitted() {
    let text = format!("{SET}command test {{\n    match `LD_PRELOAD=* CI=* make`, `PATH=/bin make`\n    allow\n}}\n");
    assert_eq!(shown(&workspace(&[("box.straza", &text)])), ["box.straza:6:12: S0508"]);
    let refused = text.replace("allow", "deny");
    assert_eq!(shown(&workspace(&[("box.straza", &refused)])), Vec::<String>::new());
}

#[test]
fn a_file_where_std_stands_is_reported_and_not_read() {
    let mut workspace = workspace(&[("box.straza", SET), ("std/commands.straza", "role clerk\n")]);
    assert_eq!(workspace.files(), ["box.straza"]);
    assert_eq!(workspace.diagnostics()[0].diagnostic.code, straza_compiler::codes::RESERVED_FILE);
    workspace.remove_file("std/commands.straza");
    assert_eq!(workspace.diagnostics(), Vec::new());
    workspace.set_config(Config { std: vec!["std.commands".to_owned(), "std.guard".to_owned()], ..Config::default() });
    assert!(workspace.program().unwrap().sets.iter().any(|set| set.name == "box"));
    workspace.set_config(Config::default());
    assert_eq!(workspace.files(), ["box.straza"]);
}
