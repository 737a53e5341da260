//! Variables that one plain assignment, and nothing else in the text, can have set.

use super::level::Level;
use crate::shell::{Assignment, Part, PartKind};

/// How many a text may have; what is beyond stays unknown.
pub(super) const CONSTANTS: usize = 64;

/// Builtins whose words name variables that they set.
const SETTERS: &[&str] =
    &["declare", "export", "getopts", "let", "local", "mapfile", "read", "readarray", "readonly", "typeset", "unset", "wait", "vared"];

/// Builtins that run code in the same shell.
const EVALUATORS: &[&str] = &[".", "eval", "source", "trap"];

/// Whether a lone assignment is the only way in which this text can set its variable.
pub(super) fn is_constant(level: &Level<'_>, part: &Part, assignment: &Assignment) -> bool {
    let name = level.cooked(&assignment.name);
    part.kind == PartKind::Assignments
        && assignment.plain
        && !(part.conditional || part.subshell || part.background)
        && part.function.is_none()
        && part.context == 0
        && name != "IFS"
        && assigned_once(level, name)
        && !set_otherwise(level, name)
}

/// Whether the text assigns a variable at all.
pub(super) fn is_assigned(level: &Level<'_>, name: &str) -> bool {
    level.script.assignments.iter().any(|other| level.cooked(&other.name) == name) || set_otherwise(level, name)
}

/// The first part behind which anything may have been set.
pub(super) fn lost_after(level: &Level<'_>) -> u32 {
    let evaluates = |part: &Part| part.words.clone().take(3).any(|word| level.literal(word).is_some_and(|text| EVALUATORS.contains(&text)));
    level.script.parts.iter().position(evaluates).map_or(u32::MAX, |at| u32::try_from(at).unwrap_or(u32::MAX))
}

/// Whether anything in the text changes how words are split. `IFS=, read x` changes it for `read` alone.
pub(super) fn sets_separator(level: &Level<'_>) -> bool {
    let reads = |part: &Part| level.literal(part.words.start).is_some_and(|program| part.words.start < part.words.end && program == "read");
    let assigned = level.script.parts.iter().any(|part| {
        let assignments = level.script.assignments.get(part.assignments.start as usize..part.assignments.end as usize);
        assignments.unwrap_or_default().iter().any(|one| level.cooked(&one.name) == "IFS") && !reads(part)
    });
    assigned || set_otherwise(level, "IFS")
}

fn assigned_once(level: &Level<'_>, name: &str) -> bool {
    level.script.assignments.iter().filter(|other| level.cooked(&other.name) == name).count() == 1
}

fn set_otherwise(level: &Level<'_>, name: &str) -> bool {
    let setting = level.script.settings.iter().any(|setting| {
        let other = level.cooked(&setting.name);
        other.is_empty() || other == name
    });
    setting || level.script.parts.iter().any(|part| part.kind == PartKind::Simple && sets(level, part, name))
}

fn sets(level: &Level<'_>, part: &Part, name: &str) -> bool {
    let mut setter = false;
    let mut exports = false;
    for word in part.words.clone() {
        let Some(text) = level.literal(word) else {
            if setter {
                return true;
            }
            continue;
        };
        if setter && names(text, name, exports) {
            return true;
        }
        setter |= SETTERS.contains(&text) || text == "-v";
        exports |= matches!(text, "export" | "readonly");
    }
    false
}

/// `NAME`, `NAME=…`, `NAME+=…`, `NAME[…`, `NAME-=1`; the bare name changes nothing where it is only exported.
fn names(text: &str, name: &str, exports: bool) -> bool {
    match text.strip_prefix(name) {
        Some("") => !exports,
        Some(rest) => !rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_'),
        None => text.contains(name) && text.contains('='),
    }
}
