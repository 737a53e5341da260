//! Recordings of whole jobs: decided again on what the calls before them left behind.

use straza_testkit::report::{Failure, Report, Shown, json, text};

use super::{POLICY, ran};

const DAY: &str = include_str!("desk/recordings/day.jsonl");

fn replayed(recording: &str) -> Report {
    ran(&[("policies/desk.straza", POLICY)], &[recording], 1)
}

#[test]
fn a_recorded_day_is_decided_again_as_it_was() {
    let report = replayed(DAY);
    assert!(report.is_passed(), "{}", text(&report, Shown::default()));
    assert_eq!(report.cases[0].calls.len(), 13, "results, and events that expect nothing, are no calls");
}

#[test]
fn a_recording_leaves_the_same_states_behind_byte_for_byte_however_often_and_wherever() {
    let once = replayed(DAY).cases[0].states.unwrap();
    assert_eq!(replayed(DAY).cases[0].states, Some(once));
    let many = ran(&[("policies/desk.straza", POLICY)], &[DAY; 6], 8);
    assert!(many.cases.iter().all(|case| case.states == Some(once)));
    let shorter: String = DAY.lines().take(9).map(|line| format!("{line}\n")).collect();
    assert_ne!(replayed(&shorter).cases[0].states, Some(once), "a call less leaves something else");
    let hex: String = once.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(json(&replayed(DAY))["cases"][0]["states"], hex);
}

#[test]
fn of_owners_that_are_not_complete_nothing_is_known() {
    let report = replayed(&DAY.replace(r#","complete":["job","tree","person"]"#, ""));
    let first = &report.cases[0].calls[1];
    assert_eq!(first.failures, [Failure::OnlyThroughUnknown { unknowns: vec!["job.labels".to_owned()] }], "{:#?}", first);
    assert_eq!(report.cases[0].calls[0].failures, [], "what asks for nothing that is remembered is as it was");
    assert!(report.cases[0].calls.iter().any(|call| call.failures.contains(&Failure::Decision)), "a limit of somebody unknown asks");
}

#[test]
fn another_fate_makes_another_day() {
    let refused = DAY.replace(r#""fate":"made","yes":[{"deciders":["security"],"count":1}]"#, r#""fate":"refused""#);
    assert_ne!(refused, DAY);
    let report = replayed(&refused);
    let changed: Vec<u32> = report.cases[0].calls.iter().filter(|call| !call.failures.is_empty()).map(|call| call.place.line).collect();
    assert_eq!(changed, [8], "the draft behind the review is held up still");
    let told = &report.cases[0].calls.iter().find(|call| call.place.line == 8).unwrap().earlier;
    assert_eq!(told.last().map(|earlier| (earlier.function.as_str(), earlier.became)), Some(("payments.review", "not made")));
}

#[test]
fn a_result_belongs_to_a_call_that_was_made_and_has_none_yet() {
    let of = |line: &str| {
        let report = replayed(&format!("{DAY}{line}\n"));
        report.cases[0].failures.clone()
    };
    for call in [4, 2, 17] {
        assert_eq!(of(&format!(r#"{{"seq":18,"for":{call}}}"#)), [Failure::NoSuchCall { line: 19, of: call }], "{call}");
    }
    assert_eq!(of(r#"{"seq":18,"for":5,"result":1,"expect":"as-is"}"#), []);
}

#[test]
fn a_result_that_reaches_the_model_otherwise_than_it_did_fails_with_its_line() {
    let report = replayed(&DAY.replace(r#""expect":{"result":{"iban":"[iban]"}}"#, r#""expect":"withhold""#));
    let wrong = Failure::Result { expected: "withhold".to_owned(), judged: r#"result {"iban":"[iban]"}"#.to_owned() };
    assert_eq!(report.cases[0].failures, [Failure::InLine { line: 18, failure: Box::new(wrong) }]);
    assert!(text(&report, Shown::default()).contains("line 18: the result was to come to withhold; it comes to result"));
}

#[test]
fn jobs_of_other_trees_and_other_people_are_told_apart() {
    let other = |from: &str, to: &str, at: usize| {
        let lines: Vec<String> =
            DAY.lines().enumerate().map(|(n, line)| if n == at { line.replace(from, to) } else { line.to_owned() }).collect();
        let report = replayed(&lines.join("\n"));
        report.cases[0].calls.iter().filter(|call| !call.failures.is_empty()).map(|call| call.place.line).collect::<Vec<_>>()
    };
    assert_eq!(other(r#""job":{"id":"j2""#, r#""job":{"id":"j1""#, 5), [6], "in the job that read the page it is held up");
    assert_eq!(other(r#""user":"eve""#, r#""user":"dana""#, 10), [11], "her limit is used up");
    assert_eq!(other(r#""tree":{"id":"t2"}"#, r#""tree":{"id":"t1"}"#, 15), [16], "data was exported in that tree");
}
