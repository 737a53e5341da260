//! One text under way: the script it was read into, what it stands in, its constants, and small questions about its parts.

use alloc::vec::Vec;
use core::ops::Range;

use super::folders::Here;
use super::reading::Layer;
use crate::shell::{ContextKind, Dialect, Part, PartKind, Piece, PieceKind, Redirection, RedirectionKind, Script, Span};

/// What a program's input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stdin {
    /// Whatever the session has: for a shell, commands from elsewhere.
    Terminal,
    /// This text.
    Text(u32, u32),
    /// Something that is not known.
    Unread,
}

/// A variable whose value the text itself says.
#[derive(Debug, Clone)]
pub(super) struct Constant {
    /// In the script's texts.
    pub(super) name: Range<u32>,
    /// In the command's texts.
    pub(super) value: Range<u32>,
}

/// A shell under way: the text itself or one of its substitutions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Running {
    /// Which.
    pub(super) context: u32,
    /// Where its next part runs.
    pub(super) here: Here,
    /// Where it would run if something before in a chain of `&&` failed.
    pub(super) before: Option<Here>,
    /// Where the last part went.
    pub(super) pending: Option<Here>,
    /// Where the shell was before its subshell began.
    pub(super) saved: Option<Here>,
    /// Where the last part ended.
    pub(super) last_end: u32,
}

impl Running {
    pub(super) const fn new(context: u32, here: Here) -> Self {
        Self { context, here, before: None, pending: None, saved: None, last_end: 0 }
    }
}

/// Vectors of a level, reused.
#[derive(Debug, Clone, Default)]
pub struct Bench {
    pub(super) ranges: Vec<Range<u32>>,
    pub(super) constants: Vec<Constant>,
    pub(super) running: Vec<Running>,
}

/// A text under way.
pub(super) struct Level<'l> {
    pub(super) script: &'l Script,
    /// The text itself.
    pub(super) text: &'l str,
    /// Whose grammar.
    pub(super) dialect: Dialect,
    /// The word that holds it, where it stands in a word.
    pub(super) origin: Option<Span>,
    /// Layers above it.
    pub(super) depth: u8,
    /// Code strings above it.
    pub(super) codes: u8,
    /// Which level of this command it is.
    pub(super) id: u32,
    /// The part that runs it.
    pub(super) outer: Option<(u32, Layer)>,
    pub(super) remote: bool,
    pub(super) mentioned: bool,
    /// What its parts have for input, where nothing in it says otherwise.
    pub(super) stdin: Stdin,
    /// Assignments that hold for all its parts.
    pub(super) assignments: Range<u32>,
    /// Where the shell that evaluates it is: its constants hold here.
    pub(super) parent: Option<&'l Level<'l>>,
    /// Parts of the command that each part of the script came to.
    pub(super) bench: Bench,
    /// Something sets `IFS`.
    pub(super) sets_separator: bool,
    /// The first part behind which no constant holds (`eval`, `source`).
    pub(super) lost_after: u32,
}

impl<'l> Level<'l> {
    /// The text that the caller gave.
    pub(super) fn outermost(script: &'l Script, text: &'l str, dialect: Dialect) -> Self {
        Self {
            script,
            text,
            dialect,
            origin: None,
            depth: 0,
            codes: 0,
            id: 0,
            outer: None,
            remote: false,
            mentioned: false,
            stdin: Stdin::Terminal,
            assignments: 0..0,
            parent: None,
            bench: Bench::default(),
            sets_separator: false,
            lost_after: u32::MAX,
        }
    }

    /// Where something of it is spelled in the text that the caller gave.
    pub(super) fn span(&self, span: Span) -> Span {
        self.origin.unwrap_or(span)
    }

    /// Texts of the script.
    pub(super) fn cooked(&self, range: &Range<u32>) -> &'l str {
        self.script.cooked.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// Pieces of a word.
    pub(super) fn pieces(&self, word: u32) -> &'l [Piece] {
        let range = self.script.words.get(word as usize).map_or(0..0, |word| word.pieces.clone());
        self.script.pieces.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// The text of a word that is all literal.
    pub(super) fn literal(&self, word: u32) -> Option<&'l str> {
        match self.pieces(word) {
            [] => Some(""),
            [piece] if piece.kind == PieceKind::Literal => Some(self.cooked(&piece.text)),
            _ => None,
        }
    }

    /// Redirections of a part, those of compounds around it included.
    pub(super) fn redirections(&self, part: u32) -> impl Iterator<Item = &'l Redirection> + use<'l> {
        self.script.redirections.iter().filter(move |redirection| redirection.parts.contains(&part))
    }

    /// Parts of a range that stand directly in a context.
    pub(super) fn direct(&self, parts: &Range<u32>, context: u32) -> impl Iterator<Item = u32> + use<'l> {
        let script = self.script;
        parts.clone().filter(move |part| script.parts.get(*part as usize).is_some_and(|found| found.context == context))
    }

    /// The word that is the whole output of a substitution: `$(cat <<'EOF' … )`.
    pub(super) fn literal_output(&self, context: u32) -> Option<u32> {
        let found = self.script.contexts.get(context as usize).filter(|found| found.kind == ContextKind::Substitution)?;
        let (only, part) = self.only_part(&found.parts)?;
        let cat = part.kind == PartKind::Simple
            && part.assignments.is_empty()
            && part.words.len() == 1
            && self.literal(part.words.start) == Some("cat")
            && self.script.functions.is_empty();
        if !cat {
            return None;
        }
        let mut redirections = self.redirections(only);
        let body = redirections.next().filter(|one| one.kind == RedirectionKind::HereDocument)?.body?;
        let literal = self.pieces(body.word).iter().all(|piece| piece.kind == PieceKind::Literal);
        (redirections.next().is_none() && literal).then_some(body.word)
    }

    fn only_part(&self, parts: &Range<u32>) -> Option<(u32, &'l Part)> {
        let part = self.script.parts.get(parts.start as usize)?;
        (parts.len() == 1).then_some((parts.start, part))
    }

    /// Whether a substitution's output is names of commits: git looks for no files of such names.
    pub(super) fn gives_revisions(&self, context: u32) -> bool {
        let Some(part) = self.only_command(context) else { return false };
        let named: Option<Vec<&str>> = (part.words.start..part.words.end).map(|word| self.literal(word)).collect();
        let is_plain = |word: &&str| !word.starts_with('-') || matches!(*word, "--all" | "--reverse" | "-1" | "-n1");
        match named.as_deref() {
            Some(["git", "merge-base", ..]) => true,
            Some(["git", "rev-list", rest @ ..]) => rest.iter().all(is_plain),
            _ => false,
        }
    }

    /// The only command of a substitution, where it is a plain one.
    fn only_command(&self, context: u32) -> Option<&'l Part> {
        let found = self.script.contexts.get(context as usize)?;
        let (_, part) = self.only_part(&found.parts)?;
        (part.kind == PartKind::Simple && part.assignments.is_empty()).then_some(part)
    }

    /// Whether no word of a substitution's output begins with `-`.
    pub(super) fn is_plain_output(&self, context: u32) -> bool {
        let Some(part) = self.only_command(context) else { return false };
        let Some(program) = self.literal(part.words.start) else { return false };
        let words = (part.words.start + 1..part.words.end).map_while(|word| self.literal(word));
        super::table::grammar_of(program, words).is_some_and(|(_, grammar)| grammar.plain)
    }
}
