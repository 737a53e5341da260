//! What a command comes to, on text that nobody wrote: mutated lines and arguments. Nothing may panic, overflow a small stack, point outside
//! its arenas, take long, or come to more than a bounded size for each byte that was given.
//!
//! `STRAZA_MUTATIONS=5000000 cargo test --release -p straza-runtime --test command_mutations -- --nocapture` tries as many lines as it is told
//! and says which took the longest, and which came to most, for each of its bytes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod mutations;

use std::ops::Range;
use std::time::Instant;

use mutations::{LINES, Seeded, TOKENS, mutated, wanted};
use straza_runtime::command::{Command, Folders, Scratch, Text};
use straza_runtime::limits::{COMMAND_CODE_BYTES, COMMAND_PARTS, COMMAND_TOUCHES, SHELL_CAUSES};
use straza_runtime::shell::{Dialect, Span};

const DIALECTS: [Dialect; 3] = [Dialect::Bash, Dialect::Posix, Dialect::Zsh];

/// What runs other commands, takes code, or moves where paths lie.
const HEADS: [&str; 24] = [
    "sudo -u a ",
    "env -S '",
    "bash -c '",
    "sh -c \"",
    "eval ",
    "xargs -I{} ",
    "find . -exec ",
    "timeout 5 ",
    "python3 -c 'import os; os.system(\"",
    "perl -e 'system(\"",
    "ssh host ",
    "docker exec a sh -c '",
    "git -c core.pager='",
    "tar --to-command='",
    "awk 'BEGIN { system(\"",
    "sed -e 's/a/b/e;w ",
    "cd /a/../b && ",
    "A=b; $A ",
    "trap '",
    "alias a='",
    "for a in b c; do ",
    "f() { f | f & }; ",
    "cat <<E | sh\n",
    "echo {a,b}{c,d}{e,f}{g,h} ",
];

/// The longest that one line may take, on a machine that is busy with other things.
const PATIENCE: u128 = 2_000;

fn folders() -> Folders<'static> {
    Folders { cwd: Some("/home/dev/shop"), home: Some("/home/dev"), workspace: Some("/home/dev/shop") }
}

/// A mutated line, some with what runs commands in front.
fn line(lines: &[&str], random: &mut Seeded) -> String {
    let mut text = mutated(lines, random);
    for _ in 0..random.below(4) {
        text.insert_str(0, HEADS[random.below(HEADS.len())]);
    }
    text
}

#[test]
fn mutated_lines_come_to_something_bounded() {
    let (wanted, mut random) = wanted(6_000);
    let lines: Vec<&str> = LINES.lines().filter(|line| !line.is_empty()).collect();
    let run = move || {
        let (mut command, mut scratch) = (Command::default(), Scratch::default());
        let (mut slowest, mut largest) = ((0, String::new()), (0, String::new()));
        let started = Instant::now();
        for _ in 0..wanted {
            let text = line(&lines, &mut random);
            let dialect = DIALECTS[random.below(DIALECTS.len())];
            let before = Instant::now();
            command.read_into(&text, dialect, &folders(), &mut scratch);
            let time = before.elapsed().as_nanos() / text.len().max(1) as u128;
            check(&text, &command);
            if text.len() >= 64 && time > slowest.0 {
                let again = (0..3).map(|_| {
                    let before = Instant::now();
                    command.read_into(&text, dialect, &folders(), &mut scratch);
                    before.elapsed().as_nanos()
                });
                let (least, time) = again.min().map(|least| (least, least / text.len() as u128)).unwrap();
                assert!(least / 1_000_000 < PATIENCE, "{text:?} takes {least} ns");
                slowest = if time > slowest.0 { (time, text.clone()) } else { slowest };
            }
            let size = size(&command) / text.len().max(1);
            if text.len() >= 64 && size > largest.0 {
                largest = (size, text);
            }
        }
        println!("{wanted} mutations in {:?}", started.elapsed());
        println!("the slowest took {} ns for each of {} bytes: {:?}", slowest.0, slowest.1.len(), slowest.1);
        println!("the largest came to {} bytes for each of {} bytes: {:?}", largest.0, largest.1.len(), largest.1);
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
}

#[test]
fn hostile_lines_come_to_something_bounded() {
    let (mut command, mut scratch) = (Command::default(), Scratch::default());
    for shape in TOKENS.iter().chain(&HEADS) {
        for length in [100, 4 << 10, 64 << 10] {
            let text = shape.repeat(length / shape.len());
            let before = Instant::now();
            command.read_into(&text, Dialect::Bash, &folders(), &mut scratch);
            assert!(before.elapsed().as_millis() < PATIENCE, "{shape:?} takes {:?}", before.elapsed());
            check(&text, &command);
        }
    }
}

#[test]
fn mutated_arguments_come_to_something_bounded() {
    let (wanted, mut random) = wanted(3_000);
    let lines: Vec<&str> = LINES.lines().filter(|line| !line.is_empty()).collect();
    for _ in 0..wanted / 4 {
        let text = line(&lines, &mut random);
        let words: Vec<&str> = text.split(' ').collect();
        let command = Command::of_words(&words, &folders());
        check(&command.text.clone(), &command);
    }
}

/// Bytes of all that it came to.
fn size(command: &Command) -> usize {
    command.cooked.len()
        + size_of_val(command.parts.as_slice())
        + size_of_val(command.args.as_slice())
        + size_of_val(command.assignments.as_slice())
        + size_of_val(command.touches.as_slice())
        + size_of_val(command.flows.as_slice())
        + size_of_val(command.unreadable.as_slice())
}

/// Every index points into its arena, every span is text, no list is longer than its limit.
fn check(text: &str, command: &Command) {
    let text = text.get(..text.len().min(400)).unwrap_or("a text");
    let length = command.text.len();
    let within =
        |range: &Range<u32>, length: usize| assert!(range.start <= range.end && range.end as usize <= length, "{text:?}: {range:?}");
    let spelled = |span: Span| assert!(command.text.get(span.start as usize..span.end as usize).is_some(), "{text:?}: {span:?}");
    let cooked =
        |range: &Range<u32>| assert!(command.cooked.get(range.start as usize..range.end as usize).is_some(), "{text:?}: {range:?}");
    let texts = |own: &Text| {
        cooked(&own.cooked);
        spelled(own.span);
    };
    for (number, part) in command.parts.iter().enumerate() {
        texts(&part.program.text);
        cooked(&part.program.base);
        within(&part.args, command.args.len());
        within(&part.assignments, command.assignments.len());
        assert!(part.outer.is_none_or(|(outer, _)| (outer as usize) < number), "{text:?}: part {number} is outside of its outer one");
        part.folder.iter().for_each(cooked);
        spelled(part.span);
    }
    for arg in &command.args {
        texts(&arg.text);
        arg.value.iter().for_each(texts);
    }
    for assignment in &command.assignments {
        cooked(&assignment.name);
        texts(&assignment.value);
    }
    for touch in &command.touches {
        assert!((touch.part as usize) < command.parts.len(), "{text:?}");
        texts(&touch.text);
        touch.path.iter().for_each(cooked);
    }
    for flow in &command.flows {
        assert!((flow.from.max(flow.to) as usize) < command.parts.len(), "{text:?}");
    }
    assert!(command.signals.iter().all(|(_, part)| (*part as usize) < command.parts.len()), "{text:?}");
    command.unreadable.iter().for_each(|unreadable| spelled(unreadable.at));
    assert!(command.parts.len() <= COMMAND_PARTS, "{text:?}: {} parts", command.parts.len());
    assert!(command.touches.len().max(command.flows.len()) <= COMMAND_TOUCHES, "{text:?}");
    assert!(command.unreadable.len() <= 2 * SHELL_CAUSES, "{text:?}: {} causes", command.unreadable.len());
    assert!(command.cooked.len() <= 8 * (length + COMMAND_CODE_BYTES), "{text:?}: {} bytes of text", command.cooked.len());
}
