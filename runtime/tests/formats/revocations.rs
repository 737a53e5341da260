//! The list of revocations.

use ciborium::value::Value;
use proptest::prelude::*;
use sha2::{Digest as _, Sha256};
use straza_runtime::Call;
use straza_runtime::domain::Domain;
use straza_runtime::envelope::Serial;
use straza_runtime::instant::Instant;
use straza_runtime::limits;
use straza_runtime::revocations::{
    Action, LAST_INSTANT, Member, Named, NotCurrent, Revocation, Revocations, Revoked, Sequence, Subject, Target, current,
};

use crate::{SERIAL, hex, key_id, no_other_bytes_open, only_a_key_with_the_role_counts, oracle, sealed, sign, trust, unhex};

const VECTOR: &str = include_str!("../vectors/revocations.hex");
const SIGNED_VECTOR: &str = include_str!("../vectors/revocations.signed.hex");

const CHANNEL: &str = "laptops";

fn entry(target: Target, action: Action) -> Revocation {
    Revocation { target, action, reason: "Reported stolen.".into() }
}

fn function(server: &str, name: &str) -> Target {
    Target::Function { server: server.into(), name: name.into() }
}

fn park(until: i64) -> Action {
    Action::Park(Instant(until))
}

fn list(entries: Vec<Revocation>) -> Revocations {
    Revocations { channel: CHANNEL.into(), sequence: Sequence { second: 1_767_225_600, counter: 1 }, entries }
}

/// One entry of each kind.
fn revocations() -> Revocations {
    list(vec![
        entry(Target::All, park(1_767_225_660)),
        entry(function("pay*", "*"), Action::Refuse),
        entry(function("payments", "refund_?"), park(0)),
        entry(Target::Server("crm".into()), Action::Refuse),
        entry(Target::Agent("triage".into()), Action::Refuse),
        entry(Target::Principal("u-4711".into()), park(LAST_INSTANT.0)),
        entry(Target::Device("d-1".into()), Action::Refuse),
        entry(Target::Session("s-1".into()), Action::Refuse),
        entry(Target::Grant("g-1".into()), Action::Refuse),
        entry(Target::Snapshot([9; 32]), Action::Refuse),
    ])
}

fn changed(change: impl FnOnce(&mut Revocations)) -> Revocations {
    let mut list = revocations();
    change(&mut list);
    list
}

/// The same code from writer and reader, for what the second implementation writes without looking.
fn refused(list: &Revocations) -> &'static str {
    let code = list.encode().unwrap_err().code();
    assert_eq!(Revocations::decode(&oracle::bytes(&oracle::revocations(list))).unwrap_err().code(), code);
    code
}

fn read_code(value: &Value) -> &'static str {
    Revocations::decode(&oracle::bytes(value)).unwrap_err().code()
}

#[test]
fn the_bytes_are_the_published_ones() {
    assert_eq!(hex(&revocations().encode().unwrap()), hex(&unhex(VECTOR)));
    assert_eq!(Revocations::decode(&unhex(VECTOR)).unwrap(), revocations());
    assert_eq!(hex(&sign(&revocations().unsigned(key_id(), Serial(SERIAL)).unwrap())), hex(&unhex(SIGNED_VECTOR)));
    let opened = Revocations::open(&unhex(SIGNED_VECTOR), &trust(), CHANNEL).unwrap();
    assert_eq!((opened.content, opened.key_id, opened.serial, opened.development), (revocations(), key_id(), SERIAL, false));
}

#[test]
fn another_library_makes_the_same_bytes() {
    assert_eq!(hex(&oracle::bytes(&oracle::revocations(&revocations()))), hex(&unhex(VECTOR)));
    assert_eq!(hex(&oracle::seal(&unhex(VECTOR), Domain::Revocations, Domain::Revocations)), hex(&unhex(SIGNED_VECTOR)));
    assert_eq!(revocations().digest().unwrap()[..], Sha256::digest(unhex(VECTOR))[..]);
}

#[test]
fn one_list_has_one_form_whatever_the_order_it_was_put_together_in() {
    let shuffled = changed(|list| list.entries.reverse());
    assert_eq!(shuffled.encode(), revocations().encode());
    assert_eq!(read_code(&oracle::revocations(&shuffled)), "order");
}

#[test]
fn no_other_bytes_than_the_signed_ones_open() {
    no_other_bytes_open(&unhex(SIGNED_VECTOR), |bytes| Revocations::open(bytes, &trust(), CHANNEL).is_ok());
}

#[test]
fn a_signature_counts_in_its_domain_and_by_a_key_with_that_role_alone() {
    only_a_key_with_the_role_counts(Domain::Revocations, &unhex(VECTOR), |bytes, trust| {
        Revocations::open(bytes, trust, CHANNEL).map(drop).map_err(|error| error.code())
    });
}

#[test]
fn a_list_for_another_channel_is_not_taken() {
    let error = Revocations::open(&unhex(SIGNED_VECTOR), &trust(), "servers").unwrap_err();
    assert_eq!(error.to_string(), "revocations: channel: it is for another channel. Bring the one of this channel.");
}

#[test]
fn a_target_twice_is_refused_also_with_two_actions() {
    assert_eq!(refused(&changed(|list| list.entries[4].target = Target::Server("crm".into()))), "twice");
    assert_eq!(refused(&changed(|list| list.entries[1].target = Target::All)), "twice");
}

#[test]
fn each_limit_holds_and_one_more_is_refused() {
    let check = |fits: Revocations, code: &str, beyond: Revocations| {
        assert_eq!(Revocations::decode(&fits.encode().unwrap()).unwrap(), fits);
        assert_eq!(refused(&beyond), code);
    };
    check(many(limits::REVOCATIONS), "too-many", many(limits::REVOCATIONS + 1));
    check(full(limits::REVOCATIONS_BYTES), "too-large", full(limits::REVOCATIONS_BYTES + 1));
    let channel = |length| changed(|list| list.channel = "c".repeat(length));
    check(channel(limits::IDENTIFIER_BYTES), "too-long", channel(limits::IDENTIFIER_BYTES + 1));
    let reason = |length| changed(|list| list.entries[0].reason = "r".repeat(length));
    check(reason(limits::REASON_BYTES), "too-long", reason(limits::REASON_BYTES + 1));
    let target = |target: Target| list(vec![entry(target, Action::Refuse)]);
    let server = |length: usize| target(Target::Server("s".repeat(length)));
    check(server(limits::SERVER_BYTES), "too-long", server(limits::SERVER_BYTES + 1));
    let pattern = |server: usize, name: usize| target(function(&"*".repeat(server), &"?".repeat(name)));
    check(pattern(limits::SERVER_BYTES, limits::FUNCTION_BYTES), "too-long", pattern(limits::SERVER_BYTES + 1, 1));
    check(pattern(1, 1), "too-long", pattern(1, limits::FUNCTION_BYTES + 1));
    for of in [Target::Agent, Target::Principal, Target::Device, Target::Session, Target::Grant] {
        let named = |length: usize| target(of("i".repeat(length)));
        check(named(limits::IDENTIFIER_BYTES), "too-long", named(limits::IDENTIFIER_BYTES + 1));
    }
    let until = |until| changed(|list| list.entries[0].action = park(until));
    check(until(LAST_INSTANT.0), "instant", until(LAST_INSTANT.0 + 1));
    assert_eq!(until(-1).encode().unwrap_err().code(), "instant");
    let largest = sealed(Domain::Revocations, full(limits::REVOCATIONS_BYTES).encode().unwrap());
    assert!(Revocations::open(&largest, &trust(), CHANNEL).is_ok());
    let beyond = vec![0; limits::REVOCATIONS_BYTES + limits::ENVELOPE_ROOM + 1];
    assert_eq!(Revocations::open(&beyond, &trust(), CHANNEL).unwrap_err().code(), "too-large");
}

fn many(count: usize) -> Revocations {
    let one = |at: usize| Revocation { target: Target::Session(format!("s-{at:05}")), action: Action::Refuse, reason: "Lost.".into() };
    list((0..count).map(one).collect())
}

/// A list of exactly so many bytes: reasons fill it.
fn full(bytes: usize) -> Revocations {
    let size = |list: &Revocations| oracle::bytes(&oracle::revocations(list)).len();
    let mut list = many(280);
    for at in 0..list.entries.len() {
        let left = (bytes - size(&list)).saturating_sub(2);
        let more = left.min(limits::REASON_BYTES - list.entries[at].reason.len());
        list.entries[at].reason.push_str(&"r".repeat(more));
    }
    let left = bytes - size(&list);
    list.channel.push_str(&"c".repeat(left));
    assert_eq!(size(&list), bytes);
    list
}

#[test]
fn empty_names_and_names_that_nothing_would_match_are_refused() {
    assert_eq!(refused(&changed(|list| list.channel = String::new())), "empty");
    assert_eq!(refused(&changed(|list| list.entries[0].reason = String::new())), "empty");
    assert_eq!(refused(&list(vec![entry(function("", "*"), Action::Refuse)])), "empty");
    assert_eq!(refused(&list(vec![entry(Target::Grant(String::new()), Action::Refuse)])), "empty");
    assert_eq!(refused(&list(vec![entry(Target::Principal("cafe\u{301}".into()), Action::Refuse)])), "not-normal");
    assert_eq!(refused(&list(vec![entry(function("*", "cafe\u{301}"), Action::Refuse)])), "not-normal");
}

#[test]
fn another_shape_is_refused_with_its_place() {
    let with = |at: usize, value: Value| {
        let Value::Map(mut members) = oracle::revocations(&revocations()) else { panic!("a map") };
        members[at].1 = value;
        Value::Map(members)
    };
    let entry =
        |target: Vec<Value>, until: Value, reason: Value| Value::Array(vec![Value::Array(vec![Value::Array(target), until, reason])]);
    let reason = || oracle::text("r");
    assert_eq!(read_code(&with(0, Value::from(2))), "version");
    for (at, value) in [
        (1, oracle::blob(b"laptops")),
        (2, Value::from(1)),
        (2, Value::Array(vec![Value::from(1)])),
        (2, Value::Array(vec![Value::from(1), Value::from(65_536)])),
        (2, Value::Array(vec![Value::from(-1), Value::from(0)])),
        (3, Value::Null),
        (3, entry(vec![], Value::Null, reason())),
        (3, entry(vec![Value::from(9), oracle::text("x")], Value::Null, reason())),
        (3, entry(vec![Value::from(0), oracle::text("x")], Value::Null, reason())),
        (3, entry(vec![Value::from(1), oracle::text("x")], Value::Null, reason())),
        (3, entry(vec![Value::from(8), oracle::blob(&[0; 31])], Value::Null, reason())),
        (3, entry(vec![Value::from(8), oracle::text("x")], Value::Null, reason())),
        (3, entry(vec![Value::from(0)], Value::Bool(true), reason())),
        (3, entry(vec![Value::from(0)], Value::from(-1), reason())),
        (3, entry(vec![Value::from(0)], Value::Null, Value::Null)),
    ] {
        let error = Revocations::decode(&oracle::bytes(&with(at, value))).unwrap_err();
        assert!(error.code() == "shape" && error.to_string().contains(" at byte "), "{at}: {error}");
    }
}

#[test]
fn other_forms_of_the_same_list_are_refused() {
    let bytes = unhex(VECTOR);
    let code = |bytes: Vec<u8>| Revocations::decode(&bytes).unwrap_err().code();
    assert_eq!(code([&[0xB8, 4], &bytes[1..]].concat()), "not-canonical");
    assert_eq!(code([&[0xBF], &bytes[1..], &[0xFF]].concat()), "not-canonical");
    assert_eq!(code([&bytes[..], &[0]].concat()), "not-canonical");
    for length in 0..bytes.len() {
        assert_eq!(code(bytes[..length].to_vec()), "not-canonical");
    }
}

#[test]
fn the_newest_wins_and_none_older_than_the_lease_names_is_gone_by() {
    let at = |second, counter| changed(|list| list.sequence = Sequence { second, counter });
    let order = [at(1, 0), at(1, 1), at(1, u16::MAX), at(2, 0), at(u64::MAX, 0)];
    for (left, one) in order.iter().enumerate() {
        for (right, other) in order.iter().enumerate() {
            assert_eq!((one.is_newer(other), one.is_at_least(other.sequence)), (left > right, left >= right));
        }
    }
    let elsewhere = Revocations { channel: "servers".into(), ..at(3, 0) };
    assert!(!elsewhere.is_newer(&order[0]));

    let held = at(5, 1);
    let named = |second, counter| Named { sequence: Sequence { second, counter }, digest: held.digest().unwrap() };
    assert_eq!(current(Some(&held), CHANNEL, &named(5, 1)), Ok(&held));
    assert_eq!(current(Some(&held), CHANNEL, &Named { digest: [0; 32], ..named(5, 0) }), Ok(&held), "a newer one has its own content");
    assert_eq!(current(Some(&held), CHANNEL, &Named { digest: [0; 32], ..named(5, 1) }), Err(NotCurrent::Other));
    assert_eq!(current(Some(&held), CHANNEL, &named(5, 2)), Err(NotCurrent::Older(held.sequence)));
    assert_eq!(current(Some(&held), "servers", &named(5, 1)), Err(NotCurrent::Channel));
    assert_eq!(current(None, CHANNEL, &named(5, 1)), Err(NotCurrent::Missing));
    let older = NotCurrent::Older(held.sequence).to_string();
    assert_eq!(
        older,
        "revocations: older: the list of revocations is of 5/1, older than the lease names. Fetch the list that the lease names."
    );
}

/// Somebody whom no entry of [`revocations`] but the one on everything names.
fn nobody() -> Subject<'static> {
    Subject {
        server: Member::Known("github"),
        name: Member::Known("get_issue"),
        agent: Member::Absent,
        principal: Member::Known("u-1"),
        device: Member::Known("d-2"),
        session: Member::Known("s-2"),
        grant: Member::Absent,
        snapshot: Member::Known(&[1; 32]),
    }
}

fn without_all() -> Revocations {
    changed(|list| drop(list.entries.remove(0)))
}

const REFUSED: Revoked<'_> = Revoked::Refuse { reason: "Reported stolen." };

#[test]
fn each_kind_of_entry_reaches_what_it_names_and_nothing_else() {
    let list = without_all();
    assert_eq!(list.reaches(&nobody()), Revoked::No);
    for subject in [
        Subject { server: Member::Known("payments"), ..nobody() },
        Subject { server: Member::Known("pay"), name: Member::Known(""), ..nobody() },
        Subject { server: Member::Known("crm"), ..nobody() },
        Subject { agent: Member::Known("triage"), ..nobody() },
        Subject { device: Member::Known("d-1"), ..nobody() },
        Subject { session: Member::Known("s-1"), ..nobody() },
        Subject { grant: Member::Known("g-1"), ..nobody() },
        Subject { snapshot: Member::Known(&[9; 32]), ..nobody() },
    ] {
        assert_eq!(list.reaches(&subject), REFUSED, "{subject:?}");
    }
    // An identifier is of its kind, and of one spelling.
    assert_eq!(list.reaches(&Subject { session: Member::Known("d-1"), principal: Member::Known("U-4711"), ..nobody() }), Revoked::No);
    let parked = list.reaches(&Subject { principal: Member::Known("u-4711"), ..nobody() });
    assert_eq!(parked, Revoked::Park { until: LAST_INSTANT, reason: "Reported stolen." });
}

#[test]
fn a_call_says_whom_it_is_of_and_keeps_unknown_and_absent_apart() {
    let list = without_all();
    let reaches = |members: &str| {
        let text =
            format!(r#"{{"straza-call":1,"event":"tool.pre","function":{{"server":"github","name":"get"}},"arguments":{{}}{members}}}"#);
        let call = Call::read(text.as_bytes()).unwrap();
        let rest = Subject { device: Member::Absent, grant: Member::Absent, snapshot: Member::Absent, ..Subject::of(&call) };
        match list.reaches(&rest) {
            Revoked::No => "no",
            Revoked::Park { .. } => "park",
            Revoked::Refuse { .. } => "refuse",
            Revoked::Unknown => "unknown",
        }
    };
    let session = r#","session":{"id":"s-2"}"#;
    assert_eq!(reaches(&format!(r#","agent":{{"name":null}},"principal":{{"user":"u-1"}}{session}"#)), "no");
    assert_eq!(reaches(&format!(r#","agent":{{"name":null}},"principal":{{"user":"u-4711"}}{session}"#)), "park");
    assert_eq!(reaches(&format!(r#","agent":{{}},"principal":{{"user":"u-1"}}{session}"#)), "unknown");
    assert_eq!(reaches(&format!(r#","principal":{{"user":"u-1"}}{session}"#)), "unknown");
    assert_eq!(reaches(r#","agent":{"name":"triage"}"#), "refuse");
    assert_eq!(reaches(r#","session":{"id":"s-1"}"#), "refuse");
}

#[test]
fn patterns_are_the_globs_of_a_policy() {
    let reaches = |server: &str, name: &str, subject: (&'static str, &'static str)| {
        let (server_of, name_of) = (Member::Known(subject.0), Member::Known(subject.1));
        list(vec![entry(function(server, name), Action::Refuse)]).reaches(&Subject { server: server_of, name: name_of, ..nobody() })
            == REFUSED
    };
    for (server, name, subject, expected) in [
        ("payments", "refund", ("payments", "refund"), true),
        ("payments", "refund", ("payments", "refunds"), false),
        ("payments", "refund", ("Payments", "refund"), false),
        ("*", "delete_*", ("github", "delete_repo"), true),
        ("*", "delete_*", ("github", "undelete_repo"), false),
        ("p?", "[ab]*", ("p1", "bx"), true),
        ("p?", "[!ab]*", ("p1", "bx"), false),
        ("p?", "*", ("p12", "x"), false),
        ("?", "*", ("\u{e9}", "x"), true),
    ] {
        assert_eq!(reaches(server, name, subject), expected, "{server} {name} {subject:?}");
    }
}

#[test]
fn the_stricter_entry_wins() {
    let of = |actions: &[Action]| {
        let targets = [Target::All, function("*", "*"), Target::Server("github".into())];
        let reasons = ["first", "second", "third"];
        let entries = targets.into_iter().zip(actions).zip(reasons);
        list(entries.map(|((target, action), reason)| Revocation { target, action: *action, reason: reason.into() }).collect())
    };
    assert_eq!(of(&[park(5), park(9), park(7)]).reaches(&nobody()), Revoked::Park { until: Instant(9), reason: "second" });
    assert_eq!(of(&[park(5), Action::Refuse, park(9)]).reaches(&nobody()), Revoked::Refuse { reason: "second" });
    assert_eq!(of(&[park(5), park(5)]).reaches(&nobody()), Revoked::Park { until: Instant(5), reason: "first" });
    assert_eq!(of(&[Action::Refuse, Action::Refuse]).reaches(&nobody()), Revoked::Refuse { reason: "first" });
}

#[test]
fn what_is_unknown_may_be_reached_by_every_entry_of_its_kind() {
    let list = without_all();
    for subject in [
        Subject { agent: Member::Unknown, ..nobody() },
        Subject { principal: Member::Unknown, ..nobody() },
        Subject { device: Member::Unknown, ..nobody() },
        Subject { session: Member::Unknown, ..nobody() },
        Subject { grant: Member::Unknown, ..nobody() },
        Subject { snapshot: Member::Unknown, ..nobody() },
        Subject { server: Member::Unknown, ..nobody() },
        // Not NFC: no list can name it.
        Subject { principal: Member::Known("cafe\u{301}"), ..nobody() },
        Subject::default(),
    ] {
        assert_eq!(list.reaches(&subject), Revoked::Unknown, "{subject:?}");
    }
    // Known members settle what they can.
    assert_eq!(list.reaches(&Subject { device: Member::Known("d-1"), ..Subject::default() }), REFUSED);
    assert_eq!(list.reaches(&Subject { name: Member::Unknown, ..nobody() }), Revoked::No, "no pattern takes this server");
    assert_eq!(list.reaches(&Subject { server: Member::Absent, name: Member::Absent, ..nobody() }), Revoked::No, "no call, no function");
    // A park that is certain settles nothing, a refusal does.
    let beside = |action| {
        let list = self::list(vec![entry(Target::All, action), entry(Target::Agent("a".into()), park(1))]);
        list.reaches(&Subject { agent: Member::Unknown, ..nobody() }) == REFUSED
    };
    assert!(beside(Action::Refuse) && !beside(park(9)));
}

#[test]
fn a_full_list_of_hostile_patterns_is_looked_up_in_bounded_work() {
    let pattern = "*a".repeat(limits::SERVER_BYTES / 2);
    let name = |at: usize| format!("{}{at:04}", "*b".repeat(60));
    let one = |at: usize| Revocation { target: function(&pattern, &name(at)), action: Action::Refuse, reason: "r".into() };
    let list = list((0..900).map(one).collect());
    assert!(list.encode().is_ok());
    let (server, name) = ("a".repeat(limits::SERVER_BYTES), "b".repeat(limits::FUNCTION_BYTES));
    assert_eq!(list.reaches(&Subject { server: Member::Known(&server), name: Member::Known(&name), ..nobody() }), Revoked::No);
}

fn any_target() -> impl Strategy<Value = Target> {
    let text = || "[ab]{1,2}";
    prop_oneof![
        Just(Target::All),
        ("[ab*?]{1,2}", "[ab*?]{1,2}").prop_map(|(server, name)| Target::Function { server, name }),
        text().prop_map(Target::Server),
        text().prop_map(Target::Agent),
        text().prop_map(Target::Principal),
        text().prop_map(Target::Device),
        text().prop_map(Target::Session),
        text().prop_map(Target::Grant),
        (0..3_u8).prop_map(|id| Target::Snapshot([id; 32])),
    ]
}

fn any_action() -> impl Strategy<Value = Action> {
    prop_oneof![Just(Action::Refuse), (0..4_i64).prop_map(park)]
}

fn any_list() -> impl Strategy<Value = Revocations> {
    let entries = prop::collection::btree_map(any_target(), (any_action(), "[a-z]{1,4}"), 0..6);
    (any::<u64>(), any::<u16>(), entries).prop_map(|(second, counter, entries)| {
        let one = |(target, (action, reason))| Revocation { target, action, reason };
        Revocations { channel: CHANNEL.into(), sequence: Sequence { second, counter }, entries: entries.into_iter().map(one).collect() }
    })
}

/// What an answer amounts to; nothing is stricter than unknown but a certain refusal, which says the same.
fn rank(revoked: Revoked<'_>) -> i64 {
    match revoked {
        Revoked::No => -1,
        Revoked::Park { until, .. } => until.0,
        Revoked::Refuse { .. } | Revoked::Unknown => i64::MAX,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_list_reads_back_and_another_library_writes_it_alike(list in any_list()) {
        let bytes = list.encode().unwrap();
        prop_assert_eq!(&Revocations::decode(&bytes).unwrap(), &list);
        prop_assert_eq!(oracle::bytes(&oracle::revocations(&list)), bytes);
    }

    #[test]
    fn neither_an_entry_more_nor_a_member_unknown_ever_lowers_an_answer(
        list in any_list(), texts in prop::collection::vec("[ab]{1,2}", 7), id in 0..3_u8, present in any::<[bool; 8]>(), hidden in any::<[bool; 8]>(), dropped in any::<prop::sample::Index>(),
    ) {
        let id = [id; 32];
        let subject = |hidden: [bool; 8]| {
            let member = |at: usize| if hidden[at] { Member::Unknown } else if present[at] { Member::Known(texts[at].as_str()) } else { Member::Absent };
            Subject {
                server: member(0), name: member(1), agent: member(2), principal: member(3), device: member(4), session: member(5), grant: member(6),
                snapshot: if hidden[7] { Member::Unknown } else { Member::Known(&id) },
            }
        };
        let (known, less) = (subject([false; 8]), subject(hidden));
        prop_assert!(list.reaches(&known) != Revoked::Unknown);
        prop_assert!(rank(list.reaches(&less)) >= rank(list.reaches(&known)));
        let mut fewer = list.clone();
        if !fewer.entries.is_empty() {
            fewer.entries.remove(dropped.index(list.entries.len()));
        }
        prop_assert!(rank(list.reaches(&less)) >= rank(fewer.reaches(&less)));
    }

    #[test]
    fn what_reads_is_what_would_be_written(at in any::<prop::sample::Index>(), flip in 1..=255_u8) {
        let mut bytes = unhex(VECTOR);
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        if let Ok(list) = Revocations::decode(&bytes) {
            prop_assert_eq!(list.encode().unwrap(), bytes);
        }
    }

    #[test]
    fn arbitrary_bytes_are_refused_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Revocations::decode(&bytes).is_err());
        prop_assert!(Revocations::open(&bytes, &trust(), CHANNEL).is_err());
        prop_assert!(Revocations::open(&sealed(Domain::Revocations, bytes), &trust(), CHANNEL).is_err());
    }
}
