//! `straza explain`: pages, the list, and names that nothing has.

use super::sandbox::Sandbox;

#[test]
fn a_page_shows_the_text_the_real_finding_and_the_mended_text() {
    let run = Sandbox::new().expect(0, &["explain", "s0024"]);
    insta::assert_snapshot!(run.out);
    assert_eq!(run.err, "");
}

#[test]
fn the_list_names_every_code_of_the_published_page_in_its_group() {
    let list = Sandbox::new().expect(0, &["explain"]).out;
    let page = std::fs::read_to_string(super::sandbox::project().join("docs/codes.md")).unwrap();
    let codes: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("| S")?.split_once(' ')).map(|(code, _)| code).collect();
    assert!(codes.len() > 100);
    for code in codes {
        assert!(list.contains(&format!("\n  S{code} ")), "S{code}");
    }
    for name in ["refusals of a call", "  schema ", "snapshots that do not open", "  open: cost "] {
        assert!(list.contains(name), "{name}");
    }
}

#[test]
fn refusals_and_openings_are_explained_by_their_published_names_in_any_case() {
    let sandbox = Sandbox::new();
    assert!(sandbox.expect(0, &["explain", "Schema"]).out.contains("straza: denied: schema: "));
    for arguments in [&["explain", "open: cost"][..], &["explain", "OPEN:", "cost"]] {
        assert!(sandbox.expect(0, arguments).out.starts_with("open: cost: "));
    }
}

#[test]
fn a_name_that_nothing_has_is_an_error_with_what_is_near_to_it() {
    let sandbox = Sandbox::new();
    for (asked, near) in [("S9999", "near to it: `S0"), ("shema", "`schema`"), ("zebra crossing", "`straza explain` lists")] {
        let run = sandbox.expect(2, &["explain", asked]);
        assert!(run.out.is_empty() && run.err.contains(&format!("there is no code and no refusal `{asked}`")), "{}", run.err);
        assert!(run.err.contains(near), "{}", run.err);
    }
}

#[test]
fn json_has_a_version_and_the_parts_of_the_page() {
    let sandbox = Sandbox::new();
    let page: serde_json::Value = serde_json::from_str(&sandbox.expect(0, &["explain", "S0024", "--format", "json"]).out).unwrap();
    assert_eq!(page["straza-explain"], 1);
    let page = &page["pages"][0];
    assert_eq!(page["name"], "S0024");
    assert!(page["examples"][0]["wrong"][0]["text"].as_str().unwrap().contains("lead, chief"));
    assert!(page["examples"][0]["right"][0]["text"].as_str().unwrap().contains("lead or chief"));
    assert!(page["examples"][0]["answer"].as_str().unwrap().contains("S0024") && page["why"].is_string());
    let list: serde_json::Value = serde_json::from_str(&sandbox.expect(0, &["explain", "--format", "json"]).out).unwrap();
    assert!(list["pages"].as_array().unwrap().len() > 150);
}
