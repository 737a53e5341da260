//! The shell reader, construct by construct: each text beside what is read.

mod probes;
mod show;

use super::UnreadableCause::{
    Ambiguous, ControlCharacter, Dialect as Unread, ForeignBlank, FormatCharacter, Syntax, TooDeep, TooLong, TooManyBodies, TooManyParts,
    TooMuchWork, Unterminated,
};
use super::{Dialect, RedirectionKind, Script, read};
use show::{causes, shown, word_shown};

fn script(text: &str, dialect: Dialect) -> Script {
    let mut script = Script::default();
    read(text, dialect, &mut script);
    script
}

/// Texts that are read whole, beside their parts.
fn check(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        let script = script(text, Dialect::Bash);
        assert_eq!((shown(&script).as_str(), script.unreadable.as_slice()), (*expected, &[][..]), "{text}");
    }
}

#[test]
fn words_are_told_piece_by_piece() {
    check(&[
        (r#"rm -rf "$HOME/x" 'a b' c\ d"#, r#"rm -rf "$HOME"'/x' 'a b' c' 'd"#),
        ("a {a,b{1..3},c} {} {a} x{", "a <{>a<,>b<{>1..3<}><,>c<}> {} {a} x{"),
        ("[ -f x ] [abc]* a[!]x]b ?", "[ -f x ] <[abc]><*> a<[!]x]>b <?>"),
        ("a ~/x ~u/y b=~/z --c=~/d ~", "a <HOME>/x <HOME ~u>/y b=<HOME>/z --c=~/d <HOME>"),
        (r"a $'b\tc\x41' $1 ${x} ${x:-y} ${!x} $", "a 'b\tcA' ${1?} $x ${x?} ${?} $"),
        ("l\\\ns -la", "ls -la"),
    ]);
}

#[test]
fn placement_is_told() {
    check(&[
        ("a | b && c", "a [sub] ; b [sub] ; c [if]"),
        ("(a; b) & c && d || e & f", "a [bg sub] ; b [bg sub] ; c [bg sub] ; d [bg if sub] ; e [bg if sub] ; f"),
        ("if a; then b; elif c; then d; else e; fi", "a [if] ; b [if] ; c [if] ; d [if] ; e [if]"),
        ("for i in $(a); do b; done", "a [in if sub] ; b [if]"),
        ("case x in (a|b) c;; d) e;& f) ;; esac", "c [if] ; e [if]"),
        ("f() { a; }; function g ( b )", "a [fn] ; b [sub fn]"),
        ("coproc N { a; }; time -p -- b; ! c", "a [bg sub] ; b ; c"),
        ("a=1 b=(c $(d)) e", "a:=1 b:=c,$(1) e ; d [in sub]"),
        ("echo `a \\`b\\`` <(c)", "echo $(1) <(3) ; a $(2) [in sub] ; b [in sub] ; c [in sub]"),
    ]);
}

#[test]
fn a_body_belongs_to_its_redirection() {
    let script = script("cat <<A <<-'B' | sh\n$x\nA\n\t$(y)\n\tB\nz", Dialect::Bash);
    assert_eq!(shown(&script), "cat [sub] ; sh [sub] ; z");
    assert!(script.unreadable.is_empty());
    let bodies: std::vec::Vec<_> = script.redirections.iter().filter_map(|redirection| redirection.body).collect();
    let shown: std::vec::Vec<_> =
        bodies.iter().filter_map(|body| Some((body.quoted, word_shown(&script, script.words.get(body.word as usize)?)))).collect();
    assert_eq!(shown, [(false, "\"$x\"'\n'".into()), (true, "'$(y)\n'".into())]);
}

#[test]
fn redirections_of_a_compound_command_belong_to_all_its_parts() {
    let script = script("{ a; b; } >o 2>&1 <i; c >&f >>g", Dialect::Bash);
    use RedirectionKind::{Append, Duplicate, Read, Write};
    let found: std::vec::Vec<_> = script.redirections.iter().map(|redirection| (redirection.kind, redirection.parts.clone())).collect();
    assert_eq!(found, [(Write, 0..2), (Duplicate, 0..2), (Read, 0..2), (Write, 2..3), (Append, 2..3)]);
}

#[test]
fn what_cannot_be_read_is_named_and_reading_goes_on() {
    let rows = [
        ("a ) b", "a ; b [if]", Syntax),
        ("a \u{1} b; c", "a \u{1} b ; c", ControlCharacter),
        ("a \u{200b}; c", "a \u{200b} ; c", FormatCharacter),
        ("a\u{a0}b; c", "a\u{a0}b ; c", ForeignBlank),
        ("a \0; c", "a \u{1} ; c", ControlCharacter),
        ("a; b 'c", "a ; b ''", Unterminated),
        ("a <<E; b", "a ; b", Unterminated),
        ("i\\\nf x", "if x", Ambiguous),
    ];
    for (text, expected, cause) in rows {
        let script = script(text, Dialect::Bash);
        assert_eq!((shown(&script).as_str(), causes(&script).first()), (expected, Some(&cause)), "{text:?}");
    }
}

#[test]
fn quoted_text_may_hold_any_character() {
    for text in ["a '\u{200b}'", "a \"\u{a0}\u{1}\"", "a <<'E'\n\u{202e}\nE\n"] {
        assert!(script(text, Dialect::Bash).unreadable.is_empty(), "{text:?}");
    }
}

#[test]
fn where_another_shell_reads_otherwise_the_text_is_unreadable() {
    for text in ["[[ a ]]", "a <(b)", "a &>b", "a <<<b", "a=(b)", "a $'b'", "a {b,c}", "a |& b", "function f { a; }", "((a))", "${a/b/c}"] {
        assert!(causes(&script(text, Dialect::Posix)).contains(&Ambiguous), "{text}");
        assert!(script(text, Dialect::Bash).unreadable.is_empty(), "{text}");
    }
    for text in ["=ls", "a *(e:b:)", "a <1-2>", "a &! b", "repeat 3 a", "a $b[1]", "a >! b"] {
        assert!(!script(text, Dialect::Zsh).unreadable.is_empty(), "{text}");
    }
    for dialect in [Dialect::PowerShell, Dialect::Cmd] {
        assert_eq!(causes(&script("dir", dialect)), [Unread]);
    }
}

#[test]
fn beyond_a_limit_what_was_found_stays() {
    let rows = [
        ("a; ".repeat(300), TooManyParts),
        (std::format!("a; {}", "$(".repeat(30)), TooDeep),
        ("a <<E; ".repeat(70), TooManyBodies),
        (std::format!("a; {}", "((".repeat(400)), TooMuchWork),
    ];
    for (text, cause) in rows {
        let script = script(&text, Dialect::Bash);
        assert!(causes(&script).contains(&cause) && !script.parts.is_empty(), "{:?}", script.unreadable);
    }
    assert_eq!(causes(&script(&"a".repeat((64 << 10) + 1), Dialect::Bash)), [TooLong]);
}
