//! Findings of a whole repository: places, order, no repeats, no cascade.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use straza_compiler::workspace::Workspace;

fn workspace(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new();
    for (path, text) in files {
        workspace.set_file(path, (*text).to_owned());
    }
    workspace
}

fn shown(workspace: &Workspace) -> Vec<String> {
    let found = workspace.diagnostics();
    found
        .iter()
        .map(|found| {
            let place = workspace.location(found).unwrap();
            format!("{}:{}:{}: {}: {}", place.path, place.line, place.column, found.diagnostic.code, found.diagnostic.message)
        })
        .collect()
}

#[test]
fn a_bad_expression_is_found_where_it_is_written() {
    let text = "policy desk {\n    over desk.*\n}\n\nlet odd = \"[z-a]\"\n\nrule one {\n    on desk.read\n    deny when args.name matches \"a(b\" or args.name matches odd\n}\n";
    assert_eq!(
        shown(&workspace(&[("desk.straza", text)])),
        [
            "desk.straza:9:33: S0501: this is no regular expression: unclosed group",
            "desk.straza:9:60: S0501: this is no regular expression: invalid character class range, the start must be <= the end",
        ]
    );
}

#[test]
fn five_mistakes_in_five_items_are_five_findings() {
    let text = "policy desk {\n    over desk.*\n}\n\nrule one {\n    on desk.read\n    deny when args.n > \n}\n\nrule two {\n    on desk.read\n    deny when principal.roles has nobody\n}\n\nrule three {\n    on other-desk.read\n    allow\n}\n\nrule four {\n    on desk.read\n    deny when args.a == ghost\n}\n\nrule five {\n    on desk.read\n    deny when args.name matches \"(\"\n}\n";
    assert_eq!(
        shown(&workspace(&[("desk.straza", text)])),
        [
            "desk.straza:7:22: S0010: expected a value, found the end of the clause",
            "desk.straza:12:35: S0114: there is no role `nobody`",
            "desk.straza:16:8: S0305: `other-desk.read` is not inside the remit of `desk`",
            "desk.straza:22:25: S0113: nothing says what `ghost` means: the left side has no type, and there is no such `let`",
            "desk.straza:27:33: S0501: this is no regular expression: unclosed group",
        ]
    );
}

#[test]
fn findings_are_sorted_and_each_is_said_once() {
    let bad = "rule lost {\n    on a.b\n    deny\n}\n";
    let found = workspace(&[("z.straza", bad), ("a.straza", bad)]).diagnostics();
    assert!(found.is_sorted() && found.windows(2).all(|pair| pair[0] != pair[1]));
    assert_eq!(found.iter().map(|found| found.path.as_str()).collect::<Vec<_>>(), ["a.straza", "z.straza"]);
}

#[test]
fn nothing_with_an_error_has_a_program() {
    let good = "policy desk {\n    over desk.*\n}\n\nrule one {\n    on desk.read\n    allow\n}\n";
    assert!(workspace(&[("desk.straza", good)]).program().is_some());
    assert!(workspace(&[("desk.straza", good), ("other.straza", "rule\n")]).program().is_none());
}

#[test]
fn a_catalog_that_is_not_set_is_asked_for_and_missed() {
    let text = "catalog desk from \"./catalogs/desk.json\"\n";
    let mut workspace = workspace(&[("desk.straza", text)]);
    assert_eq!(workspace.catalog_paths().into_iter().collect::<Vec<_>>(), ["catalogs/desk.json"]);
    assert_eq!(shown(&workspace), ["desk.straza:1:19: S0409: the catalog's file `./catalogs/desk.json` is not there",]);
    workspace.set_catalog("catalogs/desk.json", "{\"tools\": []}".to_owned());
    assert_eq!(shown(&workspace), Vec::<String>::new());
}

#[test]
fn places_count_characters_whatever_the_line_ends_are() {
    let text = "policy desk {\r\n    over desk.*\r\n}\r\n\r\nrule one {\r\n    on desk.read\r\n    deny because \"é\" when args.ü == ghost\r\n}\r\n";
    let found = shown(&workspace(&[("desk.straza", text)]));
    assert!(found.iter().all(|found| found.starts_with("desk.straza:7:")), "{found:?}");
}

#[test]
fn the_source_map_knows_sets_items_outcomes_and_rows() {
    let text = "policy desk {\n    over desk.*\n}\n\ndefaults {\n    read  allow\n    *     deny\n}\n\nrule one {\n    on desk.read\n    deny   when args.n > 3\n    allow  when args.n < 2\n}\n";
    let map = workspace(&[("desk.straza", text)]).source_map();
    let lines = |place: &straza_compiler::workspace::Location| (place.line, place.column);
    assert_eq!(map.sets.iter().map(|(name, place)| (name.as_str(), lines(place))).collect::<Vec<_>>(), [("desk", (1, 8))]);
    assert_eq!(map.items.iter().map(|(id, place)| (id.to_string(), lines(place))).collect::<Vec<_>>(), [("desk.one".to_owned(), (10, 6))]);
    assert_eq!(map.parts.iter().map(|((_, part), place)| (*part, place.line)).collect::<Vec<_>>(), [(0, 12), (1, 13)]);
    assert_eq!(map.rows.iter().map(|((_, row), place)| (*row, lines(place))).collect::<Vec<_>>(), [(0, (6, 5)), (1, (7, 5))]);
}

#[test]
fn a_bad_expression_quotes_the_part_in_question() {
    let text = "policy desk {\n    over desk.*\n}\n\nrule one {\n    on desk.read\n    deny when args.name matches \"ab[z-a]\"\n}\n";
    let found = workspace(&[("desk.straza", text)]).diagnostics();
    assert_eq!(found.iter().map(|found| found.diagnostic.label.as_str()).collect::<Vec<_>>(), ["at `z-a`"]);
}

#[test]
fn a_zone_that_does_not_exist_is_found_where_it_is_written() {
    let text = "policy desk {\n    over desk.*\n}\n\nrule one {\n    on desk.read\n    deny when now within mon-fri 07:00..19:00 in \"Europe/Atlantis\"\n}\n";
    let found = shown(&workspace(&[("desk.straza", text)]));
    assert!(found.len() == 1 && found[0].starts_with("desk.straza:7:"), "{found:?}");
}

#[test]
fn a_write_stops_what_another_thread_computes() {
    let mut workspace = workspace(&[("desk.straza", "role lead\n")]);
    let snapshot = workspace.clone();
    let reader = std::thread::spawn(move || {
        snapshot.attempt(|snapshot| -> core::convert::Infallible {
            loop {
                snapshot.check();
            }
        })
    });
    workspace.set_file("desk.straza", "role leader\n".to_owned());
    assert!(reader.join().unwrap().is_none());
    assert!(workspace.clone().attempt(|snapshot| snapshot.check().diagnostics.len()).is_some());
}
