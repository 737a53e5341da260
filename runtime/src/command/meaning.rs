//! What a program's options and operands mean: what it reads, writes and contacts, and the commands and code inside it.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::args::{Given, Sorted, does, is_assignment, operand_of, sub_text};
use super::expand::{Field, NO_WORD, range};
use super::folders::{Base, Here, Where, clean_onto};
use super::globs::moved_slots;
use super::level::{Level, Stdin};
use super::reading::{Arg, ArgKind, Certainty, Does, Layer, Signal, Spelled, Text, Touch, TouchKind};
use super::scripts::{self, Finding, Mention};
use super::table::{Effect, Input, Language, Script, Slot};
use super::working::{Code, Place, Working};
use super::{hosts, names};
use crate::shell::{Dialect, PieceKind, UnreadableCause};

/// A command or code inside a part.
enum Inner {
    /// Fields of the part are an argument vector.
    Argv { fields: Range<usize>, option: bool },
    /// A text that is split at blanks is one, with fields behind it.
    Words { text: Text, behind: Range<usize> },
    /// Shell text of one word.
    Shell { text: Text, word: u32 },
    /// Shell text that is there already.
    Known(String),
    /// Shell text of several fields.
    Joined(Range<usize>),
    /// The input is shell text.
    Input(Stdin),
    /// Code of another language.
    Foreign(Language, String),
}

/// What stands for an option where a setting is given as two operands.
static SETTING: super::table::Flag = super::table::flag(&[]);

/// A part's meaning under way.
struct Meaning<'m> {
    level: &'m Level<'m>,
    place: &'m Place,
    index: u32,
    fields: &'m [Field],
    here: Here,
    edits: bool,
    recurses: bool,
    target: bool,
    /// Code is given by an option or an operand.
    has_code: bool,
    /// The argument that carries foreign code.
    carrier: Option<usize>,
    /// An option says that the input is code of this language.
    input: Option<Language>,
    placeholder: Option<String>,
    scripts: Vec<(Script, Text)>,
    inner: Vec<Inner>,
}

impl Working<'_> {
    /// Follows a part's sorted words to touches and to what is inside.
    pub(super) fn meaning(&mut self, level: &Level<'_>, place: &Place, index: u32, fields: &[Field], first: usize, sorted: Sorted) {
        if let Some(part) = self.out.parts.get_mut(index as usize) {
            part.flags.tail_unknown |= sorted.tail_unknown;
            part.program.known &= sorted.known || part.program.spelled == Spelled::Nothing;
        }
        let mut meaning = Meaning {
            level,
            place,
            index,
            fields,
            here: place.here,
            edits: false,
            recurses: false,
            target: false,
            has_code: false,
            carrier: None,
            input: None,
            placeholder: None,
            scripts: Vec::new(),
            inner: Vec::new(),
        };
        if !sorted.known {
            self.open(index);
        }
        let words: Vec<&Field> = sorted.operands.iter().filter_map(|(field, _)| fields.get(*field)).collect();
        self.copied_program(index, &words);
        self.hashed_program(index, &sorted, &words);
        self.options(&mut meaning, &sorted);
        self.operands(&mut meaning, &sorted);
        self.rest(&mut meaning, &sorted);
        self.scripts(&mut meaning);
        self.grammar(&mut meaning, &sorted);
        self.set_args(index, first);
        let layer = self.layer(&meaning, &sorted);
        for inner in core::mem::take(&mut meaning.inner) {
            self.inner(&meaning, &sorted, layer, inner);
        }
        if !sorted.known {
            self.guess(level, place, index, fields);
        }
    }

    fn options(&mut self, meaning: &mut Meaning<'_>, sorted: &Sorted) {
        for given in &sorted.options {
            match sorted.effect(given.flag) {
                Effect::Edits => meaning.edits = true,
                Effect::Recurses => meaning.recurses = true,
                Effect::Target => meaning.target = true,
                Effect::Folder => meaning.here = self.folder(&meaning.here, given.value.as_ref()),
                Effect::Placeholder => meaning.placeholder = Some(given.value.as_ref().map_or("{}", |value| self.out.known(value)).into()),
                _ => {}
            }
        }
        for given in &sorted.options {
            self.effect(meaning, sorted.effect(given.flag), given);
        }
    }

    fn effect(&mut self, meaning: &mut Meaning<'_>, effect: Effect, given: &Given) {
        match (effect, &given.value) {
            (Effect::Reads | Effect::ReadsFirst, Some(value)) => self.path(meaning, TouchKind::Read, value),
            (Effect::ReadsBelow, Some(value)) => self.path(meaning, TouchKind::ReadBelow, value),
            (Effect::Writes | Effect::Target, Some(value)) => self.path(meaning, TouchKind::Write, value),
            (Effect::WritesAnywhere, _) => self.anywhere(meaning, TouchKind::Write),
            (Effect::Contacts, Some(value)) => self.contact(meaning, value),
            (Effect::SendsText, Some(value)) => self.sent(meaning, value, 0),
            (Effect::SendsField, Some(value)) => self.sent(meaning, value, self.out.known(value).find('=').map_or(0, |at| at + 1)),
            (Effect::SendsFile, Some(value)) => self.path(meaning, TouchKind::Read, value),
            (Effect::RunsFile | Effect::RunsFileFirst, Some(value)) => {
                self.path(meaning, TouchKind::Read, value);
                meaning.has_code = true;
                self.open(meaning.index);
            }
            (Effect::CodeFile(language), Some(value)) if is_input(self.out.known(value)) => meaning.input = Some(language),
            (Effect::CodeFile(_), Some(value)) => {
                self.path(meaning, TouchKind::Read, value);
                meaning.has_code = true;
                self.open(meaning.index);
            }
            (Effect::Shell, Some(value)) => self.shell_code(meaning, value.clone(), given.word),
            (Effect::Words | Effect::Splits, Some(value)) => {
                meaning.has_code = true;
                meaning.inner.push(Inner::Words { text: value.clone(), behind: 0..0 });
            }
            (Effect::Argv, _) => meaning.inner.push(Inner::Argv { fields: given.fields.clone(), option: true }),
            (Effect::Code(language) | Effect::CodeFirst(language), Some(value)) => {
                self.given_code(meaning, language, value.clone(), given.word, given.arg);
            }
            (Effect::Script(script) | Effect::ScriptFirst(script), Some(value)) => meaning.scripts.push((script, value.clone())),
            (Effect::Setting(rows, other), Some(value)) => self.setting(meaning, rows, other, value, given),
            (Effect::ShellBehindBang, Some(value)) => self.shell_behind(meaning, value, "!", given),
            (Effect::ShellBehind(prefix), Some(value)) => self.shell_behind(meaning, value, prefix, given),
            (Effect::Name, Some(value)) => self.name(meaning, value, given.arg),
            (Effect::Interactive, _) => self.interactive(meaning.index),
            (Effect::Reads | Effect::Writes | Effect::Runs | Effect::RunsFile | Effect::Unknown, _) => self.open(meaning.index),
            _ => {}
        }
    }

    fn shell_code(&mut self, meaning: &mut Meaning<'_>, text: Text, word: u32) {
        meaning.has_code = true;
        meaning.inner.push(Inner::Shell { text, word });
    }

    fn interactive(&mut self, index: u32) {
        if let Some(part) = self.out.parts.get_mut(index as usize) {
            part.flags.interactive = true;
        }
    }

    fn set_does(&mut self, arg: usize, does: Does) {
        if let Some(arg) = self.out.args.get_mut(arg) {
            arg.does = does;
        }
    }

    /// `key=value`, the key saying what the value does.
    fn setting(&mut self, meaning: &mut Meaning<'_>, rows: &'static [(&'static str, Effect)], other: Does, value: &Text, given: &Given) {
        let text = self.out.known(value);
        let separator = |character: char| character == '=' || character.is_ascii_whitespace();
        let Some((key, behind)) = text.split_once(separator) else {
            let unknown = if value.certainty <= Certainty::Expanded { other } else { Does::Unknown };
            return self.set_does(given.arg, unknown);
        };
        // `Key value` and `Key = value` are `Key=value`.
        let blank = text.get(key.len()..).is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_whitespace()));
        let value_only = if blank { behind.trim_start().trim_start_matches('=').trim_start() } else { behind };
        let from = text.len() - value_only.len();
        let key = key.to_ascii_lowercase();
        let row = rows.iter().find(|(pattern, _)| crate::text::glob_matches(pattern, &key, crate::text::Folding::Plain));
        match row {
            Some((_, effect)) => {
                self.set_does(given.arg, does(*effect));
                let given = Given { value: Some(sub_text(value, from)), ..given.clone() };
                if !matches!(effect, Effect::Setting(..)) {
                    self.effect(meaning, *effect, &given);
                }
            }
            None => {
                self.set_does(given.arg, other);
                if !matches!(other, Does::Harmless | Does::Reads) {
                    self.open(meaning.index);
                }
            }
        }
    }

    /// Shell text behind a beginning that says so.
    fn shell_behind(&mut self, meaning: &mut Meaning<'_>, value: &Text, prefix: &str, given: &Given) {
        let text = self.out.known(value);
        if text.starts_with(prefix) {
            self.set_does(given.arg, Does::Runs);
            // Where the text is not all known its holes are those of the whole word.
            let word = if value.certainty <= Certainty::Expanded { given.word } else { NO_WORD };
            self.shell_code(meaning, sub_text(value, prefix.len()), word);
        } else if value.certainty > Certainty::Expanded {
            self.set_does(given.arg, Does::Runs);
            self.open(meaning.index);
        } else if prefix == "!" {
            // Without it the text is words of the same program.
            let program = self.out.parts.get(meaning.index as usize).map(|part| self.out.cooked(&part.program.base)).unwrap_or_default();
            let text = alloc::format!("{program} {text}");
            self.mentioned_text(meaning.level, meaning.place, meaning.index, text);
        }
    }

    /// `@path` in what is sent.
    fn sent(&mut self, meaning: &mut Meaning<'_>, value: &Text, from: usize) {
        let rest = sub_text(value, from);
        let text = self.out.known(&rest);
        if text.starts_with(['@', '<']) {
            let cut = text.find(';').unwrap_or(text.len());
            let mut path = sub_text(&rest, 1);
            path.cooked.end = path.cooked.end.min(rest.cooked.start + u32::try_from(cut).unwrap_or(u32::MAX));
            self.path(meaning, TouchKind::Read, &path);
        } else if rest.certainty > Certainty::Expanded && text.is_empty() {
            self.open_paths(meaning.index);
        }
    }

    pub(super) fn open_paths(&mut self, index: u32) {
        self.out.open_paths = true;
        if let Some(part) = self.out.parts.get_mut(index as usize) {
            part.flags.open_paths = true;
        }
    }

    fn open_hosts(&mut self, index: u32) {
        self.out.open_hosts = true;
        if let Some(part) = self.out.parts.get_mut(index as usize) {
            part.flags.open_hosts = true;
        }
    }

    fn operands(&mut self, meaning: &mut Meaning<'_>, sorted: &Sorted) {
        let count = sorted.operands.len();
        let first = sorted.layout.first.len().saturating_sub(usize::from(sorted.given_first));
        for (number, (field, arg)) in sorted.operands.iter().enumerate() {
            let Some(field) = meaning.fields.get(*field) else { continue };
            let is_last = number + 1 == count && count > first.max(1) && !meaning.target;
            let slot = match sorted.layout.last {
                Some(last) if is_last => last,
                _ => sorted.slot(number),
            };
            if let (Slot::SettingOf(rows), Some((key, _))) = (slot, number.checked_sub(1).and_then(|before| sorted.operands.get(before))) {
                self.setting_of(meaning, rows, *key, &field.text, (field.word, *arg));
                continue;
            }
            self.slot(meaning, slot, &field.text, field.word, *arg);
            for other in moved_slots(meaning.fields, sorted, number, meaning.target).filter(|other| *other != slot) {
                self.slot(meaning, other, &field.text, field.word, *arg);
            }
            if field.text.splits && slot != Slot::Data {
                self.open_paths(meaning.index);
            }
        }
        if count <= first {
            self.absent(meaning, sorted);
        }
    }

    fn absent(&mut self, meaning: &mut Meaning<'_>, sorted: &Sorted) {
        let span = self.out.parts.get(meaning.index as usize).map(|part| part.span).unwrap_or_default();
        if let Some(text) = sorted.layout.absent {
            let field = self.field(text, span);
            self.slot(meaning, sorted.layout.rest, &field.text, NO_WORD, usize::MAX);
        } else if sorted.layout.rest == Slot::Folder && meaning.place.spine {
            let home = self.folders.home.map(|home| self.field(home, span).text);
            self.moved = Some(self.folder(&meaning.here, home.as_ref()));
        }
    }

    fn slot(&mut self, meaning: &mut Meaning<'_>, slot: Slot, text: &Text, word: u32, arg: usize) {
        let read = if meaning.recurses { TouchKind::ReadBelow } else { TouchKind::Read };
        match slot {
            Slot::Data | Slot::Command | Slot::AssignedCommand | Slot::ShellText | Slot::RunFile | Slot::SettingOf(_) => {}
            Slot::Expression => self.set_expression(arg),
            Slot::Read => {
                self.path(meaning, read, text);
                if meaning.edits {
                    self.path(meaning, TouchKind::Write, text);
                }
            }
            Slot::ReadBelow => self.path(meaning, TouchKind::ReadBelow, text),
            Slot::Write => self.path(meaning, TouchKind::Write, text),
            Slot::ReadWrite => {
                self.path(meaning, read, text);
                self.path(meaning, TouchKind::Write, text);
            }
            Slot::Host => self.contact(meaning, text),
            Slot::HostOrRead => self.host_or(meaning, read, text),
            Slot::HostOrWrite => self.host_or(meaning, TouchKind::Write, text),
            Slot::Setting(rows) => self.setting_slot(meaning, rows, text, word, arg),
            Slot::Shell => self.shell_code(meaning, text.clone(), word),
            Slot::Code(language) => self.given_code(meaning, language, text.clone(), word, arg),
            Slot::Script(script) => meaning.scripts.push((script, text.clone())),
            Slot::Folder => {
                let searched = is_searched(meaning.level, self.out.known(text));
                if !searched {
                    self.path(meaning, TouchKind::Enter, text);
                }
                if meaning.place.spine {
                    self.moved = Some(self.folder(&meaning.here, if searched { None } else { Some(text) }));
                }
            }
            Slot::Revision if self.is_revision(meaning, text, word) => {}
            Slot::Revision => self.revision(meaning, text, arg),
            Slot::Variable => {
                self.variable(text, arg);
                self.assigned_command(meaning, text);
            }
            Slot::Name => self.name(meaning, text, arg),
            Slot::Definition => self.definition(meaning, text),
            Slot::Unknown => self.open(meaning.index),
        }
    }

    /// What git may take for a revision or a path: `HEAD:x` is the path behind the colon, `HEAD~2` and `a..b` are none.
    fn revision(&mut self, meaning: &Meaning<'_>, text: &Text, arg: usize) {
        let known = self.out.known(text);
        let is_path = known.starts_with(['.', '/', '~']) || self.out.args.get(arg).is_some_and(|arg| arg.behind_end);
        match known.find(':') {
            _ if is_path => self.path(meaning, TouchKind::Read, text),
            Some(colon) if colon + 1 < known.len() => self.path(meaning, TouchKind::Read, &sub_text(text, colon + 1)),
            Some(_) => {}
            None if text.certainty <= Certainty::Expanded
                && (known.contains(['~', '^']) || known.contains("..") || known.contains("@{")) => {}
            None => self.path(meaning, TouchKind::Read, text),
        }
    }

    /// Whether a word is nothing but what a command gives that names commits and nothing else.
    fn is_revision(&self, meaning: &Meaning<'_>, text: &Text, word: u32) -> bool {
        let computed = text.certainty > Certainty::Expanded && text.cooked.is_empty() && word != NO_WORD && !self.redefined;
        computed
            && matches!(meaning.level.pieces(word), [only] if matches!(only.kind, PieceKind::Substitution(context) if meaning.level.gives_revisions(context)))
    }

    /// `NAME=VALUE` among words, the value being what a program runs.
    fn assigned_command(&mut self, meaning: &Meaning<'_>, text: &Text) {
        let known = self.out.known(text);
        if let Some((name, _)) = known.split_once('=') {
            let (name, value) = (String::from(name), sub_text(text, name.len() + 1));
            self.value_of(meaning.level, meaning.place, meaning.index, &name, &value);
        }
    }

    fn set_expression(&mut self, arg: usize) {
        if let Some(arg) = self.out.args.get_mut(arg) {
            arg.expression = true;
        }
    }

    fn setting_slot(&mut self, meaning: &mut Meaning<'_>, rows: &'static [(&'static str, Slot)], text: &Text, word: u32, arg: usize) {
        let known = self.out.known(text);
        let Some((key, _)) = known.split_once('=') else {
            if text.certainty > Certainty::Expanded {
                self.open_paths(meaning.index);
            }
            return;
        };
        let length = key.len();
        let row = rows.iter().find(|(name, _)| *name == key);
        if let Some((_, slot)) = row.filter(|(_, slot)| !matches!(slot, Slot::Setting(_))) {
            self.slot(meaning, *slot, &sub_text(text, length + 1), word, arg);
        }
    }

    /// `key value` as two operands.
    fn setting_of(
        &mut self,
        meaning: &mut Meaning<'_>,
        rows: &'static [(&'static str, Effect)],
        key: usize,
        value: &Text,
        (word, arg): (u32, usize),
    ) {
        let key = meaning.fields.get(key).map(|field| self.out.known(&field.text).to_ascii_lowercase()).unwrap_or_default();
        let row = rows.iter().find(|(pattern, _)| crate::text::glob_matches(pattern, &key, crate::text::Folding::Plain));
        let effect = row.map_or(Effect::Unknown, |(_, effect)| *effect);
        if matches!(effect, Effect::Harmless | Effect::Setting(..)) {
            return;
        }
        if let Some(arg) = self.out.args.get_mut(arg) {
            arg.code = true;
        }
        self.effect(meaning, effect, &Given { flag: &SETTING, arg, value: Some(value.clone()), word, fields: 0..0 });
    }

    /// `read NAME`, `let NAME=1`, `test -v NAME[…]`: what steers programs is not set behind a permission's back, and a subscript's commands run.
    fn name(&mut self, meaning: &Meaning<'_>, text: &Text, arg: usize) {
        let known = String::from(self.out.known(text));
        let evaluates = known.contains("$(") || known.contains('`');
        let steers = known.split(|character: char| character != '_' && !character.is_ascii_alphanumeric()).any(names::runs_code);
        self.redefined_after |= steers || text.certainty > Certainty::Expanded;
        if (evaluates || steers)
            && let Some(arg) = self.out.args.get_mut(arg)
        {
            arg.code = true;
        }
        if evaluates && text.certainty <= Certainty::Expanded {
            self.mentioned_text(meaning.level, meaning.place, meaning.index, alloc::format!(": \"{known}\""));
        }
    }

    /// `alias NAME=TEXT`
    fn definition(&mut self, meaning: &Meaning<'_>, text: &Text) {
        let parts = self.out.known(text).split_once('=').map(|(name, body)| (String::from(name), String::from(body)));
        if let Some((name, body)) = parts.filter(|_| text.certainty <= Certainty::Expanded) {
            self.give_name(&name, body.clone());
            self.mentioned_text(meaning.level, meaning.place, meaning.index, body);
        }
    }

    /// `export NAME=VALUE`
    fn variable(&mut self, text: &Text, arg: usize) {
        let known = self.out.known(text);
        let (name, assigns) = known.split_once('=').map_or((known, text.certainty > Certainty::Expanded), |(name, _)| (name, true));
        let name = name.trim_end_matches('+');
        if !assigns || names::is_harmless(name) {
            return;
        }
        if name == "IFS" {
            self.unreadable(UnreadableCause::FieldSeparator, text.span);
        }
        self.redefined_after = true;
        if let Some(arg) = self.out.args.get_mut(arg) {
            arg.code = true;
        }
    }

    fn given_code(&mut self, meaning: &mut Meaning<'_>, language: Language, text: Text, word: u32, arg: usize) {
        if language == Language::Shell {
            return self.shell_code(meaning, text, word);
        }
        meaning.has_code = true;
        self.foreign(meaning, Some(arg));
        if language == Language::PowerShell {
            // A shell would read it; here nobody does.
            self.unread(meaning.index);
            let encoded = self.out.args.get(arg).is_some_and(|arg| self.out.known(&arg.text).to_ascii_lowercase().contains("enc"));
            if encoded {
                self.signal(Signal::EncodedPowershell, meaning.index);
            }
        }
        if text.certainty <= Certainty::Expanded {
            let code = String::from(self.out.known(&text));
            meaning.inner.push(Inner::Foreign(language, code));
        } else {
            self.executes.push(meaning.index);
            self.code_sources(meaning.level, word, meaning.index);
        }
    }

    /// The part runs foreign code, carried by this argument.
    fn foreign(&mut self, meaning: &mut Meaning<'_>, arg: Option<usize>) {
        self.open(meaning.index);
        if let Some(part) = self.out.parts.get_mut(meaning.index as usize) {
            part.flags.foreign_code = true;
        }
        if let Some(arg) = arg.and_then(|arg| self.out.args.get_mut(arg)) {
            arg.code = true;
        }
    }

    /// What stands behind the program's own words.
    fn rest(&mut self, meaning: &mut Meaning<'_>, sorted: &Sorted) {
        let Some((at, slot)) = sorted.rest else { return };
        let to = meaning.fields.len();
        match slot {
            Slot::RunFile => self.run_file(meaning, sorted, at),
            Slot::ShellText => {
                self.passed(meaning, at);
                meaning.has_code = true;
                meaning.inner.push(Inner::Joined(at..to));
            }
            _ => {
                self.passed(meaning, at);
                meaning.has_code = true;
                match meaning.inner.iter_mut().rev().find(|inner| matches!(inner, Inner::Words { .. })) {
                    Some(Inner::Words { behind, .. }) if sorted.splits() => *behind = at..to,
                    _ => meaning.inner.push(Inner::Argv { fields: at..to, option: false }),
                }
            }
        }
    }

    /// Words of the wrapped command are operands that only a restriction names.
    fn passed(&mut self, meaning: &Meaning<'_>, at: usize) {
        for field in meaning.fields.get(at..).unwrap_or_default() {
            self.out.args.push(Arg { passed: true, may_be_option: field.risk, ..operand_of(field.text.clone()) });
        }
    }

    fn run_file(&mut self, meaning: &mut Meaning<'_>, sorted: &Sorted, at: usize) {
        let from = self.out.args.len();
        for field in meaning.fields.get(at..).unwrap_or_default() {
            self.out.args.push(Arg { may_be_option: false, ..operand_of(field.text.clone()) });
        }
        let Some(file) = meaning.fields.get(at) else { return };
        let shell = matches!(sorted.grammar.input, Input::Code(Language::Shell) | Input::Data);
        if is_input(self.out.known(&file.text)) {
            meaning.carrier = Some(from);
            return;
        }
        meaning.has_code = true;
        self.open(meaning.index);
        if file.text.certainty <= Certainty::Expanded {
            return self.known_file(meaning, sorted, &file.text.clone(), from, shell);
        }
        if self.is_process(meaning.level, file.word) || shell {
            self.code_sources(meaning.level, file.word, meaning.index);
            if shell {
                return self.unread(meaning.index);
            }
            self.executes.push(meaning.index);
            return self.foreign(meaning, Some(from));
        }
        self.path(meaning, TouchKind::Read, &file.text.clone());
    }

    /// A file of code by its name.
    fn known_file(&mut self, meaning: &mut Meaning<'_>, sorted: &Sorted, file: &Text, arg: usize, shell: bool) {
        if self.out.known(file).starts_with("/dev/fd/") || self.out.known(file).starts_with("/proc/self/fd/") {
            return if shell { self.unread(meaning.index) } else { self.foreign(meaning, Some(arg)) };
        }
        self.path(meaning, TouchKind::Read, file);
        let Some(path) = self.clean(file, meaning.here.first()) else { return };
        match (self.written(meaning.level, &path, meaning.index), sorted.grammar.input) {
            (None, _) => {}
            (Some(Some(text)), Input::Code(language)) if !shell => meaning.inner.push(Inner::Foreign(language, text)),
            (Some(Some(text)), _) => meaning.inner.push(Inner::Known(text)),
            (Some(None), _) if shell => self.unread(meaning.index),
            (Some(None), _) => {}
        }
    }

    /// Scripts of sed, awk and the like.
    fn scripts(&mut self, meaning: &mut Meaning<'_>) {
        let scripts = core::mem::take(&mut meaning.scripts);
        let Some((kind, _)) = scripts.first() else { return };
        let known = scripts.iter().all(|(_, text)| text.certainty <= Certainty::Expanded);
        let mut joined = String::new();
        for (_, text) in &scripts {
            joined.push_str(self.out.known(text));
            joined.push('\n');
        }
        joined.pop();
        if !known {
            return self.finding(meaning, &Finding::Lost, &scripts);
        }
        scripts::scan(*kind, &joined, &mut |finding| self.finding(meaning, &finding, &scripts));
    }

    fn finding(&mut self, meaning: &mut Meaning<'_>, finding: &Finding<'_>, scripts: &[(Script, Text)]) {
        let span = scripts.first().map(|(_, text)| text.span).unwrap_or_default();
        match finding {
            Finding::Runs(text) => {
                self.script_flag("(runs)", Does::Runs, span);
                match text {
                    Some(text) => meaning.inner.push(Inner::Known((*text).into())),
                    None => self.unread(meaning.index),
                }
            }
            Finding::Reads(Some(path)) => {
                let field = self.field(path, span);
                self.path(meaning, TouchKind::Read, &field.text);
            }
            Finding::Writes(path) => {
                self.script_flag("(writes)", Does::Writes, span);
                match path {
                    Some(path) => {
                        let field = self.field(path, span);
                        self.path(meaning, TouchKind::Write, &field.text);
                    }
                    None => self.open_paths(meaning.index),
                }
            }
            Finding::Reads(None) => self.open_paths(meaning.index),
            Finding::Lost => {
                self.script_flag("(runs)", Does::Runs, span);
                self.script_flag("(writes)", Does::Writes, span);
                self.open(meaning.index);
            }
        }
    }

    /// An option that no pattern can name: a script's command that runs or writes.
    fn script_flag(&mut self, name: &str, does: Does, span: crate::shell::Span) {
        let field = self.field(name, span);
        self.out.args.push(Arg { kind: ArgKind::Flag, does, ..operand_of(field.text) });
    }

    /// What holds of the program whatever its words.
    fn grammar(&mut self, meaning: &mut Meaning<'_>, sorted: &Sorted) {
        let grammar = sorted.grammar;
        match grammar.does {
            Does::Runs | Does::Unknown => self.open(meaning.index),
            Does::Sends => self.open_hosts(meaning.index),
            Does::Writes => self.open_paths(meaning.index),
            Does::Harmless | Does::Reads => {}
        }
        self.redefined_after |= grammar.redefines;
        let waits = match grammar.input {
            Input::Always | Input::Listens(_) => true,
            Input::Waits => !meaning.has_code && sorted.operands.len() <= sorted.layout.first.len(),
            Input::Code(_) | Input::Data => false,
        };
        if waits {
            self.interactive(meaning.index);
        }
        match grammar.input {
            _ if meaning.input.is_some() => self.input_code(meaning, meaning.input.unwrap_or(Language::Other), sorted),
            Input::Listens(language) => self.listened(meaning, language),
            Input::Code(language) if !meaning.has_code && !sorted.lost && !sorted.only_tells() => {
                self.input_code(meaning, language, sorted)
            }
            Input::Code(language) if sorted.code_input => self.input_code(meaning, language, sorted),
            Input::Data if sorted.code_input && !meaning.has_code => self.input_code(meaning, Language::Shell, sorted),
            _ => {}
        }
    }

    /// What the text gives to a program that waits for commands anyway.
    fn listened(&mut self, meaning: &mut Meaning<'_>, language: Language) {
        if let (Stdin::Text(start, end), _) = self.stdin_of(meaning.level, meaning.place) {
            meaning.inner.push(Inner::Foreign(language, self.out.cooked(&(start..end)).into()));
        }
    }

    /// The input is the code.
    fn input_code(&mut self, meaning: &mut Meaning<'_>, language: Language, sorted: &Sorted) {
        if self.only_informs(meaning.index) {
            return;
        }
        let _ = sorted;
        let (stdin, piped) = self.stdin_of(meaning.level, meaning.place);
        if piped {
            self.signal(Signal::PipeIntoShell, meaning.index);
        }
        if stdin == Stdin::Terminal {
            return self.interactive(meaning.index);
        }
        self.executes.push(meaning.index);
        self.input_sources(meaning.level, meaning.place, meaning.index);
        if language == Language::Shell {
            return meaning.inner.push(Inner::Input(stdin));
        }
        let carrier = meaning.carrier;
        self.foreign(meaning, carrier);
        if carrier.is_none() {
            self.interactive(meaning.index);
        }
        if let Stdin::Text(start, end) = stdin {
            meaning.inner.push(Inner::Foreign(language, self.out.cooked(&(start..end)).into()));
        }
    }

    /// `bash --version`: nothing is run.
    fn only_informs(&self, index: u32) -> bool {
        let Some(part) = self.out.parts.get(index as usize) else { return false };
        let args = self.out.args.get(part.args.start as usize..).unwrap_or_default();
        args.iter().any(|arg| arg.kind == ArgKind::Flag && matches!(self.out.known(&arg.text), "--version" | "--help"))
    }

    /// How the part covers what is inside it.
    fn layer(&self, meaning: &Meaning<'_>, sorted: &Sorted) -> Layer {
        if sorted.grammar.layer != Layer::Plain {
            return sorted.grammar.layer;
        }
        let Some(part) = self.out.parts.get(meaning.index as usize) else { return Layer::Changing };
        let shell = sorted.grammar.input == Input::Code(Language::Shell);
        let trusted = matches!(part.program.spelled, Spelled::Bare | Spelled::Trusted);
        let assigned = self.out.assignments_of(part).iter().any(|assignment| !assignment.harmless);
        let flags = self.out.args_of(part).iter().filter(|arg| arg.kind == ArgKind::Flag && !arg.bundled);
        let mut odd = flags.filter(|arg| match self.out.known(&arg.text) {
            "-c" if shell => false,
            "--login" | "-l" if shell => false,
            _ => shell || arg.does != Does::Harmless,
        });
        let more = shell && sorted.operands.len() > 1;
        if trusted && !assigned && odd.next().is_none() && !more { Layer::Plain } else { Layer::Changing }
    }

    fn inner(&mut self, meaning: &Meaning<'_>, sorted: &Sorted, layer: Layer, inner: Inner) {
        match inner {
            Inner::Argv { fields, option } => self.inner_argv(meaning, sorted, layer, fields, option),
            Inner::Words { text, behind } => self.inner_words(meaning, layer, &text, behind),
            Inner::Shell { text, word } => {
                let mut code = String::new();
                let known = self.append_code(meaning.level, &text, word, &mut code);
                if !known {
                    self.code_sources(meaning.level, word, meaning.index);
                }
                let layer = if text.certainty == Certainty::Literal { layer } else { changing(layer) };
                let shell = sorted.grammar.input == Input::Code(Language::Shell);
                let stdin = if shell { self.stdin_of(meaning.level, meaning.place).0 } else { Stdin::Unread };
                self.run(meaning, layer, code, known, stdin);
            }
            Inner::Known(code) => self.run(meaning, changing(layer), code, true, Stdin::Unread),
            Inner::Joined(fields) => {
                let fields = meaning.fields.get(fields).unwrap_or_default();
                let (code, known) = self.joined(meaning.level, fields);
                for field in fields.iter().filter(|_| !known) {
                    self.code_sources(meaning.level, field.word, meaning.index);
                }
                let (stdin, _) = self.stdin_of(meaning.level, meaning.place);
                self.run(meaning, changing(layer), code, known, stdin);
            }
            Inner::Input(Stdin::Text(start, end)) => {
                let code = String::from(self.out.cooked(&(start..end)));
                self.run(meaning, changing(layer), code, true, Stdin::Unread);
            }
            Inner::Input(_) => {
                self.unread(meaning.index);
                let (code, found) = self.input_with_holes(meaning.level, meaning.place);
                if found {
                    self.run(meaning, changing(layer), code, false, Stdin::Unread);
                }
            }
            Inner::Foreign(language, code) => self.mentions(meaning, language, &code),
        }
    }

    fn run(&mut self, meaning: &Meaning<'_>, layer: Layer, text: String, known: bool, stdin: Stdin) {
        let base = self.out.parts.get(meaning.index as usize).map(|part| self.out.cooked(&part.program.base)).unwrap_or_default();
        let dialect = match base {
            "bash" => Dialect::Bash,
            "zsh" => Dialect::Zsh,
            "sh" | "dash" | "ash" | "ksh" | "mksh" => Dialect::Posix,
            _ => meaning.level.dialect,
        };
        let shares = base == "eval";
        if shares && !known {
            self.redefined_after = true;
        }
        let place = Place { here: meaning.here, ..meaning.place.clone() };
        self.code(meaning.level, &place, meaning.index, Code { text, known, dialect, layer, shares, stdin });
    }

    fn inner_argv(&mut self, meaning: &Meaning<'_>, sorted: &Sorted, layer: Layer, fields: Range<usize>, option: bool) {
        let before = fields.start.checked_sub(1);
        let fields = meaning.fields.get(fields).unwrap_or_default();
        let assigned: Vec<Text> =
            sorted.assigned(meaning.fields).filter(|text| !option && is_assignment(self.out.known(text))).cloned().collect();
        let place = self.inner_place(meaning, layer, &assigned, option, sorted.grammar.appends && meaning.placeholder.is_none());
        let below = self.looked_in(sorted, meaning.fields, before.filter(|_| option), meaning.index);
        let placeholder = meaning.placeholder.clone().or_else(|| option.then(|| String::from("{}")));
        match placeholder {
            Some(mark) if !mark.is_empty() && fields.iter().any(|field| self.out.known(&field.text).contains(&*mark)) => {
                let fields: Vec<Field> = fields.iter().map(|field| self.replaced(field, &mark, option, below.as_ref())).collect();
                self.argv(meaning.level, &place, &fields);
            }
            _ => drop(self.argv(meaning.level, &place, fields)),
        }
        self.sought.clear();
        for text in assigned {
            self.assigned_command(meaning, &text);
        }
    }

    fn inner_place(&mut self, meaning: &Meaning<'_>, layer: Layer, assigned: &[Text], option: bool, appends: bool) -> Place {
        let outer = meaning.place;
        let remote = outer.remote || layer == Layer::Remote;
        let mut assignments = outer.assignments.clone();
        if !assigned.is_empty() {
            let start = self.out.assignments.len();
            self.copy_assignments(&assignments);
            for text in assigned {
                self.assigned(text);
            }
            assignments = range(start, self.out.assignments.len());
        }
        Place {
            part: outer.part,
            outer: Some((meaning.index, layer)),
            depth: outer.depth + 1,
            assignments,
            remote,
            here: if remote && !outer.remote { Here::only(Where::Unknown) } else { meaning.here },
            spine: outer.spine && !option && !remote,
            input: outer.input && !option && !appends,
            appends,
        }
    }

    fn assigned(&mut self, text: &Text) {
        let known = self.out.known(text);
        let Some((name, _)) = known.split_once('=') else { return };
        let (name, length) = (String::from(name), name.len());
        let value = sub_text(text, length + 1);
        self.push_assignment(&name, value, names::is_harmless(&name));
    }

    /// A word in which something else stands for a mark.
    fn replaced(&self, field: &Field, mark: &str, path: bool, below: Option<&Text>) -> Field {
        let known = self.out.known(&field.text);
        if let Some(below) = below.filter(|_| known == mark) {
            return Field { text: Text { span: field.text.span, ..below.clone() }, risk: false, word: NO_WORD };
        }
        let Some(at) = known.find(mark) else { return field.clone() };
        let cooked = field.text.cooked.start..field.text.cooked.start + u32::try_from(at).unwrap_or(0);
        let certainty = if at == 0 { Certainty::Dynamic } else { Certainty::Prefix };
        let risk = at == 0 && !path || known.starts_with('-');
        Field { text: Text { cooked, certainty, splits: false, glob: false, span: field.text.span }, risk, word: NO_WORD }
    }

    fn inner_words(&mut self, meaning: &Meaning<'_>, layer: Layer, text: &Text, behind: Range<usize>) {
        let words = String::from(self.out.known(text));
        let mut fields: Vec<Field> = split_words(&words).iter().map(|word| self.field(word, text.span)).collect();
        if text.certainty > Certainty::Expanded {
            self.unread(meaning.index);
        }
        fields.extend_from_slice(meaning.fields.get(behind.clone()).unwrap_or_default());
        let assigned = fields.iter().take_while(|field| is_assignment(self.out.known(&field.text))).count();
        let texts: Vec<Text> = fields.drain(..assigned).map(|field| field.text).collect();
        if fields.is_empty() {
            return;
        }
        let place = self.inner_place(meaning, layer, &texts, behind.is_empty(), behind.is_empty());
        self.argv(meaning.level, &place, &fields);
    }

    /// Commands that foreign code names as literals.
    fn mentions(&mut self, meaning: &Meaning<'_>, language: Language, code: &str) {
        let mut found: Vec<Result<String, Vec<String>>> = Vec::new();
        let mut computed = false;
        scripts::mentioned(language, code, &mut |mention| match mention {
            Mention::Text(text) => found.push(Ok(text.into())),
            Mention::Words(words) => found.push(Err(words.iter().map(|word| String::from(*word)).collect())),
            Mention::Computed => computed = true,
        });
        if computed || !found.is_empty() {
            self.signal(Signal::ShellFromCode, meaning.index);
        }
        for mention in found {
            match mention {
                Ok(text) => self.run(meaning, Layer::Mentioned, text, true, Stdin::Unread),
                Err(words) => self.run(meaning, Layer::Mentioned, quoted(&words), true, Stdin::Unread),
            }
        }
    }

    /// The folders that a path leads to from here.
    fn folder(&mut self, here: &Here, path: Option<&Text>) -> Here {
        let Some(path) = path.filter(|path| path.certainty <= Certainty::Expanded && !path.glob) else { return Here::only(Where::Unknown) };
        if self.out.known(path) == "-" {
            return Here::only(Where::Unknown);
        }
        let mut new: Option<Here> = None;
        for folder in here.all() {
            let found = self.clean(path, *folder).map_or(Where::Unknown, |range| Where::Known(range.start, range.end));
            match &mut new {
                Some(new) if !self.same_folder(new, found) => new.add(found),
                Some(_) => {}
                None => new = Some(Here::only(found)),
            }
        }
        let mut new = new.unwrap_or(Here::only(Where::Unknown));
        new.unsure |= here.unsure;
        new
    }

    fn same_folder(&self, here: &Here, folder: Where) -> bool {
        let text = |folder: &Where| match folder {
            Where::Known(start, end) => Some(self.out.cooked(&(*start..*end))),
            _ => None,
        };
        here.all().iter().any(|other| *other == folder || (text(other).is_some() && text(other) == text(&folder)))
    }

    pub(super) fn clean(&mut self, path: &Text, folder: Where) -> Option<Range<u32>> {
        let base = match folder {
            Where::Session => self.folders.cwd.map(Base::Text),
            Where::Known(start, end) => Some(Base::Cooked(start, end)),
            Where::Unknown => None,
        };
        clean_onto(&mut self.out.cooked, &path.cooked, base)
    }

    fn path(&mut self, meaning: &Meaning<'_>, kind: TouchKind, text: &Text) {
        if !meaning.place.remote {
            self.path_touch(meaning.index, &meaning.here, kind, text, false);
        }
    }

    /// A path that nothing says.
    fn anywhere(&mut self, meaning: &Meaning<'_>, kind: TouchKind) {
        let span = self.out.parts.get(meaning.index as usize).map(|part| part.span).unwrap_or_default();
        let nothing = self.field("", span).text;
        self.path(meaning, kind, &Text { certainty: Certainty::Dynamic, ..nothing });
    }

    /// A path that a part opens, in each folder that it may run in.
    pub(super) fn path_touch(&mut self, part: u32, here: &Here, kind: TouchKind, text: &Text, redirection: bool) {
        let known = self.out.known(text);
        if text.certainty <= Certainty::Expanded && (is_no_file(known) || (known == "-" && !redirection)) {
            return;
        }
        if text.certainty == Certainty::Dynamic && is_process_alone(self.out.spelled(text.span)) {
            return;
        }
        let certain = text.certainty <= Certainty::Expanded && !text.glob;
        let (absolute, linked) = (known.starts_with('/'), here.unsure);
        if !certain {
            return self.unsure_touch(here, Touch { part, kind, text: text.clone(), path: None, pattern: None, redirection, linked });
        }
        for folder in here.all().iter().take(if absolute { 1 } else { usize::MAX }) {
            let path = self.clean(text, *folder);
            if path.is_none() {
                self.open_paths(part);
            }
            self.touch(Touch { part, kind, text: text.clone(), path, pattern: None, redirection, linked: linked && !absolute });
        }
    }

    fn contact(&mut self, meaning: &Meaning<'_>, text: &Text) {
        let known = self.out.known(text);
        match hosts::local_path(known) {
            hosts::Local::At(from) => return self.path(meaning, TouchKind::Read, &sub_text(text, from)),
            hosts::Local::Somewhere => {
                let unknown = Text { cooked: text.cooked.start..text.cooked.start, certainty: Certainty::Dynamic, ..text.clone() };
                return self.path(meaning, TouchKind::Read, &unknown);
            }
            hosts::Local::No => {}
        }
        if let Some(command) = known.strip_prefix("ext::") {
            let command = command.replace("% ", " ");
            self.mentioned_text(meaning.level, meaning.place, meaning.index, command);
            return self.open(meaning.index);
        }
        if meaning.place.remote {
            return;
        }
        let certain = text.certainty <= Certainty::Expanded;
        let host = hosts::host_of(known, certain);
        let span = text.span;
        let text = match host {
            Some(host) => self.field(&host, span).text,
            None => {
                self.open_hosts(meaning.index);
                Text { cooked: text.cooked.start..text.cooked.start, certainty: Certainty::Dynamic, ..text.clone() }
            }
        };
        self.touch(Touch {
            part: meaning.index,
            kind: TouchKind::Contact,
            text,
            path: None,
            pattern: None,
            redirection: false,
            linked: false,
        });
    }

    /// `host:path` or a path.
    fn host_or(&mut self, meaning: &Meaning<'_>, kind: TouchKind, text: &Text) {
        let known = self.out.known(text);
        let remote = known.contains("://") || known.find(':').is_some_and(|colon| !known.get(..colon).unwrap_or_default().contains('/'));
        match (remote, text.certainty <= Certainty::Expanded) {
            (true, _) => self.contact(meaning, text),
            (false, true) => self.path(meaning, kind, text),
            (false, false) => {
                self.open_hosts(meaning.index);
                self.path(meaning, kind, text);
            }
        }
    }

    /// Whether a word is a process substitution.
    fn is_process(&self, level: &Level<'_>, word: u32) -> bool {
        level.pieces(word).iter().any(|piece| matches!(piece.kind, crate::shell::PieceKind::Process(_)))
    }
}

/// Whether a word is nothing but a process substitution: a pipe that the shell opens, and no file.
fn is_process_alone(spelled: &str) -> bool {
    (spelled.starts_with("<(") || spelled.starts_with(">(")) && spelled.ends_with(')')
}

impl Sorted {
    /// Whether an option says that no file of code is run (`crontab -l`).
    fn only_tells(&self) -> bool {
        let runs = |layout: &super::table::Layout| layout.first.contains(&Slot::RunFile);
        let runs_more = |given: &Given| does(self.effect(given.flag)) == Does::Runs;
        runs(&self.grammar.operands) && !runs(&self.layout) && !self.options.iter().any(runs_more)
    }

    /// Whether an option's words go on in the operands (`env -S`).
    fn splits(&self) -> bool {
        self.options.iter().any(|given| given.flag.effect == Effect::Splits)
    }

    fn assigned<'f>(&self, fields: &'f [Field]) -> impl Iterator<Item = &'f Text> {
        let wraps = matches!(self.rest, Some((_, Slot::AssignedCommand)));
        let first = self.layout.first.len();
        self.operands
            .iter()
            .skip(first)
            .filter(move |_| wraps)
            .filter_map(|(field, _)| fields.get(*field))
            .map(|field| &field.text)
            .collect::<Vec<_>>()
            .into_iter()
    }
}

fn changing(layer: Layer) -> Layer {
    if layer == Layer::Plain { Layer::Changing } else { layer }
}

/// Whether a `cd` there may lead elsewhere: something sets where folders are searched.
fn is_searched(level: &Level<'_>, folder: &str) -> bool {
    let dotted = folder == "." || folder == ".." || folder.starts_with("./") || folder.starts_with("../");
    !folder.starts_with('/') && !dotted && super::constants::is_assigned(level, "CDPATH")
}

/// Names of the input where a file is asked for.
fn is_input(path: &str) -> bool {
    matches!(path, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
}

/// Devices that are no files.
pub(super) fn is_no_file(path: &str) -> bool {
    matches!(path, "/dev/null" | "/dev/stdin" | "/dev/stdout" | "/dev/stderr")
        || path.strip_prefix("/dev/fd/").is_some_and(|number| !number.contains('/'))
}

/// Words of a text as programs split it that take a command in one option: at blanks, quotes holding them together.
fn split_words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut begun) = (Vec::new(), String::new(), None, false);
    for character in text.chars() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                begun = true;
            }
            (None, blank) if blank.is_ascii_whitespace() => {
                if begun {
                    words.push(core::mem::take(&mut word));
                }
                begun = false;
            }
            (_, other) => {
                word.push(other);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

/// Words as shell text.
fn quoted(words: &[String]) -> String {
    let mut text = String::new();
    for word in words {
        text.push('\'');
        text.push_str(&word.replace('\'', "'\\''"));
        text.push_str("' ");
    }
    text
}
