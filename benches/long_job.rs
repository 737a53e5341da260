//! A job of a million calls under a policy that remembers: the size of its state and the time of a decision, as the job grows.
//!
//! Guards two promises: a state stays under its limit whatever a job does, and a decision does not get slower with the length of a job. Run it
//! with `cargo bench -p straza-benches --bench long_job`; `-- --calls 100000` for a shorter job, `-- --write` to put the table into
//! `benches/LONG_JOB.md`.

use std::fmt::Write as _;
use std::time::Instant;

use straza_benches::engines::{open, signed};
use straza_runtime::limits::STATE_BYTES;
use straza_runtime::{Call, Scratch, Snapshot, States, Word};

/// Functions that the calls are spread over.
const FUNCTIONS: u64 = 50;
const SEQUENCES: u64 = 100;

fn main() {
    let calls = argument("--calls").and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let snapshot = open(&signed(&policy()));
    let table = Job::new(&snapshot).run(calls);
    print!("{table}");
    if std::env::args().any(|argument| argument == "--write") {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/LONG_JOB.md");
        let text = format!(
            "# A job of {calls} calls\n\n`cargo bench -p straza-benches --bench long_job -- --write`: {SEQUENCES} sequences with a shared value, 70 labels, 10 limits, one origin.\n\n{table}"
        );
        if let Err(error) = std::fs::write(path, text) {
            eprintln!("{path}: {error}");
        }
    }
}

fn argument(name: &str) -> Option<String> {
    std::env::args().skip_while(|argument| argument != name).nth(1)
}

/// Sequences over fifty functions, labels on each, limits, an origin.
fn policy() -> String {
    let mut out = String::from("policy job {\n    over  t.*\n}\n\ndefaults {\n    *  allow\n}\n\n");
    for sequence in 0..SEQUENCES {
        let (first, last) = (sequence % FUNCTIONS, (sequence * 7 + 3) % FUNCTIONS);
        let _ = writeln!(
            out,
            "sequence s{sequence} {{\n    step   t.f{first}\n    step   t.f{last} when args.id == step1.args.id\n    within job, 1h\n    deny\n}}\n"
        );
    }
    for label in 0..70 {
        let _ = writeln!(out, "label l{label} {{\n    from  t.f{} when args.n > {}\n}}\n", label % FUNCTIONS, label * 10);
    }
    for limit in 0..10 {
        let _ =
            writeln!(out, "limit c{limit} {{\n    on     t.f{limit}\n    sum    args.n per job, 1h\n    above  100000000\n    deny\n}}\n");
    }
    out.push_str("origin known {\n    on    t.f49\n    arg   args.id\n    from  principal, t.f1\n    require confirm\n}\n");
    out
}

struct Job<'a> {
    snapshot: &'a Snapshot,
    states: States,
    scratch: Scratch,
    numbers: u64,
}

impl<'a> Job<'a> {
    fn new(snapshot: &'a Snapshot) -> Self {
        Self { snapshot, states: States::EMPTY, scratch: Scratch::new(snapshot), numbers: 7 }
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.numbers = self.numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.numbers >> 33) % bound
    }

    fn run(mut self, calls: u64) -> String {
        let mut out = String::from(
            "| calls | state, bytes | labels | denied | decide p50 | p99 | dispatch p50 | p99 |\n|---|---|---|---|---|---|---|---|\n",
        );
        let (mut deciding, mut moving, mut denied) = (Vec::new(), Vec::new(), 0u64);
        let mut due = 1_000;
        for made in 1..=calls {
            let call = self.call(made);
            let before = Instant::now();
            let word = self.snapshot.decide(&call, &self.states, &mut self.scratch).word();
            deciding.push(before.elapsed().as_nanos());
            denied += u64::from(word == Word::Deny);
            let before = Instant::now();
            match word {
                Word::Deny => self.snapshot.refused(&call, &mut self.states),
                _ => self.snapshot.dispatched(&call, &[], &mut self.states),
            }
            moving.push(before.elapsed().as_nanos());
            if made == due || made == calls {
                self.line(&mut out, made, denied, &mut deciding, &mut moving);
                due = (made * 10).min(made + 100_000);
            }
        }
        out
    }

    fn line(&self, out: &mut String, made: u64, denied: u64, deciding: &mut Vec<u128>, moving: &mut Vec<u128>) {
        let state = self.states.job.clone().unwrap_or_default();
        let bytes = state.encode().len();
        assert!(bytes <= STATE_BYTES, "{bytes} bytes after {made} calls");
        let open = if state.labels_open() { "64, open" } else { "all" };
        let [a, b] = percentiles(deciding);
        let [c, d] = percentiles(moving);
        let _ = writeln!(out, "| {made} | {bytes} | {open} | {denied} | {a} | {b} | {c} | {d} |");
    }

    fn call(&mut self, made: u64) -> Call {
        let (function, id, amount) = (self.below(FUNCTIONS), self.below(1_000_000), self.below(1_000));
        let (hours, rest) = (made / 3_600, made % 3_600);
        let (day, hour) = (hours / 24, hours % 24);
        let (month, day) = (1 + day / 28 % 12, 1 + day % 28);
        let text = format!(
            r#"{{"straza-call":1,"event":"tool.pre","function":{{"server":"t","name":"f{function}"}},"arguments":{{"id":"i{id}","n":{amount}}},"job":{{"id":"j"}},"now":"2026-{month:02}-{day:02}T{hour:02}:{:02}:{:02}Z"}}"#,
            rest / 60,
            rest % 60
        );
        #[expect(clippy::expect_used, reason = "written just above, and a bench may stop when it is wrong")]
        Call::read(text.as_bytes()).expect("a valid call")
    }
}

/// Median and 99th percentile since the last line, as text; the samples are used up.
fn percentiles(samples: &mut Vec<u128>) -> [String; 2] {
    samples.sort_unstable();
    let at = |part: usize| samples.get(samples.len().saturating_sub(1) * part / 100).copied().unwrap_or(0);
    let shown = [at(50), at(99)].map(|nanos| format!("{}.{:02} µs", nanos / 1_000, nanos % 1_000 / 10));
    samples.clear();
    shown
}
