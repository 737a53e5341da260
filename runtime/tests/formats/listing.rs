//! The listing digest.

use sha2::{Digest as _, Sha256};
use straza_runtime::json::{self, Object, Value};
use straza_runtime::listing::{LISTING_DOMAIN, LISTING_MEMBERS, ListingError, listing_digest, listing_digests, listing_encoding};

use crate::{hex, oracle, unhex};

const VECTORS: &str = include_str!("../vectors/listing.json");

const TOOL: &str = r#"{"name": "refund", "title": "Refund", "description": "Pays back.", "inputSchema": {"type": "object",
    "properties": {"amount": {"type": "number", "maximum": 250.5}}}, "outputSchema": {"type": "object"},
    "annotations": {"readOnlyHint": false, "destructiveHint": null}, "icons": [{"src": "x"}], "_meta": {"v": 1}}"#;

fn tool(text: &str) -> Object {
    json::read(text.as_bytes()).unwrap().as_object().unwrap().clone()
}

fn digest(identity: Option<&str>, text: &str) -> [u8; 32] {
    listing_digest(identity, &tool(text)).unwrap()
}

/// `(what, identity, tool, encoding, digest)`
type Vector = (String, Option<String>, String, Vec<u8>, String);

fn vectors() -> Vec<Vector> {
    let vectors: serde_json::Value = serde_json::from_str(VECTORS).unwrap();
    let one = |vector: &serde_json::Value| {
        let text = |key: &str| vector[key].as_str().map(String::from);
        (text("what").unwrap(), text("identity"), text("tool").unwrap(), unhex(&text("encoding").unwrap()), text("sha256").unwrap())
    };
    vectors.as_array().unwrap().iter().map(one).collect()
}

#[test]
fn digests_are_those_of_the_published_vectors() {
    assert!(vectors().len() >= 5);
    for (what, identity, text, encoding, sha256) in vectors() {
        assert_eq!(hex(&listing_encoding(identity.as_deref(), &tool(&text)).unwrap()), hex(&encoding), "{what}");
        assert_eq!(hex(&digest(identity.as_deref(), &text)), sha256, "{what}");
    }
}

#[test]
fn another_encoder_makes_the_same_vectors() {
    for (what, identity, text, encoding, sha256) in vectors() {
        // Doubles cannot carry the numbers of this one; its bytes are spelled out below.
        if !what.starts_with("numbers") {
            let tool: serde_json::Value = serde_json::from_str(&text).unwrap();
            let mut members: Vec<_> =
                LISTING_MEMBERS.iter().filter_map(|member| Some(((*member).into(), oracle::json(tool.get(member)?)))).collect();
            members.extend(identity.map(|identity| ("identity".into(), oracle::text(&identity))));
            assert_eq!(hex(&oracle::bytes(&oracle::sorted(members))), hex(&encoding), "{what}");
        }
        let hashed = Sha256::new().chain_update("straza/v1/listing").chain_update(&encoding).finalize();
        assert_eq!(hex(&hashed), sha256, "{what}");
    }
    assert_eq!(LISTING_DOMAIN, "straza/v1/listing");
}

#[test]
fn numbers_are_exact() {
    let (_, identity, text, encoding, _) = vectors().into_iter().find(|(what, ..)| what.starts_with("numbers")).unwrap();
    assert_eq!((identity, &*text), (None, r#"{"name": "n", "inputSchema": [9007199254740993, -2.50, 1e400]}"#));
    // {"name": "n", "inputSchema": [1, [0, 9007199254740993, 0], [0, -25, -1], [0, 1, 400]]}
    let expected = "a2646e616d65616e6b696e707574536368656d61840183001b00200000000000010083003818208300011901 90";
    assert_eq!(encoding, unhex(expected));
    let of = |number: &str| digest(None, &format!(r#"{{"name": "n", "inputSchema": {{"maximum": {number}}}}}"#));
    assert_ne!(of("9007199254740993"), of("9007199254740992"));
    assert_eq!(of("100"), of("1.00e2"));
    assert_ne!(of("1"), of("[1]"));
}

#[test]
fn every_digested_member_counts_and_no_other() {
    let all = tool(TOOL);
    let plain = listing_digest(Some("acme"), &all).unwrap();
    for member in LISTING_MEMBERS.iter().filter(|member| **member != "name") {
        let entries = |keep: &dyn Fn(&str, &Value) -> Option<Value>| {
            let kept = all.iter().filter_map(|(key, value)| keep(key, value).map(|value| (key.into(), value))).collect();
            listing_digest(Some("acme"), &Object::from_entries(kept).unwrap()).unwrap()
        };
        let without = entries(&|key, value| (key != *member).then(|| value.clone()));
        let null = entries(&|key, value| Some(if key == *member { Value::Null } else { value.clone() }));
        assert!(without != plain && null != plain && without != null, "{member}: missing, null and present differ");
    }
    let text = |from: &str, to: &str| digest(Some("acme"), &TOOL.replace(from, to));
    assert_ne!(text("\"refund\"", "\"refunds\""), plain);
    assert_ne!(text("Pays back.", "Pays back"), plain);
    assert_ne!(text("250.5", "250.51"), plain);
    assert_eq!(text("\"src\": \"x\"", "\"src\": \"y\""), plain);
    assert_eq!(text("\"v\": 1", "\"v\": 2"), plain);
    assert_ne!(digest(None, TOOL), plain);
    assert_ne!(digest(Some("other"), TOOL), plain);
    assert_ne!(digest(Some(""), TOOL), digest(None, TOOL));
}

#[test]
fn neither_the_order_of_keys_nor_the_spelling_of_text_counts_but_its_code_points_do() {
    let one = digest(None, r#"{"name": "n", "description": "caf\u00e9"}"#);
    assert_eq!(digest(None, "{\"description\":\"caf\u{e9}\",\"name\":\"\\u006e\"}"), one);
    assert_ne!(digest(None, r#"{"name": "n", "description": "cafe\u0301"}"#), one);
}

#[test]
fn one_functions_change_moves_its_digest_alone() {
    let names: Vec<String> = (0..20).map(|at| format!("tool-{at}")).collect();
    let listing = |description: &dyn Fn(usize) -> String| -> Vec<Value> {
        let tools = names.iter().enumerate().map(|(at, name)| format!(r#"{{"name": "{name}", "description": "{}"}}"#, description(at)));
        tools.map(|text| Value::Object(tool(&text))).collect()
    };
    let before = listing(&|_| "as ever".into());
    for (changed, name) in names.iter().enumerate() {
        let mut after = listing(&|at| if at == changed { "new".into() } else { "as ever".into() });
        after.reverse();
        let (before, after) = (listing_digests(Some("acme"), &before).unwrap(), listing_digests(Some("acme"), &after).unwrap());
        let moved: Vec<&str> = before.iter().filter(|(name, digest)| after[*name] != **digest).map(|(name, _)| *name).collect();
        assert_eq!(moved, [name.as_str()]);
    }
}

#[test]
fn a_listing_that_two_readers_would_read_in_two_ways_has_no_digest() {
    let refused = |text: &str| {
        let tool = tool(text);
        let error = listing_digest(None, &tool).unwrap_err();
        assert_eq!(listing_encoding(None, &tool), Err(error));
        assert!(error.to_string().starts_with(error.code()) && error.to_string().ends_with("mended."), "{error}");
        error.code()
    };
    assert_eq!(refused(r#"{"name": "n", "inputschema": {}}"#), "listing: case");
    assert_eq!(refused(r#"{"name": "n", "inputSchema": {}, "InputSchema": {}}"#), "listing: case");
    assert_eq!(refused(r#"{"Name": "n"}"#), "listing: case");
    assert_eq!(refused(r#"{"title": "n"}"#), "listing: name");
    assert_eq!(refused(r#"{"name": 1}"#), "listing: name");
    let twice = [Value::Object(tool(r#"{"name": "n"}"#)), Value::Object(tool(r#"{"name": "n", "title": "t"}"#))];
    assert_eq!(listing_digests(None, &twice), Err(ListingError::Twice("n")));
    assert_eq!(listing_digests(None, &[Value::Null]), Err(ListingError::NotAnObject("null")));
}
