//! A report for programs, with a version. What is there keeps its meaning; members may be added.

use serde_json::{Value, json as object};

use super::text::{failure_text, problem_text, warning_text};
use super::{Applied, CallReport, Case, Cause, Earlier, Failure, Place, Problem, Report};

/// The version of the form.
pub const REPORT_VERSION: u32 = 1;

/// The report as JSON.
pub fn json(report: &Report) -> Value {
    object!({
        "straza-report": REPORT_VERSION,
        "complete": true,
        "passed": report.passed(),
        "failed": report.failed(),
        "warnings": report.warnings(),
        "problems": report.problems.iter().map(|problem| object!({ "code": problem_code(problem), "message": problem_text(problem) })).collect::<Vec<_>>(),
        "cases": report.cases.iter().map(case).collect::<Vec<_>>(),
    })
}

fn case(case: &Case) -> Value {
    object!({
        "name": case.name,
        "place": place(&case.place),
        "passed": case.is_passed(),
        "failures": case.failures.iter().map(failure).collect::<Vec<_>>(),
        "calls": case.calls.iter().map(call).collect::<Vec<_>>(),
        "states": case.states.map(|digest| digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>()),
    })
}

fn call(call: &CallReport) -> Value {
    object!({
        "place": place(&call.place),
        "function": call.function,
        "expected": call.expected,
        "decided": call.decided,
        "deciding": call.deciding.as_ref().map(cause),
        "earlier": call.earlier.iter().map(earlier).collect::<Vec<_>>(),
        "shadows": call.shadows.iter().map(cause).collect::<Vec<_>>(),
        "applied": call.trace.iter().map(applied).collect::<Vec<_>>(),
        "failures": call.failures.iter().map(failure).collect::<Vec<_>>(),
        "warnings": call.warnings.iter().map(|warning| object!({ "code": "no-via", "message": warning_text(warning) })).collect::<Vec<_>>(),
    })
}

fn earlier(earlier: &Earlier) -> Value {
    object!({
        "place": place(&earlier.place),
        "function": earlier.function,
        "became": earlier.became,
        "labels": earlier.labels,
        "labels-open": earlier.labels_open,
    })
}

fn applied(applied: &Applied) -> Value {
    object!({ "cause": cause(&applied.cause), "effect": applied.effect })
}

fn cause(cause: &Cause) -> Value {
    object!({ "name": cause.name, "place": cause.place.as_ref().map(place), "line": cause.line, "certain": cause.certain })
}

fn place(place: &Place) -> Value {
    object!({ "path": place.path, "line": place.line, "column": place.column })
}

fn failure(failure: &Failure) -> Value {
    object!({ "code": failure_code(failure), "message": failure_text(failure) })
}

fn failure_code(failure: &Failure) -> &'static str {
    match failure {
        Failure::Decision => "decision",
        Failure::Via { .. } => "via",
        Failure::OnlyThroughUnknown { .. } => "only-through-unknown",
        Failure::NotThroughUnknown => "not-through-unknown",
        Failure::AtTheBorder { .. } => "at-the-border",
        Failure::Because { .. } => "because",
        Failure::CallsNothing => "calls-nothing",
        Failure::NoVia => "no-via",
        Failure::SetDidNotApply { .. } => "set-did-not-apply",
        Failure::EnginesDisagree { .. } => "engines-disagree",
        Failure::Result { .. } => "result",
        Failure::InLine { failure, .. } => failure_code(failure),
        Failure::NoSuchCall { .. } => "no-such-call",
        Failure::Unreadable { .. } => "unreadable",
    }
}

fn problem_code(problem: &Problem) -> &'static str {
    match problem {
        Problem::NothingRan { .. } => "nothing-ran",
        Problem::OtherPolicy => "other-policy",
        Problem::DoesNotCompile => "does-not-compile",
    }
}
