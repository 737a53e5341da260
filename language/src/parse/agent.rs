//! `agent NAME { uses … own flow … clearance … max … on loop … on unknown … }` and `routine NAME { only … }`

use pest::iterators::Pair;

use super::block::BlockGrammar;
use super::clauses::{self, Form};
use super::grammar::Rule;
use super::number;
use super::outcome::{self, Place};
use super::reader::Reader;
use crate::clause_order::{ClauseKind, Order, Slot, Stands, twice};
use crate::codes::syntax as codes;
use crate::span::Spanned;
use crate::tree::{AgentTree, ItemTree, RoutineTree, VerdictTree};
use crate::words::{AGENT_WORDS, ROUTINE_WORDS};

const REASON: &[Stands] = &[Stands::Because];

const AGENT: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::agent_item,
        head: Rule::agent_head,
        only_head: Rule::only_agent_head,
        line: Rule::agent_clause,
        only_lines: Rule::only_agent_clauses,
        some_lines: Rule::some_agent_clauses,
        line_is_wrapped: true,
        line_words: AGENT_WORDS,
        also_starts_line: |word| {
            clauses::is_foreign_word(
                word,
                &[
                    "use",
                    "flow",
                    "max-depth",
                    "max_depth",
                    "max-children",
                    "max_children",
                    "on-loop",
                    "on_loop",
                    "on-unknown",
                    "on_unknown",
                ],
            )
        },
        nested: &[],
    },
    order: Order(&[
        Slot::one(Stands::Uses),
        Slot::one(Stands::OwnFlow),
        Slot::one(Stands::Clearance),
        Slot::one(Stands::Max),
        Slot::owner(Stands::OnLoop, REASON),
        Slot::owner(Stands::OnUnknown, REASON),
    ]),
    outcomes: Place::Restriction,
};

const ROUTINE: Form = Form {
    grammar: BlockGrammar {
        whole: Rule::routine_item,
        head: Rule::routine_head,
        only_head: Rule::only_routine_head,
        line: Rule::routine_clause,
        only_lines: Rule::only_routine_clauses,
        some_lines: Rule::some_routine_clauses,
        line_is_wrapped: true,
        line_words: ROUTINE_WORDS,
        also_starts_line: |word| clauses::is_foreign_word(word, &["uses", "use"]),
        nested: &[],
    },
    order: Order(&[Slot::one(Stands::Only)]),
    outcomes: Place::Restriction,
};

/// Reads the agent at hand.
pub(super) fn read(reader: &mut Reader<'_>) -> ItemTree {
    let clauses = clauses::read(reader, &AGENT);
    let Some(name) = clauses.name else { return ItemTree::Broken };
    let mut agent =
        AgentTree { name, uses: None, own_flow: None, clearance: None, depth: None, children: None, on_loop: None, on_unknown: None };
    for mut part in clauses.own {
        match std::mem::replace(&mut part.kind, ClauseKind::Lost) {
            ClauseKind::Uses(uses) => agent.uses = Some(uses),
            ClauseKind::OwnFlow(flow) => agent.own_flow = Some(flow),
            ClauseKind::Clearance(level) => agent.clearance = Some(level),
            ClauseKind::Max { depth, children } => (agent.depth, agent.children) = (depth, children),
            ClauseKind::OnLoop(verdict) => agent.on_loop = Some(clauses::outcome_of(verdict, part)),
            ClauseKind::OnUnknown(verdict) => agent.on_unknown = Some(clauses::outcome_of(verdict, part)),
            _ => {}
        }
    }
    ItemTree::Agent(agent)
}

/// Reads the routine at hand.
pub(super) fn routine(reader: &mut Reader<'_>) -> ItemTree {
    let clauses = clauses::read(reader, &ROUTINE);
    let Some(name) = clauses.name else { return ItemTree::Broken };
    let only = clauses.own.into_iter().find_map(|part| match part.kind {
        ClauseKind::Only(only) => Some(only),
        _ => None,
    });
    ItemTree::Routine(RoutineTree { name, only })
}

/// Reads a `max` pair.
pub(super) fn max<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>) -> ClauseKind {
    let (mut depth, mut children) = (None, None);
    let first = pair.clone().into_inner().next().map(|part| part.as_rule());
    for (at, bound) in pair.into_inner().filter(|part| matches!(part.as_rule(), Rule::most | Rule::slip_most)).enumerate() {
        if bound.as_rule() == Rule::slip_most {
            let is_first = at == 0 && first == Some(Rule::slip_most);
            slip_most(reader, &bound, is_first);
        }
        let span = reader.span(&bound);
        let parts = reader.parts(bound);
        let word = parts.first().map_or("", |word| word.as_str());
        let place = if word.ends_with("depth") { &mut depth } else { &mut children };
        let Some(value) = parts.last().and_then(|written| number::whole(reader, written)) else { continue };
        match place {
            Some((first, _)) => reader.broken(twice(word, *first, span)),
            None => *place = Some((span, value)),
        }
    }
    let value = |bound: Option<(_, Spanned<u32>)>| bound.map(|(_, value)| value);
    ClauseKind::Max { depth: value(depth), children: value(children) }
}

/// `max_depth 2`, `depth 2`, and `max` before the second bound.
fn slip_most<'t>(reader: &mut Reader<'t>, bound: &Pair<'t, Rule>, is_first: bool) {
    let Some(word) = bound.clone().into_inner().next() else { return };
    let name = if word.as_str().ends_with("depth") { "depth" } else { "children" };
    let meant = if is_first { format!("max {name}") } else { name.to_owned() };
    reader.slip(codes::CLAUSE_WORD, &word, format!("`{}` is written `{meant}`", word.as_str()), &meant);
}

/// Reads an `on_loop` or `on_unknown` pair.
pub(super) fn outcome<'t>(reader: &mut Reader<'t>, pair: Pair<'t, Rule>, place: Place) -> Option<VerdictTree> {
    let verdict = reader.parts(pair).into_iter().find(|part| outcome::is_verdict(part.as_rule()))?;
    outcome::verdict(reader, verdict, place)
}
