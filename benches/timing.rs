//! Times single decisions: warm, one after another, percentiles of three rounds.

use std::time::{Duration, Instant};

/// Percentiles in nanoseconds.
#[derive(Debug, Clone, Copy, Default)]
pub struct Percentiles {
    /// Half are faster.
    pub p50: u64,
    /// All but one in a hundred are faster.
    pub p99: u64,
    /// All but one in a thousand are faster.
    pub p999: u64,
    /// How many were timed in a round.
    pub count: usize,
}

/// The median of three rounds, each of at most `budget`. The clock itself costs some 20 to 60 ns a decision, which is in every number.
pub fn measure(calls: usize, budget: Duration, mut decide: impl FnMut(usize) -> bool) -> Percentiles {
    let mut rounds: Vec<Percentiles> = (0..4).map(|_| round(calls, budget, &mut decide)).skip(1).collect();
    let mut middle = |of: fn(&Percentiles) -> u64| {
        rounds.sort_by_key(of);
        rounds.get(rounds.len() / 2).map(of).unwrap_or_default()
    };
    let (p50, p99, p999) = (middle(|p| p.p50), middle(|p| p.p99), middle(|p| p.p999));
    Percentiles { p50, p99, p999, count: rounds.first().map_or(0, |round| round.count) }
}

fn round(calls: usize, budget: Duration, decide: &mut impl FnMut(usize) -> bool) -> Percentiles {
    let started = Instant::now();
    let mut times = Vec::with_capacity(200_000);
    for turn in 0..200_000usize {
        let before = Instant::now();
        std::hint::black_box(decide(turn % calls));
        times.push(u64::try_from(before.elapsed().as_nanos()).unwrap_or(u64::MAX));
        if turn > 20 && started.elapsed() > budget {
            break;
        }
    }
    times.sort_unstable();
    let at = |per_mille: usize| times.get((times.len() * per_mille / 1000).min(times.len() - 1)).copied().unwrap_or_default();
    Percentiles { p50: at(500), p99: at(990), p999: at(999), count: times.len() }
}

/// Nanoseconds as people read them.
pub fn readable(nanoseconds: u64) -> String {
    match nanoseconds {
        0..10_000 => format!("{:.2} µs", nanoseconds as f64 / 1e3),
        10_000..10_000_000 => format!("{:.0} µs", nanoseconds as f64 / 1e3),
        _ => format!("{:.1} ms", nanoseconds as f64 / 1e6),
    }
}
