//! Equal policies are equal bytes: neither folder nor file order nor line ends nor comments show.

use super::sandbox::Sandbox;

fn compiled(files: &[(String, String)]) -> (String, String) {
    let sandbox = Sandbox::new();
    sandbox.write("straza.toml", "edition = \"2027\"\n[[overlap]]\nowners = [\"code\", \"triage\"]\nreason = \"both\"\n");
    for (path, text) in files {
        sandbox.write(path, text);
    }
    let run = sandbox.expect(0, &["compile", "-o", "out.snapshot"]);
    let value = |name: &str| {
        let line = run.out.lines().find_map(|line| line.trim().strip_prefix(name)).unwrap_or_else(|| panic!("no {name} in\n{}", run.out));
        line.trim().to_owned()
    };
    (value("policy digest"), value("id"))
}

#[test]
fn two_folders_with_other_file_order_line_ends_and_comments_have_one_digest_and_one_id() {
    let example = Sandbox::example("github-mcp");
    let paths = ["policies/names.straza", "policies/code.straza", "policies/triage.straza", "catalogs/github.json"];
    let plain: Vec<(String, String)> = paths.iter().map(|path| ((*path).to_owned(), example.read(&format!("github-mcp/{path}")))).collect();
    let changed: Vec<(String, String)> = plain
        .iter()
        .rev()
        .map(|(path, text)| match path.strip_suffix(".straza") {
            Some(_) => (path.clone(), format!("// another hand\n{}", text.replace("    on ", "    // why\n    on ").replace('\n', "\r\n"))),
            None => (path.clone(), text.clone()),
        })
        .collect();
    let first = compiled(&plain);
    assert_eq!(first.0.len(), 64);
    assert_eq!(first, compiled(&plain));
    assert_eq!(first, compiled(&changed));

    let mut other = plain;
    other[1].1 = other[1].1.replace("ticket 8h", "ticket 7h");
    let (digest, id) = compiled(&other);
    assert!(digest != first.0 && id != first.1);
}
