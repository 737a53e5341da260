//! For each code of the syntax half a file that has it and the file mended. Tests read both.

use super::syntax as codes;
use crate::diagnostic::Code;

/// A file with the finding, and the same file without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// Whose.
    pub code: Code,
    /// A file that has it.
    pub wrong: &'static str,
    /// The same, mended.
    pub right: &'static str,
}

const fn example(code: Code, wrong: &'static str, right: &'static str) -> Example {
    Example { code, wrong, right }
}

/// By code. Only the limits on size and depth have none: their files would be too long to show.
pub const EXAMPLES: &[Example] = &[
    example(codes::STRAY_TEXT, "ruel a {\n    on x.y\n    deny\n}\n", "rule a {\n    on x.y\n    deny\n}\n"),
    example(codes::INDENTED_ITEM, "role a\n  role b\n", "role a\nrole b\n"),
    example(codes::SECOND_ITEM_ON_LINE, "rule a { on x.y deny } role b\n", "rule a { on x.y deny }\nrole b\n"),
    example(codes::MISPLACED_DOC, "role a\n/// Nothing follows.\n", "role a\n// Nothing follows.\n"),
    example(codes::HASH_COMMENT, "# People\nrole a\n", "// People\nrole a\n"),
    example(codes::UNEXPECTED, "rule a {\n    on x.y\n    when args.n >\n    deny\n}\n", "rule a {\n    on x.y\n    when args.n > 5\n    deny\n}\n"),
    example(codes::OPEN_TEXT, "let a = \"CHF\n", "let a = \"CHF\"\n"),
    example(codes::OPEN_BLOCK, "rule a {\n    on x.y\n    deny\n", "rule a {\n    on x.y\n    deny\n}\n"),
    example(codes::ESCAPE, "let a = \"C:\\temp\\qa\"\n", "let a = r\"C:\\temp\\qa\"\n"),
    example(codes::NAME, "role FinanceLead\n", "role finance-lead\n"),
    example(
        codes::OPERATOR_WORD,
        "rule a {\n    on x.y\n    deny when args.n > 5 && args.c == \"CHF\"\n}\n",
        "rule a {\n    on x.y\n    deny when args.n > 5 and args.c == \"CHF\"\n}\n",
    ),
    example(codes::CLAUSE_WORD, "rule a {\n    on x.y\n    forbid if args.n > 5\n}\n", "rule a {\n    on x.y\n    deny when args.n > 5\n}\n"),
    example(codes::QUOTES, "let a = 'CHF'\n", "let a = \"CHF\"\n"),
    example(codes::PUNCTUATION, "rule a {\n    on: x.y;\n    deny\n}\n", "rule a {\n    on x.y\n    deny\n}\n"),
    example(
        codes::PEOPLE_COMMA,
        "rule a {\n    on x.y\n    require approve by lead, chief\n}\n",
        "rule a {\n    on x.y\n    require approve by lead or chief\n}\n",
    ),
    example(
        codes::STEPS_JOIN,
        "rule a {\n    on x.y\n    require confirm then approve by lead\n}\n",
        "rule a {\n    on x.y\n    require confirm and approve by lead\n}\n",
    ),
    example(codes::CONSTANT_WORD, "let a = True\n", "let a = true\n"),
    example(codes::BARE_STEPS, "rule a {\n    on x.y\n    approve by lead\n}\n", "rule a {\n    on x.y\n    require approve by lead\n}\n"),
    example(
        codes::NOT_AN_OUTCOME_WORD,
        "test \"a lead is asked\" {\n    call x.y {} => require approve by lead\n}\n",
        "test \"a lead is asked\" {\n    call x.y {} => approve by lead\n}\n",
    ),
    example(codes::NUMBER, "let a = 007\n", "let a = 7\n"),
    example(
        codes::DURATION,
        "rule a {\n    on x.y\n    require approve by lead, ticket 8hours\n}\n",
        "rule a {\n    on x.y\n    require approve by lead, ticket 8h\n}\n",
    ),
    example(codes::INSTANT, "let a = 2027-02-30\n", "let a = 2027-02-28\n"),
    example(codes::VERSION, "let a = v2-beta\n", "let a = v2.0\n"),
    example(
        codes::WINDOW,
        "rule a {\n    on x.y\n    deny when not now within mon-fri 07:00..19:00 in \"Zurich\"\n}\n",
        "rule a {\n    on x.y\n    deny when not now within mon-fri 07:00..19:00 in \"Europe/Zurich\"\n}\n",
    ),
    example(
        codes::OPTION_WORD,
        "rule a {\n    on x.y\n    require approve by lead, bind function\n}\n",
        "rule a {\n    on x.y\n    require approve by lead, bind tool\n}\n",
    ),
    example(codes::CLAUSE_ORDER, "rule a {\n    deny\n    on x.y\n}\n", "rule a {\n    on x.y\n    deny\n}\n"),
    example(
        codes::CLAUSE_TWICE,
        "rule a {\n    on x.y\n    on x.z\n    deny\n}\n",
        "rule a {\n    on x.y, x.z\n    deny\n}\n",
    ),
    example(
        codes::CLAUSE_PLACE,
        "rule a {\n    on x.y\n    deny when args.n > 5\n    require confirm\n    shadow\n    unless args.ok\n}\n",
        "rule a {\n    on x.y\n    deny when args.n > 5\n    require confirm unless args.ok\n    shadow\n}\n",
    ),
    example(
        codes::CHAINED_COMPARISON,
        "rule a {\n    on x.y\n    deny when 1 < args.n < 5\n}\n",
        "rule a {\n    on x.y\n    deny when args.n > 1 and args.n < 5\n}\n",
    ),
    example(codes::HALF_PATTERN, "rule a {\n    on refund\n    deny\n}\n", "rule a {\n    on payments.refund\n    deny\n}\n"),
    example(codes::EFFECT_COMMA, "rule a {\n    on effect write, open-world\n    deny\n}\n", "rule a {\n    on effect write+open-world\n    deny\n}\n"),
    example(codes::NOT_IN_THIS_EDITION, "levels public < internal\n", "role reader\n"),
];
