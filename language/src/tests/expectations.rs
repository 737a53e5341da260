//! What a call should come to: the outcome, what decides it, and which check before any rule.

use super::statements::Script;
use super::{CAUSES, Expected, Verdict, Via};
use crate::codes::meaning as code;
use crate::core::FunctionName;
use crate::diagnostic::Diagnostic;
use crate::local_tools::carries_command;
use crate::meaning::steps::{Ground, steps};
use crate::names::Namespace;
use crate::span::Span;
use crate::suggestion;
use crate::tree::{CallTree, ExpectedTree, ExpectedVerdict, Name, ViaTree};
use crate::words::shown;

impl Script<'_> {
    /// The expectation of a call; a call without one says nothing.
    pub(super) fn expected(&mut self, call: &CallTree, function: Option<&FunctionName>) -> Option<Expected> {
        let Some(written) = &call.expected else {
            let help = "add `=> allow`, `=> deny` or `=>` and steps";
            self.error(code::TEST_EXPECTATION, call.span, "the call expects nothing".to_owned(), help);
            return None;
        };
        self.expectation(written, function)
    }

    /// What stands behind `=>`.
    pub(super) fn expectation(&mut self, written: &ExpectedTree, function: Option<&FunctionName>) -> Option<Expected> {
        let verdict = self.verdict(written, function)?;
        let via = match &written.via {
            None => None,
            Some(via) => Some(self.via(via, written.span)?),
        };
        let because = self.cause(written, &verdict);
        Some(Expected { verdict, via, because_unknown: written.because_unknown.is_some(), because })
    }

    /// The check before any rule that the expectation names. It denies, and no item or default does.
    fn cause(&mut self, written: &ExpectedTree, verdict: &Verdict) -> Option<String> {
        let word = written.because.as_ref()?;
        let known = CAUSES.contains(&word.value.as_str());
        let (message, help) = if !known {
            let message = format!("`{}` is no cause", shown(&word.value));
            let otherwise = format!("a check before any rule is one of {}", CAUSES.join(", "));
            (message, suggestion::help(&word.value, CAUSES.into_iter().chain(["unknown"]), &otherwise))
        } else if *verdict != Verdict::Deny {
            (format!("`because {}` is said of a call that is denied", word.value), "write `=> deny`, or take the cause out".to_owned())
        } else if written.via.is_some() || written.because_unknown.is_some() {
            let message = format!("`because {}` is a check before any rule, so nothing else decides", word.value);
            (message, "take out `via` and `because unknown`".to_owned())
        } else {
            return Some(word.value.clone());
        };
        self.error(code::TEST_CAUSE, word.span, message, &help);
        None
    }

    fn verdict(&mut self, written: &ExpectedTree, function: Option<&FunctionName>) -> Option<Verdict> {
        let trees = match &written.verdict {
            ExpectedVerdict::Allow => return Some(Verdict::Allow),
            ExpectedVerdict::Deny => return Some(Verdict::Deny),
            ExpectedVerdict::Stub => return Some(Verdict::Stub),
            ExpectedVerdict::Hold => return Some(Verdict::Hold),
            ExpectedVerdict::StopJob => return Some(Verdict::StopJob),
            ExpectedVerdict::Steps(trees) => trees,
        };
        let ground = Ground { names: self.names, reads_arguments: false, commands: function.is_none_or(carries_command) };
        let steps = steps(trees, ground, &mut self.diagnostics);
        (!steps.is_empty()).then_some(Verdict::Steps(steps))
    }

    fn via(&mut self, via: &ViaTree, span: Span) -> Option<Via> {
        match via {
            ViaTree::Default(None) => Some(Via::Default(None)),
            ViaTree::Default(Some(set)) => {
                let known = self.names.set(&set.value);
                if !known {
                    self.unknown_set(set);
                }
                known.then(|| Via::Default(Some(set.value.clone())))
            }
            ViaTree::Item(path) => match path.as_slice() {
                [set, item @ ..] if !item.is_empty() && self.names.set(&set.value) => self.item(Some(&set.value), &joined(item)?),
                [library, _] if self.is_included(library) => self.item(self.set, &joined(path)?),
                [item] => self.item(self.set, item),
                [set, _, ..] => {
                    self.unknown_set(set);
                    None
                }
                [] => {
                    self.error(code::TEST_EXPECTATION, span, "`via` names one item".to_owned(), "write `item` or `set.item`");
                    None
                }
            },
        }
    }

    /// Whether items of a library of this name stand under the test's set, or where it has none under any.
    fn is_included(&self, library: &Name) -> bool {
        let sets = self.set.map_or_else(|| self.names.all(Namespace::Sets), |set| vec![set.to_owned()]);
        let brings = |item: &String| item.strip_prefix(library.value.as_str()).is_some_and(|rest| rest.starts_with('.'));
        sets.iter().any(|set| self.names.all(Namespace::Items(set)).iter().any(brings))
    }

    fn unknown_set(&mut self, set: &Name) {
        let sets = self.names.all(Namespace::Sets);
        let help = suggestion::help(&set.value, sets.iter().map(String::as_str), "name a policy set of the repository");
        self.diagnostics
            .push(Diagnostic::error(code::TEST_EXPECTATION, set.span, format!("there is no policy set `{}`", set.value)).help(help));
    }

    /// In a file with a set a bare name is an item of that set; elsewhere an item of any.
    fn item(&mut self, set: Option<&str>, item: &Name) -> Option<Via> {
        let found = match set {
            Some(set) => self.names.item(set, &item.value),
            None => self.names.all(Namespace::Sets).iter().any(|set| self.names.item(set, &item.value)),
        };
        if !found {
            let known = set.map_or_else(Vec::new, |set| self.names.all(Namespace::Items(set)));
            let help = suggestion::help(&item.value, known.iter().map(String::as_str), "an item of another set is written `set.item`");
            let message = match set {
                Some(set) => format!("`{set}` has no item `{}`", item.value),
                None => format!("no set has an item `{}`", item.value),
            };
            self.diagnostics.push(Diagnostic::error(code::TEST_EXPECTATION, item.span, message).help(help));
            return None;
        }
        Some(Via::Item { set: set.map(str::to_owned), name: item.value.clone() })
    }
}

/// An item of a library: `library.item`.
fn joined(path: &[Name]) -> Option<Name> {
    let (first, last) = (path.first()?, path.last()?);
    let value = path.iter().map(|name| name.value.as_str()).collect::<Vec<_>>().join(".");
    Some(Name { value, span: Span { start: first.span.start, end: last.span.end } })
}
