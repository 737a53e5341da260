//! What parts of a command read, write and contact, decided as calls of the local tools: their restrictions join.

use crate::command::{Command, Touch, TouchKind};
use crate::compiled::cost;
use crate::evaluate::{Element, Evaluation, Scope, Truth, is_known};
use crate::functions::{self, Found};
use crate::layout::*;
use crate::path::{self, PathPattern, Wanted, Wants};
use crate::spine::{self, Visitor};
use crate::text::{Folding, glob_matches};

use super::super::{Answer, Heard, Word, Words, is_inert};
use super::{Joining, Listener, tell_unsure};

/// Tells what restricts the sub-calls of a command.
pub(super) fn restrict<'a>(evaluation: &mut Evaluation<'a>, answer: &Answer<'_>, command: &'a Command, listener: &mut impl Listener) {
    for touch in command.touches.iter().filter(|touch| is_here(command, touch)) {
        one(evaluation, answer, command, touch, listener);
    }
    for (path, written) in evaluation.call.unspelled_paths() {
        asked(evaluation, answer, &SubCall::seen(path, written), listener);
    }
}

/// Whether it is a call of this machine.
pub(super) fn is_here(command: &Command, touch: &Touch) -> bool {
    touch.kind != TouchKind::Enter && command.parts.get(touch.part as usize).is_none_or(|part| !part.flags.remote)
}

/// One touch: the restrictions on the local tool's groups.
pub(super) fn one<'a>(
    evaluation: &mut Evaluation<'a>,
    answer: &Answer<'_>,
    command: &'a Command,
    touch: &'a Touch,
    listener: &mut impl Listener,
) {
    asked(evaluation, answer, &SubCall::of(command, touch), listener);
}

fn asked<'a>(evaluation: &mut Evaluation<'a>, answer: &Answer<'_>, sub: &SubCall<'a>, listener: &mut impl Listener) {
    let core = evaluation.core;
    let Some(function) = tool(evaluation, sub) else { return };
    let before = evaluation.about(sub.scope(true), Found::meant(&function));
    let event = evaluation.call.event().number();
    for group in core.list(function.groups).filter_map(|group| core.group(group)).filter(|group| group.event == event) {
        if group.restrict != NONE {
            let words = Words::of(&group, answer);
            let mut visitor = Restrictions { sub, found: Found::meant(&function), group: &group, words, now: answer.now, listener };
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
    /// Where a path is not known: what is known of the paths that it may be.
    pattern: Option<PathPattern<&'a str>>,
    kind: TouchKind,
    linked: bool,
}

impl<'a> SubCall<'a> {
    fn of(command: &'a Command, touch: &'a Touch) -> Self {
        let text = match touch.kind {
            TouchKind::Contact => is_known(touch).then(|| command.known(&touch.text)).filter(|host| !host.is_empty()),
            _ => touch.path.as_ref().map(|path| command.cooked(path)),
        };
        let pattern = touch.pattern.as_ref().map(|pattern| pattern.of(|text| command.cooked(text)));
        Self { text, pattern, kind: touch.kind, linked: touch.linked }
    }

    /// A path that the host lists.
    fn seen(path: &'a str, written: bool) -> Self {
        Self { text: Some(path), kind: if written { TouchKind::Write } else { TouchKind::Read }, pattern: None, linked: false }
    }

    /// What its conditions look at; `below`: other paths below it as well.
    fn scope(&self, below: bool) -> Scope<'a> {
        if self.kind == TouchKind::Contact {
            return Scope::Host(self.text);
        }
        let below = below && self.is_with_all_below();
        let path = self.pattern.map_or(Element::Place(self.text), |pattern| Element::Paths(PathPattern { below: false, ..pattern }));
        let also = match self.folder() {
            _ if self.linked => Some(Element::Place(None)),
            Some(folder) if below => Some(Element::Paths(PathPattern { below: true, ..folder })),
            _ => None,
        };
        Scope::File { path, also, written: self.kind == TouchKind::Write, open: self.linked || below }
    }

    fn is_with_all_below(&self) -> bool {
        self.kind == TouchKind::ReadBelow || self.pattern.is_some_and(|pattern| pattern.below)
    }

    /// The path, or what is known of it.
    fn folder(&self) -> Option<PathPattern<&'a str>> {
        self.pattern.or(self.text.map(|text| PathPattern { text, below: false }))
    }

    /// Whether an item may be about something below a folder that is read with all below it.
    fn reaches(&self, evaluation: &mut Evaluation<'_>, item: &Item) -> bool {
        let is_below = |evaluation: &mut Evaluation<'_>, atom: &AtomRecord| match (self.text, self.pattern) {
            (Some(folder), _) => is_below(evaluation, atom, folder),
            (None, Some(pattern)) => is_below_one(evaluation, atom, pattern),
            (None, None) => false,
        };
        self.is_with_all_below() && names(evaluation, item.entry, is_below)
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
    if written.peek().is_none() {
        return !redirects;
    }
    // What the host saw besides may be what one of them leads to.
    let mut more = evaluation.call.unspelled_paths().filter(|(_, written)| *written);
    written.all(|touch| is_let_through(evaluation, SubCall::of(command, touch)))
        && more.all(|(path, written)| is_let_through(evaluation, SubCall::seen(path, written)))
}

fn is_let_through<'a>(evaluation: &mut Evaluation<'a>, sub: SubCall<'a>) -> bool {
    let core = evaluation.core;
    let Some(function) = tool(evaluation, &sub) else { return false };
    let mut answer = Answer::new(core, evaluation.call);
    let terms = Answer::new(core, evaluation.call);
    asked(evaluation, &terms, &sub, &mut Joining { answer: &mut answer, heard: Heard::ALL });
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

/// Whether a condition names a path that is such a one.
fn names(evaluation: &mut Evaluation<'_>, entry: u32, is_such: impl Fn(&mut Evaluation<'_>, &AtomRecord) -> bool) -> bool {
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
        if names_a_path && is_such(evaluation, &atom) {
            return true;
        }
        at += 1;
    }
    false
}

/// The path that an atom names, not by a leading `**`: its folder, where that is known, and what follows.
fn named<'a>(evaluation: &Evaluation<'a>, atom: &AtomRecord) -> Option<(Option<&'a str>, &'a str)> {
    let core = evaluation.core;
    let record = core.literal(atom.right).filter(|literal| literal.kind == literal::PATH)?;
    let pattern = core.text_of(record.text).unwrap_or_default();
    let first = pattern.split('/').find(|component| !component.is_empty());
    match record.anchor {
        anchor::BARE => None,
        anchor::ROOT if first == Some("**") => None,
        anchor::HOME => Some((evaluation.call.home(), pattern)),
        anchor::WORKSPACE => Some((evaluation.call.workspace(), pattern)),
        _ => Some((Some("/"), pattern)),
    }
}

/// Whether what an atom names may lie below one of the paths.
fn is_below_one(evaluation: &mut Evaluation<'_>, atom: &AtomRecord, paths: PathPattern<&str>) -> bool {
    let Some((base, rest)) = named(evaluation, atom) else { return false };
    evaluation.charge(cost::text_charge(rest.len() as u32, paths.text.len()));
    let as_a = if atom.op == op::LIKE_PATH { Wants::Pattern } else { Wants::Folder };
    base.is_none_or(|base| paths.may_be_above(&Wanted { base, rest, as_a }))
}

/// Whether what an atom names lies or may lie below a folder.
fn is_below(evaluation: &mut Evaluation<'_>, atom: &AtomRecord, folder: &str) -> bool {
    let Some((base, pattern)) = named(evaluation, atom) else { return false };
    evaluation.charge((pattern.len() + folder.len()) as u64);
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
