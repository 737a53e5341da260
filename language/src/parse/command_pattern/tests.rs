//! Patterns of commands from their text: what each spelling means, and what is no pattern.

use super::*;
use crate::core::{TextPattern, TextPiece};

fn texts(of: &[TextPattern]) -> String {
    let piece = |piece: &TextPiece| match piece {
        TextPiece::Text(text) => text.clone(),
        TextPiece::Star => "<*>".to_owned(),
        TextPiece::Home => "<home>".to_owned(),
    };
    of.iter().map(|text| text.pieces.iter().map(piece).collect::<String>()).collect::<Vec<_>>().join("|")
}

fn word(pattern: &WordPattern) -> String {
    match pattern {
        WordPattern::One => "one".to_owned(),
        WordPattern::Of(of) => format!("({})", texts(of)),
        WordPattern::Not(of) => format!("!({})", texts(of)),
    }
}

fn shown(tree: &CommandWordTree) -> String {
    match tree {
        CommandWordTree::Assignment(name, value) => format!("{name}={}", word(value)),
        CommandWordTree::Program(program) => format!("run{}", word(program)),
        CommandWordTree::Operand(operand) => word(operand),
        CommandWordTree::Rest => "rest".to_owned(),
        CommandWordTree::Flag(name, None) => name.clone(),
        CommandWordTree::Flag(name, Some(value)) => format!("{name}={}", word(value)),
        CommandWordTree::NoFlag(name) => format!("no {name}"),
        CommandWordTree::EndOfOptions => "--".to_owned(),
        CommandWordTree::Writes(path) => format!(">{path}"),
    }
}

/// What a text stands for, a line a pattern; or what is wrong with it.
fn check(text: &str) -> String {
    let read = read(text, 0);
    if let Some(found) = read.diagnostics.first() {
        let place = text.get(found.span.start as usize..found.span.end as usize).unwrap_or("");
        return format!("S{:04} [{place}] {}", found.code.0, found.message);
    }
    let stage = |stage: &StageTree| {
        let words: Vec<String> = stage.words.iter().map(|word| shown(&word.value)).collect();
        format!("{}{}", if stage.through_others { "… " } else { "" }, words.join(" "))
    };
    let pattern = |stages: &Vec<StageTree>| stages.iter().map(stage).collect::<Vec<_>>().join(" | ");
    read.spellings.iter().map(pattern).collect::<Vec<_>>().join("\n")
}

#[test]
fn words_are_read_as_a_shell_reads_them() {
    let cases = [
        ("git status", "run(git) (status)"),
        ("git {status|log} **", "run(git) (status|log) rest"),
        ("rm -r {/|'/*'|~|'~/*'}", "run(rm) -r (/|/*|<home>|~/*)"),
        ("rm --no-preserve-root", "run(rm) --no-preserve-root"),
        ("echo \"a b\" c\\ d 'e f'g", "run(echo) (a b) (c d) (e fg)"),
        ("echo \"a\\\"b\" \"\\$x\" '' \"\"", "run(echo) (a\"b) ($x) () ()"),
        (
            "cat ~/x $HOME/y ${HOME}/z \"$HOME/a b\" ~root x~ $HOMER",
            "run(cat) (<home>/x) (<home>/y) (<home>/z) (<home>/a b) (~root) (x~) ($HOMER)",
        ),
        ("rm -rf $DIR", "run(rm) -rf ($DIR)"),
        ("cat '$HOME'", "run(cat) ($HOME)"),
        ("cp * x*.rs", "run(cp) one (x<*>.rs)"),
        ("* -x", "runone -x"),
        ("./run.sh", "run(./run.sh)"),
        ("python{|3|3.11} -c", "run(python|python3|python3.11) -c"),
        ("x !{a|b} !--force", "run(x) !(a|b) no --force"),
        ("!{git|hg} push", "run!(git|hg) (push)"),
        ("head - -5", "run(head) (-) -5"),
        ("rm '-x' \\-y", "run(rm) (-x) (-y)"),
    ];
    for (text, expected) in cases {
        assert_eq!(check(text), expected, "{text}");
    }
}

#[test]
fn flags_have_values_where_the_pattern_says_so() {
    let cases = [
        ("k --context {staging}", "run(k) --context=(staging)"),
        ("k --context {a|b} apply", "run(k) --context=(a|b) (apply)"),
        ("k --context !{prod}", "run(k) --context=!(prod)"),
        ("k --context=staging -n=x --to=*", "run(k) --context=(staging) -n=(x) --to=one"),
        ("k --context={a|b}", "run(k) --context=(a|b)"),
        ("k --context staging", "run(k) --context (staging)"),
        ("k -n {a|b}", "run(k) -n (a|b)"),
        ("k --context=", "run(k) --context=()"),
        ("k --kubeconfig=~/x", "run(k) --kubeconfig=(<home>/x)"),
        ("rm -- -x {a|-b}", "run(rm) -- (-x) (a|-b)"),
        ("x !{--a|-b}", "run(x) no --a no -b"),
    ];
    for (text, expected) in cases {
        assert_eq!(check(text), expected, "{text}");
    }
}

#[test]
fn alternatives_of_different_kinds_are_several_patterns() {
    assert_eq!(check("git push {--force|-f}"), "run(git) (push) --force\nrun(git) (push) -f");
    assert_eq!(check("git push --{force|mirror} x"), "run(git) (push) --force (x)\nrun(git) (push) --mirror (x)");
    assert_eq!(check("git {-f|a|b}"), "run(git) -f\nrun(git) (a|b)");
}

#[test]
fn assignments_stand_before_the_program_and_paths_behind_a_sign() {
    let cases = [
        ("FOO=* BAR=x cmd A=b", "FOO=one BAR=(x) run(cmd) (A=b)"),
        ("FOO={a|b} cmd", "FOO=(a|b) run(cmd)"),
        ("FOO= cmd", "FOO=() run(cmd)"),
        (">/etc/**", ">/etc/**"),
        ("echo >~/.ssh/*", "run(echo) >~/.ssh/*"),
        ("echo > '/a*b'/**/c", "run(echo) >/a[*]b/**/c"),
        ("echo >/a/{b|c}", "run(echo) >/a/b\nrun(echo) >/a/c"),
    ];
    for (text, expected) in cases {
        assert_eq!(check(text), expected, "{text}");
    }
}

#[test]
fn commands_are_joined_by_pipes() {
    assert_eq!(check("curl ** | sh"), "run(curl) rest | run(sh)");
    assert_eq!(check("curl | … | {sh|bash}"), "run(curl) | … run(sh|bash)");
    assert_eq!(check("echo 'a|b'"), "run(echo) (a|b)");
    assert_eq!(check("a | ... | b"), "S0023 [...] three dots are written `…`");
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let cases = [
        ("", "S0060 [] this command pattern is empty"),
        ("|", "S0066 [|] this `|` stands without a command on one side"),
        ("a |", "S0066 [|] this `|` stands without a command on one side"),
        ("a | | b", "S0066 [|] this `|` stands without a command on one side"),
        ("a|b", "S0066 [|] this `|` touches a word"),
        ("a … b", "S0066 […] `…` stands between two `|`"),
        ("… | b", "S0066 […] `…` stands between two `|`"),
        ("a | … | … | b", "S0066 […] `…` stands between two `|`"),
        ("a || b", "S0065 [||] `||` is no part of a command pattern"),
        ("a; b", "S0065 [;] `;` is no part of a command pattern"),
        ("a && b", "S0065 [&] `&` is no part of a command pattern"),
        ("echo $(x)", "S0065 [(] `(` is no part of a command pattern"),
        ("a <b", "S0065 [<] `<` is no part of a command pattern"),
        ("a 2>b", "S0065 [>] `>` is no part of a command pattern"),
        ("a >>b", "S0065 [>>] `>>` is written `>`"),
        ("a >", "S0060 [>] this `>` says no path"),
        ("a 'b", "S0061 ['b] these quotes are not closed"),
        ("a \"b", "S0061 [\"b] these quotes are not closed"),
        ("a \\", "S0061 [\\] nothing stands behind this backslash"),
        ("a {b", "S0062 [{] these braces are not closed"),
        ("a {}", "S0062 [{] these braces list nothing"),
        ("a {b | c}", "S0062 [ ] a blank stands in these braces"),
        ("a {b,c}", "S0062 [{b,c}] alternatives are separated by `|`"),
        ("a {b|{c}}", "S0062 [{] alternatives hold no alternatives"),
        ("a b}", "S0062 [}] this `}` closes nothing"),
        ("a ${x}", "S0062 [$] a variable in braces looks like alternatives"),
        ("a {b|}", "S0062 [{b|}] one of these alternatives is empty"),
        ("a b**", "S0063 [b**] `**` stands alone"),
        ("a ***", "S0063 [***] three stars say nothing"),
        ("a {*|b}", "S0063 [{*|b}] `*` among alternatives makes the others needless"),
        ("a --no-*", "S0064 [--no-*] a flag is named in full"),
        ("a --=x", "S0064 [--=x] this flag has no name"),
        ("a !b", "S0065 [!b] this `!` stands before neither `{…}` nor a flag"),
        ("a !", "S0065 [!] this `!` stands before nothing"),
        ("a !{--b|c}", "S0065 [!{--b|c}] this `!` stands before neither `{…}` nor a flag"),
        ("a b\0c", "S0065 [\0] a control character stands in this command pattern"),
        ("-r x", "S0067 [-r] no program stands before this word"),
        ("** x", "S0067 [**] no program stands before this word"),
        ("FOO=x", "S0067 [FOO=x] this command pattern names no program"),
        ("FOO=x >/a", "S0067 [FOO=x >/a] this command pattern names no program"),
    ];
    for (text, expected) in cases {
        assert_eq!(check(text), expected, "{text}");
    }
}

#[test]
fn a_pattern_is_bounded() {
    let alternatives = format!("a {{{}}}", vec!["b"; 65].join("|"));
    let flags = "a {-a|-b|-c|-d|-e} {-f|-g|-h|-i|-j} {-k|-l|-m}";
    let stages = ["a"; 9].join(" | ");
    for text in ["a ".repeat(65), "a".repeat(4097), alternatives, flags.to_owned(), stages] {
        assert!(check(&text).starts_with("S0068"), "{}", text.get(..40).unwrap_or(&text));
    }
}

/// Every cut of a text, and every byte left out, gives patterns or one finding, and places inside of it.
#[test]
fn no_damage_is_read_in_silence_as_something_out_of_place() {
    let text = "FOO={a|b} git push !--x --context {s|t} 'q' \"$HOME/y\" x* ** -- >/e/** | … | sh \\-c é";
    let damaged = (0..text.len()).filter(|at| text.is_char_boundary(*at)).flat_map(|at| {
        let (before, after) = text.split_at(at);
        let without: String = after.chars().skip(1).collect();
        [before.to_owned(), after.to_owned(), format!("{before}{without}"), format!("{before}{{{after}"), format!("{before}'{after}")]
    });
    for text in damaged {
        let read = read(&text, 1);
        let whole = text.len() as u32 + 2;
        assert!(read.diagnostics.iter().all(|found| found.span.end <= whole && found.help.is_some()), "{text}");
        assert!(!read.spellings.is_empty() || !read.diagnostics.is_empty(), "{text}");
    }
}
