//! What reaches the model of a result.

use straza_compiler::expression::{compile_search, plain_spelling};
use straza_runtime::automaton::Automaton;
use straza_runtime::json::Value;
use straza_runtime::judge::{ResultOf, Rows};
use straza_runtime::{Answer, Host, Results, Ruling, States};

use super::rows::{get, labelled, pay, post};
use super::world::{Given, answer, call, desk, value};

fn judged(given: &Given, text: &str, labels: &[&str], states: &States, host: &Host<'_>) -> Ruling<'static> {
    let labels: Vec<String> = labels.iter().map(|label| (*label).to_owned()).collect();
    let value = value(text);
    desk().judge_result(&given.read(), &ResultOf { value: Some(&value), labels: &labels, open: false }, states, host)
}

fn of_crm(text: &str) -> Option<Value> {
    judged(&call("crm.read", "{}"), text, &[], &States::EMPTY, &Host::JOB_RUNTIME).result
}

#[test]
fn every_match_in_every_text_is_replaced_and_nothing_else() {
    assert_eq!(of_crm(r#"{"iban": "CH1234", "n": 1234}"#), Some(value(r#"{"iban": "[iban]", "n": 1234}"#)));
    assert_eq!(of_crm(r#"["AB1234 and CD5678", ["x EF0000."]]"#), Some(value(r#"["[iban] and [iban]", ["x [iban]."]]"#)));
    assert_eq!(of_crm(r#"{"CH1234": "a key stays"}"#), None);
    // The expression stands between boundaries of words.
    assert_eq!(of_crm(r#"["XCH1234", "CH12345", "aCH1234", "_CH1234"]"#), None);
    assert_eq!(of_crm(r#"["é CH1234"]"#), Some(value(r#"["é [iban]"]"#)));
}

#[test]
fn a_result_above_the_agents_clearance_is_withheld() {
    let host = &Host::JOB_RUNTIME;
    assert_eq!(answer(&judged(&post(1), "{}", &[], &States::EMPTY, host)), (Answer::Withhold, "44"));
    assert_eq!(answer(&judged(&get(), "{}", &["hidden"], &States::EMPTY, host)), (Answer::Withhold, "44"));
    assert_eq!(judged(&get(), "{}", &[], &States::EMPTY, host).answer, Answer::Record);
    assert_eq!(judged(&post(1).agent("other"), "{}", &[], &States::EMPTY, host).answer, Answer::Record);
}

#[test]
fn a_result_across_a_wall_is_withheld() {
    let states = labelled(&["left"]);
    assert_eq!(answer(&judged(&get(), "{}", &["right"], &states, &Host::JOB_RUNTIME)), (Answer::Withhold, "44"));
    assert_eq!(judged(&get(), "{}", &["left"], &states, &Host::JOB_RUNTIME).answer, Answer::Record);
}

#[test]
fn labels_that_nobody_knows_withhold() {
    let value = value("{}");
    let of = ResultOf { value: Some(&value), labels: &[], open: true };
    assert_eq!(answer(&desk().judge_result(&get().read(), &of, &States::EMPTY, &Host::JOB_RUNTIME)), (Answer::Withhold, "44"));
}

#[test]
fn a_host_that_cannot_hold_a_result_back_refuses_the_call_before_it_is_made() {
    for results in [Results::None, Results::Observe] {
        let host = Host { results, ..Host::POLICY };
        assert_eq!(answer(&post(1).judged(&States::EMPTY, &host)), (Answer::Refuse, "44"));
        assert_eq!(answer(&call("crm.raw", "{}").judged(&States::EMPTY, &host)), (Answer::Refuse, "46"));
        assert_eq!(get().judged(&States::EMPTY, &host).answer, Answer::Pass);
        // The job's labels are unknown, so nobody knows what the result would be joined with.
        assert_eq!(answer(&get().judged(&States::UNKNOWN, &host)), (Answer::Refuse, "44"));
    }
    let host = Host { results: Results::Withhold, ..Host::POLICY };
    assert_eq!(post(1).judged(&States::EMPTY, &host).answer, Answer::Pass);
}

#[test]
fn hooks_on_results_come_after_the_items_and_a_failed_one_withholds() {
    let host = &Host::JOB_RUNTIME.only(Rows::of(&["46"]));
    let hooked = |answer: &str| {
        call("crm.read", "{}").fact("result-hooks", &format!(r#"[{{"name": "g", "answer": "{answer}", "result": "CH1234 again"}}]"#))
    };
    assert_eq!(judged(&hooked("pass"), r#""CH0001""#, &[], &States::EMPTY, host).result, Some(value(r#""[iban]""#)));
    // What a hook gives back the items see as well.
    assert_eq!(judged(&hooked("redact"), r#""CH0001""#, &[], &States::EMPTY, host).result, Some(value(r#""[iban] again""#)));
    for answer in ["withhold", "failed"] {
        assert_eq!(judged(&hooked(answer), "1", &[], &States::EMPTY, host).answer, Answer::Withhold, "{answer}");
    }
}

#[test]
fn a_write_without_a_known_outcome_waits_or_fails_the_job() {
    let lost = |agent: &str| pay(1).agent(agent).fact("outcome", r#""unknown""#);
    let ruling = judged(&lost("triage"), "{}", &[], &States::EMPTY, &Host::JOB_RUNTIME);
    assert_eq!(answer(&ruling), (Answer::Ask, "43"));
    assert_eq!(ruling.asked[0].step.clone().unwrap().deciders, ["lead"]);
    assert_eq!(answer(&judged(&lost("strict"), "{}", &[], &States::EMPTY, &Host::JOB_RUNTIME)), (Answer::FailJob, "43"));
    let nobodys = judged(&lost("other"), "{}", &[], &States::EMPTY, &Host::JOB_RUNTIME);
    assert_eq!((answer(&nobodys), nobodys.asked[0].step.is_none()), ((Answer::Ask, "43"), true));
}

#[test]
fn a_text_that_costs_too_much_is_replaced_whole() {
    // Every start of it is a long way to no match.
    let policy = super::world::POLICY.replace(r#"r"\b[A-Z]{2}[0-9]{4}\b""#, r#"r"a[ab]*c""#);
    let core = super::world::snapshot(&policy);
    let long = value(&format!("\"{}\"", "a".repeat(20_000)));
    let of = ResultOf { value: Some(&long), ..ResultOf::default() };
    let ruling = core.judge_result(&call("crm.read", "{}").read(), &of, &States::EMPTY, &Host::JOB_RUNTIME);
    assert_eq!(ruling.result, Some(value(r#""[iban]""#)));
}

#[test]
fn what_is_found_is_what_the_library_finds() {
    let patterns = [r"\b[a-c]+\b", r"ab?c*", r"^a", r"c$", r"(?m)^b", r"[^a]", r"a.c", r"\Bb", r"(?i)A", r"é|ab", r"a{2,3}"];
    let mut seed = 1u64;
    let mut below = |limit: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % limit
    };
    for pattern in patterns {
        let bytes = compile_search(pattern).unwrap();
        let table = Automaton::check(&bytes).unwrap();
        let library = regex::Regex::new(&plain_spelling(pattern).unwrap()).unwrap();
        for _ in 0..400 {
            let text: String = (0..below(12)).map(|_| ["a", "b", "c", " ", "\n", "_", "é"][below(7) as usize]).collect();
            let due: Vec<(usize, usize)> =
                library.find_iter(&text).filter(|found| !found.is_empty()).map(|found| (found.start(), found.end())).collect();
            let (mut found, mut from, mut fuel) = (Vec::new(), 0, 1_000_000);
            while from < text.len() {
                match table.longest_from(text.as_bytes(), from, &mut fuel).unwrap() {
                    Some(end) => {
                        found.push((from, end));
                        from = end;
                    }
                    None => from += 1,
                }
            }
            assert_eq!(found, due, "{pattern} in {text:?}");
        }
    }
}
