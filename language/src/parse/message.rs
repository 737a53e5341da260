//! What the grammar expected, in the words of whoever writes policies: never the name of a rule.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::grammar::Rule;
use super::reader::Reader;
use super::shape;
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::span::Span;
use crate::suggestion::nearest;
use crate::words::{self, shown};

/// The finding for a piece that the grammar does not read.
pub(super) fn unexpected(reader: &Reader<'_>, error: &Error<Rule>, (start, end): (usize, usize)) -> Diagnostic {
    let at = start
        + match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
    let (positives, negatives) = match &error.variant {
        ErrorVariant::ParsingError { positives, negatives } => (positives.as_slice(), negatives.as_slice()),
        ErrorVariant::CustomError { .. } => (&[][..], &[][..]),
    };
    let next = reader.tokens.partition_point(|token| token.end <= at);
    let no_window = positives.is_empty() && negatives.contains(&Rule::within_clause);
    let diagnostic = match reader.tokens.get(next).filter(|token| token.start < end || token.is('{')) {
        Some(found)
            if positives.is_empty()
                && negatives.iter().any(|rule| matches!(rule, Rule::reserved | Rule::target_word | Rule::catalog_word)) =>
        {
            reserved(reader.text, *found)
        }
        Some(found) if no_window => Diagnostic::error(
            codes::UNEXPECTED,
            Span::new(found.start, found.end),
            format!("expected a window, found `{}`", shown(found.text(reader.text))),
        )
        .help("a window is days, hours and a zone: `now within mon-fri 07:00..19:00 in \"Europe/Zurich\"`"),
        Some(found) => at_token(reader, *found, positives),
        None => at_end(reader, next, end, positives),
    };
    match diagnostic.help {
        Some(_) => diagnostic,
        None => diagnostic.help(shape::of(positives, item_word(reader), in_block(reader, at))),
    }
}

/// Whether a place is behind the first `{`.
fn in_block(reader: &Reader<'_>, at: usize) -> bool {
    reader.tokens.iter().take_while(|token| token.end <= at).any(|token| token.is('{'))
}

fn item_word<'t>(reader: &Reader<'t>) -> &'t str {
    reader.tokens.first().map_or("", |word| word.text(reader.text))
}

fn at_token(reader: &Reader<'_>, found: Token, positives: &[Rule]) -> Diagnostic {
    let text = reader.text;
    let span = Span::new(found.start, found.end);
    let written = found.text(text);
    if is_chained(written, positives) {
        if follows_parenthesis(reader, found) {
            let message = "parentheses hold a condition, which nothing is compared with";
            return Diagnostic::error(codes::UNEXPECTED, span, message).help("a value stands without them: `args.x else 10 > 5`");
        }
        return Diagnostic::error(codes::CHAINED_COMPARISON, span, "comparisons are not chained").help("write `a < b and b < c`");
    }
    if found.kind == TokenKind::OpenText {
        return Diagnostic::error(codes::OPEN_TEXT, span, "this string is not closed on its line").help("close it with `\"`");
    }
    let span = Span::new(found.start, found.start + sign_length(text, found));
    let written = text.get(span.start as usize..span.end as usize).unwrap_or(written);
    let message = format!("{}found `{}`", expected(positives), shown(written));
    let diagnostic = Diagnostic::error(codes::UNEXPECTED, span, message);
    let item = item_word(reader);
    if let Some(owner) = elsewhere(written, item, positives) {
        return diagnostic.help(format!("`{written}` is a clause of `{owner}`; {}", shape::of(positives, item, true)));
    }
    let candidates = candidates(positives, item);
    match nearest(written, &candidates).filter(|_| found.kind == TokenKind::Word) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")).fix(format!("write `{near}`"), span, near, false),
        None if words::RESERVED.contains(&written) && positives.contains(&Rule::value) => {
            diagnostic.help(format!("as a value a word of the language is quoted: `\"{written}\"`"))
        }
        None => match hint(written, item) {
            Some(hint) => diagnostic.help(hint),
            None => diagnostic,
        },
    }
}

/// The item that has such a clause, where a clause is expected and this item has none such.
fn elsewhere(written: &str, item: &str, positives: &[Rule]) -> Option<&'static str> {
    let known = words::LINE_WORDS.iter().any(|(word, words)| *word == item && words.contains(&written));
    let clause = positives.iter().any(|rule| CLAUSES.contains(rule));
    let has = |words: &[&str]| words.contains(&written) && !words::RULE_WORDS.contains(&written);
    let items = words::LINE_WORDS.iter().filter(|(word, words)| !NO_CLAUSES.contains(word) && has(words));
    items.map(|(word, _)| *word).next().filter(|_| clause && !known)
}

/// Items whose lines are no clauses.
const NO_CLAUSES: &[&str] = &["defaults", "test", "catalog"];

/// A word of the language where another was expected.
fn reserved(text: &str, found: Token) -> Diagnostic {
    let message = format!("expected another word, found `{}`", shown(found.text(text)));
    Diagnostic::error(codes::UNEXPECTED, Span::new(found.start, found.end), message)
        .help("something is missing before it; as a value a word of the language is quoted")
}

/// How long a token is, signs that belong together taken as one.
fn sign_length(text: &str, found: Token) -> usize {
    let rest = text.get(found.start..).unwrap_or("");
    let together = ["===", "!==", "=>", "->", "==", "!=", "<=", ">=", "&&", "||", "..", "::", ":="];
    together.iter().find(|signs| rest.starts_with(**signs)).map_or(found.end - found.start, |signs| signs.len())
}

fn at_end(reader: &Reader<'_>, next: usize, end: usize, positives: &[Rule]) -> Diagnostic {
    let last = next.checked_sub(1).and_then(|at| reader.tokens.get(at));
    let span = last.map_or(Span::new(end, end), |token| Span::new(sign_start(reader, next, *token), token.end));
    let place = if end >= reader.whole().1 { "item" } else { "clause" };
    Diagnostic::error(codes::UNEXPECTED, span, format!("{}found the end of the {place}", expected(positives)))
}

/// An operator where a whole comparison already stands.
/// Whether the token before this one is a closing parenthesis.
fn follows_parenthesis(reader: &Reader<'_>, found: Token) -> bool {
    let next = reader.tokens.partition_point(|token| token.end <= found.start);
    next.checked_sub(1).and_then(|before| reader.tokens.get(before)).is_some_and(|before| before.is(')'))
}

fn is_chained(written: &str, positives: &[Rule]) -> bool {
    let operator = matches!(written, "=" | "!" | "<" | ">" | "in" | "has" | "like" | "matches" | "contains" | "under" | "within");
    let after_comparison = positives.contains(&Rule::and) && !positives.contains(&Rule::comparison);
    operator && after_comparison
}

/// Where the operator starts that ends with the token before `next`.
fn sign_start(reader: &Reader<'_>, next: usize, last: Token) -> usize {
    let before = reader.tokens.get(..next.saturating_sub(1)).unwrap_or(&[]);
    let operator = |token: &Token| matches!(token.kind, TokenKind::Sign('=' | '<' | '>' | '!' | '&' | '|'));
    let joined = before.last().filter(|token| token.end == last.start && operator(token) && operator(&last));
    joined.map_or(last.start, |token| token.start)
}

/// What to say about words that other languages have, and about words of other items.
fn hint(written: &str, item: &str) -> Option<&'static str> {
    Some(match (written, item) {
        ("else" | "elif" | "elsif" | "elseif", _) => "there is no `else`: write a second outcome or rule with its own `when`",
        ("/" | "-" | ":", "use" | "include") => "a file of the repository is named with dots: `lib.egress` for `lib/egress.straza`",
        ("+" | "-" | "*" | "/" | "%", _) => "there is no arithmetic: compare with a constant, or pass the sum as an argument",
        ("hits" | "misses" | "asks" | "match", _) => "command patterns stand in a `command` item of their own",
        ("when" | "unless" | "if", "kill") => "a kill switch has no conditions: what depends on the call is a rule",
        ("when" | "unless" | "if", "agent" | "routine") => "it holds for all its calls: what depends on one call is a rule",
        ("when" | "unless" | "if", "fill") => "a `fill` has no conditions: it runs before anything is decided",
        ("because", "label") => "a label has no reason: the items that read it have theirs",
        ("allow" | "require" | "deny" | "report", "exception") => "an exception says `instead STEPS`; without it the items are lifted",
        ("allow" | "require" | "deny" | "report", "kill") => "a kill switch always refuses, or parks with `park until DATE`",
        ("allow" | "require" | "deny" | "report", "label") => "a label decides nothing: write a floor or a rule `when job.labels has …`",
        ("allow" | "require" | "deny" | "report", "agent") => {
            "an agent is bound by `uses`, `own flow`, `clearance` and `max`; write a rule for the rest"
        }
        ("allow" | "require" | "deny" | "report", "routine") => "a routine is bound by `only`; write a rule for the rest",
        ("allow" | "require" | "deny" | "report", "fill" | "stub") => "it decides nothing: write a rule for that",
        _ => return None,
    })
}

/// `expected A, B or C, `, empty where nothing helpful is known.
fn expected(positives: &[Rule]) -> String {
    let mut phrases: Vec<(u8, String)> = positives.iter().filter_map(|rule| phrase(*rule)).collect();
    phrases.sort();
    phrases.dedup();
    let condition = phrases.iter().any(|(_, phrase)| phrase == CONDITION);
    let outcome = phrases.iter().any(|(_, phrase)| phrase == OUTCOME);
    let clauses = phrases.iter().filter(|(rank, _)| *rank == CLAUSE).count();
    let mut names: Vec<String> = phrases
        .into_iter()
        .filter(|(rank, phrase)| !(condition && phrase == VALUE || outcome && phrase == STEP) && (clauses < 4 || *rank != CLAUSE))
        .map(|(_, phrase)| phrase)
        .collect();
    if clauses >= 4 {
        names.push(A_CLAUSE.to_owned());
    }
    names.truncate(5);
    match names.split_last() {
        None if positives.contains(&Rule::EOI) => "expected the end of the item, ".to_owned(),
        None => "this is not expected here: ".to_owned(),
        Some((only, [])) => format!("expected {only}, "),
        Some((last, rest)) => format!("expected {} or {last}, ", rest.join(", ")),
    }
}

const CONDITION: &str = "a condition";
const VALUE: &str = "a value";
const OUTCOME: &str = "an outcome";
const STEP: &str = "a step (`confirm`, `approve by …`)";
const A_CLAUSE: &str = "a clause";
/// The rank of words that start a clause: last in a list, and one phrase where there are many.
const CLAUSE: u8 = 9;

/// What a rule is called, and its place in a list; `None` for what is not worth naming.
fn phrase(rule: Rule) -> Option<(u8, String)> {
    if CLAUSES.contains(&rule) {
        return Some((CLAUSE, A_CLAUSE.to_owned()));
    }
    match PHRASES.iter().find(|(.., rules)| rules.contains(&rule)) {
        Some((rank, phrase, _)) => Some((*rank, (*phrase).to_owned())),
        None => word(rule).map(|word| (word_rank(&word), format!("`{word}`"))),
    }
}

/// The rules that read a clause, or all clauses of an item.
const CLAUSES: &[Rule] = &[
    Rule::rule_clause,
    Rule::only_rule_clauses,
    Rule::command_clause,
    Rule::only_command_clauses,
    Rule::commands_clause,
    Rule::only_commands_clauses,
    Rule::policy_clause,
    Rule::only_policy_clauses,
    Rule::catalog_clause,
    Rule::only_catalog_clauses,
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
    Rule::on,
    Rule::when,
    Rule::unless,
    Rule::because,
    Rule::starts,
    Rule::expires,
    Rule::shadow,
    Rule::final_,
    Rule::over,
    Rule::applies,
    Rule::priority,
    Rule::server,
    Rule::trust,
    Rule::effect_line,
    Rule::mark,
    Rule::open_line,
    Rule::measure,
    Rule::sum,
    Rule::count,
    Rule::above,
    Rule::label_from,
    Rule::taints,
    Rule::level,
    Rule::clears,
    Rule::after,
    Rule::arg,
    Rule::origin_from,
    Rule::duty_pair,
    Rule::same,
    Rule::per,
    Rule::sequence_step,
    Rule::within,
    Rule::uses,
    Rule::own_flow,
    Rule::clearance,
    Rule::max,
    Rule::on_loop,
    Rule::on_unknown,
    Rule::only,
    Rule::fill_arg,
    Rule::stub_result,
    Rule::redact,
    Rule::kill_on,
    Rule::kill_agent,
    Rule::kill_principal,
    Rule::kill_all,
    Rule::park,
    Rule::to,
    Rule::instead,
    Rule::command_match,
    Rule::through,
    Rule::command_after,
    Rule::hits,
    Rule::asks,
    Rule::misses,
    Rule::otherwise,
    Rule::unsure,
    Rule::unreadable,
    Rule::first_match,
];

/// Places in a list, what stands there, and the rules called so. A rule that is in no row is a word, or nothing to name.
const PHRASES: &[(u8, &str, &[Rule])] = &[
    (
        0,
        CONDITION,
        &[
            Rule::condition,
            Rule::conjunction,
            Rule::negation,
            Rule::not,
            Rule::group,
            Rule::quantified,
            Rule::existence,
            Rule::relation,
            Rule::quantifier,
            Rule::k_exists,
            Rule::k_any,
            Rule::k_every,
            Rule::k_not,
        ],
    ),
    (1, "a string `\"…\"`", &[Rule::text, Rule::plain_text]),
    (1, "a number, duration or date", &[Rule::numeric]),
    (1, "a command pattern in backticks", &[Rule::shell_text, Rule::matched, Rule::backtick, Rule::open_backtick]),
    (1, "a command line `\"…\"`", &[Rule::command_line]),
    (1, "the name of a program", &[Rule::through_name]),
    (
        0,
        VALUE,
        &[
            Rule::value,
            Rule::list,
            Rule::version,
            Rule::place,
            Rule::path,
            Rule::k_true,
            Rule::k_false,
            Rule::k_null,
            Rule::fallback,
            Rule::json,
            Rule::column,
            Rule::json_word,
        ],
    ),
    (
        1,
        "a name",
        &[
            Rule::name,
            Rule::item_name,
            Rule::head_name,
            Rule::given_name,
            Rule::binder,
            Rule::role_entry,
            Rule::dotted,
            Rule::item_path,
            Rule::side,
            Rule::role_word,
            Rule::people,
        ],
    ),
    (
        1,
        "a function pattern `server.function`",
        &[Rule::target, Rule::pattern, Rule::pair, Rule::half, Rule::server_part, Rule::quoted_part],
    ),
    (1, "a function name", &[Rule::function_part, Rule::function_name, Rule::function_names]),
    (1, "an argument", &[Rule::segment, Rule::argument, Rule::mark_argument]),
    (1, "a word", &[Rule::effect_word, Rule::line_word]),
    (1, STEP, &[Rule::steps, Rule::step, Rule::approve, Rule::notify, Rule::bare_steps]),
    (1, "an option such as `ticket 24h`", &[Rule::option, Rule::timed]),
    (2, "an operator", &[Rule::comparison, Rule::operator, Rule::symbol, Rule::word_operator, Rule::within_operator]),
    (1, "a window such as `mon-fri 07:00..19:00 in \"Europe/Zurich\"`", &[Rule::window]),
    (3, "`and`", &[Rule::and, Rule::step_join]),
    (4, "`or`", &[Rule::or]),
    (5, "`{`", &[Rule::open_brace, Rule::json_object]),
    (10, "`}`", &[Rule::close_brace]),
    (5, "`(`", &[Rule::open_paren]),
    (5, "`)`", &[Rule::close_paren]),
    (5, "`[`", &[Rule::open_bracket, Rule::json_list, Rule::roles, Rule::labels]),
    (6, "`]`", &[Rule::close_bracket]),
    (5, "`,`", &[Rule::comma]),
    (5, "`=`", &[Rule::equals]),
    (5, "`=>`", &[Rule::arrow]),
    (5, "`:`", &[Rule::json_colon]),
    (5, "`..`", &[Rule::dots]),
    (CLAUSE, "a row (`read allow`, `* deny`)", &[Rule::row, Rule::row_head, Rule::only_rows]),
    (CLAUSE, "a statement (`as`, `given`, `call`, `job`, …)", &[Rule::statement, Rule::only_statements]),
    (1, "a fact such as `now` or `session {…}`", &[Rule::given_part]),
    (1, "`allow`, `deny` or steps", &[Rule::expected]),
    (1, "`withhold`, `result …` or `as is`", &[Rule::expected_result]),
    (1, "whose it is (`job`, `tree`, `person`, `agent`)", &[Rule::whose, Rule::owner_word, Rule::owner]),
    (2, "a time such as `24h` or `ever`", &[Rule::period]),
    (1, "`principal` or a function pattern `server.function`", &[Rule::source, Rule::principal]),
    (3, "`depth` or `children`", &[Rule::most, Rule::slip_most]),
    (5, "`<`", &[Rule::level_join]),
    (5, "`|`", &[Rule::side_join]),
    (CLAUSE, "`via`", &[Rule::via]),
    (1, "a cause (`unknown`, `schema`, `case`, `function`, `limit`)", &[Rule::cause]),
    (
        1,
        OUTCOME,
        &[
            Rule::allow,
            Rule::require,
            Rule::deny,
            Rule::at_least,
            Rule::report,
            Rule::stop_job,
            Rule::fail_job,
            Rule::withhold,
            Rule::k_at,
            Rule::k_report,
            Rule::k_stop,
            Rule::k_fail,
            Rule::k_withhold,
            Rule::k_allow,
            Rule::k_require,
            Rule::k_deny,
            Rule::slip_allow,
            Rule::slip_deny,
        ],
    ),
];

fn word_rank(word: &str) -> u8 {
    if words::LINE_WORDS.iter().any(|(_, words)| words.contains(&word)) { CLAUSE } else { 7 }
}

/// The word that a word rule reads: `k_server_check` reads `server-check`. The grammar keeps to this spelling.
fn word(rule: Rule) -> Option<String> {
    if matches!(rule, Rule::k_else | Rule::k_seen) {
        return None;
    }
    format!("{rule:?}").strip_prefix("k_").map(|word| word.replace('_', "-"))
}

/// Words that could have been meant.
fn candidates(positives: &[Rule], item: &str) -> Vec<&'static str> {
    let mut candidates: Vec<&'static str> = Vec::new();
    let starts_line = |rule: &Rule| CLAUSES.contains(rule) || matches!(rule, Rule::statement | Rule::only_statements | Rule::row);
    if positives.iter().any(starts_line) {
        candidates.extend(words::LINE_WORDS.iter().filter(|(word, _)| *word == item).flat_map(|(_, words)| words.iter().copied()));
    }
    for rule in positives {
        candidates.extend_from_slice(match rule {
            Rule::and | Rule::step_join => &["and"],
            Rule::or => &["or"],
            Rule::comparison | Rule::operator | Rule::word_operator | Rule::within_operator => OPERATORS,
            Rule::condition | Rule::conjunction | Rule::negation => &["not", "any", "every", "exists"],
            Rule::steps | Rule::step | Rule::bare_steps => STEPS,
            Rule::option | Rule::timed => OPTIONS,
            Rule::expected | Rule::k_deny | Rule::deny => &["allow", "deny", "confirm", "approve"],
            Rule::expected_result => &["withhold", "result", "as"],
            Rule::whose | Rule::owner_word => &["job", "tree", "person", "agent"],
            Rule::k_matches => &["matches"],
            Rule::k_as => &["as"],
            Rule::k_until => &["until"],
            Rule::k_loop | Rule::k_unknown => &["loop", "unknown"],
            Rule::most | Rule::k_depth | Rule::k_children => &["depth", "children"],
            Rule::k_least => &["least"],
            Rule::k_flow => &["flow"],
            Rule::k_labels => &["labels"],
            Rule::k_yes | Rule::k_no => &["yes", "no"],
            Rule::effect_word | Rule::row_head | Rule::row | Rule::only_rows => words::EFFECT_WORDS,
            Rule::k_after => &["after"],
            Rule::k_from => &["from"],
            Rule::k_by => &["by"],
            Rule::k_with => &["with"],
            Rule::via => &["via"],
            Rule::having | Rule::lacking | Rule::effects => &["having", "lacking", "effect"],
            _ => &[],
        });
    }
    candidates
}

const OPERATORS: &[&str] = &["in", "has", "like", "matches", "contains", "starts", "ends", "under", "within", "not"];
const STEPS: &[&str] = &["confirm", "approve", "classify", "server-check", "notify"];
const OPTIONS: &[&str] = &["hold", "retry", "ticket", "grant", "recheck", "bind", "self-approval", "distinct", "allowance"];
