//! The origin receipt.

use ciborium::value::Value;
use proptest::prelude::*;
use straza_runtime::domain::Domain;
use straza_runtime::envelope::Serial;
use straza_runtime::limits;
use straza_runtime::receipt::{
    ArgumentPath, Due, ProtectedArgument, Receipt, ReceiptMismatch, SequenceProgress, Source, ValueOrigin, verify_receipt,
};

use crate::{SERIAL, hex, key_id, no_other_bytes_open, only_a_key_with_the_role_counts, oracle, sealed, sign, trust, unhex};

const VECTOR: &str = include_str!("../vectors/receipt.hex");
const SIGNED_VECTOR: &str = include_str!("../vectors/receipt.signed.hex");

fn path(steps: &[&str]) -> ArgumentPath {
    ArgumentPath(steps.iter().map(|step| (*step).into()).collect())
}

fn function(server: &str, name: &str) -> Source {
    Source::Function { server: server.into(), name: name.into() }
}

fn value(digest: u8, sources: Vec<Source>, open: bool, tainted: Option<bool>) -> ValueOrigin {
    ValueOrigin { digest: [digest; 32], sources, open, tainted }
}

fn receipt() -> Receipt {
    let supplier = function("erp", "get_supplier");
    Receipt {
        call: [1; 32],
        snapshot: [2; 32],
        items: [3; 32],
        job: "job-7".into(),
        state: [4; 32],
        arguments: vec![
            ProtectedArgument { path: path(&["cc"]), values: vec![] },
            ProtectedArgument {
                path: path(&["payee", "iban"]),
                values: vec![value(5, vec![Source::Principal, function("crm", "read"), supplier.clone()], false, Some(false))],
            },
            ProtectedArgument {
                path: path(&["to"]),
                values: vec![value(7, vec![], true, None), value(6, vec![supplier], false, Some(true)), value(7, vec![], true, None)],
            },
        ],
        sequences: vec![
            SequenceProgress { item: "mail.exfiltration".into(), definition: [8; 32], fired: Some(vec![1, 2]) },
            SequenceProgress { item: "mail.exfiltration".into(), definition: [9; 32], fired: None },
            SequenceProgress { item: "refunds.twice".into(), definition: [8; 32], fired: Some(vec![]) },
        ],
    }
}

fn changed(change: impl FnOnce(&mut Receipt)) -> Receipt {
    let mut receipt = receipt();
    change(&mut receipt);
    receipt
}

/// The same code from writer and reader, for what the second implementation writes without looking.
fn refused(receipt: &Receipt) -> &'static str {
    let code = receipt.encode().unwrap_err().code();
    assert_eq!(Receipt::decode(&oracle::bytes(&oracle::receipt(receipt))).unwrap_err().code(), code);
    code
}

fn read_code(value: &Value) -> &'static str {
    Receipt::decode(&oracle::bytes(value)).unwrap_err().code()
}

#[test]
fn the_bytes_are_the_published_ones() {
    assert_eq!(hex(&receipt().encode().unwrap()), hex(&unhex(VECTOR)));
    assert_eq!(Receipt::decode(&unhex(VECTOR)).unwrap(), receipt());
    assert_eq!(hex(&sign(&receipt().unsigned(key_id(), Serial(SERIAL)).unwrap())), hex(&unhex(SIGNED_VECTOR)));
    let opened = Receipt::open(&unhex(SIGNED_VECTOR), &trust()).unwrap();
    assert_eq!((opened.content, opened.key_id, opened.serial, opened.development), (receipt(), key_id(), SERIAL, false));
}

#[test]
fn another_library_makes_the_same_bytes() {
    assert_eq!(hex(&oracle::bytes(&oracle::receipt(&receipt()))), hex(&unhex(VECTOR)));
    assert_eq!(hex(&oracle::seal(&unhex(VECTOR), Domain::Receipt, Domain::Receipt)), hex(&unhex(SIGNED_VECTOR)));
}

#[test]
fn one_receipt_has_one_form_whatever_the_order_it_was_put_together_in() {
    let shuffled = changed(|receipt| {
        receipt.arguments.reverse();
        receipt.sequences.reverse();
        receipt.arguments[1].values[0].sources.reverse();
    });
    assert_eq!(shuffled.encode(), receipt().encode());
    for wrong in [
        changed(|receipt| receipt.arguments.reverse()),
        changed(|receipt| receipt.sequences.reverse()),
        changed(|receipt| receipt.arguments[1].values[0].sources.reverse()),
    ] {
        assert_eq!(read_code(&oracle::receipt(&wrong)), "order");
    }
    let values = changed(|receipt| receipt.arguments[2].values.reverse());
    assert_eq!(values.encode(), receipt().encode(), "a list that reads the same from both ends");
    assert_ne!(changed(|receipt| receipt.arguments[2].values.swap(0, 1)).encode(), receipt().encode());
}

#[test]
fn no_other_bytes_than_the_signed_ones_open() {
    no_other_bytes_open(&unhex(SIGNED_VECTOR), |bytes| Receipt::open(bytes, &trust()).is_ok());
}

#[test]
fn a_signature_counts_in_its_domain_and_by_a_key_with_that_role_alone() {
    only_a_key_with_the_role_counts(Domain::Receipt, &unhex(VECTOR), |bytes, trust| {
        Receipt::open(bytes, trust).map(drop).map_err(|error| error.code())
    });
}

#[test]
fn what_stands_there_twice_is_refused() {
    assert_eq!(refused(&changed(|receipt| receipt.arguments[1].path = path(&["to"]))), "twice");
    assert_eq!(refused(&changed(|receipt| receipt.sequences[0].definition = [9; 32])), "twice");
    assert_eq!(refused(&changed(|receipt| receipt.sequences[0].fired = Some(vec![1, 1]))), "twice");
    assert_eq!(refused(&changed(|receipt| receipt.sequences[0].fired = Some(vec![2, 1]))), "order");
    assert_eq!(refused(&changed(|receipt| receipt.arguments[2].values[1].sources = vec![Source::Principal; 2])), "twice");
}

#[test]
fn each_limit_holds_and_one_more_is_refused() {
    let check = |fits: Receipt, code: &str, beyond: Receipt| {
        assert_eq!(Receipt::decode(&fits.encode().unwrap()).unwrap().encode(), fits.encode());
        assert_eq!(refused(&beyond), code);
    };
    let arguments = |count: usize| changed(|receipt| receipt.arguments = (0..count).map(|at| argument(&format!("a{at:03}"), 0)).collect());
    check(arguments(limits::ORIGINS), "too-many", arguments(limits::ORIGINS + 1));
    let values = |count| changed(|receipt| receipt.arguments = vec![argument("a", count)]);
    check(values(limits::ORIGIN_VALUES), "too-many", values(limits::ORIGIN_VALUES + 1));
    let sources = |count: usize| changed(|receipt| receipt.arguments[2].values[1].sources = functions(count));
    check(sources(limits::ORIGIN_SOURCES), "too-many", sources(limits::ORIGIN_SOURCES + 1));
    let sequences = |count: usize| {
        let one = |at| SequenceProgress { item: format!("s{at:05}"), definition: [0; 32], fired: None };
        changed(|receipt| receipt.sequences = (0..count).map(one).collect())
    };
    check(sequences(limits::RECEIPT_SEQUENCES), "too-many", sequences(limits::RECEIPT_SEQUENCES + 1));
    let positions = |count: usize| changed(|receipt| receipt.sequences[0].fired = Some((0..u16::try_from(count).unwrap()).collect()));
    check(positions(limits::RECEIPT_POSITIONS), "too-many", positions(limits::RECEIPT_POSITIONS + 1));
    let steps = |count: usize| changed(|receipt| receipt.arguments[2].path = path(&vec!["to"; count]));
    check(steps(limits::PATH_STEPS), "too-many", steps(limits::PATH_STEPS + 1));
    let step = |length: usize| changed(|receipt| receipt.arguments[2].path = path(&[&"x".repeat(length)]));
    check(step(limits::KEY_BYTES), "too-long", step(limits::KEY_BYTES + 1));
    let job = |length| changed(|receipt| receipt.job = "j".repeat(length));
    check(job(limits::IDENTIFIER_BYTES), "too-long", job(limits::IDENTIFIER_BYTES + 1));
    let item = |length| changed(|receipt| receipt.sequences[2].item = "z".repeat(length));
    check(item(limits::ITEM_NAME_BYTES), "too-long", item(limits::ITEM_NAME_BYTES + 1));
    let server = |length: usize| changed(|receipt| receipt.arguments[2].values[1].sources = vec![function(&"s".repeat(length), "n")]);
    check(server(limits::SERVER_BYTES), "too-long", server(limits::SERVER_BYTES + 1));
    let name = |length: usize| changed(|receipt| receipt.arguments[2].values[1].sources = vec![function("s", &"n".repeat(length))]);
    check(name(limits::FUNCTION_BYTES), "too-long", name(limits::FUNCTION_BYTES + 1));
    check(full(limits::RECEIPT_BYTES), "too-large", full(limits::RECEIPT_BYTES + 1));
    let largest = sealed(Domain::Receipt, full(limits::RECEIPT_BYTES).encode().unwrap());
    assert!(Receipt::open(&largest, &trust()).is_ok());
    assert_eq!(Receipt::open(&vec![0; limits::RECEIPT_BYTES + limits::ENVELOPE_ROOM + 1], &trust()).unwrap_err().code(), "too-large");
}

fn argument(key: &str, values: usize) -> ProtectedArgument {
    ProtectedArgument { path: path(&[key]), values: vec![value(0, vec![], false, Some(false)); values] }
}

fn functions(count: usize) -> Vec<Source> {
    (0..count).map(|at| function("s", &format!("f{at:05}"))).collect()
}

/// A receipt of exactly so many bytes.
fn full(bytes: usize) -> Receipt {
    let mut receipt = changed(|receipt| {
        receipt.arguments = (0..limits::ORIGINS).map(|at| argument(&format!("a{at:02}"), 64)).collect();
        receipt.job = "j".repeat(24);
    });
    let size = |receipt: &Receipt| oracle::bytes(&oracle::receipt(receipt)).len();
    // Longer keys, then a longer job, fill what is left.
    for argument in 0..limits::ORIGINS {
        let left = (bytes - size(&receipt)).saturating_sub(300);
        let key = &mut receipt.arguments[argument].path.0[0];
        *key = format!("{key}{}", "x".repeat(left.min(limits::KEY_BYTES - key.len())));
    }
    for sequence in 0.. {
        let left = bytes - size(&receipt);
        if left < 200 {
            break;
        }
        receipt.sequences.push(SequenceProgress { item: format!("s{sequence:04}"), definition: [0; 32], fired: None });
    }
    let left = bytes - size(&receipt);
    receipt.job.push_str(&"j".repeat(left));
    assert_eq!(size(&receipt), bytes);
    receipt
}

#[test]
fn beyond_64_protected_arguments_the_error_says_split_the_call() {
    let receipt = changed(|receipt| receipt.arguments = (0..=64).map(|at| argument(&format!("a{at}"), 1)).collect());
    let error = receipt.encode().unwrap_err();
    assert_eq!(error.to_string(), "receipt: too-many: more than 64 protected arguments. Split the call.");
}

#[test]
fn more_sources_than_the_limit_leave_the_list_open() {
    let of =
        |count| ValueOrigin::new([0; 32], functions(count).into_iter().rev().chain([Source::Principal, Source::Principal]), false, None);
    assert!(!of(limits::ORIGIN_SOURCES - 1).open && of(limits::ORIGIN_SOURCES).open);
    assert_eq!((of(2).sources.len(), of(1_000).sources.len()), (3, limits::ORIGIN_SOURCES));
    let receipt = changed(|receipt| receipt.arguments[2].values = vec![of(1_000)]);
    assert_eq!(Receipt::decode(&receipt.encode().unwrap()).unwrap(), receipt);
}

#[test]
fn empty_names_and_names_that_nothing_would_match_are_refused() {
    assert_eq!(refused(&changed(|receipt| receipt.job = String::new())), "empty");
    assert_eq!(refused(&changed(|receipt| receipt.arguments[0].path = path(&[]))), "empty");
    assert_eq!(refused(&changed(|receipt| receipt.sequences[0].item = String::new())), "empty");
    assert_eq!(refused(&changed(|receipt| receipt.arguments[2].values[1].sources = vec![function("", "n")])), "empty");
    assert_eq!(refused(&changed(|receipt| receipt.arguments[2].values[1].sources = vec![function("s", "cafe\u{301}")])), "not-normal");
}

#[test]
fn another_shape_is_refused_with_its_place() {
    let with = |at: usize, value: Value| {
        let Value::Map(mut members) = oracle::receipt(&receipt()) else { panic!("a map") };
        members[at].1 = value;
        Value::Map(members)
    };
    assert_eq!(read_code(&with(0, Value::from(2))), "version");
    assert_eq!(read_code(&oracle::map(vec![(1, Value::from(2)), (9, Value::Null)])), "version");
    assert_eq!(read_code(&oracle::map(vec![(1, Value::from(1))])), "shape");
    for (at, value) in [
        (1, oracle::blob(&[1; 31])),
        (2, oracle::text("x")),
        (3, Value::Null),
        (4, oracle::blob(b"job")),
        (5, oracle::blob(&[1; 33])),
        (6, oracle::text("to")),
        (6, Value::Array(vec![Value::Null])),
        (6, Value::Array(vec![Value::Array(vec![oracle::list(&["a"], |step| oracle::text(step))])])),
        (
            6,
            argument_value(vec![
                oracle::blob(&[0; 32]),
                oracle::list(&["agent"], |source| oracle::text(source)),
                Value::Bool(false),
                Value::Null,
            ]),
        ),
        (
            6,
            argument_value(vec![
                oracle::blob(&[0; 32]),
                oracle::list(&[1], |source| Value::from(*source)),
                Value::Bool(false),
                Value::Null,
            ]),
        ),
        (6, argument_value(vec![oracle::blob(&[0; 32]), Value::Array(vec![]), Value::Null, Value::Null])),
        (6, argument_value(vec![oracle::blob(&[0; 32]), Value::Array(vec![]), Value::Bool(false), Value::from(0)])),
        (6, argument_value(vec![oracle::blob(&[0; 32]), Value::Array(vec![]), Value::Bool(false)])),
        (7, sequence_of(vec![Value::from(65_536)])),
        (7, sequence_of(vec![Value::from(-1)])),
    ] {
        let value = with(at, value);
        let error = Receipt::decode(&oracle::bytes(&value)).unwrap_err();
        assert!(error.code() == "shape" && error.to_string().contains(" at byte "), "{at}: {error}");
    }
    let mut more = oracle::bytes(&oracle::receipt(&receipt()));
    more[0] += 1;
    more.extend([9, 0]);
    assert_eq!(Receipt::decode(&more).unwrap_err().code(), "shape");
}

fn argument_value(value: Vec<Value>) -> Value {
    let path = oracle::list(&["a"], |step| oracle::text(step));
    Value::Array(vec![Value::Array(vec![path, Value::Array(vec![Value::Array(value)])])])
}

fn sequence_of(fired: Vec<Value>) -> Value {
    Value::Array(vec![Value::Array(vec![oracle::text("s"), oracle::blob(&[0; 32]), Value::Array(fired)])])
}

#[test]
fn other_forms_of_the_same_receipt_are_refused() {
    let bytes = unhex(VECTOR);
    let code = |bytes: Vec<u8>| Receipt::decode(&bytes).unwrap_err().code();
    assert_eq!(code([&[0xB8, 8], &bytes[1..]].concat()), "not-canonical");
    assert_eq!(code([&[0xBF], &bytes[1..], &[0xFF]].concat()), "not-canonical");
    assert_eq!(code([&[0xC0], &bytes[..]].concat()), "not-canonical");
    assert_eq!(code([&bytes[..], &[0]].concat()), "not-canonical");
    let Value::Map(mut members) = oracle::receipt(&receipt()) else { panic!("a map") };
    members.swap(1, 2);
    assert_eq!(read_code(&Value::Map(members.clone())), "not-canonical");
    members[2] = members[1].clone();
    assert_eq!(read_code(&Value::Map(members)), "not-canonical");
    for length in 0..bytes.len() {
        assert_eq!(code(bytes[..length].to_vec()), "not-canonical");
    }
}

#[test]
fn a_receipt_speaks_of_its_call_alone() {
    let receipt = receipt();
    let protected = [path(&["payee", "iban"]), path(&["to"])];
    let due = Due { call: &[1; 32], job: "job-7", snapshot: Some(&[2; 32]), items: Some(&[3; 32]), protected: &protected };
    let evidence = verify_receipt(&receipt, &due).unwrap();
    let iban = evidence.argument(&protected[0]).unwrap();
    assert_eq!((iban.values[0].tainted, iban.values[0].open, iban.values[0].sources.len()), (Some(false), false, 3));
    assert!(iban.is_of(&[[5; 32]]) && !iban.is_of(&[[5; 32], [5; 32]]) && !iban.is_of(&[]));
    assert_eq!((evidence.arguments(), evidence.sequences()), (&receipt.arguments[..], &receipt.sequences[..]));
    assert_eq!(evidence.sequence("refunds.twice", &[8; 32]).unwrap().fired.as_deref(), Some(&[][..]));
    assert_eq!(evidence.sequence("mail.exfiltration", &[9; 32]).unwrap().fired, None);
    assert!(evidence.sequence("refunds.twice", &[9; 32]).is_none(), "another definition says nothing");

    let mismatch = |due: Due<'_>| verify_receipt(&receipt, &due).map(drop).unwrap_err();
    assert_eq!(mismatch(Due { call: &[0; 32], ..due }), ReceiptMismatch::Call);
    assert_eq!(mismatch(Due { job: "job-8", ..due }), ReceiptMismatch::Job);
    assert_eq!(mismatch(Due { snapshot: Some(&[0; 32]), ..due }), ReceiptMismatch::Snapshot);
    assert_eq!(mismatch(Due { items: Some(&[0; 32]), ..due }), ReceiptMismatch::Items);
    assert!(verify_receipt(&receipt, &Due { snapshot: None, items: None, ..due }).is_ok());
    let more = [path(&["to"]), path(&["to", "0"])];
    let missing = mismatch(Due { protected: &more, ..due });
    assert_eq!(missing, ReceiptMismatch::Missing(more[1].clone()));
    assert_eq!(
        missing.to_string(),
        "receipt: missing-argument: it does not say where \"args.to.0\" came from. Make the call again, so that a receipt is made for it."
    );
}

fn any_source() -> impl Strategy<Value = Source> {
    prop_oneof![Just(Source::Principal), ("[a-c]{1,2}", "[a-z_]{1,8}").prop_map(|(server, name)| Source::Function { server, name })]
}

fn any_receipt() -> impl Strategy<Value = Receipt> {
    let value = (any::<[u8; 32]>(), prop::collection::vec(any_source(), 0..5), any::<bool>(), any::<Option<bool>>())
        .prop_map(|(digest, sources, open, tainted)| ValueOrigin::new(digest, sources, open, tainted));
    let arguments = prop::collection::btree_map(prop::collection::vec(".{0,4}", 1..4), prop::collection::vec(value, 0..3), 0..5);
    let fired = prop::option::of(prop::collection::btree_set(any::<u16>(), 0..4));
    let sequences = prop::collection::btree_map(("[a-z.]{1,6}", any::<[u8; 32]>()), fired, 0..4);
    (any::<[[u8; 32]; 4]>(), "[a-z0-9-]{1,20}", arguments, sequences).prop_map(
        |([call, snapshot, items, state], job, arguments, sequences)| {
            let arguments = arguments.into_iter().map(|(path, values)| ProtectedArgument { path: ArgumentPath(path), values }).collect();
            let sequence = |((item, definition), fired): ((String, [u8; 32]), Option<std::collections::BTreeSet<u16>>)| SequenceProgress {
                item,
                definition,
                fired: fired.map(|fired| fired.into_iter().collect()),
            };
            Receipt { call, snapshot, items, job, state, arguments, sequences: sequences.into_iter().map(sequence).collect() }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_receipt_reads_back_and_another_library_writes_it_alike(receipt in any_receipt()) {
        let bytes = receipt.encode().unwrap();
        prop_assert_eq!(&Receipt::decode(&bytes).unwrap(), &receipt);
        prop_assert_eq!(oracle::bytes(&oracle::receipt(&receipt)), bytes);
    }

    #[test]
    fn what_reads_is_what_would_be_written(at in any::<prop::sample::Index>(), flip in 1..=255_u8) {
        let mut bytes = unhex(VECTOR);
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        if let Ok(receipt) = Receipt::decode(&bytes) {
            prop_assert_eq!(receipt.encode().unwrap(), bytes);
        }
    }

    #[test]
    fn arbitrary_bytes_are_refused_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Receipt::decode(&bytes).is_err());
        prop_assert!(Receipt::open(&bytes, &trust()).is_err());
        prop_assert!(Receipt::open(&sealed(Domain::Receipt, bytes), &trust()).is_err());
    }
}
