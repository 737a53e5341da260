//! What each construct becomes.

use super::with_head;
use crate::core::{Effect, Restriction};
use crate::testing::{Repository, line};

/// The lines of a whole text that has no error, those that linking makes among them.
fn lines(text: &str) -> Vec<String> {
    let repository = Repository::one(&with_head(text));
    assert_eq!(repository.errors(), Vec::<String>::new(), "{text}");
    repository.program().items.iter().map(line).collect()
}

/// The lines of one item of a set that is for people only.
fn lines_for_people(text: &str) -> Vec<String> {
    let repository = Repository::one(&format!("policy p {{\n for principal.type == human\n}}\n\n{text}\n"));
    assert_eq!(repository.errors(), Vec::<String>::new(), "{text}");
    repository.program().items.iter().map(line).collect()
}

const HUMAN: &str = "principal.type Equal \"human\"";
const CFO: &str = "approve by 1 of cfo, hold 90s, retry 60s";

#[test]
fn a_floor_restricts() {
    let text = "floor f {\n on payments.*\n when principal.type == agent\n at least approve by cfo\n at least deny when tree.labels has bad\n}\n\nlabel bad {\n from x.y\n}";
    let expected = [
        format!("refunds.f#0 on payments.*: principal.type Equal \"agent\" => {CFO}"),
        "refunds.f#1 on payments.*: (principal.type Equal \"agent\" & tree.labels has \"bad\") => deny".to_owned(),
        "refunds.bad#0 on x.y: true => label bad".to_owned(),
    ];
    assert_eq!(lines(text), expected);
}

#[test]
fn a_limit_counts_and_restricts_above_its_bound() {
    let text = "limit l {\n on payments.refund\n unless args.fast?\n sum args.amount per person, 24h\n above ceiling\n require approve by cfo when args.amount > 5\n deny\n}";
    let expected = [
        "refunds.l#0 on payments.refund: !(exists args.fast & args.fast) => Sum of refunds.l (Person 86400s) args.amount".to_owned(),
        format!(
            "refunds.l#1 on payments.refund: (!(exists args.fast & args.fast) & args.amount Greater 5 & Sum of refunds.l (Person 86400s) args.amount above 100) => {CFO}"
        ),
        "refunds.l#2 on payments.refund: (!(exists args.fast & args.fast) & Sum of refunds.l (Person 86400s) args.amount above 100) => deny"
            .to_owned(),
    ];
    assert_eq!(lines(text), expected);
    assert_eq!(
        lines("limit l {\n on payments.*\n count\n above 3\n deny\n}"),
        [
            "refunds.l#0 on payments.*: true => Count of refunds.l (Job ever)",
            "refunds.l#1 on payments.*: Count of refunds.l (Job ever) above 3 => deny"
        ]
    );
}

#[test]
fn a_sum_over_what_may_be_absent_counts_where_it_is_there_or_by_what_stands_in() {
    let of = |sum: &str| {
        let text = format!("catalog bank from \"bank.json\" {{\n}}\n\nlimit l {{\n on bank.pay\n sum {sum} per job\n above 1\n deny\n}}");
        let listing = r#"{"tools": [{"name": "pay", "inputSchema": {"type": "object", "properties": {"amount": {"type": "number"}}}}]}"#;
        let repository = Repository::new(&[("main.straza", &with_head(&text))], &[("bank.json", listing)]);
        assert_eq!(repository.errors(), Vec::<String>::new());
        repository.program().items.iter().map(line).next().unwrap()
    };
    assert_eq!(of("args.amount?"), "refunds.l#0 on bank.pay: exists args.amount => Sum of refunds.l (Job ever) args.amount");
    assert_eq!(of("args.amount else 0"), "refunds.l#0 on bank.pay: true => Sum of refunds.l (Job ever) args.amount else 0");
}

#[test]
fn a_set_for_some_remembers_for_all() {
    let counted = lines_for_people("limit l {\n on x.y\n count per tree, ever\n above 3\n deny\n}");
    assert_eq!(
        counted,
        [
            "p.l#0 on x.y: true => Count of p.l (Tree ever)".to_owned(),
            format!("p.l#1 on x.y: ({HUMAN} & Count of p.l (Tree ever) above 3) => deny")
        ]
    );
    let labelled = lines_for_people("label a {\n from x.y\n clears x.z after approve by sponsor\n}");
    assert_eq!(
        labelled,
        [
            "p.a#0 on x.y: true => label a".to_owned(),
            format!("p.a#1 on x.z: ({HUMAN} & job.labels has \"a\") => approve by 1 of sponsor, hold 90s, retry 60s"),
            "p.a#2 on x.z: true => clear a by 1 of sponsor".to_owned(),
        ]
    );
    let done = lines_for_people("duty d {\n pair x.y, x.z\n same args.a\n per agent, ever\n deny\n}");
    assert_eq!(done[0], "p.d#0 on x.y: true => side 0 of p.d (Agent ever) [args.a]");
    assert_eq!(done[1], format!("p.d#1 on x.y: ({HUMAN} & other than side 0 of p.d (Agent ever) [args.a]) => deny"));
    let stopped = lines_for_people("kill k {\n all\n because \"audit\"\n}");
    assert_eq!(stopped, ["p.k#0 on *: true => deny"]);
    let kept = lines_for_people("routine r {\n only x.y\n}");
    assert_eq!(kept, ["p.r#0 on *: (exists job.routine & job.routine Equal \"r\" & !function in [x.y]) => deny"]);
}

#[test]
fn a_loop_without_an_outcome_is_what_each_agent_says() {
    let text = "limit l {\n on *\n count same call per tree, 10m\n above 3\n}\n\nagent \"a b\" {\n on loop stop job\n}\n\nagent c {\n on loop require approve by cfo\n}\n\nagent d {\n on loop report\n}";
    let looped = "SameCall of refunds.l (Tree 600s) above 3";
    let expected = [
        "refunds.l#0 on *: true => SameCall of refunds.l (Tree 600s)".to_owned(),
        format!("refunds.l#1 on *: {looped} => report"),
        format!("refunds.l#2 on *: ({looped} & exists agent.name & agent.name Equal \"a b\") => stop job"),
        format!("refunds.l#3 on *: ({looped} & exists agent.name & agent.name Equal \"c\") => {CFO}"),
    ];
    assert_eq!(lines(text), expected);
    let own =
        "limit l {\n on *\n count same call\n above 3\n report\n stop job when now > 2027-01-01\n}\n\nagent c {\n on loop stop job\n}";
    let expected = [
        "refunds.l#0 on *: true => SameCall of refunds.l (Job ever)",
        "refunds.l#1 on *: SameCall of refunds.l (Job ever) above 3 => report",
        "refunds.l#2 on *: (now Greater @1798761600 & SameCall of refunds.l (Job ever) above 3) => stop job",
    ];
    assert_eq!(lines(own), expected);
}

#[test]
fn labels_are_brought_and_cleared() {
    let text = "label bad {\n from web.*, mail.read when args.x == 1\n from payments.ping\n taints\n clears payments.ping when session.terminal after approve by cfo\n}";
    let expected = [
        "refunds.bad#0 on web.*, mail.read: args.x Equal 1 => label bad taints".to_owned(),
        "refunds.bad#1 on payments.ping: true => label bad taints".to_owned(),
        format!("refunds.bad#2 on payments.ping: (session.terminal & job.labels has \"bad\") => {CFO}"),
        "refunds.bad#3 on payments.ping: session.terminal => clear bad by 1 of cfo".to_owned(),
    ];
    assert_eq!(lines(text), expected);
}

#[test]
fn a_wall_withholds_whichever_side_comes_second() {
    let text = "wall w {\n a | b\n}\n\nlabel a {\n from x.y\n}\n\nlabel b {\n from x.z\n}";
    let expected = [
        "refunds.w#0 on *: (result.labels has \"a\" & (job.labels has \"b\" | result.labels has \"b\")) => withhold",
        "refunds.w#1 on *: (result.labels has \"b\" & (job.labels has \"a\" | result.labels has \"a\")) => withhold",
    ];
    assert_eq!(lines(text)[..2], expected);
}

#[test]
fn an_origin_asks_about_each_argument() {
    let text = "origin o {\n on payments.create\n when args.amount != \"0\"\n arg args.iban, args.due\n only from principal, payments.lookup_supplier\n deny\n}";
    let from = "only from principal, payments.lookup_supplier";
    let expected = [
        format!("refunds.o#0 on payments.create: (!args.amount Equal \"0\" & !args.iban~alnum {from}) => deny"),
        format!("refunds.o#1 on payments.create: (!args.amount Equal \"0\" & !args.due {from}) => deny"),
    ];
    assert_eq!(lines(text), expected);
}

#[test]
fn a_duty_moves_and_asks_on_both_sides_by_the_mark_of_either() {
    let text = "duty d {\n pair payments.create, erp.release\n when principal.type == human\n same args.iban, args.invoice\n per person, 90d\n deny because \"{args.invoice!}\"\n}";
    let human = "principal.type Equal \"human\"";
    let expected = [
        format!("refunds.d#0 on payments.create: {human} => side 0 of refunds.d (Person 7776000s) [args.iban~alnum, args.invoice]"),
        format!(
            "refunds.d#1 on payments.create: ({human} & other than side 0 of refunds.d (Person 7776000s) [args.iban~alnum, args.invoice]) => deny"
        ),
        format!("refunds.d#2 on erp.release: {human} => side 1 of refunds.d (Person 7776000s) [args.iban~alnum, args.invoice]"),
        format!(
            "refunds.d#3 on erp.release: ({human} & other than side 1 of refunds.d (Person 7776000s) [args.iban~alnum, args.invoice]) => deny"
        ),
    ];
    assert_eq!(lines(text), expected);
}

#[test]
fn steps_of_a_sequence_share_the_values_that_their_guards_compare() {
    let text = "sequence s {\n step payments.create when args.amount != \"1\"\n step payments.create when args.invoice == step1.args.invoice and args.due? == \"x\" and step1.args.iban == args.iban\n step payments.refund when step2.args.invoice == args.note?\n within tree, 30m\n require approve by cfo\n}";
    let kept = "refunds.s (3 steps, 2 shared, Tree 1800s)";
    let expected = [
        format!("refunds.s#0 on payments.create: !args.amount Equal \"1\" => step 0 of {kept} 0=args.iban~alnum 1=args.invoice"),
        format!(
            "refunds.s#1 on payments.create: (exists args.due & args.due Equal \"x\") => step 1 of {kept} 0=args.iban~alnum 1=args.invoice"
        ),
        format!("refunds.s#2 on payments.refund: (exists args.note & came-to {kept} 1=args.note) => {CFO}"),
    ];
    assert_eq!(lines(text), expected);
}

#[test]
fn two_places_of_one_step_that_are_equal_to_one_place_are_compared_with_each_other() {
    let text = "sequence s {\n step a.b\n step a.c when args.x == step1.args.id and args.y == step1.args.id\n deny\n}";
    let kept = "refunds.s (2 steps, 1 shared, Job ever)";
    let expected = [
        format!("refunds.s#0 on a.b: true => step 0 of {kept} 0=args.id"),
        format!("refunds.s#1 on a.c: (args.x Equal args.y & came-to {kept} 0=args.x) => deny"),
    ];
    assert_eq!(lines(text), expected);
}

#[test]
fn an_agent_is_kept_to_what_its_clauses_say() {
    let text = "agent triage {\n uses payments.*, file.read\n own flow sort\n clearance low\n max depth 2, children 4\n on unknown fail job\n}\n\nagent c {\n on unknown require confirm\n}\n\nlevels low < high\n\nlabel secret {\n from payments.ping\n level high\n}\n\nlabel plain {\n from payments.ping\n level low\n}";
    let named = "exists agent.name & agent.name Equal \"triage\"";
    let write = "FunctionSelector { write: Some(true), destructive: None, idempotent: None, open_world: None }";
    let expected = [
        format!("refunds.triage#0 on *: ({named} & !function in [payments.*, file.read]) => deny"),
        format!("refunds.triage#1 on *: ({named} & starts-child & exists flow.name & flow.name Equal \"sort\") => deny"),
        format!("refunds.triage#2 on *: ({named} & starts-child & !job.depth Less 2) => deny"),
        format!("refunds.triage#3 on *: ({named} & starts-child & !job.children Less 4) => deny"),
        format!("refunds.triage#4 on *: ({named} & result.labels has \"secret\") => withhold"),
        format!("refunds.triage#5 on * {write}: ({named}) => on unknown fail job"),
        format!("refunds.c#0 on * {write}: (exists agent.name & agent.name Equal \"c\") => on unknown confirm"),
    ];
    assert_eq!(lines(text)[..7], expected);
}

#[test]
fn what_is_filled_in_and_what_answers_is_json() {
    let fills = "fill {\n on payments.refund\n arg args.note else \"a\\\"b\"\n}\n\nfill fast {\n on payments.refund\n arg args.fast else true\n}\n\nfill {\n on other.x\n arg args.y.z else 2.00\n}";
    let expected = [
        "refunds.fill#1#0 on payments.refund: true => fill note with \"a\\\"b\"",
        "refunds.fast#0 on payments.refund: true => fill fast with true",
        "refunds.fill#2#0 on other.x: true => fill y.z with 2",
    ];
    assert_eq!(lines(fills), expected);
    let stub = lines("stub {\n on payments.refund\n when args.amount > 1\n result { ok: true, n: ceiling, l: home, \"a b\": null }\n}");
    let json = "{\"ok\":true,\"n\":100,\"l\":[\"EUR\",\"CHF\"],\"a b\":null}";
    assert_eq!(stub, [format!("refunds.stub#1#0 on payments.refund: args.amount Greater 1 => stub {json}")]);
}

#[test]
fn results_are_redacted_and_withheld() {
    let text = "result {\n on payments.*\n when result.labels has a\n redact matches r\"[A-Z]{2}\\d+\" as \"[iban]\"\n withhold when result.secret == true and result.list has \"x\" because \"no\"\n}\n\nlabel a {\n from x.y\n}";
    let expected = [
        "refunds.result#1#0 on payments.*: result.labels has \"a\" => redact \"[A-Z]{2}\\\\d+\" as \"[iban]\"",
        "refunds.result#1#1 on payments.*: (result.labels has \"a\" & result.secret Equal true & result.list has \"x\") => withhold",
    ];
    assert_eq!(lines(text)[..2], expected);
}

#[test]
fn kill_switches_stop_functions_agents_people_or_all() {
    let of = |stops: &str| lines(&format!("kill k {{\n {stops}\n because \"audit\"\n}}"));
    assert_eq!(of("on payments.*, file.read"), ["refunds.k#0 on payments.*, file.read: true => deny"]);
    assert_eq!(of("agent triage"), ["refunds.k#0 on *: (exists agent.name & agent.name Equal \"triage\") => deny"]);
    assert_eq!(of("principal \"dana\""), ["refunds.k#0 on *: principal.user Equal \"dana\" => deny"]);
    assert_eq!(of("all"), ["refunds.k#0 on *: true => deny"]);
    let repository = Repository::one(&with_head("kill k {\n all\n park until 2027-01-31\n because \"audit\"\n}"));
    let item = repository.program().items.remove(0);
    assert_eq!((item.effect, item.expires), (Effect::Restrict(Restriction::Park), Some(1_801_353_600)));
}

#[test]
fn an_exception_is_part_of_the_conditions_of_what_it_takes_back() {
    let rule = "rule r {\n on payments.refund\n deny when args.amount > 5\n allow when args.amount < 2\n}";
    let text = format!(
        "{rule}\n\nexception e {{\n to refunds.r\n when args.currency? == EUR\n starts 2027-01-01\n expires 2027-02-01\n because \"move\"\n}}"
    );
    let held = "(exists args.currency & args.currency Equal \"EUR\" & now Less @1801440000 & !now Less @1798761600)";
    let expected = [
        format!("refunds.r#0 on payments.refund: (args.amount Greater 5 & !{held}) => deny"),
        "refunds.r#1 on payments.refund: args.amount Less 2 => permit".to_owned(),
    ];
    assert_eq!(lines(&text), expected);
    let asked = format!("{rule}\n\nexception e {{\n to r\n instead approve by cfo\n expires 2027-02-01\n because \"move\"\n}}");
    let mut found = lines(&asked);
    found.sort();
    let expected = [
        format!("refunds.e#0 on payments.refund: (args.amount Greater 5 & now Less @1801440000) => {CFO}"),
        "refunds.r#0 on payments.refund: (args.amount Greater 5 & !now Less @1801440000) => deny".to_owned(),
        "refunds.r#1 on payments.refund: args.amount Less 2 => permit".to_owned(),
    ];
    assert_eq!(found, expected);
}

#[test]
fn two_exceptions_to_one_item_each_take_their_part_and_moves_stay() {
    let exception = |name: &str, word: &str| {
        format!("exception {name} {{\n to l\n when principal.user == \"{word}\"\n expires 2027-02-01\n because \"x\"\n}}")
    };
    let text =
        format!("limit l {{\n on payments.refund\n count\n above 3\n deny\n}}\n\n{}\n\n{}", exception("e", "a"), exception("f", "b"));
    let (now, counted) = ("now Less @1801440000", "Count of refunds.l (Job ever)");
    let expected = [
        format!("refunds.l#0 on payments.refund: true => {counted}"),
        format!(
            "refunds.l#1 on payments.refund: ({counted} above 3 & !(principal.user Equal \"a\" & {now}) & !(principal.user Equal \"b\" & {now})) => deny"
        ),
    ];
    assert_eq!(lines(&text), expected);
}

#[test]
fn a_library_stands_under_each_set_that_includes_it() {
    let library = "let most = 3\n\nrule small {\n on x.y\n allow when args.n < most\n}\n\nstub {\n on x.y\n result {}\n}\n";
    let set = |name: &str| format!("policy {name} {{\n over x.{name}*, x.y\n for principal.user == \"{name}\"\n}}\n\ninclude lib.shared\n");
    let files = [("lib/shared.straza", library), ("a.straza", &set("a")), ("left.straza", &set("left"))];
    let repository = Repository::new(&files[..2], &[]);
    assert_eq!(repository.errors(), Vec::<String>::new());
    let shown: Vec<String> = repository.program().items.iter().map(line).collect();
    let expected = [
        "a.shared.small#0 on x.y: (principal.user Equal \"a\" & args.n Less 3) => permit",
        "a.shared.stub#1#0 on x.y: principal.user Equal \"a\" => stub {}",
    ];
    assert_eq!(shown, expected);
    let both = Repository::new(&files, &[]).program();
    assert_eq!(
        both.items.iter().map(|item| item.id.to_string()).collect::<Vec<_>>(),
        ["a.shared.small", "a.shared.stub#1", "left.shared.small", "left.shared.stub#1"]
    );
}

#[test]
fn hosts_and_recipients_are_lists_of_the_call() {
    let of = |condition: &str| lines(&format!("rule r {{\n on email.send\n deny when {condition}\n}}")).remove(0);
    let cases = [
        ("any recipients like \"*@Example.com\"", "Any recipients {#0~fold like \"*@Example.com\"}"),
        ("any r in recipients ( r not like \"*@a.example\" )", "Any recipients {!#0~fold like \"*@a.example\"}"),
        ("recipients has args.to", "recipients~fold has args.to"),
        ("hosts has \"a.example\" and not hosts.open", "(hosts has \"a.example\" & !hosts.open)"),
        ("every hosts ends with \".a.example\"", "Every hosts {#0 ends-with \".a.example\"}"),
    ];
    for (written, expected) in cases {
        assert_eq!(of(written), format!("refunds.r#0 on email.send: {expected} => deny"), "{written}");
    }
}
