//! What must not matter to the program: the order of files, their names, line ends, comments, layout.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use straza_compiler::compile::{CompileOptions, compile};
use straza_compiler::keys::{KeyKind, SigningKey};
use straza_compiler::workspace::Workspace;
use straza_language::canonical::policy_digest;
use straza_language::core::Program;

const FILES: [(&str, &str); 3] = [
    (
        "a.straza",
        "policy first {\n    over a.*\n    priority 3\n}\n\ndefaults {\n    read  allow\n    *  deny\n}\n\nrule one {\n    on a.x\n    deny when args.n > 3\n}\n\nrule two {\n    on a.x\n    require approve by lead\n}\n",
    ),
    ("b.straza", "policy second {\n    over b.*\n}\n\nrule one {\n    on b.x\n    allow when principal.roles has lead\n}\n"),
    ("roles.straza", "role lead\n"),
];

fn program(files: &[(&str, String)]) -> Program {
    let mut workspace = Workspace::new();
    for (path, text) in files {
        workspace.set_file(path, text.clone());
    }
    let checked = workspace.check();
    checked.program.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))
}

fn plain() -> Vec<(&'static str, String)> {
    FILES.iter().map(|(path, text)| (*path, (*text).to_owned())).collect()
}

fn assert_same(files: &[(&str, String)]) {
    let (expected, program) = (program(&plain()), program(files));
    assert_eq!(policy_digest(&program), policy_digest(&expected));
    assert_eq!(program, expected);
    assert_eq!(id(&program), id(&expected));
}

fn id(program: &Program) -> [u8; 32] {
    let key = SigningKey::from_secret(&[1; 32], KeyKind::Development);
    compile(program, &CompileOptions { serial: 1, budget: None }, &key).unwrap().id
}

#[test]
fn the_order_in_which_files_are_set_does_not_matter() {
    let mut files = plain();
    for _ in 0..files.len() {
        files.rotate_left(1);
        assert_same(&files);
    }
    files.reverse();
    assert_same(&files);
}

#[test]
fn file_names_do_not_matter() {
    let renamed: Vec<_> =
        plain().into_iter().zip(["z.straza", "deep/er/m.straza", "a.straza"]).map(|((_, text), path)| (path, text)).collect();
    assert_same(&renamed);
}

#[test]
fn line_ends_do_not_matter() {
    let files: Vec<_> = plain().into_iter().map(|(path, text)| (path, text.replace('\n', "\r\n"))).collect();
    assert_same(&files);
}

#[test]
fn comments_and_layout_do_not_matter() {
    let loose = |text: String| format!("// above\n\n{}\n// below\n", text.replace("{\n", "{   // why\n\n").replace("    ", "\t  "));
    let files: Vec<_> = plain().into_iter().map(|(path, text)| (path, loose(text))).collect();
    assert_same(&files);
}

#[test]
fn documentation_comments_do_not_matter() {
    let documented = |text: String| format!("//! The file.\n\n{}", text.replace("rule one", "/// Why.\nrule one"));
    let files: Vec<_> = plain().into_iter().map(|(path, text)| (path, documented(text))).collect();
    assert_same(&files);
}

#[test]
fn where_an_item_of_another_file_stands_does_not_matter_but_the_order_within_a_set_is_kept() {
    let mut files = plain();
    let text = files[0].1.replace("rule one", "rule swap").replace("rule two", "rule one").replace("rule swap", "rule two");
    files[0].1 = text;
    let orders: Vec<_> = program(&files).items.into_iter().map(|item| (item.id.to_string(), item.order)).collect();
    assert_eq!(orders, [("first.two".to_owned(), 0), ("first.one".to_owned(), 1), ("second.one".to_owned(), 0)]);
}

#[test]
fn a_file_that_goes_and_comes_back_changes_nothing() {
    let mut workspace = Workspace::new();
    workspace.set_files(plain().into_iter().map(|(path, text)| (path.to_owned(), text)));
    let before = workspace.check();
    workspace.remove_file("b.straza");
    assert_eq!(workspace.program().unwrap().sets.len(), 1);
    workspace.set_file("b.straza", FILES[1].1.to_owned());
    assert_eq!(workspace.check(), before);
}
