//! One call: what is said of it beside what is expected.

use crate::interpreter::Reported;
use crate::report::{CallReport, Cause, Earlier, Failure, Place, Warning};
use crate::wording;

use super::Options;
use super::answered::Answered;
use super::engines::{Engines, Said};

/// What is expected, by a test or a recording.
pub struct Expected {
    /// What it comes to.
    pub answered: Answered,
    /// What should decide, in words.
    pub via: Option<String>,
    /// Whether what decides is one that `via` means.
    pub is_via: bool,
    /// It holds only because something is unknown.
    pub because_unknown: bool,
    /// The check before any rule that refuses.
    pub because: Option<String>,
    /// A missing `via` is worth a warning.
    pub wants_via: bool,
}

/// Compares; where something is wrong, the calls before it are told, too.
pub fn compared(
    engines: &Engines<'_>,
    place: Place,
    function: String,
    said: &Said,
    expected: &Expected,
    earlier: &[Earlier],
    options: &Options,
) -> CallReport {
    let reported = said.reported();
    let via = reported.as_ref().and_then(wording::via);
    let is_missing = expected.wants_via && expected.via.is_none() && via.is_some();
    let suggestion = via.unwrap_or_default();
    let failures = failures(said, expected, is_missing && options.strict);
    CallReport {
        place,
        function,
        expected: expected_text(expected),
        decided: said.answered().text(),
        deciding: deciding(engines, said, reported.as_ref()),
        earlier: if failures.is_empty() { Vec::new() } else { earlier.to_vec() },
        shadows: engines.shadows(&said.answer),
        trace: if options.trace { engines.trace(&said.answer) } else { Vec::new() },
        failures,
        warnings: if is_missing && !options.strict { vec![Warning::NoVia { suggestion }] } else { Vec::new() },
    }
}

/// The item, the row of defaults or the check.
fn deciding(engines: &Engines<'_>, said: &Said, reported: Option<&Reported>) -> Option<Cause> {
    let check = said.refusing().map(|(check, unknown)| Cause {
        name: format!("check {}: {}", check.number, check.name),
        place: None,
        line: None,
        certain: !unknown,
    });
    check.or_else(|| engines.cause(reported?))
}

fn failures(said: &Said, expected: &Expected, is_via_missing: bool) -> Vec<Failure> {
    let disagreement = said.disagreement.clone().map(|(runtime, interpreter)| Failure::EnginesDisagree { runtime, interpreter });
    let decision = (said.answered() != expected.answered).then_some(Failure::Decision);
    let is_as_expected = decision.is_none();
    let via = expected.via.as_ref().filter(|_| !expected.is_via);
    let via = via.map(|via| Failure::Via { expected: via.clone(), decided: said.reported().as_ref().and_then(wording::via) });
    let missing = is_via_missing.then_some(Failure::NoVia);
    let border = if is_as_expected { border(said, expected) } else { None };
    let unknown = if is_as_expected { unknown(said, expected) } else { None };
    disagreement.into_iter().chain(decision).chain(via).chain(missing).chain(border).chain(unknown).collect()
}

/// Whether a check before any rule refused that was not to, or one that was to did not: a call that never met a rule tests none.
fn border(said: &Said, expected: &Expected) -> Option<Failure> {
    let refused = match said.answer.outcome.reported {
        Reported::Border(cause) => Some(cause.word()),
        _ => None,
    };
    match (&expected.because, refused) {
        (Some(named), Some(refused)) if named == refused => None,
        (Some(named), refused) => Some(Failure::Because { expected: named.clone(), decided: refused.map(str::to_owned) }),
        (None, Some(refused)) => Some(Failure::AtTheBorder { cause: refused.to_owned() }),
        (None, None) => None,
    }
}

/// Whether a refusal or a step holds only through something unknown, where that is not what is expected; and the other way round.
fn unknown(said: &Said, expected: &Expected) -> Option<Failure> {
    let (is_only_through_unknown, unknowns) = match said.refusing() {
        Some((check, unknown)) => (unknown, vec![format!("what check {} ({}) asks", check.number, check.name)]),
        None => (said.answer.without_unknown != said.answer.outcome.verdict, said.unknowns.clone()),
    };
    match expected.because_unknown {
        false if is_only_through_unknown => Some(Failure::OnlyThroughUnknown { unknowns }),
        true if !is_only_through_unknown => Some(Failure::NotThroughUnknown),
        _ => None,
    }
}

fn expected_text(expected: &Expected) -> String {
    let via = expected.via.as_ref().map(|via| format!(" via {via}"));
    let because = expected.because.as_ref().map(|because| format!(" because {because}"));
    let unknown = expected.because_unknown.then(|| " because unknown".to_owned());
    [expected.answered.text()].into_iter().chain(via).chain(because).chain(unknown).collect()
}
