//! Files at random: items of every kind from a small grammar of their own, written with blanks, line breaks and comments at random places.

/// Numbers that look random and depend on nothing but the seed (splitmix64).
pub(super) struct Dice(pub(super) u64);

impl Dice {
    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap()
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

/// Rules: a name and what it may stand for, the simplest first. `<name>` is a rule, `<?name>` one that may be missing, `_` a blank in a
/// word; words stand apart.
const GRAMMAR: &[(&str, &[&str])] = &[
    (
        "item",
        &[
            "<rule>",
            "<test>",
            "<policy>",
            "role <role>",
            "role <role> , <role>",
            "role <role> = \"App_-_Leads\"",
            "use a.b",
            "let <name> = <value>",
            "<catalog>",
            "<defaults>",
            "<floor>",
            "<limit>",
            "levels public < internal < confidential",
            "wall deals { a | b }",
            "<label>",
            "<origin>",
            "<duty>",
            "<sequence>",
            "<agent>",
            "routine <name> { only <targets> }",
            "<fill>",
            "<result>",
            "<stub>",
            "<kill>",
            "<exception>",
            "<command>",
            "<commands>",
            "include lib.egress",
            "<rule>",
            "<test>",
        ],
    ),
    ("policy", &["policy <name> { over <pattern> , <pattern> , <pattern> <?for> <?priority> }"]),
    ("for", &["for <condition>"]),
    ("priority", &["priority 20"]),
    (
        "catalog",
        &["catalog pay from \"pay.json\" { <?server> <line> <?line> <?line> }", "catalog pay from \"pay.json\"", "catalog pay { }"],
    ),
    ("server", &["server \"https://pay.example/mcp\""]),
    (
        "line",
        &[
            "trust readOnlyHint",
            "trust a , b",
            "effect get_* , find read , closed-world",
            "effect send write",
            "mark to , cc email",
            "mark iban alnum",
            "open adjust",
        ],
    ),
    ("defaults", &["defaults { <row> <?row> * <verdict> }", "defaults { }"]),
    (
        "row",
        &[
            "read allow",
            "read+closed-world allow",
            "read + open-world <verdict>",
            "granted allow after approve by sponsor",
            "write <verdict>",
        ],
    ),
    ("verdict", &["deny", "allow", "deny because \"No_rule_lets_this_be_called.\"", "allow after <steps>", "require <steps>"]),
    ("rule", &["rule <name> { <body> <outcome> <?outcome> <?starts> <?expires> <?shadow> <?final> }"]),
    ("body", &["on <targets> <?when> <?unless>"]),
    ("when", &["when <condition>"]),
    ("unless", &["unless <condition>"]),
    ("starts", &["starts 2027-01-31"]),
    ("expires", &["expires 2027-06-30T22:00Z"]),
    ("shadow", &["shadow"]),
    ("final", &["final"]),
    ("because", &["because \"No.\"", "because \"The_account_{args.iban}_must_come_from_the_supplier's_record_and_from_nowhere_else.\""]),
    ("guards", &["<?when> <?unless> <?because>"]),
    ("outcome", &["deny <guards>", "allow <guards>", "allow after <steps> <guards>", "require <steps> <guards>"]),
    ("outcomes", &["deny <guards>", "require <steps> <guards>", "deny <guards> require <steps> <guards>"]),
    ("steps", &["confirm", "<step>", "<step> and <step>", "<step> and <step> and notify desk"]),
    (
        "step",
        &[
            "classify",
            "server-check",
            "approve by <role>",
            "approve by <role> or <role> , ticket 8h , grant 30m",
            "approve by 2 of <role>",
            "approve by <role> , hold 90s , retry 60s , distinct",
            "confirm",
        ],
    ),
    ("pattern", &["pay.refund", "file.*", "pay.get[ab]?", "\"carrier.example\".\"label:void\""]),
    ("targets", &["<target>", "<target> , <target>", "<target> , <target> , <target> , <target>"]),
    (
        "target",
        &[
            "pay.refund",
            "file.*",
            "github.update_issue_*",
            "\"carrier.example\".\"label:void\"",
            "pay.get[ab]?",
            "effect write",
            "*",
            "effect read+open-world",
            "github.* effect write having args.owner",
            "event prompt.submit",
            "pay.x lacking args.dry_run",
        ],
    ),
    (
        "condition",
        &[
            "<relation>",
            "<relation> and <relation>",
            "<relation> or <relation> or <relation>",
            "not <relation>",
            "( <condition> ) and <relation>",
            "<relation> or not ( <condition> )",
            "any f in args.files ( <condition> )",
            "every paths under \"/srv\"",
            "any paths like \"/**/.env*\" or <condition>",
            "exists args.note",
            "any r in recipients ( r not like \"*@example.com\" )",
        ],
    ),
    (
        "relation",
        &[
            "args.a == 1",
            "args.amount > 100.00",
            "args.b != \"x\"",
            "args.c <= -3",
            "args.d in [ \"EUR\" , \"CHF\" ]",
            "args.e? not in home",
            "principal.roles has clerk",
            "args[\"-i\"] != true",
            "args.f[\"a]b\"]? == null",
            "args.branch starts with \"agent/\"",
            "args.g matches r\"^X-\\d+$\"",
            "args.size else 0 >= 10",
            "now within mon-fri 07:00 .. 19:00 in \"Europe/Vienna\"",
            "session.version >= v2.1.163",
            "args.\"deep_key\".$ref contains \"a\"",
        ],
    ),
    (
        "value",
        &["100.00", "\"text\"", "v2.1.163", "[ \"EUR\" , \"CHF\" ]", "[ ]", "2027-06-30", "[ <long> , <long> , <long> , <long> , <long> ]"],
    ),
    ("long", &["\"a_value_that_needs_some_room\"", "1"]),
    ("name", &["refund", "large-refund", "on", "x9", "final"]),
    ("role", &["clerk", "finance-lead", "cfo"]),
    ("floor", &["floor <name> { <body> at least <steps> <guards> <?final> }"]),
    (
        "limit",
        &[
            "limit <name> { <body> <measure> above 500.00 <outcomes> <?expires> }",
            "limit <name> { on pay.* count same call per job , 24h above 3 <loops> }",
        ],
    ),
    ("measure", &["sum args.amount per person , 24h", "count per tree", "count per agent , ever"]),
    ("loops", &["report <guards>", "stop job <?because>", "<outcomes>"]),
    ("label", &["label <name> { <source> <?source> <?taints> }", "label <name> { <source> level confidential <?clears> }"]),
    ("source", &["from <targets> <?when>", "from web.*"]),
    ("taints", &["taints"]),
    ("clears", &["clears <targets> <?when> after approve by <role>"]),
    ("origin", &["origin <name> { <body> arg args.iban <from> <outcomes> }"]),
    ("from", &["from erp.get_supplier", "only from principal , erp.get_supplier"]),
    ("duty", &["duty <name> { pair pay.create , pay.release <?when> same args.invoice , args.tenant per person , 90d <outcomes> }"]),
    ("sequence", &["sequence <name> { <sstep> <sstep> <?sstep> <?within> <outcomes> }"]),
    ("sstep", &["step <targets> <?when>", "step crm.export_*"]),
    ("within", &["within tree", "within job , 24h"]),
    ("agent", &["agent <name> { uses <targets> <?own> <?clearance> <?max> <?loop> <?unsure> }", "agent \"night_watch\" { uses file.* }"]),
    ("own", &["own flow triage"]),
    ("clearance", &["clearance internal"]),
    ("max", &["max depth 2 , children 4", "max children 4"]),
    ("loop", &["on loop report", "on loop stop job", "on loop require <steps>"]),
    ("unsure", &["on unknown fail job", "on unknown require <steps>"]),
    ("fill", &["fill { on flows.* arg args.budget else 2.00 }", "fill <name> { on flows.* , desk.* arg args.budget else \"x\" }"]),
    ("result", &["result { on crm.* <?when> <redact> <?withhold> }", "result <name> { on crm.* <withhold> }"]),
    ("redact", &["redact matches r\"[A-Z]{2}\\d+\" as \"[iban]\""]),
    ("withhold", &["withhold <guards>"]),
    ("stub", &["stub { on github.create_issue <?when> result <data> }"]),
    ("kill", &["kill <name> { <whom> <?park> because \"Stopped.\" }"]),
    ("whom", &["on pay.* , erp.*", "agent triage", "principal \"dana\"", "all"]),
    ("park", &["park until 2027-01-31T10:00Z"]),
    (
        "exception",
        &[
            "exception <name> { to desk.refund , std.guard <?when> <?unless> <?instead> expires 2027-01-31 because \"Trial.\" }",
            "exception <name> { to a.b instead confirm because \"Asked.\" expires 2027-01-31 }",
        ],
    ),
    ("instead", &["instead <steps>"]),
    (
        "command",
        &[
            "command <name> { match `rm_-r_{/|'/*'|~}` , `git_{status|log}_**` deny <?because> hits \"rm_-rf_/\" , \"sudo_rm\" misses \"rm_x\" }",
            "command <name> { match `a_>/b/**` except `a_{c|d}` match `curl_|_…_|_sh` <?when> <?unless> through sudo , \"doas\" after a , b.c allow after confirm allow hits \"a\" asks \"$A\" , \"b_$A\" expires 2027-01-31 }",
        ],
    ),
    (
        "commands",
        &[
            "commands { otherwise allow after confirm unsure confirm unreadable approve by <role> }",
            "commands { otherwise allow <?because> unsure deny <?because> first-match }",
        ],
    ),
    ("test", &["test \"a_name\" { <statements> }"]),
    ("statements", &["<statement>", "<statement> <statement>", "<statement> <statement> <statement> <statements>"]),
    (
        "statement",
        &[
            "<call>",
            "as user \"dana\" roles [ clerk , cfo ]",
            "as agent \"nightly\"",
            "given session <data> now 2027-01-31T10:00Z not granted",
            "given principal.sponsor unknown paths open [ \"/srv/a\" , { path: \"/srv/b\" , use: \"write\" } ]",
            "given job { depth: 2 }",
            "<call>",
            "<call>",
            "job { <call> result <data> <call> }",
            "turn { <call> <call> }",
            "result <data> labels [ pii ] => as is",
            "result failed",
            "answer no by \"dana\"",
            "given job labels [ pii , untrusted ] tree labels [ ] hosts open [ \"a.example\" ] fact holiday true",
            "event prompt.submit <data> => <expected>",
            "result { iban: \"AT00\" } => result { iban: \"[iban]\" }",
            "each [ { n: 1 } , { n: 2 } ] { <statements> }",
            "each [ <wide> , <wide> , <wide> , <wide> ] { call a.b { n: $n } => deny }",
        ],
    ),
    ("wide", &["{ path: \"/home/dana/.ssh/id_ed25519\" , content: \"secret\" }", "{ path: \"/etc\" }"]),
    ("call", &["call <function> <?data> => <expected>", "call <function> { } => allow"]),
    ("function", &["pay.refund", "github.push_files", "\"a.b\".c"]),
    (
        "expected",
        &[
            "allow",
            "deny",
            "deny via default of desk because unknown",
            "approve by finance-lead or cfo , ticket 8h via large-refund",
            "confirm via desk.x",
            "deny because schema",
        ],
    ),
    (
        "data",
        &[
            "{ a: 1 }",
            "{ }",
            "{ a: <json> , b: <json> }",
            "{ owner: \"acme\" , repo: \"shop\" , branch: \"docs/install\" , message: \"how_to_install\" , files: [ <wide> , <wide> ] }",
        ],
    ),
    ("json", &["1", "\"x\"", "true", "null", "[ ]", "[ 1 , -1.5e3 ]", "{ c: <json> }", "[ <json> , <json> ]"]),
];

/// The words of a random text of this rule.
pub(super) fn words(dice: &mut Dice, rule: &str) -> Vec<String> {
    let mut words = Vec::new();
    expand(dice, rule, 0, &mut words);
    words
}

/// How deep rules stand for rules before the simplest choice is taken.
const DEPTH: usize = 3;

fn expand(dice: &mut Dice, rule: &str, depth: usize, words: &mut Vec<String>) {
    let (_, choices) = GRAMMAR.iter().find(|(name, _)| *name == rule).unwrap_or_else(|| panic!("no rule {rule}"));
    let choice = if depth > DEPTH { choices[0] } else { choices[dice.below(choices.len())] };
    for word in choice.split(' ') {
        match word.strip_prefix('<').and_then(|word| word.strip_suffix('>')) {
            Some(optional) if optional.starts_with('?') => {
                if depth < DEPTH && dice.one_in(3) {
                    expand(dice, &optional[1..], depth + 1, words);
                }
            }
            Some(rule) => expand(dice, rule, depth + 1, words),
            None => words.push(word.replace('_', if word.starts_with(['"', '`', 'r']) { " " } else { "_" })),
        }
    }
}

/// How a text is written.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// One gap in so many has a comment; 0: none has.
    pub(super) comments: usize,
    /// Whether lines may be empty.
    pub(super) blank_lines: bool,
}

/// A text of so many items, written at random.
pub(super) fn file(dice: &mut Dice, items: &[Vec<String>], layout: Layout) -> String {
    let end = ["\n", "\r\n", "\n", "\n"][dice.below(4)];
    let mut text = String::from(if dice.one_in(9) { "\u{feff}" } else { "" });
    let mut writer = Writer { dice, layout, end, comments: 0 };
    if layout.comments > 0 && writer.dice.one_in(4) {
        text += &format!("//! What it is.{end}//!{end}//! More.{end}");
    }
    for item in items {
        text += &writer.between();
        if layout.comments > 0 && writer.dice.one_in(4) {
            text += &format!("/// Why it is.{end}");
        }
        text += &writer.item(item);
    }
    text + &writer.between()
}

struct Writer<'d> {
    dice: &'d mut Dice,
    layout: Layout,
    end: &'static str,
    comments: usize,
}

impl Writer<'_> {
    fn item(&mut self, words: &[String]) -> String {
        let mut text = words[0].clone();
        for pair in words.windows(2) {
            // An item word and its name stand on one line.
            let gap = if std::ptr::eq(&pair[0], &words[0]) { "  ".to_owned() } else { self.gap(&pair[0], &pair[1]) };
            text += &gap;
            text += &pair[1];
        }
        text
    }

    fn gap(&mut self, before: &str, after: &str) -> String {
        if self.layout.comments > 0 && self.dice.one_in(self.layout.comments) {
            return self.comment();
        }
        let may_touch = may_touch(before, after);
        match self.dice.below(8) {
            0..3 if may_touch => String::new(),
            0..4 => " ".to_owned(),
            4 => "\t  ".to_owned(),
            5 if self.layout.blank_lines => format!(" {0}{0}  {0}   ", self.end),
            _ => format!("  {}{}", self.end, " ".repeat(1 + self.dice.below(3))),
        }
    }

    /// A comment behind the line, or one on its own line, or both.
    fn comment(&mut self) -> String {
        let end = self.end;
        let behind = self.dice.one_in(2).then(|| self.note());
        let own = self.dice.one_in(2).then(|| self.note());
        let blank = if self.layout.blank_lines && self.dice.one_in(3) { end } else { "" };
        let behind = behind.map_or_else(|| format!(" {end}"), |note| format!(" {note}{end}"));
        let own = own.map_or_else(String::new, |note| format!("  {note}{end}"));
        format!("{behind}{blank}{own}   ")
    }

    fn note(&mut self) -> String {
        self.comments += 1;
        let marks = ["//", "// `", "////", "//  \t\"[{"][self.dice.below(4)];
        format!("{marks}{}  ", self.comments)
    }

    fn between(&mut self) -> String {
        let end = self.end;
        let comment = if self.layout.comments > 0 && self.dice.one_in(3) { self.comment() } else { String::new() };
        let blanks = if self.layout.blank_lines { 1 + self.dice.below(3) } else { 2 };
        format!("{}{}", comment, end.repeat(blanks))
    }
}

/// Whether no blank is needed between two words.
fn may_touch(before: &str, after: &str) -> bool {
    let brackets = [",", "(", ")", "{", "}"];
    let list_end = before == "]" && brackets.contains(&after) || after == "]";
    let operator = |word: &str| ["=", "==", "!=", "<", "<=", ">", ">=", "=>", "|"].contains(&word);
    let touching = brackets.contains(&before) || brackets.contains(&after) || operator(before) || operator(after);
    list_end
        || before == "["
        || touching && !(operator(before) && (operator(after) || after.starts_with('-')))
        || before == "+"
        || after == "+"
}
