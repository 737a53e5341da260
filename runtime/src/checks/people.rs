//! Who has said yes to what is asked, and who is still to be asked.

use crate::judge::{Answer, Finding, Gives, Judging, People};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    if j.needed.is_empty() {
        return Finding::absent();
    }
    let people = People::of(j);
    if people.refusal(j.needed).is_some() {
        return Finding::refuse("A person said no to this call. Do not make it again.");
    }
    let unmet = people.unmet(j.needed);
    let arguments = people.edited().filter(|_| unmet.is_empty()).and_then(|edit| edit.arguments);
    let arguments = arguments.filter(|edited| j.call.arguments() != Some(*edited)).cloned();
    match (unmet.is_empty(), &arguments) {
        (true, None) => Finding::pass(),
        (true, Some(_)) => Finding::saying(Answer::Change, "A person edited the call."),
        (false, _) => Finding::saying(Answer::Ask, "People are asked."),
    }
    .giving(Gives { arguments, asked: unmet, ..Gives::default() })
}
