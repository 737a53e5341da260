//! What a session is offered: every function that some call might be let through for, and no other.

use straza_runtime::States;

use super::rows::get;
use super::world::{Given, call, desk, hex};

fn offered(session: &Given) -> Vec<String> {
    desk().reach(&session.read(), &States::EMPTY).iter().map(|reached| format!("{}.{}", reached.server, reached.name)).collect()
}

#[test]
fn a_function_is_offered_unless_every_call_of_it_would_be_refused() {
    let all = offered(&get());
    // `desk.never` is refused whatever it holds; `desk.pay` only above a bound.
    let due = [
        "desk.create",
        "desk.fetch",
        "desk.get",
        "desk.pay",
        "desk.post",
        "desk.release",
        "desk.search",
        "desk.share",
        "file.read",
        "task.spawn",
    ];
    assert_eq!(all, due);
}

#[test]
fn the_agent_the_routine_and_quarantine_narrow_it() {
    let strict = offered(&get().agent("strict"));
    assert!(strict.iter().all(|function| function.starts_with("desk.")), "{strict:?}");
    let routine = get().job(r#"{"id": "j1", "routine": "nightly", "shadow": false, "quarantine": false, "depth": 0, "children": 0}"#);
    assert_eq!(offered(&routine), ["desk.get", "desk.search"]);
    let quarantine = get().job(r#"{"id": "j1", "routine": null, "shadow": false, "quarantine": true, "depth": 0, "children": 0}"#);
    assert_eq!(offered(&quarantine), ["desk.get", "desk.search", "file.read"]);
    let deep = get().job(r#"{"id": "j1", "routine": null, "shadow": false, "quarantine": false, "depth": 3, "children": 0}"#);
    assert!(!offered(&deep).contains(&"task.spawn".to_owned()));
}

#[test]
fn what_is_unknown_takes_nothing_away() {
    let unknown = Given { agent: "{}".to_owned(), job: "{}".to_owned(), facts: Vec::new(), ..get() };
    assert!(offered(&unknown).len() >= offered(&get()).len());
}

#[test]
fn functions_that_a_session_would_spell_alike_are_all_left_out() {
    let catalog = |names: &[&str]| {
        let tools: Vec<String> = names.iter().map(|name| format!(r#"{{"name": "{name}", "inputSchema": {{"type": "object"}}}}"#)).collect();
        format!(r#"{{"tools": [{}]}}"#, tools.join(", "))
    };
    let policy = "policy all {\n    over *\n}\n\ncatalog a from \"a.json\" {\n}\n\ndefaults {\n    * allow\n}\n";
    let core = super::world::compiled(policy, "a.json", &catalog(&["issues.delete", "issues_delete", "issues-delete", "list"]));
    let spelled: Vec<String> = core
        .reach(&get().read(), &States::EMPTY)
        .into_iter()
        .filter(|reached| reached.server == "a")
        .map(|reached| reached.spelling)
        .collect();
    assert_eq!(spelled, ["mcp__a__issues-delete", "mcp__a__list"]);
}

#[test]
fn a_function_comes_with_the_listing_that_its_catalog_has() {
    let reached = desk().reach(&get().read(), &States::EMPTY);
    let own = reached.iter().find(|reached| reached.name == "get").unwrap();
    assert_eq!(own.listing.map(|digest| hex(&digest)), desk().listing(&get().read()).map(|digest| hex(&digest)));
    assert!(own.listing.is_some());
    assert_eq!(reached.iter().find(|reached| reached.server == "file").unwrap().listing, None);
    assert_eq!(desk().listing(&call("crm.read", "{}").read()), None);
}
