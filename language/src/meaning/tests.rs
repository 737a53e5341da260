//! Text in, core items and findings out.

mod commands;
mod constructs;
mod damage;
mod faults;
mod findings;
mod lowering;
mod mends;
mod worlds;

pub(super) use crate::codes::examples::HEAD;

/// The text behind the shared head.
fn with_head(text: &str) -> String {
    format!("{HEAD}{text}\n")
}

/// A rule on `payments.refund` with these clauses.
fn rule(clauses: &str) -> String {
    with_head(&format!("rule tested {{\n    on payments.refund\n    {clauses}\n}}"))
}
