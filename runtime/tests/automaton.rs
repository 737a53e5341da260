//! The table's walk against the library that determinised the expression.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::util::primitives::StateID;
use regex_automata::{Anchored, MatchKind, util::start};
use straza_runtime::automaton::{self, Automaton, Table};

const EXPRESSIONS: &[&str] = &[
    "",
    "a",
    "a*",
    "(ab|cd)*",
    "[a-c]+x?",
    "a{2,4}b",
    "(?s).*b.*",
    "[^a]",
    "a|ab|abc",
    "(a|b)*abb",
    r"\d+(-\d+)?",
    "x.*y.z",
    "\u{e9}+|a",
    "^a$",
    r"(?-u:\ba\b)b?",
];

type Dense = dense::DFA<Vec<u32>>;

fn determinised(expression: &str) -> Dense {
    let config = dense::Config::new().match_kind(MatchKind::All).start_kind(StartKind::Anchored);
    dense::Builder::new().configure(config).build(expression).unwrap()
}

fn start_of(dfa: &Dense) -> StateID {
    dfa.start_state(&start::Config::new().anchored(Anchored::Yes)).unwrap()
}

/// Every state that is reached, 0 the dead one; each byte a class of its own.
fn table(dfa: &Dense) -> Table {
    let mut states: Vec<StateID> = vec![StateID::ZERO];
    let number = |state: StateID, states: &mut Vec<StateID>| {
        let at = states.iter().position(|have| *have == state).unwrap_or_else(|| {
            states.push(state);
            states.len() - 1
        });
        u32::try_from(at).unwrap()
    };
    let start = number(start_of(dfa), &mut states);
    let (mut rows, mut accepting, mut at) = (Vec::new(), Vec::new(), 0);
    while at < states.len() {
        let state = states[at];
        rows.extend((0..=255).map(|byte| number(dfa.next_state(state, byte), &mut states)));
        accepting.push(dfa.is_match_state(dfa.next_eoi_state(state)));
        at += 1;
    }
    let class_of = core::array::from_fn(|byte| u8::try_from(byte).unwrap());
    Table { class_of, classes: 256, start, rows, accepting }
}

/// What the library says of the whole text.
fn library_matches(dfa: &Dense, text: &str) -> bool {
    let end = text.bytes().fold(start_of(dfa), |state, byte| dfa.next_state(state, byte));
    dfa.is_match_state(dfa.next_eoi_state(end))
}

#[test]
fn written_tables_match_what_the_library_matches() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut matched = 0;
    for expression in EXPRESSIONS {
        let dfa = determinised(expression);
        let bytes = automaton::encode(&table(&dfa)).unwrap();
        let automaton = Automaton::check(&bytes).unwrap();
        let texts = prop_oneof!["[abc]{0,6}", "[abcdxyz0-9\u{e9}-]{0,8}"];
        for _ in 0..500 {
            let text = texts.new_tree(&mut runner).unwrap().current();
            assert_eq!(automaton.matches(text.as_bytes()), Some(library_matches(&dfa, &text)), "{expression} {text}");
            matched += usize::from(library_matches(&dfa, &text));
        }
    }
    assert!(matched > 500, "{matched} texts matched");
}

proptest! {
    #[test]
    fn damaged_tables_never_panic(at in any::<prop::sample::Index>(), byte in any::<u8>(), text in prop::collection::vec(any::<u8>(), 0..32)) {
        let dead = [0; 256];
        let rows = [dead, core::array::from_fn(|byte| u32::from(byte == 97) + 1)].concat();
        let class_of = core::array::from_fn(|byte| u8::try_from(byte).unwrap());
        let rows = [rows, vec![0; 256]].concat();
        let mut bytes = automaton::encode(&Table { class_of, classes: 256, start: 1, rows, accepting: vec![false, false, true] }).unwrap();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Some(automaton) = Automaton::view(&bytes) {
            prop_assert!(automaton.matches(&text).is_some() || Automaton::check(&bytes).is_err());
        }
    }
}
