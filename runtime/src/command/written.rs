//! What a text makes and then runs: a script that it writes, a name that it gives to another program.

use alloc::string::String;
use core::ops::Range;

use super::args::Sorted;
use super::expand::Field;
use super::level::{Level, Stdin};
use super::reading::{Certainty, Flow, FlowKind, Layer, Spelled, TouchKind};
use super::working::{Code, Place, Working};

/// How many names a text may give to programs.
const NAMES: usize = 16;

/// Programs that give a file another name.
const NAMERS: &[&str] = &["cp", "install", "link", "ln", "mv"];

impl Working<'_> {
    /// The part that wrote a path before this one, where one did; whether no other did.
    fn writer(&self, path: &Range<u32>, index: u32) -> Option<(u32, bool)> {
        let path = self.out.cooked(path);
        let mut writers = self.out.touches.iter().filter(|touch| {
            touch.kind == TouchKind::Write && touch.part < index && touch.path.as_ref().is_some_and(|own| self.out.cooked(own) == path)
        });
        let last = writers.next_back()?.part;
        Some((last, writers.all(|touch| touch.part == last)))
    }

    /// What the text puts into a file that a part runs: `None` where it does not write it, else its text as far as it is known.
    pub(super) fn written(&mut self, level: &Level<'_>, path: &Range<u32>, index: u32) -> Option<Option<String>> {
        let (writer, alone) = self.writer(path, index)?;
        self.flow(Flow { from: writer, to: index, kind: FlowKind::File });
        self.executes.push(index);
        let at = level.bench.ranges.iter().position(|range| range.contains(&writer)).and_then(|at| u32::try_from(at).ok());
        match at.filter(|_| alone).map(|at| self.put_out(level, at)) {
            Some(Stdin::Text(start, end)) => Some(Some(String::from(self.out.cooked(&(start..end))))),
            _ => Some(None),
        }
    }

    /// A program whose file the text wrote before.
    pub(super) fn written_program(&mut self, level: &Level<'_>, place: &Place, index: u32, fields: &[Field]) {
        let Some(field) = fields.first().filter(|field| field.text.certainty <= Certainty::Expanded) else { return };
        let elsewhere = self.out.parts.get(index as usize).is_some_and(|part| part.program.spelled == Spelled::Elsewhere);
        if !elsewhere || self.out.touches.is_empty() || !self.out.known(&field.text).contains('/') {
            return;
        }
        let Some(path) = self.clean(&field.text, place.here.first()) else { return };
        match self.written(level, &path, index) {
            None => {}
            Some(None) => self.unread(index),
            Some(Some(text)) => {
                let code = Code { text, known: true, dialect: level.dialect, layer: Layer::Changing, shares: false, stdin: Stdin::Unread };
                self.code(level, place, index, code);
            }
        }
    }

    /// A name that stands for a program, or for the beginning of a command, from here on.
    pub(super) fn give_name(&mut self, name: &str, body: String) {
        if self.given.len() < NAMES && !name.is_empty() {
            self.given.push((String::from(name), body));
        }
    }

    /// `cp /bin/rm x`: the last operand is the first's program.
    pub(super) fn copied_program(&mut self, index: u32, words: &[&Field]) {
        let Some(part) = self.out.parts.get(index as usize) else { return };
        if !NAMERS.contains(&self.out.cooked(&part.program.base)) {
            return;
        }
        if let [from, .., to] = words {
            let (from, to) = (self.out.known(&from.text), self.out.known(&to.text));
            let (program, name) = (base(from), String::from(base(to)));
            if from.contains('/') && super::table::table(program).is_some() && program != name {
                let program = String::from(program);
                self.give_name(&name, program);
            }
        }
    }

    /// `hash -p /bin/rm x`
    pub(super) fn hashed_program(&mut self, index: u32, sorted: &Sorted, words: &[&Field]) {
        if self.out.parts.get(index as usize).is_none_or(|part| self.out.cooked(&part.program.base) != "hash") {
            return;
        }
        let path = sorted.options.iter().find(|given| given.flag.name() == "-p").and_then(|given| given.value.as_ref());
        if let (Some(path), Some(name)) = (path, words.first()) {
            let (program, name) = (String::from(base(self.out.known(path))), String::from(self.out.known(&name.text)));
            self.give_name(&name, program);
        }
    }

    /// A command under a name that the text gave: what it stands for joins with its refusals.
    pub(super) fn named(&mut self, level: &Level<'_>, place: &Place, index: u32, fields: &[Field]) {
        if self.given.is_empty() || self.naming {
            return;
        }
        let Some(program) = fields.first().map(|field| base(self.out.known(&field.text))) else { return };
        let Some((_, body)) = self.given.iter().rev().find(|(name, _)| name == program) else { return };
        let text = alloc::format!("{body} {}", self.as_shell_text(fields.get(1..).unwrap_or_default()));
        self.naming = true;
        self.mentioned_text(level, place, index, text);
        self.naming = false;
    }
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}
