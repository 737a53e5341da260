//! Hosts, recipients and paths of a call.

use serde_json::json;
use straza_language::core::{
    ArgumentSchema, Atom, Catalog, CatalogFunction, Effects, Feed, FunctionName, JsonTypes, Literal, Operand, Program, Quantifier, Reading,
    Root,
};
use straza_testkit::interpreter::{Interpreter, Seen, SeenTexts, Truth};

use super::build::*;

fn fed(feed: Feed) -> ArgumentSchema {
    ArgumentSchema { feed: Some(feed), ..ArgumentSchema::default() }
}

/// `crm.send`, whose `to` and `deep.cc` are addresses, `url` a host, `file` a path that is written.
fn marked(identity: Option<&str>) -> Program {
    let deep = ArgumentSchema { members: vec![("cc".to_owned(), fed(Feed::Recipients))], ..ArgumentSchema::default() };
    let members = vec![
        ("deep".to_owned(), deep),
        ("file".to_owned(), fed(Feed::Writes)),
        ("to".to_owned(), fed(Feed::Recipients)),
        ("url".to_owned(), fed(Feed::Hosts)),
    ];
    let arguments = ArgumentSchema { types: JsonTypes(JsonTypes::OBJECT), members, ..ArgumentSchema::default() };
    let function = CatalogFunction {
        function: FunctionName { server: "crm".to_owned(), name: "send".to_owned() },
        effects: Effects::UNSTATED,
        arguments: Some(arguments),
    };
    let catalog = Catalog {
        server: "crm".to_owned(),
        identity: identity.map(str::to_owned),
        functions: vec![function],
        listings: Vec::new(),
        digest: [0; 32],
    };
    Program { catalogs: vec![catalog], ..program(Vec::new()) }
}

/// Whether the list has the text, and whether it is open.
fn list_of(program: &Program, root: Root, text: &str, call: &Seen) -> (Truth, Truth) {
    let interpreter = Interpreter::new(program);
    let has = Atom::Has { list: attribute(root, ""), value: Operand::Literal(Literal::Text(text.to_owned())) };
    (interpreter.atom(&has, call), interpreter.atom(&Atom::Holds(attribute(root, "open")), call))
}

const COMPLETE_WITH: (Truth, Truth) = (Truth::True, Truth::False);
const OPEN_WITH: (Truth, Truth) = (Truth::True, Truth::True);
const COMPLETE_WITHOUT: (Truth, Truth) = (Truth::False, Truth::False);
const OPEN_WITHOUT: (Truth, Truth) = (Truth::Unknown, Truth::True);

#[test]
fn marked_arguments_feed_the_list_and_make_it_complete() {
    let recipients = |arguments| list_of(&marked(None), Root::Recipients, "a@b", &call("send", arguments));
    assert_eq!(recipients(json!({"to": "a@b"})), COMPLETE_WITH);
    assert_eq!(recipients(json!({"to": ["x", "a@b"]})), COMPLETE_WITH);
    assert_eq!(recipients(json!({"deep": {"cc": "a@b"}})), COMPLETE_WITH);
    assert_eq!(recipients(json!({})), COMPLETE_WITHOUT);
    assert_eq!(recipients(json!({"to": ["a@b", 5]})), OPEN_WITH);
    assert_eq!(recipients(json!({"to": null, "deep": null})), COMPLETE_WITHOUT);
    assert_eq!(recipients(json!({"to": "a@b", "deep": 5})), OPEN_WITH);
    assert_eq!(recipients(json!({"to": "e\u{301}@b"})), OPEN_WITHOUT);
    let unmarked = call("other", json!({"to": "a@b"}));
    assert_eq!(list_of(&marked(None), Root::Recipients, "a@b", &unmarked), OPEN_WITHOUT);
    assert_eq!(list_of(&marked(None), Root::Recipients, "a@b", &unseen(call("send", json!({})))), OPEN_WITHOUT);
}

#[test]
fn on_a_server_that_is_not_certainly_the_one_nothing_is_complete() {
    let program = marked(Some("https://one.example"));
    let call = |identity: Option<&str>| Seen { identity: identity.map(str::to_owned), ..call("send", json!({"to": "a@b"})) };
    let recipients = |identity| list_of(&program, Root::Recipients, "a@b", &call(identity));
    assert_eq!(recipients(Some("https://one.example")), COMPLETE_WITH);
    assert_eq!(recipients(None), OPEN_WITH);
    assert_eq!(recipients(Some("https://two.example")), OPEN_WITHOUT);
}

#[test]
fn what_the_host_says_stands() {
    let said = |seen: &[&str], open| Some(SeenTexts { seen: seen.iter().map(|text| (*text).to_owned()).collect(), open });
    let recipients =
        |recipients| list_of(&marked(None), Root::Recipients, "a@b", &Seen { recipients, ..call("send", json!({"to": "a@b"})) });
    assert_eq!(recipients(said(&["c@d"], false)), COMPLETE_WITHOUT);
    assert_eq!(recipients(said(&["c@d"], true)), OPEN_WITHOUT);
    assert_eq!(recipients(said(&[], false)), COMPLETE_WITHOUT);
    let hosts = |seen: &[&str]| list_of(&marked(None), Root::Hosts, "a.b", &Seen { hosts: said(seen, false), ..call("x", json!({})) });
    assert_eq!(hosts(&["A.B."]), COMPLETE_WITH);
}

#[test]
fn hosts_come_from_urls_and_from_what_is_fetched() {
    let hosts = |arguments| list_of(&marked(None), Root::Hosts, "a.b", &call("send", arguments));
    assert_eq!(hosts(json!({"url": "https://A.b/x"})), COMPLETE_WITH);
    assert_eq!(hosts(json!({"url": "a.b/x"})), OPEN_WITHOUT);
    let fetch = |arguments| {
        list_of(&marked(None), Root::Hosts, "a.b", &call_with("x", arguments, json!({"function": {"server": "net", "name": "fetch"}})))
    };
    assert_eq!(fetch(json!({"url": "https://a.b"})), COMPLETE_WITH);
    assert_eq!(fetch(json!({})), OPEN_WITHOUT);
    assert_eq!(fetch(json!({"url": ["https://a.b"]})), OPEN_WITHOUT);
}

#[test]
fn marked_paths_are_cleaned_and_belong_to_their_use() {
    let program = marked(None);
    let interpreter = Interpreter::new(&program);
    let session = json!({"session": {"cwd": "/w"}});
    let any_under = |root, arguments| {
        let element = straza_language::core::Attribute { reading: Reading::Path, ..attribute(Root::Element(0), "") };
        let base = straza_language::core::PathLiteral { anchor: straza_language::core::PathAnchor::Root, text: "/w/a".to_owned() };
        let body =
            straza_language::core::Condition::atom(Atom::Under { path: element, base: straza_language::core::PathText::Literal(base) });
        let list = straza_language::core::Attribute { reading: Reading::Path, ..attribute(root, "") };
        interpreter.atom(&Atom::Quantified { quantifier: Quantifier::Any, list, body }, &call_with("send", arguments, session.clone()))
    };
    assert_eq!(any_under(Root::Writes, json!({"file": "x/../a/b"})), Truth::True);
    assert_eq!(any_under(Root::Paths, json!({"file": "/w/a"})), Truth::True);
    assert_eq!(any_under(Root::Reads, json!({"file": "/w/a"})), Truth::False);
    assert_eq!(any_under(Root::Writes, json!({"file": "/x"})), Truth::False);
    assert_eq!(any_under(Root::Writes, json!({"file": "~x"})), Truth::Unknown);
    assert_eq!(any_under(Root::Writes, json!({"file": 5})), Truth::Unknown);
    assert_eq!(any_under(Root::Writes, json!({})), Truth::False);
}

fn list_of_shapes(element: ArgumentSchema) -> ArgumentSchema {
    ArgumentSchema { element: Some(Box::new(element)), ..ArgumentSchema::default() }
}

#[test]
fn a_mark_behind_a_list_leaves_the_list_open() {
    let mut program = marked(None);
    let arguments = program.catalogs[0].functions[0].arguments.as_mut().unwrap();
    arguments.members.push(("many".to_owned(), list_of_shapes(list_of_shapes(fed(Feed::Recipients)))));
    assert_eq!(list_of(&program, Root::Recipients, "a@b", &call("send", json!({"to": "a@b"}))), OPEN_WITH);
}
