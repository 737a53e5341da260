//! What happens around calls: what people answer, what comes back, and events of the session.

use super::json::Json;
use super::statements::{Before, Script};
use super::{Answer, CallResult, ExpectedResult, Returned, TestCall, Verdict};
use crate::codes::meaning as code;
use crate::core::{FunctionName, Step};
use crate::diagnostic::Diagnostic;
use crate::meaning::targets::{BLOCKING_EVENTS, RECORDED_EVENTS};
use crate::span::Span;
use crate::suggestion;
use crate::tree::{self, AnswerTree, EventTree, Name, ResultStatement};

/// The local tool whose functions the events of a session count as.
const EVENTS: &str = "other";

impl Script<'_> {
    /// What the people say whom the call before it asks.
    pub(super) fn answer(&mut self, said: &AnswerTree) {
        let Some((answered, _)) = self.belongs(said.span, "answer") else { return };
        let call = self.calls.last();
        let asks = call.and_then(|call| call.expected.as_ref()).is_some_and(|expected| expected.verdict.asks());
        if answered {
            self.error(code::TEST_AFTER, said.span, "the call has been answered already".to_owned(), "one `answer` stands behind a call");
        } else if !asks {
            let message = "nobody is asked: the call before it expects no `confirm` and no `approve`";
            self.error(code::TEST_AFTER, said.span, message.to_owned(), "take `answer` out, or expect the steps that ask");
        } else if !said.yes && call.is_some_and(|call| call.result.is_some()) {
            self.not_made(said.span);
        } else if let Some((message, help)) = self.cannot_answer(said) {
            self.error(code::TEST_AFTER, said.span, message, help);
        } else if let Some(call) = self.calls.last_mut() {
            call.answer = Answer { yes: said.yes, by: said.by.as_ref().map(|name| name.value.clone()) };
        }
        self.mark(|answered, _| *answered = true);
    }

    /// Why whoever says yes may not: nobody approves their own call, and only they themselves confirm it.
    fn cannot_answer(&self, said: &AnswerTree) -> Option<(String, &'static str)> {
        let by = said.by.as_ref().filter(|_| said.yes)?;
        let call = self.calls.last()?;
        let Some(Json::Text(requester)) = call.world.principal.get("user") else { return None };
        let Verdict::Steps(steps) = &call.expected.as_ref()?.verdict else { return None };
        let mut approvals =
            steps.iter().filter_map(|step| if let Step::Approve { terms, .. } = step { Some(terms) } else { None }).peekable();
        let is_own = by.value == *requester;
        if approvals.peek().is_none() {
            let message = format!("`{}` does not confirm what `{requester}` does", by.value);
            return (!is_own).then_some((message, "whoever makes the call confirms it: take `by` out"));
        }
        let message = format!("`{requester}` does not approve a call of their own");
        (is_own && approvals.any(|terms| !terms.self_approval)).then_some((message, "name somebody else, or expect `self-approval`"))
    }

    /// What comes back of the call before it.
    pub(super) fn result(&mut self, written: &ResultStatement) {
        let Some((_, returned)) = self.belongs(written.span, "result") else { return };
        let labels = self.labels(&written.labels);
        let expected = written.expected.as_ref().and_then(|expected| self.expected_result(&expected.value, expected.span));
        let value = match &written.value {
            None if written.failed => Some(Returned::Failed),
            None => Some(Returned::Unknown),
            Some(value) => self.json(&value.value, value.span).map(Returned::Value),
        };
        let made = self.calls.last().is_some_and(is_made);
        match value {
            _ if returned => {
                self.error(
                    code::TEST_AFTER,
                    written.span,
                    "the call has its result already".to_owned(),
                    "one `result` stands behind a call",
                );
            }
            _ if !made => self.not_made(written.span),
            Some(returned) => {
                let result = CallResult { returned, labels, expected, span: written.span };
                self.calls.last_mut().into_iter().for_each(|call| call.result = Some(result.clone()));
            }
            None => {}
        }
        self.mark(|_, returned| *returned = true);
    }

    fn expected_result(&mut self, expected: &tree::ExpectedResult, span: Span) -> Option<ExpectedResult> {
        match expected {
            tree::ExpectedResult::Withheld => Some(ExpectedResult::Withheld),
            tree::ExpectedResult::AsIs => Some(ExpectedResult::AsIs),
            tree::ExpectedResult::Passed(json) => self.json(json, span).map(ExpectedResult::Passed),
        }
    }

    /// Whether the statement stands behind a call, with what was said of that call; reports one that does not.
    fn belongs(&mut self, span: Span, word: &str) -> Option<(bool, bool)> {
        match self.before {
            Before::Call { answered, returned } => return Some((answered, returned)),
            Before::Broken => {}
            Before::Nothing => {
                let message = format!("no call stands before this `{word}`");
                self.error(code::TEST_AFTER, span, message, &format!("write `{word}` behind the `call` that it is about"));
            }
        }
        None
    }

    fn mark(&mut self, said: impl Fn(&mut bool, &mut bool)) {
        if let Before::Call { answered, returned } = &mut self.before {
            said(answered, returned);
        }
    }

    fn not_made(&mut self, span: Span) {
        let message = "the call before it is not made, so nothing comes back";
        self.error(code::TEST_AFTER, span, message.to_owned(), "take `result` out, or expect an outcome that makes the call");
    }

    /// Something that nothing holds back.
    pub(super) fn event(&mut self, event: &EventTree) {
        if self.turn.is_some() {
            self.error(
                code::TEST_NESTING,
                event.span,
                "an event is no call of a `turn`".to_owned(),
                "write it before or behind the `turn`",
            );
            return;
        }
        let known = self.known_event(&event.event);
        let arguments = event.arguments.as_ref().map_or(Some(Json::Object(Vec::new())), |written| self.arguments(written));
        let expected = event.expected.as_ref().and_then(|written| {
            let expected = self.expectation(written, None)?;
            if is_harmless(&expected.verdict) { Some(expected) } else { self.cannot_hold(written.span) }
        });
        let (true, Some(arguments)) = (known, arguments) else { return };
        if (event.expected.is_some() && expected.is_none()) || self.is_full(event.span) {
            return;
        }
        let function = FunctionName { server: EVENTS.to_owned(), name: event.event.value.clone() };
        self.take(TestCall {
            world: self.world(&function, None),
            event: Some(event.event.value.clone()),
            function,
            arguments: (!self.facts.arguments_unknown).then_some(arguments),
            expected,
            thread: self.thread,
            turn: None,
            answer: Answer { yes: true, by: None },
            result: None,
            span: event.span,
        });
        self.before = Before::Nothing;
    }

    fn known_event(&mut self, event: &Name) -> bool {
        let name = event.value.as_str();
        if RECORDED_EVENTS.contains(&name) {
            return true;
        }
        let (message, help) = if BLOCKING_EVENTS.contains(&name) {
            (format!("`{name}` is a call"), "write `call SERVER.FUNCTION { … } => …`".to_owned())
        } else {
            let otherwise = format!("events are {}", RECORDED_EVENTS.join(", "));
            (format!("there is no event `{name}`"), suggestion::help(name, RECORDED_EVENTS, &otherwise))
        };
        self.diagnostics.push(Diagnostic::error(code::UNKNOWN_EVENT, event.span, message).help(help));
        false
    }

    fn cannot_hold<T>(&mut self, span: Span) -> Option<T> {
        let message = "an event only happens: nothing refuses it, and nobody is asked";
        self.error(code::TEST_EXPECTATION, span, message.to_owned(), "expect `allow` or `notify WHO`");
        None
    }
}

/// Whether a call is made, after what is expected of it and what people say.
fn is_made(call: &TestCall) -> bool {
    let refused = call.expected.as_ref().is_some_and(|expected| expected.verdict.is_refusal());
    !refused && call.answer.yes
}

fn is_harmless(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Allow => true,
        Verdict::Steps(steps) => steps.iter().all(|step| matches!(step, Step::Notify(_))),
        _ => false,
    }
}
