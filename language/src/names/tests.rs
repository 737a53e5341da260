//! Names over several files.

use super::{Constant, ItemWord, exports, module_file, module_name, references, signature};
use crate::names::Names;
use crate::parse::parse_item;
use crate::testing::{Repository, View};

fn findings(files: &[(&str, &str)]) -> Vec<String> {
    Repository::new(files, &[]).findings().into_iter().filter(|found| !found.starts_with("S0108") && !found.starts_with("S0109")).collect()
}

const SET: &str = "policy NAME {\n over OVER\n}\n";

fn set(name: &str, over: &str) -> String {
    SET.replace("NAME", name).replace("OVER", over)
}

#[test]
fn roles_sets_and_catalogs_are_declared_once_a_repository() {
    let twice =
        findings(&[("a.straza", "role x\n\ncatalog s from \"s.json\" {\n}\n"), ("b.straza", "role x\n\ncatalog s from \"s.json\" {\n}\n")]);
    assert_eq!(twice, ["S0101 role `x` is declared in `a.straza` too", "S0104 catalog `s` is declared in `a.straza` too"]);
    let sets = findings(&[("a.straza", &set("p", "a.*")), ("b.straza", &set("p", "b.*"))]);
    assert_eq!(sets, ["S0103 policy set `p` is declared in `a.straza` too"]);
    assert_eq!(findings(&[("a.straza", "role x\n"), ("b.straza", "role y\n")]), Vec::<String>::new());
}

#[test]
fn a_use_brings_the_lets_of_a_file_and_only_those() {
    let repository =
        Repository::new(&[("lib/limits.straza", "let ceiling = 1\n"), ("a.straza", "use lib.limits\n"), ("b.straza", "let b = 2\n")], &[]);
    let seen = |file: usize, name: &str| View { repository: &repository, file }.constant(name).is_some();
    assert_eq!([seen(1, "ceiling"), seen(2, "ceiling"), seen(1, "b"), seen(0, "ceiling")], [true, false, false, true]);
    let both = findings(&[("l.straza", "let a = 1\n"), ("m.straza", "use l\n\nlet a = 2\n")]);
    assert_eq!(both, ["S0102 `let a` is also declared in `l.straza`"]);
    let brought = findings(&[("l.straza", "let a = 1\n"), ("k.straza", "let a = 1\n"), ("m.straza", "use l\n\nuse k\n")]);
    assert_eq!(brought, ["S0102 `use k` brings `a`, and so does `use l`"]);
}

#[test]
fn a_use_of_no_file_and_a_circle_are_errors_with_the_path() {
    let unknown = findings(&[("lib/limits.straza", "let a = 1\n"), ("a.straza", "use lib.limit\n")]);
    assert_eq!(unknown, ["S0106 there is no file `lib/limit.straza`"]);
    let circle = findings(&[("a.straza", "use b\n"), ("b.straza", "use c\n"), ("c.straza", "use a\n"), ("d.straza", "use d\n")]);
    assert_eq!(circle, ["S0107 files use each other in a circle: a → b → c → a", "S0107 files use each other in a circle: d → d"]);
    assert_eq!(findings(&[("a.straza", "use b\n\nuse c\n"), ("b.straza", "use c\n"), ("c.straza", "let a = 1\n")]), Vec::<String>::new());
}

#[test]
fn remits_overlap_only_where_both_owners_are_named() {
    let of =
        |left: (&str, &str), right: (&str, &str)| findings(&[("a.straza", &set(left.0, left.1)), ("b.straza", &set(right.0, right.1))]);
    assert_eq!(of(("p", "pay.*"), ("q", "pay.refund, crm.*")), ["S0304 the remits of `p` and `q` overlap: `pay.*` and `pay.refund`"]);
    assert_eq!(of(("p", "*"), ("q", "crm.read")), ["S0304 the remits of `p` and `q` overlap: `crm.read` and `*`"]);
    assert_eq!(of(("p", "pay.get_*"), ("q", "pay.set_*")), Vec::<String>::new());
    assert_eq!(of(("right", "pay.*"), ("left", "pay.*")), Vec::<String>::new());
}

#[test]
fn a_declaration_is_used_where_any_file_that_sees_it_names_it() {
    let unused = |files: &[(&str, &str)]| -> Vec<String> {
        Repository::new(files, &[])
            .findings()
            .into_iter()
            .filter(|found| found.starts_with("S0108") || found.starts_with("S0109"))
            .collect()
    };
    let user = "policy p {\n over x.*\n}\n\nrule r {\n on x.y\n require approve by boss when args.a? > most\n}\n";
    assert_eq!(unused(&[("l.straza", "role boss\n\nlet most = 1\n"), ("p.straza", user)]), ["S0108w `let` `most` is never used"]);
    assert_eq!(unused(&[("l.straza", "role boss\n\nlet most = 1\n"), ("p.straza", &format!("use l\n\n{user}"))]), Vec::<String>::new());
}

#[test]
fn a_signature_does_not_change_with_a_condition() {
    let of = |text: &str| signature(&parse_item(text).item);
    let before = of("rule r {\n on x.y\n deny when args.a == 1\n}\n");
    assert_eq!(before, of("/// doc\nrule r {\n   on x.y\n deny when args.b == 2\n}\n"));
    assert_eq!((before.word, before.names.as_slice()), (ItemWord::Rule, &["r".to_owned()][..]));
    let role = of("role a = \"A\", b\n");
    assert_eq!(role.directory, [Some("A".to_owned()), None]);
    assert_eq!(exports([&role]).roles.get("b").map(String::as_str), Some("b"));
    assert_eq!(
        of("let a = [1, x]\n").constant,
        Some(Constant::List(vec![Constant::Number(crate::core::Decimal::parse("1").unwrap()), Constant::Word("x".to_owned())]))
    );
}

#[test]
fn references_are_the_words_that_may_name_something() {
    let item = parse_item("rule r {\n on x.y\n require approve by boss when args.a in home because \"{most}\"\n}\n").item;
    let words = references(&item);
    assert!(["boss", "home", "most"].iter().all(|word| words.contains(*word)), "{words:?}");
}

#[test]
fn a_module_is_its_path() {
    assert_eq!(module_file("lib.limits"), "lib/limits.straza");
    assert_eq!([module_name("lib/limits.straza"), module_name("./a.straza"), module_name("lib\\b.straza")], ["lib.limits", "a", "lib.b"]);
}
