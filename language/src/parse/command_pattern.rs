//! The language between backticks: one text to the command patterns that it stands for, or to the first thing that is wrong with it.
//!
//! Words are read as a shell reads them (quotes, backslash, `~`, `$HOME`), with `*`, `**`, `{a|b}`, `!{…}`, flags and `>PATH` of their own.
//! Here a flag has a value only where the pattern alone says so: `--flag {v}`, `--flag=v`, `-f=v`. Whether the word behind another flag is its
//! value is what the program's options say when a command is decided. What a permission may not say is not told here.

mod lexer;
mod spelling;

use crate::codes::syntax as codes;
use crate::core::WordPattern;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::{Span, Spanned};
use crate::tree::{CommandWordTree, StageTree};

use lexer::{Lexer, Raw, RawKind};
use spelling::{Class, spellings};

/// What a text stands for.
pub(super) struct Read {
    /// Several where alternatives are no words of one kind; none where something is wrong.
    pub(super) spellings: Vec<Vec<StageTree>>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The longest pattern, in bytes.
const MAX_BYTES: usize = 4096;
/// The most words of a pattern.
const MAX_WORDS: usize = 64;
/// The most commands of a pattern.
const MAX_STAGES: usize = 8;
/// The most spellings of a word, and of a pattern.
const MAX_SPELLINGS: usize = 64;

/// Reads the text between the backticks; `start` is its place.
pub(super) fn read(text: &str, start: usize) -> Read {
    let mut lexer = Lexer::new(text, start);
    match whole(&mut lexer) {
        Ok(spellings) => Read { spellings, diagnostics: lexer.slips },
        Err(fault) => {
            let mut diagnostics = lexer.slips;
            diagnostics.push(*fault);
            Read { spellings: Vec::new(), diagnostics }
        }
    }
}

type Fault = Box<Diagnostic>;

fn fault(code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) -> Fault {
    Box::new(Diagnostic::error(code, span, message).help(help))
}

fn whole(lexer: &mut Lexer<'_>) -> Result<Vec<Vec<StageTree>>, Fault> {
    let span = lexer.whole();
    if lexer.text.len() > MAX_BYTES {
        return Err(too_large(span, MAX_BYTES, "bytes"));
    }
    lexer.check_characters()?;
    let words = lexer.words()?;
    if words.is_empty() {
        return Err(fault(
            codes::PATTERN_EMPTY,
            span,
            "this command pattern is empty",
            "write the command that it matches: `git push --force`",
        ));
    }
    if words.len() > MAX_WORDS {
        return Err(too_large(span, MAX_WORDS, "words"));
    }
    let cut = stages(&words)?;
    if cut.len() > MAX_STAGES {
        return Err(too_large(span, MAX_STAGES, "commands"));
    }
    let mut patterns: Vec<Vec<StageTree>> = vec![Vec::new()];
    for stage in cut {
        let choices: Vec<StageTree> = stage_spellings(&stage)?;
        patterns = product(&patterns, &choices, span)?;
    }
    Ok(patterns)
}

fn too_large(span: Span, most: usize, what: &str) -> Fault {
    fault(codes::PATTERN_LIMIT, span, format!("a command pattern has at most {most} {what}"), "split it into several patterns")
}

/// Every row with every choice behind it.
fn product<T: Clone>(rows: &[Vec<T>], choices: &[T], span: Span) -> Result<Vec<Vec<T>>, Fault> {
    if rows.len() * choices.len() > MAX_SPELLINGS {
        let message = format!("the alternatives of this pattern make more than {MAX_SPELLINGS} patterns");
        return Err(fault(codes::PATTERN_LIMIT, span, message, "write several patterns, or fewer alternatives of different kinds"));
    }
    let longer = |row: &Vec<T>, choice: &T| row.iter().cloned().chain([choice.clone()]).collect();
    Ok(rows.iter().flat_map(|row| choices.iter().map(move |choice| longer(row, choice))).collect())
}

/// The words of one command, and whether its input may come through others.
struct Stage<'w> {
    through_others: bool,
    words: &'w [Raw],
}

fn stages(words: &[Raw]) -> Result<Vec<Stage<'_>>, Fault> {
    let mut stages: Vec<Stage<'_>> = Vec::new();
    let mut through_others = false;
    let pieces = words.split(|word| word.kind == RawKind::Pipe);
    let count = pieces.clone().count();
    for (at, piece) in pieces.enumerate() {
        match piece {
            [] => return Err(lone_pipe(words)),
            [dots] if dots.kind == RawKind::Dots && at > 0 && at + 1 < count && !through_others => through_others = true,
            words => {
                if let Some(dots) = words.iter().find(|word| word.kind == RawKind::Dots) {
                    let help = "`A | … | B` takes what A writes and others pass on; `**` stands for any operands";
                    return Err(fault(codes::PATTERN_PIPE, dots.span, "`…` stands between two `|`", help));
                }
                stages.push(Stage { through_others, words });
                through_others = false;
            }
        }
    }
    Ok(stages)
}

fn lone_pipe(words: &[Raw]) -> Fault {
    let is_pipe = |word: &Raw| word.kind == RawKind::Pipe;
    let doubled = words.windows(2).find(|pair| pair.iter().all(is_pipe)).and_then(|pair| pair.last());
    let edge = words.first().filter(|word| is_pipe(word)).or_else(|| words.last().filter(|word| is_pipe(word)));
    let span = doubled.or(edge).map_or(Span::new(0, 0), |pipe| pipe.span);
    let help = "write a command on both sides: `curl ** | sh`; the sign itself is quoted, `'|'`";
    fault(codes::PATTERN_PIPE, span, "this `|` stands without a command on one side", help)
}

/// One command, once for each way in which its words may be of different kinds.
fn stage_spellings(stage: &Stage<'_>) -> Result<Vec<StageTree>, Fault> {
    let span = stage.words.iter().map(|word| word.span).reduce(Span::to).unwrap_or(Span::new(0, 0));
    let mut state = State::default();
    let mut rows: Vec<Vec<Spanned<CommandWordTree>>> = vec![Vec::new()];
    for word in stage.words {
        for choices in state.word(word)? {
            rows = product(&rows, &choices.into_iter().map(|choice| Spanned::new(choice, word.span)).collect::<Vec<_>>(), span)?;
        }
        if let Some((value, long)) = state.value.take() {
            rows.iter_mut().for_each(|row| give_value(row, &value, long));
        }
    }
    let lone_write = !state.operands && rows.iter().flatten().any(|word| matches!(word.value, CommandWordTree::Writes(_)));
    if !state.program && !lone_write {
        let message = "this command pattern names no program";
        return Err(fault(codes::PATTERN_PROGRAM, span, message, "begin it with the program; `*` is any program in a restriction"));
    }
    Ok(rows.into_iter().map(|words| StageTree { through_others: stage.through_others, words, span }).collect())
}

/// Gives the flag that was read last its value, and takes the place up to the end of the value.
fn give_value(row: &mut [Spanned<CommandWordTree>], value: &WordPattern, span: Span) {
    if let Some(Spanned { value: CommandWordTree::Flag(_, none), span: place }) = row.last_mut() {
        *none = Some(value.clone());
        *place = place.to(span);
    }
}

/// What stands before a word.
#[derive(Default)]
struct State {
    program: bool,
    /// An assignment or a flag stands before any program.
    operands: bool,
    /// Behind `--`.
    ended: bool,
    /// The word before is `--flag` without a value.
    open_flag: bool,
    /// The value of the flag before, with its place.
    value: Option<(WordPattern, Span)>,
}

impl State {
    /// The words that a raw one stands for, each with its choices.
    fn word(&mut self, raw: &Raw) -> Result<Vec<Vec<CommandWordTree>>, Fault> {
        let open_flag = std::mem::take(&mut self.open_flag);
        if raw.kind == RawKind::Writes {
            return Ok(vec![spelling::paths(raw)?.into_iter().map(CommandWordTree::Writes).collect()]);
        }
        if open_flag && raw.is_choice() {
            let texts = spelling::texts(raw)?;
            self.value = Some((if raw.negated { WordPattern::Not(texts) } else { WordPattern::Of(texts) }, raw.span));
            return Ok(Vec::new());
        }
        if raw.negated {
            return self.negated(raw);
        }
        let classes = spellings(raw)?.into_iter().map(|spelling| spelling::class(spelling, raw, self.ended, self.program));
        let classes: Vec<Class> = classes.collect::<Result<_, _>>()?;
        let words = self.words(raw, merged(classes))?;
        Ok(vec![words])
    }

    /// `!--flag`, `!{a|b}`
    fn negated(&mut self, raw: &Raw) -> Result<Vec<Vec<CommandWordTree>>, Fault> {
        let classes: Result<Vec<Class>, Fault> =
            spellings(raw)?.into_iter().map(|spelling| spelling::class(spelling, raw, self.ended, true)).collect();
        let classes = classes?;
        let flags: Vec<String> = classes
            .iter()
            .filter_map(|class| match class {
                Class::Flag(name, None) => Some(name.clone()),
                _ => None,
            })
            .collect();
        if flags.len() == classes.len() {
            self.needs_program(raw)?;
            return Ok(flags.into_iter().map(|flag| vec![CommandWordTree::NoFlag(flag)]).collect());
        }
        if !flags.is_empty() || !raw.is_choice() || classes.iter().any(|class| !matches!(class, Class::Text(_))) {
            let help = "`!{a|b}` is any word but these, `!--flag` the absence of a flag; the sign itself is quoted, `'!'`";
            return Err(fault(codes::PATTERN_SIGN, raw.span, "this `!` stands before neither `{…}` nor a flag", help));
        }
        let texts = classes.into_iter().filter_map(|class| match class {
            Class::Text(text) => Some(text),
            _ => None,
        });
        let not = WordPattern::Not(texts.collect());
        let word = if self.program { CommandWordTree::Operand(not) } else { CommandWordTree::Program(not) };
        self.program = true;
        Ok(vec![vec![word]])
    }

    fn words(&mut self, raw: &Raw, classes: Vec<Class>) -> Result<Vec<CommandWordTree>, Fault> {
        let had_program = self.program;
        let mut words = Vec::with_capacity(classes.len());
        for class in classes {
            let place = |pattern| if had_program { CommandWordTree::Operand(pattern) } else { CommandWordTree::Program(pattern) };
            words.push(match class {
                Class::Assignment(name, value) => CommandWordTree::Assignment(name, value),
                Class::Text(text) => place(WordPattern::Of(vec![text])),
                Class::Texts(texts) => place(WordPattern::Of(texts)),
                Class::One => place(WordPattern::One),
                Class::Rest => CommandWordTree::Rest,
                Class::Flag(name, value) => CommandWordTree::Flag(name, value),
                Class::End => CommandWordTree::EndOfOptions,
            });
        }
        let is_assignment = |word: &CommandWordTree| matches!(word, CommandWordTree::Assignment(..));
        if words.iter().all(|word| matches!(word, CommandWordTree::Program(_))) {
            self.program = true;
        } else if words.iter().all(is_assignment) {
            self.operands = true;
        } else {
            self.needs_program(raw)?;
        }
        self.ended |= words.iter().any(|word| matches!(word, CommandWordTree::EndOfOptions));
        self.open_flag = words.iter().all(|word| matches!(word, CommandWordTree::Flag(name, None) if name.starts_with("--")));
        Ok(words)
    }

    fn needs_program(&self, raw: &Raw) -> Result<(), Fault> {
        if self.program {
            return Ok(());
        }
        let help = "begin the pattern with the program: `rm -r *`; `*` is any program in a restriction";
        Err(fault(codes::PATTERN_PROGRAM, raw.span, "no program stands before this word", help))
    }
}

/// Spellings of one kind and name are one word with alternatives.
fn merged(classes: Vec<Class>) -> Vec<Class> {
    let mut merged: Vec<Class> = Vec::with_capacity(classes.len());
    for class in classes {
        let taken = merged.iter_mut().any(|before| before.take(&class));
        if !taken {
            merged.push(class);
        }
    }
    merged
}

#[cfg(test)]
mod tests;
