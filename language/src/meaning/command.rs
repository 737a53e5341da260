//! `command`: patterns over the parts of a shell command, read one way by what restricts and the other way by what permits.
//!
//! Here the patterns are lowered and held to what each of the two may say. What matches is the runtime's to say; whether `hits` and `misses`
//! hold is checked where the runtime is known.

use super::draft::{Context, Draft, Ground};
use super::outcomes::{Outcome, Words, permits};
use super::path_literals::Role;
use super::rules::check_remit;
use super::targets::{Targets, selected_by};
use super::{CommandExamples, Typed};
use crate::codes::meaning as code;
use crate::core::{
    CommandMatch, CommandPattern, Condition, Effect, FunctionPattern, FunctionSelector, Glob, ItemKind, MatchPattern, PatternWord,
    StagePattern, Target, TextPattern, TextPiece, WordPattern,
};
use crate::diagnostic::Diagnostic;
use crate::names::Namespace;
use crate::span::{Span, Spanned};
use crate::suggestion;
use crate::tree::{CommandPatternTree, CommandTree, CommandWordTree, MatchTree, StageTree};

/// The most bytes of a command line among the examples.
const MAX_EXAMPLE: usize = 4096;

/// Types a command item.
pub(super) fn command(tree: &CommandTree, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Command, &tree.name, &tree.tail);
    draft.require(!tree.matches.is_empty(), "matches nothing", "add `match` with a pattern in backticks");
    if context.complete && tree.outcomes.is_empty() {
        let message = format!("command `{}` decides nothing", tree.name.value);
        draft.error(code::NO_OUTCOME, tree.name.span, message, "add `allow`, `require …` or `deny`");
    }
    let permitting = tree.outcomes.iter().filter(|outcome| permits(&outcome.verdict)).count();
    let ground = ground(&mut draft, tree, permitting);
    let outcomes = draft.outcomes(&ground, &tree.outcomes, &Condition::True, Words::Command);
    for outcome in outcomes.iter().filter(|outcome| outcome.effects.contains(&Effect::Permit)) {
        check_remit(&mut draft, &ground, outcome);
    }
    let lowered = lowered(&mut draft, tree);
    check_reading(&mut draft, tree, &outcomes);
    check_after(&mut draft, tree);
    draft.push_outcomes(&ground.on.targets, &outcomes, &Condition::True);
    for item in &mut draft.typed.items {
        item.command = Some(Box::new(lowered.clone()));
    }
    draft.typed.examples = examples(&mut draft, tree);
    draft.typed.after = tree.after.iter().filter_map(|name| Some(context.set?.id(&name.value))).collect();
    draft.typed
}

/// The functions whose calls carry a command, on the events that can hold a call back.
pub(super) fn commands() -> Target {
    Target {
        pattern: FunctionPattern { server: Glob("shell".to_owned()), name: Glob("exec".to_owned()) },
        effects: FunctionSelector::default(),
        having: Vec::new(),
        lacking: Vec::new(),
        event: None,
    }
}

fn ground(draft: &mut Draft<'_>, tree: &CommandTree, permitting: usize) -> Ground {
    let targets = vec![commands()];
    let on = Targets { selected: selected_by(&targets, draft.context.names), targets, spans: vec![tree.name.span] };
    draft.ground_on(on, tree.when.as_ref(), tree.unless.as_ref(), |typer| {
        typer.commands = true;
        typer.restricts = permitting < tree.outcomes.len();
        typer.permits = permitting > 0;
    })
}

fn lowered(draft: &mut Draft<'_>, tree: &CommandTree) -> CommandMatch {
    let mut patterns: Vec<MatchPattern> = Vec::new();
    for written in &tree.matches {
        let except: Vec<CommandPattern> = written.except.iter().flat_map(|except| spellings(draft, except)).collect();
        for pattern in spellings(draft, &written.pattern) {
            let pattern = MatchPattern { pattern, except: except.clone() };
            if patterns.contains(&pattern) {
                let message = "this pattern stands here twice";
                draft.report(Diagnostic::warning(code::PATTERN_TWICE, written.pattern.span, message).help("take one of the two out"));
            } else {
                patterns.push(pattern);
                draft.typed.patterns.push(written.pattern.span);
            }
        }
    }
    let mut through: Vec<String> = tree.through.iter().map(|name| name.value.clone()).collect();
    through.sort();
    through.dedup();
    CommandMatch { patterns, through }
}

fn spellings(draft: &mut Draft<'_>, tree: &CommandPatternTree) -> Vec<CommandPattern> {
    let stages = |draft: &mut Draft<'_>, stages: &[StageTree]| stages.iter().map(|tree| stage(draft, tree)).collect();
    tree.spellings.iter().map(|spelling| CommandPattern { stages: stages(draft, spelling) }).collect()
}

fn stage(draft: &mut Draft<'_>, tree: &StageTree) -> StagePattern {
    let mut stage =
        StagePattern { through_others: tree.through_others, assignments: Vec::new(), program: None, words: Vec::new(), writes: Vec::new() };
    for word in &tree.words {
        match &word.value {
            CommandWordTree::Assignment(name, value) => stage.assignments.push((name.clone(), value.clone())),
            CommandWordTree::Program(program) => stage.program = Some(program.clone()),
            CommandWordTree::Operand(operand) => stage.words.push(PatternWord::Operand(operand.clone())),
            CommandWordTree::Rest => stage.words.push(PatternWord::Rest),
            CommandWordTree::Flag(name, value) => stage.words.push(PatternWord::Flag { name: name.clone(), value: value.clone() }),
            CommandWordTree::NoFlag(name) => stage.words.push(PatternWord::NoFlag(name.clone())),
            CommandWordTree::EndOfOptions => stage.words.push(PatternWord::EndOfOptions),
            CommandWordTree::Writes(path) => stage.writes.extend(draft.path_pattern(path, word.span)),
        }
    }
    check_flags(draft, tree);
    stage
}

/// A flag that is asked for and excluded.
fn check_flags(draft: &mut Draft<'_>, tree: &StageTree) {
    for word in &tree.words {
        let CommandWordTree::NoFlag(absent) = &word.value else { continue };
        let present = |word: &&Spanned<CommandWordTree>| matches!(&word.value, CommandWordTree::Flag(name, _) if name == absent);
        if let Some(present) = tree.words.iter().find(present) {
            let message = format!("no command has `{absent}` and lacks it");
            let diagnostic = Diagnostic::error(code::PATTERN_NEVER, word.span, message).also(present.span, "asked for here");
            draft.report(diagnostic.help("take one of the two out"));
        }
    }
}

/// What only a restriction, or only a permission, may say.
fn check_reading(draft: &mut Draft<'_>, tree: &CommandTree, outcomes: &[Outcome]) {
    let permission = outcomes.iter().find(|outcome| outcome.effects.contains(&Effect::Permit)).map(|outcome| outcome.span);
    for written in &tree.matches {
        check_except(draft, written);
        if let Some(permission) = permission {
            check_permitted(draft, &written.pattern, permission);
        }
    }
    if let (Some(first), None) = (tree.through.first(), permission)
        && !outcomes.is_empty()
    {
        let message = "`through` covers wrappers for a permission, and this item gives none";
        draft.error(code::PATTERN_READING, first.span, message, "take it out: a restriction looks into every wrapper as it is");
    }
}

/// An exception is from one part, as a restriction reads it.
fn check_except(draft: &mut Draft<'_>, written: &MatchTree) {
    let pipes = |pattern: &&CommandPatternTree| pattern.spellings.iter().any(|stages| stages.len() > 1);
    if let Some(except) = written.except.iter().find(pipes) {
        let message = "an exception is one command, and this one is several";
        draft.error(code::PATTERN_READING, except.span, message, "name the command that is not meant: `match P except Q`");
    }
    if let Some(except) = written.except.first().filter(|_| pipes(&&written.pattern)) {
        let message = "a pattern with a pipe has no exceptions";
        draft.error(code::PATTERN_READING, except.span, message, "name in the pattern what is meant, with `!{a|b}` and `!--flag`");
    }
}

/// A permission accounts for all of one command, word by word.
fn check_permitted(draft: &mut Draft<'_>, pattern: &CommandPatternTree, permission: Span) {
    for stages in &pattern.spellings {
        if let [_, second, ..] = stages.as_slice() {
            let help = "permit each of the commands by a pattern of its own: both must be permitted anyway";
            refused(draft, second.span, "a permission is for one command, and this pattern has a pipe", help, permission);
        }
        for word in stages.iter().flat_map(|stage| &stage.words) {
            check_permitted_word(draft, word, permission);
        }
    }
}

fn check_permitted_word(draft: &mut Draft<'_>, word: &Spanned<CommandWordTree>, permission: Span) {
    match &word.value {
        CommandWordTree::Program(WordPattern::One | WordPattern::Not(_)) => {
            refused(draft, word.span, "a permission names its program", "write the program; `{a|b}` for several", permission);
        }
        CommandWordTree::Program(pattern)
        | CommandWordTree::Operand(pattern)
        | CommandWordTree::Assignment(_, pattern)
        | CommandWordTree::Flag(_, Some(pattern))
            if has_star(pattern) =>
        {
            let help = "name the words, `*` alone for any one word, or move a path into `when every paths under …`";
            refused(draft, word.span, "a permission has no `*` inside a word", help, permission);
        }
        _ => {}
    }
}

fn refused(draft: &mut Draft<'_>, span: Span, message: &str, help: &str, permission: Span) {
    draft.report(Diagnostic::error(code::PATTERN_READING, span, message).also(permission, "permitted here").help(help));
}

fn has_star(pattern: &WordPattern) -> bool {
    let star = |text: &TextPattern| text.pieces.contains(&TextPiece::Star);
    match pattern {
        WordPattern::One => false,
        WordPattern::Of(texts) | WordPattern::Not(texts) => texts.iter().any(star),
    }
}

/// `after` names items of the set, and not itself.
fn check_after(draft: &mut Draft<'_>, tree: &CommandTree) {
    let Some(set) = draft.context.set.map(|set| set.name.clone()) else { return };
    for name in &tree.after {
        let id = draft.context.set.map(|set| set.id(&name.value));
        let there = id.as_ref().is_some_and(|id| draft.context.names.item(&set, &id.name));
        if name.value == tree.name.value || !there {
            let items = draft.context.names.all(Namespace::Items(&set));
            let others = items.iter().map(String::as_str).filter(|other| *other != tree.name.value);
            let help = suggestion::help(&name.value, others, "name a command item of this set that stands before it");
            let message = format!("`{set}` has no other item `{}`", name.value);
            draft.report(Diagnostic::error(code::AFTER_ITEM, name.span, message).help(help));
        }
    }
}

fn examples(draft: &mut Draft<'_>, tree: &CommandTree) -> CommandExamples {
    let lines = [&tree.hits, &tree.asks, &tree.misses].into_iter().flatten();
    for line in lines {
        if line.value.len() > MAX_EXAMPLE {
            let message = format!("a command line among the examples has at most {MAX_EXAMPLE} bytes");
            draft.error(code::TOO_LONG, line.span, message, "shorten it");
        }
    }
    CommandExamples { hits: tree.hits.clone(), asks: tree.asks.clone(), misses: tree.misses.clone() }
}

impl Draft<'_> {
    /// The pattern of paths behind a `>`.
    fn path_pattern(&mut self, text: &str, span: Span) -> Option<crate::core::PathLiteral> {
        let mut typer = super::typer::Typer::new(self.context.names, &[], &[]);
        let literal = typer.path_literal(text, Role::Pattern, span);
        self.typed.diagnostics.append(&mut typer.diagnostics);
        literal
    }
}
