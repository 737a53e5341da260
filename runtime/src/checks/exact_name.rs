//! Whether the name is that of exactly one function that the session was offered.

use crate::call::{Fact, Told};
use crate::judge::{Finding, Judging};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let spelled = |offered: &[(&str, &str, &str)]| {
        let own = offered.iter().find(|(server, name, _)| (*server, *name) == (j.call.server(), j.call.name()))?;
        Some(offered.iter().filter(|(_, _, spelling)| *spelling == own.2).count())
    };
    match j.told(Fact::Offered) {
        Told::Nothing => Finding::absent(),
        Told::Unknown => Finding::unknown("Nobody knows which functions this session was offered."),
        Told::Known(_) => match spelled(&j.call.facts().offered().unwrap_or_default()) {
            Some(1) => Finding::pass(),
            Some(_) => Finding::refuse("Two functions of this session are spelled alike, so neither is called."),
            None => Finding::refuse("This session was not offered the function. Call one of those that it was offered."),
        },
    }
}
