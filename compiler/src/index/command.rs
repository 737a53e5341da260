//! Command items: what they match as records, and where a program's name finds them.
//!
//! A pattern is filed under the names of the first of its commands that names programs outright, each name once; one that names none is tried on
//! every part. Which spellings of a flag are one is the runtime's tables' to say when it decides, so flags stand as they were written.

use std::collections::BTreeMap;

use straza_language::core::{
    CommandDefaults, CommandMatch, CommandOutcome, CommandPattern as Pattern, CoreItem, Literal, PatternWord, Program, StagePattern, Step,
    TextPattern, TextPiece, WordPattern,
};
use straza_runtime::layout::*;
use straza_runtime::limits;
use straza_runtime::matching::filing::{ANY_WORD, Unknowing, name_hash, word_key, worded_hash};

use super::{BuildErrorKind, Builder};

/// The command items of one group, on their way to its record.
#[derive(Default)]
pub(super) struct Commands {
    programs: BTreeMap<String, Filed>,
    any_program: Vec<Entry>,
    unknowing: Unknowing,
}

#[derive(Default)]
struct Filed {
    restrict: Vec<Entry>,
    permit: Vec<Entry>,
}

impl Filed {
    /// Files all under the name, and under the name with a word what cannot do without that word.
    fn into_slots(self, name: u64, slots: &mut BTreeMap<u64, Filed>) {
        for entry in self.restrict.iter().filter(|entry| entry.key != ANY_WORD) {
            slots.entry(worded_hash(name, entry.key)).or_default().restrict.push(*entry);
        }
        for entry in self.permit.iter().filter(|entry| entry.key != ANY_WORD) {
            slots.entry(worded_hash(name, entry.key)).or_default().permit.push(*entry);
        }
        let slot = slots.entry(name).or_default();
        slot.restrict.extend(self.restrict);
        slot.permit.extend(self.permit);
    }
}

/// Those that are looked up by the name alone.
fn wordless(entries: &[Entry]) -> Vec<Entry> {
    entries.iter().filter(|entry| entry.key == ANY_WORD).copied().collect()
}

/// A pattern with what orders and summarises it.
#[derive(Clone, Copy)]
struct Entry {
    pattern: u32,
    /// The word that it is looked up by, or [`ANY_WORD`].
    key: u32,
    rank: u32,
    bits: u64,
}

/// What a group's record says of its command items.
pub(super) struct CommandRuns {
    pub(super) programs: Run,
    pub(super) any_program: Run,
    pub(super) unread: Run,
    pub(super) computed: Run,
}

impl Commands {
    /// Writes what an item matches; `record` is the item as it will be written at `index`.
    pub(super) fn add(&mut self, builder: &mut Builder<'_>, index: u32, record: &Item, item: &CoreItem) {
        let Some(command) = item.command.as_deref() else { return };
        let own = builder.count(Section::Commands);
        let drafts = drafts(builder, item, command);
        let start = builder.count(Section::CommandPatterns);
        let count = narrow(drafts.len());
        let mut behind = start + count;
        let mut staged = Vec::new();
        for draft in &drafts {
            let except = Run { start: behind, len: narrow(draft.except.len()) };
            behind += except.len;
            staged.push((start + narrow(staged.len()), draft.stages.len));
            let pattern = CommandPattern { command: own, stages: draft.stages, except, filed: draft.filed, key: draft.key };
            let place = builder.sections.push(Section::CommandPatterns, |out| pattern.write(out));
            if !item.shadow {
                self.file(&draft.names, Entry { pattern: place, key: draft.key, rank: record.rank, bits: record.bits }, record);
            }
        }
        for stages in drafts.iter().flat_map(|draft| &draft.except) {
            let pattern = CommandPattern { command: own, stages: *stages, except: Run::default(), filed: 0, key: ANY_WORD };
            builder.sections.push(Section::CommandPatterns, |out| pattern.write(out));
        }
        let is_first_match = builder.program.sets.iter().any(|set| set.name == item.id.set && set.commands.first_match);
        self.unknowing.add(own, record, is_first_match, staged.into_iter());
        let through = builder.pools.names(&command.through);
        let record = CommandRecord { item: index, patterns: Run { start, len: count }, through };
        builder.sections.push(Section::Commands, |out| record.write(out));
    }

    fn file(&mut self, names: &[String], entry: Entry, record: &Item) {
        if names.is_empty() {
            return self.any_program.push(entry);
        }
        for name in names {
            let filed = self.programs.entry(name.clone()).or_default();
            let list = if record.flags & item_flag::PERMIT != 0 { &mut filed.permit } else { &mut filed.restrict };
            list.push(entry);
        }
    }

    /// Writes the slots.
    pub(super) fn finish(mut self, builder: &mut Builder<'_>) -> CommandRuns {
        let any_program = list(builder, &mut self.any_program);
        // Two names with one hash share a slot: what is found is looked at in full.
        let mut by_hash: BTreeMap<u64, Filed> = BTreeMap::new();
        for (name, filed) in self.programs {
            filed.into_slots(name_hash(&name), &mut by_hash);
        }
        let size = if by_hash.is_empty() { 0 } else { (by_hash.len() * 2).next_power_of_two() };
        let mut slots: Vec<ProgramSlot> = vec![ProgramSlot { best: u32::MAX, ..ProgramSlot::default() }; size];
        for (hash, mut filed) in by_hash {
            let slot = ProgramSlot {
                hash,
                mask: filed.restrict.iter().fold(0, |mask, entry| mask | entry.bits),
                best: filed.restrict.iter().map(|entry| entry.rank).min().unwrap_or(u32::MAX),
                wordless_restrict: list(builder, &mut wordless(&filed.restrict)),
                wordless_permit: list(builder, &mut wordless(&filed.permit)),
                restrict: list(builder, &mut filed.restrict),
                permit: list(builder, &mut filed.permit),
            };
            let free = (0..size).map(|step| (hash as usize).wrapping_add(step) & (size - 1));
            let free = free.into_iter().find(|at| slots.get(*at).is_some_and(|slot| slot.restrict.len == 0 && slot.permit.len == 0));
            if let Some(place) = free.and_then(|at| slots.get_mut(at)) {
                *place = slot;
            }
        }
        let start = builder.count(Section::ProgramSlots);
        for slot in &slots {
            builder.sections.push(Section::ProgramSlots, |out| slot.write(out));
        }
        let (unread, computed) = (builder.pools.list(&self.unknowing.unread), builder.pools.list(&self.unknowing.computed));
        CommandRuns { programs: Run { start, len: narrow(slots.len()) }, any_program, unread, computed }
    }
}

/// Patterns, strictest first, then by rank, each once.
fn list(builder: &mut Builder<'_>, entries: &mut [Entry]) -> Run {
    entries.sort_by_key(|entry| (leaf_order(entry.bits, entry.rank), entry.pattern));
    let mut patterns: Vec<u32> = entries.iter().map(|entry| entry.pattern).collect();
    patterns.dedup();
    builder.pools.list(&patterns)
}

/// A pattern whose commands are written.
struct Draft {
    stages: Run,
    filed: u32,
    key: u32,
    /// Programs that it is filed under; none where it may be about any.
    names: Vec<String>,
    except: Vec<Run>,
}

fn drafts(builder: &mut Builder<'_>, item: &CoreItem, command: &CommandMatch) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for matched in &command.patterns {
        let found = matched.pattern.stages.iter().enumerate().find_map(|(place, stage)| Some((place, names(stage)?)));
        let (filed, names) = found.unwrap_or_default();
        let key = matched.pattern.stages.get(filed).map_or(ANY_WORD, key);
        let stages = stages(builder, item, &matched.pattern);
        let except = matched.except.iter().map(|except| self::stages(builder, item, except)).collect();
        drafts.push(Draft { stages, filed: narrow(filed), key, names, except });
    }
    drafts
}

/// The names of the programs that a command of a pattern is about, if it says all of them.
fn names(stage: &StagePattern) -> Option<Vec<String>> {
    let Some(WordPattern::Of(texts)) = &stage.program else { return None };
    let mut names = Vec::new();
    for text in texts {
        let spelled: String =
            text.pieces.iter().map(|piece| if let TextPiece::Text(text) = piece { text.as_str() } else { "\0" }).collect();
        let base = spelled.rsplit('/').next().unwrap_or_default();
        if base.is_empty() || base.contains('\0') {
            return None;
        }
        names.push(base.to_owned());
    }
    names.sort();
    names.dedup();
    Some(names)
}

/// The first word of a command, where it is one plain text: without it the command is another. Behind a flag it may be the flag's value.
fn key(stage: &StagePattern) -> u32 {
    let Some(PatternWord::Operand(WordPattern::Of(texts))) = stage.words.first() else { return ANY_WORD };
    match texts.as_slice() {
        [text] => match text.pieces.as_slice() {
            [TextPiece::Text(word)] if text_flags(word) == 0 && !word.contains(word_text::STAR) => word_key(word),
            _ => ANY_WORD,
        },
        _ => ANY_WORD,
    }
}

fn stages(builder: &mut Builder<'_>, item: &CoreItem, pattern: &Pattern) -> Run {
    if pattern.stages.len() > limits::PATTERN_STAGES {
        builder.error(Some(&item.id), BuildErrorKind::TooLarge("a pattern of commands"));
    }
    let records: Vec<StageRecord> = pattern.stages.iter().map(|stage| stage_record(builder, item, stage)).collect();
    let start = builder.count(Section::Stages);
    for record in &records {
        builder.sections.push(Section::Stages, |out| record.write(out));
    }
    Run { start, len: narrow(records.len()) }
}

fn stage_record(builder: &mut Builder<'_>, item: &CoreItem, stage: &StagePattern) -> StageRecord {
    if stage.words.len().max(stage.assignments.len()) > limits::PATTERN_WORDS {
        builder.error(Some(&item.id), BuildErrorKind::TooLarge("a pattern of a command"));
    }
    let (program, names) = stage.program.as_ref().map_or((word::NONE, Run::default()), |program| word(builder, item, program));
    let assignments: Vec<StageWord> = stage
        .assignments
        .iter()
        .map(|(name, value)| {
            let (value, texts) = word(builder, item, value);
            StageWord { kind: stage_word::ASSIGNMENT, value, reserved: 0, name: builder.pools.text(name), texts }
        })
        .collect();
    let words: Vec<StageWord> = stage.words.iter().map(|own| stage_word(builder, item, own)).collect();
    let writes: Vec<u32> = stage.writes.iter().map(|path| builder.pools.literal(&Literal::Path(path.clone()))).collect();
    StageRecord {
        flags: if stage.through_others { THROUGH_OTHERS } else { 0 },
        program,
        reserved: 0,
        names,
        assignments: self::words(builder, &assignments),
        words: self::words(builder, &words),
        writes: builder.pools.list(&writes),
    }
}

fn words(builder: &mut Builder<'_>, words: &[StageWord]) -> Run {
    let start = builder.count(Section::StageWords);
    for word in words {
        builder.sections.push(Section::StageWords, |out| word.write(out));
    }
    Run { start, len: narrow(words.len()) }
}

fn stage_word(builder: &mut Builder<'_>, item: &CoreItem, own: &PatternWord) -> StageWord {
    let plain = StageWord::default();
    match own {
        PatternWord::Operand(pattern) => {
            let (value, texts) = word(builder, item, pattern);
            StageWord { kind: stage_word::OPERAND, value, texts, ..plain }
        }
        PatternWord::Rest => StageWord { kind: stage_word::REST, ..plain },
        PatternWord::EndOfOptions => StageWord { kind: stage_word::END, ..plain },
        PatternWord::NoFlag(name) => StageWord { kind: stage_word::NO_FLAG, name: builder.pools.text(name), ..plain },
        PatternWord::Flag { name, value } => {
            let (value, texts) = value.as_ref().map_or((word::NONE, Run::default()), |value| word(builder, item, value));
            StageWord { kind: stage_word::FLAG, value, reserved: 0, name: builder.pools.text(name), texts }
        }
    }
}

fn word(builder: &mut Builder<'_>, item: &CoreItem, pattern: &WordPattern) -> (u8, Run) {
    let (kind, texts) = match pattern {
        WordPattern::One => return (word::ONE, Run::default()),
        WordPattern::Of(texts) => (word::OF, texts),
        WordPattern::Not(texts) => (word::NOT, texts),
    };
    let records: Vec<WordText> = texts.iter().map(|text| word_text(builder, item, text)).collect();
    let start = builder.count(Section::WordTexts);
    for record in &records {
        builder.sections.push(Section::WordTexts, |out| record.write(out));
    }
    (kind, Run { start, len: narrow(records.len()) })
}

fn word_text(builder: &mut Builder<'_>, item: &CoreItem, pattern: &TextPattern) -> WordText {
    let mut text = String::new();
    let mut flags = 0;
    for (place, piece) in pattern.pieces.iter().enumerate() {
        match piece {
            // No word of a command has this character either, so a pattern with it matches as little as before.
            TextPiece::Text(part) => text.push_str(&part.replace(word_text::STAR, "\u{FFFF}")),
            TextPiece::Star => {
                flags |= word_text::STARS;
                text.push(word_text::STAR);
            }
            TextPiece::Home if place == 0 => flags |= word_text::HOME,
            TextPiece::Home => text.push('~'),
        }
    }
    flags |= if flags & word_text::HOME != 0 { word_text::PATH | word_text::SPELLED } else { text_flags(&text) };
    if text.len() > limits::PATTERN_BYTES {
        builder.error(Some(&item.id), BuildErrorKind::TooLarge("a word of a command pattern"));
    }
    WordText { flags, text: builder.pools.text(&text) }
}

/// Whether a text that does not begin at home looks like a path, and whether it spells one of a program.
fn text_flags(text: &str) -> u32 {
    let is_path = ["/", "~", "./", "../"].iter().any(|begin| text.starts_with(begin)) || text == "." || text == "..";
    let path = if is_path { word_text::PATH } else { 0 };
    path | if text.contains('/') { word_text::SPELLED } else { 0 }
}

/// Whether a set says anything of commands.
pub(super) fn speaks_of_commands(program: &Program, set: &str, commands: &CommandDefaults) -> bool {
    *commands != CommandDefaults::default() || program.items.iter().any(|item| item.command.is_some() && item.id.set == set)
}

/// `confirm`, which is what a set without clauses of its own says of doubt.
pub(super) fn doubt() -> CommandOutcome {
    CommandOutcome { steps: Some(vec![Step::Confirm]), because: None }
}

fn narrow(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}
