//! From a word's pieces to the words that the shell makes of it, as far as the text says: quotes are gone, brace lists become words, `~`,
//! `$HOME`, `$IFS`, constants and `$(cat <<'EOF' …)` become text. Everything else is unknown from where it begins.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::constants::is_assigned;
use super::level::Level;
use super::reading::{Certainty, Text};
use super::working::Working;
use crate::shell::{Piece, PieceKind, Span, UnreadableCause};

/// No word of the script: an argument vector, or words made here.
pub(super) const NO_WORD: u32 = u32::MAX;

/// A word as a program gets it.
#[derive(Debug, Clone)]
pub(super) struct Field {
    /// What is known of it.
    pub(super) text: Text,
    /// It may turn out to be an option.
    pub(super) risk: bool,
    /// The script's word that it comes from.
    pub(super) word: u32,
}

/// Words that brace lists make of one word, and of all.
const WORDS_OF_BRACES: usize = 64;

/// What a parameter comes to.
enum Value {
    Text(Range<u32>),
    Home,
    Separator,
    Unknown,
}

/// A piece of the script, or text made by a brace sequence.
#[derive(Debug, Clone)]
enum Unit {
    Piece(u32),
    Made(Range<u32>),
}

/// A word under way.
struct Building {
    start: usize,
    end: Option<usize>,
    certainty: Certainty,
    splits: bool,
    glob: Option<usize>,
    started: bool,
    risk: bool,
    span: Span,
    word: u32,
}

impl Building {
    fn new(cooked: &str, span: Span, word: u32) -> Self {
        Self {
            start: cooked.len(),
            end: None,
            certainty: Certainty::Literal,
            splits: false,
            glob: None,
            started: false,
            risk: false,
            span,
            word,
        }
    }

    fn known(&self) -> bool {
        self.end.is_none()
    }

    fn text(&mut self, cooked: &mut String, text: &str, certainty: Certainty) {
        self.started = true;
        if self.known() {
            cooked.push_str(text);
            self.certainty = self.certainty.max(certainty);
        }
    }

    fn copied(&mut self, cooked: &mut String, text: &Range<u32>, certainty: Certainty) {
        self.started = true;
        if self.known() && cooked.get(text.start as usize..text.end as usize).is_some() {
            cooked.extend_from_within(text.start as usize..text.end as usize);
            self.certainty = self.certainty.max(certainty);
        }
    }

    fn glob(&mut self, cooked: &mut String, text: &str) {
        self.started = true;
        if self.known() {
            self.glob = self.glob.or(Some(cooked.len()));
            cooked.push_str(text);
        }
    }

    /// Nothing is known from here on. `dashes`: it may begin with a dash; `splits`: it may be several words.
    fn unknown(&mut self, cooked: &str, dashes: bool, splits: bool) {
        self.started = true;
        let first = self.known() && cooked.len() == self.start;
        self.end.get_or_insert(cooked.len());
        self.splits |= splits;
        self.risk |= dashes && (splits || first);
    }

    fn finish(self, cooked: &str) -> Option<Field> {
        if !self.started {
            return None;
        }
        let end = match (self.end, self.glob) {
            (Some(_), Some(glob)) => glob,
            (Some(end), None) => end,
            (None, _) => cooked.len(),
        };
        let text = cooked.get(self.start..end).unwrap_or_default();
        let glob = self.glob.is_some() && self.known();
        let certainty = match (self.known(), glob, text.is_empty()) {
            (true, false, _) => self.certainty,
            (false, _, true) => Certainty::Dynamic,
            _ => Certainty::Prefix,
        };
        let dash = text.starts_with('-') && certainty != Certainty::Literal;
        let risk = self.risk || dash || (self.glob == Some(self.start) && begins_any(cooked.get(self.start..).unwrap_or_default()));
        let text = Text { cooked: range(self.start, end), certainty, splits: self.splits, glob, span: self.span };
        Some(Field { text, risk, word: self.word })
    }
}

/// Whether a glob may match a name that begins with a dash.
fn begins_any(glob: &str) -> bool {
    match glob.as_bytes() {
        [b'*' | b'?', ..] => true,
        [b'[', b'!' | b'^' | b'-', ..] => true,
        [b'[', ..] => glob.split_once(']').is_some_and(|(class, _)| class.ends_with('-') || class.contains("[:")),
        _ => false,
    }
}

/// A range of texts; bounded by the reading's budget, far below what it can hold.
pub(super) fn range(start: usize, end: usize) -> Range<u32> {
    u32::try_from(start).unwrap_or(u32::MAX)..u32::try_from(end).unwrap_or(u32::MAX)
}

impl<'w> Working<'w> {
    /// The words that a word comes to.
    pub(super) fn expand(&mut self, level: &Level<'_>, word: u32, fields: &mut Vec<Field>) {
        let pieces = level.pieces(word);
        match pieces {
            [] => fields.push(self.literal_field(level, word, "")),
            [piece] if piece.kind == PieceKind::Literal => fields.push(self.literal_field(level, word, level.cooked(&piece.text))),
            _ if pieces.iter().any(|piece| piece.kind == PieceKind::BraceOpen) => self.expand_braces(level, word, fields),
            _ => self.build(level, word, &mut units(level, word), true, fields),
        }
    }

    /// The one text that a word comes to where the shell does not split: an assignment's value, a redirection's target, a body.
    pub(super) fn expand_whole(&mut self, level: &Level<'_>, word: u32) -> Field {
        let mut fields = Vec::new();
        match level.literal(word) {
            Some(text) => return self.literal_field(level, word, text),
            None => self.build(level, word, &mut units(level, word), false, &mut fields),
        }
        fields.pop().unwrap_or_else(|| self.literal_field(level, word, ""))
    }

    fn literal_field(&mut self, level: &Level<'_>, word: u32, text: &str) -> Field {
        let start = self.out.cooked.len();
        self.out.cooked.push_str(text);
        let text = Text {
            cooked: range(start, self.out.cooked.len()),
            certainty: Certainty::Literal,
            splits: false,
            glob: false,
            span: level.span(word_span(level, word)),
        };
        Field { text, risk: false, word }
    }

    fn build(&mut self, level: &Level<'_>, word: u32, units: &mut dyn Iterator<Item = Unit>, split: bool, fields: &mut Vec<Field>) {
        let span = level.span(word_span(level, word));
        let mut building = Building::new(&self.out.cooked, span, word);
        for unit in units {
            match unit {
                Unit::Made(text) => building.copied(&mut self.out.cooked, &text, Certainty::Literal),
                Unit::Piece(at) => {
                    let Some(piece) = level.script.pieces.get(at as usize) else { continue };
                    self.piece(level, piece, split, &mut building, fields);
                }
            }
        }
        fields.extend(building.finish(&self.out.cooked));
    }

    fn piece(&mut self, level: &Level<'_>, piece: &Piece, split: bool, building: &mut Building, fields: &mut Vec<Field>) {
        let splits = split && !piece.quoted;
        match piece.kind {
            PieceKind::Literal => building.text(&mut self.out.cooked, level.cooked(&piece.text), Certainty::Literal),
            PieceKind::Parameter => self.parameter_piece(level, piece, splits, building, fields),
            PieceKind::Computed => {
                if level.cooked(&piece.text) == "IFS" {
                    self.unreadable(UnreadableCause::FieldSeparator, level.span(piece.span));
                }
                building.unknown(&self.out.cooked, true, splits);
            }
            PieceKind::Substitution(context) => self.substitution(level, context, splits, building),
            PieceKind::Process(_) | PieceKind::OtherHome => building.unknown(&self.out.cooked, false, false),
            PieceKind::Arithmetic => building.unknown(&self.out.cooked, true, false),
            PieceKind::Glob if split => building.glob(&mut self.out.cooked, level.cooked(&piece.text)),
            PieceKind::Glob => building.text(&mut self.out.cooked, level.cooked(&piece.text), Certainty::Literal),
            PieceKind::Home => match self.home() {
                Some(home) => building.text(&mut self.out.cooked, home, Certainty::Expanded),
                None => building.unknown(&self.out.cooked, false, false),
            },
            PieceKind::BraceOpen => building.text(&mut self.out.cooked, "{", Certainty::Literal),
            PieceKind::BraceComma => building.text(&mut self.out.cooked, ",", Certainty::Literal),
            PieceKind::BraceClose => building.text(&mut self.out.cooked, "}", Certainty::Literal),
        }
    }

    fn parameter_piece(&mut self, level: &Level<'_>, piece: &Piece, splits: bool, building: &mut Building, fields: &mut Vec<Field>) {
        match self.parameter(level, level.cooked(&piece.text), piece.span) {
            Value::Text(text) if splits => self.split_value(&text, building, fields),
            Value::Text(text) => building.copied(&mut self.out.cooked, &text, Certainty::Expanded),
            Value::Home => building.text(&mut self.out.cooked, self.folders.home.unwrap_or_default(), Certainty::Expanded),
            Value::Separator if splits => self.next_word(building, fields),
            Value::Separator => building.text(&mut self.out.cooked, " \t\n", Certainty::Expanded),
            Value::Unknown => building.unknown(&self.out.cooked, true, splits),
        }
    }

    fn parameter(&mut self, level: &Level<'_>, name: &str, span: Span) -> Value {
        if name == "IFS" {
            if !level.sets_separator {
                return Value::Separator;
            }
            self.unreadable(UnreadableCause::FieldSeparator, level.span(span));
            return Value::Unknown;
        }
        match self.constant(level, name) {
            Some(value) => Value::Text(value),
            None if name == "HOME" && self.home().is_some() && self.may_look(level) && !is_assigned_above(level, name) => Value::Home,
            None => Value::Unknown,
        }
    }

    /// The home, while there is room for it.
    fn home(&self) -> Option<&'w str> {
        self.folders.home.filter(|_| self.out.cooked.len() <= self.budget.cooked)
    }

    fn constant(&self, level: &Level<'_>, name: &str) -> Option<Range<u32>> {
        if self.at_part > level.lost_after || self.out.cooked.len() > self.budget.cooked {
            return None;
        }
        match level.bench.constants.iter().find(|constant| level.cooked(&constant.name) == name) {
            Some(constant) => Some(constant.value.clone()),
            None => {
                level.parent.filter(|_| self.may_look(level) && !is_assigned(level, name)).and_then(|parent| self.constant(parent, name))
            }
        }
    }

    /// The word so far is finished, and another begins; beyond the bound it goes on, and nothing of it is known.
    fn next_word(&mut self, building: &mut Building, fields: &mut Vec<Field>) {
        let Some(words) = self.budget.words.checked_sub(1) else {
            self.unreadable(UnreadableCause::TooMuchWork, building.span);
            return building.unknown(&self.out.cooked, true, true);
        };
        self.budget.words = words;
        let (span, word) = (building.span, building.word);
        building.certainty = building.certainty.max(Certainty::Expanded);
        let mut next = Building::new(&self.out.cooked, span, word);
        next.certainty = Certainty::Expanded;
        let done = core::mem::replace(building, next);
        fields.extend(done.finish(&self.out.cooked));
        building.start = self.out.cooked.len();
    }

    fn split_value(&mut self, text: &Range<u32>, building: &mut Building, fields: &mut Vec<Field>) {
        let (mut at, end) = (text.start as usize, text.end as usize);
        while at < end && self.budget.words > 0 {
            let rest = self.out.cooked.get(at..end).unwrap_or_default();
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\n']).len();
            if blanks > 0 {
                self.next_word(building, fields);
                at += blanks;
                continue;
            }
            let length = rest.find([' ', '\t', '\n']).unwrap_or(rest.len());
            let glob = rest.get(..length).unwrap_or_default().contains(['*', '?', '[']);
            if glob && building.known() {
                building.glob = building.glob.or(Some(self.out.cooked.len()));
            }
            building.copied(&mut self.out.cooked, &range(at, at + length.max(1)), Certainty::Expanded);
            at += length.max(1);
        }
        if at < end {
            self.next_word(building, fields);
        }
    }

    fn substitution(&mut self, level: &Level<'_>, context: u32, splits: bool, building: &mut Building) {
        let body = level.literal_output(context).filter(|_| !self.redefined);
        match body.and_then(|word| literal_body(level, word)) {
            Some(text) if !splits => building.text(&mut self.out.cooked, text, Certainty::Literal),
            _ => {
                let plain = splits && level.is_plain_output(context);
                let dashes = !plain && !level.is_plain_output(context);
                building.unknown(&self.out.cooked, dashes, splits);
            }
        }
    }

    fn expand_braces(&mut self, level: &Level<'_>, word: u32, fields: &mut Vec<Field>) {
        match self.brace_lists(level, word) {
            Some(lists) => {
                for list in lists {
                    self.build(level, word, &mut list.into_iter(), true, fields);
                }
            }
            None => {
                let span = level.span(word_span(level, word));
                let at = self.out.cooked.len();
                let text = Text { cooked: range(at, at), certainty: Certainty::Dynamic, splits: true, glob: false, span };
                fields.push(Field { text, risk: true, word });
            }
        }
    }

    /// A word's brace lists written out; `None` where they are too many.
    fn brace_lists(&mut self, level: &Level<'_>, word: u32) -> Option<Vec<Vec<Unit>>> {
        let mut done: Vec<Vec<Unit>> = Vec::new();
        let mut due: Vec<Vec<Unit>> = alloc::vec![units(level, word).collect()];
        while let Some(list) = due.pop() {
            match self.first_brace(level, &list) {
                Some(alternatives) => due.extend(alternatives.into_iter().rev()),
                None => done.push(list),
            }
            self.budget.braces = self.budget.braces.checked_sub(1)?;
            if done.len() + due.len() > WORDS_OF_BRACES {
                return None;
            }
        }
        Some(done)
    }

    /// A list with its first brace list replaced by each of its alternatives.
    fn first_brace(&mut self, level: &Level<'_>, list: &[Unit]) -> Option<Vec<Vec<Unit>>> {
        let kind = |unit: &Unit| match unit {
            Unit::Piece(at) => level.script.pieces.get(*at as usize).map(|piece| piece.kind),
            Unit::Made(_) => None,
        };
        let open = list.iter().position(|unit| kind(unit) == Some(PieceKind::BraceOpen))?;
        let (mut depth, mut bounds, mut close) = (0_usize, alloc::vec![open], None);
        for (at, unit) in list.iter().enumerate().skip(open) {
            match kind(unit) {
                Some(PieceKind::BraceOpen) => depth += 1,
                Some(PieceKind::BraceComma) if depth == 1 => bounds.push(at),
                Some(PieceKind::BraceClose) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        close = Some(at);
                        break;
                    }
                }
                _ => {}
            }
        }
        let close = close?;
        let (before, after) = (list.get(..open)?, list.get(close + 1..)?);
        let middles = match bounds.len() {
            1 => self.sequence(level, list.get(open + 1..close)?),
            _ => {
                bounds.push(close);
                bounds.windows(2).filter_map(|pair| list.get(pair.first()? + 1..*pair.last()?).map(<[Unit]>::to_vec)).collect()
            }
        };
        Some(middles.iter().map(|middle| [before, middle, after].concat()).collect())
    }

    /// `1..5`, `a..e..2`: written out where it is short; else it stays as it is.
    fn sequence(&mut self, level: &Level<'_>, inside: &[Unit]) -> Vec<Vec<Unit>> {
        let text = match inside {
            [Unit::Piece(at)] => level.script.pieces.get(*at as usize).map_or("", |piece| level.cooked(&piece.text)),
            _ => "",
        };
        let items = sequence_items(text).unwrap_or_default();
        if items.is_empty() {
            return alloc::vec![inside.to_vec()];
        }
        items.iter().map(|item| alloc::vec![self.made(item)]).collect()
    }

    fn made(&mut self, text: &str) -> Unit {
        let start = self.out.cooked.len();
        self.out.cooked.push_str(text);
        Unit::Made(range(start, self.out.cooked.len()))
    }

    /// A word as text of another shell: what is not known is written as a parameter of which nothing is known.
    pub(super) fn text_with_holes(&self, level: &Level<'_>, word: u32, text: &mut String) {
        for piece in level.pieces(word) {
            match piece.kind {
                PieceKind::Literal | PieceKind::Glob => text.push_str(level.cooked(&piece.text)),
                PieceKind::Home => text.push_str(self.folders.home.unwrap_or("~")),
                PieceKind::BraceOpen => text.push('{'),
                PieceKind::BraceComma => text.push(','),
                PieceKind::BraceClose => text.push('}'),
                PieceKind::Parameter => match self.constant(level, level.cooked(&piece.text)) {
                    Some(value) => text.push_str(self.out.cooked(&value)),
                    None => text.push_str("${_}"),
                },
                _ => text.push_str("${_}"),
            }
        }
    }
}

fn is_assigned_above(level: &Level<'_>, name: &str) -> bool {
    is_assigned(level, name) || level.parent.is_some_and(|parent| is_assigned(parent, name))
}

/// A body without the newlines at its end, as a substitution leaves it.
fn literal_body<'l>(level: &Level<'l>, word: u32) -> Option<&'l str> {
    level.literal(word).map(|text| text.trim_end_matches('\n'))
}

fn word_span(level: &Level<'_>, word: u32) -> Span {
    level.script.words.get(word as usize).map(|word| word.span).unwrap_or_default()
}

fn units(level: &Level<'_>, word: u32) -> impl Iterator<Item = Unit> + use<> {
    level.script.words.get(word as usize).map_or(0..0, |word| word.pieces.clone()).map(Unit::Piece)
}

fn sequence_items(text: &str) -> Option<Vec<String>> {
    let mut ends = text.split("..");
    let (from, to, step) = (ends.next()?, ends.next()?, ends.next());
    let step: i64 = step.map_or(Ok(1), str::parse).ok()?;
    let step = step.saturating_abs().max(1);
    let (from, to, letters) = match (from.parse::<i64>(), to.parse::<i64>()) {
        (Ok(from), Ok(to)) => (from, to, false),
        _ => (i64::from(letter(from)?), i64::from(letter(to)?), true),
    };
    let count = usize::try_from(to.abs_diff(from) / step.unsigned_abs()).ok()?.checked_add(1)?;
    if count > WORDS_OF_BRACES {
        return None;
    }
    let sign = if to < from { -step } else { step };
    let value = |at: usize| i64::try_from(at).unwrap_or(0).saturating_mul(sign).saturating_add(from);
    Some((0..count).map(|at| shown(value(at), letters)).collect())
}

fn letter(text: &str) -> Option<u32> {
    let mut characters = text.chars();
    let first = characters.next().filter(char::is_ascii_alphabetic)?;
    characters.next().is_none().then_some(u32::from(first))
}

fn shown(value: i64, letters: bool) -> String {
    use alloc::string::ToString;
    match u32::try_from(value).ok().and_then(char::from_u32) {
        Some(letter) if letters => letter.to_string(),
        _ => value.to_string(),
    }
}
