//! Languages whose lines hold commands: makefiles, tables of times, Tcl.

use super::Mention;

/// The commands of a makefile: recipes, and what `$(shell …)` and `!=` run.
pub(super) fn recipes(text: &str, found: &mut dyn FnMut(Mention<'_>)) {
    for line in text.lines() {
        let recipe = match line.strip_prefix('\t') {
            Some(recipe) => Some(recipe),
            None => behind_rule(line),
        };
        if let Some(recipe) = recipe.map(|recipe| recipe.trim_start_matches(['@', '-', '+', ' ', '\t'])).filter(|recipe| !recipe.is_empty())
        {
            found(Mention::Text(recipe));
        }
        for inside in line.split("$(shell ").skip(1) {
            let end = inside.rfind(')').unwrap_or(inside.len());
            found(Mention::Text(inside.get(..end).unwrap_or_default()));
        }
        if let Some((_, command)) = line.split_once("!=") {
            found(Mention::Text(command.trim()));
        }
    }
}

/// `target: needs; recipe`
fn behind_rule(line: &str) -> Option<&str> {
    let (rule, recipe) = line.split_once(';')?;
    rule.contains(':').then_some(recipe)
}

/// The commands of a `crontab`, behind the five fields of a time or a word with `@`.
pub(super) fn schedule(text: &str, found: &mut dyn FnMut(Mention<'_>)) {
    for line in text.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let words = if line.starts_with('@') { 1 } else { 5 };
        if let Some(command) = behind_words(line, words) {
            found(Mention::Text(command));
        }
    }
}

/// What stands behind so many words.
fn behind_words(line: &str, words: usize) -> Option<&str> {
    let mut rest = line;
    for _ in 0..words {
        rest = rest.get(rest.find([' ', '\t'])?..)?.trim_start();
    }
    (!rest.is_empty()).then_some(rest)
}

/// What Tcl and Expect start: the words behind `exec`, `spawn` and `system` where a command may stand.
pub(super) fn tcl(text: &str, found: &mut dyn FnMut(Mention<'_>)) {
    for command in text.split(['\n', ';', '[', '{']) {
        let command = command.trim_start();
        let Some((word, rest)) = command.split_once([' ', '\t']) else { continue };
        if matches!(word, "exec" | "spawn" | "system") {
            let rest = rest.trim_end_matches([']', '}', ' ']).trim();
            found(Mention::Text(rest.trim_matches('"')));
        }
    }
}
