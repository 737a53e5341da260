//! The few words that generated policies and calls are made of: few, so that they meet, and awkward, so that meeting says something.

/// Servers: with and without catalogs, one of the local namespaces each, and look-alikes.
pub const SERVERS: &[&str] = &["github", "github", "crm", "crm", "mail", "Crm", "io.hub", "io_hub"];
/// Names of functions.
pub const NAMES: &[&str] = &["read", "read", "write", "write", "issues.delete", "issues_delete", "Read", "reads"];
/// Local tools, and one that only looks like one.
pub const LOCAL: &[(&str, &str)] = &[
    ("file", "read"),
    ("file", "write"),
    ("file", "edit"),
    ("shell", "exec"),
    ("net", "fetch"),
    ("task", "spawn"),
    ("other", "thing"),
    ("file", "grep"),
];
/// Globs over servers.
pub const SERVER_GLOBS: &[&str] = &["github", "crm", "mail", "*", "*", "g*", "[cg]*", "?rm", "file", "f*e", "io.hub", "[!g]*"];
/// Globs over names.
pub const NAME_GLOBS: &[&str] = &["read", "write", "*", "*", "r*", "*e", "[rw]*", "issues.*", "re?d", "edit", "[!r]*"];

/// Text, in policies and calls: equal up to case, up to signs, up to composition; instants, versions, paths.
pub const TEXTS: &[&str] = &[
    "x",
    "X",
    "x y",
    "y",
    "",
    "é",
    "É",
    "İ",
    "Straße",
    "DE 12-3",
    "de123",
    "v1.2",
    "1.2.0",
    "2.0",
    "2026-01-01",
    "2026-01-01T12:00Z",
    "a/b",
    "/w/a/b",
    "./a//b/",
    "a/../b",
    "../a",
    "a\nb",
    "[x]",
    "x*",
    "S",
    "ſ",
    "σ",
    "ς",
];
/// Text that only calls have: not composed, or nearly an instant.
pub const WILD_TEXTS: &[&str] = &["e\u{301}", "x\u{301}", "2026-01-01T12:00", "v1.x", "\u{212a}", "\u{0}"];
/// Numbers of a policy.
pub const NUMBERS: &[&str] = &["0", "1", "1.5", "-3", "100", "9007199254740993"];
/// The same and others, as calls write them.
pub const WILD_NUMBERS: &[&str] =
    &["0", "-0", "1", "1.0", "1e0", "1.50", "-3", "1e2", "9007199254740992", "9007199254740993", "100.01", "2.5e-3"];
/// Globs over text.
pub const TEXT_GLOBS: &[&str] = &[
    "x",
    "x*",
    "*",
    "?",
    "*y",
    "x?y",
    "[xy]",
    "[!x]*",
    "*É*",
    "de*3",
    "[[]x]",
    "[x",
    "*/b",
    "D?*[0-9]",
    "*e 12*",
    "*traß*",
    "2026-*-01*",
    "v1.2",
];
/// Regular expressions.
pub const EXPRESSIONS: &[&str] = &["x", "[xy ]+", r"\w+", r".", "(?i)x|é", r"[^x]", r"(?s).*", r"\d{4}-\d\d-\d\d", r"(?u)\w+", "", "a|x y"];
/// Parts of text.
pub const PARTS: &[&str] = &["x", "X", "y", "", "é", "-", "e 1", "2026", "/"];

/// Absolute paths, clean.
pub const PATHS: &[&str] = &["/w", "/w/a", "/w/a/b", "/w/.env", "/h", "/h/.ssh/key", "/etc/x", "/"];
/// Paths as a host may send them.
pub const WILD_PATHS: &[&str] = &["/w/./a", "/w/a/../.env", "/w//a/", "rel/a", "", "/../x", "/w/e\u{301}", "c:/w", "/W/A"];
/// Constant paths and patterns, with the anchor's letter: `/` root, `~` home, `.` workspace.
pub const PATTERNS: &[(char, &str)] = &[
    ('/', "/w"),
    ('/', "/w/*"),
    ('/', "/**/.env*"),
    ('/', "**/a"),
    ('/', "**/.ssh/**"),
    ('/', "/h/*/key"),
    ('~', "**/key"),
    ('/', "/h/**"),
    ('~', ".ssh"),
    ('~', ""),
    ('~', "**"),
    ('.', ""),
    ('.', "a"),
    ('.', "*/b"),
    ('/', "/"),
];
/// Constant paths and patterns without an anchor.
pub const BARE_PATTERNS: &[&str] = &["a", "a/b", "a/*", "**/b", "*", "**", "x", "[ax]/?", "A"];

/// Keys of arguments.
pub const KEYS: &[&str] = &["a", "a", "b", "c", "d"];
/// Keys that calls have besides.
pub const WILD_KEYS: &[&str] = &["A", "B", "e", "É"];
/// Roles.
pub const ROLES: &[&str] = &["dev", "lead", "Lead"];
/// People of steps; sorted.
pub const DECIDERS: &[&str] = &["cfo", "lead", "requester", "sponsor"];
/// Names of sets; not sorted, priorities and names disagree.
pub const SETS: &[&str] = &["m", "a", "z", "b"];
/// Names of items.
pub const ITEMS: &[&str] = &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// Labels.
pub const LABELS: &[&str] = &["pii", "untrusted"];

/// 2026-01-01T00:00Z, around which everything happens.
pub const DAY: i64 = 1_767_225_600;
/// Instants of a policy.
pub const INSTANTS: &[i64] = &[DAY, DAY + 43_200, DAY + 86_400];
/// Instants of calls.
pub const NOWS: &[i64] =
    &[DAY, DAY + 1, DAY + 43_199, DAY + 43_200, DAY + 86_400, DAY - 1, DAY + 200 * 86_400, 4_102_444_799, 4_102_444_800 + 12 * 3_600];
/// Zones of windows.
pub const ZONES: &[&str] = &["UTC", "+02:00", "-05:30", "Europe/Zurich", "America/New_York"];
