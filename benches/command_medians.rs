//! Medians by criterion of one real command line: read, read into what it comes to, decided under 1,000 command rules.
//!
//! Repeat with `cargo bench -p straza-benches --bench command_medians`.

#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{Criterion, criterion_group, criterion_main};
use straza_benches::command_lines::{calls, folders, lines, policy};
use straza_benches::engines::{open, readers, signed};
use straza_runtime::command::{Command, Scratch as Reused};
use straza_runtime::shell::Dialect;
use straza_runtime::{Scratch, States};

fn read(criterion: &mut Criterion) {
    let lines = lines();
    let mut group = criterion.benchmark_group("read a line");
    for mut reader in readers::all() {
        let mut turns = lines.iter().cycle();
        group.bench_function(reader.name(), |bencher| bencher.iter(|| turns.next().map(|line| reader.read(line))));
    }
    group.finish();
    let (mut command, mut reused, mut turns) = (Command::default(), Reused::default(), lines.iter().cycle());
    criterion.bench_function("what a line comes to", |bencher| {
        bencher.iter(|| turns.next().map(|line| command.read_into(line, Dialect::Bash, &folders(), &mut reused)));
    });
}

fn decide(criterion: &mut Criterion) {
    let (snapshot, calls) = (open(&signed(&policy(1_000))), calls());
    let (mut scratch, mut turns) = (Scratch::new(&snapshot), calls.iter().cycle());
    criterion.bench_function("a decision, 1,000 command rules", |bencher| {
        bencher.iter(|| turns.next().map(|call| snapshot.decide(call, &States::EMPTY, &mut scratch).word()));
    });
}

criterion_group!(benches, read, decide);
criterion_main!(benches);
