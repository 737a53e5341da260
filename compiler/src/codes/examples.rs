//! For the codes of this crate that a short text can have, that text and the text mended, as `straza_language::codes::examples` has them.

use straza_language::codes::examples::{Example, Setting};

use super::*;

/// By code.
pub const EXAMPLES: &[Example] = &[
    Example {
        code: EXPRESSION_SYNTAX,
        setting: Setting::Clauses,
        wrong: r#"deny when args.note? matches r"(urgent""#,
        right: r#"deny when args.note? matches r"(urgent)""#,
    },
    Example {
        code: UNICODE_WORD_BOUNDARY,
        setting: Setting::Clauses,
        wrong: r#"deny when args.note? matches r"(?u).*\burgent\b.*""#,
        right: r#"deny when args.note? matches r".*\burgent\b.*""#,
    },
    Example {
        code: EXPRESSION_TOO_LARGE,
        setting: Setting::Clauses,
        wrong: r#"deny when args.note? matches r"(?u)\w{1,200}""#,
        right: r#"deny when args.note? matches r"[A-Za-z0-9_]{1,200}""#,
    },
    Example {
        code: TOO_MANY_OUTCOMES,
        setting: Setting::Items,
        wrong: "⟨rule r# {\n    on payments.refund\n    require approve by cfo, hold #s\n}\n\n × 64⟩",
        right: "⟨rule r# {\n    on payments.refund\n    require approve by cfo, hold 60s\n}\n\n × 64⟩",
    },
    Example {
        code: TOO_MANY_GROUPS,
        setting: Setting::Items,
        wrong: "⟨rule r# {\n    on payments.refund, crm.f#\n    deny when args.amount > #\n}\n\n × 65⟩",
        right: "⟨rule r# {\n    on payments.refund\n    deny when args.amount > #\n}\n\n × 65⟩",
    },
];
