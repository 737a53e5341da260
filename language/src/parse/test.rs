//! `test "name" { as … given … call … each … }`

use pest::iterators::Pair;

use super::block::{self, BlockBuilder, BlockGrammar};
use super::grammar::Rule;
use super::reader::Reader;
use super::{declaration, json, later_edition, outcome, pattern, text, time};
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::span::{Span, Spanned};
use crate::suggestion::nearest;
use crate::tree::{AsTree, CallTree, EachTree, ExpectedTree, ExpectedVerdict, GivenTree, ItemTree, Name, StatementTree, TestTree, ViaTree};
use crate::words::{LATER_TEST_WORDS, TEST_WORDS, shown};

const GRAMMAR: BlockGrammar = BlockGrammar {
    whole: Rule::test_item,
    head: Rule::test_head,
    only_head: Rule::only_test_head,
    line: Rule::statement,
    only_lines: Rule::only_statements,
    some_lines: Rule::some_statements,
    line_is_wrapped: true,
    line_words: TEST_WORDS,
    also_starts_line: |_| false,
};

/// Reads the item at hand, of which the given statements were blanked out.
pub(super) fn read(reader: &mut Reader<'_>, later: &[Spanned<String>]) -> ItemTree {
    let mut test = Test { name: None, statements: Vec::new() };
    block::read(reader, &GRAMMAR, &mut test);
    for statement in later {
        reader.report(later_edition(statement.span, &statement.value));
        let word = Spanned::new(statement.value.clone(), statement.span);
        test.statements.push((statement.span, StatementTree::NotInThisEdition(word)));
    }
    test.statements.sort_by_key(|(span, _)| *span);
    let statements = test.statements.into_iter().map(|(_, statement)| statement).collect();
    test.name.map_or(ItemTree::Broken, |name| ItemTree::Test(TestTree { name, statements }))
}

struct Test {
    name: Option<Spanned<String>>,
    statements: Vec<(Span, StatementTree)>,
}

impl<'t> BlockBuilder<'t> for Test {
    fn head(&mut self, reader: &mut Reader<'t>, pair: Pair<'t, Rule>) {
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::text => self.name = Some(text::read(reader, part)),
                Rule::item_name => self.name = Some(unquoted_name(reader, &part)),
                _ => {}
            }
        }
    }

    fn line(&mut self, reader: &mut Reader<'t>, pair: Pair<'t, Rule>) {
        let span = reader.span(&pair);
        self.statements.extend(statement(reader, pair).map(|statement| (span, statement)));
    }
}

fn unquoted_name<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) -> Spanned<String> {
    let name = reader.spanned(pair);
    reader.slip(codes::QUOTES, pair, "a test's name is a sentence in quotes", &format!("\"{}\"", name.value));
    name
}

fn statement<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<StatementTree> {
    match pair.as_rule() {
        Rule::as_ => Some(StatementTree::As(principal(reader, pair))),
        Rule::given => Some(StatementTree::Given(facts(reader, pair))),
        Rule::call => call(reader, pair).map(StatementTree::Call),
        Rule::each => Some(StatementTree::Each(each(reader, pair))),
        _ => None,
    }
}

fn principal<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> AsTree {
    let span = reader.span(&pair);
    let mut tree = AsTree { agent: false, name: None, roles: None, span };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::k_agent => tree.agent = true,
            Rule::text => tree.name = Some(text::read(reader, part)),
            Rule::roles => tree.roles = Some(roles(reader, part)),
            _ => {}
        }
    }
    tree
}

fn roles<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<Name> {
    let words = pair.into_inner().filter(|part| part.as_rule() == Rule::role_word).filter_map(|part| part.into_inner().next());
    words.map(|word| if word.as_rule() == Rule::text { text::read(reader, word) } else { reader.spanned(&word) }).collect()
}

fn facts<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<Spanned<GivenTree>> {
    let parts = reader.parts(pair).into_iter().filter(|part| part.as_rule() == Rule::given_part);
    let mut facts = Vec::new();
    for part in parts.filter_map(|part| part.into_inner().next()) {
        let span = reader.span(&part);
        facts.extend(fact(reader, part).map(|fact| Spanned::new(fact, span)));
    }
    facts
}

fn fact<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<GivenTree> {
    let (rule, span) = (pair.as_rule(), reader.span(&pair));
    let mut parts = pair.into_inner();
    match rule {
        Rule::given_unknown => Some(GivenTree::Unknown(declaration::words(reader, parts.next()?))),
        Rule::given_now => time::read_instant(reader, parts.nth(1)?).map(GivenTree::Now),
        Rule::given_granted => Some(GivenTree::Granted(parts.next()?.as_rule() == Rule::k_granted)),
        Rule::given_paths => {
            let parts: Vec<_> = parts.collect();
            let open = parts.iter().any(|part| part.as_rule() == Rule::k_open);
            let seen = json::read(reader, parts.into_iter().find(|part| part.as_rule() == Rule::json_list)?);
            Some(GivenTree::Paths { open, seen })
        }
        Rule::given_labels => {
            reader.broken(later_edition(span, "job labels"));
            None
        }
        _ => part_of_call(reader, parts.next()?, parts.next()?),
    }
}

/// The parts of a call that `given` describes by a table of members.
const PARTS: &[&str] = &["session", "principal", "agent", "job"];

fn part_of_call<'t>(reader: &mut Reader<'t>, word: Pair<'t, Rule>, members: Pair<'t, Rule>) -> Option<GivenTree> {
    let part = reader.spanned(&word);
    let members = json::read(reader, members);
    if PARTS.contains(&part.value.as_str()) {
        return Some(GivenTree::Part(part, members));
    }
    let diagnostic = Diagnostic::error(codes::UNEXPECTED, part.span, format!("a call has no part `{}`", shown(&part.value)));
    reader.broken(match nearest(&part.value, PARTS) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")).fix(format!("write `{near}`"), part.span, near, false),
        None => diagnostic.help("the parts are `session`, `principal`, `agent` and `job`; arguments stand in the `call`"),
    });
    None
}

fn call<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<CallTree> {
    let span = reader.span(&pair);
    let (mut function, mut arguments, mut expectation) = (None, None, None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::pattern => function = Some(pattern::read(reader, part)?),
            Rule::json_object => arguments = Some(json::read(reader, part)),
            Rule::slip_arrow => reader.slip(codes::OPERATOR_WORD, &part, format!("`{}` is written `=>`", part.as_str()), "=>"),
            Rule::expected => expectation = Some(expected(reader, part)),
            _ => {}
        }
    }
    Some(CallTree { function: function?, arguments, expected: expectation, span })
}

fn expected<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> ExpectedTree {
    let span = reader.span(&pair);
    let mut tree = ExpectedTree { verdict: ExpectedVerdict::Deny, via: None, because_unknown: None, because: None, span };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::k_allow | Rule::slip_allow => {
                outcome::foreign_word(reader, &part, "allow");
                tree.verdict = ExpectedVerdict::Allow;
            }
            Rule::slip_deny => outcome::foreign_word(reader, &part, "deny"),
            Rule::steps => tree.verdict = ExpectedVerdict::Steps(outcome::steps(reader, part)),
            Rule::slip_expected => {
                let message = format!("an expectation is the outcome itself, without `{}`", part.as_str().trim());
                reader.slip(codes::NOT_AN_OUTCOME_WORD, &part, message, "");
            }
            Rule::because_cause => because(reader, part, &mut tree),
            Rule::via => tree.via = part.into_inner().nth(1).map(|part| via(reader, part)),
            _ => {}
        }
    }
    tree
}

/// `because unknown` is a mark of its own; any other word is kept for the names' half to judge.
fn because<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, tree: &mut ExpectedTree) {
    let whole = reader.span(&pair);
    let Some(word) = pair.into_inner().nth(1).map(|word| reader.spanned(&word)) else { return };
    match word.value.as_str() {
        "unknown" => tree.because_unknown = Some(whole),
        _ => tree.because = Some(word),
    }
}

fn via<'t>(reader: &Reader<'t>, pair: Pair<'t, Rule>) -> ViaTree {
    match pair.as_rule() {
        Rule::via_default => {
            ViaTree::Default(pair.into_inner().find(|part| part.as_rule() == Rule::name).map(|part| reader.spanned(&part)))
        }
        _ => ViaTree::Item(declaration::words(reader, pair)),
    }
}

fn each<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> EachTree {
    let span = reader.span(&pair);
    let (mut rows, mut statements) = (Vec::new(), Vec::new());
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::json_object => rows.push(json::read(reader, part)),
            Rule::statement => {
                for inner in reader.parts(part) {
                    statements.extend(statement(reader, inner));
                }
            }
            _ => {}
        }
    }
    EachTree { rows, statements, span }
}

/// Statements that carry state from call to call, each to the start of the next statement: this edition does not read them.
pub(super) fn later_statements(text: &str, item: &[Token]) -> Vec<Spanned<String>> {
    let tokens: Vec<Token> = item.iter().copied().filter(|token| token.is_significant()).collect();
    let mut found: Vec<Spanned<String>> = Vec::new();
    let mut depth = 0usize;
    let mut reading = false;
    for (at, token) in tokens.iter().enumerate() {
        let ends = depth == 1 && (token.is('}') || (starts_statement(text, &tokens, at) && TEST_WORDS.contains(&token.text(text))));
        let starts = depth == 1 && is_later_statement(text, &tokens, at);
        reading &= !ends && !starts;
        if starts {
            found.push(Spanned::new(token.text(text).to_owned(), Span::new(token.start, token.end)));
            reading = true;
        }
        if let Some(last) = found.last_mut().filter(|_| reading) {
            last.span.end = Span::new(token.start, token.end).end;
        }
        match token.kind {
            TokenKind::Sign('{' | '[' | '(') => depth += 1,
            TokenKind::Sign('}' | ']' | ')') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    found
}

fn starts_statement(text: &str, tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    tokens.get(at).is_some_and(|token| token.is_first_on_line(text)) || before.is_some_and(|before| before.is('{') || before.is('}'))
}

fn is_later_statement(text: &str, tokens: &[Token], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text(text));
    let statement = LATER_TEST_WORDS.contains(&word(at)) && starts_statement(text, tokens, at) && word(at + 1) != ".";
    // `job { depth: 1 }` on a line of its own still belongs to the `given` before it.
    let members = word(at) == "job" && (word(at + 1) != "{" || word(at + 3) == ":");
    statement && !members
}

/// The text with these places blanked out, lines and lengths kept.
pub(super) fn masked(text: &str, places: &[Spanned<String>]) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut at = 0usize;
    for place in places {
        let (start, end) = (place.span.start as usize, place.span.end as usize);
        masked.push_str(text.get(at..start).unwrap_or(""));
        masked.extend(
            text.get(start..end).unwrap_or("").bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }),
        );
        at = end;
    }
    masked.push_str(text.get(at..).unwrap_or(""));
    masked
}
