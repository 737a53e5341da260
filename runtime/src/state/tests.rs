//! States as values: bytes, merging, bounds. What items make of them is tested where policies are compiled.
#![allow(clippy::indexing_slicing, clippy::panic, reason = "a test that panics has failed")]

use std::format;
use std::string::String;
use std::vec::Vec;

use super::*;
use crate::decimal::Decimal;

/// A generator without a crate: the same numbers everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn value(&mut self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[0] = self.below(5) as u8;
        bytes
    }
}

fn key(numbers: &mut Numbers) -> Key {
    Key { item: numbers.below(3), definition: u64::from(numbers.below(20) == 0) }
}

/// One random change.
fn change(state: &mut State, numbers: &mut Numbers) {
    state.moves += 1;
    let now = numbers.below(40) as i64;
    match numbers.below(6) {
        0 => state.labels.bring(&format!("l{}", numbers.below(5)), numbers.below(3), state.moves, numbers.below(3) > 0),
        1 => state.labels.clear(&format!("l{}", numbers.below(5))),
        2 => {
            let values = (0..2).map(|_| [Value::Unset, Value::Any, Value::Digest(numbers.value())][numbers.below(3) as usize]).collect();
            let run = Run { steps: 1 + numbers.below(2) as u8, certain: numbers.below(2) == 0, values };
            state.runs.add(key(numbers), Vec::from([(run, now + 10)]), Some(now).filter(|_| numbers.below(4) == 0));
        }
        3 => state.duties.add(numbers.value(), numbers.below(2) == 0, now, None),
        4 => {
            let sum = Sum { amount: Decimal::from_count(numbers.below(9)), unknown: numbers.below(9) == 0 };
            let number = numbers.below(1_000);
            state.counters.add(key(numbers), numbers.value(), now, number, sum, None);
        }
        _ => {
            let source = numbers.below(4);
            let origin = Origin::Function { server: format!("s{source}"), name: String::from("f") };
            if numbers.below(8) == 0 {
                state.origins.miss(source, &origin, numbers.below(2) == 0);
            } else {
                state.origins.add(numbers.value(), source, &origin, numbers.below(3) == 0);
            }
        }
    }
}

fn random(seed: u64, changes: usize) -> State {
    let (mut state, mut numbers) = (State::EMPTY, Numbers(seed));
    (0..changes).for_each(|_| change(&mut state, &mut numbers));
    state
}

fn merged(a: &State, b: &State) -> State {
    let mut out = a.clone();
    out.merge(b);
    out
}

#[test]
fn the_empty_state_reads_back_and_nothing_else_does() {
    assert_eq!(State::EMPTY.encode(), [0xA1, 0x01, 0x01]);
    assert_eq!(State::decode(&[0xA1, 0x01, 0x01]), Ok(State::EMPTY));
    for bytes in [&[][..], &[0xA0], &[0xA1, 0x01, 0x02], &[0xA1, 0x02, 0x01], &[0xA1, 0x01, 0x01, 0x00], &[0xA1, 0x01, 0x18, 0x01]] {
        assert!(State::decode(bytes).is_err(), "{bytes:x?}");
    }
}

#[test]
fn every_state_reads_back_and_no_flipped_byte_passes_for_another_form_of_it() {
    for seed in 0..200 {
        let state = random(seed, 30);
        let bytes = state.encode();
        assert!(bytes.len() <= state.size(), "seed {seed}: {} > {}", bytes.len(), state.size());
        assert_eq!(State::decode(&bytes).as_ref(), Ok(&state), "seed {seed}");
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 0x11;
            // Whatever it says, it says it in its one form.
            assert!(State::decode(&other).is_ok_and(|read| read.encode() == other) || State::decode(&other).is_err());
            assert!(State::decode(&bytes[..at]).is_err());
        }
    }
}

#[test]
fn merging_states_is_commutative_associative_and_idempotent() {
    for seed in 0..300 {
        let (a, b, c) = (random(seed, 25), random(seed + 1_000, 25), random(seed + 2_000, 25));
        assert_eq!(merged(&a, &b), merged(&b, &a), "seed {seed}");
        assert_eq!(merged(&merged(&a, &b), &c), merged(&a, &merged(&b, &c)), "seed {seed}");
        assert_eq!(merged(&a, &a), a, "seed {seed}");
        assert_eq!(merged(&a, &State::EMPTY), a, "seed {seed}");
    }
}

#[test]
fn merging_never_loses_a_step_a_label_a_side_or_a_count() {
    let key = Key { item: 7, definition: 1 };
    let run = |steps| Run { steps, certain: true, values: Vec::new() };
    let (mut a, mut b) = (State::EMPTY, State::EMPTY);
    a.runs.add(key, Vec::from([(run(1), 50)]), None);
    b.runs.add(key, Vec::from([(run(1), 90), (run(2), 40)]), None);
    a.labels.bring("pii", 1, 3, true);
    b.labels.bring("pii", 2, 1, true);
    b.labels.clear("pii");
    a.duties.add([1; 16], true, 10, None);
    a.counters.add(key, [0; 16], 5, 1, Sum { amount: Decimal::from_count(2), unknown: false }, None);
    b.counters.add(key, [0; 16], 5, 2, Sum { amount: Decimal::from_count(3), unknown: false }, None);
    let both = merged(&a, &b);
    let Known::Value(runs) = both.runs.of(key) else { panic!("known") };
    assert_eq!(runs.iter().map(|(run, until)| (run.steps, *until)).collect::<Vec<_>>(), [(1, 90), (2, 40)]);
    assert_eq!(both.labels().collect::<Vec<_>>(), [("pii", true)], "taking it off in one job does not hide the other's");
    assert!(both.duties.get(&[1; 16]).is_some());
    let Known::Value(counter) = both.counters.of(key) else { panic!("known") };
    assert_eq!(counter.since([0; 16], i64::MIN).amount, Decimal::from_count(5));
}

#[test]
fn a_full_part_is_unknown_and_never_empty() {
    let mut state = State::EMPTY;
    for label in 0..limits::LABELS {
        state.labels.bring(&format!("label-{label:03}"), 0, 1, true);
    }
    assert!(!state.labels_open());
    state.labels.bring("label-999", 0, 1, true);
    assert!(state.labels_open(), "the 65th label");
    assert_eq!(state.labels().count(), limits::LABELS);
    let key = Key { item: 1, definition: 1 };
    let digest = |number: usize| {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&(number as u64).to_be_bytes());
        bytes
    };
    for number in 0..=limits::SEQUENCE_RUNS {
        assert!(number == 0 || matches!(state.runs.of(key), Known::Value(_)), "{number}");
        let run = Run { steps: 1, certain: true, values: Vec::from([Value::Digest(digest(number))]) };
        state.runs.add(key, Vec::from([(run, 10)]), None);
    }
    assert!(matches!(state.runs.of(key), Known::Unknown), "one run too many");
    (0..=limits::DUTY_KEYS).for_each(|number| state.duties.add(digest(number), true, 10, None));
    assert!(state.duties.is_full());
    let origin = Origin::Function { server: String::from("s"), name: String::from("f") };
    (0..=limits::REMEMBERED_VALUES).for_each(|number| state.origins.add(digest(number), 1, &origin, false));
    assert!(state.origins.is_full());
    for item in 0..=limits::COUNTERS as u64 {
        let sum = Sum { amount: Decimal::from_count(1), unknown: false };
        state.counters.add(Key { item, definition: 1 }, [0; 16], 1, item, sum, None);
    }
    assert!(matches!(state.counters.of(Key { item: 9_999, definition: 1 }), Known::Unknown));
}

#[test]
fn an_altered_item_is_unknown_and_stays_so() {
    let (old, new) = (Key { item: 1, definition: 4 }, Key { item: 1, definition: 9 });
    let run = || Vec::from([(Run { steps: 1, certain: true, values: Vec::new() }, 10)]);
    let mut state = State::EMPTY;
    state.runs.add(old, run(), None);
    assert!(matches!(state.runs.of(new), Known::Unknown));
    state.runs.add(new, run(), None);
    assert!(matches!(state.runs.of(new), Known::Unknown));
    assert!(matches!(state.runs.of(old), Known::Unknown));
}

#[test]
fn old_calls_are_counted_together_and_never_forgotten() {
    let key = Key { item: 1, definition: 1 };
    let one = Sum { amount: Decimal::from_count(1), unknown: false };
    let mut state = State::EMPTY;
    for time in 0..1_000 {
        state.counters.add(key, [0; 16], time, time as u64, one, None);
    }
    let Known::Value(counter) = state.counters.of(key) else { panic!("known") };
    assert_eq!(counter.since([0; 16], i64::MIN).amount, Decimal::from_count(1_000));
    assert_eq!(counter.since([0; 16], 990).amount, Decimal::from_count(10), "the latest are exact");
    assert!(counter.since([0; 16], 900).amount >= Decimal::from_count(100), "older ones count rather too long than too short");
    assert_eq!(counter.since([0; 16], 1_000).amount, Decimal::ZERO);
}

#[test]
fn calls_that_fell_out_of_the_ring_are_still_counted_for_their_like() {
    let key = Key { item: 1, definition: 1 };
    let one = Sum { amount: Decimal::from_count(1), unknown: false };
    let which = |number: u64| {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&number.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_be_bytes());
        bytes
    };
    let mut state = State::EMPTY;
    for number in 0..2_000 {
        state.counters.add(key, which(number), number as i64, number, one, None);
    }
    let Known::Value(counter) = state.counters.of(key) else { panic!("known") };
    assert!((0..2_000).all(|number| counter.since(which(number), i64::MIN).amount >= Decimal::from_count(1)));
    assert!(state.encode().len() < limits::STATE_BYTES);
}

#[test]
fn a_state_never_grows_beyond_its_limit() {
    let mut state = State::EMPTY;
    for job in 0..limits::LABEL_ENTRIES as u64 {
        state.labels.bring(&format!("{}{}", "x".repeat(120), job % 64), job, 1, true);
    }
    let origin = Origin::Function { server: "s".repeat(128), name: "f".repeat(256) };
    for number in 0..limits::REMEMBERED_VALUES as u64 {
        let mut value = [0; 16];
        value[..8].copy_from_slice(&number.to_be_bytes());
        state.origins.add(value, number % limits::REMEMBERED_SOURCES as u64, &origin, false);
        state.duties.add(value, true, 1, None);
    }
    assert!(state.size() > limits::STATE_BYTES);
    state.bound();
    assert!(state.encode().len() <= limits::STATE_BYTES);
    assert!(state.origins.is_full(), "the largest part is the one that is unknown now");
}
