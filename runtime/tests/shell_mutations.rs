//! The shell reader on text that nobody wrote: mutated lines, hostile shapes, every prefix. Nothing may panic, overflow a small stack, or
//! point outside its arenas.
//!
//! `STRAZA_MUTATIONS=50000000 cargo test --release -p straza-runtime --test shell_mutations -- --nocapture` runs as many mutations as it is
//! told and says which text cost the most for each byte.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use std::ops::Range;
use std::time::{Duration, Instant};

use straza_runtime::shell::{self, Dialect, PieceKind, Script, Span};

mod mutations;

use mutations::{LINES, TOKENS, mutated, wanted};

const DIALECTS: [Dialect; 5] = [Dialect::Bash, Dialect::Posix, Dialect::Zsh, Dialect::PowerShell, Dialect::Cmd];

/// What opens something, again and again.
fn hostile_shapes() -> Vec<&'static str> {
    let mut shapes = vec![
        "$(a) ",
        "\"$(",
        "\"${a:-",
        "${a:-",
        "`a` ",
        "<(a) ",
        "[[ ( ",
        "[[ a && ",
        "if a; then ",
        "if a; then b; elif ",
        "while a; do ",
        "case a in b) ",
        "case a in (",
        "a() { ",
        "f() ( ",
        "a=(b ",
        "a[b[",
        "a[$(",
        "((1+",
        "$((1+",
        "$[1+",
        "{a,",
        "{a,b}",
        "{1..2}",
        "[a",
        "[[:",
        "~:",
        "a=~:",
        "a|",
        "a&&",
        "a;",
        "a&",
        "! ",
        "time ",
        "coproc ",
        "coproc a ",
        "<<a ",
        "<<a\n",
        "<<'a'\n",
        "<<-a\n\t",
        "'a'",
        "\"a\"",
        "$'\\x41'",
        "\\a",
        "\\\n",
        ")",
        "}",
        "fi ",
        ";;",
        "\u{202e}",
        "\u{1}",
        "$",
        "$$",
        "#\n",
        "\"`",
        "`\\`",
        "\\`",
        "\\\\\\`",
        "$(cat <<E\n",
        "${a[",
        "${!a",
        "${ a; ",
        "for x in a; do ",
        "for ((;;)); do ",
        "select x in a; do ",
        "2>&1 ",
        "{a}>b ",
        "a=b ",
        "a=$b ",
        "[[ a =~ (",
        "[[ a == @(",
        "'",
        "\"",
        "((",
        "(",
        "{ ",
        "<",
        ">",
        "\n",
        "\\\\\n",
        "a\\\n",
    ];
    shapes.extend(TOKENS);
    shapes
}

#[test]
fn hostile_shapes_run_in_a_stack_of_64_kib() {
    let run = || {
        let mut script = Script::default();
        for shape in hostile_shapes() {
            for length in [10, 100, 4 << 10, 64 << 10] {
                let text = shape.repeat(length / shape.len());
                for dialect in [Dialect::Bash, Dialect::Posix, Dialect::Zsh] {
                    shell::read(&text, dialect, &mut script);
                    check(&text, &script);
                }
            }
        }
    };
    std::thread::Builder::new().stack_size(64 << 10).spawn(run).unwrap().join().unwrap();
}

#[test]
fn every_prefix_of_a_line_is_read_without_a_panic() {
    let mut script = Script::default();
    for line in LINES.lines().step_by(10) {
        for (end, _) in line.char_indices() {
            shell::read(&line[..end], Dialect::Bash, &mut script);
            check(&line[..end], &script);
        }
    }
}

#[test]
fn mutated_lines_are_read_without_a_panic() {
    let (wanted, mut random) = wanted(30_000);
    let lines: Vec<&str> = LINES.lines().filter(|line| !line.is_empty()).collect();
    let run = move || {
        let mut script = Script::default();
        let mut worst = (0.0, String::new());
        let started = Instant::now();
        for _ in 0..wanted {
            let text = mutated(&lines, &mut random);
            let dialect = DIALECTS[random.below(3)];
            let before = Instant::now();
            shell::read(&text, dialect, &mut script);
            let cost = per_byte(before.elapsed(), &text);
            check(&text, &script);
            if text.len() >= 64 && cost > worst.0 {
                let again = (0..5).map(|_| timed(&text, dialect, &mut script)).min().unwrap();
                let cost = per_byte(again, &text);
                if cost > worst.0 {
                    worst = (cost, text);
                }
            }
        }
        println!(
            "{wanted} mutations in {:?}; the worst took {:.1} ns for each of {} bytes: {:?}",
            started.elapsed(),
            worst.0,
            worst.1.len(),
            worst.1
        );
    };
    std::thread::Builder::new().stack_size(64 << 10).spawn(run).unwrap().join().unwrap();
}

fn timed(text: &str, dialect: Dialect, script: &mut Script) -> Duration {
    let before = Instant::now();
    shell::read(text, dialect, script);
    before.elapsed()
}

fn per_byte(time: Duration, text: &str) -> f64 {
    time.as_nanos() as f64 / text.len().max(1) as f64
}

/// Every index points into its arena, every span is text.
fn check(text: &str, script: &Script) {
    let within =
        |range: &Range<u32>, length: usize| assert!(range.start <= range.end && range.end as usize <= length, "{text:?}: {range:?}");
    let spelled = |span: Span| assert!(text.get(span.start as usize..span.end as usize).is_some(), "{text:?}: {span:?}");
    let cooked = |range: &Range<u32>| assert!(script.cooked.get(range.start as usize..range.end as usize).is_some(), "{text:?}: {range:?}");
    let mut begun = 0;
    for part in &script.parts {
        within(&part.words, script.words.len());
        within(&part.assignments, script.assignments.len());
        spelled(part.span);
        assert!((part.context as usize) < script.contexts.len());
        assert!(part.function.is_none_or(|function| (function as usize) < script.functions.len()));
        begun += 1;
    }
    assert!(begun <= 256);
    for word in &script.words {
        within(&word.pieces, script.pieces.len());
        spelled(word.span);
    }
    for piece in &script.pieces {
        cooked(&piece.text);
        spelled(piece.span);
        if let PieceKind::Substitution(context) | PieceKind::Process(context) = piece.kind {
            assert!((context as usize) < script.contexts.len(), "{text:?}");
        }
    }
    for context in &script.contexts {
        within(&context.parts, script.parts.len());
        spelled(context.span);
    }
    for assignment in &script.assignments {
        within(&assignment.values, script.words.len());
        cooked(&assignment.name);
        spelled(assignment.span);
    }
    for redirection in &script.redirections {
        within(&redirection.parts, script.parts.len());
        assert!((redirection.target as usize) < script.words.len());
        spelled(redirection.span);
    }
    for function in &script.functions {
        within(&function.parts, script.parts.len());
        cooked(&function.name);
        spelled(function.span);
    }
    for pipe in &script.pipes {
        within(&pipe.left, script.parts.len());
        within(&pipe.right, script.parts.len());
    }
    script.settings.iter().for_each(|setting| cooked(&setting.name));
    script.unreadable.iter().for_each(|unreadable| spelled(unreadable.at));
}
