//! Items of one line: `role`, `use`, `include`, `let`, `levels`, `wall`.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::reader::{Reader, is_punctuation_slip};
use super::{name, text, value};
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::tree::{ItemTree, LetTree, Name, RoleTree, WallTree};

/// `role A, B = "directory name"`
pub(super) fn role(reader: &mut Reader<'_>) -> ItemTree {
    let Some(parts) = parts(reader, Rule::role_item) else { return ItemTree::Broken };
    let mut roles = Vec::new();
    for entry in parts.into_iter().filter(|part| part.as_rule() == Rule::role_entry) {
        roles.extend(role_entry(reader, entry));
    }
    ItemTree::Role(roles)
}

fn role_entry<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<RoleTree> {
    let (mut role_name, mut directory) = (None, None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::head_name => role_name = Some(name::declared(reader, part)),
            Rule::slip_assign => assignment(reader, &part),
            Rule::text => directory = Some(text::read(reader, part)),
            _ => {}
        }
    }
    role_name.map(|name| RoleTree { name, directory })
}

/// `use a.b`
pub(super) fn uses(reader: &mut Reader<'_>) -> ItemTree {
    let Some(parts) = parts(reader, Rule::use_item) else { return ItemTree::Broken };
    let dotted = parts.into_iter().find(|part| part.as_rule() == Rule::dotted);
    ItemTree::Use(dotted.map(|dotted| words(reader, dotted)).unwrap_or_default())
}

/// `include a.b`
pub(super) fn include(reader: &mut Reader<'_>) -> ItemTree {
    let Some(parts) = parts(reader, Rule::include_item) else { return ItemTree::Broken };
    let dotted = parts.into_iter().find(|part| part.as_rule() == Rule::dotted);
    ItemTree::Include(dotted.map(|dotted| words(reader, dotted)).unwrap_or_default())
}

/// `levels a < b < c`
pub(super) fn levels(reader: &mut Reader<'_>) -> ItemTree {
    let Some(parts) = parts(reader, Rule::levels_item) else { return ItemTree::Broken };
    let mut levels = Vec::new();
    for part in parts {
        match part.as_rule() {
            Rule::head_name => levels.push(name::declared(reader, part)),
            Rule::slip_equals => reader.punctuation(&part),
            Rule::level_join => level_join(reader, part),
            _ => {}
        }
    }
    ItemTree::Levels(levels)
}

/// A comma or `<=` is evidently meant as `<`; with `>` the lowest may have been meant to stand last.
fn level_join<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) {
    let Some(slip) = pair.into_inner().next() else { return };
    let written = slip.as_str();
    if matches!(written, ">" | "->") {
        let message = format!("levels are joined by `<`, not `{written}`");
        let help = "write the lowest level first: `levels public < internal < confidential`";
        reader.broken(Diagnostic::error(codes::LEVELS, reader.span(&slip), message).help(help));
    } else {
        let replacement = if written == "," { " <" } else { "<" };
        reader.slip(codes::LEVELS, &slip, format!("levels are joined by `<`, not `{written}`"), replacement);
    }
}

/// `wall NAME { a | b }`
pub(super) fn wall(reader: &mut Reader<'_>) -> ItemTree {
    let Some(parts) = parts(reader, Rule::wall_item) else { return ItemTree::Broken };
    let (mut wall_name, mut sides) = (None, Vec::new());
    for part in parts {
        match part.as_rule() {
            Rule::head_name => wall_name = Some(name::declared(reader, part)),
            Rule::side => sides.extend(part.into_inner().next().map(|side| name::declared(reader, side))),
            Rule::side_join => side_join(reader, part),
            Rule::unclosed => reader.report_open_block(),
            _ => {}
        }
    }
    wall_name.map_or(ItemTree::Broken, |name| ItemTree::Wall(WallTree { name, sides }))
}

fn side_join<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) {
    if let Some(slip) = pair.into_inner().next() {
        let replacement = if slip.as_str() == "," { " |" } else { "|" };
        reader.slip(codes::OPERATOR_WORD, &slip, format!("the sides of a wall are joined by `|`, not `{}`", slip.as_str()), replacement);
    }
}

/// The words of a dotted name.
pub(super) fn words<'t>(reader: &Reader<'t>, pair: Pair<'t, Rule>) -> Vec<Name> {
    pair.into_inner().map(|word| reader.spanned(&word)).collect()
}

/// `let NAME = VALUE`
pub(super) fn constant(reader: &mut Reader<'_>) -> ItemTree {
    let Some(parts) = parts(reader, Rule::let_item) else { return ItemTree::Broken };
    let (mut let_name, mut held) = (None, None);
    for part in parts {
        match part.as_rule() {
            Rule::head_name => let_name = Some(name::declared(reader, part)),
            Rule::slip_assign => assignment(reader, &part),
            Rule::value => held = value::read(reader, part),
            _ => {}
        }
    }
    match (let_name, held) {
        (Some(name), Some(value)) => ItemTree::Let(LetTree { name, value }),
        _ => ItemTree::Broken,
    }
}

fn assignment<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) {
    let span = reader.span(pair);
    let spaced = reader.text.get(..span.start as usize).is_some_and(|before| before.ends_with([' ', '\t']));
    let written = if spaced { "=" } else { " =" };
    reader.slip(codes::OPERATOR_WORD, pair, format!("`{}` does not give a name its value", pair.as_str()), written);
}

/// The parts of an item that has no block.
fn parts<'t>(reader: &mut Reader<'t>, rule: Rule) -> Option<Vec<Pair<'t, Rule>>> {
    match reader.parse(rule, reader.whole()) {
        Ok(pairs) => {
            let parts: Vec<_> = pairs.flat_map(Pair::into_inner).collect();
            for slip in parts.iter().filter(|part| is_punctuation_slip(part.as_rule())) {
                reader.punctuation(slip);
            }
            Some(parts)
        }
        Err(diagnostic) => {
            reader.broken(*diagnostic);
            None
        }
    }
}
