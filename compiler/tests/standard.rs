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

#[test]
fn an_example_of_an_item_whose_pattern_is_broken_is_not_wrong() {
    let text = format!("{SET}command push {{\n    match \"git push\"\n    deny\n    hits \"git push\"\n}}\n");
    assert_eq!(shown(&workspace(&[("box.straza", &text)])), ["box.straza:6:11: S0061"]);
}

#[test]
fn an_example_that_a_permission_does_not_cover_says_which_part_is_left() {
    let text =
        format!("{SET}command look {{\n    match `git log **`\n    allow\n    hits \"git log | head\", \"git log && git log x\"\n}}\n");
    let found = workspace(&[("box.straza", &text)]).diagnostics();
    let labels: Vec<&str> = found.iter().map(|found| found.diagnostic.label.as_str()).collect();
    assert_eq!(labels, ["read as part 1: `git` (subcommand `log`); part 2: `head`; not covered: part 2"]);
}

/// What is said of a set with std's commands on.
fn with_std(items: &str) -> Vec<String> {
    let mut workspace = workspace(&[("box.straza", &format!("{SET}{items}"))]);
    workspace.set_config(Config { std: vec!["std.commands".to_owned()], ..Config::default() });
    let found = workspace.diagnostics();
    found.iter().map(|found| format!("{} {}", found.diagnostic.code, found.diagnostic.message)).collect()
}

const TIDY: &str = "command tidy {\n    match `rm -r -f **`\n    allow\n}\n";

#[test]
fn a_permission_that_takes_what_the_edition_refuses_is_named_beside_it_also_without_examples_of_its_own() {
    let message = "S0534 this permission covers `rm -rf /`, which `std.commands.wipe` refuses";
    assert_eq!(with_std(TIDY), [message]);
    assert_eq!(with_std(&TIDY.replace("allow\n", "allow\n    hits \"rm -rf build\"\n")), [message]);
    assert_eq!(
        with_std(&TIDY.replace("rm -r -f **", "pkill **")),
        ["S0534 this permission covers `pkill straza`, which `std.commands.stop-the-guard` refuses"]
    );
}

#[test]
fn permissions_that_people_write_take_nothing_that_the_edition_refuses() {
    let patterns = [
        "git **",
        "git push **",
        "ls **",
        "cat **",
        "rm !-r !--no-preserve-root **",
        "rm -r -f build",
        "find **",
        "cargo **",
        "npm {test|run} **",
        "curl **",
        "chmod !-R **",
        "make **",
        "docker {ps|images} **",
        "python3 -m pytest **",
        "sed **",
        "systemctl status **",
        "tee *",
        "echo **",
        "bash **",
    ];
    for pattern in patterns {
        let found = with_std(&format!("command some {{\n    match `{pattern}`\n    allow\n}}\n"));
        assert_eq!(found, Vec::<String>::new(), "{pattern}");
    }
}

#[test]
fn a_refusal_that_is_off_or_taken_off_by_an_exception_is_nothing_that_a_permission_must_leave_out() {
    assert_eq!(shown(&workspace(&[("box.straza", &format!("{SET}{TIDY}"))])), Vec::<String>::new());
    let exception = "\nexception sandbox {\n    to      std.commands.wipe\n    expires 2027-06-01\n    because \"It is thrown away.\"\n}\n";
    assert_eq!(with_std(&format!("{TIDY}{exception}")), Vec::<String>::new());
}

#[test]
fn refusals_of_a_library_count_as_those_of_the_set_that_includes_it() {
    let library = "command gone {\n    match `rm -r /`\n    deny\n    hits \"rm -rf /\"\n}\n";
    let workspace = workspace(&[("box.straza", &format!("{SET}include lib.rm\n\n{TIDY}")), ("lib/rm.straza", library)]);
    let found = workspace.diagnostics();
    assert_eq!(found[0].diagnostic.message, "this permission covers `rm -rf /`, which `rm.gone` refuses");
}
