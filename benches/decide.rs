//! Medians of one decision by criterion: ours and the peers', 100, 1,000 and 10,000 rules, three shapes.
//!
//! Guards the budget of a decision; repeat with `cargo bench -p straza-benches --bench decide`.

#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use straza_benches::engines;
use straza_benches::workload::{Shape, calls, rules};

fn decide(criterion: &mut Criterion) {
    for shape in [Shape::OneFunctionEach, Shape::AllOnOne, Shape::Mixed] {
        let mut group = criterion.benchmark_group(shape.name());
        group.sample_size(20);
        for count in [100, 1_000, 10_000] {
            let (rules, calls) = (rules(shape, count), calls(shape, count, 200));
            for mut engine in engines::all(&rules, &calls) {
                engines::check(engine.as_mut(), &rules, calls.get(..50).unwrap_or(&calls));
                let mut turn = 0;
                group.bench_function(BenchmarkId::new(engine.name(), count), |bencher| {
                    bencher.iter(|| {
                        turn += 1;
                        engine.decide(turn % calls.len())
                    });
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, decide);
criterion_main!(benches);
