//! What a clause or an item looks like, for the help of a finding that knows no likelier mend: one table.

use super::grammar::Rule;

/// The shape of what was expected; where nothing in the table was, of the whole item.
pub(super) fn of(expected: &[Rule], item_word: &str) -> &'static str {
    let row = SHAPES.iter().find(|(rules, _)| rules.iter().any(|rule| expected.contains(rule)));
    row.map_or_else(|| of_item(item_word), |(_, shape)| shape)
}

/// Rules and what they read, what says most first.
const SHAPES: &[(&[Rule], &str)] = &[
    (&[Rule::window], "a window is days, hours and a zone: `now within mon-fri 07:00..19:00 in \"Europe/Zurich\"`"),
    (
        &[Rule::cause],
        "a deny may be `because unknown`, or because a check before any rule says so: `schema`, `case`, `function` or `limit`",
    ),
    (
        &[Rule::expected, Rule::via],
        "a call is `call SERVER.FUNCTION { … } => allow`, `=> deny` or `=>` and steps; then `via ITEM` or `because unknown`",
    ),
    (&[Rule::given_part], "facts are `now 2027-01-31T10:00Z`, `granted`, `paths [\"/a\"]`, `session { … }`, or `session.cwd unknown`"),
    (&[Rule::k_unknown], "a fact that the host cannot say is `given session.cwd unknown`"),
    (
        &[Rule::json_colon, Rule::column, Rule::json_word, Rule::json_list],
        "data is written as JSON: `{ name: \"text\", list: [1, true, null] }`",
    ),
    (&[Rule::json_object], "data is written as JSON: `{ name: \"text\", list: [1, true, null] }`"),
    (&[Rule::option, Rule::timed], "options stand behind commas: `approve by WHO, ticket 24h, grant 1h`"),
    (&[Rule::people, Rule::k_by, Rule::k_of], "who approves is `approve by ROLE`, `approve by 2 of ROLE or ROLE`"),
    (&[Rule::k_after], "a permission with steps is `allow after STEPS`"),
    (
        &[Rule::allow, Rule::require, Rule::deny, Rule::k_allow, Rule::k_deny, Rule::rule_clause, Rule::only_rule_clauses],
        "a rule has `on`, `when` and `unless`; its outcome is `allow`, `allow after …`, `require …` or `deny`, with a `because`",
    ),
    (&[Rule::steps, Rule::step], "steps are `confirm`, `approve by WHO`, `notify WHO`, `classify` and `server-check`, joined by `and`"),
    (
        &[Rule::row, Rule::row_head, Rule::only_rows],
        "a row is an effect and an outcome: `read allow`, `write allow after confirm`, `* deny`",
    ),
    (&[Rule::row_word], "a row is an effect and an outcome: `read allow`, `write allow after confirm`, `* deny`"),
    (&[Rule::policy_clause, Rule::only_policy_clauses], "a policy has `over SERVER.*`, `for CONDITION` and `priority 10`"),
    (
        &[Rule::catalog_clause, Rule::only_catalog_clauses],
        "a catalog has `server \"…\"`, `trust HINT`, `effect FUNCTION read`, `mark ARGUMENT fold` and `open FUNCTION`",
    ),
    (
        &[Rule::statement, Rule::only_statements],
        "a test has `as user \"…\" roles [ROLE]`, `given FACT`, `call … => …` and `each [ … ] { … }`",
    ),
    (
        &[Rule::comparison, Rule::operator, Rule::symbol],
        "a comparison is `args.amount > 100`, `args.currency in [\"EUR\"]`, `args.note like \"x*\"`",
    ),
    (&[Rule::binder], "an element is named: `any f in args.files ( f.size > 10 )`"),
    (
        &[Rule::condition, Rule::conjunction, Rule::negation],
        "a condition is `args.amount > 100`, `exists args.note`, `any paths under \"/etc\"`, `not …`",
    ),
    (&[Rule::and, Rule::or], "conditions are joined by `and` and `or`; every bracket is closed"),
    (&[Rule::effect_word, Rule::line_word], "effects are `read`, `write`, `destructive`, `idempotent`, `open-world` and `closed-world`"),
    (
        &[Rule::target, Rule::pattern, Rule::pair, Rule::half],
        "a function is `SERVER.FUNCTION`; `*` stands for any, text in quotes for itself",
    ),
    (&[Rule::function_part, Rule::function_name], "a function is named without its server: `effect lookup_* read`"),
    (&[Rule::argument, Rule::segment, Rule::mark_argument], "an argument is written `args.NAME`; in a catalog without `args.`"),
    (
        &[Rule::k_not, Rule::k_in, Rule::k_within],
        "a comparison is `args.amount > 100`, `args.currency in [\"EUR\"]`, `args.note like \"x*\"`",
    ),
    (
        &[Rule::value, Rule::list, Rule::place, Rule::path],
        "a value is `100`, `\"text\"`, `true`, `null`, `[1, 2]`, a place such as `args.amount`, or a `let`",
    ),
    (&[Rule::close_bracket], "a list is `[VALUE, VALUE]`"),
    (&[Rule::numeric], "dates are `2027-01-31` or `2027-01-31T03:00Z`, durations `90s`, `30m`, `8h`, `7d`"),
];

fn of_item(word: &str) -> &'static str {
    match word {
        "policy" => "a policy is `policy NAME { over SERVER.* }`",
        "role" => "a role is `role NAME`, or `role NAME = \"the directory's name\"`",
        "use" => "another file is used by its path: `use lib.limits` for `lib/limits.straza`",
        "let" => "a constant is `let NAME = VALUE`",
        "catalog" => "a catalog is `catalog SERVER from \"file.json\" { … }`",
        "defaults" => "defaults are `defaults { read allow … * deny }`",
        "test" => "a test is `test \"what it shows\" { call SERVER.FUNCTION { … } => … }`",
        _ => "a rule is `rule NAME { on SERVER.FUNCTION … }`, with an outcome `allow`, `require …` or `deny`",
    }
}
