//! Whether a call joins the calls of its turn that wait for one another: it may ask, or does not only read.

use crate::call::Fact;
use crate::decide::Word;
use crate::judge::{Finding, Gives, Judging, Tri};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    let may_ask = j.flag(Fact::MayAsk).known() != Some(false) || !matches!(j.decision.word(), Word::Allow | Word::Deny);
    let joins = may_ask || j.only_reads() != Tri::Yes;
    Finding::pass().giving(Gives { joins, ..Gives::default() })
}
