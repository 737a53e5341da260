//! Bad input of each construct: every fault is one finding, and nothing follows from it.

use super::with_head;
use crate::diagnostic::Severity;
use crate::testing::Repository;

/// Each error with what it says to do.
fn errors(text: &str) -> Vec<String> {
    let repository = Repository::one(&with_head(text));
    let errors = repository.diagnostics().into_iter().filter(|found| found.severity == Severity::Error);
    errors.map(|found| format!("{} {}; {}", found.code, found.message, found.help.unwrap_or_default())).collect()
}

fn one(text: &str, expected: &str) {
    assert_eq!(errors(text), [expected], "{text}");
}

#[test]
fn what_an_item_cannot_do_without_is_named() {
    let cases = [
        ("floor f {\n on x.y\n}", "S0330 floor `f` raises nothing; add `at least approve by …` or `at least deny`"),
        (
            "limit l {\n on x.y\n above 1\n deny\n}",
            "S0330 limit `l` counts nothing; add `sum args.x per person, 24h`, `count per job` or `count same call`",
        ),
        ("limit l {\n on x.y\n count\n deny\n}", "S0330 limit `l` has no bound; add `above N`"),
        (
            "limit l {\n on x.y\n count\n above 1\n}",
            "S0330 limit `l` says not what holds above its bound; add `require …` or `deny`; only `count same call` may leave it to the agent's `on loop`",
        ),
        ("limit l {\n count\n above 1\n deny\n}", "S0323 limit `l` is on nothing; add `on` with the functions it concerns, `on *` for all"),
        ("label l {\n taints\n}", "S0330 label `l` comes from nowhere; add `from` with the functions whose results bring it"),
        ("origin o {\n on x.y\n from principal\n deny\n}", "S0330 origin `o` protects no argument; add `arg args.x`"),
        (
            "origin o {\n on x.y\n arg args.a\n deny\n}",
            "S0330 origin `o` names no source; add `from` or `only from`, then `principal` or functions",
        ),
        (
            "duty d {\n same args.a\n per person, 90d\n deny\n}",
            "S0330 duty `d` has no pair; add `pair A, B`: the two sides that one person may not do both of",
        ),
        (
            "duty d {\n pair x.y, x.z\n per person, 90d\n deny\n}",
            "S0330 duty `d` says not which calls belong together; add `same args.x`, which both sides have",
        ),
        (
            "duty d {\n pair x.y, x.z\n same args.a\n deny\n}",
            "S0330 duty `d` says not who may not do both; add `per person, 90d` or `per agent, ever`",
        ),
        (
            "sequence s {\n step x.y\n deny\n}",
            "S0330 sequence `s` has one step; add `step` lines: what comes first, and what may not come after it",
        ),
        ("agent a {\n}", "S0330 agent `a` says nothing; add `uses` with the functions it may call, or take the item out"),
        ("routine r {\n}", "S0330 routine `r` admits nothing; add `only` with the functions it may call"),
        ("fill f {\n on x.y\n}", "S0330 fill `f` fills nothing; add `arg args.x else V`"),
        ("stub s {\n on x.y\n}", "S0330 stub `s` answers nothing; add `result { … }`: what a shadow run gets instead of the call's result"),
        ("result r {\n on x.y\n}", "S0330 result `r` changes nothing; add `redact matches r\"…\" as \"…\"` or `withhold`"),
        (
            "kill k {\n because \"x\"\n}",
            "S0330 kill `k` stops nothing; add `on` with functions, `agent NAME`, `principal \"NAME\"` or `all`",
        ),
        ("kill k {\n all\n}", "S0330 kill `k` gives no reason; add `because \"…\"`, which the agent reads"),
    ];
    for (text, expected) in cases {
        one(text, expected);
    }
}

#[test]
fn what_is_not_declared_is_named_once_with_what_was_meant() {
    let label = "label secret {\n from x.y\n level high\n}\n\nlevels low < high";
    let cases = [
        ("rule r {\n on x.y\n deny when job.labels has secert\n}", "S0122 there is no label `secert`; did you mean `secret`?"),
        ("rule r {\n on x.y\n deny when \"secert\" in tree.labels\n}", "S0122 there is no label `secert`; did you mean `secret`?"),
        (
            "rule r {\n on x.y\n deny when any l in job.labels ( l == secert )\n}",
            "S0122 there is no label `secert`; did you mean `secret`?",
        ),
        ("wall w {\n secret | ghost\n}", "S0122 there is no label `ghost`; declare it: `label ghost { from … }`"),
        ("agent a {\n clearance hihg\n}", "S0123 there is no level `hihg`; did you mean `high`?"),
        ("agent a {\n clearance middle\n}", "S0123 there is no level `middle`; the levels are low < high"),
        (
            "origin o {\n on payments.create\n arg args.ibn\n from principal\n deny\n}",
            "S0204 `payments.create` has no argument `args.ibn`; did you mean `iban`?",
        ),
        (
            "duty d {\n pair payments.create, payments.refund\n same args.invoice\n per person, 90d\n deny\n}",
            "S0204 `payments.refund` has no argument `args.invoice`; see the catalog for the function's arguments",
        ),
        (
            "exception e {\n to refunds.ghost\n expires 2027-01-31\n because \"x\"\n}",
            "S0336 `refunds` has no item `ghost`; name an item that restricts",
        ),
        ("limit l {\n on x.y\n count\n above most\n deny\n}", "S0112 there is no `let most`; write a number, or declare the `let`"),
        (
            "kill k {\n all\n because \"{args.x}\"\n}",
            "S0326 `args.x` is free text of the call; leave it out, or write `{args.x!}` to print it all the same",
        ),
    ];
    for (text, expected) in cases {
        one(&format!("{label}\n\n{text}"), expected);
    }
}

#[test]
fn bounds_that_cannot_be_are_refused() {
    let limit = |clauses: &str| format!("limit l {{\n on x.y\n {clauses}\n deny\n}}");
    let time = "S0332 this time is out of its bounds; it lasts from 1s to 3650d; `ever` is without an end";
    one(&limit("count per job, 0s\n above 1"), time);
    one(&limit("count per job, 3651d\n above 1"), time);
    assert_eq!(errors(&limit("count per job, 3650d\n above 1")), Vec::<String>::new());
    one(&limit("count\n above -1"), "S0332 a bound below zero is passed by no call at all; write `above 0` or more");
    one(&limit("count\n above 1.5"), "S0332 calls are counted in whole numbers; write a bound without a fraction");
    one(&limit("sum args.a\n above \"1\""), "S0202 a bound is a number, this is text; write `above N`");
    assert_eq!(errors(&limit("sum args.a\n above 1.5")), Vec::<String>::new());
    one("agent a {\n max depth 65\n}", "S0332 `depth` is out of its bounds; it is at most 64");
    let steps = |count: usize| format!("sequence s {{\n{} deny\n}}", " step x.y\n".repeat(count));
    one(&steps(9), "S0332 sequence `s` has 9 steps, and at most 8 are kept; name the first step, the last and those between that matter");
    let shared = |count: usize| {
        let equal: Vec<String> = (0..count).map(|at| format!("args.a{at} == step1.args.b{at}")).collect();
        format!("sequence s {{\n step x.y\n step x.z when {}\n deny\n}}", equal.join(" and "))
    };
    assert_eq!(errors(&shared(8)), Vec::<String>::new());
    let too_many = "S0332 steps of a sequence share at most 8 values; compare the values that tell the calls apart";
    one(&shared(9), too_many);
    one(&shared(200), too_many);
}

#[test]
fn an_earlier_step_is_read_in_equalities_only() {
    let cases = [
        "when args.a == step2.args.b",
        "when args.a == step1.server",
        "when not args.a == step1.args.b",
        "when args.a == step1.args.b or args.c == 1",
        "when args.a in [step1.args.b]",
        "unless args.a == step1.args.b",
        "when step1.args.a == step1.args.b",
    ];
    for guard in cases {
        let found = errors(&format!("sequence s {{\n step x.y\n step x.z {guard}\n deny\n}}"));
        assert!(found.iter().all(|found| found.starts_with("S0227")) && !found.is_empty(), "{guard}: {found:?}");
    }
    assert_eq!(errors("rule r {\n on x.y\n deny when args.a == step1.args.b\n}").len(), 1);
}

#[test]
fn results_are_read_in_result_items_only() {
    let message = "S0226 only `result` items read what a call returned; before the call there is nothing to read; move the condition into a `result` item, or decide by `job.labels`";
    one("rule r {\n on x.y\n deny when result.status == \"x\"\n}", message);
    one("floor r {\n on x.y\n at least deny when result.labels has a\n}\n\nlabel a {\n from x.y\n}", message);
    assert_eq!(errors("result {\n on x.y\n withhold when result.status == \"x\" and args.a == 1\n}"), Vec::<String>::new());
}

#[test]
fn an_exception_takes_back_restrictions_that_are_not_final() {
    let exception = |clauses: &str| format!("exception e {{\n to refunds.r\n {clauses}\n expires 2027-01-31\n because \"x\"\n}}");
    let with = |item: &str, clauses: &str| format!("{item}\n\n{}", exception(clauses));
    one(
        &with("rule r {\n on x.y\n deny\n final\n}", ""),
        "S0337 `refunds.r` is final; whoever wrote `final` wants no exception; ask them to change the item",
    );
    let restricts = "S0337 `refunds.r` restricts nothing; an exception takes a restriction away; a permission is a `rule` with `allow`";
    one(&with("rule r {\n on payments.refund\n allow\n}", ""), restricts);
    one(&with("label r {\n from x.y\n taints\n}", ""), restricts);
    assert_eq!(errors(&with("rule r {\n on payments.refund\n deny\n}", "when args.amount > 5")), Vec::<String>::new());
    one(
        &with("rule r {\n on payments.refund\n deny\n}", "when args.amunt > 5"),
        "S0204 `payments.refund` has no argument `args.amunt`; did you mean `amount`?",
    );
    let dateless = "rule r {\n on x.y\n deny\n}\n\nexception e {\n to r\n because \"x\"\n}";
    one(dateless, "S0330 exception `e` never ends; add `expires 2027-01-31`; what should hold for ever is a change of the item");
}

#[test]
fn names_stand_once_in_a_set_whatever_they_name() {
    let text = "rule x {\n on a.b\n deny\n}\n\nfloor x {\n on a.b\n at least deny\n}\n\nagent x {\n uses a.b\n}";
    assert_eq!(errors(text).iter().filter(|found| found.starts_with("S0105")).count(), 2);
    one(
        "label x {\n from a.b\n taints\n}\n\nlabel x {\n from a.c\n taints\n}",
        "S0117 label `x` is declared in `main.straza` too; declare it once; it is visible in the whole repository",
    );
}

#[test]
fn values_that_tell_nothing_have_no_origin() {
    let listing = r#"{"tools": [{"name": "pay", "inputSchema": {"type": "object", "properties": {
        "flag": {"type": "boolean"}, "kind": {"enum": ["a", "b"]}, "count": {"type": ["integer", "null"]}, "sum": {"type": "number"},
        "id": {"type": ["integer", "string"]}, "to": {"type": "object", "properties": {"iban": {"type": "string"}}},
        "list": {"type": "array", "items": {"type": "integer"}}, "names": {"type": "array", "items": {"type": "string"}}}}}]}"#;
    let found = |argument: &str| {
        let text = format!(
            "policy p {{\n}}\n\ncatalog bank from \"b.json\" {{\n}}\n\norigin o {{\n on bank.pay\n arg args.{argument}\n from principal\n deny\n}}\n"
        );
        Repository::new(&[("main.straza", &text)], &[("b.json", listing)]).errors()
    };
    for argument in ["flag", "kind", "count", "to", "list"] {
        assert!(matches!(found(argument).as_slice(), [one] if one.starts_with("S0230")), "{argument}: {:?}", found(argument));
    }
    for argument in ["sum", "id", "to.iban", "names"] {
        assert_eq!(found(argument), Vec::<String>::new(), "{argument}");
    }
}
