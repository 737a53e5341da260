//! `straza doc`: what is on the pages, that they are whole, safe and always the same.

use std::collections::BTreeSet;
use std::path::Path;

use super::sandbox::{Sandbox, project};

#[test]
fn the_index_says_why_an_exception_is_made() {
    let sandbox = Sandbox::example("payments");
    sandbox.expect(0, &["doc", "payments", "-o", "out", "--format", "markdown"]);
    let index = sandbox.read("out/index.md");
    let row = index.lines().find(|line| line.contains("outbox.year-end-audit")).unwrap();
    assert!(row.ends_with("| The auditors draw a sample of customers for the year 2026. |"), "{row}");
    let set = sandbox.read("out/set-outbox.md");
    assert!(set.contains("- **at least** `approve by treasurer, ticket 4h`\n"), "{set}");
}

#[test]
fn the_document_of_the_example_shows_every_item_with_text_reason_and_tests() {
    let sandbox = Sandbox::example("coding-agent");
    let run = sandbox.expect(0, &["doc", "coding-agent"]);
    let (before, rest) = run.out.split_once("- **policy digest** `").unwrap();
    insta::assert_snapshot!(format!("{before}- **policy digest** `…{}", &rest[64..]));
    assert_eq!(run.err, "");
}

#[test]
fn the_pages_name_who_approves_which_functions_are_concerned_and_what_is_believed() {
    let sandbox = Sandbox::example("github-mcp");
    sandbox.expect(0, &["doc", "github-mcp", "-o", "out", "--format", "markdown"]);
    let page = |name: &str| sandbox.read(&format!("out/{name}.md"));
    let has = |name: &str, words: &str| assert!(page(name).contains(words), "{words}\n--- {name}\n{}", page(name));
    has(
        "people",
        "2 of `platform` or `release-manager` | `App - Platform Team`, `App - Release Managers` | `ticket 4h` | [code.out-of-hours](<set-code.md#code.out-of-hours>)",
    );
    has("people", "| `confirm` | [code.drafts-first]");
    has("functions", "| `github.fork_repository` | write, destructive, open-world | `deny` by [code](<set-code.md#defaults:code>)");
    has("functions", "[code.forks](<set-code.md#code.forks>)");
    has("functions", "`file.read` | read, closed-world | none: deny |");
    has("roles", "| `platform` | `App - Platform Team` |");
    has("catalogs", "- **identity** `https://api.githubcopilot.com/mcp/`");
    has("catalogs", "- **trust** `readOnlyHint, destructiveHint`");
    has("catalogs", "- **effect** `get_me, get_teams, get_team_members read, closed-world`");
    has("index", "[triage](<set-triage.md>): The triage agent answers issues of the repositories that `code` looks after.");
    has(
        "index",
        "[code.year-end-freeze](<set-code.md#code.year-end-freeze>) | `deny` | **from 2030-12-19T00:00Z** **until 2031-01-04T00:00Z**",
    );
    has("index", "[code.repositories](<set-code.md#code.repositories>) | `deny` | **final**");
    has("index", "| `gateway` |  | `agent`, `granted`, `job`, `now`, `principal` | `none` | yes |  |");
    has("set-code", "- **allow** `after approve by 2 of release-manager or platform, ticket 1d`");
    has("set-code", "- **constants** `organisations = [\"acme\", \"acme-labs\"]`");
    has("set-code", "- **agent reads** Ask for at most 50 entries at a time.");
    has("set-code", "`tests/code.straza:3`");
    has("set-code", "`recordings/tuesday.jsonl` line");
    assert!(!page("index").contains("Exceptions"), "there are none");
}

#[test]
fn every_link_of_every_example_leads_somewhere_in_both_forms() {
    for entry in std::fs::read_dir(project().join("examples")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let sandbox = Sandbox::example(&name);
        sandbox.expect(0, &["doc", &name, "-o", "out", "--format", "both"]);
        let files = files(&sandbox.path("out"));
        assert!(files.len() >= 12, "{name}: {}", files.len());
        let targets: BTreeSet<String> = files.iter().flat_map(|(file, text)| targets(file, text)).collect();
        for (file, text) in &files {
            for link in links(file, text) {
                assert!(targets.contains(&link), "{name}: {file} links to {link}");
            }
        }
        let document = sandbox.expect(0, &["doc", &name]).out;
        let targets: BTreeSet<String> = targets_within(&document).map(|anchor| format!("#{anchor}")).collect();
        let links: Vec<&str> = document.split("](<").skip(1).filter_map(|rest| rest.split_once(">)")).map(|(link, _)| link).collect();
        assert!(links.len() > 20 && links.iter().all(|link| targets.contains(*link)), "{name}");
    }
}

fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    files
}

/// What can be linked to: the file, and its anchors, each once.
fn targets(file: &str, text: &str) -> Vec<String> {
    let anchors: Vec<&str> = targets_within(text).collect();
    let once: BTreeSet<&&str> = anchors.iter().collect();
    assert_eq!(once.len(), anchors.len(), "{file} has an anchor twice");
    anchors.iter().map(|anchor| format!("{file}#{anchor}")).chain([file.to_owned()]).collect()
}

fn targets_within(text: &str) -> impl Iterator<Item = &str> {
    text.split(" id=\"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(anchor, _)| anchor)
}

fn links(file: &str, text: &str) -> Vec<String> {
    let (begin, end) = if file.ends_with(".html") { ("href=\"", "\"") } else { ("](<", ">)") };
    let links = text.split(begin).skip(1).filter_map(|rest| rest.split_once(end)).map(|(link, _)| link);
    links.map(|link| if link.starts_with('#') { format!("{file}{link}") } else { link.to_owned() }).collect()
}

/// Texts that a page must never read as markup, wherever a policy can hold one.
const HOSTILE: &str = r#"//! <script>alert(1)</script> `<img src=x onerror=alert(1)>`

policy desk {
    over  stock.*
}

role clerk = "</code><script>alert(2)</script>"

catalog stock from "stock.json" {
    server  "https://x.example/\"><script>alert(3)</script>"
}

let note = "<script>alert(4)</script>|`x`"

defaults {
    read  allow
    *     deny because "</td><script>alert(5)</script> [a](javascript:alert(5))"
}

/// <script>alert(6)</script> | <b>bold</b>
///
/// [x](javascript:alert(6)) **bold** ![i](http://evil.example/x.png)
rule look {
    on    stock.find
    when  args.id == note or args.id == "</script><script>alert(7)</script>"
    require approve by clerk because "</dd><script>alert(8)</script> *bold*"
}

test "<script>alert(9)</script>" {
    call  stock.find { id: "1" }  => allow via default of desk
}
"#;

const STOCK: &str = r#"{ "tools": [
  { "name": "find", "annotations": { "readOnlyHint": true }, "inputSchema": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } } },
  { "name": "<script>alert(10)</script>|`", "inputSchema": { "type": "object" } } ] }"#;

const SETTINGS: &str = "edition = \"2027\"\n[hosts.\"<script>alert(11)</script>\"]\ncarries = [\"principal\"]\nasks = true\n";

fn hostile() -> Sandbox {
    let sandbox = Sandbox::repository(&[("desk.straza", HOSTILE), ("stock.json", STOCK)]);
    sandbox.write("straza.toml", SETTINGS);
    sandbox
}

#[test]
fn no_text_of_a_policy_becomes_markup() {
    let sandbox = hostile();
    sandbox.expect(0, &["doc", ".", "-o", "out", "--format", "both"]);
    let (mut html, mut markdown) = (String::new(), String::new());
    for (file, text) in files(&sandbox.path("out")) {
        if file.ends_with(".html") { &mut html } else { &mut markdown }.push_str(&text);
    }
    let shown = html.replace("<wbr>", "");
    for number in 1..=11 {
        assert!(shown.contains(&format!("&lt;script&gt;alert({number})&lt;/script&gt;")), "alert({number}) is not shown");
    }
    let tags: BTreeSet<&str> = html.split('<').skip(1).map(|rest| rest.split([' ', '>', '\n']).next().unwrap()).collect();
    let ours = [
        "!--", "!doctype", "/a", "/body", "/code", "/dd", "/dl", "/div", "/dt", "/h1", "/h2", "/h3", "/head", "/html", "/li", "/main",
        "/nav", "/p", "/span", "/style", "/table", "/tbody", "/td", "/th", "/thead", "/title", "/tr", "/ul", "a", "body", "code", "dd",
        "div", "dl", "dt", "h1", "h2", "h3", "head", "html", "li", "main", "meta", "nav", "p", "span", "style", "table", "tbody", "td",
        "th", "thead", "title", "tr", "ul", "wbr",
    ];
    let strangers: Vec<&&str> = tags.iter().filter(|tag| !ours.contains(tag)).collect();
    assert!(strangers.is_empty(), "{strangers:?}");
    assert!(!html.contains("href=\"javascript") && !html.contains(" onerror=\""), "an address or a handler");
    // Outside of code, Markdown has its signs escaped.
    assert!(markdown.contains("\\<script\\>alert(6)\\</script\\> \\| \\<b\\>bold\\</b\\>"), "{markdown}");
    assert!(markdown.contains("\\[x\\](javascript:alert(6)) \\*\\*bold\\*\\* \\!\\[i\\](http\\://evil.example/x.png)"), "{markdown}");
    assert!(
        markdown.contains("``stock.<script>alert(10)</script>\\|` ``") || markdown.contains("`` stock.<script>alert(10)</script>\\|` ``"),
        "{markdown}"
    );
}

#[test]
fn what_stands_on_one_line_is_not_lost() {
    let text = "policy desk { over stock.* for principal.user == \"dana\" }\n\ncatalog stock from \"stock.json\" { trust readOnlyHint effect find read }\n\n\
                defaults { read allow * deny because \"No.\" }\n\nrule look { on stock.find deny when args.id == \"1\" }\n";
    let sandbox = Sandbox::repository(&[("desk.straza", text), ("stock.json", STOCK)]);
    let page = sandbox.expect(0, &["doc", "."]).out;
    for line in [
        "- **for** `principal.user == \"dana\"`",
        "- **trust** `readOnlyHint`",
        "- **effect** `find read`",
        "| `read` | `allow` |  |",
        "| `*` | `deny` | No. |",
        "- **on** `stock.find deny when args.id == \"1\"`",
    ] {
        assert!(page.contains(line), "{line}\n{page}");
    }
}

#[test]
fn the_same_repository_gives_the_same_bytes_wherever_it_lies_and_names_no_folder() {
    let (one, other) = (Sandbox::example("github-mcp"), Sandbox::example("github-mcp"));
    one.expect(0, &["doc", "github-mcp", "-o", "out", "--format", "both"]);
    std::fs::rename(other.path("github-mcp"), other.path("moved")).unwrap();
    other.expect(0, &["doc", "moved/policies", "-o", "moved-out", "--format", "both"]);
    let (left, right) = (files(&one.path("out")), files(&other.path("moved-out")));
    assert!(left == right, "the pages differ");
    let folder = one.path(".").canonicalize().unwrap().display().to_string();
    assert!(
        left.iter().all(|(_, text)| !text.contains(&folder) && !text.contains("github-mcp/policies")),
        "a page says where the repository lies"
    );
    one.expect(0, &["doc", "github-mcp", "-o", "out", "--format", "both"]);
    assert!(files(&one.path("out")) == left, "written again, the pages differ");
}

#[test]
fn a_repository_with_errors_gives_findings_and_no_pages() {
    let sandbox = Sandbox::repository(&[("desk.straza", "policy desk {\n}\n\nrule a {\n    on x.y\n    deny when args.n >\n}\n")]);
    let run = sandbox.expect(2, &["doc", ".", "-o", "out"]);
    assert!(run.err.contains("S0010") && run.err.contains("desk.straza:6"), "{}", run.err);
    assert!(run.out.is_empty() && !sandbox.path("out").exists());
    let sandbox = Sandbox::example("coding-agent");
    sandbox.write("coding-agent/recordings/tuesday.jsonl", "no recording\n");
    let run = sandbox.expect(2, &["doc", "coding-agent", "-o", "out"]);
    assert!(run.err.contains("coding-agent/recordings/tuesday.jsonl") && run.err.contains("line 1"), "{}", run.err);
    assert!(!sandbox.path("out").exists());
}

#[test]
fn a_folder_with_somebody_elses_files_is_left_alone() {
    let sandbox = Sandbox::example("coding-agent");
    sandbox.write("out/index.html", "<p>mine</p>");
    let run = sandbox.expect(2, &["doc", "coding-agent", "-o", "out"]);
    assert!(run.err.contains("`index.html`, which was not written here") && run.err.contains(" help: "), "{}", run.err);
    assert_eq!(sandbox.read("out/index.html"), "<p>mine</p>");
    let refused = sandbox.expect(2, &["doc", "coding-agent", "-o", "coding-agent"]);
    assert!(refused.err.contains("not written here"), "{}", refused.err);
    assert!(sandbox.path("coding-agent/straza.toml").exists());
}

#[test]
fn places_link_to_where_the_repository_is_shown_and_to_nothing_that_runs() {
    let sandbox = Sandbox::example("coding-agent");
    sandbox.expect(0, &["doc", "coding-agent", "-o", "out", "--source", "https://example.org/policies/blob/main/"]);
    let page = sandbox.read("out/set-workstation.html");
    assert!(page.contains("<a href=\"https://example.org/policies/blob/main/policies/workstation.straza#L23\">"), "{page}");
    for address in ["javascript:alert(1)", "https://x\"onload=", "file:///etc"] {
        sandbox.expect(2, &["doc", "coding-agent", "--source", address]);
    }
}

#[test]
fn html_needs_a_folder_and_markdown_none() {
    let sandbox = Sandbox::example("coding-agent");
    assert!(sandbox.expect(2, &["doc", "coding-agent", "--format", "html"]).err.contains("--output DIR"));
    let printed = sandbox.expect(0, &["doc", "coding-agent", "--format", "markdown"]).out;
    assert!(printed.starts_with("<!-- written by straza doc -->\n"));
}
