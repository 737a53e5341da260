//! `fill`, `stub`, `result`: what is put into a call, what answers instead of one, and what is made of what came back.

use super::Typed;
use super::draft::{Context, Draft, Ground};
use super::outcomes::Words;
use super::places::Use;
use super::spelling;
use crate::codes::meaning as code;
use crate::codes::syntax::CLAUSE_PLACE;
use crate::core::{Condition, Effect, ItemKind, Literal, Root};
use crate::diagnostic::Diagnostic;
use crate::names::Names;
use crate::span::{Span, Spanned};
use crate::tests::{Json, constant_json};
use crate::tree::{self, FillTree, Name, PathTree, ResultTree, StubTree, TailTree};

/// The name of an item that may have none: its own, or which nameless one of its word it is in its file.
fn named(name: Option<&Name>, word: &str, number: u32) -> Name {
    name.cloned().unwrap_or_else(|| Spanned::new(format!("{word}#{number}"), Span::default()))
}

/// Types a fill.
pub(super) fn fill(tree: &FillTree, number: u32, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Fill, &named(tree.name.as_ref(), "fill", number), &TailTree::default());
    draft.require_on(&tree.ground.on);
    for guard in tree.ground.when.iter().chain(&tree.ground.unless) {
        draft.error(CLAUSE_PLACE, guard.span, "a fill runs before anything decides and has no guard", "take the guard out");
    }
    let written = tree.argument.as_ref().filter(|path| path.otherwise.is_some());
    draft.require(written.is_some(), "fills nothing", "add `arg args.x else V`");
    let ground = draft.ground_of(&tree.ground.on, None, None, |_| {});
    draft.check_calls(&ground.on);
    let filled = written.and_then(|path| Some((filled(&mut draft, &ground, path)?, path.span)));
    if let Some(((argument, value), span)) = filled {
        let applies = draft.applies();
        draft.push(&ground.on.targets, applies, Effect::Fill { argument, value }, None, span);
    }
    draft.typed
}

/// The argument's keys and the value's JSON text.
fn filled(draft: &mut Draft<'_>, ground: &Ground, path: &PathTree) -> Option<(Vec<String>, String)> {
    draft.typed_on(ground, |typer| {
        let place = typer.place(path, Use::Value)?;
        if place.attribute.root != Root::Args {
            let message = format!("`{}` is no argument of a call", spelling::path(path));
            typer.report(Diagnostic::error(code::FILL_VALUE, path.span, message).help("only arguments are filled: `arg args.x else V`"));
            return None;
        }
        let span = path.otherwise.as_ref().map_or(path.span, |value| value.span);
        let value = place.attribute.otherwise.as_ref().and_then(literal_json);
        if value.is_none() && place.attribute.otherwise.is_some() {
            let help = "fill in a number, text, `true`, `false` or `null`";
            typer.report(Diagnostic::error(code::FILL_VALUE, span, "JSON has no such value").help(help));
        }
        Some((place.attribute.path, value?.to_string()))
    })
}

fn literal_json(literal: &Literal) -> Option<Json> {
    Some(match literal {
        Literal::Null => Json::Null,
        Literal::Boolean(value) => Json::Boolean(*value),
        Literal::Number(number) => Json::Number(number.to_string()),
        Literal::Text(text) => Json::Text(text.clone()),
        Literal::Instant(_) | Literal::Version(_) | Literal::Path(_) => return None,
    })
}

/// Types a stub.
pub(super) fn stub(tree: &StubTree, number: u32, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Stub, &named(tree.name.as_ref(), "stub", number), &TailTree::default());
    draft.require_on(&tree.ground.on);
    draft.require(tree.result.is_some(), "answers nothing", "add `result { … }`: what a shadow run gets instead of the call's result");
    let ground = draft.ground(&tree.ground);
    draft.check_calls(&ground.on);
    let Some(result) = &tree.result else { return draft.typed };
    if let Some(json) = json(&mut draft, &result.value, result.span) {
        let condition = Condition::all([draft.applies(), ground.condition]);
        draft.push(&ground.on.targets, condition, Effect::Stub { result: json.to_string() }, None, result.span);
    }
    draft.typed
}

/// The value with its `let`s filled in. The reader bounds how deep it nests.
fn json(draft: &mut Draft<'_>, written: &tree::Json, span: Span) -> Option<Json> {
    Some(match written {
        tree::Json::Null => Json::Null,
        tree::Json::Boolean(value) => Json::Boolean(*value),
        tree::Json::Number(text) => Json::Number(text.clone()),
        tree::Json::Text(text) => Json::Text(text.clone()),
        tree::Json::List(values) => Json::List(values.iter().map(|value| json(draft, value, span)).collect::<Option<_>>()?),
        tree::Json::Object(members) => Json::Object(object(draft, members, span)?),
        tree::Json::Column(name) => {
            draft.error(code::STUB_VALUE, span, format!("`${name}` is a column of a test's table"), "write the value");
            return None;
        }
        tree::Json::Word(word) => return let_json(draft, word),
    })
}

fn object(draft: &mut Draft<'_>, members: &[(String, tree::Json)], span: Span) -> Option<Vec<(String, Json)>> {
    let mut object: Vec<(String, Json)> = Vec::with_capacity(members.len());
    let mut keys = std::collections::BTreeSet::new();
    for (key, value) in members {
        if !keys.insert(key) {
            draft.error(code::STUB_VALUE, span, format!("the key `{key}` stands twice"), "keep one of the two");
            return None;
        }
        object.push((key.clone(), json(draft, value, span)?));
    }
    Some(object)
}

fn let_json(draft: &mut Draft<'_>, word: &Name) -> Option<Json> {
    let names: &dyn Names = draft.context.names;
    let value = names.constant(&word.value).and_then(|constant| constant_json(&constant, names));
    if value.is_none() {
        draft.error(
            code::STUB_VALUE,
            word.span,
            format!("there is no `let {}` that JSON can hold", word.value),
            "quote text, or declare the `let`",
        );
    }
    value
}

/// Types a result item.
pub(super) fn result(tree: &ResultTree, number: u32, context: Context<'_>) -> Typed {
    let mut draft = Draft::new(context, ItemKind::Result, &named(tree.name.as_ref(), "result", number), &tree.tail);
    draft.require_on(&tree.ground.on);
    let acts = !tree.redact.is_empty() || !tree.withhold.is_empty();
    draft.require(acts, "changes nothing", "add `redact matches r\"…\" as \"…\"` or `withhold`");
    let (when, unless) = (tree.ground.when.as_ref(), tree.ground.unless.as_ref());
    let ground = draft.ground_of(&tree.ground.on, when, unless, |typer| typer.results = true);
    draft.check_calls(&ground.on);
    for redact in &tree.redact {
        let condition = Condition::all([draft.applies(), ground.condition.clone()]);
        let effect = Effect::Redact { regex: redact.regex.value.clone(), with: redact.with.value.clone() };
        draft.push(&ground.on.targets, condition, effect, None, redact.regex.span);
    }
    let outcomes = draft.outcomes(&ground, &tree.withhold, &Condition::True, Words::Withholding);
    draft.push_outcomes(&ground.on.targets, &outcomes, &Condition::True);
    draft.typed
}
