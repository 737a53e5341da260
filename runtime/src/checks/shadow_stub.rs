//! What answers a call in a shadow run.

use crate::call::{Fact, Told};
use crate::judge::{Answer, Finding, Gives, Judging, Tri};
use crate::layout::item_effect;

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let shadow = j.job_flag("shadow");
    let unasked = match j.flag(Fact::UnaskedHook) {
        Told::Nothing | Told::Known(false) => Some(false),
        Told::Known(true) => Some(true),
        Told::Unknown => None,
    };
    match (shadow, j.only_reads(), unasked) {
        (Some(false), _, _) => Finding::absent(),
        (_, Tri::Yes, Some(false)) => Finding::pass(),
        (Some(true), reads, unasked) => {
            let stub = j.gifts(item_effect::STUB).into_iter().find(|stub| stub.certain);
            let text = stub.and_then(|stub| Some((stub, j.core.text_of(stub.record.text)?)));
            match text {
                Some((stub, text)) => stubbed(stub.item, text),
                None if reads == Tri::No || unasked == Some(true) => Finding::refuse(UNSTUBBED),
                None => Finding::unknown(UNSTUBBED),
            }
        }
        (None, _, _) => Finding::unknown("It may be that this is a shadow run, and the call does more than read."),
    }
}

const UNSTUBBED: &str = "This is a shadow run, and nothing stands in for the call. Go on without it.";

fn stubbed(item: u32, text: &str) -> Finding<'_> {
    let reported = crate::decide::Reported::Item { item, certain: true };
    Finding::reported(Answer::Stub, reported).giving(Gives { stub: Some(text), ..Gives::default() })
}
