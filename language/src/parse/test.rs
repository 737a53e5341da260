//! `test "name" { as … given … call … each … job … turn … result … answer … event … }`

use pest::iterators::Pair;

use super::block::{self, BlockBuilder, BlockGrammar};
use super::grammar::Rule;
use super::reader::Reader;
use super::{declaration, json, outcome, pattern, text, time};
use crate::codes::syntax as codes;
use crate::diagnostic::Diagnostic;
use crate::span::{Span, Spanned};
use crate::suggestion::nearest;
use crate::tree::{
    AnswerTree, AsTree, BlockTree, CallTree, EachTree, EventTree, ExpectedResult, ExpectedTree, ExpectedVerdict, GivenTree, ItemTree, Json,
    Name, ResultStatement, StatementTree, TestTree, ViaTree,
};
use crate::words::{TEST_WORDS, shown};

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
    nested: &[("job", Rule::only_job_head), ("turn", Rule::only_turn_head), ("each", Rule::only_each_head)],
};

/// Reads the item at hand.
pub(super) fn read(reader: &mut Reader<'_>) -> ItemTree {
    let mut test = Test { name: None, statements: Vec::new(), around: Vec::new() };
    block::read(reader, &GRAMMAR, &mut test);
    let statements = test.statements;
    test.name.map_or(ItemTree::Broken, |name| ItemTree::Test(TestTree { name, statements }))
}

struct Test {
    name: Option<Spanned<String>>,
    /// Of the block at hand.
    statements: Vec<StatementTree>,
    /// The blocks around it: their heads, and the statements before them.
    around: Vec<(BlockHead, Vec<StatementTree>)>,
}

/// What stands before the `{` of a block of statements.
enum BlockHead {
    Job,
    Turn,
    Each(Vec<Spanned<Json>>),
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
        self.statements.extend(statement(reader, pair));
    }

    fn enter(&mut self, reader: &mut Reader<'t>, head: Option<Pair<'t, Rule>>) {
        let head = match head.as_ref().map(Pair::as_rule) {
            Some(Rule::job_head) => BlockHead::Job,
            Some(Rule::turn_head) => BlockHead::Turn,
            _ => BlockHead::Each(head.map(|head| rows(reader, head)).unwrap_or_default()),
        };
        self.around.push((head, std::mem::take(&mut self.statements)));
    }

    fn leave(&mut self, span: Span) {
        let Some((head, before)) = self.around.pop() else { return };
        let statements = std::mem::replace(&mut self.statements, before);
        self.statements.push(match head {
            BlockHead::Job => StatementTree::Job(BlockTree { statements, span }),
            BlockHead::Turn => StatementTree::Turn(BlockTree { statements, span }),
            BlockHead::Each(rows) => StatementTree::Each(EachTree { rows, statements, span }),
        });
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
        Rule::job => Some(StatementTree::Job(inner_block(reader, pair))),
        Rule::turn => Some(StatementTree::Turn(inner_block(reader, pair))),
        Rule::result_statement => Some(StatementTree::Result(result(reader, pair))),
        Rule::answer => Some(StatementTree::Answer(answer(reader, pair))),
        Rule::event_statement => event(reader, pair).map(StatementTree::Event),
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
            Rule::roles => tree.roles = Some(names(reader, part)),
            _ => {}
        }
    }
    tree
}

/// The names of `roles [ … ]` or `labels [ … ]`.
fn names<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<Name> {
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
    let rule = pair.as_rule();
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
            let whose = reader.spanned(&parts.next()?);
            let mut held = Vec::new();
            for part in parts {
                match part.as_rule() {
                    Rule::slip_labels => reader.slip(codes::CLAUSE_WORD, &part, "`label` is written `labels`", "labels"),
                    Rule::labels => held = names(reader, part),
                    _ => {}
                }
            }
            Some(GivenTree::Labels(whose, held))
        }
        Rule::given_list => {
            let list = reader.spanned(&parts.next()?);
            let parts: Vec<_> = parts.collect();
            let open = parts.iter().any(|part| part.as_rule() == Rule::k_open);
            let seen = json::read(reader, parts.into_iter().find(|part| part.as_rule() == Rule::json_list)?);
            Some(GivenTree::List { list, open, seen })
        }
        Rule::given_fact => host_fact(reader, parts.collect()),
        _ => part_of_call(reader, parts.next()?, parts.next()?),
    }
}

/// `fact NAME VALUE`
fn host_fact<'t>(reader: &mut Reader<'t>, parts: Vec<Pair<'t, Rule>>) -> Option<GivenTree> {
    let (mut name, mut held) = (None, None);
    for part in parts {
        match part.as_rule() {
            Rule::slip_fact => reader.slip(codes::CLAUSE_WORD, &part, "`facts` is written `fact`, once for each", "fact"),
            Rule::slip_colon | Rule::equals => {
                reader.slip(codes::PUNCTUATION, &part, format!("this `{}` is not needed", part.as_str()), "")
            }
            Rule::text => name = Some(text::read(reader, part)),
            Rule::name => name = Some(reader.spanned(&part)),
            Rule::json => held = Some(json::read(reader, part)),
            _ => {}
        }
    }
    Some(GivenTree::Fact(name?, held?))
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
            Rule::slip_arrow => arrow(reader, &part),
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
            Rule::k_stub => tree.verdict = ExpectedVerdict::Stub,
            Rule::k_hold => tree.verdict = ExpectedVerdict::Hold,
            Rule::slip_hold => {
                reader.slip(codes::CLAUSE_WORD, &part, format!("`{}` is written `hold`", part.as_str()), "hold");
                tree.verdict = ExpectedVerdict::Hold;
            }
            Rule::stop_job => {
                outcome::foreign_first(reader, part, "stop job");
                tree.verdict = ExpectedVerdict::StopJob;
            }
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

/// `job { … }`, `turn { … }`
fn inner_block<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> BlockTree {
    let span = reader.span(&pair);
    BlockTree { statements: inner(reader, pair), span }
}

fn inner<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<StatementTree> {
    let mut statements = Vec::new();
    for part in pair.into_inner().filter(|part| part.as_rule() == Rule::statement) {
        for inner in reader.parts(part) {
            statements.extend(statement(reader, inner));
        }
    }
    statements
}

/// `result { … } labels [ … ] => …`
fn result<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> ResultStatement {
    let span = reader.span(&pair);
    let mut tree = ResultStatement { value: None, failed: false, labels: Vec::new(), expected: None, span };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::k_failed => tree.failed = true,
            Rule::json => tree.value = Some(json::read(reader, part)),
            Rule::labels => tree.labels = names(reader, part),
            Rule::slip_arrow => arrow(reader, &part),
            Rule::expected_result => {
                let place = reader.span(&part);
                tree.expected = expected_result(reader, part).map(|expected| Spanned::new(expected, place));
            }
            _ => {}
        }
    }
    tree
}

fn expected_result<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<ExpectedResult> {
    let mut parts = pair.into_inner();
    let word = parts.next()?;
    let meant = match word.as_rule() {
        Rule::slip_withhold | Rule::k_deny => "withhold",
        Rule::slip_redact => "result",
        Rule::slip_as_is => "as is",
        _ => "",
    };
    if !meant.is_empty() {
        reader.slip(codes::CLAUSE_WORD, &word, format!("`{}` is written `{meant}`", word.as_str()), meant);
    }
    Some(match word.as_rule() {
        Rule::k_withhold | Rule::slip_withhold | Rule::k_deny => ExpectedResult::Withheld,
        Rule::k_result | Rule::slip_redact => ExpectedResult::Passed(json::read(reader, parts.next()?).value),
        _ => ExpectedResult::AsIs,
    })
}

/// `answer yes by "dana"`
fn answer<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> AnswerTree {
    let span = reader.span(&pair);
    let mut tree = AnswerTree { yes: false, by: None, span };
    for part in reader.parts(pair) {
        match part.as_rule() {
            Rule::k_yes => tree.yes = true,
            Rule::slip_yes => {
                reader.slip(codes::CLAUSE_WORD, &part, format!("`{}` is written `yes`", part.as_str()), "yes");
                tree.yes = true;
            }
            Rule::slip_no => reader.slip(codes::CLAUSE_WORD, &part, format!("`{}` is written `no`", part.as_str()), "no"),
            Rule::text => tree.by = Some(text::read(reader, part)),
            Rule::name => {
                let name = reader.spanned(&part);
                reader.slip(codes::QUOTES, &part, "a person's name stands in quotes", &format!("\"{}\"", name.value));
                tree.by = Some(name);
            }
            _ => {}
        }
    }
    tree
}

/// `event prompt.submit { … } => …`
fn event<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<EventTree> {
    let span = reader.span(&pair);
    let (mut name, mut arguments, mut expectation) = (None, None, None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::dotted => name = Some(reader.spanned(&part)),
            Rule::json_object => arguments = Some(json::read(reader, part)),
            Rule::slip_arrow => arrow(reader, &part),
            Rule::expected => expectation = Some(expected(reader, part)),
            _ => {}
        }
    }
    Some(EventTree { event: name?, arguments, expected: expectation, span })
}

fn arrow<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) {
    reader.slip(codes::OPERATOR_WORD, pair, format!("`{}` is written `=>`", pair.as_str()), "=>");
}

fn each<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> EachTree {
    let span = reader.span(&pair);
    let head = pair.clone().into_inner().find(|part| part.as_rule() == Rule::each_head);
    let rows = head.map(|head| rows(reader, head)).unwrap_or_default();
    EachTree { rows, statements: inner(reader, pair), span }
}

/// The rows of an `each_head` pair.
fn rows<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Vec<Spanned<Json>> {
    pair.into_inner().filter(|part| part.as_rule() == Rule::json_object).map(|row| json::read(reader, row)).collect()
}
