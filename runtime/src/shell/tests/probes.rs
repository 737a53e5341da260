//! One text for each place in which a shell can hide a command, and whether bash runs the `rm y` in it.

use super::{Dialect, Script, script};

/// What it is about, the text, whether bash 5.2 runs `rm y`.
const PROBES: &[(&str, &str, bool)] = &[
    ("backtick", "echo `rm y`", true),
    ("param default backtick", "echo ${x:-`rm y`}", true),
    ("param subst", "echo ${x/$(rm y)/z}", false),
    ("old arith", "echo $[ $(rm y) ]", true),
    ("array", "a=(x $(rm y))", true),
    ("assign value", "a=$(rm y)", true),
    ("assign prefix", "a=$(rm y) ls", true),
    ("redir target", "ls >$(rm y)", true),
    ("varfd redir", "exec {fd}>$(rm y)", true),
    ("heredoc param", "cat <<E\n${x:-$(rm y)}\nE", true),
    ("heredoc backtick", "cat <<E\n`rm y`\nE", true),
    ("heredoc quoted (no run)", "cat <<'E'\n$(rm y)\nE", false),
    ("heredoc cont", "cat <<E\nx\\\nE\n$(rm y)\nE", true),
    ("procsub", "cat <(rm y)", true),
    ("procsub out", "ls > >(rm y)", true),
    ("dbrack unary", "[[ -f $(rm y) ]]", true),
    ("dbrack =~", "[[ a =~ $(rm y) ]]", true),
    ("case word", "case $(rm y) in a) ;; esac", true),
    ("case pattern", "case x in $(rm y)) ;; esac", true),
    ("case body", "case x in (x) rm y;; esac", true),
    ("for list", "for i in $(rm y); do :; done", true),
    ("function kw", "function f { rm y; }", false),
    ("func redir", "f() { :; } >$(rm y)", false),
    ("coproc", "coproc rm y", true),
    ("coproc named", "coproc N { rm y; }", true),
    ("time", "time -p rm y", true),
    ("negate", "! rm y", true),
    ("funsub 5.3", "echo ${ rm y; }", false),
    ("brace", "echo {a,$(rm y)}", true),
    ("locale str", "echo $\"$(rm y)\"", true),
    ("dq $\\nl(", "echo \"$\\\n(rm y)\"", true),
    ("r\\nlm", "r\\\nm y", true),
    ("bg", "ls & rm y", true),
    ("pipe&", "ls |& rm y", true),
    ("a#b", "echo a#b; rm y", true),
    ("sq in dq param", "echo \"${x:-'$(rm y)'}\"", true),
    ("sq in dq param%", "echo \"${x%'$(rm y)'}\"", false),
    ("ansi-c quote", "echo $'\\'$(rm y)'", false),
    ("fd digits", "echo 2>&1 $(rm y)", true),
    ("redir first", ">o rm y", true),
    ("crlf", "ls\r\nrm y\r", true),
    ("extglob off !( )", "!(rm y)", true),
    ("dq hist !", "echo \"!$(rm y)\"", true),
    ("brace group } arg", "{ echo }; rm y; }", true),
    ("heredoc 2", "cat <<A <<B\na\nA\n$(rm y)\nB", true),
    ("heredoc in cmdsub", "x=$(cat <<E\n$(rm y)\nE\n)", true),
    ("heredoc pipe next", "cat <<E | rm y\nx\nE", true),
    ("heredoc dash", "cat <<-E\n\t$(rm y)\n\tE", true),
    ("heredoc then cmd", "cat <<E\nx\nE\nrm y", true),
    ("alias-like", "if true; then rm y; fi >o", true),
];

#[test]
fn a_hidden_command_is_found_or_the_text_is_unreadable() {
    for (name, text, runs) in PROBES {
        let script = script(text, Dialect::Bash);
        assert!(!runs || found(&script) || !script.unreadable.is_empty(), "{name}: {text:?} gives {script:?}");
    }
}

#[test]
fn quoted_text_that_no_shell_runs_is_no_command() {
    for (name, text, _) in
        PROBES.iter().filter(|(name, ..)| matches!(*name, "heredoc quoted (no run)" | "ansi-c quote" | "sq in dq param%"))
    {
        let script = script(text, Dialect::Bash);
        assert!(!found(&script) && script.unreadable.is_empty(), "{name}: {text:?} gives {script:?}");
    }
}

/// Whether `rm y` is a part.
fn found(script: &Script) -> bool {
    script.parts.iter().any(|part| {
        let words: std::vec::Vec<&str> = script
            .words_of(&part.words)
            .iter()
            .map(|word| match script.pieces_of(word) {
                [first, ..] => script.text(&(first.text.start..script.pieces_of(word).last().map_or(0, |last| last.text.end))),
                [] => "",
            })
            .collect();
        matches!(words.as_slice(), ["rm", y, ..] if y.trim_end() == "y")
    })
}
