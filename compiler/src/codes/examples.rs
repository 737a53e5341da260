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
        code: RESERVED_FILE,
        setting: Setting::Files,
        wrong: "// std/limits.straza\nrole clerk\n",
        right: "// lib/limits.straza\nrole clerk\n",
    },
    Example {
        code: RUNNING_VARIABLE,
        setting: Setting::Items,
        wrong: "command test {\n    match `LD_PRELOAD=* make test`\n    allow\n}",
        right: "command test {\n    match `TEST_THREADS=* make test`\n    allow\n}",
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
    Example {
        code: EXAMPLE_NO_HIT,
        setting: Setting::Items,
        wrong: "command push {\n    match `git push --force`\n    deny\n    hits \"git push\"\n}",
        right: "command push {\n    match `git push --force`\n    deny\n    hits \"git push -f\"\n}",
    },
    Example {
        code: EXAMPLE_NO_ASK,
        setting: Setting::Items,
        wrong: "command wipe {\n    match `rm -r /`\n    deny\n    asks \"rm -r ./build\"\n}",
        right: "command wipe {\n    match `rm -r /`\n    deny\n    asks \"rm -r $DIR\"\n}",
    },
    Example {
        code: EXAMPLE_NO_MISS,
        setting: Setting::Items,
        wrong: "command wipe {\n    match `rm -r /`\n    deny\n    misses \"rm -rf build /\"\n}",
        right: "command wipe {\n    match `rm -r /`\n    deny\n    misses \"rm -rf build\"\n}",
    },
    Example {
        code: PERMISSION_TAKES_REFUSED,
        setting: Setting::Items,
        wrong: "command wipe {\n    match `rm -r /`\n    deny\n    hits \"rm -rf /\"\n}\n\ncommand tidy {\n    match `rm -r -f *`\n    allow\n    hits \"rm -rf build\"\n}",
        right: "command wipe {\n    match `rm -r /`\n    deny\n    hits \"rm -rf /\"\n}\n\ncommand tidy {\n    match `rm -r -f build`\n    allow\n    hits \"rm -rf build\"\n}",
    },
];
