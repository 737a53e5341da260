//! Libraries under the sets that include them, exceptions and agents across files: what is linked, where it stands, what is found.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use straza_compiler::workspace::Workspace;
use straza_language::core::{Effect, Restriction};
use straza_language::diagnostic::Severity;

fn workspace(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new();
    workspace.set_files(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())));
    workspace
}

fn shown(workspace: &Workspace) -> Vec<String> {
    let found = workspace.diagnostics();
    let placed = found.iter().map(|found| {
        let place = workspace.location(found).unwrap();
        let sign = if found.diagnostic.severity == Severity::Warning { "w" } else { "" };
        format!("{}:{}:{}: {}{sign}: {}", place.path, place.line, place.column, found.diagnostic.code, found.diagnostic.message)
    });
    placed.collect()
}

fn names(workspace: &Workspace) -> Vec<String> {
    let items = workspace.program().map(|program| program.items).unwrap_or_default();
    items.iter().map(|item| format!("{}#{}", item.id, item.part)).collect()
}

const EGRESS: &str = "include lib.taint\n\nrule out {\n    on    net.fetch\n    deny  when job.labels has web\n}\n";
const TAINT: &str = "label web {\n    from  browser.*\n    taints\n}\n";

fn set(name: &str, more: &str) -> String {
    format!("policy {name} {{\n    over  {name}.*\n}}\n\n{more}")
}

#[test]
fn a_library_brings_its_own_libraries_in_text_order_and_each_once() {
    let desk = set(
        "desk",
        "rule first {\n    on    desk.a\n    allow\n}\n\ninclude lib.egress\n\ninclude lib.taint\n\nrule last {\n    on    desk.b\n    allow\n}\n",
    );
    let workspace = workspace(&[("desk.straza", &desk), ("lib/egress.straza", EGRESS), ("lib/taint.straza", TAINT)]);
    assert_eq!(shown(&workspace), Vec::<String>::new());
    assert_eq!(names(&workspace), ["desk.first#0", "desk.egress.out#0", "desk.taint.web#0", "desk.last#0"]);
    let place = workspace.source_map().items.values().find(|place| place.path == "lib/egress.straza").cloned().unwrap();
    assert_eq!((place.line, place.column), (3, 6));
}

#[test]
fn files_that_include_each_other_are_an_error_with_the_path() {
    let desk = set("desk", "include a\n");
    let files = [("desk.straza", desk.as_str()), ("a.straza", "include b\n"), ("b.straza", "include a\n")];
    assert_eq!(shown(&workspace(&files)), ["b.straza:1:9: S0107: files include each other in a circle: a → b → a"]);
}

#[test]
fn items_that_no_set_has_are_an_error_and_names_are_not() {
    let files = [("lib.straza", "levels low < high\n\nrule r {\n    on    a.b\n    deny\n}\n"), ("names.straza", "role lead\n")];
    let found = shown(&workspace(&files));
    assert!(found.iter().any(|found| found.starts_with("lib.straza:3:6: S0301: rules, defaults and their kin")), "{found:?}");
    assert_eq!(found.iter().filter(|found| found.contains("S0301")).count(), 1);
}

#[test]
fn a_finding_in_a_library_is_said_once_for_all_sets_where_it_is_the_same() {
    let broken = "rule out {\n    on    net.fetch\n    deny  when principal.roles has nobody\n}\n";
    let (a, b) = (set("a", "include lib\n"), set("b", "include lib\n"));
    let found = shown(&workspace(&[("a.straza", &a), ("b.straza", &b), ("lib.straza", broken)]));
    assert_eq!(found, ["lib.straza:3:36: S0114: there is no role `nobody`"]);
}

#[test]
fn a_library_permits_inside_the_remit_of_the_set_that_includes_it() {
    let library = "rule free {\n    on    a.read\n    allow\n}\n";
    let (a, b) = (set("a", "include lib\n"), set("b", "include lib\n"));
    assert_eq!(shown(&workspace(&[("a.straza", &a), ("lib.straza", library)])), Vec::<String>::new());
    let found = shown(&workspace(&[("a.straza", &a), ("b.straza", &b), ("lib.straza", library)]));
    assert_eq!(found, ["lib.straza:2:11: S0305: `a.read` is not inside the remit of `b`"]);
}

#[test]
fn an_exception_reaches_items_of_other_sets_and_of_libraries_and_stands_where_it_is_written() {
    let a = set("a", "include lib.taint\n\nrule stop {\n    on    a.x\n    deny\n}\n\ninclude lib.egress\n");
    let b = set(
        "b",
        "role lead\n\nexception moving {\n    to       a.stop, a.egress.out\n    when     principal.user == \"dana\"\n    instead  approve by lead\n    expires  2027-02-01\n    because  \"the move\"\n}\n",
    );
    let workspace = workspace(&[("a.straza", &a), ("b.straza", &b), ("lib/egress.straza", EGRESS), ("lib/taint.straza", TAINT)]);
    assert_eq!(shown(&workspace), Vec::<String>::new());
    assert_eq!(names(&workspace), ["a.taint.web#0", "a.stop#0", "a.egress.out#0", "b.moving#0", "b.moving#1"]);
    let map = workspace.source_map();
    let places: Vec<(String, u32)> = map.parts.iter().map(|((id, part), place)| (format!("{id}#{part}"), place.line)).collect();
    assert!(places.contains(&("b.moving#0".to_owned(), 7)) && places.contains(&("b.moving#1".to_owned(), 7)), "{places:?}");
    assert_eq!(workspace.exceptions().len(), 1);
}

#[test]
fn an_exception_to_what_is_not_there_is_one_finding() {
    let a = set("a", "rule stop {\n    on    a.x\n    deny\n    final\n}\n");
    let exception = |to: &str| set("b", &format!("exception e {{\n    to       {to}\n    expires  2027-02-01\n    because  \"x\"\n}}\n"));
    let found = |to: &str| shown(&workspace(&[("a.straza", &a), ("b.straza", &exception(to))]));
    assert_eq!(found("a.stp"), ["b.straza:6:14: S0336: `a` has no item `stp`"]);
    assert_eq!(found("c.stop"), ["b.straza:6:14: S0336: there is no policy set `c`"]);
    assert_eq!(found("a.stop"), ["b.straza:6:14: S0337: `a.stop` is final"]);
}

#[test]
fn what_agents_do_about_loops_stands_beside_the_limit_of_another_file() {
    let loops = set("a", "limit loops {\n    on     *\n    count  same call per job\n    above  5\n}\n");
    let agents = set("b", "agent triage {\n    on loop stop job\n}\n");
    let workspace = workspace(&[("a.straza", &loops), ("b.straza", &agents)]);
    assert_eq!(shown(&workspace), Vec::<String>::new());
    assert_eq!(names(&workspace), ["a.loops#0", "a.loops#1", "a.loops#2"]);
    let last = workspace.program().unwrap().items.pop().unwrap();
    assert_eq!(last.effect, Effect::Restrict(Restriction::StopJob));
    assert_eq!(workspace.source_map().parts[&(last.id, 2)].path, "a.straza");
}
