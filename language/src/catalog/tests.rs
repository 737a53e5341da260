//! Listings and catalog items.

use super::{CatalogFile, read_catalog};
use crate::codes::meaning as code;
use crate::core::{ArgumentSchema, Effects, JsonTypes};
use crate::diagnostic::Severity;
use crate::testing::{PAYMENTS, Repository};

fn listing(tools: &str) -> CatalogFile {
    read_catalog(&format!("{{\"tools\": [{tools}]}}"))
}

/// The shape of the argument `a` under this schema.
fn shape(schema: &str) -> ArgumentSchema {
    let file = listing(&format!("{{\"name\": \"f\", \"inputSchema\": {{\"type\": \"object\", \"properties\": {{\"a\": {schema}}}}}}}"));
    file.functions[0].arguments.members[0].1.clone()
}

fn messages(file: &CatalogFile) -> Vec<String> {
    file.diagnostics.iter().map(|found| format!("{} {}", found.code, found.message)).collect()
}

/// Findings of a catalog item over the payments listing.
fn findings(item: &str) -> Vec<String> {
    Repository::one(item).findings()
}

fn effects(lines: &str) -> Vec<(String, Effects)> {
    let repository = Repository::one(&format!("catalog payments from \"payments.json\" {{\n{lines}\n}}\n"));
    assert_eq!(repository.findings(), Vec::<String>::new());
    repository.catalogs["payments"].functions.iter().map(|function| (function.function.name.clone(), function.effects)).collect()
}

#[test]
fn a_listing_is_read_alone_and_as_the_result_of_an_answer() {
    let names = |text: &str| read_catalog(text).functions.into_iter().map(|function| function.name).collect::<Vec<_>>();
    assert_eq!(names(PAYMENTS), ["create", "lookup_supplier", "ping", "refund"]);
    let wrapped =
        r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "b", "inputSchema": {"type": "object"}}], "nextCursor": null}}"#;
    assert_eq!(names(wrapped), ["b"]);
    assert_eq!(read_catalog(wrapped).diagnostics, []);
    assert_ne!(read_catalog(wrapped).digest, read_catalog(PAYMENTS).digest);
}

#[test]
fn what_is_no_listing_is_an_error_at_its_place() {
    assert_eq!(messages(&read_catalog("[]")), ["S0401 this is no answer of `tools/list`: it has no list `tools`"]);
    let broken = read_catalog("{\n  \"tools\": [,]\n}");
    assert!(messages(&broken)[0].starts_with("S0401 the file is no JSON"));
    assert_eq!((broken.diagnostics[0].span.start, broken.functions.len()), (14, 0));
    assert!(read_catalog(&"[".repeat(100_000)).diagnostics[0].message.contains("no JSON"));
}

#[test]
fn a_byte_order_mark_counts_in_places_and_is_no_part_of_the_json() {
    let broken = read_catalog("\u{feff}{\n  \"tools\": [,]\n}");
    assert_eq!(broken.diagnostics[0].span.start, 17);
    let on_first_line = read_catalog("\u{feff}{,}");
    assert_eq!(on_first_line.diagnostics[0].span.start, 4);
    let marked = read_catalog(&format!("\u{feff}{PAYMENTS}"));
    assert_eq!((marked.functions, marked.diagnostics), (read_catalog(PAYMENTS).functions, Vec::new()));
}

#[test]
fn functions_need_a_name_of_their_own() {
    let file = listing(r#"{"name": "a", "inputSchema": {}}, {"name": "a", "inputSchema": {}}, {"inputSchema": {}}"#);
    assert_eq!(messages(&file), ["S0402 `a` is listed twice", "S0402 a function needs a `name` of 1 to 256 bytes"]);
    assert_eq!(file.functions.len(), 1);
}

#[test]
fn a_key_twice_is_an_error_at_its_place_at_any_depth() {
    let hidden = r#"{"tools": [{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false}, "annotations": {"readOnlyHint": true}}]}"#;
    for text in [hidden.to_owned(), format!("\u{feff}{hidden}")] {
        let file = read_catalog(&text);
        assert_eq!(messages(&file), ["S0411 this object has the key `annotations` twice"]);
        let span = file.diagnostics[0].span;
        assert_eq!(
            (span.start as usize, &text[span.start as usize..span.end as usize]),
            (text.rfind("\"annotations").unwrap(), "\"annotations\"")
        );
    }
    let deep = r#"{"tools": [], "x": [{"y": {"a": 1, "b": 2,
        "\u0061": 3}}]}"#;
    assert_eq!(messages(&read_catalog(deep)), ["S0411 this object has the key `a` twice"]);
}

#[test]
fn names_and_keys_that_differ_only_in_case_are_refused() {
    let file = listing(r#"{"name": "find", "inputSchema": {}}, {"name": "Find", "inputSchema": {}}, {"name": "fund", "inputSchema": {}}"#);
    assert_eq!(messages(&file), ["S0402 `find` and `Find` differ only in case"]);
    let file = listing(
        r#"{"name": "f", "inputSchema": {"properties": {"to": {"type": "object", "properties": {"u\u017fer": {}, "User": {}}}, "TO": {}}}}"#,
    );
    let said = "S0412 the input schema of `f` declares";
    assert_eq!(
        messages(&file),
        [format!("{said} `User` and `u\u{17f}er`, which differ only in case"), format!("{said} `TO` and `to`, which differ only in case")]
    );
}

#[test]
fn what_a_closed_object_requires_it_declares() {
    let of = |schema: &str| messages(&listing(&format!("{{\"name\": \"f\", \"inputSchema\": {schema}}}")));
    let refused = ["S0413 the input schema of `f` requires `id`, which it does not declare"];
    assert_eq!(of(r#"{"required": ["id"]}"#), refused);
    assert_eq!(of(r#"{"required": ["id"], "additionalProperties": false}"#), refused);
    assert_eq!(of(r#"{"properties": {"a": {"required": ["id"], "properties": {}, "additionalProperties": false}}}"#), refused);
    assert_eq!(of(r#"{"properties": {"a": {"required": ["id"], "properties": {}}}}"#), Vec::<String>::new());
    assert_eq!(of(r#"{"required": ["id"], "oneOf": [{"properties": {"id": {}}}]}"#), Vec::<String>::new());
    assert!(of(r#"{"required": ["id"], "additionalProperties": true}"#).iter().all(|found| found.starts_with("S0403")));
}

#[test]
fn one_page_of_several_is_refused() {
    let paged = r#"{"result": {"tools": [], "nextCursor": "x"}}"#;
    assert_eq!(messages(&read_catalog(paged)), ["S0401 this is one page of several: `nextCursor` says that the server has more functions"]);
    assert_eq!(read_catalog(paged).diagnostics[0].span.start, 25);
}

#[test]
fn hints_that_contradict_each_other_are_a_warning() {
    let of = |hints: &str| listing(&format!("{{\"name\": \"f\", \"inputSchema\": {{}}, \"annotations\": {{{hints}}}}}")).diagnostics;
    let found = of(r#""readOnlyHint": true, "destructiveHint": true"#);
    assert_eq!(found.iter().map(|found| (found.code, found.severity)).collect::<Vec<_>>(), [(code::HINTS_CONTRADICT, Severity::Warning)]);
    assert_eq!(of(r#""readOnlyHint": true, "destructiveHint": false"#), []);
}

#[test]
fn types_are_read_from_types_unions_and_listed_values() {
    let (null, text, number, integer) = (JsonTypes::NULL, JsonTypes::TEXT, JsonTypes::NUMBER, JsonTypes::INTEGER);
    let cases = [
        (r#"{"type": "string"}"#, text),
        (r#"{"type": ["string", "null"]}"#, text | null),
        (r#"{"type": "integer", "nullable": true}"#, integer | null),
        (r#"{"anyOf": [{"type": "string"}, {"type": "number"}]}"#, text | number),
        (r#"{"oneOf": [{"type": "string"}, {}]}"#, 0),
        (r#"{"enum": ["a", "b", null]}"#, text | null),
        (r#"{"const": 1}"#, number),
        (r#"{"type": "array"}"#, JsonTypes::LIST),
        ("{}", 0),
        ("true", 0),
    ];
    for (schema, expected) in cases {
        assert_eq!(shape(schema).types.0, expected, "{schema}");
    }
}

#[test]
fn listed_texts_are_kept_where_every_branch_lists_them() {
    assert_eq!(shape(r#"{"enum": ["b", "a", "a"]}"#).values, ["a", "b"]);
    assert_eq!(shape(r#"{"oneOf": [{"const": "a"}, {"enum": ["b"]}, {"type": "null"}]}"#).values, ["a", "b"]);
    assert_eq!(shape(r#"{"oneOf": [{"const": "a"}, {"type": "string"}]}"#).values, Vec::<String>::new());
}

#[test]
fn objects_and_lists_are_read_inside() {
    let schema = r#"{"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["path", "ghost"],
        "properties": {"size": {"type": "integer"}, "path": {"type": "string"}}}}"#;
    let element = shape(schema).element.unwrap();
    assert_eq!(element.members.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["path", "size"]);
    assert_eq!((element.required, element.closed), (vec!["path".to_owned()], true));
    let union = shape(r#"{"oneOf": [{"type": "string"}, {"type": "object", "properties": {"x": {"type": "string"}}}]}"#);
    assert_eq!(union.members.len(), 1);
}

#[test]
fn what_is_read_as_anything_is_said() {
    let file = listing(
        r##"{"name": "a"}, {"name": "b", "inputSchema": {"type": "object", "additionalProperties": true, "properties": {"x": {"$ref": "#/y"}, "z": {"type": "date"}}}}"##,
    );
    let expected = [
        "S0403 the input schema of `a` is missing, so its arguments are untyped",
        "S0403 the input schema of `b` admits undeclared arguments; they are refused unless the catalog says `open`",
        "S0403 the input schema of `b` has a `$ref`, whose target is untyped",
        "S0403 the input schema of `b` has the unknown type `date`, read as anything",
    ];
    assert_eq!(messages(&file), expected);
    assert!(!file.functions[0].arguments.closed && file.functions[1].arguments.closed);
    assert_eq!(listing(r#"{"name": "a", "inputSchema": {"type": "object", "properties": {}}}"#).diagnostics, []);
}

#[test]
fn a_deep_schema_is_cut_and_not_followed() {
    let deep = format!("{}{}{}", r#"{"type": "array", "items": "#.repeat(40), "{}", "}".repeat(40));
    let mut shape = shape(&deep);
    let mut depth = 0;
    while let Some(element) = shape.element {
        (shape, depth) = (*element, depth + 1);
    }
    assert!((20..40).contains(&depth), "{depth}");
}

#[test]
fn effects_are_mcps_defaults_unless_a_hint_is_trusted_or_a_line_says_otherwise() {
    let worst = Effects { write: true, destructive: true, idempotent: false, open_world: true };
    assert!(effects("").iter().all(|(_, effects)| *effects == worst));
    let trusted = effects("trust readOnlyHint");
    assert_eq!(trusted[1], ("lookup_supplier".to_owned(), Effects { write: false, destructive: false, ..worst }));
    assert_eq!(trusted[3].1, worst);
    let stated = effects("trust readOnlyHint\neffect lookup_* write, closed-world\neffect ping read");
    assert_eq!(stated[1].1, Effects { open_world: false, ..worst });
    assert_eq!(stated[2].1, Effects { write: false, destructive: false, ..worst });
    assert_eq!(
        effects("effect p* idempotent\neffect ping read")[2].1,
        Effects { write: false, destructive: false, idempotent: true, open_world: true }
    );
}

#[test]
fn lines_that_contradict_or_concern_nothing_are_reported() {
    let of = |lines: &str| findings(&format!("catalog payments from \"payments.json\" {{\n{lines}\n}}\n"));
    assert_eq!(of("effect ping read\neffect p* write"), ["S0406 two lines disagree about the effect of `ping`"]);
    assert_eq!(of("effect ping read\neffect ping read, closed-world"), Vec::<String>::new());
    assert_eq!(of("effect refnd write"), ["S0407w the catalog has no function `refnd`"]);
    assert_eq!(of("effect ping reed"), ["S0310 `reed` is no effect"]);
    assert_eq!(of("effect ping read, destructive"), ["S0309 `destructive` contradicts a word before it"]);
    assert_eq!(of("trust readOnly"), ["S0405 `readOnly` is no hint"]);
    assert_eq!(of("server \"https://a\"\nserver \"https://b\""), ["S0410 a catalog is for one server"]);
    assert_eq!(of("server \"https://a\""), Vec::<String>::new());
}

#[test]
fn marks_reach_text_elements_and_members() {
    let repository =
        Repository::one("catalog payments from \"payments.json\" {\n mark iban alnum\n mark tags, to.account, files.path fold\n}\n");
    assert_eq!(repository.findings(), Vec::<String>::new());
    let functions = &repository.catalogs["payments"].functions;
    let marked = format!("{:?}", functions.iter().map(|function| &function.arguments).collect::<Vec<_>>()).matches("Some(Fold)").count();
    assert_eq!(marked, 3);
}

#[test]
fn marks_that_do_not_fit_are_reported() {
    let of = |lines: &str| findings(&format!("catalog payments from \"payments.json\" {{\n{lines}\n}}\n"));
    assert_eq!(of("mark ibann alnum"), ["S0407 no function of the catalog has an argument `ibann`"]);
    assert_eq!(of("mark fast fold"), ["S0408 `fast` is not text, so it cannot carry a mark"]);
    assert_eq!(of("mark iban fold\nmark iban alnum"), ["S0408 `iban` has another mark already"]);
    assert_eq!(of("mark iban foldd"), ["S0405 `foldd` is no mark"]);
    assert_eq!(of("mark iban path"), ["S0405 `path` is no mark"]);
    assert_eq!(of("mark iban email\nmark iban fold"), ["S0408 `iban` has another mark already"]);
}

#[test]
fn an_open_function_takes_undeclared_arguments() {
    let closed = |lines: &str| -> Vec<bool> {
        let repository = Repository::one(&format!("catalog payments from \"payments.json\" {{\n{lines}\n}}\n"));
        repository.catalogs["payments"].functions.iter().map(|function| function.arguments.as_ref().unwrap().closed).collect()
    };
    assert_eq!(closed(""), [true, true, true, true]);
    assert_eq!(closed("open refund, p*"), [true, true, false, false]);
}

#[test]
fn a_catalog_has_a_file_and_no_reserved_name() {
    assert_eq!(
        findings("catalog shell from \"s.json\" {\n}\n"),
        ["S0404 `shell` is a namespace of the local tools; no server may have that name"]
    );
    assert_eq!(findings("catalog pay from \"missing.json\" {\n}\n"), ["S0409 the catalog's file `missing.json` is not there"]);
}
