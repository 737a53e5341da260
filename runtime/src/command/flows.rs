//! Whose output reaches whose input or code, what redirections open, and the signals that follow from it.

use super::level::Level;
use super::reading::{ArgKind, Flow, FlowKind, Signal, TouchKind};
use super::working::{Ends, Place, Working};
use crate::shell::{ContextKind, PieceKind, Redirection, RedirectionKind};

/// Programs that decode, and the options without which some do not.
const DECODERS: &[(&str, &[&str])] = &[
    ("base64", &["--decode", "-d", "-D"]),
    ("base32", &["--decode", "-d"]),
    ("basenc", &["--decode", "-d"]),
    ("xxd", &["-r", "--revert", "-revert"]),
    ("openssl", &[]),
    ("uudecode", &[]),
    ("gunzip", &[]),
    ("zcat", &[]),
    ("gzip", &["--decompress", "-d"]),
    ("bunzip2", &[]),
    ("bzcat", &[]),
    ("unxz", &[]),
    ("xzcat", &[]),
    ("xz", &["--decompress", "-d"]),
    ("zstd", &["--decompress", "-d"]),
    ("zstdcat", &[]),
];

impl Working<'_> {
    /// Flows between the parts of a text.
    pub(super) fn flows(&mut self, level: &Level<'_>) {
        if level.outer.is_some() {
            self.ends_of(level);
        }
        for pipe in &level.script.pipes {
            for left in level.direct(&pipe.left, pipe.context) {
                for right in level.direct(&pipe.right, pipe.context) {
                    self.connect(level, left, right, FlowKind::Pipe);
                }
            }
        }
        self.process_flows(level);
        self.substitution_flows(level);
        self.fork_bombs(level);
    }

    /// Functions that start themselves twice, not one after the other.
    fn fork_bombs(&mut self, level: &Level<'_>) {
        for (number, function) in (0_u32..).zip(&level.script.functions) {
            let name = level.script.text(&function.name);
            let calls = |at: &u32| {
                let part = level.script.parts.get(*at as usize);
                part.is_some_and(|part| {
                    part.function == Some(number) && level.literal(part.words.start) == Some(name) && !part.words.is_empty()
                })
            };
            let own: alloc::vec::Vec<u32> = function.parts.clone().filter(calls).take(2).collect();
            let [first, second] = own.as_slice() else { continue };
            let beside = |at: &u32| level.script.parts.get(*at as usize).is_some_and(|part| part.background);
            let piped = level.script.pipes.iter().any(|pipe| pipe.left.contains(first) && pipe.right.contains(second));
            if piped || beside(first) || beside(second) {
                let index = level.bench.ranges.get(*first as usize).map_or(u32::MAX, |range| range.start);
                self.signal(Signal::ForkBomb, index);
            }
        }
    }

    /// Which parts of code have the input and output of the part that runs it.
    fn ends_of(&mut self, level: &Level<'_>) {
        for at in 0..level.bench.ranges.len() {
            let (Some(outermost), Some(part)) = (level.bench.ranges.get(at).cloned(), level.script.parts.get(at)) else { continue };
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            let inside = part.context == 0;
            let input = inside && !level.script.pipes.iter().any(|pipe| pipe.context == 0 && pipe.right.contains(&at));
            let output = inside && !level.script.pipes.iter().any(|pipe| pipe.context == 0 && pipe.left.contains(&at));
            if let Some(ends) = self.ends.get_mut(outermost.start as usize).filter(|_| !outermost.is_empty()) {
                *ends = Ends { input, output };
            }
        }
    }

    /// Every layer of one part that puts out, to every layer of another that takes in.
    fn connect(&mut self, level: &Level<'_>, left: u32, right: u32, kind: FlowKind) {
        let ranges = (level.bench.ranges.get(left as usize).cloned(), level.bench.ranges.get(right as usize).cloned());
        let (Some(left), Some(right)) = ranges else { return };
        for from in left.clone() {
            if !self.reaches(from, left.start, false) {
                continue;
            }
            for to in right.clone() {
                if self.reaches(to, right.start, true) {
                    self.flow(Flow { from, to, kind });
                }
            }
        }
    }

    /// Whether a layer has the input (or output) of the outermost one of its part.
    fn reaches(&self, part: u32, outermost: u32, input: bool) -> bool {
        let mut at = part;
        for _ in 0..=usize::from(crate::limits::COMMAND_LAYERS) * 2 {
            if at == outermost {
                return true;
            }
            let Some(found) = self.out.parts.get(at as usize).filter(|found| !found.flags.mentioned) else { return false };
            let ends = self.ends.get(at as usize).copied().unwrap_or(Ends { input: false, output: false });
            let (Some((outer, _)), true) = (found.outer, if input { ends.input } else { ends.output }) else { return false };
            at = outer;
        }
        false
    }

    /// `<( … )`, `>( … )`
    fn process_flows(&mut self, level: &Level<'_>) {
        for (at, context) in (0_u32..).zip(&level.script.contexts) {
            let input = match context.kind {
                ContextKind::ProcessIn => true,
                ContextKind::ProcessOut => false,
                _ => continue,
            };
            for holder in self.holders(level, at, context.holder) {
                for inside in level.direct(&context.parts, at) {
                    match input {
                        true => self.connect(level, inside, holder, FlowKind::File),
                        false => self.connect(level, holder, inside, FlowKind::File),
                    }
                }
            }
        }
    }

    /// The parts whose word or redirection a process substitution is.
    fn holders(&self, level: &Level<'_>, context: u32, holder: Option<u32>) -> core::ops::Range<u32> {
        if let Some(holder) = holder {
            return holder..holder + 1;
        }
        let holds =
            |redirection: &&Redirection| level.pieces(redirection.target).iter().any(|piece| piece.kind == PieceKind::Process(context));
        level.script.redirections.iter().find(holds).map_or(0..0, |redirection| redirection.parts.clone())
    }

    /// `$( … )` in code that a part runs, or in what is put out to one that runs it.
    fn substitution_flows(&mut self, level: &Level<'_>) {
        let due: alloc::vec::Vec<(u32, u32)> =
            self.code_flows.iter().filter(|(id, ..)| *id == level.id).map(|(_, context, to)| (*context, *to)).collect();
        self.code_flows.retain(|(id, ..)| *id != level.id);
        for (context, to) in due {
            let Some(found) = level.script.contexts.get(context as usize) else { continue };
            for inside in level.direct(&found.parts, context) {
                let Some(range) = level.bench.ranges.get(inside as usize).cloned() else { continue };
                for from in range.clone() {
                    if self.reaches(from, range.start, false) {
                        self.flow(Flow { from, to, kind: FlowKind::Code });
                    }
                }
            }
        }
        self.printed_flows(level);
    }

    /// `echo "$(A)" | B`: A's output is put out again.
    fn printed_flows(&mut self, level: &Level<'_>) {
        for pipe in &level.script.pipes {
            for left in level.direct(&pipe.left, pipe.context) {
                let Some(part) = level.script.parts.get(left as usize) else { continue };
                let prints = level.literal(part.words.start).is_some_and(|program| matches!(program, "echo" | "printf" | "cat"));
                if part.words.is_empty() || !prints {
                    continue;
                }
                for (at, context) in (0_u32..).zip(&level.script.contexts).filter(|(_, context)| context.holder == Some(left)) {
                    for inside in level.direct(&context.parts, at) {
                        self.connect(level, inside, left, FlowKind::Code);
                    }
                }
            }
        }
    }

    /// Notes the substitutions in a word whose text a part runs, those that a variable in it got included.
    pub(super) fn code_sources(&mut self, level: &Level<'_>, word: u32, index: u32) {
        for piece in level.pieces(word) {
            match piece.kind {
                PieceKind::Substitution(context) => self.code_flow(level, context, index),
                PieceKind::Parameter | PieceKind::Computed => self.variable_sources(level, level.cooked(&piece.text), index),
                _ => {}
            }
        }
    }

    fn variable_sources(&mut self, level: &Level<'_>, name: &str, index: u32) {
        let assignments = level.script.assignments.iter().filter(|assignment| level.cooked(&assignment.name) == name);
        for word in assignments.flat_map(|assignment| assignment.values.clone()) {
            for piece in level.pieces(word) {
                if let PieceKind::Substitution(context) = piece.kind {
                    self.code_flow(level, context, index);
                }
            }
        }
    }

    fn code_flow(&mut self, level: &Level<'_>, context: u32, index: u32) {
        if self.code_flows.len() < crate::limits::COMMAND_TOUCHES {
            self.code_flows.push((level.id, context, index));
        }
    }

    /// What a part's redirections open.
    pub(super) fn redirections(&mut self, level: &Level<'_>, place: &Place, index: u32) {
        for redirection in level.redirections(place.part) {
            let kinds: &[TouchKind] = match redirection.kind {
                RedirectionKind::Read => &[TouchKind::Read],
                RedirectionKind::Write | RedirectionKind::Append => &[TouchKind::Write],
                RedirectionKind::ReadWrite => &[TouchKind::Read, TouchKind::Write],
                RedirectionKind::Duplicate | RedirectionKind::HereDocument | RedirectionKind::HereString => continue,
            };
            let field = self.expand_target(level, redirection.target);
            let process = level.pieces(redirection.target).iter().any(|piece| matches!(piece.kind, PieceKind::Process(_)));
            if process {
                continue;
            }
            for kind in kinds {
                self.path_touch(index, &place.here, *kind, &field.text, true);
            }
            self.device(index, &field.text);
            let no_file = super::meaning::is_no_file(self.out.known(&field.text));
            if kinds.contains(&TouchKind::Write) && !no_file {
                self.redirects(index);
            }
        }
    }

    fn redirects(&mut self, index: u32) {
        if let Some(part) = self.out.parts.get_mut(index as usize) {
            part.flags.redirects = true;
        }
    }

    /// `/dev/tcp/host/port`
    fn device(&mut self, index: u32, text: &super::reading::Text) {
        let known = self.out.known(text);
        let Some(rest) = known.strip_prefix("/dev/tcp/").or_else(|| known.strip_prefix("/dev/udp/")) else { return };
        let host = super::hosts::host_of(rest, text.certainty <= super::reading::Certainty::Expanded);
        let text = match host {
            Some(host) => self.field(&host, text.span).text,
            None => super::reading::Text {
                cooked: text.cooked.start..text.cooked.start,
                certainty: super::reading::Certainty::Dynamic,
                ..text.clone()
            },
        };
        self.touch(super::reading::Touch {
            part: index,
            kind: TouchKind::Contact,
            text,
            path: None,
            pattern: None,
            redirection: true,
            linked: false,
        });
    }

    /// Signals that need all flows.
    pub(super) fn late_signals(&mut self) {
        let executes = core::mem::take(&mut self.executes);
        if executes.is_empty() {
            return;
        }
        for index in &executes {
            if self.is_fed(*index) {
                self.signal(Signal::PipeIntoShell, *index);
            }
        }
        let decoded = self.decoded();
        for index in executes.into_iter().filter(|index| decoded.get(*index as usize) == Some(&true)) {
            self.signal(Signal::DecodeThenExecute, index);
        }
    }

    /// Whether a part executes, as a file or in its code, what comes from the network, through any others.
    fn is_fed(&self, index: u32) -> bool {
        let contacts = |part: u32| self.out.touches.iter().any(|touch| touch.part == part && touch.kind == TouchKind::Contact);
        let direct = self.out.flows.iter().filter(|flow| flow.to == index && flow.kind != FlowKind::Pipe);
        let mut due: alloc::vec::Vec<u32> = direct.map(|flow| flow.from).collect();
        let mut seen = alloc::vec![false; self.out.parts.len()];
        while let Some(part) = due.pop() {
            if contacts(part) {
                return true;
            }
            if let Some(mark) = seen.get_mut(part as usize).filter(|mark| !**mark) {
                *mark = true;
                due.extend(self.out.flows.iter().filter(|flow| flow.to == part).map(|flow| flow.from));
            }
        }
        false
    }

    /// Which parts decoded text reaches, through any others.
    fn decoded(&self) -> alloc::vec::Vec<bool> {
        let count = u32::try_from(self.out.parts.len()).unwrap_or(u32::MAX);
        let mut reached = alloc::vec![false; self.out.parts.len()];
        let mut due: alloc::vec::Vec<u32> = (0..count).filter(|index| self.decodes(*index)).collect();
        while let Some(from) = due.pop() {
            for flow in self.out.flows.iter().filter(|flow| flow.from == from) {
                if let Some(mark) = reached.get_mut(flow.to as usize).filter(|mark| !**mark) {
                    *mark = true;
                    due.push(flow.to);
                }
            }
        }
        reached
    }

    fn decodes(&self, index: u32) -> bool {
        let Some(part) = self.out.parts.get(index as usize) else { return false };
        let base = self.out.cooked(&part.program.base);
        let Some((_, options)) = DECODERS.iter().find(|(name, _)| *name == base) else { return false };
        let given =
            |option: &&str| self.out.args_of(part).iter().any(|arg| arg.kind == ArgKind::Flag && self.out.known(&arg.text) == *option);
        options.is_empty() || options.iter().any(given)
    }

    /// Marks touches of paths that the same text links.
    pub(super) fn links(&mut self) {
        let command = &mut *self.out;
        let (cooked, parts) = (&command.cooked, &command.parts);
        let text = |range: &core::ops::Range<u32>| cooked.get(range.start as usize..range.end as usize).unwrap_or_default();
        let links = |part: u32| parts.get(part as usize).is_some_and(|part| matches!(text(&part.program.base), "ln" | "link"));
        if !parts.iter().any(|part| matches!(text(&part.program.base), "ln" | "link")) {
            return;
        }
        let linking: alloc::vec::Vec<super::reading::Touch> = command.touches.iter().filter(|touch| links(touch.part)).cloned().collect();
        for touch in command.touches.iter_mut().filter(|touch| !links(touch.part)) {
            let Some(path) = touch.path.clone() else { continue };
            touch.linked |= linking.iter().any(|link| may_link(text(&path), link.path.as_ref().map(text)));
        }
    }
}

/// Whether a path may lie behind a link: the linked path itself or below it, or a name in a folder that is the linked file's.
fn may_link(path: &str, link: Option<&str>) -> bool {
    let Some(link) = link else { return true };
    let name = link.rsplit('/').next().unwrap_or_default();
    crate::path::is_under(path, link) || path.split('/').any(|component| component == name && !name.is_empty())
}
