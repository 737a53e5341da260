//! Programs of jq: they run and write nothing; a module that they take in is a file that is read.

use super::Finding;

/// `import "path" as x;` and `include "path";` stand at the beginning; wherever such words stand they count, in strings as well.
pub(super) fn scan(program: &str, found: &mut dyn FnMut(Finding<'_>)) {
    for word in ["import", "include"] {
        for (at, _) in program.match_indices(word) {
            let rest = program.get(at + word.len()..).unwrap_or_default().trim_start();
            if rest.starts_with('"') {
                found(Finding::Reads(None));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::command::scripts::tests::found;
    use crate::command::table::Script;

    #[test]
    fn a_filter_does_nothing_and_a_module_is_read() {
        assert_eq!(found(Script::Jq, ".a[] | select(.b > 1) | {import: .c}"), "");
        assert_eq!(found(Script::Jq, "import \"m\" as m; m::f"), "reads ?");
    }
}
