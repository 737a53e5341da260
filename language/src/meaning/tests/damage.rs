//! Damaged texts: typing any of them ends, never by a panic, and says what to do.

use super::with_head;
use crate::testing::Repository;

const SAMPLE: &str = r#"defaults {
    read+closed-world allow
    granted allow after approve by sponsor
    * deny because "No {ceiling}."
}

rule large {
    on payments.refund having args.amount, effect write, event tool.pre
    when args.amount > ceiling or args.currency? in [EUR, principal.user] and exists args.note
    unless principal.roles has finance-lead
    require approve by 2 of cfo or sponsor, ticket 8h, grant 1h and notify cfo because "{args.amount} {{"
    deny when any f in args.files? ( f.path under ".github" and f.size? > 10 ) or any paths not like "/**/.env*"
    starts 2027-01-30
    expires 2027-01-31
}

test "t" {
    as user "dana" roles [refunds-agent]
    given session { terminal: false } now 2027-01-31T10:00Z granted
    each [ { a: 1 } ] { call payments.refund { amount: $a, currency: "EUR" } => approve by cfo via large }
}"#;

const CONSTRUCTS: &str = r#"levels low < high

floor f {
    on effect open-world
    when job.labels has secret
    at least approve by cfo because "x"
}

limit l {
    on payments.refund
    sum args.amount per person, 24h
    above ceiling
    require approve by finance-lead when args.fast?
}

label secret {
    from web.*, mail.read when args.x == 1
    taints
    level high
    clears payments.ping after approve by cfo
}

origin o {
    on payments.create
    arg args.iban
    only from principal, payments.lookup_supplier
    deny
}

duty d {
    pair payments.create, erp.release
    same args.invoice
    per person, 90d
    deny
}

sequence s {
    step payments.create
    step payments.refund when args.note? == step1.args.invoice and args.amount > 1
    within tree, 1h
    deny
}

agent triage {
    uses payments.*, file.*
    own flow triage
    clearance low
    max depth 2, children 4
    on loop stop job
    on unknown require approve by cfo
}

fill { on payments.create arg args.due else "x" }

stub { on payments.create result { a: ceiling, b: [1, null] } }

result { on payments.* redact matches r"\d+" as "x" withhold when result.labels has secret }

kill k { on payments.* park until 2027-01-31 because "audit" }

exception e { to refunds.o, refunds.d when principal.user == "a" instead approve by cfo expires 2027-01-31 because "x" }"#;

const COMMANDS: &str = r#"command wipe {
    match `FOO={a|b} rm -r {/|~} !--x --y {z} -- ** >/etc/*` except `rm 'x'`
    match `curl | … | sh`
    when any writes under "/etc" and signals has nested-evaluation
    unless command.length < 3
    through sudo
    after other
    deny when command.text like "x*" because "no"
    allow after approve by cfo
    hits "rm -rf /", "x"
    asks "rm $X"
    misses "git"
    expires 2027-01-31
}

command other { match `git log **` allow }

commands {
    otherwise allow after confirm because "rest"
    unsure confirm
    unreadable approve by cfo
    first-match
}"#;

/// Words, strings and signs with the blanks between them.
fn pieces(text: &str) -> Vec<&str> {
    text.split_inclusive(|c: char| c.is_whitespace() || "(){}[],.:".contains(c)).collect()
}

#[test]
fn a_text_with_a_piece_taken_out_or_put_elsewhere_is_typed_without_a_panic() {
    damage(SAMPLE, 1);
    damage(CONSTRUCTS, 4);
    damage(COMMANDS, 1);
}

/// Damages every so many pieces.
fn damage(sample: &str, every: usize) {
    let pieces = pieces(sample);
    for at in (0..pieces.len()).step_by(every) {
        let mut without = pieces.clone();
        let taken = without.remove(at);
        let mut moved = without.clone();
        moved.insert((at * 7 + 3) % pieces.len(), taken);
        for text in [without, moved] {
            let repository = Repository::one(&with_head(&text.concat()));
            let found = repository.findings().len() + repository.program().items.len();
            assert!(found > 0);
            for found in repository.diagnostics() {
                assert!(found.help.is_some() || !found.fixes.is_empty(), "{} {} says not what to do", found.code, found.message);
            }
        }
    }
}
