//! The local tools every harness has, under namespaces that no server may claim, with their built-in effects.
//!
//! No schema describes their arguments, so conditions on them are untyped. Any name in `other` is a local tool without a stated effect.

use crate::core::{CatalogFunction, Effects, FunctionName};

/// Namespaces that belong to local tools, whole.
pub const RESERVED_NAMESPACES: &[&str] = &["file", "net", "other", "shell", "task"];

const READ: Effects = Effects { write: false, destructive: false, idempotent: false, open_world: false };
const WRITE: Effects = Effects { write: true, ..READ };

/// Namespace, name, effects; sorted.
const TABLE: &[(&str, &str, Effects)] = &[
    ("file", "edit", WRITE),
    ("file", "read", READ),
    ("file", "write", WRITE),
    ("net", "fetch", Effects { open_world: true, ..READ }),
    ("shell", "exec", Effects { destructive: true, open_world: true, ..WRITE }),
    ("task", "spawn", WRITE),
];

/// Whether a server of this name would take a local namespace.
pub fn is_reserved(server: &str) -> bool {
    RESERVED_NAMESPACES.contains(&server)
}

/// The tools of the table, sorted.
pub fn local_tools() -> impl Iterator<Item = CatalogFunction> {
    TABLE.iter().map(|(server, name, effects)| described(server, name, *effects))
}

/// What is built in about a function: the table's row, or for a name in `other` that nothing is stated.
pub fn local_tool(function: &FunctionName) -> Option<CatalogFunction> {
    let other = (function.server == "other").then(|| described("other", &function.name, Effects::UNSTATED));
    local_tools().find(|tool| tool.function == *function).or(other)
}

/// Whether its calls carry a command.
pub fn carries_command(function: &FunctionName) -> bool {
    function.server == "shell" && function.name == "exec"
}

fn described(server: &str, name: &str, effects: Effects) -> CatalogFunction {
    let function = FunctionName { server: server.to_owned(), name: name.to_owned() };
    CatalogFunction { function, effects, arguments: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_inside_the_reserved_namespaces() {
        let names: Vec<FunctionName> = local_tools().map(|tool| tool.function).collect();
        assert!(names.is_sorted());
        assert!(names.iter().all(|name| is_reserved(&name.server)));
        assert!(RESERVED_NAMESPACES.is_sorted());
    }

    #[test]
    fn nothing_is_stated_about_other_tools() {
        let any = FunctionName { server: "other".to_owned(), name: "Skill".to_owned() };
        assert_eq!(local_tool(&any).map(|tool| tool.effects), Some(Effects::UNSTATED));
        let unknown = FunctionName { server: "file".to_owned(), name: "delete".to_owned() };
        assert_eq!(local_tool(&unknown), None);
    }
}
