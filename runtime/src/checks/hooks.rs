//! What the hooks that match the call answered.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::call::{Fact, Hook, HookAnswer, Told};
use crate::escape::Escaped;
use crate::json::Object;
use crate::judge::{Answer, AskKind, Asked, Finding, Gives, Judging, People};

pub(super) fn look<'c>(j: &Judging<'_, 'c>) -> Finding<'c> {
    match j.told(Fact::Hooks) {
        Told::Nothing => Finding::absent(),
        Told::Unknown => Finding::unknown("Nobody knows what the hooks say of the call, so they have failed."),
        Told::Known(_) => answered(j, &j.call.facts().hooks().unwrap_or_default()),
    }
}

fn answered<'c>(j: &Judging<'_, 'c>, hooks: &[Hook<'_>]) -> Finding<'c> {
    let people = People::of(j);
    let mut asked: Vec<Asked<'c>> = Vec::new();
    let mut arguments: Option<&Object> = None;
    for hook in hooks {
        let escalates = match hook.answer {
            HookAnswer::Deny => return refused(hook, "refused the call"),
            HookAnswer::Failed if !hook.asks_on_failure => return refused(hook, "failed"),
            HookAnswer::Failed | HookAnswer::Escalate => true,
            HookAnswer::Modify(changed) => {
                arguments = Some(changed);
                false
            }
            HookAnswer::Allow => false,
        };
        if (escalates || hook.asks_before) && !people.hook_is_met(hook.name) {
            asked.push(Asked { kind: AskKind::Hook(String::from(hook.name)), step: None });
        }
    }
    let arguments = arguments.filter(|changed| j.call.arguments() != Some(*changed)).cloned();
    match (asked.is_empty(), &arguments) {
        (true, None) => Finding::pass(),
        (true, Some(_)) => Finding::saying(Answer::Change, "A hook changed the arguments."),
        (false, _) => Finding::saying(Answer::Ask, "A hook asks for a person."),
    }
    .giving(Gives { arguments, asked, ..Gives::default() })
}

fn refused<'c>(hook: &Hook<'_>, what: &str) -> Finding<'c> {
    Finding::telling(Answer::Refuse, format!("The hook {} {what}.", Escaped::new(hook.name)))
}
