//! What a clause or an item looks like, for the help of a finding that knows no likelier mend: one table.

use super::grammar::Rule;

/// The shape of what was expected; where nothing in the table was, of the whole item.
/// Inside a block that is of its clauses.
pub(super) fn of(expected: &[Rule], item_word: &str, in_block: bool) -> &'static str {
    let whole = WHOLE.iter().any(|rule| expected.contains(rule));
    let clauses = CLAUSES.iter().find(|(word, _)| in_block && *word == item_word).map(|(_, shape)| *shape);
    if let Some(shape) = clauses.filter(|_| whole) {
        return shape;
    }
    if item_word == "agent" && expected.contains(&Rule::numeric) {
        return "bounds are `max depth 2, children 4`";
    }
    if item_word == "test" && expected == [Rule::dotted] {
        return "what happens is `event session.start { … }`";
    }
    let row = SHAPES.iter().find(|(rules, _)| rules.iter().any(|rule| expected.contains(rule)));
    row.map_or_else(|| clauses.unwrap_or_else(|| of_item(item_word)), |(_, shape)| shape)
}

/// Rules of which one is expected wherever a clause may start.
const WHOLE: &[Rule] = &[
    Rule::when,
    Rule::deny,
    Rule::k_deny,
    Rule::require,
    Rule::limit_clause,
    Rule::only_limit_clauses,
    Rule::label_clause,
    Rule::only_label_clauses,
    Rule::origin_clause,
    Rule::only_origin_clauses,
    Rule::duty_clause,
    Rule::only_duty_clauses,
    Rule::sequence_clause,
    Rule::only_sequence_clauses,
    Rule::agent_clause,
    Rule::only_agent_clauses,
    Rule::routine_clause,
    Rule::only_routine_clauses,
    Rule::fill_clause,
    Rule::only_fill_clauses,
    Rule::stub_clause,
    Rule::only_stub_clauses,
    Rule::result_clause,
    Rule::only_result_clauses,
    Rule::kill_clause,
    Rule::only_kill_clauses,
    Rule::exception_clause,
    Rule::only_exception_clauses,
    Rule::command_clause,
    Rule::only_command_clauses,
    Rule::commands_clause,
    Rule::only_commands_clauses,
    Rule::rule_clause,
    Rule::only_rule_clauses,
];

/// What an item's clauses look like, by its word.
const CLAUSES: &[(&str, &str)] = &[
    ("floor", "a floor has `on`, `when` and `unless`; its outcome is `at least STEPS` or `at least deny`, with a `because`"),
    ("limit", "a limit has `on`, `sum args.x per person, 24h` or `count per job`, `above N`, and `require STEPS` or `deny`"),
    ("label", "a label has `from FUNCTION when …`, `taints`, `level NAME` and `clears FUNCTION after approve by WHO`"),
    ("origin", "an origin has `on`, `arg args.x`, `only from principal, FUNCTION`, and `require STEPS` or `deny`"),
    ("duty", "a duty has `pair FUNCTION, FUNCTION`, `same args.x`, `per person, 90d`, and `require STEPS` or `deny`"),
    ("sequence", "a sequence has `step FUNCTION when …`, one a line, `within job, 30m`, and `require STEPS` or `deny`"),
    (
        "agent",
        "an agent has `uses FUNCTION`, `own flow NAME`, `clearance LEVEL`, `max depth 2, children 4`, `on loop …` and `on unknown …`",
    ),
    ("routine", "a routine has `only FUNCTION, FUNCTION`"),
    ("fill", "a `fill` has `on FUNCTION` and `arg args.x else VALUE`"),
    ("stub", "a stub has `on`, `when`, `unless` and `result { … }`"),
    ("result", "a `result` has `on`, `when`, `unless`, `redact matches r\"…\" as \"…\"` and `withhold when …`"),
    ("kill", "a kill switch has one of `on FUNCTION`, `agent NAME`, `principal \"NAME\"` and `all`, then `park until DATE` and `because`"),
    (
        "command",
        "a command has `match PATTERN`, `when`, `unless`, `through PROGRAM`, an outcome, and `hits`, `asks` and `misses` with command lines",
    ),
    ("commands", "`commands` has `otherwise allow after confirm`, `unsure confirm`, `unreadable confirm` and `first-match`"),
    ("exception", "an exception has `to SET.ITEM`, `when`, `unless`, `instead STEPS`, `expires DATE` and `because`"),
];

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
    (&[Rule::expected_result], "what the checks make of it is `=> withhold`, `=> result { … }` or `=> as is`"),
    (&[Rule::k_yes, Rule::k_no], "those who are asked say `answer yes` or `answer no`, with `by \"NAME\"`"),
    (&[Rule::k_failed], "what a call returns is `result { … }`, with `labels [ … ]`, or `result failed` or `result unknown`"),
    (&[Rule::labels], "labels are listed: `job labels [outside]`"),
    (&[Rule::whose, Rule::owner_word], "whose and how long is `per person, 24h`, `per tree, ever`, `within job, 30m`"),
    (&[Rule::period], "a time is `90s`, `30m`, `8h`, `7d` or `ever`"),
    (&[Rule::k_matches, Rule::k_as], "what is redacted is `redact matches r\"…\" as \"[what]\"`"),
    (&[Rule::source], "sources are `principal` and functions: `only from principal, erp.get_supplier`"),
    (&[Rule::most, Rule::k_depth], "bounds are `max depth 2, children 4`"),
    (&[Rule::k_loop], "an agent says `on loop report` or `on unknown fail job`"),
    (&[Rule::shell_text, Rule::matched, Rule::backtick], "a command pattern stands in backticks: match `git push --force`"),
    (&[Rule::command_line], "command lines are quoted: `hits \"rm -rf /\"`"),
    (&[Rule::through_name], "wrappers are named by their programs: `through sudo, doas`"),
    (&[Rule::item_path], "an exception names items: `to SET.ITEM, std.LIBRARY.ITEM`"),
    (&[Rule::k_open], "what the host saw is listed: `hosts [\"a.example\"]`, `recipients open []`, `paths [\"/a\"]`"),
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
        "a test has `as user \"…\"`, `given FACT`, `call … => …`, `event …`, and `job { … }` with `result` and `answer`",
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
    (&[Rule::open_bracket], "names are listed: `roles [ROLE, ROLE]`, `job labels [LABEL]`"),
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
        "floor" => "a floor is `floor NAME { on SERVER.FUNCTION … }`, with an outcome `at least …`",
        "limit" => "a limit is `limit NAME { on SERVER.FUNCTION … }`, with `count` or `sum` and `above N`",
        "label" => "a label is `label NAME { from SERVER.FUNCTION … }`",
        "levels" => "levels are `levels public < internal < confidential`, the lowest first",
        "wall" => "a wall is `wall NAME { label-a | label-b }`",
        "origin" => "an origin is `origin NAME { on … arg … only from … deny }`",
        "duty" => "a duty is `duty NAME { pair … same … per person, 90d deny }`",
        "sequence" => "a sequence is `sequence NAME { step … step … deny }`",
        "agent" => "an agent is `agent NAME { uses … }`, its name a word or quoted",
        "routine" => "a routine is `routine NAME { only … }`, its name a word or quoted",
        "fill" => "a `fill` is `fill { on … arg args.x else VALUE }`",
        "stub" => "a stub is `stub { on … result { … } }`",
        "result" => "a `result` is `result { on … redact matches r\"…\" as \"…\" }`",
        "kill" => "a kill switch is `kill NAME { on … because \"…\" }`",
        "exception" => "an exception is `exception NAME { to SET.ITEM … expires DATE because \"…\" }`",
        "command" => {
            "a command rule is `command NAME { match … }`, its pattern in backticks, with an outcome `allow`, `require …` or `deny`"
        }
        "commands" => "what no command item settles is `commands { otherwise allow after confirm }`",
        "include" => "a library is included by its path: `include lib.egress` for `lib/egress.straza`",
        "test" => "a test is `test \"what it shows\" { call SERVER.FUNCTION { … } => … }`",
        _ => "a rule is `rule NAME { on SERVER.FUNCTION … }`, with an outcome `allow`, `require …` or `deny`",
    }
}
