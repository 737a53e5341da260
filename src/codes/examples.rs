//! For each code of the command a small repository that has it, and the same mended: files and their bytes. Tests check them, pages show them.

use straza_compiler::codes::OVER_BUDGET;
use straza_language::diagnostic::Code;

use super::*;

/// A file of an example: path and content.
pub type ExampleFile = (&'static str, &'static [u8]);

/// A repository with the finding, and the same without. What is not listed is `straza.toml` with an edition and nothing else.
#[derive(Debug, Clone, Copy)]
pub struct RepositoryExample {
    /// Whose.
    pub code: Code,
    /// Files with the finding.
    pub wrong: &'static [ExampleFile],
    /// Files without.
    pub right: &'static [ExampleFile],
}

const fn example(code: Code, wrong: &'static [ExampleFile], right: &'static [ExampleFile]) -> RepositoryExample {
    RepositoryExample { code, wrong, right }
}

const HOOK: &[u8] = b"edition = \"2027\"\n\n[hosts.hook]\ncarries = [\"now\"]\n";
const HOOK_THAT_ASKS: &[u8] = b"edition = \"2027\"\n\n[hosts.hook]\ncarries = [\"now\"]\nasks = true\n";
const HOOK_THAT_DENIES: &[u8] = b"edition = \"2027\"\n\n[hosts.hook]\ncarries = [\"now\"]\notherwise = \"deny\"\n";
const LARGE: ExampleFile =
    ("desk.straza", b"policy desk {\n}\n\nrule large {\n    on       stock.move\n    when     args.count > 10\n    require  confirm\n}\n");
const TERMINAL: ExampleFile =
    ("desk.straza", b"policy desk {\n}\n\nrule nobody {\n    on    stock.move\n    when  session.terminal == false\n    deny\n}\n");
const CLEARANCE: ExampleFile = (
    "desk.straza",
    b"policy desk {\n}\n\nlevels public < secret\n\nlabel people {\n    from   crm.read\n    level  secret\n}\n\nagent triage {\n    clearance  public\n}\n",
);
const DESK: ExampleFile = ("desk.straza", b"policy desk {\n    over  stock.*\n}\n");
const DESK_AND_ORDERS: &[u8] = b"edition = \"2027\"\n\n[[overlap]]\nowners = [\"desk\", \"orders\"]\nreason = \"Orders look at stock.\"\n";

/// Those of other crates' codes first that only a whole repository can have, then this crate's, by code.
pub const EXAMPLES: &[RepositoryExample] = &[
    example(
        OVER_BUDGET,
        &[
            ("straza.toml", b"edition = \"2027\"\n\n[budget]\nwork = 1\n"),
            ("desk.straza", b"policy desk {\n    over  stock.*\n}\n\nrule look {\n    on     stock.find\n    allow  when principal.user == \"dana\"\n}\n"),
        ],
        &[
            ("straza.toml", b"edition = \"2027\"\n\n[budget]\nwork = 1000\n"),
            ("desk.straza", b"policy desk {\n    over  stock.*\n}\n\nrule look {\n    on     stock.find\n    allow  when principal.user == \"dana\"\n}\n"),
        ],
    ),
    example(NOT_TOML, &[("straza.toml", b"edition = 2027 edition\n")], &[("straza.toml", b"edition = \"2027\"\n")]),
    example(
        UNKNOWN_KEY,
        &[("straza.toml", b"edition = \"2027\"\n\n[tests]\nrecording = []\n")],
        &[("straza.toml", b"edition = \"2027\"\n\n[tests]\nrecordings = []\n")],
    ),
    example(MISSING_KEY, &[("straza.toml", b"[tests]\nrecordings = []\n")], &[("straza.toml", b"edition = \"2027\"\n\n[tests]\nrecordings = []\n")]),
    example(WRONG_TYPE, &[("straza.toml", b"edition = 2027\n")], &[("straza.toml", b"edition = \"2027\"\n")]),
    example(WRONG_VALUE, &[("straza.toml", b"edition = \"2031\"\n")], &[("straza.toml", b"edition = \"2027\"\n")]),
    example(
        UNKNOWN_SET,
        &[("straza.toml", DESK_AND_ORDERS), DESK],
        &[("straza.toml", DESK_AND_ORDERS), DESK, ("orders.straza", b"policy orders {\n    over  stock.find\n}\n")],
    ),
    example(
        NO_RECORDING,
        &[("straza.toml", b"edition = \"2027\"\n\n[tests]\nrecordings = [\"recordings/*.json\"]\n"), ("recordings/monday.jsonl", b"")],
        &[("straza.toml", b"edition = \"2027\"\n\n[tests]\nrecordings = [\"recordings/*.jsonl\"]\n"), ("recordings/monday.jsonl", b"")],
    ),
    example(NOT_UTF8, &[("desk.straza", b"// caf\xe9\n")], &[("desk.straza", "// café\n".as_bytes())]),
    example(
        HIDDEN_POLICY,
        &[(".gitignore", b"/target\n/desk.straza\n"), DESK],
        &[(".gitignore", b"/target\n"), DESK],
    ),
    example(ENDING, &[("desk.STRAZA", DESK.1)], &[DESK]),
    example(
        EXPIRED,
        &[("desk.straza", b"policy desk {\n}\n\nrule freeze {\n    on       stock.move\n    deny\n    expires  2026-01-04\n}\n")],
        &[("desk.straza", b"policy desk {\n}\n\nrule freeze {\n    on       stock.move\n    deny\n    expires  2028-01-04\n}\n")],
    ),
    example(
        EXPIRES_SOON,
        &[("desk.straza", b"policy desk {\n}\n\nrule freeze {\n    on       stock.move\n    deny\n    expires  2027-01-04\n}\n")],
        &[("desk.straza", b"policy desk {\n}\n\nrule freeze {\n    on       stock.move\n    deny\n    expires  2028-01-04\n}\n")],
    ),
    example(HOST_UNDECIDED, &[("straza.toml", HOOK), LARGE], &[("straza.toml", HOOK_THAT_ASKS), LARGE]),
    example(
        UNKNOWN_SKIP,
        &[("straza.toml", b"edition = \"2027\"\n\n[hosts.hook]\n\n[[hosts.hook.skip]]\nitem = \"desk.lage\"\nreason = \"The gateway asks.\"\n"), LARGE],
        &[("straza.toml", b"edition = \"2027\"\n\n[hosts.hook]\n\n[[hosts.hook.skip]]\nitem = \"desk.large\"\nreason = \"The gateway asks.\"\n"), LARGE],
    ),
    example(
        NEEDLESS_SKIP,
        &[
            ("straza.toml", b"edition = \"2027\"\n\n[hosts.hook]\nasks = true\n\n[[hosts.hook.skip]]\nitem = \"desk.large\"\nreason = \"The gateway asks.\"\n"),
            LARGE,
        ],
        &[("straza.toml", HOOK_THAT_ASKS), LARGE],
    ),
    example(
        NO_SKIP,
        &[
            ("straza.toml", b"edition = \"2027\"\n\n[hosts.hook]\ncarries = [\"agent\", \"job\"]\n\n[[hosts.hook.skip]]\nitem = \"desk.triage\"\nreason = \"It only observes.\"\n"),
            CLEARANCE,
        ],
        &[("straza.toml", b"edition = \"2027\"\n\n[hosts.hook]\ncarries = [\"agent\", \"job\"]\n"), CLEARANCE],
    ),
    example(
        HOST_NEVER_CALLED,
        &[
            ("straza.toml", b"edition = \"2027\"\n\n[hosts.gateway]\nservers = [\"crm\"]\n"),
            ("desk.straza", b"policy desk {\n}\n\nrule stop {\n    on    stock.move\n    when  args.count > 10\n    deny\n}\n"),
        ],
        &[
            ("straza.toml", b"edition = \"2027\"\n\n[hosts.gateway]\nservers = [\"stock\"]\n"),
            ("desk.straza", b"policy desk {\n}\n\nrule stop {\n    on    stock.move\n    when  args.count > 10\n    deny\n}\n"),
        ],
    ),
    example(
        HOST_NEVER_FIRES,
        &[
            ("straza.toml", HOOK),
            ("desk.straza", b"policy desk {\n    over  stock.*\n}\n\nrule look {\n    on     stock.find\n    allow  when session.terminal == true\n}\n"),
        ],
        &[
            ("straza.toml", b"edition = \"2027\"\n\n[hosts.hook]\ncarries = [\"now\", \"session.terminal\"]\n"),
            ("desk.straza", b"policy desk {\n    over  stock.*\n}\n\nrule look {\n    on     stock.find\n    allow  when session.terminal == true\n}\n"),
        ],
    ),
    example(HOST_NEVER_SATISFIED, &[("straza.toml", HOOK_THAT_DENIES), LARGE], &[("straza.toml", HOOK_THAT_ASKS), LARGE]),
    example(
        HOST_ALWAYS_APPLIES,
        &[("straza.toml", HOOK), TERMINAL],
        &[("straza.toml", b"edition = \"2027\"\n\n[hosts.hook]\ncarries = [\"now\", \"session.terminal\"]\n"), TERMINAL],
    ),
];
