//! The second implementation: CBOR by ciborium, COSE by coset. Nothing of the writers under test is used, and nothing is sorted or
//! bounded, so that it writes wrong things as well.

use ciborium::value::{Integer, Value};
use coset::{TaggedCborSerializable as _, iana};
use ed25519_dalek::Signer as _;
use straza_runtime::domain::Domain;
use straza_runtime::receipt::{ProtectedArgument, Receipt, SequenceProgress, Source, ValueOrigin};
use straza_runtime::revocations::{Action, Revocation, Revocations, Target};

use crate::{SERIAL, key, key_id};

pub fn bytes(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).unwrap();
    bytes
}

/// A COSE_Sign1 with the content type of `named`, signed for `domain`.
pub fn seal(payload: &[u8], named: Domain, domain: Domain) -> Vec<u8> {
    let protected = coset::HeaderBuilder::new()
        .algorithm(iana::Algorithm::Ed25519)
        .content_type(format!("application/straza-{}+cbor", named.name()))
        .key_id(key_id().0.to_vec())
        .value(-70_001, SERIAL.into())
        .build();
    coset::CoseSign1Builder::new()
        .protected(protected)
        .payload(payload.to_vec())
        .create_signature(domain.as_str().as_bytes(), |bytes| key().sign(bytes).to_bytes().to_vec())
        .build()
        .to_tagged_vec()
        .unwrap()
}

pub fn map(members: Vec<(u64, Value)>) -> Value {
    Value::Map(members.into_iter().map(|(key, value)| (Value::from(key), value)).collect())
}

pub fn blob(bytes: &[u8]) -> Value {
    Value::Bytes(bytes.to_vec())
}

pub fn text(text: &str) -> Value {
    Value::Text(text.into())
}

pub fn list<T>(elements: &[T], one: impl Fn(&T) -> Value) -> Value {
    Value::Array(elements.iter().map(one).collect())
}

pub fn receipt(receipt: &Receipt) -> Value {
    map(vec![
        (1, Value::from(1)),
        (2, blob(&receipt.call)),
        (3, blob(&receipt.snapshot)),
        (4, blob(&receipt.items)),
        (5, text(&receipt.job)),
        (6, blob(&receipt.state)),
        (7, list(&receipt.arguments, argument)),
        (8, list(&receipt.sequences, sequence)),
    ])
}

fn argument(argument: &ProtectedArgument) -> Value {
    Value::Array(vec![list(&argument.path.0, |step| text(step)), list(&argument.values, value)])
}

fn value(value: &ValueOrigin) -> Value {
    let tainted = value.tainted.map_or(Value::Null, Value::Bool);
    Value::Array(vec![blob(&value.digest), list(&value.sources, source), Value::Bool(value.open), tainted])
}

fn source(source: &Source) -> Value {
    match source {
        Source::Principal => text("principal"),
        Source::Function { server, name } => Value::Array(vec![text(server), text(name)]),
    }
}

fn sequence(sequence: &SequenceProgress) -> Value {
    let fired = sequence.fired.as_ref().map_or(Value::Null, |fired| list(fired, |position| Value::from(*position)));
    Value::Array(vec![text(&sequence.item), blob(&sequence.definition), fired])
}

pub fn revocations(revocations: &Revocations) -> Value {
    let sequence = vec![Value::from(revocations.sequence.second), Value::from(revocations.sequence.counter)];
    map(vec![
        (1, Value::from(1)),
        (2, text(&revocations.channel)),
        (3, Value::Array(sequence)),
        (4, list(&revocations.entries, revocation)),
    ])
}

fn revocation(entry: &Revocation) -> Value {
    let until = match entry.action {
        Action::Park(until) => Value::from(until.0),
        Action::Refuse => Value::Null,
    };
    Value::Array(vec![target(&entry.target), until, text(&entry.reason)])
}

fn target(target: &Target) -> Value {
    let (kind, rest) = match target {
        Target::All => (0, vec![]),
        Target::Function { server, name } => (1, vec![text(server), text(name)]),
        Target::Server(id) => (2, vec![text(id)]),
        Target::Agent(id) => (3, vec![text(id)]),
        Target::Principal(id) => (4, vec![text(id)]),
        Target::Device(id) => (5, vec![text(id)]),
        Target::Session(id) => (6, vec![text(id)]),
        Target::Grant(id) => (7, vec![text(id)]),
        Target::Snapshot(id) => (8, vec![blob(id)]),
    };
    Value::Array([vec![Value::from(kind)], rest].concat())
}

/// A value of JSON as digests encode it. Numbers are those that a double holds exactly as written.
pub fn json(value: &serde_json::Value) -> Value {
    match value {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(value) => Value::Bool(*value),
        serde_json::Value::Number(number) => self::number(&number.to_string()),
        serde_json::Value::String(string) => text(string),
        serde_json::Value::Array(elements) => Value::Array(std::iter::once(Value::from(1)).chain(elements.iter().map(json)).collect()),
        serde_json::Value::Object(members) => sorted(members.iter().map(|(key, value)| (key.clone(), json(value))).collect()),
    }
}

/// A map with text keys, in the order of their encoded bytes.
pub fn sorted(mut members: Vec<(String, Value)>) -> Value {
    members.sort_by_key(|(key, _)| bytes(&text(key)));
    Value::Map(members.into_iter().map(|(key, value)| (Value::Text(key), value)).collect())
}

fn number(text: &str) -> Value {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut coefficient: i64 = format!("{whole}{fraction}").parse().expect("no exponent in these tests");
    let mut exponent = -i64::try_from(fraction.len()).unwrap();
    while coefficient != 0 && coefficient % 10 == 0 {
        (coefficient, exponent) = (coefficient / 10, exponent + 1);
    }
    let exponent = if coefficient == 0 { 0 } else { exponent };
    Value::Array([0, coefficient, exponent].map(|number| Value::Integer(Integer::from(number))).to_vec())
}
