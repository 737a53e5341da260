//! A snapshot that is not, byte for byte, what a trusted key signed does not open; each kind of damage has its own code.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use std::collections::BTreeMap;

use straza_compiler::compile::{CompileOptions, Compiled, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::sign::trust_in;
use straza_compiler::workspace::Workspace;
use straza_runtime::envelope::{Serial, Unsigned};
use straza_runtime::file;
use straza_runtime::open_error::OpenError;
use straza_runtime::opening::{Expectation, open_envelope};
use straza_runtime::payload::{FilePart, Payload};
use straza_runtime::snapshot::Snapshot;
use straza_runtime::trust::{KeyId, Trust};

const POLICY: &str = r#"policy desk {
    over  desk.*
}

role lead

defaults {
    read  allow
    *     deny  because "Nothing else is open."
}

rule write {
    on       desk.write
    when     args.kind in ["a", "b"] and any f in args.files ( f.name like "*.key" )
    require  approve by lead, ticket 8h  because "Keys go to a lead."
}

rule prefix {
    on     desk.write
    deny   when args.path starts with "/srv/" or args.count > 10
}
"#;

/// Every kind of record that command items have.
const COMMANDS: &str = r#"policy desk {
    over  shell.exec, file.*, net.fetch
}

defaults {
    *  deny  because "Nothing else is open."
}

command wipe {
    match  `rm -r {/|'/*'|~|'~/*'}` except `rm -r ~/tmp`
    match  `FOO=* {chmod|chown} !-v --mode={a|b} -- **`
    deny   because "This deletes everything."
}

command piped {
    match    `curl | … | {sh|bash} -c=*`
    when     any paths under "/etc"
    require  confirm
}

command anything {
    match  `* >/etc/**`
    match  `!{git|ls} /etc`
    deny
}

command look {
    match    `git {status|log} **`
    match    `LANG=C ls *`
    through  sudo, env
    allow
}

rule keys {
    on    file.read
    deny  when any paths under "/proj/keys"
}

commands {
    otherwise   allow after confirm
    unreadable  deny
    first-match
}
"#;

fn key(seed: u8) -> SigningKey {
    SigningKey::from_secret(&[seed; 32], KeyKind::Release)
}

fn compiled() -> Compiled {
    compiled_of(POLICY)
}

fn compiled_of(policy: &str) -> Compiled {
    let mut workspace = Workspace::new();
    workspace.set_file("desk.straza", policy.to_owned());
    let checked = workspace.check();
    let program = checked.program.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
    compile(&program, &CompileOptions { serial: 7, budget: None }, &key(1)).unwrap()
}

fn trust() -> Trust {
    trust_in(&key(1)).unwrap()
}

fn open(bytes: &[u8]) -> Result<Snapshot, OpenError> {
    Snapshot::open(bytes, &trust(), &Expectation::default())
}

/// The parts of a file, for signing altered ones.
fn parts(bytes: &[u8]) -> (Payload, Vec<u8>, Vec<u8>) {
    let trust = trust();
    let opened = open_envelope(bytes, &trust, &Expectation::default()).unwrap();
    let (core, text) = (opened.core.to_vec(), opened.text.check().unwrap().to_vec());
    (opened.payload, core, text)
}

/// What a holder of the key can sign, whatever it says.
fn signed(payload: &Payload, core: &[u8], text: &[u8]) -> Vec<u8> {
    let key = key(1);
    let unsigned = Unsigned::new(payload.encode(), KeyId::of(&key.public()), Serial(7));
    let signature = ed25519_dalek::Signer::sign(&ed25519_dalek::SigningKey::from_bytes(&[1; 32]), &unsigned.to_be_signed());
    file::join(&unsigned.assemble(&signature.to_bytes()), core, text)
}

#[test]
fn every_flipped_byte_is_refused() {
    let honest = compiled().bytes;
    assert!(open(&honest).is_ok());
    let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
    for place in 0..honest.len() {
        for flip in [0x01, 0x80, 0xFF] {
            let mut altered = honest.clone();
            altered[place] ^= flip;
            match open(&altered) {
                Ok(_) => panic!("byte {place} flipped by {flip:#x} opens"),
                Err(error) => *codes.entry(error.code()).or_default() += 1,
            }
        }
    }
    for code in ["open: not-a-snapshot", "open: signature", "open: unknown-key", "open: core-hash", "open: text-hash"] {
        assert!(codes.contains_key(code), "no flip gave `{code}`: {codes:?}");
    }
}

#[test]
fn every_truncation_and_any_byte_too_many_is_refused() {
    let honest = compiled().bytes;
    for length in 0..honest.len() {
        assert!(open(&honest[..length]).is_err(), "the first {length} bytes open");
    }
    let longer = [honest.as_slice(), &[0]].concat();
    assert_eq!(open(&longer).unwrap_err().code(), "open: length");
}

#[test]
fn another_key_does_not_open_it() {
    let honest = compiled().bytes;
    let stranger = trust_in(&key(2)).unwrap();
    assert_eq!(Snapshot::open(&honest, &stranger, &Expectation::default()).unwrap_err().code(), "open: unknown-key");
}

#[test]
fn a_signed_cost_that_is_too_low_or_too_high_is_refused() {
    let (payload, core, text) = parts(&compiled().bytes);
    assert!(open(&signed(&payload, &core, &text)).is_ok(), "the test's own signing is right");
    for (coefficient, cost) in payload.cost.iter().enumerate() {
        for other in [cost.saturating_sub(1), cost + 1] {
            let mut altered = payload.clone();
            altered.cost[coefficient] = other;
            if altered.cost != payload.cost {
                assert_eq!(open(&signed(&altered, &core, &text)).unwrap_err().code(), "open: cost");
            }
        }
    }
}

#[test]
fn a_signed_core_that_contradicts_itself_is_refused_or_decides_without_a_panic() {
    altered(&compiled(), &[0xFF]);
}

#[test]
fn a_signed_core_whose_command_rules_contradict_themselves_is_refused_or_decides_without_a_panic() {
    altered(&compiled_of(COMMANDS), &[0xFF, 0x01]);
}

/// Alters every byte of a core and signs it again.
fn altered(compiled: &Compiled, flips: &[u8]) {
    let (payload, core, text) = parts(&compiled.bytes);
    let mut refused = 0;
    for (place, flip) in (0..core.len()).flat_map(|place| flips.iter().map(move |flip| (place, flip))) {
        let mut altered = core.clone();
        altered[place] ^= flip;
        let payload = Payload { core: FilePart::of(&altered), ..payload.clone() };
        match open(&signed(&payload, &altered, &text)) {
            Err(_) => refused += 1,
            Ok(snapshot) => decide_something(&snapshot),
        }
    }
    assert!(refused > core.len() * flips.len() / 4, "only {refused} of {} altered cores were refused", core.len() * flips.len());
}

/// Whatever it answers, it answers.
fn decide_something(snapshot: &Snapshot) {
    let calls = [
        r#"{"straza-call":1,"event":"tool.pre","function":{"server":"desk","name":"write"},"arguments":{"kind":"a","files":[{"name":"x.key"}],"count":11}}"#,
        r#"{"straza-call":1,"event":"tool.pre","function":{"server":"desk","name":"write"},"arguments":{"path":"/srv/x"}}"#,
        r#"{"straza-call":1,"event":"tool.pre","function":{"server":"desk","name":"other"}}"#,
        r#"{"straza-call":1,"event":"tool.pre","function":{"server":"shell","name":"exec"},"arguments":{"command":"sudo git log; FOO=1 chmod --mode=a -- x; curl x | tee /etc/y | sh -c z > /etc/w; rm -rf ~/tmp $X; ls /etc"},"session":{"cwd":"/proj","home":"/h","workspace":"/proj"}}"#,
        r#"{"straza-call":1,"event":"tool.pre","function":{"server":"shell","name":"exec"},"arguments":{"command":"grep -r x . > '"}}"#,
    ];
    let mut scratch = straza_runtime::Scratch::new(snapshot);
    for call in calls {
        let call = straza_runtime::Call::read(call.as_bytes()).unwrap();
        let decision = snapshot.decide(&call, &straza_runtime::States::EMPTY, &mut scratch);
        let _ = snapshot.explain(&call, &straza_runtime::States::EMPTY);
        let mut reason = String::new();
        snapshot.reason(&decision, &call, &mut reason).unwrap();
    }
}
