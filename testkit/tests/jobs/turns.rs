//! The calls of a turn: decided one behind the other as if each were made, then made or not as a whole.

use straza_testkit::report::Failure;

use super::{failures, passes};

const EXPORT: &str = "call crm.export_all {} => allow via default of desk\n";
const SEND: &str = "call email.send { to: \"x\" }";

#[test]
fn two_calls_of_one_turn_do_not_slip_past_a_sequence() {
    passes(&format!("turn {{ {EXPORT} {SEND} => deny via desk.read-then-send }}"));
    passes(&format!("turn {{ {SEND} => allow via default of desk\n {EXPORT} }}"));
    assert_eq!(failures(&format!("{EXPORT} {SEND} => deny via desk.read-then-send"))[1].first(), Some(&Failure::Decision));
}

#[test]
fn a_call_of_a_turn_that_may_write_is_not_made_where_another_is_refused() {
    let after = format!("{SEND} => allow via default of desk");
    // `payments.gone` is refused, so nothing was exported.
    passes(&format!("job {{ turn {{ {EXPORT} call email.old {{}} => deny via desk.old-mail }}\n {after} }}"));
    let no = "call payments.refund { amount: 600 } => approve by lead via desk.refunds-a-day\n answer no";
    passes(&format!("job {{ turn {{ {EXPORT} {no} }}\n {after} }}"));
    let yes = "call payments.refund { amount: 600 } => approve by lead via desk.refunds-a-day\n answer yes";
    passes(&format!("job {{ turn {{ {EXPORT} {yes} }}\n {SEND} => deny via desk.read-then-send }}"));
}

#[test]
fn a_call_that_only_reads_is_made_whatever_becomes_of_the_others() {
    let policy = "policy p {\n over file.*, a.*\n}\ndefaults {\n * allow\n}\nlabel seen {\n from file.read\n}\nkill gone {\n on a.gone\n because \"Gone.\"\n}\nfloor careful {\n on a.send\n when job.labels has seen\n at least confirm\n}\n";
    let test = "test \"one\" {\njob { turn { call file.read { file_path: \"/a\" } => allow via default of p\n call a.gone {} => deny via p.gone }\n call a.send {} => confirm via p.careful }\n}\n";
    let report = super::ran(&[("p.straza", &format!("{policy}{test}"))], &[], 1);
    assert!(report.is_passed(), "{report:#?}");
}

#[test]
fn results_of_a_turn_come_when_it_is_over() {
    let read = "call crm.read_one { table: \"t\" } => allow via default of desk\n result {} labels [untrusted] => as is\n";
    let draft = |expected: &str| format!("call email.draft {{ to: \"a\" }} => {expected}\n");
    passes(&format!(
        "job {{ turn {{ {read} {} }}\n {} }}",
        draft("allow via default of desk"),
        draft("approve by security via desk.tainted")
    ));
}

#[test]
fn what_a_person_could_take_off_is_still_there_for_the_rest_of_the_turn() {
    let review = "call payments.review {} => approve by security via desk.untrusted\n";
    let draft = |expected: &str| format!("call email.draft {{ to: \"a\" }} => {expected}\n");
    let asked = "approve by security via desk.tainted";
    passes(&format!(
        "job {{ given job labels [untrusted]\n turn {{ {review} {} }}\n {} }}",
        draft(asked),
        draft("allow via default of desk")
    ));
}
