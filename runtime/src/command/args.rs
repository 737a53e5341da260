//! Options and operands: a program's words sorted by its table, or without one as generously as a restriction needs.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::expand::{Field, range};
use super::reading::{Arg, ArgKind, Certainty, Does, Text};
use super::table::{Effect, Flag, Grammar, Layout, Slot, Style, Table, Takes};
use super::working::Working;
use crate::shell::UnreadableCause;

/// An option that was given.
#[derive(Debug, Clone)]
pub(super) struct Given {
    pub(super) flag: &'static Flag,
    pub(super) arg: usize,
    pub(super) value: Option<Text>,
    /// The script's word that holds the value.
    pub(super) word: u32,
    /// The fields of a command up to `;`.
    pub(super) fields: Range<usize>,
}

/// A program's words, sorted. Arguments lie in the command; here is what they mean to the table.
#[derive(Debug)]
pub(super) struct Sorted {
    pub(super) options: Vec<Given>,
    /// Each option once: questions about what else was given cost no more when it was given a thousand times.
    distinct: Vec<&'static Flag>,
    /// Field and argument of each operand in its order.
    pub(super) operands: Vec<(usize, usize)>,
    /// The first field of a command, a text or a file of code, with what it is.
    pub(super) rest: Option<(usize, Slot)>,
    pub(super) grammar: &'static Grammar,
    pub(super) layout: Layout,
    /// An option gives the first operand.
    pub(super) given_first: bool,
    /// The input is the code.
    pub(super) code_input: bool,
    /// The table knows the program, and its subcommand where it needs one.
    pub(super) known: bool,
    pub(super) tail_unknown: bool,
    /// A subcommand that the table does not have.
    pub(super) lost: bool,
}

/// How deep subcommands go.
const SUBCOMMANDS: usize = 4;

struct Sorting<'s> {
    fields: &'s [Field],
    at: usize,
    style: Style,
    grammars: [&'static Grammar; SUBCOMMANDS],
    level: usize,
    table: bool,
    ended: bool,
    lost: bool,
    /// Whether an option may matter, once it was asked.
    dangerous: Option<bool>,
    sorted: Sorted,
}

static NO_GRAMMAR: Grammar = Grammar::NONE;

impl Working<'_> {
    /// Sorts what stands behind the program's name. Arguments are put behind those of the command.
    pub(super) fn sort(&mut self, table: Option<&'static Table>, fields: &[Field]) -> Sorted {
        let grammar = table.map_or(&NO_GRAMMAR, |table| &table.grammar);
        let mut sorting = Sorting {
            fields,
            at: 1,
            style: table.map_or(Style::EXACT, |table| table.style),
            grammars: [grammar; SUBCOMMANDS],
            level: 0,
            table: table.is_some(),
            ended: false,
            lost: false,
            dangerous: None,
            sorted: Sorted {
                options: Vec::new(),
                distinct: Vec::new(),
                operands: Vec::new(),
                rest: None,
                grammar,
                layout: grammar.operands,
                given_first: false,
                code_input: false,
                known: table.is_some(),
                tail_unknown: false,
                lost: false,
            },
        };
        if sorting.style.first_bundle {
            self.first_bundle(&mut sorting);
        }
        while sorting.at < fields.len() && sorting.sorted.rest.is_none() {
            self.step(&mut sorting);
        }
        sorting.finish()
    }

    fn step(&mut self, sorting: &mut Sorting<'_>) {
        let fields = sorting.fields;
        let Some(field) = fields.get(sorting.at) else { return };
        let certain = field.text.certainty <= Certainty::Expanded;
        let text = self.out.known(&field.text);
        if sorting.ended || !sorting.is_option(text) {
            return self.operand(sorting, field);
        }
        if text == "--" && certain {
            return if sorting.style.no_end { self.operand(sorting, field) } else { self.end_of_options(sorting, field) };
        }
        match (certain, text.starts_with("--")) {
            (true, true) => self.long(sorting, field),
            (true, false) => self.short(sorting, field),
            (false, _) => self.partial(sorting, field),
        }
    }

    fn end_of_options(&mut self, sorting: &mut Sorting<'_>, field: &Field) {
        sorting.ended = true;
        sorting.at += 1;
        self.push(Arg { kind: ArgKind::EndOfOptions, ..operand_of(field.text.clone()) });
    }

    fn push(&mut self, arg: Arg) -> usize {
        self.out.args.push(arg);
        self.out.args.len() - 1
    }

    /// `--name`, `--name=value`
    fn long(&mut self, sorting: &mut Sorting<'_>, field: &Field) {
        let text = self.out.known(&field.text);
        let length = text.find('=').unwrap_or(text.len());
        let (name, glued) = (text.get(..length).unwrap_or_default(), length < text.len());
        let value = glued.then(|| sub_text(&field.text, length + 1));
        match sorting.find(name, true) {
            Some(flag) => self.known_flag(sorting, field, flag, value),
            None => self.unknown_flag(sorting, field, length, value),
        }
    }

    /// `-x`, `-xyz`, `-ofile`, `-name`
    fn short(&mut self, sorting: &mut Sorting<'_>, field: &Field) {
        let text = self.out.known(&field.text);
        if let Some(flag) = sorting.plus().filter(|_| text.starts_with('+')) {
            let value = (flag.takes != Takes::Nothing).then(|| sub_text(&field.text, 1));
            return self.known_flag(sorting, field, flag, value);
        }
        if sorting.style.single_dash || !sorting.table {
            let length = text.find('=').unwrap_or(text.len());
            let value = (length < text.len()).then(|| sub_text(&field.text, length + 1));
            if let Some(flag) = sorting.find(text.get(..length).unwrap_or_default(), true) {
                return self.known_flag(sorting, field, flag, value);
            }
            if !sorting.table {
                return self.bundle_or_word(sorting, field, length, value);
            }
        }
        if text.get(1..).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit())) && self.number(sorting, field) {
            return;
        }
        if sorting.style.lenient && !self.is_bundle(sorting, field) && !self.glues(sorting, field) {
            return self.operand(sorting, field);
        }
        if !sorting.style.bundles && !self.glues(sorting, field) {
            return self.unknown_flag(sorting, field, text_length(field), None);
        }
        self.bundle(sorting, field);
    }

    fn number(&mut self, sorting: &mut Sorting<'_>, field: &Field) -> bool {
        let Some(flag) = sorting.find("-#", false) else { return false };
        self.known_flag(sorting, field, flag, None);
        true
    }

    /// Whether all letters are options of the table.
    fn is_bundle(&self, sorting: &Sorting<'_>, field: &Field) -> bool {
        let text = self.out.known(&field.text);
        let mut letters = text.char_indices().skip(1);
        letters.all(|(at, letter)| sorting.letter(text, at, letter).is_some())
    }

    /// Whether the first letter is an option with a value that is glued to it.
    fn glues(&self, sorting: &Sorting<'_>, field: &Field) -> bool {
        let text = self.out.known(&field.text);
        let first = text.char_indices().nth(1).and_then(|(at, letter)| sorting.letter(text, at, letter));
        first.is_some_and(|flag| flag.takes != Takes::Nothing || text.len() == 2)
    }

    fn bundle(&mut self, sorting: &mut Sorting<'_>, field: &Field) {
        let (mut at, end) = (1, text_length(field));
        while at < end {
            let text = self.out.known(&field.text);
            let Some(letter) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
            let next = at + letter.len_utf8();
            let found = sorting.letter(text, at, letter);
            match found {
                Some(flag) if flag.takes == Takes::Nothing => {
                    let name = self.flag_name(flag, &field.text);
                    self.give(sorting, flag, name, None, field.word, false);
                }
                Some(flag) if flag.takes == Takes::Digits => {
                    let rest = text.get(next..).unwrap_or_default();
                    let digits =
                        rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_hexdigit() && !digit.is_ascii_lowercase()).len();
                    let name = self.flag_name(flag, &field.text);
                    self.give(sorting, flag, name, None, field.word, false);
                    at = next + digits;
                    continue;
                }
                Some(flag) => {
                    let equals = next + usize::from(text.get(next..).is_some_and(|rest| rest.starts_with('=')) && sorting.style.inherits);
                    let value = (next < end).then(|| sub_text(&field.text, equals));
                    return self.known_flag(sorting, field, flag, value);
                }
                None => self.unknown_letter(sorting, field, at, next),
            }
            at = next;
        }
        sorting.at += 1;
    }

    fn unknown_letter(&mut self, sorting: &mut Sorting<'_>, field: &Field, at: usize, next: usize) {
        self.unknown_before_command(sorting, field);
        let start = self.out.cooked.len();
        self.out.cooked.push('-');
        let from = field.text.cooked.start as usize;
        self.out.cooked.extend_from_within(from + at..from + next);
        let text = Text { cooked: range(start, self.out.cooked.len()), ..field.text.clone() };
        self.push(Arg { kind: ArgKind::Flag, does: Does::Unknown, ..operand_of(text) });
    }

    /// Without a table: the word as one flag, and each of its letters for a restriction.
    fn bundle_or_word(&mut self, sorting: &mut Sorting<'_>, field: &Field, length: usize, value: Option<Text>) {
        let word = self.out.known(&field.text).get(1..length).unwrap_or_default();
        let letters = word.len().min(16);
        let bundled = word.len() > 1 && word.bytes().take(letters).all(|byte| byte.is_ascii_alphanumeric());
        self.unknown_flag(sorting, field, length, value);
        if !bundled {
            return;
        }
        for at in 1..=letters {
            let start = self.out.cooked.len();
            self.out.cooked.push('-');
            let from = field.text.cooked.start as usize + at;
            self.out.cooked.extend_from_within(from..from + 1);
            let text = Text { cooked: range(start, self.out.cooked.len()), ..field.text.clone() };
            self.push(Arg { kind: ArgKind::Flag, does: Does::Unknown, bundled: true, ..operand_of(text) });
        }
    }

    fn known_flag(&mut self, sorting: &mut Sorting<'_>, field: &Field, flag: &'static Flag, glued: Option<Text>) {
        let name = self.flag_name(flag, &field.text);
        sorting.at += 1;
        if let (Takes::Nothing, Some(value)) = (flag.takes, &glued) {
            let arg = Arg { kind: ArgKind::Flag, does: Does::Unknown, value: Some(value.clone()), ..operand_of(name) };
            self.push(arg);
            return;
        }
        if flag.effect == Effect::Argv {
            return self.argv_flag(sorting, flag, name);
        }
        let (value, word, splits) = match (flag.takes, glued) {
            (Takes::Nothing, _) => (None, field.word, false),
            (_, Some(value)) => (Some(value), field.word, false),
            (Takes::Glued | Takes::Digits, None) => (None, field.word, false),
            (Takes::Optional, None) => self.next_value(sorting, true),
            (Takes::One, None) => self.next_value(sorting, false),
            (Takes::Words(count), None) => self.next_words(sorting, count),
        };
        self.give(sorting, flag, name, value, word, splits);
    }

    /// The next word as a value.
    fn next_value(&mut self, sorting: &mut Sorting<'_>, optional: bool) -> (Option<Text>, u32, bool) {
        let fields = sorting.fields;
        let Some(next) = fields.get(sorting.at) else { return (None, super::expand::NO_WORD, false) };
        if optional && self.out.known(&next.text).starts_with('-') {
            return (None, super::expand::NO_WORD, false);
        }
        sorting.at += 1;
        (Some(next.text.clone()), next.word, next.text.splits)
    }

    fn next_words(&mut self, sorting: &mut Sorting<'_>, count: u8) -> (Option<Text>, u32, bool) {
        let mut last = (None, super::expand::NO_WORD, false);
        for _ in 0..count {
            let (value, word, splits) = self.next_value(sorting, false);
            last = (value, word, last.2 || splits);
        }
        last
    }

    /// `-exec … ;`
    fn argv_flag(&mut self, sorting: &mut Sorting<'_>, flag: &'static Flag, name: Text) {
        let start = sorting.at;
        let ends = |field: &Field, before: Option<&Field>| match self.out.known(&field.text) {
            ";" => true,
            "+" => before.is_some_and(|before| self.out.known(&before.text) == "{}"),
            _ => false,
        };
        let mut end = start;
        while let Some(field) = sorting.fields.get(end) {
            if ends(field, sorting.fields.get(end.wrapping_sub(1))) {
                break;
            }
            end += 1;
        }
        sorting.at = end + 1;
        let value = sorting.fields.get(start).map(|field| field.text.clone());
        let arg = self.push(Arg { kind: ArgKind::Flag, does: Does::Runs, value: value.clone(), ..operand_of(name) });
        sorting.sorted.give(Given { flag, arg, value, word: super::expand::NO_WORD, fields: start..end });
    }

    fn give(&mut self, sorting: &mut Sorting<'_>, flag: &'static Flag, name: Text, value: Option<Text>, word: u32, splits: bool) {
        let effect = sorting.effect(flag);
        let risk = splits && sorting.is_dangerous();
        let code = matches!(effect, Effect::Code(_) | Effect::CodeFirst(_));
        let arg = Arg { kind: ArgKind::Flag, does: does(effect), value: value.clone(), may_be_option: risk, code, ..operand_of(name) };
        let arg = self.push(arg);
        sorting.sorted.given_first |= gives_first(effect);
        sorting.sorted.code_input |= effect == Effect::CodeInput;
        sorting.sorted.give(Given { flag, arg, value, word, fields: 0..0 });
    }

    fn unknown_flag(&mut self, sorting: &mut Sorting<'_>, field: &Field, length: usize, value: Option<Text>) {
        if sorting.style.lenient && sorting.table {
            return self.operand(sorting, field);
        }
        self.unknown_before_command(sorting, field);
        sorting.at += 1;
        let text = Text { cooked: cut(&field.text, 0, length), ..field.text.clone() };
        self.push(Arg { kind: ArgKind::Flag, does: Does::Unknown, value, ..operand_of(text) });
    }

    /// An option that a wrapper's table does not know: which word is the command is not known.
    fn unknown_before_command(&mut self, sorting: &Sorting<'_>, field: &Field) {
        let takes_none = sorting.style.glues && self.out.known(&field.text).starts_with("--");
        if sorting.table && sorting.wraps() && !takes_none {
            self.unreadable(UnreadableCause::UnknownOption, field.text.span);
        }
    }

    /// An option of which only the beginning is known.
    fn partial(&mut self, sorting: &mut Sorting<'_>, field: &Field) {
        let text = self.out.known(&field.text);
        let equals = text.find('=').filter(|_| text.starts_with("--") || sorting.style.single_dash);
        if let Some(equals) = equals
            && let Some(flag) = sorting.find(text.get(..equals).unwrap_or_default(), true)
        {
            let value = Some(sub_text(&field.text, equals + 1));
            return self.known_flag(sorting, field, flag, value);
        }
        if sorting.style.bundles && !text.starts_with("--") && self.partial_bundle(sorting, field) {
            return;
        }
        // `"- $x"` begins as none of the few options that such a program has.
        let text = self.out.known(&field.text);
        if sorting.style.lenient && text.chars().nth(1).is_some_and(|second| !second.is_ascii_alphanumeric() && second != '-') {
            return self.operand(sorting, field);
        }
        self.unknown_before_command(sorting, field);
        sorting.at += 1;
        sorting.sorted.tail_unknown |= sorting.wraps();
        self.push(Arg { kind: ArgKind::Flag, does: Does::Unknown, may_be_option: true, ..operand_of(field.text.clone()) });
    }

    /// `-n$x`, where `-n` takes a value.
    fn partial_bundle(&mut self, sorting: &mut Sorting<'_>, field: &Field) -> bool {
        let text = self.out.known(&field.text);
        let Some((at, letter)) = text.char_indices().nth(1) else { return false };
        match sorting.letter(text, at, letter).filter(|flag| flag.takes != Takes::Nothing) {
            Some(flag) => {
                let value = Some(sub_text(&field.text, at + letter.len_utf8()));
                self.known_flag(sorting, field, flag, value);
                true
            }
            None => false,
        }
    }

    fn operand(&mut self, sorting: &mut Sorting<'_>, field: &Field) {
        if !sorting.lost
            && !sorting.sorted.grammar.subcommands.is_empty()
            && sorting.sorted.operands.is_empty()
            && self.subcommand(sorting, field)
        {
            return;
        }
        let slot = sorting.slot();
        if self.begins_rest(sorting, field, slot) {
            return;
        }
        sorting.ended |= sorting.style.stops;
        let risk = field.risk && !sorting.ended && sorting.is_dangerous();
        let arg = Arg { behind_end: sorting.ended && !sorting.style.stops, may_be_option: risk, ..operand_of(field.text.clone()) };
        let arg = self.push(arg);
        sorting.sorted.operands.push((sorting.at, arg));
        sorting.at += 1;
    }

    /// A subcommand in its place.
    fn subcommand(&mut self, sorting: &mut Sorting<'_>, field: &Field) -> bool {
        let certain = field.text.certainty <= Certainty::Expanded;
        let name = self.out.known(&field.text);
        let found = sorting.sorted.grammar.subcommand(name).filter(|_| certain && !name.is_empty());
        if found.is_none() && sorting.sorted.grammar.subcommand_optional {
            return false;
        }
        let risk = field.risk;
        self.push(Arg { kind: ArgKind::Subcommand, may_be_option: risk, ..operand_of(field.text.clone()) });
        sorting.at += 1;
        match found {
            Some(subcommand) => sorting.enter(&subcommand.grammar),
            None => {
                sorting.lost = true;
                sorting.sorted.known = false;
                sorting.sorted.tail_unknown |= !certain;
                sorting.sorted.layout = super::table::all(Slot::Data);
            }
        }
        true
    }

    /// Whether a command, a text or a file of code begins here.
    fn begins_rest(&mut self, sorting: &mut Sorting<'_>, field: &Field, slot: Slot) -> bool {
        match slot {
            Slot::AssignedCommand if is_assignment(self.out.known(&field.text)) => {
                let arg = self.push(operand_of(field.text.clone()));
                sorting.sorted.operands.push((sorting.at, arg));
                sorting.at += 1;
                true
            }
            Slot::Command | Slot::AssignedCommand | Slot::ShellText | Slot::RunFile => {
                sorting.sorted.rest = Some((sorting.at, slot));
                true
            }
            _ => false,
        }
    }

    /// `tar xf`
    fn first_bundle(&mut self, sorting: &mut Sorting<'_>) {
        let fields = sorting.fields;
        let Some(field) = fields.get(1).filter(|field| field.text.certainty == Certainty::Literal) else { return };
        let text = self.out.known(&field.text);
        if text.is_empty() || text.starts_with('-') || !text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return;
        }
        sorting.at = 2;
        for (at, letter) in String::from(text).bytes().enumerate() {
            let spelled = [b'-', letter];
            let spelled = core::str::from_utf8(&spelled).unwrap_or_default();
            match sorting.find(spelled, false) {
                Some(flag) => {
                    let name = self.flag_name(flag, &field.text);
                    let takes_next = flag.takes == Takes::One;
                    let (value, word, splits) = if takes_next { self.next_value(sorting, false) } else { (None, field.word, false) };
                    self.give(sorting, flag, name, value, word, splits);
                }
                None => self.unknown_letter(sorting, field, at, at + 1),
            }
        }
    }

    /// An option's canonical name as text.
    fn flag_name(&mut self, flag: &'static Flag, spelled: &Text) -> Text {
        let name = flag.name();
        let known = self.out.known(spelled);
        let cooked = if known == name {
            spelled.cooked.clone()
        } else {
            let start = self.out.cooked.len();
            self.out.cooked.push_str(name);
            range(start, self.out.cooked.len())
        };
        let certainty = if spelled.certainty == Certainty::Literal { Certainty::Literal } else { Certainty::Expanded };
        Text { cooked, certainty, splits: false, glob: false, span: spelled.span }
    }
}

impl Sorting<'_> {
    fn is_option(&self, text: &str) -> bool {
        match text.as_bytes() {
            [b'-', _, ..] => true,
            [b'-'] => false,
            [b'+', _, ..] => self.table && (self.plus().is_some() || self.find(text.get(..2).unwrap_or_default(), false).is_some()),
            _ => false,
        }
    }

    fn find(&self, spelling: &str, long: bool) -> Option<&'static Flag> {
        if self.lost {
            return None;
        }
        let look = |grammar: &'static Grammar| {
            if long && self.style.abbreviates { grammar.abbreviated(spelling) } else { grammar.flag(spelling) }
        };
        let own = look(self.sorted.grammar);
        if own.is_some() || !self.style.inherits {
            return own;
        }
        self.grammars.get(..self.level).unwrap_or_default().iter().find_map(|grammar| look(grammar))
    }

    /// The option that every word is which begins with a plus.
    fn plus(&self) -> Option<&'static Flag> {
        self.find("+*", false)
    }

    fn letter(&self, text: &str, at: usize, letter: char) -> Option<&'static Flag> {
        let mut spelled = [0_u8; 8];
        let sign = if text.starts_with('+') { b'+' } else { b'-' };
        *spelled.first_mut()? = sign;
        let end = 1 + letter.len_utf8();
        letter.encode_utf8(spelled.get_mut(1..)?);
        let found = core::str::from_utf8(spelled.get(..end)?).ok().and_then(|spelled| self.find(spelled, false));
        let digits = || text.get(at..).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
        found.or_else(|| if letter.is_ascii_digit() && digits() { self.find("-#", false) } else { None })
    }

    fn enter(&mut self, grammar: &'static Grammar) {
        if let Some(place) = self.grammars.get_mut(self.level) {
            *place = self.sorted.grammar;
            self.level += 1;
        }
        self.sorted.grammar = grammar;
        self.sorted.layout = grammar.operands;
        self.dangerous = None;
    }

    /// What a flag does beside the others that were given.
    fn effect(&self, flag: &'static Flag) -> Effect {
        self.sorted.effect(flag)
    }

    /// What the next operand is.
    fn slot(&mut self) -> Slot {
        if self.lost || !self.table {
            return Slot::Data;
        }
        self.sorted.layout = self.sorted.layout_now();
        self.sorted.slot(self.sorted.operands_before_rest())
    }

    fn wraps(&self) -> bool {
        let layout = self.sorted.layout_now();
        matches!(layout.rest, Slot::Command | Slot::AssignedCommand | Slot::ShellText) && !self.lost
    }

    /// Whether an option that the table knows runs, writes or sends.
    fn is_dangerous(&mut self) -> bool {
        if !self.table || self.lost {
            return true;
        }
        let (own, outer) = (self.sorted.grammar, self.grammars.get(..self.level).unwrap_or_default());
        *self.dangerous.get_or_insert_with(|| is_dangerous(own) || outer.iter().any(|grammar| is_dangerous(grammar)))
    }

    fn finish(mut self) -> Sorted {
        self.sorted.lost = self.lost;
        if self.table && !self.lost {
            self.sorted.layout = self.sorted.layout_now();
        }
        self.sorted
    }
}

impl Sorted {
    /// What a flag does beside the others that were given.
    pub(super) fn effect(&self, flag: &'static Flag) -> Effect {
        match flag.beside {
            Some((others, effect)) if self.has_one_of(others) => effect,
            _ => flag.effect,
        }
    }

    fn give(&mut self, given: Given) {
        if !self.distinct.iter().any(|flag| core::ptr::eq(*flag, given.flag)) {
            self.distinct.push(given.flag);
        }
        self.options.push(given);
    }

    fn has_one_of(&self, names: &[&str]) -> bool {
        self.distinct.iter().any(|flag| flag.spellings.iter().any(|spelling| names.contains(spelling)))
    }

    fn layout_now(&self) -> Layout {
        let beside = self.grammar.operands_beside.iter().find(|(names, _)| self.has_one_of(names));
        beside.map_or(self.grammar.operands, |(_, layout)| *layout)
    }

    /// The operand's slot by its number.
    pub(super) fn slot(&self, number: usize) -> Slot {
        let number = number + usize::from(self.given_first && !self.layout.first.is_empty());
        self.layout.first.get(number).copied().unwrap_or(self.layout.rest)
    }

    fn operands_before_rest(&self) -> usize {
        match self.layout.rest {
            Slot::AssignedCommand => self.operands.len().min(self.layout.first.len()),
            _ => self.operands.len(),
        }
    }
}

fn is_dangerous(grammar: &Grammar) -> bool {
    let harmful = |flag: &Flag| {
        let depends = matches!(flag.effect, Effect::Setting(..) | Effect::ShellBehind(_) | Effect::ShellBehindBang | Effect::Interactive);
        depends || flag.beside.is_some() || !matches!(does(flag.effect), Does::Harmless | Does::Reads)
    };
    grammar.options.iter().flat_map(|group| group.iter()).any(harmful)
}

fn gives_first(effect: Effect) -> bool {
    matches!(
        effect,
        Effect::GivesFirst | Effect::ReadsFirst | Effect::ScriptFirst(_) | Effect::RunsFileFirst | Effect::CodeFirst(_) | Effect::CodeInput
    )
}

/// What an option is to a permission.
pub(super) fn does(effect: Effect) -> Does {
    match effect {
        Effect::Harmless
        | Effect::Name
        | Effect::Recurses
        | Effect::Folder
        | Effect::Placeholder
        | Effect::GivesFirst
        | Effect::Interactive
        | Effect::Script(_)
        | Effect::ScriptFirst(_)
        | Effect::ShellBehindBang
        | Effect::Setting(..)
        | Effect::ShellBehind(_) => Does::Harmless,
        Effect::Reads | Effect::ReadsBelow | Effect::ReadsFirst => Does::Reads,
        Effect::Writes | Effect::WritesAnywhere | Effect::Edits | Effect::Target => Does::Writes,
        Effect::Sends | Effect::Contacts | Effect::SendsText | Effect::SendsField | Effect::SendsFile => Does::Sends,
        Effect::Runs
        | Effect::RunsFile
        | Effect::RunsFileFirst
        | Effect::CodeFile(_)
        | Effect::Shell
        | Effect::Words
        | Effect::Splits
        | Effect::Argv
        | Effect::Code(_)
        | Effect::CodeFirst(_)
        | Effect::CodeInput => Does::Runs,
        Effect::Unknown => Does::Unknown,
    }
}

/// An operand with this text.
pub(super) fn operand_of(text: Text) -> Arg {
    Arg {
        kind: ArgKind::Operand,
        text,
        value: None,
        does: Does::Harmless,
        behind_end: false,
        bundled: false,
        may_be_option: false,
        code: false,
        expression: false,
        passed: false,
    }
}

/// `NAME=…`
pub(super) fn is_assignment(text: &str) -> bool {
    let Some((name, _)) = text.split_once('=') else { return false };
    !name.is_empty() && !name.starts_with('-') && !name.contains(['/', ' '])
}

fn text_length(field: &Field) -> usize {
    field.text.cooked.len()
}

fn cut(text: &Text, from: usize, to: usize) -> Range<u32> {
    let (start, end) = (text.cooked.start as usize, text.cooked.end as usize);
    range((start + from).min(end), (start + to).min(end))
}

/// The rest of a text from one of its bytes on.
pub(super) fn sub_text(text: &Text, from: usize) -> Text {
    let cooked = cut(text, from, usize::MAX / 2);
    let certainty = match text.certainty {
        // What a `*` stands for may begin with anything where it does not begin the word.
        Certainty::Prefix if cooked.is_empty() || (text.glob && from > 0) => Certainty::Dynamic,
        Certainty::Below => Certainty::Prefix,
        certainty => certainty,
    };
    Text { cooked, certainty, ..text.clone() }
}
