//! Judging a call: the ordered checks of [`crate::checks`], run for a host.
//!
//! A [`Host`] owns rows of the table and says which facts it supplies; a row nobody owns is not run. [`Core::judge`] runs the owned rows of the
//! wanted stages in order and stops at the first refusal; [`Core::examine`] runs all of them and says what each answered. What a row
//! changes, the rows behind it see. Results come by later, in [`Core::judge_result`].
//!
//! Nothing here waits, asks or remembers: a question, a hold and a refusal are answers, and whoever carries them out judges again.

mod answer;
mod approvals;
mod changes;
mod finding;
pub(crate) mod gifts;
mod host;
mod judging;
mod path;
mod reach;
mod redaction;
mod rows;
mod ruling;
mod run;
mod turn;

use alloc::vec::Vec;

use crate::call::Call;
use crate::compiled::Core;
use crate::decide::Scratch;
use crate::state::States;

pub use answer::Answer;
pub(crate) use approvals::People;
pub(crate) use changes::{filled, size_of};
pub use finding::{AskKind, Asked, Finding, Gives, Why};
pub use host::{Host, Results, Supplied};
pub(crate) use judging::Tri;
pub use judging::{Judging, Requester};
pub use reach::Reached;
pub(crate) use redaction::redacted;
pub use rows::Rows;
pub use ruling::{Ruling, Traced, Visit};
pub use run::ResultOf;
pub use turn::Turned;

impl Core {
    /// Judges a call before it is made: the owned rows of the wanted stages, up to the first refusal.
    pub fn judge(&self, call: &Call, states: &States, host: &Host<'_>, scratch: &mut Scratch) -> Ruling<'_> {
        run::before(self, call, states, host, scratch)
    }

    /// Judges a call, runs every owned row whatever the ones before it answered, and says what each of the table did.
    pub fn examine(&self, call: &Call, states: &States, host: &Host<'_>) -> (Ruling<'_>, Vec<Traced<'_>>) {
        run::everything(self, call, states, host, None)
    }

    /// Judges what came of a call: whether its result reaches the model, and in which form.
    pub fn judge_result(&self, call: &Call, of: &ResultOf<'_>, states: &States, host: &Host<'_>) -> Ruling<'_> {
        run::after(self, call, of, states, host)
    }

    /// The same with what every row of the result's stage did.
    pub fn examine_result(&self, call: &Call, of: &ResultOf<'_>, states: &States, host: &Host<'_>) -> (Ruling<'_>, Vec<Traced<'_>>) {
        run::everything(self, call, states, host, Some(of))
    }
}
