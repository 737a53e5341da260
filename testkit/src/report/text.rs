//! A report for people: one line a case, what failed below it, the count last. No colour: that is the terminal's.

use std::fmt::Write;

use super::{Applied, CallReport, Case, Cause, Earlier, Failure, Problem, Report, Warning};

/// How much is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shown {
    /// Passed calls too, with everything that applied.
    pub trace: bool,
}

/// The report as text; its last line counts.
pub fn text(report: &Report, shown: Shown) -> String {
    let mut out = String::new();
    for case in &report.cases {
        write_case(case, shown, &mut out);
    }
    for problem in &report.problems {
        line(&mut out, 0, &format!("FAIL  {}", problem_text(problem)));
    }
    let warnings = report.warnings();
    if warnings > 0 {
        line(&mut out, 0, &format!("{warnings} {}", if warnings == 1 { "warning" } else { "warnings" }));
    }
    line(&mut out, 0, &format!("{} passed, {} failed", report.passed(), report.failed()));
    out
}

fn write_case(case: &Case, shown: Shown, out: &mut String) {
    let word = if case.is_passed() { "pass" } else { "FAIL" };
    line(out, 0, &format!("{word}  {}  ({}:{})", case.name, case.place.path, case.place.line));
    for failure in &case.failures {
        line(out, 1, &failure_text(failure));
    }
    let is_told = |call: &&CallReport| shown.trace || !call.failures.is_empty() || !call.warnings.is_empty() || !call.shadows.is_empty();
    case.calls.iter().filter(is_told).for_each(|call| write_call(call, shown, out));
}

fn write_call(call: &CallReport, shown: Shown, out: &mut String) {
    line(out, 1, &format!("{}  call {}", call.place, call.function));
    if call.failures.contains(&Failure::Decision) {
        line(out, 2, &format!("expected  {}", call.expected));
        line(out, 2, &format!("decided   {}", call.decided));
    } else if shown.trace || !call.failures.is_empty() {
        line(out, 2, &format!("decided   {}", call.decided));
    }
    if let Some(cause) = call.deciding.as_ref().filter(|_| shown.trace || !call.failures.is_empty()) {
        line(out, 2, &format!("by        {}", cause_text(cause)));
        if let Some(text) = &cause.line {
            line(out, 2, &format!("          {text}"));
        }
    }
    for earlier in &call.earlier {
        line(out, 2, &format!("after     {}", earlier_text(earlier)));
    }
    for failure in call.failures.iter().filter(|failure| **failure != Failure::Decision) {
        line(out, 2, &failure_text(failure));
    }
    for warning in &call.warnings {
        line(out, 2, &warning_text(warning));
    }
    for shadow in &call.shadows {
        line(out, 2, &format!("shadow    {} would have applied", cause_text(shadow)));
    }
    for applied in call.trace.iter().filter(|_| shown.trace) {
        line(out, 2, &format!("applied   {}", applied_text(applied)));
    }
}

fn earlier_text(earlier: &Earlier) -> String {
    let open = earlier.labels_open.then_some("perhaps others");
    let labels: Vec<&str> = earlier.labels.iter().map(String::as_str).chain(open).collect();
    let labels = if labels.is_empty() { String::new() } else { format!("; labels {}", labels.join(", ")) };
    format!("{} ({}): {}{labels}", earlier.function, earlier.place, earlier.became)
}

fn applied_text(applied: &Applied) -> String {
    format!("{}: {}", cause_text(&applied.cause), applied.effect)
}

fn cause_text(cause: &Cause) -> String {
    let place = cause.place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
    let certainty = if cause.certain { "" } else { ", because something is unknown" };
    format!("{}{place}{certainty}", cause.name)
}

pub(super) fn failure_text(failure: &Failure) -> String {
    match failure {
        Failure::Decision => "another decision than expected".to_owned(),
        Failure::Via { expected, decided } => {
            format!("decided by {}, not via {expected}", decided.as_deref().unwrap_or("nothing that `via` can name"))
        }
        Failure::OnlyThroughUnknown { unknowns } => {
            let what = if unknowns.is_empty() { "something".to_owned() } else { unknowns.join(", ") };
            format!("this holds only because {what} is unknown; a test that means it says `because unknown`")
        }
        Failure::NotThroughUnknown => "`because unknown` is not true: this holds without it".to_owned(),
        Failure::AtTheBorder { cause } => {
            format!("the call met no rule: it was refused because of {cause}; a test that means it says `deny because {cause}`")
        }
        Failure::Because { expected, decided } => match decided {
            Some(decided) => format!("refused because of {decided}, not because of {expected}"),
            None => format!("no check before the rules refused it, not {expected} either"),
        },
        Failure::CallsNothing => "calls nothing".to_owned(),
        Failure::NoVia => "`via` is missing: the test does not say what should decide".to_owned(),
        Failure::SetDidNotApply { set } => format!("set did not apply: the `for` of {set} held for none of the calls"),
        Failure::EnginesDisagree { runtime, interpreter } => {
            format!(
                "FAULT OF STRAZA, not of the policy: the runtime says {runtime}, the reference interpreter says {interpreter}. Please report it"
            )
        }
        Failure::Result { expected, judged } => format!("the result was to come to {expected}; it comes to {judged}"),
        Failure::InLine { line, failure } => format!("line {line}: {}", failure_text(failure)),
        Failure::NoSuchCall { line, of } => {
            format!("line {line}: no call {of} waits for a result: it was not made, or has its result already")
        }
        Failure::Unreadable { why } => why.clone(),
    }
}

pub(super) fn warning_text(warning: &Warning) -> String {
    match warning {
        Warning::NoVia { suggestion } => format!("warning: the test does not say what should decide; it is `via {suggestion}`"),
    }
}

pub(super) fn problem_text(problem: &Problem) -> String {
    match problem {
        Problem::NothingRan { filter: None } => "nothing ran: there is no test and no recording with a call".to_owned(),
        Problem::NothingRan { filter: Some(filter) } => format!("nothing ran: no test and no recording has `{filter}` in its name"),
        Problem::DoesNotCompile => "the policy does not compile here, although the snapshot was made of it: run `straza check`".to_owned(),
        Problem::OtherPolicy => "the snapshot is of another policy than the tests: compile it again".to_owned(),
    }
}

fn line(out: &mut String, depth: usize, text: &str) {
    // Writing into a `String` does not fail.
    let _ = writeln!(out, "{}{}", "      ".get(..depth * 3).unwrap_or_default(), text);
}
