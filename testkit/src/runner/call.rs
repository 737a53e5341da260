//! One call: what is said of it beside what is expected.

use crate::interpreter::{Reported, Verdict};
use crate::report::{CallReport, Failure, Place, Warning};
use crate::wording;

use super::Options;
use super::engines::{Engines, Said};

/// What is expected, by a test or a recording.
pub struct Expected {
    /// The decision.
    pub verdict: Verdict,
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

/// Compares.
pub fn compared(engines: &Engines<'_>, place: Place, function: String, said: &Said, expected: &Expected, options: &Options) -> CallReport {
    let outcome = &said.answer.outcome;
    let is_missing = expected.wants_via && expected.via.is_none() && wording::via(&outcome.reported).is_some();
    let suggestion = wording::via(&outcome.reported).unwrap_or_default();
    CallReport {
        place,
        function,
        expected: expected_text(expected),
        decided: wording::verdict(&outcome.verdict),
        deciding: engines.cause(&outcome.reported),
        shadows: engines.shadows(&said.answer),
        trace: if options.trace { engines.trace(&said.answer) } else { Vec::new() },
        failures: failures(said, expected, is_missing && options.strict),
        warnings: if is_missing && !options.strict { vec![Warning::NoVia { suggestion }] } else { Vec::new() },
    }
}

fn failures(said: &Said, expected: &Expected, is_via_missing: bool) -> Vec<Failure> {
    let outcome = &said.answer.outcome;
    let disagreement = said.disagreement.clone().map(|(runtime, interpreter)| Failure::EnginesDisagree { runtime, interpreter });
    let decision = (outcome.verdict != expected.verdict).then_some(Failure::Decision);
    let is_as_expected = decision.is_none();
    let via = expected.via.as_ref().filter(|_| !expected.is_via);
    let via = via.map(|via| Failure::Via { expected: via.clone(), decided: wording::via(&outcome.reported) });
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
    let is_only_through_unknown = said.answer.without_unknown != said.answer.outcome.verdict;
    match expected.because_unknown {
        false if is_only_through_unknown => Some(Failure::OnlyThroughUnknown { unknowns: said.unknowns.clone() }),
        true if !is_only_through_unknown => Some(Failure::NotThroughUnknown),
        _ => None,
    }
}

fn expected_text(expected: &Expected) -> String {
    let via = expected.via.as_ref().map(|via| format!(" via {via}"));
    let because = expected.because.as_ref().map(|because| format!(" because {because}"));
    let unknown = expected.because_unknown.then(|| " because unknown".to_owned());
    [wording::verdict(&expected.verdict)].into_iter().chain(via).chain(because).chain(unknown).collect()
}
