//! What parts of a command read, write and contact, decided as calls of the local tools: their restrictions join.

use crate::command::{Command, Touch, TouchKind};
use crate::evaluate::{Evaluation, Scope, Truth, is_known};
use crate::functions::{self, Found};
use crate::layout::*;
use crate::path;
use crate::spine::{self, Visitor};
use crate::text::{Folding, glob_matches};

use super::super::{Answer, Heard, Word, Words, is_inert};
use super::{Joining, Listener, tell_unsure};

/// Tells what restricts the sub-calls of a command.
pub(super) fn restrict<'a>(evaluation: &mut Evaluation<'a>, answer: &Answer<'_>, command: &'a Command, listener: &mut impl Listener) {
    for touch in &command.touches {
        if command.parts.get(touch.part as usize).is_none_or(|part| !part.flags.remote) {
            one(evaluation, answer, command, touch, listener);
        }
    }
}

/// One touch: the restrictions on the local tool's groups.
fn one<'a>(evaluation: &mut Evaluation<'a>, answer: &Answer<'_>, command: &'a Command, touch: &'a Touch, listener: &mut impl Listener) {
    let core = evaluation.core;
    let sub = SubCall::of(command, touch);
    let Some(function) = tool(evaluation, &sub) else { return };
    let before = evaluation.about(sub.scope(true), Found::meant(&function));
    let event = evaluation.call.event().number();
    for group in core.list(function.groups).filter_map(|group| core.group(group)).filter(|group| group.event == event) {
        if group.restrict != NONE {
            let words = Words::of(&group, answer);
            let mut visitor = Restrictions { sub: &sub, found: Found::meant(&function), group: &group, words, now: answer.now, listener };
            spine::walk(evaluation, group.restrict, true, &mut visitor);
        }
    }
    evaluation.about(before.0, before.1);
}

fn tool(evaluation: &mut Evaluation<'_>, sub: &SubCall<'_>) -> Option<Function> {
    evaluation.charge(2);
    let (server, name) = sub.scope(false).tool()?;
    functions::known(evaluation.core, server, name)
}

/// A touch as a call of its own.
#[derive(Clone, Copy)]
struct SubCall<'a> {
    /// The path or host; `None` where it is not known.
    text: Option<&'a str>,
    kind: TouchKind,
    linked: bool,
}

impl<'a> SubCall<'a> {
    fn of(command: &'a Command, touch: &'a Touch) -> Self {
        let text = match touch.kind {
            TouchKind::Contact => is_known(touch).then(|| command.known(&touch.text)).filter(|host| !host.is_empty()),
            _ => touch.path.as_ref().map(|path| command.cooked(path)),
        };
        Self { text, kind: touch.kind, linked: touch.linked }
    }

    /// What its conditions look at; `below`: other paths below it as well.
    fn scope(&self, below: bool) -> Scope<'a> {
        let open = self.linked || (below && self.kind == TouchKind::ReadBelow);
        match self.kind {
            TouchKind::Contact => Scope::Host(self.text),
            TouchKind::Write => Scope::File { path: self.text, written: true, open },
            TouchKind::Read | TouchKind::ReadBelow => Scope::File { path: self.text, written: false, open },
        }
    }

    /// Whether an item may be about something below a folder that is read with all below it.
    fn reaches(&self, evaluation: &mut Evaluation<'_>, item: &Item) -> bool {
        match self.text.filter(|_| self.kind == TouchKind::ReadBelow) {
            Some(folder) => names_below(evaluation, item.entry, folder),
            None => false,
        }
    }
}

struct Restrictions<'v, 'a, L> {
    sub: &'v SubCall<'a>,
    found: Found,
    group: &'v Group,
    words: Words,
    now: Option<i64>,
    listener: &'v mut L,
}

impl<L: Listener> Restrictions<'_, '_, L> {
    fn hear(&mut self, evaluation: &Evaluation<'_>, index: u32, item: &Item, truth: Truth, is_doubtful: bool) {
        match truth {
            Truth::False => {}
            Truth::Unknown if is_doubtful && item.bits & DENY != 0 => tell_unsure(evaluation.core, index, item, self.listener),
            _ => self.listener.item(self.group, &self.words, index, item, truth == Truth::True),
        }
    }
}

impl<'a, L: Listener> Visitor<'a> for Restrictions<'_, 'a, L> {
    fn skips(&self, mask: u64, best: u32, _certain: bool) -> bool {
        self.listener.skips(&self.words, mask, best)
    }

    fn visit(&mut self, evaluation: &mut Evaluation<'a>, index: u32, item: &Item) {
        if is_inert(item, self.now) {
            return;
        }
        let below = self.sub.reaches(evaluation, item);
        let before = evaluation.about(self.sub.scope(below), self.found);
        let truth = evaluation.condition(item.entry);
        evaluation.about(before.0, before.1);
        self.hear(evaluation, index, item, truth, self.sub.text.is_none() || self.sub.linked || below);
    }
}

/// Whether every redirection of a part may write where it writes: whether each, as a call of the local tool, would be let through.
pub(super) fn may_write<'a>(evaluation: &mut Evaluation<'a>, command: &'a Command, part: u32) -> bool {
    evaluation.charge(command.touches.len() as u64);
    let redirects = command.parts.get(part as usize).is_some_and(|part| part.flags.redirects);
    let is_written = |touch: &&Touch| touch.part == part && touch.redirection && touch.kind == TouchKind::Write;
    let mut written = command.touches.iter().filter(is_written).peekable();
    (!redirects || written.peek().is_some()) && written.all(|touch| is_let_through(evaluation, command, touch))
}

fn is_let_through<'a>(evaluation: &mut Evaluation<'a>, command: &'a Command, touch: &'a Touch) -> bool {
    let core = evaluation.core;
    let sub = SubCall::of(command, touch);
    let Some(function) = tool(evaluation, &sub) else { return false };
    let mut answer = Answer::new(core, evaluation.call);
    let terms = Answer::new(core, evaluation.call);
    one(evaluation, &terms, command, touch, &mut Joining { answer: &mut answer, heard: Heard::ALL });
    if answer.word > Word::Allow {
        return false;
    }
    let before = evaluation.about(sub.scope(false), Found::meant(&function));
    let event = evaluation.call.event().number();
    let groups = core.list(function.groups).filter(|group| core.group(*group).is_some_and(|group| group.event == event));
    if super::super::permission(evaluation, groups, &answer).is_none() {
        answer.defaults(evaluation, core.list(function.remits), Found::meant(&function).effects);
    }
    evaluation.about(before.0, before.1);
    answer.word == Word::Allow
}

/// Whether a condition names a path, not by a leading `**`, that lies or may lie below a folder.
fn names_below(evaluation: &mut Evaluation<'_>, entry: u32, folder: &str) -> bool {
    let core = evaluation.core;
    let (mut at, mut last) = (entry, entry);
    while at <= last {
        evaluation.charge(1);
        let Some(instruction) = core.instruction(at) else { return false };
        let Some(atom) = core.atom(instruction.atom) else { return false };
        let body = crate::compiled::quantifies(&atom).then_some(atom.right);
        for target in [Some(instruction.on_true), Some(instruction.on_false), body].into_iter().flatten() {
            if target != ACCEPT && target != REJECT {
                last = last.max(target);
            }
        }
        let names_a_path = matches!(atom.op, op::LIKE_PATH | op::UNDER) && atom.flags & op::ATTRIBUTE == 0;
        if names_a_path && is_below(evaluation, &atom, folder) {
            return true;
        }
        at += 1;
    }
    false
}

fn is_below(evaluation: &mut Evaluation<'_>, atom: &AtomRecord, folder: &str) -> bool {
    let core = evaluation.core;
    let Some(record) = core.literal(atom.right).filter(|literal| literal.kind == literal::PATH) else { return false };
    let pattern = core.text_of(record.text).unwrap_or_default();
    evaluation.charge((pattern.len() + folder.len()) as u64);
    let first = pattern.split('/').find(|component| !component.is_empty());
    if record.anchor == anchor::BARE || (record.anchor == anchor::ROOT && first == Some("**")) {
        return false;
    }
    let base = match record.anchor {
        anchor::HOME => evaluation.call.home(),
        anchor::WORKSPACE => evaluation.call.workspace(),
        _ => Some("/"),
    };
    let Some(base) = base else { return true };
    // Component by component: the pattern goes on where the folder ends.
    let components = |text: &'_ str| -> usize { text.split('/').filter(|component| !component.is_empty()).count() };
    let base_depth = components(base);
    let depth = components(folder);
    if depth <= base_depth && path::is_under(base, folder) {
        return components(pattern) + base_depth > depth;
    }
    let Some(mut rest) = path::below(folder, base) else { return false };
    for wanted in pattern.split('/').filter(|component| !component.is_empty()) {
        let (component, behind) = rest.split_once('/').unwrap_or((rest, ""));
        match wanted {
            "**" => return true,
            _ if component.is_empty() => return true,
            _ if atom.op == op::LIKE_PATH && glob_matches(wanted, component, Folding::Plain) => {}
            _ if wanted == component => {}
            _ => return false,
        }
        rest = behind;
    }
    false
}
