//! Regular expressions: one expression of a policy to one small table that walks a text byte by byte.
//!
//! `regex-syntax` reads the expression, `regex-automata` makes it deterministic, and this module copies the result into the runtime's own
//! format, so that a snapshot holds no library's bytes and the runtime needs no library. Everything that could grow without bound (the
//! expression, its program, the table) has a limit, and passing one is an error at that expression.
//!
//! A match covers the whole text. `\w`, `\d`, `\s` and `\b` mean ASCII unless `(?u)` is written; `.` and negated classes go by code point
//! either way, and `(?i)` by Unicode's simple folding. [`plain_spelling`] writes the same expression out for a library that knows no such default.

use core::fmt;

use regex_automata::dfa::{Automaton, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind};
use regex_syntax::ast::{self, AssertionKind, Ast, ClassPerl, ClassPerlKind, ClassSetItem, Flag, GroupKind};

use straza_runtime::automaton;

/// Longest expression, in bytes.
pub const EXPRESSION_BYTES: usize = 4 * 1024;
/// Largest table of one expression, and largest scratch space while it is built, in bytes.
pub use straza_runtime::limits::AUTOMATON_BYTES;
/// Largest sum of the tables of one policy, in bytes.
pub const ALL_AUTOMATA_BYTES: usize = 16 * 1024 * 1024;

/// Largest intermediate program: what a repetition of a repetition would otherwise inflate before the table's own limit is seen.
const PROGRAM_BYTES: usize = 1024 * 1024;
/// Deepest nesting of groups and classes.
const NESTING: u32 = 64;

/// Why an expression has no table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpressionError {
    /// It is longer than [`EXPRESSION_BYTES`].
    TooLong {
        /// Its length in bytes.
        bytes: usize,
    },
    /// It is no regular expression.
    Syntax {
        /// What the reader says, one line.
        message: String,
        /// The bytes of the expression that it says it of.
        at: (usize, usize),
    },
    /// `\b` under `(?u)`: no table of bounded size knows Unicode words.
    UnicodeWordBoundary,
    /// Its table would be larger than [`AUTOMATON_BYTES`].
    TooLarge,
}

impl ExpressionError {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::TooLong { .. } => "split it into several, joined by `or`",
            Self::Syntax { .. } => "the syntax is that of the `regex` crate: no look-around, no back-references",
            Self::UnicodeWordBoundary => r"write `(?-u:\b)`, a boundary of ASCII words",
            Self::TooLarge => "bound its repetitions lower, take `(?u)` away, or use `like`, `starts with`, `ends with` or `contains`",
        }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes } => write!(f, "the expression has {bytes} bytes, the limit is {EXPRESSION_BYTES}"),
            Self::Syntax { message, .. } => write!(f, "this is no regular expression: {message}"),
            Self::UnicodeWordBoundary => f.write_str(r"`\b` cannot go by Unicode words"),
            Self::TooLarge => write!(f, "the expression needs a table of more than {} KiB", AUTOMATON_BYTES / 1024),
        }
    }
}

impl std::error::Error for ExpressionError {}

/// The runtime's table of an expression, encoded.
pub fn compile_expression(expression: &str) -> Result<Vec<u8>, ExpressionError> {
    copied(&determined(expression)?).and_then(|table| automaton::encode(&table)).ok_or(ExpressionError::TooLarge)
}

/// The runtime's table for finding an expression anywhere in a text, as [`automaton::Automaton::longest_from`] walks it.
pub fn compile_search(expression: &str) -> Result<Vec<u8>, ExpressionError> {
    searching(&determined(expression)?).and_then(|table| automaton::encode(&table)).ok_or(ExpressionError::TooLarge)
}

/// The expression with its ASCII classes written out and `.` meaning any character, so that a library whose classes are Unicode's reads the same
/// language.
pub fn plain_spelling(expression: &str) -> Result<String, ExpressionError> {
    if expression.len() > EXPRESSION_BYTES {
        return Err(ExpressionError::TooLong { bytes: expression.len() });
    }
    let tree = ast::parse::ParserBuilder::new().nest_limit(NESTING).build().parse(expression).map_err(|error| ExpressionError::Syntax {
        message: error.kind().to_string(),
        at: (error.span().start.offset, error.span().end.offset),
    })?;
    let Ok(replacements) = ast::visit(&tree, AsciiClasses::default());
    // The whole text is meant, so `.` is any character: a line end in an argument must not step around a refusal.
    Ok(format!("(?s){}", replaced(expression, &replacements)))
}

/// The tree of an expression that is one.
pub(crate) fn tree(expression: &str) -> Option<regex_syntax::hir::Hir> {
    parsed(expression).ok()
}

fn parsed(expression: &str) -> Result<regex_syntax::hir::Hir, ExpressionError> {
    let plain = plain_spelling(expression)?;
    let parsed = regex_syntax::ParserBuilder::new().nest_limit(NESTING).build().parse(&plain);
    parsed.map_err(|error| syntax_error(&error, expression.len()))
}

/// One deterministic automaton over whole texts.
fn determined(expression: &str) -> Result<dense::DFA<Vec<u32>>, ExpressionError> {
    let tree = parsed(expression)?;
    let program = thompson::Compiler::new()
        .configure(thompson::Config::new().nfa_size_limit(Some(PROGRAM_BYTES)).which_captures(thompson::WhichCaptures::None))
        .build_from_hir(&tree)
        .map_err(|_| ExpressionError::TooLarge)?;
    let settings = dense::Config::new()
        .accelerate(false)
        .match_kind(MatchKind::All)
        .start_kind(regex_automata::dfa::StartKind::Anchored)
        .dfa_size_limit(Some(AUTOMATON_BYTES))
        .determinize_size_limit(Some(AUTOMATON_BYTES));
    dense::Builder::new().configure(settings).build_from_nfa(&program).map_err(|error| match error.is_size_limit_exceeded() {
        true => ExpressionError::TooLarge,
        false => ExpressionError::UnicodeWordBoundary,
    })
}

fn syntax_error(error: &regex_syntax::Error, length: usize) -> ExpressionError {
    let message = match error {
        regex_syntax::Error::Parse(error) => error.kind().to_string(),
        regex_syntax::Error::Translate(error) => error.kind().to_string(),
        other => other.to_string().lines().last().unwrap_or_default().to_owned(),
    };
    ExpressionError::Syntax { message, at: (0, length) }
}

/// The states that a text can reach from its start, numbered in the order in which they are found; 0 is the dead one.
fn copied(from: &dense::DFA<Vec<u32>>) -> Option<automaton::Table> {
    let classes = from.byte_classes();
    let representatives: Vec<u8> = classes.representatives(..).filter_map(|unit| unit.as_u8()).collect();
    let mut states = States::default();
    states.number(DEAD);
    let start = states.number(from.start_state(&start::Config::new().anchored(Anchored::Yes)).ok()?);
    let (mut rows, mut accepting) = (Vec::new(), Vec::new());
    let mut next = 0;
    while let Some(&state) = states.found.get(next) {
        next += 1;
        rows.extend(representatives.iter().map(|&byte| states.number(from.next_state(state, byte))));
        accepting.push(from.is_match_state(from.next_eoi_state(state)));
    }
    let class_of = core::array::from_fn(|byte| classes.get(u8::try_from(byte).unwrap_or(u8::MAX)));
    Some(automaton::Table { class_of, classes: representatives.len(), start, rows, accepting })
}

/// The same automaton with what lies before a match in the start's row, and the end of the text as a class of its own: a state is accepting
/// where a match ended before the byte that led to it.
fn searching(from: &dense::DFA<Vec<u32>>) -> Option<automaton::Table> {
    let classes = from.byte_classes();
    let representatives: Vec<u8> = classes.representatives(..).filter_map(|unit| unit.as_u8()).collect();
    let bytes = representatives.len().max(automaton::BEFORE.len());
    let mut states = States::default();
    states.number(DEAD);
    // State 1 stands for no state of the library: its row leads to where a match begins.
    states.found.push(DEAD);
    let starts = automaton::BEFORE.map(|before| from.start_state(&start::Config::new().anchored(Anchored::Yes).look_behind(before)).ok());
    let mut first: Vec<u32> = Vec::new();
    for start in starts {
        first.push(states.number(start?));
    }
    first.resize(bytes + 1, 0);
    let mut rows: Vec<u32> = std::iter::repeat_n(0, bytes + 1).chain(first).collect();
    let mut accepting = vec![false, false];
    let mut next = 2;
    while let Some(&state) = states.found.get(next) {
        next += 1;
        rows.extend(representatives.iter().map(|&byte| states.number(from.next_state(state, byte))));
        rows.extend(std::iter::repeat_n(0, bytes - representatives.len()));
        rows.push(states.number(from.next_eoi_state(state)));
        accepting.push(from.is_match_state(state));
    }
    let class_of = core::array::from_fn(|byte| classes.get(u8::try_from(byte).unwrap_or(u8::MAX)));
    Some(automaton::Table { class_of, classes: bytes + 1, start: 1, rows, accepting })
}

/// The library's dead state.
const DEAD: StateID = StateID::ZERO;

#[derive(Default)]
struct States {
    found: Vec<StateID>,
    numbers: std::collections::BTreeMap<StateID, u32>,
}

impl States {
    fn number(&mut self, state: StateID) -> u32 {
        let next = u32::try_from(self.found.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(state).or_insert_with(|| {
            self.found.push(state);
            next
        })
    }
}

/// A piece of the expression and what is written instead.
struct Replacement {
    start: usize,
    end: usize,
    text: &'static str,
}

fn replaced(expression: &str, replacements: &[Replacement]) -> String {
    let mut text = String::with_capacity(expression.len());
    let mut at = 0;
    for replacement in replacements {
        text.push_str(expression.get(at..replacement.start).unwrap_or_default());
        text.push_str(replacement.text);
        at = replacement.end;
    }
    text.push_str(expression.get(at..).unwrap_or_default());
    text
}

/// Walks an expression in text order and collects what means ASCII where no `(?u)` is in force.
#[derive(Default)]
struct AsciiClasses {
    /// Whether `(?u)` is in force, here and in the enclosing groups.
    unicode: bool,
    outer: Vec<bool>,
    replacements: Vec<Replacement>,
}

impl AsciiClasses {
    fn replace(&mut self, span: &ast::Span, text: &'static str) {
        if !self.unicode {
            self.replacements.push(Replacement { start: span.start.offset, end: span.end.offset, text });
        }
    }

    fn set(&mut self, flags: &ast::Flags) {
        self.unicode = flags.flag_state(Flag::Unicode).unwrap_or(self.unicode);
    }
}

impl ast::Visitor for AsciiClasses {
    type Output = Vec<Replacement>;
    type Err = core::convert::Infallible;

    fn finish(self) -> Result<Self::Output, Self::Err> {
        Ok(self.replacements)
    }

    fn visit_pre(&mut self, tree: &Ast) -> Result<(), Self::Err> {
        match tree {
            Ast::Flags(set) => self.set(&set.flags),
            Ast::Group(group) => {
                self.outer.push(self.unicode);
                if let GroupKind::NonCapturing(flags) = &group.kind {
                    self.set(flags);
                }
            }
            Ast::ClassPerl(class) => self.replace(&class.span, ascii_class(class)),
            Ast::Assertion(assertion) => {
                if let Some(text) = ascii_boundary(&assertion.kind) {
                    self.replace(&assertion.span, text);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn visit_post(&mut self, tree: &Ast) -> Result<(), Self::Err> {
        if let Ast::Group(_) = tree {
            self.unicode = self.outer.pop().unwrap_or(false);
        }
        Ok(())
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), Self::Err> {
        if let ClassSetItem::Perl(class) = item {
            self.replace(&class.span, ascii_class(class));
        }
        Ok(())
    }
}

/// A bracketed class, which stands alone and inside another one alike.
fn ascii_class(class: &ClassPerl) -> &'static str {
    match (&class.kind, class.negated) {
        (ClassPerlKind::Digit, false) => "[[:digit:]]",
        (ClassPerlKind::Digit, true) => "[[:^digit:]]",
        (ClassPerlKind::Space, false) => "[[:space:]]",
        (ClassPerlKind::Space, true) => "[[:^space:]]",
        (ClassPerlKind::Word, false) => "[[:word:]]",
        (ClassPerlKind::Word, true) => "[[:^word:]]",
    }
}

fn ascii_boundary(kind: &AssertionKind) -> Option<&'static str> {
    Some(match kind {
        AssertionKind::WordBoundary => r"(?-u:\b)",
        AssertionKind::NotWordBoundary => r"(?-u:\B)",
        AssertionKind::WordBoundaryStart | AssertionKind::WordBoundaryStartAngle => r"(?-u:\b{start})",
        AssertionKind::WordBoundaryEnd | AssertionKind::WordBoundaryEndAngle => r"(?-u:\b{end})",
        AssertionKind::WordBoundaryStartHalf => r"(?-u:\b{start-half})",
        AssertionKind::WordBoundaryEndHalf => r"(?-u:\b{end-half})",
        _ => return None,
    })
}
