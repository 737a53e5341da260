//! The shell reader on text that nobody wrote: mutated lines, hostile shapes, every prefix. Nothing may panic, overflow a small stack, or
//! point outside its arenas.
//!
//! `STRAZA_MUTATIONS=50000000 cargo test --release -p straza-runtime --test shell_mutations -- --nocapture` runs as many mutations as it is
//! told and says which text cost the most for each byte.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use std::ops::Range;
use std::time::{Duration, Instant};

use straza_runtime::shell::{self, Dialect, PieceKind, Script, Span};

const LINES: &str = include_str!("data/commands/tldr.txt");

/// What a mutation inserts: all that a shell gives a meaning to.
const TOKENS: [&str; 72] = [
    "$(",
    ")",
    "`",
    "\\`",
    "${",
    "}",
    "$((",
    "))",
    "((",
    "$[",
    "]",
    "[",
    "[[ ",
    " ]]",
    "<(",
    ">(",
    "<<E\n",
    "<<-'E'\n",
    "\nE\n",
    "<<<",
    ">",
    ">&",
    "2>&1",
    "&>",
    "{fd}>",
    "|",
    "||",
    "|&",
    "&&",
    "&",
    ";",
    ";;",
    ";&",
    "\n",
    "\\\n",
    "\\",
    "'",
    "\"",
    "$'",
    "$\"",
    "#",
    " # ",
    "!",
    "{ ",
    "; }",
    "( ",
    "if ",
    "then ",
    "elif ",
    "else ",
    " fi",
    "for x in ",
    "for ((",
    "do ",
    " done",
    "while ",
    "case x in ",
    "x) ",
    " esac",
    "f() ",
    "function f ",
    "coproc ",
    "time -p ",
    "a=(",
    "a[1]=",
    "{a,b}",
    "~",
    "*",
    "\u{200b}",
    "\u{a0}",
    "\0",
    "é",
];

const DIALECTS: [Dialect; 5] = [Dialect::Bash, Dialect::Posix, Dialect::Zsh, Dialect::PowerShell, Dialect::Cmd];

/// A small generator of its own, so that a failure can be run again.
struct Seeded(u64);

impl Seeded {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

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
    let wanted = std::env::var("STRAZA_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(30_000_u64);
    let seed = std::env::var("STRAZA_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0x5eed_u64);
    let lines: Vec<&str> = LINES.lines().filter(|line| !line.is_empty()).collect();
    let run = move || {
        let mut random = Seeded(seed | 1);
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

/// A line with parts of others and tokens put in, taken out, repeated.
fn mutated(lines: &[&str], random: &mut Seeded) -> String {
    let mut text = lines[random.below(lines.len())].to_owned();
    for _ in 0..=random.below(6) {
        let at = boundary(&text, random);
        match random.below(6) {
            0..=2 => text.insert_str(at, TOKENS[random.below(TOKENS.len())]),
            3 => {
                let other = lines[random.below(lines.len())];
                text.insert_str(at, &other[boundary(other, random)..]);
            }
            4 => {
                let end = boundary(&text, random);
                text.replace_range(at.min(end)..at.max(end), "");
            }
            _ => {
                let token = TOKENS[random.below(TOKENS.len())];
                text.insert_str(at, &token.repeat(1 + random.below(40)));
            }
        }
    }
    text
}

fn boundary(text: &str, random: &mut Seeded) -> usize {
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
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
