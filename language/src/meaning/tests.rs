//! Text in, core items and findings out.

mod damage;
mod findings;
mod lowering;
mod mends;
mod worlds;

/// A header, roles, a catalog and `let`s that most tests share; nothing in it is found fault with.
pub(super) const HEAD: &str = r#"policy refunds {
    over payments.*, file.*, shell.exec, other.*
}

role finance-lead = "App - Finance Leads"
role cfo, refunds-agent

catalog payments from "payments.json" {
    trust readOnlyHint
    effect refund, create write, open-world
    mark iban alnum
}

let ceiling = 100.00
let home    = ["EUR", "CHF"]
let leads   = [finance-lead, cfo]

"#;

/// The text behind the shared head.
fn with_head(text: &str) -> String {
    format!("{HEAD}{text}\n")
}

/// A rule on `payments.refund` with these clauses.
fn rule(clauses: &str) -> String {
    with_head(&format!("rule tested {{\n    on payments.refund\n    {clauses}\n}}"))
}
