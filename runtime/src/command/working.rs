//! A command under way: from a script's parts to every layer that they come to.
//!
//! Recursion goes from a layer to the one inside it and from code to the text it holds, both bounded by [`COMMAND_LAYERS`]; work is bounded
//! by [`Budget`].

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;

use super::expand::{Field, range};
use super::folders::{Folders, Here};
use super::level::{Bench, Level, Running, Stdin};
use super::reading::{Assignment, Certainty, Command, Flow, Layer, Part, PartFlags, Program, Signal, Spelled, Text, Touch};
use super::table::{Table, table};
use super::{constants, names};
use crate::limits::{COMMAND_CODE_BYTES, COMMAND_LAYERS, COMMAND_PARTS, COMMAND_TOUCHES, SHELL_BYTES, SHELL_CAUSES};
use crate::shell::{self, Dialect, PartKind, Script, Span, Unreadable, UnreadableCause};

/// Memory that is reused from command to command.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    scripts: Vec<Script>,
    benches: Vec<Bench>,
    fields: Vec<Vec<Field>>,
}

/// Words that variables may become in one command.
const WORDS_OF_VARIABLES: usize = 16 << 10;

/// Words of scripts that are looked through for what sets a variable; beyond it variables are unknown.
const LOOKS: usize = 4 << 20;

/// Assignments of one command, those of a shell counted for each part in it.
const ASSIGNMENTS: usize = 64 << 10;

/// What may still be done.
#[derive(Debug)]
pub(super) struct Budget {
    /// Bytes of texts beyond which no constant is put in.
    pub(super) cooked: usize,
    /// Words that brace lists may still become.
    pub(super) braces: usize,
    /// Words that variables may still become.
    pub(super) words: usize,
    /// Words of scripts that may still be looked through for what sets a variable.
    looks: Cell<usize>,
    /// Bytes of code strings that may still be read.
    code: usize,
}

/// A command under way.
pub(super) struct Working<'w> {
    pub(super) out: &'w mut Command,
    pub(super) folders: Folders<'w>,
    scratch: &'w mut Scratch,
    pub(super) budget: Budget,
    /// Later parts are outside permissions.
    pub(super) redefined: bool,
    /// The part under way puts later ones outside permissions.
    pub(super) redefined_after: bool,
    /// The script's part under way.
    pub(super) at_part: u32,
    /// Substitutions whose output a part runs: the level, the substitution, the part.
    pub(super) code_flows: Vec<(u32, u32, u32)>,
    /// Which parts have the input and the output of the part that runs them.
    pub(super) ends: Vec<Ends>,
    /// Parts whose code comes from elsewhere.
    pub(super) executes: Vec<u32>,
    /// Where a `cd` of the part under way leads.
    pub(super) moved: Option<Here>,
    /// Names that the text gave, and what they stand for.
    pub(super) given: Vec<(String, String)>,
    /// What such a name stands for is read.
    pub(super) naming: bool,
    /// What is read may be no command at all.
    pub(super) doubting: bool,
    /// Names that `find` looks for, where what it finds is handed to the part under way.
    pub(super) sought: Vec<String>,
    levels: u32,
}

/// Whether a part's input and output are those of the part that runs it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends {
    pub(super) input: bool,
    pub(super) output: bool,
}

/// Where a layer stands.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// The script's part.
    pub(super) part: u32,
    pub(super) outer: Option<(u32, Layer)>,
    pub(super) depth: u8,
    pub(super) assignments: Range<u32>,
    pub(super) remote: bool,
    pub(super) here: Here,
    /// Only wrappers stand between it and the shell: it has the shell's redirections and input.
    pub(super) spine: bool,
    /// It has the shell's input.
    pub(super) input: bool,
    /// Operands that are not known stand behind its own.
    pub(super) appends: bool,
}

/// Code that a part runs.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) text: String,
    /// All of the text is known.
    pub(super) known: bool,
    pub(super) dialect: Dialect,
    pub(super) layer: Layer,
    /// It runs in the same shell (`eval`).
    pub(super) shares: bool,
    pub(super) stdin: Stdin,
}

impl Command {
    /// Reads the text of a command.
    pub fn read(text: &str, dialect: Dialect, folders: &Folders<'_>) -> Self {
        let mut command = Self::default();
        command.read_into(text, dialect, folders, &mut Scratch::default());
        command
    }

    /// Reads an argument vector: a program and its words, without a shell.
    pub fn of_words(words: &[&str], folders: &Folders<'_>) -> Self {
        let mut command = Self::default();
        command.read_words_into(words, folders, &mut Scratch::default());
        command
    }

    /// As [`Command::read`], reusing memory.
    pub fn read_into(&mut self, text: &str, dialect: Dialect, folders: &Folders<'_>, scratch: &mut Scratch) {
        self.begin(dialect);
        self.text.push_str(text);
        let mut working = Working::new(self, *folders, scratch);
        working.read_text(text, dialect);
        working.finish();
    }

    /// As [`Command::of_words`], reusing memory.
    pub fn read_words_into(&mut self, words: &[&str], folders: &Folders<'_>, scratch: &mut Scratch) {
        self.begin(Dialect::Bash);
        let spans = self.quote(words);
        let length = self.text.len();
        let mut working = Working::new(self, *folders, scratch);
        if length > SHELL_BYTES {
            working.unreadable(UnreadableCause::TooLong, Span { start: 0, end: u32::try_from(length).unwrap_or(u32::MAX) });
        } else {
            working.read_words(words, &spans);
        }
        working.finish();
    }

    fn begin(&mut self, dialect: Dialect) {
        self.text.clear();
        self.dialect = dialect;
        self.cooked.clear();
        self.parts.clear();
        self.args.clear();
        self.assignments.clear();
        self.touches.clear();
        self.flows.clear();
        self.signals.clear();
        self.unreadable.clear();
        self.open_paths = false;
        self.open_hosts = false;
    }

    /// Writes words as a shell would quote them; where each of them stands.
    fn quote(&mut self, words: &[&str]) -> Vec<Span> {
        let mut spans = Vec::with_capacity(words.len());
        for word in words {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            let start = self.text.len();
            let plain =
                |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/' | b':' | b'=' | b',' | b'@' | b'+');
            if !word.is_empty() && word.bytes().all(plain) {
                self.text.push_str(word);
            } else {
                self.text.push('\'');
                self.text.push_str(&word.replace('\'', "'\\''"));
                self.text.push('\'');
            }
            let span = range(start, self.text.len());
            spans.push(Span { start: span.start, end: span.end });
        }
        spans
    }
}

impl<'w> Working<'w> {
    fn new(out: &'w mut Command, folders: Folders<'w>, scratch: &'w mut Scratch) -> Self {
        Self {
            out,
            folders,
            scratch,
            budget: Budget {
                cooked: 16 * COMMAND_CODE_BYTES,
                braces: 2048,
                words: WORDS_OF_VARIABLES,
                looks: Cell::new(LOOKS),
                code: COMMAND_CODE_BYTES,
            },
            redefined: false,
            redefined_after: false,
            at_part: 0,
            code_flows: Vec::new(),
            ends: Vec::new(),
            executes: Vec::new(),
            moved: None,
            given: Vec::new(),
            naming: false,
            doubting: false,
            sought: Vec::new(),
            levels: 0,
        }
    }

    fn read_text(&mut self, text: &str, dialect: Dialect) {
        let mut script = self.scratch.scripts.pop().unwrap_or_default();
        shell::read(text, dialect, &mut script);
        self.out.unreadable.extend_from_slice(&script.unreadable);
        let bench = self.scratch.benches.pop().unwrap_or_default();
        let mut level = Level { bench, ..Level::outermost(&script, text, dialect) };
        self.level(&mut level, Here::SESSION);
        let bench = core::mem::take(&mut level.bench);
        self.scratch.benches.push(bench);
        self.scratch.scripts.push(script);
    }

    fn read_words(&mut self, words: &[&str], spans: &[Span]) {
        let script = Script::default();
        let level = Level { lost_after: 0, ..Level::outermost(&script, "", Dialect::Bash) };
        let fields: Vec<Field> = words.iter().zip(spans).map(|(word, span)| self.field(word, *span)).collect();
        let place = Place::of(0, Here::SESSION);
        self.argv(&level, &place, &fields);
    }

    /// A literal word.
    pub(super) fn field(&mut self, word: &str, span: Span) -> Field {
        let start = self.out.cooked.len();
        self.out.cooked.push_str(word);
        let cooked = range(start, self.out.cooked.len());
        let text = Text { cooked, certainty: Certainty::Literal, splits: false, glob: false, span };
        Field { text, risk: false, word: super::expand::NO_WORD }
    }

    pub(super) fn unreadable(&mut self, cause: UnreadableCause, at: Span) {
        let found = Unreadable { cause, at };
        if self.out.unreadable.len() < SHELL_CAUSES && !self.out.unreadable.contains(&found) {
            self.out.unreadable.push(found);
        }
    }

    /// All parts of a text; where its shell ends up.
    pub(super) fn level(&mut self, level: &mut Level<'_>, here: Here) -> Here {
        level.bench.ranges.clear();
        level.bench.constants.clear();
        level.bench.running.clear();
        level.bench.running.push(Running::new(0, here));
        if !level.script.assignments.is_empty() {
            level.lost_after = constants::lost_after(level);
        }
        if level.script.cooked.contains("IFS") {
            level.sets_separator = constants::sets_separator(level);
        }
        let outside = core::mem::replace(&mut self.at_part, 0);
        for at in 0..u32::try_from(level.script.parts.len()).unwrap_or(u32::MAX) {
            self.at_part = at;
            let start = self.out.parts.len();
            self.script_part(level, at);
            level.bench.ranges.push(range(start, self.out.parts.len()));
        }
        self.at_part = outside;
        self.flows(level);
        level.bench.running.first().map_or(here, |running| running.pending.map_or(running.here, |pending| pending.or(running.here)))
    }

    fn script_part(&mut self, level: &mut Level<'_>, at: u32) {
        let script = level.script;
        let Some(part) = script.parts.get(at as usize) else { return };
        let here = level.enter(at, part);
        if part.context != 0 && level.literal_output(part.context).is_some() && !self.redefined {
            return level.leave(part, None);
        }
        self.redefined |= script.functions.iter().any(|function| function.parts.start <= at);
        let steers = |setting: &shell::Setting| setting.span.start < part.span.start && level.sets_what_runs(setting);
        self.redefined |= script.settings.iter().any(steers);
        let assignments = self.assignments(level, part);
        let mut place = Place { assignments, ..Place::of(at, here) };
        place.outer = level.outer;
        place.depth = level.depth;
        place.remote = level.remote;
        let mut fields = self.scratch.fields.pop().unwrap_or_default();
        for word in part.words.clone() {
            self.expand(level, word, &mut fields);
        }
        self.moved = None;
        if part.kind == PartKind::Simple && fields.is_empty() && !part.words.is_empty() {
            self.nothing_left(level, &place, part);
        } else {
            let index = self.argv(level, &place, &fields);
            self.assigned_commands(level, &place, index);
        }
        fields.clear();
        self.scratch.fields.push(fields);
        let moved = self.moved.take().filter(|_| !part.background);
        level.leave(part, moved);
    }

    /// Words that may all be gone: what stands there as a program is not known.
    fn nothing_left(&mut self, level: &Level<'_>, place: &Place, part: &shell::Part) {
        let at = self.out.cooked.len();
        let span = level.span(part.span);
        let text = Text { cooked: range(at, at), certainty: Certainty::Dynamic, splits: true, glob: false, span };
        self.argv(level, place, &[Field { text, risk: true, word: part.words.start }]);
    }

    /// Assignments of a part: those that hold for the whole level, and its own.
    fn assignments(&mut self, level: &mut Level<'_>, part: &shell::Part) -> Range<u32> {
        if part.assignments.is_empty() {
            return level.assignments.clone();
        }
        let start = self.out.assignments.len();
        self.copy_assignments(&level.assignments.clone());
        for assignment in level.script.assignments_of(part) {
            self.assignment(level, part, assignment);
        }
        range(start, self.out.assignments.len())
    }

    pub(super) fn copy_assignments(&mut self, assignments: &Range<u32>) {
        if self.out.assignments.len() + assignments.len() > ASSIGNMENTS {
            return self.unreadable(UnreadableCause::TooMuchWork, Span::default());
        }
        for at in assignments.clone() {
            let copy = self.out.assignments.get(at as usize).cloned();
            self.out.assignments.extend(copy);
        }
    }

    fn assignment(&mut self, level: &mut Level<'_>, part: &shell::Part, assignment: &shell::Assignment) {
        let name = level.cooked(&assignment.name);
        let mut value = match assignment.values.is_empty() {
            true => self.field("", level.span(assignment.span)).text,
            false => self.expand_whole(level, assignment.values.start).text,
        };
        if !assignment.plain {
            value.certainty = Certainty::Dynamic;
            value.cooked.end = value.cooked.start;
        }
        if name == "IFS" && !is_read(level, part) {
            self.unreadable(UnreadableCause::FieldSeparator, level.span(assignment.span));
        }
        if value.certainty <= Certainty::Expanded
            && level.bench.constants.len() < constants::CONSTANTS
            && self.may_look(level)
            && constants::is_constant(level, part, assignment)
        {
            level.bench.constants.push(super::level::Constant { name: assignment.name.clone(), value: value.cooked.clone() });
        }
        let harmless = names::is_harmless(name);
        if part.kind == PartKind::Assignments && !harmless && is_environment(name) {
            self.redefined_after = true;
        }
        self.push_assignment(name, value, harmless);
    }

    /// Whether a level may be looked through once more.
    pub(super) fn may_look(&self, level: &Level<'_>) -> bool {
        let cost = 1 + level.script.words.len() + level.script.assignments.len() + level.script.parts.len();
        let left = self.budget.looks.get().checked_sub(cost);
        self.budget.looks.set(left.unwrap_or_default());
        left.is_some()
    }

    /// Commands that programs take from the variables set in front of a part.
    fn assigned_commands(&mut self, level: &Level<'_>, place: &Place, index: Option<u32>) {
        let Some(index) = index else { return };
        let inherited = level.assignments.len();
        for at in place.assignments.clone().skip(inherited) {
            let Some(Assignment { name, value, .. }) = self.out.assignments.get(at as usize).cloned() else { continue };
            let name = String::from(self.out.cooked(&name));
            self.value_of(level, place, index, &name, &value);
        }
    }

    /// A variable whose value programs run: what it says joins with its refusals.
    pub(super) fn value_of(&mut self, level: &Level<'_>, place: &Place, index: u32, name: &str, value: &Text) {
        if value.certainty > Certainty::Expanded {
            return;
        }
        let known = self.out.known(value);
        let text = match names::options_of(name) {
            Some(program) => alloc::format!("{program} {known}"),
            None if names::is_command(name) => String::from(known.trim_start_matches(['|', '!'])),
            None if names::is_expanded(name) && known.contains(['$', '`']) => alloc::format!(": \"{known}\""),
            None => return,
        };
        self.mentioned_text(level, place, index, text);
    }

    /// Shell text that something later may run.
    pub(super) fn mentioned_text(&mut self, level: &Level<'_>, place: &Place, index: u32, text: String) {
        let code = Code { text, known: true, dialect: level.dialect, layer: Layer::Mentioned, shares: false, stdin: Stdin::Unread };
        self.code(level, place, index, code);
    }

    pub(super) fn push_assignment(&mut self, name: &str, value: Text, harmless: bool) {
        let start = self.out.cooked.len();
        self.out.cooked.push_str(name);
        let name = range(start, self.out.cooked.len());
        self.out.assignments.push(Assignment { name, value, harmless });
    }

    /// One argument vector and everything inside it.
    pub(super) fn argv(&mut self, level: &Level<'_>, place: &Place, fields: &[Field]) -> Option<u32> {
        let span = self.span_of(level, place, fields);
        if self.out.parts.len() >= COMMAND_PARTS {
            self.unreadable(UnreadableCause::TooManyParts, span);
            return None;
        }
        if place.depth > COMMAND_LAYERS {
            self.unreadable(UnreadableCause::TooManyLayers, span);
            return None;
        }
        let program = self.program(level, fields.first(), span);
        let index = u32::try_from(self.out.parts.len()).ok()?;
        let table = self.table_of(&program);
        let computed = program.spelled == Spelled::Computed;
        let nothing = program.spelled == Spelled::Nothing;
        self.push_part(level, place, program, span, table.is_some() || nothing);
        if place.spine {
            self.redirections(level, place, index);
        }
        let first = self.out.args.len();
        let sorted = self.sort(table, fields);
        self.set_args(index, first);
        if computed {
            self.computed(level, index, fields);
        }
        if table.is_none() && !nothing {
            self.open(index);
        }
        self.meaning(level, place, index, fields, first, sorted);
        self.written_program(level, place, index, fields);
        self.named(level, place, index, fields);
        self.redefined |= core::mem::take(&mut self.redefined_after);
        Some(index)
    }

    pub(super) fn set_args(&mut self, index: u32, first: usize) {
        let args = range(first, self.out.args.len());
        if let Some(part) = self.out.parts.get_mut(index as usize) {
            part.args = args;
        }
    }

    /// There may be other paths and hosts than are listed.
    pub(super) fn open(&mut self, index: u32) {
        self.out.open_paths = true;
        self.out.open_hosts = true;
        if let Some(part) = self.out.parts.get_mut(index as usize) {
            part.flags.open_paths = true;
            part.flags.open_hosts = true;
        }
    }

    fn computed(&mut self, level: &Level<'_>, index: u32, fields: &[Field]) {
        let Some(field) = fields.first() else { return };
        let foreign = !self.out.known(&field.text).is_ascii() && field.text.certainty <= Certainty::Expanded;
        let cause = if foreign { UnreadableCause::ForeignProgram } else { UnreadableCause::ComputedProgram };
        self.unreadable(cause, field.text.span);
        self.code_sources(level, field.word, index);
        if let Some(part) = self.out.parts.get_mut(index as usize) {
            part.flags.tail_unknown |= field.text.splits;
        }
    }

    fn span_of(&self, level: &Level<'_>, place: &Place, fields: &[Field]) -> Span {
        let script = level.script.parts.get(place.part as usize).filter(|_| place.outer == level.outer);
        match (script, fields.first(), fields.last()) {
            (Some(part), _, _) => level.span(part.span),
            (None, Some(first), Some(last)) if first.text.span.start <= last.text.span.end => {
                Span { start: first.text.span.start, end: last.text.span.end.max(first.text.span.end) }
            }
            (None, first, _) => first.map(|first| first.text.span).unwrap_or_default(),
        }
    }

    fn push_part(&mut self, level: &Level<'_>, place: &Place, mut program: Program, span: Span, known: bool) {
        program.known = known;
        let flags = PartFlags {
            redefined: self.redefined,
            remote: place.remote,
            mentioned: level.mentioned,
            doubted: self.doubting,
            tail_unknown: place.appends,
            ..PartFlags::default()
        };
        let folder = match place.here.first() {
            super::folders::Where::Session => None,
            super::folders::Where::Known(start, end) => Some(start..end),
            super::folders::Where::Unknown => Some(0..0),
        };
        self.ends.push(Ends { input: true, output: true });
        let assignments = place.assignments.clone();
        self.out.parts.push(Part { program, args: 0..0, assignments, outer: place.outer, flags, folder, span });
    }

    fn program(&mut self, level: &Level<'_>, field: Option<&Field>, span: Span) -> Program {
        let Some(field) = field else {
            let at = self.out.cooked.len();
            let text = Text { cooked: range(at, at), certainty: Certainty::Literal, splits: false, glob: false, span };
            return Program { text, base: range(at, at), spelled: Spelled::Nothing, known: false };
        };
        let _ = level;
        let text = self.out.known(&field.text);
        let slash = text.rfind('/');
        let spelled = match (field.text.certainty, slash) {
            _ if !text.is_ascii() || text.is_empty() => Spelled::Computed,
            (Certainty::Prefix | Certainty::Below | Certainty::Dynamic, _) => Spelled::Computed,
            (Certainty::Expanded, _) => Spelled::Elsewhere,
            (Certainty::Literal, None) => Spelled::Bare,
            (Certainty::Literal, Some(_)) if is_trusted(text) => Spelled::Trusted,
            (Certainty::Literal, Some(_)) => Spelled::Elsewhere,
        };
        if let Some(base) = other_spelling(text.rsplit('/').next().unwrap_or_default()).filter(|_| spelled != Spelled::Computed) {
            let base = self.field(&base, span).text.cooked;
            return Program { text: field.text.clone(), base, spelled: Spelled::Elsewhere, known: false };
        }
        let start = field.text.cooked.start + u32::try_from(slash.map_or(0, |at| at + 1)).unwrap_or(0);
        let base = if spelled == Spelled::Computed { start..start } else { start..field.text.cooked.end };
        Program { text: field.text.clone(), base, spelled, known: false }
    }

    fn table_of(&self, program: &Program) -> Option<&'static Table> {
        match program.spelled {
            Spelled::Computed | Spelled::Nothing => None,
            _ => table(self.out.cooked(&program.base)),
        }
    }

    /// Reads code that a part runs, its input being what the code's parts have.
    pub(super) fn code(&mut self, level: &Level<'_>, place: &Place, index: u32, code: Code) {
        if !code.known {
            self.unread(index);
        }
        if code.text.trim().is_empty() || code.text.trim() == "${_}" {
            return;
        }
        let span = self.out.parts.get(index as usize).map(|part| part.span).unwrap_or_default();
        let origin = level.origin.unwrap_or(span);
        let depth = place.depth + 1;
        if depth > COMMAND_LAYERS {
            self.unreadable(UnreadableCause::TooManyLayers, origin);
            return self.unread(index);
        }
        let Some(budget) = self.budget.code.checked_sub(code.text.len()) else {
            self.unreadable(UnreadableCause::TooMuchWork, origin);
            return self.unread(index);
        };
        self.budget.code = budget;
        self.code_level(level, place, index, &code, origin, depth);
    }

    fn code_level(&mut self, level: &Level<'_>, place: &Place, index: u32, code: &Code, origin: Span, depth: u8) {
        let mut script = self.scratch.scripts.pop().unwrap_or_default();
        shell::read(&code.text, code.dialect, &mut script);
        for found in &script.unreadable {
            self.unreadable(found.cause, origin);
        }
        self.levels += 1;
        let mentioned = code.layer == Layer::Mentioned;
        let mut inner = Level {
            script: &script,
            text: &code.text,
            dialect: code.dialect,
            origin: Some(origin),
            depth,
            codes: level.codes + u8::from(!mentioned),
            id: self.levels,
            outer: Some((index, code.layer)),
            remote: place.remote || code.layer == Layer::Remote,
            mentioned: level.mentioned || mentioned,
            stdin: code.stdin,
            assignments: place.assignments.clone(),
            parent: code.shares.then_some(level),
            bench: self.scratch.benches.pop().unwrap_or_default(),
            sets_separator: code.shares && level.sets_separator,
            lost_after: u32::MAX,
        };
        if level.codes > 0 && !mentioned {
            self.signal(Signal::NestedEvaluation, index);
        }
        let here = if inner.remote && !level.remote { Here::only(super::folders::Where::Unknown) } else { place.here };
        let left = self.level(&mut inner, here);
        if code.shares {
            self.moved = Some(left.or(place.here));
        }
        let bench = core::mem::take(&mut inner.bench);
        self.scratch.benches.push(bench);
        self.scratch.scripts.push(script);
    }

    /// A part runs code that was not read.
    pub(super) fn unread(&mut self, index: u32) {
        self.open(index);
        // A shell's name among the words of a program says nothing of code.
        if self.doubting {
            return;
        }
        self.executes.push(index);
        if let Some(part) = self.out.parts.get_mut(index as usize) {
            part.flags.unread_code = true;
        }
    }

    pub(super) fn signal(&mut self, signal: Signal, index: u32) {
        if !self.out.signals.contains(&(signal, index)) && self.out.signals.len() < COMMAND_TOUCHES {
            self.out.signals.push((signal, index));
        }
    }

    pub(super) fn flow(&mut self, flow: Flow) {
        if flow.from != flow.to && !self.out.flows.contains(&flow) {
            if self.out.flows.len() < COMMAND_TOUCHES {
                self.out.flows.push(flow);
            } else {
                self.unreadable(UnreadableCause::TooMuchWork, Span::default());
            }
        }
    }

    pub(super) fn touch(&mut self, touch: Touch) {
        if self.doubting {
            return;
        }
        if self.out.touches.len() < COMMAND_TOUCHES {
            self.out.touches.push(touch);
        } else {
            self.out.open_paths = true;
            self.out.open_hosts = true;
            self.unreadable(UnreadableCause::TooMuchWork, Span::default());
        }
    }

    /// A new code text of fields, joined with blanks, and whether all of it is known.
    pub(super) fn joined(&self, level: &Level<'_>, fields: &[Field]) -> (String, bool) {
        let (mut text, mut known) = (String::new(), true);
        for (at, field) in fields.iter().enumerate() {
            if at > 0 {
                text.push(' ');
            }
            known &= self.append_code(level, &field.text, field.word, &mut text);
        }
        (text, known)
    }

    /// Puts a text behind a code text, holes for what is not known; whether all is known.
    pub(super) fn append_code(&self, level: &Level<'_>, field: &Text, word: u32, text: &mut String) -> bool {
        let known = field.certainty <= Certainty::Expanded;
        if known || word == super::expand::NO_WORD {
            text.push_str(self.out.known(field));
            if !known {
                text.push_str("${_}");
            }
        } else {
            self.text_with_holes(level, word, text);
        }
        known
    }

    fn finish(&mut self) {
        self.late_signals();
        self.out.unreadable.sort_by_key(|found| (found.at.start, found.at.end, found.cause));
        self.out.signals.sort_unstable();
        self.links();
        self.globs();
    }
}

impl Place {
    pub(super) fn of(part: u32, here: Here) -> Self {
        Self { part, outer: None, depth: 0, assignments: 0..0, remote: false, here, spine: true, input: true, appends: false }
    }
}

impl Level<'_> {
    /// Whether grammar sets a variable that steers programs. Arithmetic does not say which it sets: the names beside its sign count.
    fn sets_what_runs(&self, setting: &shell::Setting) -> bool {
        let name = self.cooked(&setting.name);
        let is_sign = |character: char| !character.is_ascii_alphanumeric() && character != '_';
        let (before, after) = self.text.split_at_checked(setting.span.start as usize).unwrap_or_default();
        let beside = [before.trim_end_matches(is_sign).rsplit(is_sign).next(), after.trim_start_matches(is_sign).split(is_sign).next()];
        names::runs_code(name) || name.is_empty() && beside.into_iter().flatten().any(names::runs_code)
    }

    /// Where a part runs, after everything before it.
    fn enter(&mut self, at: u32, part: &shell::Part) -> Here {
        let _ = at;
        while self.bench.running.len() > 1 && !self.stands_in(part.context, self.bench.running.last().map_or(0, |top| top.context)) {
            self.bench.running.pop();
        }
        let top = self.bench.running.last().copied().unwrap_or(Running::new(0, Here::SESSION));
        if top.context != part.context {
            self.bench.running.push(Running::new(part.context, top.here));
        }
        let text = self.text;
        let Some(running) = self.bench.running.last_mut() else { return top.here };
        let between = text.get(running.last_end as usize..part.span.start as usize).unwrap_or(";");
        running.arrive(part.subshell, is_and(between));
        running.here
    }

    fn leave(&mut self, part: &shell::Part, moved: Option<Here>) {
        if let Some(running) = self.bench.running.iter_mut().rev().find(|running| running.context == part.context) {
            running.pending = moved;
            running.last_end = part.span.end.max(running.last_end);
        }
    }

    /// Whether a context is this one or lies in it.
    fn stands_in(&self, context: u32, outer: u32) -> bool {
        let mut at = context;
        for _ in 0..crate::limits::SHELL_DEPTH {
            if at == outer {
                return true;
            }
            let above = self.script.contexts.get(at as usize).map_or(0, |context| context.outer);
            if above == at {
                return false;
            }
            at = above;
        }
        at == outer
    }
}

impl Running {
    /// Settles where the next part runs.
    fn arrive(&mut self, subshell: bool, and: bool) {
        match (self.pending.take(), and) {
            (Some(new), true) => {
                self.before = Some(self.before.map_or(self.here, |before| before.or(self.here)));
                self.here = new;
            }
            (Some(new), false) => {
                let old = self.here;
                self.here = new.or(old);
                self.fall_back();
            }
            (None, false) => self.fall_back(),
            (None, true) => {}
        }
        match (subshell, self.saved) {
            (true, None) => self.saved = Some(self.here),
            (false, Some(saved)) => {
                self.here = saved;
                self.saved = None;
            }
            _ => {}
        }
    }

    fn fall_back(&mut self) {
        if let Some(before) = self.before.take() {
            self.here = self.here.or(before);
        }
    }
}

/// Whether what stands between two parts is `&&`, so that the second runs only behind the first's success.
fn is_and(between: &str) -> bool {
    between.trim_matches(|character: char| character.is_ascii_whitespace() || matches!(character, '(' | '{' | '!' | '"')) == "&&"
}

/// Whether a name looks like one of the environment, so that setting it changes what programs get.
fn is_environment(name: &str) -> bool {
    names::runs_code(name) || name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

fn is_read(level: &Level<'_>, part: &shell::Part) -> bool {
    !part.words.is_empty() && level.literal(part.words.start) == Some("read")
}

/// The program that a name is where case does not matter, or behind `.exe`: never one that is permitted, as what a refusal names it counts.
fn other_spelling(name: &str) -> Option<String> {
    if table(name).is_some() || !name.bytes().any(|byte| byte.is_ascii_uppercase() || byte == b'.') {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let plain = lower.strip_suffix(".exe").unwrap_or(&lower);
    table(plain).map(|_| String::from(plain))
}

const TRUSTED: &[&str] = &["/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/", "/usr/local/bin/", "/opt/homebrew/bin/"];

/// Whether a path lies directly in a folder that only the system writes.
fn is_trusted(path: &str) -> bool {
    TRUSTED.iter().any(|folder| path.strip_prefix(folder).is_some_and(|name| !name.is_empty() && !name.contains('/')))
}
