//! For each code of the language a text that has it and the text mended: one table, which tests run and pages show.
//!
//! A text shows what matters; its [`Setting`] says what stands around it, and [`Example::wrong_files`] gives the whole repository. In a text
//! `⟨x × 3⟩` stands for `xxx`, so that limits can be shown; in it, `#` is the number of the copy.

use super::{meaning, syntax};
use crate::diagnostic::Code;

/// A text with the finding, and the same text without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// Whose.
    pub code: Code,
    /// What stands around both texts.
    pub setting: Setting,
    /// A text that has it.
    pub wrong: &'static str,
    /// The same, mended.
    pub right: &'static str,
}

/// What an example's text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// A policy file.
    File,
    /// Several policy files, each behind a line `// path.straza`.
    Files,
    /// Items behind [`HEAD`].
    Items,
    /// Clauses of a rule on `payments.refund`, behind [`HEAD`].
    Clauses,
    /// Statements of a test, behind [`HEAD`] and a rule that allows refunds.
    Statements,
    /// Lines of the catalog of [`PAYMENTS`].
    Catalog,
    /// The catalog's file.
    Listing,
}

/// The file that a catalog in an example reads.
const LISTING: &str = "payments.json";

impl Example {
    /// The repository of the wrong text: paths and texts, the policies' paths end in `.straza`.
    pub fn wrong_files(&self) -> Vec<(String, String)> {
        self.setting.files(self.wrong)
    }

    /// The repository of the mended text.
    pub fn right_files(&self) -> Vec<(String, String)> {
        self.setting.files(self.right)
    }
}

impl Setting {
    /// The whole repository of a text as it is shown.
    pub fn files(self, shown: &str) -> Vec<(String, String)> {
        let text = written_out(shown);
        let listing = if self == Self::Listing { text.clone() } else { PAYMENTS.to_owned() };
        let mut files = match self {
            Self::Files => separated(&text),
            _ => vec![("main.straza".to_owned(), self.policy(text))],
        };
        files.push((LISTING.to_owned(), listing));
        files
    }

    fn policy(self, text: String) -> String {
        match self {
            Self::File | Self::Files => text,
            Self::Items => format!("{HEAD}{text}\n"),
            Self::Clauses => format!("{HEAD}rule tested {{\n    on payments.refund\n{}}}\n", indented(&text)),
            Self::Statements => {
                format!("{HEAD}rule refund {{\n    on payments.refund\n    allow\n}}\n\ntest \"t\" {{\n{}}}\n", indented(&text))
            }
            Self::Catalog => format!("catalog payments from \"{LISTING}\" {{\n{}}}\n", indented(&text)),
            Self::Listing => format!("catalog payments from \"{LISTING}\" {{\n}}\n"),
        }
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

/// The files of a text in which each begins with its path.
fn separated(text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("// ").filter(|path| path.ends_with(".straza")) {
            Some(path) => files.push((path.to_owned(), String::new())),
            None => {
                if let Some((_, text)) = files.last_mut() {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
    }
    files
}

/// The text with every `⟨x × 3⟩` repeated as often as it says, `#` in it counting from 1.
pub fn written_out(shown: &str) -> String {
    let mut parts = shown.split('⟨');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |written, part| {
        let (repeated, behind) = part.split_once('⟩').unwrap_or((part, ""));
        let (what, count) = repeated.rsplit_once(" × ").unwrap_or((repeated, "1"));
        let count: usize = count.parse().unwrap_or(1);
        let copies =
            if what.contains('#') { (1..=count).map(|copy| what.replace('#', &copy.to_string())).collect() } else { what.repeat(count) };
        written + &copies + behind
    })
}

const fn example(code: Code, setting: Setting, wrong: &'static str, right: &'static str) -> Example {
    Example { code, setting, wrong, right }
}

const fn file(code: Code, wrong: &'static str, right: &'static str) -> Example {
    example(code, Setting::File, wrong, right)
}

const fn files(code: Code, wrong: &'static str, right: &'static str) -> Example {
    example(code, Setting::Files, wrong, right)
}

const fn items(code: Code, wrong: &'static str, right: &'static str) -> Example {
    example(code, Setting::Items, wrong, right)
}

const fn clauses(code: Code, wrong: &'static str, right: &'static str) -> Example {
    example(code, Setting::Clauses, wrong, right)
}

const fn statements(code: Code, wrong: &'static str, right: &'static str) -> Example {
    example(code, Setting::Statements, wrong, right)
}

const fn catalog(code: Code, wrong: &'static str, right: &'static str) -> Example {
    example(code, Setting::Catalog, wrong, right)
}

const fn listing(code: Code, wrong: &'static str, right: &'static str) -> Example {
    example(code, Setting::Listing, wrong, right)
}

/// What stands before most examples: a set's header, roles, a catalog and `let`s; nothing in it is found fault with.
pub const HEAD: &str = r#"policy refunds {
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

/// The answer to `tools/list` that the examples' catalog reads.
pub const PAYMENTS: &str = r#"{"tools": [
  {"name": "refund", "inputSchema": {"type": "object", "required": ["amount"], "properties": {
     "amount": {"type": "number"}, "currency": {"enum": ["EUR", "CHF", "USD"]}, "note": {"type": "string"}, "fast": {"type": "boolean"},
     "tags": {"type": "array", "items": {"type": "string"}},
     "files": {"type": "array", "items": {"type": "object", "required": ["path"], "properties": {"path": {"type": "string"}, "size": {"type": "integer"}}}},
     "to": {"type": "object", "required": ["account"], "properties": {"account": {"type": "string"}, "bank": {"type": "string"}}}}}},
  {"name": "create", "inputSchema": {"type": "object", "required": ["iban", "amount", "invoice"], "properties": {
     "iban": {"type": "string"}, "amount": {"type": "string"}, "invoice": {"type": "string"}, "due": {"type": "string"}}}},
  {"name": "lookup_supplier", "annotations": {"readOnlyHint": true}, "inputSchema": {"type": "object", "required": ["id"], "properties": {
     "id": {"type": ["string", "integer"]}}}},
  {"name": "ping", "inputSchema": {"type": "object", "properties": {}}}
]}"#;

/// Every example, by code; a code may have several.
pub const EXAMPLES: &[Example] = &[
    file(syntax::STRAY_TEXT, "ruel a {\n    on x.y\n    deny\n}\n", "rule a {\n    on x.y\n    deny\n}\n"),
    file(syntax::INDENTED_ITEM, "role a\n    role b\n", "role a\nrole b\n"),
    file(syntax::SECOND_ITEM_ON_LINE, "rule a { on x.y deny } role b\n", "rule a { on x.y deny }\nrole b\n"),
    file(syntax::FILE_TOO_LARGE, "// ⟨x × 4194304⟩\nrole a\n", "// x\nrole a\n"),
    file(
        syntax::TOO_DEEP,
        "rule a {\n    on x.y\n    deny when ⟨( × 64⟩args.n > 5⟨) × 64⟩\n}\n",
        "rule a {\n    on x.y\n    deny when ⟨( × 63⟩args.n > 5⟨) × 63⟩\n}\n",
    ),
    file(syntax::MISPLACED_DOC, "role a\n/// Nothing follows.\n", "role a\n// Nothing follows.\n"),
    file(syntax::HASH_COMMENT, "# People\nrole a\n", "// People\nrole a\n"),
    file(
        syntax::INVISIBLE,
        "rule a {\n    on x.y\n    deny when args.to == \"ann\u{200b}\"\n}\n",
        "rule a {\n    on x.y\n    deny when args.to == \"ann\"\n}\n",
    ),
    file(
        syntax::COMMENT_END,
        "rule a {\n    on x.y\n    // for now\r    deny\n    require confirm\n}\n",
        "rule a {\n    on x.y\n    // for now\n    deny\n    require confirm\n}\n",
    ),
    file(
        syntax::UNEXPECTED,
        "rule a {\n    on x.y\n    when args.n >\n    deny\n}\n",
        "rule a {\n    on x.y\n    when args.n > 5\n    deny\n}\n",
    ),
    file(syntax::OPEN_TEXT, "let a = \"CHF\n", "let a = \"CHF\"\n"),
    file(syntax::OPEN_BLOCK, "rule a {\n    on x.y\n    deny\n", "rule a {\n    on x.y\n    deny\n}\n"),
    file(syntax::ESCAPE, "let a = \"C:\\temp\\qa\"\n", "let a = r\"C:\\temp\\qa\"\n"),
    file(syntax::NAME, "role FinanceLead\n", "role finance-lead\n"),
    file(syntax::NAME_TOO_LONG, "role ⟨a × 129⟩\n", "role ⟨a × 128⟩\n"),
    file(
        syntax::OPERATOR_WORD,
        "rule a {\n    on x.y\n    deny when args.n > 5 && args.c == \"CHF\"\n}\n",
        "rule a {\n    on x.y\n    deny when args.n > 5 and args.c == \"CHF\"\n}\n",
    ),
    file(syntax::CLAUSE_WORD, "rule a {\n    on x.y\n    forbid if args.n > 5\n}\n", "rule a {\n    on x.y\n    deny when args.n > 5\n}\n"),
    file(syntax::QUOTES, "let a = 'CHF'\n", "let a = \"CHF\"\n"),
    file(syntax::PUNCTUATION, "rule a {\n    on: x.y;\n    deny\n}\n", "rule a {\n    on x.y\n    deny\n}\n"),
    file(
        syntax::PEOPLE_COMMA,
        "rule a {\n    on x.y\n    require approve by lead, chief\n}\n",
        "rule a {\n    on x.y\n    require approve by lead or chief\n}\n",
    ),
    file(
        syntax::STEPS_JOIN,
        "rule a {\n    on x.y\n    require confirm then approve by lead\n}\n",
        "rule a {\n    on x.y\n    require confirm and approve by lead\n}\n",
    ),
    file(syntax::CONSTANT_WORD, "let a = True\n", "let a = true\n"),
    file(syntax::BARE_STEPS, "rule a {\n    on x.y\n    approve by lead\n}\n", "rule a {\n    on x.y\n    require approve by lead\n}\n"),
    file(
        syntax::NOT_AN_OUTCOME_WORD,
        "test \"a lead is asked\" {\n    call x.y {} => require approve by lead\n}\n",
        "test \"a lead is asked\" {\n    call x.y {} => approve by lead\n}\n",
    ),
    file(
        syntax::AT_LEAST,
        "rule a {\n    on x.y\n    at least approve by lead\n}\n",
        "rule a {\n    on x.y\n    require approve by lead\n}\n",
    ),
    file(syntax::AT_LEAST, "floor a {\n    on x.y\n    deny\n}\n", "floor a {\n    on x.y\n    at least deny\n}\n"),
    file(syntax::NUMBER, "let a = 007\n", "let a = 7\n"),
    file(
        syntax::DURATION,
        "rule a {\n    on x.y\n    require approve by lead, ticket 8hours\n}\n",
        "rule a {\n    on x.y\n    require approve by lead, ticket 8h\n}\n",
    ),
    file(syntax::INSTANT, "let a = 2027-02-30\n", "let a = 2027-02-28\n"),
    file(syntax::VERSION, "let a = v2-beta\n", "let a = v2.0\n"),
    file(
        syntax::WINDOW,
        "rule a {\n    on x.y\n    deny when not now within mon-fri 07:00..19:00 in \"Zurich\"\n}\n",
        "rule a {\n    on x.y\n    deny when not now within mon-fri 07:00..19:00 in \"Europe/Zurich\"\n}\n",
    ),
    file(
        syntax::OPTION_WORD,
        "rule a {\n    on x.y\n    require approve by lead, bind function\n}\n",
        "rule a {\n    on x.y\n    require approve by lead, bind tool\n}\n",
    ),
    file(
        syntax::WHOSE,
        "sequence a {\n    step x.y\n    step x.z\n    within 30m\n    deny\n}\n",
        "sequence a {\n    step x.y\n    step x.z\n    within job, 30m\n    deny\n}\n",
    ),
    file(
        syntax::TIME_COMMA,
        "limit a {\n    on x.y\n    count per person 24h\n    above 10\n    deny\n}\n",
        "limit a {\n    on x.y\n    count per person, 24h\n    above 10\n    deny\n}\n",
    ),
    file(syntax::CLAUSE_ORDER, "rule a {\n    deny\n    on x.y\n}\n", "rule a {\n    on x.y\n    deny\n}\n"),
    file(syntax::CLAUSE_TWICE, "rule a {\n    on x.y\n    on x.z\n    deny\n}\n", "rule a {\n    on x.y, x.z\n    deny\n}\n"),
    file(
        syntax::CLAUSE_PLACE,
        "rule a {\n    on x.y\n    deny when args.n > 5\n    require confirm\n    shadow\n    unless args.ok\n}\n",
        "rule a {\n    on x.y\n    deny when args.n > 5\n    require confirm unless args.ok\n    shadow\n}\n",
    ),
    file(
        syntax::CHAINED_COMPARISON,
        "rule a {\n    on x.y\n    deny when 1 < args.n < 5\n}\n",
        "rule a {\n    on x.y\n    deny when args.n > 1 and args.n < 5\n}\n",
    ),
    file(syntax::OUTCOME_PLACE, "floor a {\n    on x.y\n    allow\n}\n", "rule a {\n    on x.y\n    allow\n}\n"),
    file(syntax::HALF_PATTERN, "rule a {\n    on refund\n    deny\n}\n", "rule a {\n    on payments.refund\n    deny\n}\n"),
    file(
        syntax::EFFECT_COMMA,
        "rule a {\n    on effect write, open-world\n    deny\n}\n",
        "rule a {\n    on effect write+open-world\n    deny\n}\n",
    ),
    file(syntax::LEVELS, "levels public, internal\n", "levels public < internal\n"),
    file(
        syntax::ARGUMENT_PATH,
        "duty a {\n    pair x.y, x.z\n    same invoice\n    per person, 90d\n    deny\n}\n",
        "duty a {\n    pair x.y, x.z\n    same args.invoice\n    per person, 90d\n    deny\n}\n",
    ),
    items(syntax::PATTERN_EMPTY, "command c {\n    match ``\n    deny\n}", "command c {\n    match `rm -r /`\n    deny\n}"),
    items(syntax::PATTERN_EMPTY, "command c {\n    match `tee >`\n    deny\n}", "command c {\n    match `tee >/etc/**`\n    deny\n}"),
    items(syntax::PATTERN_QUOTES, "command c {\n    match \"rm -r /\"\n    deny\n}", "command c {\n    match `rm -r /`\n    deny\n}"),
    items(syntax::PATTERN_QUOTES, "command c {\n    match `rm 'a b`\n    deny\n}", "command c {\n    match `rm 'a b'`\n    deny\n}"),
    items(
        syntax::PATTERN_BRACES,
        "command c {\n    match `git {push,pull}`\n    deny\n}",
        "command c {\n    match `git {push|pull}`\n    deny\n}",
    ),
    items(
        syntax::PATTERN_BRACES,
        "command c {\n    match `find -exec rm {}`\n    deny\n}",
        "command c {\n    match `find -exec rm '{}'`\n    deny\n}",
    ),
    items(syntax::PATTERN_STAR, "command c {\n    match `rm build/**`\n    deny\n}", "command c {\n    match `rm build/*`\n    deny\n}"),
    items(
        syntax::PATTERN_FLAG,
        "command c {\n    match `git push --force*`\n    deny\n}",
        "command c {\n    match `git push {--force|--force-with-lease}`\n    deny\n}",
    ),
    items(
        syntax::PATTERN_SIGN,
        "command c {\n    match `make clean; make`\n    deny\n}",
        "command c {\n    match `make clean`, `make`\n    deny\n}",
    ),
    items(
        syntax::PATTERN_SIGN,
        "command c {\n    match `echo 2>/etc/passwd`\n    deny\n}",
        "command c {\n    match `echo >/etc/passwd`\n    deny\n}",
    ),
    items(syntax::PATTERN_PIPE, "command c {\n    match `curl **|sh`\n    deny\n}", "command c {\n    match `curl ** | sh`\n    deny\n}"),
    items(syntax::PATTERN_PIPE, "command c {\n    match `curl |`\n    deny\n}", "command c {\n    match `curl | sh`\n    deny\n}"),
    items(
        syntax::PATTERN_PROGRAM,
        "command c {\n    match `--no-preserve-root`\n    deny\n}",
        "command c {\n    match `* --no-preserve-root`\n    deny\n}",
    ),
    items(syntax::PATTERN_LIMIT, "command c {\n    match `a⟨ b × 70⟩`\n    deny\n}", "command c {\n    match `a b`\n    deny\n}"),
    items(
        syntax::EXCEPT_COMMA,
        "command c {\n    match `rm -r *` except `rm -r build`, `rmdir *`\n    deny\n}",
        "command c {\n    match `rm -r *` except `rm -r build`\n    match `rmdir *`\n    deny\n}",
    ),
    file(meaning::ROLE_TWICE, "role a\n\nrole a\n", "role a\n\nrole b\n"),
    file(meaning::LET_TWICE, "let a = 1\n\nlet a = 2\n", "let a = 1\n\nlet b = 2\n"),
    files(
        meaning::SET_TWICE,
        "// a.straza\npolicy p {\n    over stock.*\n}\n\n// b.straza\npolicy p {\n    over orders.*\n}\n",
        "// a.straza\npolicy p {\n    over stock.*\n}\n\n// b.straza\npolicy q {\n    over orders.*\n}\n",
    ),
    files(
        meaning::SERVER_TWICE,
        "// a.straza\ncatalog stock from \"payments.json\" {\n}\n\n// b.straza\ncatalog stock from \"payments.json\" {\n}\n",
        "// a.straza\ncatalog stock from \"payments.json\" {\n}\n\n// b.straza\ncatalog orders from \"payments.json\" {\n}\n",
    ),
    items(
        meaning::ITEM_TWICE,
        "rule a {\n    on payments.refund\n    deny\n}\n\nrule a {\n    on payments.refund\n    deny\n}",
        "rule a {\n    on payments.refund\n    deny\n}",
    ),
    files(
        meaning::UNKNOWN_MODULE,
        "// lib/limits.straza\nlet ceiling = 100\n\n// a.straza\nuse lib.limit\n",
        "// lib/limits.straza\nlet ceiling = 100\n\n// a.straza\nuse lib.limits\n",
    ),
    files(
        meaning::USE_CIRCLE,
        "// a.straza\npolicy p {\n}\n\ninclude b\n\n// b.straza\ninclude c\n\n// c.straza\ninclude b\n",
        "// a.straza\npolicy p {\n}\n\ninclude b\n\n// b.straza\ninclude c\n\n// c.straza\nrule r {\n    on x.y\n    deny\n}\n",
    ),
    files(meaning::USE_CIRCLE, "// a.straza\nuse b\n\n// b.straza\nuse a\n", "// a.straza\nuse b\n\n// b.straza\nlet ceiling = 100\n"),
    file(meaning::UNUSED_LET, "let a = 1\n", "policy p {\n}\n\nlet a = 1\n\nrule r {\n    on x.y\n    deny when args.z > a\n}\n"),
    file(meaning::UNUSED_ROLE, "role a\n", "policy p {\n}\n\nrole a\n\nrule r {\n    on x.y\n    require approve by a\n}\n"),
    file(meaning::RESERVED_NAME, "role sponsor\n", "role sponsors\n"),
    file(meaning::RESERVED_NAME, "let principal = 1\n", "let principals = 1\n"),
    file(meaning::AMBIGUOUS_LET, "role a\n\nlet a = 1\n", "role a\n\nlet b = 1\n"),
    clauses(meaning::UNKNOWN_WORD, "deny when args.note? == nobody", "deny when args.note? == \"nobody\""),
    items(
        meaning::UNTYPED_WORD,
        "rule r {\n    on file.write\n    deny when args.mode == fast\n}",
        "rule r {\n    on file.write\n    deny when args.mode == \"fast\"\n}",
    ),
    clauses(meaning::UNKNOWN_ROLE, "require approve by cto", "require approve by cfo"),
    clauses(meaning::UNKNOWN_ROLE, "deny when principal.roles has cto", "deny when principal.roles has cfo"),
    clauses(meaning::UNKNOWN_VALUE, "deny when principal.usr == \"x\"", "deny when principal.user == \"x\""),
    clauses(meaning::UNKNOWN_VALUE, "deny when exists args", "deny when exists args.note"),
    clauses(meaning::UNKNOWN_VALUE, "deny when principal == \"x\"", "deny when principal.user == \"x\""),
    file(meaning::LET_READS_CALL, "let a = args.x\n", "let a = 1\n"),
    files(
        meaning::LABEL_TWICE,
        "// a.straza\npolicy p {\n}\n\nlabel web {\n    from net.fetch\n    taints\n}\n\n// b.straza\npolicy q {\n}\n\nlabel web {\n    from net.fetch\n    taints\n}\n",
        "// a.straza\npolicy p {\n}\n\nlabel web {\n    from net.fetch\n    taints\n}\n\n// b.straza\npolicy q {\n}\n\nlabel mail {\n    from mail.read\n    taints\n}\n",
    ),
    files(
        meaning::LEVELS_TWICE,
        "// a.straza\nlevels public < internal\n\n// b.straza\nlevels internal < secret\n",
        "// a.straza\nlevels public < internal < secret\n\n// b.straza\nlet ceiling = 100\n",
    ),
    file(meaning::LEVEL_TWICE, "levels public < internal < public\n", "levels public < internal < secret\n"),
    items(
        meaning::WALL_TWICE,
        "label secret {\n    from x.y\n}\n\nlabel deal {\n    from x.z\n}\n\nwall deals {\n    secret | deal\n}\n\nwall deals {\n    secret | deal\n}",
        "label secret {\n    from x.y\n}\n\nlabel deal {\n    from x.z\n}\n\nwall deals {\n    secret | deal\n}",
    ),
    files(
        meaning::AGENT_TWICE,
        "// a.straza\npolicy p {\n}\n\nagent triage {\n    uses file.read\n}\n\n// b.straza\npolicy q {\n}\n\nagent triage {\n    uses net.fetch\n}\n",
        "// a.straza\npolicy p {\n}\n\nagent triage {\n    uses file.read\n}\n\n// b.straza\npolicy q {\n}\n\nagent reader {\n    uses net.fetch\n}\n",
    ),
    clauses(meaning::UNKNOWN_LABEL, "deny when job.labels has secrets", "deny when not exists args.note"),
    items(
        meaning::UNKNOWN_LABEL,
        "label secret {\n    from x.y\n}\n\nrule r {\n    on x.y\n    deny when job.labels has secrets\n}",
        "label secret {\n    from x.y\n}\n\nrule r {\n    on x.y\n    deny when job.labels has secret\n}",
    ),
    items(
        meaning::UNKNOWN_LEVEL,
        "levels public < internal\n\nlabel pii {\n    from x.y\n    level confidential\n}",
        "levels public < internal\n\nlabel pii {\n    from x.y\n    level internal\n}",
    ),
    items(
        meaning::UNUSED_LABEL,
        "label secret {\n    from x.y\n}",
        "label secret {\n    from x.y\n}\n\nrule r {\n    on x.y\n    deny when job.labels has secret\n}",
    ),
    file(
        meaning::UNUSED_LEVEL,
        "levels public < internal\n",
        "policy p {\n}\n\nlevels public < internal\n\nlabel pii {\n    from x.y\n    level internal\n}\n\nagent triage {\n    clearance public\n}\n",
    ),
    files(
        meaning::INCLUDE_SET,
        "// a.straza\npolicy p {\n}\n\ninclude b\n\n// b.straza\npolicy q {\n}\n",
        "// a.straza\npolicy p {\n}\n\ninclude b\n\n// b.straza\nrule r {\n    on x.y\n    deny\n}\n",
    ),
    files(
        meaning::LIBRARY_TWICE,
        "// a.straza\npolicy p {\n}\n\ninclude lib.web\n\ninclude shared.web\n\n// lib/web.straza\nrule r {\n    on x.y\n    deny\n}\n\n// shared/web.straza\nrule r {\n    on x.z\n    deny\n}\n",
        "// a.straza\npolicy p {\n}\n\ninclude lib.web\n\ninclude shared.net\n\n// lib/web.straza\nrule r {\n    on x.y\n    deny\n}\n\n// shared/net.straza\nrule r {\n    on x.z\n    deny\n}\n",
    ),
    clauses(meaning::WRONG_OPERATOR, "deny when args.amount like \"1*\"", "deny when args.note? like \"1*\""),
    clauses(meaning::WRONG_OPERATOR, "deny when args.amount under \"/x\"", "deny when args.note? under \"/x\""),
    clauses(meaning::WRONG_OPERATOR, "deny when any paths contains \"x\"", "deny when any paths like \"/**/*x*\""),
    clauses(meaning::WRONG_VALUE, "deny when args.amount == \"1\"", "deny when args.amount == 1"),
    clauses(meaning::WRONG_VALUE, "deny when session.version >= 2.1", "deny when session.version >= v2.1"),
    clauses(meaning::WRONG_VALUE, "deny when session.cwd == principal.user", "deny when session.cwd == session.home"),
    clauses(meaning::WRONG_VALUE, "deny when principal.user in paths", "deny when session.cwd in paths"),
    clauses(meaning::NOT_A_VALUE, "deny when args.currency? == GBP", "deny when args.currency? == EUR"),
    clauses(meaning::NOT_A_VALUE, "deny when args.currency? == \"GBP\"", "deny when args.currency? == \"EUR\""),
    clauses(meaning::NOT_A_VALUE, "deny when principal.type == robot", "deny when principal.type == agent"),
    clauses(meaning::UNKNOWN_ARGUMENT, "deny when args.amont > 1", "deny when args.amount > 1"),
    clauses(
        meaning::UNKNOWN_ARGUMENT,
        "deny when any f in args.files? ( f.pth == \"x\" )",
        "deny when any f in args.files? ( f.path == \"x\" )",
    ),
    clauses(meaning::ARGUMENT_CASE, "deny when args.AMOUNT > 1", "deny when args.amount > 1"),
    clauses(meaning::UNGUARDED, "deny when args.note == \"x\"", "deny when args.note? == \"x\""),
    clauses(meaning::UNGUARDED, "deny when principal.sponsor == \"x\"", "deny when principal.sponsor? == \"x\""),
    clauses(meaning::UNGUARDED, "deny when any f in args.files? ( f.size > 1 )", "deny when any f in args.files? ( f.size? > 1 )"),
    items(
        meaning::MISSING_IN_SOME,
        "rule r {\n    on payments.*\n    deny when args.iban == \"x\"\n}",
        "rule r {\n    on payments.* having args.iban\n    deny when args.iban == \"x\"\n}",
    ),
    items(
        meaning::SCHEMAS_DISAGREE,
        "rule r {\n    on payments.refund, payments.create\n    deny when args.amount > 1\n}",
        "rule r {\n    on payments.refund\n    deny when args.amount > 1\n}",
    ),
    clauses(meaning::OPTIONAL_NEGATED, "deny when args.note? != \"x\"", "deny when not exists args.note or args.note != \"x\""),
    clauses(
        meaning::OPTIONAL_NEGATED,
        "deny when principal.user not in [args.note?, \"x\"]",
        "deny when not exists args.note or principal.user not in [args.note, \"x\"]",
    ),
    clauses(meaning::OPTIONAL_NEGATED, "deny when not args.fast?", "deny when exists args.fast and not args.fast"),
    clauses(meaning::OPTIONAL_NEGATED, "deny when not any args.tags? == \"x\"", "allow when not any args.tags? == \"x\""),
    clauses(meaning::NO_ORDER, "deny when args.note? > \"a\"", "deny when args.note? > 2027-01-01"),
    clauses(meaning::NO_ORDER, "deny when principal.type > human", "deny when principal.type == human"),
    clauses(meaning::NO_LIST, "deny when args.note? has \"x\"", "deny when args.tags? has \"x\""),
    clauses(meaning::NO_LIST, "deny when any args.amount == 1", "deny when args.amount == 1"),
    clauses(meaning::NULL_COMPARED, "deny when args.amount > null", "deny when args.amount != null"),
    clauses(meaning::LIST_WHOLE, "deny when args.tags? == \"x\"", "deny when args.tags? has \"x\""),
    clauses(meaning::LIST_WHOLE, "deny when args.files.path? == \"x\"", "deny when any args.files.path? == \"x\""),
    clauses(
        meaning::TOO_DEEP,
        "deny when any p in paths ( any q in paths ( any r in paths ( r == \"/x\" ) ) )",
        "deny when any p in paths ( any q in paths ( q == \"/x\" ) )",
    ),
    clauses(meaning::IMPOSSIBLE_PATH, "deny when any paths under \"~other/x\"", "deny when any paths under \"~/x\""),
    clauses(meaning::IMPOSSIBLE_PATH, "deny when args.note? under \"~/.ssh\"", "deny when any paths under \"~/.ssh\""),
    clauses(meaning::TWO_CONSTANTS, "deny when 1 == 2", "deny when args.amount == 2"),
    clauses(meaning::NEVER_TRUE, "deny when session.attestation >= none", "deny when session.attestation >= advisory"),
    clauses(meaning::NOT_NORMAL, "deny when args.note? == \"cafe\u{301}\"", "deny when args.note? == \"caf\u{e9}\""),
    clauses(meaning::NOT_CONSTANT, "deny when args.note? like args.currency?", "deny when args.note? like \"EUR*\""),
    clauses(meaning::MISPLACED_ELSE, "deny when principal.user else \"x\" == \"y\"", "deny when principal.sponsor else \"x\" == \"y\""),
    clauses(meaning::MISPLACED_ELSE, "deny when principal.user? == \"x\"", "deny when principal.user == \"x\""),
    clauses(meaning::NOT_BOOLEAN, "deny when args.amount", "deny when args.fast?"),
    clauses(meaning::TOO_LONG, "deny when args.note? matches r\"⟨x × 4097⟩\"", "deny when args.note? matches r\"⟨x × 4096⟩\""),
    clauses(meaning::SEEN_NEGATED, "allow when not any seen paths under \"/etc\"", "allow when not any paths under \"/etc\""),
    clauses(meaning::SEEN_NEGATED, "allow unless any seen paths under \"/etc\"", "allow unless any paths under \"/etc\""),
    clauses(meaning::CONSTANT_CONDITION, "deny when args.amount > 1 and false", "deny when args.amount > 1"),
    clauses(meaning::CONSTANT_CONDITION, "allow when true", "allow"),
    items(
        meaning::HOST_FORM,
        "rule r {\n    on net.fetch\n    deny when hosts has \"Example.com\"\n}",
        "rule r {\n    on net.fetch\n    deny when hosts has \"example.com\"\n}",
    ),
    items(
        meaning::HOST_FORM,
        "rule r {\n    on net.fetch\n    deny when any hosts ends with \".bücher.example\"\n}",
        "rule r {\n    on net.fetch\n    deny when any hosts ends with \".xn--bcher-kva.example\"\n}",
    ),
    clauses(meaning::RESULT_PLACE, "deny when result.status == \"failed\"", "deny when args.note? == \"failed\""),
    items(
        meaning::STEP_REFERENCE,
        "sequence s {\n    step payments.create\n    step payments.refund when args.note? != step1.args.invoice\n    deny\n}",
        "sequence s {\n    step payments.create\n    step payments.refund when args.note? == step1.args.invoice\n    deny\n}",
    ),
    items(
        meaning::STEP_REFERENCE,
        "sequence s {\n    step payments.create when args.invoice == step2.args.note\n    step payments.refund\n    deny\n}",
        "sequence s {\n    step payments.create\n    step payments.refund when args.note? == step1.args.invoice\n    deny\n}",
    ),
    items(
        meaning::SUM_TYPE,
        "limit a-day {\n    on payments.create\n    sum args.amount per person, 24h\n    above 500\n    deny\n}",
        "limit a-day {\n    on payments.refund\n    sum args.amount per person, 24h\n    above 500\n    deny\n}",
    ),
    items(
        meaning::COMPARED_TYPES,
        "sequence s {\n    step payments.create\n    step payments.refund when args.fast? == step1.args.invoice\n    deny\n}",
        "sequence s {\n    step payments.create\n    step payments.refund when args.note? == step1.args.invoice\n    deny\n}",
    ),
    items(
        meaning::COMPARED_TYPES,
        "sequence s {\n    step payments.refund\n    step payments.create when args.invoice == step1.args.tags?\n    deny\n}",
        "sequence s {\n    step payments.refund\n    step payments.create when args.invoice == step1.args.note?\n    deny\n}",
    ),
    items(
        meaning::ORIGIN_TYPE,
        "origin o {\n    on payments.refund\n    arg args.currency\n    from principal\n    deny\n}",
        "origin o {\n    on payments.create\n    arg args.iban\n    from principal\n    deny\n}",
    ),
    items(
        meaning::ORIGIN_TYPE,
        "origin o {\n    on payments.refund\n    arg args.fast\n    from principal\n    deny\n}",
        "origin o {\n    on payments.refund\n    arg args.note\n    from principal\n    deny\n}",
    ),
    items(
        meaning::FILL_VALUE,
        "fill {\n    on payments.create\n    arg args.due else 2027-01-31\n}",
        "fill {\n    on payments.create\n    arg args.due else \"2027-01-31\"\n}",
    ),
    items(
        meaning::STUB_VALUE,
        "stub {\n    on payments.create\n    result { limit: celing }\n}",
        "stub {\n    on payments.create\n    result { limit: ceiling }\n}",
    ),
    items(
        meaning::STUB_VALUE,
        "stub {\n    on payments.create\n    result { id: 1, id: 2 }\n}",
        "stub {\n    on payments.create\n    result { id: 1 }\n}",
    ),
    file(meaning::NO_HEADER, "rule r {\n    on x.y\n    deny\n}\n", "policy p {\n}\n\nrule r {\n    on x.y\n    deny\n}\n"),
    files(
        meaning::NO_HEADER,
        "// a.straza\npolicy p {\n}\n\n// b.straza\nlabel web {\n    from net.fetch\n    taints\n}\n",
        "// a.straza\npolicy p {\n}\n\ninclude b\n\n// b.straza\nlabel web {\n    from net.fetch\n    taints\n}\n",
    ),
    file(meaning::TWO_HEADERS, "policy p {\n}\n\npolicy q {\n}\n", "policy p {\n}\n"),
    items(meaning::TWO_DEFAULTS, "defaults {\n    * deny\n}\n\ndefaults {\n    * deny\n}", "defaults {\n    * deny\n}"),
    files(
        meaning::OVERLAPPING_REMITS,
        "// a.straza\npolicy p {\n    over stock.*\n}\n\n// b.straza\npolicy q {\n    over stock.find\n}\n",
        "// a.straza\npolicy p {\n    over stock.*\n}\n\n// b.straza\npolicy q {\n    over orders.*\n}\n",
    ),
    items(meaning::OUTSIDE_REMIT, "rule r {\n    on crm.read\n    allow\n}", "rule r {\n    on crm.read\n    deny\n}"),
    items(meaning::OUTSIDE_REMIT, "rule r {\n    on effect read\n    allow\n}", "rule r {\n    on payments.* effect read\n    allow\n}"),
    file(
        meaning::NO_REMIT,
        "policy p {\n}\n\nrule r {\n    on x.y\n    allow\n}\n",
        "policy p {\n    over x.*\n}\n\nrule r {\n    on x.y\n    allow\n}\n",
    ),
    file(meaning::NO_REMIT, "policy p {\n}\n\ndefaults {\n    * deny\n}\n", "policy p {\n    over x.*\n}\n\ndefaults {\n    * deny\n}\n"),
    items(meaning::UNREACHABLE_ROW, "defaults {\n    * deny\n    read allow\n}", "defaults {\n    read allow\n    * deny\n}"),
    items(
        meaning::UNREACHABLE_ROW,
        "defaults {\n    read allow\n    write deny\n    * deny\n}",
        "defaults {\n    read allow\n    write deny\n}",
    ),
    items(meaning::ROW_OUTCOME, "defaults {\n    * require confirm\n}", "defaults {\n    * allow after confirm\n}"),
    items(
        meaning::EFFECT_CLASH,
        "rule r {\n    on payments.* effect read+write\n    deny\n}",
        "rule r {\n    on payments.* effect read+open-world\n    deny\n}",
    ),
    items(
        meaning::UNKNOWN_EFFECT,
        "rule r {\n    on payments.* effect wirte\n    deny\n}",
        "rule r {\n    on payments.* effect write\n    deny\n}",
    ),
    items(meaning::UNKNOWN_EVENT, "rule r {\n    on event tool.before\n    deny\n}", "rule r {\n    on event tool.pre\n    deny\n}"),
    items(
        meaning::UNENFORCEABLE,
        "rule r {\n    on event session.end\n    allow\n}",
        "rule r {\n    on event session.end\n    require notify cfo when args.reason == 1\n}",
    ),
    items(
        meaning::UNENFORCEABLE,
        "rule r {\n    on event session.end\n    deny\n}",
        "rule r {\n    on event session.end\n    require notify cfo\n}",
    ),
    items(
        meaning::UNENFORCEABLE,
        "limit a-day {\n    on event session.end\n    count per person, 24h\n    above 5\n    deny\n}",
        "limit a-day {\n    on payments.refund\n    count per person, 24h\n    above 5\n    deny\n}",
    ),
    items(meaning::UNKNOWN_FUNCTION, "rule r {\n    on payments.refnd\n    deny\n}", "rule r {\n    on payments.refund\n    deny\n}"),
    items(meaning::UNKNOWN_FUNCTION, "rule r {\n    on file.delete\n    deny\n}", "rule r {\n    on file.write\n    deny\n}"),
    items(meaning::FUNCTION_CASE, "rule r {\n    on payments.Refund\n    deny\n}", "rule r {\n    on payments.refund\n    deny\n}"),
    items(meaning::FUNCTION_CASE, "rule r {\n    on Payments.refund\n    deny\n}", "rule r {\n    on payments.refund\n    deny\n}"),
    items(
        meaning::SELECTS_NOTHING,
        "rule r {\n    on payments.refund effect read\n    deny\n}",
        "rule r {\n    on payments.refund effect write\n    deny\n}",
    ),
    items(meaning::COMMAND_PERMISSION, "rule r {\n    on shell.exec\n    allow\n}", "rule r {\n    on shell.exec\n    require confirm\n}"),
    clauses(meaning::STEP_OPTION, "require confirm, hold 90s", "require approve by cfo, hold 90s"),
    clauses(meaning::STEP_OPTION, "require approve by cfo, hold 90s, hold 60s", "require approve by cfo, hold 90s"),
    clauses(meaning::STEP_OPTION, "require approve by cfo, hold 90s, ticket 8h", "require approve by cfo, ticket 8h"),
    clauses(meaning::STEP_LIMIT, "require approve by cfo, hold 2h", "require approve by cfo, hold 1h"),
    clauses(meaning::STEP_LIMIT, "require approve by cfo, ticket 31d", "require approve by cfo, ticket 30d"),
    clauses(meaning::BIND_TOOL, "require approve by cfo, bind tool", "require approve by cfo, grant 1h, bind tool"),
    clauses(
        meaning::BIND_TOOL,
        "require approve by cfo, grant 1h, bind tool when args.amount > 1",
        "require approve by cfo, grant 1h when args.amount > 1",
    ),
    clauses(meaning::NO_COMMAND, "require classify", "require server-check"),
    items(
        meaning::NEVER_ASKS,
        "rule r {\n    on payments.refund\n    require confirm\n}",
        "rule r {\n    on payments.refund\n    allow after confirm\n}",
    ),
    clauses(meaning::SHADOWED_OUTCOME, "allow\ndeny when args.amount > 1", "deny when args.amount > 1\nallow"),
    items(meaning::NO_OUTCOME, "rule r {\n    on payments.refund\n}", "rule r {\n    on payments.refund\n    deny\n}"),
    clauses(meaning::NEVER_LIVE, "deny\nstarts 2027-01-31\nexpires 2027-01-30", "deny\nstarts 2027-01-30\nexpires 2027-01-31"),
    items(
        meaning::NEVER_LIVE,
        "limit a-day {\n    on payments.refund\n    count per person, 24h\n    above 5\n    deny\n    starts 2027-01-31\n    expires 2027-01-30\n}",
        "limit a-day {\n    on payments.refund\n    count per person, 24h\n    above 5\n    deny\n    starts 2027-01-30\n    expires 2027-01-31\n}",
    ),
    clauses(meaning::REASON_NAME, "deny because \"over {celing}\"", "deny because \"over {ceiling}\""),
    clauses(meaning::REASON_NAME, "deny because \"over {home}\"", "deny because \"over {{home}}\""),
    clauses(meaning::REASON_FREE_TEXT, "deny because \"{args.note}\"", "deny because \"{args.amount}\""),
    clauses(meaning::REASON_LIMIT, "deny because \"⟨{ceiling} × 17⟩\"", "deny because \"⟨{ceiling} × 16⟩\""),
    clauses(meaning::REASON_LIMIT, "deny because \"⟨x × 1025⟩\"", "deny because \"⟨x × 1024⟩\""),
    clauses(meaning::REASON_INJECTION, "deny because \"{args.note!}\"", "deny because \"{args.currency}\""),
    items(
        meaning::UNKNOWN_SELECTED,
        "rule r {\n    on payments.* having args.ibn\n    deny\n}",
        "rule r {\n    on payments.* having args.iban\n    deny\n}",
    ),
    items(
        meaning::UNKNOWN_SELECTED,
        "rule r {\n    on payments.* having args.to.account\n    deny\n}",
        "rule r {\n    on payments.* having args.to\n    deny\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "floor f {\n    on payments.refund\n}",
        "floor f {\n    on payments.refund\n    at least approve by cfo\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "limit a-day {\n    on payments.refund\n    above 5\n    deny\n}",
        "limit a-day {\n    on payments.refund\n    count per person, 24h\n    above 5\n    deny\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "limit a-day {\n    on payments.refund\n    count per person, 24h\n    deny\n}",
        "limit a-day {\n    on payments.refund\n    count per person, 24h\n    above 5\n    deny\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "limit a-day {\n    on payments.refund\n    count per person, 24h\n    above 5\n}",
        "limit a-day {\n    on payments.refund\n    count per person, 24h\n    above 5\n    deny\n}",
    ),
    items(meaning::MISSING_CLAUSE, "label web {\n    taints\n}", "label web {\n    from net.fetch\n    taints\n}"),
    items(
        meaning::MISSING_CLAUSE,
        "label web {\n    from net.fetch\n    taints\n}\n\nwall w {\n    web\n}",
        "label web {\n    from net.fetch\n    taints\n}\n\nlabel mail {\n    from mail.read\n    taints\n}\n\nwall w {\n    web | mail\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "origin payee {\n    on payments.create\n    only from principal\n    deny\n}",
        "origin payee {\n    on payments.create\n    arg args.iban\n    only from principal\n    deny\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "origin payee {\n    on payments.create\n    arg args.iban\n    deny\n}",
        "origin payee {\n    on payments.create\n    arg args.iban\n    only from principal\n    deny\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "origin payee {\n    on payments.create\n    arg args.iban\n    only from principal\n}",
        "origin payee {\n    on payments.create\n    arg args.iban\n    only from principal\n    deny\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "duty d {\n    same args.invoice\n    per person, 90d\n    deny\n}",
        "duty d {\n    pair payments.create, erp.release\n    same args.invoice\n    per person, 90d\n    deny\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "duty d {\n    pair payments.create, erp.release\n    per person, 90d\n    deny\n}",
        "duty d {\n    pair payments.create, erp.release\n    same args.invoice\n    per person, 90d\n    deny\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "duty d {\n    pair payments.create, erp.release\n    same args.invoice\n    deny\n}",
        "duty d {\n    pair payments.create, erp.release\n    same args.invoice\n    per person, 90d\n    deny\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "duty d {\n    pair payments.create, erp.release\n    same args.invoice\n    per person\n    deny\n}",
        "duty d {\n    pair payments.create, erp.release\n    same args.invoice\n    per person, 90d\n    deny\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "sequence s {\n    step payments.create\n    deny\n}",
        "sequence s {\n    step payments.create\n    step payments.refund\n    deny\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "sequence s {\n    step payments.create\n    step payments.refund\n}",
        "sequence s {\n    step payments.create\n    step payments.refund\n    deny\n}",
    ),
    items(meaning::MISSING_CLAUSE, "agent triage {\n}", "agent triage {\n    uses payments.*\n}"),
    items(meaning::MISSING_CLAUSE, "routine nightly {\n}", "routine nightly {\n    only payments.*\n}"),
    items(meaning::MISSING_CLAUSE, "fill {\n    on payments.create\n}", "fill {\n    on payments.create\n    arg args.due else \"x\"\n}"),
    items(meaning::MISSING_CLAUSE, "stub {\n    on payments.create\n}", "stub {\n    on payments.create\n    result {}\n}"),
    items(
        meaning::MISSING_CLAUSE,
        "result {\n    on payments.create\n}",
        "result {\n    on payments.create\n    redact matches r\"\\d+\" as \"#\"\n}",
    ),
    items(meaning::MISSING_CLAUSE, "kill k {\n    because \"audit\"\n}", "kill k {\n    on payments.create\n    because \"audit\"\n}"),
    items(meaning::MISSING_CLAUSE, "kill k {\n    on payments.create\n}", "kill k {\n    on payments.create\n    because \"audit\"\n}"),
    items(
        meaning::MISSING_CLAUSE,
        "rule r {\n    on payments.refund\n    deny\n}\n\nexception e {\n    expires 2027-01-31\n    because \"move\"\n}",
        "rule r {\n    on payments.refund\n    deny\n}\n\nexception e {\n    to refunds.r\n    expires 2027-01-31\n    because \"move\"\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "rule r {\n    on payments.refund\n    deny\n}\n\nexception e {\n    to refunds.r\n    because \"move\"\n}",
        "rule r {\n    on payments.refund\n    deny\n}\n\nexception e {\n    to refunds.r\n    expires 2027-01-31\n    because \"move\"\n}",
    ),
    items(
        meaning::MISSING_CLAUSE,
        "rule r {\n    on payments.refund\n    deny\n}\n\nexception e {\n    to refunds.r\n    expires 2027-01-31\n}",
        "rule r {\n    on payments.refund\n    deny\n}\n\nexception e {\n    to refunds.r\n    expires 2027-01-31\n    because \"move\"\n}",
    ),
    items(
        meaning::OUTCOME_WORD,
        "limit a-day {\n    on payments.refund\n    count per person, 24h\n    above 5\n    stop job\n}",
        "limit a-day {\n    on payments.refund\n    count same call per person, 24h\n    above 5\n    stop job\n}",
    ),
    items(
        meaning::BOUND,
        "limit a-day {\n    on payments.refund\n    count per person, 24h\n    above -1\n    deny\n}",
        "limit a-day {\n    on payments.refund\n    count per person, 24h\n    above 5\n    deny\n}",
    ),
    items(
        meaning::BOUND,
        "limit a-day {\n    on payments.refund\n    count per person, 24h\n    above 5.5\n    deny\n}",
        "limit a-day {\n    on payments.refund\n    count per person, 24h\n    above 5\n    deny\n}",
    ),
    items(
        meaning::BOUND,
        "limit a-day {\n    on payments.refund\n    count per person, 0s\n    above 5\n    deny\n}",
        "limit a-day {\n    on payments.refund\n    count per person, 24h\n    above 5\n    deny\n}",
    ),
    items(
        meaning::BOUND,
        "duty d {\n    pair payments.create, erp.release\n    same args.invoice\n    per person, 4000d\n    deny\n}",
        "duty d {\n    pair payments.create, erp.release\n    same args.invoice\n    per person, 90d\n    deny\n}",
    ),
    items(
        meaning::BOUND,
        "sequence s {\n⟨    step payments.create\n × 9⟩    deny\n}",
        "sequence s {\n⟨    step payments.create\n × 8⟩    deny\n}",
    ),
    items(meaning::BOUND, "agent triage {\n    max depth 65\n}", "agent triage {\n    max depth 64\n}"),
    items(
        meaning::CLEARS_STEP,
        "label web {\n    from net.fetch\n    taints\n    clears payments.create after confirm\n}",
        "label web {\n    from net.fetch\n    taints\n    clears payments.create after approve by cfo\n}",
    ),
    items(
        meaning::WALL_SIDE,
        "label web {\n    from net.fetch\n    taints\n}\n\nwall w {\n    web | web\n}",
        "label web {\n    from net.fetch\n    taints\n}\n\nlabel mail {\n    from mail.read\n    taints\n}\n\nwall w {\n    web | mail\n}",
    ),
    items(
        meaning::TWO_ENDS,
        "kill k {\n    on payments.create\n    park until 2027-01-31\n    because \"audit\"\n    expires 2027-02-01\n}",
        "kill k {\n    on payments.create\n    park until 2027-01-31\n    because \"audit\"\n}",
    ),
    items(
        meaning::EXCEPTION_TARGET,
        "rule r {\n    on payments.refund\n    deny\n}\n\nexception e {\n    to refunds.s\n    expires 2027-01-31\n    because \"move\"\n}",
        "rule r {\n    on payments.refund\n    deny\n}\n\nexception e {\n    to refunds.r\n    expires 2027-01-31\n    because \"move\"\n}",
    ),
    items(
        meaning::EXCEPTION_TARGET,
        "rule r {\n    on payments.refund\n    deny\n}\n\nexception e {\n    to refund.r\n    expires 2027-01-31\n    because \"move\"\n}",
        "rule r {\n    on payments.refund\n    deny\n}\n\nexception e {\n    to refunds.r\n    expires 2027-01-31\n    because \"move\"\n}",
    ),
    items(
        meaning::EXCEPTION_REFUSED,
        "rule r {\n    on payments.refund\n    deny\n    final\n}\n\nexception e {\n    to refunds.r\n    expires 2027-01-31\n    because \"move\"\n}",
        "rule r {\n    on payments.refund\n    deny\n}\n\nexception e {\n    to refunds.r\n    expires 2027-01-31\n    because \"move\"\n}",
    ),
    items(
        meaning::EXCEPTION_REFUSED,
        "rule r {\n    on payments.refund\n    allow\n}\n\nexception e {\n    to refunds.r\n    expires 2027-01-31\n    because \"move\"\n}",
        "rule r {\n    on payments.refund\n    deny\n}\n\nexception e {\n    to refunds.r\n    expires 2027-01-31\n    because \"move\"\n}",
    ),
    items(
        meaning::FLOOR_NEVER_RAISES,
        "floor f {\n    on payments.refund\n    at least approve by cfo\n}",
        "rule r {\n    on payments.refund\n    allow\n}\n\nfloor f {\n    on payments.refund\n    at least approve by cfo\n}",
    ),
    items(
        meaning::FLOOR_NEVER_RAISES,
        "rule r {\n    on payments.*\n    allow after approve by cfo\n}\n\nfloor f {\n    on payments.refund\n    at least approve by cfo\n}",
        "rule r {\n    on payments.*\n    allow\n}\n\nfloor f {\n    on payments.refund\n    at least approve by cfo\n}",
    ),
    items(
        meaning::PAIR_NEVER,
        "rule r {\n    on payments.create\n    allow\n}\n\nduty d {\n    pair payments.create, other.x\n    same args.invoice\n    per person, 90d\n    deny\n}",
        "rule r {\n    on payments.create, other.x\n    allow\n}\n\nduty d {\n    pair payments.create, other.x\n    same args.invoice\n    per person, 90d\n    deny\n}",
    ),
    items(
        meaning::SEQUENCE_NEVER,
        "rule r {\n    on payments.create\n    allow\n}\n\nsequence s {\n    step payments.create\n    step payments.refund\n    deny\n}",
        "rule r {\n    on payments.create, payments.refund\n    allow\n}\n\nsequence s {\n    step payments.create\n    step payments.refund\n    deny\n}",
    ),
    items(
        meaning::AGENT_WITHOUT,
        "agent triage {\n    uses payments.*\n}\n\nrule r {\n    on file.read\n    allow when agent.name? == \"triage\"\n}",
        "agent triage {\n    uses payments.*, file.read\n}\n\nrule r {\n    on file.read\n    allow when agent.name? == \"triage\"\n}",
    ),
    items(
        meaning::PATTERN_READING,
        "command c {\n    match `python3 -c * | sh`\n    allow\n}",
        "command c {\n    match `python3 -c *`\n    allow\n}",
    ),
    items(
        meaning::PATTERN_READING,
        "command c {\n    match `cat src/*.rs`\n    allow\n}",
        "command c {\n    match `cat *`\n    when every reads under session.workspace\n    allow\n}",
    ),
    items(
        meaning::PATTERN_READING,
        "command c {\n    match `rm -r /`\n    through sudo\n    deny\n}",
        "command c {\n    match `rm -r /`\n    deny\n}",
    ),
    items(
        meaning::PATTERN_TWICE,
        "command c {\n    match `rm -r /`, `rm -r '/'`\n    deny\n}",
        "command c {\n    match `rm -r /`\n    deny\n}",
    ),
    items(
        meaning::PATTERN_NEVER,
        "command c {\n    match `kubectl --context {prod} !--context`\n    deny\n}",
        "command c {\n    match `kubectl --context {prod}`\n    deny\n}",
    ),
    items(
        meaning::AFTER_ITEM,
        "command c {\n    match `git push`\n    after puhs\n    require approve by cfo\n}\n\ncommand push {\n    match `git push **`\n    allow\n}\n\ncommands {\n    first-match\n}",
        "command push {\n    match `git push **`\n    allow\n}\n\ncommand c {\n    match `git push`\n    after push\n    require approve by cfo\n}\n\ncommands {\n    first-match\n}",
    ),
    items(meaning::DOUBT_ALLOWED, "commands {\n    unsure notify cfo\n}", "commands {\n    unsure confirm and notify cfo\n}"),
    items(
        meaning::FIRST_MATCH_OVERLAP,
        "command push {\n    match `git push **`\n    allow\n}\n\ncommand c {\n    match `git push --force`\n    require approve by cfo\n}\n\ncommands {\n    first-match\n}",
        "command c {\n    match `git push --force`\n    require approve by cfo\n}\n\ncommand push {\n    match `git push **`\n    allow\n}\n\ncommands {\n    first-match\n}",
    ),
    listing(meaning::CATALOG_FORM, "{\"functions\": []}", "{\"tools\": []}"),
    listing(meaning::CATALOG_FORM, "{\"tools\": [,]}", "{\"tools\": []}"),
    listing(meaning::CATALOG_FORM, "{\"tools\": [], \"nextCursor\": \"2\"}", "{\"tools\": []}"),
    listing(
        meaning::CATALOG_FUNCTION,
        "{\"tools\": [{\"name\": \"find\", \"inputSchema\": {\"type\": \"object\"}}, {\"name\": \"find\", \"inputSchema\": {\"type\": \"object\"}}]}",
        "{\"tools\": [{\"name\": \"find\", \"inputSchema\": {\"type\": \"object\"}}, {\"name\": \"count\", \"inputSchema\": {\"type\": \"object\"}}]}",
    ),
    listing(
        meaning::CATALOG_FUNCTION,
        "{\"tools\": [{\"name\": \"find\", \"inputSchema\": {\"type\": \"object\"}}, {\"name\": \"Find\", \"inputSchema\": {\"type\": \"object\"}}]}",
        "{\"tools\": [{\"name\": \"find\", \"inputSchema\": {\"type\": \"object\"}}, {\"name\": \"count\", \"inputSchema\": {\"type\": \"object\"}}]}",
    ),
    listing(
        meaning::CATALOG_SCHEMA,
        "{\"tools\": [{\"name\": \"find\"}]}",
        "{\"tools\": [{\"name\": \"find\", \"inputSchema\": {\"type\": \"object\"}}]}",
    ),
    file(meaning::RESERVED_SERVER, "catalog shell from \"payments.json\" {\n}\n", "catalog payments from \"payments.json\" {\n}\n"),
    catalog(meaning::CATALOG_WORD, "trust readOnly", "trust readOnlyHint"),
    catalog(meaning::CATALOG_WORD, "mark iban lower", "mark iban fold"),
    catalog(meaning::CATALOG_WORD, "mark note path", "mark note path read"),
    catalog(meaning::EFFECTS_DISAGREE, "effect ping read\neffect p* write", "effect ping read\neffect refund write"),
    catalog(meaning::LINE_WITHOUT_USE, "effect refnd write", "effect refund write"),
    catalog(meaning::LINE_WITHOUT_USE, "mark ibann alnum", "mark iban alnum"),
    catalog(meaning::MARK_MISFIT, "mark fast fold", "mark note fold"),
    file(meaning::CATALOG_FILE, "catalog payments from \"missing.json\" {\n}\n", "catalog payments from \"payments.json\" {\n}\n"),
    catalog(meaning::IDENTITY_TWICE, "server \"https://a.example\"\nserver \"https://b.example\"", "server \"https://a.example\""),
    listing(
        meaning::CATALOG_KEY_TWICE,
        "{\"tools\": [{\"name\": \"wipe\", \"inputSchema\": {\"type\": \"object\"},\n  \"annotations\": {\"readOnlyHint\": false, \"readOnlyHint\": true}}]}",
        "{\"tools\": [{\"name\": \"wipe\", \"inputSchema\": {\"type\": \"object\"},\n  \"annotations\": {\"readOnlyHint\": false}}]}",
    ),
    listing(
        meaning::SCHEMA_CASE,
        "{\"tools\": [{\"name\": \"find\", \"inputSchema\": {\"type\": \"object\", \"properties\": {\"id\": {}, \"ID\": {}}}}]}",
        "{\"tools\": [{\"name\": \"find\", \"inputSchema\": {\"type\": \"object\", \"properties\": {\"id\": {}}}}]}",
    ),
    listing(
        meaning::SCHEMA_REQUIRED,
        "{\"tools\": [{\"name\": \"find\", \"inputSchema\": {\"type\": \"object\", \"required\": [\"id\"], \"properties\": {}}}]}",
        "{\"tools\": [{\"name\": \"find\", \"inputSchema\": {\"type\": \"object\", \"required\": [\"id\"], \"properties\": {\"id\": {}}}}]}",
    ),
    listing(
        meaning::HINTS_CONTRADICT,
        "{\"tools\": [{\"name\": \"wipe\", \"inputSchema\": {\"type\": \"object\"},\n  \"annotations\": {\"readOnlyHint\": true, \"destructiveHint\": true}}]}",
        "{\"tools\": [{\"name\": \"wipe\", \"inputSchema\": {\"type\": \"object\"},\n  \"annotations\": {\"readOnlyHint\": false, \"destructiveHint\": true}}]}",
    ),
    statements(
        meaning::UNKNOWN_FACT,
        "given session { harnes: \"x\" }\ncall payments.refund { amount: 1 } => allow",
        "given session { harness: \"x\" }\ncall payments.refund { amount: 1 } => allow",
    ),
    statements(
        meaning::UNKNOWN_FACT,
        "given session.harnes unknown\ncall payments.refund { amount: 1 } => allow",
        "given session.harness unknown\ncall payments.refund { amount: 1 } => allow",
    ),
    statements(
        meaning::FACT_TYPE,
        "given session { attestation: \"manged\" }\ncall payments.refund { amount: 1 } => allow",
        "given session { attestation: \"managed\" }\ncall payments.refund { amount: 1 } => allow",
    ),
    statements(
        meaning::FACT_TYPE,
        "given session { terminal: null }\ncall payments.refund { amount: 1 } => allow",
        "given session { terminal: false }\ncall payments.refund { amount: 1 } => allow",
    ),
    statements(
        meaning::FACT_TYPE,
        "given paths [1]\ncall payments.refund { amount: 1 } => allow",
        "given paths [\"/a\"]\ncall payments.refund { amount: 1 } => allow",
    ),
    statements(meaning::TEST_FUNCTION, "call payments.* { } => deny", "call payments.ping { } => deny"),
    statements(
        meaning::TEST_COLUMN,
        "each [ { a: 1 } ] { call payments.refund { amount: $b } => allow }",
        "each [ { a: 1 } ] { call payments.refund { amount: $a } => allow }",
    ),
    statements(meaning::TEST_EXPECTATION, "call payments.ping { } => deny via refnd", "call payments.ping { } => deny via refund"),
    statements(
        meaning::TEST_EXPECTATION,
        "call payments.ping { } => deny via default of refnds",
        "call payments.ping { } => deny via default of refunds",
    ),
    statements(meaning::TEST_ARGUMENTS, "call payments.refund { amout: 1 } => deny", "call payments.refund { amount: 1 } => allow"),
    statements(meaning::TEST_ARGUMENTS, "call payments.refund { } => allow", "call payments.refund { amount: 1 } => allow"),
    statements(
        meaning::TEST_SIZE,
        "each [ ⟨{ a: 1 },  × 200⟩ ] {\n⟨call payments.refund { amount: $a } => allow\n × 51⟩}",
        "each [ ⟨{ a: 1 },  × 200⟩ ] {\n⟨call payments.refund { amount: $a } => allow\n × 50⟩}",
    ),
    statements(
        meaning::TEST_VALUE,
        "call payments.refund { amount: celing } => allow",
        "call payments.refund { amount: ceiling } => allow",
    ),
    statements(
        meaning::TEST_NESTING,
        "job { job { call payments.refund { amount: 1 } => allow } }",
        "job { call payments.refund { amount: 1 } => allow }",
    ),
    statements(
        meaning::TEST_NESTING,
        "each [ { a: 1 } ] { each [ { b: 1 } ] { call payments.refund { amount: $b } => allow } }",
        "each [ { a: 1 } ] { call payments.refund { amount: $a } => allow }",
    ),
    statements(meaning::TEST_EMPTY, "as user \"dana\"", "as user \"dana\"\ncall payments.refund { amount: 1 } => allow"),
    statements(
        meaning::TEST_EMPTY,
        "each [ ] { call payments.refund { amount: $a } => allow }",
        "each [ { a: 1 } ] { call payments.refund { amount: $a } => allow }",
    ),
    statements(
        meaning::TEST_CAUSE,
        "call payments.refund { amount: \"1\" } => deny because shema",
        "call payments.refund { amount: \"1\" } => deny because schema",
    ),
    statements(
        meaning::TEST_CAUSE,
        "call payments.refund { amount: 1 } => allow because schema",
        "call payments.refund { amount: 1 } => allow",
    ),
    statements(
        meaning::TEST_AFTER,
        "result { ok: true }\ncall payments.refund { amount: 1 } => allow",
        "call payments.refund { amount: 1 } => allow\nresult { ok: true }",
    ),
    statements(
        meaning::TEST_AFTER,
        "call payments.refund { amount: 1 } => allow\nanswer no",
        "call payments.refund { amount: 1 } => confirm\nanswer no",
    ),
    statements(
        meaning::TEST_TURN,
        "turn { call payments.refund { amount: 1 } => allow }",
        "turn {\ncall payments.refund { amount: 1 } => allow\ncall payments.refund { amount: 2 } => allow\n}",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_the_language_has_an_example() {
        let missing: Vec<_> = super::super::entries().filter(|entry| EXAMPLES.iter().all(|example| example.code != entry.code)).collect();
        assert_eq!(missing, []);
    }

    #[test]
    fn examples_are_sorted_by_code() {
        assert!(EXAMPLES.is_sorted_by_key(|example| example.code));
    }

    #[test]
    fn a_text_is_written_out_in_its_setting() {
        assert_eq!(written_out("a⟨b × 3⟩c⟨d\n × 2⟩"), "abbbcd\nd\n");
        assert_eq!(written_out("# ⟨b#, × 3⟩"), "# b1,b2,b3,");
        let files = separated("// a.straza\nuse lib.b\n// a comment\n// lib/b.straza\nrole b\n");
        let expected = [("a.straza", "use lib.b\n// a comment\n"), ("lib/b.straza", "role b\n")];
        assert_eq!(files, expected.map(|(path, text)| (path.to_owned(), text.to_owned())));
        let (_, text) = Setting::Clauses.files("deny\nfinal").remove(0);
        assert!(text.ends_with("rule tested {\n    on payments.refund\n    deny\n    final\n}\n"), "{text}");
    }
}
