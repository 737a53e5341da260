//! Words after `effect` and heads of a `defaults` row: `read`, `read+closed-world`, as a selector.

use crate::codes::meaning as code;
use crate::core::{Effects, FunctionSelector};
use crate::diagnostic::Diagnostic;
use crate::suggestion;
use crate::tree::Name;
use crate::words::EFFECT_WORDS;

/// What the words state together; unknown words and contradictions are reported and left out.
pub(crate) fn selector(words: &[Name], diagnostics: &mut Vec<Diagnostic>) -> FunctionSelector {
    let mut all = FunctionSelector::default();
    for word in words {
        let Some(one) = of_word(&word.value) else {
            let help = suggestion::help(&word.value, EFFECT_WORDS.iter().copied(), &format!("effects are {}", EFFECT_WORDS.join(", ")));
            diagnostics.push(Diagnostic::error(code::UNKNOWN_EFFECT, word.span, format!("`{}` is no effect", word.value)).help(help));
            continue;
        };
        match both(all, one) {
            Some(joined) => all = joined,
            None => {
                let message = format!("`{}` contradicts a word before it", word.value);
                diagnostics.push(Diagnostic::error(code::EFFECT_CLASH, word.span, message).help("no function is both"));
            }
        }
    }
    all
}

fn of_word(word: &str) -> Option<FunctionSelector> {
    let none = FunctionSelector::default();
    Some(match word {
        "read" => FunctionSelector { write: Some(false), ..none },
        "write" => FunctionSelector { write: Some(true), ..none },
        "destructive" => FunctionSelector { destructive: Some(true), ..none },
        "idempotent" => FunctionSelector { idempotent: Some(true), ..none },
        "open-world" => FunctionSelector { open_world: Some(true), ..none },
        "closed-world" => FunctionSelector { open_world: Some(false), ..none },
        _ => return None,
    })
}

/// Both statements together; `None` where they contradict. What only reads destroys nothing.
pub(crate) fn both(left: FunctionSelector, right: FunctionSelector) -> Option<FunctionSelector> {
    let joined = FunctionSelector {
        write: agreed(left.write, right.write)?,
        destructive: agreed(left.destructive, right.destructive)?,
        idempotent: agreed(left.idempotent, right.idempotent)?,
        open_world: agreed(left.open_world, right.open_world)?,
    };
    (joined.write != Some(false) || joined.destructive != Some(true)).then_some(joined)
}

fn agreed(left: Option<bool>, right: Option<bool>) -> Option<Option<bool>> {
    match (left, right) {
        (Some(left), Some(right)) if left != right => None,
        (left, right) => Some(left.or(right)),
    }
}

/// All that a function can do; what only reads destroys nothing.
pub(crate) fn every_effect() -> impl Iterator<Item = Effects> {
    (0..16u8)
        .map(|bits| Effects { write: bits & 1 != 0, destructive: bits & 2 != 0, idempotent: bits & 4 != 0, open_world: bits & 8 != 0 })
        .filter(|effects| effects.write || !effects.destructive)
}
