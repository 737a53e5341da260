//! Facts that are ill-formed are refused where they stand, and a fact is known, unknown, or not told.

use straza_runtime::Call;
use straza_runtime::call::{Fact, Told};

use super::rows::get;

fn refusal(name: &str, value: &str) -> String {
    Call::read(get().fact(name, value).text().as_bytes()).unwrap_err().to_string()
}

#[test]
fn an_ill_formed_fact_is_refused_with_its_place() {
    for (name, value, place) in [
        ("withdrawn", "\"yes\"", "`facts.withdrawn.known` is of type string, not a boolean"),
        ("turn", "{}", "`facts.turn.known` is of type object, not a list"),
        (
            "turn",
            r#"[{"asks": true, "reads-only": true, "decision": "maybe"}]"#,
            "`facts.turn.known[].decision` is \"maybe\", not one of pending, yes, no",
        ),
        ("turn", r#"[{"asks": true, "decision": "yes"}]"#, "`facts.turn.known[].reads-only` is missing"),
        ("hooks", r#"[{"name": "h", "answer": "allow", "veto": true}]"#, "key \"veto\" in facts.hooks.known[] is unknown"),
        ("listing-digest", "\"abc\"", "`facts.listing-digest.known` is of type string, not 64 hexadecimal digits"),
        ("audit", "\"soon\"", "`facts.audit.known` is \"soon\", not one of written, pending, failed"),
        ("quota", r#"{"starter": true}"#, "`facts.quota.known.tree` is missing"),
        (
            "approvals",
            r#"[{"kind": "steps", "by": [], "made": "person", "decision": "yes", "asked-at": "noon"}]"#,
            "`facts.approvals.known[].asked-at` is \"noon\"",
        ),
    ] {
        let refusal = refusal(name, value);
        assert!(refusal.contains(place), "{refusal}");
    }
}

#[test]
fn a_list_beyond_its_limit_is_refused() {
    let many = vec![r#"{"asks": true, "reads-only": true, "decision": "yes"}"#; 257].join(", ");
    assert!(refusal("turn", &format!("[{many}]")).contains("`facts.turn.known` has 257 elements, more than 256"));
}

#[test]
fn a_fact_is_known_unknown_or_not_told() {
    let told = |given: super::world::Given| given.read().facts().told(Fact::Withdrawn).and_then(|value| value.as_bool());
    assert_eq!(told(get().fact("withdrawn", "true")), Told::Known(true));
    assert_eq!(told(get().unknown("withdrawn")), Told::Unknown);
    assert_eq!(told(get().untold("withdrawn")), Told::Nothing);
}

#[test]
fn every_fact_has_a_name_and_a_meaning_of_its_own() {
    let mut names: Vec<&str> = Fact::ALL.iter().map(|row| row.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Fact::ALL.len());
    assert!(Fact::ALL.len() <= 64, "a host's set of facts has a bit for each");
    assert!(Fact::ALL.iter().all(|row| row.fact.name() == row.name && row.means.ends_with('.')));
}
