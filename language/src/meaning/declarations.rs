//! `role` and `let`: names that must not collide with the language or with each other.

use super::Typed;
use super::spelling::is_reserved_word;
use super::steps::POOL_WORDS;
use crate::codes::meaning as code;
use crate::diagnostic::Diagnostic;
use crate::names::{Constant, Names};
use crate::tree::{LetTree, Name, RoleTree};
use crate::values::is_enum_value;
use crate::words::VALUE_ROOTS;

/// Checks a `role` item.
pub(super) fn roles(trees: &[RoleTree]) -> Typed {
    let taken = |role: &&RoleTree| POOL_WORDS.contains(&role.name.value.as_str());
    let diagnostics = trees.iter().filter(taken).map(|role| {
        let message = format!("`{}` is a word of pools, not a role", role.name.value);
        Diagnostic::error(code::RESERVED_NAME, role.name.span, message)
            .help("give the role another name; the directory's own goes behind `=`")
    });
    Typed { diagnostics: diagnostics.collect(), ..Typed::default() }
}

/// Checks a `let` item.
pub(super) fn binding(tree: &LetTree, names: &dyn Names) -> Typed {
    let mut diagnostics = Vec::new();
    let word = tree.name.value.as_str();
    if VALUE_ROOTS.contains(&word) || is_reserved_word(word) {
        let message = format!("`{word}` is a word of the language");
        diagnostics.push(Diagnostic::error(code::RESERVED_NAME, tree.name.span, message).help("give the `let` another name"));
    }
    check_ambiguity(&tree.name, names, &mut diagnostics);
    check_constant(tree, &mut diagnostics);
    Typed { diagnostics, ..Typed::default() }
}

fn check_ambiguity(name: &Name, names: &dyn Names, diagnostics: &mut Vec<Diagnostic>) {
    let other = if names.role(&name.value).is_some() {
        "a role"
    } else if names.label(&name.value) {
        "a label"
    } else if is_enum_value(&name.value) {
        "a value of an enum"
    } else {
        return;
    };
    let message = format!("`{}` is also {other}, so a bare `{}` could mean either", name.value, name.value);
    diagnostics.push(Diagnostic::error(code::AMBIGUOUS_LET, name.span, message).help("give the `let` another name"));
}

fn check_constant(tree: &LetTree, diagnostics: &mut Vec<Diagnostic>) {
    let message = match Constant::of(&tree.value) {
        None => "a `let` holds constants, not values of the call".to_owned(),
        Some(Constant::List(elements)) if elements.iter().any(|element| matches!(element, Constant::List(_))) => {
            "a list holds no lists".to_owned()
        }
        Some(_) => return,
    };
    diagnostics
        .push(Diagnostic::error(code::LET_READS_CALL, tree.value.span, message).help("write a number, text in quotes, or a list of them"));
}
