//! Items made of clauses: reads each clause; [`crate::clause_order`] says what it belongs to, and the item's own module what it makes.

use pest::iterators::Pair;

use super::block::{self, BlockBuilder, BlockGrammar};
use super::grammar::Rule;
use super::outcome::{self, Place};
use super::reader::Reader;
use super::{agent, command, duty, exception, expression, kill, limit, name, origin, owner, pattern, result, text, time, value};
use crate::clause_order::{Clause, ClauseKind, Order, Part, Slot, Stands, arrange};
use crate::codes::syntax as codes;
use crate::lexer::Token;
use crate::span::{Span, Spanned};
use crate::suggestion::nearest;
use crate::tree::{GroundTree, LineTree, Name, OutcomeTree, StepTree, TailTree, VerdictTree};
use crate::words::FOREIGN_CLAUSE_WORDS;

/// An item made of clauses.
pub(super) struct Form {
    pub(super) grammar: BlockGrammar,
    pub(super) order: Order,
    /// Where its outcomes stand.
    pub(super) outcomes: Place,
}

/// What an outcome owns.
pub(super) const OUTCOME: Slot = Slot::many(Stands::Outcome, &[Stands::When, Stands::Unless, Stands::Because]);
/// The clauses at the end of an item that decides.
pub(super) const STARTS: Slot = Slot::one(Stands::Starts);
pub(super) const EXPIRES: Slot = Slot::one(Stands::Expires);
pub(super) const SHADOW: Slot = Slot::one(Stands::Shadow);
pub(super) const FINAL: Slot = Slot::one(Stands::Final);
/// The clauses at its head.
pub(super) const ON: Slot = Slot::one(Stands::On);
pub(super) const WHEN: Slot = Slot::one(Stands::When);
pub(super) const UNLESS: Slot = Slot::one(Stands::Unless);

/// Words that start a clause in other languages, or here without their first word.
const FOREIGN_WORDS: &[&str] = &[
    "if", "where", "permit", "forbid", "block", "reject", "refuse", "reason", "message", "confirm", "approve", "ask", "at-least",
    "at_least", "atleast", "minimum", "min",
];

/// Whether a word that is no clause word of the item is meant as one: of other languages, of other items, or one of these.
pub(super) fn is_foreign_word(word: &str, of_item: &[&str]) -> bool {
    FOREIGN_WORDS.contains(&word) || FOREIGN_CLAUSE_WORDS.contains(&word) || of_item.contains(&word)
}

/// The clauses of an item, in their order.
#[derive(Default)]
pub(super) struct Clauses {
    /// Its name, where one stands and can be read.
    pub(super) name: Option<Name>,
    pub(super) ground: GroundTree,
    pub(super) outcomes: Vec<OutcomeTree>,
    pub(super) tail: TailTree,
    /// The item's own.
    pub(super) own: Vec<Part>,
}

/// Reads the item at hand.
pub(super) fn read(reader: &mut Reader<'_>, form: &Form) -> Clauses {
    let mut builder = Builder { form, name: None, read: Vec::new() };
    block::read(reader, &form.grammar, &mut builder);
    let arranged = arrange(reader.text, builder.read, &form.order, reader.complete);
    reader.complete &= arranged.complete;
    reader.diagnostics.extend(arranged.diagnostics);
    let mut clauses = Clauses { name: builder.name, ..Clauses::default() };
    arranged.parts.into_iter().for_each(|part| clauses.take(part));
    clauses
}

impl Clauses {
    fn take(&mut self, part: Part) {
        match part.kind {
            ClauseKind::On(targets) => self.ground.on = targets,
            ClauseKind::When(condition) => self.ground.when = Some(condition),
            ClauseKind::Unless(condition) => self.ground.unless = Some(condition),
            ClauseKind::Starts(instant) => self.tail.starts = Some(instant),
            ClauseKind::Expires(instant) => self.tail.expires = Some(instant),
            ClauseKind::Shadow => self.tail.shadow = Some(part.span),
            ClauseKind::Final => self.tail.is_final = Some(part.span),
            ClauseKind::Outcome(ref verdict) => self.outcomes.push(outcome_of(verdict.clone(), part)),
            _ => self.own.push(part),
        }
    }
}

/// An outcome with its guards and its reason.
pub(super) fn outcome_of(verdict: VerdictTree, part: Part) -> OutcomeTree {
    OutcomeTree { verdict, when: part.own.when, unless: part.own.unless, because: part.own.because, span: part.span }
}

/// A line of targets with its guards, and the steps behind it.
pub(super) fn line_of(on: Vec<crate::tree::TargetTree>, own: crate::clause_order::Own, span: Span) -> (LineTree, Vec<StepTree>) {
    (LineTree { ground: GroundTree { on, when: own.when, unless: own.unless }, span }, own.after)
}

struct Builder<'f> {
    form: &'f Form,
    name: Option<Name>,
    read: Vec<Clause>,
}

impl<'t> BlockBuilder<'t> for Builder<'_> {
    fn head(&mut self, reader: &mut Reader<'t>, pair: Pair<'t, Rule>) {
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::head_name => self.name = Some(name::declared(reader, part)),
                Rule::given_name => self.name = name::given(reader, part),
                _ => {}
            }
        }
    }

    fn line(&mut self, reader: &mut Reader<'t>, pair: Pair<'t, Rule>) {
        let span = reader.span(&pair);
        let is_outcome = outcome::is_verdict(pair.as_rule());
        match clause(reader, pair, self.form.outcomes) {
            Some(kind) => self.read.push(Clause { kind, span }),
            None if is_outcome => self.read.push(Clause { kind: ClauseKind::Lost, span }),
            None => {}
        }
    }

    /// A guard that could not be read stays a guard, so that its outcome does not look unguarded; an owner that could not be read stays one,
    /// so that what is its own is not taken for another's.
    fn broken(&mut self, reader: &mut Reader<'t>, first: Token, span: Span) {
        let word = first.text(reader.text);
        let meant = match self.form.grammar.line_words.contains(&word) {
            true => word,
            false => nearest(word, self.form.grammar.line_words).unwrap_or(word),
        };
        let order = &self.form.order;
        let kind = match meant {
            "when" | "if" | "where" if order.has(Stands::When) => ClauseKind::When(expression::broken(span)),
            "unless" if order.has(Stands::Unless) => ClauseKind::Unless(expression::broken(span)),
            _ if order.owner_starts_with(meant) => ClauseKind::Lost,
            _ => return,
        };
        self.read.push(Clause { kind, span });
    }
}

fn clause<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, place: Place) -> Option<ClauseKind> {
    foreign_word(reader, &pair);
    Some(match pair.as_rule() {
        Rule::on => ClauseKind::On(pattern::targets(reader, pair)),
        Rule::when => ClauseKind::When(expression::inside(reader, pair)?),
        Rule::unless => ClauseKind::Unless(expression::inside(reader, pair)?),
        Rule::because => ClauseKind::Because(reason(reader, pair)?),
        Rule::starts => ClauseKind::Starts(instant(reader, pair)?),
        Rule::expires => ClauseKind::Expires(instant(reader, pair)?),
        Rule::shadow => ClauseKind::Shadow,
        Rule::final_ => ClauseKind::Final,
        rule if outcome::is_verdict(rule) => ClauseKind::Outcome(outcome::verdict(reader, pair, place)?),
        _ => own(reader, pair)?,
    })
}

/// A clause that only some items have.
fn own<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<ClauseKind> {
    let span = reader.span(&pair);
    Some(match pair.as_rule() {
        Rule::measure => ClauseKind::Measure(limit::measure(reader, pair)?),
        Rule::above => ClauseKind::Above(limit::above(reader, pair)?),
        Rule::label_from => ClauseKind::From(pattern::targets(reader, pair)),
        Rule::taints => ClauseKind::Taints,
        Rule::level => ClauseKind::Level(name::used(reader, pair)?),
        Rule::clears => ClauseKind::Clears(pattern::targets(reader, pair)),
        Rule::after => ClauseKind::After(outcome::first_steps(reader, pair)),
        Rule::arg => ClauseKind::Arguments(value::arguments(reader, pair)),
        Rule::origin_from => origin::sources(reader, pair),
        Rule::duty_pair => ClauseKind::Pair(duty::pair(reader, pair)),
        Rule::same => ClauseKind::Same(value::arguments(reader, pair)),
        Rule::per => ClauseKind::Per(owner::per(reader, pair, owner::PEOPLE)?),
        Rule::sequence_step => ClauseKind::Step(pattern::targets(reader, pair)),
        Rule::within => ClauseKind::Within(owner::per(reader, pair, owner::JOBS)?),
        Rule::uses => ClauseKind::Uses(Spanned::new(pattern::targets(reader, pair), span)),
        Rule::only => ClauseKind::Only(Spanned::new(pattern::targets(reader, pair), span)),
        Rule::own_flow => ClauseKind::OwnFlow(name::used(reader, pair)?),
        Rule::clearance => ClauseKind::Clearance(name::used(reader, pair)?),
        Rule::max => agent::max(reader, pair),
        Rule::on_loop => ClauseKind::OnLoop(agent::outcome(reader, pair, Place::Loop)?),
        Rule::on_unknown => ClauseKind::OnUnknown(agent::outcome(reader, pair, Place::Unknown)?),
        Rule::fill_arg => ClauseKind::Fill(result::argument(reader, pair)?),
        Rule::stub_result => ClauseKind::Answer(result::answer(reader, pair)?),
        Rule::redact => ClauseKind::Redact(result::redact(reader, pair)?),
        Rule::park => ClauseKind::Park(instant(reader, pair)?),
        Rule::to => ClauseKind::To(exception::to(reader, pair)),
        Rule::instead => ClauseKind::Instead(exception::instead(reader, pair)),
        Rule::command_match => ClauseKind::Match(command::matches(reader, pair)),
        Rule::through => ClauseKind::Through(command::through(reader, pair)),
        Rule::command_after => ClauseKind::Behind(command::after(reader, pair)),
        Rule::hits => ClauseKind::Hits(command::lines(reader, pair)),
        Rule::asks => ClauseKind::Asks(command::lines(reader, pair)),
        Rule::misses => ClauseKind::Misses(command::lines(reader, pair)),
        Rule::otherwise => ClauseKind::Otherwise(agent::outcome(reader, pair, Place::Row)?),
        Rule::unsure => ClauseKind::Unsure(agent::outcome(reader, pair, Place::Doubt)?),
        Rule::unreadable => ClauseKind::Unreadable(agent::outcome(reader, pair, Place::Doubt)?),
        Rule::first_match => ClauseKind::FirstMatch,
        _ => ClauseKind::Stops(kill::target(reader, pair)?),
    })
}

/// Words of other languages, and those of this one in another form, by the word that is meant.
const FOREIGN: &[(Rule, &str)] = &[
    (Rule::slip_when, "when"),
    (Rule::slip_because, "because"),
    (Rule::slip_sum, "sum"),
    (Rule::slip_count, "count"),
    (Rule::slip_above, "above"),
    (Rule::slip_from, "from"),
    (Rule::slip_from_only, "only from"),
    (Rule::slip_taints, "taints"),
    (Rule::slip_level, "level"),
    (Rule::slip_clears, "clears"),
    (Rule::slip_arg, "arg"),
    (Rule::slip_pair, "pair"),
    (Rule::slip_per, "per"),
    (Rule::slip_step, "step"),
    (Rule::slip_uses, "uses"),
    (Rule::slip_own_flow, "own flow"),
    (Rule::slip_on_loop, "on loop"),
    (Rule::slip_on_unknown, "on unknown"),
    (Rule::slip_only, "only"),
    (Rule::slip_result, "result"),
    (Rule::slip_principal, "principal"),
    (Rule::slip_all, "all"),
    (Rule::slip_park, "park until"),
    (Rule::slip_to, "to"),
    (Rule::slip_match, "match"),
    (Rule::slip_through, "through"),
    (Rule::slip_hits, "hits"),
    (Rule::slip_asks, "asks"),
    (Rule::slip_misses, "misses"),
    (Rule::slip_otherwise, "otherwise"),
    (Rule::slip_unsure, "unsure"),
    (Rule::slip_unreadable, "unreadable"),
    (Rule::slip_first_match, "first-match"),
];

/// `if` for `when`, `reason` for `because`, `steps` for `step`.
pub(super) fn foreign_word<'t>(reader: &mut Reader<'t>, pair: &Pair<'t, Rule>) {
    let Some(word) = pair.clone().into_inner().next() else { return };
    if let Some((_, meant)) = FOREIGN.iter().find(|(rule, _)| *rule == word.as_rule()) {
        reader.slip(codes::CLAUSE_WORD, &word, format!("`{}` is written `{meant}`", word.as_str().trim_end()), meant);
    }
}

/// The string of a `because` pair.
pub(super) fn reason<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Spanned<String>> {
    let written = reader.parts(pair).into_iter().find(|part| part.as_rule() == Rule::text)?;
    Some(text::read_reason(reader, written))
}

fn instant<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> Option<Spanned<i64>> {
    let written = reader.parts(pair).into_iter().find(|part| matches!(part.as_rule(), Rule::numeric | Rule::text))?;
    let span = reader.span(&written);
    time::read_instant(reader, written).map(|second| Spanned::new(second, span))
}
