//! Which queries run after an edit: those of what was edited and the named whole-repository ones, nobody else's.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use straza_compiler::workspace::{Ran, Workspace};

const REFUNDS: &str = r#"policy refunds {
    over     payments.*
    priority 50
}

use shared

role finance-lead

let ceiling = 100

defaults {
    *  deny
}

rule small {
    on     payments.refund
    allow  when args.amount <= ceiling
}

rule large {
    on       payments.refund
    require  approve by finance-lead  when args.amount > ceiling
}

rule listing {
    on     payments.list
    allow  when args.page < last-page
}

test "a small refund" {
    call payments.refund { amount: 5 } => allow via small
}
"#;

const DESK: &str = r#"policy desk {
    over  desk.*
}

defaults {
    *  deny
}

rule open {
    on     desk.open
    allow
}
"#;

const SHARED: &str = "let last-page = 9\n";

const CATALOG: &str = r#"{"tools": [
    {"name": "refund", "inputSchema": {"type": "object", "properties": {"amount": {"type": "number"}}, "required": ["amount"]}},
    {"name": "list", "inputSchema": {"type": "object", "properties": {"page": {"type": "number"}}, "required": ["page"]}}
]}"#;

fn workspace() -> Workspace {
    let mut workspace = Workspace::logging();
    let catalog = "catalog payments from \"payments.json\"\n";
    let files =
        [("refunds.straza", format!("{REFUNDS}\n{catalog}")), ("desk.straza", DESK.to_owned()), ("shared.straza", SHARED.to_owned())];
    workspace.set_files(files.map(|(path, text)| (path.to_owned(), text)));
    workspace.set_catalog("payments.json", CATALOG.to_owned());
    assert_eq!(messages(&workspace), Vec::<String>::new());
    workspace.ran();
    workspace
}

fn messages(workspace: &Workspace) -> Vec<String> {
    workspace
        .diagnostics()
        .into_iter()
        .map(|found| format!("{}: {}: {}", found.path, found.diagnostic.code, found.diagnostic.message))
        .collect()
}

/// Replaces one text of `refunds.straza` and lists what ran for the next check.
fn after(workspace: &mut Workspace, from: &str, to: &str) -> Vec<String> {
    let text = workspace.text("refunds.straza").unwrap().to_owned();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    workspace.set_file("refunds.straza", text.replace(from, to));
    workspace.check();
    shown(workspace.ran())
}

fn shown(ran: Vec<Ran>) -> Vec<String> {
    ran.into_iter().map(|ran| if ran.about.is_empty() { ran.query } else { format!("{}({})", ran.query, ran.about) }).collect()
}

#[test]
fn editing_a_condition_runs_that_items_queries_only() {
    let ran = after(&mut workspace(), "args.amount > ceiling", "args.amount > 200");
    assert_eq!(
        ran,
        [
            "file_items(refunds.straza)",
            "file_references(refunds.straza)",
            "item_expressions(rule large)",
            "item_references(rule large)",
            "item_signature(rule large)",
            "parsed_item(rule large)",
            "typed_item(rule large)",
        ]
    );
}

#[test]
fn a_blank_line_above_everything_runs_the_splitter_only() {
    let ran = after(&mut workspace(), "policy refunds", "\n\npolicy refunds");
    assert_eq!(ran, ["file_items(refunds.straza)",]);
}

#[test]
fn a_new_item_runs_its_own_queries_and_the_sums() {
    let ran = after(&mut workspace(), "rule listing", "rule third {\n    on payments.list\n    deny when args.page > 5\n}\n\nrule listing");
    assert_eq!(
        ran,
        [
            "file_exports(refunds.straza)",
            "file_items(refunds.straza)",
            "file_references(refunds.straza)",
            "is_item",
            "item_expressions(rule third)",
            "item_references(rule third)",
            "item_signature(rule third)",
            "module_scope(refunds.straza)",
            "parsed_item(rule third)",
            "repository_labels",
            "repository_roles",
            "repository_servers",
            "set_context(refunds.straza)",
            "set_items",
            "set_libraries(refunds.straza)",
            "set_names",
            "typed_item(rule third)",
            "visible_constant",
            "visible_constant",
        ]
    );
}

#[test]
fn a_changed_argument_checks_the_items_on_its_function() {
    let mut workspace = workspace();
    workspace.set_catalog("payments.json", CATALOG.replace(r#""page": {"type": "number"}"#, r#""page": {"type": "integer"}"#));
    workspace.check();
    assert_eq!(
        shown(workspace.ran()),
        [
            "catalog_functions",
            "catalog_listings(catalog payments)",
            "function_schema",
            "function_schema",
            "listed_catalog",
            "typed_catalog(catalog payments)",
            "typed_item(policy refunds)",
            "typed_item(rule listing)",
        ]
    );
}

#[test]
fn renaming_a_let_checks_its_users() {
    let mut workspace = workspace();
    let text = workspace.text("refunds.straza").unwrap().replace("ceiling", "limit-of-one");
    workspace.set_file("refunds.straza", text);
    workspace.check();
    assert_eq!(
        shown(workspace.ran()),
        [
            "file_exports(refunds.straza)",
            "file_items(refunds.straza)",
            "file_references(refunds.straza)",
            "is_label",
            "item_expressions(let limit-of-one)",
            "item_expressions(rule large)",
            "item_expressions(rule small)",
            "item_references(let limit-of-one)",
            "item_references(rule large)",
            "item_references(rule small)",
            "item_signature(let limit-of-one)",
            "item_signature(rule large)",
            "item_signature(rule small)",
            "module_scope(refunds.straza)",
            "parsed_item(let limit-of-one)",
            "parsed_item(rule large)",
            "parsed_item(rule small)",
            "repository_labels",
            "repository_roles",
            "repository_servers",
            "role_name",
            "set_context(refunds.straza)",
            "set_items",
            "set_libraries(refunds.straza)",
            "set_names",
            "typed_item(let limit-of-one)",
            "typed_item(rule large)",
            "typed_item(rule small)",
            "visible_constant",
            "visible_constant",
        ]
    );
}

#[test]
fn a_changed_let_of_another_file_checks_its_users() {
    let mut workspace = workspace();
    workspace.set_file("shared.straza", "let last-page = 10\n".to_owned());
    workspace.check();
    assert_eq!(
        shown(workspace.ran()),
        [
            "file_exports(shared.straza)",
            "file_items(shared.straza)",
            "item_expressions(let last-page)",
            "item_references(let last-page)",
            "item_signature(let last-page)",
            "parsed_item(let last-page)",
            "repository_labels",
            "repository_roles",
            "repository_servers",
            "set_context(shared.straza)",
            "set_names",
            "typed_item(let last-page)",
            "typed_item(rule listing)",
            "visible_constant",
        ]
    );
}

#[test]
fn setting_the_same_text_again_runs_nothing() {
    let mut workspace = workspace();
    let text = workspace.text("refunds.straza").unwrap().to_owned();
    workspace.set_file("refunds.straza", text);
    workspace.check();
    assert_eq!(workspace.ran(), []);
}

#[test]
fn edits_in_an_editor_run_as_little_once_the_file_is_open() {
    let mut workspace = workspace();
    let text = workspace.text("refunds.straza").unwrap().to_owned();
    workspace.edit_file("refunds.straza", text.clone());
    workspace.check();
    workspace.ran();
    workspace.edit_file("refunds.straza", text.replace("args.amount > ceiling", "args.amount > 200"));
    workspace.check();
    assert_eq!(shown(workspace.ran()), after(&mut self::workspace(), "args.amount > ceiling", "args.amount > 200"));
}

/// A library under two sets, labels and a cleared agent.
fn with_library() -> Workspace {
    let set = |name: &str| format!("policy {name} {{\n    over  {name}.*\n}}\n\ninclude lib.egress\n");
    let library =
        "rule out {\n    on    net.fetch\n    deny  when job.labels has secret\n}\n\nstub {\n    on      net.fetch\n    result  {}\n}\n";
    let labels = "policy facts {\n}\n\nlevels low < high\n\nlabel secret {\n    from   vault.*\n    level  low\n}\n\nagent triage {\n    clearance low\n}\n\nfloor watched {\n    on        net.fetch\n    when      job.labels has secret\n    at least  confirm\n}\n";
    let files =
        [("a.straza", set("a")), ("b.straza", set("b")), ("lib/egress.straza", library.to_owned()), ("facts.straza", labels.to_owned())];
    let mut workspace = Workspace::logging();
    workspace.set_files(files.map(|(path, text)| (path.to_owned(), text)));
    assert!(workspace.check().program.is_some(), "{:?}", messages(&workspace));
    workspace.ran();
    workspace
}

/// What runs for the next check after one text of a file is replaced.
fn after_in(workspace: &mut Workspace, path: &str, from: &str, to: &str) -> Vec<String> {
    let text = workspace.text(path).unwrap().to_owned();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    workspace.set_file(path, text.replace(from, to));
    workspace.check();
    shown(workspace.ran())
}

#[test]
fn an_edit_in_a_library_checks_the_item_once_for_each_set_that_includes_it() {
    let ran = after_in(&mut with_library(), "lib/egress.straza", "job.labels has secret", "tree.labels has secret");
    let expected = [
        "file_items(lib/egress.straza)",
        "file_references(lib/egress.straza)",
        "included_item",
        "included_item",
        "item_expressions(rule out)",
        "item_references(rule out)",
        "item_signature(rule out)",
        "parsed_item(rule out)",
        "typed_item(rule out)",
    ];
    assert_eq!(ran, expected);
}

#[test]
fn a_labels_level_checks_who_is_cleared_and_nobody_else() {
    let ran = after_in(&mut with_library(), "facts.straza", "level  low", "level  high");
    let expected = [
        "file_exports(facts.straza)",
        "file_items(facts.straza)",
        "file_references(facts.straza)",
        "is_label",
        "item_expressions(label secret)",
        "item_references(label secret)",
        "item_signature(label secret)",
        "level_rank",
        "module_scope(facts.straza)",
        "parsed_item(label secret)",
        "repository_labels",
        "repository_levels",
        "repository_servers",
        "set_libraries(facts.straza)",
        "typed_item(agent triage)",
        "typed_item(label secret)",
        "visible_constant",
    ];
    assert_eq!(ran, expected);
}
